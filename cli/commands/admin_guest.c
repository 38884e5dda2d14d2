/* admin_guest.c - exports, renames or deletes one guest's data in all logs; see admin.h. A log names a guest only in
 * the entries that create the table or seat the guest (with a name). All other entries have only the seat. So the
 * command reads all logs from the beginning and tracks who sits where. That takes a while in a large store but misses
 * nothing, not even tables that the guest left before the game.
 *
 * This is the only exception to the rule that logs only grow. The guest's data is overwritten, entry by entry, and
 * every server that has the table open loads it again. Before a changed log is stored, it is applied to a table, to
 * make sure that it is still valid. */
#include "admin.h"

#include "cli/json_output.h"
#include "engine/base/words.h"
#include "server/app/app.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { LOG_TEXT_MAX = 1 << 21 };

/* A walk over a log, with the changes to make and the facts found. */
struct walk {
    const char *guest;
    const char *name;          /* the guest's new name; NULL: no change */
    char other[TABLE_ID_SIZE]; /* the id that replaces the guest's; "": no change */
    bool silence;              /* delete what the guest said */
    struct base_out *entries;  /* receives the guest's entries as JSON, after a '['; may be NULL */
    /* Facts found on the way. */
    char sits[STORE_SEATS][TABLE_ID_SIZE];
    bool host, sat, others; /* the guest is the host; the guest had a seat; somebody else had a seat */
};

/* -------------------------------------------------------------------------------------------------------- one entry */

static void put_word(struct base_out *out, const struct base_word *word)
{
    base_put_bytes(out, word->text, word->length);
    base_put_char(out, ' ');
}

/* Changes an entry `create ... host GUEST ...`. */
static bool change_create(struct walk *walk, const struct table_entry *entry, struct base_out *out)
{
    char line[8 + TABLE_ID_SIZE];
    snprintf(line, sizeof line, "\nhost %s", walk->guest);
    size_t n = strlen(line);
    for (size_t i = 0; i + n <= entry->length; i++)
        if (memcmp(entry->text + i, line, n) == 0) {
            walk->host = true;
            base_put_bytes(out, entry->text, i);
            base_put(out, "\nhost ");
            base_put(out, *walk->other ? walk->other : walk->guest);
            base_put_bytes(out, entry->text + i + n, entry->length - i - n);
            return true;
        }
    base_put_bytes(out, entry->text, entry->length);
    return false;
}

/* Changes an entry `sit SEAT GUEST MIX NAME` or `take SEAT GUEST NAME`. */
static bool change_sit(struct walk *walk, const struct base_word *verb, struct base_words *words, unsigned seat,
                       struct base_out *out)
{
    struct base_word guest, mix;
    bool mixes = base_word_is(verb, "sit");
    base_words_next(words, &guest);
    if (mixes)
        base_words_next(words, &mix);
    struct base_word name = base_words_rest(words);
    bool is = base_word_is(&guest, walk->guest);
    snprintf(walk->sits[seat], TABLE_ID_SIZE, "%.*s", (int)guest.length, guest.text);
    walk->sat |= is;
    walk->others |= !is;
    put_word(out, verb);
    base_put_unsigned(out, seat);
    base_put_char(out, ' ');
    if (is && *walk->other) {
        base_put(out, walk->other);
        base_put_char(out, ' ');
    } else {
        put_word(out, &guest);
    }
    if (mixes)
        put_word(out, &mix);
    if (is && walk->name)
        base_put(out, walk->name);
    else
        base_put_bytes(out, name.text, name.length);
    return is;
}

/* Deletes the text of an entry `say SEAT ID TEXT` or `chat SEAT TEXT`. */
static void silence(const struct base_word *verb, struct base_words *words, unsigned seat, struct base_out *out)
{
    struct base_word id;
    put_word(out, verb);
    base_put_unsigned(out, seat);
    base_put_char(out, ' ');
    if (base_word_is(verb, "say")) {
        base_words_next(words, &id);
        put_word(out, &id);
    }
    base_put(out, "[deleted]");
}

