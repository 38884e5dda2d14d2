/* selfplay.c - `fuerstenfeld selfplay`: bots play games against each other, and the games are recorded.
 *
 * The same arguments give the same bytes, whatever the number of threads: each game has its own seed, made from the
 * run's seed and the game's number; each seat draws its chance from a stream of its own, made from the game's seed; and
 * games are written in order. A job is one recorded game, or some unrecorded ones. */
#include "bots/arena/game.h"
#include "cli/cli.h"
#include "cli/game_recorder.h"
#include "cli/json_output.h"
#include "cli/progress.h"
#include "engine/record/record.h"
#include "engine/text/names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------------------------------------------------------- the run */

enum { UNRECORDED_JOB = 64, SLOTS_PER_THREAD = 4, TIMEOUT_MS = 10000 };

/* Sums over games, so that their order has no effect. */
struct tally {
    uint64_t games, rounds, decisions, shared, unwon;
    uint64_t wins[FF_PLAYERS_MAX], forfeits[FF_PLAYERS_MAX];
};

/* A job's result. */
struct slot {
    char *text; /* to be freed */
    size_t length;
    struct tally tally;
};

/* A thread's own memory. */
struct worker {
    struct arena_player *player[FF_PLAYERS_MAX];
    char record[RECORD_GAME_MAX]; /* room for any game; untouched, and so no memory, unless games are recorded */
};

struct run {
    /* Fixed before the threads start. */
    struct text_edition edition;
    int players, mode;
    uint64_t games, seed, threads;
    struct arena_spec spec[FF_PLAYERS_MAX];
    int specs_n;
    const struct arena_spec *at[FF_PLAYERS_MAX]; /* each seat's */
    const char *record;                          /* path, or NULL */
    bool force;                                  /* replace what is there */
    bool json;                                   /* the summary is for programs */
    uint64_t job_games;
    /* For the thread that collects. */
    struct game_recorder recorder;
    struct tally tally;
    struct cli_progress progress;
    bool interrupted;
};

/* ------------------------------------------------------------------------------------------------------- one game */

static void count_game(const struct arena_outcome *outcome, struct tally *tally)
{
    tally->games++;
    tally->rounds += outcome->end.round;
    tally->decisions += outcome->decisions;
    tally->unwon += outcome->winners == 0;
    tally->shared += ff_popcount(outcome->winners) > 1;
    for (int seat = 0; seat < outcome->end.players; seat++) {
        tally->wins[seat] += outcome->winners >> seat & 1;
        tally->forfeits[seat] += outcome->forfeits >> seat & 1;
    }
}

static void tell_faults(const struct run *run, struct arena_player *const *at, uint64_t number)
{
    for (int seat = 0; seat < run->players; seat++) {
        const char *fault = arena_player_fault(at[seat]);
        char name[RECORD_NAME_MAX];
        arena_player_name(at[seat], seat, name, sizeof name);
        if (fault)
            cli_error("selfplay: game %" PRIu64 ": random played on for %s: %s", number + 1, name, fault);
    }
}

/* out NULL: not recorded. Runs with neighbouring seeds share no games. False: it was stopped, and does not count. */
static bool play_game(const struct run *run, struct worker *worker, uint64_t number, struct base_out *out,
                      struct tally *tally)
{
    uint64_t seed = arena_mix(run->seed, number) >> (64 - RECORD_SEED_BITS);
    struct arena_seats seats = {&run->edition, run->players, run->mode, seed, seed, {0}, {0}, cli_stop_requested()};
    struct arena_outcome outcome;
    memcpy(seats.at, worker->player, sizeof seats.at);
    if (!arena_play(&seats, out, &outcome))
        return false;
    tell_faults(run, seats.at, number);
    count_game(&outcome, tally);
    return true;
}

static void play_job(void *context, void *workplace, uint64_t job, void *result)
{
    const struct run *run = (const struct run *)context;
    struct worker *worker = (struct worker *)workplace;
    struct slot *slot = (struct slot *)result;
    uint64_t from = job * run->job_games, to = from + run->job_games;
    struct base_out out;
    if (run->record)
        out = base_out_of(worker->record, RECORD_GAME_MAX);
    bool whole = true;
    for (uint64_t number = from; whole && number < to && number < run->games; number++)
        whole = play_game(run, worker, number, run->record ? &out : NULL, &slot->tally);
    if (!run->record || !whole)
        return;
    slot->text = arena_copy_text(&out);
    slot->length = out.length;
}

