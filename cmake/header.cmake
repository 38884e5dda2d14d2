# Writes a header as it is installed: cmake -DINPUT=engine/text/names.h -DOUTPUT=include/fuerstenfeld/names.h -P header.cmake
# All of them lie in one folder there, and C++ may include them.
file(READ "${INPUT}" text)
string(REGEX REPLACE "#include \"([a-z]+/)*([a-z0-9_]+\\.h)\"" "#include <fuerstenfeld/\\2>" text "${text}")
if(NOT text MATCHES "extern \"C\"")
  string(FIND "${text}" "#include" last REVERSE)
  string(SUBSTRING "${text}" ${last} -1 rest)
  string(FIND "${rest}" "\n" line)
  math(EXPR from "${last} + ${line} + 1") # behind the last #include
  string(FIND "${text}" "#endif" to REVERSE)
  math(EXPR length "${to} - ${from}")
  string(SUBSTRING "${text}" 0 ${from} head)
  string(SUBSTRING "${text}" ${from} ${length} body)
  set(text "${head}\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n${body}#ifdef __cplusplus\n}\n#endif\n\n#endif\n")
endif()
file(WRITE "${OUTPUT}" "${text}")
