/* here.c - who is connected, here and to other processes; see hall_in.h.
 *
 * It is not in the log: it is told to the other processes as it changes, repeated now and then, and believed for a
 * while. */
#include "hall_in.h"

#include "base/words.h"

#include <string.h>

unsigned hall_here(const struct hall_table *at)
{
    unsigned here = at->here;
    for (int i = 0; i < HALL_PROCESSES; i++)
        if (at->elsewhere[i].at_ms + HALL_HEARD_MS > at->hall->steady_ms)
            here |= at->elsewhere[i].here;
    return here;
}

int64_t hall_gone_ms(const struct hall_table *at, int seat)
{
    if (!at->gone_ms[seat])
        return 0;
    int64_t gone_ms = at->hall->steady_ms - at->gone_ms[seat];
    return gone_ms > 0 ? gone_ms : 1; /* just now is gone as well */
}

void hall_note_absence(struct hall_table *at)
{
    unsigned here = hall_here(at);
    for (int i = 0; i < FF_PLAYERS_MAX; i++)
        if (here >> i & 1)
            at->gone_ms[i] = 0;
        else if (!at->gone_ms[i])
            at->gone_ms[i] = at->hall->steady_ms;
}

/* "here PROCESS TABLE MASK NUMBER", or "who TABLE" to ask the others. The number is that of the last entry: whoever has
 * missed one loads it now. */
void hall_say_here(struct hall_table *at)
{
    char text[BASE_LENGTH("here    ") + TABLE_ID_LENGTH + 3 * BASE_NUMBER_LENGTH + 1];
    _Static_assert(sizeof text <= STORE_SAY_MAX, "it can be said");
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
    store_say(at->hall->store, text, out.length);
}

void hall_ask_who(struct hall_table *at)
{
    char text[BASE_LENGTH("who ") + TABLE_ID_SIZE];
    struct base_out out = base_out_of(text, sizeof text);
    if (!at->hall->store->ops->shared)
        return;
    base_put(&out, "who ");
    base_put(&out, at->id);
    store_say(at->hall->store, text, out.length);
}

/* Seats and who is here follow from the sessions. */
void hall_count_here(struct hall_table *at, bool tell)
{
    uint8_t here = 0, before = (uint8_t)hall_here(at), own = at->here;
    for (struct hall_session *session = at->sessions; session; session = session->next) {
        session->seat = (uint8_t)table_seat_of(at->table, session->guest);
        if (session->seat != FF_NOBODY)
            here |= (uint8_t)(1u << session->seat);
    }
    at->here = here;
    hall_note_absence(at);
    if (here != own)
        hall_say_here(at);
    if (tell && hall_here(at) != before)
        for (struct hall_session *session = at->sessions; session; session = session->next)
            hall_session_frame(session, false);
}

static void heard_here(struct hall *hall, uint64_t process, struct hall_table *at, unsigned mask)
{
    struct hall_elsewhere *oldest = &at->elsewhere[0];
    unsigned before = hall_here(at);
    for (int i = 0; i < HALL_PROCESSES; i++) {
        struct hall_elsewhere *other = &at->elsewhere[i];
        if (other->process == process) {
            oldest = other;
            break;
        }
        if (other->at_ms < oldest->at_ms)
            oldest = other;
    }
    *oldest = (struct hall_elsewhere){process, hall->steady_ms, (uint8_t)mask};
    hall_note_absence(at);
    if (hall_here(at) != before)
        for (struct hall_session *session = at->sessions; session; session = session->next)
            hall_session_frame(session, false);
}

/* A 64-bit number of digits; words.h has only small ones. */
static bool read_process(const struct base_word *word, uint64_t *process)
{
    *process = 0;
    for (size_t i = 0; i < word->length; i++) {
        if (word->text[i] < '0' || word->text[i] > '9')
            return false;
        *process = *process * 10 + (uint64_t)(word->text[i] - '0');
    }
    return word->length > 0;
}

void hall_heard(void *owner, const char *text, size_t length)
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
    if (!table_id_ok(id.text, id.length))
        return;
    memcpy(table, id.text, id.length);
    struct hall_table *at = hall_find(hall, table);
    if (!at || !at->loaded)
        return;
    if (base_word_is(&verb, "who") && at->here)
        hall_say_here(at);
    base_words_next(&words, &mask);
    base_words_next(&words, &number);
    if (tells && read_process(&process, &from) && base_word_number(&mask, 31, &here) && from != hall->process)
        heard_here(hall, from, at, here);
    if (tells && base_word_number(&number, STORE_GONE - 1, &last))
        hall_told(at, last);
}