/* -------------------------------------------------------------------------------------------------------- workers */

static void worker_free(void *context, void *workplace)
{
    const struct run *run = (const struct run *)context;
    struct worker *worker = (struct worker *)workplace;
    for (int seat = 0; seat < run->players; seat++)
        arena_player_free(worker->player[seat]);
    free(worker);
}

static void *worker_new(void *context)
{
    const struct run *run = (const struct run *)context;
    const struct arena_terms terms = {.timeout_ms = TIMEOUT_MS, .stop = cli_stop_requested()};
    struct worker *worker = (struct worker *)calloc(1, sizeof *worker);
    bool good = worker != NULL;
    for (int seat = 0; good && seat < run->players; seat++)
        good = (worker->player[seat] = arena_player_new(run->at[seat], &terms)) != NULL;
    if (good)
        return worker;
    if (worker)
        worker_free(context, worker);
    return NULL;
}

static void slot_free(void *result) { free(((struct slot *)result)->text); }

/* ------------------------------------------------------------------------------------------------- the main thread */

static void add_tally(struct tally *sum, const struct tally *more)
{
    sum->games += more->games;
    sum->rounds += more->rounds;
    sum->decisions += more->decisions;
    sum->shared += more->shared;
    sum->unwon += more->unwon;
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++) {
        sum->wins[seat] += more->wins[seat];
        sum->forfeits[seat] += more->forfeits[seat];
    }
}

/* Returns false if the file cannot be written. */
static bool collect(void *context, uint64_t job, void *result)
{
    struct run *run = (struct run *)context;
    struct slot *slot = (struct slot *)result;
    (void)job;
    add_tally(&run->tally, &slot->tally);
    if (run->record && slot->tally.games)
        game_recorder_write(&run->recorder, slot->text, slot->length);
    slot_free(slot);
    cli_progress_step(&run->progress, "games", run->tally.games, run->games);
    return !run->recorder.failed;
}

static bool play_all(struct run *run)
{
    static const struct arena_work work = {
        sizeof(struct slot), SLOTS_PER_THREAD, worker_new, worker_free, play_job, collect, slot_free};
    run->job_games = run->record ? 1 : UNRECORDED_JOB;
    uint64_t n = (run->games + run->job_games - 1) / run->job_games;
    const struct arena_jobs jobs = {&work, n, run->threads, run, cli_stop_requested()};
    return cli_run_jobs(&jobs, &run->progress) && !run->recorder.failed;
}

static void print_summary(FILE *to, const struct run *run, const struct tally *tally)
{
    cli_fprintf(to, "%s%s game, %d players, seed %" PRIu64 ", bots", run->interrupted ? "interrupted; so far:\n" : "",
                text_mode(run->mode), run->players, run->seed);
    for (int seat = 0; seat < run->players; seat++)
        cli_fprintf(to, " %s", CLI_SAFE(run->at[seat]->text));
    cli_fprintf(to, "\ngames %" PRIu64 ", rounds %.2f on average, decisions %" PRIu64 "\nwins", tally->games,
                tally->games ? (double)tally->rounds / (double)tally->games : 0, tally->decisions);
    for (int seat = 0; seat < run->players; seat++)
        cli_fprintf(to, "%s player %d: %" PRIu64, seat ? "," : "", seat, tally->wins[seat]);
    cli_fprintf(to, "; shared %" PRIu64 ", without a winner %" PRIu64 "\n", tally->shared, tally->unwon);
    for (int seat = 0; seat < run->players; seat++)
        if (tally->forfeits[seat])
            cli_fprintf(to, "player %d forfeited %" PRIu64 " of them\n", seat, tally->forfeits[seat]);
}

static void put_seats(struct base_out *out, const char *key, const uint64_t *count, int players)
{
    base_json_begin(out, key, '[');
    for (int seat = 0; seat < players; seat++)
        base_json_value(out, (int64_t)count[seat]);
    base_json_close(out, ']');
}

