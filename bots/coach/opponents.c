/* opponents.c - derives players' strengths from their names; see opponents.h. */
#include "opponents.h"
#include "bots/ai/levels.h"
#include "engine/base/number.h"

#include <string.h>

/* Bots that have no level of their own, with the level that they resemble. */
static const struct {
    const char *name;
    int level;
} similar_bots[] = {{"farmer", 2}, {"banker", 2}, {"rusher", 2}};

static const uint32_t all_iterations = UINT32_MAX;

/* Returns the iterations in a bot's name: 500 for "prince*4:500-1". Returns all_iterations if the name has a time or no
 * number. */
static uint32_t bot_iterations(const char *name)
{
    const char *budget = memchr(name, ':', strlen(name));
    uint64_t number = 0;
    if (!budget)
        return all_iterations;
    const size_t digits = base_count_digits(budget + 1, strlen(budget + 1));
    const char after = budget[1 + digits];
    const bool counts = (after == '\0' || after == '-') && base_number_read(budget + 1, digits, UINT32_MAX, &number);
    return counts ? (uint32_t)number : all_iterations;
}

/* Returns the length of the bot's name at the start of a player's name, such as "prince" in "prince*4:500-1". */
static size_t bot_length(const char *name)
{
    size_t n = 0;
    while (name[n] && !memchr("-:@*", name[n], 4))
        n++;
    return n;
}

static bool is_bot(const char *name, size_t n, const char *bot)
{
    return strlen(bot) == n && memcmp(name, bot, n) == 0;
}

/* Returns the highest level of this bot whose iterations do not exceed those in the name, or else its lowest level.
 * Returns 0 if no level uses the bot. */
static int level_of_bot(const char *name, size_t n)
{
    const uint32_t iterations = bot_iterations(name);
    int found = 0;
    for (int level = 1; level <= BOT_LEVELS_MAX; level++)
        if (is_bot(name, n, bot_levels[level - 1].bot) && (!found || bot_levels[level - 1].iterations <= iterations))
            found = level;
    return found;
}

int coach_level_of_player_name(const char *name)
{
    const size_t n = bot_length(name);
    for (int level = 1; level <= BOT_LEVELS_MAX; level++) {
        const char numbered[] = {'l', 'e', 'v', 'e', 'l', (char)('0' + level), 0};
        if (is_bot(name, n, numbered))
            return level;
    }
    const int found = level_of_bot(name, n);
    if (found)
        return found;
    for (size_t i = 0; i < sizeof similar_bots / sizeof *similar_bots; i++)
        if (is_bot(name, n, similar_bots[i].name))
            return similar_bots[i].level;
    return 0;
}

struct features_opponents coach_opponents_of(const struct features_opponents *opponents, int seat)
{
    struct features_opponents of = *opponents;
    for (int s = 0; s < FF_PLAYERS_MAX; s++)
        if (of.level[s] == FEATURES_UNKNOWN || s == seat)
            of.level[s] = FEATURES_EQUAL;
    return of;
}
