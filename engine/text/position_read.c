/* position_read.c - reads the facts of a position; see position.h and position_internal.h.
 *
 * The text is read twice: first for the mode, the number of players and the seat of a view, because all other facts
 * depend on them, and then for the other facts. */
#include "position.h"
#include "view_read.h"

#include <string.h>

#include "names.h"
#include "position_internal.h"

enum { PALACES_MAX = FF_PALACE_PARTS * FF_PLAYERS_MAX, EXTRA_MAX = 3, LEFT_MAX = 3 };

static const char *const fact_names[FACTS] = {
    "mode",       "players", "round", "stage", "owe",  "order",       "turn",        "palaces",
    "selling-at", "market",  "tally", "card",  "left", "first-build", "first-trash",
};

static const char *const brewery_names[BREWERY_FACTS] = {"demand", "step", "room"};

static const char *const player_names[PLAYER_FACTS] = {"coins", "goods", "board", "covered", "disc",
                                                       "extra", "hand",  "deck",  "trash"};

static bool read_seat(struct reading *r, unsigned *seat)
{
    text_read_any_word(&r->in);
    unsigned last = r->game.pub.players - 1u;
    return base_word_number(&r->in.word, last, seat) ||
           base_word_refuse(r->in.error, &r->in.word, "is no seat of this game; seats are 0 to %u", last);
}

/* Interprets the word read last as a card of the game's mode. */
static bool card_here(struct reading *r, int *card)
{
    uint32_t cards = ff_cards_of(r->game.pub.mode);
    *card = text_card_of(&r->in.word);
    if (*card >= 0 && cards & ff_bit((unsigned)*card))
        return true;
    return text_refuse_cards(
        &r->in, *card < 0 ? "is no card; cards are " : "is a card of the expert game; those of the base game are ",
        cards);
}

/* Interprets the word read last as a card of a seat. Refuses a card that was named for the seat before, because a seat
 * has one of each card. */
static bool own_card_here(struct reading *r, unsigned seat, int *card)
{
    if (!card_here(r, card))
        return false;
    if (r->used[seat] & ff_bit((unsigned)*card))
        return text_refuse(&r->in, "is named twice for this player, who has one of each card");
    r->used[seat] |= ff_bit((unsigned)*card);
    return true;
}

/* Reads the rest of the line: cards, or `-` for none. */
static bool read_set(struct reading *r, unsigned seat, uint32_t *set)
{
    if (!text_read_any_word(&r->in))
        return text_refuse(&r->in, "follows; name cards, or - for none");
    if (base_word_is(&r->in.word, "-"))
        return true;
    do {
        int card;
        if (!own_card_here(r, seat, &card))
            return false;
        *set |= ff_bit((unsigned)card);
    } while (text_read_any_word(&r->in));
    return true;
}

static bool read_mode(struct reading *r)
{
    text_read_any_word(&r->in);
    int mode = text_mode_of(&r->in.word);
    if (mode < 0)
        return text_refuse(&r->in, "is no mode; modes are base and expert");
    r->game.pub.mode = (uint8_t)mode;
    return true;
}

static bool read_stage(struct reading *r)
{
    text_read_any_word(&r->in);
    int stage = text_stage_of(&r->in.word);
    if (stage >= 0) {
        r->game.pub.stage = (uint8_t)stage;
        return true;
    }
    const char *names[FF_STAGES];
    for (int i = 0; i < FF_STAGES; i++)
        names[i] = text_stage(i);
    return text_refuse_list(&r->in, "is no stage; stages are", names, FF_STAGES);
}

static bool read_owe(struct reading *r)
{
    struct base_words before = r->words;
    if (text_read_any_word(&r->in) && base_word_is(&r->in.word, "-"))
        return true;
    r->words = before;
    do {
        unsigned seat = 0;
        if (!read_seat(r, &seat))
            return false;
        r->owe |= (uint8_t)(1u << seat);
        before = r->words;
    } while (base_words_next(&before, &r->in.word));
    return true;
}

static bool read_order(struct reading *r)
{
    unsigned seen = 0;
    for (int i = 0; i < r->game.pub.players; i++) {
        unsigned seat = 0;
        if (!read_seat(r, &seat))
            return false;
        if (seen >> seat & 1)
            return text_refuse(&r->in, "stands twice in the order, which names each seat once");
        seen |= 1u << seat;
        r->game.pub.order[i] = (uint8_t)seat;
    }
    return true;
}

