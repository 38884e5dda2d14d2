/* board.c - draws a game as text; see board.h.
 *
 *     Fürstenfeld - base game - round 4 - Palace part: 8 coins, 10 after 2 more
 *     Anna decides what to build.
 *
 *     [now] >next hops           barley         water      the price track of each good, space by space, and its demand
 *     brewery A   01[1]>2 ##.    [0]1>12 #.     01>1[2] #  spaces, # is filled; > is where phase 6 puts the marker
 *     this round  Ben 0, Cleo 3                            discs that have not moved yet, in player order
 *     next round  Anna 7                                   discs that have moved
 *
 *     +1--------------+2--------------+3--------------+ > 0 Anna
 *     | Crane         |               | Palace III    | 12 coins, 1 Palace part
 *     +4--------------+5--------------+6--------------+ goods 2 hops 1 barley 0 water
 *     | hops +2       | (barley +1)   | (water +1)    | yield 2 hops 1 barley 1 water
 *     +---------------+---------------+---------------+ hand 4, deck 17
 *
 *     hand of Anna (costs): lab1 3, palace2 8              what each would cost now */
#include "board.h"
#include "engine/base/utf8.h"

#include <string.h>

#include "names.h"

enum { COLUMNS_USUAL = 80, CELL = 15 /* " Laboratory II " */, NAME_SHOWN = 20, NAME_SHOWN_COMPACT = 8 };

/* The board to draw: the public part, and the hands that the viewer sees. */
struct picture {
    struct base_out *out;
    const struct ff_edition *edition;
    const struct ff_public *pub;
    const uint32_t *hands;        /* by seat */
    unsigned seen;                /* mask of the seats whose hand is shown */
    const struct ff_private *own; /* the secrets of a view's seat; NULL when a game is drawn */
    const char *const *names;
    struct text_style style;
};

static size_t columns_of(struct text_style style) { return style.columns > 0 ? (size_t)style.columns : COLUMNS_USUAL; }

static const char *pick(const struct picture *p, const char *utf8, const char *ascii)
{
    return p->style.utf8 ? utf8 : ascii;
}

/* --------------------------------------------------------------------------------------------------------- colours */

/* The tones of TEXT_COLOURS_256 have a contrast of at least 3 to black and to white. */
void text_paint(struct base_out *out, struct text_style style, unsigned paint)
{
    static const char *const codes[2][TEXT_PAINTS] = {
        {"32", "31", "34", "35", "33", "32", "33", "36", "1", "2"},
        {"38;5;28", "38;5;160", "38;5;33", "38;5;134", "38;5;166", "38;5;64", "38;5;136", "38;5;31", "1", "2"},
    };
    if (style.colours == TEXT_COLOURS_NONE || paint >= TEXT_PAINTS)
        return;
    base_printf(out, "\033[%sm", codes[style.colours == TEXT_COLOURS_256][paint]);
}

void text_unpaint(struct base_out *out, struct text_style style)
{
    if (style.colours != TEXT_COLOURS_NONE)
        base_put(out, "\033[0m");
}

static void paint(const struct picture *p, unsigned what) { text_paint(p->out, p->style, what); }
static void unpaint(const struct picture *p) { text_unpaint(p->out, p->style); }

static void put_good(const struct picture *p, unsigned good)
{
    paint(p, TEXT_PAINT_GOOD + good);
    base_put(p->out, text_good((int)good));
    unpaint(p);
}

/* The content of a space: a card, the good of a field (printed or built), or nothing. */
struct space {
    int card;
    bool printed, palace;
    int good, yield; /* a field's good and yield; the yield is 0 if the space has no field */
};

static struct space space_at(const struct picture *p, int seat, int i)
{
    int card = p->pub->board[seat][i];
    struct space space = {.card = card, .palace = ff_is_palace(card)};
    space.printed = card == FF_NO_CARD && i >= FF_PRINTED_FIRST;
    space.good = space.printed ? p->edition->printed[i - FF_PRINTED_FIRST] : ff_field_good(card);
    space.yield = space.printed ? 1 : ff_is_field(card) ? ff_field_yield(card) : 0;
    return space;
}

/* Begins the colour of a space: a field has the colour of its good, a Palace part that of its seat. Returns false if
 * the space has no colour. */
