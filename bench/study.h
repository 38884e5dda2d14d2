/* study.h - what an edition gives when bots play it: counts over many games, from which the figures of docs/edition.md
 * come.
 *
 * The same edition, bots and seeds give the same counts; counts of different games can be added up in any order. */
#ifndef BENCH_STUDY_H
#define BENCH_STUDY_H

#include "ai/bot.h"

/* What a card is, whatever good it is a field of: three kinds of fields and thirteen of supports. */
enum { STUDY_KINDS = 16, STUDY_FIRST_CARDS = 6 /* in the hand of the base game's first turn (R1.4) */ };

struct study {
    uint64_t games, seats, rounds, drawn, unfinished;
    uint64_t built[FF_CARDS_MAX];        /* seats that built the card */
    uint64_t won[FF_PLAYERS_MAX];        /* by place in the first order, in 60ths of a win (R9.2: wins are shared) */
    uint64_t won_seat[FF_PLAYERS_MAX];   /* by seat, likewise */
    uint64_t early[FF_PALACE_PARTS + 1]; /* seats by the Palace parts among the first six cards of their decks, */
    uint64_t early_won[FF_PALACE_PARTS + 1]; /* and what they won, in 60ths */
    uint32_t roads[1 << STUDY_KINDS];        /* wins by the set of kinds that the winner built */
};

enum { STUDY_WIN = 60 };

/* Who plays what. */
struct study_table {
    struct ff_edition edition;
    const struct bot *bot[FF_PLAYERS_MAX];
    struct net *net;              /* NULL where no bot asks for it */
    void *memory[FF_PLAYERS_MAX]; /* the bots' */
};

/* Plays one game and adds it up. */
void study_play(const struct study_table *table, int players, int mode, uint64_t seed, struct study *study);

/* ---------------------------------------------------------------------------------------------------------- figures */

double study_rounds(const struct study *study);
double study_passes(const struct study *study, int mode);     /* how often a deck was gone through */
double study_share(const struct study *study, int card);      /* of the seats that built the card, 0 to 1 */
double study_kind_share(const struct study *study, int kind); /* of a kind: for a field the mean of the three goods */
double study_won(const struct study *study, int place);       /* by place in the first order, 0 to 1 */
double study_roads(const struct study *study);                /* so many sets, each won with as often, vary as much */

/* Of the seats with so many Palace parts among their first six cards, those that won, 0 to 1. */
double study_early_won(const struct study *study, int parts);

/* The kind of a card, or STUDY_KINDS for a Palace part. */
int study_kind(int card);
const char *study_kind_name(int kind);

#endif
