/* replay.h - a game once more, step by step, from its set-up and its decisions.
 *
 *     record_replay_begin(&replay, edition, setup, source);
 *     while (record_replay_step(&replay, &event))
 *         ... replay.game is the game after it ... */
#ifndef RECORD_REPLAY_H
#define RECORD_REPLAY_H

#include "record.h"

/* Where the decisions come from, in order; they must be legal. `next` says false when there are no more. */
struct record_source {
    bool (*next)(void *whose, struct record_decision *decision);
    void *whose;
};

struct record_replay {
    const struct ff_edition *edition;
    struct record_source source;
    struct ff_game game;
};

/* The game then stands before its first step. */
void record_replay_begin(struct record_replay *replay, const struct ff_edition *edition, const struct ff_setup *setup,
                         struct record_source source);

/* What follows by itself, or else the next decision. False: there is neither. */
bool record_replay_step(struct record_replay *replay, struct ff_event *event);

/* The record of the whole game. */
void record_write(struct base_out *out, const struct ff_edition *edition, const struct ff_setup *setup,
                  const struct record_about *about, struct record_source source);

#endif
