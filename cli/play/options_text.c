/* options_text.c - writes a decision in words; see options_text.h. One switch has the question of each stage, and a
 * second switch the effect of each option. All numbers come from engine/core/. Previews of sales follow R5.3. */
#include "options_text.h"

#include "position_sentences.h"

#include <string.h>

#include "engine/text/names.h"
#include "engine/text/notation.h"

enum { NUMBER_COLUMNS = 6, NOTE_GAP = 2, DRAWN_A_ROUND = 3 /* R3.1 */ };

static void say_counted(struct base_out *out, const char *before, int n, const char *noun, const char *after)
{
    base_put(out, before);
    text_put_counted(out, n, noun);
    base_put(out, after);
}

/* Writes in how many rounds the card at this position of the deck (0 is the top) will be drawn without extra draws. */
static void say_return(struct base_out *out, int place)
{
    say_counted(out, "in ", place / DRAWN_A_ROUND + 1, "round", "");
}

/* ----------------------------------------------------------------------------------------------------- the question */

static void ask_keep(struct base_out *out, const struct ff_view *view)
{
    int left = view->pub.hand_n[view->own.seat] - 1;
    say_counted(out, "Set-up: keep one card and put the others under your deck, ", left, "card", " to go (R1.5).\n");
    base_put(out, "Which one goes next? It comes back ");
    say_return(out, view->pub.deck_n[view->own.seat]);
    base_put(out, ".\n");
}

static void ask_brewery(struct base_out *out, const struct ff_view *view)
{
    base_put(out, "Sell: you have ");
    text_put_goods(out, view->pub.goods[view->own.seat]);
    base_put(out, ". At which brewery, if any (R5.1)?\n");
}

static void ask_amount(struct base_out *out, const char *before, int good, const char *after)
{
    base_put(out, before);
    base_put(out, text_good(good));
    base_put(out, after);
}

/* Writes the question what to build. It is asked even if the hand allows no build, because the other players see
 * whether it is asked (R10.2a). */
static void ask_build(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view)
{
    say_counted(out, "Build: you have ", view->pub.coins[view->own.seat], "coin", "");
    if (ff_popcount(ff_legal(edition, view)) == 1) {
        base_put(out, view->pub.coins[view->own.seat] == 1 ? ", which pays" : ", which pay");
        base_put(out, " for no card in your hand (R6.1). Nobody else learns that: say `done` (R10.2a).\n");
        return;
    }
    say_counted(out, " and may build ", view->pub.left, "card", view->pub.left == 1 ? " more" : "");
    base_put(out, " (R6.1). Which one?\n");
}

static void ask_space(struct base_out *out, const struct ff_view *view)
{
    base_put(out, "Build: ");
    base_put(out, text_card_title(view->pub.card));
    base_put(out, ", on which space? What it covers is out of the game (R6.2).\n");
}

static void ask_discard(struct base_out *out, const struct ff_view *view)
{
    int seat = view->own.seat, most = ff_keep_max(view->pub.active[seat]);
    say_counted(out, "Discard: you hold ", view->pub.hand_n[seat], "card", " and ");
    say_counted(out, "may keep ", most, "card", " (R7.1).");
    if (view->pub.left)
        say_counted(out, " The Scavenger may remove ", view->pub.left, "card", " first (R7.3).");
    base_put(out, "\nThe next card put under the deck comes back ");
    say_return(out, view->pub.deck_n[seat]);
    base_put(out, ".\n");
}

