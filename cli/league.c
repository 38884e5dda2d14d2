/* league.c - the options that say who sits beside a network that learns: the same for `train` and `positions`. */
#include "league.h"

#include "cli.h"

#include <stdlib.h>
#include <string.h>

/* Five numbers, none below 0 and not all 0. */
static bool read_levels(const struct cli_usage *usage, const char *text, double level[TRAIN_LEVELS])
{
    double all = 0;
    const char *at = text;
    for (int i = 0; at && i < TRAIN_LEVELS; i++) {
        char *end;
        level[i] = strtod(at, &end);
        bool good = end > at && level[i] >= 0 && level[i] <= 1000 && *end == (i + 1 < TRAIN_LEVELS ? ',' : '\0');
        all += level[i];
        at = good ? end + 1 : NULL;
    }
    if (text && (!at || all <= 0))
        cli_error("%s: --levels is \"%s\", must be five numbers as 1,2,1,3,0: how often a guest is of level 1 to 5",
                  usage->command, text);
    return !text || (at && all > 0);
}

static bool read_older(const char *path, struct cli_league *league)
{
    size_t n;
    char *bytes = path ? cli_read_file(path, NET_FILE_SIZE, &n) : NULL;
    const char *fault = bytes ? net_read((const uint8_t *)bytes, n, &league->older) : NULL;
    if (fault)
        cli_error("%s: %s", path, fault);
    bool good = bytes && !fault;
    if (good) {
        league->terms.older = &league->older;
        memcpy(&league->older_sum, bytes + NET_FILE_SIZE - sizeof league->older_sum, sizeof league->older_sum);
    }
    free(bytes);
    return !path || good;
}

bool cli_league(const struct cli_usage *usage, const struct cli_league_words *words, struct cli_league *league)
{
    struct train_league_terms *terms = &league->terms;
    return cli_share(usage, "guests", words->guests, &terms->guests) &&
           cli_share(usage, "told", words->told, &terms->told) && read_levels(usage, words->levels, terms->level) &&
           read_older(words->older, league);
}
