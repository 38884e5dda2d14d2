# Toolchain: freestanding WebAssembly with Debian's clang and lld. No libc, no imports; web/wasm/ brings string.h and its
# four functions. -mbulk-memory is needed: without it a memcpy written with __builtin_memcpy calls itself.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32)
set(CMAKE_C_FLAGS_INIT "-ffreestanding -nostdlib -mbulk-memory -msimd128")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,--no-entry,--strip-all,--stack-first,-z,stack-size=131072")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
