/* names.h - the words for cards, goods, stages and refusals.
 *
 * There are two kinds: names of the text language, which can be read back (`townhall2`), and titles for people ("Town
 * hall II"). All strings are constants. The name of a value out of range is "?". A reader that does not know a name
 * returns -1. */
#ifndef TEXT_NAMES_H
#define TEXT_NAMES_H

#include "engine/base/out.h"
#include "engine/base/words.h"
#include "engine/core/ff.h"

const char *text_card(int card);         /* "townhall2", at most TEXT_CARD_MAX characters; "-" for FF_NO_CARD */
const char *text_card_title(int card);   /* "Town hall II"; at most TEXT_TITLE_MAX characters, "" for FF_NO_CARD */
const char *text_good(int good);         /* "hops" */
const char *text_mode(int mode);         /* "base" */
const char *text_stage(int stage);       /* "sell-hops" */
const char *text_stage_title(int stage); /* the decision that is due: "how many hops to sell" */
enum { TEXT_CARD_MAX = 10, TEXT_TITLE_MAX = 14 };

int text_card_of(const struct base_word *word);
int text_good_of(const struct base_word *word);
int text_mode_of(const struct base_word *word);
int text_stage_of(const struct base_word *word);
/* Breweries are letters from A to E. Reading accepts both cases. */
char text_brewery(int brewery);
int text_brewery_of(const struct base_word *word);

/* Returns an ASCII sentence that tells the player why an action was refused and what to do instead. */
const char *text_refusal(enum ff_refusal refusal);
const char *text_refusal_rule(enum ff_refusal refusal); /* "R6.1"; "" for FF_OK */
const char *text_refusal_id(enum ff_refusal refusal);   /* "TOO_EXPENSIVE" */
const char *text_edition_fault(enum ff_edition_fault fault);
const char *text_setup_fault(enum ff_setup_fault fault);
const char *text_setup_fault_rule(enum ff_setup_fault fault);
/* Describes a fault that ff_check found. */
const char *text_check_fault(int fault);

/* These append the cards of a set in card order, separated by `between`: by name ("hops1 hops2") or by title ("Spring
 * 1, Crane"). */
void text_put_cards(struct base_out *out, uint32_t cards, const char *between);
void text_put_titles(struct base_out *out, uint32_t cards, const char *between);
/* Appends the counts for hops, barley and water: " 2 0 1" */
void text_put_triple(struct base_out *out, ff_goods goods);
/* Appends "2 hops and 1 water", or "nothing". */
void text_put_goods(struct base_out *out, ff_goods goods);
/* Appends "1 coin", "7 coins". */
void text_put_counted(struct base_out *out, int n, const char *noun);
/* Appends a player's name (base_put_safe), or "player 2" if the player has none. `names` and its members may be
 * NULL. */
void text_put_player(struct base_out *out, const char *const *names, int seat);

#endif
