/* play_tell.c - a position in plain sentences; see play_tell.h. */
#include "play_tell.h"

#include "text/names.h"

/* ---------------------------------------------------------------------------------------------------------- prices */

/* "1 on space 3" */
static void tell_marker(struct out *out, const struct ff_edition *edition, int step)
{
    out_unsigned(out, edition->price[step]);
    out_str(out, " on space ");
    out_number(out, step + 1);
}

static void tell_price(struct out *out, const struct ff_edition *edition, const struct ff_public *pub, int brewery,
                       int good)
{
    unsigned room = ff_count(pub->room[brewery], (unsigned)good), all = ff_count(pub->demand[brewery], (unsigned)good);
    int price = ff_price(edition, pub, brewery, good), next = ff_step_next(edition, pub, brewery, good);
    out_str(out, text_good(good));
    out_str(out, " at ");
    tell_marker(out, edition, (int)ff_count(pub->step[brewery], (unsigned)good));
    out_str(out, price ? ", " : ", not taken; ");
    out_unsigned(out, room);
    out_str(out, " of ");
    out_unsigned(out, all);
    out_str(out, " wanted");
    if (next == (int)ff_count(pub->step[brewery], (unsigned)good))
        return;
    out_str(out, ", then at ");
    tell_marker(out, edition, next);
}

/* The track, space by space (R0.5); what "then" means (R8.1). */
static void tell_price_track(struct out *out, const struct ff_edition *edition)
{
    out_str(out, "Price tracks have ");
    out_unsigned(out, edition->steps_n);
    out_str(out, " spaces with the prices");
    for (int step = 0; step < edition->steps_n; step++) {
        out_char(out, ' ');
        out_unsigned(out, edition->price[step]);
    }
    out_str(out, ". \"Then\" is after the market phase, if nobody sells more.\n");
}

void tell_prices(struct out *out, const struct ff_edition *edition, const struct ff_view *view)
{
    const struct ff_public *pub = &view->pub;
    tell_price_track(out, edition);
    for (int brewery = 0; brewery < pub->players; brewery++) {
        out_str(out, "Brewery ");
        out_char(out, text_brewery(brewery));
        for (int good = 0; good < FF_GOODS; good++) {
            out_str(out, good ? "; " : ": ");
            tell_price(out, edition, pub, brewery, good);
        }
        out_str(out, ".\n");
    }
    out_str(out, "A Palace part costs ");
    out_counted(out, ff_palace_price(pub), "coin");
    out_str(out, "; after ");
    out_number(out, pub->players - ff_palace_markers(pub));
    out_str(out, " more are built it costs 2 more.\n");
}

/* ---------------------------------------------------------------------------------------------------------- players */

/* "You have" or "Red has" */
static void tell_who(struct out *out, const struct ff_view *view, const char *const *names, int seat)
{
    bool own = seat == view->own.seat;
    if (own)
        out_str(out, "You, ");
    out_player(out, names, seat);
    out_str(out, own ? ", have " : " has ");
}

/* The seats, the viewer's first. */
static int nth_seat(const struct ff_view *view, int i)
{
    int own = view->own.seat < view->pub.players ? view->own.seat : 0;
    return (own + i) % view->pub.players;
}

void tell_goods(struct out *out, const struct ff_view *view, const char *const *names)
{
    for (int i = 0; i < view->pub.players; i++) {
        int seat = nth_seat(view, i);
        tell_who(out, view, names, seat);
        out_goods(out, view->pub.goods[seat]);
        out_str(out, "; the fields yield ");
        out_goods(out, view->pub.yield[seat]);
        out_str(out, " a round.\n");
    }
}

static void tell_space(struct out *out, const struct ff_edition *edition, const struct ff_public *pub, int seat,
                       int space)
{
    int card = pub->board[seat][space];
    out_number(out, space + 1);
    out_char(out, ' ');
    if (card < FF_BANK1) {
        out_str(out, text_good(card / 3));
        out_str(out, " field of yield ");
        out_number(out, card % 3 + 1);
    } else if (card != FF_NO_CARD) {
        out_str(out, text_card_title(card));
    } else if (space >= FF_PRINTED_FIRST) {
        out_str(out, "printed ");
        out_str(out, text_good(edition->printed[space - FF_PRINTED_FIRST]));
        out_str(out, " field");
    } else {
        out_str(out, "empty");
    }
}

void tell_players(struct out *out, const struct ff_edition *edition, const struct ff_view *view,
                  const char *const *names)
{
    const struct ff_public *pub = &view->pub;
    for (int i = 0; i < pub->players; i++) {
        int seat = nth_seat(view, i);
        tell_who(out, view, names, seat);
        out_counted(out, pub->coins[seat], "coin");
        out_str(out, ", ");
        out_counted(out, ff_palace_parts(pub, seat), "Palace part");
        out_str(out, ", ");
        out_counted(out, pub->hand_n[seat], "card");
        out_str(out, " in hand and ");
        out_number(out, pub->deck_n[seat]);
        out_str(out, " in the deck. Spaces: ");
        for (int space = 0; space < FF_SPACES; space++) {
            out_str(out, space ? ", " : "");
            tell_space(out, edition, pub, seat, space);
        }
        out_str(out, ".\n");
    }
}

/* ------------------------------------------------------------------------------------------------------------ order */

static void tell_next(struct out *out, const struct ff_public *pub, const char *const *names)
{
    uint8_t order[FF_PLAYERS_MAX];
    int n = ff_next_order(pub, order);
    for (int i = 0; i < n; i++) {
        out_str(out, i ? ", then " : "");
        out_player(out, names, order[i]);
        out_str(out, " with the disc on ");
        out_unsigned(out, pub->disc_next[order[i]]);
    }
    out_str(out, n ? ".\n" : "nobody.\n");
}

void tell_order(struct out *out, const struct ff_view *view, const char *const *names)
{
    const struct ff_public *pub = &view->pub;
    out_str(out, "Order of this round: ");
    for (int i = 0; i < pub->players; i++) {
        out_str(out, i ? ", then " : "");
        out_player(out, names, pub->order[i]);
        out_str(out, pub->disc_now[pub->order[i]] == FF_NO_DISC ? " (has sold)" : "");
    }
    out_str(out, ".\nOrder of the next round so far: ");
    tell_next(out, pub, names);
}
