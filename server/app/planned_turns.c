/* planned_turns.c - stores the turns that guests plan while others play (R2.3), and plays them when it is their turn;
 * see app_internal.h.
 *
 * Plans are stored outside the log. A process reads them when it loads a table, and again after another process has
 * changed one. When a seat must play and its plan can be played, the turn is appended like any other entry. So if
 * several processes try, only one succeeds. The turn is played after the same delay as a bot's. If it came faster,
 * others would know that it was planned before the entry shows it. A plan that cannot be played is never shown to
 * others. */
#include "app_internal.h"

#include <stdlib.h>
#include <string.h>

static const struct guest_plan *plan_of_seat(const struct hosted_table *at, int seat)
{
    for (int i = 0; seat != FF_NOBODY && i < at->plans_n; i++)
        if (*at->plans[i].text && strcmp(at->plans[i].guest, table_seat(at->table, seat)->guest) == 0 &&
            table_plan_is_open(at->table, seat, at->plans[i].round))
            return &at->plans[i];
    return NULL;
}

const char *planned_turn_text(const struct hosted_table *at, int seat)
{
    const struct guest_plan *plan = plan_of_seat(at, seat);
    return plan ? plan->text : NULL;
}

struct table_answer planned_turn_validate(const struct hosted_table *at, int seat, struct base_out *out)
{
    const struct guest_plan *plan = plan_of_seat(at, seat);
    return table_validate_planned_turn(at->table, seat, plan ? plan->round : 0, plan ? plan->text : "", out);
}

/* Returns whether the seat's plan can be played now. */
static bool is_due(const struct hosted_table *at, int seat)
{
    char entry[TABLE_ENTRY_MAX];
    struct base_out out = base_out_of(entry, sizeof entry);
    return planned_turn_text(at, seat) && planned_turn_validate(at, seat, &out).verdict == TABLE_YES;
}

unsigned planned_turn_playable_seats(const struct hosted_table *at)
{
    unsigned owe = at->plans_n ? table_seats_to_act(at->table) : 0, due = 0;
    for (int i = 0; owe >> i; i++)
        due |= (unsigned)(owe >> i & 1 && is_due(at, i)) << i;
    return due;
}

void planned_turn_schedule(struct hosted_table *at)
{
    const struct app *app = at->app;
    unsigned seats = at->state == HOSTED_READY ? planned_turn_playable_seats(at) : 0;
    uint32_t asked = seats ? table_seat(at->table, ff_lowest(seats))->asked : 0;
    if (asked && at->planned_asked != asked)
        at->planned_ms = app->steady_ms + app->config.bot_pace_ms;
    at->planned_asked = asked;
    at->planned_seat = seats ? ff_lowest(seats) : FF_NOBODY;
}

void planned_turn_tick(struct hosted_table *at)
{
    int64_t now_ms = at->app->steady_ms;
    if (at->plans_stale)
        planned_turns_load_plans(at);
    if (!at->planned_asked || now_ms < at->planned_ms || now_ms < at->bots_after_ms || at->app->stopping)
        return;
    at->planned_asked = 0;
    hosted_table_add_internal_request(at, REQUEST_PLANNED, at->planned_seat);
}

/* ------------------------------------------------------------------------------------------------------- the store */

static unsigned seats_with_plans(const struct hosted_table *at)
{
    unsigned seats = 0;
    for (int i = 0; at->plans_n && i < table_options(at->table)->seats; i++)
        seats |= (unsigned)(planned_turn_text(at, i) != NULL) << i;
    return seats;
}

/* Handles a change of the plans of these seats. Sends frames to no other seats, because an extra frame would reveal
 * that there is a plan. */
static void plans_changed(struct hosted_table *at, unsigned seats)
{
    LIST_EACH (struct attendance, attendance, &at->attendances, at_table)
        if (attendance->seat != FF_NOBODY && seats >> attendance->seat & 1)
            session_mark_frame_due(attendance, false);
    planned_turn_schedule(at);
}

