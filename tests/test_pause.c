/* test_pause.c - clocks that stand still at night and at weekends: table_clock_end_ms against counting minute by
 * minute. */
#include "server/table/table.h"
#include "test.h"

#include <string.h>

enum { MINUTE_MS = 60000, DAY = 1440 };

static bool is_paused(const struct table_options *options, int64_t at_min)
{
    int64_t local = at_min + options->zone - TABLE_ZONE_UTC, day = local / DAY, minute = local % DAY;
    bool wraps = options->night_from > options->night_to;
    bool night = wraps ? minute >= options->night_from || minute < options->night_to
                       : minute >= options->night_from && minute < options->night_to;
    return night || (options->weekend && (day % 7 == 2 || day % 7 == 3));
}

static int64_t count_minutes(const struct table_options *options, int64_t from_min, int64_t minutes)
{
    int64_t at = from_min;
    while (minutes > 0 || is_paused(options, at)) {
        if (minutes == 0)
            break;
        minutes -= !is_paused(options, at);
        at++;
    }
    return at;
}

static void agrees_with_counting(void)
{
    struct ff_rng rng = ff_rng_of(1);
    for (int i = 0; i < 3000; i++) {
        struct table_options options = {.night_from = (uint16_t)ff_rng_below(&rng, DAY),
                                        .night_to = (uint16_t)ff_rng_below(&rng, DAY),
                                        .zone = (uint16_t)ff_rng_below(&rng, TABLE_ZONE_MAX + 1),
                                        .weekend = ff_rng_below(&rng, 2)};
        char text[TABLE_PAUSE_MAX];
        struct base_out out = base_out_of(text, sizeof text);
        struct table_options read = {0};
        if (ff_rng_below(&rng, 4) == 0)
            options.night_to = options.night_from;
        table_pause_put(&out, &options);
        CHECK(table_pause_read(text, out.length, &read));
        if (options.night_from == options.night_to)
            read.night_from = read.night_to = options.night_from;
        CHECK(read.night_from == options.night_from && read.night_to == options.night_to);
        CHECK(read.zone == options.zone && read.weekend == options.weekend);
        int64_t from = 29400000 + ff_rng_below(&rng, 20 * DAY), minutes = 1 + ff_rng_below(&rng, 3 * DAY);
        int64_t end = table_clock_end_ms(&options, from * MINUTE_MS, minutes * MINUTE_MS);
        if (!CHECK_EQ(end / MINUTE_MS, count_minutes(&options, from, minutes)))
            printf("    night %u to %u, zone %u, weekend %d\n", options.night_from, options.night_to, options.zone,
                   options.weekend);
        CHECK_EQ(table_clock_run_ms(&options, from * MINUTE_MS, end), minutes * MINUTE_MS);
        CHECK_EQ(table_clock_run_ms(&options, end, from * MINUTE_MS), 0);
    }
}

static void examples(void)
{
    struct table_options plain = {.zone = TABLE_ZONE_UTC};
    struct table_options night = {.night_from = 22 * 60, .night_to = 8 * 60, .zone = TABLE_ZONE_UTC + 60};
    struct table_options weekend = {.weekend = true, .zone = TABLE_ZONE_UTC};
    int64_t hour = 3600000, friday = INT64_C(1767916800000); /* 2026-01-09T00:00Z */
    CHECK_EQ(table_clock_end_ms(&plain, friday, hour), friday + hour);
    CHECK_EQ(table_clock_end_ms(&night, friday, hour), friday + 8 * hour); /* 1:00 there; 8:00 to 9:00 */
    CHECK_EQ(table_clock_end_ms(&night, friday + 20 * hour, 2 * hour), friday + 32 * hour); /* an hour, then a night */
    CHECK_EQ(table_clock_end_ms(&weekend, friday + 23 * hour, 2 * hour), friday + 73 * hour);
}

static void texts(void)
{
    static const char *const wrong[] = {",",      "22:30",  "22:30-24:00",  "22:60-07:00", "weekends",
                                        "+15:00", "-12:01", "22:30-07:00,", "2:30-07:00",  "weekend +01:00"};
    struct table_options options = {0};
    CHECK(table_pause_read("22:30-07:00,weekend,+01:00", 26, &options));
    CHECK_EQ(options.night_from, 1350);
    CHECK_EQ(options.night_to, 420);
    CHECK_EQ(options.zone, TABLE_ZONE_UTC + 60);
    CHECK(options.weekend);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (!CHECK(!table_pause_read(wrong[i], strlen(wrong[i]), &options)))
            printf("    %s\n", wrong[i]);
}

int main(void)
{
    TEST("pauses as text", texts);
    TEST("turns' clocks stand still at night and at weekends", examples);
    TEST("a clock with pauses ends when counting minutes does", agrees_with_counting);
    return test_end();
}