static bool paint_space(const struct picture *p, int seat, const struct space *space)
{
    if (space->palace || space->yield)
        paint(p, space->palace ? TEXT_PAINT_SEAT + (unsigned)seat : TEXT_PAINT_GOOD + (unsigned)space->good);
    return space->palace || space->yield;
}

/* ----------------------------------------------------------------------------------------------------------- names */

/* Returns the byte offset of the n-th character. */
static size_t character(const char *text, size_t length, size_t n)
{
    size_t at = 0;
    for (; at < length; at++)
        if (base_utf8_starts(text[at]) && n-- == 0)
            break;
    return at;
}

/* Writes a name. Shortens a long name to its beginning and its last character, because the last one often distinguishes
 * two names. */
static void put_name(const struct picture *p, int seat)
{
    char buffer[256];
    struct base_out whole = base_out_cut(buffer, sizeof buffer);
    size_t most = p->style.form == TEXT_DRAWN ? NAME_SHOWN : NAME_SHOWN_COMPACT, last;
    text_put_player(&whole, p->names, seat);
    for (last = whole.length; last > 0 && !base_utf8_starts(buffer[--last]);)
        ;
    bool fits = character(buffer, whole.length, most) == whole.length;
    paint(p, TEXT_PAINT_SEAT + (unsigned)seat);
    base_put_bytes(p->out, buffer, fits ? whole.length : character(buffer, whole.length, most - 2));
    if (!fits)
        base_printf(p->out, "~%s", buffer + last);
    unpaint(p);
}

static void put_names(const struct picture *p, unsigned mask)
{
    for (int seat = 0, left = ff_popcount(mask), n = 0; seat < p->pub->players; seat++) {
        if (!(mask >> seat & 1))
            continue;
        if (n++)
            base_put(p->out, n == left ? " and " : ", ");
        put_name(p, seat);
    }
}

/* -------------------------------------------------------------------------------------------------- what goes on */

static void put_result(const struct picture *p)
{
    struct ff_result result;
    ff_result(p->pub, &result);
    base_put(p->out, "The game is over: ");
    if (!result.winners) {
        base_put(p->out, "nobody finished the palace.\n");
        return;
    }
    put_names(p, result.winners);
    base_put(p->out, ff_popcount(result.winners) > 1 ? " share the win.\n" : " wins.\n");
}

static void put_task(const struct picture *p)
{
    const struct ff_public *pub = p->pub;
    if (pub->stage == FF_STAGE_OVER) {
        put_result(p);
        return;
    }
    if (pub->owe == 0) {
        base_put(p->out, "Nobody has to decide.\n");
        return;
    }
    put_names(p, pub->owe);
    base_printf(p->out, ff_popcount(pub->owe) > 1 ? " decide %s" : " decides %s", text_stage_title(pub->stage));
    if (ff_is_sale(pub->stage))
        base_printf(p->out, " at brewery %c", text_brewery(pub->brewery));
    if (pub->stage == FF_STAGE_SPACE)
        base_printf(p->out, " %s", text_card_title(pub->card));
    base_put(p->out, ".\n");
}

/* R6.5 */
static void put_palace_price(const struct picture *p)
{
    int price = ff_palace_price(p->pub);
    base_put(p->out, "Palace part: ");
    text_put_counted(p->out, price, "coin");
    base_printf(p->out, ", %d after %d more", price + FF_PALACE_PRICE_RISE,
                p->pub->players - ff_palace_markers(p->pub));
}

static void put_round(const struct picture *p)
{
    if (p->pub->round)
        base_printf(p->out, "round %u", p->pub->round);
    else
        base_put(p->out, "set-up");
}

static void put_title(const struct picture *p)
{
    const char *dot = pick(p, " · ", " - ");
    paint(p, TEXT_PAINT_STRONG);
    base_put(p->out, pick(p, "Fürstenfeld", "Fuerstenfeld"));
    unpaint(p);
    base_printf(p->out, "%s%s game%s", dot, text_mode(p->pub->mode), dot);
    put_round(p);
    base_put(p->out, dot);
    put_palace_price(p);
    base_put_char(p->out, '\n');
    put_task(p);
}

/* Writes the title of the tight board: only the round and the palace price. */
static void put_short_title(const struct picture *p)
{
    paint(p, TEXT_PAINT_STRONG);
    put_round(p);
    base_put(p->out, pick(p, " · ", " - "));
    put_palace_price(p);
    unpaint(p);
    base_put_char(p->out, '\n');
}

