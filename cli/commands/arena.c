/* arena.c - `fuerstenfeld arena`: lets bots play against each other to find out which is better. A game's number
 * determines its field, set-up and seating, which determine all its randomness together with the run's seed. A set-up
 * is counted when all its seatings have been played, and the sequential test then decides whether to continue. */
#include "cli/commands/arena.h"
#include "engine/record/record.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RECORD_SEED_SHIFT = 64 - RECORD_SEED_BITS };

/* ------------------------------------------------------------------------------------------------------------ games */

/* The game that a job plays. */
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
    place.deal = arena_mix_seeds(arena->run.seed, field << 40 | place.setup) >> RECORD_SEED_SHIFT;
    place.chance = arena_mix_seeds(place.deal, (uint64_t)place.seating + 1);
    return place;
}

static struct game_seating seating_of(const struct parallel_games *run, uint64_t game)
{
    const struct arena *arena = (const struct arena *)run;
    const struct place place = place_of(arena, game);
    struct game_seating seating = {.deal = place.deal, .chance = place.chance};
    for (int seat = 0; seat < run->players; seat++)
        seating.bot[seat] = place.field->entry[place.field->seating[place.seating][seat]].bot;
    return seating;
}

static void put_game(const struct parallel_games *run, uint64_t game, struct base_out *out)
{
    const struct place place = place_of((const struct arena *)run, game);
    base_put(out, "set-up ");
    base_put_unsigned(out, place.setup + 1);
    base_put(out, ", seating ");
    base_put_number(out, place.seating + 1);
}

/* --------------------------------------------------------------------------------------------------------- counting */

static void count_seat(struct arena_sums *sums, const struct arena_outcome *outcome, int seat)
{
    const struct ff_public *pub = &outcome->end;
    sums->seats++;
    sums->share += outcome->winners >> seat & 1 ? (uint64_t)(ARENA_WIN / ff_popcount(outcome->winners)) : 0;
    sums->coins += pub->coins[seat];
    sums->parts += (uint64_t)ff_palace_parts(pub, seat);
    sums->forfeits += outcome->forfeits >> seat & 1;
}

static void count_game(struct arena_field *field, int seating, const struct arena_outcome *outcome)
{
    for (int seat = 0; seat < outcome->end.players; seat++)
        count_seat(&field->entry[field->seating[seating][seat]].open, outcome, seat);
    for (int e = 0; e < field->entries_n; e++) {
        field->entry[e].open.games++;
        field->entry[e].open.rounds += outcome->end.round;
    }
    field->open_rounds += outcome->end.round;
    field->open_unwon += outcome->winners == 0;
    field->open_shared += ff_popcount(outcome->winners) > 1;
}

void arena_sums_add(struct arena_sums *sum, const struct arena_sums *more)
{
    sum->games += more->games;
    sum->seats += more->seats;
    sum->share += more->share;
    sum->rounds += more->rounds;
    sum->coins += more->coins;
    sum->parts += more->parts;
    sum->forfeits += more->forfeits;
}

/* Counts a set-up after all its seatings have been played. */
static void count_setup(struct arena_field *field, int players)
{
    uint64_t unwon = field->open_unwon * ARENA_WIN / (uint64_t)players;
    arena_scores_add(&field->rated, (uint32_t)(field->entry[0].open.share + unwon * (uint64_t)field->entry[0].seats));
    for (int e = 0; e < field->entries_n; e++) {
        struct arena_entry *entry = &field->entry[e];
        arena_scores_add(&entry->scores, (uint32_t)entry->open.share);
        arena_sums_add(&entry->sums, &entry->open);
        memset(&entry->open, 0, sizeof entry->open);
    }
    field->setups++;
    field->games += (uint64_t)field->seatings_n;
    field->rounds += field->open_rounds;
    field->unwon += field->open_unwon;
    field->shared += field->open_shared;
    field->open_rounds = field->open_unwon = field->open_shared = 0;
}

static bool sprt_goes_on(struct arena *arena)
{
    if (!arena->sprt_wanted)
        return true;
    arena->llr = arena_sprt_llr(&arena->sprt, &arena->field[0].entry[0].scores);
    arena->verdict = arena_sprt_verdict(&arena->sprt, arena->llr);
    return arena->verdict == ARENA_SPRT_GO_ON;
}

