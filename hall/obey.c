/* obey.c - the operators' orders in the hall: loaded when it begins and whenever somebody may have given one; see
 * house.h and hall_in.h.
 *
 * They are loaded like a table's log: what was seen so far is a number, and the entries behind it are asked for. The
 * load at the beginning is the store's first job, so that nobody gets in before it is known who is turned away. */
#include "hall_in.h"

#include <string.h>

/* --------------------------------------------------------------------------------------------------------- obeying */

static void log_order(struct hall *hall, const struct hall_house_order *order)
{
    char text[HOUSE_ORDER_MAX + 1];
    struct base_out out = base_out_of(text, sizeof text);
    struct hall_house_order told = *order;
    if (order->verb == HOUSE_CLOSE || order->verb == HOUSE_REOPEN || order->verb == HOUSE_TABLE)
        told.who[6] = '\0'; /* a table's id is its key */
    hall_house_order_write(&told, &out);
    hall_log(hall, "order", NULL, text);
}

void hall_why(struct base_out *out, const char *what, const char *why)
{
    base_put(out, what);
    base_put(out, *why ? ": " : ".");
    base_put(out, why);
}

bool hall_put_banned(const struct hall *hall, const char *who, struct base_out *out)
{
    const char *why = hall_house_banned(hall->house, who);
    if (why)
        hall_why(out, "You are banned", why);
    return why != NULL;
}

/* Who is connected as that guest, or from that address. */
static void send_away(struct hall *hall, const struct hall_house_order *order)
{
    char text[HALL_WHY_SIZE];
    struct base_out out = base_out_cut(text, sizeof text);
    bool banned = order->verb == HOUSE_BAN;
    if (banned)
        hall_why(&out, "You are banned", order->why);
    else
        base_put(&out, "say hello again");
    for (struct hall_session *session = hall->sessions, *next; session; session = next) {
        next = session->later;
        if (strcmp(session->guest, order->who) == 0 || (banned && strcmp(session->address->text, order->who) == 0))
            hall_session_hang_up(session, banned ? 4003 : 4001, text);
    }
}

static void obey(struct hall *hall, const struct hall_house_order *order)
{
    struct hall_table *at = hall_find(hall, order->who);
    log_order(hall, order);
    if (order->verb == HOUSE_BAN || order->verb == HOUSE_GUEST)
        send_away(hall, order);
    if (at && order->verb == HOUSE_TABLE)
        hall_stale(at);
    else if (at && order->verb == HOUSE_CLOSE)
        hall_work(at);
}

/* --------------------------------------------------------------------------------------------------------- loading */

static void loaded(struct store_job *job)
{
    struct hall *hall = job->owner;
    hall_job_done(hall, job);
    hall->ordering = false;
    if (job->status != STORE_DONE) {
        hall->orders_behind = true;
        return;
    }
    bool first = !hall->ordered;
    hall->ordered = true;
    for (size_t i = 0; i < job->entries_n; i++) {
        const struct store_entry *entry = &job->entries[i];
        struct hall_house_order order;
        if (hall_house_apply(hall->house, entry->number, entry->text, entry->length, &order) && !first)
            obey(hall, &order);
    }
    if (hall->orders_behind)
        hall_orders(hall);
}

void hall_orders(struct hall *hall)
{
    hall->orders_behind = hall->ordering || hall->stopping;
    if (hall->orders_behind || !hall->store)
        return;
    hall->ordering = true;
    hall->orders = (struct store_job){
        .op = STORE_LOAD, .done = loaded, .owner = hall, .table = HOUSE_ID, .after = hall_house_number(hall->house)};
    hall_submit(hall, &hall->orders);
}
