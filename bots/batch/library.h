/* library.h - the library's version, and the layout of its structs, for languages that cannot read headers. */
#ifndef BATCH_LIBRARY_H
#define BATCH_LIBRARY_H

#include <stddef.h>

/* Returns the version, "0.1.0". */
const char *library_version(void);

/* Returns the size of a struct by its name, "ff_game"; 0 if there is none. */
size_t library_size(const char *name);

/* Returns the offset of a member of a struct, "ff_batch.mask"; -1 if the list in library.c does not have it. It has the
 * members that a program needs to play games and batches. */
int library_offset(const char *member);

#endif
