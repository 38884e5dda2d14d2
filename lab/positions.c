/* positions.c - `fuerstenfeld-lab positions`: self-play without learning, for a trainer in another language.
 *
 * Writes one record of RECORD_SIZE bytes for each position; docs/authors/training.md describes it. What is written
 * depends on the options alone, not on the number of threads: jobs of GAMES_A_JOB games are written in order. */
#include "lab.h"
#include "self_play.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAMES_A_JOB = 100,
    RECORD_SIZE = 2 * FEATURES_ACTIVE_MAX + 4 * FF_PLAYERS_MAX + 4,
};

struct play {
    struct lab lab;
    struct train_options options;
    struct train_weights weights;
    struct lab_league league;
    uint64_t games, jitter, width;
    const char *out, *net;
    bool force, failed;
    struct output_file save;
    struct train_counts counts;
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

static void play_job(void *context, struct lab_worker *worker, uint64_t job, void *slot_)
{
    const struct play *play = context;
    struct slot *slot = slot_;
    uint64_t first = job * GAMES_A_JOB, left = play->games - first;
    train_play(worker->own, &play->lab.edition, &play->options, &play->weights, play->lab.seed + first,
               left < GAMES_A_JOB ? left : GAMES_A_JOB, &slot->counts);
    int n;
    const struct train_position *position = train_worker_positions(worker->own, &n);
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
    (void)job;
    if (!slot->bytes)
        cli_error("out of memory");
    play->failed = !slot->bytes || !output_file_write(&play->save, (const char *)slot->bytes, slot->size);
    free(slot->bytes);
    play->counts.games += slot->counts.games;
    play->counts.rounds += slot->counts.rounds;
    play->counts.unfinished += slot->counts.unfinished;
    return !play->failed;
}

static void slot_free(void *slot) { free(((struct slot *)slot)->bytes); }

static bool run(struct play *play)
{
    const struct output_file_terms terms = {
        .how = CLI_REPLACE, .what = "file of positions", .force = play->force, .parts = true};
    const struct lab_work work = {"jobs", sizeof(struct slot), train_worker_size(), play_job, collect, slot_free};
    if (!output_file_open(&play->save, play->out, &terms))
        return false;
    bool good = lab_run(&work, (play->games + GAMES_A_JOB - 1) / GAMES_A_JOB, play->lab.threads, play);
    if (!good)
        output_file_abandon(&play->save);
    if (!good || play->failed || !output_file_finish(&play->save))
        return false;
    fprintf(stderr, "%" PRIu64 " games, rounds %.2f, unfinished %" PRIu64 "\n", play->counts.games,
            (double)play->counts.rounds / (double)play->counts.games, play->counts.unfinished);
    return true;
}

/* False: it was said what is missing or wrong. */
static bool read_files(struct play *play)
{
    if (!play->out || !play->net)
        cli_error("positions: say which network plays, with --net FILE, and where the positions go, with --out FILE");
    else if (strcmp(play->net, play->out) == 0)
        cli_error("positions: --net and --out name the same file; give the positions a file of their own");
    else
        return lab_read_weights(play->net, &play->weights);
    return false;
}

static struct play defaults(void)
{
    return (struct play){
        .lab = lab_defaults(),
        .options = {.base = 0.5, .lambda = 0.8, .explore = 0.02, .learn = 0.2, .lessons = 0.05},
        .league.terms = {.guests = 0.25, .level = {0, 1, 0, 0, 0}, .told = 0.8, .slips = 0.04},
        .games = 10000,
        .jitter = 100,
    };
}

int cmd_positions(int argc, char **argv)
{
    static struct play play;
    struct train_options *how = &play.options;
    struct lab_option options[] = {
        lab_word("out", "FILE", "the positions (required; '-' is standard output)", &play.out),
        lab_flag("force", "replace the FILE of --out, whatever it is", &play.force),
        lab_word("net", "FILE", "the network that plays (required)", &play.net),
        lab_number("games", "N", "games to play (10000)", &play.games, 1, 1000000000),
        lab_share("lambda", "L", "pull of the game's end, from one own turn to the next (0.8)", &how->lambda),
        lab_share("explore", "E", "how often any option is played (0.02)", &how->explore),
        lab_number("jitter", "J", "up to so much is added to the worth of a turn, in hundredths of a percent (100)",
                   &play.jitter, 0, NET_CHANCE_ONE),
        lab_share("learn", "R", "share of the positions within a turn that are written (0.2)", &how->learn),
        lab_share("lessons", "R", "share of the games that the steward plays alone (0.05)", &how->lessons),
        lab_number("width", "N", "unfinished turns that it follows (4)", &play.width, 1, TURN_WIDTH_MAX),
        lab_share("base", "R", "share of base games; the others are expert games (0.5)", &how->base),
        lab_share("editions", "R", "share of the games with editions drawn at random instead (0)", &how->editions),
    };
    const struct lab_study about = {
        "positions",
        "",
        "Plays with a network as `train` does and writes the positions with what they turned out to be\n"
        "worth, for a trainer elsewhere. One seat in four is a guest's (--guests 0.25); the network is\n"
        "told the levels in four games of five (--told 0.8).",
        options,
        sizeof options / sizeof *options,
        LAB_SEED | LAB_THREADS | LAB_GAME | LAB_LEAGUE};
    play = defaults();
    play.lab.league = &play.league;
    int operands = lab_begin(&about, &play.lab, argc, argv);
    if (operands < 0)
        return cli_status(operands);
    if (!read_files(&play))
        return CLI_USAGE;
    how->jitter = (uint32_t)play.jitter;
    how->width = (int)play.width;
    how->league = play.league.terms;
    return run(&play) ? CLI_OK : CLI_USAGE;
}
