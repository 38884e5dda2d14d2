/* view.c - what one seat knows, and games that it cannot tell from the real one. */
#include "deck.h"

#include <string.h>

/* Copies the secrets that a seat knows. The cards that it put under its deck lie below those that were never drawn. The
 * seat knows the cards it put there and their order (R10.2). */
FF_FN static void compose_private(const struct ff_game *game, int seat, struct ff_private *own)
{
    int fresh = game->pub.fresh_n[seat];
    own->hand = game->hid.hand[seat];
    own->trash = game->hid.trash[seat];
    own->known_n = (uint8_t)(game->pub.deck_n[seat] - fresh);
    for (int i = 0; i < own->known_n; i++)
        own->known[i] = (uint8_t)deck_card(&game->hid, seat, fresh + i);
    if (seat == ff_turn_seat(&game->pub))
        own->first_trash = game->hid.first_trash;
}

FF_FN void ff_view_of(const struct ff_game *game, int seat, struct ff_view *view)
{
    view->pub = game->pub;
    memset(&view->own, 0, sizeof view->own);
    view->own.seat = is_seat(&game->pub, seat) ? (uint8_t)seat : (uint8_t)FF_NOBODY;
    if (view->own.seat != FF_NOBODY)
        compose_private(game, seat, &view->own);
}

/* ------------------------------------------------------------------------------------------------------ resampling */

/* Lists a set's cards in random order. Returns their number. */
FF_FN static int scatter(uint32_t cards, struct ff_rng *rng, uint8_t *list)
{
    int n = 0;
    for (; cards; cards &= cards - 1)
        list[n++] = (uint8_t)lowest_bit(cards);
    ff_shuffle(rng, list, n);
    return n;
}

FF_FN static void fill_own(const struct ff_view *view, struct ff_rng *rng, struct ff_game *game)
{
    const struct ff_private *own = &view->own;
    int seat = own->seat, at = view->pub.fresh_n[seat];
    uint32_t seen = view->pub.built[seat] | own->hand | own->trash;
    for (int i = 0; i < own->known_n; i++) {
        seen |= ff_bit(own->known[i]);
        deck_put(&game->hid, seat, at + i, own->known[i]);
    }
    uint8_t fresh[FF_CARDS_MAX];
    int n = scatter(ff_cards_of(view->pub.mode) & ~seen, rng, fresh);
    for (int i = 0; i < n; i++)
        deck_put(&game->hid, seat, i, fresh[i]);
    game->hid.hand[seat] = own->hand;
    game->hid.trash[seat] = own->trash;
    game->hid.first_trash |= own->first_trash; /* 0 except during the seat's own turn */
}

/* Gives a different seat random cards. The view contains only the numbers of its cards, and the card that it is about
 * to place. */
FF_FN static void fill_other(const struct ff_public *pub, int seat, struct ff_rng *rng, struct ff_game *game)
{
    uint32_t shown = pub->stage == FF_STAGE_SPACE && seat == ff_turn_seat(pub) ? ff_bit(pub->card) : 0;
    uint8_t list[FF_CARDS_MAX];
    scatter(ff_cards_of(pub->mode) & ~pub->built[seat] & ~shown, rng, list);
    int at = 0, hand_n = pub->hand_n[seat] - (shown != 0), trash_n = ff_trash_n(pub, seat);
    game->hid.hand[seat] = shown;
    for (int i = 0; i < hand_n; i++)
        game->hid.hand[seat] |= ff_bit(list[at++]);
    for (int i = 0; i < trash_n; i++)
        game->hid.trash[seat] |= ff_bit(list[at++]);
    for (int i = 0; i < pub->deck_n[seat]; i++)
        deck_put(&game->hid, seat, i, list[at++]);
}

/* Fills the cache of options in the stages that use the cache. */
FF_FN static void refresh_options(const struct ff_edition *edition, struct ff_game *game)
{
    const struct ff_public *pub = &game->pub;
    int seat = ff_turn_seat(pub);
    if (pub->stage != FF_STAGE_KEEP && pub->stage != FF_STAGE_DRAW)
        game->hid.options = ff_compute_options(edition, pub, seat, game->hid.hand[seat]);
}

FF_FN void ff_resample(const struct ff_edition *edition, const struct ff_view *view, struct ff_rng *rng,
                       struct ff_game *game)
{
    const struct ff_public *pub = &view->pub;
    game->pub = *pub;
    memset(&game->hid, 0, sizeof game->hid);
    for (int seat = 0; seat < pub->players; seat++) {
        if (seat == view->own.seat)
            fill_own(view, rng, game);
        else
            fill_other(pub, seat, rng, game);
    }
    refresh_options(edition, game);
}

FF_FN void ff_place(const struct ff_edition *edition, struct ff_game *game, int seat, const struct ff_placement *cards)
{
    struct ff_hidden *hid = &game->hid;
    if (!is_seat(&game->pub, seat))
        return;
    hid->hand[seat] = cards->hand;
    hid->trash[seat] = cards->trash;
    hid->deck_lo[seat] = hid->deck_hi[seat] = 0;
    hid->deck_end[seat] = 0;
    for (int i = 0; i < game->pub.deck_n[seat]; i++)
        deck_put(hid, seat, i, cards->deck[i]);
    refresh_options(edition, game);
}

/* ---------------------------------------------------------------------------------------------------- what is known */

FF_FN void ff_view_game(const struct ff_edition *edition, const struct ff_view *view, struct ff_game *game)
{
    const struct ff_public *pub = &view->pub;
    const struct ff_private *own = &view->own;
    game->pub = *pub;
    memset(&game->hid, 0, sizeof game->hid);
    if (own->seat != FF_NOBODY) {
        for (int i = 0; i < own->known_n; i++)
            deck_put(&game->hid, own->seat, pub->fresh_n[own->seat] + i, own->known[i]);
        game->hid.hand[own->seat] = own->hand;
        game->hid.trash[own->seat] = own->trash;
        game->hid.first_trash = own->first_trash;
    }
    refresh_options(edition, game);
}
