/* turn_plan.h - a turn planned while others play (R2.3): alternatives in order of preference, each with conditions.
 *
 *     if sale >= 7 and palace <= 8: brewery A; sell 2 hops; done; bury lab1; bury crane
 *     if sale >= 5: brewery B; sell 2 hops; build bank1; space 1; done; bury lab1
 *     wait
 *
 * Each line is an alternative: a whole turn as a chain (notation.h), from the sale to the discards. When the turn
 * comes, the first alternative is played whose conditions hold and whose actions are all legal. If no alternative fits,
 * or the line `wait` comes before it, the player is asked as usual. docs/authors/notation.md describes the conditions.
 *
 * text_plan_evaluate needs only the seat's view, so the page, the terminal and the server decide alike. While others
 * play, it also shows what each alternative would do if the turn came now. */
#pragma once

#include "engine/base/out.h"
#include "engine/base/words.h"
#include "engine/core/ff.h"

enum {
    TEXT_PLAN_MAX = 2000,         /* bytes */
    TEXT_PLAN_ALTERNATIVES = 8,   /* maximum, without the line `wait` */
    TEXT_PLAN_CONDITIONS = 6,     /* maximum of an alternative */
    TEXT_PLAN_ACTIONS_MAX = 48,   /* maximum of an alternative */
    TEXT_PLAN_NOTHING_HOLDS = -1, /* no alternative can be played */
};

enum text_plan_result {
    TEXT_PLAN_HOLDS,
    TEXT_PLAN_CONDITION_FAILS, /* `place` is the index of the condition, `value` the number that did not fulfil it */
    TEXT_PLAN_ILLEGAL,         /* `place` is the index of the action, `refusal` says why */
    TEXT_PLAN_INCOMPLETE,      /* the chain ends before the turn does */
    TEXT_PLAN_TOO_LONG, /* the turn ends before the chain does; `place` is the index of the first action after the end
                           of the turn */
};

/* The outcome of an alternative if the turn came now. */
struct text_plan_outcome {
    uint8_t result; /* enum text_plan_result */
    uint8_t place;
    uint8_t refusal; /* enum ff_refusal */
    uint8_t order; /* the seat's place in the next round's order, from 1, if nobody else sells; 0 if its actions failed
                      before the sale */
    uint16_t income; /* of phase 3 */
    uint16_t coins;  /* at the end of the turn */
    int16_t value;   /* the number that did not fulfil a condition; -1 if there is no such brewery */
    unsigned line;   /* line number in the plan, from 1 */
    ff_action actions[TEXT_PLAN_ACTIONS_MAX];
    uint8_t actions_n; /* number of actions played before one failed */
};

struct text_plan {
    int chosen; /* index into outcomes, or TEXT_PLAN_NOTHING_HOLDS */
    uint8_t outcomes_n;
    struct text_plan_outcome outcomes[TEXT_PLAN_ALTERNATIVES];
};

/* Returns whether the view's seat can plan its turn of this round, which is so from the first turn of the round to the
 * end of its own. */
bool text_plan_may_be_made(const struct ff_view *view);

/* Fills *game with what the view's seat knows, as if its turn of this round began now. text_plan_may_be_made must have
 * returned true. */
void text_plan_position(const struct ff_edition *edition, const struct ff_view *view, struct ff_game *game);

/* Reads a plan and evaluates it as if the seat's turn began now. Returns false and fills *error if the text is not a
 * plan or if no turn can be planned. A plan with alternatives that fail is valid. */
bool text_plan_evaluate(const struct ff_edition *edition, const struct ff_view *view, const char *text, size_t length,
                        struct text_plan *plan, struct base_error *error);

/* Appends the members of a JSON object (docs/authors/protocol.md): "plays" is the line that would be played now, or
 * null, and "turns" has the outcome of each alternative. */
void text_plan_json(struct base_out *out, const struct text_plan *plan);

/* Appends the chosen alternative's actions as a chain: "brewery A; sell 2 hops; done". */
void text_plan_chain(struct base_out *out, const struct text_plan *plan);
