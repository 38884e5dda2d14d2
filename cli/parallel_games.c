/* parallel_games.c - runs many games among bots on all cores; see parallel_games.h. */
#include "parallel_games.h"

#include "engine/record/record.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS_PER_THREAD = 32, REPORTS_MAX = 20, REPORT_MAX_BYTES = 16384 };

/* The memory of one thread. */
struct worker {
    struct arena_player *player[PARALLEL_GAMES_BOTS_MAX][FF_PLAYERS_MAX];
    struct arena_times times[PARALLEL_GAMES_BOTS_MAX];
    char record[RECORD_GAME_MAX]; /* room for any game; if games are not recorded, its pages are never touched and use
                                     no memory */
};

/* The result of one game. */
struct slot {
    bool complete;
    struct arena_outcome outcome;
    char *record; /* the record of the game, exactly as long as needed */
    size_t record_n;
    char *report; /* the reasons for forfeits, or NULL */
};

/* -------------------------------------------------------------------------------------------------------- one game */

/* Gives each seat a player of this thread. A bot in several seats has a separate player for each. */
static struct arena_seats sit_down(const struct parallel_games *run, struct worker *worker,
                                   const struct game_seating *seating)
{
    int used[PARALLEL_GAMES_BOTS_MAX] = {0};
    struct arena_seats seats = {.edition = &run->edition,
                                .players = run->players,
                                .mode = run->mode,
                                .deal = seating->deal,
                                .chance = seating->chance,
                                .stop = cli_stop_requested()};
    for (int seat = 0; seat < run->players; seat++) {
        int bot = seating->bot[seat];
        seats.at[seat] = worker->player[bot][used[bot]++];
        seats.times[seat] = run->timed ? &worker->times[bot] : NULL;
    }
    return seats;
}

/* Returns a message about the bots that forfeited the game, or NULL. */
static char *report_faults(const struct parallel_games *run, uint64_t game, const struct game_seating *seating,
                           const struct arena_seats *seats)
{
    char text[REPORT_MAX_BYTES], where[64];
    struct base_out out = base_out_cut(text, sizeof text);
    for (int seat = 0; seat < run->players; seat++) {
        const char *fault = arena_player_fault(seats->at[seat]);
        if (!fault)
            continue;
        base_put(&out, out.length ? "\n  " : "");
        base_put(&out, run->spec[seating->bot[seat]].text);
        base_put(&out, " forfeits ");
        run->put_game(run, game, &out);
        snprintf(where, sizeof where, " (seed of the deal %" PRIu64 ", seat %d): ", seating->deal, seat);
        base_put(&out, where);
        base_put(&out, fault);
    }
    return out.length ? arena_copy_text(&out) : NULL;
}

static void play_game_job(void *context, void *workplace, uint64_t job, void *result)
{
    const struct parallel_games *run = (const struct parallel_games *)context;
    struct worker *worker = (struct worker *)workplace;
    struct slot *slot = (struct slot *)result;
    const struct game_seating seating = run->seating(run, job);
    const struct arena_seats seats = sit_down(run, worker, &seating);
    struct base_out out;
    if (run->record)
        out = base_out_of(worker->record, RECORD_GAME_MAX);
    slot->complete = arena_play_game(&seats, run->record ? &out : NULL, &slot->outcome);
    if (!slot->complete)
        return;
    slot->report = report_faults(run, job, &seating, &seats);
    if (run->record) {
        slot->record = arena_copy_text(&out);
        slot->record_n = out.length;
    }
}

/* --------------------------------------------------------------------------------------------------------- workers */

static void worker_free(void *context, void *workplace)
{
    struct parallel_games *run = (struct parallel_games *)context;
    struct worker *worker = (struct worker *)workplace;
    for (int bot = 0; bot < run->specs_n; bot++) {
        arena_times_merge(&run->times[bot], &worker->times[bot]);
        for (int i = 0; i < run->copies[bot]; i++)
            arena_player_free(worker->player[bot][i]);
    }
    free(worker);
}

static void *worker_new(void *context)
{
    struct parallel_games *run = (struct parallel_games *)context;
    struct worker *worker = (struct worker *)calloc(1, sizeof *worker);
    bool good = worker != NULL;
    for (int bot = 0; good && bot < run->specs_n; bot++)
        for (int i = 0; good && i < run->copies[bot]; i++)
            good = (worker->player[bot][i] = arena_player_new(&run->spec[bot], &run->terms)) != NULL;
    if (good || !worker)
        return worker;
    worker_free(context, worker);
    return NULL;
}

static void slot_free(void *result)
{
    struct slot *slot = (struct slot *)result;
    free(slot->record);
    free(slot->report);
}

/* ------------------------------------------------------------------------------------------------------ collecting */

static void print_report(struct parallel_games *run, const char *text)
{
    cli_progress_end(&run->progress);
    if (run->reports < REPORTS_MAX)
        cli_error("%s: %s", run->command, text);
    else if (run->reports == REPORTS_MAX)
        cli_error("%s: further forfeits are only counted", run->command);
    run->reports++;
}

static bool write_record(struct parallel_games *run, const struct slot *slot)
{
    if (!slot->record)
        cli_error("out of memory");
    run->failed = !slot->record || !output_file_write(&run->file, slot->record, slot->record_n);
    return !run->failed;
}

static bool collect_game(void *context, uint64_t job, void *result)
{
    struct parallel_games *run = (struct parallel_games *)context;
    struct slot *slot = (struct slot *)result;
    bool more = slot->complete && (!run->record || write_record(run, slot));
    if (more) {
        if (slot->report)
            print_report(run, slot->report);
        run->played++;
        cli_progress_step(&run->progress, "games", run->played, run->games);
        more = run->count(run, job, &slot->outcome);
    }
    slot_free(slot);
    return more;
}

/* --------------------------------------------------------------------------------------------------------- the run */

static bool open_file(struct parallel_games *run)
{
    const struct output_file_terms terms = output_file_record_terms(run->force);
    if (run->force && !run->record)
        cli_error("--force replaces the file of --record, so it needs --record");
    else if (!run->record || output_file_open(&run->file, run->record, &terms))
        return true;
    return false;
}

bool parallel_games_play(struct parallel_games *run)
{
    static const struct arena_work work = {sizeof(struct slot), SLOTS_PER_THREAD, worker_new, worker_free,
                                           play_game_job,       collect_game,     slot_free};
    const struct arena_jobs jobs = {&work, run->games, run->threads, run, cli_stop_requested()};
    if (!open_file(run))
        return false;
    cli_catch_stop_signals();
    if (!cli_run_jobs(&jobs, &run->progress) || run->failed) {
        if (run->record && run->file.fd >= 0)
            output_file_abandon(&run->file);
        return false;
    }
    run->interrupted = cli_stop_exit_status() != 0 && run->played < run->games;
    return !run->record || (run->interrupted ? output_file_interrupt : output_file_finish)(&run->file);
}

FILE *parallel_games_summary_stream(const struct parallel_games *run)
{
    return run->record && strcmp(run->record, "-") == 0 ? stderr : stdout;
}
