/* public_replay.c - tracks the public state of a game from its events alone; see viewjson.h. */
#include "viewjson.h"

#include "engine/text/notation.h"

#include <string.h>

void viewjson_replay_begin(const struct ff_edition *edition, const struct ff_public *now,
                           struct viewjson_replay *replay)
{
    ff_goods start = ff_goods_of(edition->price_start, edition->price_start, edition->price_start);
    memset(replay, 0, sizeof *replay);
    struct ff_public *pub = &replay->pub;
    pub->players = now->players;
    pub->mode = now->mode;
    memset(pub->board, FF_NO_CARD, sizeof pub->board);
    memset(pub->disc_next, FF_NO_DISC, sizeof pub->disc_next);
    for (int brewery = 0; brewery < pub->players; brewery++) {
        pub->demand[brewery] = pub->room[brewery] = now->demand[brewery];
        pub->step[brewery] = start;
    }
}

static void follow_draw(const struct ff_edition *edition, struct viewjson_replay *replay, struct ff_event *event)
{
    replay->before.stage = replay->drawn >> event->seat & 1 ? FF_STAGE_DRAW : FF_STAGE_DEAL;
    if (replay->before.stage == FF_STAGE_DEAL)
        for (int space = 0; space < FF_SPACES; space++)
            event->goods =
                (ff_goods)(event->goods + ff_space_yield(edition, space, replay->pub.board[event->seat][space]));
    replay->drawn |= (uint8_t)(1u << event->seat);
}

/* R5.3 */
static void fill_demand(struct ff_public *pub, int brewery, ff_goods counted)
{
    for (unsigned good = 0; good < FF_GOODS; good++) {
        unsigned sold = ff_count(counted, good), room = ff_count(pub->room[brewery], good);
        unsigned step = ff_count(pub->step[brewery], good);
        unsigned filled = sold < room ? sold : room, surplus = sold - filled;
        unsigned fall = surplus < step ? surplus : step;
        pub->room[brewery] = (ff_goods)(pub->room[brewery] - (filled << 4 * good));
        pub->step[brewery] = (ff_goods)(pub->step[brewery] - (fall << 4 * good));
    }
}

/* Updates the state by a sale. Seats sell in the order of play, so the sales give the order. */
static void follow_sale(struct viewjson_replay *replay, const struct ff_event *event)
{
    struct ff_public *pub = &replay->pub;
    if (event->brewery < pub->players)
        fill_demand(pub, event->brewery, ff_market_goods(event->goods, event->market));
    if (replay->sold < pub->players)
        pub->order[replay->sold++] = event->seat;
    pub->disc_next[event->seat] = event->disc;
}

static void follow_build(struct ff_public *pub, struct ff_event *event)
{
    uint8_t *space = &pub->board[event->seat][event->space];
    event->covered = *space;
    *space = event->cards[0];
    if (!ff_is_palace(event->cards[0]))
        return;
    pub->active[event->seat] |= ff_bit(event->cards[0]);
    if (pub->palaces < pub->players * FF_PALACE_PARTS)
        pub->palaces++;
}

static void follow_round(const struct ff_edition *edition, struct viewjson_replay *replay, uint8_t round)
{
    struct ff_public *pub = &replay->pub;
    uint8_t order[FF_PLAYERS_MAX] = {0};
    ff_next_order(pub, order);
    memcpy(pub->order, order, sizeof order);
    memset(pub->disc_next, FF_NO_DISC, sizeof pub->disc_next);
    for (int brewery = 0; brewery < pub->players; brewery++) {
        pub->step[brewery] = ff_steps_next(edition, pub, brewery);
        pub->room[brewery] = pub->demand[brewery];
    }
    pub->round = round;
    pub->stage = ff_is_last_round(edition, pub) ? FF_STAGE_OVER : FF_STAGE_DEAL;
    replay->drawn = replay->sold = 0;
}

static void follow(const struct ff_edition *edition, struct viewjson_replay *replay, struct ff_event *event)
{
    replay->before = replay->pub;
    switch (event->kind) {
    case FF_EVENT_DREW: follow_draw(edition, replay, event); break;
    case FF_EVENT_SOLD: follow_sale(replay, event); break;
    case FF_EVENT_BUILT: follow_build(&replay->pub, event); break;
    case FF_EVENT_ROUND: follow_round(edition, replay, event->round); break;
    default: break;
    }
}

void viewjson_replay_event(struct base_out *out, const struct ff_edition *edition, struct viewjson_replay *replay,
                           struct ff_event event, const char *const *names)
{
    follow(edition, replay, &event);
    int viewer = event.cards[0] == FF_NO_CARD ? FF_NOBODY : TEXT_ALL_SEEING;
    viewjson_put_event(out, &(struct viewjson_step){edition, &replay->before, &replay->pub, &event, names, viewer});
}
