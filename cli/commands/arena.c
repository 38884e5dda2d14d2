/* arena.c - `fuerstenfeld arena`: bots play against each other until it is known who is better.
 *
 * A job is one game: field, set-up and seating follow from its number, and all its chance from the run's seed and
 * these, so that the result does not depend on the number of threads. Games are collected in order; when all seatings
 * of a set-up are there, it is counted, and the sequential test is asked whether to go on. */
#include "cli/commands/arena.h"
#include "bots/arena/game.h"
#include "cli/cli.h"
#include "cli/game_recorder.h"
#include "cli/progress.h"
#include "engine/record/record.h"
#include "engine/text/names.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS_PER_THREAD = 32, REPORTS_MAX = 20, REPORT_MAX_BYTES = 16384, RECORD_SEED_SHIFT = 64 - RECORD_SEED_BITS };

/* A run of the arena; all but `arena` is for the thread that collects. */
struct run {
    struct arena *arena;
    struct game_recorder recorder;
    struct cli_progress progress;
    uint64_t games_n; /* of all fields */
    int reports;
};

/* ------------------------------------------------------------------------------------------------------- one game */

struct worker {
    struct arena_player *player[ARENA_BOTS_MAX][FF_PLAYERS_MAX];
    struct arena_times times[ARENA_BOTS_MAX];
    char record[RECORD_GAME_MAX]; /* untouched, and so no memory, unless games are recorded */
};

/* A game's result. */
struct slot {
    bool complete;
    uint8_t winners, forfeits; /* masks of seats */
    uint8_t rounds;
    uint8_t share[FF_PLAYERS_MAX], parts[FF_PLAYERS_MAX];
    uint16_t coins[FF_PLAYERS_MAX];
    char *record; /* to be freed, like the report */
    size_t record_n;
    char *report; /* the reasons for forfeits, or NULL */
};

/* Which game a job is. */
struct place {
    struct arena_field *field;
    uint64_t setup;
    int seating;
    uint64_t deal, chance; /* seeds */
};

static struct place place_of(const struct arena *arena, uint64_t job)
{
    uint64_t seatings = (uint64_t)arena->field[0].seatings_n, number = job / seatings;
    struct place place = {.seating = (int)(job % seatings), .setup = number % arena->setups};
    uint64_t field = number / arena->setups;
    place.field = &arena->field[field];
    place.deal = arena_mix(arena->seed, field << 40 | place.setup) >> RECORD_SEED_SHIFT;
    place.chance = arena_mix(place.deal, (uint64_t)place.seating + 1);
    return place;
}

static int bot_at(const struct place *place, int seat)
{
    return place->field->entry[place->field->seating[place->seating][seat]].bot;
}

/* A player for each seat; a bot in several seats has several. */
static struct arena_seats sit_down(const struct arena *arena, struct worker *worker, const struct place *place)
{
    int used[ARENA_BOTS_MAX] = {0};
    struct arena_seats seats = {.edition = &arena->edition,
                                .players = arena->players,
                                .mode = arena->mode,
                                .deal = place->deal,
                                .chance = place->chance,
                                .stop = cli_stop_requested()};
    for (int seat = 0; seat < arena->players; seat++) {
        int bot = bot_at(place, seat);
        seats.at[seat] = worker->player[bot][used[bot]++];
        seats.times[seat] = &worker->times[bot];
    }
    return seats;
}

static void take_result(const struct arena_outcome *outcome, struct slot *slot)
{
    const struct ff_public *pub = &outcome->end;
    slot->winners = (uint8_t)outcome->winners;
    slot->forfeits = (uint8_t)outcome->forfeits;
    slot->rounds = pub->round;
    for (int seat = 0; seat < pub->players; seat++) {
        if (slot->winners >> seat & 1)
            slot->share[seat] = (uint8_t)(ARENA_WIN / ff_popcount(slot->winners));
        slot->coins[seat] = pub->coins[seat];
        slot->parts[seat] = (uint8_t)ff_palace_parts(pub, seat);
    }
}