void options_put_question(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view)
{
    int stage = view->pub.stage;
    switch (stage) {
    case FF_STAGE_KEEP: ask_keep(out, view); break;
    case FF_STAGE_DRAW: base_put(out, "Laboratory: draw one more card (R3.2)?\n"); break;
    case FF_STAGE_BREWERY: ask_brewery(out, view); break;
    case FF_STAGE_MARKET: base_put(out, "Market: sell up to 3 tokens of one good as another (R5.5)?\n"); break;
    case FF_STAGE_SELL_HOPS:
    case FF_STAGE_SELL_BARLEY:
    case FF_STAGE_SELL_WATER:
        ask_amount(out, "Sell: how many ", stage - FF_STAGE_SELL_HOPS, " at brewery ");
        base_put_char(out, text_brewery(view->pub.brewery));
        base_put(out, "?\n");
        break;
    case FF_STAGE_OFFICE: base_put(out, "Office: 1 more coin for each token of which good (R5.4)?\n"); break;
    case FF_STAGE_BUILD: ask_build(out, edition, view); break;
    case FF_STAGE_SPACE: ask_space(out, view); break;
    case FF_STAGE_STORE_HOPS:
    case FF_STAGE_STORE_BARLEY:
    case FF_STAGE_STORE_WATER:
        ask_amount(out, "Warehouse: how many ", stage - FF_STAGE_STORE_HOPS, " stay (R7.4)? ");
        say_counted(out, "There is room for ", view->pub.left, "good", ".\n");
        break;
    default: ask_discard(out, view); break;
    }
}

/* -------------------------------------------------------------------------------------------------- the sale of all */

/* Returns the options to try in the search for the best sale: of amounts only the largest, otherwise all. */
static ff_options worth_trying(int stage, ff_options legal)
{
    bool amount = stage >= FF_STAGE_SELL_HOPS && stage <= FF_STAGE_SELL_WATER;
    return amount ? (ff_options)1 << ff_option_nth(legal, ff_popcount(legal) - 1) : legal;
}

/* The state of the search for the sale that brings most coins. */
struct sale_search {
    const struct ff_edition *edition;
    int seat, coins; /* coins before the sale */
    struct best_sale sale, *best;
};

/* Tries all ways to finish the sale. Stores the best one in *search->best. */
static void try_sales(struct sale_search *search, const struct ff_game *game)
{
    struct best_sale *sale = &search->sale, *best = search->best;
    int stage = game->pub.stage, seat = search->seat;
    bool sells = stage > FF_STAGE_BREWERY && stage <= FF_STAGE_OFFICE && (game->pub.owe >> seat & 1);
    if (!sells) {
        sale->income = game->pub.coins[seat] - search->coins;
        if (!best->actions_n || sale->income > best->income)
            *best = *sale;
        return;
    }
    ff_options options = worth_trying(stage, ff_game_options(game, seat));
    for (; options; options &= options - 1) {
        struct ff_game next = *game;
        sale->action[sale->actions_n++] = ff_action_of((unsigned)stage, (unsigned)ff_option_nth(options, 0));
        ff_apply(search->edition, &next, seat, sale->action[sale->actions_n - 1]);
        try_sales(search, &next);
        sale->actions_n--;
    }
}

bool best_sale_find(const struct ff_edition *edition, const struct ff_view *view, int brewery, struct best_sale *best)
{
    int stage = view->pub.stage, seat = view->own.seat;
    struct sale_search search = {edition, seat, view->pub.coins[seat], {0}, best};
    struct ff_rng rng = ff_rng_of(0); /* unknown cards have no effect on the seat's sale */
    struct ff_game game;
    *best = search.sale;
    if (stage < FF_STAGE_BREWERY || stage > FF_STAGE_OFFICE)
        return false;
    ff_resample(edition, view, &rng, &game);
    if (stage == FF_STAGE_BREWERY) {
        search.sale.action[search.sale.actions_n++] = ff_action_of(FF_STAGE_BREWERY, (unsigned)brewery);
        if (ff_apply(edition, &game, seat, search.sale.action[0]) != FF_OK)
            return false;
    }
    try_sales(&search, &game);
    return best->actions_n > 0;
}

/* ------------------------------------------------------------------------------------------------ what options mean */

/* Returns the set of goods with a price above 0 at a brewery. *own is the set of those that the seat has. */
static unsigned bought_there(const struct ff_edition *edition, const struct ff_public *pub, int seat, int brewery,
                             unsigned *own)
{
    unsigned goods = 0;
    *own = 0;
    for (unsigned good = 0; good < FF_GOODS; good++)
        if (ff_price(edition, pub, brewery, (int)good)) {
            goods |= 1u << good;
            *own |= (unsigned)(ff_count(pub->goods[seat], good) > 0) << good;
        }
    return goods;
}

