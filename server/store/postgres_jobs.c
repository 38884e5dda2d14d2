/* postgres_jobs.c - one job as a statement with its values, and its result; see postgres_internal.h.
 *
 * Values are sent as text, but bytes (entries, hashes) as they are; results come as text, but a load's in binary. */
#include "server/store/postgres_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------------------- values */

enum { VALUES_MAX = 20 };

struct values {
    const char *value[VALUES_MAX];
    int length[VALUES_MAX]; /* of binary ones */
    int format[VALUES_MAX]; /* 1: binary */
    char number[VALUES_MAX][24];
    int n;
};

static void put_text(struct values *values, const char *text) { values->value[values->n++] = text; }

static void put_number(struct values *values, int64_t number)
{
    snprintf(values->number[values->n], sizeof values->number[0], "%" PRId64, number);
    values->value[values->n] = values->number[values->n];
    values->n++;
}

static void put_bytes(struct values *values, const void *bytes, size_t n)
{
    values->value[values->n] = (const char *)bytes;
    values->length[values->n] = (int)n;
    values->format[values->n++] = 1;
}

static bool send_values(PGconn *connection, enum postgres_statement statement, const struct values *values,
                        int binary_result)
{
    char name[8];
    snprintf(name, sizeof name, "ff%d", (int)statement);
    return PQsendQueryPrepared(connection, name, values->n, values->value, values->length, values->format,
                               binary_result) == 1;
}

/* ---------------------------------------------------------------------------------------------------------- append */

static char *put_int32(char *to, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        to[i] = (char)(number >> (24 - 8 * i));
    return to + 4;
}

/* Both arrays of an append in PostgreSQL's binary form: dimensions, whether there are NULLs, the elements' type; then
 * for the one dimension its size and first index; then each element behind its length. */
enum { ARRAY_HEAD = 20, OID_INT8 = 20, OID_BYTEA = 17 };

static char *put_array_head(char *to, uint32_t type, size_t n)
{
    to = put_int32(to, 1);
    to = put_int32(to, 0);
    to = put_int32(to, type);
    to = put_int32(to, (uint32_t)n);
    return put_int32(to, 1);
}

static size_t texts_size(const struct store_job *job)
{
    size_t size = ARRAY_HEAD;
    for (size_t i = 0; i < job->entries_n; i++)
        size += 4 + job->entries[i].length;
    return size;
}

static char *put_int64(char *to, uint64_t number)
{
    to = put_int32(to, 8); /* bytes */
    to = put_int32(to, (uint32_t)(number >> 32));
    return put_int32(to, (uint32_t)number);
}

/* The numbers, times or checksums of a job's entries as one array of bigint. */
static int64_t number_of(const struct store_job *job, size_t i) { return job->entries[i].number; }
static int64_t time_of(const struct store_job *job, size_t i) { return job->entries[i].at_ms; }
static int64_t checksum_of(const struct store_job *job, size_t i)
{
    return store_entry_checksum(job->table, &job->entries[i]);
}

static char *put_int64s(char *to, const struct store_job *job, int64_t (*of)(const struct store_job *job, size_t i))
{
    to = put_array_head(to, OID_INT8, job->entries_n);
    for (size_t i = 0; i < job->entries_n; i++)
        to = put_int64(to, (uint64_t)of(job, i));
    return to;
}

static void put_texts(char *to, const struct store_job *job)
{
    to = put_array_head(to, OID_BYTEA, job->entries_n);
    for (size_t i = 0; i < job->entries_n; i++) {
        to = put_int32(to, (uint32_t)job->entries[i].length);
        memcpy(to, job->entries[i].text, job->entries[i].length);
        to += job->entries[i].length;
    }
}

static void put_head(struct values *values, const struct store_head *head)
{
    put_text(values, head->table);
    put_text(values, head->host);
    for (int seat = 0; seat < STORE_SEATS; seat++)
        put_text(values, head->guest[seat]);
    put_number(values, head->phase);
    put_text(values, head->listed ? "true" : "false");
    put_number(values, head->owe);
    put_number(values, head->number);
    put_number(values, head->due_ms);
    put_number(values, head->changed_ms);
    put_text(values, head->about);
    put_number(values, head->over_ms);
    put_text(values, head->origin);
}

