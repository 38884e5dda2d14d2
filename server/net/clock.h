/* clock.h - the two clocks of a server.
 *
 * steady_ms is for durations, such as limits, grace times and deadlines. It is never set, and it continues while the
 * machine sleeps. now_ms, in milliseconds since 1970, is for times that are stored and shown. It starts at the system's
 * time. If somebody sets the system's clock, now_ms does not jump, because turns would end early. It runs a tenth
 * faster or slower until both agree. Only a difference of more than a day is adopted at once: either the system's clock
 * was not set before, or it is wrong now. server/app/app.h says how the app then prevents that turns end or data is
 * deleted. */
#pragma once

#include <stdint.h>

struct clock {
    int64_t now_ms, steady_ms;
    int64_t owed_ms; /* elapsed milliseconds not yet used for corrections, less than ten */
};

/* Sets the clocks from the system's clocks when the server starts. */
void clock_init_from_system(struct clock *clock);
/* Advances the clocks by the time that has passed since the last call. */
void clock_update_from_system(struct clock *clock);

/* For tests: sets the clocks to given times. steady_ms must be at least CLOCK_EPOCH_MS. */
enum { CLOCK_EPOCH_MS = 24 * 3600 * 1000, CLOCK_STEP_MS = 24 * 3600 * 1000 };
void clock_init(struct clock *clock, int64_t wall_ms, int64_t steady_ms);
/* For tests: advances the clocks as if the system's clocks had these times. */
void clock_update(struct clock *clock, int64_t wall_ms, int64_t steady_ms);
