/* play_ask.h - how a decision is put to a person at a terminal: one sentence, then the legal actions with what each of
 * them would mean (coins, prices, what is covered).
 *
 * Everything is made from a view, so nothing can be said that its seat may not know. The view's seat owes a
 * decision. */
#ifndef CLI_PLAY_ASK_H
#define CLI_PLAY_ASK_H

#include "base/out.h"
#include "core/ff.h"

/* Enough room for any of the texts below. */
enum { ASK_TEXT_MAX = 8192 };

/* What is to be decided, as a question of one or two lines. */
void ask_question(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view);

/* The legal actions, one a line, each with a number: for an amount or a space it is that number, else they count from
 * 1. Plain: without columns. */
void ask_options(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view, bool plain);

/* The option that has this number in the list; -1 if none has. */
int ask_numbered(int stage, ff_options options, unsigned number);

/* Whether the action is allowed now and, if not, the reason with its rule; for a card, what it costs. */
void ask_why(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view, ff_action action);

/* The hand with costs, and the deck as far as its owner knows it (R10.2). */
void ask_hand(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view);
void ask_deck(struct base_out *out, const struct ff_view *view);

#endif
