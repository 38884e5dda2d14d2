/* learn.h - trains on positions: computes the gradient of the cross entropy and makes steps of Adam.
 *
 * The network is trained in the form in which it will be stored: gradients are computed with the first layer rounded to
 * whole steps (train_round_to_steps), but applied to the unrounded weights. The network that plays and is stored has
 * the mean of the weights over the last steps, which is better than the weights of any single step.
 *
 * Several threads can share the work without touching each other's memory. Each thread adds up the gradient of its own
 * positions, and then updates its own part of the weights by the sum of all gradients. The result depends only on how
 * the positions were distributed. */
#pragma once

#include "self_play.h"

/* The state of the training, as plain bytes for a checkpoint. */
struct train_learner {
    struct train_weights weights;
    struct train_weights stepped; /* the weights with the first layer rounded, from which gradients are computed */
    struct train_weights moment, square; /* running means of the gradient and of its square */
    struct train_weights mean;           /* mean of the weights over the last steps */
};

void train_learn_begin(struct train_learner *learner, const struct train_weights *start);

/* Adds a position's gradient to `gradient`. Returns the position's loss. */
double train_learn_add_gradient(const struct train_learner *learner, const struct train_position *position,
                                struct train_weights *gradient);

/* A training step, counted from 1. */
struct train_learn_step {
    uint64_t number;
    double rate;
    struct train_weights **gradient; /* an array of gradients to add up; the step zeroes them */
    int gradients;
    int positions; /* number of positions in the gradients */
};

/* Applies the step to the weights with the indices `first` to `end` - 1, out of TRAIN_FLOATS. */
void train_learn_update_weights(struct train_learner *learner, const struct train_learn_step *step, size_t first,
                                size_t end);
