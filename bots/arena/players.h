/* players.h - computer players: parses a player's name and makes the player's decisions.
 *
 *     random, steward, ...    a bot of bots/ai/bots.c with its own number of iterations
 *     prince:500              500 iterations
 *     prince:200ms, prince:2s a time for each decision; not repeatable
 *     apprentice@FILE         with the network of that file; :500 or :200ms may follow
 *     prince*4, prince*4:500  4 threads, each with the whole budget
 *     level1 ... level7       a level of bots/ai/levels.h
 *     cmd:COMMAND             a program that speaks the protocol of docs/authors/bot_protocol.md, started by sh
 *
 * Commas separate the names of a list. A comma inside a command is written `\,`.
 *
 * A player always has an answer. If a program crashes, hangs or answers with an illegal action, or a bot chooses an
 * illegal option, the player has failed: it forfeits that game, and arena_player_fault says why. The random bot then
 * plays in its place, so that the others can finish the game. */
#pragma once

#include "bot_program.h"
#include "bots/ai/bot.h"
#include "bots/ai/public_history.h"

enum { ARENA_SPEC_MAX = 512, ARENA_THREADS_MAX = 64, ARENA_WHY_MAX = 1200 };

struct arena_spec {
    char text[ARENA_SPEC_MAX]; /* the name as it was given */
    const struct bot *bot;     /* NULL for a program */
    const char *command;       /* the program's command, a part of `text` */
    uint32_t threads;          /* number of threads that think about one decision */
    uint32_t iterations;       /* 0 means the bot's default */
    uint32_t time_ms;          /* time for each decision; 0 means no limit */
    struct net *net;           /* the bot's network, owned; NULL if it needs none */
};

/* Parses a list of 1 to `max` players. Returns their number, or -1 with the reason in `why`. */
int arena_specs_parse(const char *list, struct arena_spec *specs, int max, char why[ARENA_WHY_MAX]);
void arena_specs_free(struct arena_spec *specs, int n);

/* Writes one line that lists all names of players, for help texts. */
void arena_specs_help_line(char *text, size_t size);

/* Returns whether the player's answers depend on the clock, which makes games unrepeatable. */
bool arena_spec_uses_clock(const struct arena_spec *spec);

/* Parses a time such as "500ms" or "2s", from 1 ms to 1 day. */
bool arena_time_parse(const char *text, uint32_t *ms);

/* -------------------------------------------------------------------------------------------------------- one seat */

struct arena_player; /* for one thread at a time */

struct arena_terms {
    uint32_t timeout_ms;     /* time limit for each answer of a program */
    const atomic_bool *stop; /* ends all thinking and waiting when it becomes true; may be NULL */
};

/* Creates a player, without starting its program yet. `spec` must stay valid. Returns NULL if out of memory. */
struct arena_player *arena_player_new(const struct arena_spec *spec, const struct arena_terms *terms);
void arena_player_free(struct arena_player *player);

/* Writes the player's name as it appears in records: "steward-0". */
void arena_player_name(const struct arena_player *player, int seat, char *name, size_t size);

/* Starts the player's program and exchanges greetings. Returns false on failure; arena_player_fault says why. */
bool arena_player_greet(struct arena_player *player);

void arena_player_begin_game(struct arena_player *player, const struct arena_game *game);

/* Passes an event to the player. Every player must get the events of all seats, in order. */
void arena_player_send_event(struct arena_player *player, const struct ff_event *event);

/* Chooses one of the options of `legal`, which must not be empty. `seen` is the public history of the game, or NULL. */
void arena_player_decide(struct arena_player *player, const struct ff_view *view, const struct history *seen,
                         ff_options legal, struct bot_answer *answer);

/* Skips the random numbers of one decision, which the player made before the game was resumed. */
void arena_player_skip_decision(struct arena_player *player);

void arena_player_end_game(struct arena_player *player, const struct ff_public *pub);

/* Returns why the player failed in this game, in several lines; NULL if it has not failed. */
const char *arena_player_fault(const struct arena_player *player);