/* Appends an entry with the guest's data changed. Returns whether the entry concerns the guest. */
static bool change_entry(struct walk *walk, const struct table_entry *entry, struct base_out *out)
{
    struct base_words words = base_words_in_lines(entry->text, entry->length);
    struct base_word verb = {0}, number = {0};
    unsigned seat = 0;
    base_words_line(&words);
    base_words_next(&words, &verb);
    if (base_word_is(&verb, "create"))
        return change_create(walk, entry, out);
    base_words_next(&words, &number);
    bool seated = base_word_number(&number, STORE_SEATS - 1, &seat);
    if (seated && (base_word_is(&verb, "sit") || base_word_is(&verb, "take")))
        return change_sit(walk, &verb, &words, seat, out);
    bool theirs = seated && strcmp(walk->sits[seat], walk->guest) == 0;
    if (seated && base_word_is(&verb, "stand"))
        walk->sits[seat][0] = '\0';
    if (theirs && walk->silence && (base_word_is(&verb, "say") || base_word_is(&verb, "chat")))
        silence(&verb, &words, seat, out);
    else
        base_put_bytes(out, entry->text, entry->length);
    return theirs;
}

/* ------------------------------------------------------------------------------------------------------ a whole log */

static void print_entry(struct walk *walk, const struct table_entry *entry)
{
    char time[32], *text = malloc(entry->length + 1);
    if (!walk->entries || !text || (entry->length > 6 && memcmp(entry->text, "create", 6) == 0)) {
        free(text); /* entry 1 is left out, because apart from the host it is not the guest's data (it has the seed) */
        return;
    }
    memcpy(text, entry->text, entry->length);
    text[entry->length] = '\0';
    cli_json_begin_line(walk->entries);
    base_json_open(walk->entries, '{');
    base_json_number(walk->entries, "number", entry->number);
    base_json_string(walk->entries, "at", admin_format_time(entry->at_ms, time));
    base_json_string(walk->entries, "entry", text);
    base_json_close(walk->entries, '}');
    free(text);
}

/* Appends a stored entry, possibly compacted from many (server/table/log_compaction.c), with the guest's data changed.
 * Returns whether it concerns the guest. */
static bool change_stored(struct walk *walk, const struct table_entry *stored, struct base_out *out, char *scratch)
{
    struct table_entry_reader kept = table_entry_reader(stored);
    struct table_entry entry;
    bool any = false, many = table_entry_is_compacted(stored);
    base_put(out, many ? "kept\n" : "");
    while (table_entry_read_next(&kept, &entry)) {
        struct base_out one = base_out_of(scratch, LOG_TEXT_MAX);
        if (change_entry(walk, &entry, &one)) {
            any = true;
            print_entry(walk, &entry);
        }
        if (many) {
            base_put_unsigned(out, entry.number);
            base_put_char(out, ' ');
            base_put_number(out, entry.at_ms);
            base_put_char(out, ' ');
            base_put_unsigned(out, one.length);
            base_put_char(out, '\n');
        }
        base_put_bytes(out, one.text, one.length);
        base_put(out, many ? "\n" : "");
    }
    return any;
}

/* A log with a guest's data changed. */
struct changed {
    struct table_entry *entries; /* all entries */
    struct table_entry *changes; /* only the changed entries */
    size_t entries_n, changes_n;
    char *text, *scratch;
};

static void changed_free(struct changed *changed)
{
    free(changed->entries);
    free(changed->changes);
    free(changed->text);
    free(changed->scratch);
}

static bool change_log(struct walk *walk, const struct admin_log *log, struct changed *changed)
{
    *changed = (struct changed){.entries = calloc(log->n + 1, sizeof *changed->entries),
                                .changes = calloc(log->n + 1, sizeof *changed->changes),
                                .text = malloc(LOG_TEXT_MAX),
                                .scratch = malloc(LOG_TEXT_MAX)};
    if (!changed->entries || !changed->changes || !changed->text || !changed->scratch) {
        cli_error("out of memory");
        return false;
    }
    struct base_out out = base_out_of(changed->text, LOG_TEXT_MAX);
    for (size_t i = 0; i < log->n; i++) {
        const struct table_entry *entry = &log->entries[i];
        size_t from = out.length;
        bool any = change_stored(walk, entry, &out, changed->scratch);
        changed->entries[changed->entries_n++] =
            (struct table_entry){entry->number, entry->at_ms, changed->text + from, out.length - from};
        if (any)
            changed->changes[changed->changes_n++] =
                (struct table_entry){entry->number, entry->at_ms, changed->text + from, out.length - from};
    }
    if (!base_out_whole(&out))
        cli_error("a log is too long");
    return base_out_whole(&out);
}

