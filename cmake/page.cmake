# The library ff_page_files: the page's files as bytes, from FF_PAGE or build/page (tools/page.sh builds that), or else the
# plain page.
enable_language(ASM)
set(page ${FF_PAGE})
file(GLOB built_page CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/build/page/index.html)
if(NOT page AND built_page)
  set(page ${PROJECT_SOURCE_DIR}/build/page)
endif()
set(has_page 1)
if(page AND NOT EXISTS ${page}/index.html)
  message(FATAL_ERROR "FF_PAGE: there is no ${page}/index.html; without FF_PAGE the page of tools/page.sh is taken, if it is built")
endif()
if(NOT page OR page STREQUAL "${PROJECT_SOURCE_DIR}/server/net/plain")
  set(page ${PROJECT_SOURCE_DIR}/server/net/plain)
  set(has_page 0)
  message(NOTICE "-- Without the game's page: `fuerstenfeld serve` will show a plain one. tools/page.sh builds the page, and the "
                 "next build takes it in.")
endif()
file(GLOB_RECURSE page_files CONFIGURE_DEPENDS ${page}/*)
add_custom_command(
  OUTPUT page.c page.S
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${page} -DOUTPUT=${CMAKE_CURRENT_BINARY_DIR}/page
          -P ${PROJECT_SOURCE_DIR}/cmake/embed_folder.cmake
  DEPENDS ${page_files} cmake/embed_folder.cmake
)
add_library(ff_page_files STATIC page.c page.S)