static void set_plan(struct guest_plan *plan, const char *guest, uint32_t round, const char *text)
{
    struct base_out id = base_out_of(plan->guest, sizeof plan->guest), out = base_out_of(plan->text, sizeof plan->text);
    base_put(&id, guest);
    base_put(&out, text);
    plan->round = round;
}

/* Stores a guest's plan in memory. Returns false if memory is exhausted. */
static bool keep_plan(struct hosted_table *at, const struct guest_plan *plan)
{
    int i = 0;
    while (i < at->plans_n && strcmp(at->plans[i].guest, plan->guest) != 0)
        i++;
    struct guest_plan *plans = i < at->plans_n ? at->plans : realloc(at->plans, (size_t)(i + 1) * sizeof *plans);
    if (!plans)
        return false;
    at->plans = plans;
    at->plans[i] = *plan;
    at->plans_n = i < at->plans_n ? at->plans_n : i + 1;
    return true;
}

static void plans_loaded(struct store_job *job)
{
    struct hosted_table *at = job->owner;
    unsigned before = seats_with_plans(at);
    struct guest_plan plan;
    app_note_job_done(at->app, job);
    at->plans_loading = false;
    at->plans_stale |= job->status != STORE_DONE;
    for (size_t i = 0; job->status == STORE_DONE && i < job->rows_n; i++) {
        const struct store_value *column = job->row[i].column;
        set_plan(&plan, column[0].text, (uint32_t)column[1].number, column[2].text);
        at->plans_stale |= !keep_plan(at, &plan);
    }
    plans_changed(at, before | seats_with_plans(at));
}

void planned_turns_load_plans(struct hosted_table *at)
{
    at->plans_stale = table_phase(at->table) == TABLE_PLAY;
    if (!at->plans_stale || at->plans_loading || at->app->unusable || at->app->stopping)
        return;
    at->plans_stale = false;
    at->plans_loading = true;
    at->plans_table = store_text(at->id);
    at->plans_job = (struct store_job){
        .op = STORE_PLANS, .done = plans_loaded, .owner = at, .values = &at->plans_table, .values_n = 1};
    app_submit(at->app, &at->plans_job);
}

/* A plan that is being stored. */
struct plan_write {
    struct store_job job;
    struct store_value values[4];
    struct guest_plan plan;
};

static void plan_stored(struct store_job *job)
{
    struct hosted_table *at = job->owner;
    struct plan_write *write = at->plan_write;
    struct table_request *request = at->current;
    bool stored = job->status == STORE_DONE;
    const struct app_error *error = job->status == STORE_NOT_FOUND ? &app_error_no_table : &app_error_store_away;
    app_note_job_done(at->app, job);
    at->current = NULL;
    at->plan_write = NULL;
    at->plans_stale |= !stored || !keep_plan(at, &write->plan);
    if (stored)
        plans_changed(at, 1u << table_seat_of(at->table, write->plan.guest));
    free(write);
    if (stored)
        request_grant(request);
    else
        request_refuse(request, error);
    hosted_table_process_requests(at);
}

void planned_turn_store_plan(struct hosted_table *at, struct table_request *request)
{
    struct plan_write *write = calloc(1, sizeof *write);
    if (!write) {
        request_refuse(request, &app_error_out_of_memory);
        return;
    }
    set_plan(&write->plan, request->session->guest, request->message.round, request->message.text);
    write->values[0] = store_text(at->id);
    write->values[1] = store_text(write->plan.guest);
    write->values[2] = store_number(write->plan.round);
    write->values[3] = store_text(write->plan.text);
    write->job = (struct store_job){
        .op = STORE_PLAN_SET, .done = plan_stored, .owner = at, .values = write->values, .values_n = 4};
    memcpy(write->job.table, at->id, sizeof at->id);
    at->current = request;
    at->plan_write = write;
    app_submit(at->app, &write->job);
}
