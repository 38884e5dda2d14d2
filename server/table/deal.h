/* deal.h - the fair deal of a table: a shuffle that neither the server nor a player can choose.
 *
 * This is engine/record/fair.h, with the table's id as the game's name; docs/players/fair.md explains the exact bytes
 * that are hashed, and why the deal is fair. The server draws the seed (the secret) from the system's cryptographic
 * source when the table is made, and publishes its commitment. Nothing here is random: random bytes come in as
 * arguments. */
#pragma once

#include "engine/core/ff.h"
#include "engine/record/fair.h"

enum { TABLE_DEAL_BYTES = RECORD_FAIR_BYTES };

/* Computes the commitment to a seed, for that table only. */
void table_deal_commit(const uint8_t seed[TABLE_DEAL_BYTES], const char *table, uint8_t commit[TABLE_DEAL_BYTES]);

/* Fills in the inputs of the table's deal, except the seats' contributions: the caller fills in fair->seat. *fair
 * contains the seed, which may be shown only after the game (record_about.fair). */
void table_deal_inputs(const char *table, const uint8_t seed[TABLE_DEAL_BYTES], struct record_fair *fair);

/* Draws everything random in a game (R10.3): demand cards, first order, all decks. If the hash behaves like a random
 * function, every set-up is equally likely. */
void table_deal_setup(const struct record_fair *fair, const struct ff_edition *edition, int players, int mode,
                      struct ff_setup *setup);

/* Returns a seed for a bot's decision. It can be recomputed from the table's seed, and is random to everybody who does
 * not have that. */
uint64_t table_deal_bot_seed(const uint8_t seed[TABLE_DEAL_BYTES], const char *table, uint32_t number, int seat);
