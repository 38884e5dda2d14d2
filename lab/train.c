/* train.c - `fuerstenfeld-lab train`: self-play and training on all cores, checkpoints, and the weights file.
 *
 * A run is divided into laps. In a lap every thread plays the same number of games with the same weights. Then all
 * threads train on these games together, one batch at a time: each thread computes the gradient of its own positions
 * and updates its own part of the weights. A checkpoint after every few laps contains the whole state, so an
 * interrupted run continues with the same result as an uninterrupted one. */
#include "cli/progress.h"
#include "engine/base/blake2b.h"
#include "learn.h"
#include "study.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    THREADS_MAX = 256,
    CHECKPOINT_LAPS = 20,
};

/* The size and number of training steps. A random network needs many steps. Larger batches refine a good network. */
struct pace {
    int batch;  /* positions per step */
    int passes; /* mean number of times that a position is trained on */
};
static const struct pace first_pace = {256, 4}, later_pace = {2048, 2};

/* The state of a run, as a checkpoint stores it. */
struct run {
    char magic[8];
    uint8_t digest[BASE_BLAKE2B_BYTES]; /* digest of all members below */
    uint64_t seed, games, lap_games;    /* games: in the whole run; lap_games: in a lap of all threads together */
    uint64_t laps_done, steps_done;
    uint32_t threads, features;
    uint64_t started; /* 1 if the run started from existing weights */
    double rate, base, editions;
    uint8_t edition[BASE_BLAKE2B_BYTES];              /* digest of the edition */
    double guests, level[TRAIN_LEVELS], levels_known; /* the league's options */
    uint64_t older;                                   /* checksum of the league's older network; 0 if there is none */
    struct train_learner learner;
};
static const char run_magic[8] = "FFTRAI6";

/* One thread's part of a lap. */
struct part {
    struct lap *lap;
    struct train_worker *worker;
    struct train_weights *gradient;
    uint32_t index;
    int positions;
    struct train_counts counts;
    double loss;
};

struct lap {
    struct run *run;
    const struct ff_edition *edition;
    struct train_league_terms league;
    struct train_options options;
    double rate;
    pthread_barrier_t together;
    struct train_weights *gradient[THREADS_MAX];
    struct part *part; /* one for each thread */
};

/* Lowers the learning rate to a thirtieth over the run, and the exploration too. A run from random
 * weights begins with games of the steward and plays ever fewer of them, because a network that always loses learns
 * nothing from its own seats. */
static void set_options(struct lap *lap)
{
    const struct run *run = lap->run;
    double done = (double)(run->laps_done * run->lap_games) / (double)run->games;
    bool lessons = done < 0.07 && !run->started;
    lap->rate = run->rate * pow(30, -done);
    lap->options = (struct train_options){.base = run->base, .lambda = 0.8, .learn = 0.2, .editions = run->editions};
    lap->options.league = lap->league;
    lap->options.lessons = lessons ? 1 : run->started ? 0 : 0.5 * (1 - done);
    lap->options.explore =
        lessons ? 0.12 : 0.02 - 0.015 * done; /* share of random moves, which teach the network the cost of mistakes */
    lap->options.jitter = (uint32_t)(150 - 100 * done);
}

/* Return the first item and the end of a thread's share of n items. */
static size_t begin_of(const struct part *part, size_t n) { return n * part->index / part->lap->run->threads; }
static size_t end_of(const struct part *part, size_t n) { return n * (part->index + 1) / part->lap->run->threads; }

static void play(struct part *part)
{
    struct lap *lap = part->lap;
    const struct run *run = lap->run;
    uint64_t games = run->lap_games / run->threads;
    uint64_t first = run->seed + run->laps_done * run->lap_games + part->index * games;
    const struct train_job job = {lap->edition, &lap->options, &run->learner.mean, first, games};
    train_play_games(part->worker, &job, &part->counts);
    train_worker_positions(part->worker, &part->positions);
}

static const struct pace *pace_of(const struct run *run) { return run->started ? &later_pace : &first_pace; }

