/* played_level.c - compares a player's losses with the bot levels' losses; see played_level.h. */
#include "played_level.h"
#include "bots/ai/context.h"
#include "bots/ai/levels.h"
#include "engine/base/json_write.h"

#include <stdbool.h>

/* Measured losses per turn of each level, in hundredths of a percent. They come from `fuerstenfeld-lab
 * planted-mistakes` (docs/notebook/coach.md). */
static const struct {
    int64_t mean, stddev, turns; /* measured */
} known[COACH_LEVEL_TOP] = {{618, 1000, 420}, {512, 1000, 420}, {410, 1000, 420}, {237, 1000, 120}, {51, 200, 390}};

static int64_t distance(int64_t lost, int turns, int level)
{
    const int64_t more = lost - known[level - 1].mean * turns;
    return more < 0 ? -more : more;
}

/* Returns whether the losses are plausible for the level. The variance is the sum of the variance of the player's
 * losses and that of the level's measured mean. */
static bool is_possible(int64_t lost, int turns, int level)
{
    const int64_t stddev = known[level - 1].stddev, sample = known[level - 1].turns;
    return distance(lost, turns, level) <= ai_isqrt(stddev * stddev * turns * (sample + turns) / sample) * 196 / 100;
}

/* Returns the level whose losses are nearest; only plausible levels count unless `any` is true. Returns 0 if there is
 * none. */
static int nearest_level(int64_t lost, int turns, bool any)
{
    int nearest = 0;
    for (int level = 1; level <= COACH_LEVEL_TOP; level++)
        if ((any || is_possible(lost, turns, level)) &&
            (!nearest || distance(lost, turns, level) < distance(lost, turns, nearest)))
            nearest = level;
    return nearest;
}

struct coach_played_level coach_estimate_played_level(int64_t lost, int turns)
{
    struct coach_played_level played = {0, 0, 0};
    if (turns <= 0)
        return played;
    played.level = nearest_level(lost, turns, false);
    if (!played.level)
        played.level = nearest_level(lost, turns, true);
    played.low = played.high = played.level;
    for (int level = 1; level <= COACH_LEVEL_TOP; level++)
        if (is_possible(lost, turns, level)) {
            played.low = level < played.low ? level : played.low;
            played.high = level > played.high ? level : played.high;
        }
    if (played.high == COACH_LEVEL_TOP)
        played.high = BOT_LEVELS_MAX;
    return played;
}

void coach_played_level_json(struct base_out *out, const struct coach_played_level *played)
{
    if (!played->level) {
        base_json_null(out);
        return;
    }
    base_json_open(out, '{');
    base_json_number(out, "level", played->level);
    base_json_number(out, "low", played->low);
    base_json_number(out, "high", played->high);
    base_json_close(out, '}');
}
