/* remote.h - a bot that is a program of its own, in any language.
 *
 * It is talked to in lines on its standard input and output, in the text language; docs/bots.md has the protocol. Each
 * answer has a time limit. Whatever goes wrong (no answer in time, a crash, an illegal action, garbage) ends the
 * program and leaves a fault that says what was sent and received; the next game starts it again. */
#ifndef MATCH_REMOTE_H
#define MATCH_REMOTE_H

#include "core/ff.h"
#include "text/edition.h"

#include <stdatomic.h>

enum { REMOTE_PROTOCOL = 1, REMOTE_FAULT_MAX = 1024 };

struct remote; /* for one thread at a time */

/* `command` must stay. timeout_ms is for each answer; *stop (may be NULL) ends any wait. NULL: out of memory. */
struct remote *remote_new(const char *command, uint32_t timeout_ms, const atomic_bool *stop);
void remote_free(struct remote *remote);

/* Starts the program if it is not running, up to its greeting. The functions below return false when the bot has
 * failed; remote_fault then says why, until the next remote_begin or remote_greet. */
bool remote_greet(struct remote *remote);

/* What it calls itself; "" before it greeted. */
const char *remote_name(const struct remote *remote);

struct remote_game {
    const struct text_edition *edition;
    int players, mode, seat;
    uint64_t seed;
};
bool remote_begin(struct remote *remote, const struct remote_game *game);
bool remote_event(struct remote *remote, const struct ff_event *event);
bool remote_decide(struct remote *remote, const struct ff_view *view, ff_options legal, unsigned *option);
bool remote_over(struct remote *remote, const struct ff_public *pub);

const char *remote_fault(const struct remote *remote);

#endif