static bool read_selling_at(struct reading *r)
{
    text_read_any_word(&r->in);
    int brewery = text_brewery_of(&r->in.word);
    if (brewery < 0 || brewery >= r->game.pub.players)
        return text_refuse(&r->in, "is no open brewery; they are A, B, ... as many as players");
    r->game.pub.brewery = (uint8_t)brewery;
    return true;
}

static bool read_market(struct reading *r)
{
    unsigned n = 0, market = 0;
    if (!text_read_number(&r->in, 1, FF_MARKET_MAX, &n) || !text_read_exchange(&r->in, n, &market))
        return false;
    r->game.pub.market = (uint8_t)market;
    return true;
}

static bool read_card(struct reading *r, uint8_t *byte, int plus)
{
    int card;
    text_read_any_word(&r->in);
    if (!card_here(r, &card))
        return false;
    *byte = (uint8_t)(card + plus);
    return true;
}

static bool read_fact(struct reading *r, enum fact fact)
{
    struct ff_public *pub = &r->game.pub;
    switch (fact) {
    case FACT_MODE: return read_mode(r);
    case FACT_PLAYERS: return text_read_byte(&r->in, FF_PLAYERS_MIN, FF_PLAYERS_MAX, &pub->players);
    case FACT_ROUND: return text_read_byte(&r->in, 0, r->edition->round_limit, &pub->round);
    case FACT_STAGE: return read_stage(r);
    case FACT_OWE: return read_owe(r);
    case FACT_ORDER: return read_order(r);
    case FACT_TURN: return text_read_byte(&r->in, 0, pub->players - 1u, &pub->turn);
    case FACT_PALACES: return text_read_byte(&r->in, 0, PALACES_MAX, &r->palaces);
    case FACT_SELLING_AT: return read_selling_at(r);
    case FACT_MARKET: return read_market(r);
    case FACT_TALLY: return text_read_triple(&r->in, 15, &pub->tally);
    case FACT_CARD: return read_card(r, &pub->card, 0);
    case FACT_LEFT: return text_read_byte(&r->in, 0, LEFT_MAX, &pub->left);
    case FACT_FIRST_BUILD: return read_card(r, &pub->first, 1);
    default: return read_card(r, &r->game.hid.first_trash, 1);
    }
}

static bool read_brewery(struct reading *r)
{
    text_read_any_word(&r->in);
    int brewery = text_brewery_of(&r->in.word);
    if (brewery < 0 || brewery >= r->game.pub.players)
        return text_refuse(&r->in, "is no open brewery; they are A, B, ... as many as players");
    text_read_any_word(&r->in);
    int fact = base_word_index(&r->in.word, brewery_names, BREWERY_FACTS);
    if (fact < 0)
        return text_refuse_list(&r->in, "is no fact of a brewery; those are", brewery_names, BREWERY_FACTS);
    if (r->brewery_seen[brewery] >> fact & 1)
        return text_refuse(&r->in, "is stated twice for this brewery; once is right");
    r->brewery_seen[brewery] |= 1u << fact;
    switch (fact) {
    case BREWERY_DEMAND: return text_read_triple(&r->in, FF_DEMAND_MAX, &r->game.pub.demand[brewery]);
    case BREWERY_STEP: return text_read_triple(&r->in, r->edition->steps_n - 1u, &r->game.pub.step[brewery]);
    default: return text_read_triple(&r->in, FF_DEMAND_MAX, &r->game.pub.room[brewery]);
    }
}

static bool read_board(struct reading *r, unsigned seat)
{
    for (int space = 0; space < FF_SPACES; space++) {
        int card = FF_NO_CARD;
        if (!text_read_any_word(&r->in))
            return text_refuse(&r->in, "follows; name six spaces, - where nothing was built");
        if (!base_word_is(&r->in.word, "-") && !own_card_here(r, seat, &card))
            return false;
        r->game.pub.board[seat][space] = (uint8_t)card;
    }
    return true;
}

static bool read_disc(struct reading *r, uint8_t *disc)
{
    unsigned n = FF_NO_DISC;
    text_read_any_word(&r->in);
    if (!base_word_is(&r->in.word, "-") && !base_word_number(&r->in.word, FF_TRACK_END, &n))
        return text_refuse(&r->in, "is neither - nor a number from 0 to 25");
    *disc = (uint8_t)n;
    return true;
}

