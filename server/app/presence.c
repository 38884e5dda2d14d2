/* presence.c - tracks which seats are connected to this process and to others; see app_internal.h.
 *
 * Presence is not stored in the log. Each process broadcasts changes, and repeats its state periodically. What other
 * processes receive expires. */
#include "app_internal.h"

#include "engine/base/number.h"
#include "engine/base/words.h"

#include <string.h>

unsigned presence_connected_seats(const struct hosted_table *at)
{
    unsigned here = at->here;
    for (int i = 0; i < APP_PROCESSES; i++)
        if (at->elsewhere[i].at_ms + APP_PRESENCE_TTL_MS > at->app->steady_ms)
            here |= at->elsewhere[i].here;
    return here;
}

int64_t presence_absence_ms(const struct hosted_table *at, int seat)
{
    if (!at->gone_ms[seat])
        return 0;
    int64_t gone_ms = at->app->steady_ms - at->gone_ms[seat];
    return gone_ms > 0 ? gone_ms : 1; /* at least 1, because 0 means connected */
}

void presence_record_absence(struct hosted_table *at)
{
    unsigned here = presence_connected_seats(at);
    for (int i = 0; i < FF_PLAYERS_MAX; i++)
        if (here >> i & 1)
            at->gone_ms[i] = 0;
        else if (!at->gone_ms[i])
            at->gone_ms[i] = at->app->steady_ms;
}

/* Sends "here PROCESS TABLE SEATS NUMBER" to the other processes. NUMBER is that of the table's last entry, so that a
 * process that has missed an entry loads it. Processes also send this as the answer to "who TABLE". */
void presence_broadcast(struct hosted_table *at)
{
    unsigned number = at->state == HOSTED_READY ? table_last_number(at->table) : 0;
    if (!at->app->store || !at->app->store->ops->shared)
        return;
    at->broadcast_ms = at->app->steady_ms;
    app_broadcast(at->app, "here %llu %s %u %u", (unsigned long long)at->app->process, at->id, at->here, number);
}

void presence_ask_others(struct hosted_table *at) { app_broadcast(at->app, "who %s", at->id); }

/* Records absences, and sends frames to everybody at the table if the connected seats have changed. */
static void presence_changed(struct hosted_table *at, unsigned before)
{
    presence_record_absence(at);
    if (presence_connected_seats(at) != before)
        LIST_EACH (struct attendance, attendance, &at->attendances, at_table)
            session_mark_frame_due(attendance, false);
}

void presence_look_up_seats(struct hosted_table *at, bool notifies)
{
    uint8_t here = 0, own = at->here;
    unsigned before = presence_connected_seats(at);
    LIST_EACH (struct attendance, attendance, &at->attendances, at_table) {
        attendance->seat = (uint8_t)table_seat_of(at->table, attendance->session->guest);
        if (attendance->seat != FF_NOBODY)
            here |= (uint8_t)(1u << attendance->seat);
    }
    at->here = here;
    if (here != own)
        presence_broadcast(at);
    presence_changed(at, notifies ? before : presence_connected_seats(at));
}

static void store_remote_presence(struct hosted_table *at, uint64_t process, unsigned seats)
{
    struct remote_presence *place = &at->elsewhere[0]; /* the entry of this process, or else the oldest */
    unsigned before = presence_connected_seats(at);
    for (int i = 0; i < APP_PROCESSES && place->process != process; i++)
        if (at->elsewhere[i].process == process || at->elsewhere[i].at_ms < place->at_ms)
            place = &at->elsewhere[i];
    *place = (struct remote_presence){process, at->app->steady_ms, (uint8_t)seats};
    presence_changed(at, before);
}

/* Reads the next word as an id. Returns false if it is missing or too long. */
static bool read_id(struct base_words *words, char id[TABLE_ID_SIZE])
{
    struct base_word word;
    if (!base_words_next(words, &word) || word.length >= TABLE_ID_SIZE)
        return false;
    memcpy(id, word.text, word.length);
    id[word.length] = '\0';
    return true;
}

static void receive_revocation(struct app *app, struct base_words *words)
{
    char guest[TABLE_ID_SIZE], device[TABLE_ID_SIZE];
    if (read_id(words, guest) && read_id(words, device))
        session_close_revoked(app, guest, device);
}

static void receive_blocks(struct app *app, struct base_words *words)
{
    char guest[TABLE_ID_SIZE];
    if (read_id(words, guest))
        session_note_blocks(app, guest);
}

void presence_receive_broadcast(void *owner, const char *text, size_t length)
{
    struct app *app = owner;
    struct base_words words = base_words_in_lines(text, length);
    struct base_word verb, process = {0}, id, mask, number;
    char table[TABLE_ID_SIZE] = "";
    uint64_t from = 0;
    unsigned seats = 0, last = 0;
    base_words_line(&words);
    base_words_next(&words, &verb);
    if (base_word_is(&verb, "revoked")) {
        receive_revocation(app, &words);
        return;
    }
    if (base_word_is(&verb, "blocks")) {
        receive_blocks(app, &words);
        return;
    }
    bool is_here = base_word_is(&verb, "here");
    if (is_here)
        base_words_next(&words, &process);
    base_words_next(&words, &id);
    if (!table_id_is_valid(id.text, id.length))
        return;
    memcpy(table, id.text, id.length);
    struct hosted_table *at = hosted_table_find(app, table);
    if (!at || !at->loaded)
        return;
    if (base_word_is(&verb, "who") && at->here)
        presence_broadcast(at);
    if (!is_here)
        return;
    base_words_next(&words, &mask);
    base_words_next(&words, &number);
    if (base_number_read(process.text, process.length, UINT64_MAX, &from) && base_word_number(&mask, 31, &seats) &&
        from != app->process)
        store_remote_presence(at, from, seats);
    if (base_word_number(&number, STORE_TABLE_DELETED - 1, &last))
        hosted_table_note_remote_entry(at, last);
}
