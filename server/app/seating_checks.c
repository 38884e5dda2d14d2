/* seating_checks.c - asks the store about a guest before the guest takes a seat, and which players to mute when a guest
 * attaches; see app_internal.h and docs/developers/players.md.
 *
 * Blocks and abandoned games are not in the table's log, so the request waits for the store's answer. The answer is
 * valid for the present seating only. If the seating changes before the request is handled, the store is asked
 * again. */
#include "app_internal.h"

#include "server/identity/name_skeleton.h"

#include <stdlib.h>
#include <string.h>

enum {
    MINUTE_MS = 60 * 1000,
    SINCE_MS = 7 * 24 * 3600 * 1000, /* how long an abandoned game counts */
    STEP_MS = 10 * MINUTE_MS,        /* waiting time for each abandoned game after the first */
    WAIT_MAX_MS = 60 * MINUTE_MS,    /* maximum waiting time */
};

struct seating_facts {
    uint32_t seating_number; /* table_seating_number when the store was asked */
    uint8_t muted;           /* seats */
    bool blocked, name_taken;
    int64_t abandoned, abandoned_ms;
};

struct seating_check {
    struct store_job job;
    struct store_value value[STORE_SEATS + 4];
    char skeleton[TABLE_NAME_SIZE];
    char id[STORE_SEATS + 2][TABLE_ID_SIZE]; /* the guest, the guests with seats, and the host */
    struct seating_facts facts;
};

int64_t seating_abandoned_since_ms(const struct app *app) { return app->now_ms - SINCE_MS; }

int64_t seating_abandoned_wait_ms(int64_t abandoned, int64_t last_ms, int64_t now_ms)
{
    int64_t whole_ms = (abandoned - 1) * STEP_MS < WAIT_MAX_MS ? (abandoned - 1) * STEP_MS : WAIT_MAX_MS;
    return abandoned > 1 && last_ms + whole_ms > now_ms ? last_ms + whole_ms - now_ms : 0;
}

void seating_put_wait_reason(struct base_out *out, int64_t abandoned, int64_t wait_ms)
{
    base_printf(out,
                "You left %d rated games within a week. You can join the next one in %d minutes; games that are not "
                "rated are open to you.",
                (int)abandoned, (int)((wait_ms + MINUTE_MS - 1) / MINUTE_MS));
}

bool seating_rows_allow(const struct store_job *job, bool rated, int64_t now_ms, struct app_error *error,
                        char text[200])
{
    struct base_out out = base_out_cut(text, 200);
    for (size_t i = 0; job->status == STORE_DONE && i < job->rows_n; i++) {
        const struct store_value *column = job->row[i].column;
        bool left = rated && strcmp(column[0].text, "abandoned") == 0;
        int64_t wait_ms = left ? seating_abandoned_wait_ms(column[2].number, column[3].number, now_ms) : 0;
        if (strcmp(column[0].text, "named") == 0 && column[2].number) {
            *error = app_error_name_taken;
            return false;
        }
        if (wait_ms) {
            seating_put_wait_reason(&out, column[2].number, wait_ms);
            *error = (struct app_error){"limit", text, NULL, 0};
            return false;
        }
    }
    return true;
}

void seating_put_name_skeleton(struct base_out *out, const struct table_request *request)
{
    const char *chosen = request->message.name;
    name_put_skeleton(out, *chosen ? chosen : request->session->name);
}

bool seating_check_needs_store(const struct hosted_table *at, const struct table_request *request)
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
    if (strcmp(column[0].text, "named") == 0)
        facts->name_taken = column[2].number > 0;
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
    app_note_job_done(at->app, job);
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

void seating_check_ask_store(struct hosted_table *at, struct table_request *request)
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
    struct base_out skeleton = base_out_cut(check->skeleton, sizeof check->skeleton);
    seating_put_name_skeleton(&skeleton, request);
    check->value[STORE_SEATS + 2] = store_number(seating_abandoned_since_ms(at->app));
    check->value[STORE_SEATS + 3] = store_text(check->skeleton);
    check->job = (struct store_job){
        .op = STORE_SEATING_CHECK, .done = checked, .owner = at, .values = check->value, .values_n = STORE_SEATS + 4};
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
    if (facts->name_taken)
        return refuse(answer, app_error_name_taken.code, app_error_name_taken.text);
    if (facts->blocked)
        return refuse(answer, "not-allowed", "You and somebody at this table do not play together.");
    int64_t wait_ms = seating_abandoned_wait_ms(facts->abandoned, facts->abandoned_ms, at->app->now_ms);
    if (!options->rated || !wait_ms)
        return true;
    refuse(answer, "limit", "");
    struct base_out out = base_out_cut(answer->text, sizeof answer->text);
    seating_put_wait_reason(&out, facts->abandoned, wait_ms);
    return false;
}

void seating_mute_players(const struct table_request *request)
{
    if (request->facts)
        request->session->about->muted |= request->facts->muted;
}
