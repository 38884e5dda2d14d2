/* turn_summary.c - summarizes a whole turn in the words of the game; see turn_summary.h. */
#include "turn_summary.h"
#include "bots/ai/one_ply.h"

#include <string.h>

const char *const coach_part_names[COACH_PARTS] = {"sale", "build1", "build2", "space", "store", "keep", "order"};

/* --------------------------------------------------------------------------------------------------- from decisions */

static void take_sale(struct coach_turn_summary *summary, const struct ff_event *event)
{
    summary->brewery = event->brewery;
    summary->market = event->market;
    summary->office = event->office;
    summary->disc = event->disc;
    summary->income = event->income;
    summary->sold = event->goods;
}

static void take_build(struct coach_turn_summary *summary, const struct ff_event *event)
{
    int i = summary->card[0] == FF_NO_CARD ? 0 : 1;
    summary->card[i] = event->cards[0];
    summary->space[i] = event->space;
    summary->cost[i] = event->cost;
    summary->covered[i] = event->covered;
}

static void take_event(struct coach_turn_summary *summary, const struct ff_event *event)
{
    switch (event->kind) {
    case FF_EVENT_SOLD: take_sale(summary, event); break;
    case FF_EVENT_BUILT: take_build(summary, event); break;
    case FF_EVENT_STORED: summary->stored = event->goods; break;
    case FF_EVENT_TRASHED: summary->removed |= ff_bit(event->cards[0]); break;
    case FF_EVENT_BURIED: summary->buried[summary->buried_n++] = event->cards[0]; break;
    default: break;
    }
}

void coach_summarize_turn(const struct ff_edition *edition, struct ff_game *game, int seat, const struct turn *turn,
                          struct coach_turn_summary *summary)
{
    struct ff_event event;
    ff_goods had = game->pub.goods[seat];
    memset(summary, 0, sizeof *summary);
    summary->brewery = FF_NOBODY;
    summary->office = FF_OPTION_NO_OFFICE;
    memset(summary->card, FF_NO_CARD, sizeof summary->card);
    memset(summary->covered, FF_NO_CARD, sizeof summary->covered);
    for (int i = 0; i < turn->steps; i++) {
        ff_play(edition, game, seat, ff_action_of(game->pub.stage, turn->option[i]), &event);
        take_event(summary, &event);
        while (ff_is_own_step(&game->pub, seat)) {
            ff_follow(edition, game, &event);
            take_event(summary, &event);
        }
    }
    summary->kept = game->hid.hand[seat];
    summary->wasted = (ff_goods)(had - summary->sold - summary->stored);
}

/* ----------------------------------------------------------------------------------------------------- to decisions */

static unsigned exchanged(const struct coach_turn_summary *summary, unsigned good)
{
    return summary->market && ff_market_from(summary->market) == good ? ff_market_count(summary->market) : 0;
}

static unsigned tokens_to_sell(const struct coach_turn_summary *summary, unsigned good)
{
    unsigned sold = ff_count(summary->sold, good), other = exchanged(summary, good);
    return sold > other ? sold - other : 0;
}

/* Progress in playing a summary. */
struct rest {
    const struct coach_turn_summary *summary;
    int build; /* the next one */
    int buried;
};

/* Returns how many goods of this kind to store: as many as the summary stores, or as many as the options allow. */
static unsigned to_store(const struct coach_turn_summary *summary, unsigned good, ff_options options)
{
    unsigned n = ff_count(summary->stored, good);
    while (n > 0 && !(options >> n & 1))
        n--;
    return n;
}

/* Returns the next card to put under the deck. First come the cards that the summary buries, in its order, then
 * unmentioned cards, then cards that the summary keeps but the rules do not allow to keep. */
static unsigned to_bury(struct rest *rest, uint32_t hand)
{
    const struct coach_turn_summary *summary = rest->summary;
    while (rest->buried < summary->buried_n) {
        unsigned card = summary->buried[rest->buried++];
        if (hand & ~summary->kept & ff_bit(card))
            return card;
    }
    uint32_t unknown = hand & ~summary->kept;
    return (unsigned)ff_lowest(unknown ? unknown : hand);
}

static unsigned to_discard(struct rest *rest, uint32_t hand, ff_options options)
{
    uint32_t removed = rest->summary->removed & hand;
    if (removed && options >> (FF_OPTION_TRASH + ff_lowest(removed)) & 1)
        return FF_OPTION_TRASH + (unsigned)ff_lowest(removed);
    bool all_wanted = !(hand & ~rest->summary->kept);
    if (all_wanted && options >> FF_OPTION_DONE & 1)
        return FF_OPTION_DONE;
    return to_bury(rest, hand);
}

