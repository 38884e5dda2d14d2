/* check.c - checks every invariant of a game (enum ff_fault in ff.h). A game that passes is safe to play on, even if
 * its bytes came from a stranger. */
#include "deck.h"

#include <string.h>

FF_FN static bool stage_in_turn(int stage) { return stage >= FF_STAGE_BREWERY && stage <= FF_STAGE_DISCARD; }

FF_FN static bool size_holds(const struct ff_edition *edition, const struct ff_public *pub)
{
    if (pub->players < FF_PLAYERS_MIN || pub->players > FF_PLAYERS_MAX || pub->mode > FF_EXPERT ||
        pub->stage > FF_STAGE_OVER || pub->turn >= pub->players)
        return false;
    if (pub->stage == FF_STAGE_KEEP)
        return pub->mode == FF_EXPERT && pub->round == 0;
    return pub->round >= 1 && pub->round <= edition->round_limit;
}

FF_FN static bool seat_unused(const struct ff_game *game, int seat)
{
    const struct ff_public *pub = &game->pub;
    const struct ff_hidden *hid = &game->hid;
    uint64_t any = pub->active[seat] | pub->built[seat] | pub->coins[seat] | pub->goods[seat] | pub->yield[seat] |
                   pub->step[seat] | pub->room[seat] | pub->demand[seat] | pub->hand_n[seat] | pub->deck_n[seat] |
                   pub->fresh_n[seat] | pub->disc_now[seat] | pub->disc_next[seat] | pub->order[seat] |
                   hid->deck_lo[seat] | hid->deck_hi[seat] | hid->deck_end[seat] | hid->hand[seat] | hid->trash[seat];
    for (int space = 0; space < FF_SPACES; space++)
        any |= pub->board[seat][space];
    return any == 0;
}

FF_FN static bool unused_holds(const struct ff_game *game)
{
    unsigned any = 0;
    for (size_t i = 0; i < sizeof game->hid.zero; i++)
        any |= game->hid.zero[i];
    for (int seat = game->pub.players; seat < FF_PLAYERS_MAX; seat++)
        if (!seat_unused(game, seat))
            return false;
    return any == 0;
}

FF_FN static bool order_holds(const struct ff_public *pub)
{
    unsigned seen = 0;
    for (int i = 0; i < pub->players; i++)
        if (pub->order[i] < pub->players)
            seen |= 1u << pub->order[i];
    return seen == (1u << pub->players) - 1;
}

FF_FN static bool space_holds(const struct ff_public *pub, int space, int card)
{
    if (card == FF_NO_CARD)
        return true;
    if (card >= ff_cards_n(pub->mode))
        return false;
    return pub->mode == FF_BASE || !ff_is_palace(card) || card - FF_PALACE1 == space;
}

FF_FN static bool board_holds(const struct ff_edition *edition, const struct ff_public *pub, int seat)
{
    uint32_t active = 0, palaces = pub->built[seat] & FF_PALACE_CARDS;
    unsigned yield = 0;
    for (int s = 0; s < FF_SPACES; s++) {
        int card = pub->board[seat][s];
        if (!space_holds(pub, s, card))
            return false;
        yield += space_yield(edition, s, card);
        if (card == FF_NO_CARD)
            continue;
        if (ff_has(active, card))
            return false;
        active |= ff_bit((unsigned)card);
    }
    return active == pub->active[seat] && yield == pub->yield[seat] && (active & ~pub->built[seat]) == 0 &&
           palaces == (active & FF_PALACE_CARDS);
}

FF_FN static bool palaces_hold(const struct ff_public *pub)
{
    int parts = 0;
    for (int seat = 0; seat < pub->players; seat++)
        parts += ff_palace_parts(pub, seat);
    return parts == pub->palaces;
}

/* has_harvested, has_played and on_turn return how far a seat is in the round. */
FF_FN static bool has_harvested(const struct ff_public *pub, int seat)
{
    return pub->stage != FF_STAGE_KEEP && pub->stage != FF_STAGE_OVER &&
           !(pub->stage == FF_STAGE_DEAL && seat >= pub->turn);
}

FF_FN static bool has_played(const struct ff_public *pub, int seat)
{
    if (pub->stage == FF_STAGE_ROUND_END)
        return true;
    if (!stage_in_turn(pub->stage))
        return false;
    for (int i = 0; i < pub->turn; i++)
        if (pub->order[i] == seat)
            return true;
    return false;
}

