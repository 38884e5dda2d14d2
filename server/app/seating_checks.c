/* seating_checks.c - asks the store about a guest who wants to sit down, or attaches with a list of muted players; see
 * app_internal.h and docs/developers/players.md.
 *
 * Blocks and abandoned games are not in a table's log, so the request waits until the store has answered. The answer
 * counts for the present seating: if that changes before the request is handled, the store is asked again. */
#include "app_internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    MINUTE_MS = 60 * 1000,
    SINCE_MS = 7 * 24 * 3600 * 1000, /* abandoned games count for a week; */
    STEP_MS = 10 * MINUTE_MS,        /* each one after the first costs that much, */
    WAIT_MAX_MS = 60 * MINUTE_MS,    /* up to an hour */
};

struct seating_facts {
    uint32_t seating_number; /* of the table when the store was asked */
    uint8_t muted;           /* seats */
    bool blocked;
    int64_t abandoned, abandoned_ms;
};

struct seating_check {
    struct store_job job;
    struct store_value value[STORE_SEATS + 3];
    char id[STORE_SEATS + 2][TABLE_ID_SIZE]; /* the guest, those who sit, the host */
    struct seating_facts facts;
};

int64_t seating_since_ms(const struct app *app) { return app->now_ms - SINCE_MS; }

int64_t seating_wait_ms(int64_t abandoned, int64_t last_ms, int64_t now_ms)
{
    int64_t whole_ms = (abandoned - 1) * STEP_MS < WAIT_MAX_MS ? (abandoned - 1) * STEP_MS : WAIT_MAX_MS;
    return abandoned > 1 && last_ms + whole_ms > now_ms ? last_ms + whole_ms - now_ms : 0;
}

void seating_put_wait(struct base_out *out, int64_t abandoned, int64_t wait_ms)
{
    base_printf(out,
                "You left %d rated games within a week. You can join the next one in %d minutes; games that are not "
                "rated are open to you.",
                (int)abandoned, (int)((wait_ms + MINUTE_MS - 1) / MINUTE_MS));
}

bool seating_check_is_due(const struct hosted_table *at, const struct table_request *request)
{
    const struct session *session = request->session;
    bool sits = request->kind == MESSAGE_SIT, looks = request->kind == MESSAGE_ATTACH && session && session->has_blocks;
    return session && (sits || looks) &&
           (!request->facts || request->facts->seating_number != table_seating_number(at->table));
}

static void take_row(const struct hosted_table *at, struct seating_facts *facts, const struct store_value *column)
{
    if (strcmp(column[0].text, "blocked") == 0)
        facts->blocked = column[2].number > 0;
    if (strcmp(column[0].text, "abandoned") == 0) {
        facts->abandoned = column[2].number;
        facts->abandoned_ms = column[3].number;
    }
    int seat = strcmp(column[0].text, "muted") == 0 ? table_seat_of(at->table, column[1].text) : FF_NOBODY;
    if (seat != FF_NOBODY)
        facts->muted |= (uint8_t)(1u << seat);
}

static void checked(struct store_job *job)
{
    struct hosted_table *at = job->owner;
    struct seating_check *check = at->check;
    struct table_request *request = at->current;
    struct seating_facts *facts = job->status == STORE_DONE ? malloc(sizeof *facts) : NULL;
    app_job_done(at->app, job);
    for (size_t i = 0; facts && i < job->rows_n; i++)
        take_row(at, &check->facts, job->row[i].column);
    at->current = NULL;
    at->check = NULL;
    if (facts) {
        *facts = check->facts;
        free(request->facts);
        request->facts = facts;
        hosted_table_requeue_first(at, request);
    } else {
        request_refuse(request, &app_error_store_away);
    }
    free(check);
    hosted_table_process_requests(at);
}

void seating_check_start(struct hosted_table *at, struct table_request *request)
{
    struct seating_check *check = calloc(1, sizeof *check);
    if (!check) {
        request_refuse(request, &app_error_out_of_memory);
        return;
    }
    check->facts.seating_number = table_seating_number(at->table);
    memcpy(check->id[0], request->session->guest, TABLE_ID_SIZE);
    for (int i = 0; i < table_options(at->table)->seats; i++)
        memcpy(check->id[1 + i], table_seat(at->table, i)->guest, TABLE_ID_SIZE);
    memcpy(check->id[STORE_SEATS + 1], table_host_id(at->table), TABLE_ID_SIZE);
    for (int i = 0; i < STORE_SEATS + 2; i++)
        check->value[i] = store_text(check->id[i]);
    check->value[STORE_SEATS + 2] = store_number(seating_since_ms(at->app));
    check->job = (struct store_job){
        .op = STORE_SEATING_CHECK, .done = checked, .owner = at, .values = check->value, .values_n = STORE_SEATS + 3};
    at->current = request;
    at->check = check;
    app_submit(at->app, &check->job);
}

static bool refuse(struct table_answer *answer, const char *code, const char *text)
{
    struct base_out out = base_out_cut(answer->text, sizeof answer->text);
    *answer = (struct table_answer){.verdict = TABLE_NO, .code = code, .rule = ""};
    base_put(&out, text);
    return false;
}

bool seating_allowed(const struct hosted_table *at, const struct table_request *request, struct table_answer *answer)
{
    const struct seating_facts *facts = request->facts;
    const struct table_options *options = table_options(at->table);
    if (!facts || table_seat_of(at->table, request->session->guest) != FF_NOBODY)
        return true;
    if (request->session->is_program && !options->programs)
        return refuse(answer, "not-allowed", "No programs play at this table.");
    if (facts->blocked)
        return refuse(answer, "not-allowed", "You and somebody at this table do not play together.");
    int64_t wait_ms = seating_wait_ms(facts->abandoned, facts->abandoned_ms, at->app->now_ms);
    if (!options->rated || !wait_ms)
        return true;
    refuse(answer, "limit", "");
    struct base_out out = base_out_cut(answer->text, sizeof answer->text);
    seating_put_wait(&out, facts->abandoned, wait_ms);
    return false;
}

void seating_mute(const struct hosted_table *at, const struct table_request *request)
{
    (void)at;
    if (request->facts)
        request->session->muted |= request->facts->muted;
}