/* Replays a log's entries and returns the table. Returns NULL after printing an error if they are not valid. */
static struct table *made_of(const char *id, const struct table_entry *entries, size_t n)
{
    struct table *table = table_new(id);
    struct base_error error;
    if (!table || table_replay(table, entries, n, &error))
        return table;
    cli_error("table %.6s: after entry %u: %s", id, table_last_number(table), error.message);
    table_free(table);
    return NULL;
}

/* -------------------------------------------------------------------------------------------------------- one table */

/* Makes the guest leave the table. Before the game the seat becomes free, during the game a bot takes over. Returns
 * false if the store failed. Sets *again if a server wrote in the meantime. */
static bool stand_up(struct admin *admin, const struct store_head *head, const char *guest, bool *again)
{
    struct admin_log log;
    char text[TABLE_ENTRY_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    if (!admin_load_log(admin, head->table, &log))
        return false;
    struct table *table = made_of(head->table, log.entries, log.n);
    int seat = table ? table_seat_of(table, guest) : FF_NOBODY;
    struct table_answer answer = {.verdict = TABLE_NO};
    if (seat != FF_NOBODY && table_phase(table) == TABLE_OPEN)
        answer = table_validate_leave(table, seat, &out);
    else if (seat != FF_NOBODY)
        answer = table_validate_away(table, seat, &out);
    bool good = true;
    if (answer.verdict == TABLE_YES) {
        int64_t at_ms = table_changed_ms(table) + 1;
        struct table_entry entry = {table_last_number(table) + 1, at_ms, text, out.length};
        struct base_error error;
        struct store_head after = *head;
        struct store_job job = {.op = STORE_APPEND,
                                .append = {.head = &after, .entries = &entry, .n = 1, .members = true}};
        memcpy(job.table, head->table, sizeof job.table);
        good = table_apply(table, &entry, &error);
        if (good) {
            app_fill_table_head(table, &after);
            good = admin_run_job(admin, &job, NULL);
            *again = job.status == STORE_CONFLICT;
        }
    }
    table_free(table);
    admin_log_free(&log);
    return good;
}

static void replace_id(char id[TABLE_ID_SIZE], const struct walk *walk)
{
    if (*walk->other && strcmp(id, walk->guest) == 0)
        memcpy(id, walk->other, TABLE_ID_SIZE);
}

/* Returns whether the changed log still names the guest, as a later version of the program might do in new kinds of
 * entries. */
static bool still_named(const struct walk *walk, const struct changed *changed)
{
    size_t n = strlen(walk->guest);
    for (size_t i = 0; i < changed->entries_n; i++)
        for (size_t at = 0; at + n <= changed->entries[i].length; at++)
            if (memcmp(changed->entries[i].text + at, walk->guest, n) == 0) {
                cli_error("entry %u names the guest in a way that this program does not know",
                          changed->entries[i].number);
                return true;
            }
    return false;
}

static bool store_change(struct admin *admin, const struct walk *walk, const struct store_head *head,
                         const struct changed *changed, bool *again)
{
    if (*walk->other && still_named(walk, changed))
        return false;
    struct table *table = made_of(head->table, changed->entries, changed->entries_n);
    if (!table)
        return false;
    struct store_head after = *head;
    struct base_out about = base_out_of(after.about, sizeof after.about);
    after.number = table_last_number(table);
    replace_id(after.host, walk);
    for (int i = 0; i < STORE_SEATS; i++)
        replace_id(after.guest[i], walk);
    table_summary(table, &about);
    struct store_job job = {
        .op = STORE_REWRITE,
        .append = {.head = &after, .entries = changed->changes, .n = changed->changes_n, .members = true}};
    memcpy(job.table, head->table, sizeof job.table);
    table_free(table);
    if (!admin_run_job(admin, &job, NULL))
        return false;
    *again = job.status == STORE_CONFLICT;
    return true;
}

static bool delete_table(struct admin *admin, const struct store_head *head, uint32_t number, bool *again)
{
    struct store_job job = {.op = STORE_TABLE_DELETE, .stand.number = number};
    memcpy(job.table, head->table, sizeof job.table);
    if (!admin_run_job(admin, &job, NULL))
        return false;
    *again = job.status == STORE_CONFLICT;
    return true;
}

/* A change or an export of one guest's data at all tables. */
struct task {
    struct admin *admin;
    const char *guest, *name;
    bool forget;
    struct base_out *entries, *out; /* the guest's entries of one table as JSON; the output */
    int tables, deleted;
};

/* Makes one attempt to change a table. Sets *again if a server wrote in the meantime, and *found if the guest is in the
 * table's log. */
static bool change_table(struct task *task, const struct store_head *head, bool *found, bool *again)
{
    struct walk walk = {.guest = task->guest, .name = task->name, .silence = task->forget};
    struct admin_log log;
    struct changed changed;
    uint8_t random[TABLE_ID_BYTES];
    *again = false;
    if (task->forget && getrandom(random, sizeof random, 0) == sizeof random)
        /* Each table gets a different id, so that the remaining entries cannot be linked to each other. */
        table_id_from_random(random, walk.other);
    if (!admin_load_log(task->admin, head->table, &log))
        return false;
    bool good = change_log(&walk, &log, &changed);
    *found = walk.host || walk.sat;
    uint32_t number = log.n ? log.entries[log.n - 1].number : 0;
    bool alone = task->forget && !walk.others;
    if (good && *found && alone) {
        good = delete_table(task->admin, head, number, again);
        task->deleted += good && !*again;
    } else if (good && *found) {
        struct store_head present = *head;
        present.number = number;
        good = store_change(task->admin, &walk, &present, &changed, again);
    }
    changed_free(&changed);
    admin_log_free(&log);
    return good;
}

static bool settle_table(void *context, const struct store_head *head)
{
    struct task *task = context;
    bool found = false, again = true;
    for (int i = 0; again && i < ADMIN_TRIES; i++) {
        again = false;
        if (task->forget && !stand_up(task->admin, head, task->guest, &again))
            return false;
        if (!again && !change_table(task, head, &found, &again))
            return false;
    }
    task->tables += found;
    if (again)
        cli_error("table %.6s changes all the time; try again", head->table);
    return !again && (!found || admin_give_order(task->admin, MODERATION_TABLE_REPLACED, head->table, ""));
}

/* ------------------------------------------------------------------------------------------------------------ verbs */

static const char *tables(int n) { return n == 1 ? "table" : "tables"; }

int admin_rename_guest(struct admin *admin, const struct store_guest *guest, const char *name)
{
    struct store_guest renamed = *guest;
    struct store_job job = {.op = STORE_GUEST_NAME, .guest = &renamed};
    struct task task = {.admin = admin, .guest = guest->guest, .name = name};
    snprintf(renamed.name, sizeof renamed.name, "%s", name);
    if (!admin_run_job(admin, &job, NULL) || !admin_for_each_table(admin, settle_table, &task) ||
        !admin_give_order(admin, MODERATION_GUEST_CHANGED, guest->guest, ""))
        return CLI_USAGE;
    cli_printf("%s is now called %s, at %d %s too\n", guest->guest, CLI_SAFE(name), task.tables, tables(task.tables));
    return CLI_OK;
}

/* A guest's programs, which the store deletes with the guest. */
struct programs {
    struct store_guest guest[STORE_BOTS_MAX];
    size_t n;
};

static void take_programs(struct store_job *job)
{
    struct programs *programs = job->owner;
    for (size_t i = 0; i < job->rows_n && i < STORE_BOTS_MAX; i++)
        snprintf(programs->guest[programs->n++].guest, TABLE_ID_SIZE, "%s", job->row[i].column[0].text);
}

/* Deletes one guest's data. Sets *found if the guest existed. For a guest's program it is set already, because the
 * store has deleted the program with its owner. */
static bool forget(struct task *task, const struct store_guest *guest, bool *found)
{
    struct store_guest gone = *guest;
    struct store_job job = {.op = STORE_GUEST_DELETE, .guest = &gone};
    task->guest = guest->guest;
    if (!admin_run_job(task->admin, &job, NULL))
        return false;
    *found |= job.status == STORE_DONE;
    return (!*found || admin_give_order(task->admin, MODERATION_GUEST_CHANGED, guest->guest, "")) &&
           admin_for_each_table(task->admin, settle_table, task);
}

int admin_forget_guest(struct admin *admin, const struct store_guest *guest)
{
    struct programs programs = {.n = 0};
    struct store_value owner = store_text(guest->guest);
    struct store_job list = {.op = STORE_BOTS, .owner = &programs, .values = &owner, .values_n = 1};
    struct task task = {.admin = admin, .name = "Deleted", .forget = true};
    bool found = false, program_found = true;
    if (!admin_run_job(admin, &list, take_programs) || !forget(&task, guest, &found))
        return CLI_USAGE;
    for (size_t i = 0; i < programs.n; i++)
        if (!forget(&task, &programs.guest[i], &program_found))
            return CLI_USAGE;
    if (!found && !task.tables) {
        cli_error("admin: there is no guest \"%s\", and no table names one", guest->guest);
        return CLI_USAGE;
    }
    cli_printf("%s is forgotten: %d %s deleted, %d rewritten\n", guest->guest, task.deleted, tables(task.deleted),
               task.tables - task.deleted);
    return CLI_OK;
}

static void print_table(struct task *task, const struct store_head *head, bool host)
{
    char time[32];
    struct base_out *out = task->out;
    cli_json_begin_line(out);
    base_json_open(out, '{');
    base_json_string(out, "table", head->table);
    base_json_string(out, "changed", admin_format_time(head->changed_ms, time));
    base_json_flag(out, "host", host);
    base_json_key(out, "entries");
    cli_json_end(out, stdout);
    cli_print_for_programs(stdout, task->entries->text, true);
    base_out_clear(out);
    base_json_close(out, '}');
}

/* Prints one table of an export. */
static bool export_table(void *context, const struct store_head *head)
{
    struct task *task = context;
    struct walk walk = {.guest = task->guest, .entries = task->entries};
    struct admin_log log;
    struct changed changed;
    if (!admin_load_log(task->admin, head->table, &log))
        return false;
    base_out_clear(task->entries);
    base_json_open(task->entries, '[');
    bool good = change_log(&walk, &log, &changed);
    base_json_close(task->entries, ']');
    if (good && !base_out_whole(task->entries)) {
        cli_error("admin: the entries of table %s about this guest are too long to print", head->table);
        good = false;
    }
    if (good && (walk.host || walk.sat))
        print_table(task, head, walk.host);
    changed_free(&changed);
    admin_log_free(&log);
    return good;
}

/* Enough for the JSON of a whole log: quoting makes bytes longer, and each entry needs about 60 more bytes for member
 * names and time. */
enum { ENTRIES_TEXT_MAX = (BASE_JSON_GROWTH + 10) * LOG_TEXT_MAX };

int admin_export_guest(struct admin *admin, const struct store_guest *guest)
{
    char *room = malloc(ENTRIES_TEXT_MAX), text[CLI_JSON_MAX], time[32];
    if (!room) {
        cli_error("out of memory");
        return CLI_USAGE;
    }
    struct base_out entries = base_out_of(room, ENTRIES_TEXT_MAX), out = base_out_of(text, sizeof text);
    struct task task = {.admin = admin, .guest = guest->guest, .entries = &entries, .out = &out};
    base_json_open(&out, '{');
    base_json_string(&out, "guest", guest->guest);
    base_json_string(&out, "name", guest->name);
    base_json_string(&out, "made", admin_format_time(guest->made_ms, time));
    base_json_string(&out, "seen", admin_format_time(guest->seen_ms, time));
    base_json_flag(&out, "banned", moderation_ban_reason(admin->moderation, guest->guest));
    base_json_begin(&out, "tables", '[');
    bool good = admin_for_each_table(admin, export_table, &task);
    base_put(&out, "]}\n");
    cli_json_end(&out, stdout);
    free(room);
    return good ? CLI_OK : CLI_USAGE;
}
