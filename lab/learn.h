/* learn.h - trains on positions: the gradient of the cross entropy, and steps of Adam. The network is trained in the
 * form in which it will be written: gradients are computed with the first layer rounded to whole steps
 * (train_round_to_steps), but applied to the unrounded weights. The network that plays and is written has the mean of
 * the weights over the last steps, which is better than those of any single step.
 *
 * Several threads can share the work without touching each other's memory: each adds up the gradient of its own
 * positions, and then moves its own part of the weights by the sum of all gradients. The result depends only on how the
 * positions were distributed. */
#pragma once

#include "self_play.h"

/* The state of learning. Plain bytes, for a checkpoint. */
struct train_learner {
    struct train_weights weights;
    struct train_weights stepped;        /* the same as gradients are taken */
    struct train_weights moment, square; /* running means of the gradient and of its square */
    struct train_weights mean;           /* of the weights */
};

void train_learn_begin(struct train_learner *learner, const struct train_weights *start);

/* Adds a position's gradient; returns its loss. */
double train_learn_add_gradient(const struct train_learner *learner, const struct train_position *position,
                                struct train_weights *gradient);

/* A step, counted from 1. */
struct train_learn_step {
    uint64_t number;
    double rate;
    struct train_weights **gradient; /* `gradients` of them; they are zeroed */
    int gradients;
    int positions; /* that they are of */
};

/* Moves the weights first..end of TRAIN_FLOATS. */
void train_learn_update_weights(struct train_learner *learner, const struct train_learn_step *step, size_t first,
                                size_t end);