static void take_faults(const struct arena *arena, const struct place *place, struct arena_player *const *at,
                        struct slot *slot)
{
    char text[REPORT_MAX_BYTES];
    int n = 0;
    for (int seat = 0; seat < arena->players; seat++) {
        const char *fault = arena_player_fault(at[seat]);
        if (!fault)
            continue;
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "%s%s forfeits set-up %" PRIu64 ", seating %d (seed of the deal %" PRIu64 ", seat %d): %s",
                      n ? "\n  " : "", arena->spec[bot_at(place, seat)].text, place->setup + 1, place->seating + 1,
                      place->deal, seat, fault);
        assert(n < (int)sizeof text);
    }
    slot->report = n ? (char *)malloc((size_t)n + 1) : NULL;
    if (slot->report)
        memcpy(slot->report, text, (size_t)n + 1);
}

/* The worker's buffer has room for any game; the slot gets a copy that is as long as this one. */
static void play_job(void *context, void *workplace, uint64_t job, void *result)
{
    const struct arena *arena = ((const struct run *)context)->arena;
    struct worker *worker = (struct worker *)workplace;
    struct slot *slot = (struct slot *)result;
    struct place place = place_of(arena, job);
    struct arena_seats seats = sit_down(arena, worker, &place);
    struct arena_outcome outcome;
    struct base_out out;
    if (arena->record)
        out = base_out_of(worker->record, RECORD_GAME_MAX);
    if (!arena_play(&seats, arena->record ? &out : NULL, &outcome))
        return;
    take_faults(arena, &place, seats.at, slot);
    take_result(&outcome, slot);
    if (arena->record) {
        slot->record = arena_copy_text(&out);
        slot->record_n = out.length;
    }
    slot->complete = true;
}

/* -------------------------------------------------------------------------------------------------------- workers */

static void worker_free(void *context, void *workplace)
{
    struct arena *arena = ((struct run *)context)->arena;
    struct worker *worker = (struct worker *)workplace;
    for (int bot = 0; bot < arena->specs_n; bot++) {
        arena_times_merge(&arena->times[bot], &worker->times[bot]);
        for (int i = 0; i < arena->copies[bot]; i++)
            arena_player_free(worker->player[bot][i]);
    }
    free(worker);
}

static void *worker_new(void *context)
{
    struct arena *arena = ((struct run *)context)->arena;
    struct worker *worker = (struct worker *)calloc(1, sizeof *worker);
    bool good = worker != NULL;
    for (int bot = 0; good && bot < arena->specs_n; bot++)
        for (int i = 0; good && i < arena->copies[bot]; i++)
            good = (worker->player[bot][i] = arena_player_new(&arena->spec[bot], &arena->terms)) != NULL;
    if (good)
        return worker;
    if (worker)
        worker_free(context, worker);
    return NULL;
}

static void slot_free(void *result)
{
    struct slot *slot = (struct slot *)result;
    free(slot->record);
    free(slot->report);
}

/* ------------------------------------------------------------------------------------------------------- counting */

static void count_seat(struct arena_sums *sums, const struct slot *slot, int seat)
{
    sums->seats++;
    sums->share += slot->share[seat];
    sums->coins += slot->coins[seat];
    sums->parts += slot->parts[seat];
    sums->forfeits += slot->forfeits >> seat & 1;
}

static void count_game(struct arena_field *field, int players, int seating, const struct slot *slot)
{
    for (int seat = 0; seat < players; seat++)
        count_seat(&field->entry[field->seating[seating][seat]].open, slot, seat);
    for (int e = 0; e < field->entries_n; e++) {
        field->entry[e].open.games++;
        field->entry[e].open.rounds += slot->rounds;
    }
    field->open_rounds += slot->rounds;
    field->open_unwon += slot->winners == 0;
    field->open_shared += ff_popcount(slot->winners) > 1;
}

static void add_sums(struct arena_sums *sum, const struct arena_sums *more)
{
    sum->games += more->games;
    sum->seats += more->seats;
    sum->share += more->share;
    sum->rounds += more->rounds;
    sum->coins += more->coins;
    sum->parts += more->parts;
    sum->forfeits += more->forfeits;
}

