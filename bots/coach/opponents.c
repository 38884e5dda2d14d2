/* opponents.c - derives players' strengths from their names; see opponents.h. */
#include "opponents.h"
#include "bots/ai/levels.h"

#include <string.h>

/* Bots that have no level, and the level that they play like. */
static const struct {
    const char *name;
    int level;
} similar_bots[] = {{"random", 1}, {"farmer", 2}, {"banker", 2}, {"rusher", 2}};

/* Returns the length of the bot's name in a player's name: of "prince" in "prince*4:500-1". */
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

int coach_level_of(const char *name)
{
    const size_t n = bot_length(name);
    for (int level = 1; level <= BOT_LEVELS_MAX; level++) {
        const char numbered[] = {'l', 'e', 'v', 'e', 'l', (char)('0' + level), 0};
        if (is_bot(name, n, bot_levels[level - 1].bot) || is_bot(name, n, numbered))
            return level;
    }
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
