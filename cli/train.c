/* train.c - `fuerstenfeld train`: self-play on all cores, checkpoints, and the weights file.
 *
 * The run is cut into laps. In a lap every thread plays and learns the same number of games from the same weights; at
 * its end the threads' weights are averaged. What is shipped is the mean of the weights over the last laps (an
 * exponential mean), which plays better than any single lap's. A checkpoint after every few laps holds all there is, so
 * a run that was cut off goes on where it was, with the same result as if it had not been. */
#include "cli.h"
#include "jobs.h"

#include "ai/train.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS_MAX = 256, MEAN_LAPS = 60, CHECKPOINT_LAPS = 20 };

/* Everything that a checkpoint holds. */
struct run {
    char magic[8];
    uint64_t seed, games, lap_games; /* of the whole run; lap_games is a lap's, all threads together */
    uint64_t laps_done;
    uint32_t threads, features;
    uint64_t started; /* 1: with the weights of another run */
    struct train_weights weights, mean;
};
static const char run_magic[8] = "FFTRAI2";

struct lap {
    struct train_worker *worker;
    const struct ff_edition *edition;
    const struct train_options *options;
    const struct train_weights *weights;
    uint64_t seed, games;
    struct train_counts counts;
};

static void *lap_main(void *argument)
{
    struct lap *lap = argument;
    train_work(lap->worker, lap->edition, lap->options, lap->weights, lap->seed, lap->games, &lap->counts);
    return NULL;
}

/* The rate falls from its start to a thirtieth of it, exploration with it. A run begins with lessons. */
static struct train_options options_at(const struct run *run, double rate)
{
    double done = (double)(run->laps_done * run->lap_games) / (double)run->games;
    struct train_options options = {.lambda = 0.8, .learn = 0.2};
    options.rate = rate * pow(30, -done);
    options.explore = 0.02 - 0.015 * done;
    options.jitter = (uint32_t)(150 - 100 * done);
    options.lessons = done < 0.07 && !run->started ? 1 : 0.05;
    if (options.lessons == 1)
        options.explore = 0.12; /* so that it also learns what a mistake costs */
    options.guests = 0.25;
    return options;
}

static void add_counts(struct train_counts *sum, const struct train_counts *counts)
{
    sum->games += counts->games;
    sum->decisions += counts->decisions;
    sum->learnt += counts->learnt;
    sum->rounds += counts->rounds;
    sum->unfinished += counts->unfinished;
    sum->loss += counts->loss;
}

/* weights = mean of the workers' weights; mean moves towards it. */
static void average(struct run *run, const struct lap *laps)
{
    float *weights = (float *)&run->weights, *mean = (float *)&run->mean;
    double laps_mean = run->laps_done + 1 < MEAN_LAPS ? (double)(run->laps_done + 1) : MEAN_LAPS;
    for (size_t i = 0; i < TRAIN_FLOATS; i++) {
        double sum = 0;
        for (uint32_t t = 0; t < run->threads; t++)
            sum += (double)((const float *)train_worker_weights(laps[t].worker))[i];
        weights[i] = (float)(sum / run->threads);
        mean[i] += (float)(((double)weights[i] - (double)mean[i]) / laps_mean);
    }
}

static bool play_lap(struct run *run, const struct ff_edition *edition, double rate, struct lap *laps,
                     struct train_counts *counts)
{
    pthread_t threads[THREADS_MAX];
    const struct train_options options = options_at(run, rate);
    uint64_t each = run->lap_games / run->threads, first = run->seed + run->laps_done * run->lap_games;
    for (uint32_t t = 0; t < run->threads; t++) {
        laps[t].edition = edition;
        laps[t].options = &options;
        laps[t].weights = &run->weights;
        laps[t].seed = first + t * each;
        laps[t].games = each;
        memset(&laps[t].counts, 0, sizeof laps[t].counts);
        if (pthread_create(&threads[t], NULL, lap_main, &laps[t]) != 0) {
            while (t-- > 0)
                pthread_join(threads[t], NULL);
            cli_error("cannot start %u threads; try fewer with --threads", run->threads);
            return false;
        }
    }
    for (uint32_t t = 0; t < run->threads; t++) {
        pthread_join(threads[t], NULL);
        add_counts(counts, &laps[t].counts);
    }
    average(run, laps);
    run->laps_done++;
    return true;
}