/* Returns the number of steps in a lap. All threads compute the same number after they have played the lap's games. */
static uint64_t steps_of(const struct lap *lap)
{
    const struct pace *pace = pace_of(lap->run);
    uint64_t positions = 0;
    for (uint32_t t = 0; t < lap->run->threads; t++)
        positions += (uint64_t)lap->part[t].positions;
    return (positions * (uint64_t)pace->passes + (uint64_t)pace->batch - 1) / (uint64_t)pace->batch;
}

static void add_batch(struct part *part, struct ff_rng *rng)
{
    int n;
    const struct train_position *position = train_worker_positions(part->worker, &n);
    size_t batch = (size_t)pace_of(part->lap->run)->batch;
    for (size_t i = begin_of(part, batch); i < end_of(part, batch) && n > 0; i++)
        part->loss += train_learn_add_gradient(&part->lap->run->learner, &position[ff_rng_below(rng, (uint32_t)n)],
                                               part->gradient);
}

static void *part_main(void *argument)
{
    struct part *part = argument;
    struct lap *lap = part->lap;
    struct run *run = lap->run;
    struct ff_rng rng = ff_rng_of(run->seed + run->laps_done * run->lap_games + part->index);
    struct train_learn_step step = {run->steps_done, lap->rate, lap->gradient, (int)run->threads, pace_of(run)->batch};
    play(part);
    pthread_barrier_wait(&lap->together);
    for (uint64_t left = steps_of(lap); left > 0; left--) {
        step.number++;
        add_batch(part, &rng);
        pthread_barrier_wait(&lap->together);
        train_learn_update_weights(&run->learner, &step, begin_of(part, TRAIN_FLOATS), end_of(part, TRAIN_FLOATS));
        pthread_barrier_wait(&lap->together);
    }
    return NULL;
}

static void run_parts(struct lap *lap)
{
    pthread_t threads[THREADS_MAX];
    for (uint32_t t = 0; t < lap->run->threads; t++)
        if (pthread_create(&threads[t], NULL, part_main, &lap->part[t]) != 0) {
            cli_error("cannot start %u threads; try fewer with --threads", lap->run->threads);
            exit(CLI_USAGE); /* exits, because the threads already started would wait for ever */
        }
    for (uint32_t t = 0; t < lap->run->threads; t++)
        pthread_join(threads[t], NULL);
}

/* Counts since the last line of progress. */
struct news {
    struct train_counts counts;
    uint64_t steps;
    double loss;
};

static void collect_news(struct part *part, struct news *news)
{
    news->counts.games += part->counts.games;
    news->counts.rounds += part->counts.rounds;
    news->counts.unfinished += part->counts.unfinished;
    news->loss += part->loss;
    part->counts = (struct train_counts){0};
    part->loss = 0;
}

static void play_lap(struct lap *lap, struct news *news)
{
    struct run *run = lap->run;
    set_options(lap);
    run_parts(lap);
    for (uint32_t t = 0; t < run->threads; t++)
        collect_news(&lap->part[t], news);
    news->steps += steps_of(lap);
    run->steps_done += steps_of(lap);
    run->laps_done++;
}

/* ------------------------------------------------------------------------------------------------------------ files */

static bool is_net(const char *bytes, size_t n) { return n > 5 && memcmp(bytes, "FFNET", 5) == 0; }

static bool is_checkpoint(const char *bytes, size_t n)
{
    return n > sizeof run_magic && memcmp(bytes, run_magic, sizeof run_magic) == 0;
}

/* Returns how to write the network's file. Keeps an existing file as FILE~, but replaces a file that this run has
 * written itself. */
static struct output_file_terms net_terms(bool force, bool first)
{
    return (struct output_file_terms){
        .how = CLI_REPLACE, .what = "network", .is = is_net, .force = force, .keeps = first};
}

static bool write_file(const char *path, const struct output_file_terms *terms, const void *bytes, size_t size)
{
    struct output_file save;
    return output_file_open(&save, path, terms) && output_file_write(&save, bytes, size) && output_file_finish(&save);
}

