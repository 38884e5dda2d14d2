/* apply.c - plays the rules, one decision or one automatic step at a time.
 *
 * Every stage ends by opening the next one with `ask`, to which it passes the options. If there are two or more, the
 * seat owes a decision. If there is one, the next step takes it automatically (but see begin_build). So the whole game
 * is a single loop around `perform`.
 *
 *     KEEP* -> DEAL x players -> DRAW* -> turn x players -> ROUND_END -> DEAL ...
 *     turn: BREWERY -> MARKET? -> SELL_* -> OFFICE? -> (BUILD -> SPACE) x 0-2 -> STORE_*? -> DISCARD*
 *
 * `perform` is compiled twice: with events (ff_play, ff_follow) and without (ff_apply). */
#include "deck.h"

#include <string.h>

FF_INLINE void ask(struct ff_game *game, int seat, int stage, ff_options options)
{
    game->pub.stage = (uint8_t)stage;
    game->hid.options = options;
    game->pub.owe = (uint8_t)((unsigned)((options & (options - 1)) != 0) << seat);
}

FF_INLINE int turn_seat(const struct ff_public *pub) { return pub->order[pub->turn]; }

/* ----------------------------------------------------------------------------------------- drawing (R3, R4, R1.5) */

FF_INLINE void begin_turn(const struct ff_edition *edition, struct ff_game *game)
{
    int seat = turn_seat(&game->pub);
    ask(game, seat, FF_STAGE_BREWERY, brewery_options(edition, &game->pub, seat));
}

FF_INLINE void begin_round(struct ff_game *game)
{
    game->pub.round++;
    game->pub.turn = 0;
    ask(game, 0, FF_STAGE_DEAL, 1);
}

FF_INLINE void keep(struct ff_game *game, int seat, int card, struct ff_event *event)
{
    bury_card(game, seat, card);
    if (event) {
        event->kind = FF_EVENT_BURIED;
        event->cards[0] = (uint8_t)card;
    }
    if (game->pub.hand_n[seat] == 1)
        game->pub.owe &= (uint8_t) ~(1u << seat);
    if (game->pub.owe == 0)
        begin_round(game);
}

FF_INLINE void fill_drawn_event(struct ff_event *event, unsigned cards, int n)
{
    event->kind = FF_EVENT_DREW;
    event->n = (uint8_t)n;
    for (int i = 0; i < n; i++)
        event->cards[i] = (uint8_t)(cards >> CARD_BITS * i & CARD_MASK);
}

/* Starts the extra draws (R3.2). pub.extra has 3 bits for each seat. */
FF_INLINE void begin_draws(const struct ff_edition *edition, struct ff_game *game)
{
    struct ff_public *pub = &game->pub;
    pub->turn = 0;
    for (int seat = 0; seat < pub->players; seat++) {
        int labs = ff_extra_draws(pub->active[seat]);
        if (labs && pub->deck_n[seat]) {
            pub->extra |= (uint16_t)(labs << 3 * seat);
            pub->owe |= (uint8_t)(1u << seat);
        }
    }
    if (pub->owe == 0) {
        begin_turn(edition, game);
    } else {
        pub->stage = FF_STAGE_DRAW;
        game->hid.options = 0;
    }
}

/* Draws and harvests for one seat (R3.1, R4.1). */
FF_INLINE void deal(const struct ff_edition *edition, struct ff_game *game, struct ff_event *event)
{
    struct ff_public *pub = &game->pub;
    int seat = pub->turn++;
    unsigned cards;
    int n = draw_cards(game, seat, FF_DRAWS, &cards);
    pub->goods[seat] = (ff_goods)(pub->goods[seat] + pub->yield[seat]);
    if (event) {
        fill_drawn_event(event, cards, n);
        event->seat = (uint8_t)seat;
        event->goods = pub->yield[seat];
    }
    if (pub->turn == pub->players)
        begin_draws(edition, game);
}

