# Compiler flags: warnings, optimisation, sanitizers, coverage.
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_EXTENSIONS OFF)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_C_FLAGS_RELEASE "-O3") # no -DNDEBUG: assertions stay on
set(CMAKE_C_FLAGS_SANITIZE "-O2 -g -fno-omit-frame-pointer")
if(wasm)
  set(CMAKE_C_FLAGS_RELEASE "-Os -flto") # as fast as -O3 here, and half the size
  # Where Binaryen is installed, clang would run wasm-opt after linking without enabling SIMD. It does not at -O0; the
  # linked code is already optimised (LTO has its own level).
  add_link_options(-O0 -Wl,-O2,--compress-relocations)
  include_directories(SYSTEM web/wasm)
else()
  add_compile_definitions(_POSIX_C_SOURCE=200809L)
endif()

add_compile_options(-Wall -Wextra -Wshadow -Wvla -Wmissing-prototypes)
if(FF_WERROR)
  add_compile_options(-Werror)
endif()
# Conversions between bytes and numbers are explicit in these rooms.
set(strict_conversions -Wconversion -Wsign-conversion -Wcast-qual)

if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  add_compile_options(-march=x86-64-v2) # popcount in one instruction; every x86-64 processor since 2009 has it
  if(CMAKE_C_COMPILER_ID STREQUAL "GNU") # gcc would copy and clear a game with `rep movs`, which takes twice as long
    add_compile_options(-mmemcpy-strategy=vector_loop:512:noalign,libcall:-1:noalign
                        -mmemset-strategy=vector_loop:512:noalign,libcall:-1:noalign)
  endif()
endif()

# Link-time optimisation makes random games a fifth faster. ff_fast(TARGET...) asks for it. The libraries also hold plain
# objects, so that tests link quickly. clang would need LLVM's ar, and some small installations of gcc have no plugin for it.
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
  include(CheckIPOSupported)
  check_ipo_supported(RESULT has_lto LANGUAGES C)
endif()
if(has_lto)
  set(CMAKE_C_COMPILE_OPTIONS_IPO -flto -ffat-lto-objects -flto-partition=one)
  set(lto ON)
  set(no_lto -fno-lto)
else()
  set(lto OFF)
  set(no_lto)
endif()
function(ff_fast)
  set_target_properties(${ARGN} PROPERTIES INTERPROCEDURAL_OPTIMIZATION ${lto})
endfunction()

if(FF_SANITIZE)
  add_compile_options(-fsanitize=${FF_SANITIZE} -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${FF_SANITIZE})
endif()
if(FF_COVERAGE)
  # Count branches as they stand in the source, not once for each place they are inlined into.
  add_compile_options(--coverage -fprofile-abs-path -fno-inline "-DFF_INLINE=static inline FF_FN")
  add_link_options(--coverage)
endif()
if(FF_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