static void digest_of(const struct run *run, uint8_t digest[BASE_BLAKE2B_BYTES])
{
    const size_t from = offsetof(struct run, seed);
    base_blake2b((const uint8_t *)run + from, sizeof *run - from, digest);
}

static bool write_run(const char *path, struct run *run)
{
    digest_of(run, run->digest);
    const struct output_file_terms terms = {
        .how = CLI_REPLACE, .what = "checkpoint", .is = is_checkpoint, .no_force = true};
    return write_file(path, &terms, run, sizeof *run);
}

static bool write_net(const char *path, const struct output_file_terms *terms, const struct train_weights *weights)
{
    struct net *net = cli_check_memory(malloc(sizeof *net));
    uint8_t *bytes = cli_check_memory(malloc(NET_FILE_SIZE));
    train_quantise(weights, net);
    net_write(net, bytes);
    bool written = write_file(path, terms, bytes, NET_FILE_SIZE);
    free(bytes);
    free(net);
    return written;
}

/* Reads a complete checkpoint of this version, which the caller frees. Returns NULL after printing an error. */
static struct run *read_run(const char *path)
{
    size_t n;
    uint8_t digest[BASE_BLAKE2B_BYTES];
    char *bytes = cli_read_file(path, sizeof(struct run), &n);
    struct run *found = (struct run *)bytes;
    if (!found)
        return NULL;
    if (n != sizeof *found || memcmp(found->magic, run_magic, sizeof run_magic) != 0 || found->features != FEATURES_N)
        cli_error("%s: this is no checkpoint of this version of the trainer", path);
    else if (digest_of(found, digest), memcmp(digest, found->digest, sizeof digest) != 0)
        cli_error("%s: the checksum does not agree: the checkpoint is damaged", path);
    else
        return found;
    free(bytes);
    return NULL;
}

static bool same_run(const struct run *a, const struct run *b)
{
    return a->seed == b->seed && a->games == b->games && a->lap_games == b->lap_games && a->threads == b->threads &&
           a->rate == b->rate && a->base == b->base && a->editions == b->editions &&
           memcmp(a->edition, b->edition, sizeof a->edition) == 0 && a->guests == b->guests &&
           memcmp(a->level, b->level, sizeof a->level) == 0 && a->levels_known == b->levels_known &&
           a->older == b->older;
}

/* Resumes the run from its checkpoint, if the file exists. Returns false after printing an error. */
static bool resume(const char *path, struct run *run)
{
    if (!path || access(path, F_OK) != 0)
        return true;
    struct run *found = read_run(path);
    bool same = found && same_run(found, run);
    if (found && !same)
        cli_error("%s: the checkpoint is of a run with --seed %" PRIu64 " --games %" PRIu64 " --lap %" PRIu64
                  " --threads %" PRIu32 " --rate %g --base %g --editions %g --guests %g --levels %g,%g,%g,%g,%g"
                  " --levels-known %g, %s --older network and %s --edition; give the same, or another --checkpoint",
                  path, found->seed, found->games, found->lap_games / found->threads, found->threads, found->rate,
                  found->base, found->editions, found->guests, found->level[0], found->level[1], found->level[2],
                  found->level[3], found->level[4], found->levels_known,
                  !found->older                ? "no"
                  : found->older == run->older ? "the same"
                                               : "another",
                  memcmp(found->edition, run->edition, sizeof run->edition) == 0 ? "the same" : "another");
    if (same)
        *run = *found;
    free(found);
    return same;
}

/* Starts with random weights, or with those of a network file. A run that starts with a network does not begin with
 * games among stewards. */
static bool begin_network(const char *path, struct run *run)
{
    struct train_weights *start = cli_check_memory(malloc(sizeof *start));
    struct net *net = cli_check_memory(malloc(sizeof *net));
    run->started = path != NULL;
    bool good = !path || lab_read_net(path, net);
    if (good && path)
        train_weights_from_net(net, start);
    else if (good)
        train_random_weights(start, run->seed);
    if (good)
        train_learn_begin(&run->learner, start);
    free(net);
    free(start);
    return good;
}

/* -------------------------------------------------------------------------------------------------------------- run */