/* Puts the entries' columns behind the head's values, and sends it all: $18 to $20 of an append are their times, texts
 * and checksums, $17 to $20 of a rewrite their numbers before these. */
static bool send_entries(PGconn *connection, const struct store_job *job, enum postgres_statement statement,
                         struct values *values)
{
    size_t numbers = ARRAY_HEAD + job->entries_n * 12, texts = texts_size(job);
    char *arrays = (char *)malloc(3 * numbers + texts), *at = arrays;
    if (!arrays)
        return false;
    if (job->op == STORE_REWRITE) {
        at = put_int64s(at, job, number_of);
        put_bytes(values, at - numbers, numbers);
    }
    at = put_int64s(at, job, time_of);
    put_bytes(values, at - numbers, numbers);
    put_texts(at, job);
    put_bytes(values, at, texts);
    put_int64s(at + texts, job, checksum_of);
    put_bytes(values, at + texts, numbers);
    bool sent = send_values(connection, statement, values, 0);
    free(arrays);
    return sent;
}

static bool send_append(PGconn *connection, const struct store_job *job)
{
    struct values values = {0};
    bool members = job->members || job->entries[0].number == 1;
    put_head(&values, job->head);
    put_number(&values, job->entries[0].number);
    return send_entries(connection, job, members ? POSTGRES_APPEND_MEMBERS : POSTGRES_APPEND, &values);
}

static bool send_rewrite(PGconn *connection, const struct store_job *job)
{
    struct values values = {0};
    put_head(&values, job->head);
    return send_entries(connection, job, POSTGRES_REWRITE, &values);
}

/* ---------------------------------------------------------------------------------------------------------- others */

static bool send_guest(PGconn *connection, const struct store_job *job)
{
    struct values values = {0};
    switch (job->op) {
    case STORE_GUEST_ADD:
        put_text(&values, job->guest->guest);
        put_bytes(&values, job->guest->token_hash, STORE_HASH_SIZE);
        put_text(&values, job->guest->name);
        put_number(&values, job->guest->made_ms);
        put_number(&values, job->guest->seen_ms);
        return send_values(connection, POSTGRES_GUEST_ADD, &values, 0);
    case STORE_GUEST_NAME:
        put_text(&values, job->guest->guest);
        put_text(&values, job->guest->name);
        return send_values(connection, POSTGRES_GUEST_NAME, &values, 0);
    case STORE_GUEST_SEEN:
        put_text(&values, job->guest->guest);
        put_number(&values, job->guest->seen_ms);
        return send_values(connection, POSTGRES_GUEST_SEEN, &values, 0);
    case STORE_GUEST_FIND:
        put_bytes(&values, job->guest->token_hash, STORE_HASH_SIZE);
        return send_values(connection, POSTGRES_GUEST_FIND, &values, 0);
    default:
        put_text(&values, job->guest->guest);
        return send_values(connection, job->op == STORE_GUEST_GET ? POSTGRES_GUEST_GET : POSTGRES_GUEST_DELETE, &values,
                           0);
    }
}

static bool send_list(PGconn *connection, const struct store_job *job)
{
    struct values values = {0};
    enum postgres_statement statement = POSTGRES_LISTED;
    if (job->op == STORE_LIST_GUEST || job->op == STORE_LIST_GUESTS) {
        put_text(&values, job->guest->guest);
        statement = job->op == STORE_LIST_GUEST ? POSTGRES_OF_GUEST : POSTGRES_GUESTS;
    } else if (job->op == STORE_LIST_DUE) {
        put_number(&values, job->from_ms);
        put_text(&values, job->table);
        put_number(&values, job->at_ms);
        statement = POSTGRES_DUE;
    } else if (job->op == STORE_LIST_ALL || job->op == STORE_LIST_TABLE) {
        put_text(&values, job->table);
        statement = job->op == STORE_LIST_ALL ? POSTGRES_TABLES : POSTGRES_TABLE;
    }
    put_number(&values, STORE_LIST_MAX);
    return send_values(connection, statement, &values, 0);
}

static bool send_load(PGconn *connection, const struct store_job *job)
{
    struct values values = {0};
    put_text(&values, job->table);
    put_number(&values, job->after);
    return send_values(connection, POSTGRES_LOAD, &values, 1);
}

