/* setup.c - sets up a game (R1), from the deal to the first decision. The deal contains all randomness of a game
 * (R10.3). */
#include "deck.h"

#include <string.h>

FF_FN static bool demand_drawn(const struct ff_edition *edition, const struct ff_setup *setup)
{
    bool used[FF_DEMANDS_MAX] = {false};
    for (int b = 0; b < setup->players; b++) {
        int i = 0;
        while (i < edition->demand_n && (used[i] || edition->demand[i] != setup->demand[b]))
            i++;
        if (i == edition->demand_n)
            return false;
        used[i] = true;
    }
    return true;
}

FF_FN static bool order_whole(const struct ff_setup *setup)
{
    unsigned seen = 0;
    for (int i = 0; i < setup->players; i++)
        if (setup->order[i] < setup->players)
            seen |= 1u << setup->order[i];
    return seen == (1u << setup->players) - 1;
}

FF_FN static bool deck_whole(const struct ff_setup *setup, int seat)
{
    uint32_t seen = 0;
    for (int i = 0; i < ff_cards_n(setup->mode); i++)
        if (setup->deck[seat][i] < FF_CARDS_MAX)
            seen |= ff_bit(setup->deck[seat][i]);
    return seen == ff_cards_of(setup->mode);
}

FF_FN static enum ff_setup_fault setup_fault(const struct ff_edition *edition, const struct ff_setup *setup)
{
    if (setup->players < FF_PLAYERS_MIN || setup->players > FF_PLAYERS_MAX)
        return FF_SETUP_PLAYERS;
    if (setup->mode > FF_EXPERT)
        return FF_SETUP_MODE;
    if (!demand_drawn(edition, setup))
        return FF_SETUP_DEMAND;
    if (!order_whole(setup))
        return FF_SETUP_ORDER;
    for (int seat = 0; seat < setup->players; seat++)
        if (!deck_whole(setup, seat))
            return FF_SETUP_DECK;
    return FF_SETUP_OK;
}

/* Deals the first cards to a seat's hand and leaves the others as its deck (R1.4, R1.5). */
FF_FN static void set_cards(const struct ff_setup *setup, int seat, struct ff_game *game)
{
    int hand_n = setup->mode == FF_EXPERT ? FF_HAND_MAX : FF_SETUP_HAND;
    int deck_n = ff_cards_n(setup->mode) - hand_n;
    for (int i = 0; i < hand_n; i++)
        game->hid.hand[seat] |= ff_bit(setup->deck[seat][i]);
    for (int i = 0; i < deck_n; i++)
        deck_put(&game->hid, seat, i, setup->deck[seat][hand_n + i]);
    game->pub.hand_n[seat] = (uint8_t)hand_n;
    game->pub.deck_n[seat] = game->pub.fresh_n[seat] = (uint8_t)deck_n;
}

FF_FN static void set_player(const struct ff_setup *setup, int seat, struct ff_game *game)
{
    struct ff_public *pub = &game->pub;
    pub->coins[seat] = FF_SETUP_COINS;
    pub->yield[seat] = ff_goods_of(1, 1, 1); /* the printed fields yield one of each good */
    memset(pub->board[seat], FF_NO_CARD, FF_SPACES);
    pub->disc_next[seat] = FF_NO_DISC;
    pub->order[seat] = setup->order[seat];
    set_cards(setup, seat, game);
}

FF_FN static void set_brewery(const struct ff_edition *edition, ff_goods demand, int brewery, struct ff_public *pub)
{
    pub->demand[brewery] = pub->room[brewery] = demand;
    pub->step[brewery] = ff_goods_of(edition->price_start, edition->price_start, edition->price_start);
}

FF_FN enum ff_setup_fault ff_prepare(const struct ff_edition *edition, const struct ff_setup *setup,
                                     struct ff_game *game)
{
    enum ff_setup_fault fault = setup_fault(edition, setup);
    if (fault)
        return fault;
    memset(game, 0, sizeof *game);
    game->pub.players = setup->players;
    game->pub.mode = setup->mode;
    for (int i = 0; i < setup->players; i++) {
        set_player(setup, i, game);
        set_brewery(edition, setup->demand[i], i, &game->pub);
    }
    if (setup->mode == FF_EXPERT) {
        game->pub.stage = FF_STAGE_KEEP;
        game->pub.owe = (uint8_t)((1u << setup->players) - 1);
    } else {
        game->pub.stage = FF_STAGE_DEAL;
        game->pub.round = 1;
        game->hid.options = 1;
    }
    return FF_SETUP_OK;
}

FF_FN void ff_deal(const struct ff_edition *edition, int players, int mode, uint64_t seed, struct ff_setup *setup)
{
    struct ff_rng rng = ff_rng_of(seed);
    uint8_t demand[FF_DEMANDS_MAX];
    memset(setup, 0, sizeof *setup);
    if (players < FF_PLAYERS_MIN || players > FF_PLAYERS_MAX || (mode != FF_BASE && mode != FF_EXPERT))
        return;
    for (int i = 0; i < FF_DEMANDS_MAX; i++)
        demand[i] = (uint8_t)i;
    setup->players = (uint8_t)players;
    setup->mode = (uint8_t)mode;
    ff_shuffle(&rng, demand, edition->demand_n);
    for (int i = 0; i < players; i++) {
        setup->demand[i] = edition->demand[demand[i]];
        setup->order[i] = (uint8_t)i;
        for (int c = 0; c < ff_cards_n(mode); c++)
            setup->deck[i][c] = (uint8_t)c;
        ff_shuffle(&rng, setup->deck[i], ff_cards_n(mode));
    }
    ff_shuffle(&rng, setup->order, players);
}
