/* remote_player.h - a bot that is a program of its own, in any language.
 *
 * It is talked to in lines on its standard input and output, in the text language; docs/authors/bots.md has the
 * protocol. Each answer has a time limit. Whatever goes wrong (no answer in time, a crash, an illegal action, two
 * answers, garbage) ends the program and leaves a fault that says what was sent and received; the next game starts it
 * again. */
#ifndef ARENA_REMOTE_H
#define ARENA_REMOTE_H

#include "engine/core/ff.h"
#include "engine/text/edition.h"

#include <stdatomic.h>

enum { ARENA_REMOTE_PROTOCOL = 1, ARENA_REMOTE_FAULT_MAX = 1024 };

struct arena_remote; /* for one thread at a time */

/* `command` must stay. timeout_ms is for each answer; *stop (may be NULL) ends any wait. NULL: out of memory. */
struct arena_remote *arena_remote_new(const char *command, uint32_t timeout_ms, const atomic_bool *stop);
void arena_remote_free(struct arena_remote *remote);

/* Starts the program if it is not running, up to its greeting. The functions below return false when the bot has
 * failed; arena_remote_fault then says why, until the next arena_remote_begin or arena_remote_greet. */
bool arena_remote_greet(struct arena_remote *remote);

struct arena_remote_game {
    const struct text_edition *edition;
    int players, mode, seat;
    uint64_t seed;
};
bool arena_remote_begin(struct arena_remote *remote, const struct arena_remote_game *game);
bool arena_remote_event(struct arena_remote *remote, const struct ff_event *event);
bool arena_remote_decide(struct arena_remote *remote, const struct ff_view *view, ff_options legal, unsigned *option);
/* False: it has said more than it was asked for in this game. That it cannot be told of the end is no failure. */
bool arena_remote_over(struct arena_remote *remote, const struct ff_public *pub);

const char *arena_remote_fault(const struct arena_remote *remote);

#endif
