/* draw_luck.c - computes the luck of a draw; see draw_luck.h. Evaluates every possible draw, some thousands at most. */
#include "draw_luck.h"

#include <string.h>

/* Returns the cards that the seat has never drawn, judging by its view. */
static uint32_t never_drawn(const struct ff_view *view)
{
    const struct ff_private *own = &view->own;
    uint32_t seen = view->pub.built[own->seat] | own->hand | own->trash;
    for (int i = 0; i < own->known_n; i++)
        seen |= ff_bit(own->known[i]);
    return ff_cards_of(view->pub.mode) & ~seen;
}

struct draws {
    const struct net *net;
    const struct ff_edition *edition;
    struct ff_view view; /* the view after the draw, but with the cards chosen so far instead of the drawn cards */
    int64_t sum[FF_PLAYERS_MAX];
    int64_t n;
};

/* Evaluates every way to choose `cards` more cards from the pool. */
static void draw(struct draws *draws, uint32_t pool, int cards)
{
    if (cards == 0) {
        uint16_t chance[FF_PLAYERS_MAX];
        net_evaluate(draws->net, draws->edition, &draws->view, chance);
        for (int seat = 0; seat < FF_PLAYERS_MAX; seat++)
            draws->sum[seat] += chance[seat];
        draws->n++;
    }
    for (; cards > 0 && ff_popcount(pool) >= cards; pool &= pool - 1) {
        uint32_t card = pool & (0 - pool);
        draws->view.own.hand |= card;
        draw(draws, pool & ~card, cards - 1);
        draws->view.own.hand &= ~card;
    }
}

void draw_luck(const struct net *net, const struct ff_edition *edition, const struct ff_view *before,
               const struct ff_view *after, int32_t luck[FF_PLAYERS_MAX])
{
    uint32_t drawn = after->own.hand & ~before->own.hand & never_drawn(before), pool = never_drawn(after) | drawn;
    uint16_t chance[FF_PLAYERS_MAX];
    struct draws draws = {.net = net, .edition = edition, .view = *after};
    memset(luck, 0, FF_PLAYERS_MAX * sizeof *luck);
    if (drawn == 0 || drawn == pool)
        return;
    draws.view.own.hand &= ~drawn;
    draw(&draws, pool, ff_popcount(drawn));
    net_evaluate(net, edition, after, chance);
    for (int seat = 0; seat < after->pub.players; seat++)
        luck[seat] = (int32_t)(chance[seat] - (draws.sum[seat] + draws.n / 2) / draws.n);
}
