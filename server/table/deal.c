/* deal.c - computes a table's commitment, its fair deal and the seeds of its bots; see deal.h. */
#include "server/table/deal.h"
#include "engine/base/hex.h"
#include "server/table/id.h"

#include <string.h>

#include "engine/base/out.h"

void table_deal_commit(const uint8_t seed[TABLE_DEAL_BYTES], const char *game, uint8_t commit[TABLE_DEAL_BYTES])
{
    record_fair_commit(game, seed, commit);
}

void table_deal_inputs(const char *game, const uint8_t seed[TABLE_DEAL_BYTES], struct record_fair *fair)
{
    memset(fair, 0, sizeof *fair);
    struct base_out name = base_out_of(fair->game, sizeof fair->game);
    base_put(&name, game);
    memcpy(fair->secret, seed, TABLE_DEAL_BYTES);
    record_fair_commit(game, seed, fair->commit);
}

void table_deal_setup(const struct record_fair *fair, const struct ff_edition *edition, int players, int mode,
                      struct ff_setup *setup)
{
    record_fair_deal(fair, edition, players, mode, setup);
}

uint64_t table_deal_bot_seed(const uint8_t seed[TABLE_DEAL_BYTES], const char *game, uint32_t number, int seat)
{
    char text[BASE_LENGTH("fuerstenfeld fair 1 chance\ngame \nsecret \nentry \nseat \n") + RECORD_FAIR_GAME_MAX +
              RECORD_FAIR_HEX + 2 * BASE_NUMBER_LENGTH + 1];
    uint8_t digest[RECORD_FAIR_BYTES];
    uint64_t chance = 0;
    struct base_out out = base_out_of(text, sizeof text);
    base_put(&out, "fuerstenfeld fair 1 chance\ngame ");
    base_put(&out, game);
    base_put(&out, "\nsecret ");
    base_put_hex(&out, seed, RECORD_FAIR_BYTES);
    base_put(&out, "\nentry ");
    base_put_unsigned(&out, number);
    base_put(&out, "\nseat ");
    base_put_unsigned(&out, (uint64_t)seat);
    base_put_char(&out, '\n');
    base_blake2b(out.text, out.length, digest);
    for (int i = 0; i < 8; i++)
        chance = chance << 8 | digest[i];
    return chance;
}
