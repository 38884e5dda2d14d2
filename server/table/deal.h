/* deal.h - the fair deal of a table: a shuffle that neither the server nor a player can choose.
 *
 * The method is that of engine/record/fair.h, with the table's id as the name of the game, or with the name of a deal
 * that several tables play. docs/players/fair.md explains which bytes are hashed, and why the deal is fair. When a
 * table is made, the server draws its secret seed from the system's cryptographic random source and publishes a
 * commitment to the seed. These functions draw no random bytes themselves: the caller passes them. */
#pragma once

#include "engine/core/ff.h"
#include "engine/record/fair.h"

enum { TABLE_DEAL_BYTES = RECORD_FAIR_BYTES };

/* Computes the commitment to a seed. It depends on the game's name as well. */
void table_deal_commit(const uint8_t seed[TABLE_DEAL_BYTES], const char *game, uint8_t commit[TABLE_DEAL_BYTES]);

/* Fills in the inputs of the table's deal except fair->seat, the seats' contributions, which the caller fills in. *fair
 * then contains the secret seed, so it may be shown only after the game (record_about.fair). */
void table_deal_inputs(const char *game, const uint8_t seed[TABLE_DEAL_BYTES], struct record_fair *fair);

/* Derives everything random in a game (R10.3): demand cards, first turn order, all decks. If the hash behaves like a
 * random function, every set-up is equally likely. */
void table_deal_setup(const struct record_fair *fair, const struct ff_edition *edition, int players, int mode,
                      struct ff_setup *setup);

/* Returns the random seed for one decision of a bot. The server can recompute it from the table's seed. To anybody who
 * does not know the table's seed it is unpredictable. */
uint64_t table_deal_bot_seed(const uint8_t seed[TABLE_DEAL_BYTES], const char *game, uint32_t number, int seat);
