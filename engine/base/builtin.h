/* builtin.h - the data that the build turns into bytes of the program: an edition and a network. Each ends with a NUL
 * that its size does not count. cmake/embed.cmake makes them; who links one says so in CMakeLists.txt. */
#ifndef BASE_BUILTIN_H
#define BASE_BUILTIN_H

#include <stddef.h>
#include <stdint.h>

/* editions/default.edition, for text_edition_read. */
extern const char default_edition_text[];
extern const size_t default_edition_size;

/* weights/default.net, for net_read. */
extern const uint8_t default_net_text[];
extern const size_t default_net_size;

#endif
