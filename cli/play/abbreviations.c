/* abbreviations.c - matches abbreviated words; see abbreviations.h. */
#include "abbreviations.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "engine/text/names.h"
#include "engine/text/notation.h"

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

/* Returns whether the words of `typed` fit those of `full`, beginning with its first word or, if `noun` is set, its
 * second word. Sets *whole if all words are equal. */
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

enum abbreviation_fit abbreviation_fit_words(const char *typed, size_t n, const char *full)
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

/* ------------------------------------------------------------------------------------------------------------ cards */

enum { SQUEEZED_MAX = 32 };

/* Copies only letters and digits, in lower case: "Town hall II" becomes townhallii. */
static void squeeze(const char *text, size_t n, char squeezed[SQUEEZED_MAX])
{
    size_t length = 0;
    for (size_t i = 0; i < n && length < SQUEEZED_MAX - 1; i++)
        if (text[i] != ' ')
            squeezed[length++] = (char)tolower((unsigned char)text[i]);
    squeezed[length] = '\0';
}

/* Copies a title with its Roman number as a digit: "Laboratory II" becomes laboratory2. */
static void squeeze_number(const char *title, char squeezed[SQUEEZED_MAX])
{
    static const char *const roman[] = {" I", " II", " III", " IV", " V", " VI"};
    const char *last = strrchr(title, ' ');
    squeeze(title, strlen(title), squeezed);
    for (int i = 0; last && i < 6; i++)
        if (strcmp(last, roman[i]) == 0)
            snprintf(squeezed + strlen(squeezed) - strlen(roman[i]) + 1, 2, "%d", i + 1);
}

/* Writes the name of a field as hopsfield1, barleyfield2 or waterfield3. Writes "" for other cards. */
static void squeeze_field(int card, char squeezed[SQUEEZED_MAX])
{
    *squeezed = '\0';
    if (ff_is_field(card))
        snprintf(squeezed, SQUEEZED_MAX, "%sfield%d", text_good(ff_field_good(card)), ff_field_yield(card));
}

enum { FORMS = 4 };
static void squeeze_names(int card, char form[FORMS][SQUEEZED_MAX])
{
    squeeze(text_card(card), strlen(text_card(card)), form[0]);
    squeeze(text_card_title(card), strlen(text_card_title(card)), form[1]);
    squeeze_number(text_card_title(card), form[2]);
    squeeze_field(card, form[3]);
}

enum abbreviation_fit abbreviation_fit_card(const char *typed, size_t n, int card)
{
    char name[SQUEEZED_MAX], form[FORMS][SQUEEZED_MAX];
    enum abbreviation_fit best = MATCH_NOT;
    squeeze(typed, n, name);
    squeeze_names(card, form);
    for (int i = 0; i < FORMS && *name; i++) {
        if (strcmp(name, form[i]) == 0)
            return MATCH_WHOLE;
        if (strncmp(name, form[i], strlen(name)) == 0)
            best = MATCH_BEGINNINGS;
    }
    return best;
}

uint32_t abbreviation_numbered_cards(const char *typed, size_t n)
{
    char name[SQUEEZED_MAX], form[FORMS][SQUEEZED_MAX];
    uint32_t series = 0;
    squeeze(typed, n, name);
    const size_t length = strlen(name);
    for (int card = 0; card < FF_CARDS_MAX; card++) {
        squeeze_names(card, form);
        for (int i = 0; i < FORMS && length; i++)
            if (strncmp(form[i], name, length) == 0 && isdigit((unsigned char)form[i][length]))
                series |= ff_bit((unsigned)card);
    }
    return series;
}

/* ------------------------------------------------------------------------------------------------------------ typos */

/* Returns how many letters may be wrong in a mistyped name. */
static int typos_max(const char *name)
{
    size_t length = strlen(name);
    return length < 3 ? 0 : length < 6 ? 1 : 2;
}

struct similar {
    const char *name;
    size_t length;
    int distance;
};

static void compare_squeezed(struct similar *similar, const char *typed, const char *squeezed, const char *name)
{
    int distance = *squeezed ? cli_word_distance(typed, squeezed) : similar->distance;
    bool longer =
        similar->name && strlen(squeezed) > similar->length; /* a forgotten letter is more likely than a wrong one */
    if (distance < similar->distance || (distance == similar->distance && longer))
        *similar = (struct similar){name, strlen(squeezed), distance};
}

