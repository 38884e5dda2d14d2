/* admin_notices.c - `fuerstenfeld admin notices` and `reports`: lists unsent notices, and lists or settles players'
 * reports. */
#include "admin.h"

static void print_states(struct store_job *job)
{
    static const char *const states[] = {"due", "claimed", "sent", "dead"};
    for (size_t i = 0; i < job->rows_n; i++)
        printf("%-8s %lld\n", states[job->row[i].column[0].number % 4], (long long)job->row[i].column[1].number);
}

static void print_dead(struct store_job *job)
{
    static const char *const kinds[] = {"push", "webhook", "mail"};
    for (size_t i = 0; i < job->rows_n; i++) {
        const struct store_value *column = job->row[i].column;
        char time[32];
        cli_printf("%s to guest %s by %s, table %.6s: %s\n", admin_format_time(column[4].number, time), column[0].text,
                   kinds[column[1].number % 3], column[2].text, CLI_SAFE(column[5].text));
    }
}

int admin_list_unsent_notices(struct admin *admin, char **words, int n)
{
    struct store_job states = {.op = STORE_NOTICE_STATES}, dead = {.op = STORE_NOTICES_DEAD};
    (void)words, (void)n;
    return admin_run_job(admin, &states, print_states) && admin_run_job(admin, &dead, print_dead) ? CLI_OK : CLI_USAGE;
}

static void print_reports(struct store_job *job)
{
    for (size_t i = 0; i < job->rows_n; i++) {
        const struct store_value *column = job->row[i].column;
        char time[32];
        cli_printf("%s guest %s reports %s", admin_format_time(column[0].number, time), column[1].text, column[2].text);
        if (column[3].length)
            cli_printf(" at table %s", column[3].text);
        if (column[5].number)
            cli_printf(", entry %d", (int)column[5].number);
        cli_printf(": %s\n", CLI_SAFE(column[4].text));
    }
}

int admin_list_or_settle_reports(struct admin *admin, char **words, int n)
{
    struct store_job list = {.op = STORE_REPORTS};
    if (n == 0)
        return admin_run_job(admin, &list, print_reports) ? CLI_OK : CLI_USAGE;
    struct store_guest guest;
    if (!admin_find_past_guest(admin, words[0], &guest))
        return CLI_USAGE;
    struct store_value value = store_text(guest.guest);
    struct store_job settle = {.op = STORE_REPORTS_SETTLE, .values = &value, .values_n = 1};
    if (!admin_run_job(admin, &settle, NULL))
        return CLI_USAGE;
    printf("%d reports about %s are settled\n", (int)settle.count, guest.guest);
    return CLI_OK;
}
