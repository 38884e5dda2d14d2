/* words.c - splits text into words; see words.h. */
#include "words.h"

#include "number.h"
#include "safe.h"

#include <string.h>

static struct base_words words_of(const char *text, size_t length, bool lines)
{
    struct base_words words = {text, length, 0, 0, 1, lines};
    return words;
}

struct base_words base_words_in_lines(const char *text, size_t length) { return words_of(text, length, true); }
struct base_words base_words_in_chain(const char *text, size_t length) { return words_of(text, length, false); }

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static bool is_gap(const struct base_words *words, char c)
{
    return is_blank(c) || (!words->lines && (c == '\n' || c == ';' || c == ','));
}

static bool is_end(const struct base_words *words, char c) { return words->lines && (c == '\n' || c == '#'); }

static void step_over_byte(struct base_words *words)
{
    if (words->text[words->at++] == '\n') {
        words->line++;
        words->line_start = words->at;
    }
}

static void skip_gap(struct base_words *words)
{
    while (words->at < words->length && is_gap(words, words->text[words->at]))
        step_over_byte(words);
}

static void skip_line(struct base_words *words)
{
    while (words->at < words->length && words->text[words->at] != '\n')
        step_over_byte(words);
    if (words->at < words->length)
        step_over_byte(words);
}

bool base_words_line(struct base_words *words)
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

static struct base_word word_here(const struct base_words *words)
{
    struct base_word word = {words->text + words->at, 0, words->line, (unsigned)(words->at - words->line_start) + 1};
    return word;
}

bool base_words_next(struct base_words *words, struct base_word *word)
{
    skip_gap(words);
    *word = word_here(words);
    while (words->at < words->length) {
        char c = words->text[words->at];
        if (is_gap(words, c) || is_end(words, c))
            break;
        word->length++;
        step_over_byte(words);
    }
    return word->length > 0;
}

struct base_word base_words_rest(struct base_words *words)
{
    skip_gap(words);
    struct base_word word = word_here(words);
    while (words->at < words->length && words->text[words->at] != '\n')
        step_over_byte(words), word.length++;
    while (word.length > 0 && is_blank(word.text[word.length - 1]))
        word.length--;
    return word;
}

bool base_word_is(const struct base_word *word, const char *text)
{
    size_t length = strlen(text);
    return word->length == length && memcmp(word->text, text, length) == 0;
}

int base_word_index(const struct base_word *word, const char *const *list, int n)
{
    for (int i = 0; i < n; i++)
        if (base_word_is(word, list[i]))
            return i;
    return -1;
}

bool base_word_number(const struct base_word *word, unsigned max, unsigned *number)
{
    uint64_t value;
    if (!base_number_read(word->text, word->length, max, &value))
        return false;
    *number = (unsigned)value;
    return true;
}

struct base_out base_error_at(struct base_error *error, const struct base_word *word)
{
    error->line = word->line;
    error->column = word->column;
    return base_out_cut(error->message, sizeof error->message);
}

void base_put_word(struct base_out *out, const struct base_word *word)
{
    enum { SHOWN_MAX = 24 };
    if (word->length == 0) {
        base_put(out, "nothing ");
        return;
    }
    base_put_quoted(out, word->text, word->length, SHOWN_MAX);
    base_put_char(out, ' ');
}

bool base_word_refuse(struct base_error *error, const struct base_word *word, const char *format, ...)
{
    struct base_out out = base_error_at(error, word);
    va_list values;
    base_put_word(&out, word);
    va_start(values, format);
    base_vprintf(&out, format, &values);
    va_end(values);
    return false;
}
