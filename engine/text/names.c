/* names.c - gives the words for cards, goods, stages and refusals; see names.h. */
#include "names.h"

#include <string.h>

#include "engine/base/safe.h"

static const char *const card_names[] = {
#define X(id, name, yield) #name,
    FF_CARD_TABLE(X)
#undef X
};

static const char *const card_titles[] = {
    "Hops field 1", "Hops field 2", "Hops field 3",  "Barley field 1", "Barley field 2", "Barley field 3",
    "Spring 1",     "Spring 2",     "Spring 3",      "Bank I",         "Bank II",        "Town hall I",
    "Town hall II", "Laboratory I", "Laboratory II", "Office",         "Warehouse",      "Market",
    "Magistrate",   "Crane",        "Palace I",      "Palace II",      "Palace III",     "Palace IV",
    "Palace V",     "Palace VI",    "Tour guide",    "Scavenger",
};

static const char *const good_names[] = {"hops", "barley", "water"};
static const char *const mode_names[] = {"base", "expert"};

static const char *const stage_names[] = {
    "keep",  "draw",       "brewery",      "market",      "sell-hops", "sell-barley", "sell-water", "office", "build",
    "space", "store-hops", "store-barley", "store-water", "discard",   "deal",        "round-end",  "over",
};

static const char *const stage_titles[] = {
    "which one card to keep",         "whether to draw one more card",  "at which brewery to sell",
    "what to exchange at the Market", "how many hops to sell",          "how many barley to sell",
    "how many water to sell",         "which good the Office pays for", "what to build",
    "on which space to build",        "how many hops to store",         "how many barley to store",
    "how many water to store",        "which cards to discard",         "nothing: cards are being drawn",
    "nothing: the round ends",        "nothing: the game is over",
};

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof(array)[0]))
_Static_assert(COUNT_OF(card_titles) == FF_CARDS_MAX, "a title for each card");
_Static_assert(COUNT_OF(stage_names) == FF_STAGES, "a name for each stage");
_Static_assert(COUNT_OF(stage_titles) == FF_STAGES, "a title for each stage");

static const char *name_in(const char *const *names, int count, int i) { return i >= 0 && i < count ? names[i] : "?"; }

const char *text_card(int card) { return card == FF_NO_CARD ? "-" : name_in(card_names, COUNT_OF(card_names), card); }
const char *text_card_title(int card)
{
    return card == FF_NO_CARD ? "" : name_in(card_titles, COUNT_OF(card_titles), card);
}
const char *text_good(int good) { return name_in(good_names, COUNT_OF(good_names), good); }
const char *text_mode(int mode) { return name_in(mode_names, COUNT_OF(mode_names), mode); }
const char *text_stage(int stage) { return name_in(stage_names, COUNT_OF(stage_names), stage); }
const char *text_stage_title(int stage) { return name_in(stage_titles, COUNT_OF(stage_titles), stage); }

int text_card_of(const struct base_word *word) { return base_word_index(word, card_names, COUNT_OF(card_names)); }
int text_good_of(const struct base_word *word) { return base_word_index(word, good_names, COUNT_OF(good_names)); }
int text_mode_of(const struct base_word *word) { return base_word_index(word, mode_names, COUNT_OF(mode_names)); }
int text_stage_of(const struct base_word *word) { return base_word_index(word, stage_names, COUNT_OF(stage_names)); }

char text_brewery(int brewery) { return brewery >= 0 && brewery < FF_PLAYERS_MAX ? (char)('A' + brewery) : '?'; }

int text_brewery_of(const struct base_word *word)
{
    if (word->length != 1)
        return -1;
    int letter = word->text[0] & ~0x20; /* upper case */
    return letter >= 'A' && letter < 'A' + FF_PLAYERS_MAX ? letter - 'A' : -1;
}

/* ------------------------------------------------------------------------------------------------------- refusals */

