/* saves.c - `fuerstenfeld saves`: the games that were left, to go on with or to clear; see saves.h. */
#include "saves.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/words.h"
#include "play.h"
#include "text/names.h"

static const char suffix[] = ".save";

/* ------------------------------------------------------------------------------------------------------ the folder */

/* With all folders above it. */
static bool make_folder(char *path)
{
    for (char *at = path + 1; (at = strchr(at, '/')); at++) {
        *at = '\0';
        bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        *at = '/';
        if (!made)
            return false;
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

bool saves_folder(char *path, size_t size, bool make)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int n = state && *state == '/' ? snprintf(path, size, "%s/fuerstenfeld", state)
            : home && *home == '/' ? snprintf(path, size, "%s/.local/state/fuerstenfeld", home)
                                   : -1;
    return n > 0 && (size_t)n < size && (!make || make_folder(path));
}

void saves_no_folder(const char *command)
{
    cli_error("%s: there is no folder to look in; set XDG_STATE_HOME or HOME to one", command);
}

bool saves_path(const char *name, bool make, char *path, size_t size)
{
    char folder[SAVES_PATH_MAX];
    return saves_folder(folder, sizeof folder, make) && snprintf(path, size, "%s/%s", folder, name) < (int)size;
}

bool saves_is_ours(const char *path)
{
    char folder[SAVES_PATH_MAX];
    if (!saves_folder(folder, sizeof folder, false))
        return false;
    size_t n = strlen(folder);
    return strncmp(path, folder, n) == 0 && path[n] == '/' && !strchr(path + n + 1, '/');
}

static bool is_save_name(const char *name)
{
    size_t n = strlen(name), end = sizeof suffix - 1;
    return n > end && name[0] != '.' && strcmp(name + n - end, suffix) == 0;
}

/* Newest first; of the same time, the last name first. */
static int by_time(const void *a, const void *b)
{
    const struct saves_game *x = a, *y = b;
    if (x->changed.tv_sec != y->changed.tv_sec)
        return x->changed.tv_sec < y->changed.tv_sec ? 1 : -1;
    if (x->changed.tv_nsec != y->changed.tv_nsec)
        return x->changed.tv_nsec < y->changed.tv_nsec ? 1 : -1;
    return strcmp(y->path, x->path);
}

int saves_list(struct saves_game *list, int max)
{
    char folder[SAVES_PATH_MAX];
    DIR *open = saves_folder(folder, sizeof folder, false) ? opendir(folder) : NULL;
    int n = 0;
    if (!open)
        return 0;
    for (struct dirent *entry; n < max && (entry = readdir(open));) {
        struct stat about;
        if (!is_save_name(entry->d_name) || !saves_path(entry->d_name, false, list[n].path, sizeof list[n].path) ||
            stat(list[n].path, &about) != 0 || !S_ISREG(about.st_mode))
            continue;
        list[n++].changed = about.st_mtim;
    }
    closedir(open);
    qsort(list, (size_t)n, sizeof *list, by_time);
    return n;
}

static bool all_digits(const char *text) { return *text && strspn(text, "0123456789") == strlen(text); }

/* The n-th of the list, from 1; false: there is none, and it was said. */
static bool find_nth(const struct saves_game *list, int n, const char *text, char *path, size_t size)
{
    long nth = *text ? strtol(text, NULL, 10) : 1;
    if (nth >= 1 && nth <= n)
        return snprintf(path, size, "%s", list[nth - 1].path) < (int)size;
    if (!n)
        cli_error("there is no saved game; one is saved when you leave it");
    else
        cli_error("there is no saved game %s; fuerstenfeld saves lists the %d there are", text, n);
    return false;
}

/* The newest that can be gone on with, or the newest, so that it is said what is wrong with it. */
static bool find_newest(const struct saves_game *list, int n, char *path, size_t size)
{
    struct base_error error;
    int i = 0;
    while (i < n && !play_can_resume(list[i].path, &error))
        i++;
    if (i == n)
        return find_nth(list, n, "", path, size);
    if (i)
        cli_error("%s cannot be gone on with; this is the newest that can", list[0].path);
    return snprintf(path, size, "%s", list[i].path) < (int)size;
}

bool saves_find(const char *text, char *path, size_t size)
{
    if (*text && !(all_digits(text) && access(text, F_OK) != 0))
        return snprintf(path, size, "%s", text) < (int)size;
    struct saves_game *list = malloc(SAVES_MAX * sizeof *list);
    int n = list ? saves_list(list, SAVES_MAX) : 0;
    bool found = list && (*text ? find_nth(list, n, text, path, size) : find_newest(list, n, path, size));
    free(list);
    return found;
}

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
static bool print_saved(int number, const struct saves_game *game)
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
    cli_print(stdout, line, 0);
    return !fault;
}

static int print_all(const struct saves_game *list, int n)
{
    int good = 0;
    for (int i = 0; i < n; i++)
        good += print_saved(i + 1, &list[i]);
    if (good)
        cli_print(stdout, "fuerstenfeld play --resume goes on with the first that can be, --resume N with another.\n",
                  0);
    if (good < n)
        cli_print(stdout, "What cannot be gone on with is deleted by fuerstenfeld saves --clear N.\n", 0);
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
static int clear(const struct saves_game *list, int n, char **named, int named_n)
{
    bool chosen[SAVES_MAX] = {false};
    int cleared = 0, failed = 0;
    for (int i = 0; i < named_n; i++) {
        char path[SAVES_PATH_MAX];
        int k = 0;
        if (!find_nth(list, n, named[i], path, sizeof path))
            return CLI_USAGE;
        while (strcmp(list[k].path, path) != 0)
            k++;
        chosen[k] = true;
    }
    for (int i = 0; i < n; i++)
        if (!named_n || chosen[i])
            clear_one(list[i].path) ? cleared++ : failed++;
    cli_say("%d saved game%s cleared.\n", cleared, cleared == 1 ? "" : "s");
    return failed ? CLI_USAGE : CLI_OK;
}

int cmd_saves(int argc, char **argv)
{
    const char *wanted = NULL;
    const struct cli_option options[] = {
        {"clear", NULL, "delete those with the numbers given, or all", &wanted},
    };
    const struct cli_usage usage = {
        .command = "saves",
        .operands = "[N...]",
        .about = "Lists the games that were left at this terminal, the newest first. Each can be gone on with by\n"
                 "`fuerstenfeld play --resume N`.",
        .options = options,
        .options_n = sizeof options / sizeof options[0],
    };
    int named = cli_parse(&usage, argc, argv);
    if (named < 0)
        return cli_status(named);
    if (named && !wanted) {
        cli_error("saves: %s names a game to clear; say --clear as well", argv[1]);
        return CLI_USAGE;
    }
    for (int i = 1; i <= named; i++)
        if (!all_digits(argv[i])) {
            cli_error("saves: %s is no number of the list", argv[i]);
            return CLI_USAGE;
        }
    char folder[SAVES_PATH_MAX];
    struct saves_game *list = malloc(SAVES_MAX * sizeof *list);
    if (!list || !saves_folder(folder, sizeof folder, false)) {
        if (list)
            saves_no_folder("saves");
        else
            cli_error("out of memory");
        free(list);
        return CLI_USAGE;
    }
    int n = saves_list(list, SAVES_MAX);
    int status = wanted ? clear(list, n, argv + 1, named) : print_all(list, n);
    free(list);
    return status;
}
