/* planned_turn.c - validates the turns that guests plan while others play (R2.3); see table.h. Plans stay outside the
 * log because they change nothing until they are played, and because only their own guest may see them. This file
 * decides whether a plan is allowed and which turn it plays. */
#include "table_internal.h"

#include <string.h>

static const struct table_answer yes = {.verdict = TABLE_YES, .rule = ""};

static struct table_answer refuse(const char *code, const char *text)
{
    struct table_answer answer = {.verdict = TABLE_NO, .code = code, .rule = ""};
    struct base_out out = base_out_cut(answer.text, sizeof answer.text);
    base_put(&out, text);
    return answer;
}

static struct table_answer unreadable(const struct base_error *error)
{
    struct table_answer answer = {.verdict = TABLE_NO, .code = "bad-plan", .rule = ""};
    struct base_out out = base_out_cut(answer.text, sizeof answer.text);
    base_printf(&out, "line %u, column %u: %s", error->line, error->column, error->message);
    return answer;
}

static bool evaluate_planned_turn(const struct table *table, int seat, const char *text, struct text_plan *plan,
                                  struct base_error *error)
{
    struct ff_view view;
    ff_view_of(&table->game, seat, &view);
    return text_plan_evaluate(&table->edition.values, &view, text, strlen(text), plan, error);
}

bool table_plan_is_open(const struct table *table, int seat, uint32_t round)
{
    struct ff_view view;
    if (table->phase != TABLE_PLAY || table->seat[seat].kind != TABLE_SEAT_GUEST || table->game.pub.round != round)
        return false;
    ff_view_of(&table->game, seat, &view);
    return text_plan_may_be_made(&view);
}

struct table_answer table_validate_plan(const struct table *table, int seat, uint32_t round, const char *text,
                                        size_t length)
{
    struct text_plan plan;
    struct base_error error;
    if (seat == FF_NOBODY)
        return refuse("no-seat", "You have no seat at this table.");
    if (table->phase != TABLE_PLAY)
        return refuse("not-now", table->phase == TABLE_OPEN ? "The game has not begun." : "The game is over.");
    if (!length)
        return yes;
    if (round != table->game.pub.round)
        return refuse("stale", "Another round is being played; plan the turn of that one.");
    if (!table_plan_is_open(table, seat, round))
        return refuse("stale", "A turn is planned after the harvest, until it is played.");
    return evaluate_planned_turn(table, seat, text, &plan, &error) ? yes : unreadable(&error);
}

struct table_answer table_validate_planned_turn(const struct table *table, int seat, uint32_t round, const char *text,
                                                struct base_out *out)
{
    struct text_plan plan;
    struct base_error error;
    if (!table_plan_is_open(table, seat, round) || !(table_seats_to_act(table) >> seat & 1))
        return refuse("stale", "The planned turn is not due.");
    if (!evaluate_planned_turn(table, seat, text, &plan, &error) || plan.chosen == TEXT_PLAN_NOTHING_HOLDS)
        return refuse("not-now", "No alternative of the plan holds.");
    base_printf(out, "planned %d - ", seat);
    text_plan_chain(out, &plan);
    return yes;
}

_Static_assert(BASE_LENGTH("planned 4 - ") + TEXT_PLAN_ACTIONS_MAX * (TEXT_ACTION_MAX + 2) <= TABLE_ENTRY_MAX,
               "a planned turn is an entry");
_Static_assert((int)TEXT_PLAN_MAX <= (int)TABLE_CHAIN_MAX, "any plan is a text that is taken");
