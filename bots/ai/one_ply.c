/* one_ply.c - one-ply lookahead; see one_ply.h. */
#include "one_ply.h"

#include <string.h>

static void evaluate_one_ply(const struct ai_context *context, const struct ff_game *game, int seat,
                             struct one_ply *value)
{
    struct ff_view view;
    struct net_accumulator sums;
    ff_view_of(game, seat, &view);
    features_compute(context->edition, &context->net->opponents, &view, &value->features);
    net_accumulator_init(context->net, &value->features, &sums);
    net_chances(context->net, &value->features, &sums, value->chance);
}

static void evaluate_best_space(const struct ai_context *context, const struct ff_game *game, int seat,
                                struct one_ply *best)
{
    struct one_ply one;
    int most = -1;
    for (ff_options spaces = ff_game_options(game, seat); spaces; spaces &= spaces - 1) {
        struct ff_game next = *game;
        turn_play_option(context->edition, &next, seat, (unsigned)ff_lowest(spaces));
        evaluate_one_ply(context, &next, seat, &one);
        if (one.chance[0] > most) {
            most = one.chance[0];
            *best = one;
        }
    }
}

void one_ply_evaluate(const struct ai_context *context, const struct ff_game *game, int seat, unsigned option,
                      struct one_ply *after)
{
    struct ff_game next = *game;
    if (game->pub.stage == FF_STAGE_DRAW) {
        struct ff_view view;
        ff_view_of(game, seat, &view);
        ff_resample(context->edition, &view, context->rng, &next);
    }
    turn_play_option(context->edition, &next, seat, option);
    if (next.pub.stage == FF_STAGE_SPACE && ff_turn_seat(&next.pub) == seat)
        evaluate_best_space(context, &next, seat, after);
    else
        evaluate_one_ply(context, &next, seat, after);
}

void one_ply_chances(const struct ai_context *context, const struct ff_game *game, int seat, unsigned option,
                     uint16_t chance[FF_PLAYERS_MAX])
{
    struct one_ply after;
    one_ply_evaluate(context, game, seat, option, &after);
    memset(chance, 0, FF_PLAYERS_MAX * sizeof *chance);
    for (int i = 0; i < game->pub.players; i++)
        chance[after.features.seat[i]] = after.chance[i];
}

unsigned one_ply_best_option(const struct ai_context *context, const struct ff_game *game, int seat,
                             struct one_ply *after)
{
    struct one_ply one;
    struct ff_view view;
    int most = -1;
    unsigned best = 0;
    ff_view_of(game, seat, &view);
    for (ff_options left = ff_distinct(context->edition, &view); left; left &= left - 1) {
        unsigned option = (unsigned)ff_lowest(left);
        one_ply_evaluate(context, game, seat, option, &one);
        if (one.chance[0] > most) {
            most = one.chance[0];
            best = option;
            *after = one;
        }
    }
    return best;
}
