/* turn_plan_json.c - writes the outcomes of a plan as JSON and its chosen alternative as a chain; see turn_plan.h. */
#include "engine/base/json_write.h"
#include "names.h"
#include "notation.h"
#include "turn_plan.h"

static const char *const result_words[] = {"holds", "condition", "refused", "incomplete", "too-long"};

static void put_outcome(struct base_out *out, const struct text_plan_outcome *outcome)
{
    enum text_plan_result result = (enum text_plan_result)outcome->result;
    base_json_open(out, '{');
    base_json_number(out, "line", outcome->line);
    base_json_string(out, "result", result_words[result]);
    if (result == TEXT_PLAN_CONDITION_FAILS || result == TEXT_PLAN_ILLEGAL || result == TEXT_PLAN_TOO_LONG)
        base_json_number(out, "at", outcome->place + 1);
    if (result == TEXT_PLAN_CONDITION_FAILS && outcome->value >= 0)
        base_json_number(out, "is", outcome->value);
    if (result == TEXT_PLAN_ILLEGAL) {
        base_json_string(out, "refusal", text_refusal_id((enum ff_refusal)outcome->refusal));
        base_json_string(out, "rule", text_refusal_rule((enum ff_refusal)outcome->refusal));
    } else {
        base_json_number(out, "income", outcome->income);
        base_json_number(out, "place", outcome->order);
        base_json_number(out, "coins", outcome->coins);
    }
    base_json_close(out, '}');
}

void text_plan_json(struct base_out *out, const struct text_plan *plan)
{
    bool plays = plan->chosen != TEXT_PLAN_NOTHING_HOLDS;
    base_json_number_or_null(out, "plays", plays, plays ? plan->outcomes[plan->chosen].line : 0);
    base_json_begin(out, "turns", '[');
    for (int i = 0; i < plan->outcomes_n; i++)
        put_outcome(out, &plan->outcomes[i]);
    base_json_close(out, ']');
}

void text_plan_chain(struct base_out *out, const struct text_plan *plan)
{
    const struct text_plan_outcome *outcome = &plan->outcomes[plan->chosen];
    for (int i = 0; i < outcome->actions_n; i++) {
        base_put(out, i ? "; " : "");
        text_action(out, outcome->actions[i]);
    }
}
