/* json_write.h - writing JSON objects and arrays piece by piece.
 *
 * There is no state besides the text itself: a separator is due wherever the last byte does not open something, so
 * members and elements simply follow each other:
 *
 *     json_open(out, '{');
 *     json_number(out, "coins", 7);
 *     json_key(out, "hand");
 *     json_open(out, '[');
 *     json_word(out, "crane");
 *     json_close(out, ']');
 *     json_close(out, '}');             {"coins":7,"hand":["crane"]} */
#ifndef BASE_JSON_WRITE_H
#define BASE_JSON_WRITE_H

#include "json.h"
#include "out.h"

/* Values; as an element of an array, or after json_key. */
void json_open(struct out *out, char bracket);
void json_close(struct out *out, char bracket);
void json_key(struct out *out, const char *key);
void json_value(struct out *out, int64_t number);
void json_word(struct out *out, const char *text); /* NULL: null */
void json_null(struct out *out);

/* Members of an object. */
void json_number(struct out *out, const char *key, int64_t number);
void json_string(struct out *out, const char *key, const char *text);
void json_flag(struct out *out, const char *key, bool flag);

#endif