/* -------------------------------------------------------------------------------------------- breweries and tracks */

enum { BREWERY_COLUMN = 12, BREWERY_COLUMN_TIGHT = 2, TRACK_SIGNS = 3 /* [ ] > */, GOOD_GAP = 2 };

static size_t most_demand(const struct ff_public *pub)
{
    size_t most = 0;
    for (int b = 0; b < pub->players; b++)
        for (unsigned g = 0; g < FF_GOODS; g++)
            most = ff_count(pub->demand[b], g) > most ? ff_count(pub->demand[b], g) : most;
    return most;
}

static size_t brewery_column(const struct picture *p)
{
    return p->style.form == TEXT_TIGHT ? BREWERY_COLUMN_TIGHT : BREWERY_COLUMN;
}

/* Returns the width of a good's column: the track with its signs, and the most demand spaces. */
static size_t good_width(const struct picture *p, size_t spaces)
{
    return spaces + TRACK_SIGNS + 1 + most_demand(p->pub) + GOOD_GAP;
}

/* Returns whether there is room for the price tracks. Otherwise only the price and the next price are shown. */
static bool tracks_fit(const struct picture *p)
{
    return brewery_column(p) + FF_GOODS * good_width(p, p->edition->steps_n) <= columns_of(p->style) + GOOD_GAP;
}

static size_t good_column(const struct picture *p, unsigned good)
{
    return brewery_column(p) + good * good_width(p, tracks_fit(p) ? p->edition->steps_n : 1);
}

/* Writes the price of every space of a price track. The marker's space is in brackets. A sign marks the space to which
 * phase 6 would move the marker if nobody else sold there (R0.5, R8.1). */
static void put_price_track(const struct picture *p, int brewery, unsigned good)
{
    int now = (int)ff_count(p->pub->step[brewery], good), next = ff_step_next(p->edition, p->pub, brewery, (int)good);
    for (int step = 0; step < p->edition->steps_n; step++) {
        if (step == next && next != now)
            base_put(p->out, pick(p, "›", ">"));
        paint(p, step == now && p->edition->price[step] ? TEXT_PAINT_STRONG : TEXT_PAINT_FAINT);
        base_printf(p->out, step == now ? "[%u]" : "%u", p->edition->price[step]);
        unpaint(p);
    }
    base_put(p->out, next == now ? "  " : " ");
}

/* "1>2 " */
static void put_price(const struct picture *p, int brewery, unsigned good)
{
    int now = (int)ff_count(p->pub->step[brewery], good), next = ff_step_next(p->edition, p->pub, brewery, (int)good);
    paint(p, TEXT_PAINT_STRONG);
    base_put_unsigned(p->out, p->edition->price[now]);
    unpaint(p);
    base_put(p->out, next == now ? "  " : pick(p, "›", ">"));
    if (next != now)
        base_put_unsigned(p->out, p->edition->price[next]);
    base_put_char(p->out, ' ');
}

static void put_demand(const struct picture *p, int brewery, unsigned good)
{
    unsigned all = ff_count(p->pub->demand[brewery], good), room = ff_count(p->pub->room[brewery], good);
    paint(p, TEXT_PAINT_GOOD + good);
    for (unsigned i = 0; i < all; i++)
        base_put(p->out, i < all - room ? pick(p, "●", "#") : pick(p, "○", "."));
    unpaint(p);
}

static void put_brewery(const struct picture *p, int brewery)
{
    base_printf(p->out, p->style.form == TEXT_TIGHT ? "%c" : "brewery %c", text_brewery(brewery));
    for (unsigned good = 0; good < FF_GOODS; good++) {
        base_pad_to(p->out, good_column(p, good));
        (tracks_fit(p) ? put_price_track : put_price)(p, brewery, good);
        put_demand(p, brewery, good);
    }
    base_put_char(p->out, '\n');
}

static void put_breweries(const struct picture *p)
{
    if (p->style.form != TEXT_TIGHT)
        base_put(p->out, pick(p, "[now] ›next", "[now] >next"));
    for (unsigned good = 0; good < FF_GOODS; good++) {
        base_pad_to(p->out, good_column(p, good));
        put_good(p, good);
    }
    base_put_char(p->out, '\n');
    for (int b = 0; b < p->pub->players; b++)
        put_brewery(p, b);
}

