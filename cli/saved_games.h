/* saved_games.h - what `fuerstenfeld play` leaves on this machine: the games that are not over, and the results of
 * those that are. Both are in $XDG_STATE_HOME/fuerstenfeld; docs/players/save.md describes the files. */
#ifndef CLI_SAVED_GAMES_H
#define CLI_SAVED_GAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

enum { SAVED_GAMES_PATH_MAX = 1024, SAVED_GAMES_MAX = 512 };

/* The folder; `make`: it is there afterwards. False: there is none, or nobody knows where. */
bool saved_games_folder(char *path, size_t size, bool make);

/* Says so for that command. */
void saved_games_report_no_folder(const char *command);

/* A file's place in the folder; false as above. */
bool saved_games_path(const char *name, bool make, char *path, size_t size);

struct saved_game {
    char path[SAVED_GAMES_PATH_MAX];
    struct timespec changed;
};

/* The saved games, newest first; how many. */
int saved_games_list(struct saved_game *list, int max);

/* Tells whether the text consists of digits. */
bool saved_games_is_number(const char *text);
/* Copies the path of the n-th game of the list, from 1; "" is the first. False: there is none; an error was printed. */
bool saved_games_find_nth(const struct saved_game *list, int n, const char *text, char *path, size_t size);

/* The file that somebody means who says this after --resume: "" is the newest, a number the one that `saves` lists so,
 * and all else a path. False: it was said why not. */
bool saved_games_find(const char *text, char *path, size_t size);

/* Whether it is one of those in the folder. */
bool saved_games_has(const char *path);

#endif
