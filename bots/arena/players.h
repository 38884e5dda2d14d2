/* players.h - turns the name of a player that is no person into something that decides.
 *
 *     random, steward, ...    a bot of bots/ai/bots.c with its own number of iterations
 *     prince:500              500 iterations
 *     prince:200ms, prince:2s a time for each decision: as much as fits in, so not repeatable
 *     apprentice@FILE         with the network of that file; :500 or :200ms may follow
 *     prince*4, prince*4:500  on 4 threads at once, each with the whole budget
 *     level1 ... level5       what bots/ai/levels.h says
 *     cmd:COMMAND             a program that speaks the protocol of docs/authors/bots.md, started by sh
 *
 * In a list they are separated by commas; a comma inside a command is written `\,`.
 *
 * A player always has an answer. One that fails (a program that crashes, hangs or answers with something illegal; a bot
 * with an illegal option) has lost that game: arena_player_fault says why, and the random bot plays on in its place to
 * the end of the game, so that the others have a whole game. */
#ifndef ARENA_PLAYERS_H
#define ARENA_PLAYERS_H

#include "bots/ai/bot.h"
#include "bots/ai/public_history.h"
#include "remote_player.h"

enum { ARENA_SPEC_MAX = 512, ARENA_THREADS_MAX = 64, ARENA_WHY_MAX = 1200 };

struct arena_spec {
    char text[ARENA_SPEC_MAX]; /* as it was given */
    const struct bot *bot;     /* NULL: a program */
    const char *command;       /* in text */
    uint32_t threads;          /* that think about one decision */
    uint32_t iterations;       /* 0: the bot's own number */
    uint32_t time_ms;          /* 0: as many iterations as said; else at most so long */
    struct net *net;           /* owned; NULL: the bot needs none */
};

/* Reads a list of 1 to `max` players. Their number; -1: see why. */
int arena_specs_parse(const char *list, struct arena_spec *specs, int max, char why[ARENA_WHY_MAX]);
void arena_specs_free(struct arena_spec *specs, int n);

/* A line with the names, for the help of an option. */
void arena_specs_list(char *text, size_t size);

/* Its answers depend on the clock, so that the same game may go otherwise. */
bool arena_spec_timed(const struct arena_spec *spec);

/* Reads "500ms" or "2s", 1 ms to 1 day. */
bool arena_time_parse(const char *text, uint32_t *ms);

/* -------------------------------------------------------------------------------------------------------- one seat */

struct arena_player; /* for one thread at a time */

struct arena_terms {
    uint32_t timeout_ms;     /* for each answer of a program */
    const atomic_bool *stop; /* ends any thinking and waiting; may be NULL */
};

/* Does not start a program yet. NULL: out of memory. `spec` must stay. */
struct arena_player *arena_player_new(const struct arena_spec *spec, const struct arena_terms *terms);
void arena_player_free(struct arena_player *player);

/* What it is called at a seat, in records: "steward-0". */
void arena_player_name(const struct arena_player *player, int seat, char *name, size_t size);

/* Whether it can play at all: a program must start and greet. False: arena_player_fault says why. */
bool arena_player_greet(struct arena_player *player);

void arena_player_begin(struct arena_player *player, const struct arena_game *game);

/* What happened, in order; each seat is told of its own and the others' events. */
void arena_player_event(struct arena_player *player, const struct ff_event *event);

/* The answer is one of the options of `legal`, of which there is at least one. `seen` is what everybody saw of the game
 * so far, or NULL. */
void arena_player_decide(struct arena_player *player, const struct ff_view *view, const struct history *seen,
                         ff_options legal, struct bot_answer *answer);

/* Takes note of a decision that this seat took before, when a game is resumed: the chance it used is gone. */
void arena_player_skip(struct arena_player *player);

void arena_player_over(struct arena_player *player, const struct ff_public *pub);

/* Why it has lost this game by its own fault, several lines; NULL: it has not. */
const char *arena_player_fault(const struct arena_player *player);

#endif