/* R3.2 */
FF_INLINE void draw(const struct ff_edition *edition, struct ff_game *game, int seat, int option,
                    struct ff_event *event)
{
    struct ff_public *pub = &game->pub;
    unsigned left = 0;
    if (option == FF_OPTION_DRAW) {
        unsigned cards;
        int n = draw_cards(game, seat, 1, &cards);
        if (event)
            fill_drawn_event(event, cards, n);
        left = pub->deck_n[seat] ? extra_left(pub, seat) - 1 : 0;
    }
    pub->extra = (uint16_t)((pub->extra & ~(7u << 3 * seat)) | left << 3 * seat);
    if (left == 0)
        pub->owe &= (uint8_t) ~(1u << seat);
    if (pub->owe == 0)
        begin_turn(edition, game);
}

/* ------------------------------------------------------------------------------------------------- selling (R5) */

/* Opens the build stage. The options of all other stages follow from public facts and the number of cards, so skipping
 * them reveals nothing. The options of a build depend on the hand, so public facts alone decide whether the seat is
 * asked (R10.2a). */
FF_INLINE void begin_build(const struct ff_edition *edition, struct ff_game *game, int seat)
{
    ask(game, seat, FF_STAGE_BUILD, build_options(edition, &game->pub, seat, game->hid.hand[seat]));
    game->pub.owe = (uint8_t)((unsigned)build_asked(edition, &game->pub, seat) << seat);
}

/* Sells the tokens of one good. They fill demand spaces, and the surplus lowers the price (R5.3). Returns their
 * income. */
FF_INLINE unsigned sell_good(const struct ff_edition *edition, struct ff_public *pub, unsigned good)
{
    unsigned b = pub->brewery, shift = 4 * good, sold = ff_count(pub->tally, good);
    unsigned step = ff_count(pub->step[b], good), room = ff_count(pub->room[b], good);
    unsigned filled = sold < room ? sold : room, surplus = sold - filled;
    unsigned fall = surplus < step ? surplus : step;
    pub->room[b] = (ff_goods)(pub->room[b] - (filled << shift));
    pub->step[b] = (ff_goods)(pub->step[b] - (fall << shift));
    return sold * edition->price[step];
}

/* Returns the tokens that the seat gives up, counted as the goods that they were before the exchange. */
FF_INLINE ff_goods given_up(const struct ff_public *pub)
{
    if (pub->market == 0)
        return pub->tally;
    unsigned count = ff_market_count(pub->market);
    return (ff_goods)(pub->tally + (count << 4 * ff_market_from(pub->market)) -
                      (count << 4 * ff_market_to(pub->market)));
}

FF_INLINE void fill_sold_event(const struct ff_public *pub, int office, unsigned income, unsigned disc,
                               struct ff_event *event)
{
    event->kind = FF_EVENT_SOLD;
    event->brewery = pub->tally ? pub->brewery : (uint8_t)FF_NOBODY;
    event->market = pub->market;
    event->office = (uint8_t)office;
    event->goods = given_up(pub);
    event->income = (uint16_t)income;
    event->disc = (uint8_t)disc;
}

FF_INLINE void finish_sale(const struct ff_edition *edition, struct ff_game *game, int seat, int office,
                           struct ff_event *event)
{
    struct ff_public *pub = &game->pub;
    unsigned income = steady_income(pub->active[seat]);
    if (pub->tally) {
        for (unsigned good = 0; good < FF_GOODS; good++)
            income += sell_good(edition, pub, good);
        if (office != FF_OPTION_NO_OFFICE)
            income += ff_count(pub->tally, (unsigned)office);
    }
    unsigned disc = disc_space(pub->active[seat], income);
    pub->coins[seat] = (uint16_t)(pub->coins[seat] + income);
    pub->disc_now[seat] = FF_NO_DISC;
    pub->disc_next[seat] = (uint8_t)disc;
    if (event)
        fill_sold_event(pub, office, income, disc, event);
    pub->tally = 0;
    pub->market = 0;
    pub->brewery = 0;
    pub->left = FF_BUILDS_MAX;
    begin_build(edition, game, seat);
}

