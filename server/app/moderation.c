/* moderation.c - loads the operators' orders and enforces them; see moderation_orders.h and app_internal.h.
 *
 * Orders are loaded like the entries of a table: the app asks for those after the last one that it has. The first load
 * is the store's first job after the start, so nobody is admitted before the bans are known. */
#include "app_internal.h"

#include <string.h>

/* --------------------------------------------------------------------------------------------------------- enforcing */

static void log_order(struct app *app, const struct moderation_order *order)
{
    char text[MODERATION_ORDER_MAX + 1];
    struct base_out out = base_out_cut(text, sizeof text);
    struct moderation_order shown = *order;
    if (order->verb == MODERATION_CLOSE_TABLE || order->verb == MODERATION_REOPEN_TABLE ||
        order->verb == MODERATION_TABLE_REPLACED)
        shown.who[6] = '\0'; /* shortened in the log, because the id gives access to the table */
    moderation_order_write(&shown, &out);
    app_log(app, "order", NULL, text);
}

void moderation_put_reason(struct base_out *out, const char *what, const char *why)
{
    base_put(out, what);
    base_put(out, *why ? ": " : ".");
    base_put(out, why);
}

bool moderation_put_ban_reason(const struct app *app, const char *who, struct base_out *out)
{
    const char *why = moderation_ban_reason(app->moderation, who);
    if (why)
        moderation_put_reason(out, "You are banned", why);
    return why != NULL;
}

/* Closes the sessions of the guest or address that the order names, and those of the guest's programs. */
static void disconnect(struct app *app, const struct moderation_order *order)
{
    char text[APP_REASON_SIZE];
    struct base_out out = base_out_cut(text, sizeof text);
    bool banned = order->verb == MODERATION_BAN;
    if (banned)
        moderation_put_reason(&out, "You are banned", order->why);
    else
        base_put(&out, "say hello again");
    LIST_EACH (struct session, session, &app->sessions, link) {
        if (strcmp(session->guest, order->who) == 0 || strcmp(session->owner, order->who) == 0 ||
            (banned && strcmp(session->address->text, order->who) == 0))
            session_hang_up(session, banned ? CLOSE_BANNED : CLOSE_HELLO_AGAIN, text);
    }
}

static void enforce_order(struct app *app, const struct moderation_order *order)
{
    struct hosted_table *at = hosted_table_find(app, order->who);
    log_order(app, order);
    if (order->verb == MODERATION_BAN || order->verb == MODERATION_GUEST_CHANGED)
        disconnect(app, order);
    if (at && order->verb == MODERATION_TABLE_REPLACED)
        hosted_table_reload(at);
    else if (at && order->verb == MODERATION_CLOSE_TABLE)
        hosted_table_process_requests(at);
}

/* --------------------------------------------------------------------------------------------------------- loading */

static void orders_loaded(struct store_job *job)
{
    struct app *app = job->owner;
    app_note_job_done(app, job);
    app->orders_loading = false;
    if (job->status != STORE_DONE) {
        if (job->status == STORE_DAMAGED)
            app_log(app, "damaged-orders", NULL, job->fault);
        app->orders_behind = true;
        return;
    }
    bool first = !app->orders_loaded;
    app->orders_loaded = true;
    for (size_t i = 0; i < job->entries_n; i++) {
        const struct table_entry *entry = &job->entries[i];
        struct moderation_order order;
        if (moderation_apply_entry(app->moderation, entry->number, entry->text, entry->length, &order) && !first)
            enforce_order(app, &order);
    }
    if (app->orders_behind)
        moderation_load_orders(app);
}

void moderation_load_orders(struct app *app)
{
    app->orders_behind = app->orders_loading || app->stopping;
    if (app->orders_behind || !app->store)
        return;
    app->orders_loading = true;
    app->orders = (struct store_job){.op = STORE_LOAD,
                                     .done = orders_loaded,
                                     .owner = app,
                                     .table = MODERATION_LOG_ID,
                                     .after = moderation_last_number(app->moderation)};
    app_submit(app, &app->orders);
}
