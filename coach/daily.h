/* daily.h - the deal of the day: the same cards, seats and bots for everybody, from the date alone.
 *
 * Nobody hands it out: the digest (BLAKE2b) of a sentence with the date in it says everything, so that every terminal
 * and every page finds the same deal, and nobody can choose it. The others are of the levels that play the same on
 * every machine: a level that thinks against the clock would not be the same bot for everybody. */
#ifndef COACH_DAILY_H
#define COACH_DAILY_H

#include "base/out.h"
#include "core/ff.h"

enum {
    COACH_DATE_LENGTH = 10,        /* 2026-11-16 */
    COACH_DAILY_ITERATIONS = 1000, /* of level 5 where it plays the person's seat, for the same reason */
    COACH_DAILY_PERSON = 0,        /* the level of the seat that is not a bot's */
};

struct coach_daily {
    char date[COACH_DATE_LENGTH + 1];
    uint64_t seed; /* of ff_deal; below 2^53 */
    uint8_t mode, players;
    uint8_t seat;                  /* the person's */
    uint8_t level[FF_PLAYERS_MAX]; /* by seat, from 1 as in ai/levels.h; the person's is COACH_DAILY_PERSON */
};

/* False: that is no date of the calendar, written year-month-day, from 2000 to 9999. */
bool coach_daily_of(const char *date, size_t length, struct coach_daily *daily);

/* How a game ended for one seat, to compare it with others of the same deal. */
struct coach_score {
    uint8_t place; /* from 1: the seats before it have won, or have more Palace parts, or as many and more coins */
    uint8_t won, shared;   /* shared: not alone */
    uint8_t parts, rounds; /* built; played */
    uint16_t coins;
};
struct coach_score coach_score_of(const struct ff_public *end, int seat);

/* Of two games of one deal the better one has the smaller number: the place first, and that alone; then Palace parts,
 * coins, and the fewer rounds. */
uint32_t coach_score_order(const struct coach_score *score);

/* A line to share that tells nothing of the cards: what was reached, and which levels did worse from the same seat (a
 * bit a level, from bit 1). Without a line end. */
void coach_daily_share(struct base_out *out, const struct coach_daily *daily, const struct coach_score *score,
                       unsigned beaten);

#endif
