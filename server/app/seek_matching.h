/* seek_matching.h - finds games for guests who seek one. No I/O: the seeks come in, oldest first, and groups go out.
 *
 * The oldest seek chooses first. Its partners are the nearest fitting ones: in rating if the game is rated, else in
 * time of arrival. Of the numbers of players that everybody of a group accepts, the largest complete one is taken. Two
 * seeks fit if mode, pace and kind of game are the same, they share a number of players, neither has blocked the other,
 * programs meet only those who accept programs, and in rated games the difference of their ratings is within the range
 * of both. A range begins at SEEK_RANGE_POINTS and grows with every second, up to the limit that the seek sets.
 *
 * A seek that accepts bots and has waited for SEEK_BOTS_MS gets a game with those who fit and accept bots too, and bots
 * on the other seats.
 *
 * The same seeks at the same time give the same groups in every process. A seek looks at no more than SEEK_LOOKS
 * others, so a pass over n seeks costs O(n log n). */
#pragma once

#include "server/store/store.h"
#include "server/table/table.h"

enum {
    SEEK_RANGE_POINTS = 200,    /* difference of ratings accepted at first, */
    SEEK_RANGE_PER_SECOND = 10, /* and by how much it grows */
    SEEK_BOTS_MS = 60 * 1000,
    SEEK_LOOKS = 64,
    SEEK_TERMS_SIZE = 300,
};

/* What a guest wants. */
struct seek_terms {
    uint8_t mode;  /* enum ff_mode */
    uint8_t sizes; /* mask of numbers of players: bits 2 to 5 */
    uint8_t bots;  /* level of the bots that may fill free seats; 0: none */
    bool rated;
    bool programs;   /* programs are welcome; */
    bool is_program; /* the guest is one */
    bool sealed;
    uint8_t seal[TABLE_DEAL_BYTES]; /* of the guest's part of the deal */
    uint32_t turn_s;
    uint32_t range;  /* largest difference of ratings; 0: any */
    uint32_t points; /* the guest's rating */
    char name[TABLE_NAME_SIZE];
};

struct seek {
    char guest[TABLE_ID_SIZE], id[STORE_SEEK_ID_SIZE];
    char table[TABLE_ID_SIZE]; /* the game that was found; "": none yet */
    int64_t process;           /* where the guest is connected; 0: the seek does not end with a connection */
    int64_t made_ms;
    bool awaited; /* a session of this process waits for it */
    struct seek_terms terms;
};

/* Two guests who do not play together. */
struct seek_block {
    char guest[TABLE_ID_SIZE], other[TABLE_ID_SIZE];
};

struct seek_group {
    const struct seek *member[FF_PLAYERS_MAX]; /* the oldest first */
    int n, seats;                              /* bots take the seats after the first n */
};

struct seek_pool {
    const struct seek *seeks; /* by made_ms and guest */
    size_t n;
    const struct seek_block *blocks; /* by guest and other */
    size_t blocks_n;
    int64_t now_ms;
};

/* Writes the terms as text for the store. */
void seek_terms_put(struct base_out *out, const struct seek_terms *terms);
/* Returns false if the text is damaged. */
bool seek_terms_read(struct seek_terms *terms, const char *text, size_t n);
/* Returns whether the game is slow, so that the seek does not end with a connection. */
static inline bool seek_is_slow(const struct seek_terms *terms) { return terms->turn_s >= TABLE_SLOW_S_MIN; }

/* Finds all groups; `groups` has room for pool->n. Returns how many; -1: out of memory. *looks is how many pairs were
 * compared. */
int seek_match(const struct seek_pool *pool, struct seek_group *groups, size_t *looks);