/* ----------------------------------------------------------------------------------------------------------- files */

static bool write_file(const char *path, const void *bytes, size_t size)
{
    struct cli_save save;
    bool quiet;
    return cli_save_open(&save, path) && cli_save_write(&save, bytes, size, &quiet) && cli_save_finish(&save);
}

static bool write_net(const char *path, const struct train_weights *weights)
{
    struct net *net = malloc(sizeof *net);
    uint8_t *bytes = malloc(NET_FILE_SIZE);
    bool written = false;
    if (net && bytes) {
        train_quantise(weights, net);
        net_write(net, bytes);
        written = write_file(path, bytes, NET_FILE_SIZE);
    } else {
        cli_error("not enough memory");
    }
    free(bytes);
    free(net);
    return written;
}

/* A whole checkpoint of this version, or NULL after saying what is wrong; to be freed. */
static struct run *read_run(const char *path)
{
    struct run *found = malloc(sizeof *found);
    FILE *file = fopen(path, "rb");
    bool good = false;
    if (!file || !found)
        cli_error("%s: %s", path, strerror(errno));
    else if (fread(found, 1, sizeof *found, file) != sizeof *found || fgetc(file) != EOF ||
             memcmp(found->magic, run_magic, sizeof run_magic) != 0 || found->features != FEATURES_N)
        cli_error("%s: this is no checkpoint of this version of the trainer", path);
    else
        good = true;
    if (file)
        fclose(file);
    if (!good)
        free(found);
    return good ? found : NULL;
}

/* Goes on from a checkpoint of the same run, if the file is there. */
static bool resume(const char *path, struct run *run)
{
    if (!path || access(path, F_OK) != 0)
        return true;
    struct run *found = read_run(path);
    bool same = found && found->seed == run->seed && found->games == run->games && found->lap_games == run->lap_games &&
                found->threads == run->threads;
    if (found && !same)
        cli_error("%s: the checkpoint is of a run with --seed %" PRIu64 " --games %" PRIu64 " --lap %" PRIu64
                  " --threads %" PRIu32 "; give the same, or another --checkpoint",
                  path, found->seed, found->games, found->lap_games / found->threads, found->threads);
    if (same)
        *run = *found;
    free(found);
    return same;
}

bool cli_weights(const char *path, struct train_weights *weights)
{
    struct net *net = malloc(sizeof *net);
    size_t n;
    char *bytes = cli_read_file(path, NET_FILE_SIZE, &n);
    const char *fault = bytes && net ? net_read((const uint8_t *)bytes, n, net) : NULL;
    if (fault)
        cli_error("%s: %s", path, fault);
    bool good = bytes && net && !fault;
    if (good)
        train_from_net(net, weights);
    free(bytes);
    free(net);
    return good;
}

/* Begins with the weights of a network, which has had its lessons. */
static bool start_from(const char *path, struct run *run)
{
    run->started = path != NULL;
    return !path || cli_weights(path, &run->weights);
}

/* ------------------------------------------------------------------------------------------------------------- run */

static void print_counts(const struct run *run, const struct train_counts *counts)
{
    printf("%9" PRIu64 " games  rounds %5.2f  unfinished %5.2f %%  loss %.4f\n", run->laps_done * run->lap_games,
           (double)counts->rounds / (double)counts->games, 100.0 * (double)counts->unfinished / (double)counts->games,
           counts->loss / (double)counts->learnt);
    fflush(stdout);
}

static bool save(const struct run *run, const char *out, const char *checkpoint)
{
    return (!checkpoint || write_file(checkpoint, run, sizeof *run)) && write_net(out, &run->mean);
}