const char *abbreviation_similar_name(const char *typed, size_t n, const char *const *names, int names_n)
{
    char word[SQUEEZED_MAX], form[FORMS][SQUEEZED_MAX];
    squeeze(typed, n, word);
    struct similar similar = {NULL, 0, typos_max(word) + 1};
    for (int card = 0; card < FF_CARDS_MAX; card++) {
        squeeze_names(card, form);
        for (int i = 0; i < FORMS; i++)
            compare_squeezed(&similar, word, form[i], i ? text_card_title(card) : text_card(card));
    }
    for (int i = 0; i < names_n; i++) {
        squeeze(names[i], strlen(names[i]), form[0]);
        compare_squeezed(&similar, word, form[0], names[i]);
    }
    return similar.name;
}

/* ----------------------------------------------------------------------------------------------------------- chains */

uint32_t abbreviation_read_cards(struct base_words *chain, uint32_t cards)
{
    enum { WORDS_MAX = 4 };
    struct base_words ahead = *chain, longest = *chain;
    struct base_word first, word;
    uint32_t meant = 0;
    enum abbreviation_fit best = MATCH_LETTERS;
    for (int words = 0; words < WORDS_MAX && base_words_next(&ahead, &word); words++) {
        uint32_t fitting = 0;
        enum abbreviation_fit fit = best;
        first = words ? first : word;
        for (int card = 0; card < FF_CARDS_MAX; card++) {
            enum abbreviation_fit one =
                cards >> card & 1
                    ? abbreviation_fit_card(first.text, (size_t)(ahead.text + ahead.at - first.text), card)
                    : MATCH_NOT;
            if (one < fit || one == MATCH_NOT)
                continue;
            fitting = one > fit ? ff_bit((unsigned)card) : fitting | ff_bit((unsigned)card);
            fit = one;
        }
        if (fitting) {
            meant = fitting;
            best = fit;
            longest = ahead;
        }
        if (ahead.at < ahead.length && strchr(";,\n", ahead.text[ahead.at]))
            break;
    }
    *chain = longest;
    return meant;
}

/* ---------------------------------------------------------------------------------------------------------- options */

/* Returns the card that an option names, or -1 if it names none. */
static int card_of(int stage, unsigned option)
{
    if (stage == FF_STAGE_DISCARD && option >= FF_OPTION_TRASH)
        option -= FF_OPTION_TRASH;
    bool names = stage == FF_STAGE_KEEP || stage == FF_STAGE_BUILD || stage == FF_STAGE_DISCARD;
    return names && option < FF_CARDS_MAX ? (int)option : -1;
}

/* Returns how well the typed words fit an action with a card: the card's name, with or without the verb. */
static enum abbreviation_fit fit_card(const char *typed, size_t n, const char *action, int card)
{
    struct base_words words = base_words_in_chain(typed, n), full = base_words_in_chain(action, strlen(action));
    struct base_word first, verb;
    enum abbreviation_fit alone = abbreviation_fit_card(typed, n, card);
    if (alone != MATCH_NOT)
        return alone == MATCH_WHOLE ? MATCH_NAME : MATCH_NOUN;
    base_words_next(&full, &verb);
    if (!base_words_next(&words, &first) || !is_beginning(&first, &verb))
        return MATCH_NOT;
    return abbreviation_fit_card(typed + words.at, n - words.at, card);
}

struct abbreviation abbreviation_match_options(const char *typed, size_t n, int stage, ff_options legal)
{
    struct abbreviation best = {MATCH_NOT, 0};
    for (unsigned option = 0; option < FF_OPTIONS_MAX; option++) {
        char text[TEXT_ACTION_MAX];
        struct base_out out = base_out_cut(text, sizeof text);
        if (!(legal >> option & 1))
            continue;
        text_action(&out, ff_action_of((unsigned)stage, option));
        int card = card_of(stage, option);
        enum abbreviation_fit fit = abbreviation_fit_words(typed, n, text);
        enum abbreviation_fit named = card >= 0 ? fit_card(typed, n, text, card) : MATCH_NOT;
        fit = named > fit ? named : fit;
        if (fit < best.fit || fit == MATCH_NOT)
            continue;
        if (fit > best.fit)
            best.options = 0;
        best.fit = fit;
        best.options |= (ff_options)1 << option;
    }
    return best;
}
