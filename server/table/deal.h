/* deal.h - the fair deal of a table: a shuffle that neither the server nor a player can choose.
 *
 * This is engine/record/fair.h, with the table's id as the game's name; docs/players/fair.md tells the exact bytes that
 * are hashed, and why it is fair. The server draws the seed (the secret) from the system's cryptographic source when
 * the table is made, and publishes its commitment. Nothing here draws chance: bytes come in. */
#ifndef TABLE_DEAL_H
#define TABLE_DEAL_H

#include "engine/core/ff.h"
#include "engine/record/fair.h"

enum { TABLE_DEAL_BYTES = RECORD_FAIR_BYTES };

/* The commitment to a seed, for that table alone. */
void table_deal_commit(const uint8_t seed[TABLE_DEAL_BYTES], const char *table, uint8_t commit[TABLE_DEAL_BYTES]);

/* What the table's deal is made from, where no seat has given anything yet: fill fair->seat. It holds the seed: only
 * what is over may tell it (record_about.fair). */
void table_deal_fair(const char *table, const uint8_t seed[TABLE_DEAL_BYTES], struct record_fair *fair);

/* All the chance of a game (R10.3): demand cards, first order, every deck. Every set-up is equally likely, up to the
 * hash. */
void table_deal_setup(const struct record_fair *fair, const struct ff_edition *edition, int players, int mode,
                      struct ff_setup *setup);

/* A seed for a bot's decision: repeatable for whoever has the table's seed, and nothing to anybody else. */
uint64_t table_deal_chance(const uint8_t seed[TABLE_DEAL_BYTES], const char *table, uint32_t number, int seat);

#endif
