/* abbreviations.h - expands abbreviated actions and cards. `b a` is brewery A if no other action begins like that;
 * `crane` is build crane, `th2` is townhall2. Only legal actions are considered, so a few letters suffice. Numbers are
 * never abbreviated. */
#pragma once

#include "engine/base/words.h"
#include "engine/core/ff.h"

enum abbreviation_fit {
    MATCH_NOT,
    MATCH_LETTERS, /* each word contains the typed letters in order and begins with the first: th2, townhall2 */
    MATCH_NOUN,    /* the typed words are beginnings of its words after the first: cr, build crane */
    MATCH_NAME,    /* the whole name of a card without the verb: Town hall II */
    MATCH_BEGINNINGS,
    MATCH_WHOLE,
};

/* Returns how well `typed` (words of a chain) fits `full`. Words at the end of `full` may be missing. */
enum abbreviation_fit abbreviation_fit_words(const char *typed, size_t n, const char *full);

/* Returns how well `typed` fits a name of the card: townhall2, Town hall II, town hall 2, and Water field 3 for Spring
 * 3, with or without spaces, in any case. MATCH_WHOLE: it is a name; MATCH_BEGINNINGS: it begins one. */
enum abbreviation_fit abbreviation_fit_card(const char *typed, size_t n, int card);

/* Returns the cards with this name that differ in their numbers only, as of `town hall`. */
uint32_t abbreviation_numbered_cards(const char *typed, size_t n);

/* Returns the name most similar to a mistyped one, among all cards and the given names; NULL if none is similar. One
 * letter may be wrong, or two in names of six letters or more. */
const char *abbreviation_similar_name(const char *typed, size_t n, const char *const *names, int names_n);

/* Returns the cards that the next words of the chain may mean, by the longest name of up to four words, else by the
 * longest beginning. Skips the words unless the result is 0. */
uint32_t abbreviation_next_cards(struct base_words *chain, uint32_t cards);

struct abbreviation {
    enum abbreviation_fit fit;
    ff_options options; /* the options that match best */
};

/* Returns the legal options that fit best. */
struct abbreviation abbreviation_options(const char *typed, size_t n, int stage, ff_options legal);
