/* puzzles.c - puzzles in the browser; see exports.h. A puzzle becomes the set-up and the decisions of an ordinary game.
 * Then the page tries turns as text. */
#include "bots/ai/one_ply.h"
#include "bots/ai/turn_search.h"
#include "bots/coach/puzzle_attempt.h"
#include "engine/text/json_values.h"
#include "engine/text/names.h"
#include "engine/text/notation.h"
#include "page.h"

static struct {
    struct coach_puzzle puzzle;
    struct ff_game start;
    int seat; /* -1 if no puzzle was read */
} task = {.seat = -1};

/* ---------------------------------------------------------------------------------------------------------- reading */

/* Writes the decisions that lead to the puzzle, as [[seat, "action"], ...]. The decisions must be legal. */
static void put_decisions(struct base_out *out)
{
    struct ff_game game;
    ff_begin(&page.edition.values, &task.puzzle.setup, &game);
    base_json_begin(out, "decisions", '[');
    for (int i = 0; i < task.puzzle.steps; i++) {
        int seat = ff_lowest(game.pub.owe);
        base_json_open(out, '[');
        base_json_value(out, seat);
        text_json_action(out, ff_action_of(game.pub.stage, task.puzzle.option[i]));
        base_json_close(out, ']');
        ff_apply(&page.edition.values, &game, seat, ff_action_of(game.pub.stage, task.puzzle.option[i]));
    }
    base_json_close(out, ']');
}

int puzzle_read(int length)
{
    task.seat = -1;
    if (!coach_puzzle_read(page.buffer, wasm_clamp_length(length), &task.puzzle))
        return wasm_refuse_text("that is no puzzle");
    task.seat = coach_puzzle_position(&page.edition.values, &task.puzzle, &task.start);
    if (task.seat < 0)
        return wasm_refuse_text("the puzzle is of no game by this edition");
    page.setup = task.puzzle.setup;
    ff_begin(&page.edition.values, &page.setup, &page.game);
    struct base_out out = wasm_begin_answer();
    base_json_open(&out, '{');
    base_json_number(&out, "seat", task.seat);
    base_json_number(&out, "players", page.setup.players);
    base_json_string(&out, "mode", text_mode(page.setup.mode));
    put_decisions(&out);
    base_json_close(&out, '}');
    return base_out_whole(&out) ? (int)out.length : wasm_refuse_text("the puzzle is too long");
}

/* ------------------------------------------------------------------------------------------------------------ trying */

/* Plays an action of the turn and the automatic steps after it. Returns false on failure, with the reason in the
 * buffer. */
static bool play_line(struct ff_game *game, const char *line, size_t n)
{
    struct base_error error;
    struct ff_event event;
    ff_action action;
    if (!text_action_parse(game->pub.stage, line, n, &action, &error)) {
        wasm_refuse(&error);
        return false;
    }
    if (ff_play(&page.edition.values, game, task.seat, action, &event) != FF_OK) {
        wasm_refuse_text("this decision is not possible in the turn");
        return false;
    }
    while (ff_is_own_step(&game->pub, task.seat) && ff_follow(&page.edition.values, game, &event))
        ;
    return true;
}

int puzzle_try(int length)
{
    struct ff_game game = task.start;
    struct coach_attempt attempt;
    const char *line;
    size_t at = 0, n;
    if (task.seat < 0)
        return wasm_refuse_text("no puzzle was read");
    while (wasm_next_line(wasm_clamp_length(length), &at, &line, &n))
        if (!play_line(&game, line, n))
            return -1;
    coach_attempt_judge(&page.edition.values, (enum coach_theme)task.puzzle.theme, &game, task.seat, &attempt);
    struct base_out out = wasm_begin_answer();
    base_json_open(&out, '{');
    base_json_string(&out, "outcome", coach_outcome_names[attempt.outcome]);
    base_json_number(&out, "parts", attempt.parts);
    base_json_number(&out, "coins", attempt.coins);
    base_json_number(&out, "rival", attempt.rival);
    base_json_number(&out, "purse", attempt.purse);
    base_json_flag(&out, "comes", attempt.comes);
    base_json_close(&out, '}');
    return (int)out.length;
}

int puzzle_solution_json(void)
{
    struct ff_game game = task.start;
    struct turn turn;
    if (task.seat < 0)
        return wasm_refuse_text("no puzzle was read");
    bool solved =
        coach_puzzle_solve(&page.edition.values, (enum coach_theme)task.puzzle.theme, &task.start, task.seat, &turn);
    struct base_out out = wasm_begin_answer();
    base_json_open(&out, '[');
    for (int i = 0; solved && i < turn.steps; i++) {
        text_json_action(&out, ff_action_of(game.pub.stage, turn.option[i]));
        turn_play_option(&page.edition.values, &game, task.seat, turn.option[i]);
    }
    base_json_close(&out, ']');
    return (int)out.length;
}
