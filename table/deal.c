/* deal.c - the fair deal of a table: text/fair.h with the table's id as the game's name. */
#include "table/deal.h"

#include <string.h>

#include "text/out.h"

void deal_commit(const uint8_t seed[DEAL_BYTES], const char *table, uint8_t commit[DEAL_BYTES])
{
    fair_commit(table, seed, commit);
}

static bool mixed(const uint8_t mix[DEAL_BYTES])
{
    static const uint8_t nothing[DEAL_BYTES];
    return memcmp(mix, nothing, DEAL_BYTES) != 0;
}

void deal_fair(int players, const char *table, const uint8_t seed[DEAL_BYTES], const uint8_t mix[][DEAL_BYTES],
               struct fair *fair)
{
    struct out game;
    memset(fair, 0, sizeof *fair);
    game = out_of(fair->game, sizeof fair->game);
    out_str(&game, table);
    memcpy(fair->secret, seed, DEAL_BYTES);
    fair_commit(table, seed, fair->commit);
    for (int seat = 0; seat < players; seat++) {
        fair->seat[seat].how = mixed(mix[seat]) ? FAIR_OPEN : FAIR_NONE;
        memcpy(fair->seat[seat].value, mix[seat], DEAL_BYTES);
    }
}

void deal_setup(const struct ff_edition *edition, int players, int mode, const char *table,
                const uint8_t seed[DEAL_BYTES], const uint8_t mix[][DEAL_BYTES], struct ff_setup *setup)
{
    struct fair fair;
    deal_fair(players, table, seed, mix, &fair);
    fair_deal(&fair, edition, players, mode, setup);
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
