/* builtin.h - data embedded in the program: an edition and a network. A NUL follows each and is not counted in its
 * size. cmake/embed.cmake makes them. CMakeLists.txt says which programs link which. */
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
