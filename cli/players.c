/* players.c - the bots that a command line names. */
#include "match/players.h"
#include "cli.h"

int cli_players(const char *command, const char *list, struct player_spec *specs, int max)
{
    char why[PLAYER_WHY_MAX];
    int n = player_specs_parse(list, specs, max, why);
    if (n < 0)
        cli_error("%s: %s", command, why);
    return n;
}