static bool train(struct run *run, const struct ff_edition *edition, double rate, const char *out,
                  const char *checkpoint, struct lap *laps)
{
    struct train_counts counts = {0};
    struct progress progress = progress_begin();
    const uint64_t laps_before = run->laps_done, laps_all = (run->games + run->lap_games - 1) / run->lap_games;
    while (run->laps_done < laps_all) {
        if (!play_lap(run, edition, rate, laps, &counts))
            return false;
        progress_step(&progress, "laps", run->laps_done - laps_before, laps_all - laps_before);
        if (run->laps_done % CHECKPOINT_LAPS != 0)
            continue;
        progress_end(&progress);
        print_counts(run, &counts);
        memset(&counts, 0, sizeof counts);
        if (!save(run, out, checkpoint))
            return false;
    }
    progress_end(&progress);
    return save(run, out, checkpoint);
}

static struct lap *laps_new(uint32_t threads)
{
    struct lap *laps = calloc(threads, sizeof *laps);
    for (uint32_t t = 0; laps && t < threads; t++)
        if (!(laps[t].worker = malloc(train_worker_size())))
            return NULL; /* the program ends */
    return laps;
}

static void laps_free(struct lap *laps, uint32_t threads)
{
    for (uint32_t t = 0; t < threads; t++)
        free(laps[t].worker);
    free(laps);
}

static bool rate_of(const char *text, double *rate)
{
    char *end;
    if (!text)
        return true;
    *rate = strtod(text, &end);
    if (*end == '\0' && *rate > 0 && *rate <= 1)
        return true;
    cli_error("train: --rate is a number above 0 and at most 1, not '%s'", text);
    return false;
}

int cmd_train(int argc, char **argv)
{
    const char *games = NULL, *seed = NULL, *threads = NULL, *lap = NULL, *rate_text = NULL, *out = NULL,
               *checkpoint = NULL, *start = NULL, *path = NULL;
    const struct cli_option options[] = {
        {"out", "FILE", "the weights, written every few laps and at the end (required)", &out},
        {"games", "N", "games to play (200000)", &games},
        {"seed", "S", "same seed and threads, same weights (1)", &seed},
        {"threads", "T", "threads (1)", &threads},
        {"lap", "N", "games of each thread between two averages (250)", &lap},
        {"rate", "R", "learning rate at the start; it falls to a thirtieth (0.004)", &rate_text},
        {"checkpoint", "FILE", "save the run here and, if the file is there, go on from it", &checkpoint},
        {"start", "FILE", "begin with the weights of a network, without lessons", &start},
        {"edition", "FILE", "play with another edition", &path},
    };
    const struct cli_usage usage = {"train", "",
                                    "Trains the network by self-play, two to five players, base and expert games.\n"
                                    "Prints a line every 20 laps.",
                                    options, sizeof options / sizeof *options};
    int operands = cli_parse(&usage, argc, argv);
    if (operands < 0)
        return cli_status(operands);
    uint64_t threads_n = 1, lap_n = 250, games_n = 200000, seed_n = 1;
    double rate = 0.004;
    struct ff_edition edition;
    if (!cli_number(&usage, "games", games, 1, UINT64_C(1000000000000), &games_n) ||
        !cli_number(&usage, "seed", seed, 0, (UINT64_C(1) << 53) - 1, &seed_n) ||
        !cli_number(&usage, "threads", threads, 1, THREADS_MAX, &threads_n) ||
        !cli_number(&usage, "lap", lap, 1, 1000000, &lap_n) || !rate_of(rate_text, &rate) ||
        !cli_edition(path, &edition))
        return CLI_USAGE;
    if (!out) {
        cli_error("train: say where to write the weights, with --out FILE");
        return CLI_USAGE;
    }
    struct run *run = calloc(1, sizeof *run);
    struct lap *laps = laps_new((uint32_t)threads_n);
    if (!run || !laps) {
        cli_error("not enough memory for %" PRIu64 " threads", threads_n);
        return CLI_USAGE;
    }
    memcpy(run->magic, run_magic, sizeof run_magic);
    run->seed = seed_n;
    run->games = games_n;
    run->lap_games = lap_n * threads_n;
    run->threads = (uint32_t)threads_n;
    run->features = FEATURES_N;
    train_init(&run->weights, seed_n);
    bool done = start_from(start, run) && resume(checkpoint, run) && train(run, &edition, rate, out, checkpoint, laps);
    laps_free(laps, (uint32_t)threads_n);
    free(run);
    return done ? CLI_OK : CLI_USAGE;
}
