# The library for other programs: base, core, text, record, ai and batch in one, static and shared. It exports the names of
# cmake/library.symbols and no others, and its headers lie in one folder; docs/authors/library.md. Included by CMakeLists.txt.

set(library_headers # what is declared there is exported
  bots/ai/bot.h
  bots/ai/levels.h
  bots/ai/net_read.h
  bots/batch/batch.h
  bots/batch/library.h
  engine/base/builtin.h
  engine/base/out.h
  engine/base/words.h
  engine/core/ff.h
  engine/record/fair.h
  engine/record/record.h
  engine/text/board.h
  engine/text/edition.h
  engine/text/event.h
  engine/text/names.h
  engine/text/notation.h
  engine/text/position.h
  engine/text/view_read.h
)
set(library_inner_headers # these are there for the types
  engine/base/blake2b.h
  engine/base/json.h
)

set(include_folder ${CMAKE_CURRENT_BINARY_DIR}/include)
foreach(header ${library_headers} ${library_inner_headers})
  get_filename_component(name ${header} NAME)
  add_custom_command(
    OUTPUT ${include_folder}/fuerstenfeld/${name}
    COMMAND ${CMAKE_COMMAND} -DINPUT=${PROJECT_SOURCE_DIR}/${header} -DOUTPUT=${include_folder}/fuerstenfeld/${name}
            -P ${PROJECT_SOURCE_DIR}/cmake/header.cmake
    DEPENDS ${header} cmake/header.cmake
  )
  list(APPEND include_files ${include_folder}/fuerstenfeld/${name})
endforeach()
add_custom_target(library_include ALL DEPENDS ${include_files})

if(NOT FF_LIBRARY)
  return()
endif()

# The rooms once more, as position-independent code without the optimization across files.
set(library_rooms ff_base ff_core ff_text ff_record ff_ai ff_batch)
foreach(room ${library_rooms})
  get_target_property(room_sources ${room} SOURCES)
  list(APPEND library_sources ${room_sources})
endforeach()
# The inline functions of ff.h once more as real ones, for languages that cannot read headers.
add_custom_command(
  OUTPUT inline.c
  COMMAND sed "s/^static inline FF_FN/FF_FN/" ${PROJECT_SOURCE_DIR}/engine/core/ff.h > inline.c
  DEPENDS engine/core/ff.h VERBATIM
)
set_source_files_properties(inline.c PROPERTIES COMPILE_OPTIONS -Wno-missing-prototypes)
add_library(library_objects OBJECT ${library_sources} inline.c)
target_compile_options(library_objects PRIVATE -fno-semantic-interposition)
target_compile_definitions(library_objects PRIVATE $<TARGET_PROPERTY:ff_ai,INTERFACE_COMPILE_DEFINITIONS>)
set_target_properties(library_objects ff_default_edition ff_default_net PROPERTIES POSITION_INDEPENDENT_CODE ON)

# Names.
set(symbols ${PROJECT_SOURCE_DIR}/cmake/library.symbols)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${symbols})
file(STRINGS ${symbols} names REGEX "^[a-z]")
list(JOIN names ";\n    " exported)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/library.map "FUERSTENFELD_0 {\n  global:\n    ${exported};\n  local:\n    *;\n};\n")

# The names of the sources and of the installed headers (cmake/header.cmake): "net_read ff_net_read".
set(renames ${CMAKE_CURRENT_BINARY_DIR}/library.renames)
list(FILTER names INCLUDE REGEX "^ff_(base|batch|bot|default|library|net|record|text)_")
list(TRANSFORM names REPLACE "^ff_(.*)" "\\1 ff_\\1")
list(JOIN names "\n" names)
file(WRITE ${renames} "${names}\n")

# One object for all rooms, in which the names that its files only share among themselves become local. Each of the built-in
# data is an object of its own, so that a program that does not use them does not contain them.
foreach(part library_objects ff_default_edition ff_default_net)
  add_custom_command(
    OUTPUT ${part}.o
    COMMAND ${CMAKE_LINKER} -r -o ${part}_whole.o $<TARGET_OBJECTS:${part}>
    COMMAND ${CMAKE_OBJCOPY} --redefine-syms=${renames} ${part}_whole.o
    COMMAND ${CMAKE_OBJCOPY} --keep-global-symbols=${symbols} ${part}_whole.o ${part}.o
    DEPENDS ${part} $<TARGET_OBJECTS:${part}> ${symbols}
    COMMAND_EXPAND_LISTS VERBATIM
  )
  list(APPEND library_parts ${part}.o)
endforeach()

add_library(library_shared SHARED ${library_parts})
set_target_properties(library_shared PROPERTIES
  LINKER_LANGUAGE C OUTPUT_NAME fuerstenfeld EXPORT_NAME fuerstenfeld VERSION ${PROJECT_VERSION} SOVERSION 0
  LIBRARY_OUTPUT_DIRECTORY lib LINK_DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/library.map)
target_link_options(library_shared PRIVATE ${no_lto} -Wl,--no-undefined -Wl,-Bsymbolic-functions
  -Wl,--version-script=${CMAKE_CURRENT_BINARY_DIR}/library.map)

add_library(library_static STATIC ${library_parts})
set_target_properties(library_static PROPERTIES
  LINKER_LANGUAGE C OUTPUT_NAME fuerstenfeld EXPORT_NAME static ARCHIVE_OUTPUT_DIRECTORY lib)

foreach(target library_shared library_static)
  target_include_directories(${target} INTERFACE $<BUILD_INTERFACE:${include_folder}> $<INSTALL_INTERFACE:include>)
  add_dependencies(${target} library_include)
endforeach()
