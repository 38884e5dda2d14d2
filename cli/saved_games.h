/* saved_games.h - manages the files that `fuerstenfeld play` keeps on this machine: unfinished games, and the results
 * of finished ones. Both are in $XDG_STATE_HOME/fuerstenfeld; docs/players/save.md describes them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

enum { SAVED_GAMES_PATH_MAX = 1024, SAVED_GAMES_MAX = 512 };

/* Finds the folder; with `make`, creates it if needed. Returns false if there is none. */
bool saved_games_folder(char *path, size_t size, bool make);

/* Prints the error that there is no folder. */
void saved_games_report_no_folder(const char *command);

/* Builds the path of a file in the folder. Returns false if there is no folder. */
bool saved_games_path(const char *name, bool make, char *path, size_t size);

struct saved_game {
    char path[SAVED_GAMES_PATH_MAX];
    struct timespec changed;
};

/* Lists the saved games, newest first. Returns their number. */
int saved_games_list(struct saved_game *list, int max);

/* Returns whether the text consists of digits. */
bool saved_games_is_number(const char *text);
/* Copies the path of the n-th game of the list, counted from 1; "" means the first. Returns false after printing an
 * error if there is none. */
bool saved_games_find_nth(const struct saved_game *list, int n, const char *text, char *path, size_t size);

/* Finds the file that the value of --resume means: "" is the newest, a number is that of the list of `saves`, anything
 * else is a path. Returns false after printing an error. */
bool saved_games_find(const char *text, char *path, size_t size);

/* Returns whether the file is in the folder. */
bool saved_games_has(const char *path);