FF_FN static bool on_turn(const struct ff_public *pub, int seat)
{
    return stage_in_turn(pub->stage) && ff_turn_seat(pub) == seat;
}

/* Returns the maximum number of cards in the seat's hand. Between its turns that is 4, so that no draw exceeds
 * FF_HAND_MAX (R7.1). */
FF_FN static int hand_most(const struct ff_public *pub, int seat)
{
    bool waits = has_played(pub, seat) || (pub->stage == FF_STAGE_DEAL && seat >= pub->turn);
    return waits ? (int)FF_KEEP_MAX : (int)FF_HAND_MAX;
}

/* Returns the cards of a seat's deck as a set. The set contains FF_NO_CARD if a card does not exist or bits are set
 * beyond the deck's end. */
FF_FN static uint32_t deck_set(const struct ff_game *game, int seat)
{
    struct ff_hidden packed;
    memset(&packed, 0, sizeof packed);
    uint32_t cards = 0;
    for (int i = 0; i < game->pub.deck_n[seat]; i++) {
        int card = deck_card(&game->hid, seat, i);
        cards |= ff_bit((unsigned)card);
        deck_put(&packed, seat, i, (unsigned)card);
    }
    bool same = packed.deck_lo[seat] == game->hid.deck_lo[seat] && packed.deck_hi[seat] == game->hid.deck_hi[seat] &&
                packed.deck_end[seat] == game->hid.deck_end[seat];
    return same ? cards : ff_bit(FF_NO_CARD);
}

/* Returns whether each of the seat's cards is in exactly one place (R0.2). */
FF_FN static bool cards_hold(const struct ff_game *game, int seat)
{
    const struct ff_public *pub = &game->pub;
    const struct ff_hidden *hid = &game->hid;
    if (pub->deck_n[seat] > DECK_MAX || pub->hand_n[seat] > hand_most(pub, seat) ||
        pub->fresh_n[seat] > pub->deck_n[seat])
        return false;
    if (hid->trash[seat] && !ff_has(pub->built[seat], FF_SCAVENGER)) /* R7.3 */
        return false;
    uint32_t deck = deck_set(game, seat);
    uint32_t all = deck | hid->hand[seat] | hid->trash[seat] | pub->built[seat];
    int n = popcount(deck) + popcount(hid->hand[seat]) + popcount(hid->trash[seat]) + popcount(pub->built[seat]);
    return all == ff_cards_of(pub->mode) && n == ff_cards_n(pub->mode) && popcount(deck) == pub->deck_n[seat] &&
           popcount(hid->hand[seat]) == pub->hand_n[seat];
}

/* Checks a seat's goods. Between its turns they are at most the 3 in its Warehouse (R7.4). With its harvest they are at
 * most 10 of a good: 7 from fields and 3 from the Warehouse. */
FF_FN static bool goods_hold(const struct ff_public *pub, int seat)
{
    ff_goods goods = pub->goods[seat];
    bool discards = on_turn(pub, seat) && pub->stage == FF_STAGE_DISCARD;
    if (goods > 0xfff)
        return false;
    if (!has_harvested(pub, seat) || has_played(pub, seat) || discards)
        return ff_total(goods) <= (unsigned)ff_store_max(pub->active[seat]);
    for (unsigned good = 0; good < FF_GOODS; good++)
        if (ff_count(goods, good) > 10)
            return false;
    return true;
}

FF_FN static bool brewery_holds(const struct ff_edition *edition, const struct ff_public *pub, int brewery)
{
    if (pub->step[brewery] > 0xfff || ((pub->room[brewery] | pub->demand[brewery]) & 0xf888) != 0)
        return false;
    for (unsigned good = 0; good < FF_GOODS; good++)
        if (ff_count(pub->step[brewery], good) >= edition->steps_n ||
            ff_count(pub->room[brewery], good) > ff_count(pub->demand[brewery], good))
            return false;
    return true;
}

FF_FN static bool has_sold(const struct ff_public *pub, int seat)
{
    return has_played(pub, seat) || (on_turn(pub, seat) && pub->stage >= FF_STAGE_BUILD);
}

/* Checks a seat's coins. A sale brings at most 200: 18 goods at 10 coins, 8 from banks and 12 from the Tour guide. So
 * the bound is above every reachable amount, and 16 bits are enough. */
FF_FN static bool coins_hold(const struct ff_public *pub, int seat)
{
    bool sold = pub->stage == FF_STAGE_OVER || has_sold(pub, seat);
    return pub->coins[seat] <= FF_SETUP_COINS + 200u * (pub->round + (sold ? 1u : 0u));
}

