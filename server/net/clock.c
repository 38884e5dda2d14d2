/* clock.c - computes the server's two clocks: a wall clock that is adjusted slowly, and a monotonic clock; see
 * clock.h. */
#define _GNU_SOURCE /* for CLOCK_BOOTTIME */
#include "clock.h"

#include <time.h>

static int64_t read_ms(clockid_t which)
{
    struct timespec now;
    clock_gettime(which, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Returns the time since boot plus an offset. Without it the time could be near 0 after booting, and callers treat 0 as
 * unset. */
static int64_t system_steady_ms(void) { return read_ms(CLOCK_BOOTTIME) + CLOCK_EPOCH_MS; }

void clock_init_from_system(struct clock *clock) { clock_init(clock, read_ms(CLOCK_REALTIME), system_steady_ms()); }
void clock_update_from_system(struct clock *clock) { clock_update(clock, read_ms(CLOCK_REALTIME), system_steady_ms()); }

void clock_init(struct clock *clock, int64_t wall_ms, int64_t steady_ms)
{
    *clock = (struct clock){.now_ms = wall_ms, .steady_ms = steady_ms};
}

void clock_update(struct clock *clock, int64_t wall_ms, int64_t steady_ms)
{
    int64_t passed = steady_ms > clock->steady_ms ? steady_ms - clock->steady_ms : 0;
    clock->steady_ms += passed;
    clock->now_ms += passed;
    int64_t ahead = clock->now_ms - wall_ms;
    if (ahead > CLOCK_STEP_MS || ahead < -CLOCK_STEP_MS) {
        clock->now_ms = wall_ms;
        return;
    }
    clock->owed_ms += passed; /* one millisecond in ten may be corrected */
    int64_t most = clock->owed_ms / 10;
    clock->owed_ms %= 10;
    clock->now_ms -= ahead > most ? most : ahead < -most ? -most : ahead;
}
