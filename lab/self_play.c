/* self_play.c - stores weights as floats, and plays the games for training; see self_play.h. It is not used at play
 * time, so it may use floats. */
#include "self_play.h"
#include "bots/ai/one_ply.h"
#include "bots/ai/turn_search.h"
#include "bots/arena/random_edition.h"

#include <math.h>
#include <string.h>

enum { POSITIONS_MAX = 160 * TRAIN_GAMES_MAX };

enum { WIDTH = 4 };

struct train_worker {
    struct net net;
    struct train_position position[POSITIONS_MAX];
    int n, first;               /* position[first..n) belong to the game under way */
    struct train_league league; /* the players of this game */
    bool lesson;                /* whether to learn from the guests' decisions */
    const struct train_options *options;
    struct train_setup setup; /* set-up of the game under way */
    struct ff_game game;
    struct ff_rng rng;
    struct turn_search search;
    int planned, played; /* number of decisions in search.end[0].option, and number of those already played */
};

size_t train_worker_size(void) { return sizeof(struct train_worker); }

/* --------------------------------------------------------------------------------------------------------- weights */

static void scatter(float *weights, size_t n, double width, struct ff_rng *rng)
{
    for (size_t i = 0; i < n; i++)
        weights[i] = (float)((2 * train_uniform(rng) - 1) * width);
}

void train_random_weights(struct train_weights *weights, uint64_t seed)
{
    struct ff_rng rng = ff_rng_of(seed);
    memset(weights, 0, sizeof *weights);
    scatter(&weights->weight1[0][0], (size_t)FEATURES_N * NET_HIDDEN1, 0.06, &rng);
    for (int i = 0; i < NET_HIDDEN1; i++)
        weights->bias1[i] = 0.4f;
    struct train_head *first = &weights->head[0]; /* all kinds of games start with the same weights */
    scatter(&first->weight2[0][0], (size_t)NET_HIDDEN1 * NET_HIDDEN2, 0.25, &rng);
    scatter(&first->weight3[0][0], (size_t)FF_PLAYERS_MAX * NET_HIDDEN2, 0.25, &rng);
    for (int i = 0; i < NET_HIDDEN2; i++)
        first->bias2[i] = 0.2f;
    for (int kind = 1; kind < FEATURES_KINDS; kind++)
        weights->head[kind] = *first;
}

static int32_t rounded(float value, int one, int most)
{
    double scaled = floor((double)value * one + 0.5);
    return (int32_t)(scaled > most ? most : scaled < -most ? -most : scaled);
}

static void quantise_head(const struct train_head *w, struct net_head *head)
{
    for (int j = 0; j < NET_HIDDEN2; j++) {
        for (int i = 0; i < NET_HIDDEN1; i++)
            head->weight2[j][i] = (int16_t)rounded(w->weight2[i][j], NET_WEIGHT_ONE, 32767);
        head->bias2[j] = rounded(w->bias2[j], NET_ONE * NET_WEIGHT_ONE, NET_BIAS_MAX);
    }
    for (int p = 0; p < FF_PLAYERS_MAX; p++) {
        for (int j = 0; j < NET_HIDDEN2; j++)
            head->weight3[p][j] = (int16_t)rounded(w->weight3[p][j], NET_WEIGHT_ONE, 32767);
        head->bias3[p] = rounded(w->bias3[p], NET_ONE * NET_WEIGHT_ONE, NET_BIAS_MAX);
    }
}

float train_round_to_steps(float weight)
{
    enum { STEPS = 64, STEPS_MAX = 127 };
    float steps = floorf(weight * STEPS + 0.5f);
    return (steps > STEPS_MAX ? STEPS_MAX : steps < -STEPS_MAX ? -STEPS_MAX : steps) / STEPS;
}

void train_quantise(const struct train_weights *w, struct net *net)
{
    for (int f = 0; f < FEATURES_N; f++)
        for (int i = 0; i < NET_HIDDEN1; i++)
            net->weight1[f][i] = (int16_t)rounded(train_round_to_steps(w->weight1[f][i]), NET_WEIGHT1_ONE, 2047);
    for (int i = 0; i < NET_HIDDEN1; i++)
        net->bias1[i] = (int16_t)rounded(w->bias1[i], NET_WEIGHT1_ONE, 8191);
    for (int kind = 0; kind < FEATURES_KINDS; kind++)
        quantise_head(&w->head[kind], &net->head[kind]);
    net_fill_derived(net);
}

static void head_from_net(const struct net_head *head, struct train_head *w)
{
    for (int j = 0; j < NET_HIDDEN2; j++) {
        for (int i = 0; i < NET_HIDDEN1; i++)
            w->weight2[i][j] = (float)head->weight2[j][i] / NET_WEIGHT_ONE;
        w->bias2[j] = (float)head->bias2[j] / (NET_ONE * NET_WEIGHT_ONE);
    }
    for (int p = 0; p < FF_PLAYERS_MAX; p++) {
        for (int j = 0; j < NET_HIDDEN2; j++)
            w->weight3[p][j] = (float)head->weight3[p][j] / NET_WEIGHT_ONE;
        w->bias3[p] = (float)head->bias3[p] / (NET_ONE * NET_WEIGHT_ONE);
    }
}

