/* text_cleaning.c - cleans names and chat before they are stored and shown; see table.h and table_internal.h.
 * Misleading characters (engine/base/safe.h) are refused, because a name with them could look like a different name, or
 * be invisible. Text in a log from before the rules became stricter still loads; such characters are shown as `?`. */
#include "table_internal.h"

#include "engine/base/safe.h"

#include <string.h>

static void trim(const char **text, size_t *length)
{
    while (*length && (*text)[*length - 1] == ' ')
        --*length;
    while (*length && **text == ' ') {
        ++*text;
        --*length;
    }
}

/* Copies the characters; hidden ones become `?` and set *hidden. Returns false if the text is not UTF-8, empty or too
 * long, or contains a control character. */
static bool copy_line(const char *text, size_t length, size_t characters_max, char *line, size_t size, bool *hidden)
{
    trim(&text, &length);
    *hidden = false;
    if (!length || length >= size)
        return false;
    size_t characters = 0;
    struct base_safe_walk walk = base_safe_walk(text, length);
    for (; walk.at < walk.end; characters++) {
        const char *from = walk.at;
        uint32_t c;
        bool shown = base_safe_next(&walk, &c);
        if (c == BASE_NOT_UTF8 || c < ' ')
            return false;
        if (shown)
            line = (char *)memcpy(line, from, (size_t)(walk.at - from)) + (walk.at - from);
        else
            *line++ = '?';
        *hidden |= !shown;
    }
    *line = '\0';
    return characters <= characters_max;
}

bool table_chat_read(const char *text, size_t length, size_t characters_max, char *line, size_t size)
{
    bool hidden;
    return copy_line(text, length, characters_max, line, size, &hidden) && !hidden;
}

bool table_text_sanitize(const char *text, size_t length, size_t characters_max, char *line, size_t size)
{
    bool hidden;
    return copy_line(text, length, characters_max, line, size, &hidden);
}

bool table_name_read(const char *text, size_t length, char name[TABLE_NAME_SIZE])
{
    return table_chat_read(text, length, TABLE_NAME_CHARACTERS, name, TABLE_NAME_SIZE);
}