static void print_news(const struct run *run, const struct news *news)
{
    const struct train_counts *counts = &news->counts;
    cli_printf("%9" PRIu64 " games  rounds %5.2f  unfinished %5.2f %%  loss %.4f\n", run->laps_done * run->lap_games,
               (double)counts->rounds / (double)counts->games,
               100.0 * (double)counts->unfinished / (double)counts->games,
               news->loss / ((double)news->steps * pace_of(run)->batch));
    fflush(stdout);
}

/* Where a run is saved. */
struct places {
    const char *out, *checkpoint;
    bool force, written;
};

static bool save_network(struct run *run, struct places *places)
{
    struct output_file_terms terms = net_terms(places->force, !places->written);
    if (places->checkpoint && !write_run(places->checkpoint, run))
        return false;
    places->written = write_net(places->out, &terms, &run->learner.mean);
    return places->written;
}

static void print_stopped(const struct run *run, const struct places *places)
{
    cli_error("train: stopped after %" PRIu64 " games; %s", run->laps_done * run->lap_games,
              places->checkpoint ? "the same command goes on from there"
                                 : "without --checkpoint it cannot go on from there");
}

static uint64_t laps_of(const struct run *run) { return (run->games + run->lap_games - 1) / run->lap_games; }

/* Trains until all games are played, or until the user stops it; then finishes the current lap. Returns false if the
 * result could not be saved. */
static bool train(struct lap *lap, struct places *places)
{
    struct run *run = lap->run;
    struct news news = {0};
    struct cli_progress progress = cli_progress_begin();
    const uint64_t laps_before = run->laps_done, laps_all = laps_of(run);
    cli_catch_stop_signals();
    while (run->laps_done < laps_all && !atomic_load(cli_stop_requested())) {
        play_lap(lap, &news);
        cli_progress_step(&progress, "laps", run->laps_done - laps_before, laps_all - laps_before);
        if (run->laps_done % CHECKPOINT_LAPS != 0)
            continue;
        cli_progress_end(&progress);
        print_news(run, &news);
        memset(&news, 0, sizeof news);
        if (!save_network(run, places))
            return false;
    }
    cli_progress_end(&progress);
    if (run->laps_done < laps_all)
        print_stopped(run, places);
    return save_network(run, places);
}

static struct lap *lap_new(struct run *run, const struct ff_edition *edition, const struct train_league_terms *league)
{
    struct lap *lap = cli_check_memory(calloc(1, sizeof *lap));
    *lap = (struct lap){.run = run, .edition = edition, .league = *league};
    lap->part = cli_check_memory(calloc(run->threads, sizeof *lap->part));
    pthread_barrier_init(&lap->together, NULL, run->threads);
    for (uint32_t t = 0; t < run->threads; t++) {
        lap->gradient[t] = cli_check_memory(calloc(1, sizeof *lap->gradient[t]));
        struct train_worker *worker = cli_check_memory(malloc(train_worker_size()));
        lap->part[t] = (struct part){.lap = lap, .index = t, .worker = worker, .gradient = lap->gradient[t]};
    }
    return lap;
}

static void lap_free(struct lap *lap)
{
    for (uint32_t t = 0; t < lap->run->threads; t++) {
        free(lap->part[t].worker);
        free(lap->part[t].gradient);
    }
    pthread_barrier_destroy(&lap->together);
    free(lap->part);
    free(lap);
}

/* The study with its options. */
struct request {
    struct lab lab;
    struct run run;
    struct lab_league league;
    struct places places;
    uint64_t lap_games; /* games of each thread in a lap */
    const char *start;
};

static struct request *request_new(void)
{
    struct request *request = lab_zeroed_memory(sizeof *request);
    struct run *run = &request->run;
    memcpy(run->magic, run_magic, sizeof run_magic);
    run->features = FEATURES_N;
    run->games = 200000;
    run->rate = 0.00025;
    run->base = 0.5;
    request->lap_games = 250;
    request->lab.threads = 1;
    request->league.terms = (struct train_league_terms){.guests = 0.5, .level = {0, 1, 0, 0, 0}, .levels_known = 0.5};
    return request;
}