/* Writes "hops at 2 (1 wanted), water at 1 (0)": price and demand of the goods that the seat has and the brewery buys.
 * If the seat has no such goods, writes price and demand of the goods into which the Market could exchange its goods
 * (R5.5). */
static void note_brewery(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                         int brewery)
{
    const struct ff_public *pub = &view->pub;
    const char *between = "", *wanted = " wanted)";
    unsigned own, goods = bought_there(edition, pub, view->own.seat, brewery, &own);
    struct best_sale sale;
    if (best_sale_find(edition, view, brewery, &sale))
        say_counted(out, "", sale.income, "coin", ": ");
    if (own)
        goods = own;
    else
        base_put(out, "by the Market, as ");
    for (unsigned good = 0; good < FF_GOODS; good++) {
        int price = ff_price(edition, pub, brewery, (int)good);
        if (!(goods >> good & 1))
            continue;
        base_put(out, between);
        ask_amount(out, "", (int)good, " at ");
        base_put_number(out, price);
        base_put(out, " (");
        base_put_unsigned(out, ff_count(pub->room[brewery], good));
        base_put(out, wanted);
        between = ", ";
        wanted = ")";
    }
}

/* Appends the coins for a number of tokens. If some are surplus, also appends how far the marker falls (R5.3), in
 * prices and in spaces, because a marker may move without a change of the price (R0.5). */
static void note_tokens(struct base_out *out, const struct ff_edition *edition, const struct ff_public *pub,
                        unsigned good, int tokens)
{
    int price = ff_price(edition, pub, pub->brewery, (int)good);
    int surplus = tokens - (int)ff_count(pub->room[pub->brewery], good);
    int step = (int)ff_count(pub->step[pub->brewery], good), down = surplus < step ? surplus : step;
    text_put_counted(out, tokens * price, "coin");
    if (surplus <= 0)
        return;
    base_put(out, "; price ");
    base_put_number(out, price);
    base_put(out, " to ");
    base_put_number(out, edition->price[step - down]);
    say_counted(out, ", ", down, "space", " down");
}

static void note_sell(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view, unsigned good,
                      int n)
{
    int tokens = n + (int)ff_count(view->pub.tally, good); /* including those exchanged at the Market */
    note_tokens(out, edition, &view->pub, good, tokens);
}

static void note_market(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                        unsigned option)
{
    if (option)
        note_tokens(out, edition, &view->pub, ff_market_to(option), (int)ff_market_count(option));
}

static void note_cost(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view, int card)
{
    base_put(out, text_card_title(card));
    base_put(out, ", ");
    text_put_counted(out, ff_cost(edition, &view->pub, view->own.seat, card), "coin");
}

static void note_space(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view, int space)
{
    int card = view->pub.board[view->own.seat][space];
    if (card != FF_NO_CARD) {
        base_put(out, "covers ");
        base_put(out, text_card_title(card));
    } else if (space >= FF_PRINTED_FIRST) {
        base_put(out, "covers the printed ");
        base_put(out, position_printed_field_title(edition, space));
    } else {
        base_put(out, "empty");
    }
}

static void note_done(struct base_out *out, const struct ff_view *view)
{
    switch (view->pub.stage) {
    case FF_STAGE_DRAW: base_put(out, "draw no more"); break;
    case FF_STAGE_BREWERY: base_put(out, "sell nothing; the coins above are for all you have"); break;
    case FF_STAGE_BUILD: base_put(out, view->pub.left == 2 ? "build nothing" : "build no more"); break;
    default: say_counted(out, "keep ", view->pub.hand_n[view->own.seat], "card", ""); break;
    }
}

