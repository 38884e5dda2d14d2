/* actions.c - any seat and any action value given to the engine. What is listed as legal must be accepted and keep
 * every invariant; anything else must be refused and change nothing. */
#include "fuzz.h"

/* Plays an arbitrary action of an arbitrary seat; neither need exist. */
static void play_any(struct input *input, const struct ff_edition *edition, struct ff_game *game)
{
    int seat = (int8_t)take_byte(input);
    ff_action action;
    take_bytes(input, &action, sizeof action);
    bool seated = seat >= 0 && seat < game->pub.players;
    bool listed = seated && ff_action_stage(action) == game->pub.stage &&
                  ff_game_options(game, seat) >> ff_action_option(action) & 1;
    struct ff_game before = *game;
    if (seated) {
        struct ff_view view;
        ff_view_of(game, seat, &view);
        MUST((ff_why_not(edition, &view, action) == FF_OK) == listed);
    }
    MUST((ff_apply(edition, game, seat, action) == FF_OK) == listed);
    MUST(listed || memcmp(&before, game, sizeof before) == 0);
}

static void play_legal(struct input *input, const struct ff_edition *edition, struct ff_game *game)
{
    unsigned owe = game->pub.owe;
    int seat = ff_option_nth(owe, take_byte(input) % ff_popcount(owe));
    MUST(ff_apply(edition, game, seat, take_action(input, game, seat)) == FF_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = {data, size};
    struct ff_edition edition = take_edition(&input);
    struct ff_setup setup;
    struct ff_game game;
    take_setup(&input, &edition, &setup);
    MUST(ff_begin(&edition, &setup, &game) == FF_SETUP_OK);
    game_must_hold(&edition, &game, size);
    while (input.left > 0 && game.pub.owe) {
        if (take_byte(&input) % 4 == 0)
            play_any(&input, &edition, &game);
        else
            play_legal(&input, &edition, &game);
        game_must_hold(&edition, &game, input.left);
        MUST(game.pub.owe || game.pub.stage == FF_STAGE_OVER);
    }
    return 0;
}
