/* turn_plan.c - any bytes as a planned turn, at a decision that the first byte chooses. It is refused with a reason, or
 * each alternative that holds can be played. */
#include "engine/text/turn_plan.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ff_edition edition = default_edition();
    struct ff_setup setup;
    struct ff_game game;
    struct ff_view view;
    struct text_plan plan;
    struct base_error error = {0};
    if (size == 0)
        return 0;
    ff_deal(&edition, 2 + data[0] % 4, data[0] / 4 % 2, data[0], &setup);
    MUST(ff_begin(&edition, &setup, &game) == FF_SETUP_OK);
    struct ff_rng rng = ff_rng_of(data[0]);
    for (int i = 0; i < data[0] / 2 && game.pub.owe; i++) {
        int seat = ff_lowest(game.pub.owe);
        ff_options legal = ff_game_options(&game, seat);
        unsigned option = (unsigned)ff_option_nth(legal, (int)ff_rng_below(&rng, (uint32_t)ff_popcount(legal)));
        ff_apply(&edition, &game, seat, ff_action_of(game.pub.stage, option));
    }
    for (int seat = 0; seat < game.pub.players; seat++) {
        ff_view_of(&game, seat, &view);
        if (!text_plan_evaluate(&edition, &view, (const char *)data + 1, size - 1, &plan, &error))
            MUST(error.message[0] != '\0');
        else
            MUST(plan.chosen == TEXT_PLAN_NOTHING_HOLDS || plan.outcomes[plan.chosen].result == TEXT_PLAN_HOLDS);
    }
    return 0;
}
