/* options_text.h - how a decision is put to a person at a terminal: one sentence, then the legal actions with what each
 * of them would mean (coins, prices, what is covered).
 *
 * Everything is made from a view, so nothing can be said that its seat may not know. The view's seat owes a
 * decision. */
#ifndef CLI_OPTIONS_TEXT_H
#define CLI_OPTIONS_TEXT_H

#include "engine/base/out.h"
#include "engine/core/ff.h"

/* Enough room for any of the texts below. */
enum { OPTIONS_TEXT_MAX = 8192 };

/* What is to be decided, as a question of one or two lines. */
void options_put_question(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view);

/* Where the list of legal actions is to fit in. */
struct options_layout {
    bool plain;         /* one a line, without columns, for who listens */
    int columns, lines; /* of a terminal; 0: any number */
};

/* The legal actions, each with a number: for an amount or a space it is that number, else they count from 1. One a
 * line; several side by side where there would be too many lines, without what they mean where that is not enough. */
void options_put_list(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                      const struct options_layout *room);

/* The sale of all goods that brings most: Market and Office are used as they bring most, too. At the choice of a
 * brewery it is that of the one given, later in the sale what is left of it. False: nothing can be sold. */
enum { BEST_SALE_ACTIONS = 6 };
struct best_sale {
    int income;
    ff_action action[BEST_SALE_ACTIONS];
    int actions_n;
};
bool best_sale_find(const struct ff_edition *edition, const struct ff_view *view, int brewery, struct best_sale *best);

/* The option that has this number in the list; -1 if none has. */
int options_find_number(int stage, ff_options options, unsigned number);

/* Whether the action is allowed now and, if not, the reason with its rule; for a card, what it costs. */
void options_put_reason(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                        ff_action action);

/* "Here say brewery A, B or C, or done." */
void options_put_expected(struct base_out *out, const struct ff_view *view);

/* The hand with costs, and the deck as far as its owner knows it (R10.2). */
void options_put_hand(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view);
void options_put_deck(struct base_out *out, const struct ff_view *view);

#endif
