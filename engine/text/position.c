/* position.c - prints a whole game as text, one fact per line; see position.h. Reading is in position_read.c. */
#include "position.h"

#include "names.h"

static bool counts_left(int stage) { return stage >= FF_STAGE_BUILD && stage <= FF_STAGE_DISCARD; }
static unsigned extra_of(const struct ff_public *pub, int seat) { return pub->extra >> 3 * seat & 7u; }

static void put_triple(struct base_out *out, const char *key, ff_goods goods)
{
    base_put(out, key);
    text_put_triple(out, goods);
    base_put_char(out, '\n');
}

/* Writes those facts about the turn under way that its stage uses or that are not 0. */
static void put_turn(struct base_out *out, const struct ff_public *pub, unsigned first_trash)
{
    if (ff_is_sale(pub->stage) || pub->brewery)
        base_printf(out, "selling-at %c\n", text_brewery(pub->brewery));
    if (pub->market)
        base_printf(out, "market %u %s as %s\n", ff_market_count(pub->market),
                    text_good((int)ff_market_from(pub->market)), text_good((int)ff_market_to(pub->market)));
    if (pub->tally)
        put_triple(out, "tally", pub->tally);
    if (pub->stage == FF_STAGE_SPACE || pub->card)
        base_printf(out, "card %s\n", text_card(pub->card));
    if (counts_left(pub->stage) || pub->left)
        base_printf(out, "left %u\n", pub->left);
    if (pub->first)
        base_printf(out, "first-build %s\n", text_card(pub->first - 1));
    if (first_trash)
        base_printf(out, "first-trash %s\n", text_card((int)first_trash - 1));
}

static void put_round(struct base_out *out, const struct ff_public *pub)
{
    base_printf(out, "mode %s\nplayers %u\nround %u\nstage %s\nowe", text_mode(pub->mode), pub->players, pub->round,
                text_stage(pub->stage));
    if (!pub->owe)
        base_put(out, " -");
    for (unsigned left = pub->owe; left; left &= left - 1)
        base_printf(out, " %d", ff_lowest(left));
    base_put(out, "\norder");
    for (int i = 0; i < pub->players; i++)
        base_printf(out, " %u", pub->order[i]);
    base_printf(out, "\nturn %u\npalaces %u\n", pub->turn, pub->palaces);
}

static void put_breweries(struct base_out *out, const struct ff_public *pub)
{
    for (int b = 0; b < pub->players; b++) {
        char name = text_brewery(b);
        base_printf(out, "brewery %c", name);
        put_triple(out, " demand", pub->demand[b]);
        base_printf(out, "brewery %c", name);
        put_triple(out, " step", pub->step[b]);
        base_printf(out, "brewery %c", name);
        put_triple(out, " room", pub->room[b]);
    }
}

static void put_set(struct base_out *out, int seat, const char *fact, uint32_t cards)
{
    base_printf(out, "player %d %s ", seat, fact);
    text_put_cards(out, cards, " ");
    base_put(out, cards ? "\n" : "-\n");
}

static void put_disc(struct base_out *out, unsigned disc)
{
    if (disc == FF_NO_DISC)
        base_put(out, " -");
    else
        base_printf(out, " %u", disc);
}

static void put_public(struct base_out *out, const struct ff_public *pub, int seat)
{
    uint32_t covered = pub->built[seat] & ~pub->active[seat];
    base_printf(out, "player %d coins %u\nplayer %d goods", seat, pub->coins[seat], seat);
    text_put_triple(out, pub->goods[seat]);
    base_printf(out, "\nplayer %d board", seat);
    for (int space = 0; space < FF_SPACES; space++)
        base_printf(out, " %s", text_card(pub->board[seat][space]));
    base_put_char(out, '\n');
    if (covered)
        put_set(out, seat, "covered", covered);
    base_printf(out, "player %d disc", seat);
    put_disc(out, pub->disc_now[seat]);
    put_disc(out, pub->disc_next[seat]);
    base_put_char(out, '\n');
    if (pub->stage == FF_STAGE_DRAW || extra_of(pub, seat))
        base_printf(out, "player %d extra %u\n", seat, extra_of(pub, seat));
}

static void put_all_cards(struct base_out *out, const struct ff_game *game, int seat)
{
    put_set(out, seat, "hand", game->hid.hand[seat]);
    base_printf(out, "player %d deck", seat);
    for (int i = 0; i < game->pub.deck_n[seat]; i++)
        base_printf(out, "%s %s", i == game->pub.fresh_n[seat] ? " |" : "", text_card(ff_deck_card(game, seat, i)));
    base_put(out, game->pub.deck_n[seat] ? "\n" : " -\n");
    if (game->hid.trash[seat])
        put_set(out, seat, "trash", game->hid.trash[seat]);
}

static void put_own_cards(struct base_out *out, const struct ff_view *view)
{
    const struct ff_private *own = &view->own;
    int seat = own->seat, buried_n = view->pub.deck_n[seat] - view->pub.fresh_n[seat];
    put_set(out, seat, "hand", own->hand);
    base_printf(out, "player %d deck %u |", seat, view->pub.fresh_n[seat]);
    for (int i = 0; i < own->known_n; i++)
        base_printf(out, " %s", text_card(own->known[i]));
    if (own->known_n == 0 && buried_n) /* the view omits cards that the player must remember */
        base_printf(out, " %d", buried_n);
    base_put_char(out, '\n');
    if (own->trash)
        put_set(out, seat, "trash", own->trash);
}

static void put_counts(struct base_out *out, const struct ff_public *pub, int seat)
{
    base_printf(out, "player %d hand %u\nplayer %d deck %u | %u\n", seat, pub->hand_n[seat], seat, pub->fresh_n[seat],
                (unsigned)pub->deck_n[seat] - pub->fresh_n[seat]);
    if (ff_trash_n(pub, seat))
        base_printf(out, "player %d trash %d\n", seat, ff_trash_n(pub, seat));
}

void text_position(struct base_out *out, const struct ff_game *game)
{
    base_put(out, "position 1\n");
    put_round(out, &game->pub);
    put_turn(out, &game->pub, game->hid.first_trash);
    put_breweries(out, &game->pub);
    for (int seat = 0; seat < game->pub.players; seat++) {
        put_public(out, &game->pub, seat);
        put_all_cards(out, game, seat);
    }
}

void text_position_view(struct base_out *out, const struct ff_view *view)
{
    if (view->own.seat == FF_NOBODY)
        base_put(out, "view 1\nseat -\n");
    else
        base_printf(out, "view 1\nseat %u\n", view->own.seat);
    put_round(out, &view->pub);
    put_turn(out, &view->pub, view->own.first_trash);
    put_breweries(out, &view->pub);
    for (int seat = 0; seat < view->pub.players; seat++) {
        put_public(out, &view->pub, seat);
        if (seat == view->own.seat)
            put_own_cards(out, view);
        else
            put_counts(out, &view->pub, seat);
    }
}
