/* position_complete.c - gives facts that a position does not state their defaults (docs/authors/notation.md); see
 * position_internal.h. */
#include "position_internal.h"

#include <string.h>

#include "names.h"

/* How far a seat is in the round. */
enum progress { AWAITS, DREW, SOLD, DISCARDED };

static enum progress progress_of(const struct ff_public *pub, int seat)
{
    if (pub->stage == FF_STAGE_KEEP)
        return AWAITS;
    if (pub->stage == FF_STAGE_DEAL)
        return seat < pub->turn ? DREW : AWAITS;
    if (!ff_is_turn(pub->stage))
        return pub->stage == FF_STAGE_DRAW ? DREW : DISCARDED;
    int place = 0;
    while (pub->order[place] != seat)
        place++;
    if (place != pub->turn)
        return place < pub->turn ? DISCARDED : DREW;
    return pub->stage >= FF_STAGE_BUILD ? SOLD : DREW;
}

static void default_frame(struct reading *r)
{
    struct ff_public *pub = &r->game.pub;
    if (!is_stated(r, FACT_STAGE))
        pub->stage = FF_STAGE_BREWERY;
    if (!is_stated(r, FACT_ROUND))
        pub->round = pub->stage != FF_STAGE_KEEP;
    if (!is_stated(r, FACT_ORDER))
        for (int i = 0; i < pub->players; i++)
            pub->order[i] = (uint8_t)i;
    if (!is_stated(r, FACT_TURN) && pub->stage == FF_STAGE_ROUND_END)
        pub->turn = (uint8_t)(pub->players - 1);
}

/* Returns the first demand card of the edition that no brewery has yet. If all are taken, returns any card, which
 * ff_check will refuse. */
static ff_goods free_demand(const struct reading *r, unsigned given)
{
    for (int i = 0; i < r->edition->demand_n; i++) {
        ff_goods demand = r->edition->demand[i];
        int has = 0, may = 0;
        for (int b = 0; b < r->game.pub.players; b++)
            has += (given >> b & 1) && r->game.pub.demand[b] == demand;
        for (int k = 0; k < r->edition->demand_n; k++)
            may += r->edition->demand[k] == demand;
        if (has < may)
            return demand;
    }
    return r->edition->demand[0];
}

static void default_breweries(struct reading *r)
{
    struct ff_public *pub = &r->game.pub;
    unsigned given = 0, start = r->edition->price_start;
    for (int b = 0; b < pub->players; b++)
        given |= (r->brewery_seen[b] >> BREWERY_DEMAND & 1) << b;
    for (int b = 0; b < pub->players; b++) {
        if (!(given >> b & 1))
            pub->demand[b] = free_demand(r, given);
        given |= 1u << b;
        if (!(r->brewery_seen[b] >> BREWERY_STEP & 1))
            pub->step[b] = ff_goods_of(start, start, start);
        if (!(r->brewery_seen[b] >> BREWERY_ROOM & 1))
            pub->room[b] = pub->demand[b];
    }
}

/* Derives the visible cards, the yield and the Palace parts from a board. On entry `built` has the covered cards. */
static void derive_board(struct reading *r, int seat)
{
    struct ff_public *pub = &r->game.pub;
    for (int space = 0; space < FF_SPACES; space++) {
        int card = pub->board[seat][space];
        if (card != FF_NO_CARD)
            pub->active[seat] |= ff_bit((unsigned)card);
        pub->yield[seat] = (ff_goods)(pub->yield[seat] + ff_space_yield(r->edition, space, card));
    }
    pub->built[seat] |= pub->active[seat];
    pub->palaces = (uint8_t)(pub->palaces + ff_popcount(pub->active[seat] & FF_PALACE_CARDS));
}

/* Returns the default number of cards in a seat's hand, which depends on the stage of the game. */
static int usual_hand(const struct ff_public *pub, int seat)
{
    if (pub->stage == FF_STAGE_KEEP)
        return 10;
    enum progress progress = progress_of(pub, seat);
    int before = pub->mode == FF_BASE && pub->round <= 1 ? 3 : 1;
    return progress == DISCARDED ? 1 : progress == AWAITS ? before : before + 3;
}

/* Places the cards that the text does not name. If the text does not state the hand, they fill the hand first. The
 * others go below the fresh cards of the deck. Returns false if the deck gets too large. */
