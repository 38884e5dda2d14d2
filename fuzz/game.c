/* game.c - any bytes as a game. ff_check is total; a game that passes can be played on to its end, and stays sound. */
#include "fuzz.h"

static void play(struct input *input, const struct ff_edition *edition, struct ff_game *game, int decisions)
{
    for (int i = 0; i < decisions && game->pub.owe; i++) {
        int seat = ff_lowest(game->pub.owe);
        MUST(ff_apply(edition, game, seat, take_action(input, game, seat)) == FF_OK);
    }
}

/* A position some way into a game, with some bytes changed; or bytes alone. */
static void take_game(struct input *input, const struct ff_edition *edition, struct ff_game *game)
{
    struct ff_setup setup;
    take_setup(input, edition, &setup);
    MUST(ff_begin(edition, &setup, game) == FF_SETUP_OK);
    int decisions = take_byte(input), flips = take_byte(input) % 8;
    if (decisions == 0)
        take_bytes(input, game, sizeof *game);
    play(input, edition, game, decisions);
    flip_bytes(input, game, sizeof *game, flips);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = {data, size};
    struct ff_edition edition = take_edition(&input);
    struct ff_game game;
    take_game(&input, &edition, &game);
    if (ff_check(&edition, &game) != 0)
        return 0;
    game_must_hold(&edition, &game, size);
    follow(&edition, &game);
    for (int i = 0; i < 200 && game.pub.owe; i++) {
        play(&input, &edition, &game, 1);
        game_must_hold(&edition, &game, size);
    }
    return 0;
}
