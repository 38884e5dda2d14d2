# What `cmake --install build` puts where. Components: program, library, development, documentation.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(FF_UNITS lib/systemd/system CACHE STRING "Where systemd's units are installed, below the prefix")

# ------------------------------------------------------------------------------------------------------- program

install(TARGETS fuerstenfeld RUNTIME COMPONENT program)
install(FILES docs/fuerstenfeld.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(FILES editions/default.edition editions/swift.edition editions/varied.edition
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fuerstenfeld/editions COMPONENT program)
install(FILES packaging/completions/fuerstenfeld.bash RENAME fuerstenfeld
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
install(FILES packaging/completions/fuerstenfeld.zsh RENAME _fuerstenfeld
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT program)
install(FILES packaging/completions/fuerstenfeld.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
# The units name the program where it will lie.
install(CODE "
  foreach(unit fuerstenfeld.service fuerstenfeld@.service)
    file(READ \"${PROJECT_SOURCE_DIR}/examples/hosting/\${unit}\" text)
    string(REPLACE \"/usr/local/bin/\" \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/\" text \"\${text}\")
    file(WRITE \"${CMAKE_CURRENT_BINARY_DIR}/units/\${unit}\" \"\${text}\")
  endforeach()" COMPONENT program)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/units/fuerstenfeld.service ${CMAKE_CURRENT_BINARY_DIR}/units/fuerstenfeld@.service
        DESTINATION ${FF_UNITS} COMPONENT program)

# ------------------------------------------------------------------------------------------------- documentation

# With links that hold where they will lie.
install(CODE "
  execute_process(COMMAND \"${CMAKE_COMMAND}\" -DSOURCE=${PROJECT_SOURCE_DIR} -DOUTPUT=${CMAKE_CURRENT_BINARY_DIR}/documents
                  -P \"${PROJECT_SOURCE_DIR}/cmake/documents.cmake\" COMMAND_ERROR_IS_FATAL ANY)" COMPONENT documentation)
install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/documents/ DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation)
install(FILES CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation)
install(DIRECTORY examples docs/pictures DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation)
install(FILES tests/golden/fair3.jsonl tests/golden/fair_void3.jsonl # players/fair.md verifies them
        DESTINATION ${CMAKE_INSTALL_DOCDIR}/tests/golden COMPONENT documentation)

# ------------------------------------------------------------------------------------------------------- library

install(TARGETS library_shared EXPORT fuerstenfeld
        LIBRARY COMPONENT library NAMELINK_COMPONENT development)
install(TARGETS library_static EXPORT fuerstenfeld ARCHIVE COMPONENT development)
install(FILES ${include_files} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fuerstenfeld COMPONENT development)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/fuerstenfeld)
install(EXPORT fuerstenfeld NAMESPACE fuerstenfeld:: FILE fuerstenfeldConfig.cmake DESTINATION ${package} COMPONENT development)
write_basic_package_version_file(fuerstenfeldConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/fuerstenfeldConfigVersion.cmake DESTINATION ${package} COMPONENT development)

# Found from where it lies, so that the prefix may be chosen when it is installed.
file(RELATIVE_PATH up /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(cmake/fuerstenfeld.pc.in fuerstenfeld.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/fuerstenfeld.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