static bool place_cards(struct reading *r, int seat)
{
    struct ff_game *game = &r->game;
    uint32_t rest = ff_cards_of(game->pub.mode) & ~r->used[seat];
    struct ff_placement placed = {.hand = game->hid.hand[seat], .trash = game->hid.trash[seat]};
    for (int n = usual_hand(&game->pub, seat); n > 0 && rest && !is_stated_by(r, seat, PLAYER_HAND); n--) {
        placed.hand |= rest & -rest;
        rest &= rest - 1;
    }
    int fresh_n = r->known_at[seat] < r->deck_n[seat] ? r->known_at[seat] : r->deck_n[seat], n = fresh_n;
    if (r->deck_n[seat] + ff_popcount(rest) > FF_DECK_MAX)
        return false;
    memcpy(placed.deck, r->deck[seat], (size_t)fresh_n);
    for (; rest; rest &= rest - 1)
        placed.deck[n++] = (uint8_t)ff_lowest(rest);
    game->pub.fresh_n[seat] = (uint8_t)n;
    for (int i = fresh_n; i < r->deck_n[seat]; i++)
        placed.deck[n++] = r->deck[seat][i];
    game->pub.deck_n[seat] = (uint8_t)n;
    game->pub.hand_n[seat] = (uint8_t)ff_popcount(placed.hand);
    ff_place(r->edition, game, seat, &placed);
    game->hid.options = 0; /* until derive_owe */
    return true;
}

static void default_player(struct reading *r, int seat)
{
    struct ff_public *pub = &r->game.pub;
    enum progress progress = progress_of(pub, seat);
    bool sold = progress >= SOLD && pub->stage != FF_STAGE_OVER;
    if (!is_stated_by(r, seat, PLAYER_COINS))
        pub->coins[seat] = FF_SETUP_COINS;
    if (!is_stated_by(r, seat, PLAYER_GOODS))
        pub->goods[seat] = progress == DREW ? pub->yield[seat] : 0;
    if (!is_stated_by(r, seat, PLAYER_DISC)) {
        pub->disc_now[seat] = sold ? FF_NO_DISC : 0;
        pub->disc_next[seat] = sold ? 0 : FF_NO_DISC;
    }
    if (!is_stated_by(r, seat, PLAYER_EXTRA) && pub->stage == FF_STAGE_DRAW && pub->deck_n[seat])
        pub->extra |= (uint16_t)(ff_extra_draws(pub->active[seat]) << 3 * seat);
}

static bool default_players(struct reading *r)
{
    struct ff_public *pub = &r->game.pub;
    for (int seat = 0; seat < pub->players; seat++) {
        if (!is_stated_by(r, seat, PLAYER_BOARD))
            memset(pub->board[seat], FF_NO_CARD, FF_SPACES);
        derive_board(r, seat);
        if (!place_cards(r, seat)) {
            struct base_out out = base_error_at(r->in.error, &r->in.word);
            base_printf(&out, "a deck holds at most 27 cards: put more into the hand of player %d", seat);
            return false;
        }
        default_player(r, seat);
    }
    return true;
}

static void default_left(struct reading *r)
{
    struct ff_public *pub = &r->game.pub;
    if (is_stated(r, FACT_LEFT))
        return;
    if (pub->stage == FF_STAGE_BUILD || pub->stage == FF_STAGE_SPACE)
        pub->left = pub->first ? 1 : FF_BUILDS_MAX;
    else if (pub->stage == FF_STAGE_DISCARD)
        pub->left = (uint8_t)ff_trash_max(pub->active[ff_turn_seat(pub)]);
    else if (ff_is_store(pub->stage))
        pub->left =
            (uint8_t)(FF_STORE_MAX - (ff_total(pub->tally) < FF_STORE_MAX ? ff_total(pub->tally) : FF_STORE_MAX));
}

/* Derives the set of seats that must decide from the other facts. */
static void derive_owe(struct reading *r)
{
    struct ff_public *pub = &r->game.pub;
    for (int seat = 0; seat < pub->players; seat++) {
        bool owes = pub->stage == FF_STAGE_KEEP ? pub->hand_n[seat] > 1
                                                : pub->stage == FF_STAGE_DRAW && ff_extra_left(pub, seat) > 0;
        pub->owe |= (uint8_t)((unsigned)owes << seat);
    }
    if (pub->stage == FF_STAGE_DEAL || pub->stage == FF_STAGE_ROUND_END)
        r->game.hid.options = 1;
    if (!ff_is_turn(pub->stage))
        return;
    int seat = pub->order[pub->turn];
    uint32_t hand = r->game.hid.hand[seat];
    r->game.hid.options = ff_compute_options(r->edition, pub, seat, hand);
    pub->owe = (uint8_t)((unsigned)ff_is_asked(r->edition, pub, seat, hand) << seat);
}

static bool agree(struct reading *r)
{
    if (is_stated(r, FACT_PALACES) && r->palaces != r->game.pub.palaces) {
        struct base_out out = base_error_at(r->in.error, &r->place[FACT_PALACES]);
        base_printf(&out, "the boards hold another number of Palace parts: %u", r->game.pub.palaces);
        return false;
    }
    if (is_stated(r, FACT_OWE) && r->owe != r->game.pub.owe) {
        struct base_out out = base_error_at(r->in.error, &r->place[FACT_OWE]);
        base_put(&out, "by the other facts those who must decide are:");
        for (unsigned left = r->game.pub.owe; left; left &= left - 1)
            base_printf(&out, " %d", ff_lowest(left));
        base_put(&out, r->game.pub.owe ? "" : " -");
        return false;
    }
    return true;
}

