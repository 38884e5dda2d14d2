/* clock.h - the two clocks of a server.
 *
 * `steady_ms` is for durations: limits, grace times, ticks, deadlines. Nobody sets it, and it continues while the
 * machine sleeps. `now_ms` (milliseconds since 1970) is for times that are stored and shown. It starts at the system's
 * time and then does not jump, because turn limits are stored and shown in it: if the system's clock is set, by hand or
 * by a time server, now_ms runs a tenth faster or slower until both agree. Only a difference of more than a day is
 * adopted at once, because then the clock had not been set before, or is wrong now. server/app/app.h says what the app
 * does in that case: no turn ends because of it, and nothing is deleted. */
#pragma once

#include <stdint.h>

struct clock {
    int64_t now_ms, steady_ms;
    int64_t owed_ms; /* the part of the correction below one millisecond that is not applied yet, in tenths */
};

/* Reads the system's clocks. Call it at the start and then regularly. */
void clock_begin(struct clock *clock);
void clock_read(struct clock *clock);

/* Does the same with clocks that a test provides; steady_ms must be at least CLOCK_EPOCH_MS. */
enum { CLOCK_EPOCH_MS = 24 * 3600 * 1000, CLOCK_STEP_MS = 24 * 3600 * 1000 };
void clock_set(struct clock *clock, int64_t wall_ms, int64_t steady_ms);
void clock_advance(struct clock *clock, int64_t wall_ms, int64_t steady_ms);
