/* positions.c - `fuerstenfeld-lab positions`: self-play without training, for trainers in other languages.
 *
 * Writes one record of RECORD_SIZE bytes for each position; docs/authors/training.md describes the record. The output
 * depends only on the options, not on the number of threads, because jobs of GAMES_A_JOB games are written in order. */
#include "bots/ai/bots.h"
#include "search_games.h"
#include "study.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAMES_A_JOB = 100, /* games in a job; a job with a search has only 1 */
    RECORD_SIZE = 2 * FEATURES_ACTIVE_MAX + 2 * 4 * FF_PLAYERS_MAX + 4,
};

struct play {
    struct lab lab;
    struct train_options options;
    struct train_weights weights;
    struct net searching; /* a copy of the network for the search */
    struct lab_league league;
    uint64_t games, jitter, worlds, search;
    const char *out, *net;
    bool force, failed;
    struct output_file save;
    struct train_counts counts;
    uint64_t positions;
};

struct slot {
    uint8_t *bytes;
    size_t size;
    struct train_counts counts;
};

/* Writes a number in little-endian order. Returns the end of its bytes. */
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
        at = put16(at, i < n ? list[i] : FEATURES_NONE); /* fills unused entries */
    for (int p = 0; p < FF_PLAYERS_MAX; p++)
        at = put_float(at, p < position->players ? position->target[p] : 0);
    for (int p = 0; p < FF_PLAYERS_MAX; p++)
        at = put_float(at, p < position->players ? position->result[p] : 0);
    at = put16(at, position->players);
    return put16(at, position->worlds);
}

static void put_positions(struct slot *slot, const struct train_position *position, size_t n)
{
    slot->bytes = malloc(n * RECORD_SIZE + 1);
    if (!slot->bytes)
        return;
    uint8_t *at = slot->bytes;
    for (size_t i = 0; i < n; i++)
        at = put_position(at, &position[i]);
    slot->size = (size_t)(at - slot->bytes);
}

static void play_positions_game(void *context, struct lab_worker *worker, uint64_t job, void *slot_)
{
    const struct play *play = context;
    struct slot *slot = slot_;
    uint64_t first = job * GAMES_A_JOB, left = play->games - first;
    const struct train_job games = {&play->lab.edition, &play->options, &play->weights, play->lab.seed + first,
                                    left < GAMES_A_JOB ? left : GAMES_A_JOB};
    train_play_games(worker->own, &games, &slot->counts);
    int n;
    const struct train_position *position = train_worker_positions(worker->own, &n);
    put_positions(slot, position, (size_t)n);
}

static void play_search_job(void *context, struct lab_worker *worker, uint64_t job, void *slot_)
{
    const struct play *play = context;
    struct slot *slot = slot_;
    struct search_positions positions = {.n = 0};
    const struct search_games games = {&play->lab.edition,
                                       &play->options,
                                       {&bot_prince, (uint32_t)play->search, &play->searching},
                                       (uint32_t)play->worlds};
    search_games_play_game(&games, worker, play->lab.seed + job, &positions, &slot->counts);
    if (!positions.out_of_memory)
        put_positions(slot, positions.position, positions.n);
    free(positions.position);
}

static bool collect_positions(void *context, uint64_t job, void *slot_)
{
    struct play *play = context;
    struct slot *slot = slot_;
    (void)job;
    if (!slot->bytes)
        cli_error("out of memory");
    play->failed = !slot->bytes || !output_file_write(&play->save, (const char *)slot->bytes, slot->size);
    free(slot->bytes);
    play->positions += slot->size / RECORD_SIZE;
    play->counts.games += slot->counts.games;
    play->counts.rounds += slot->counts.rounds;
    play->counts.unfinished += slot->counts.unfinished;
    return !play->failed;
}

static void slot_free(void *slot) { free(((struct slot *)slot)->bytes); }

