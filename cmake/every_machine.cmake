# The program for machines of before 2009: its sources once more, without what x86-64-v2 has, as one object with one name,
# which cli/start_x86.c calls there. So one file runs on every amd64 and is as fast as before on all others.
ff_again(program_again ff_page ff_coach ff_match ff_train ff_table ff_store ff_hall ff_server fuerstenfeld)
target_include_directories(program_again SYSTEM PRIVATE ${postgres_headers})
target_compile_definitions(program_again PRIVATE FF_VERSION="${PROJECT_VERSION}")
add_custom_command(
  OUTPUT program_plain.o
  COMMAND ${CMAKE_LINKER} -r -o program_whole.o $<TARGET_OBJECTS:program_again> $<TARGET_OBJECTS:library_again>
  COMMAND ${CMAKE_OBJCOPY} --keep-global-symbol=cli_main program_whole.o program_plain.o
  COMMAND ${CMAKE_OBJCOPY} --redefine-sym cli_main=cli_main_plain program_plain.o
  DEPENDS program_again library_again $<TARGET_OBJECTS:program_again> $<TARGET_OBJECTS:library_again>
  COMMAND_EXPAND_LISTS VERBATIM
)
set_source_files_properties(cli/start_x86.c PROPERTIES COMPILE_OPTIONS "${every_machine}")
