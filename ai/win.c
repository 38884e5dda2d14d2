/* win.c - a win that nobody can take away any more; see win.h. */
#include "win.h"

#include <string.h>

static uint32_t missing_parts(const struct ff_public *pub, int seat) { return FF_PALACE_CARDS & ~pub->active[seat]; }

static bool still_to_play(const struct ff_public *pub, int seat)
{
    for (int i = pub->turn + 1; i < pub->players; i++)
        if (pub->order[i] == seat)
            return true;
    return false;
}

/* The most coins with which another seat may end this round with six parts; -1: none can. A seat that is still to play
 * and lacks no more parts than it may build counts as if it could have any number. */
static int rivals_coins(const struct ff_public *pub, int own)
{
    int most = -1;
    for (int seat = 0; seat < pub->players; seat++) {
        int lacks = ff_popcount(missing_parts(pub, seat));
        if (seat == own || (lacks > 0 && !(still_to_play(pub, seat) && lacks <= 2 && lacks <= pub->hand_n[seat])))
            continue;
        int coins = lacks > 0 || still_to_play(pub, seat) ? INT16_MAX : pub->coins[seat];
        most = coins > most ? coins : most;
    }
    return most;
}

struct way {
    struct ff_game game; /* after it */
    struct turn turn;
};

static struct way longer(const struct ff_edition *edition, const struct way *way, int seat, unsigned option)
{
    struct way next = *way;
    next.turn.option[next.turn.steps++] = (uint8_t)option;
    ff_apply(edition, &next.game, seat, ff_action_of(next.game.pub.stage, option));
    return next;
}

static bool is_better(const struct way *way, const struct way *best, int seat)
{
    return best->turn.steps == 0 || way->game.pub.coins[seat] > best->game.pub.coins[seat];
}

/* Every sale from here on; the one that brings most is left in *best. */
static void sell(const struct ff_edition *edition, const struct way *way, int seat, struct way *best)
{
    struct ff_view view;
    ff_view_of(&way->game, seat, &view);
    for (ff_options left = ff_distinct(edition, &view); left; left &= left - 1) {
        struct way next = longer(edition, way, seat, (unsigned)ff_option_nth(left, 0));
        if (!turn_goes_on(&next.game, seat))
            continue; /* there is nothing to build with */
        if (next.game.pub.stage < FF_STAGE_BUILD)
            sell(edition, &next, seat, best);
        else if (next.game.pub.stage == FF_STAGE_BUILD && is_better(&next, best, seat))
            *best = next;
    }
}

/* Every way to build the missing parts, and nothing else; the cheapest is left in *best. */
static void build(const struct ff_edition *edition, const struct way *way, int seat, struct way *best)
{
    const uint32_t missing = missing_parts(&way->game.pub, seat);
    if (missing == 0) {
        if (is_better(way, best, seat))
            *best = *way;
        return;
    }
    int stage = way->game.pub.stage;
    if (!turn_goes_on(&way->game, seat) || (stage != FF_STAGE_BUILD && stage != FF_STAGE_SPACE))
        return;
    ff_options left = ff_game_options(&way->game, seat) & (stage == FF_STAGE_BUILD ? missing : ~(ff_options)0);
    for (; left; left &= left - 1) {
        struct way next = longer(edition, way, seat, (unsigned)ff_option_nth(left, 0));
        build(edition, &next, seat, best);
    }
}

/* What is left to decide after that does not matter. */
static void end_turn(const struct ff_edition *edition, struct way *way, int seat)
{
    int round = way->game.pub.round;
    while (turn_goes_on(&way->game, seat) && way->game.pub.round == round && way->turn.steps < TURN_STEPS_MAX) {
        ff_options options = ff_game_options(&way->game, seat);
        bool done = options >> FF_OPTION_DONE & 1;
        *way = longer(edition, way, seat, done ? FF_OPTION_DONE : (unsigned)ff_option_nth(options, 0));
    }
}

bool win_find(const struct ff_edition *edition, const struct ff_game *game, int seat, struct turn *turn)
{
    const struct ff_public *pub = &game->pub;
    const uint32_t missing = missing_parts(pub, seat);
    const int rivals = rivals_coins(pub, seat);
    if (missing == 0 || ff_popcount(missing) > 2 || (missing & ~game->hid.hand[seat]) || rivals == INT16_MAX ||
        pub->stage > FF_STAGE_BUILD)
        return false;
    struct way way = {.game = *game}, sold = {.turn.steps = 0}, built = {.turn.steps = 0};
    if (pub->stage < FF_STAGE_BUILD)
        sell(edition, &way, seat, &sold);
    else
        sold = way;
    if (sold.game.pub.players)
        build(edition, &sold, seat, &built);
    if (built.turn.steps == 0 || built.game.pub.coins[seat] <= rivals)
        return false;
    end_turn(edition, &built, seat);
    *turn = built.turn;
    memset(turn->chance, 0, sizeof turn->chance);
    turn->chance[seat] = NET_CHANCE_ONE;
    return true;
}
