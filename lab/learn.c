/* learn.c - computes gradients and makes training steps; see learn.h. It is not used at play time, so it may use floats
 * and expf. */
#include "learn.h"

#include <math.h>
#include <string.h>

/* -------------------------------------------------------------------------------------------------------- gradients */

/* Eight floats that are added in the same order on every machine. */
typedef float eight __attribute__((vector_size(32), aligned(16), may_alias));
enum { EIGHTS1 = NET_HIDDEN1 / 8, EIGHTS2 = NET_HIDDEN2 / 8 };
_Static_assert(NET_HIDDEN1 % 8 == 0 && NET_HIDDEN2 % 8 == 0, "whole vectors");

struct pass {
    float sum1[NET_HIDDEN1] __attribute__((aligned(16))), back1[NET_HIDDEN1] __attribute__((aligned(16)));
    float sum2[NET_HIDDEN2] __attribute__((aligned(16))), back2[NET_HIDDEN2] __attribute__((aligned(16)));
    float hidden1[NET_HIDDEN1], hidden2[NET_HIDDEN2] __attribute__((aligned(16)));
    float chance[FF_PLAYERS_MAX], back3[FF_PLAYERS_MAX];
    uint16_t feature[FEATURES_ACTIVE_MAX];
    int features_n, players;
};

static float clipped(float value) { return value < 0 ? 0 : value > 1 ? 1 : value; }

/* Returns the slope of a clipped unit. Outside the clipping range it is small instead of 0, because otherwise the unit
 * would never learn again. */
static float slope(float sum) { return sum > 0 && sum < 1 ? 1.0f : 0.01f; }

/* Computes to += factor * from. */
static void add_scaled(float *to, const float *from, float factor, int eights)
{
    for (int i = 0; i < eights; i++)
        ((eight *)to)[i] += factor * ((const eight *)from)[i];
}

static void add_values(float *to, const float *from, int eights)
{
    for (int i = 0; i < eights; i++)
        ((eight *)to)[i] += ((const eight *)from)[i];
}

