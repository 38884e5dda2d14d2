/* metrics.c - figures for Prometheus, in its text format. */
#include "wires.h"

#include <sys/resource.h>

static void put(struct out *out, const char *name, const char *kind, const char *help, uint64_t value)
{
    out_str(out, "# HELP fuerstenfeld_");
    out_str(out, name);
    out_char(out, ' ');
    out_str(out, help);
    out_str(out, "\n# TYPE fuerstenfeld_");
    out_str(out, name);
    out_char(out, ' ');
    out_str(out, kind);
    out_str(out, "\nfuerstenfeld_");
    out_str(out, name);
    out_char(out, ' ');
    out_unsigned(out, value);
    out_char(out, '\n');
}

static void put_usage(struct out *out)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    uint64_t ms = (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000 +
                  (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000;
    put(out, "cpu_milliseconds_total", "counter", "processor time used, all threads", ms);
    put(out, "memory_bytes_max", "gauge", "the most memory that was in use", (uint64_t)usage.ru_maxrss * 1024);
}

void metrics_write(struct server *server, struct out *out)
{
    const struct hall_counts *counts = hall_counts(server->hall);
    put(out, "connections", "gauge", "WebSocket connections", counts->sessions);
    put(out, "tables", "gauge", "tables open in this process", counts->tables);
    put(out, "bots_thinking", "gauge", "bots' turns asked for and not yet decided", counts->thinking);
    put(out, "bots_waiting", "gauge", "of those, turns that no thread has taken yet", workers_waiting(server->workers));
    put(out, "messages_total", "counter", "messages received", counts->messages);
    put(out, "refusals_total", "counter", "messages refused", counts->refusals);
    put(out, "entries_total", "counter", "entries stored durably", counts->entries);
    put(out, "plays_total", "counter", "turns of people stored", counts->plays);
    put(out, "bot_plays_total", "counter", "turns of bots", counts->bot_plays);
    put(out, "frames_total", "counter", "frames sent", counts->frames);
    put(out, "frame_bytes_total", "counter", "bytes of frames sent", counts->frame_bytes);
    put(out, "guests_made_total", "counter", "new guests", counts->guests_made);
    put(out, "tables_made_total", "counter", "new tables", counts->tables_made);
    put(out, "games_over_total", "counter", "games that ended", counts->games_over);
    put(out, "bots_took_over_total", "counter", "seats taken over by a bot", counts->bots_took_over);
    put(out, "store_conflicts_total", "counter", "entries that another process wrote first", counts->conflicts);
    put(out, "store_faults_total", "counter", "jobs that the store could not do", counts->store_faults);
    put(out, "store_usable", "gauge", "whether the store can be used", hall_trouble(server->hall) == NULL);
    put(out, "http_requests_total", "counter", "HTTP requests", server->requests);
    put_usage(out);
}
