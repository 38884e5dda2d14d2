/* players.c - the bots that a command line names. */
#include "bots/arena/players.h"
#include "cli.h"

int cli_players(const char *command, const char *list, struct arena_spec *specs, int max)
{
    char why[ARENA_WHY_MAX];
    int n = arena_specs_parse(list, specs, max, why);
    if (n < 0)
        cli_error("%s: %s", command, why);
    return n;
}