FF_INLINE void after_goods(const struct ff_edition *edition, struct ff_game *game, int seat, struct ff_event *event)
{
    if (ff_has(game->pub.active[seat], FF_OFFICE))
        ask(game, seat, FF_STAGE_OFFICE, office_options(&game->pub));
    else
        finish_sale(edition, game, seat, FF_OPTION_NO_OFFICE, event);
}

/* Asks how many tokens to sell of the next good, from `good` on, that the seat has and the brewery buys. */
FF_INLINE void next_good(const struct ff_edition *edition, struct ff_game *game, int seat, int good,
                         struct ff_event *event)
{
    struct ff_public *pub = &game->pub;
    unsigned goods = (unsigned)sellable(edition, pub, seat, pub->brewery) >> 4 * good;
    if (goods == 0) {
        after_goods(edition, game, seat, event);
        return;
    }
    good += lowest_bit(goods) / 4;
    ask(game, seat, FF_STAGE_SELL_HOPS + good, sell_options(edition, pub, seat, good));
}

FF_INLINE void brewery(const struct ff_edition *edition, struct ff_game *game, int seat, int option,
                       struct ff_event *event)
{
    struct ff_public *pub = &game->pub;
    if (option == FF_OPTION_DONE) {
        finish_sale(edition, game, seat, FF_OPTION_NO_OFFICE, event);
        return;
    }
    pub->brewery = (uint8_t)option;
    if (ff_has(pub->active[seat], FF_MARKET))
        ask(game, seat, FF_STAGE_MARKET, market_options(edition, pub, seat));
    else
        next_good(edition, game, seat, 0, event);
}

FF_INLINE void market(const struct ff_edition *edition, struct ff_game *game, int seat, int option,
                      struct ff_event *event)
{
    struct ff_public *pub = &game->pub;
    if (option) {
        unsigned count = ff_market_count((unsigned)option);
        pub->market = (uint8_t)option;
        pub->goods[seat] = (ff_goods)(pub->goods[seat] - (count << 4 * ff_market_from((unsigned)option)));
        pub->tally = (ff_goods)(count << 4 * ff_market_to((unsigned)option));
    }
    next_good(edition, game, seat, 0, event);
}

FF_INLINE void sell(const struct ff_edition *edition, struct ff_game *game, int seat, int count, struct ff_event *event)
{
    struct ff_public *pub = &game->pub;
    int good = pub->stage - FF_STAGE_SELL_HOPS;
    pub->goods[seat] = (ff_goods)(pub->goods[seat] - (count << 4 * good));
    pub->tally = (ff_goods)(pub->tally + (count << 4 * good));
    next_good(edition, game, seat, good + 1, event);
}

/* ------------------------------------------------------------------------------------------------ building (R6) */

FF_INLINE void begin_discard(struct ff_game *game, int seat)
{
    struct ff_public *pub = &game->pub;
    pub->left = (uint8_t)ff_trash_max(pub->active[seat]);
    ask(game, seat, FF_STAGE_DISCARD, discard_options(pub, seat, game->hid.hand[seat]));
}

/* Asks how many tokens to store of the next good, from `good` on, that could stay in the Warehouse. After the last
 * question all other goods are lost (R7.4). */
FF_INLINE void next_store(struct ff_game *game, int seat, int good, struct ff_event *event)
{
    struct ff_public *pub = &game->pub;
    unsigned goods = pub->left ? (unsigned)nonzero(pub->goods[seat]) >> 4 * good : 0;
    if (goods) {
        good += lowest_bit(goods) / 4;
        ask(game, seat, FF_STAGE_STORE_HOPS + good, store_options(pub, seat, good));
        return;
    }
    pub->goods[seat] = pub->tally;
    if (event) {
        event->kind = FF_EVENT_STORED;
        event->goods = pub->tally;
    }
    pub->tally = 0;
    begin_discard(game, seat);
}

