/* words.c - reading text word by word; see words.h. */
#include "words.h"

#include <string.h>

static struct words words_of(const char *text, size_t length, bool lines)
{
    struct words words = {text, length, 0, 0, 1, lines};
    return words;
}

struct words words_in_lines(const char *text, size_t length) { return words_of(text, length, true); }
struct words words_in_chain(const char *text, size_t length) { return words_of(text, length, false); }

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static bool is_gap(const struct words *words, char c)
{
    return is_blank(c) || (!words->lines && (c == '\n' || c == ';' || c == ','));
}

static bool is_end(const struct words *words, char c) { return words->lines && (c == '\n' || c == '#'); }

static void step(struct words *words)
{
    if (words->text[words->at++] == '\n') {
        words->line++;
        words->line_start = words->at;
    }
}

static void skip_gap(struct words *words)
{
    while (words->at < words->length && is_gap(words, words->text[words->at]))
        step(words);
}

static void skip_line(struct words *words)
{
    while (words->at < words->length && words->text[words->at] != '\n')
        step(words);
    if (words->at < words->length)
        step(words);
}

bool words_line(struct words *words)
{
    if (words->at > words->line_start)
        skip_line(words);
    for (skip_gap(words); words->at < words->length; skip_gap(words)) {
        if (!is_end(words, words->text[words->at]))
            return true;
        skip_line(words);
    }
    return false;
}

static struct word word_here(const struct words *words)
{
    struct word word = {words->text + words->at, 0, words->line, (unsigned)(words->at - words->line_start) + 1};
    return word;
}

bool words_next(struct words *words, struct word *word)
{
    skip_gap(words);
    *word = word_here(words);
    while (words->at < words->length) {
        char c = words->text[words->at];
        if (is_gap(words, c) || is_end(words, c))
            break;
        word->length++;
        step(words);
    }
    return word->length > 0;
}

struct word words_rest(struct words *words)
{
    skip_gap(words);
    struct word word = word_here(words);
    while (words->at < words->length && words->text[words->at] != '\n')
        step(words), word.length++;
    while (word.length > 0 && is_blank(word.text[word.length - 1]))
        word.length--;
    return word;
}

bool word_is(const struct word *word, const char *text)
{
    size_t length = strlen(text);
    return word->length == length && memcmp(word->text, text, length) == 0;
}

bool word_number(const struct word *word, unsigned max, unsigned *number)
{
    unsigned n = 0;
    if (word->length == 0 || word->length > 9)
        return false;
    for (size_t i = 0; i < word->length; i++) {
        char c = word->text[i];
        if (c < '0' || c > '9')
            return false;
        n = n * 10 + (unsigned)(c - '0');
    }
    if (n <= max)
        *number = n;
    return n <= max;
}

struct out text_error_at(struct text_error *error, const struct word *word)
{
    error->line = word->line;
    error->column = word->column;
    return out_of(error->message, sizeof error->message);
}

void out_word(struct out *out, const struct word *word)
{
    enum { SHOWN_MAX = 24 };
    if (word->length == 0) {
        out_str(out, "nothing ");
        return;
    }
    out_char(out, '"');
    for (size_t i = 0; i < word->length && i < SHOWN_MAX; i++)
        out_char(out, word->text[i] >= ' ' && word->text[i] <= '~' ? word->text[i] : '?');
    out_str(out, word->length > SHOWN_MAX ? "...\" " : "\" ");
}
