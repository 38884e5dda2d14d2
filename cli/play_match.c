/* play_match.c - abbreviations; see play_match.h. */
#include "play_match.h"

#include <ctype.h>
#include <string.h>

#include "text/notation.h"

static bool same_letter(char a, char b) { return tolower((unsigned char)a) == tolower((unsigned char)b); }

static bool is_beginning(const struct base_word *typed, const struct base_word *full)
{
    if (typed->length > full->length || (isdigit((unsigned char)typed->text[0]) && typed->length < full->length))
        return false;
    for (size_t i = 0; i < typed->length; i++)
        if (!same_letter(typed->text[i], full->text[i]))
            return false;
    return true;
}

static bool has_letters(const struct base_word *typed, const struct base_word *full)
{
    size_t at = 0;
    if (!same_letter(typed->text[0], full->text[0]) || isdigit((unsigned char)typed->text[0]))
        return is_beginning(typed, full);
    for (size_t i = 0; i < full->length && at < typed->length; i++)
        at += same_letter(typed->text[at], full->text[i]);
    return at == typed->length;
}

typedef bool word_fits(const struct base_word *typed, const struct base_word *full);

/* Whether each word of `typed` fits one of `full`, from its first or second on; *whole: they are the same. */
static bool fits(struct base_words typed, struct base_words full, bool noun, word_fits *fit, bool *whole)
{
    struct base_word a, b;
    *whole = !noun;
    if (noun && !base_words_next(&full, &b))
        return false;
    while (base_words_next(&typed, &a)) {
        if (!base_words_next(&full, &b) || !fit(&a, &b))
            return false;
        *whole = *whole && a.length == b.length;
    }
    *whole = *whole && !base_words_next(&full, &b);
    return true;
}

enum play_match_fit play_match_fit(const char *typed, size_t n, const char *full)
{
    struct base_words a = base_words_in_chain(typed, n), b = base_words_in_chain(full, strlen(full)), look = a;
    struct base_word word;
    bool whole;
    if (!base_words_next(&look, &word))
        return MATCH_NOT;
    if (fits(a, b, false, is_beginning, &whole))
        return whole ? MATCH_WHOLE : MATCH_BEGINNINGS;
    if (fits(a, b, true, is_beginning, &whole))
        return MATCH_NOUN;
    if (fits(a, b, false, has_letters, &whole) || fits(a, b, true, has_letters, &whole))
        return MATCH_LETTERS;
    return MATCH_NOT;
}

struct play_match play_match_options(const char *typed, size_t n, int stage, ff_options legal)
{
    struct play_match best = {MATCH_NOT, 0};
    for (unsigned option = 0; option < FF_OPTIONS_MAX; option++) {
        char text[TEXT_ACTION_MAX];
        struct base_out out = base_out_cut(text, sizeof text);
        if (!(legal >> option & 1))
            continue;
        text_action(&out, ff_action_of((unsigned)stage, option));
        enum play_match_fit fit = play_match_fit(typed, n, text);
        if (fit < best.fit || fit == MATCH_NOT)
            continue;
        if (fit > best.fit)
            best.options = 0;
        best.fit = fit;
        best.options |= (ff_options)1 << option;
    }
    return best;
}
