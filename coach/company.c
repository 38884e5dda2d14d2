/* company.c - how strong the others play; see company.h. */
#include "company.h"
#include "ai/levels.h"
#include "ai/net.h"

#include <string.h>

/* Those that are of no level, but play like one. */
static const struct {
    const char *name;
    int level;
} alike[] = {{"random", 1}, {"farmer", 2}, {"banker", 2}, {"rusher", 2}};

/* "prince" of "prince*4:500-1": what comes after are its terms and its seat. */
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
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        if (is_bot(name, n, alike[i].name))
            return alike[i].level;
    return 0;
}

struct features_company coach_company_of(const struct features_company *company, int seat)
{
    struct features_company of = *company;
    for (int s = 0; s < FF_PLAYERS_MAX; s++)
        if (of.is[s] == FEATURES_UNKNOWN || s == seat)
            of.is[s] = FEATURES_EQUAL;
    return of;
}

bool coach_company_differs(const struct features_company *company, int players, int seat)
{
    for (int s = 0; s < players; s++)
        if (s != seat && company->is[s] != FEATURES_EQUAL)
            return true;
    return false;
}

int64_t coach_odds(int64_t chance, int64_t before, int64_t after)
{
    const int64_t one = NET_CHANCE_ONE;
    if (before <= 0 || before >= one || after <= 0 || after >= one)
        return chance;
    int64_t for_it = chance * after * (one - before), against = (one - chance) * before * (one - after);
    return for_it / ((for_it + against) / one + 1);
}