FF_FN static bool disc_on_track(int disc) { return disc <= FF_TRACK_END; }

FF_FN static bool discs_hold(const struct ff_public *pub, int seat)
{
    bool sold = has_sold(pub, seat);
    int here = sold ? pub->disc_next[seat] : pub->disc_now[seat];
    int there = sold ? pub->disc_now[seat] : pub->disc_next[seat];
    return disc_on_track(here) && there == FF_NO_DISC;
}

/* ------------------------------------------------------------------------------------------- the turn under way */

FF_FN static bool all_zero(const struct ff_game *game)
{
    const struct ff_public *pub = &game->pub;
    return (pub->brewery | pub->extra | pub->tally | pub->market | pub->left | pub->card | pub->first |
            game->hid.first_trash) == 0;
}

FF_FN static bool market_holds(const struct ff_public *pub, int seat)
{
    if (pub->market == 0)
        return true;
    if (pub->market >= FF_MARKET_OPTIONS || !ff_has(pub->active[seat], FF_MARKET))
        return false;
    return ff_market_count(pub->market) <= ff_count(pub->tally, ff_market_to(pub->market));
}

FF_FN static bool sale_holds(const struct ff_edition *edition, const struct ff_public *pub, int seat)
{
    if (pub->brewery >= pub->players || pub->tally > 0xfff || !market_holds(pub, seat))
        return false;
    for (unsigned good = 0; good < FF_GOODS; good++)
        if (ff_count(pub->tally, good) + ff_count(pub->goods[seat], good) > 13)
            return false;
    int good = pub->stage - FF_STAGE_SELL_HOPS;
    if (good >= 0 && good < FF_GOODS)
        return ff_count(sellable(edition, pub, seat, pub->brewery), (unsigned)good) != 0;
    if (pub->stage == FF_STAGE_OFFICE)
        return ff_has(pub->active[seat], FF_OFFICE) && pub->tally != 0;
    return ff_has(pub->active[seat], FF_MARKET) && pub->market == 0 && pub->tally == 0 &&
           sells(edition, pub, seat, pub->brewery);
}

FF_FN static bool build_holds(const struct ff_edition *edition, const struct ff_game *game, int seat)
{
    const struct ff_public *pub = &game->pub;
    if (pub->left < 1 || pub->left > FF_BUILDS_MAX ||
        (pub->first &&
         (pub->left == FF_BUILDS_MAX || pub->first > FF_CARDS_MAX || !ff_has(pub->built[seat], pub->first - 1))))
        return false;
    if (pub->stage == FF_STAGE_BUILD)
        return pub->card == 0;
    return pub->card < FF_CARDS_MAX && (build_options(edition, pub, seat, game->hid.hand[seat]) >> pub->card & 1) != 0;
}

FF_FN static bool store_holds(const struct ff_public *pub, int seat)
{
    unsigned good = (unsigned)(pub->stage - FF_STAGE_STORE_HOPS);
    return ff_has(pub->active[seat], FF_WAREHOUSE) && ff_count(pub->goods[seat], good) > 0 && pub->left >= 1 &&
           pub->tally <= 0xfff && ff_total(pub->tally) + pub->left == FF_STORE_MAX && pub->tally >> 4 * good == 0;
}

FF_FN static bool discard_holds(const struct ff_game *game, int seat)
{
    const struct ff_public *pub = &game->pub;
    unsigned most = (unsigned)ff_trash_max(pub->active[seat]);
    if (pub->left > most)
        return false;
    return game->hid.first_trash == 0 || (game->hid.first_trash <= FF_CARDS_MAX && pub->left == 1);
}

FF_FN static bool draw_holds(const struct ff_public *pub)
{
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++) {
        int left = (int)extra_left(pub, seat);
        bool owing = pub->owe >> seat & 1;
        if (owing != (left > 0) || (left && (pub->deck_n[seat] == 0 || left > ff_extra_draws(pub->active[seat]))))
            return false;
        if (pub->hand_n[seat] + left > FF_HAND_MAX)
            return false;
    }
    return pub->extra >> 15 == 0 && pub->owe != 0;
}

/* Checks the members of the turn under way. Members that the stage does not use must be 0. `rest` is a copy of the game
 * in which the used members are cleared. */
