/* coach_hint.c - `hint`: prints the coach's plan for the whole turn, and two other ideas with their disadvantages; see
 * play.h. The coach gets the seat's own view, like any player, so it cannot reveal anything hidden.
 *
 * The start of the turn and the decisions since then are found by replaying the game, so undoing and resuming need no
 * special code. The coach's memory is kept, so that a second request in the same turn continues the same plan. */
#include "play.h"

#include <stdlib.h>
#include <string.h>

#include "bots/ai/apportion.h"
#include "bots/ai/net.h"
#include "bots/ai/net_read.h"
#include "bots/coach/hint.h"
#include "bots/coach/opponents.h"
#include "bots/coach/sentences.h"
#include "engine/base/builtin.h"
#include "engine/text/notation.h"

enum { SLICE = 32, HINT_TEXT_MAX = 8192 };

struct play_coach {
    struct net *net;
    struct history seen; /* the public history before the turn */
    struct coach_hint hint;
};

static struct play_coach *coach_new(void)
{
    struct play_coach *coach = calloc(1, sizeof *coach);
    if (!coach)
        return NULL;
    coach->net = aligned_alloc(64, (sizeof *coach->net + 63) / 64 * 64);
    if (coach->net && !net_read(default_net_text, default_net_size, coach->net))
        return coach;
    free(coach->net);
    free(coach);
    return NULL;
}

void play_coach_free(struct play_coach *coach)
{
    if (coach)
        free(coach->net);
    free(coach);
}

/* -------------------------------------------------------------------------------------------------- the turn so far */

/* If the seat's next decision begins a turn, stores the view, and the public history in *kept. */
static void note_turn_begin(struct coach_hint_request *ask, const struct ff_game *game, int seat,
                            const struct history *seen, struct history *kept)
{
    struct ff_view view;
    ff_view_of(game, seat, &view);
    if (ask->position.history && !coach_hint_is_new_turn(&ask->position.view, &view))
        return;
    ask->position.view = view;
    ask->taken_n = 0;
    *kept = *seen;
    ask->position.history = kept;
}

/* Finds the view at the beginning of the person's turn, and the decisions since then. */
static void find_turn(const struct play *play, struct coach_hint_request *ask)
{
    struct ff_game game;
    struct history seen, *kept = &play->ui.coach->seen;
    history_begin(&seen, play->game.edition, &play->game.setup, &game);
    for (size_t i = 0; i < play->game.moves_n; i++) {
        const struct play_move *move = &play->game.moves[i];
        if (move->seat == play->ui.seat) {
            note_turn_begin(ask, &game, play->ui.seat, &seen, kept);
            if (ask->taken_n < TURN_STEPS_MAX)
                ask->taken[ask->taken_n++] = (uint8_t)ff_action_option(move->action);
        }
        history_apply(&seen, play->game.edition, &game, move->seat, move->action);
    }
    note_turn_begin(ask, &game, play->ui.seat, &seen, kept);
}

/* Sets the known levels of the opponents. */
static void find_opponents(const struct play *play, struct features_opponents *company)
{
    for (int seat = 0; seat < play->game.setup.players; seat++)
        company->level[seat] = features_strength_of_level(
            play->game.bot[seat] ? coach_level_of_player_name(play->game.spec[seat].text) : 0);
}

/* ---------------------------------------------------------------------------------------------------------- telling */

/* Writes the rest of the plan in a form that can be typed: "brewery B; sell 3 hops; ...". */
static void put_rest(struct base_out *out, const struct play *play, const struct turn *plan, int from)
{
    struct ff_game game = play->game.state;
    for (int i = from; i < plan->steps && (game.pub.owe >> play->ui.seat & 1); i++) {
        ff_action action = ff_action_of(game.pub.stage, plan->option[i]);
        base_put(out, i > from ? "; " : "To play it: ");
        text_action(out, action);
        if (ff_apply(play->game.edition, &game, play->ui.seat, action) != FF_OK)
            return;
    }
    base_put(out, plan->steps > from ? "\n" : "");
}

