/* public_history.h - remembers the public part of a game's history: when each card that lies face down left its owner's
 * hand, and the owner's position at that moment.
 *
 * A view shows how many cards lie in a deck. The history adds, for example, that two of them were buried first, in
 * round 4, by a seat with 3 coins and one build left. It uses public information only, because history_observe gets
 * struct ff_public.
 *
 * A history is a value of fixed size without pointers. The code that runs a game keeps one history, zeroes it before
 * the game and observes every step, or rebuilds the history from the moves. history_apply plays and observes. All bots
 * at a table share the history. After a missed step it is incomplete. Then history_matches returns false if the numbers
 * do not match, and bots ignore the history. */
#pragma once

#include "engine/core/ff.h"

enum { HISTORY_DRAWN_MAX = 8, HISTORY_ROUNDS = 16 };

/* A finished turn of a seat, with the public position at the turn's end. */
struct history_turn {
    struct ff_public pub; /* then */
    uint8_t builds;
    uint8_t buried; /* cards put under the deck */
    uint8_t zero[2];
};

/* A card that left a hand face down. */
struct history_card {
    uint8_t round; /* round in which the card left the hand; 0 for the expert set-up */
    uint8_t place; /* position among the cards buried in the same turn, from 0 */
};

struct history_seat {
    struct history_turn turn[HISTORY_ROUNDS];     /* the latest turns, indexed by round modulo HISTORY_ROUNDS */
    struct history_card buried[FF_CARDS_MAX];     /* buried cards that are still in the deck, in the order of drawing */
    struct history_card drawn[HISTORY_DRAWN_MAX]; /* buried cards that the seat drew again since its last turn */
    struct history_card trash[FF_CARDS_MAX];
    uint32_t built; /* cards built when the seat's last turn ended */
    uint8_t buried_n, drawn_n, trash_n;
    uint8_t kept_n;     /* number of cards kept at the end of the last turn */
    uint8_t kept_round; /* round of the last turn */
    uint8_t now_n;      /* number of cards buried so far in the turn under way */
    uint8_t lost;       /* whether a step was missed */
    uint8_t zero;
};

struct history {
    struct ff_public last; /* the last observed position; `players` is 0 before the first */
    struct history_seat seat[FF_PLAYERS_MAX];
};
_Static_assert(sizeof(struct history_turn) == 180, "no padding");
_Static_assert(sizeof(struct history_seat) == 180 * HISTORY_ROUNDS + 2 * (2 * FF_CARDS_MAX + HISTORY_DRAWN_MAX) + 12,
               "no padding");

/* Returns the seat's turn in that round. Returns NULL if the turn has not ended or is no longer remembered. */
const struct history_turn *history_turn_at(const struct history_seat *seat, int round);

/* Observes the position after a step. Call after ff_prepare and after every ff_play and ff_follow. */
void history_observe(struct history *seen, const struct ff_public *pub);

/* Plays an action as ff_apply does, and observes each step. */
enum ff_refusal history_apply(struct history *seen, const struct ff_edition *edition, struct ff_game *game, int seat,
                              ff_action action);

/* Zeroes *seen, begins a game as ff_begin does, and observes each step. */
enum ff_setup_fault history_begin(struct history *seen, const struct ff_edition *edition, const struct ff_setup *setup,
                                  struct ff_game *game);

/* Returns whether the history of a seat agrees with the numbers of its cards on the table. */
bool history_matches(const struct history *seen, const struct ff_public *pub, int seat);