/* Copies the options that must be the same when a checkpoint is resumed. */
static void note_terms(struct request *request)
{
    struct run *run = &request->run;
    const struct train_league_terms *terms = &request->league.terms;
    run->seed = request->lab.seed;
    run->threads = (uint32_t)request->lab.threads;
    run->lap_games = request->lap_games * request->lab.threads;
    base_blake2b(&request->lab.edition, sizeof request->lab.edition, run->edition);
    run->guests = terms->guests;
    memcpy(run->level, terms->level, sizeof run->level);
    run->levels_known = terms->levels_known;
    run->older = request->league.older_sum;
}

/* Checks the options. Returns false after printing an error. */
static bool check_request(struct request *request)
{
    const struct places *places = &request->places;
    const struct output_file_terms net = net_terms(places->force, true);
    const struct output_file_terms any = {.how = CLI_REPLACE, .force = true}; /* resume() checks an existing file */
    if (!(request->run.rate > 0))
        cli_error("train: --rate is a number above 0 and at most 1, not '0'");
    else if (!places->out)
        cli_error("train: say where to write the weights, with --out FILE");
    else if (places->checkpoint && strcmp(places->checkpoint, places->out) == 0)
        cli_error("train: --out and --checkpoint name the same file; give the run a file of its own");
    else
        return output_file_check(places->out, &net) &&
               (!places->checkpoint || output_file_check(places->checkpoint, &any));
    return false;
}

static int carry_out(void *context)
{
    struct request *request = (struct request *)context;
    if (!check_request(request))
        return CLI_USAGE;
    struct run *run = &request->run;
    note_terms(request);
    struct lap *lap = lap_new(run, &request->lab.edition, &request->league.terms);
    bool done =
        begin_network(request->start, run) && resume(request->places.checkpoint, run) && train(lap, &request->places);
    lap_free(lap);
    if (!done)
        return CLI_USAGE;
    return run->laps_done < laps_of(run) ? cli_stop_exit_status()
                                         : CLI_OK; /* a stop after the last lap counts as success */
}

static int read_and_run(struct request *request, int argc, char **argv)
{
    struct run *run = &request->run;
    struct places *places = &request->places;
    const struct cli_option options[] = {
        {"out", "FILE", "the weights, written every few laps and at the end (required)", .text = &places->out},
        {"force", NULL, "replace the FILE of --out, whatever it is", .flag = &places->force},
        {"games", "N", "games to play (200000)", .number = &run->games, .min = 1, .max = UINT64_C(1000000000000)},
        {"threads", "T", "threads (1)", .number = &request->lab.threads, .min = 1, .max = THREADS_MAX},
        {"lap", "N", "games of each thread before they learn from them, at most 1000 (250)",
         .number = &request->lap_games, .min = 1, .max = TRAIN_GAMES_MAX},
        {"rate", "R", "learning rate at the start; it falls to a thirtieth (0.00025)", .share = &run->rate},
        {"base", "R", "share of base games; the others are expert games (0.5)", .share = &run->base},
        {"checkpoint", "FILE", "save the run here; if the file exists, continue from it", .text = &places->checkpoint},
        {"start", "FILE", "begin with the weights of a network, without lessons", .text = &request->start},
        {"editions", "R", "share of the games with editions drawn at random instead (0)", .share = &run->editions},
    };
    const struct lab_study about = {
        CLI_USAGE_OF(
            "train", "",
            "Trains the network by self-play, two to five players, base and expert games.\n"
            "Prints a line every 20 laps, and saves then, at the end, and when it is interrupted. Half of the\n"
            "seats are guests' (--guests 0.5); the network knows the levels in half of the games\n"
            "(--levels-known 0.5).\n"
            "The same seed and threads give the same weights.",
            options),
        LAB_SEED | LAB_GAME | LAB_LEAGUE, carry_out};
    request->lab.league = &request->league;
    return lab_study(&about, request, argc, argv);
}

int cmd_train(int argc, char **argv)
{
    struct request *request = request_new();
    int status = read_and_run(request, argc, argv);
    free(request);
    return status;
}