const char *text_refusal(enum ff_refusal refusal)
{
    switch (refusal) {
    case FF_REFUSED_OK: return "Nothing is wrong.";
    case FF_REFUSED_NO_SUCH_SEAT: return "There is no such seat; seats count from 0.";
    case FF_REFUSED_GAME_OVER: return "The game is over.";
    case FF_REFUSED_NOT_YOUR_TURN: return "This player has nothing to decide now; the others come first.";
    case FF_REFUSED_OTHER_STAGE: return "That belongs to another step of the turn; choose one of the present step.";
    case FF_REFUSED_NO_SUCH_OPTION: return "There is no such choice; choose one of those listed.";
    case FF_REFUSED_NOT_IN_HAND:
    case FF_REFUSED_NOT_IN_HAND_TO_DISCARD: return "That card is not in the hand; choose one that is.";
    case FF_REFUSED_BREWERY_CLOSED: return "That brewery is closed; as many are open as there are players.";
    case FF_REFUSED_NOTHING_TO_SELL:
        return "Nothing at hand can be sold there at a price above 0; choose another brewery, or none to sell nothing.";
    case FF_REFUSED_MARKET_PRICE_ZERO:
        return "The good that it would be sold as has price 0 there; the Market needs a price above 0 for that one.";
    case FF_REFUSED_NOT_ENOUGH_GOODS: return "There are not so many of that good; choose a smaller number.";
    case FF_REFUSED_SELL_AT_LEAST_ONE:
        return "At the chosen brewery at least one good is sold; to sell nothing, choose no brewery.";
    case FF_REFUSED_OFFICE_UNSOLD: return "None of that good is sold; the Office pays for a good that is, or for none.";
    case FF_REFUSED_TOO_EXPENSIVE: return "Not enough coins; choose a cheaper card, or build no more.";
    case FF_REFUSED_ON_PALACE: return "A Palace part cannot be built over; choose another space.";
    case FF_REFUSED_PALACE_NUMBER: return "In the expert game a Palace part goes on the space of its own number only.";
    case FF_REFUSED_STORE_ROOM: return "The Warehouse keeps 3 goods in all; choose a smaller number.";
    case FF_REFUSED_KEEP_ONE: return "The last card stays in the hand; end the discard.";
    case FF_REFUSED_KEEP_TOO_MANY: return "Too many cards are left in the hand; put more under the deck.";
    case FF_REFUSED_NO_SCAVENGER: return "Only the Scavenger removes cards from the game; put the card under the deck.";
    case FF_REFUSED_NO_MORE_TRASH:
        return "The Scavenger removes at most two cards, before any is put under the deck; put this one under the "
               "deck.";
    case FF_REFUSALS: break;
    }
    return "?";
}

static const char *const refusal_rules[] = {
#define X(id, rule) rule,
    FF_REFUSAL_TABLE(X)
#undef X
};
static const char *const refusal_ids[] = {
#define X(id, rule) #id,
    FF_REFUSAL_TABLE(X)
#undef X
};

const char *text_refusal_rule(enum ff_refusal refusal) { return name_in(refusal_rules, FF_REFUSALS, (int)refusal); }
const char *text_refusal_id(enum ff_refusal refusal) { return name_in(refusal_ids, FF_REFUSALS, (int)refusal); }

const char *text_edition_fault(enum ff_edition_fault fault)
{
    switch (fault) {
    case FF_EDITION_OK: return "nothing is wrong";
    case FF_EDITION_COST: return "a cost is a number from 0 to 99";
    case FF_EDITION_PRICE: return "the prices of a track are numbers from 0 to 9 that never fall and end above 0";
    case FF_EDITION_STEPS: return "a price track has 2 to 12 spaces";
    case FF_EDITION_START: return "price_start is a space of the price track, counted from 0";
    case FF_EDITION_PRINTED: return "the printed fields are hops, barley and water, each once";
    case FF_EDITION_ROUNDS: return "the round limit is a number from 1 to 250";
    case FF_EDITION_DEMAND: return "there are 5 to 16 demand cards with 0 to 7 spaces for each good";
    }
    return "?";
}

