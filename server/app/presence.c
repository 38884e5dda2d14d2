/* presence.c - which seats are connected to this process and to others; see app_internal.h.
 *
 * Presence is not in the log. Each process broadcasts changes and refreshes them periodically; what it receives
 * expires. */
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
    return gone_ms > 0 ? gone_ms : 1; /* just now is gone as well */
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

/* "here PROCESS TABLE MASK NUMBER", or "who TABLE" to ask the others. The number is that of the last entry: whoever has
 * missed one loads it now. */
void presence_broadcast(struct hosted_table *at)
{
    char text[BASE_LENGTH("here    ") + TABLE_ID_LENGTH + 3 * BASE_NUMBER_LENGTH + 1];
    _Static_assert(sizeof text <= STORE_BROADCAST_MAX, "it can be said");
    struct base_out out = base_out_of(text, sizeof text);
    if (!at->app->store || !at->app->store->ops->shared)
        return;
    at->said_ms = at->app->steady_ms;
    base_put(&out, "here ");
    base_put_unsigned(&out, at->app->process);
    base_put_char(&out, ' ');
    base_put(&out, at->id);
    base_put_char(&out, ' ');
    base_put_unsigned(&out, at->here);
    base_put_char(&out, ' ');
    base_put_unsigned(&out, at->state == HOSTED_READY ? table_number(at->table) : 0);
    store_broadcast(at->app->store, text, out.length);
}

void presence_request(struct hosted_table *at)
{
    char text[BASE_LENGTH("who ") + TABLE_ID_SIZE];
    struct base_out out = base_out_of(text, sizeof text);
    if (!at->app->store->ops->shared)
        return;
    base_put(&out, "who ");
    base_put(&out, at->id);
    store_broadcast(at->app->store, text, out.length);
}

/* Seats and who is here follow from the sessions. */
void presence_update(struct hosted_table *at, bool tell)
{
    uint8_t here = 0, before = (uint8_t)presence_connected_seats(at), own = at->here;
    for (struct session *session = at->sessions; session; session = session->next) {
        session->seat = (uint8_t)table_seat_of(at->table, session->guest);
        if (session->seat != FF_NOBODY)
            here |= (uint8_t)(1u << session->seat);
    }
    at->here = here;
    presence_record_absence(at);
    if (here != own)
        presence_broadcast(at);
    if (tell && presence_connected_seats(at) != before)
        for (struct session *session = at->sessions; session; session = session->next)
            session_frame_due(session, false);
}

static void store_remote_presence(struct app *app, uint64_t process, struct hosted_table *at, unsigned mask)
{
    struct remote_presence *oldest = &at->elsewhere[0];
    unsigned before = presence_connected_seats(at);
    for (int i = 0; i < APP_PROCESSES; i++) {
        struct remote_presence *other = &at->elsewhere[i];
        if (other->process == process) {
            oldest = other;
            break;
        }
        if (other->at_ms < oldest->at_ms)
            oldest = other;
    }
    *oldest = (struct remote_presence){process, app->steady_ms, (uint8_t)mask};
    presence_record_absence(at);
    if (presence_connected_seats(at) != before)
        for (struct session *session = at->sessions; session; session = session->next)
            session_frame_due(session, false);
}

void presence_receive(void *owner, const char *text, size_t length)
{
    struct app *app = owner;
    struct base_words words = base_words_in_lines(text, length);
    struct base_word verb, process, id, mask, number;
    char table[TABLE_ID_SIZE] = "";
    uint64_t from = 0;
    unsigned here = 0, last = 0;
    base_words_line(&words);
    base_words_next(&words, &verb);
    bool tells = base_word_is(&verb, "here");
    if (tells)
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
    base_words_next(&words, &mask);
    base_words_next(&words, &number);
    if (tells && base_number_read(process.text, process.length, UINT64_MAX, &from) &&
        base_word_number(&mask, 31, &here) && from != app->process)
        store_remote_presence(app, from, at, here);
    if (tells && base_word_number(&number, STORE_TABLE_DELETED - 1, &last))
        hosted_table_note_remote_entry(at, last);
}