static void note_option(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view, int option)
{
    int stage = view->pub.stage;
    if (option == FF_OPTION_DONE) {
        note_done(out, view);
        return;
    }
    switch (stage) {
    case FF_STAGE_KEEP: base_put(out, text_card_title(option)); break;
    case FF_STAGE_BREWERY: note_brewery(out, edition, view, option); break;
    case FF_STAGE_MARKET: note_market(out, edition, view, (unsigned)option); break;
    case FF_STAGE_SELL_HOPS:
    case FF_STAGE_SELL_BARLEY:
    case FF_STAGE_SELL_WATER: note_sell(out, edition, view, (unsigned)(stage - FF_STAGE_SELL_HOPS), option); break;
    case FF_STAGE_OFFICE:
        text_put_counted(out, option < FF_GOODS ? (int)ff_count(view->pub.tally, (unsigned)option) : 0, "coin");
        break;
    case FF_STAGE_BUILD: note_cost(out, edition, view, option); break;
    case FF_STAGE_SPACE: note_space(out, edition, view, option); break;
    case FF_STAGE_DISCARD: note_cost(out, edition, view, option % FF_OPTION_TRASH); break;
    default: break;
    }
}

static unsigned number_of(int stage, int option, int nth)
{
    if (ff_is_sell(stage))
        return (unsigned)option;
    if (ff_is_store(stage))
        return (unsigned)option;
    return (unsigned)(stage == FF_STAGE_SPACE ? option + 1 : nth + 1);
}

int options_find_number(int stage, ff_options options, unsigned number)
{
    int n = ff_popcount(options);
    for (int i = 0; i < n; i++)
        if (number_of(stage, ff_option_nth(options, i), i) == number)
            return ff_option_nth(options, i);
    return -1;
}

/* A line of the list, "   1  build crane   Crane, 5 coins". The notes begin after the longest action. */
struct entry {
    char action[TEXT_ACTION_MAX], note[256];
    unsigned number;
};

static int list_entries(const struct ff_edition *edition, const struct ff_view *view, struct entry *entry)
{
    ff_options options = ff_legal(edition, view);
    int n = ff_popcount(options);
    for (int i = 0; i < n; i++) {
        int option = ff_option_nth(options, i);
        struct base_out action = base_out_cut(entry[i].action, sizeof entry[i].action);
        struct base_out note = base_out_cut(entry[i].note, sizeof entry[i].note);
        text_action(&action, ff_action_of(view->pub.stage, (unsigned)option));
        note_option(&note, edition, view, option);
        entry[i].number = number_of(view->pub.stage, option, i);
    }
    return n;
}

static void list_plainly(struct base_out *out, const struct entry *entry, int n)
{
    for (int i = 0; i < n; i++) {
        base_put_unsigned(out, entry[i].number);
        base_put(out, ", ");
        base_put(out, entry[i].action);
        base_put(out, *entry[i].note ? ": " : "");
        base_put(out, entry[i].note);
        base_put(out, ".\n");
    }
}

/* Returns the width that the entries need. Sets *notes to the column at which the notes begin. */
static size_t widest(const struct entry *entry, int n, size_t *notes)
{
    size_t action = 0, note = 0;
    for (int i = 0; i < n; i++) {
        action = strlen(entry[i].action) > action ? strlen(entry[i].action) : action;
        note = strlen(entry[i].note) > note ? strlen(entry[i].note) : note;
    }
    *notes = NUMBER_COLUMNS + action + NOTE_GAP;
    return *notes + note;
}

static void list_entry(struct base_out *out, const struct entry *entry, size_t from, size_t notes)
{
    base_pad_to(out, from + (entry->number < 10 ? 3 : 2));
    base_put_unsigned(out, entry->number);
    base_put(out, "  ");
    base_put(out, entry->action);
    if (!*entry->note || !notes)
        return;
    base_pad_to(out, from + notes);
    base_put(out, entry->note);
}

/* The layout of a list. `notes` is the offset of the notes within each column, or 0 if notes are omitted. */
struct columns {
    int n;
    size_t width, notes;
};

