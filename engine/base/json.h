/* json.h - strict JSON (RFC 8259) of one line, without allocation.
 *
 * Reading is in two steps. base_json_read walks the whole text once, refuses everything that is not JSON (invalid
 * UTF-8, raw control characters, half a surrogate pair, a key twice in one object, anything after the value) and notes
 * where the members of the outermost object lie. Then cursors read the members that are wanted; they walk text known to
 * be JSON, so that all they can find wrong is a type.
 *
 * Numbers: only whole ones are of use here. 1.0 and 1e3 are JSON but no integers; digits beyond 64 bits are told from
 * small numbers and never wrap.
 *
 * Nothing is copied: the text must stay while cursors and strings into it are used. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "out.h"

enum {
    BASE_JSON_DEPTH_MAX = 64,  /* arrays and objects inside each other */
    BASE_JSON_KEYS_MAX = 256,  /* keys of all objects open at one place */
    BASE_JSON_MEMBERS_MAX = 64 /* of the outermost object */
};

/* A string as it stands between its quotes. */
struct base_json_text {
    const char *at;
    uint32_t n;
    bool escaped; /* has a backslash: not yet what it means */
};

struct base_json_cursor {
    const char *at, *end;
};

struct base_json_member {
    struct base_json_text key;
    struct base_json_cursor value;
};

struct base_json {
    int members_n;
    struct base_json_member member[BASE_JSON_MEMBERS_MAX];
    const char *fault; /* what is wrong, a sentence's end: "unexpected character" */
    size_t fault_at;   /* the byte where it was found */
    int keys_n;        /* work of base_json_read */
    struct base_json_text key[BASE_JSON_KEYS_MAX];
};

enum base_json_status { BASE_JSON_OK, BASE_JSON_NOT_JSON, BASE_JSON_NOT_OBJECT };

/* Reads a text that must be one object. BASE_JSON_NOT_JSON: see fault; the limits above count as that too. */
enum base_json_status base_json_read(struct base_json *json, const char *text, size_t n);

/* The member of that key, or NULL. */
const struct base_json_member *base_json_find(const struct base_json *json, const char *key);

/* -------------------------------------------------------------------------------------------------------- cursors */

/* Each takes the value at the cursor and moves behind it; false, and the cursor stays, where it is of another type. */
bool base_json_take_null(struct base_json_cursor *cursor);
bool base_json_take_text(struct base_json_cursor *cursor, struct base_json_text *text);
/* What is beyond 64 bits is given as INT64_MIN or INT64_MAX. */
bool base_json_take_integer(struct base_json_cursor *cursor, int64_t *number);
/* `[` or `{`; then, while base_json_more says so, the elements, for an object base_json_take_key before each value. */
bool base_json_take_open(struct base_json_cursor *cursor, char bracket);
bool base_json_more(struct base_json_cursor *cursor);
void base_json_take_key(struct base_json_cursor *cursor, struct base_json_text *key);
void base_json_skip(struct base_json_cursor *cursor);

/* -------------------------------------------------------------------------------------------------------- strings */

bool base_json_text_is(const struct base_json_text *text, const char *word);

/* What the string means, in UTF-8, NUL-terminated, cut at a character where it does not fit (capacity is at least 1).
 * Returns its length. */
size_t base_json_text_copy(const struct base_json_text *text, char *buffer, size_t capacity);

/* -------------------------------------------------------------------------------------------------------- writing */

/* A quoted string. Bytes that are not UTF-8 become U+FFFD, so that what is written can always be read; what a
 * terminal would not show is escaped, so that what is written can be looked at there. */
void base_json_put_text(struct base_out *out, const char *text);

#endif
