/* saved_games.c - manages the folder of saved games; see saved_games.h. */
#include "cli/saved_games.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/play/play.h"
#include "engine/base/number.h"

static const char suffix[] = ".save";

/* ------------------------------------------------------------------------------------------------------ the folder */

/* Creates the folder and all folders above it. */
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

bool saved_games_find_folder(char *path, size_t size, bool make)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int n = state && *state == '/' ? snprintf(path, size, "%s/fuerstenfeld", state)
            : home && *home == '/' ? snprintf(path, size, "%s/.local/state/fuerstenfeld", home)
                                   : -1;
    return n > 0 && (size_t)n < size && (!make || make_folder(path));
}

void saved_games_report_no_folder(const char *command)
{
    cli_error("%s: there is no folder for saved games; set XDG_STATE_HOME or HOME", command);
}

bool saved_games_build_path(const char *name, bool make, char *path, size_t size)
{
    char folder[SAVED_GAMES_PATH_MAX];
    return saved_games_find_folder(folder, sizeof folder, make) &&
           snprintf(path, size, "%s/%s", folder, name) < (int)size;
}

bool saved_games_folder_contains(const char *path)
{
    char folder[SAVED_GAMES_PATH_MAX];
    if (!saved_games_find_folder(folder, sizeof folder, false))
        return false;
    size_t n = strlen(folder);
    return strncmp(path, folder, n) == 0 && path[n] == '/' && !strchr(path + n + 1, '/');
}

static bool is_save_name(const char *name)
{
    size_t n = strlen(name), end = sizeof suffix - 1;
    return n > end && name[0] != '.' && strcmp(name + n - end, suffix) == 0;
}

/* Compares two saved games, so that the newest is sorted first. Of two games with the same time, the one with the later
 * name is first. */
static int by_time(const void *a, const void *b)
{
    const struct saved_game *x = a, *y = b;
    if (x->changed.tv_sec != y->changed.tv_sec)
        return x->changed.tv_sec < y->changed.tv_sec ? 1 : -1;
    if (x->changed.tv_nsec != y->changed.tv_nsec)
        return x->changed.tv_nsec < y->changed.tv_nsec ? 1 : -1;
    return strcmp(y->path, x->path);
}

int saved_games_list(struct saved_game *list, int max)
{
    char folder[SAVED_GAMES_PATH_MAX];
    DIR *open = saved_games_find_folder(folder, sizeof folder, false) ? opendir(folder) : NULL;
    int n = 0;
    if (!open)
        return 0;
    for (struct dirent *entry; n < max && (entry = readdir(open));) {
        struct stat about;
        if (!is_save_name(entry->d_name) ||
            !saved_games_build_path(entry->d_name, false, list[n].path, sizeof list[n].path) ||
            stat(list[n].path, &about) != 0 || !S_ISREG(about.st_mode))
            continue;
        list[n++].changed = about.st_mtim;
    }
    closedir(open);
    qsort(list, (size_t)n, sizeof *list, by_time);
    return n;
}

bool saved_games_is_number(const char *text) { return *text && strspn(text, "0123456789") == strlen(text); }

bool saved_games_find_nth(const struct saved_game *list, int n, const char *text, char *path, size_t size)
{
    uint64_t nth = !*text;
    if ((!*text || base_number_read(text, strlen(text), (uint64_t)n, &nth)) && nth >= 1 && n > 0)
        return snprintf(path, size, "%s", list[nth - 1].path) < (int)size;
    if (!n)
        cli_error("there is no saved game; a game is saved when you leave it");
    else
        cli_error("there is no saved game %s; fuerstenfeld saves lists all %d", text, n);
    return false;
}

/* Finds the newest game that can be resumed. If no game can be resumed, finds the newest game, so that an error
 * explains why. */
static bool find_newest(const struct saved_game *list, int n, char *path, size_t size)
{
    int i = 0;
    while (i < n && !play_can_resume(list[i].path))
        i++;
    if (i == n)
        return saved_games_find_nth(list, n, "", path, size);
    if (i)
        cli_error("%s cannot be resumed; this is the newest game that can", list[0].path);
    return snprintf(path, size, "%s", list[i].path) < (int)size;
}

bool saved_games_find(const char *text, char *path, size_t size)
{
    if (*text && !(saved_games_is_number(text) && access(text, F_OK) != 0))
        return snprintf(path, size, "%s", text) < (int)size;
    struct saved_game *list = cli_check_memory(malloc(SAVED_GAMES_MAX * sizeof *list));
    int n = saved_games_list(list, SAVED_GAMES_MAX);
    bool found = *text ? saved_games_find_nth(list, n, text, path, size) : find_newest(list, n, path, size);
    free(list);
    return found;
}