/* All seatings of a set-up are played: it counts. */
static void count_setup(struct arena_field *field, int players)
{
    uint64_t unwon = field->open_unwon * ARENA_WIN / (uint64_t)players;
    arena_scores_add(&field->rated, (uint32_t)(field->entry[0].open.share + unwon * (uint64_t)field->entry[0].seats));
    for (int e = 0; e < field->entries_n; e++) {
        struct arena_entry *entry = &field->entry[e];
        arena_scores_add(&entry->scores, (uint32_t)entry->open.share);
        add_sums(&entry->sums, &entry->open);
        memset(&entry->open, 0, sizeof entry->open);
    }
    field->setups++;
    field->games += (uint64_t)field->seatings_n;
    field->rounds += field->open_rounds;
    field->unwon += field->open_unwon;
    field->shared += field->open_shared;
    field->open_rounds = field->open_unwon = field->open_shared = 0;
}

static void report(struct run *run, const char *text)
{
    cli_progress_end(&run->progress);
    if (run->reports < REPORTS_MAX)
        cli_error("arena: %s", text);
    else if (run->reports == REPORTS_MAX)
        cli_error("arena: further forfeits are only counted");
    run->reports++;
}

static bool sprt_goes_on(struct arena *arena)
{
    if (!arena->sprt_wanted)
        return true;
    arena->llr = arena_sprt_llr(&arena->sprt, &arena->field[0].entry[0].scores);
    arena->verdict = arena_sprt_verdict(&arena->sprt, arena->llr);
    return arena->verdict == ARENA_SPRT_GO_ON;
}

static bool collect(void *context, uint64_t job, void *result)
{
    struct run *run = (struct run *)context;
    struct arena *arena = run->arena;
    struct slot *slot = (struct slot *)result;
    struct place place = place_of(arena, job);
    bool more = slot->complete;
    if (more && arena->record)
        more = game_recorder_write(&run->recorder, slot->record, slot->record_n);
    if (more) {
        if (slot->report)
            report(run, slot->report);
        arena->games++;
        count_game(place.field, arena->players, place.seating, slot);
        cli_progress_step(&run->progress, "games", arena->games, run->games_n);
    }
    slot_free(slot);
    if (!more || place.seating + 1 < place.field->seatings_n)
        return more;
    count_setup(place.field, arena->players);
    return sprt_goes_on(arena);
}

/* ------------------------------------------------------------------------------------------------------------ run */

/* A program that cannot even greet would forfeit every game: better to say so at once. */
static bool all_greet(const struct arena *arena)
{
    bool good = true;
    for (int bot = 0; good && bot < arena->specs_n; bot++) {
        if (!arena->spec[bot].command)
            continue;
        struct arena_player *player = arena_player_new(&arena->spec[bot], &arena->terms);
        good = player && arena_player_greet(player);
        if (!player)
            cli_error("out of memory");
        else if (!good)
            cli_error("arena: %s cannot play: %s", arena->spec[bot].text, arena_player_fault(player));
        arena_player_free(player);
    }
    return good;
}

static bool play_all(struct run *run)
{
    static const struct arena_work work = {
        sizeof(struct slot), SLOTS_PER_THREAD, worker_new, worker_free, play_job, collect, slot_free};
    const struct arena_jobs jobs = {&work, run->games_n, run->arena->threads, run, cli_stop_requested()};
    return cli_run_jobs(&jobs, &run->progress) && !run->recorder.failed;
}

static int status_of(const struct arena *arena)
{
    if (arena->interrupted)
        return cli_stop_status();
    if (!arena->sprt_wanted || arena->verdict == ARENA_SPRT_P1)
        return CLI_OK;
    return arena->verdict == ARENA_SPRT_P0 ? CLI_FAILS : CLI_UNDECIDED;
}

static int run_arena(struct arena *arena)
{
    struct run run;
    memset(&run, 0, sizeof run);
    run.arena = arena;
    run.games_n = (uint64_t)arena->fields_n * arena->setups * (uint64_t)arena->field[0].seatings_n;
    if (!all_greet(arena) || !game_recorder_open(&run.recorder, arena->record, arena->force))
        return CLI_USAGE;
    if (!play_all(&run)) {
        game_recorder_abandon(&run.recorder);
        return CLI_USAGE;
    }
    arena->interrupted = cli_stop_status() != 0;
    if (!game_recorder_close(&run.recorder, arena->interrupted))
        return CLI_USAGE;
    (arena->json ? arena_print_json : arena_print)(arena, game_recorder_summary_stream(&run.recorder));
    return status_of(arena);
}

/* --------------------------------------------------------------------------------------------------------- fields */

