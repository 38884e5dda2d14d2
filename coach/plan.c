/* plan.c - the palace in two rounds; see plan.h. */
#include "coach/plan.h"

#include <string.h>

enum { STEPS_MAX = 64, DRAWN = 3 /* R3.1 */ };

bool coach_plan_possible(const struct ff_public *pub, int seat)
{
    if (pub->order[pub->players - 1] != seat ||
        ff_palace_parts(pub, seat) + 2 * FF_BUILDS_MAX < FF_PALACE_PARTS) /* two turns */
        return false;
    for (int other = 0; other < pub->players; other++)
        if (ff_palace_parts(pub, other) == FF_PALACE_PARTS)
            return false;
    return true;
}

/* -------------------------------------------------------------------------------------------------------- the proof */

/* Of the cards in the hand in the next round those that the seat knows of now. */
static uint32_t certain_cards(const struct ff_game *game, int seat)
{
    uint32_t cards = game->hid.hand[seat];
    for (int i = game->pub.fresh_n[seat]; i < DRAWN && i < game->pub.deck_n[seat]; i++)
        cards |= ff_bit((unsigned)ff_deck_card(game, seat, i));
    return cards;
}

/* Through the end of the round and the draws, of which no more are taken than must be, to the next turn. */
static bool next_round(const struct ff_edition *edition, struct ff_game *game)
{
    struct ff_event event;
    do
        while (ff_follow(edition, game, &event))
            ;
    while (game->pub.stage == FF_STAGE_DRAW && ff_play(edition, game, ff_lowest(game->pub.owe),
                                                       ff_action_of(FF_STAGE_DRAW, FF_OPTION_DONE), &event) == FF_OK);
    return game->pub.stage == FF_STAGE_BREWERY;
}

enum coach_plan coach_plan_of(const struct ff_edition *edition, const struct ff_game *after, int seat)
{
    const uint32_t certain = certain_cards(after, seat);
    struct ff_game next = *after;
    struct coach_wins wins;
    if (!next_round(edition, &next))
        return COACH_PLAN_UNCERTAIN;
    if (next.pub.order[0] != seat)
        return COACH_PLAN_NOT_FIRST;
    next.hid.hand[seat] &= certain;
    next.pub.hand_n[seat] = (uint8_t)ff_popcount(next.hid.hand[seat]);
    if (coach_purse_max(edition, &next.pub, seat) < 0)
        return COACH_PLAN_UNCERTAIN;
    coach_count_wins(edition, &next, seat, &wins);
    return wins.wins ? COACH_PLAN_PROVED : COACH_PLAN_UNCERTAIN;
}

/* ------------------------------------------------------------------------------------------------------- all turns */

struct walk {
    const struct ff_edition *edition;
    int seat;
    struct coach_wins *wins;
    int steps, max;
    uint8_t option[STEPS_MAX];
    uint8_t *found; /* NULL: all are counted; else the first is enough */
    int found_n;
};

static void step(struct walk *walk, struct ff_game *game, unsigned option)
{
    struct ff_event event;
    walk->option[walk->steps++] = (uint8_t)option;
    ff_play(walk->edition, game, walk->seat, ff_action_of(game->pub.stage, option), &event);
    while (ff_is_own_step(&game->pub, walk->seat) && ff_follow(walk->edition, game, &event))
        ;
}

static bool goes_on(const struct walk *walk, const struct ff_game *game)
{
    return game->pub.owe >> walk->seat & 1 && ff_is_turn(game->pub.stage);
}

/* Whether the sale makes the seat first in the next round: in a stack the top disc is (R2.2), and it comes last. */
static bool will_be_first(const struct ff_public *pub, int seat)
{
    for (int other = 0; other < pub->players; other++)
        if (pub->disc_next[other] < pub->disc_next[seat])
            return false;
    return true;
}

/* Puts away all but the kept ones, and looks at what that leads to. */
static bool is_proved(struct walk *walk, struct ff_game game, uint32_t kept)
{
    const int steps = walk->steps;
    while (goes_on(walk, &game) && walk->steps < STEPS_MAX) {
        uint32_t away = game.hid.hand[walk->seat] & ~kept;
        step(walk, &game, away ? (unsigned)ff_lowest(away) : FF_OPTION_DONE);
    }
    bool proved = coach_plan_of(walk->edition, &game, walk->seat) == COACH_PLAN_PROVED;
    if (proved && walk->found && !walk->found_n && walk->steps <= walk->max) {
        memcpy(walk->found, walk->option, (size_t)walk->steps);
        walk->found_n = walk->steps;
    }
    walk->steps = steps;
    return proved;
}

/* What counts in the next turn are Palace parts and the Crane. */
static bool any_kept(struct walk *walk, const struct ff_game *game)
{
    const uint32_t of_use = game->hid.hand[walk->seat] & (FF_PALACE_CARDS | ff_bit(FF_CRANE));
    for (uint32_t kept = of_use;; kept = (kept - 1) & of_use) {
        if (ff_popcount(kept) <= ff_keep_max(game->pub.active[walk->seat]) && is_proved(walk, *game, kept))
            return true;
        if (!kept)
            return false;
    }
}

/* NOLINTNEXTLINE(misc-no-recursion): three goods deep */
static bool any_end(struct walk *walk, const struct ff_game *game)
{
    if (!goes_on(walk, game) || game->pub.stage == FF_STAGE_DISCARD)
        return any_kept(walk, game);
    bool proved = false;
    for (ff_options left = ff_game_options(game, walk->seat); left && !proved; left &= left - 1) {
        struct ff_game next = *game;
        const int steps = walk->steps;
        step(walk, &next, (unsigned)ff_lowest(left));
        proved = any_end(walk, &next);
        walk->steps = steps;
    }
    return proved;
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as a sale and two builds */
static void walk_from(struct walk *walk, const struct ff_game *game)
{
    struct ff_view view;
    if (!goes_on(walk, game) || ff_is_store(game->pub.stage) || game->pub.stage == FF_STAGE_DISCARD) {
        bool near = ff_palace_parts(&game->pub, walk->seat) + FF_BUILDS_MAX >= FF_PALACE_PARTS;
        walk->wins->turns++;
        walk->wins->wins += near && will_be_first(&game->pub, walk->seat) && any_end(walk, game);
        return;
    }
    ff_view_of(game, walk->seat, &view);
    for (ff_options left = ff_distinct(walk->edition, &view); left && !walk->found_n; left &= left - 1) {
        struct ff_game next = *game;
        const int steps = walk->steps;
        step(walk, &next, (unsigned)ff_lowest(left));
        walk_from(walk, &next);
        walk->steps = steps;
    }
}

void coach_count_plans(const struct ff_edition *edition, const struct ff_game *game, int seat, struct coach_wins *wins)
{
    struct walk walk = {.edition = edition, .seat = seat, .wins = wins};
    memset(wins, 0, sizeof *wins);
    if (coach_plan_possible(&game->pub, seat))
        walk_from(&walk, game);
}

int coach_plan_find(const struct ff_edition *edition, const struct ff_game *game, int seat, uint8_t *option, int max)
{
    struct coach_wins wins = {0};
    struct walk walk = {.edition = edition, .seat = seat, .wins = &wins, .found = option, .max = max};
    if (coach_plan_possible(&game->pub, seat))
        walk_from(&walk, game);
    return walk.found_n;
}
