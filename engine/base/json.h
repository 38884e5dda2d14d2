/* json.h - strict JSON (RFC 8259) of one line, without allocation.
 *
 * Reading has two steps. base_json_read validates the whole text (it refuses invalid UTF-8, raw control characters,
 * half a surrogate pair, a key twice in one object, anything after the value) and records the members of the outermost
 * object. Then the caller reads the members that it wants with cursors. Cursors read validated text, so a read can only
 * fail because a value has a different type.
 *
 * Only integers can be read. 1.0 and 1e3 are valid JSON but not integers. Numbers beyond 64 bits saturate.
 *
 * Nothing is copied: the text must stay valid while cursors and strings into it are used. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "out.h"

enum {
    BASE_JSON_DEPTH_MAX = 64,  /* nesting of arrays and objects */
    BASE_JSON_KEYS_MAX = 256,  /* keys of all objects that are open at the same time */
    BASE_JSON_MEMBERS_MAX = 64 /* members of the outermost object */
};

/* The raw text of a string, between its quotes. */
struct base_json_text {
    const char *at;
    uint32_t n;
    bool escaped; /* contains escapes, which base_json_text_copy decodes */
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
    const char *fault; /* description of the error, such as "unexpected character" */
    size_t fault_at;   /* byte offset of the error */
    int keys_n;        /* scratch memory of base_json_read */
    struct base_json_text key[BASE_JSON_KEYS_MAX];
};

enum base_json_status { BASE_JSON_OK, BASE_JSON_NOT_JSON, BASE_JSON_NOT_OBJECT };

/* Reads a text that must be one object. A text that exceeds a limit is BASE_JSON_NOT_JSON. json->fault says what is
 * wrong. */
enum base_json_status base_json_read(struct base_json *json, const char *text, size_t n);

/* Returns the member with that key, or NULL. */
const struct base_json_member *base_json_find(const struct base_json *json, const char *key);

/* -------------------------------------------------------------------------------------------------------- cursors */

/* Each of these reads the value at the cursor and moves past it. If the value has a different type, the function
 * returns false and the cursor stays. */
bool base_json_take_null(struct base_json_cursor *cursor);
bool base_json_take_text(struct base_json_cursor *cursor, struct base_json_text *text);
/* Reads an integer. Numbers beyond 64 bits become INT64_MIN or INT64_MAX. */
bool base_json_take_integer(struct base_json_cursor *cursor, int64_t *number);
/* Enters an array (`[`) or an object (`{`). As long as base_json_more returns true, another element follows. In an
 * object, base_json_take_key must read the key before each value. */
bool base_json_take_open(struct base_json_cursor *cursor, char bracket);
bool base_json_more(struct base_json_cursor *cursor);
void base_json_take_key(struct base_json_cursor *cursor, struct base_json_text *key);
void base_json_skip(struct base_json_cursor *cursor);

/* -------------------------------------------------------------------------------------------------------- strings */

bool base_json_text_is(const struct base_json_text *text, const char *word);

/* Decodes the string into NUL-terminated UTF-8. If it does not fit, it is truncated between two characters. The
 * capacity must be at least 1. Returns the length. */
size_t base_json_text_copy(const struct base_json_text *text, char *buffer, size_t capacity);

/* -------------------------------------------------------------------------------------------------------- writing */

/* Writes a quoted string. Invalid UTF-8 becomes U+FFFD, so the result is always valid JSON. Characters that
 * base_safe_next hides are escaped, so the result is safe to show on a terminal. */
void base_json_put_text(struct base_out *out, const char *text);

#endif