/* Lists the seats whose disc is on a track, in playing order: the lowest space first, and the top disc of a stack first
 * (R2.2). */
static int by_disc(const struct ff_public *pub, const uint8_t *discs, bool last_on_top, uint8_t seats[FF_PLAYERS_MAX])
{
    int n = 0;
    for (int i = 0; i < pub->players; i++) {
        uint8_t seat = pub->order[i];
        int at = n;
        if (discs[seat] == FF_NO_DISC)
            continue;
        for (; last_on_top && at > 0 && discs[seats[at - 1]] >= discs[seat]; at--)
            seats[at] = seats[at - 1];
        seats[at] = seat;
        n++;
    }
    return n;
}

/* Writes "Anna 7, Ben 9". Returns the number of discs. */
static int put_discs(const struct picture *p, const uint8_t *discs, bool last_on_top)
{
    uint8_t seats[FF_PLAYERS_MAX] = {0};
    int n = by_disc(p->pub, discs, last_on_top, seats);
    for (int i = 0; i < n; i++) {
        base_put(p->out, i ? ", " : "");
        put_name(p, seats[i]);
        base_printf(p->out, " %u", discs[seats[i]]);
    }
    return n;
}

static void put_track(const struct picture *p, const char *label, const uint8_t *discs, bool last_on_top)
{
    base_put(p->out, label);
    base_pad_to(p->out, BREWERY_COLUMN);
    base_put(p->out, put_discs(p, discs, last_on_top) ? "\n" : "-\n");
}

/* Writes both tracks in one line. */
static void put_tracks(const struct picture *p)
{
    base_put(p->out, "now ");
    base_put(p->out, put_discs(p, p->pub->disc_now, false) ? "; next " : "-; next ");
    base_put(p->out, put_discs(p, p->pub->disc_next, true) ? "\n" : "-\n");
}

/* ---------------------------------------------------------------------------------------------------------- players */

static void put_border(const struct picture *p, int first_space)
{
    static const char *const corners[3][4] = {{"┌", "┬", "┐", "+"}, {"├", "┼", "┤", "+"}, {"└", "┴", "┘", "+"}};
    const char *const *corner = corners[first_space / 3];
    for (int column = 0; column < 3; column++) {
        base_put(p->out, pick(p, corner[column > 0], "+"));
        int from = 0;
        if (first_space < FF_SPACES) {
            base_put_number(p->out, first_space + column + 1);
            from = 1;
        }
        for (int i = from; i < CELL; i++)
            base_put(p->out, pick(p, "─", "-"));
    }
    base_put(p->out, pick(p, corner[2], "+"));
}

/* Writes the content of a space: the title of a building, or the good and yield of a field, in brackets if it is a
 * printed field. */
static void put_space(const struct picture *p, int seat, int i)
{
    struct space space = space_at(p, seat, i);
    base_put(p->out, space.printed ? "(" : "");
    bool painted = paint_space(p, seat, &space);
    if (space.yield)
        base_printf(p->out, "%s +%d", text_good(space.good), space.yield);
    else
        base_put(p->out, text_card_title(space.card));
    if (painted)
        unpaint(p);
    base_put(p->out, space.printed ? ")" : "");
}

static void put_row(const struct picture *p, int seat, int first_space)
{
    for (int column = 0; column < 3; column++) {
        base_pad_to(p->out, (size_t)column * (CELL + 1));
        base_put(p->out, pick(p, "│ ", "| "));
        put_space(p, seat, first_space + column);
    }
    base_pad_to(p->out, 3 * (CELL + 1));
    base_put(p->out, pick(p, "│", "|"));
}

static void put_amounts(const struct picture *p, const char *label, ff_goods goods)
{
    base_put(p->out, label);
    for (unsigned good = 0; good < FF_GOODS; good++) {
        base_printf(p->out, " %u ", ff_count(goods, good));
        put_good(p, good);
    }
}

static void put_who(const struct picture *p, int seat)
{
    if (p->pub->owe >> seat & 1)
        base_put(p->out, pick(p, "▶ ", "> "));
    base_printf(p->out, "%d ", seat);
    put_name(p, seat);
}

static void put_wealth(const struct picture *p, int seat)
{
    text_put_counted(p->out, p->pub->coins[seat], "coin");
    base_put(p->out, ", ");
    text_put_counted(p->out, ff_palace_parts(p->pub, seat), "Palace part");
}

