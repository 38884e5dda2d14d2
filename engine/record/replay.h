/* replay.h - replays a game step by step from its set-up and its decisions.
 *
 *     record_replay_begin(&replay, edition, setup, source);
 *     while (record_replay_step(&replay, &event))
 *         ... replay.game is the game after the step ... */
#pragma once

#include "record.h"

/* The source of the decisions, in their order. They must be legal. `next` stores the next decision, or returns false if
 * there are no more. */
struct record_source {
    bool (*next)(void *whose, struct record_decision *decision);
    void *whose;
};

struct record_replay {
    const struct ff_edition *edition;
    struct record_source source;
    struct ff_game game;
};

/* Prepares a replay. replay->game is then the position before the first step. */
void record_replay_begin(struct record_replay *replay, const struct ff_edition *edition, const struct ff_setup *setup,
                         struct record_source source);

/* Takes one automatic step or, if none is due, plays the next decision. Returns false if there is neither. */
bool record_replay_step(struct record_replay *replay, struct ff_event *event);

/* Writes the record of the whole game. */
void record_write(struct base_out *out, const struct ff_edition *edition, const struct ff_setup *setup,
                  const struct record_about *about, struct record_source source);
