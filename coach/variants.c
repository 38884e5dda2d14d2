/* variants.c - turns that differ in one part; see variants.h. Each part has its own small neighbourhood, which is tried
 * out whole, with the network's opinion of the position after the turn. */
#include "variants.h"
#include "ai/ahead.h"

#include <string.h>

void coach_opinion(const struct coach_place *place, const struct ff_game *from, struct turn *turn)
{
    struct ff_game game = *from;
    struct ff_view view;
    for (int i = 0; i < turn->steps; i++)
        ahead_play(place->edition, &game, place->view.own.seat, turn->option[i]);
    ff_view_of(&game, place->view.own.seat, &view);
    net_evaluate(place->net, place->edition, &view, turn->chance);
}

struct variants {
    const struct coach_place *place;
    const struct ff_game *game;
    const struct coach_shape *model;
    enum coach_part part;
    int max, n;
    struct turn *best; /* the best first */
};

/* Keeps the shape if it can be played and is among the best. */
static void offer(struct variants *variants, const struct coach_shape *shape)
{
    const int seat = variants->place->view.own.seat;
    struct turn turn;
    if (!coach_part_differs(variants->model, shape, variants->part) ||
        !coach_shape_play(variants->place->edition, variants->game, seat, shape, &turn))
        return;
    coach_opinion(variants->place, variants->game, &turn);
    int at = variants->n;
    if (at == variants->max && turn.chance[seat] <= variants->best[at - 1].chance[seat])
        return;
    at = at == variants->max ? at - 1 : variants->n++;
    for (; at > 0 && variants->best[at - 1].chance[seat] < turn.chance[seat]; at--)
        variants->best[at] = variants->best[at - 1];
    variants->best[at] = turn;
}

/* ------------------------------------------------------------------------------------------------------------ sales */

/* Every number of each good, without an exchange or with the model's, at one brewery. */
static void offer_goods(struct variants *variants, struct coach_shape shape)
{
    ff_goods have = variants->game->pub.goods[variants->place->view.own.seat];
    for (unsigned h = 0; h <= ff_count(have, 0); h++)
        for (unsigned b = 0; b <= ff_count(have, 1); b++)
            for (unsigned w = 0; w <= ff_count(have, 2); w++) {
                shape.sold = ff_goods_of(h, b, w);
                if (shape.sold)
                    offer(variants, &shape);
            }
}

/* The Office as in the model, or on another good, where there is one. */
static void offer_brewery(struct variants *variants, struct coach_shape shape)
{
    uint32_t active = variants->game->pub.active[variants->place->view.own.seat];
    offer_goods(variants, shape);
    for (uint8_t good = 0; good < FF_GOODS && active & ff_bit(FF_OFFICE); good++)
        if (good != variants->model->office) {
            shape.office = good;
            offer_goods(variants, shape);
        }
}

static void offer_sales(struct variants *variants)
{
    struct coach_shape shape = *variants->model;
    for (int b = 0; b < variants->game->pub.players; b++) {
        shape.brewery = (uint8_t)b;
        shape.market = variants->model->market;
        offer_brewery(variants, shape);
        if (!shape.market)
            continue;
        shape.market = 0;
        offer_brewery(variants, shape);
    }
    shape = *variants->model;
    shape.brewery = FF_NOBODY;
    shape.sold = 0;
    shape.market = 0;
    offer(variants, &shape);
}

/* ----------------------------------------------------------------------------------------------------------- builds */

static void offer_spaces(struct variants *variants, struct coach_shape shape, int i)
{
    for (uint8_t space = 0; space < FF_SPACES; space++) {
        shape.space[i] = space;
        offer(variants, &shape);
    }
}

static void offer_builds(struct variants *variants, int i)
{
    uint32_t hand = variants->place->view.own.hand;
    struct coach_shape shape = *variants->model;
    shape.card[i] = FF_NO_CARD;
    offer(variants, &shape);
    for (; hand; hand &= hand - 1) {
        shape.card[i] = (uint8_t)ff_lowest(hand);
        if (shape.card[i] != shape.card[1 - i])
            offer_spaces(variants, shape, i);
    }
}

static void offer_other_spaces(struct variants *variants)
{
    for (int i = 0; i < FF_BUILDS_MAX; i++)
        if (variants->model->card[i] != FF_NO_CARD)
            offer_spaces(variants, *variants->model, i);
}

/* -------------------------------------------------------------------------------------------------- goods and cards */

static void offer_stores(struct variants *variants)
{
    struct coach_shape shape = *variants->model;
    for (unsigned h = 0; h <= FF_STORE_MAX; h++)
        for (unsigned b = 0; h + b <= FF_STORE_MAX; b++)
            for (unsigned w = 0; h + b + w <= FF_STORE_MAX; w++) {
                shape.stored = ff_goods_of(h, b, w);
                offer(variants, &shape);
            }
}

/* One kept card less, one more, or another one. */
static void offer_kept(struct variants *variants)
{
    const struct coach_shape *model = variants->model;
    for (int i = -1; i < model->buried_n; i++)
        for (uint32_t rest = model->kept << 1 | 1; rest; rest &= rest - 1) {
            struct coach_shape shape = *model;
            uint32_t in = i < 0 ? 0 : ff_bit(model->buried[i]), out = (rest & (0 - rest)) >> 1;
            shape.kept = (model->kept | in) & ~out;
            offer(variants, &shape);
        }
}

/* Every card in every other place, and all of them turned round. */
static void offer_orders(struct variants *variants)
{
    const struct coach_shape *model = variants->model;
    const int n = model->buried_n;
    struct coach_shape shape = *model;
    for (int i = 0; i < n; i++)
        shape.buried[i] = model->buried[n - 1 - i];
    offer(variants, &shape);
    for (int from = 0; from < n; from++)
        for (int to = 0; to < n; to++) {
            shape = *model;
            uint8_t card = shape.buried[from];
            memmove(&shape.buried[from], &shape.buried[from + 1], (size_t)(n - 1 - from));
            memmove(&shape.buried[to + 1], &shape.buried[to], (size_t)(n - 1 - to));
            shape.buried[to] = card;
            offer(variants, &shape);
        }
}

int coach_variants(const struct coach_place *place, const struct ff_game *game, const struct coach_shape *shape,
                   enum coach_part part, int n, struct turn variant[COACH_VARIANTS_MAX])
{
    struct variants variants = {place, game, shape, part, n, 0, variant};
    switch (part) {
    case COACH_SALE: offer_sales(&variants); break;
    case COACH_BUILD1: offer_builds(&variants, 0); break;
    case COACH_BUILD2: offer_builds(&variants, 1); break;
    case COACH_SPACE: offer_other_spaces(&variants); break;
    case COACH_STORE: offer_stores(&variants); break;
    case COACH_KEEP: offer_kept(&variants); break;
    default: offer_orders(&variants); break;
    }
    return variants.n;
}
