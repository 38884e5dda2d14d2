/* presence.c - which seats are connected to this process and to others; see hall_internal.h.
 *
 * Presence is not in the log. Each process broadcasts changes and refreshes them periodically; what it receives
 * expires. */
#include "hall_internal.h"

#include "engine/base/number.h"
#include "engine/base/words.h"

#include <string.h>

unsigned hall_connected_seats(const struct hall_table *at)
{
    unsigned here = at->here;
    for (int i = 0; i < HALL_PROCESSES; i++)
        if (at->elsewhere[i].at_ms + HALL_PRESENCE_TTL_MS > at->hall->steady_ms)
            here |= at->elsewhere[i].here;
    return here;
}

int64_t hall_absence_ms(const struct hall_table *at, int seat)
{
    if (!at->gone_ms[seat])
        return 0;
    int64_t gone_ms = at->hall->steady_ms - at->gone_ms[seat];
    return gone_ms > 0 ? gone_ms : 1; /* just now is gone as well */
}

void hall_record_absence(struct hall_table *at)
{
    unsigned here = hall_connected_seats(at);
    for (int i = 0; i < FF_PLAYERS_MAX; i++)
        if (here >> i & 1)
            at->gone_ms[i] = 0;
        else if (!at->gone_ms[i])
            at->gone_ms[i] = at->hall->steady_ms;
}

/* "here PROCESS TABLE MASK NUMBER", or "who TABLE" to ask the others. The number is that of the last entry: whoever has
 * missed one loads it now. */
void hall_broadcast_presence(struct hall_table *at)
{
    char text[BASE_LENGTH("here    ") + TABLE_ID_LENGTH + 3 * BASE_NUMBER_LENGTH + 1];
    _Static_assert(sizeof text <= STORE_BROADCAST_MAX, "it can be said");
    struct base_out out = base_out_of(text, sizeof text);
    if (!at->hall->store || !at->hall->store->ops->shared)
        return;
    at->said_ms = at->hall->steady_ms;
    base_put(&out, "here ");
    base_put_unsigned(&out, at->hall->process);
    base_put_char(&out, ' ');
    base_put(&out, at->id);
    base_put_char(&out, ' ');
    base_put_unsigned(&out, at->here);
    base_put_char(&out, ' ');
    base_put_unsigned(&out, at->state == HALL_READY ? table_number(at->table) : 0);
    store_broadcast(at->hall->store, text, out.length);
}

void hall_request_presence(struct hall_table *at)
{
    char text[BASE_LENGTH("who ") + TABLE_ID_SIZE];
    struct base_out out = base_out_of(text, sizeof text);
    if (!at->hall->store->ops->shared)
        return;
    base_put(&out, "who ");
    base_put(&out, at->id);
    store_broadcast(at->hall->store, text, out.length);
}

/* Seats and who is here follow from the sessions. */
void hall_update_presence(struct hall_table *at, bool tell)
{
    uint8_t here = 0, before = (uint8_t)hall_connected_seats(at), own = at->here;
    for (struct hall_session *session = at->sessions; session; session = session->next) {
        session->seat = (uint8_t)table_seat_of(at->table, session->guest);
        if (session->seat != FF_NOBODY)
            here |= (uint8_t)(1u << session->seat);
    }
    at->here = here;
    hall_record_absence(at);
    if (here != own)
        hall_broadcast_presence(at);
    if (tell && hall_connected_seats(at) != before)
        for (struct hall_session *session = at->sessions; session; session = session->next)
            hall_session_frame_due(session, false);
}

static void store_remote_presence(struct hall *hall, uint64_t process, struct hall_table *at, unsigned mask)
{
    struct hall_remote_presence *oldest = &at->elsewhere[0];
    unsigned before = hall_connected_seats(at);
    for (int i = 0; i < HALL_PROCESSES; i++) {
        struct hall_remote_presence *other = &at->elsewhere[i];
        if (other->process == process) {
            oldest = other;
            break;
        }
        if (other->at_ms < oldest->at_ms)
            oldest = other;
    }
    *oldest = (struct hall_remote_presence){process, hall->steady_ms, (uint8_t)mask};
    hall_record_absence(at);
    if (hall_connected_seats(at) != before)
        for (struct hall_session *session = at->sessions; session; session = session->next)
            hall_session_frame_due(session, false);
}

void hall_receive_broadcast(void *owner, const char *text, size_t length)
{
    struct hall *hall = owner;
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
    struct hall_table *at = hall_find_table(hall, table);
    if (!at || !at->loaded)
        return;
    if (base_word_is(&verb, "who") && at->here)
        hall_broadcast_presence(at);
    base_words_next(&words, &mask);
    base_words_next(&words, &number);
    if (tells && base_number_read(process.text, process.length, UINT64_MAX, &from) &&
        base_word_number(&mask, 31, &here) && from != hall->process)
        store_remote_presence(hall, from, at, here);
    if (tells && base_word_number(&number, STORE_TABLE_DELETED - 1, &last))
        hall_note_remote_entry(at, last);
}
