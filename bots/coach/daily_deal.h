/* daily_deal.h - the deal of the day: the same cards, seats and bots for everybody, from the date alone.
 *
 * It is the BLAKE2b digest of a sentence that contains the date, so every terminal and page computes the same deal, and
 * nobody can choose it. The opponents have levels without a time limit, because those play the same on every
 * machine. */
#pragma once

#include "engine/base/out.h"
#include "engine/core/ff.h"

enum {
    COACH_DATE_LENGTH = 10,        /* 2026-11-16 */
    COACH_DAILY_ITERATIONS = 1000, /* iterations of the last level in the person's seat, for the same reason */
    COACH_DAILY_PERSON = 0,        /* the level of the seat that is not a bot's */
};

struct coach_daily_deal {
    char date[COACH_DATE_LENGTH + 1];
    uint64_t seed; /* of ff_deal; below 2^53 */
    uint8_t mode, players;
    uint8_t seat;                  /* the person's */
    uint8_t level[FF_PLAYERS_MAX]; /* by seat, from 1 as in bots/ai/levels.h; the person's is COACH_DAILY_PERSON */
};

/* Computes the deal of a date. Returns false unless it is a date of the years 2000 to 9999, as year-month-day. */
bool coach_daily_deal_of(const char *date, size_t length, struct coach_daily_deal *daily);

/* The result of a game for one seat, to compare it with others of the same deal. */
struct coach_score {
    uint8_t place;         /* from 1, ranked by win, Palace parts and coins */
    uint8_t won, shared;   /* shared: not alone */
    uint8_t parts, rounds; /* built; played */
    uint16_t coins;
};
struct coach_score coach_score_of(const struct ff_public *end, int seat);

/* Returns a sort key for results of one deal; smaller is better: first the place, then an unshared win, Palace parts,
 * coins, and fewer rounds. */
uint32_t coach_score_sort_key(const struct coach_score *score);

/* Writes a line to share, without a line end: the result, and the levels that did worse in the same seat (a mask, from
 * bit 1). The line reveals no cards. */
void coach_daily_deal_share(struct base_out *out, const struct coach_daily_deal *daily, const struct coach_score *score,
                            unsigned beaten);