static bool read_deck(struct reading *r, unsigned seat)
{
    r->known_at[seat] = FF_CARDS_MAX;
    if (!text_read_any_word(&r->in))
        return text_refuse(&r->in,
                           "follows; name cards from the top, | before those put under the deck, or - for none");
    if (base_word_is(&r->in.word, "-"))
        return true;
    do {
        int card;
        if (base_word_is(&r->in.word, "|") && r->known_at[seat] == FF_CARDS_MAX) {
            r->known_at[seat] = r->deck_n[seat];
            continue;
        }
        if (!own_card_here(r, seat, &card))
            return false;
        r->deck[seat][r->deck_n[seat]++] = (uint8_t)card;
    } while (text_read_any_word(&r->in));
    return true;
}

static bool read_coins(struct reading *r, unsigned seat)
{
    unsigned n = 0;
    if (!text_read_number(&r->in, 0, UINT16_MAX, &n))
        return false;
    r->game.pub.coins[seat] = (uint16_t)n;
    return true;
}

static bool read_extra(struct reading *r, unsigned seat)
{
    unsigned n = 0;
    if (!text_read_number(&r->in, 0, EXTRA_MAX, &n))
        return false;
    r->game.pub.extra |= (uint16_t)(n << 3 * seat);
    return true;
}

/* Reads a number of cards. */
static bool read_cards_n(struct reading *r, uint8_t *n) { return text_read_byte(&r->in, 0, FF_CARDS_MAX, n); }

/* Reads a deck in a view: `deck 5 | 12`, or for the view's own seat the cards instead of the 12. Nobody knows the cards
 * before the `|`. */
static bool read_view_deck(struct reading *r, unsigned seat)
{
    struct ff_public *pub = &r->game.pub;
    unsigned below = 0;
    if (!read_cards_n(r, &pub->fresh_n[seat]))
        return false;
    text_read_any_word(&r->in);
    if (!base_word_is(&r->in.word, "|"))
        return text_refuse(&r->in, "is not |, which stands between the cards never drawn and those put under the deck");
    while (text_read_any_word(&r->in)) {
        int card;
        if (below == 0 && base_word_number(&r->in.word, FF_CARDS_MAX, &below))
            break;
        if (seat != r->seat)
            return text_refuse(&r->in, "is no number of cards, and nobody knows more about the cards of other players");
        if (!own_card_here(r, seat, &card))
            return false;
        r->own.known[r->own.known_n++] = (uint8_t)card;
    }
    unsigned n = pub->fresh_n[seat] + below + (seat == r->seat ? r->own.known_n : 0u);
    pub->deck_n[seat] = (uint8_t)n;
    return n <= FF_DECK_MAX || text_refuse(&r->in, "makes too many cards: a deck holds at most 27");
}

/* Reads the hand, the deck or the removed cards of a seat in a view. */
static bool read_view_cards(struct reading *r, unsigned seat, enum player_fact fact)
{
    if (fact == PLAYER_DECK)
        return read_view_deck(r, seat);
    if (seat == r->seat)
        return read_set(r, seat, fact == PLAYER_HAND ? &r->own.hand : &r->own.trash);
    return read_cards_n(r, fact == PLAYER_HAND ? &r->game.pub.hand_n[seat] : &r->trash_n[seat]);
}

static bool read_player_fact(struct reading *r, unsigned seat, enum player_fact fact)
{
    if (r->view && (fact == PLAYER_HAND || fact == PLAYER_DECK || fact == PLAYER_TRASH))
        return read_view_cards(r, seat, fact);
    struct ff_public *pub = &r->game.pub;
    switch (fact) {
    case PLAYER_COINS: return read_coins(r, seat);
    case PLAYER_GOODS: return text_read_triple(&r->in, 15, &pub->goods[seat]);
    case PLAYER_BOARD: return read_board(r, seat);
    case PLAYER_COVERED: return read_set(r, seat, &pub->built[seat]);
    case PLAYER_DISC: return read_disc(r, &pub->disc_now[seat]) && read_disc(r, &pub->disc_next[seat]);
    case PLAYER_EXTRA: return read_extra(r, seat);
    case PLAYER_HAND: return read_set(r, seat, &r->game.hid.hand[seat]);
    case PLAYER_DECK: return read_deck(r, seat);
    default: return read_set(r, seat, &r->game.hid.trash[seat]);
    }
}

