/* ahead.c - looking one decision ahead; see ahead.h. */
#include "ahead.h"

#include <string.h>

void ahead_play(const struct ff_edition *edition, struct ff_game *game, int seat, unsigned option)
{
    struct ff_event event;
    ff_play(edition, game, seat, ff_action_of(game->pub.stage, option), &event);
    while (ff_is_own_step(&game->pub, seat))
        ff_follow(edition, game, &event);
}

static void judge(const struct net *net, const struct ff_edition *edition, const struct ff_game *game, int seat,
                  struct ahead *ahead)
{
    struct ff_view view;
    struct net_sums sums;
    ff_view_of(game, seat, &view);
    features_among(edition, &net->company, &view, &ahead->features);
    net_sums_of(net, &ahead->features, &sums);
    net_chances(net, &ahead->features, &sums, ahead->chance);
}

static void judge_best_space(const struct net *net, const struct ff_edition *edition, const struct ff_game *game,
                             int seat, struct ahead *ahead)
{
    struct ahead one;
    int best = -1;
    for (ff_options spaces = ff_game_options(game, seat); spaces; spaces &= spaces - 1) {
        struct ff_game next = *game;
        ahead_play(edition, &next, seat, (unsigned)ff_option_nth(spaces, 0));
        judge(net, edition, &next, seat, &one);
        if (one.chance[0] > best) {
            best = one.chance[0];
            *ahead = one;
        }
    }
}

void ahead_look(const struct net *net, const struct ff_edition *edition, const struct ff_game *game, int seat,
                unsigned option, struct ff_rng *rng, struct ahead *ahead)
{
    struct ff_game next = *game;
    if (game->pub.stage == FF_STAGE_DRAW) {
        struct ff_view view;
        ff_view_of(game, seat, &view);
        ff_resample(edition, &view, rng, &next);
    }
    ahead_play(edition, &next, seat, option);
    if (next.pub.stage == FF_STAGE_SPACE && ff_turn_seat(&next.pub) == seat)
        judge_best_space(net, edition, &next, seat, ahead);
    else
        judge(net, edition, &next, seat, ahead);
}

void ahead_chances(const struct net *net, const struct ff_edition *edition, const struct ff_game *game, int seat,
                   unsigned option, struct ff_rng *rng, uint16_t chance[FF_PLAYERS_MAX])
{
    struct ahead ahead;
    ahead_look(net, edition, game, seat, option, rng, &ahead);
    memset(chance, 0, FF_PLAYERS_MAX * sizeof *chance);
    for (int i = 0; i < game->pub.players; i++)
        chance[ahead.features.seat[i]] = ahead.chance[i];
}

unsigned ahead_best(const struct net *net, const struct ff_edition *edition, const struct ff_game *game, int seat,
                    struct ff_rng *rng, struct ahead *ahead)
{
    struct ahead seen;
    struct ff_view view;
    int best = -1;
    unsigned chosen = 0;
    ff_view_of(game, seat, &view);
    for (ff_options left = ff_distinct(edition, &view); left; left &= left - 1) {
        unsigned option = (unsigned)ff_option_nth(left, 0);
        ahead_look(net, edition, game, seat, option, rng, &seen);
        if (seen.chance[0] > best) {
            best = seen.chance[0];
            chosen = option;
            *ahead = seen;
        }
    }
    return chosen;
}
