/* main.c - the subcommands of `fuerstenfeld`.
 *
 * A new subcommand is a line in the table, a declaration in cli.h and a file of its own. */
#include "cli.h"

static const struct cli_command commands[] = {
    {"play", "play at the terminal", cmd_play},
    {"saves", "list the games that were left at the terminal, or clear them", cmd_saves},
    {"stats", "show how your games at the terminal ended", cmd_stats},
    {"serve", "serve tables for friends: a page, people and bots", cmd_serve},
    {"admin", "look after a server's tables and guests while it runs", cmd_admin},
    {"selfplay", "let bots play games and record them", cmd_selfplay},
    {"arena", "let bots play and say who is better", cmd_arena},
    {"verify", "check recorded games against the rules", cmd_verify},
    {"review", "judge the turns of a recorded game, and say what was better", cmd_review},
    {"duplicate", "compare games of the same deal, as in duplicate bridge", cmd_duplicate},
    {"puzzle", "put a puzzle: a turn that wins for certain", cmd_puzzle},
    {"show", "show a position of a recorded game", cmd_show},
    {"edition", "print the values that are data, to copy and correct", cmd_edition},
};

const struct cli_program cli_program = {
    .name = "fuerstenfeld",
    .about = "The board game F\xc3\xbcrstenfeld: fields, breweries, a palace.",
    .commands = commands,
    .commands_n = sizeof commands / sizeof commands[0],
};
