/* json_write.h - writing JSON objects and arrays piece by piece.
 *
 * There is no state besides the text itself. A comma is written unless the last byte opens something, so a caller just
 * writes one member or element after the other:
 *
 *     base_json_open(out, '{');
 *     base_json_number(out, "coins", 7);
 *     base_json_begin(out, "hand", '[');
 *     base_json_word(out, "crane");
 *     base_json_close(out, ']');
 *     base_json_close(out, '}');             {"coins":7,"hand":["crane"]}
 *
 * After a line end, the next line of JSON begins. To compose a string of plain text in place, open and close it with
 * quotes: base_json_open(out, '"'). */
#pragma once

#include "json.h"
#include "out.h"

/* Length of the longest escape of one byte, such as \u001b for a control character. */
enum { BASE_JSON_GROWTH = 6 };

/* These write a value: an element of an array, or the value after base_json_key. */
void base_json_open(struct base_out *out, char bracket);
void base_json_close(struct base_out *out, char bracket);
void base_json_key(struct base_out *out, const char *key);
void base_json_value(struct base_out *out, int64_t number);
void base_json_word(struct base_out *out, const char *text); /* NULL: null */
void base_json_null(struct base_out *out);

/* These write a member of an object. */
void base_json_begin(struct base_out *out, const char *key, char bracket); /* until base_json_close */
void base_json_number(struct base_out *out, const char *key, int64_t number);
void base_json_number_or_null(struct base_out *out, const char *key, bool is_number, int64_t number);
void base_json_string(struct base_out *out, const char *key, const char *text);
void base_json_flag(struct base_out *out, const char *key, bool flag);
void base_json_hex(struct base_out *out, const char *key, const uint8_t *bytes, size_t n);    /* a string of digits */
void base_json_numbers(struct base_out *out, const char *key, const uint8_t *numbers, int n); /* [1,2,3] */
void base_json_mask(struct base_out *out, const char *key, unsigned mask); /* the positions of the set bits: [0,2] */