FF_FN static bool turn_holds(const struct ff_edition *edition, const struct ff_game *game)
{
    const struct ff_public *pub = &game->pub;
    struct ff_game rest = *game;
    int seat = ff_turn_seat(pub);
    bool holds = true;
    switch ((enum ff_stage)pub->stage) {
    case FF_STAGE_MARKET:
    case FF_STAGE_SELL_HOPS:
    case FF_STAGE_SELL_BARLEY:
    case FF_STAGE_SELL_WATER:
    case FF_STAGE_OFFICE:
        holds = sale_holds(edition, pub, seat);
        rest.pub.brewery = rest.pub.market = 0;
        rest.pub.tally = 0;
        break;
    case FF_STAGE_BUILD:
    case FF_STAGE_SPACE:
        holds = build_holds(edition, game, seat);
        rest.pub.left = rest.pub.card = rest.pub.first = 0;
        break;
    case FF_STAGE_STORE_HOPS:
    case FF_STAGE_STORE_BARLEY:
    case FF_STAGE_STORE_WATER:
        holds = store_holds(pub, seat);
        rest.pub.left = 0;
        rest.pub.tally = 0;
        break;
    case FF_STAGE_DISCARD:
        holds = discard_holds(game, seat);
        rest.pub.left = 0;
        rest.hid.first_trash = 0;
        break;
    case FF_STAGE_DRAW:
        holds = draw_holds(pub);
        rest.pub.extra = 0;
        break;
    case FF_STAGE_KEEP:
    case FF_STAGE_BREWERY:
    case FF_STAGE_DEAL:
    case FF_STAGE_ROUND_END:
    case FF_STAGE_OVER:
    case FF_STAGES: break;
    }
    return holds && all_zero(&rest);
}

/* Returns the seats that owe a choice in the expert set-up: all with more than one card (R1.5). Unused seats have no
 * cards. */
FF_FN static unsigned keep_owing(const struct ff_public *pub)
{
    unsigned owe = 0;
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++)
        owe |= (unsigned)(pub->hand_n[seat] > 1) << seat;
    return owe;
}

FF_FN static bool options_hold(const struct ff_edition *edition, const struct ff_game *game)
{
    const struct ff_public *pub = &game->pub;
    if (pub->stage == FF_STAGE_KEEP)
        return game->hid.options == 0 && pub->owe == keep_owing(pub) && pub->owe != 0;
    if (pub->stage == FF_STAGE_DRAW)
        return game->hid.options == 0;
    int seat = ff_turn_seat(pub);
    ff_options options = ff_compute_options(edition, pub, seat, game->hid.hand[seat]);
    bool asked = ff_is_asked(edition, pub, seat, game->hid.hand[seat]);
    return game->hid.options == options && pub->owe == (asked ? 1u << seat : 0);
}

FF_FN static int check_seat(const struct ff_edition *edition, const struct ff_game *game, int seat)
{
    const struct ff_public *pub = &game->pub;
    if (!board_holds(edition, pub, seat))
        return FF_BAD_BOARD;
    if (!cards_hold(game, seat))
        return FF_BAD_CARDS;
    if (!goods_hold(pub, seat))
        return FF_BAD_GOODS;
    if (!brewery_holds(edition, pub, seat))
        return FF_BAD_BREWERY;
    if (!coins_hold(pub, seat))
        return FF_BAD_COINS;
    return discs_hold(pub, seat) ? 0 : FF_BAD_DISCS;
}

/* Checks everything except the options and `owe`, which can be computed once all else holds. */
FF_FN static int check_facts(const struct ff_edition *edition, const struct ff_game *game)
{
    if (!size_holds(edition, &game->pub))
        return FF_BAD_SIZE;
    if (!unused_holds(game))
        return FF_BAD_UNUSED;
    if (!order_holds(&game->pub))
        return FF_BAD_ORDER;
    for (int seat = 0; seat < game->pub.players; seat++) {
        int bad = check_seat(edition, game, seat);
        if (bad)
            return bad;
    }
    if (!palaces_hold(&game->pub))
        return FF_BAD_PALACES;
    return turn_holds(edition, game) ? 0 : FF_BAD_TURN;
}

FF_FN int ff_check(const struct ff_edition *edition, const struct ff_game *game)
{
    int bad = check_facts(edition, game);
    if (bad)
        return bad;
    return options_hold(edition, game) ? 0 : FF_BAD_OPTIONS;
}

/* ------------------------------------------------------------------------------------------------------------ views */

