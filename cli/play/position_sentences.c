/* position_sentences.c - describes a position in plain sentences; see position_sentences.h. */
#include "position_sentences.h"

#include "engine/text/names.h"

/* ----------------------------------------------------------------------------------------------------------- prices */

/* Writes a marker's price and space: "1 on space 3". */
static void put_marker(struct base_out *out, const struct ff_edition *edition, int step)
{
    base_put_unsigned(out, edition->price[step]);
    base_put(out, " on space ");
    base_put_number(out, step + 1);
}

static void put_price(struct base_out *out, const struct ff_edition *edition, const struct ff_public *pub, int brewery,
                      int good)
{
    unsigned room = ff_count(pub->room[brewery], (unsigned)good), all = ff_count(pub->demand[brewery], (unsigned)good);
    int price = ff_price(edition, pub, brewery, good), next = ff_step_next(edition, pub, brewery, good);
    base_put(out, text_good(good));
    base_put(out, " at ");
    put_marker(out, edition, (int)ff_count(pub->step[brewery], (unsigned)good));
    base_put(out, price ? ", " : ", not taken; ");
    base_put_unsigned(out, room);
    base_put(out, " of ");
    base_put_unsigned(out, all);
    base_put(out, " wanted");
    if (next == (int)ff_count(pub->step[brewery], (unsigned)good))
        return;
    base_put(out, ", then at ");
    put_marker(out, edition, next);
}

/* Describes the price track, space by space (R0.5), and explains the word "then" in prices (R8.1). */
static void put_price_track(struct base_out *out, const struct ff_edition *edition)
{
    base_put(out, "Price tracks have ");
    base_put_unsigned(out, edition->steps_n);
    base_put(out, " spaces with the prices");
    for (int step = 0; step < edition->steps_n; step++) {
        base_put_char(out, ' ');
        base_put_unsigned(out, edition->price[step]);
    }
    base_put(out, ". \"Then\" is after the Prices phase, if nobody sells more.\n");
}

void position_put_prices(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view)
{
    const struct ff_public *pub = &view->pub;
    put_price_track(out, edition);
    for (int brewery = 0; brewery < pub->players; brewery++) {
        base_put(out, "Brewery ");
        base_put_char(out, text_brewery(brewery));
        for (int good = 0; good < FF_GOODS; good++) {
            base_put(out, good ? "; " : ": ");
            put_price(out, edition, pub, brewery, good);
        }
        base_put(out, ".\n");
    }
    base_put(out, "A Palace part costs ");
    text_put_counted(out, ff_palace_price(pub), "coin");
    base_put(out, "; after ");
    base_put_number(out, pub->players - ff_palace_markers(pub));
    base_put(out, " more are built it costs 2 more.\n");
}

/* ---------------------------------------------------------------------------------------------------------- players */

/* Writes "You have" or "Red has". */
static void put_who(struct base_out *out, const struct ff_view *view, const char *const *names, int seat)
{
    bool own = seat == view->own.seat;
    if (own)
        base_put(out, "You, ");
    text_put_player(out, names, seat);
    base_put(out, own ? ", have " : " has ");
}

/* Returns the i-th seat, counted from the viewer's seat. */
static int nth_seat(const struct ff_view *view, int i)
{
    int own = view->own.seat < view->pub.players ? view->own.seat : 0;
    return (own + i) % view->pub.players;
}

void position_put_goods(struct base_out *out, const struct ff_view *view, const char *const *names)
{
    for (int i = 0; i < view->pub.players; i++) {
        int seat = nth_seat(view, i);
        put_who(out, view, names, seat);
        text_put_goods(out, view->pub.goods[seat]);
        base_put(out, "; the fields yield ");
        text_put_goods(out, view->pub.yield[seat]);
        base_put(out, " a round.\n");
    }
}

const char *position_printed_field_title(const struct ff_edition *edition, int space)
{
    return text_card_title(FF_HOPS1 + (FF_BARLEY1 - FF_HOPS1) * edition->printed[space - FF_PRINTED_FIRST]);
}

static void put_space(struct base_out *out, const struct ff_edition *edition, const struct ff_public *pub, int seat,
                      int space)
{
    int card = pub->board[seat][space];
    base_put_number(out, space + 1);
    base_put_char(out, ' ');
    if (card != FF_NO_CARD) {
        base_put(out, text_card_title(card));
    } else if (space >= FF_PRINTED_FIRST) {
        base_put(out, "printed ");
        base_put(out, position_printed_field_title(edition, space));
    } else {
        base_put(out, "empty");
    }
}

void position_put_players(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                          const char *const *names)
{
    const struct ff_public *pub = &view->pub;
    for (int i = 0; i < pub->players; i++) {
        int seat = nth_seat(view, i);
        put_who(out, view, names, seat);
        text_put_counted(out, pub->coins[seat], "coin");
        base_put(out, ", ");
        text_put_counted(out, ff_palace_parts(pub, seat), "Palace part");
        base_put(out, ", ");
        text_put_counted(out, pub->hand_n[seat], "card");
        base_put(out, " in hand and ");
        base_put_number(out, pub->deck_n[seat]);
        base_put(out, " in the deck. Spaces: ");
        for (int space = 0; space < FF_SPACES; space++) {
            base_put(out, space ? ", " : "");
            put_space(out, edition, pub, seat, space);
        }
        base_put(out, ".\n");
    }
}

/* ------------------------------------------------------------------------------------------------------------ order */

static void put_next_order(struct base_out *out, const struct ff_public *pub, const char *const *names)
{
    uint8_t order[FF_PLAYERS_MAX];
    int n = ff_next_order(pub, order);
    for (int i = 0; i < n; i++) {
        base_put(out, i ? ", then " : "");
        text_put_player(out, names, order[i]);
        base_put(out, " with the disc on ");
        base_put_unsigned(out, pub->disc_next[order[i]]);
    }
    base_put(out, n ? ".\n" : "nobody.\n");
}

void position_put_order(struct base_out *out, const struct ff_view *view, const char *const *names)
{
    const struct ff_public *pub = &view->pub;
    base_put(out, "Order of this round: ");
    for (int i = 0; i < pub->players; i++) {
        base_put(out, i ? ", then " : "");
        text_put_player(out, names, pub->order[i]);
        base_put(out, pub->disc_now[pub->order[i]] == FF_NO_DISC ? " (has sold)" : "");
    }
    base_put(out, ".\nOrder of the next round so far: ");
    put_next_order(out, pub, names);
}