static float dot2(const float *a, const float *b)
{
    eight sum = {0};
    for (int i = 0; i < EIGHTS2; i++)
        sum += ((const eight *)a)[i] * ((const eight *)b)[i];
    return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

static void forward(const struct train_weights *weights, const struct train_head *w, struct pass *pass)
{
    memcpy(pass->sum1, weights->bias1, sizeof pass->sum1);
    for (int k = 0; k < pass->features_n; k++)
        add_values(pass->sum1, weights->weight1[pass->feature[k]], EIGHTS1);
    memcpy(pass->sum2, w->bias2, sizeof pass->sum2);
    for (int i = 0; i < NET_HIDDEN1; i++) {
        pass->hidden1[i] = clipped(pass->sum1[i]);
        if (pass->hidden1[i] > 0)
            add_scaled(pass->sum2, w->weight2[i], pass->hidden1[i], EIGHTS2);
    }
    for (int j = 0; j < NET_HIDDEN2; j++)
        pass->hidden2[j] = clipped(pass->sum2[j]);
    float all = 0;
    for (int p = 0; p < pass->players; p++) {
        float score = w->bias3[p] + dot2(w->weight3[p], pass->hidden2);
        all += pass->chance[p] = expf(score > 30 ? 30 : score < -30 ? -30 : score);
    }
    for (int p = 0; p < pass->players; p++)
        pass->chance[p] /= all;
}

/* Returns the loss and fills in the gradient of the output. A game without a winner has less weight. */
static double compute_loss(const float target[FF_PLAYERS_MAX], struct pass *pass)
{
    double loss = 0;
    float weight = 0;
    for (int p = 0; p < pass->players; p++)
        weight += target[p];
    for (int p = 0; p < pass->players; p++) {
        pass->back3[p] = weight * pass->chance[p] - target[p];
        loss -= (double)(target[p] * logf(pass->chance[p] + 1e-9f));
    }
    return loss;
}

static void backward(const struct train_head *w, struct pass *pass, struct train_weights *gradient,
                     struct train_head *g)
{
    memset(pass->back2, 0, sizeof pass->back2);
    for (int p = 0; p < pass->players; p++) {
        add_scaled(pass->back2, w->weight3[p], pass->back3[p], EIGHTS2);
        add_scaled(g->weight3[p], pass->hidden2, pass->back3[p], EIGHTS2);
        g->bias3[p] += pass->back3[p];
    }
    for (int j = 0; j < NET_HIDDEN2; j++)
        pass->back2[j] *= slope(pass->sum2[j]);
    add_values(g->bias2, pass->back2, EIGHTS2);
    for (int i = 0; i < NET_HIDDEN1; i++) {
        if (pass->hidden1[i] > 0)
            add_scaled(g->weight2[i], pass->back2, pass->hidden1[i], EIGHTS2);
        pass->back1[i] = dot2(w->weight2[i], pass->back2) * slope(pass->sum1[i]);
    }
    add_values(gradient->bias1, pass->back1, EIGHTS1);
    for (int k = 0; k < pass->features_n; k++)
        add_values(gradient->weight1[pass->feature[k]], pass->back1, EIGHTS1);
}

double train_learn_add_gradient(const struct train_learner *learner, const struct train_position *position,
                                struct train_weights *gradient)
{
    int kind = features_game_kind(&position->features);
    struct pass pass;
    pass.features_n = features_list(&position->features, pass.feature);
    pass.players = position->players;
    forward(&learner->stepped, &learner->stepped.head[kind], &pass);
    double loss = compute_loss(position->target, &pass);
    backward(&learner->stepped.head[kind], &pass, gradient, &gradient->head[kind]);
    return loss;
}

/* ------------------------------------------------------------------------------------------------------------ steps */

void train_learn_begin(struct train_learner *learner, const struct train_weights *start)
{
    memset(learner, 0, sizeof *learner);
    learner->weights = learner->mean = learner->stepped = *start;
    float *stepped = &learner->stepped.weight1[0][0];
    for (size_t i = 0; i < TRAIN_FLOATS1; i++)
        stepped[i] = train_round_to_steps(stepped[i]);
}

static float take_gradient(const struct train_learn_step *step, size_t i)
{
    float sum = 0;
    for (int k = 0; k < step->gradients; k++) {
        float *gradient = (float *)step->gradient[k];
        sum += gradient[i];
        gradient[i] = 0;
    }
    return sum / (float)step->positions;
}

/* Makes a step of Adam (Kingma and Ba, 2014) with its usual constants. */
void train_learn_update_weights(struct train_learner *learner, const struct train_learn_step *step, size_t first,
                                size_t end)
{
    static const float keep1 = 0.9f, keep2 = 0.999f, little = 1e-7f;
    enum { MEAN_STEPS = 4000 };
    float *weights = (float *)&learner->weights, *stepped = (float *)&learner->stepped;
    float *moment = (float *)&learner->moment, *square = (float *)&learner->square, *mean = (float *)&learner->mean;
    double n = (double)step->number;
    float rate = (float)(step->rate / (1 - pow((double)keep1, n))), grown = (float)(1 / (1 - pow((double)keep2, n)));
    float share = 1 / (float)(step->number < MEAN_STEPS ? step->number : MEAN_STEPS);
    for (size_t i = first; i < end; i++) {
        float gradient = take_gradient(step, i);
        moment[i] = keep1 * moment[i] + (1 - keep1) * gradient;
        square[i] = keep2 * square[i] + (1 - keep2) * gradient * gradient;
        weights[i] -= rate * moment[i] / (sqrtf(square[i] * grown) + little);
        mean[i] += (weights[i] - mean[i]) * share;
        stepped[i] = i < TRAIN_FLOATS1 ? train_round_to_steps(weights[i]) : weights[i];
    }
}
