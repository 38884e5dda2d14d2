/* deal.c - the fair deal of a table: record/fair.h with the table's id as the game's name. */
#include "table/deal.h"

#include <string.h>

#include "base/out.h"

void deal_commit(const uint8_t seed[DEAL_BYTES], const char *table, uint8_t commit[DEAL_BYTES])
{
    fair_commit(table, seed, commit);
}

void deal_fair(const char *table, const uint8_t seed[DEAL_BYTES], struct fair *fair)
{
    memset(fair, 0, sizeof *fair);
    struct out game = out_of(fair->game, sizeof fair->game);
    out_str(&game, table);
    memcpy(fair->secret, seed, DEAL_BYTES);
    fair_commit(table, seed, fair->commit);
}

void deal_setup(const struct fair *fair, const struct ff_edition *edition, int players, int mode,
                struct ff_setup *setup)
{
    fair_deal(fair, edition, players, mode, setup);
}

uint64_t deal_chance(const uint8_t seed[DEAL_BYTES], const char *table, uint32_t number, int seat)
{
    char text[256];
    uint8_t digest[FAIR_BYTES];
    uint64_t chance = 0;
    struct out out = out_of(text, sizeof text);
    out_str(&out, "fuerstenfeld fair 1 chance\ngame ");
    out_str(&out, table);
    out_str(&out, "\nsecret ");
    fair_put_hex(&out, seed);
    out_str(&out, "\nentry ");
    out_unsigned(&out, number);
    out_str(&out, "\nseat ");
    out_unsigned(&out, (uint64_t)seat);
    out_char(&out, '\n');
    blake2b(out.text, out.length, digest);
    for (int i = 0; i < 8; i++)
        chance = chance << 8 | digest[i];
    return chance;
}
