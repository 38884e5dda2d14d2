/* name_skeleton.c - maps the characters of a name to the Latin letters that they look like; see name_skeleton.h. */
#include "server/identity/name_skeleton.h"

#include "engine/base/utf8.h"

#include <string.h>

/* The letters that U+00C0 to U+00DF resemble. U+00E0 to U+00FF resemble the same letters. The letters i, 1 and l all
 * become l. */
static const char latin1[] = "aaaaaaaceeeelllldnoooooxouuuuyps";
/* The letters that U+0100 to U+017F resemble. */
static const char latin_extended[] = "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhlllllllllllljjkkkllllllllll"
                                     "nnnnnnnnnoooooooorrrrrrsssssssstttttt"
                                     "uuuuuuuuuuuuwwyyyzzzzzzs";
_Static_assert(sizeof latin1 == 32 + 1 && sizeof latin_extended == 128 + 1, "a letter for each");

/* Letters of other alphabets, and the Latin letters that they resemble. */
static const struct {
    uint16_t from;
    char to;
} look_alikes[] = {
    {0x0391, 'a'}, {0x0392, 'b'}, {0x0395, 'e'}, {0x0396, 'z'}, {0x0397, 'h'}, {0x0399, 'l'}, {0x039a, 'k'},
    {0x039c, 'm'}, {0x039d, 'n'}, {0x039f, 'o'}, {0x03a1, 'p'}, {0x03a4, 't'}, {0x03a5, 'y'}, {0x03a7, 'x'},
    {0x03b1, 'a'}, {0x03b5, 'e'}, {0x03b7, 'n'}, {0x03b9, 'l'}, {0x03ba, 'k'}, {0x03bd, 'v'}, {0x03bf, 'o'},
    {0x03c1, 'p'}, {0x03c4, 't'}, {0x03c5, 'u'}, {0x03c7, 'x'}, {0x0405, 's'}, {0x0406, 'l'}, {0x0408, 'j'},
    {0x0410, 'a'}, {0x0412, 'b'}, {0x0415, 'e'}, {0x0401, 'e'}, {0x041a, 'k'}, {0x041c, 'm'}, {0x041d, 'h'},
    {0x041e, 'o'}, {0x0420, 'p'}, {0x0421, 'c'}, {0x0422, 't'}, {0x0423, 'y'}, {0x0425, 'x'}, {0x0430, 'a'},
    {0x0432, 'b'}, {0x0435, 'e'}, {0x0451, 'e'}, {0x043a, 'k'}, {0x043c, 'm'}, {0x043d, 'h'}, {0x043e, 'o'},
    {0x0440, 'p'}, {0x0441, 'c'}, {0x0442, 't'}, {0x0443, 'y'}, {0x0445, 'x'}, {0x0455, 's'}, {0x0456, 'l'},
    {0x0457, 'l'}, {0x0458, 'j'}, {0x0501, 'd'}, {0x051b, 'q'}, {0x051d, 'w'}, {0x2170, 'l'}, {0x217c, 'l'},
};

/* Returns the letter that an ASCII character resembles, or 0 if the character is ignored. */
static uint32_t ascii(uint32_t c)
{
    if (c >= 'A' && c <= 'Z')
        c += 'a' - 'A';
    switch (c) {
    case '0': return 'o';
    case '1':
    case 'i':
    case '|':
    case '!': return 'l';
    case '5': return 's';
    default: return strchr(" .,-_'`\"~^*:;/\\()[]{}", (int)c) ? 0 : c;
    }
}

/* Returns the letter that a character resembles, or 0 if the character is ignored. */
static uint32_t fold(uint32_t c)
{
    if (c >= 0xff01 && c <= 0xff5e) /* full-width forms */
        c -= 0xff01 - '!';
    if (c < 0x80)
        return ascii(c);
    if (c >= 0xc0 && c <= 0xff)
        return (uint32_t)latin1[c & 31];
    if (c >= 0x100 && c <= 0x17f)
        return (uint32_t)latin_extended[c - 0x100];
    if (c >= 0x300 && c <= 0x36f) /* combining accents */
        return 0;
    for (size_t i = 0; i < sizeof look_alikes / sizeof *look_alikes; i++)
        if (look_alikes[i].from == c)
            return (uint32_t)look_alikes[i].to;
    return c;
}

void name_put_skeleton(struct base_out *out, const char *name)
{
    size_t n = strlen(name), from = out->length, length;
    for (size_t at = 0; at < n; at += length) {
        uint32_t c = fold(base_utf8_take(name + at, n - at, &length));
        char bytes[4], last = out->length > from ? out->text[out->length - 1] : '\0';
        if ((last == 'r' && c == 'n') || (last == 'v' && c == 'v')) { /* rn looks like m, vv like w */
            out->text[out->length - 1] = c == 'n' ? 'm' : 'w';
            continue;
        }
        if (c)
            base_put_bytes(out, bytes, base_utf8_put(c, bytes));
    }
    if (out->length == from)
        base_put(out, name);
}
