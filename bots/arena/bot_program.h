/* bot_program.h - runs a bot that is a separate program, in any language.
 *
 * The program reads and writes lines of the text language on its standard input and output.
 * docs/authors/bot_protocol.md describes the protocol. Each answer has a time limit. After a failure (no answer in
 * time, a crash, an illegal action, two answers, garbage) the program is ended, and the fault message quotes the lines
 * sent and received. The next game starts the program again. */
#pragma once

#include "engine/core/ff.h"
#include "engine/text/edition.h"

#include <stdatomic.h>

enum { ARENA_BOT_PROGRAM_PROTOCOL = 1, ARENA_BOT_PROGRAM_FAULT_MAX = 1200 };

struct arena_bot_program; /* for one thread at a time */

/* What a player must know about a game. `edition` must stay valid for the whole game. */
struct arena_game {
    const struct text_edition *edition;
    int players, mode, seat;
    uint64_t seed; /* seed of the game, from which each seat gets its own random numbers */
};

/* Allocates a player. `command` must stay valid. `timeout_ms` limits the time for each answer. *stop ends every
 * wait when it becomes true and may be NULL. Returns NULL if out of memory. */
struct arena_bot_program *arena_bot_program_new(const char *command, uint32_t timeout_ms, const atomic_bool *stop);
void arena_bot_program_free(struct arena_bot_program *program);

/* Starts the program and exchanges greetings, if it is not running. This function and those below return false when the
 * bot has failed. arena_bot_program_fault then says why, until the next arena_bot_program_begin_game or
 * arena_bot_program_greet. */
bool arena_bot_program_greet(struct arena_bot_program *program);

bool arena_bot_program_begin_game(struct arena_bot_program *program, const struct arena_game *game);
bool arena_bot_program_send_event(struct arena_bot_program *program, const struct ff_event *event);
bool arena_bot_program_decide(struct arena_bot_program *program, const struct ff_view *view, ff_options legal,
                              unsigned *option);
/* Tells the bot that the game has ended. Returns false if the bot sent more than it was asked for in this game. The
 * program may have ended already. */
bool arena_bot_program_end_game(struct arena_bot_program *program, const struct ff_public *pub);

const char *arena_bot_program_fault(const struct arena_bot_program *program);