static bool count(struct parallel_games *run, uint64_t game, const struct arena_outcome *outcome)
{
    struct arena *arena = (struct arena *)run;
    const struct place place = place_of(arena, game);
    count_game(place.field, place.seating, outcome);
    if (place.seating + 1 < place.field->seatings_n)
        return true;
    count_setup(place.field, run->players);
    return sprt_goes_on(arena);
}

/* -------------------------------------------------------------------------------------------------------------- run */

/* Tests that each program starts and sends its greeting. A program that cannot would forfeit every game, so it is
 * reported before the games. */
static bool all_greet(const struct arena *arena)
{
    bool good = true;
    for (int bot = 0; good && bot < arena->run.specs_n; bot++) {
        if (!arena->run.spec[bot].command)
            continue;
        struct arena_player *player = arena_player_new(&arena->run.spec[bot], &arena->run.terms);
        good = player && arena_player_greet(player);
        if (!player)
            cli_error("out of memory");
        else if (!good)
            cli_error("arena: %s cannot play: %s", arena->run.spec[bot].text, arena_player_fault(player));
        arena_player_free(player);
    }
    return good;
}

static int status_of(const struct arena *arena)
{
    if (arena->run.interrupted)
        return cli_stop_exit_status();
    if (!arena->sprt_wanted || arena->verdict == ARENA_SPRT_P1)
        return CLI_OK;
    return arena->verdict == ARENA_SPRT_P0 ? CLI_FAILS : CLI_UNDECIDED;
}

static int run_arena(struct arena *arena)
{
    struct parallel_games *run = &arena->run;
    run->games = (uint64_t)arena->fields_n * arena->setups * (uint64_t)arena->field[0].seatings_n;
    run->seating = seating_of;
    run->put_game = put_game;
    run->count = count;
    if (!all_greet(arena) || !parallel_games_play(run))
        return CLI_USAGE;
    (arena->json ? arena_print_json : arena_print)(arena, parallel_games_summary_stream(run));
    return status_of(arena);
}

/* ----------------------------------------------------------------------------------------------------------- fields */

static void add_entry(struct arena *arena, struct arena_field *field, int bot, int seats)
{
    field->entry[field->entries_n++] = (struct arena_entry){.bot = bot, .seats = seats};
    if (seats > arena->run.copies[bot])
        arena->run.copies[bot] = seats;
}

/* Makes a field of all bots. Each bot takes one seat and the last bot also takes the remaining seats. */
static void one_field(struct arena *arena)
{
    struct arena_field *field = &arena->field[arena->fields_n++];
    for (int bot = 0; bot < arena->run.specs_n; bot++)
        add_entry(arena, field, bot, bot + 1 < arena->run.specs_n ? 1 : arena->run.players - bot);
}

/* Makes the fields of a round robin. With two players, each pair of bots meets once. With more, each bot takes one seat
 * against each other bot in the remaining seats. */
static void all_pairs(struct arena *arena)
{
    for (int one = 0; one < arena->run.specs_n; one++)
        for (int rest = 0; rest < arena->run.specs_n; rest++) {
            if (one == rest || (arena->run.players == 2 && one > rest))
                continue;
            struct arena_field *field = &arena->field[arena->fields_n++];
            add_entry(arena, field, one, 1);
            add_entry(arena, field, rest, arena->run.players - 1);
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
    size_t most = arena->round_robin ? (size_t)(arena->run.specs_n * arena->run.specs_n) : 1;
    arena->field = cli_check_memory(calloc(most, sizeof *arena->field));
    (arena->round_robin ? all_pairs : one_field)(arena);
    for (int f = 0; f < arena->fields_n; f++)
        arena_list_seatings(&arena->field[f], arena->run.players, arena->seatings == ARENA_ROTATIONS);
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
    arena_specs_free(arena->run.spec, arena->run.specs_n);
    free(arena);
}

/* ---------------------------------------------------------------------------------------------------------- options */

/* Reads `p0,p1[,alpha,beta]`. */
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
    arena->run.terms = (struct arena_terms){.timeout_ms = 10000, .stop = cli_stop_requested()};
    if (!text || arena_time_parse(text, &arena->run.terms.timeout_ms))
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
    arena->run.specs_n = cli_parse_bots("arena", list, arena->run.spec, ARENA_BOTS_MAX);
    return arena->run.specs_n > 0;
}

