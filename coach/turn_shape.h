/* turn_shape.h - a whole turn in the words of the game: what was sold, built and where, stored, kept, removed, buried.
 *
 * A turn as decisions (struct turn) says how it is played; its shape says what it is. Shapes are what a coach compares:
 * two turns differ in some parts, and a part of one can be put into the other. */
#ifndef COACH_TURN_SHAPE_H
#define COACH_TURN_SHAPE_H

#include "ai/turn.h"

/* What a turn is made of, in the order in which it is played. */
enum coach_part {
    COACH_SALE,   /* brewery, goods, Market, Office */
    COACH_BUILD1, /* the first card built, with its space where the card differs */
    COACH_BUILD2, /* likewise the second */
    COACH_SPACE,  /* where the same cards were built */
    COACH_STORE,  /* goods in the Warehouse */
    COACH_KEEP,   /* the cards kept and removed */
    COACH_ORDER,  /* the order in which cards were put under the deck */
    COACH_PARTS,
};
extern const char *const coach_part_names[COACH_PARTS];

struct coach_shape {
    uint8_t brewery; /* FF_NOBODY: nothing was sold */
    uint8_t market;  /* the Market's option, 0: none */
    uint8_t office;  /* a good, or FF_OPTION_NO_OFFICE */
    /* What was built; FF_NO_CARD: nothing. coach_shapes_align may leave the first place empty. */
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

/* The shape of a turn that begins in `game`; *game becomes the position after it, before any step of another seat. The
 * decisions must be legal. The expert set-up (R1.5) is a turn of burying alone. */
void coach_shape_of(const struct ff_edition *edition, struct ff_game *game, int seat, const struct turn *turn,
                    struct coach_shape *shape);

/* The decisions that give the shape, as far as they go: cards that the shape does not know of are buried last, and what
 * it would keep, store or remove and cannot is left out. False: its sale or its builds are not possible here. */
bool coach_shape_play(const struct ff_edition *edition, const struct ff_game *game, int seat,
                      const struct coach_shape *shape, struct turn *turn);

/* Whether the two differ in that part. Before that, coach_shapes_align gives names that mean the same to what is the
 * same: two builds in either order, and in the base game two spaces that look alike (R6.6 is for experts). */
bool coach_part_differs(const struct coach_shape *a, const struct coach_shape *b, enum coach_part part);
void coach_shapes_align(const struct ff_edition *edition, const struct ff_game *game, int seat, struct coach_shape *a,
                        struct coach_shape *b);

/* Puts that part of `from` into `shape`. */
void coach_part_take(struct coach_shape *shape, const struct coach_shape *from, enum coach_part part);

#endif
