# Writes a file's bytes as a C array: cmake -DINPUT=FILE -DOUTPUT=FILE.c -DNAME=default_edition -P embed.cmake
# For bytes that are no text: -DTYPE=uint8_t
# The array ends with a NUL that the size does not count.
if(NOT TYPE)
  set(TYPE char)
endif()
file(READ "${INPUT}" hex HEX)
string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
get_filename_component(name "${INPUT}" NAME)
file(WRITE "${OUTPUT}" "/* ${name}, embedded by the build. */
#include <stddef.h>
#include <stdint.h>

extern const ${TYPE} ${NAME}_text[];
extern const size_t ${NAME}_size;
const ${TYPE} ${NAME}_text[] = {
${bytes}0};
const size_t ${NAME}_size = sizeof ${NAME}_text - 1;
")