void train_weights_from_net(const struct net *net, struct train_weights *w)
{
    for (int f = 0; f < FEATURES_N; f++)
        for (int i = 0; i < NET_HIDDEN1; i++)
            w->weight1[f][i] = (float)net->weight1[f][i] / NET_WEIGHT1_ONE;
    for (int i = 0; i < NET_HIDDEN1; i++)
        w->bias1[i] = (float)net->bias1[i] / NET_WEIGHT1_ONE;
    for (int kind = 0; kind < FEATURES_KINDS; kind++)
        head_from_net(&net->head[kind], &w->head[kind]);
}

/* -------------------------------------------------------------------------------------------------------- self-play */

static struct ai_context context_of(struct train_worker *worker)
{
    return (struct ai_context){worker->setup.edition, &worker->net, &worker->rng};
}

static void evaluate_option(struct train_worker *worker, int seat, unsigned option, struct one_ply *look)
{
    const struct ai_context context = context_of(worker);
    one_ply_evaluate(&context, &worker->game, seat, option, look);
}

static unsigned best_option(struct train_worker *worker, int seat, struct one_ply *look)
{
    const struct ai_context context = context_of(worker);
    return one_ply_best_option(&context, &worker->game, seat, look);
}

static void plan_turn(struct train_worker *worker, int seat, uint32_t jitter)
{
    worker->search.net = &worker->net;
    worker->search.edition = worker->setup.edition;
    worker->search.width = worker->options->width ? worker->options->width : WIDTH;
    worker->search.ends_max = 1;
    worker->search.jitter = jitter;
    worker->search.rng = &worker->rng;
    turn_search(&worker->search, &worker->game, seat);
}

/* Chooses an option within a turn. Plans the best turn at the beginning and plays it to the end. */
static unsigned turn_choice(struct train_worker *worker, int seat, struct one_ply *look)
{
    if (worker->played == worker->planned) {
        plan_turn(worker, seat, worker->options->jitter);
        worker->planned = worker->search.end[0].steps;
        worker->played = 0;
    }
    unsigned option = worker->search.end[0].option[worker->played++];
    evaluate_option(worker, seat, option, look);
    return option;
}

static void chances_of_seats(const struct one_ply *look, int players, float chance[FF_PLAYERS_MAX])
{
    for (int p = 0; p < players; p++)
        chance[look->features.seat[p]] = (float)look->chance[p] / NET_CHANCE_ONE;
}

/* Sometimes chooses a random option, so that the network also learns what mistakes cost. *before gets the chances after
 * the best option. */
static unsigned stray(struct train_worker *worker, int seat, struct one_ply *look, float before[FF_PLAYERS_MAX])
{
    struct one_ply best;
    struct ff_view view;
    ff_view_of(&worker->game, seat, &view);
    ff_options options = ff_distinct(worker->setup.edition, &view);
    unsigned option = (unsigned)ff_option_nth(options, (int)ff_rng_below(&worker->rng, (uint32_t)ff_popcount(options)));
    if (turn_is_active(&worker->game, seat)) {
        plan_turn(worker, seat, 0);
        for (int s = 0; s < FF_PLAYERS_MAX; s++)
            before[s] = (float)worker->search.end[0].chance[s] / NET_CHANCE_ONE;
    } else {
        best_option(worker, seat, &best);
        chances_of_seats(&best, worker->setup.players, before);
    }
    worker->planned = worker->played = 0;
    evaluate_option(worker, seat, option, look);
    return option;
}

static struct train_position *remember(struct train_worker *worker, const struct one_ply *look, int seat)
{
    if (worker->n == POSITIONS_MAX)
        worker->n--; /* happens only in an extremely long game */
    struct train_position *position = &worker->position[worker->n++];
    position->worlds = 0;
    position->features = look->features;
    position->seat = (uint8_t)seat;
    chances_of_seats(look, worker->setup.players, position->chance);
    return position;
}

void train_win_shares(const struct ff_public *pub, float won[FF_PLAYERS_MAX])
{
    struct ff_result result;
    ff_result(pub, &result);
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++)
        won[seat] = result.winners >> seat & 1 ? 1.0f / (float)ff_popcount(result.winners) : 0;
}

/* Computes the targets backwards through the game, for each seat along its own positions. Lambda applies from turn to
 * turn, because nothing new is revealed within a turn. After a random move, the rest of the game says nothing about the
 * position before that move. */
static void set_targets(struct train_worker *worker)
{
    const struct ff_public *pub = &worker->game.pub;
    float line[FF_PLAYERS_MAX][FF_PLAYERS_MAX], won[FF_PLAYERS_MAX];
    train_win_shares(pub, won);
    for (int seat = 0; seat < pub->players; seat++)
        memcpy(line[seat], won, sizeof won);
    for (int i = worker->n - 1; i >= worker->first; i--) {
        struct train_position *position = &worker->position[i];
        float *next = line[position->seat], pull = position->rests ? (float)worker->options->lambda : 1;
        for (int p = 0; p < pub->players; p++) {
            position->target[p] = next[position->features.seat[p]];
            position->result[p] = won[position->features.seat[p]];
        }
        for (int seat = 0; seat < pub->players; seat++)
            next[seat] =
                position->strayed ? position->before[seat] : pull * next[seat] + (1 - pull) * position->chance[seat];
    }
}