static void put_counts(const struct picture *p, int seat)
{
    base_printf(p->out, "hand %u, deck %u", p->pub->hand_n[seat], p->pub->deck_n[seat]);
    if (ff_trash_n(p->pub, seat))
        base_printf(p->out, ", removed %d", ff_trash_n(p->pub, seat));
}

static void put_player(const struct picture *p, int seat)
{
    for (int line = 0; line < 5; line++) {
        if (line % 2)
            put_row(p, seat, line / 2 * 3);
        else
            put_border(p, line / 2 * 3);
        base_put_char(p->out, ' ');
        switch (line) {
        case 0: put_who(p, seat); break;
        case 1: put_wealth(p, seat); break;
        case 2: put_amounts(p, "goods", p->pub->goods[seat]); break;
        case 3: put_amounts(p, "yield", p->pub->yield[seat]); break;
        default: put_counts(p, seat); break;
        }
        base_put_char(p->out, '\n');
    }
}

/* ------------------------------------------------------------------------------------------ players, two lines each */

/* A player on the compact board, for example:
 *
 *     > 0 Anna   12 coins  Palace 1/6  hops 2+2 barley 1+1 water 0+1  hand 4 deck 17     what is there + yield
 *       1 crane      2 -          3 palace3    4 hops+2     5 (barley+1) 6 (water+1) */

enum { SHORT_CELL = 13 /* "1 magistrate " */, WHO = 13, WEALTH = WHO + 10, PARTS = WEALTH + 11, TOKENS = PARTS + 29 };

/* Appends spaces up to the column, at least one. */
static void next_column(struct base_out *out, size_t column)
{
    base_put_char(out, ' ');
    base_pad_to(out, column);
}

static void put_short_goods(const struct picture *p, int seat)
{
    for (unsigned good = 0; good < FF_GOODS; good++) {
        if (good)
            base_put_char(p->out, ' ');
        put_good(p, good);
        base_printf(p->out, " %u+%u", ff_count(p->pub->goods[seat], good), ff_count(p->pub->yield[seat], good));
    }
}

static void put_short_space(const struct picture *p, int seat, int i)
{
    struct space space = space_at(p, seat, i);
    bool painted = paint_space(p, seat, &space);
    if (space.yield)
        base_printf(p->out, space.printed ? "(%s+%d)" : "%s+%d", text_good(space.good), space.yield);
    else
        base_put(p->out, text_card(space.card));
    if (painted)
        unpaint(p);
}

static void put_short_player(const struct picture *p, int seat)
{
    if (!(p->pub->owe >> seat & 1))
        base_put(p->out, "  ");
    put_who(p, seat);
    next_column(p->out, WHO);
    text_put_counted(p->out, p->pub->coins[seat], "coin");
    next_column(p->out, WEALTH);
    base_printf(p->out, "Palace %d/6", ff_palace_parts(p->pub, seat));
    next_column(p->out, PARTS);
    put_short_goods(p, seat);
    next_column(p->out, TOKENS);
    base_printf(p->out, "hand %u deck %u\n", p->pub->hand_n[seat], p->pub->deck_n[seat]);
    for (int space = 0; space < FF_SPACES; space++) {
        base_pad_to(p->out, 2 + (size_t)space * SHORT_CELL);
        base_printf(p->out, "%d ", space + 1);
        put_short_space(p, seat, space);
    }
    base_put_char(p->out, '\n');
}

/* --------------------------------------------------------------------------------------------- players, a line each */

/* A player on the tight board, for example:
 *
 *                 coin pal  hops barley water hand  1     2     3     4     5     6
 *     > 0 Anna      12 1/6  2+2   1+1   0+1   4/17  cran  -     pal3  hop2  (bar) (wat)
 *
 * If that is too long, the spaces are on a line of their own. */

enum {
    TIGHT_COINS = 16, /* where the coins end */
    TIGHT_GOODS = 23, /* the first +; the other two follow 6 columns apart */
    TIGHT_HAND = 41,  /* the / */
    TIGHT_SPACES = 45,
    TIGHT_SPACE = 6 /* width of each column; the last one has no gap */
};

static bool spaces_fit(const struct picture *p)
{
    return TIGHT_SPACES + FF_SPACES * TIGHT_SPACE - 1 <= (int)columns_of(p->style);
}

