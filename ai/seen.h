/* seen.h - what somebody who pays attention remembers of what everybody saw: when each card that lies face down left
 * its owner's hand, and how its owner stood then.
 *
 * A view tells how many cards lie in a deck; whoever watched knows more: these two were put there first, in round 4, by
 * somebody who had 3 coins left and could have built once more. Nobody at the table is told anything for it: seen_look
 * gets struct ff_public, which holds what everybody sees and nothing else.
 *
 * It is a value of fixed size without pointers. Whoever runs a game keeps one beside it, zeroed before the game, and
 * looks after every step (seen_apply does both); or works it out from the moves again. Every bot of a table gets the
 * same one. Somebody who came late or missed a step remembers less: where the numbers do not fit, seen_fits says so,
 * and the bot does without. */
#ifndef AI_SEEN_H
#define AI_SEEN_H

#include "core/ff.h"

enum { SEEN_DRAWN_MAX = 8, SEEN_ROUNDS = 16 };

/* A turn of a seat's that is over, as everybody saw it end. */
struct seen_turn {
    struct ff_public pub; /* then */
    uint8_t builds;
    uint8_t buried; /* cards put under the deck */
    uint8_t zero[2];
};

/* A card that left a hand face down. */
struct seen_card {
    uint8_t round; /* in the turn of that round; 0: in the expert set-up */
    uint8_t place; /* among those put under the deck then, from 0 */
};

struct seen_seat {
    struct seen_turn turn[SEEN_ROUNDS];     /* the last ones, by their round modulo SEEN_ROUNDS */
    struct seen_card buried[FF_CARDS_MAX];  /* below the cards never drawn, next to be drawn first */
    struct seen_card drawn[SEEN_DRAWN_MAX]; /* of those, drawn again since the seat's last turn */
    struct seen_card trash[FF_CARDS_MAX];
    uint32_t built; /* when the last turn ended */
    uint8_t buried_n, drawn_n, trash_n;
    uint8_t kept_n;     /* cards kept in the last turn, */
    uint8_t kept_round; /* of that round */
    uint8_t now_n;      /* of the buried, in the turn under way */
    uint8_t lost;       /* a step was missed */
    uint8_t zero;
};

struct seen {
    struct ff_public last; /* players 0: nothing was seen yet */
    struct seen_seat seat[FF_PLAYERS_MAX];
};
_Static_assert(sizeof(struct seen_turn) == 180, "no padding");
_Static_assert(sizeof(struct seen_seat) == 180 * SEEN_ROUNDS + 2 * (2 * FF_CARDS_MAX + SEEN_DRAWN_MAX) + 12,
               "no padding");

/* How the turn of that round ended; NULL: it has not, or is too long ago. */
const struct seen_turn *seen_turn_of(const struct seen_seat *seat, int round);

/* After each step: ff_prepare first, then every ff_play and ff_follow. */
void seen_look(struct seen *seen, const struct ff_public *pub);

/* ff_apply, step by step, with a look after each. */
enum ff_refusal seen_apply(struct seen *seen, const struct ff_edition *edition, struct ff_game *game, int seat,
                           ff_action action);

/* ff_begin, likewise. *seen is zeroed first. */
enum ff_setup_fault seen_begin(struct seen *seen, const struct ff_edition *edition, const struct ff_setup *setup,
                               struct ff_game *game);

/* Whether what is remembered of a seat agrees with what lies on the table. */
bool seen_fits(const struct seen *seen, const struct ff_public *pub, int seat);

#endif
