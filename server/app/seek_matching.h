/* seek_matching.h - groups guests who seek a game. Does no I/O: the caller passes the seeks, oldest first.
 *
 * The oldest seek chooses first, from its nearest neighbours that it fits: nearest in rating for rated games, otherwise
 * in time of arrival. If groups for several numbers of players are complete, the largest is chosen. Two seeks fit if
 * all of this is true:
 *
 *   - mode, pace and kind of game are the same, and they have a number of players in common;
 *   - neither guest has blocked the other;
 *   - if one guest is a bot account, the other accepts bot accounts;
 *   - in rated games, the difference of the ratings is within the range of both. A range starts at SEEK_RANGE_POINTS
 * and grows with every second, up to the limit that the seek sets.
 *
 * A seek that accepts bots and has waited for SEEK_BOTS_MS gets a game with those seeks that fit and also accept bots.
 * Bots take the other seats.
 *
 * The same seeks at the same time give the same groups in every process. A seek is compared with at most SEEK_LOOKS
 * others, so grouping n seeks costs O(n log n). */
#pragma once

#include "server/store/store.h"
#include "server/table/table.h"

enum {
    SEEK_RANGE_POINTS = 200,    /* difference in ratings that a seek accepts at first */
    SEEK_RANGE_PER_SECOND = 10, /* growth of that difference for each second of waiting */
    SEEK_BOTS_MS = 60 * 1000,
    SEEK_LOOKS = 64,
    SEEK_TERMS_SIZE = 300,
};

/* The terms of a seek: which games the guest wants. */
struct seek_terms {
    uint8_t mode;  /* enum ff_mode */
    uint8_t sizes; /* mask of the numbers of players that are accepted (bits 2 to 5) */
    uint8_t bots;  /* level of the bots that may fill open seats; 0: no bots */
    bool rated;
    bool programs;   /* accepts bot accounts as players */
    bool is_program; /* the guest is a bot account */
    bool sealed;
    uint8_t seal[TABLE_DEAL_BYTES]; /* seal of the guest's contribution to the deal */
    uint32_t turn_s;
    uint32_t range;  /* largest difference in ratings; 0: any */
    uint32_t points; /* rating of the guest */
    char name[TABLE_NAME_SIZE];
};

struct seek {
    char guest[TABLE_ID_SIZE], id[STORE_SEEK_ID_SIZE];
    char table[TABLE_ID_SIZE]; /* id of the table that was found; "": none yet */
    int64_t process;           /* process to which the guest is connected; 0: the seek outlives the connection */
    int64_t made_ms;
    bool awaited; /* a session of this process waits for the seek */
    struct seek_terms terms;
};

/* A guest who has blocked another. */
struct seek_block {
    char guest[TABLE_ID_SIZE], other[TABLE_ID_SIZE];
};

struct seek_group {
    const struct seek *member[FF_PLAYERS_MAX]; /* oldest seek first */
    int n, seats;                              /* number of members, and of seats including those of bots */
};

struct seek_pool {
    const struct seek *seeks; /* sorted by made_ms and guest */
    size_t n;
    const struct seek_block *blocks; /* sorted by guest and other */
    size_t blocks_n;
    int64_t now_ms;
};

/* Writes the terms of a seek as text for the store. */
void seek_terms_put(struct base_out *out, const struct seek_terms *terms);
/* Reads the terms of a seek. Returns false if the text is damaged. */
bool seek_terms_read(struct seek_terms *terms, const char *text, size_t n);
/* Returns whether the terms are for a slow game. Such a seek does not end with its connection. */
static inline bool seek_is_slow(const struct seek_terms *terms) { return terms->turn_s >= TABLE_SLOW_S_MIN; }

/* Groups seeks into games. `groups` needs room for pool->n groups. Returns the number of groups, or -1 if memory is
 * exhausted. Sets *looks to the number of pairs that were compared. */
int seek_match_groups(const struct seek_pool *pool, struct seek_group *groups, size_t *looks);
