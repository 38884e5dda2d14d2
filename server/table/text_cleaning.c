/* text_cleaning.c - checks and cleans names and chat before they are stored and shown; see table.h and
 * table_internal.h. New text with misleading characters (engine/base/safe.h) is refused, because they can be invisible
 * or make one name look like another. Older logs may contain such characters. They still load, with each of them
 * replaced by `?`. */
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

/* Copies a line without the blanks at its ends. Replaces each hidden character by `?` and sets *hidden. Returns false
 * if the text is not UTF-8, is empty or too long, or contains a control character. */
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
