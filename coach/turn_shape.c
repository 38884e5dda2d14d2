/* turn_shape.c - a whole turn in the words of the game; see turn_shape.h. */
#include "turn_shape.h"
#include "ai/ahead.h"

#include <string.h>

const char *const coach_part_names[COACH_PARTS] = {"sale", "build1", "build2", "space", "store", "keep", "order"};

/* --------------------------------------------------------------------------------------------------- from decisions */

static void take_sale(struct coach_shape *shape, const struct ff_event *event)
{
    shape->brewery = event->brewery;
    shape->market = event->market;
    shape->office = event->office;
    shape->disc = event->disc;
    shape->income = event->income;
    shape->sold = event->goods;
}

static void take_build(struct coach_shape *shape, const struct ff_event *event)
{
    int i = shape->card[0] == FF_NO_CARD ? 0 : 1;
    shape->card[i] = event->cards[0];
    shape->space[i] = event->space;
    shape->cost[i] = event->cost;
    shape->covered[i] = event->covered;
}

static void take_event(struct coach_shape *shape, const struct ff_event *event)
{
    switch (event->kind) {
    case FF_EVENT_SOLD: take_sale(shape, event); break;
    case FF_EVENT_BUILT: take_build(shape, event); break;
    case FF_EVENT_STORED: shape->stored = event->goods; break;
    case FF_EVENT_TRASHED: shape->removed |= ff_bit(event->cards[0]); break;
    case FF_EVENT_BURIED: shape->buried[shape->buried_n++] = event->cards[0]; break;
    default: break;
    }
}

void coach_shape_of(const struct ff_edition *edition, struct ff_game *game, int seat, const struct turn *turn,
                    struct coach_shape *shape)
{
    struct ff_event event;
    ff_goods had = game->pub.goods[seat];
    memset(shape, 0, sizeof *shape);
    shape->brewery = FF_NOBODY;
    shape->office = FF_OPTION_NO_OFFICE;
    memset(shape->card, FF_NO_CARD, sizeof shape->card);
    memset(shape->covered, FF_NO_CARD, sizeof shape->covered);
    for (int i = 0; i < turn->steps; i++) {
        ff_play(edition, game, seat, ff_action_of(game->pub.stage, turn->option[i]), &event);
        take_event(shape, &event);
        while (ff_is_own_step(&game->pub, seat)) {
            ff_follow(edition, game, &event);
            take_event(shape, &event);
        }
    }
    shape->kept = game->hid.hand[seat];
    shape->wasted = (ff_goods)(had - shape->sold - shape->stored);
}

/* ----------------------------------------------------------------------------------------------------- to decisions */

static unsigned exchanged(const struct coach_shape *shape, unsigned good)
{
    return shape->market && ff_market_from(shape->market) == good ? ff_market_count(shape->market) : 0;
}

static unsigned tokens_to_sell(const struct coach_shape *shape, unsigned good)
{
    unsigned sold = ff_count(shape->sold, good), other = exchanged(shape, good);
    return sold > other ? sold - other : 0;
}

/* What is left to do of a shape while it is played. */
struct rest {
    const struct coach_shape *shape;
    int build; /* the next one */
    int buried;
};

/* The most that can be stored of what the shape wants. */
static unsigned to_store(const struct coach_shape *shape, unsigned good, ff_options options)
{
    unsigned n = ff_count(shape->stored, good);
    while (n > 0 && !(options >> n & 1))
        n--;
    return n;
}

/* Cards that may go under the deck: those the shape buries, in its order, then those it does not know of, then the ones
 * that it would keep and may not. */
static unsigned to_bury(struct rest *rest, uint32_t hand)
{
    const struct coach_shape *shape = rest->shape;
    while (rest->buried < shape->buried_n) {
        unsigned card = shape->buried[rest->buried++];
        if (hand & ~shape->kept & ff_bit(card))
            return card;
    }
    uint32_t unknown = hand & ~shape->kept;
    return (unsigned)ff_lowest(unknown ? unknown : hand);
}

static unsigned to_discard(struct rest *rest, uint32_t hand, ff_options options)
{
    uint32_t removed = rest->shape->removed & hand;
    if (removed && options >> (FF_OPTION_TRASH + ff_lowest(removed)) & 1)
        return FF_OPTION_TRASH + (unsigned)ff_lowest(removed);
    bool all_wanted = !(hand & ~rest->shape->kept);
    if (all_wanted && options >> FF_OPTION_DONE & 1)
        return FF_OPTION_DONE;
    return to_bury(rest, hand);
}