/* Describes the facts that a position at this stage must state, for error messages. */
static const char *stage_needs(int stage)
{
    static const char *const needs[FF_STAGES] = {
        [FF_STAGE_DRAW] = "a seat with a Laboratory on its board, or `extra`, and cards in its deck",
        [FF_STAGE_MARKET] = "a Market on the board of whose turn it is, goods that the brewery buys, and neither "
                            "`market` nor `tally`",
        [FF_STAGE_SELL_HOPS] = "hops that the brewery buys; `market` needs a Market and a `tally` of what it gave",
        [FF_STAGE_SELL_BARLEY] = "barley that the brewery buys; `market` needs a Market and a `tally` of what it gave",
        [FF_STAGE_SELL_WATER] = "water that the brewery buys; `market` needs a Market and a `tally` of what it gave",
        [FF_STAGE_OFFICE] = "an Office on the board of whose turn it is, and a `tally` above 0 0 0",
        [FF_STAGE_BUILD] = "`left` 1 or 2; `first-build` needs `left 1` and a card that was built",
        [FF_STAGE_SPACE] = "`card` in the hand and the coins for it, and `left` 1 or 2; `first-build` needs `left 1` "
                           "and a card that was built",
        [FF_STAGE_STORE_HOPS] = "a Warehouse on the board, hops, `left` above 0 and with `tally` 3, no hops stored",
        [FF_STAGE_STORE_BARLEY] = "a Warehouse on the board, barley, `left` above 0 and with `tally` 3, only hops "
                                  "stored",
        [FF_STAGE_STORE_WATER] = "a Warehouse on the board, water, `left` above 0 and with `tally` 3, no water stored",
        [FF_STAGE_DISCARD] = "`left` above 0 only with a Scavenger; `first-trash` only with `left 1`",
    };
    return stage < FF_STAGES && needs[stage] ? needs[stage] : "none of them";
}

/* Returns whether `fault`, the result of a check, is 0. If not, fills the error. */
static bool holds(struct reading *r, int fault)
{
    if (fault == 0)
        return true;
    struct base_out out = base_error_at(r->in.error, &(struct base_word){0}); /* the text as a whole */
    base_printf(&out, "the facts do not fit together: %s", text_check_fault(fault));
    if (fault == FF_BAD_TURN)
        base_printf(&out, "; stage %s needs %s", text_stage(r->game.pub.stage), stage_needs(r->game.pub.stage));
    return false;
}

bool text_position_complete(struct reading *r)
{
    default_frame(r);
    default_breweries(r);
    if (!default_players(r))
        return false;
    default_left(r);
    derive_owe(r);
    return agree(r) && holds(r, ff_check(r->edition, &r->game));
}

/* ------------------------------------------------------------------------------------------------------------ views */

static bool refuse_view(struct reading *r, const char *what)
{
    struct base_out out = base_error_at(r->in.error, &(struct base_word){0}); /* the text as a whole */
    base_put(&out, what);
    return false;
}

/* Checks that a view states a seat's numbers of cards, and derives the remaining ones. */
static bool count_cards(struct reading *r, int seat)
{
    struct ff_public *pub = &r->game.pub;
    if (!is_stated_by(r, seat, PLAYER_HAND) || !is_stated_by(r, seat, PLAYER_DECK))
        return refuse_view(r, "a view states for each player how many cards are in the hand and in the deck");
    if (seat == r->seat)
        pub->hand_n[seat] = (uint8_t)ff_popcount(r->own.hand);
    if (is_stated_by(r, seat, PLAYER_TRASH) && seat != r->seat && r->trash_n[seat] != ff_trash_n(pub, seat))
        return refuse_view(r, "the numbers of cards stated for a player do not add up to a whole set");
    return true;
}

bool text_view_complete(struct reading *r)
{
    struct ff_public *pub = &r->game.pub;
    if (!r->seat_stated)
        return refuse_view(r, "a view says whose it is: `seat 0`, or `seat -` for a spectator's");
    if (r->seat != FF_NOBODY && r->seat >= pub->players)
        return refuse_view(r, "the view is of a seat that is not in the game");
    default_frame(r);
    default_breweries(r);
    for (int seat = 0; seat < pub->players; seat++) {
        if (!is_stated_by(r, seat, PLAYER_BOARD))
            memset(pub->board[seat], FF_NO_CARD, FF_SPACES);
        derive_board(r, seat);
        if (!count_cards(r, seat))
            return false;
        default_player(r, seat);
    }
    default_left(r);
    pub->owe = r->owe;
    r->own.seat = r->seat;
    r->own.first_trash = r->game.hid.first_trash;
    struct ff_view view = {.pub = *pub, .own = r->own};
    return agree(r) && holds(r, ff_view_check(r->edition, &view));
}