/* Writes a margin of error: " (+- 0.8)". */
static void put_margin(struct base_out *out, int32_t margin)
{
    base_put(out, " (+- ");
    coach_put_points(out, margin);
    base_put_char(out, ')');
}

/* Writes "Chances to win: Green 41.2 % (+- 3.9), Red ...". */
static void put_chances(struct base_out *out, const struct play *play, const struct coach_verdict *verdict)
{
    enum { TENTHS = 1000 };
    int64_t weight[FF_PLAYERS_MAX];
    int32_t share[FF_PLAYERS_MAX];
    for (int seat = 0; seat < play->game.setup.players; seat++)
        weight[seat] = verdict->idea[0].chance[seat];
    share[play->ui.seat] = (int32_t)(weight[play->ui.seat] + 5) / 10;
    ai_apportion(weight, play->game.setup.players, play->ui.seat, TENTHS, share);
    base_put(out, "Chances to win:");
    for (int seat = 0; seat < play->game.setup.players; seat++) {
        base_put(out, seat ? ", " : " ");
        base_put(out, play->game.names[seat]);
        base_put_char(out, ' ');
        coach_put_points(out, 10 * share[seat]);
        base_put(out, " %");
        if (seat == play->ui.seat)
            put_margin(out, verdict->doubt);
    }
    base_put(out, ".\n");
}

/* Prints "Or sell ..., 1.4 points less (+- 0.8):" and the idea's disadvantages. */
static void put_other(struct base_out *out, enum coach_kind kind, const struct coach_idea *idea)
{
    base_put(out, "Or ");
    coach_put_turn(out, kind, idea);
    base_put(out, ": ");
    coach_put_points(out, idea->behind);
    base_put(out, " points less");
    put_margin(out, idea->margin);
    base_put(out, ".\n");
    coach_put_shown_facts(out, idea, false);
}

static void print_hint(const struct play *play, const struct coach_hint_request *ask,
                       const struct coach_verdict *verdict)
{
    char text[HINT_TEXT_MAX];
    struct base_out out = base_out_cut(text, sizeof text);
    enum coach_kind kind = (enum coach_kind)verdict->kind;
    base_put(&out, "The coach would ");
    coach_put_turn(&out, kind, &verdict->idea[0]);
    base_put(&out, ".\n");
    coach_put_shown_facts(&out, &verdict->idea[0], true);
    put_rest(&out, play, &verdict->idea[0].turn, ask->taken_n);
    put_chances(&out, play, verdict);
    for (int i = 1; i < verdict->ideas_n && i < COACH_IDEAS_MAX; i++)
        put_other(&out, kind, &verdict->idea[i]);
    play_printf(play, "%s", text);
}

/* ---------------------------------------------------------------------------------------------------------- calling */

void play_show_coach_hint(struct play *play)
{
    struct coach_hint_request ask = {.position.edition = play->game.edition, .effort = COACH_NORMAL};
    struct coach_verdict verdict;
    char passing[96];
    play->ui.coach = play->ui.coach ? play->ui.coach : coach_new();
    if (!play->ui.coach) {
        cli_error("hint: out of memory");
        return;
    }
    struct coach_hint *hint = &play->ui.coach->hint;
    ask.position.net = play->ui.coach->net;
    find_turn(play, &ask);
    find_opponents(play, &ask.position.opponents);
    const atomic_bool *stop = line_begin_interruptible();
    coach_hint_begin(hint, &ask);
    for (int done = -1; !atomic_load(stop) && coach_hint_think(hint, SLICE);)
        if (coach_hint_progress(hint) / 50 != done) {
            done = coach_hint_progress(hint) / 50;
            snprintf(passing, sizeof passing, "The coach is thinking, %d %%; Ctrl-C ends it", done * 5);
            screen_show_transient(play->ui.screen, passing);
        }
    if (line_end_interruptible()) {
        play_printf(play, "The hint was ended.\n");
        return;
    }
    if (atomic_load(line_stop_requested()))
        return;
    coach_hint_answer(hint, &verdict);
    print_hint(play, &ask, &verdict);
}
