/* notation.h - actions and events as text.
 *
 * An action is a few lower-case words (docs/authors/notation.md):
 *
 *     draw   done   brewery A   market 2 hops as barley   market none   sell 3 hops   office hops   office none
 *     build crane   space 2   store 2 hops   bury lab1   trash crane
 *
 * A turn is a chain of them: `brewery A; sell 3 hops; done; bury lab1`. The printed separator is "; ". When reading,
 * `;`, `,` and line ends between actions are optional. `done` and `bury` belong to several stages, so reading needs the
 * current stage; printing needs the action alone. Reading checks the spelling only. The engine decides whether an
 * action is legal. */
#ifndef TEXT_NOTATION_H
#define TEXT_NOTATION_H

#include "engine/base/out.h"
#include "engine/base/words.h"
#include "engine/core/ff.h"

/* Buffer sizes that are enough for any action, and for any turn written as a chain. */
enum { TEXT_ACTION_MAX = 32, TEXT_TURN_MAX = 1024 };

/* Prints an action. A value that is not an action is printed as a number: `raw 4095`. Reading the text at the action's
 * own stage returns the same value. */
void text_action(struct base_out *out, ff_action action);

/* Prints the actions of a set of options, separated by "; ". */
void text_actions(struct base_out *out, int stage, ff_options options);

/* Describes how to write an action of a stage, for error messages: "sell NUMBER hops". */
const char *text_stage_wants(int stage);

/* Reads the next action of a chain. The engine decides which stage follows an action, so the caller passes the current
 * stage to each call:
 *
 *     struct base_words chain = base_words_in_chain(text, length);
 *     while ((got = text_chain_next(&chain, game.pub.stage, &action, &error)) == TEXT_CHAIN_ACTION)
 *         ff_apply(edition, &game, seat, action);
 *
 * After TEXT_CHAIN_BAD, *error says what is wrong, and the caller must not read more of the chain. */
enum text_chain { TEXT_CHAIN_END, TEXT_CHAIN_ACTION, TEXT_CHAIN_BAD };
enum text_chain text_chain_next(struct base_words *chain, int stage, ff_action *action, struct base_error *error);

/* Reads a text that is one action and nothing else. On failure *action is untouched. */
bool text_action_parse(int stage, const char *text, size_t length, ff_action *action, struct base_error *error);

/* Writes one English sentence about an event, as far as the viewer may know it. If another seat draws, buries or
 * removes cards, the sentence has only their number (R10.2). `viewer` is a seat, FF_NOBODY for a spectator or
 * TEXT_ALL_SEEING. `names` has the players' names, as for text_put_player. FF_EVENT_NONE gives no text. */
enum { TEXT_ALL_SEEING = 254 };
void text_event(struct base_out *out, const struct ff_event *event, const char *const *names, int viewer);

#endif