static void print_json(FILE *to, const struct run *run, const struct tally *tally)
{
    char object[FF_PLAYERS_MAX * BASE_JSON_GROWTH * ARENA_SPEC_MAX + CLI_JSON_MAX];
    struct base_out out = base_out_of(object, sizeof object);
    cli_json_games(&out, run->edition.name, run->mode, run->players, run->seed);
    base_json_begin(&out, "bots", '[');
    for (int seat = 0; seat < run->players; seat++)
        base_json_word(&out, CLI_SAFE(run->at[seat]->text));
    base_json_close(&out, ']');
    base_json_number(&out, "games", (int64_t)tally->games);
    base_json_number(&out, "rounds", (int64_t)tally->rounds); /* of all games together */
    base_json_number(&out, "decisions", (int64_t)tally->decisions);
    put_seats(&out, "wins", tally->wins, run->players);
    put_seats(&out, "forfeits", tally->forfeits, run->players);
    base_json_number(&out, "shared", (int64_t)tally->shared);
    base_json_number(&out, "unwon", (int64_t)tally->unwon);
    base_json_flag(&out, "interrupted", run->interrupted);
    base_json_close(&out, '}');
    base_put_char(&out, '\n');
    cli_json_end(&out, to);
}

static int run_all(struct run *run)
{
    if (!game_recorder_open(&run->recorder, run->record, run->force))
        return CLI_USAGE;
    if (!play_all(run)) {
        game_recorder_abandon(&run->recorder);
        return CLI_USAGE;
    }
    run->interrupted = cli_stop_status() != 0 && run->tally.games < run->games;
    if (!game_recorder_close(&run->recorder, run->interrupted))
        return CLI_USAGE;
    (run->json ? print_json : print_summary)(game_recorder_summary_stream(&run->recorder), run, &run->tally);
    return run->interrupted ? cli_stop_status() : CLI_OK;
}

/* --------------------------------------------------------------------------------------------------------- options */

/* One name for all, or one for each seat. */
static bool parse_bots(struct run *run, const char *list)
{
    int n = cli_players("selfplay", list, run->spec, FF_PLAYERS_MAX);
    if (n < 0)
        return false;
    run->specs_n = n;
    if (n > run->players)
        cli_error("selfplay: --bots names more than the %d players", run->players);
    else if (n != 1 && n != run->players)
        cli_error("selfplay: --bots names %d bots; give one for all, or one for each of the %d players", n,
                  run->players);
    if (n != 1 && n != run->players)
        return false;
    for (int seat = 0; seat < run->players; seat++)
        run->at[seat] = &run->spec[n == 1 ? 0 : seat];
    return true;
}

static int parse_and_run(struct run *run, int argc, char **argv)
{
    const char *bots = "random", *edition = NULL;
    const struct cli_option options[] = {
        {"players", "N", "2 to 5 (3)", .integer = &run->players, .min = FF_PLAYERS_MIN, .max = FF_PLAYERS_MAX},
        {"mode", "base|expert", "which game (base)", .choice = &run->mode},
        {"bots", "NAMES", "one bot for all seats, or one for each with commas between (random)", .text = &bots},
        {"games", "G", "how many games (100)", .number = &run->games, .min = 1, .max = UINT32_MAX},
        {"seed", "S", "where all chance comes from, 0 to 2^64 - 1 (1)", .number = &run->seed, .max = UINT64_MAX},
        {"record", "FILE", "add the games to those in FILE; - is standard output", .text = &run->record},
        {"force", NULL, "replace the FILE of --record, whatever it is", .flag = &run->force},
        {"edition", "FILE", "other costs, demand cards, ...", .text = &edition},
        {"threads", "T", "games played at once (as many as cores)", .number = &run->threads, .min = 1,
         .max = ARENA_JOBS_THREADS_MAX},
        {"json", NULL, "print the summary as JSON", .flag = &run->json},
    };
    const struct cli_usage usage =
        CLI_USAGE_OF("selfplay", "",
                     "Lets bots play games against each other and prints a summary. The same arguments give the same\n"
                     "bytes, whatever the number of threads. A recorded game is there whole or not at all. Ctrl-C\n"
                     "prints what there is so far.",
                     options);
    int parsed = cli_parse(&usage, argc, argv);
    if (parsed < 0)
        return cli_status(parsed);
    return parse_bots(run, bots) && cli_edition_named(edition, &run->edition) ? run_all(run) : CLI_USAGE;
}

int cmd_selfplay(int argc, char **argv)
{
    struct run run = {.players = 3, .games = 100, .seed = 1, .threads = arena_jobs_cores()};
    int status = parse_and_run(&run, argc, argv);
    arena_specs_free(run.spec, run.specs_n);
    return status;
}
