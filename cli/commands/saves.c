/* saves.c - `fuerstenfeld saves`: lists the saved games, or deletes them. */
#include "cli/saved_games.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/play/play.h"
#include "engine/base/words.h"

/* -------------------------------------------------------------------------------------------------------- listing */

/* The first lines of a saved game, as far as they tell what it is. */
struct heading {
    char mode[16], round[8], people[256];
    unsigned players, moves;
};

static void copy_word(struct base_words *words, char *text, size_t size)
{
    struct base_word word;
    base_words_next(words, &word);
    snprintf(text, size, "%.*s", (int)word.length, word.text);
}

/* `name 0 Anna`, of a person */
static void add_name(struct base_words *words, unsigned people, struct base_out *out)
{
    struct base_word word;
    unsigned seat = 0;
    base_words_next(words, &word);
    if (!base_word_number(&word, FF_PLAYERS_MAX, &seat) || !(people >> seat & 1))
        return;
    struct base_word name = base_words_rest(words);
    base_put(out, out->length ? ", " : "");
    base_put_bytes(out, name.text, name.length);
}

static bool read_heading(const char *path, struct heading *heading)
{
    enum { SAVED_MAX = 1 << 20 };
    size_t n;
    char *text = cli_read_file(path, SAVED_MAX, &n);
    struct base_words words = text ? base_words_in_lines(text, n) : base_words_in_lines("", 0);
    struct base_word word;
    struct base_out names = base_out_cut(heading->people, sizeof heading->people);
    unsigned people = 0, seat;
    while (text && base_words_line(&words) && base_words_next(&words, &word)) {
        if (base_word_is(&word, "mode"))
            copy_word(&words, heading->mode, sizeof heading->mode);
        else if (base_word_is(&word, "round"))
            copy_word(&words, heading->round, sizeof heading->round);
        else if (base_word_is(&word, "name"))
            add_name(&words, people, &names);
        else if (base_word_is(&word, "person") && base_words_next(&words, &word) && base_word_number(&word, 31, &seat))
            people |= 1u << seat;
        else if (base_word_is(&word, "players") && base_words_next(&words, &word))
            base_word_number(&word, FF_PLAYERS_MAX, &heading->players);
        else if (base_word_is(&word, "move"))
            heading->moves++;
    }
    free(text);
    return text != NULL;
}

/* "expert, 3 players, round 4, Anna", as far as the file says so */
static void put_heading(struct base_out *out, const struct heading *heading)
{
    if (!*heading->mode || !heading->players) {
        base_put(out, "no saved game");
        return;
    }
    base_put(out, CLI_SAFE(heading->mode));
    base_put(out, ", ");
    base_put_unsigned(out, heading->players);
    base_put(out, " players");
    base_put(out, *heading->round ? ", round " : "");
    base_put(out, CLI_SAFE(heading->round));
    base_put(out, *heading->people ? ", " : "");
    base_put(out, CLI_SAFE(heading->people));
}

/* What is wrong with it, if anything is. */
static bool put_fault(struct base_out *out, const char *path)
{
    struct base_error error;
    if (play_can_resume(path, &error))
        return false;
    base_put(out, "     cannot be gone on with as it is");
    if (error.line) {
        base_put(out, ": line ");
        base_put_unsigned(out, error.line);
        base_put(out, ": ");
        base_put(out, CLI_SAFE(error.message));
    }
    base_put_char(out, '\n');
    return true;
}

/* " 1  2026-11-16 11:40  expert, 3 players, round 4, Anna
 *      /home/.../2026-11-16-114003.save"; false: that one cannot be gone on with. */
static bool print_saved(int number, const struct saved_game *game)
{
    struct heading heading = {"", "", "", 0, 0};
    char when[32] = "?", line[CLI_SAFE_SIZE * 4];
    struct base_out out = base_out_cut(line, sizeof line);
    struct tm local;
    if (localtime_r(&game->changed.tv_sec, &local))
        strftime(when, sizeof when, "%Y-%m-%d %H:%M", &local);
    bool read = read_heading(game->path, &heading);
    char beginning[64];
    snprintf(beginning, sizeof beginning, "%3d  %s  ", number, when);
    base_put(&out, beginning);
    put_heading(&out, &heading);
    base_put(&out, "\n     ");
    base_put(&out, CLI_SAFE(game->path));
    base_put_char(&out, '\n');
    bool fault = read ? put_fault(&out, game->path) : true;
    cli_print_wrapped(stdout, line, 0);
    return !fault;
}

static int print_all(const struct saved_game *list, int n)
{
    int good = 0;
    for (int i = 0; i < n; i++)
        good += print_saved(i + 1, &list[i]);
    if (good)
        cli_print_wrapped(
            stdout, "fuerstenfeld play --resume goes on with the first that can be, --resume N with another.\n", 0);
    if (good < n)
        cli_print_wrapped(stdout, "What cannot be gone on with is deleted by fuerstenfeld saves --clear N.\n", 0);
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

/* Those named, or all. Numbers are those of one list, so all are found before the first is deleted. */
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
    cli_printf("%d saved game%s cleared.\n", cleared, cleared == 1 ? "" : "s");
    return failed ? CLI_USAGE : CLI_OK;
}

int cmd_saves(int argc, char **argv)
{
    bool clears = false, force = false;
    const struct cli_option options[] = {
        {"clear", NULL, "delete those with the numbers given, or all", .flag = &clears},
        {"force", NULL, "do not ask before --clear", .flag = &force},
    };
    const struct cli_usage usage =
        CLI_USAGE_OF("saves", "[N...]",
                     "Lists the games that were left at this terminal, the newest first. Each can be gone on with by\n"
                     "`fuerstenfeld play --resume N`.",
                     options);
    int named = cli_parse(&usage, argc, argv);
    if (named < 0)
        return cli_status(named);
    if (named && !clears) {
        cli_error("saves: %s names a game to clear; say --clear as well", argv[1]);
        return CLI_USAGE;
    }
    for (int i = 1; i <= named; i++)
        if (!saved_games_is_number(argv[i])) {
            cli_error("saves: %s is no number of the list", argv[i]);
            return CLI_USAGE;
        }
    char folder[SAVED_GAMES_PATH_MAX];
    if (!saved_games_folder(folder, sizeof folder, false)) {
        saved_games_report_no_folder("saves");
        return CLI_USAGE;
    }
    struct saved_game *list = cli_check_memory(malloc(SAVED_GAMES_MAX * sizeof *list));
    int n = saved_games_list(list, SAVED_GAMES_MAX);
    int status = clears ? clear(list, n, argv + 1, named, force) : print_all(list, n);
    free(list);
    return status;
}
