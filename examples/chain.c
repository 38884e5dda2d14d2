/* chain.c - begins a game of three with what somebody writes, `./chain "brewery A; sell 1 hops"`, and prints what may
 * come next, or why an action is refused.
 *
 *     cc chain.c $(pkg-config --cflags --libs fuerstenfeld) */
#include <stdio.h>
#include <string.h>

#include <fuerstenfeld/builtin.h>
#include <fuerstenfeld/edition.h>
#include <fuerstenfeld/ff.h>
#include <fuerstenfeld/names.h>
#include <fuerstenfeld/notation.h>
#include <fuerstenfeld/words.h>

static int refused(const char *why)
{
    fprintf(stderr, "refused: %s\n", why);
    return 1;
}

int main(int argc, char **argv)
{
    struct ff_text_edition edition;
    struct ff_base_error error;
    struct ff_setup setup;
    struct ff_game game;
    struct ff_view view;
    enum ff_text_chain got;
    ff_action action;
    if (argc != 2 || !ff_text_edition_read(ff_default_edition_text, ff_default_edition_size, &edition, &error))
        return 2;
    ff_deal(&edition.values, 3, FF_BASE, 1, &setup);
    ff_begin(&edition.values, &setup, &game);
    struct ff_base_words chain = ff_base_words_in_chain(argv[1], strlen(argv[1]));
    while ((got = ff_text_chain_next(&chain, game.pub.stage, &action, &error)) == FF_TEXT_CHAIN_ACTION) {
        int seat = ff_lowest(game.pub.owe);
        ff_view_of(&game, seat, &view);
        enum ff_refusal refusal = ff_why_not(&edition.values, &view, action);
        if (refusal != FF_OK)
            return refused(ff_text_refusal(refusal));
        ff_apply(&edition.values, &game, seat, action);
    }
    if (got == FF_TEXT_CHAIN_BAD)
        return refused(error.message);
    char text[1024];
    struct ff_base_out out = ff_base_out_of(text, sizeof text);
    int seat = ff_lowest(game.pub.owe);
    ff_text_actions(&out, game.pub.stage, ff_game_options(&game, seat));
    printf("round %d, seat %d may: %s\n", game.pub.round, seat, text);
    return 0;
}
