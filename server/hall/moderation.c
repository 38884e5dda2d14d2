/* moderation.c - the operators' orders in the hall: loaded when it begins and whenever somebody may have given one; see
 * moderation_orders.h and hall_internal.h.
 *
 * They are loaded like a table's log: what was seen so far is a number, and the entries behind it are asked for. The
 * load at the beginning is the store's first job, so that nobody gets in before it is known who is turned away. */
#include "hall_internal.h"

#include <string.h>

/* --------------------------------------------------------------------------------------------------------- obeying */

static void log_order(struct hall *hall, const struct hall_moderation_order *order)
{
    char text[HALL_ORDER_MAX + 1];
    struct base_out out = base_out_of(text, sizeof text);
    struct hall_moderation_order told = *order;
    if (order->verb == HALL_ORDER_CLOSE || order->verb == HALL_ORDER_REOPEN || order->verb == HALL_ORDER_TABLE)
        told.who[6] = '\0'; /* a table's id is its key */
    hall_moderation_order_write(&told, &out);
    hall_log(hall, "order", NULL, text);
}

void hall_put_reason(struct base_out *out, const char *what, const char *why)
{
    base_put(out, what);
    base_put(out, *why ? ": " : ".");
    base_put(out, why);
}

bool hall_put_banned(const struct hall *hall, const char *who, struct base_out *out)
{
    const char *why = hall_banned_reason(hall->house, who);
    if (why)
        hall_put_reason(out, "You are banned", why);
    return why != NULL;
}

/* Who is connected as that guest, or from that address. */
static void disconnect_banned(struct hall *hall, const struct hall_moderation_order *order)
{
    char text[HALL_REASON_SIZE];
    struct base_out out = base_out_cut(text, sizeof text);
    bool banned = order->verb == HALL_ORDER_BAN;
    if (banned)
        hall_put_reason(&out, "You are banned", order->why);
    else
        base_put(&out, "say hello again");
    for (struct hall_session *session = hall->sessions, *next; session; session = next) {
        next = session->later;
        if (strcmp(session->guest, order->who) == 0 || (banned && strcmp(session->address->text, order->who) == 0))
            hall_session_hang_up(session, banned ? 4003 : 4001, text);
    }
}

static void enforce_order(struct hall *hall, const struct hall_moderation_order *order)
{
    struct hall_table *at = hall_find_table(hall, order->who);
    log_order(hall, order);
    if (order->verb == HALL_ORDER_BAN || order->verb == HALL_ORDER_GUEST)
        disconnect_banned(hall, order);
    if (at && order->verb == HALL_ORDER_TABLE)
        hall_reload_table(at);
    else if (at && order->verb == HALL_ORDER_CLOSE)
        hall_process_requests(at);
}

/* --------------------------------------------------------------------------------------------------------- loading */

static void orders_loaded(struct store_job *job)
{
    struct hall *hall = job->owner;
    hall_job_done(hall, job);
    hall->ordering = false;
    if (job->status != STORE_DONE) {
        if (job->status == STORE_DAMAGED)
            hall_log(hall, "damaged-orders", NULL, job->fault);
        hall->orders_behind = true;
        return;
    }
    bool first = !hall->ordered;
    hall->ordered = true;
    for (size_t i = 0; i < job->entries_n; i++) {
        const struct table_entry *entry = &job->entries[i];
        struct hall_moderation_order order;
        if (hall_moderation_apply(hall->house, entry->number, entry->text, entry->length, &order) && !first)
            enforce_order(hall, &order);
    }
    if (hall->orders_behind)
        hall_load_orders(hall);
}

void hall_load_orders(struct hall *hall)
{
    hall->orders_behind = hall->ordering || hall->stopping;
    if (hall->orders_behind || !hall->store)
        return;
    hall->ordering = true;
    hall->orders = (struct store_job){.op = STORE_LOAD,
                                      .done = orders_loaded,
                                      .owner = hall,
                                      .table = HALL_ORDERS_ID,
                                      .after = hall_moderation_number(hall->house)};
    hall_submit(hall, &hall->orders);
}
