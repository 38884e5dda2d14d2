/* turn.c - plays whole turns; see turn.h. */
#include "turn.h"

bool turn_is_active(const struct ff_game *game, int seat)
{
    return game->pub.owe == 1u << seat && ff_is_turn(game->pub.stage);
}

bool turn_seat_has_lost(const struct ff_public *pub, int seat, int builds)
{
    bool others = false;
    for (int s = 0; s < pub->players; s++)
        others |= s != seat && ff_palace_parts(pub, s) == FF_PALACE_PARTS;
    return others && ff_palace_parts(pub, seat) + builds < FF_PALACE_PARTS;
}

void turn_play_option(const struct ff_edition *edition, struct ff_game *game, int seat, unsigned option)
{
    struct ff_event event;
    ff_play(edition, game, seat, ff_action_of(game->pub.stage, option), &event);
    while (ff_is_own_step(&game->pub, seat))
        ff_follow(edition, game, &event);
}

void turn_play(const struct ff_edition *edition, struct ff_game *game, int seat, const struct turn *turn)
{
    for (int i = 0; i < turn->steps; i++)
        ff_apply(edition, game, seat, ff_action_of(game->pub.stage, turn->option[i]));
}

bool turn_has_no_sale_or_build_left(const struct ff_public *pub, int seat)
{
    return ff_is_store(pub->stage) || pub->stage == FF_STAGE_DISCARD || !ff_is_turn(pub->stage) ||
           !(pub->owe >> seat & 1);
}

/* The recursion is only as deep as a sale and two builds. NOLINTNEXTLINE(misc-no-recursion) */
bool turn_walk(struct turn_walk *walk, const struct ff_game *game)
{
    struct ff_view view;
    if (turn_has_no_sale_or_build_left(&game->pub, walk->seat))
        return walk->visit(walk, game);
    ff_view_of(game, walk->seat, &view);
    ff_options left = ff_distinct(walk->edition, &view);
    if (game->pub.stage == FF_STAGE_BUILD)
        left &= walk->builds | (ff_options)1 << FF_OPTION_DONE;
    for (; left; left &= left - 1) {
        struct ff_game next = *game;
        walk->turn.option[walk->turn.steps++] = (uint8_t)ff_lowest(left);
        turn_play_option(walk->edition, &next, walk->seat, (unsigned)ff_lowest(left));
        bool goes_on = turn_walk(walk, &next);
        walk->turn.steps--;
        if (!goes_on)
            return false;
    }
    return true;
}
