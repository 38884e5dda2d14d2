/* night_weekend_pauses.c - stops the turn clocks of a table at night and on weekends, if its options say so; see
 * table.h. A day is a day in the table's time zone, which has a fixed offset from UTC, so daylight saving never shifts
 * a pause during a game. */
#include "table_internal.h"

#include <string.h>

enum { MINUTE_MS = 60000, DAY_MIN = 24 * 60, SATURDAY = 2, SUNDAY = 3 }; /* day 0, 1 January 1970, was a Thursday */
static const int64_t day_ms = (int64_t)DAY_MIN * MINUTE_MS;

static bool has_night(const struct table_options *options) { return options->night_from != options->night_to; }

/* Returns the end of the pause that contains local_ms, or 0 if the clock runs at that time. */
static int64_t pause_end(const struct table_options *options, int64_t local_ms)
{
    int64_t day = local_ms / day_ms, midnight = day * day_ms;
    int64_t from = midnight + (int64_t)options->night_from * MINUTE_MS;
    int64_t to = midnight + (int64_t)options->night_to * MINUTE_MS;
    if (options->weekend && (day % 7 == SATURDAY || day % 7 == SUNDAY))
        return midnight + (day % 7 == SATURDAY ? 2 : 1) * day_ms;
    if (!has_night(options))
        return 0;
    if (from < to)
        return local_ms >= from && local_ms < to ? to : 0;
    return local_ms < to ? to : local_ms >= from ? to + day_ms : 0;
}

/* Returns the start of the next pause after local_ms, a time at which the clock runs. */
static int64_t next_pause(const struct table_options *options, int64_t local_ms)
{
    int64_t day = local_ms / day_ms, first = INT64_MAX;
    if (has_night(options)) {
        first = day * day_ms + (int64_t)options->night_from * MINUTE_MS;
        first += first <= local_ms ? day_ms : 0;
    }
    if (options->weekend) {
        int64_t saturday = (day + (SATURDAY - day % 7 + 7) % 7) * day_ms;
        first = saturday < first ? saturday : first;
    }
    return first;
}

int64_t table_clock_end_ms(const struct table_options *options, int64_t from_ms, int64_t duration_ms)
{
    int64_t zone_ms = ((int64_t)options->zone - TABLE_ZONE_UTC) * MINUTE_MS, local_ms = from_ms + zone_ms;
    if (!table_has_pauses(options))
        return from_ms + duration_ms;
    for (int64_t end;;) {
        while ((end = pause_end(options, local_ms)))
            local_ms = end;
        int64_t runs_ms = next_pause(options, local_ms) - local_ms;
        if (runs_ms >= duration_ms)
            return local_ms + duration_ms - zone_ms;
        local_ms += runs_ms;
        duration_ms -= runs_ms;
    }
}

int64_t table_clock_run_ms(const struct table_options *options, int64_t from_ms, int64_t to_ms)
{
    int64_t zone_ms = ((int64_t)options->zone - TABLE_ZONE_UTC) * MINUTE_MS, to = to_ms + zone_ms, run_ms = 0;
    if (!table_has_pauses(options))
        return to_ms > from_ms ? to_ms - from_ms : 0;
    for (int64_t at = from_ms + zone_ms, end; at < to;) {
        if ((end = pause_end(options, at))) {
            at = end;
            continue;
        }
        end = next_pause(options, at);
        end = end < to ? end : to;
        run_ms += end - at;
        at = end;
    }
    return run_ms;
}

/* -------------------------------------------------------------------------------------------------------- text form */

/* Reads a time of five bytes, HH:MM. Returns false if it is malformed or later than `max` minutes. */
static bool read_time(const char *text, unsigned max, uint16_t *minutes)
{
    for (int i = 0; i < 5; i++)
        if (i == 2 ? text[i] != ':' : text[i] < '0' || text[i] > '9')
            return false;
    unsigned hours = (unsigned)(text[0] - '0') * 10 + (unsigned)(text[1] - '0');
    unsigned rest = (unsigned)(text[3] - '0') * 10 + (unsigned)(text[4] - '0');
    *minutes = (uint16_t)(hours * 60 + rest);
    return rest < 60 && hours * 60 + rest <= max;
}

static bool read_part(const char *text, size_t n, struct table_options *options)
{
    uint16_t minutes = 0;
    if (n == 7 && memcmp(text, "weekend", 7) == 0) {
        options->weekend = true;
        return true;
    }
    if (n == 6 && (text[0] == '+' || text[0] == '-')) {
        bool east = text[0] == '+';
        bool good = read_time(text + 1, east ? TABLE_ZONE_MAX - TABLE_ZONE_UTC : TABLE_ZONE_UTC, &minutes);
        options->zone = (uint16_t)(east ? TABLE_ZONE_UTC + minutes : TABLE_ZONE_UTC - minutes);
        return good;
    }
    return n == 11 && text[5] == '-' && read_time(text, DAY_MIN - 1, &options->night_from) &&
           read_time(text + 6, DAY_MIN - 1, &options->night_to);
}

bool table_pause_read(const char *text, size_t n, struct table_options *options)
{
    options->zone = TABLE_ZONE_UTC;
    for (size_t at = 0; at <= n && n;) {
        const char *comma = memchr(text + at, ',', n - at);
        size_t length = comma ? (size_t)(comma - text) - at : n - at;
        if (!read_part(text + at, length, options))
            return false;
        at += length + 1;
    }
    return true;
}

static void put_time(struct base_out *out, int minutes)
{
    base_put_char(out, (char)('0' + minutes / 600));
    base_put_char(out, (char)('0' + minutes / 60 % 10));
    base_put_char(out, ':');
    base_put_char(out, (char)('0' + minutes % 60 / 10));
    base_put_char(out, (char)('0' + minutes % 10));
}

void table_pause_put(struct base_out *out, const struct table_options *options)
{
    int east = (int)options->zone - TABLE_ZONE_UTC;
    if (has_night(options)) {
        put_time(out, options->night_from);
        base_put_char(out, '-');
        put_time(out, options->night_to);
        base_put_char(out, ',');
    }
    base_put(out, options->weekend ? "weekend," : "");
    base_put_char(out, east < 0 ? '-' : '+');
    put_time(out, east < 0 ? -east : east);
}

bool table_has_pauses(const struct table_options *options) { return has_night(options) || options->weekend; }
