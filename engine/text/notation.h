/* notation.h - actions and events as text.
 *
 * An action is a few lower-case words (docs/authors/notation.md):
 *
 *     draw   done   brewery A   market 2 hops as barley   market none   sell 3 hops   office hops   office none
 *     build crane   space 2   store 2 hops   bury lab1   trash crane
 *
 * A turn is a chain of them: `brewery A; sell 3 hops; done; bury lab1`. Printed, the separator is "; "; read, `;`, `,`
 * and line ends may stand or be left out between actions. `done` and `bury` belong to several stages, so reading takes
 * the stage at hand; printing needs the action alone. Reading tests spelling only: whether an action is legal is for
 * the engine to say. */
#ifndef TEXT_NOTATION_H
#define TEXT_NOTATION_H

#include "engine/base/out.h"
#include "engine/base/words.h"
#include "engine/core/ff.h"

/* Room for any action, and for any turn as a chain. */
enum { TEXT_ACTION_MAX = 32, TEXT_TURN_MAX = 1024 };

/* Prints an action; a value that means nothing is printed as `raw 4095`, and read back so. For every value,
 * reading what was printed, at the action's own stage, gives the value back. */
void text_action(struct base_out *out, ff_action action);

/* Prints the actions of a set of options, separated by "; ". */
void text_actions(struct base_out *out, int stage, ff_options options);

/* What may be said at a stage, for messages: "`sell` and a number of hops". */
const char *text_stage_wants(int stage);

/* A walk along a chain. The engine decides what stage follows an action, so it is passed at each step:
 *
 *     struct base_words chain = base_words_in_chain(text, length);
 *     while ((got = text_chain_next(&chain, game.pub.stage, &action, &error)) == TEXT_CHAIN_ACTION)
 *         ff_apply(edition, &game, seat, action);
 *
 * After TEXT_CHAIN_BAD *error says what is wrong and the walk cannot go on. */
enum text_chain { TEXT_CHAIN_END, TEXT_CHAIN_ACTION, TEXT_CHAIN_BAD };
enum text_chain text_chain_next(struct base_words *chain, int stage, ff_action *action, struct base_error *error);

/* Reads a text that is one action and nothing else. On failure *action is untouched. */
bool text_action_parse(int stage, const char *text, size_t length, ff_action *action, struct base_error *error);

/* One English sentence about an event, as far as the viewer may know it: the cards another seat draws, buries or
 * removes are a number (R10.2). `viewer` is a seat, FF_NOBODY for a spectator or TEXT_ALL_SEEING. `names` as in
 * text_put_player. FF_EVENT_NONE gives no text. */
enum { TEXT_ALL_SEEING = 254 };
void text_event(struct base_out *out, const struct ff_event *event, const char *const *names, int viewer);

#endif
