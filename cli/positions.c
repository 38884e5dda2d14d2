/* positions.c - `fuerstenfeld positions`: self-play without learning, for a trainer in another language.
 *
 * Writes one record of RECORD_SIZE bytes for each position; docs/training.md describes it. What is written depends on
 * the options alone, not on the number of threads: jobs of GAMES_A_JOB games are written in order. */
#include "cli.h"
#include "league.h"
#include "progress.h"

#include "train/train.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAMES_A_JOB = 100,
    RECORD_SIZE = 2 * FEATURES_ACTIVE_MAX + 4 * FF_PLAYERS_MAX + 4,
};

struct play {
    const struct ff_edition *edition;
    struct train_options options;
    struct train_weights *weights;
    struct cli_league league;
    uint64_t seed, games;
    struct cli_save save;
    struct cli_progress progress;
    struct train_counts counts;
    bool failed;
};

struct slot {
    uint8_t *bytes;
    size_t size;
    struct train_counts counts;
};

/* Little-endian, whatever the machine is. */
static uint8_t *put16(uint8_t *at, unsigned value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
    return at + 2;
}

static uint8_t *put_float(uint8_t *at, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return put16(put16(at, bits & 0xffff), bits >> 16);
}

static uint8_t *put_position(uint8_t *at, const struct train_position *position)
{
    uint16_t list[FEATURES_ACTIVE_MAX];
    int n = features_list(&position->features, list);
    for (int i = 0; i < FEATURES_ACTIVE_MAX; i++)
        at = put16(at, i < n ? list[i] : FEATURES_NONE); /* filled up */
    for (int p = 0; p < FF_PLAYERS_MAX; p++)
        at = put_float(at, p < position->players ? position->target[p] : 0);
    at = put16(at, position->players);
    return put16(at, position->rests);
}

static void *worker_new(void *context)
{
    (void)context;
    void *worker = malloc(train_worker_size());
    if (!worker)
        cli_error("not enough memory for so many threads");
    return worker;
}

static void worker_free(void *context, void *worker)
{
    (void)context;
    free(worker);
}

static void play_job(void *context, void *worker, uint64_t job, void *slot_)
{
    const struct play *play = context;
    struct slot *slot = slot_;
    uint64_t first = job * GAMES_A_JOB, left = play->games - first;
    train_play(worker, play->edition, &play->options, play->weights, play->seed + first,
               left < GAMES_A_JOB ? left : GAMES_A_JOB, &slot->counts);
    int n;
    const struct train_position *position = train_worker_positions(worker, &n);
    slot->bytes = malloc((size_t)n * RECORD_SIZE);
    if (!slot->bytes)
        return;
    uint8_t *at = slot->bytes;
    for (int i = 0; i < n; i++)
        at = put_position(at, &position[i]);
    slot->size = (size_t)(at - slot->bytes);
}

static bool collect(void *context, uint64_t job, void *slot_)
{
    struct play *play = context;
    struct slot *slot = slot_;
    if (!slot->bytes)
        cli_error("out of memory");
    play->failed = !slot->bytes || !cli_save_write(&play->save, (const char *)slot->bytes, slot->size);
    free(slot->bytes);
    play->counts.games += slot->counts.games;
    play->counts.rounds += slot->counts.rounds;
    play->counts.unfinished += slot->counts.unfinished;
    cli_progress_step(&play->progress, "games", job * GAMES_A_JOB, play->games);
    return !play->failed;
}

static void slot_free(void *slot) { free(((struct slot *)slot)->bytes); }

static bool run(struct play *play, uint64_t threads, const char *out, bool force)
{
    const struct cli_save_terms terms = {
        .how = CLI_REPLACE, .what = "file of positions", .force = force, .parts = true};
    static const struct match_work work = {
        sizeof(struct slot), 4, worker_new, worker_free, play_job, collect, slot_free};
    const struct match_jobs jobs = {
        .work = &work, .n = (play->games + GAMES_A_JOB - 1) / GAMES_A_JOB, .threads = threads, .context = play};
    if (!cli_save_open(&play->save, out, &terms))
        return false;
    bool good = cli_jobs(&jobs, &play->progress);
    if (!good)
        cli_save_abandon(&play->save);
    if (!good || play->failed || !cli_save_finish(&play->save))
        return false;
    fprintf(stderr, "%" PRIu64 " games, rounds %.2f, unfinished %" PRIu64 "\n", play->counts.games,
            (double)play->counts.rounds / (double)play->counts.games, play->counts.unfinished);
    return true;
}

static struct play *play_new(void)
{
    struct play *play = calloc(1, sizeof *play);
    struct train_weights *weights = malloc(sizeof *weights);
    if (!play || !weights) {
        cli_error("not enough memory");
        free(weights);
        free(play);
        return NULL;
    }
    play->options = (struct train_options){
        .base = 0.5, .lambda = 0.8, .explore = 0.02, .learn = 0.2, .lessons = 0.05, .jitter = 100};
    play->league.terms =
        (struct train_league_terms){.guests = 0.25, .level = {0, 1, 0, 0, 0}, .told = 0.8, .slips = 0.04};
    play->weights = weights;
    play->seed = 1;
    play->games = 10000;
    return play;
}