static bool send_delete(PGconn *connection, const struct store_job *job)
{
    struct values values = {0};
    put_text(&values, job->table);
    put_number(&values, job->after);
    put_number(&values, STORE_TABLE_DELETED);
    put_number(&values, job->at_ms);
    return send_values(connection, POSTGRES_FORGET, &values, 0);
}

static bool send_count(PGconn *connection, const struct store_job *job)
{
    struct values values = {0};
    put_text(&values, job->origin);
    return send_values(connection, POSTGRES_COUNT_LISTED, &values, 0);
}

static bool send_keep(PGconn *connection, const struct store_job *job)
{
    const struct table_entry *entry = &job->entries[0];
    struct values values = {0};
    put_text(&values, job->table);
    put_number(&values, entry->number);
    put_number(&values, entry->at_ms);
    put_bytes(&values, entry->text, entry->length);
    put_number(&values, store_entry_checksum(job->table, entry));
    return send_values(connection, POSTGRES_KEEP, &values, 0);
}

static bool send_mark(PGconn *connection, const struct store_job *job)
{
    struct values values = {0};
    put_text(&values, job->table);
    put_number(&values, job->after);
    put_number(&values, job->at_ms);
    put_number(&values, job->from_ms);
    return send_values(connection, POSTGRES_MARK, &values, 0);
}

static bool send_clock(PGconn *connection, const struct store_job *job)
{
    struct values values = {0};
    if (job->op == STORE_CLOCK_SET)
        put_number(&values, job->at_ms);
    return send_values(connection, job->op == STORE_CLOCK_SET ? POSTGRES_CLOCK_SET : POSTGRES_CLOCK, &values, 0);
}

static bool send_guests_mark(PGconn *connection, const struct store_job *job)
{
    struct values values = {0};
    put_number(&values, job->from_ms);
    put_number(&values, job->at_ms);
    put_number(&values, STORE_LIST_MAX);
    return send_values(connection, POSTGRES_GUESTS_MARK, &values, 0);
}

static bool send_guests_forget(PGconn *connection, const struct store_job *job)
{
    struct values values = {0};
    put_number(&values, job->at_ms);
    put_number(&values, job->after < STORE_LIST_MAX ? job->after : STORE_LIST_MAX);
    return send_values(connection, POSTGRES_GUESTS_FORGET, &values, 0);
}

bool store_postgres_job_send(PGconn *connection, const struct store_job *job)
{
    switch (job->op) {
    case STORE_APPEND: return send_append(connection, job);
    case STORE_LOAD: return send_load(connection, job);
    case STORE_GUEST_ADD:
    case STORE_GUEST_NAME:
    case STORE_GUEST_SEEN:
    case STORE_GUEST_FIND:
    case STORE_GUEST_GET:
    case STORE_GUEST_DELETE: return send_guest(connection, job);
    case STORE_TABLE_DELETE: return send_delete(connection, job);
    case STORE_REWRITE: return send_rewrite(connection, job);
    case STORE_COUNT_LISTED: return send_count(connection, job);
    case STORE_COMPACT: return send_keep(connection, job);
    case STORE_TABLE_MARK: return send_mark(connection, job);
    case STORE_GUESTS_MARK: return send_guests_mark(connection, job);
    case STORE_GUESTS_DELETE: return send_guests_forget(connection, job);
    case STORE_CLOCK:
    case STORE_CLOCK_SET: return send_clock(connection, job);
    default: return send_list(connection, job);
    }
}

bool store_postgres_say_send(PGconn *connection, const char *text)
{
    struct values values = {0};
    put_text(&values, text);
    return send_values(connection, POSTGRES_SAY, &values, 0);
}

/* --------------------------------------------------------------------------------------------------------- results */

static int64_t binary_int64(const char *bytes)
{
    uint64_t number = 0;
    for (int i = 0; i < 8; i++)
        number = number << 8 | (unsigned char)bytes[i];
    return (int64_t)number;
}

static bool take_entries(struct store_job *job, const PGresult *result)
{
    for (int row = 0; row < PQntuples(result); row++) {
        struct table_entry entry = {(uint32_t)binary_int64(PQgetvalue(result, row, 0)),
                                    binary_int64(PQgetvalue(result, row, 1)), PQgetvalue(result, row, 2),
                                    (size_t)PQgetlength(result, row, 2)};
        if (!store_result_add_entry(job, &entry, binary_int64(PQgetvalue(result, row, 3))))
            return false;
    }
    return true;
}