static void add_entry(struct arena *arena, struct arena_field *field, int bot, int seats)
{
    field->entry[field->entries_n++] = (struct arena_entry){.bot = bot, .seats = seats};
    if (seats > arena->copies[bot])
        arena->copies[bot] = seats;
}

/* The last bot takes the seats that are left. */
static void one_field(struct arena *arena)
{
    struct arena_field *field = &arena->field[arena->fields_n++];
    for (int bot = 0; bot < arena->specs_n; bot++)
        add_entry(arena, field, bot, bot + 1 < arena->specs_n ? 1 : arena->players - bot);
}

/* Each against each: with two players once, with more both ways, one against the others. */
static void all_pairs(struct arena *arena)
{
    for (int one = 0; one < arena->specs_n; one++)
        for (int rest = 0; rest < arena->specs_n; rest++) {
            if (one == rest || (arena->players == 2 && one > rest))
                continue;
            struct arena_field *field = &arena->field[arena->fields_n++];
            add_entry(arena, field, one, 1);
            add_entry(arena, field, rest, arena->players - 1);
        }
}

static bool make_scores(struct arena *arena)
{
    bool good = true;
    for (int f = 0; f < arena->fields_n; f++) {
        struct arena_field *field = &arena->field[f];
        uint32_t unit = (uint32_t)(ARENA_WIN * field->seatings_n);
        good = good && arena_scores_init(&field->rated, unit);
        for (int e = 0; e < field->entries_n; e++)
            good = good && arena_scores_init(&field->entry[e].scores, unit);
    }
    if (!good)
        cli_error("out of memory");
    return good;
}

static bool make_fields(struct arena *arena)
{
    size_t most = arena->round_robin ? (size_t)(arena->specs_n * arena->specs_n) : 1;
    arena->field = cli_check_memory(calloc(most, sizeof *arena->field));
    (arena->round_robin ? all_pairs : one_field)(arena);
    for (int f = 0; f < arena->fields_n; f++)
        arena_seatings(&arena->field[f], arena->players, arena->seatings == ARENA_ROTATIONS);
    uint64_t seatings = (uint64_t)arena->field[0].seatings_n;
    arena->setups = (arena->games_wanted + seatings - 1) / seatings;
    return make_scores(arena);
}

static void free_arena(struct arena *arena)
{
    for (int f = 0; f < arena->fields_n; f++) {
        arena_scores_free(&arena->field[f].rated);
        for (int e = 0; e < arena->field[f].entries_n; e++)
            arena_scores_free(&arena->field[f].entry[e].scores);
    }
    free(arena->field);
    arena_specs_free(arena->spec, arena->specs_n);
    free(arena);
}

/* -------------------------------------------------------------------------------------------------------- options */

/* p0,p1[,alpha,beta] */
static bool parse_sprt(const char *text, struct arena *arena)
{
    if (!text)
        return true;
    double value[4] = {0, 0, 0.05, 0.05};
    int n = 0;
    for (const char *at = text; n < 4; at++) {
        char *end;
        value[n++] = strtod(at, &end);
        if (end == at || (*end != ',' && *end != '\0'))
            n = 5;
        at = end;
        if (*at == '\0')
            break;
    }
    struct arena_sprt sprt = {value[0], value[1], value[2], value[3]};
    bool good = (n == 2 || n == 4) && sprt.p0 > 0 && sprt.p0 < sprt.p1 && sprt.p1 < 1 && sprt.alpha > 0 &&
                sprt.alpha < 0.5 && sprt.beta > 0 && sprt.beta < 0.5;
    if (!good)
        cli_error("arena: --sprt is \"%s\", must be P0,P1 or P0,P1,ALPHA,BETA with 0 < P0 < P1 < 1 and error rates "
                  "below 0.5, such as 0.33,0.38",
                  text);
    arena->sprt = sprt;
    arena->sprt_wanted = true;
    return good;
}

static bool parse_timeout(const char *text, struct arena *arena)
{
    arena->terms = (struct arena_terms){.timeout_ms = 10000, .stop = cli_stop_requested()};
    if (!text || arena_time_parse(text, &arena->terms.timeout_ms))
        return true;
    cli_error("arena: --bot-timeout is \"%s\", must be a time such as 10s or 500ms, at most a day", text);
    return false;
}

