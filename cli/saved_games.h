/* saved_games.h - manages the files that `fuerstenfeld play` keeps on this machine: unfinished games and the results of
 * finished games. Both are in $XDG_STATE_HOME/fuerstenfeld; see docs/players/save.md. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

enum { SAVED_GAMES_PATH_MAX = 1024, SAVED_GAMES_MAX = 512 };

/* Stores the path of the folder. If `make` is set, creates the folder if needed. Returns false if there is no
 * folder. */
bool saved_games_find_folder(char *path, size_t size, bool make);

/* Prints an error that says that there is no folder for saved games. */
void saved_games_report_no_folder(const char *command);

/* Builds the path of a file in the folder of saved games. Returns false if there is no folder. */
bool saved_games_build_path(const char *name, bool make, char *path, size_t size);

struct saved_game {
    char path[SAVED_GAMES_PATH_MAX];
    struct timespec changed;
};

/* Lists the saved games, newest first. Returns their number. */
int saved_games_list(struct saved_game *list, int max);

/* Returns whether the text consists of digits. */
bool saved_games_is_number(const char *text);
/* Copies the path of an entry in a list of n games. `text` is its number, counted from 1, or "" for the first. Returns
 * false after printing an error if there is no such entry. */
bool saved_games_find_nth(const struct saved_game *list, int n, const char *text, char *path, size_t size);

/* Finds the file that a value of --resume stands for: "" is the newest game, a number is an entry in the list of
 * `saves`, and anything else is a path. Returns false after printing an error. */
bool saved_games_find(const char *text, char *path, size_t size);

/* Returns whether the file is in the folder of saved games. */
bool saved_games_folder_contains(const char *path);
