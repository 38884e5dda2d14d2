/* bot_hint.c - `hint` with --hint: prints what a bot would do in a person's place. The bot gets the seat's own view,
 * like any player, so it cannot reveal anything hidden. */
#include <stdlib.h>

#include "engine/text/notation.h"
#include "play.h"

/* Prints an option with its estimated chance to win: "  build crane        41.2 %". */
static void say_option(const struct play *play, int stage, unsigned option, const struct bot_answer *answer)
{
    char text[TEXT_ACTION_MAX];
    struct base_out out = base_out_cut(text, sizeof text);
    text_action(&out, ff_action_of((unsigned)stage, option));
    play_printf(play, "  %-28s %5.1f %%%s\n", text, answer->value[option] * 100.0 / BOT_CHANCE_ONE,
                option == answer->option ? "  <-" : "");
}

/* Lists the options that the bot considered, best first. */
static void say_options(const struct play *play, int stage, ff_options legal, const struct bot_answer *answer)
{
    ff_options left = legal;
    for (int n = ff_popcount(legal); n > 0; n--) {
        unsigned best = (unsigned)ff_option_nth(left, 0);
        for (unsigned option = 0; option < FF_OPTIONS_MAX; option++)
            if ((left >> option & 1) && answer->value[option] > answer->value[best])
                best = option;
        left &= ~((ff_options)1 << best);
        if (answer->value[best] || answer->visits[best])
            say_option(play, stage, best, answer);
    }
}

static void say_chances(const struct play *play, const struct bot_answer *answer)
{
    play_printf(play, "Chances to win:");
    for (int seat = 0; seat < play->game.setup.players; seat++)
        play_printf(play, "%s %s %.0f %%", seat ? "," : "", play->game.names[seat],
                    answer->win[seat] * 100.0 / BOT_CHANCE_ONE);
    play_printf(play, ".\n");
}

static void say_answer(const struct play *play, const struct arena_spec *spec, const struct ff_view *view,
                       ff_options legal, const struct bot_answer *answer)
{
    char text[TEXT_ACTION_MAX];
    struct base_out out = base_out_cut(text, sizeof text);
    text_action(&out, ff_action_of(view->pub.stage, answer->option));
    play_printf(play, "%s would play: %s\n", spec->bot ? spec->bot->name : CLI_SAFE(spec->text), text);
    if (!answer->has_chances)
        return;
    play_printf(play, "Your chances after each answer:\n");
    say_options(play, view->pub.stage, legal, answer);
    say_chances(play, answer);
}

static void bot_hint(const struct play *play)
{
    struct arena_spec spec;
    struct arena_terms terms = {.timeout_ms = 10000};
    if (cli_parse_bots("hint", play->ui.hint, &spec, 1) != 1)
        return;
    terms.stop = line_begin_interruptible(); /* Ctrl-C ends only the hint */
    struct arena_player *player = arena_player_new(&spec, &terms);
    screen_show_transient(play->ui.screen, "The bot is thinking about a hint; Ctrl-C ends it ...");
    if (player) {
        struct arena_game about = {&play->game.named, play->game.setup.players, play->game.setup.mode, play->ui.seat,
                                   play->game.seed + play->game.moves_n};
        struct bot_answer answer = {0};
        struct ff_view view;
        struct history seen;
        play_compose_view(play, &view);
        play_compute_public_history(play, &seen);
        ff_options legal = ff_legal(play->game.edition, &view);
        arena_player_begin_game(player, &about);
        arena_player_decide(player, &view, &seen, legal, &answer);
        if (line_end_interruptible())
            play_printf(play, "The hint was ended.\n");
        else if (atomic_load(line_stop_requested()))
            ; /* the answer of an interrupted bot is ignored */
        else if (arena_player_fault(player))
            cli_error("hint: %s", arena_player_fault(player));
        else
            say_answer(play, &spec, &view, legal, &answer);
    }
    line_end_interruptible();
    arena_player_free(player);
    arena_specs_free(&spec, 1);
}

void play_show_hint(struct play *play)
{
    if (play->ui.hint)
        bot_hint(play);
    else
        play_show_coach_hint(play);
}
