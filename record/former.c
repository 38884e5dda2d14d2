/* former.c - logs of decisions from before two rules were corrected; see former.h. */
#include "former.h"

static bool is_priced(const struct ff_edition *edition, const struct ff_public *pub, int brewery, unsigned good)
{
    return ff_price(edition, pub, brewery, (int)good) > 0;
}

/* Whether the seat has a good that the brewery buys as what it is. */
static bool sold_there(const struct ff_edition *edition, const struct ff_public *pub, int seat, int brewery)
{
    for (unsigned good = 0; good < FF_GOODS; good++)
        if (ff_count(pub->goods[seat], good) && is_priced(edition, pub, brewery, good))
            return true;
    return false;
}

/* The options at hand that were there by the former rules. */
static ff_options former_options(const struct ff_edition *edition, const struct ff_game *game, int seat)
{
    const struct ff_public *pub = &game->pub;
    ff_options options = ff_game_options(game, seat);
    for (int b = 0; pub->stage == FF_STAGE_BREWERY && b < pub->players; b++)
        if (!sold_there(edition, pub, seat, b))
            options &= ~((ff_options)1 << b);
    for (unsigned m = 1; pub->stage == FF_STAGE_MARKET && m < FF_MARKET_OPTIONS; m++)
        if (!is_priced(edition, pub, pub->brewery, ff_market_from(m)))
            options &= ~((ff_options)1 << m);
    return options;
}

bool record_former_step(const struct ff_edition *edition, const struct ff_game *game, int *seat, ff_action *action)
{
    const struct ff_public *pub = &game->pub;
    if (pub->stage != FF_STAGE_BREWERY && pub->stage != FF_STAGE_MARKET && pub->stage != FF_STAGE_BUILD)
        return false;
    *seat = ff_turn_seat(pub);
    ff_options options = former_options(edition, game, *seat);
    if (ff_popcount(options) != 1)
        return false;
    *action = ff_action_of(pub->stage, (unsigned)ff_option_nth(options, 0));
    return true;
}

uint64_t record_former_hash(const struct ff_edition *edition, const struct ff_game *game)
{
    struct ff_game then = *game;
    if (game->pub.stage == FF_STAGE_BREWERY || game->pub.stage == FF_STAGE_MARKET)
        then.hid.options = former_options(edition, game, ff_turn_seat(&game->pub));
    return ff_hash(&then);
}
