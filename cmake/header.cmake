# Writes a header as it is installed: cmake -DINPUT=engine/text/names.h -DOUTPUT=include/fuerstenfeld/names.h -P header.cmake
# All of them lie in one folder there, and C++ may include them. Every name begins with ff_ there, so that none collides with
# a name of another library: net_read becomes ff_net_read. In the sources only the names of the core do.
file(READ "${INPUT}" text)
string(REGEX REPLACE "([^A-Za-z0-9_/])(base|batch|bot|default|library|net|record|text)_" "\\1ff_\\2_" text "${text}")
string(REGEX REPLACE "([^A-Za-z0-9_/])(AI|BASE|BATCH|BOT|NET|RECORD|TEXT)_" "\\1FF_\\2_" text "${text}")
string(REGEX REPLACE "struct (batch|bot|history|net)([^a-z_])" "struct ff_\\1\\2" text "${text}")
string(REGEX REPLACE "ff_([a-z0-9_]+\\.[ch])" "\\1" text "${text}") # a file's name
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