/* Chooses the guests of a game. In a lesson the steward plays all seats. */
static void seat_guests(struct train_worker *worker)
{
    worker->lesson = train_uniform(&worker->rng) < worker->options->lessons;
    if (worker->lesson)
        train_league_seat_stewards(&worker->league, worker->setup.players);
    else
        train_league_seat_players(&worker->league, &worker->options->league, worker->setup.players, &worker->rng);
    worker->net.opponents = worker->league.opponents;
}

static unsigned guest_choice(struct train_worker *worker, int seat)
{
    const struct ai_context context = context_of(worker);
    return train_league_choose_option(&worker->league, &context, &worker->game, seat);
}

/* Chooses the option of a seat whose decisions are learnt from. */
static unsigned choose(struct train_worker *worker, int seat, struct one_ply *look)
{
    if (worker->lesson) {
        unsigned option = guest_choice(worker, seat);
        evaluate_option(worker, seat, option, look);
        return option;
    }
    return turn_is_active(&worker->game, seat) ? turn_choice(worker, seat, look) : best_option(worker, seat, look);
}

static void play(struct train_worker *worker, int seat, unsigned option)
{
    ff_apply(worker->setup.edition, &worker->game, seat, ff_action_of(worker->game.pub.stage, option));
}

static void play_learning(struct train_worker *worker, int seat)
{
    struct one_ply look = {.chance = {0}};
    float before[FF_PLAYERS_MAX];
    bool strays = train_uniform(&worker->rng) < worker->options->explore;
    unsigned option = strays ? stray(worker, seat, &look, before) : choose(worker, seat, &look);
    bool half = worker->game.pub.stage == FF_STAGE_BUILD && option != FF_OPTION_DONE; /* has no evaluation */
    play(worker, seat, option);
    if (half && !strays)
        return;
    struct train_position *position = remember(worker, &look, seat);
    position->half = half;
    position->rests = !turn_is_active(&worker->game, seat);
    position->strayed = strays;
    if (strays)
        memcpy(position->before, before, sizeof before);
}

void train_draw_setup(const struct train_options *options, const struct ff_edition *usual, struct ff_rng *rng,
                      struct train_setup *setup)
{
    setup->edition = usual;
    if (options->editions > 0 && train_uniform(rng) < options->editions) {
        arena_random_edition(usual, ff_rng_next(rng), &setup->drawn);
        setup->edition = &setup->drawn;
    }
    int players = FF_PLAYERS_MIN + (int)ff_rng_below(rng, FF_PLAYERS_MAX - FF_PLAYERS_MIN + 1);
    setup->players = options->players ? options->players : players;
    int mode = train_uniform(rng) < options->base ? FF_BASE : FF_EXPERT;
    ff_deal(setup->edition, setup->players, mode, ff_rng_next(rng), &setup->setup);
}

static void play_game(struct train_worker *worker, const struct ff_edition *usual, struct train_counts *counts)
{
    struct ff_game *game = &worker->game;
    train_draw_setup(worker->options, usual, &worker->rng, &worker->setup);
    ff_begin(worker->setup.edition, &worker->setup.setup, game);
    worker->first = worker->n;
    seat_guests(worker);
    worker->planned = worker->played = 0;
    for (; game->pub.owe; counts->decisions++) {
        int seat = ff_lowest(game->pub.owe);
        if (worker->lesson || worker->league.level[seat] == TRAIN_OWN)
            play_learning(worker, seat);
        else
            play(worker, seat, guest_choice(worker, seat));
    }
    counts->games++;
    counts->rounds += game->pub.round;
}

/* Computes the targets of the finished game and keeps a share of its positions. */
static void keep_game(struct train_worker *worker, struct train_counts *counts)
{
    struct ff_result result;
    int kept = worker->first;
    ff_result(&worker->game.pub, &result);
    counts->unfinished += !result.palace;
    set_targets(worker);
    for (int i = worker->first; i < worker->n; i++) {
        const struct train_position *position = &worker->position[i];
        if (position->half || (!position->rests && train_uniform(&worker->rng) >= worker->options->learn))
            continue;
        worker->position[kept] = *position;
        worker->position[kept++].players = worker->game.pub.players;
    }
    worker->n = kept;
}

void train_play_games(struct train_worker *worker, const struct train_job *job, struct train_counts *counts)
{
    train_quantise(job->weights, &worker->net);
    worker->options = job->options;
    worker->n = 0;
    for (uint64_t i = 0; i < job->games; i++) {
        worker->rng = ff_rng_of(job->seed + i);
        play_game(worker, job->edition, counts);
        keep_game(worker, counts);
    }
}

const struct train_position *train_worker_positions(const struct train_worker *worker, int *n)
{
    *n = worker->n;
    return worker->position;
}
