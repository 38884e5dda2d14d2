/* json.c - validates, reads and writes JSON; see json.h.
 *
 * The validation is a recursive descent over the text; `struct walk` is its position. One stack holds the keys of all
 * open objects, so that duplicate keys are found at any depth without allocation. */
#include "json.h"

#include "hex.h"
#include "number.h"
#include "safe.h"
#include "utf8.h"

#include <string.h>

struct walk {
    const char *at, *end;
    struct base_json *json;
    int depth;
};

static bool fail_walk(struct walk *walk, const char *fault)
{
    walk->json->fault = fault;
    return false;
}

static const char *skip_space(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n'))
        at++;
    return at;
}

/* -------------------------------------------------------------------------------------------------------- checking */

/* Returns whether a valid UTF-8 character comes next. *n is its length. */
static bool is_utf8(const struct walk *walk, size_t *n)
{
    return base_utf8_take(walk->at, (size_t)(walk->end - walk->at), n) != BASE_NOT_UTF8;
}

/* Returns the value of four hexadecimal digits, or -1. */
static int hex4(const char *at, const char *end)
{
    if (end - at < 4)
        return -1;
    int value = 0;
    for (int i = 0; i < 4; i++) {
        int digit = base_hex_digit(at[i]);
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

static bool is_high_surrogate(int unit) { return unit >= 0xd800 && unit < 0xdc00; }
static bool is_low_surrogate(int unit) { return unit >= 0xdc00 && unit < 0xe000; }

/* Checks the digits of an escape that begins with `\u`, and the escape of the low surrogate that must follow a high
 * one. */
static bool walk_unicode(struct walk *walk)
{
    int unit = hex4(walk->at, walk->end);
    if (unit < 0)
        return fail_walk(walk, "\\u without four hexadecimal digits");
    walk->at += 4;
    if (is_high_surrogate(unit)) {
        bool pair = walk->end - walk->at >= 6 && walk->at[0] == '\\' && walk->at[1] == 'u' &&
                    is_low_surrogate(hex4(walk->at + 2, walk->end));
        if (!pair)
            return fail_walk(walk, "half a surrogate pair");
        walk->at += 6;
    }
    return is_low_surrogate(unit) ? fail_walk(walk, "half a surrogate pair") : true;
}

/* Checks the rest of an escape, after its backslash. */
static bool walk_escape(struct walk *walk)
{
    char c = walk->at < walk->end ? *walk->at : '\0';
    switch (c) {
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't': walk->at++; return true;
    case 'u': walk->at++; return walk_unicode(walk);
    default: return fail_walk(walk, "unknown escape in a string");
    }
}

/* Skips an escape or a non-ASCII character of a string. Refuses control characters. */
static bool walk_odd(struct walk *walk, struct base_json_text *text)
{
    unsigned char c = (unsigned char)*walk->at;
    if (c == '\\') {
        text->escaped = true;
        walk->at++;
        return walk_escape(walk);
    }
    if (c < 0x20)
        return fail_walk(walk, c ? "control character in a string" : "NUL byte");
    size_t n;
    if (!is_utf8(walk, &n))
        return fail_walk(walk, "not UTF-8");
    walk->at += n;
    return true;
}

/* Reads a string, from its opening quote to its closing one. */
static bool walk_text(struct walk *walk, struct base_json_text *text)
{
    const char *start = ++walk->at;
    text->at = start;
    text->escaped = false;
    for (;;) {
        while (walk->at < walk->end) {
            unsigned char c = (unsigned char)*walk->at;
            if (c == '"' || c == '\\' || c < 0x20 || c >= 0x80)
                break;
            walk->at++;
        }
        if (walk->at >= walk->end)
            return fail_walk(walk, "the line ends inside a string");
        if (*walk->at == '"')
            break;
        if (!walk_odd(walk, text))
            return false;
    }
    text->n = (uint32_t)(walk->at++ - start);
    return true;
}

static bool is_digit(const char *at, const char *end) { return at < end && *at >= '0' && *at <= '9'; }

static const char *skip_digits(const char *at, const char *end)
{
    while (is_digit(at, end))
        at++;
    return at;
}

static bool walk_number(struct walk *walk)
{
    const char *at = walk->at, *end = walk->end;
    at += *at == '-';
    bool good = is_digit(at, end);
    at = good && *at == '0' ? at + 1 : skip_digits(at, end);
    if (good && at < end && *at == '.') {
        good = is_digit(++at, end);
        at = skip_digits(at, end);
    }
    if (good && at < end && (*at == 'e' || *at == 'E')) {
        at++;
        at += at < end && (*at == '+' || *at == '-');
        good = is_digit(at, end);
        at = skip_digits(at, end);
    }
    walk->at = at;
    return good && !is_digit(at, end) ? true : fail_walk(walk, "malformed number");
}

static bool walk_word(struct walk *walk, const char *word)
{
    size_t n = strlen(word);
    if ((size_t)(walk->end - walk->at) < n || memcmp(walk->at, word, n) != 0)
        return fail_walk(walk, "unknown word");
    walk->at += n;
    return true;
}

static bool unexpected(struct walk *walk)
{
    if (walk->at >= walk->end)
        return fail_walk(walk, "the line ends too early");
    if (!*walk->at)
        return fail_walk(walk, "NUL byte");
    return fail_walk(walk, is_utf8(walk, &(size_t){0}) ? "unexpected character" : "not UTF-8");
}

static bool walk_value(struct walk *walk);

/* Skips blanks and the character `c`, which must follow. */
static bool walk_char(struct walk *walk, char c)
{
    walk->at = skip_space(walk->at, walk->end);
    if (walk->at >= walk->end || *walk->at != c)
        return unexpected(walk);
    walk->at++;
    return true;
}

/* Skips a comma (*more is then true) or the bracket that closes the list (*more is then false). */
static bool walk_separator(struct walk *walk, char close, bool *more)
{
    walk->at = skip_space(walk->at, walk->end);
    if (walk->at >= walk->end || (*walk->at != ',' && *walk->at != close))
        return unexpected(walk);
    *more = *walk->at++ == ',';
    return true;
}

static bool walk_array(struct walk *walk)
{
    walk->at = skip_space(walk->at + 1, walk->end);
    if (walk->at < walk->end && *walk->at == ']') {
        walk->at++;
        return true;
    }
    for (bool more = true; more;)
        if (!walk_value(walk) || !walk_separator(walk, ']', &more))
            return false;
    return true;
}

/* Decodes one character of a validated string. */
static uint32_t next_char(const char **at)
{
    const unsigned char *s = (const unsigned char *)*at;
    if (s[0] != '\\') {
        size_t n;
        uint32_t c = base_utf8_take(*at, 4, &n);
        *at += n;
        return c;
    }
    if (s[1] != 'u') {
        static const char meaning[] = "b\bf\fn\nr\rt\t";
        *at += 2;
        for (int i = 0; i < 10; i += 2)
            if (meaning[i] == (char)s[1])
                return (uint32_t)meaning[i + 1];
        return s[1];
    }
    int unit = hex4(*at + 2, *at + 6);
    *at += 6;
    if (!is_high_surrogate(unit))
        return (uint32_t)unit;
    int low = hex4(*at + 2, *at + 6);
    *at += 6;
    return 0x10000u + ((uint32_t)(unit - 0xd800) << 10) + (uint32_t)(low - 0xdc00);
}

static bool same_text(const struct base_json_text *a, const struct base_json_text *b)
{
    if (!a->escaped && !b->escaped)
        return a->n == b->n && memcmp(a->at, b->at, a->n) == 0;
    const char *s = a->at, *t = b->at, *s_end = a->at + a->n, *t_end = b->at + b->n;
    while (s < s_end && t < t_end)
        if (next_char(&s) != next_char(&t))
            return false;
    return s == s_end && t == t_end;
}

/* Pushes a key onto the stack. Refuses a key that its object, whose keys begin at index `base`, already has. */
static bool push_key(struct walk *walk, int base, const struct base_json_text *key)
{
    struct base_json *json = walk->json;
    for (int i = base; i < json->keys_n; i++)
        if (same_text(&json->key[i], key))
            return fail_walk(walk, "the same key twice");
    if (json->keys_n == BASE_JSON_KEYS_MAX)
        return fail_walk(walk, "more than 256 keys");
    json->key[json->keys_n++] = *key;
    return true;
}

/* Reads a member, `"key": value`, and records it if it belongs to the outermost object. */
static bool walk_member(struct walk *walk, int base)
{
    struct base_json_text key;
    struct base_json *json = walk->json;
    walk->at = skip_space(walk->at, walk->end);
    if (walk->at >= walk->end || *walk->at != '"')
        return unexpected(walk);
    if (!walk_text(walk, &key) || !push_key(walk, base, &key) || !walk_char(walk, ':'))
        return false;
    walk->at = skip_space(walk->at, walk->end);
    const char *start = walk->at;
    if (!walk_value(walk))
        return false;
    if (walk->depth > 1)
        return true;
    if (json->members_n == BASE_JSON_MEMBERS_MAX)
        return fail_walk(walk, "more than 64 keys");
    json->member[json->members_n++] = (struct base_json_member){key, {start, walk->at}};
    return true;
}

static bool walk_object(struct walk *walk)
{
    int base = walk->json->keys_n;
    walk->at = skip_space(walk->at + 1, walk->end);
    if (walk->at < walk->end && *walk->at == '}') {
        walk->at++;
        return true;
    }
    for (bool more = true; more;)
        if (!walk_member(walk, base) || !walk_separator(walk, '}', &more))
            return false;
    walk->json->keys_n = base;
    return true;
}

static bool walk_nested(struct walk *walk)
{
    if (++walk->depth > BASE_JSON_DEPTH_MAX)
        return fail_walk(walk, "nested deeper than 64");
    bool good = *walk->at == '{' ? walk_object(walk) : walk_array(walk);
    walk->depth--;
    return good;
}

static bool walk_value(struct walk *walk)
{
    struct base_json_text text;
    walk->at = skip_space(walk->at, walk->end);
    if (walk->at >= walk->end)
        return unexpected(walk);
    switch (*walk->at) {
    case '{':
    case '[': return walk_nested(walk);
    case '"': return walk_text(walk, &text);
    case 't': return walk_word(walk, "true");
    case 'f': return walk_word(walk, "false");
    case 'n': return walk_word(walk, "null");
    default:
        if (*walk->at == '-' || is_digit(walk->at, walk->end))
            return walk_number(walk);
        return unexpected(walk);
    }
}

enum base_json_status base_json_read(struct base_json *json, const char *text, size_t n)
{
    struct walk walk = {text, text + n, json, 0};
    json->members_n = json->keys_n = 0;
    json->fault = NULL;
    bool good = walk_value(&walk);
    if (good) {
        walk.at = skip_space(walk.at, walk.end);
        if (walk.at < walk.end)
            good = unexpected(&walk);
    }
    json->fault_at = (size_t)(walk.at - text);
    if (!good)
        return BASE_JSON_NOT_JSON;
    return *skip_space(text, walk.end) == '{' ? BASE_JSON_OK : BASE_JSON_NOT_OBJECT;
}

const struct base_json_member *base_json_find(const struct base_json *json, const char *key)
{
    size_t n = strlen(key);
    for (int i = 0; i < json->members_n; i++) {
        const struct base_json_member *member = &json->member[i];
        if (member->key.escaped ? base_json_text_is(&member->key, key)
                                : member->key.n == n && memcmp(member->key.at, key, n) == 0)
            return member;
    }
    return NULL;
}

/* -------------------------------------------------------------------------------------------------------- cursors */

/* Returns the first byte of the next value, or 0 at the end. */
static char peek(struct base_json_cursor *cursor)
{
    cursor->at = skip_space(cursor->at, cursor->end);
    return cursor->at < cursor->end ? *cursor->at : '\0';
}

bool base_json_take_null(struct base_json_cursor *cursor)
{
    if (peek(cursor) != 'n')
        return false;
    cursor->at += 4;
    return true;
}

bool base_json_take_text(struct base_json_cursor *cursor, struct base_json_text *text)
{
    if (peek(cursor) != '"')
        return false;
    const char *at = ++cursor->at;
    bool escaped = false;
    for (; *at != '"'; at++)
        if (*at == '\\') {
            escaped = true;
            at++;
        }
    *text = (struct base_json_text){cursor->at, (uint32_t)(at - cursor->at), escaped};
    cursor->at = at + 1;
    return true;
}

bool base_json_take_integer(struct base_json_cursor *cursor, int64_t *number)
{
    bool negative = peek(cursor) == '-';
    const char *at = cursor->at + negative, *end = cursor->end;
    size_t digits = base_count_digits(at, (size_t)(end - at));
    uint64_t value = INT64_MAX;
    if (!digits || (at + digits < end && (at[digits] == '.' || at[digits] == 'e' || at[digits] == 'E')))
        return false;
    if (!base_number_read(at, digits, INT64_MAX, &value) && negative)
        *number = INT64_MIN;
    else
        *number = negative ? -(int64_t)value : (int64_t)value;
    cursor->at = at + digits;
    return true;
}

bool base_json_take_open(struct base_json_cursor *cursor, char bracket)
{
    if (peek(cursor) != bracket)
        return false;
    cursor->at++;
    return true;
}

bool base_json_more(struct base_json_cursor *cursor)
{
    char c = peek(cursor);
    if (c == ',') {
        cursor->at++;
        c = peek(cursor);
    }
    if (c != ']' && c != '}')
        return c != '\0';
    cursor->at++;
    return false;
}

void base_json_take_key(struct base_json_cursor *cursor, struct base_json_text *key)
{
    base_json_take_text(cursor, key);
    if (peek(cursor) == ':')
        cursor->at++;
}

static bool ends_word(char c) { return c == ',' || c == ']' || c == '}' || c == ' ' || c == '\t' || c == '\r'; }

void base_json_skip(struct base_json_cursor *cursor)
{
    struct base_json_text text;
    if (base_json_take_text(cursor, &text))
        return;
    if (base_json_take_open(cursor, '[')) {
        while (base_json_more(cursor))
            base_json_skip(cursor);
    } else if (base_json_take_open(cursor, '{')) {
        while (base_json_more(cursor)) {
            base_json_take_key(cursor, &text);
            base_json_skip(cursor);
        }
    } else {
        while (cursor->at < cursor->end && !ends_word(*cursor->at))
            cursor->at++;
    }
}

/* -------------------------------------------------------------------------------------------------------- strings */

bool base_json_text_is(const struct base_json_text *text, const char *word)
{
    struct base_json_text other = {word, (uint32_t)strlen(word), false};
    return same_text(text, &other);
}

size_t base_json_text_copy(const struct base_json_text *text, char *buffer, size_t capacity)
{
    size_t length = 0;
    for (const char *at = text->at; at < text->at + text->n;) {
        char bytes[4];
        size_t n = base_utf8_put(next_char(&at), bytes);
        if (length + n >= capacity)
            break;
        memcpy(buffer + length, bytes, n);
        length += n;
    }
    buffer[length] = '\0';
    return length;
}

/* -------------------------------------------------------------------------------------------------------- writing */

static void put_escaped(struct base_out *out, uint32_t c)
{
    if (c > 0xffff) { /* a surrogate pair */
        put_escaped(out, 0xd800 + ((c - 0x10000) >> 10));
        c = 0xdc00 + ((c - 0x10000) & 0x3ff);
    }
    base_put(out, "\\u");
    base_put_hex_number(out, c, 4);
}

/* Writes one character that is_plain does not accept, escaped where necessary. */
static void put_character(struct base_out *out, const char *at, size_t n, bool shown, uint32_t c)
{
    if (c == '"' || c == '\\')
        base_put_char(out, '\\');
    if (c == BASE_NOT_UTF8)
        base_put(out, "\xef\xbf\xbd");
    else if (shown)
        base_put_bytes(out, at, n);
    else
        put_escaped(out, c);
}

static bool is_plain(char c) { return c >= '!' && c <= '~' && c != '"' && c != '\\'; }

void base_json_put_text(struct base_out *out, const char *text)
{
    struct base_safe_walk walk = base_safe_walk(text, strlen(text));
    base_put_char(out, '"');
    while (walk.at < walk.end) {
        const char *from = walk.at;
        while (walk.at < walk.end && (*walk.at == ' ' || is_plain(*walk.at))) /* most text is plain */
            walk.at++;
        if (walk.at > from)
            walk.before = (unsigned char)walk.at[-1];
        base_put_bytes(out, from, (size_t)(walk.at - from));
        if (walk.at == walk.end)
            break;
        uint32_t c;
        from = walk.at;
        bool shown = base_safe_next(&walk, &c);
        put_character(out, from, (size_t)(walk.at - from), shown, c);
    }
    base_put_char(out, '"');
}
