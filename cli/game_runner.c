/* game_runner.c - runs many games among bots on all cores; see game_runner.h. */
#include "game_runner.h"

#include "engine/record/record.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS_PER_THREAD = 32, REPORTS_MAX = 20, REPORT_MAX_BYTES = 16384 };

/* The memory of one thread. */
struct worker {
    struct arena_player *player[GAME_RUNNER_BOTS_MAX][FF_PLAYERS_MAX];
    struct arena_times times[GAME_RUNNER_BOTS_MAX];
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
static struct arena_seats sit_down(const struct game_runner *runner, struct worker *worker,
                                   const struct game_seating *seating)
{
    int used[GAME_RUNNER_BOTS_MAX] = {0};
    struct arena_seats seats = {.edition = &runner->edition,
                                .players = runner->players,
                                .mode = runner->mode,
                                .deal = seating->deal,
                                .chance = seating->chance,
                                .stop = cli_stop_requested()};
    for (int seat = 0; seat < runner->players; seat++) {
        int bot = seating->bot[seat];
        seats.at[seat] = worker->player[bot][used[bot]++];
        seats.times[seat] = runner->timed ? &worker->times[bot] : NULL;
    }
    return seats;
}

/* Returns a message about the bots that forfeited the game, or NULL. */
static char *report_faults(const struct game_runner *runner, uint64_t game, const struct game_seating *seating,
                           const struct arena_seats *seats)
{
    char text[REPORT_MAX_BYTES], where[64];
    struct base_out out = base_out_cut(text, sizeof text);
    for (int seat = 0; seat < runner->players; seat++) {
        const char *fault = arena_player_fault(seats->at[seat]);
        if (!fault)
            continue;
        base_put(&out, out.length ? "\n  " : "");
        base_put(&out, runner->spec[seating->bot[seat]].text);
        base_put(&out, " forfeits ");
        runner->put_game(runner, game, &out);
        snprintf(where, sizeof where, " (seed of the deal %" PRIu64 ", seat %d): ", seating->deal, seat);
        base_put(&out, where);
        base_put(&out, fault);
    }
    return out.length ? arena_copy_text(&out) : NULL;
}

static void play_game_job(void *context, void *workplace, uint64_t job, void *result)
{
    const struct game_runner *runner = (const struct game_runner *)context;
    struct worker *worker = (struct worker *)workplace;
    struct slot *slot = (struct slot *)result;
    const struct game_seating seating = runner->seating(runner, job);
    const struct arena_seats seats = sit_down(runner, worker, &seating);
    struct base_out out;
    if (runner->record)
        out = base_out_of(worker->record, RECORD_GAME_MAX);
    slot->complete = arena_play_game(&seats, runner->record ? &out : NULL, &slot->outcome);
    if (!slot->complete)
        return;
    slot->report = report_faults(runner, job, &seating, &seats);
    if (runner->record) {
        slot->record = arena_copy_text(&out);
        slot->record_n = out.length;
    }
}

/* --------------------------------------------------------------------------------------------------------- workers */

static void worker_free(void *context, void *workplace)
{
    struct game_runner *runner = (struct game_runner *)context;
    struct worker *worker = (struct worker *)workplace;
    for (int bot = 0; bot < runner->specs_n; bot++) {
        arena_times_merge(&runner->times[bot], &worker->times[bot]);
        for (int i = 0; i < runner->copies[bot]; i++)
            arena_player_free(worker->player[bot][i]);
    }
    free(worker);
}

static void *worker_new(void *context)
{
    struct game_runner *runner = (struct game_runner *)context;
    struct worker *worker = (struct worker *)calloc(1, sizeof *worker);
    bool good = worker != NULL;
    for (int bot = 0; good && bot < runner->specs_n; bot++)
        for (int i = 0; good && i < runner->copies[bot]; i++)
            good = (worker->player[bot][i] = arena_player_new(&runner->spec[bot], &runner->terms)) != NULL;
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

static void print_report(struct game_runner *runner, const char *text)
{
    cli_progress_end(&runner->progress);
    if (runner->reports < REPORTS_MAX)
        cli_error("%s: %s", runner->command, text);
    else if (runner->reports == REPORTS_MAX)
        cli_error("%s: further forfeits are only counted", runner->command);
    runner->reports++;
}

static bool write_record(struct game_runner *runner, const struct slot *slot)
{
    if (!slot->record)
        cli_error("out of memory");
    runner->failed = !slot->record || !output_file_write(&runner->file, slot->record, slot->record_n);
    return !runner->failed;
}

static bool collect_game(void *context, uint64_t job, void *result)
{
    struct game_runner *runner = (struct game_runner *)context;
    struct slot *slot = (struct slot *)result;
    bool more = slot->complete && (!runner->record || write_record(runner, slot));
    if (more) {
        if (slot->report)
            print_report(runner, slot->report);
        runner->played++;
        cli_progress_step(&runner->progress, "games", runner->played, runner->games);
        more = runner->count(runner, job, &slot->outcome);
    }
    slot_free(slot);
    return more;
}

/* --------------------------------------------------------------------------------------------------------- the run */

static bool open_file(struct game_runner *runner)
{
    const struct output_file_terms terms = output_file_record_terms(runner->force);
    if (runner->force && !runner->record)
        cli_error("--force replaces the file of --record, so it needs --record");
    else if (!runner->record || output_file_open(&runner->file, runner->record, &terms))
        return true;
    return false;
}

bool game_runner_play(struct game_runner *runner)
{
    static const struct arena_work work = {sizeof(struct slot), SLOTS_PER_THREAD, worker_new, worker_free,
                                           play_game_job,       collect_game,     slot_free};
    const struct arena_jobs jobs = {&work, runner->games, runner->threads, runner, cli_stop_requested()};
    if (!open_file(runner))
        return false;
    cli_catch_stop_signals();
    if (!cli_run_jobs(&jobs, &runner->progress) || runner->failed) {
        if (runner->record && runner->file.fd >= 0)
            output_file_abandon(&runner->file);
        return false;
    }
    runner->interrupted = cli_stop_status() != 0 && runner->played < runner->games;
    return !runner->record || (runner->interrupted ? output_file_interrupt : output_file_finish)(&runner->file);
}

FILE *game_runner_summary_stream(const struct game_runner *runner)
{
    return runner->record && strcmp(runner->record, "-") == 0 ? stderr : stdout;
}