/* Plays all games, or until the user stops it; then the file holds the games played so far. */
static int play_all(struct play *play)
{
    const struct output_file_terms terms = {.how = CLI_REPLACE, .what = "file of positions", .force = play->force};
    const uint64_t games_a_job = play->search ? 1 : GAMES_A_JOB;
    const struct lab_work work = {"jobs",
                                  sizeof(struct slot),
                                  train_worker_size(),
                                  play->search ? play_search_job : play_positions_game,
                                  collect_positions,
                                  slot_free};
    if (!output_file_open(&play->save, play->out, &terms))
        return CLI_USAGE;
    cli_catch_stop_signals();
    bool good = lab_run_jobs(&work, (play->games + games_a_job - 1) / games_a_job, play->lab.threads, play);
    if ((!good && !cli_stop_exit_status()) || play->failed) {
        output_file_abandon(&play->save);
        return CLI_USAGE;
    }
    if (!output_file_finish(&play->save))
        return CLI_USAGE;
    fprintf(stderr, "%" PRIu64 " games, rounds %.2f, unfinished %" PRIu64 ", positions %" PRIu64 "\n",
            play->counts.games, (double)play->counts.rounds / (double)play->counts.games, play->counts.unfinished,
            play->positions);
    return cli_stop_exit_status();
}

/* Reads the files that the options name. Returns false after printing an error. */
static bool read_files(struct play *play)
{
    if (!play->out || !play->net)
        cli_error("positions: say which network plays, with --net FILE, and where the positions go, with --out FILE");
    else if (strcmp(play->net, play->out) == 0)
        cli_error("positions: --net and --out name the same file; give the positions a file of their own");
    else
        return lab_read_net(play->net, &play->searching);
    return false;
}

static int run_positions(void *context)
{
    struct play *play = (struct play *)context;
    if (!read_files(play))
        return CLI_USAGE;
    train_weights_from_net(&play->searching, &play->weights);
    play->options.jitter = (uint32_t)play->jitter;
    play->options.league = play->league.terms;
    return play_all(play);
}

int cmd_positions(int argc, char **argv)
{
    static struct play play = {
        .options = {.base = 0.5, .lambda = 0.8, .explore = 0.02, .learn = 0.2, .lessons = 0.05},
        .league.terms = {.guests = 0.25, .level = {0, 1, 0, 0, 0}, .levels_known = 0.8, .slips = 0.04},
        .games = 10000,
        .jitter = 100,
        .worlds = 4,
    };
    struct train_options *how = &play.options;
    const struct cli_option options[] = {
        {"out", "FILE", "the positions (required; '-' is standard output)", .text = &play.out},
        {"force", NULL, "replace the FILE of --out, whatever it is", .flag = &play.force},
        {"net", "FILE", "the network that plays (required)", .text = &play.net},
        {"games", "N", "games to play (10000)", .number = &play.games, .min = 1, .max = 1000000000},
        {"lambda", "L", "pull of the game's end, from one own turn to the next (0.8)", .share = &how->lambda},
        {"explore", "E", "how often any option is played (0.02)", .share = &how->explore},
        {"jitter", "J", "maximum random noise of a turn's chance, in hundredths of a percent (100)",
         .number = &play.jitter, .max = NET_CHANCE_ONE},
        {"learn", "R", "share of the positions within a turn that are written (0.2)", .share = &how->learn},
        {"lessons", "R", "share of the games that the steward plays alone (0.05)", .share = &how->lessons},
        {"width", "N", "width of the network's beam (4)", .integer = &how->width, .min = 1, .max = TURN_WIDTH_MAX},
        {"search", "N", "games of prince:N instead, with the results of its searches", .number = &play.search, .min = 1,
         .max = 100000},
        {"worlds", "N", "with --search, write turns tried in so many worlds (4)", .number = &play.worlds, .min = 1,
         .max = 100000},
        {"players", "N", "2 to 5, instead of any number", .integer = &how->players, .min = FF_PLAYERS_MIN,
         .max = FF_PLAYERS_MAX},
        {"base", "R", "share of base games; the others are expert games (0.5)", .share = &how->base},
        {"editions", "R", "share of the games with editions drawn at random instead (0)", .share = &how->editions},
    };
    const struct lab_study about = {
        CLI_USAGE_OF("positions", "",
                     "Plays with a network as `train` does and writes the positions with what they turned out to be\n"
                     "worth, for a trainer elsewhere. One seat in four is a guest's (--guests 0.25); the network\n"
                     "knows the levels in four games of five (--levels-known 0.8). With --search there are no\n"
                     "guests and nobody explores: every seat is prince:N.",
                     options),
        LAB_SEED | LAB_THREADS | LAB_GAME | LAB_LEAGUE, run_positions};
    play.lab.league = &play.league;
    return lab_study(&about, &play, argc, argv);
}
