/* saved_games.h - what `fuerstenfeld play` leaves on this machine: the games that are not over, and the results of
 * those that are. Both are in $XDG_STATE_HOME/fuerstenfeld; docs/players/save.md describes the files. */
#ifndef CLI_SAVED_GAMES_H
#define CLI_SAVED_GAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

enum { SAVES_PATH_MAX = 1024, SAVES_MAX = 512 };

/* The folder; `make`: it is there afterwards. False: there is none, or nobody knows where. */
bool saves_folder(char *path, size_t size, bool make);

/* Says so for that command. */
void saves_no_folder(const char *command);

/* A file's place in the folder; false as above. */
bool saves_path(const char *name, bool make, char *path, size_t size);

struct saves_game {
    char path[SAVES_PATH_MAX];
    struct timespec changed;
};

/* The saved games, newest first; how many. */
int saves_list(struct saves_game *list, int max);

/* Tells whether the text consists of digits. */
bool saves_is_number(const char *text);
/* Copies the path of the n-th game of the list, from 1; "" is the first. False: there is none; an error was printed. */
bool saves_find_nth(const struct saves_game *list, int n, const char *text, char *path, size_t size);

/* The file that somebody means who says this after --resume: "" is the newest, a number the one that `saves` lists so,
 * and all else a path. False: it was said why not. */
bool saves_find(const char *text, char *path, size_t size);

/* Whether it is one of those in the folder. */
bool saves_is_ours(const char *path);

#endif
