/* metrics.c - writes metrics in the text format of Prometheus, following its conventions for names and units. */
#include "net_internal.h"

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

static void put_metric(struct base_out *out, const char *name, const char *kind, const char *help, int64_t value)
{
    put_about(out, name, kind, help);
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

/* Returns the process's resident memory in bytes, or 0 if it is unknown. */
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
    put_metric(out, "process_resident_memory_bytes", "gauge", "memory in use", resident_bytes());
    put_metric(out, "fuerstenfeld_resident_memory_max_bytes", "gauge", "the most memory that was in use",
               (uint64_t)usage.ru_maxrss * 1024);
    put_about(out, "fuerstenfeld_build_info", "gauge", "always 1; its label is the version");
    base_put(out, "fuerstenfeld_build_info{version=\"");
    base_put(out, server->config->version);
    base_put(out, "\"} 1\n");
}

#define FF "fuerstenfeld_"

void metrics_put(struct server *server, struct base_out *out)
{
    const struct app_counts *counts = app_counts(server->app);
#define X(member, name, type, help) put_metric(out, FF name, type, help, counts->member);
    APP_COUNTS(X)
#undef X
    put_metric(out, FF "bots_waiting", "gauge", "bots' turns that wait for a thread",
               workers_count_waiting(server->workers));
    put_metric(out, FF "store_usable", "gauge", "whether the store can be used",
               app_why_unavailable(server->app) == NULL);
    put_metric(out, FF "http_requests_total", "counter", "HTTP requests", (int64_t)server->requests);
    put_metric(out, FF "sockets", "gauge", "connections of any kind", server->peers_n);
    put_metric(out, FF "sockets_total", "counter", "connections accepted", (int64_t)server->connections_made);
    put_metric(out, FF "sockets_refused_total", "counter", "of those, too many of an address or in all",
               (int64_t)server->connections_refused);
    put_metric(out, FF "work_units_total", "counter", "work done for connections, in units of about 10 us",
               (int64_t)server->turns.done);
    put_metric(out, FF "work_wait_units_max", "gauge", "the longest wait of an address for others, in such units",
               (int64_t)server->turns.waited_most);
    put_histogram(out, FF "loop_lag_seconds", "how late the event loop's tick was, ten times a second", &server->lag);
    put_histogram(out, FF "store_commit_seconds", "from granting a request until it is durable", &counts->commit);
    put_histogram(out, FF "frame_seconds", "composing a table's frame for one reader", &counts->frame);
    put_process(out, server);
}