FF_INLINE void finish_build(struct ff_game *game, int seat)
{
    struct ff_public *pub = &game->pub;
    pub->first = 0;
    if (ff_has(pub->active[seat], FF_WAREHOUSE) && pub->goods[seat]) {
        pub->left = FF_STORE_MAX;
        next_store(game, seat, 0, NULL);
    } else {
        pub->goods[seat] = 0;
        begin_discard(game, seat);
    }
}

/* Puts a card on a space. It covers the card that lay there (R6.2) and takes effect at once (R6.3). */
FF_INLINE void lay(const struct ff_edition *edition, struct ff_public *pub, int seat, int space, int card)
{
    int covered = pub->board[seat][space];
    if (covered != FF_NO_CARD)
        pub->active[seat] &= ~ff_bit((unsigned)covered);
    pub->yield[seat] =
        (ff_goods)(pub->yield[seat] - space_yield(edition, space, covered) + space_yield(edition, space, card));
    pub->board[seat][space] = (uint8_t)card;
    pub->active[seat] |= ff_bit((unsigned)card);
    pub->built[seat] |= ff_bit((unsigned)card);
    pub->palaces = (uint8_t)(pub->palaces + ff_is_palace(card));
}

FF_INLINE void build(const struct ff_edition *edition, struct ff_game *game, int seat, int space,
                     struct ff_event *event)
{
    struct ff_public *pub = &game->pub;
    int card = pub->card, cost = cost_of(edition, pub, seat, card), covered = pub->board[seat][space];
    pub->coins[seat] = (uint16_t)(pub->coins[seat] - cost);
    lay(edition, pub, seat, space, card);
    game->hid.hand[seat] &= ~ff_bit((unsigned)card);
    pub->hand_n[seat]--;
    pub->card = 0;
    pub->left--;
    if (event) {
        event->kind = FF_EVENT_BUILT;
        event->cards[0] = (uint8_t)card;
        event->space = (uint8_t)space;
        event->cost = (uint8_t)cost;
        event->covered = (uint8_t)covered;
    }
    if (pub->left == 0) {
        finish_build(game, seat);
        return;
    }
    pub->first = (uint8_t)(card == FF_CRANE || covered == FF_CRANE ? 0 : card + 1);
    begin_build(edition, game, seat);
}

FF_INLINE void choose_card(struct ff_game *game, int seat, int option)
{
    if (option == FF_OPTION_DONE) {
        finish_build(game, seat);
        return;
    }
    game->pub.card = (uint8_t)option;
    ask(game, seat, FF_STAGE_SPACE, space_options(&game->pub, seat, option));
}

/* ---------------------------------------------------------------------------------------------- discarding (R7) */

FF_INLINE void store(struct ff_game *game, int seat, int count, struct ff_event *event)
{
    struct ff_public *pub = &game->pub;
    int good = pub->stage - FF_STAGE_STORE_HOPS;
    pub->tally = (ff_goods)(pub->tally + (count << 4 * good));
    pub->left = (uint8_t)(pub->left - count);
    next_store(game, seat, good + 1, event);
}

FF_INLINE void finish_turn(const struct ff_edition *edition, struct ff_game *game)
{
    struct ff_public *pub = &game->pub;
    pub->left = 0;
    game->hid.first_trash = 0;
    if (pub->turn + 1 == pub->players) {
        ask(game, 0, FF_STAGE_ROUND_END, 1);
        return;
    }
    pub->turn++;
    begin_turn(edition, game);
}

FF_INLINE void trash_card(struct ff_game *game, int seat, int card)
{
    struct ff_public *pub = &game->pub;
    game->hid.hand[seat] &= ~ff_bit((unsigned)card);
    game->hid.trash[seat] |= ff_bit((unsigned)card);
    pub->hand_n[seat]--;
    pub->left--;
    game->hid.first_trash = (uint8_t)(pub->left ? card + 1 : 0);
}