/* Abbreviates a card's name to its first letters and its number. */
static void put_four(struct base_out *out, int card)
{
    const char *name = text_card(card);
    size_t n = strlen(name);
    bool numbered = n > 0 && name[n - 1] >= '0' && name[n - 1] <= '9';
    base_put_bytes(out, name, numbered ? 3 : n < 4 ? n : 4);
    if (numbered)
        base_put_char(out, name[n - 1]);
}

static void put_tight_space(const struct picture *p, int seat, int i)
{
    struct space space = space_at(p, seat, i);
    bool painted = paint_space(p, seat, &space);
    if (space.printed) {
        base_put_char(p->out, '(');
        base_put_bytes(p->out, text_good(space.good), 3);
        base_put_char(p->out, ')');
    } else {
        put_four(p->out, space.card);
    }
    if (painted)
        unpaint(p);
}

/* Writes a number right-aligned, so that it ends just before the column. */
static void put_right(struct base_out *out, size_t column, unsigned number)
{
    next_column(out, column - (number > 99 ? 3 : number > 9 ? 2 : 1));
    base_put_unsigned(out, number);
}

static void put_tight_player(const struct picture *p, int seat)
{
    const struct ff_public *pub = p->pub;
    if (!(pub->owe >> seat & 1))
        base_put(p->out, "  ");
    put_who(p, seat);
    put_right(p->out, TIGHT_COINS, pub->coins[seat]);
    base_printf(p->out, " %d/6", ff_palace_parts(pub, seat));
    for (unsigned good = 0; good < FF_GOODS; good++) {
        put_right(p->out, TIGHT_GOODS + 6 * good, ff_count(pub->goods[seat], good));
        base_printf(p->out, "+%u", ff_count(pub->yield[seat], good));
    }
    put_right(p->out, TIGHT_HAND, pub->hand_n[seat]);
    base_printf(p->out, "/%u", pub->deck_n[seat]);
    if (!spaces_fit(p))
        base_put_char(p->out, '\n');
    for (int space = 0; space < FF_SPACES; space++) {
        base_pad_to(p->out, (spaces_fit(p) ? TIGHT_SPACES : 4) + (size_t)space * TIGHT_SPACE);
        put_tight_space(p, seat, space);
    }
    base_put_char(p->out, '\n');
}

static void put_tight_heading(const struct picture *p)
{
    static const size_t columns[FF_GOODS] = {TIGHT_GOODS - 1, TIGHT_GOODS + 4, TIGHT_GOODS + 11};
    base_pad_to(p->out, TIGHT_COINS - 4);
    base_put(p->out, "coin pal");
    for (unsigned good = 0; good < FF_GOODS; good++) {
        base_pad_to(p->out, columns[good]);
        put_good(p, good);
    }
    base_pad_to(p->out, TIGHT_HAND - 1);
    base_put(p->out, "hand");
    for (int space = 0; spaces_fit(p) && space < FF_SPACES; space++) {
        base_pad_to(p->out, TIGHT_SPACES + (size_t)space * TIGHT_SPACE);
        base_put_number(p->out, space + 1);
    }
    base_put_char(p->out, '\n');
}

/* ----------------------------------------------------------------------------------------------------------- cards */

/* A comma-separated list that continues on a new line when the line is full. */
struct list {
    const struct picture *p;
    size_t column;
    int n;
};

static void put_item(struct list *list, const char *item)
{
    size_t length = strlen(item) + 2; /* length including the blank before the item and a comma after it */
    if (list->n++)
        base_put_char(list->p->out, ',');
    if (list->column + length > columns_of(list->p->style)) {
        base_put(list->p->out, "\n ");
        list->column = 1;
    }
    base_printf(list->p->out, " %s", item);
    list->column += length;
}

/* Returns the length of the part of a title that says what kind of card it is: "Town hall " of "Town hall II". */
static size_t kind_length(const char *title)
{
    size_t length = strlen(title);
    while (length && title[length - 1] != ' ')
        length--;
    return length && memchr("123IV", title[length], 5) ? length : 0;
}

