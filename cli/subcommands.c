/* subcommands.c - runs the subcommand that the command line names; see cli.h. */
#include "cli.h"

#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static void print_usage(FILE *to)
{
    char text[4096];
    struct base_out out = base_out_cut(text, sizeof text);
    size_t width = 9;
    for (int i = 0; i < cli_program.commands_n; i++)
        width = strlen(cli_program.commands[i].name) > width ? strlen(cli_program.commands[i].name) : width;
    base_put(&out, "usage: ");
    base_put(&out, cli_program.name);
    base_put(&out, " COMMAND [OPTION...]\n\n");
    base_put(&out, cli_program.about);
    base_put(&out, "\n\ncommands:\n");
    for (int i = 0; i < cli_program.commands_n; i++) {
        base_put(&out, "  ");
        base_put(&out, cli_program.commands[i].name);
        base_pad_to(&out, width + 4);
        base_put(&out, cli_program.commands[i].line);
        base_put_char(&out, '\n');
    }
    base_put_char(&out, '\n');
    base_put(&out, cli_program.name);
    base_put(&out, " COMMAND --help explains a command.\n");
    base_put(&out, cli_program.name);
    base_put(&out, " --version prints the version.\n");
    cli_print_wrapped(to, text, 0);
}

static const struct cli_command *find_command(const char *name)
{
    for (int i = 0; i < cli_program.commands_n; i++)
        if (strcmp(cli_program.commands[i].name, name) == 0)
            return &cli_program.commands[i];
    return NULL;
}

static int unknown_command(const char *name)
{
    const char *names[CLI_COMMANDS_MAX + 3] = {"help", "--help", "--version"};
    for (int i = 0; i < cli_program.commands_n; i++)
        names[i + 3] = cli_program.commands[i].name;
    const char *nearest = cli_find_similar_name(name, names, cli_program.commands_n + 3);
    if (nearest)
        cli_error("unknown command \"%s\"; did you mean \"%s\"?", name, nearest);
    else
        cli_error("unknown command \"%s\"; %s --help lists them", name, cli_program.name);
    return CLI_USAGE;
}

static int help(const char *name)
{
    char option[] = "--help", *argv[] = {NULL, option, NULL};
    if (!name) {
        print_usage(stdout);
        return CLI_OK;
    }
    const struct cli_command *command = find_command(name);
    return command ? command->run(2, argv) : unknown_command(name);
}

static int run_command(int argc, char **argv)
{
    if (argc < 2) {
        print_usage(stderr);
        return CLI_USAGE;
    }
    if (strcmp(argv[1], "help") == 0 && argc > 2 && argv[2][0] == '-') { /* `help -V` is `-V` */
        argc--;
        argv++;
    }
    const char *name = argv[1];
    if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return help(argc > 2 ? argv[2] : NULL);
    bool version = strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0;
    if (version && argc > 2) {
        cli_error("%s: \"%s\" is not allowed here", name, argv[2]);
        return CLI_USAGE;
    }
    if (version) {
        cli_print_version();
        return CLI_OK;
    }
    const struct cli_command *command = find_command(name);
    return command ? command->run(argc - 1, argv + 1) : unknown_command(name);
}

/* Fills closed standard descriptors. An opened file gets the lowest free descriptor, so if standard output were closed,
 * the first opened file would receive our output. The fillers are opened for the wrong direction (standard output for
 * reading), so that using them still fails. */
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
        return CLI_USAGE;     /* no message is possible */
    signal(SIGPIPE, SIG_IGN); /* writing to a closed pipe then fails, and every writer handles that */
    signal(SIGXFSZ, SIG_IGN); /* writing beyond the file size limit then fails in the same way */
    setlocale(LC_CTYPE, "");
    int status = run_command(argc, argv);
    return cli_final_exit_status(status);
}
