/* turn_summary.h - summarizes a whole turn in terms of the game: sales, builds, spaces, goods stored, cards kept and
 * buried. A struct turn lists the decisions of a turn, and its summary lists their effects. The coach compares
 * summaries to find the parts in which two turns differ, and copies a part from one summary to another. */
#pragma once

#include "bots/ai/turn.h"

/* The parts of a turn, in the order in which they are played. */
enum coach_part {
    COACH_SALE,   /* brewery, goods, Market, Office */
    COACH_BUILD1, /* the first card built, and its space if the turns build different cards */
    COACH_BUILD2, /* the second card built, and its space in that case */
    COACH_SPACE,  /* the spaces of cards that both turns build */
    COACH_STORE,  /* goods in the Warehouse */
    COACH_KEEP,   /* the cards kept and removed */
    COACH_ORDER,  /* the order in which cards were put under the deck */
    COACH_PARTS,
};
extern const char *const coach_part_names[COACH_PARTS];

struct coach_turn_summary {
    uint8_t brewery; /* FF_NOBODY: nothing was sold */
    uint8_t market;  /* the option chosen at the Market; 0 if it was not used */
    uint8_t office;  /* a good, or FF_OPTION_NO_OFFICE */
    /* The builds; FF_NO_CARD marks an empty slot. coach_align_summaries may leave the first slot empty. */
    uint8_t card[FF_BUILDS_MAX], space[FF_BUILDS_MAX], cost[FF_BUILDS_MAX], covered[FF_BUILDS_MAX];
    uint8_t disc; /* the space where the sale moved the seat's disc */
    uint8_t buried_n;
    uint8_t buried[FF_HAND_MAX]; /* buried cards, in the order in which they will be drawn */
    uint16_t income;
    ff_goods sold; /* tokens handed over */
    ff_goods stored;
    ff_goods wasted; /* goods neither sold nor stored (R7.4) */
    uint32_t kept, removed;
};

/* Summarizes a legal turn that begins in *game, and advances *game to the position directly after the turn. An expert
 * set-up (R1.5) counts as a turn that only buries cards. */
void coach_summarize_turn(const struct ff_edition *edition, struct ff_game *game, int seat, const struct turn *turn,
                          struct coach_turn_summary *summary);

/* Finds decisions that play the summary. Buries unmentioned cards last, and skips cards and goods that cannot be kept,
 * stored or removed. Returns false if the summary's sale or builds are impossible. */
bool coach_turn_from_summary(const struct ff_edition *edition, const struct ff_game *game, int seat,
                             const struct coach_turn_summary *summary, struct turn *turn);

/* Returns whether two summaries differ in this part. Call coach_align_summaries first, because it removes differences
 * without effect, such as the order of two builds or the choice between two empty spaces in the base game. */
bool coach_part_differs(const struct coach_turn_summary *a, const struct coach_turn_summary *b, enum coach_part part);
/* Returns the mask of the parts that differ. */
unsigned coach_parts_that_differ(const struct coach_turn_summary *a, const struct coach_turn_summary *b);

void coach_align_summaries(const struct ff_edition *edition, const struct ff_game *game, int seat,
                           struct coach_turn_summary *a, struct coach_turn_summary *b);

/* Copies this part of `from` into `summary`. */
void coach_part_copy(struct coach_turn_summary *summary, const struct coach_turn_summary *from, enum coach_part part);
