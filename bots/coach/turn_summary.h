/* turn_summary.h - summarizes a whole turn in the words of the game: sales, builds, spaces, goods stored, cards kept
 * and buried. A struct turn lists the decisions of a turn; its summary says what the turn does. The coach compares
 * summaries: two turns differ in some parts, and a part of one can be copied into the other. */
#pragma once

#include "bots/ai/turn.h"

/* The parts of a turn, in the order in which they are played. */
enum coach_part {
    COACH_SALE,   /* brewery, goods, Market, Office */
    COACH_BUILD1, /* the first card built, and its space if the cards differ */
    COACH_BUILD2, /* likewise the second */
    COACH_SPACE,  /* where the same cards were built */
    COACH_STORE,  /* goods in the Warehouse */
    COACH_KEEP,   /* the cards kept and removed */
    COACH_ORDER,  /* the order in which cards were put under the deck */
    COACH_PARTS,
};
extern const char *const coach_part_names[COACH_PARTS];

struct coach_turn_summary {
    uint8_t brewery; /* FF_NOBODY: nothing was sold */
    uint8_t market;  /* the Market's option, 0: none */
    uint8_t office;  /* a good, or FF_OPTION_NO_OFFICE */
    /* The builds; FF_NO_CARD: none. coach_align_summaries may leave the first place empty. */
    uint8_t card[FF_BUILDS_MAX], space[FF_BUILDS_MAX], cost[FF_BUILDS_MAX], covered[FF_BUILDS_MAX];
    uint8_t disc; /* where the sale put it */
    uint8_t buried_n;
    uint8_t buried[FF_HAND_MAX]; /* the first one comes back first */
    uint16_t income;
    ff_goods sold; /* tokens given up */
    ff_goods stored;
    ff_goods wasted; /* neither sold nor stored (R7.4) */
    uint32_t kept, removed;
};

/* Summarizes a legal turn that begins in `game`; *game becomes the position after it, before any step of another seat.
 * The expert set-up (R1.5) is a turn of burying alone. */
void coach_summarize_turn(const struct ff_edition *edition, struct ff_game *game, int seat, const struct turn *turn,
                          struct coach_turn_summary *summary);

/* Finds the decisions that give the summary. Cards that the summary does not mention are buried last. Cards and goods
 * that cannot be kept, stored or removed are left out. Returns false if the summary's sale or builds are impossible. */
bool coach_play_summary(const struct ff_edition *edition, const struct ff_game *game, int seat,
                        const struct coach_turn_summary *summary, struct turn *turn);

/* Returns whether the two differ in that part. First call coach_align_summaries, which removes differences without
 * effect, such as the order of two builds or the choice between two empty spaces in the base game. */
bool coach_part_differs(const struct coach_turn_summary *a, const struct coach_turn_summary *b, enum coach_part part);
/* Returns the parts that differ, as a mask. */
unsigned coach_parts_that_differ(const struct coach_turn_summary *a, const struct coach_turn_summary *b);

void coach_align_summaries(const struct ff_edition *edition, const struct ff_game *game, int seat,
                           struct coach_turn_summary *a, struct coach_turn_summary *b);

/* Copies that part of `from` into `summary`. */
void coach_part_copy(struct coach_turn_summary *summary, const struct coach_turn_summary *from, enum coach_part part);