const char *text_setup_fault(enum ff_setup_fault fault)
{
    switch (fault) {
    case FF_SETUP_OK: return "nothing is wrong";
    case FF_SETUP_PLAYERS: return "there are 2 to 5 players";
    case FF_SETUP_MODE: return "the mode is base or expert";
    case FF_SETUP_DEMAND:
        return "the demand cards are not drawn from the edition's, each at most as often as it is there";
    case FF_SETUP_ORDER: return "the order does not name each player once";
    case FF_SETUP_DECK: return "a deck does not hold each card of the mode once";
    }
    return "?";
}

const char *text_setup_fault_rule(enum ff_setup_fault fault)
{
    switch (fault) {
    case FF_SETUP_OK: return "";
    case FF_SETUP_PLAYERS:
    case FF_SETUP_MODE: return "R0.1";
    case FF_SETUP_DEMAND: return "R1.1";
    case FF_SETUP_ORDER: return "R1.2";
    case FF_SETUP_DECK: return "R0.2";
    }
    return "?";
}

/* Returns a message for each enum ff_fault. */
const char *text_check_fault(int fault)
{
    static const char *const faults[] = {
        "nothing is wrong",
        "the round or the stage does not fit the mode: stage `keep` is in round 0 of the expert game, all others in "
        "round 1 or later",
        "something is set for a seat that is not in the game",
        "the order does not name each seat once",
        "a board breaks the rules: a Palace part is never covered and, in the expert game, lies on the space of its "
        "number",
        "the number of Palace parts is not that on the boards",
        "a card is not in exactly one place, a hand has more than 10 cards, or one was removed without a Scavenger",
        "a seat has more goods than are possible at this point",
        "a brewery has more empty demand spaces than demand spaces, or a price off the track",
        "a seat has more coins than the rounds so far can bring: at most 2 and 200 a round",
        "a disc is not where it must be: on this round's track before the sale, on the next one after it",
        "the facts of the turn under way (market, tally, card, left, ...) do not fit the stage",
        "nobody has a decision to make at this stage, or a different seat has",
    };
    return name_in(faults, COUNT_OF(faults), fault);
}

/* ---------------------------------------------------------------------------------------------------------- phrases */

static void put_names(struct base_out *out, uint32_t cards, const char *const *names, const char *between)
{
    for (int card = 0, n = 0; card < FF_CARDS_MAX; card++) {
        if (!(cards & ff_bit((unsigned)card)))
            continue;
        if (n++)
            base_put(out, between);
        base_put(out, names[card]);
    }
}

void text_put_cards(struct base_out *out, uint32_t cards, const char *between)
{
    put_names(out, cards, card_names, between);
}

void text_put_titles(struct base_out *out, uint32_t cards, const char *between)
{
    put_names(out, cards, card_titles, between);
}

void text_put_triple(struct base_out *out, ff_goods goods)
{
    base_printf(out, " %u %u %u", ff_count(goods, 0), ff_count(goods, 1), ff_count(goods, 2));
}

void text_put_goods(struct base_out *out, ff_goods goods)
{
    int kinds = 0, written = 0;
    for (unsigned good = 0; good < FF_GOODS; good++)
        kinds += ff_count(goods, good) > 0;
    for (unsigned good = 0; good < FF_GOODS; good++) {
        if (!ff_count(goods, good))
            continue;
        if (written++)
            base_put(out, written == kinds ? " and " : ", ");
        base_printf(out, "%u %s", ff_count(goods, good), good_names[good]);
    }
    if (!kinds)
        base_put(out, "nothing");
}

void text_put_counted(struct base_out *out, int n, const char *noun)
{
    base_printf(out, n == 1 ? "%d %s" : "%d %ss", n, noun);
}

void text_put_player(struct base_out *out, const char *const *names, int seat)
{
    const char *name = names && seat >= 0 && seat < FF_PLAYERS_MAX ? names[seat] : NULL;
    if (name && *name)
        base_put_safe(out, name, strlen(name));
    else
        base_printf(out, "player %d", seat);
}