static unsigned next_option(struct rest *rest, const struct ff_game *game, int seat, ff_options options)
{
    const struct coach_turn_summary *summary = rest->summary;
    unsigned stage = game->pub.stage;
    switch (stage) {
    case FF_STAGE_BREWERY: return summary->brewery == FF_NOBODY ? FF_OPTION_DONE : summary->brewery;
    case FF_STAGE_MARKET: return summary->market;
    case FF_STAGE_SELL_HOPS:
    case FF_STAGE_SELL_BARLEY:
    case FF_STAGE_SELL_WATER: return tokens_to_sell(summary, stage - FF_STAGE_SELL_HOPS);
    case FF_STAGE_OFFICE: return summary->office;
    case FF_STAGE_BUILD: return rest->build < FF_BUILDS_MAX ? summary->card[rest->build] : FF_OPTION_DONE;
    case FF_STAGE_SPACE: return summary->space[rest->build];
    case FF_STAGE_STORE_HOPS:
    case FF_STAGE_STORE_BARLEY:
    case FF_STAGE_STORE_WATER: return to_store(summary, stage - FF_STAGE_STORE_HOPS, options);
    default: return to_discard(rest, game->hid.hand[seat], options);
    }
}

/* Advances to the next card of the summary that is not built yet. */
static void skip_built(struct rest *rest, const struct ff_game *game, int seat)
{
    const struct coach_turn_summary *summary = rest->summary;
    if (game->pub.stage == FF_STAGE_SPACE)
        return;
    while (rest->build < FF_BUILDS_MAX &&
           (summary->card[rest->build] == FF_NO_CARD ||
            game->pub.board[seat][summary->space[rest->build]] == summary->card[rest->build]))
        rest->build++;
}

bool coach_turn_from_summary(const struct ff_edition *edition, const struct ff_game *from, int seat,
                             const struct coach_turn_summary *summary, struct turn *turn)
{
    struct ff_game game = *from;
    struct rest rest = {.summary = summary};
    *turn = (struct turn){.steps = 0};
    bool keeps = game.pub.stage == FF_STAGE_KEEP;
    skip_built(&rest, &game, seat);
    while (keeps ? game.pub.stage == FF_STAGE_KEEP && game.pub.owe >> seat & 1 : turn_is_active(&game, seat)) {
        ff_options options = ff_game_options(&game, seat);
        unsigned option = next_option(&rest, &game, seat, options);
        if (!(options >> option & 1) || turn->steps == TURN_STEPS_MAX)
            return false;
        turn->option[turn->steps++] = (uint8_t)option;
        turn_play_option(edition, &game, seat, option);
        skip_built(&rest, &game, seat);
    }
    return rest.build == FF_BUILDS_MAX;
}

/* ------------------------------------------------------------------------------------------------------------ parts */

static bool sale_differs(const struct coach_turn_summary *a, const struct coach_turn_summary *b)
{
    return a->brewery != b->brewery || a->sold != b->sold || a->market != b->market || a->office != b->office;
}

static bool space_differs(const struct coach_turn_summary *a, const struct coach_turn_summary *b)
{
    for (int i = 0; i < FF_BUILDS_MAX; i++)
        if (a->card[i] != FF_NO_CARD && a->card[i] == b->card[i] && a->space[i] != b->space[i])
            return true;
    return false;
}

/* Returns whether the cards that both summaries bury are in different orders. */
static bool order_differs(const struct coach_turn_summary *a, const struct coach_turn_summary *b)
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

bool coach_part_differs(const struct coach_turn_summary *a, const struct coach_turn_summary *b, enum coach_part part)
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

unsigned coach_parts_that_differ(const struct coach_turn_summary *a, const struct coach_turn_summary *b)
{
    unsigned parts = 0;
    for (int part = 0; part < COACH_PARTS; part++)
        parts |= coach_part_differs(a, b, (enum coach_part)part) ? 1u << part : 0;
    return parts;
}

static void take_card(struct coach_turn_summary *summary, const struct coach_turn_summary *from, int i)
{
    summary->card[i] = from->card[i];
    summary->space[i] = from->space[i];
}

static void take_spaces(struct coach_turn_summary *summary, const struct coach_turn_summary *from)
{
    for (int i = 0; i < FF_BUILDS_MAX; i++)
        if (summary->card[i] == from->card[i])
            summary->space[i] = from->space[i];
}