static void play_free(struct play *play)
{
    free(play->weights);
    free(play);
}

static int carry_out(struct play *play, int argc, char **argv)
{
    const char *games = NULL, *seed = NULL, *threads = NULL, *net = NULL, *out = NULL, *path = NULL, *lambda = NULL,
               *explore = NULL, *jitter = NULL, *learn = NULL, *lessons = NULL, *base = NULL, *editions = NULL,
               *force = NULL, *width = NULL;
    struct cli_league_words league = {0};
    const struct cli_option options[] = {
        {"out", "FILE", "the positions (required; '-' is standard output)", &out},
        {"force", NULL, "replace the FILE of --out, whatever it is", &force},
        {"net", "FILE", "the network that plays (required)", &net},
        {"games", "N", "games to play (10000)", &games},
        {"seed", "S", "same options and seed, same positions; 0 to 2^53 - 1 (1)", &seed},
        {"threads", "T", "threads (as many as there are cores)", &threads},
        {"lambda", "L", "pull of the game's end, from one own turn to the next (0.8)", &lambda},
        {"explore", "E", "how often any option is played (0.02)", &explore},
        {"jitter", "J", "up to so much is added to the worth of a turn, in hundredths of a percent (100)", &jitter},
        {"learn", "R", "share of the positions within a turn that are written (0.2)", &learn},
        {"lessons", "R", "share of the games that the steward plays alone (0.05)", &lessons},
        {"guests", "R", "in the others, how often a seat is a guest's; 1: all but one are (0.25)", &league.guests},
        {"levels", "A,B,C,D,E", "how often a guest is of level 1 to 5, in proportion (0,1,0,0,0)", &league.levels},
        {"older", "FILE", "the network of guests of level 4 (without, they are no guests)", &league.older},
        {"told", "R", "share of the games in which the network is told the levels (0.8)", &league.told},
        {"width", "N", "unfinished turns that it follows (4)", &width},
        {"base", "R", "share of base games; the others are expert games (0.5)", &base},
        {"edition", "FILE", "play with another edition", &path},
        {"editions", "R", "share of the games with editions drawn at random instead (0)", &editions},
    };
    const struct cli_usage usage = {
        "positions", "",
        "Plays with a network as `fuerstenfeld train` does and writes the positions with what they\n"
        "turned out to be worth, for a trainer elsewhere.",
        options, sizeof options / sizeof *options};
    int operands = cli_parse(&usage, argc, argv);
    if (operands < 0)
        return cli_status(operands);
    struct train_options *how = &play->options;
    uint64_t threads_n = match_jobs_cores(), jitter_n = how->jitter, width_n = 0;
    struct ff_edition edition;
    if (!cli_number(&usage, "games", games, 1, UINT64_C(1000000000), &play->games) ||
        !cli_number(&usage, "seed", seed, 0, (UINT64_C(1) << 53) - 1, &play->seed) ||
        !cli_number(&usage, "threads", threads, 1, MATCH_JOBS_THREADS_MAX, &threads_n) ||
        !cli_number(&usage, "jitter", jitter, 0, NET_CHANCE_ONE, &jitter_n) ||
        !cli_number(&usage, "width", width, 1, TURN_WIDTH_MAX, &width_n) ||
        !cli_share(&usage, "lambda", lambda, &how->lambda) || !cli_share(&usage, "explore", explore, &how->explore) ||
        !cli_share(&usage, "learn", learn, &how->learn) || !cli_share(&usage, "lessons", lessons, &how->lessons) ||
        !cli_league(&usage, &league, &play->league) || !cli_share(&usage, "base", base, &how->base) ||
        !cli_share(&usage, "editions", editions, &how->editions) || !cli_edition(path, &edition))
        return CLI_USAGE;
    if (!out || !net) {
        cli_error("positions: say which network plays, with --net FILE, and where the positions go, with --out FILE");
        return CLI_USAGE;
    }
    if (strcmp(net, out) == 0) {
        cli_error("positions: --net and --out name the same file; give the positions a file of their own");
        return CLI_USAGE;
    }
    how->jitter = (uint32_t)jitter_n;
    how->width = (int)width_n;
    how->league = play->league.terms;
    play->edition = &edition;
    bool done = cli_weights(net, play->weights) && run(play, threads_n, out, force != NULL);
    return done ? CLI_OK : CLI_USAGE;
}

int cmd_positions(int argc, char **argv)
{
    struct play *play = play_new();
    if (!play)
        return CLI_USAGE;
    int status = carry_out(play, argc, argv);
    play_free(play);
    return status;
}
