/* saves.c - `fuerstenfeld saves`: lists the saved games, or deletes them. */
#include "cli/saved_games.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/play/play.h"
#include "engine/text/names.h"

/* -------------------------------------------------------------------------------------------------------- listing */

/* Writes "expert, 3 players, round 4, Anna", as far as the file could be read. */
static void put_heading(struct base_out *out, const struct play *play)
{
    const char *before = ", ";
    if (!play->game.setup.players) {
        base_put(out, "no saved game");
        return;
    }
    base_put(out, text_mode(play->game.setup.mode));
    base_put(out, ", ");
    base_put_unsigned(out, play->game.setup.players);
    base_put(out, " players");
    if (play->files.round) {
        base_put(out, ", round ");
        base_put_unsigned(out, play->files.round);
    }
    for (unsigned people = play->game.humans; people; people &= people - 1) {
        base_put(out, before);
        base_put(out, play->game.names[ff_lowest(people)]);
    }
}

/* Prints a saved game as " 1  2026-11-16 11:40  expert, 3 players, round 4, Anna", and its path on a second line.
 * Returns false if the game cannot be resumed.  expert, 3 players, round 4, Anna /home/.../2026-11-16-114003.save";
 * Returns false if that one cannot be resumed. */
static bool print_saved(int number, const struct saved_game *game)
{
    char when[32] = "?", line[CLI_SAFE_SIZE * 4], beginning[64];
    struct base_out out = base_out_cut(line, sizeof line);
    struct base_error error;
    struct tm local;
    struct play *play = cli_check_memory(calloc(1, sizeof *play));
    bool can = play_read_saved(game->path, play, &error);
    if (localtime_r(&game->changed.tv_sec, &local))
        strftime(when, sizeof when, "%Y-%m-%d %H:%M", &local);
    snprintf(beginning, sizeof beginning, "%3d  %s  ", number, when);
    base_put(&out, beginning);
    put_heading(&out, play);
    base_put(&out, "\n     ");
    base_put(&out, CLI_SAFE(game->path));
    base_put_char(&out, '\n');
    if (!can) {
        base_put(&out, "     cannot be resumed");
        if (error.line) {
            base_put(&out, ": line ");
            base_put_unsigned(&out, error.line);
            base_put(&out, ": ");
            base_put(&out, CLI_SAFE(error.message));
        }
        base_put_char(&out, '\n');
    }
    cli_print_wrapped(stdout, line, 0);
    play_free(play);
    return can;
}

static int print_all(const struct saved_game *list, int n)
{
    int good = 0;
    for (int i = 0; i < n; i++)
        good += print_saved(i + 1, &list[i]);
    if (good)
        cli_print_wrapped(stdout,
                          "fuerstenfeld play --resume resumes the newest game that can be, --resume N any other.\n", 0);
    if (good < n)
        cli_print_wrapped(stdout, "fuerstenfeld saves --clear N deletes a game that cannot be resumed.\n", 0);
    if (!n)
        puts("There are no saved games.");
    return CLI_OK;
}

/* ------------------------------------------------------------------------------------------------------- clearing */

static bool clear_one(const char *path)
{
    if (unlink(path) == 0)
        return true;
    cli_error("%s: cannot be deleted: %s", path, strerror(errno));
    return false;
}

/* Deletes the named games, or all games. Finds all files before it deletes the first, because deleting a file changes
 * the numbers of the others. */
static int clear(const struct saved_game *list, int n, char **named, int named_n, bool force)
{
    bool chosen[SAVED_GAMES_MAX] = {false};
    char question[96];
    int cleared = 0, failed = 0, wanted = 0;
    for (int i = 0; i < named_n; i++) {
        char path[SAVED_GAMES_PATH_MAX];
        int k = 0;
        if (!saved_games_find_nth(list, n, named[i], path, sizeof path))
            return CLI_USAGE;
        while (strcmp(list[k].path, path) != 0)
            k++;
        chosen[k] = true;
    }
    for (int i = 0; i < n; i++)
        wanted += !named_n || chosen[i];
    snprintf(question, sizeof question, "%d saved game%s will be deleted.", wanted, wanted == 1 ? "" : "s");
    if (wanted && !cli_confirm("saves", question, force))
        return CLI_USAGE;
    for (int i = 0; i < n; i++)
        if (!named_n || chosen[i])
            clear_one(list[i].path) ? cleared++ : failed++;
    cli_printf("%d saved game%s deleted.\n", cleared, cleared == 1 ? "" : "s");
    return failed ? CLI_USAGE : CLI_OK;
}

int cmd_saves(int argc, char **argv)
{
    bool clears = false, force = false;
    const struct cli_option options[] = {
        {"clear", NULL, "delete the games with the given numbers, or all", .flag = &clears},
        {"force", NULL, "do not ask before --clear; needed without a terminal", .flag = &force},
    };
    const struct cli_usage usage =
        CLI_USAGE_OF("saves", "[N...]",
                     "Lists the unfinished games that were played at this terminal, newest first.\n"
                     "`fuerstenfeld play --resume N` resumes one of them.",
                     options);
    int named = cli_parse(&usage, argc, argv);
    if (named < 0)
        return cli_parse_exit_status(named);
    if (named && !clears) {
        cli_error("saves: %s names a game to delete, which also needs --clear", argv[1]);
        return CLI_USAGE;
    }
    for (int i = 1; i <= named; i++)
        if (!saved_games_is_number(argv[i])) {
            cli_error("saves: %s is not a number in the list", argv[i]);
            return CLI_USAGE;
        }
    char folder[SAVED_GAMES_PATH_MAX];
    if (!saved_games_find_folder(folder, sizeof folder, false)) {
        saved_games_report_no_folder("saves");
        return CLI_USAGE;
    }
    struct saved_game *list = cli_check_memory(malloc(SAVED_GAMES_MAX * sizeof *list));
    int n = saved_games_list(list, SAVED_GAMES_MAX);
    int status = clears ? clear(list, n, argv + 1, named, force) : print_all(list, n);
    free(list);
    return status;
}
