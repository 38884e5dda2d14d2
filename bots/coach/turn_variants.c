/* turn_variants.c - finds turns that differ in one part; see turn_variants.h. Tries every small change of the part, and
 * lets the network evaluate the position after each changed turn. */
#include "turn_variants.h"

#include <string.h>

void coach_evaluate_turn(const struct rollout_position *position, const struct ff_game *from, struct turn *turn)
{
    struct ff_game game = *from;
    struct ff_view view;
    for (int i = 0; i < turn->steps; i++)
        turn_play_option(position->edition, &game, position->view.own.seat, turn->option[i]);
    ff_view_of(&game, position->view.own.seat, &view);
    net_evaluate(position->net, position->edition, &view, turn->chance);
}

/* Adds the variant if it can be played and is one of the `max` best so far. */
static void offer(struct coach_variants *variants, const struct coach_turn_summary *summary)
{
    const int seat = variants->position->view.own.seat;
    struct turn turn;
    if (!coach_part_differs(variants->model, summary, variants->part) ||
        !coach_turn_from_summary(variants->position->edition, variants->game, seat, summary, &turn))
        return;
    coach_evaluate_turn(variants->position, variants->game, &turn);
    int at = variants->n;
    if (at == variants->max && turn.chance[seat] <= variants->turn[at - 1].chance[seat])
        return;
    at = at == variants->max ? at - 1 : variants->n++;
    for (; at > 0 && variants->turn[at - 1].chance[seat] < turn.chance[seat]; at--)
        variants->turn[at] = variants->turn[at - 1];
    variants->turn[at] = turn;
}

/* Tries every quantity of each good at the summary's brewery. */
static void offer_goods(struct coach_variants *variants, struct coach_turn_summary summary)
{
    ff_goods have = variants->game->pub.goods[variants->position->view.own.seat];
    for (unsigned h = 0; h <= ff_count(have, 0); h++)
        for (unsigned b = 0; b <= ff_count(have, 1); b++)
            for (unsigned w = 0; w <= ff_count(have, 2); w++) {
                summary.sold = ff_goods_of(h, b, w);
                if (summary.sold)
                    offer(variants, &summary);
            }
}

/* Offers sales that use the Office as the model turn does, and sales that use the Office for each other good. */
static void offer_brewery(struct coach_variants *variants, struct coach_turn_summary summary)
{
    uint32_t active = variants->game->pub.active[variants->position->view.own.seat];
    offer_goods(variants, summary);
    for (uint8_t good = 0; good < FF_GOODS && active & ff_bit(FF_OFFICE); good++)
        if (good != variants->model->office) {
            summary.office = good;
            offer_goods(variants, summary);
        }
}

static void offer_sales(struct coach_variants *variants)
{
    struct coach_turn_summary summary = *variants->model;
    for (int b = 0; b < variants->game->pub.players; b++) {
        summary.brewery = (uint8_t)b;
        summary.market = variants->model->market;
        offer_brewery(variants, summary);
        if (!summary.market)
            continue;
        summary.market = 0;
        offer_brewery(variants, summary);
    }
    summary = *variants->model;
    summary.brewery = FF_NOBODY;
    summary.sold = 0;
    summary.market = 0;
    offer(variants, &summary);
}

static void offer_spaces(struct coach_variants *variants, struct coach_turn_summary summary, int i)
{
    for (uint8_t space = 0; space < FF_SPACES; space++) {
        summary.space[i] = space;
        offer(variants, &summary);
    }
}

static void offer_builds(struct coach_variants *variants, int i)
{
    uint32_t hand = variants->position->view.own.hand;
    struct coach_turn_summary summary = *variants->model;
    summary.card[i] = FF_NO_CARD;
    offer(variants, &summary);
    for (; hand; hand &= hand - 1) {
        summary.card[i] = (uint8_t)ff_lowest(hand);
        if (summary.card[i] != summary.card[1 - i])
            offer_spaces(variants, summary, i);
    }
}

static void offer_other_spaces(struct coach_variants *variants)
{
    for (int i = 0; i < FF_BUILDS_MAX; i++)
        if (variants->model->card[i] != FF_NO_CARD)
            offer_spaces(variants, *variants->model, i);
}

static void offer_stores(struct coach_variants *variants)
{
    struct coach_turn_summary summary = *variants->model;
    for (unsigned h = 0; h <= FF_STORE_MAX; h++)
        for (unsigned b = 0; h + b <= FF_STORE_MAX; b++)
            for (unsigned w = 0; h + b + w <= FF_STORE_MAX; w++) {
                summary.stored = ff_goods_of(h, b, w);
                offer(variants, &summary);
            }
}

/* Tries to keep one card fewer, one more, or a different one. */
static void offer_kept(struct coach_variants *variants)
{
    const struct coach_turn_summary *model = variants->model;
    for (int i = -1; i < model->buried_n; i++)
        for (uint32_t rest = model->kept << 1 | 1; rest; rest &= rest - 1) {
            struct coach_turn_summary summary = *model;
            uint32_t in = i < 0 ? 0 : ff_bit(model->buried[i]), out = (rest & (0 - rest)) >> 1;
            summary.kept = (model->kept | in) & ~out;
            offer(variants, &summary);
        }
}

/* Tries the reversed order, and each card at every other position of the order. */
static void offer_orders(struct coach_variants *variants)
{
    const struct coach_turn_summary *model = variants->model;
    const int n = model->buried_n;
    struct coach_turn_summary summary = *model;
    for (int i = 0; i < n; i++)
        summary.buried[i] = model->buried[n - 1 - i];
    offer(variants, &summary);
    for (int from = 0; from < n; from++)
        for (int to = 0; to < n; to++) {
            summary = *model;
            uint8_t card = summary.buried[from];
            memmove(&summary.buried[from], &summary.buried[from + 1], (size_t)(n - 1 - from));
            memmove(&summary.buried[to + 1], &summary.buried[to], (size_t)(n - 1 - to));
            summary.buried[to] = card;
            offer(variants, &summary);
        }
}

void coach_find_variants(struct coach_variants *variants)
{
    switch (variants->part) {
    case COACH_SALE: offer_sales(variants); break;
    case COACH_BUILD1: offer_builds(variants, 0); break;
    case COACH_BUILD2: offer_builds(variants, 1); break;
    case COACH_SPACE: offer_other_spaces(variants); break;
    case COACH_STORE: offer_stores(variants); break;
    case COACH_KEEP: offer_kept(variants); break;
    default: offer_orders(variants); break;
    }
}