static unsigned next_option(struct rest *rest, const struct ff_game *game, int seat, ff_options options)
{
    const struct coach_shape *shape = rest->shape;
    unsigned stage = game->pub.stage;
    switch (stage) {
    case FF_STAGE_BREWERY: return shape->brewery == FF_NOBODY ? FF_OPTION_DONE : shape->brewery;
    case FF_STAGE_MARKET: return shape->market;
    case FF_STAGE_SELL_HOPS:
    case FF_STAGE_SELL_BARLEY:
    case FF_STAGE_SELL_WATER: return tokens_to_sell(shape, stage - FF_STAGE_SELL_HOPS);
    case FF_STAGE_OFFICE: return shape->office;
    case FF_STAGE_BUILD: return rest->build < FF_BUILDS_MAX ? shape->card[rest->build] : FF_OPTION_DONE;
    case FF_STAGE_SPACE: return shape->space[rest->build];
    case FF_STAGE_STORE_HOPS:
    case FF_STAGE_STORE_BARLEY:
    case FF_STAGE_STORE_WATER: return to_store(shape, stage - FF_STAGE_STORE_HOPS, options);
    default: return to_discard(rest, game->hid.hand[seat], options);
    }
}

/* On to the next card that is still to be built. */
static void skip_built(struct rest *rest, const struct ff_game *game, int seat)
{
    const struct coach_shape *shape = rest->shape;
    if (game->pub.stage == FF_STAGE_SPACE)
        return;
    while (rest->build < FF_BUILDS_MAX &&
           (shape->card[rest->build] == FF_NO_CARD ||
            game->pub.board[seat][shape->space[rest->build]] == shape->card[rest->build]))
        rest->build++;
}

bool coach_shape_play(const struct ff_edition *edition, const struct ff_game *from, int seat,
                      const struct coach_shape *shape, struct turn *turn)
{
    struct ff_game game = *from;
    struct rest rest = {.shape = shape};
    *turn = (struct turn){.steps = 0};
    bool keeps = game.pub.stage == FF_STAGE_KEEP;
    skip_built(&rest, &game, seat);
    while (keeps ? game.pub.stage == FF_STAGE_KEEP && game.pub.owe >> seat & 1 : turn_goes_on(&game, seat)) {
        ff_options options = ff_game_options(&game, seat);
        unsigned option = next_option(&rest, &game, seat, options);
        if (!(options >> option & 1) || turn->steps == TURN_STEPS_MAX)
            return false;
        turn->option[turn->steps++] = (uint8_t)option;
        ahead_play(edition, &game, seat, option);
        skip_built(&rest, &game, seat);
    }
    return rest.build == FF_BUILDS_MAX;
}

/* ------------------------------------------------------------------------------------------------------------ parts */

static bool sale_differs(const struct coach_shape *a, const struct coach_shape *b)
{
    return a->brewery != b->brewery || a->sold != b->sold || a->market != b->market || a->office != b->office;
}

static bool space_differs(const struct coach_shape *a, const struct coach_shape *b)
{
    for (int i = 0; i < FF_BUILDS_MAX; i++)
        if (a->card[i] != FF_NO_CARD && a->card[i] == b->card[i] && a->space[i] != b->space[i])
            return true;
    return false;
}

/* Among the cards that both bury. */
static bool order_differs(const struct coach_shape *a, const struct coach_shape *b)
{
    int at = 0;
    uint32_t both = 0, of_a = 0;
    for (int i = 0; i < a->buried_n; i++)
        of_a |= ff_bit(a->buried[i]);
    for (int i = 0; i < b->buried_n; i++)
        both |= ff_bit(b->buried[i]) & of_a;
    for (int i = 0; i < a->buried_n; i++) {
        if (!(both & ff_bit(a->buried[i])))
            continue;
        while (!(both & ff_bit(b->buried[at])))
            at++;
        if (b->buried[at++] != a->buried[i])
            return true;
    }
    return false;
}

bool coach_part_differs(const struct coach_shape *a, const struct coach_shape *b, enum coach_part part)
{
    switch (part) {
    case COACH_SALE: return sale_differs(a, b);
    case COACH_BUILD1: return a->card[0] != b->card[0];
    case COACH_BUILD2: return a->card[1] != b->card[1];
    case COACH_SPACE: return space_differs(a, b);
    case COACH_STORE: return a->stored != b->stored;
    case COACH_KEEP: return a->kept != b->kept || a->removed != b->removed;
    default: return order_differs(a, b);
    }
}

static void take_card(struct coach_shape *shape, const struct coach_shape *from, int i)
{
    shape->card[i] = from->card[i];
    shape->space[i] = from->space[i];
}

