/* deal.h - the fair deal: a shuffle that neither the server nor a player can choose.
 *
 * When a table is made, the server draws a secret seed of 32 bytes from the system's cryptographic source and publishes
 * its commitment, a hash over the seed and the table's id, before anybody sits down. Whoever sits down mixes in 32
 * bytes of their own. The deal follows from both: the server can no longer change its seed, and a player does not know
 * it. When the game is over the seed and everybody's bytes are published, and anyone can check
 *
 *     deal_commit(seed, table)            == the commitment that was published before
 *     deal_setup(..., seed, mix, &setup)  == the set-up of the record
 *
 * This is text/fair.h, where the table's id is the game's name; docs/fair.md tells the exact bytes that are hashed, and
 * why it is fair. Nothing here draws chance: bytes come in. */
#ifndef TABLE_DEAL_H
#define TABLE_DEAL_H

#include "core/ff.h"
#include "text/fair.h"

enum { DEAL_BYTES = FAIR_BYTES };

/* The commitment to a seed, for that table alone. */
void deal_commit(const uint8_t seed[DEAL_BYTES], const char *table, uint8_t commit[DEAL_BYTES]);

/* All the chance of a game (R10.3): demand cards, first order, every deck. `mix` has an entry for each seat, all zero
 * for one that mixed nothing in (a bot). Every set-up is equally likely, up to the hash. */
void deal_setup(const struct ff_edition *edition, int players, int mode, const char *table,
                const uint8_t seed[DEAL_BYTES], const uint8_t mix[][DEAL_BYTES], struct ff_setup *setup);

/* The same as the record carries it (record_about.fair): for a game that is over, for it holds the seed. */
void deal_fair(int players, const char *table, const uint8_t seed[DEAL_BYTES], const uint8_t mix[][DEAL_BYTES],
               struct fair *fair);

/* A seed for a bot's decision: repeatable for whoever has the table's seed, and nothing to anybody else. */
uint64_t deal_chance(const uint8_t seed[DEAL_BYTES], const char *table, uint32_t number, int seat);

#endif
