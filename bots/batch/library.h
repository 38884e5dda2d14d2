/* library.h - the library's version and the layout of its structs, for languages that cannot read C headers. */
#ifndef BATCH_LIBRARY_H
#define BATCH_LIBRARY_H

#include <stddef.h>

/* Returns the version of the library, such as "0.1.0". */
const char *library_version(void);

/* Returns the size of a struct by its name, such as "ff_game"; 0 if the name is unknown. */
size_t library_size(const char *name);

/* Returns the offset of a struct's member, such as "ff_batch.mask"; -1 if the member is unknown. Knows the members that
 * a program needs to play games and batches. */
int library_offset(const char *member);

#endif
