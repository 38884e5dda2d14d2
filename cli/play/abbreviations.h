/* abbreviations.h - expands abbreviated actions and cards. `b a` is brewery A if no other action begins like that,
 * `crane` is build crane, and `th2` is townhall2. Only legal actions are considered, so a few letters are enough.
 * Numbers are never abbreviated. */
#pragma once

#include "engine/base/words.h"
#include "engine/core/ff.h"

enum abbreviation_fit {
    MATCH_NOT,
    MATCH_LETTERS, /* each word contains the letters of a typed word in order and begins with the first: th2, townhall2
                    */
    MATCH_NOUN,    /* the typed words are beginnings of the words after the verb: cr, build crane */
    MATCH_NAME,    /* the whole name of a card without the verb: Town hall II */
    MATCH_BEGINNINGS,
    MATCH_WHOLE,
};

/* Returns how well `typed` (words of a chain) fits `full`. Words at the end of `full` may be missing. */
enum abbreviation_fit abbreviation_fit_words(const char *typed, size_t n, const char *full);

/* Returns how well `typed` fits a name of the card: townhall2, Town hall II, town hall 2, and Water field 3 for Spring
 * 3, with or without spaces, in upper or lower case. MATCH_WHOLE is a whole name, MATCH_BEGINNINGS the beginning of a
 * name. */
enum abbreviation_fit abbreviation_fit_card(const char *typed, size_t n, int card);

/* Returns the cards of which `typed` is the name without the number, such as both Town halls for `town hall`. */
uint32_t abbreviation_numbered_cards(const char *typed, size_t n);

/* Returns the name that is most similar to a mistyped name, among those of all cards and the given names. Returns NULL
 * if none is similar. One letter may be wrong, or two in names of six letters or more. */
const char *abbreviation_similar_name(const char *typed, size_t n, const char *const *names, int names_n);

/* Returns the cards of the set `cards` that the next words of the chain may mean. Prefers whole names of up to four
 * words to beginnings of names, and more words to fewer. Skips the words that it used. */
uint32_t abbreviation_read_cards(struct base_words *chain, uint32_t cards);

struct abbreviation {
    enum abbreviation_fit fit;
    ff_options options; /* the options that match best */
};

/* Returns the legal options that fit the typed words best. */
struct abbreviation abbreviation_match_options(const char *typed, size_t n, int stage, ff_options legal);