static bool read_player(struct reading *r)
{
    unsigned seat = 0;
    if (!read_seat(r, &seat))
        return false;
    text_read_any_word(&r->in);
    int fact = base_word_index(&r->in.word, player_names, PLAYER_FACTS);
    if (fact < 0)
        return text_refuse_list(&r->in, "is no fact of a player; those are", player_names, PLAYER_FACTS);
    if (is_stated_by(r, (int)seat, (enum player_fact)fact))
        return text_refuse(&r->in, "is stated twice for this player; once is right");
    r->player_seen[seat] |= 1u << fact;
    return read_player_fact(r, seat, (enum player_fact)fact);
}

static bool read_header(struct reading *r)
{
    unsigned version = 0;
    if (r->header_stated)
        return text_refuse(&r->in, "is stated twice; once is right");
    r->header_stated = true;
    text_read_any_word(&r->in);
    return (base_word_number(&r->in.word, 1, &version) && version == 1) ||
           text_refuse(&r->in,
                       r->view ? "is no format known here; say view 1" : "is no format known here; say position 1");
}

/* Reads `seat 0`, or `seat -` for a spectator. */
static bool read_whose(struct reading *r)
{
    unsigned seat = FF_NOBODY;
    text_read_any_word(&r->in);
    if (!base_word_is(&r->in.word, "-") && !base_word_number(&r->in.word, FF_PLAYERS_MAX - 1, &seat))
        return text_refuse(&r->in, "is no seat; a view is of a seat from 0 to 4, or - for a spectator");
    if (r->seat_stated)
        return text_refuse(&r->in, "is stated twice; once is right");
    r->seat = (uint8_t)seat;
    r->seat_stated = true;
    return true;
}

static bool read_named_fact(struct reading *r, enum fact fact)
{
    if (is_stated(r, fact))
        return text_refuse(&r->in, "is stated twice; once is right");
    r->place[fact] = r->in.word;
    return read_fact(r, fact);
}

static bool read_any(struct reading *r, int fact)
{
    if (fact >= 0)
        return read_named_fact(r, (enum fact)fact);
    if (base_word_is(&r->in.word, r->view ? "view" : "position"))
        return read_header(r);
    if (r->view && base_word_is(&r->in.word, "seat"))
        return read_whose(r);
    if (base_word_is(&r->in.word, "brewery"))
        return read_brewery(r);
    if (base_word_is(&r->in.word, "player"))
        return read_player(r);
    return text_refuse_list(&r->in, "is no fact; facts are position brewery player", fact_names, FACTS);
}

/* Reads the frame (the mode, the number of players and the seat of a view) or all other facts. */
static bool read_facts(struct reading *r, const char *text, size_t length, bool frame)
{
    r->words = base_words_in_lines(text, length);
    while (base_words_line(&r->words)) {
        text_read_any_word(&r->in);
        int fact = base_word_index(&r->in.word, fact_names, FACTS);
        if ((fact == FACT_MODE || fact == FACT_PLAYERS || (r->view && base_word_is(&r->in.word, "seat"))) != frame)
            continue;
        if (!read_any(r, fact))
            return false;
        if (text_read_any_word(&r->in))
            return text_refuse(&r->in, "is one word too many; a line holds one fact");
    }
    return true;
}

bool text_position_read_facts(struct reading *r, const char *text, size_t length)
{
    r->in.words = &r->words;
    r->game.pub.players = FF_PLAYERS_MIN;
    return read_facts(r, text, length, true) && read_facts(r, text, length, false);
}

bool text_position_read(const struct ff_edition *edition, const char *text, size_t length, struct ff_game *game,
                        struct base_error *error)
{
    struct reading r;
    memset(&r, 0, sizeof r);
    r.edition = edition;
    r.in.error = error;
    if (!text_position_read_facts(&r, text, length) || !text_position_complete(&r))
        return false;
    *game = r.game;
    return true;
}

bool text_view_read(const struct ff_edition *edition, const char *text, size_t length, struct ff_view *view,
                    struct base_error *error)
{
    struct reading r;
    memset(&r, 0, sizeof r);
    r.edition = edition;
    r.in.error = error;
    r.view = true;
    r.seat = FF_NOBODY;
    if (!text_position_read_facts(&r, text, length) || !text_view_complete(&r))
        return false;
    view->pub = r.game.pub;
    view->own = r.own;
    return true;
}