/* Lists the hand with costs, for example: Barley field 1 (4), 2 (8), Spring 3 (12), Crane (5) */
static void put_hand(const struct picture *p, int seat)
{
    base_put(p->out, "hand");
    if (p->style.form != TEXT_TIGHT) {
        base_put(p->out, " of ");
        put_name(p, seat);
    }
    base_put(p->out, " (costs):");
    struct list list = {p, base_out_column(p->out), 0};
    const char *last = "";
    for (int card = 0; card < FF_CARDS_MAX; card++) {
        if (!(p->hands[seat] & ff_bit((unsigned)card)))
            continue;
        char buffer[32];
        struct base_out item = base_out_of(buffer, sizeof buffer);
        const char *title = text_card_title(card);
        size_t kind = kind_length(title);
        bool again = kind && kind_length(last) == kind && memcmp(title, last, kind) == 0;
        base_printf(&item, "%s (%d)", again ? title + kind : title, ff_cost(p->edition, p->pub, seat, card));
        put_item(&list, buffer);
        last = title;
    }
    base_put(p->out, list.n ? "\n" : " none\n");
}

/* Lists the cards of the seat's own deck that it knows. */
static void put_known(const struct picture *p)
{
    const struct ff_private *own = p->own;
    if (!own || own->known_n == 0 || p->style.form == TEXT_TIGHT)
        return;
    base_put(p->out, "deck of ");
    put_name(p, own->seat);
    base_put_char(p->out, ':');
    if (p->pub->fresh_n[own->seat]) {
        base_put_char(p->out, ' ');
        text_put_counted(p->out, p->pub->fresh_n[own->seat], "unknown card");
        base_put(p->out, ", then");
    }
    struct list list = {p, base_out_column(p->out), 0};
    for (int i = 0; i < own->known_n; i++)
        put_item(&list, text_card_title(own->known[i]));
    base_put_char(p->out, '\n');
}

static void put_players(const struct picture *p)
{
    for (int seat = 0; seat < p->pub->players; seat++) {
        switch (p->style.form) {
        case TEXT_DRAWN:
            base_put_char(p->out, '\n');
            put_player(p, seat);
            break;
        case TEXT_COMPACT: put_short_player(p, seat); break;
        case TEXT_TIGHT: put_tight_player(p, seat); break;
        }
    }
}

static void draw_tight(const struct picture *p)
{
    put_short_title(p);
    put_breweries(p);
    put_tracks(p);
    put_tight_heading(p);
    put_players(p);
}

static void draw_wide(const struct picture *p)
{
    bool drawn = p->style.form == TEXT_DRAWN;
    put_title(p);
    base_put(p->out, drawn ? "\n" : "");
    put_breweries(p);
    put_track(p, "this round", p->pub->disc_now, false);
    put_track(p, "next round", p->pub->disc_next, true);
    put_players(p);
    base_put(p->out, p->seen && drawn ? "\n" : "");
}

static void draw_form(const struct picture *p)
{
    (p->style.form == TEXT_TIGHT ? draw_tight : draw_wide)(p);
    for (int seat = 0; seat < p->pub->players; seat++)
        if (p->seen >> seat & 1)
            put_hand(p, seat);
    put_known(p);
}

static int count_lines(const struct base_out *out, size_t at)
{
    int lines = 0;
    for (; at < out->length; at++)
        lines += out->text[at] == '\n';
    return lines;
}

/* Draws the largest form that fits, or the smallest if none fits. */
static void draw(struct picture *p)
{
    const struct base_out before = *p->out;
    if (columns_of(p->style) < COLUMNS_USUAL)
        p->style.form = TEXT_TIGHT;
    draw_form(p);
    while (p->style.form < TEXT_TIGHT && p->style.lines && count_lines(p->out, before.length) > p->style.lines) {
        *p->out = before;
        p->style.form++;
        draw_form(p);
    }
}

void text_board_game(struct base_out *out, const struct ff_edition *edition, const struct ff_game *game,
                     const char *const *names, struct text_style style)
{
    struct picture picture = {out,  edition, &game->pub, game->hid.hand, (1u << game->pub.players) - 1,
                              NULL, names,   style};
    draw(&picture);
}

void text_board_view(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                     const char *const *names, struct text_style style)
{
    uint32_t hands[FF_PLAYERS_MAX] = {0};
    bool player = view->own.seat < view->pub.players;
    if (player)
        hands[view->own.seat] = view->own.hand;
    struct picture picture = {out,        edition, &view->pub, hands, player ? 1u << view->own.seat : 0,
                              &view->own, names,   style};
    draw(&picture);
}