static bool parse_bots(const char *list, struct arena *arena)
{
    if (!list) {
        cli_error("arena: --bots is missing: --bots steward,random");
        return false;
    }
    arena->specs_n = cli_players("arena", list, arena->spec, ARENA_BOTS_MAX);
    return arena->specs_n > 0;
}

static bool fits(const struct arena *arena)
{
    if (!arena->round_robin && arena->specs_n > arena->players)
        cli_error("arena: %d bots cannot sit at %d seats; name fewer, or add --round-robin", arena->specs_n,
                  arena->players);
    else if (arena->round_robin && arena->specs_n < 2)
        cli_error("arena: --round-robin needs at least two bots");
    else if (arena->sprt_wanted && arena->specs_n < 2)
        cli_error("arena: --sprt tests the first of at least two bots; one alone wins every game");
    else if (arena->round_robin && arena->sprt_wanted)
        cli_error("arena: --sprt tests the first bot of one field; it does not go with --round-robin");
    else
        return true;
    return false;
}

static int parse_and_run(struct arena *arena, const char *bots_help, int argc, char **argv)
{
    const char *bots = NULL, *sprt = NULL, *timeout = NULL, *edition = NULL;
    bool no_times = false;
    const struct cli_option options[] = {
        {"bots", "A,B,...", bots_help, .text = &bots},
        {"players", "N", "2 to 5 (3)", .integer = &arena->players, .min = FF_PLAYERS_MIN, .max = FF_PLAYERS_MAX},
        {"mode", "base|expert", "which game (base)", .choice = &arena->mode},
        {"games", "G", "how many, rounded up to whole set-ups (1000)", .number = &arena->games_wanted, .min = 1,
         .max = UINT32_MAX},
        {"seed", "S", "where all chance comes from, 0 to 2^64 - 1 (1)", .number = &arena->seed, .max = UINT64_MAX},
        {"seatings", "all|rotations", "with which each set-up is played (all)", .choice = &arena->seatings},
        {"sprt", "P0,P1", "stop as soon as the first bot's share is shown to be P1 or P0 (,ALPHA,BETA)", .text = &sprt},
        {"round-robin", NULL, "each bot against each, one against the others, with ratings; games of each pair",
         .flag = &arena->round_robin},
        {"json", NULL, "print JSON", .flag = &arena->json},
        {"no-times", NULL, "leave the times out, so that the output depends on the arguments alone", .flag = &no_times},
        {"record", "FILE", "add the games to those in FILE; - is standard output", .text = &arena->record},
        {"force", NULL, "replace the FILE of --record, whatever it is", .flag = &arena->force},
        {"edition", "FILE", "other costs, demand cards, ...", .text = &edition},
        {"bot-timeout", "TIME", "for each answer of a cmd: bot, such as 500ms (10s)", .text = &timeout},
        {"threads", "T", "games played at once (as many as cores)", .number = &arena->threads, .min = 1,
         .max = ARENA_JOBS_THREADS_MAX},
    };
    const struct cli_usage usage = CLI_USAGE_OF(
        "arena", "",
        "Lets bots play and says who is better. Each bot takes one seat and the last one those that are left;\n"
        "every set-up is played with every seating. The same arguments give the same result, whatever the\n"
        "number of threads, except for bots with a time limit. Exit status with --sprt: 0 if P1 was shown,\n"
        "1 if P0 was, 3 if the games ended before either was.",
        options);
    int parsed = cli_parse(&usage, argc, argv);
    if (parsed < 0)
        return cli_status(parsed);
    arena->times_shown = !no_times;
    bool good = parse_sprt(sprt, arena) && parse_timeout(timeout, arena) && parse_bots(bots, arena) && fits(arena) &&
                cli_edition_named(edition, &arena->edition) && make_fields(arena);
    return good ? run_arena(arena) : CLI_USAGE;
}

int cmd_arena(int argc, char **argv)
{
    char names[512], bots_help[640];
    arena_specs_list(names, sizeof names);
    snprintf(bots_help, sizeof bots_help, "with commas: %s", names);
    struct arena *arena = cli_check_memory(calloc(1, sizeof *arena));
    arena->players = 3;
    arena->games_wanted = 1000;
    arena->seed = 1;
    arena->threads = arena_jobs_cores();
    int status = parse_and_run(arena, bots_help, argc, argv);
    free_arena(arena);
    return status;
}
