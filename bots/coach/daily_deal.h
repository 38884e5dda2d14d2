/* daily_deal.h - the deal of the day: a game with the same cards, seats and bots for everybody who plays on a date.
 *
 * Everything is derived from the BLAKE2b digest of a sentence that contains the date. So every terminal and page
 * computes the same deal, and nobody can choose it. The opponents are levels without a time limit, because those play
 * identically on every machine. */
#pragma once

#include "engine/base/blake2b.h"
#include "engine/base/out.h"
#include "engine/core/ff.h"

enum {
    COACH_DATE_LENGTH = 10,        /* 2026-11-16 */
    COACH_DAILY_ITERATIONS = 1000, /* search iterations of the top-level bot that plays for comparison in the person's
                                      seat; a time limit would not be reproducible */
    COACH_DAILY_PERSON = 0,        /* marks the person's seat in `level` */
};

struct coach_daily_deal {
    char date[COACH_DATE_LENGTH + 1];
    uint64_t seed; /* of ff_deal; below 2^53 */
    uint8_t mode, players;
    uint8_t seat;                  /* the person's */
    uint8_t level[FF_PLAYERS_MAX]; /* level of each seat, counted from 1 (bots/ai/levels.h); COACH_DAILY_PERSON for the
                                      person's */
};

/* Computes the deal of a date, written year-month-day. Returns false if the date is invalid or not in the years 2000 to
 * 9999. */
bool coach_daily_deal_of(const char *date, size_t length, struct coach_daily_deal *daily);

/* Chooses seed, mode, players, seat and levels by the bytes of a digest. Does not change the date. */
void coach_daily_deal_choose(const uint8_t digest[BASE_BLAKE2B_BYTES], struct coach_daily_deal *daily);

/* The result of a game for one seat, to compare with other results of the same deal. */
struct coach_score {
    uint8_t place;         /* rank among the seats, from 1, by win, Palace parts and coins */
    uint8_t won, shared;   /* shared: not alone */
    uint8_t parts, rounds; /* built; played */
    uint16_t coins;
};
struct coach_score coach_score_of(const struct ff_public *end, int seat);

/* Returns a sort key for results of the same deal; smaller is better. Compares the place, then prefers an unshared win,
 * more Palace parts, more coins and fewer rounds, in this order. */
uint32_t coach_score_sort_key(const struct coach_score *score);

/* Writes one line to share, without a line end. It names the result and the levels that did worse in the same seat
 * (`beaten`, a bit mask of levels from bit 1). The line reveals no cards. */
void coach_daily_deal_put_share_line(struct base_out *out, const struct coach_daily_deal *daily,
                                     const struct coach_score *score, unsigned beaten);
