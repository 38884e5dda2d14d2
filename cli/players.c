/* players.c - the bots that a command line names. */
#include "match/players.h"
#include "cli.h"

int cli_players(const char *command, const char *list, struct match_spec *specs, int max)
{
    char why[MATCH_WHY_MAX];
    int n = match_specs_parse(list, specs, max, why);
    if (n < 0)
        cli_error("%s: %s", command, why);
    return n;
}