static void take_spaces(struct coach_shape *shape, const struct coach_shape *from)
{
    for (int i = 0; i < FF_BUILDS_MAX; i++)
        if (shape->card[i] == from->card[i])
            shape->space[i] = from->space[i];
}

static void take_order(struct coach_shape *shape, const struct coach_shape *from)
{
    shape->buried_n = from->buried_n;
    memcpy(shape->buried, from->buried, sizeof shape->buried);
}

/* Cards that are not kept any more come where they are buried in the other turn, unless that buries all in another
 * order. */
static void take_kept(struct coach_shape *shape, const struct coach_shape *from)
{
    shape->kept = from->kept;
    shape->removed = from->removed;
    if (!order_differs(shape, from))
        take_order(shape, from);
}

void coach_part_take(struct coach_shape *shape, const struct coach_shape *from, enum coach_part part)
{
    switch (part) {
    case COACH_SALE:
        shape->brewery = from->brewery;
        shape->market = from->market;
        shape->office = from->office;
        shape->sold = from->sold;
        break;
    case COACH_BUILD1: take_card(shape, from, 0); break;
    case COACH_BUILD2: take_card(shape, from, 1); break;
    case COACH_SPACE: take_spaces(shape, from); break;
    case COACH_STORE: shape->stored = from->stored; break;
    case COACH_KEEP: take_kept(shape, from); break;
    default: take_order(shape, from); break;
    }
}

/* ------------------------------------------------------------------------------------------------------------ names */

static void swap_bytes(uint8_t pair[2])
{
    uint8_t first = pair[0];
    pair[0] = pair[1];
    pair[1] = first;
}

static void swap_builds(struct coach_shape *shape)
{
    swap_bytes(shape->card);
    swap_bytes(shape->space);
    swap_bytes(shape->cost);
    swap_bytes(shape->covered);
}

/* The position that the shape leads to; false: it cannot be played. */
static bool after(const struct ff_edition *edition, const struct ff_game *game, int seat,
                  const struct coach_shape *shape, struct ff_game *end)
{
    struct turn turn;
    struct coach_shape played;
    *end = *game;
    if (!coach_shape_play(edition, game, seat, shape, &turn))
        return false;
    coach_shape_of(edition, end, seat, &turn, &played);
    return true;
}

static bool leads_to_the_same(const struct ff_edition *edition, const struct ff_game *game, int seat,
                              const struct coach_shape *a, const struct coach_shape *b)
{
    struct ff_game end[2];
    return after(edition, game, seat, a, &end[0]) && after(edition, game, seat, b, &end[1]) &&
           memcmp(&end[0], &end[1], sizeof end[0]) == 0;
}

/* Two empty spaces of the base game. */
static bool look_alike(const struct ff_public *pub, int seat, int a, int b)
{
    return pub->mode == FF_BASE && a < FF_PRINTED_FIRST && b < FF_PRINTED_FIRST && pub->board[seat][a] == FF_NO_CARD &&
           pub->board[seat][b] == FF_NO_CARD;
}

static void swap_spaces(struct coach_shape *shape, uint8_t a, uint8_t b)
{
    for (int i = 0; i < FF_BUILDS_MAX; i++)
        shape->space[i] = shape->space[i] == a ? b : shape->space[i] == b ? a : shape->space[i];
}

/* The builds in the other order, if a card is then in the same place in both and it comes to the same. */
static void align_builds(const struct ff_edition *edition, const struct ff_game *game, int seat,
                         const struct coach_shape *model, struct coach_shape *shape)
{
    bool straight = (shape->card[0] != FF_NO_CARD && shape->card[0] == model->card[0]) ||
                    (shape->card[1] != FF_NO_CARD && shape->card[1] == model->card[1]);
    bool crossed = (shape->card[1] != FF_NO_CARD && shape->card[1] == model->card[0]) ||
                   (shape->card[0] != FF_NO_CARD && shape->card[0] == model->card[1]);
    struct coach_shape other = *shape;
    swap_builds(&other);
    if (crossed && !straight && leads_to_the_same(edition, game, seat, shape, &other))
        *shape = other;
}

void coach_shapes_align(const struct ff_edition *edition, const struct ff_game *game, int seat, struct coach_shape *a,
                        struct coach_shape *b)
{
    align_builds(edition, game, seat, a, b);
    align_builds(edition, game, seat, b, a);
    for (int i = 0; i < FF_BUILDS_MAX; i++)
        if (b->card[i] == a->card[i] && look_alike(&game->pub, seat, b->space[i], a->space[i]))
            swap_spaces(b, b->space[i], a->space[i]);
}
