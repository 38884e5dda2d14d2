# The library that others use: base, core, text, record and ai in one, static and shared, for every machine. It has the names
# of cmake/library.symbols and no others, and its headers lie in one folder; docs/library.md. Included by CMakeLists.txt.

set(library_headers # what is declared there is exported
  ai/bot.h
  ai/levels.h
  ai/net_read.h
  base/builtin.h
  base/out.h
  base/words.h
  core/ff.h
  record/fair.h
  record/record.h
  text/board.h
  text/edition.h
  text/event.h
  text/names.h
  text/notation.h
  text/position.h
)
set(library_inner_headers # these are there for the types
  base/blake2b.h
  base/json.h
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

# ff_again(NAME ROOM...): the sources of those rooms once more, for every machine of this kind.
function(ff_again name)
  foreach(room ${ARGN})
    get_target_property(room_sources ${room} SOURCES)
    list(APPEND sources ${room_sources})
  endforeach()
  list(FILTER sources INCLUDE REGEX "\\.c$")
  add_library(${name} OBJECT ${sources})
  target_compile_options(${name} PRIVATE ${every_machine} -fno-semantic-interposition)
  target_compile_definitions(${name} PRIVATE $<TARGET_PROPERTY:ff_ai,INTERFACE_COMPILE_DEFINITIONS>)
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
endfunction()

set(library_rooms ff_base ff_core ff_text ff_record ff_ai)
ff_again(library_again ${library_rooms})
set_target_properties(ff_default_edition ff_default_net PROPERTIES POSITION_INDEPENDENT_CODE ON)

# Names.
set(symbols ${PROJECT_SOURCE_DIR}/cmake/library.symbols)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${symbols})
file(STRINGS ${symbols} names REGEX "^[a-z]")
list(JOIN names ";\n    " names)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/library.map "FUERSTENFELD_0 {\n  global:\n    ${names};\n  local:\n    *;\n};\n")

# ff_shared(TARGET FOLDER OBJECT...): into FOLDER of the build.
function(ff_shared target folder)
  add_library(${target} SHARED ${ARGN} $<TARGET_OBJECTS:ff_default_edition> $<TARGET_OBJECTS:ff_default_net>)
  set_target_properties(${target} PROPERTIES
    LINKER_LANGUAGE C OUTPUT_NAME fuerstenfeld EXPORT_NAME fuerstenfeld VERSION ${PROJECT_VERSION} SOVERSION 0
    LIBRARY_OUTPUT_DIRECTORY ${folder} LINK_DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/library.map)
  target_link_options(${target} PRIVATE ${plainly} -Wl,--no-undefined -Wl,-Bsymbolic-functions
    -Wl,--version-script=${CMAKE_CURRENT_BINARY_DIR}/library.map)
endfunction()

ff_shared(library_shared lib $<TARGET_OBJECTS:library_again>)
if(every_machine) # and with what the program itself uses, for machines that can: the loader looks there first
  set(objects)
  foreach(room ${library_rooms})
    set_target_properties(${room} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    list(APPEND objects $<TARGET_OBJECTS:${room}>)
  endforeach()
  ff_shared(library_v2 lib/glibc-hwcaps/x86-64-v2 ${objects})
endif()

# One object, so that the names that its files only share among themselves are nobody else's either. The built-in data are
# objects of their own: a program that does without takes none.
add_custom_command(
  OUTPUT library.o
  COMMAND ${CMAKE_LINKER} -r -o library_whole.o $<TARGET_OBJECTS:library_again>
  COMMAND ${CMAKE_OBJCOPY} --keep-global-symbols=${symbols} library_whole.o library.o
  DEPENDS library_again $<TARGET_OBJECTS:library_again> ${symbols}
  COMMAND_EXPAND_LISTS VERBATIM
)
add_library(library_static STATIC library.o $<TARGET_OBJECTS:ff_default_edition> $<TARGET_OBJECTS:ff_default_net>)
set_target_properties(library_static PROPERTIES
  LINKER_LANGUAGE C OUTPUT_NAME fuerstenfeld EXPORT_NAME static ARCHIVE_OUTPUT_DIRECTORY lib)

foreach(target library_shared library_static)
  target_include_directories(${target} INTERFACE $<BUILD_INTERFACE:${include_folder}> $<INSTALL_INTERFACE:include>)
  add_dependencies(${target} library_include)
endforeach()