static void take_order(struct coach_turn_summary *summary, const struct coach_turn_summary *from)
{
    summary->buried_n = from->buried_n;
    memcpy(summary->buried, from->buried, sizeof summary->buried);
}

/* Copies the kept and removed cards. Unless the orders of the other buried cards differ, also copies the order, so that
 * cards no longer kept are buried where `from` buries them. */
static void take_kept(struct coach_turn_summary *summary, const struct coach_turn_summary *from)
{
    summary->kept = from->kept;
    summary->removed = from->removed;
    if (!order_differs(summary, from))
        take_order(summary, from);
}

void coach_part_copy(struct coach_turn_summary *summary, const struct coach_turn_summary *from, enum coach_part part)
{
    switch (part) {
    case COACH_SALE:
        summary->brewery = from->brewery;
        summary->market = from->market;
        summary->office = from->office;
        summary->sold = from->sold;
        break;
    case COACH_BUILD1: take_card(summary, from, 0); break;
    case COACH_BUILD2: take_card(summary, from, 1); break;
    case COACH_SPACE: take_spaces(summary, from); break;
    case COACH_STORE: summary->stored = from->stored; break;
    case COACH_KEEP: take_kept(summary, from); break;
    default: take_order(summary, from); break;
    }
}

/* ------------------------------------------------------------------------------------------------------------ names */

static void swap_bytes(uint8_t pair[2])
{
    uint8_t first = pair[0];
    pair[0] = pair[1];
    pair[1] = first;
}

static void swap_builds(struct coach_turn_summary *summary)
{
    swap_bytes(summary->card);
    swap_bytes(summary->space);
    swap_bytes(summary->cost);
    swap_bytes(summary->covered);
}

/* Computes the position after the summary's turn. Returns false if the turn cannot be played. */
static bool after(const struct ff_edition *edition, const struct ff_game *game, int seat,
                  const struct coach_turn_summary *summary, struct ff_game *end)
{
    struct turn turn;
    struct coach_turn_summary played;
    *end = *game;
    if (!coach_turn_from_summary(edition, game, seat, summary, &turn))
        return false;
    coach_summarize_turn(edition, end, seat, &turn, &played);
    return true;
}

static bool leads_to_the_same(const struct ff_edition *edition, const struct ff_game *game, int seat,
                              const struct coach_turn_summary *a, const struct coach_turn_summary *b)
{
    struct ff_game end[2];
    return after(edition, game, seat, a, &end[0]) && after(edition, game, seat, b, &end[1]) &&
           memcmp(&end[0], &end[1], sizeof end[0]) == 0;
}

/* Returns whether a and b are equivalent: two empty spaces in the base game. */
static bool look_alike(const struct ff_public *pub, int seat, int a, int b)
{
    return pub->mode == FF_BASE && a < FF_PRINTED_FIRST && b < FF_PRINTED_FIRST && pub->board[seat][a] == FF_NO_CARD &&
           pub->board[seat][b] == FF_NO_CARD;
}

static void swap_spaces(struct coach_turn_summary *summary, uint8_t a, uint8_t b)
{
    for (int i = 0; i < FF_BUILDS_MAX; i++)
        summary->space[i] = summary->space[i] == a ? b : summary->space[i] == b ? a : summary->space[i];
}

/* Swaps the summary's two builds if the swap has no effect and moves a card to the index that it has in `model`. */
static void align_builds(const struct ff_edition *edition, const struct ff_game *game, int seat,
                         const struct coach_turn_summary *model, struct coach_turn_summary *summary)
{
    bool straight = (summary->card[0] != FF_NO_CARD && summary->card[0] == model->card[0]) ||
                    (summary->card[1] != FF_NO_CARD && summary->card[1] == model->card[1]);
    bool crossed = (summary->card[1] != FF_NO_CARD && summary->card[1] == model->card[0]) ||
                   (summary->card[0] != FF_NO_CARD && summary->card[0] == model->card[1]);
    struct coach_turn_summary other = *summary;
    swap_builds(&other);
    if (crossed && !straight && leads_to_the_same(edition, game, seat, summary, &other))
        *summary = other;
}

void coach_align_summaries(const struct ff_edition *edition, const struct ff_game *game, int seat,
                           struct coach_turn_summary *a, struct coach_turn_summary *b)
{
    align_builds(edition, game, seat, a, b);
    align_builds(edition, game, seat, b, a);
    for (int i = 0; i < FF_BUILDS_MAX; i++)
        if (b->card[i] == a->card[i] && look_alike(&game->pub, seat, b->space[i], a->space[i]))
            swap_spaces(b, b->space[i], a->space[i]);
}