FF_INLINE void discard(const struct ff_edition *edition, struct ff_game *game, int seat, int option,
                       struct ff_event *event)
{
    struct ff_public *pub = &game->pub;
    if (option == FF_OPTION_DONE) {
        if (event) {
            event->kind = FF_EVENT_KEPT;
            event->n = pub->hand_n[seat];
        }
        finish_turn(edition, game);
        return;
    }
    int card = option >= FF_OPTION_TRASH ? option - FF_OPTION_TRASH : option;
    if (option >= FF_OPTION_TRASH) {
        trash_card(game, seat, card);
    } else {
        bury_card(game, seat, card);
        pub->left = 0;
        game->hid.first_trash = 0;
    }
    if (event) {
        event->kind = option >= FF_OPTION_TRASH ? FF_EVENT_TRASHED : FF_EVENT_BURIED;
        event->cards[0] = (uint8_t)card;
    }
    ask(game, seat, FF_STAGE_DISCARD, discard_options(pub, seat, game->hid.hand[seat]));
}

/* ---------------------------------------------------------------------------------------- end of round (R8, R9) */

/* Raises the prices of all three goods at once (R8.1). Each price step rises by the number of empty demand spaces (at
 * most 7), or to the top if fewer steps are above it. The mask `fewer` covers the goods with fewer steps. To find
 * them, the subtraction sets the fourth bit of the number of steps first: the bit is clear afterwards if the number was
 * below 8 and smaller than the number of empty spaces. */
FF_INLINE void raise_prices(const struct ff_edition *edition, struct ff_public *pub)
{
    unsigned tops = (edition->steps_n - 1u) * 0x111;
    for (int b = 0; b < pub->players; b++) {
        unsigned room = pub->room[b], above = tops - pub->step[b];
        unsigned fewer = (~(((above | 0x888) - room) | above) >> 3 & 0x111) * 15;
        pub->step[b] = (ff_goods)(pub->step[b] + ((room & ~fewer) | (above & fewer)));
        pub->room[b] = pub->demand[b];
    }
}

/* R8.2 */
FF_INLINE void swap_tracks(struct ff_public *pub)
{
    uint8_t next[FF_PLAYERS_MAX];
    next_order(pub, next);
    for (int i = 0; i < pub->players; i++) {
        pub->order[i] = next[i];
        pub->disc_now[i] = pub->disc_next[i];
        pub->disc_next[i] = FF_NO_DISC;
    }
}

FF_INLINE void end_round(const struct ff_edition *edition, struct ff_game *game, struct ff_event *event)
{
    struct ff_public *pub = &game->pub;
    raise_prices(edition, pub);
    swap_tracks(pub);
    if (event) {
        event->kind = FF_EVENT_ROUND;
        event->seat = FF_NOBODY;
        event->round = pub->round;
    }
    if (is_last_round(edition, pub)) {
        pub->turn = 0;
        ask(game, 0, FF_STAGE_OVER, 0);
    } else {
        begin_round(game);
    }
}

/* --------------------------------------------------------------------------------------------------- the one step */