/* Removes the n lowest cards from the set *from and returns them. */
FF_FN static uint32_t take(uint32_t *from, int n)
{
    uint32_t taken = 0;
    for (; n > 0 && *from; n--, *from &= *from - 1)
        taken |= *from & (0u - *from);
    return taken;
}

/* Returns whether a seat's numbers of cards add up to all its cards. If the view is its own, also checks that each card
 * is in one place only. */
FF_FN static bool counts_hold(const struct ff_view *view, int seat)
{
    const struct ff_public *pub = &view->pub;
    const struct ff_private *own = &view->own;
    uint32_t seen = pub->built[seat];
    int buried = pub->deck_n[seat] - pub->fresh_n[seat], trash = ff_trash_n(pub, seat);
    if (seen & ~ff_cards_of(pub->mode) || pub->deck_n[seat] > DECK_MAX || buried < 0 || trash < 0)
        return false;
    if (seat != own->seat)
        return true;
    if (popcount(own->hand) != pub->hand_n[seat] || (own->known_n && own->known_n != buried) ||
        (own->trash && popcount(own->trash) != trash) || (own->hand & own->trash) ||
        ((own->hand | own->trash) & (seen | ~ff_cards_of(pub->mode))))
        return false;
    seen |= own->hand | own->trash;
    for (int i = 0; i < own->known_n; i++) {
        uint32_t card = own->known[i] < FF_CARDS_MAX ? ff_bit(own->known[i]) : 0;
        if (!(card & ff_cards_of(pub->mode) & ~seen))
            return false;
        seen |= card;
    }
    return true;
}

/* Gives a seat arbitrary cards that fit the view, so that a complete game can be checked. The choice of unknown cards
 * does not affect the result of the check. */
FF_FN static void fill_seat(const struct ff_view *view, int seat, struct ff_game *game)
{
    const struct ff_public *pub = &view->pub;
    const struct ff_private *own = &view->own;
    bool is_own = seat == own->seat, shown = pub->stage == FF_STAGE_SPACE && seat == ff_turn_seat(pub);
    uint32_t rest = ff_cards_of(pub->mode) & ~pub->built[seat];
    uint32_t hand = is_own ? own->hand : shown && pub->card < FF_CARDS_MAX ? ff_bit(pub->card) & rest : 0;
    uint32_t trash = is_own ? own->trash : 0;
    int known_n = is_own ? own->known_n : 0, at = pub->deck_n[seat] - known_n;
    for (int i = 0; i < known_n; i++) {
        rest &= ~ff_bit(own->known[i]);
        deck_put(&game->hid, seat, at + i, own->known[i]);
    }
    rest &= ~hand & ~trash;
    game->hid.hand[seat] = hand | take(&rest, pub->hand_n[seat] - popcount(hand));
    game->hid.trash[seat] = trash | take(&rest, ff_trash_n(pub, seat) - popcount(trash));
    for (int i = 0; i < at && rest; i++, rest &= rest - 1)
        deck_put(&game->hid, seat, i, (unsigned)lowest_bit(rest));
}

FF_FN int ff_view_check(const struct ff_edition *edition, const struct ff_view *view)
{
    const struct ff_public *pub = &view->pub;
    struct ff_game game;
    if (!size_holds(edition, pub) || (view->own.seat != FF_NOBODY && view->own.seat >= pub->players))
        return FF_BAD_SIZE;
    if (!order_holds(pub))
        return FF_BAD_ORDER;
    game.pub = *pub;
    memset(&game.hid, 0, sizeof game.hid);
    for (int seat = 0; seat < pub->players; seat++) {
        if (!counts_hold(view, seat))
            return FF_BAD_CARDS;
        fill_seat(view, seat, &game);
    }
    game.hid.first_trash = view->own.first_trash;
    int bad = check_facts(edition, &game), seat = ff_turn_seat(pub);
    if (bad)
        return bad;
    if (pub->stage != FF_STAGE_KEEP && pub->stage != FF_STAGE_DRAW)
        game.hid.options = ff_compute_options(edition, pub, seat, game.hid.hand[seat]);
    return options_hold(edition, &game) ? 0 : FF_BAD_OPTIONS;
}

FF_FN uint64_t ff_hash(const struct ff_game *game)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < sizeof *game; i += sizeof hash) {
        uint64_t word;
        memcpy(&word, (const uint8_t *)game + i, sizeof word);
        hash = (hash ^ word) * 0x100000001b3u;
        hash ^= hash >> 32;
    }
    return hash;
}
