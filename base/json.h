/* json.h - strict JSON (RFC 8259) of one line, without allocation.
 *
 * Reading is in two steps. json_read walks the whole text once, refuses everything that is not JSON (invalid UTF-8, raw
 * control characters, half a surrogate pair, a key twice in one object, anything after the value) and notes where the
 * members of the outermost object lie. Then cursors read the members that are wanted; they walk text known to be JSON,
 * so that all they can find wrong is a type.
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
    JSON_DEPTH_MAX = 64,  /* arrays and objects inside each other */
    JSON_KEYS_MAX = 256,  /* keys of all objects open at one place */
    JSON_MEMBERS_MAX = 64 /* of the outermost object */
};

/* A string as it stands between its quotes. */
struct json_text {
    const char *at;
    uint32_t n;
    bool escaped; /* has a backslash: not yet what it means */
};

struct json_cursor {
    const char *at, *end;
};

struct json_member {
    struct json_text key;
    struct json_cursor value;
};

struct json {
    int members_n;
    struct json_member member[JSON_MEMBERS_MAX];
    const char *fault; /* what is wrong, a sentence's end: "unexpected character" */
    size_t fault_at;   /* the byte where it was found */
    int keys_n;        /* work of json_read */
    struct json_text key[JSON_KEYS_MAX];
};

enum json_status { JSON_OK, JSON_NOT_JSON, JSON_NOT_OBJECT };

/* Reads a text that must be one object. JSON_NOT_JSON: see fault; the limits above count as that too. */
enum json_status json_read(struct json *json, const char *text, size_t n);

/* The member of that key, or NULL. */
const struct json_member *json_find(const struct json *json, const char *key);

/* -------------------------------------------------------------------------------------------------------- cursors */

/* Each takes the value at the cursor and moves behind it; false, and the cursor stays, where it is of another type. */
bool json_take_null(struct json_cursor *cursor);
bool json_take_text(struct json_cursor *cursor, struct json_text *text);
/* What is beyond 64 bits is given as INT64_MIN or INT64_MAX. */
bool json_take_integer(struct json_cursor *cursor, int64_t *number);
/* `[` or `{`; then, while json_more says so, the elements, for an object json_take_key before each value. */
bool json_take_open(struct json_cursor *cursor, char bracket);
bool json_more(struct json_cursor *cursor);
void json_take_key(struct json_cursor *cursor, struct json_text *key);
void json_skip(struct json_cursor *cursor);

/* -------------------------------------------------------------------------------------------------------- strings */

bool json_text_is(const struct json_text *text, const char *word);

/* What the string means, in UTF-8, NUL-terminated, cut at a character where it does not fit (capacity is at least 1).
 * Returns its length. */
size_t json_text_copy(const struct json_text *text, char *buffer, size_t capacity);

/* -------------------------------------------------------------------------------------------------------- writing */

/* A quoted string. Bytes that are not UTF-8 become U+FFFD, so that what is written can always be read; what is hidden
 * (safe.h) is escaped, so that what is written can be looked at on a terminal. */
void json_put_text(struct out *out, const char *text);
/* [1,2,3] */
void json_put_bytes(struct out *out, const uint8_t *numbers, int n);

#endif
