/* options_text.h - writes a decision for a person at a terminal: one sentence, then the legal actions, each with its
 * effect (coins, prices, covered card). All text is made from a view, so it cannot reveal anything hidden. The view's
 * seat must owe a decision. */
#pragma once

#include "engine/base/out.h"
#include "engine/core/ff.h"

/* Buffer size that is enough for any of the texts below. */
enum { OPTIONS_TEXT_MAX = 8192 };

/* Appends the decision as a question of one or two lines. */
void options_put_question(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view);

/* The space for the list of legal actions. */
struct options_layout {
    bool plain;         /* one per line, without columns, for screen readers */
    int columns, lines; /* size of the terminal; 0: unlimited */
};

/* Appends the legal actions, each with a number: its amount or space, or else its position from 1. There is one action
 * per line. If that gives too many lines, the actions are printed in columns and, if necessary, without notes. */
void options_put_list(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                      const struct options_layout *room);

/* Finds the sale of all goods, with Market and Office, that brings most coins. It is at the given brewery or, if the
 * sale has begun, its best continuation. Returns false if nothing can be sold. */
enum { BEST_SALE_ACTIONS = 6 };
struct best_sale {
    int income;
    ff_action action[BEST_SALE_ACTIONS];
    int actions_n;
};
bool best_sale_find(const struct ff_edition *edition, const struct ff_view *view, int brewery, struct best_sale *best);

/* Returns the option with this number in the list, or -1. */
int options_find_number(int stage, ff_options options, unsigned number);

/* Appends whether the action is allowed now and, if not, the reason with its rule; for a card, also its cost. */
void options_put_reason(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                        ff_action action);

/* Appends what the player can type at this step: "Here say brewery A, B or C, or done." */
void options_put_expected(struct base_out *out, const struct ff_view *view);

/* These append the hand with costs, and the deck as far as its owner knows it (R10.2). */
void options_put_hand(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view);
void options_put_deck(struct base_out *out, const struct ff_view *view);