static struct columns lay_out(const struct entry *entry, int n, const struct options_layout *room)
{
    struct columns columns = {.n = 1};
    columns.width = widest(entry, n, &columns.notes);
    if (!room->lines || n <= room->lines || !room->columns)
        return columns;
    if (2 * columns.width > (size_t)room->columns)
        columns.width = columns.notes;
    const int least = (n + room->lines - 1) / room->lines, fit = room->columns / (int)columns.width;
    if (columns.width == columns.notes && fit > 1) /* omitting the notes helps only if it gives more than one column */
        columns.notes = 0;
    columns.n = fit > least ? least : fit > 1 ? fit : 1;
    return columns;
}

/* Appends the list of options, ordered down the first column and then down the next. */
void options_put_list(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                      const struct options_layout *room)
{
    struct entry entry[FF_OPTIONS_MAX];
    int n = list_entries(edition, view, entry);
    if (room->plain) {
        list_plainly(out, entry, n);
        return;
    }
    const struct columns columns = lay_out(entry, n, room);
    const int rows = (n + columns.n - 1) / columns.n;
    for (int row = 0; row < rows; row++) {
        for (int i = row, column = 0; i < n; i += rows, column++)
            list_entry(out, &entry[i], (size_t)column * columns.width, columns.notes);
        base_put_char(out, '\n');
    }
}

/* ---------------------------------------------------------------------------------------------------------- answers */

void options_put_reason(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                        ff_action action)
{
    enum ff_refusal refusal = ff_why_not(edition, view, action);
    unsigned card = ff_action_option(action);
    if (refusal == FF_OK) {
        base_put(out, "That is allowed now.");
    } else {
        base_put(out, text_refusal(refusal));
        base_put(out, " (");
        base_put(out, text_refusal_rule(refusal));
        base_put_char(out, ')');
    }
    if (ff_action_stage(action) == FF_STAGE_BUILD && (ff_cards_of(view->pub.mode) >> card & 1)) {
        base_put_char(out, ' ');
        note_cost(out, edition, view, (int)card);
        say_counted(out, "; you have ", view->pub.coins[view->own.seat], "coin", ".");
    }
    base_put_char(out, '\n');
}

void options_put_expected(struct base_out *out, const struct ff_view *view)
{
    base_put(out, "Here say ");
    if (view->pub.stage == FF_STAGE_BREWERY) {
        base_put(out, "brewery ");
        for (int brewery = 0; brewery < view->pub.players; brewery++) {
            base_put(out, !brewery ? "" : brewery + 1 < view->pub.players ? ", " : " or ");
            base_put_char(out, text_brewery(brewery));
        }
        base_put(out, ", or done");
    } else {
        base_put(out, text_stage_wants(view->pub.stage));
    }
    base_put(out, ".\n");
}

enum { CARD_COLUMN = 3 + TEXT_TITLE_MAX + 2 };

void options_put_hand(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view)
{
    int seat = view->own.seat;
    say_counted(out, "You have ", view->pub.coins[seat], "coin", "");
    say_counted(out, " and hold ", view->pub.hand_n[seat], "card", ":\n");
    for (int card = 0; card < FF_CARDS_MAX; card++) {
        if (!(view->own.hand & ff_bit((unsigned)card)))
            continue;
        base_put(out, "   ");
        base_put(out, text_card_title(card));
        base_pad_to(out, CARD_COLUMN);
        text_put_counted(out, ff_cost(edition, &view->pub, view->own.seat, card), "coin");
        base_put_char(out, '\n');
    }
}

void options_put_deck(struct base_out *out, const struct ff_view *view)
{
    int fresh = view->pub.fresh_n[view->own.seat];
    say_counted(out, "Your deck: ", view->pub.deck_n[view->own.seat], "card", "");
    say_counted(out, ", on top ", fresh, "card", " that you have not seen yet.\n");
    for (int i = 0; i < view->own.known_n; i++) {
        base_put(out, "   ");
        base_put(out, text_card_title(view->own.known[i]));
        base_pad_to(out, CARD_COLUMN);
        say_return(out, fresh + i);
        base_put_char(out, '\n');
    }
    if (!view->own.trash)
        return;
    base_put(out, "Removed from the game: ");
    text_put_titles(out, view->own.trash, ", ");
    base_put(out, ".\n");
}
