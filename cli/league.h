/* league.h - the options that say who sits beside a network that learns (train/league.h). */
#ifndef CLI_LEAGUE_H
#define CLI_LEAGUE_H

#include "train/league.h"

struct cli_usage;

/* As they are on the command line; NULL: not given. */
struct cli_league_words {
    const char *guests, *levels, *told, *older;
};

struct cli_league {
    struct train_league_terms terms;
    struct net older;   /* what terms.older points to, if a file was given */
    uint64_t older_sum; /* that file's checksum, by which it is known again */
};

/* What is not given stays as it is in *league. False: it was said why. */
bool cli_league(const struct cli_usage *usage, const struct cli_league_words *words, struct cli_league *league);

#endif