static void get_text(const PGresult *result, int row, int column, char *to, size_t size)
{
    store_result_copy_text(to, size, PQgetvalue(result, row, column), (size_t)PQgetlength(result, row, column));
}

static int64_t get_number(const PGresult *result, int row, int column)
{
    return strtoll(PQgetvalue(result, row, column), NULL, 10);
}

static void get_head(const PGresult *result, int row, struct store_head *head)
{
    get_text(result, row, 0, head->table, sizeof head->table);
    get_text(result, row, 1, head->host, sizeof head->host);
    for (int seat = 0; seat < STORE_SEATS; seat++)
        get_text(result, row, 2 + seat, head->guest[seat], sizeof head->guest[seat]);
    head->phase = (uint8_t)get_number(result, row, 7);
    head->listed = PQgetvalue(result, row, 8)[0] == 't';
    head->owe = (uint8_t)get_number(result, row, 9);
    head->number = (uint32_t)get_number(result, row, 10);
    head->due_ms = get_number(result, row, 11);
    head->changed_ms = get_number(result, row, 12);
    get_text(result, row, 13, head->about, sizeof head->about);
    head->over_ms = get_number(result, row, 14);
    get_text(result, row, 15, head->origin, sizeof head->origin);
    head->kept = (uint32_t)get_number(result, row, 16);
    head->marked_ms = get_number(result, row, 17);
}

static bool take_heads(struct store_job *job, const PGresult *result)
{
    for (int row = 0; row < PQntuples(result); row++) {
        struct store_head *head = store_result_add_head(job);
        if (!head)
            return false;
        get_head(result, row, head);
    }
    return true;
}

static void get_guest(const PGresult *result, int row, struct store_guest *guest)
{
    get_text(result, row, 0, guest->guest, sizeof guest->guest);
    get_text(result, row, 1, guest->name, sizeof guest->name);
    guest->made_ms = get_number(result, row, 2);
    guest->seen_ms = get_number(result, row, 3);
    guest->marked_ms = get_number(result, row, 4);
}

static bool take_guests(struct store_job *job, const PGresult *result)
{
    for (int row = 0; row < PQntuples(result); row++) {
        struct store_guest *guest = store_result_add_guest(job);
        if (!guest)
            return false;
        get_guest(result, row, guest);
    }
    return true;
}

bool store_postgres_job_result(struct store_job *job, const PGresult *result)
{
    bool any = PQntuples(result) > 0;
    job->status = STORE_DONE;
    job->fault[0] = '\0'; /* of a first attempt */
    switch (job->op) {
    case STORE_APPEND:
    case STORE_REWRITE:
    case STORE_COMPACT:
    case STORE_TABLE_MARK:
    case STORE_GUEST_ADD: job->status = any ? STORE_DONE : STORE_CONFLICT; return true;
    case STORE_TABLE_DELETE:
        job->status = !any ? STORE_NOT_FOUND : PQgetvalue(result, 0, 0)[0] == 't' ? STORE_DONE : STORE_CONFLICT;
        return true;
    case STORE_COUNT_LISTED:
    case STORE_GUESTS_MARK:
    case STORE_GUESTS_DELETE: job->count = (uint64_t)get_number(result, 0, 0); return true;
    case STORE_CLOCK:
        job->at_ms = any ? get_number(result, 0, 0) : 0;
        job->from_ms = any ? get_number(result, 0, 1) : 0;
        return true;
    case STORE_CLOCK_SET: return true;
    case STORE_GUEST_SEEN:
    case STORE_GUEST_DELETE:
    case STORE_GUEST_NAME: job->status = any ? STORE_DONE : STORE_NOT_FOUND; return true;
    case STORE_GUEST_FIND:
    case STORE_GUEST_GET:
        job->status = any ? STORE_DONE : STORE_NOT_FOUND;
        if (any)
            get_guest(result, 0, job->guest);
        return true;
    case STORE_LOAD: return take_entries(job, result);
    case STORE_LIST_GUESTS: return take_guests(job, result);
    default: return take_heads(job, result);
    }
}