FF_INLINE void perform(const struct ff_edition *edition, struct ff_game *game, int seat, int option,
                       struct ff_event *event)
{
    switch (game->pub.stage) {
    case FF_STAGE_KEEP: keep(game, seat, option, event); break;
    case FF_STAGE_DRAW: draw(edition, game, seat, option, event); break;
    case FF_STAGE_BREWERY: brewery(edition, game, seat, option, event); break;
    case FF_STAGE_MARKET: market(edition, game, seat, option, event); break;
    case FF_STAGE_SELL_HOPS:
    case FF_STAGE_SELL_BARLEY:
    case FF_STAGE_SELL_WATER: sell(edition, game, seat, option, event); break;
    case FF_STAGE_OFFICE: finish_sale(edition, game, seat, option, event); break;
    case FF_STAGE_BUILD: choose_card(game, seat, option); break;
    case FF_STAGE_SPACE: build(edition, game, seat, option, event); break;
    case FF_STAGE_STORE_HOPS:
    case FF_STAGE_STORE_BARLEY:
    case FF_STAGE_STORE_WATER: store(game, seat, option, event); break;
    case FF_STAGE_DISCARD: discard(edition, game, seat, option, event); break;
    case FF_STAGE_DEAL: deal(edition, game, event); break;
    default: end_round(edition, game, event); break; /* FF_STAGE_ROUND_END, because a game that is over has no steps */
    }
}

FF_INLINE bool moves_by_itself(const struct ff_public *pub) { return pub->owe == 0 && pub->stage != FF_STAGE_OVER; }

FF_INLINE ff_options options_now(const struct ff_game *game, int seat)
{
    switch (game->pub.stage) {
    case FF_STAGE_KEEP: return game->hid.hand[seat];
    case FF_STAGE_DRAW: return DONE | (ff_options)1 << FF_OPTION_DRAW;
    default: return game->hid.options;
    }
}

FF_INLINE bool admitted(const struct ff_game *game, int seat, ff_action action)
{
    return is_seat(&game->pub, seat) && game->pub.stage == ff_action_stage(action) && (game->pub.owe >> seat & 1) &&
           (options_now(game, seat) >> ff_action_option(action) & 1);
}

/* Finds the reason for a refusal. It runs only after one, so legal actions stay fast. */
static FF_FN enum ff_refusal refusal(const struct ff_edition *edition, const struct ff_game *game, int seat,
                                     ff_action action)
{
    if (!is_seat(&game->pub, seat))
        return FF_REFUSED_NO_SUCH_SEAT;
    struct ff_view view;
    ff_view_of(game, seat, &view);
    return ff_why_not(edition, &view, action);
}

FF_FN ff_options ff_game_options(const struct ff_game *game, int seat)
{
    return is_seat(&game->pub, seat) && (game->pub.owe >> seat & 1) ? options_now(game, seat) : 0;
}

FF_FN enum ff_refusal ff_apply(const struct ff_edition *edition, struct ff_game *game, int seat, ff_action action)
{
    if (!admitted(game, seat, action))
        return refusal(edition, game, seat, action);
    int option = (int)ff_action_option(action);
    for (;;) {
        perform(edition, game, seat, option, NULL);
        if (!moves_by_itself(&game->pub))
            return FF_OK;
        seat = turn_seat(&game->pub);
        option = lowest_bit(game->hid.options);
    }
}

FF_FN enum ff_refusal ff_play(const struct ff_edition *edition, struct ff_game *game, int seat, ff_action action,
                              struct ff_event *event)
{
    memset(event, 0, sizeof *event);
    if (!admitted(game, seat, action))
        return refusal(edition, game, seat, action);
    event->seat = (uint8_t)seat;
    perform(edition, game, seat, (int)ff_action_option(action), event);
    return FF_OK;
}

FF_FN bool ff_follow(const struct ff_edition *edition, struct ff_game *game, struct ff_event *event)
{
    memset(event, 0, sizeof *event);
    if (!moves_by_itself(&game->pub))
        return false;
    int seat = turn_seat(&game->pub);
    event->seat = (uint8_t)seat;
    perform(edition, game, seat, lowest_bit(game->hid.options), event);
    return true;
}

FF_FN enum ff_setup_fault ff_begin(const struct ff_edition *edition, const struct ff_setup *setup, struct ff_game *game)
{
    enum ff_setup_fault fault = ff_prepare(edition, setup, game);
    if (fault)
        return fault;
    for (struct ff_event event; ff_follow(edition, game, &event);)
        ;
    return FF_SETUP_OK;
}
