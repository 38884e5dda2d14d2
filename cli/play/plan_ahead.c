/* plan_ahead.c - lets the person plan a turn before the bots take theirs (R2.3); see play.h and
 * engine/text/turn_plan.h. */
#include "play.h"

#include <string.h>

#include "engine/text/names.h"
#include "engine/text/turn_plan.h"

void play_toggle_plans(struct play *play)
{
    if (play_has_several_people(play)) {
        play_printf(play, "Plans are for games with one person.\n");
        return;
    }
    play->ui.plans = !play->ui.plans;
    play_printf(play, play->ui.plans
                          ? "Before others play, you are now asked to plan your turn; type plan again to end that.\n"
                          : "You are no longer asked to plan your turn.\n");
}

/* Evaluates the plan as if the person's turn began now. */
static bool evaluate_plan(const struct play *play, const char *text, struct text_plan *plan, struct base_error *error)
{
    struct ff_view view;
    ff_view_of(&play->game.state, play->ui.seat, &view);
    return text_plan_evaluate(play->game.edition, &view, text, strlen(text), plan, error);
}

static void print_outcome(const struct play *play, const struct text_plan_outcome *outcome)
{
    enum ff_refusal refusal = (enum ff_refusal)outcome->refusal;
    switch ((enum text_plan_result)outcome->result) {
    case TEXT_PLAN_HOLDS:
        play_printf(play, "Line %u: income %u, %u coins at the end.\n", outcome->line, outcome->income, outcome->coins);
        break;
    case TEXT_PLAN_CONDITION_FAILS:
        play_printf(play, "Line %u: condition %d does not hold", outcome->line, outcome->place + 1);
        if (outcome->value >= 0)
            play_printf(play, ", the number is %d", outcome->value);
        play_printf(play, "; income %u, %u coins at the end.\n", outcome->income, outcome->coins);
        break;
    case TEXT_PLAN_ILLEGAL:
        play_printf(play, "Line %u: action %d cannot be played (%s). %s\n", outcome->line, outcome->place + 1,
                    text_refusal_rule(refusal), text_refusal(refusal));
        break;
    case TEXT_PLAN_INCOMPLETE:
        play_printf(play, "Line %u: the turn is not complete; add builds or done, and cards to bury.\n", outcome->line);
        break;
    case TEXT_PLAN_TOO_LONG:
        play_printf(play, "Line %u: the turn ends before action %d.\n", outcome->line, outcome->place + 1);
        break;
    }
}

/* Adds a line to the plan, and prints what it would do. */
static void add_line(struct play *play, const char *line, size_t n)
{
    char text[TEXT_PLAN_MAX + 1];
    struct base_out out = base_out_of(text, sizeof text);
    struct text_plan plan;
    struct base_error error;
    base_put(&out, play->ui.plan);
    base_put_bytes(&out, line, n);
    base_put_char(&out, '\n');
    if (!base_out_whole(&out)) {
        play_printf(play, "The plan is too long; this line was not added.\n");
    } else if (!evaluate_plan(play, text, &plan, &error)) {
        play_printf(play, "Column %u: %s. This line was not added.\n", error.column, CLI_SAFE(error.message));
    } else {
        memcpy(play->ui.plan, text, sizeof text);
        if (plan.outcomes_n)
            print_outcome(play, &plan.outcomes[plan.outcomes_n - 1]);
    }
}

void play_plan_ahead(struct play *play)
{
    struct ff_view view;
    size_t n;
    if (!play->ui.plans || play->ui.seat == FF_NOBODY || play->ui.planned_turn == play_turn_number(play))
        return;
    ff_view_of(&play->game.state, play->ui.seat, &view);
    if (!text_plan_may_be_made(&view) || ff_turn_seat(&view.pub) == play->ui.seat)
        return;
    play->ui.planned_turn = play_turn_number(play);
    play->ui.plan[0] = '\0';
    play_show_news(play);
    play_show_board(play);
    play_show_facts(play, "hand");
    play_printf(play, "Plan your turn, one alternative per line, such as\n"
                      "    if sale >= 4: brewery A; sell 2 hops; done; bury lab1\n"
                      "Conditions: sale, coins, palace, place, price A hops or room A hops (what the brewery\n"
                      "still takes), then >=, <= or = and a number; several are joined by and.\n"
                      "An empty line ends the plan.\n");
    for (const char *line; (line = play_read_line(play, "plan> ", &n)) && n;)
        add_line(play, line, n);
}

bool play_try_planned_turn(struct play *play)
{
    struct text_plan plan;
    struct base_error error;
    bool due = play->ui.plan[0] && play->ui.planned_turn == play_turn_number(play);
    if (!due || !ff_is_turn(play->game.state.pub.stage))
        return false;
    bool good = evaluate_plan(play, play->ui.plan, &plan, &error) && plan.chosen != TEXT_PLAN_NOTHING_HOLDS;
    play->ui.plan[0] = '\0';
    play_show_news(play);
    if (!good) {
        play_printf(play, "No line of your plan can be played.\n");
        for (int i = 0; i < plan.outcomes_n; i++)
            print_outcome(play, &plan.outcomes[i]);
        return false;
    }
    const struct text_plan_outcome *chosen = &plan.outcomes[plan.chosen];
    play_printf(play, "Line %u of your plan is played.\n", chosen->line);
    for (int i = 0; i < chosen->actions_n; i++)
        play_apply_action(play, play->ui.seat, chosen->actions[i]);
    return true;
}
