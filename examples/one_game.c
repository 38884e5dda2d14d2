/* one_game.c - the smallest program that plays a game with the library: three seats, each decision at random.
 *
 *     cc one_game.c $(pkg-config --cflags --libs fuerstenfeld) */
#include <stdio.h>

#include <fuerstenfeld/builtin.h>
#include <fuerstenfeld/edition.h>
#include <fuerstenfeld/ff.h>

int main(void)
{
    struct ff_text_edition edition;
    struct ff_base_error error;
    struct ff_setup setup;
    struct ff_game game;
    struct ff_rng rng = ff_rng_of(7);
    if (!ff_text_edition_read(ff_default_edition_text, ff_default_edition_size, &edition, &error))
        return 2;
    ff_deal(&edition.values, 3, FF_BASE, 1, &setup);
    ff_begin(&edition.values, &setup, &game);
    while (game.pub.owe) {
        int seat = ff_lowest(game.pub.owe);
        ff_options options = ff_game_options(&game, seat);
        int n = (int)ff_rng_below(&rng, (uint32_t)ff_popcount(options));
        ff_apply(&edition.values, &game, seat, ff_action_of(game.pub.stage, (unsigned)ff_option_nth(options, n)));
    }
    struct ff_result result;
    ff_result(&game.pub, &result);
    printf("over after round %d, winners %#x\n", game.pub.round, result.winners);
    return 0;
}
