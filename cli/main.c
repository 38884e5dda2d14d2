/* main.c - `fuerstenfeld`: finds the subcommand and runs it.
 *
 * A new subcommand is a line in the table, a declaration in cli.h and a file of its own. */
#include "cli.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

struct command {
    const char *name, *line;
    int (*run)(int argc, char **argv);
};

static const struct command commands[] = {
    {"play", "play at the terminal", cmd_play},
    {"saves", "list the games that were left at the terminal, or clear them", cmd_saves},
    {"stats", "tell how your games at the terminal ended", cmd_stats},
    {"serve", "serve tables for friends: a page, people and bots", cmd_serve},
    {"admin", "look after a server's tables and guests while it runs", cmd_admin},
    {"selfplay", "let bots play games and record them", cmd_selfplay},
    {"arena", "let bots play and say who is better", cmd_arena},
    {"verify", "check recorded games against the rules", cmd_verify},
    {"review", "judge the turns of a recorded game, and say what was better", cmd_review},
    {"duplicate", "compare games of the same deal, as in duplicate bridge", cmd_duplicate},
    {"puzzle", "put a puzzle: a turn that wins for certain", cmd_puzzle},
    {"puzzles", "find puzzles in recorded games", cmd_puzzles},
    {"show", "show a position of a recorded game", cmd_show},
    {"edition", "print the values that are data, to copy and correct", cmd_edition},
    {"bench", "measure the engine", cmd_bench},
    {"train", "train the network by self-play", cmd_train},
    {"positions", "play for a trainer elsewhere: write positions to learn from", cmd_positions},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void print_usage(FILE *to)
{
    char text[4096];
    struct base_out out = base_out_cut(text, sizeof text);
    base_put(&out, "usage: fuerstenfeld COMMAND [OPTION...]\n\n"
                   "The board game F\xc3\xbcrstenfeld: fields, breweries, a palace.\n\ncommands:\n");
    for (int i = 0; i < COMMANDS; i++) {
        base_put(&out, "  ");
        base_put(&out, commands[i].name);
        base_pad_to(&out, 13);
        base_put(&out, commands[i].line);
        base_put_char(&out, '\n');
    }
    base_put(&out, "\nfuerstenfeld COMMAND --help tells more, fuerstenfeld --version the version.\n");
    cli_print(to, text, 0);
}

static const struct command *find_command(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static int unknown_command(const char *name)
{
    const char *names[COMMANDS];
    for (int i = 0; i < COMMANDS; i++)
        names[i] = commands[i].name;
    const char *nearest = cli_nearest(name, names, COMMANDS);
    if (nearest)
        cli_error("unknown command \"%s\"; did you mean \"%s\"?", name, nearest);
    else
        cli_error("unknown command \"%s\"; fuerstenfeld --help lists them", name);
    return CLI_USAGE;
}

static int help(const char *name)
{
    char option[] = "--help", *argv[] = {NULL, option, NULL};
    if (!name) {
        print_usage(stdout);
        return CLI_OK;
    }
    const struct command *command = find_command(name);
    return command ? command->run(2, argv) : unknown_command(name);
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        print_usage(stderr);
        return CLI_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return help(argc > 2 ? argv[2] : NULL);
    if (strcmp(name, "--version") == 0 && argc > 2) {
        cli_error("--version: \"%s\" is not allowed here", argv[2]);
        return CLI_USAGE;
    }
    if (strcmp(name, "--version") == 0) {
        puts("fuerstenfeld " FF_VERSION);
        return CLI_OK;
    }
    const struct command *command = find_command(name);
    return command ? command->run(argc - 1, argv + 1) : unknown_command(name);
}

/* A file that is opened takes the lowest number that is free: without standard output the first record would be it, and
 * get our messages. What was closed stays closed to whoever uses it: it is opened for the other direction. */
static bool hold_standard_files(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
            return false;
    return true;
}

int cli_main(int argc, char **argv)
{
    if (!hold_standard_files())
        return CLI_USAGE;     /* there is nowhere to say why */
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is a failed write, which every writer handles */
    signal(SIGXFSZ, SIG_IGN); /* so is a file that may not grow further */
    int status = run(argc, argv);
    return cli_flush() || status != CLI_OK ? status : CLI_USAGE;
}
