/* log_append.c - drafts entries, applies them to a table and appends them to its log in the store; see
 * app_internal.h. */
#include "app_internal.h"

#include "engine/base/words.h"

#include <stdlib.h>
#include <string.h>

struct log_draft *log_draft_begin(struct app *app)
{
    base_out_clear(&app->draft.out);
    app->draft.n = 0;
    app->draft.start[0] = 0;
    return &app->draft;
}

void log_draft_end_entry(struct log_draft *draft) { draft->start[++draft->n] = draft->out.length; }

/* --------------------------------------------------------------------------------------------------------- the head */

static int64_t earlier_ms(int64_t a, int64_t b) { return !a || (b && b < a) ? b : a; }

/* Returns when a server must next look at the table, even if nobody is connected. */
static int64_t head_due_ms(const struct table *table)
{
    int64_t due = table_deadline_ms(table), grace_ms = (int64_t)table_options(table)->grace_s * 1000;
    unsigned people = table_guests_to_act(table);
    if (table_bots_to_act(table) && table_has_guest(table)) /* a game without guests pauses while nobody watches */
        due = earlier_ms(due, table_changed_ms(table) + APP_BOT_LATE_MS);
    for (int i = 0; grace_ms && people >> i; i++)
        if (people >> i & 1)
            due = earlier_ms(due, table_seat(table, i)->clock_ms + grace_ms);
    return due;
}

void app_fill_table_head(const struct table *table, struct store_head *head)
{
    struct base_out about = base_out_of(head->about, sizeof head->about);
    memset(head, 0, offsetof(struct store_head, about));
    memcpy(head->table, table_id(table), TABLE_ID_LENGTH);
    memcpy(head->host, table_host_id(table), TABLE_ID_LENGTH);
    for (int i = 0; i < table_options(table)->seats; i++)
        if (table_seat(table, i)->kind == TABLE_SEAT_GUEST)
            memcpy(head->guest[i], table_seat(table, i)->guest, TABLE_ID_SIZE);
    head->phase = (uint8_t)table_phase(table);
    head->listed = table_options(table)->listed;
    head->owe = (uint8_t)table_seats_to_act(table);
    head->number = table_last_number(table);
    head->due_ms = head_due_ms(table);
    head->changed_ms = table_changed_ms(table);
    head->over_ms = table_ended_ms(table);
    table_summary(table, &about);
}

/* -------------------------------------------------------------------------------------------------------- appending */

/* Logs an entry's kind and seat, which are not secret, and the guest. */
static void log_entry(struct hosted_table *at, const struct table_entry *entry)
{
    struct base_words words = base_words_in_lines(entry->text, entry->length);
    struct base_word verb, seat;
    unsigned number;
    char kind[16] = "";
    base_words_line(&words);
    base_words_next(&words, &verb);
    memcpy(kind, verb.text, verb.length < sizeof kind ? verb.length : sizeof kind - 1);
    struct base_out out = app_log_begin(at->app, kind, NULL);
    app_log_put_table(&out, at->id);
    base_put(&out, " number=");
    base_put_unsigned(&out, entry->number);
    base_words_next(&words, &seat);
    if (base_word_number(&seat, FF_PLAYERS_MAX - 1, &number)) {
        base_put(&out, " seat=");
        base_put_unsigned(&out, number);
        app_log_put_who(&out, table_seat(at->table, (int)number)->guest, NULL);
    } else if (entry->number == 1) {
        app_log_put_who(&out, table_host_id(at->table), NULL);
    }
    app_log_end(at->app, &out);
}

void log_append_count_and_log(struct hosted_table *at, const struct log_append *append)
{
    at->app->counts.entries += (int64_t)append->job.append.n;
    at->app->counts.plays += at->current && at->current->kind == MESSAGE_PLAY;
    at->app->counts.planned_plays += at->current && at->current->kind == REQUEST_PLANNED;
    for (size_t i = 0; i < append->job.append.n; i++)
        log_entry(at, &append->entry[i]);
    if (append->ends_game) {
        at->app->counts.games_over++;
        app_log(at->app, "over", at, NULL);
    }
}

