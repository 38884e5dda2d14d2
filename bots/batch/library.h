/* library.h - the library's version and the sizes of its structs, for languages that cannot read headers. */
#ifndef BATCH_LIBRARY_H
#define BATCH_LIBRARY_H

#include <stddef.h>

/* Returns the version, "0.1.0". */
const char *library_version(void);

/* Returns the size of a struct by its name, "ff_game"; 0 if there is none. */
size_t library_size(const char *name);

#endif
