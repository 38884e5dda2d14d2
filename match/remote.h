/* remote.h - a bot that is a program of its own, in any language.
 *
 * It is talked to in lines on its standard input and output, in the text language; docs/bots.md has the protocol. Each
 * answer has a time limit. Whatever goes wrong (no answer in time, a crash, an illegal action, two answers, garbage)
 * ends the program and leaves a fault that says what was sent and received; the next game starts it again. */
#ifndef MATCH_REMOTE_H
#define MATCH_REMOTE_H

#include "core/ff.h"
#include "text/edition.h"

#include <stdatomic.h>

enum { MATCH_REMOTE_PROTOCOL = 1, MATCH_REMOTE_FAULT_MAX = 1024 };

struct match_remote; /* for one thread at a time */

/* `command` must stay. timeout_ms is for each answer; *stop (may be NULL) ends any wait. NULL: out of memory. */
struct match_remote *match_remote_new(const char *command, uint32_t timeout_ms, const atomic_bool *stop);
void match_remote_free(struct match_remote *remote);

/* Starts the program if it is not running, up to its greeting. The functions below return false when the bot has
 * failed; match_remote_fault then says why, until the next match_remote_begin or match_remote_greet. */
bool match_remote_greet(struct match_remote *remote);

/* What it calls itself; "" before it greeted. */
const char *match_remote_name(const struct match_remote *remote);

struct match_remote_game {
    const struct text_edition *edition;
    int players, mode, seat;
    uint64_t seed;
};
bool match_remote_begin(struct match_remote *remote, const struct match_remote_game *game);
bool match_remote_event(struct match_remote *remote, const struct ff_event *event);
bool match_remote_decide(struct match_remote *remote, const struct ff_view *view, ff_options legal, unsigned *option);
/* False: it has said more than it was asked for in this game. That it cannot be told of the end is no failure. */
bool match_remote_over(struct match_remote *remote, const struct ff_public *pub);

const char *match_remote_fault(const struct match_remote *remote);

#endif
