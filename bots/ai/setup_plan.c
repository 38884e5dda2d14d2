/* setup_plan.c - plans the expert set-up as a whole; see setup_plan.h. */
#include "setup_plan.h"

#include <string.h>

enum { PASSES = 2 }; /* passes over all pairs of cards; a third pass finds no improvement */

struct planner {
    const struct ai_context *context;
    const struct ff_game *game;
    int seat;
};

static uint16_t evaluate(const struct planner *planner, struct turn *plan)
{
    struct ff_game game = *planner->game;
    struct ff_event event;
    struct ff_view view;
    for (int i = 0; i < plan->steps; i++)
        ff_play(planner->context->edition, &game, planner->seat, ff_action_of(FF_STAGE_KEEP, plan->option[i]), &event);
    ff_view_of(&game, planner->seat, &view);
    net_evaluate(planner->context->net, planner->context->edition, &view, plan->chance);
    return plan->chance[planner->seat];
}

/* Swaps pairs of cards while this improves the plan. Returns whether any swap did. */
static bool improve(const struct planner *planner, struct turn *plan)
{
    bool better = false;
    for (int a = 0; a < plan->steps; a++)
        for (int b = a + 1; b < plan->steps; b++) {
            struct turn other = *plan;
            other.option[a] = plan->option[b];
            other.option[b] = plan->option[a];
            if (evaluate(planner, &other) <= plan->chance[planner->seat])
                continue;
            *plan = other;
            better = true;
        }
    return better;
}

int setup_plan_make_all(const struct ai_context *context, const struct ff_game *game, int seat,
                        struct turn plan[FF_HAND_MAX])
{
    const struct planner planner = {context, game, seat};
    int n = 0;
    for (uint32_t kept = game->hid.hand[seat]; kept; kept &= kept - 1) {
        struct turn *one = &plan[n++];
        *one = (struct turn){.steps = 0};
        for (uint32_t left = game->hid.hand[seat] & ~(kept & (0 - kept)); left; left &= left - 1)
            one->option[one->steps++] = (uint8_t)ff_lowest(left);
        evaluate(&planner, one);
        for (int pass = 0; pass < PASSES && improve(&planner, one); pass++)
            ;
    }
    return n;
}

/* Returns whether the plan still fits the view. Compares only the seat's own cards, because other seats' set-up
 * decisions are hidden. */
bool setup_plan_next(const struct turn *plan, const struct ff_view *from, const struct ff_view *view, unsigned *option)
{
    const int done = view->own.known_n - from->own.known_n;
    if (from->pub.stage != FF_STAGE_KEEP || view->pub.stage != FF_STAGE_KEEP || view->own.seat != from->own.seat ||
        done <= 0 || done >= plan->steps || memcmp(view->own.known, from->own.known, from->own.known_n) != 0 ||
        memcmp(view->own.known + from->own.known_n, plan->option, (size_t)done) != 0)
        return false;
    *option = plan->option[done];
    return view->own.hand >> *option & 1;
}
