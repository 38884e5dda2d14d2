/* safe.c - see safe.h. */
#include "safe.h"

#include "hex.h"
#include "utf8.h"

#include <string.h>

struct range {
    uint32_t from, to;
};

/* The hidden characters, sorted. tests/names.py compares this table with Unicode's categories. */
static const struct range hidden[] = {
    {0x0000, 0x001f},   {0x007f, 0x00a0},    {0x00ad, 0x00ad},
    {0x034f, 0x034f},   {0x0600, 0x0605},    {0x061c, 0x061c},
    {0x06dd, 0x06dd},   {0x070f, 0x070f},    {0x0890, 0x0891},
    {0x08e2, 0x08e2},   {0x115f, 0x1160},    {0x1680, 0x1680},
    {0x17b4, 0x17b5},   {0x180b, 0x180f},    {0x2000, 0x200f},
    {0x2028, 0x202f},   {0x205f, 0x206f},    {0x2800, 0x2800},
    {0x3000, 0x3000},   {0x3164, 0x3164},    {0xd800, 0xf8ff},
    {0xfdd0, 0xfdef},   {0xfe00, 0xfe0f},    {0xfeff, 0xfeff},
    {0xffa0, 0xffa0},   {0xfff0, 0xfffb},    {0xfffe, 0xffff},
    {0x110bd, 0x110bd}, {0x110cd, 0x110cd},  {0x13430, 0x1343f},
    {0x16fe4, 0x16fe4}, {0x1bca0, 0x1bca3},  {0x1d159, 0x1d159},
    {0x1d173, 0x1d17a}, {0x1fffe, 0x1ffff},  {0x2fffe, 0x2ffff},
    {0x3fffe, 0xe0fff}, {0xefffe, 0x10ffff}, {BASE_NOT_UTF8, BASE_NOT_UTF8},
};

/* Combining marks that could be stacked on one character without limit. */
static const struct range stacking[] = {
    {0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd}, {0x064b, 0x065f}, {0x0e31, 0x0e31}, {0x0e34, 0x0e3a},
    {0x0e47, 0x0e4e}, {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0x3099, 0x309a}, {0xfe20, 0xfe2f},
};

/* Scripts whose letters U+200C and U+200D separate or join: Arabic, the scripts of India. */
static const struct range joining[] = {{0x0620, 0x08ff}, {0x0900, 0x0dff}};

/* Emoji. */
static const struct range pictures[] = {
    {0x203c, 0x203c}, {0x2049, 0x2049}, {0x2122, 0x2122}, {0x2139, 0x2139},   {0x2190, 0x21ff},
    {0x2300, 0x23ff}, {0x2460, 0x27bf}, {0x2900, 0x2bff}, {0x1f000, 0x1faff},
};

enum { JOINER_NOT = 0x200c, JOINER = 0x200d, PICTURE = 0xfe0f, KEYCAP = 0x20e3 };

#define IN(ranges, c) in_ranges(ranges, sizeof(ranges) / sizeof((ranges)[0]), c)

static bool in_ranges(const struct range *range, size_t n, uint32_t c)
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (c > range[middle].to)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && c >= range[low].from;
}

struct base_safe_walk base_safe_walk(const char *text, size_t n)
{
    return (struct base_safe_walk){.at = text, .end = text + n};
}

static uint32_t following(const struct base_safe_walk *walk)
{
    size_t length;
    return walk->at < walk->end ? base_utf8_take(walk->at, (size_t)(walk->end - walk->at), &length) : 0;
}

/* Returns whether a joiner or selector has a visible effect at this place: between two letters of the scripts in
 * `joining`, or between or after emoji. */
static bool has_effect(const struct base_safe_walk *walk, uint32_t c)
{
    uint32_t before = walk->before, next = following(walk);
    bool picture = IN(pictures, before), digit = before == '#' || before == '*' || (before >= '0' && before <= '9');
    if (c == PICTURE)
        return picture || (digit && next == KEYCAP);
    if (c == JOINER && (picture || before == PICTURE))
        return IN(pictures, next);
    return (c == JOINER || c == JOINER_NOT) && IN(joining, before) && IN(joining, next);
}

bool base_safe_next(struct base_safe_walk *walk, uint32_t *character)
{
    size_t length;
    uint32_t c = base_utf8_take(walk->at, (size_t)(walk->end - walk->at), &length);
    walk->at += length;
    *character = c;
    bool mark = IN(stacking, c) && !IN(hidden, c);
    walk->marks = mark ? walk->marks + 1 : 0;
    bool shown = mark ? walk->before && walk->marks <= BASE_SAFE_MARKS_MAX : !IN(hidden, c) || has_effect(walk, c);
    if (!mark)
        walk->before = c;
    return shown;
}

void base_put_safe(struct base_out *out, const char *text, size_t n)
{
    struct base_safe_walk walk = base_safe_walk(text, n);
    while (walk.at < walk.end) {
        const char *from = walk.at;
        uint32_t c;
        if (base_safe_next(&walk, &c)) {
            base_put_bytes(out, from, (size_t)(walk.at - from));
        } else if (c == BASE_NOT_UTF8) {
            base_put(out, "\\x");
            base_put_hex_number(out, (unsigned char)*from, 2);
        } else {
            base_put(out, "\\u{");
            base_put_hex_number(out, c, 2);
            base_put_char(out, '}');
        }
    }
}

void base_put_quoted(struct base_out *out, const char *text, size_t n, size_t most)
{
    size_t shown = n < most ? n : most;
    while (shown < n && shown > 0 && !base_utf8_starts(text[shown]))
        shown--;
    base_put_char(out, '"');
    base_put_safe(out, text, shown);
    base_put(out, shown < n ? "...\"" : "\"");
}