static void append_done(struct store_job *job)
{
    struct log_append *append = job->owner;
    struct hosted_table *at = append->at;
    app_note_job_done(at->app, job);
    histogram_add(&at->app->counts.commit, app_clock_us(at->app) - append->begun_us);
    if (job->status == STORE_DONE)
        log_append_count_and_log(at, append);
    at->doubt = job->status == STORE_UNKNOWN ? append : NULL;
    hosted_table_append_done(at, job->status);
    if (job->status != STORE_UNKNOWN)
        log_append_free(append);
}

void log_append_free(struct log_append *append)
{
    if (append)
        free(append->rated);
    free(append);
}

void log_append_fail(struct log_append *append)
{
    struct hosted_table *at = append->at;
    log_append_free(append);
    hosted_table_append_done(at, STORE_FAILED);
}

/* Returns whether a loaded log contains this entry. */
static bool log_has_entry(const struct store_job *load, const struct table_entry *wanted)
{
    for (size_t i = load->entries_n; i-- > 0;) {
        const struct table_entry *loaded = &load->entries[i];
        struct table_entry_reader kept = table_entry_reader(loaded);
        struct table_entry entry;
        while (loaded->number >= wanted->number && table_entry_read_next(&kept, &entry))
            if (entry.number == wanted->number)
                return entry.at_ms == wanted->at_ms && entry.length == wanted->length &&
                       memcmp(entry.text, wanted->text, wanted->length) == 0;
    }
    return false;
}

bool log_append_was_stored(const struct log_append *append, const struct store_job *load)
{
    return log_has_entry(load, &append->entry[0]);
}

static bool apply_draft(struct hosted_table *at, struct log_append *append, const struct log_draft *draft)
{
    struct base_error error;
    for (int i = 0; i < draft->n; i++) {
        struct table_entry *entry = &append->entry[i];
        *entry = (struct table_entry){table_last_number(at->table) + 1, at->app->now_ms, append->text + draft->start[i],
                                      draft->start[i + 1] - draft->start[i]};
        if (!table_apply(at->table, entry, &error)) {
            app_log(at->app, "bug", at, error.message); /* an entry that was validated must be applicable */
            return false;
        }
    }
    return true;
}

void log_append(struct hosted_table *at, const struct log_draft *draft, struct table_request *request, bool members)
{
    struct log_append *append = base_out_whole(&draft->out) ? malloc(sizeof *append + draft->out.length) : NULL;
    enum table_phase phase = table_phase(at->table);
    unsigned waited_for = notices_seats_waited_for(at->table);
    bool acts = request && (request->kind == MESSAGE_PLAY || request->kind == MESSAGE_HOLIDAY) && request->session &&
                session_seat(request->session) != FF_NOBODY;
    unsigned acted = acts ? 1u << session_seat(request->session) : 0;
    at->current = request;
    if (append)
        memcpy(append->text, draft->out.text, draft->out.length);
    if (!append || !apply_draft(at, append, draft)) {
        free(append);
        hosted_table_append_done(at, STORE_FAILED);
        return;
    }
    append->at = at;
    append->rated = NULL;
    append->ends_game = phase != TABLE_OVER && table_phase(at->table) == TABLE_OVER;
    append->job = (struct store_job){.op = STORE_APPEND,
                                     .done = append_done,
                                     .owner = append,
                                     .append.head = &append->head,
                                     .append.members = members || table_phase(at->table) != phase,
                                     .append.notices = notices_changed_by_append(at, waited_for, acted),
                                     .append.seeks = request ? request->seeks : NULL,
                                     .append.entries = append->entry,
                                     .append.n = (size_t)draft->n};
    memcpy(append->job.table, at->id, sizeof at->id);
    app_fill_table_head(at->table, &append->head);
    if (at->plans_loading || planned_turn_playable_seats(at))
        append->head.due_ms = earlier_ms(append->head.due_ms, at->app->now_ms + APP_BOT_LATE_MS);
    if (append->ends_game && daily_result(at->table, &append->result))
        append->job.append.result = &append->result;
    memcpy(append->head.origin, at->origin, sizeof append->head.origin);
    at->state = HOSTED_STORING;
    append->begun_us = app_clock_us(at->app);
    if (!append->ends_game || !table_options(at->table)->rated)
        app_submit(at->app, &append->job);
    else if (!rated_game_submit_append(append))
        log_append_fail(append);
}
