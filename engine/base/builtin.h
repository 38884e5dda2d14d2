/* builtin.h - data embedded in the program: an edition and a network. Each is followed by a NUL that its size does not
 * count. cmake/embed.cmake generates both. CMakeLists.txt says which programs link which of them. */
#ifndef BASE_BUILTIN_H
#define BASE_BUILTIN_H

#include <stddef.h>
#include <stdint.h>

/* The text of editions/default.edition, as text_edition_read expects it. */
extern const char default_edition_text[];
extern const size_t default_edition_size;

/* The bytes of weights/default.net, as net_read expects them. */
extern const uint8_t default_net_text[];
extern const size_t default_net_size;

#endif
