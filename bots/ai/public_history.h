/* public_history.h - what an attentive observer remembers: when each card that lies face down left its owner's hand,
 * and the owner's position at that moment.
 *
 * A view shows how many cards lie in a deck. The history also says: these two were put there first, in round 4, by a
 * seat with 3 coins and one build left. It uses public information only: history_observe gets struct ff_public.
 *
 * It is a value of fixed size without pointers. The code that runs a game keeps one history, zeroed before the game,
 * and observes every step (history_apply does both), or rebuilds it from the moves. All bots of a table get the same
 * history. After a missed step the history is incomplete: if the numbers do not match, history_matches returns false,
 * and bots ignore the history. */
#pragma once

#include "engine/core/ff.h"

enum { HISTORY_DRAWN_MAX = 8, HISTORY_ROUNDS = 16 };

/* A finished turn of a seat, with the public position at its end. */
struct history_turn {
    struct ff_public pub; /* then */
    uint8_t builds;
    uint8_t buried; /* cards put under the deck */
    uint8_t zero[2];
};

/* A card that left a hand face down. */
struct history_card {
    uint8_t round; /* round of the turn in which it left; 0: in the expert set-up */
    uint8_t place; /* position among the cards put under the deck then, from 0 */
};

struct history_seat {
    struct history_turn turn[HISTORY_ROUNDS];     /* the last turns, by their round modulo HISTORY_ROUNDS */
    struct history_card buried[FF_CARDS_MAX];     /* cards below those never drawn; the next to be drawn first */
    struct history_card drawn[HISTORY_DRAWN_MAX]; /* how many of those were drawn again since the seat's last turn */
    struct history_card trash[FF_CARDS_MAX];
    uint32_t built; /* when the last turn ended */
    uint8_t buried_n, drawn_n, trash_n;
    uint8_t kept_n;     /* cards kept in the last turn, */
    uint8_t kept_round; /* of that round */
    uint8_t now_n;      /* of the buried, in the turn under way */
    uint8_t lost;       /* a step was missed */
    uint8_t zero;
};

struct history {
    struct ff_public last; /* players 0: nothing was seen yet */
    struct history_seat seat[FF_PLAYERS_MAX];
};
_Static_assert(sizeof(struct history_turn) == 180, "no padding");
_Static_assert(sizeof(struct history_seat) == 180 * HISTORY_ROUNDS + 2 * (2 * FF_CARDS_MAX + HISTORY_DRAWN_MAX) + 12,
               "no padding");

/* Returns the turn of that round; NULL if it has not ended or happened too long ago. */
const struct history_turn *history_turn_at(const struct history_seat *seat, int round);

/* Observes a step: ff_prepare first, then every ff_play and ff_follow. */
void history_observe(struct history *seen, const struct ff_public *pub);

/* Does ff_apply and observes each step. */
enum ff_refusal history_apply(struct history *seen, const struct ff_edition *edition, struct ff_game *game, int seat,
                              ff_action action);

/* Does ff_begin and observes each step. *history is zeroed first. */
enum ff_setup_fault history_begin(struct history *seen, const struct ff_edition *edition, const struct ff_setup *setup,
                                  struct ff_game *game);

/* Returns whether the history of a seat matches the numbers of cards on the table. */
bool history_matches(const struct history *seen, const struct ff_public *pub, int seat);