static bool fits(const struct arena *arena)
{
    if (!arena->round_robin && arena->run.specs_n > arena->run.players)
        cli_error("arena: %d bots cannot sit at %d seats; name fewer, or add --round-robin", arena->run.specs_n,
                  arena->run.players);
    else if (arena->round_robin && arena->run.specs_n < 2)
        cli_error("arena: --round-robin needs at least two bots");
    else if (arena->sprt_wanted && arena->run.specs_n < 2)
        cli_error("arena: --sprt tests the first of at least two bots; a single bot wins every game");
    else if (arena->round_robin && arena->sprt_wanted)
        cli_error("arena: --sprt tests the first bot of one field; it cannot be combined with --round-robin");
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
        {"players", "N", "2 to 5 (3)", .integer = &arena->run.players, .min = FF_PLAYERS_MIN, .max = FF_PLAYERS_MAX},
        {"mode", "base|expert", "which game (base)", .choice = &arena->run.mode},
        {"games", "G", "number of games, rounded up to whole set-ups (1000)", .number = &arena->games_wanted, .min = 1,
         .max = UINT32_MAX},
        {"seed", "S", "seed of all random numbers, 0 to 2^64 - 1 (1)", .number = &arena->run.seed, .max = UINT64_MAX},
        {"seatings", "all|rotations", "the seatings with which each set-up is played (all)",
         .choice = &arena->seatings},
        {"sprt", "P0,P1", "stop as soon as a test decides whether the first bot's share is P1 or P0 (,ALPHA,BETA)",
         .text = &sprt},
        {"round-robin", NULL, "each bot plays against each other bot, with ratings; --games is for each pair",
         .flag = &arena->round_robin},
        {"json", NULL, "print JSON", .flag = &arena->json},
        {"no-times", NULL, "leave out the times, so that the output depends only on the arguments", .flag = &no_times},
        {"record", "FILE", "add the games to those in FILE; - is standard output", .text = &arena->run.record},
        {"force", NULL, "replace the file of --record, whatever it is", .flag = &arena->run.force},
        {"edition", "FILE", "costs, demand cards and other values of the game", .text = &edition},
        {"bot-timeout", "TIME", "time limit for each answer of a cmd: bot, such as 500ms (10s)", .text = &timeout},
        {"threads", "T", "number of games played at once (the number of cores)", .number = &arena->run.threads,
         .min = 1, .max = ARENA_JOBS_THREADS_MAX},
    };
    const struct cli_usage usage = CLI_USAGE_OF(
        "arena", "",
        "Lets bots play against each other and shows which is better. Each bot takes one seat, and the last bot also "
        "the remaining seats.\n"
        "Every set-up is played with every seating. The same arguments give the same result, whatever the\n"
        "number of threads, except for bots with a time limit. Exit status with --sprt: 0 if the test accepted P1,\n"
        "1 if it accepted P0, 3 if the games ended before it decided.",
        options);
    int parsed = cli_parse(&usage, argc, argv);
    if (parsed < 0)
        return cli_parse_exit_status(parsed);
    arena->times_shown = !no_times;
    bool good = parse_sprt(sprt, arena) && parse_timeout(timeout, arena) && parse_bots(bots, arena) && fits(arena) &&
                cli_read_named_edition(edition, &arena->run.edition) && make_fields(arena);
    return good ? run_arena(arena) : CLI_USAGE;
}

int cmd_arena(int argc, char **argv)
{
    char names[512], bots_help[640];
    arena_specs_help_line(names, sizeof names);
    snprintf(bots_help, sizeof bots_help, "with commas: %s", names);
    struct arena *arena = cli_check_memory(calloc(1, sizeof *arena));
    arena->run.command = "arena";
    arena->run.timed = true;
    arena->run.players = 3;
    arena->games_wanted = 1000;
    arena->run.seed = 1;
    arena->run.threads = arena_cpu_cores();
    int status = parse_and_run(arena, bots_help, argc, argv);
    free_arena(arena);
    return status;
}
