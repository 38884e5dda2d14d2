/* metrics.c - figures for Prometheus, in its text format; names and units as it wants them (seconds, bytes). */
#include "net_internal.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static void put_about(struct base_out *out, const char *name, const char *kind, const char *help)
{
    const char *const words[] = {"# HELP ", name, " ", help, "\n# TYPE ", name, " ", kind, "\n"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        base_put(out, words[i]);
}

static void put(struct base_out *out, const char *name, const char *kind, const char *help, uint64_t value)
{
    put_about(out, name, kind, help);
    base_put(out, name);
    base_put_char(out, ' ');
    base_put_unsigned(out, value);
    base_put_char(out, '\n');
}

static void put_signed(struct base_out *out, const char *name, const char *help, int64_t value)
{
    put_about(out, name, "gauge", help);
    base_put(out, name);
    base_put_char(out, ' ');
    base_put_number(out, value);
    base_put_char(out, '\n');
}

static void put_seconds(struct base_out *out, uint64_t us)
{
    char text[32];
    snprintf(text, sizeof text, "%llu.%06llu", (unsigned long long)(us / 1000000), (unsigned long long)(us % 1000000));
    base_put(out, text);
}

static void put_part(struct base_out *out, const char *name, const char *part)
{
    base_put(out, name);
    base_put(out, part);
}

static void put_histogram(struct base_out *out, const char *name, const char *help, const struct histogram *histogram)
{
    static const uint64_t bounds[] = {HISTOGRAM_BOUNDS};
    uint64_t count = 0;
    put_about(out, name, "histogram", help);
    for (int i = 0; i < HISTOGRAM_N; i++) {
        count += histogram->bucket[i];
        put_part(out, name, "_bucket{le=\"");
        if (i < HISTOGRAM_N - 1)
            put_seconds(out, bounds[i]);
        else
            base_put(out, "+Inf");
        base_put(out, "\"} ");
        base_put_unsigned(out, count);
        base_put_char(out, '\n');
    }
    put_part(out, name, "_sum ");
    put_seconds(out, histogram->sum_us);
    base_put_char(out, '\n');
    put_part(out, name, "_count ");
    base_put_unsigned(out, count);
    base_put_char(out, '\n');
}

static uint64_t microseconds(const struct timeval *time)
{
    return (uint64_t)time->tv_sec * 1000000 + (uint64_t)time->tv_usec;
}

/* Memory in use now; 0 where nobody tells. */
static uint64_t resident_bytes(void)
{
    unsigned long long all = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%llu %llu", &all, &resident) != 2)
        resident = 0;
    if (file)
        fclose(file);
    return resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void put_process(struct base_out *out, const struct server *server)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    put_about(out, "process_cpu_seconds_total", "counter", "processor time used, all threads");
    base_put(out, "process_cpu_seconds_total ");
    put_seconds(out, microseconds(&usage.ru_utime) + microseconds(&usage.ru_stime));
    base_put_char(out, '\n');
    put(out, "process_resident_memory_bytes", "gauge", "memory in use", resident_bytes());
    put(out, "fuerstenfeld_resident_memory_max_bytes", "gauge", "the most memory that was in use",
        (uint64_t)usage.ru_maxrss * 1024);
    put_about(out, "fuerstenfeld_build_info", "gauge", "always 1; its label tells the version");
    base_put(out, "fuerstenfeld_build_info{version=\"");
    base_put(out, server->config->version);
    base_put(out, "\"} 1\n");
}

#define FF "fuerstenfeld_"

static void put_counts(struct base_out *out, const struct app_counts *counts)
{
    put(out, FF "connections", "gauge", "WebSocket connections", counts->sessions);
    put(out, FF "tables", "gauge", "tables open in this process", counts->tables);
    put(out, FF "bots_thinking", "gauge", "bots' turns asked for and not yet decided", counts->thinking);
    put(out, FF "messages_total", "counter", "messages received", counts->messages);
    put(out, FF "refusals_total", "counter", "messages refused", counts->refusals);
    put(out, FF "entries_total", "counter", "entries stored durably", counts->entries);
    put(out, FF "plays_total", "counter", "turns of people stored", counts->plays);
    put(out, FF "bot_plays_total", "counter", "turns of bots", counts->bot_plays);
    put(out, FF "frames_total", "counter", "frames sent", counts->frames);
    put(out, FF "frame_bytes_total", "counter", "bytes of frames sent", counts->frame_bytes);
    put(out, FF "guests_made_total", "counter", "new guests", counts->guests_made);
    put(out, FF "tables_made_total", "counter", "new tables", counts->tables_made);
    put(out, FF "games_over_total", "counter", "games that ended", counts->games_over);
    put(out, FF "bots_took_over_total", "counter", "seats taken over by a bot", counts->bots_took_over);
    put(out, FF "logs_shortened_total", "counter", "logs that became one entry", counts->logs_shortened);
    put(out, FF "tables_forgotten_total", "counter", "tables deleted because they were old", counts->tables_forgotten);
    put(out, FF "guests_forgotten_total", "counter", "guests deleted because they did not come",
        counts->guests_forgotten);
    put(out, FF "tables_marked_total", "counter", "tables marked to be deleted or made short", counts->tables_marked);
    put(out, FF "guests_marked_total", "counter", "guests marked to be deleted", counts->guests_marked);
    put(out, FF "retention_passes_total", "counter", "times that the store was looked through for what is old, a page",
        counts->keeps);
    put(out, FF "retention_refused_total", "counter", "of those, nothing was done because the clock is in doubt",
        counts->keeps_refused);
    put_signed(out, FF "clock_ahead_seconds", "the clock, less the time that the store knows", counts->clock_ahead_s);
    put(out, FF "clock_jumps_total", "counter", "jumps of the clock, and gaps, while the server ran",
        counts->clock_jumps);
    put(out, FF "logs_damaged_total", "counter", "tables that cannot be read: see the log", counts->logs_damaged);
    put(out, FF "store_conflicts_total", "counter", "entries that another process wrote first", counts->conflicts);
    put(out, FF "store_faults_total", "counter", "jobs that the store could not do", counts->store_faults);
}

void metrics_write(struct server *server, struct base_out *out)
{
    const struct app_counts *counts = app_counts(server->app);
    put_counts(out, counts);
    put(out, FF "bots_waiting", "gauge", "bots' turns that no thread has taken yet", workers_waiting(server->workers));
    put(out, FF "store_usable", "gauge", "whether the store can be used", app_why_unavailable(server->app) == NULL);
    put(out, FF "http_requests_total", "counter", "HTTP requests", server->requests);
    put(out, FF "sockets", "gauge", "connections of any kind, silent ones included", server->peers_n);
    put(out, FF "sockets_total", "counter", "connections accepted", server->connections_made);
    put(out, FF "sockets_refused_total", "counter", "of those, too many of an address or in all",
        server->connections_refused);
    put(out, FF "work_units_total", "counter", "work done for connections, in units of about 10 us",
        server->turns.done);
    put(out, FF "work_wait_units_max", "gauge",
        "the most of others' work that an address had to wait for, in such units", server->turns.waited_most);
    put_histogram(out, FF "loop_lag_seconds", "how late the loop's tick came, ten times a second", &server->lag);
    put_histogram(out, FF "store_commit_seconds", "from a wish that is granted until it is durable", &counts->commit);
    put_histogram(out, FF "frame_seconds", "composing a table's frame for one who gets it", &counts->frame);
    put_process(out, server);
    assert(base_out_whole(out));
}
