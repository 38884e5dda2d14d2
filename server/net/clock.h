/* clock.h - the two clocks of a server.
 *
 * `steady_ms` is for how long something takes: limits, grace, ticks, deadlines. Nobody sets it, and it counts while the
 * machine sleeps.
 *
 * `now_ms` is for what is stored and shown, milliseconds since 1970. It begins as the system's clock says and then
 * does not jump, because turns' limits are told by it: where the system's clock is set, by hand or by a time server, it
 * goes a tenth faster or slower until both agree. Only a difference of more than a day is believed at once: that was no
 * correction but a clock that had not been set yet, or that is wrong now. What the app does then is in
 * server/app/app.h: nobody's turn ends by it, and nothing is deleted. */
#pragma once

#include <stdint.h>

struct clock {
    int64_t now_ms, steady_ms;
    int64_t owed_ms; /* the correction not yet applied, below one millisecond, in tenths */
};

/* Reads the system's clocks: first at the start, then again and again. */
void clock_begin(struct clock *clock);
void clock_read(struct clock *clock);

/* The same with clocks given by a test; steady_ms is at least CLOCK_EPOCH_MS. */
enum { CLOCK_EPOCH_MS = 24 * 3600 * 1000, CLOCK_STEP_MS = 24 * 3600 * 1000 };
void clock_set(struct clock *clock, int64_t wall_ms, int64_t steady_ms);
void clock_advance(struct clock *clock, int64_t wall_ms, int64_t steady_ms);
