/* selfplay.c - `fuerstenfeld selfplay`: lets bots play against each other and records the games.
 *
 * The same arguments give the same bytes, whatever the number of threads, because each game's seed is derived from the
 * run's seed and the game's number, and each seat's random numbers from the game's seed. */
#include "cli/json_output.h"
#include "cli/parallel_games.h"
#include "engine/record/record.h"
#include "engine/text/names.h"

#include <inttypes.h>
#include <string.h>

/* Sums over games. */
struct tally {
    uint64_t rounds, decisions, shared, unwon;
    uint64_t wins[FF_PLAYERS_MAX], forfeits[FF_PLAYERS_MAX];
};

struct selfplay {
    struct parallel_games run;
    int bot[FF_PLAYERS_MAX]; /* index of the bot at each seat */
    bool json;
    struct tally tally;
};

/* Returns the seating of a game. The run's seed is mixed, so that runs with neighbouring seeds share no games. */
static struct game_seating seating_of(const struct parallel_games *run, uint64_t game)
{
    const uint64_t seed = arena_mix_seeds(run->seed, game) >> (64 - RECORD_SEED_BITS);
    struct game_seating seating = {.deal = seed, .chance = seed};
    memcpy(seating.bot, ((const struct selfplay *)run)->bot, sizeof seating.bot);
    return seating;
}

static void put_game(const struct parallel_games *run, uint64_t game, struct base_out *out)
{
    (void)run;
    base_put(out, "game ");
    base_put_unsigned(out, game + 1);
}

static bool count(struct parallel_games *run, uint64_t game, const struct arena_outcome *outcome)
{
    struct tally *tally = &((struct selfplay *)run)->tally;
    (void)game;
    tally->rounds += outcome->end.round;
    tally->decisions += outcome->decisions;
    tally->unwon += outcome->winners == 0;
    tally->shared += ff_popcount(outcome->winners) > 1;
    for (int seat = 0; seat < outcome->end.players; seat++) {
        tally->wins[seat] += outcome->winners >> seat & 1;
        tally->forfeits[seat] += outcome->forfeits >> seat & 1;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------------------------- summary */

static void print_summary(FILE *to, const struct selfplay *play)
{
    const struct parallel_games *run = &play->run;
    const struct tally *tally = &play->tally;
    cli_fprintf(to, "%s%s game, %d players, seed %" PRIu64 ", bots", run->interrupted ? "interrupted; so far:\n" : "",
                text_mode(run->mode), run->players, run->seed);
    for (int seat = 0; seat < run->players; seat++)
        cli_fprintf(to, " %s", CLI_SAFE(run->spec[play->bot[seat]].text));
    cli_fprintf(to, "\ngames %" PRIu64 ", rounds %.2f on average, decisions %" PRIu64 "\nwins", run->played,
                run->played ? (double)tally->rounds / (double)run->played : 0, tally->decisions);
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

static void print_json(FILE *to, const struct selfplay *play)
{
    const struct parallel_games *run = &play->run;
    const struct tally *tally = &play->tally;
    char object[FF_PLAYERS_MAX * BASE_JSON_GROWTH * ARENA_SPEC_MAX + CLI_JSON_MAX];
    struct base_out out = base_out_of(object, sizeof object);
    cli_json_begin_summary(&out, run->edition.name, run->mode, run->players, run->seed);
    base_json_begin(&out, "bots", '[');
    for (int seat = 0; seat < run->players; seat++)
        base_json_word(&out, CLI_SAFE(run->spec[play->bot[seat]].text));
    base_json_close(&out, ']');
    base_json_number(&out, "games", (int64_t)run->played);
    base_json_number(&out, "rounds", (int64_t)tally->rounds); /* sum over all games */
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

/* ---------------------------------------------------------------------------------------------------------- options */

/* Reads one bot for all seats, or one for each seat. */
static bool parse_bots(struct selfplay *play, const char *list)
{
    struct parallel_games *run = &play->run;
    int n = cli_parse_bots("selfplay", list, run->spec, FF_PLAYERS_MAX);
    if (n < 0)
        return false;
    run->specs_n = n;
    if (n > run->players)
        cli_error("selfplay: --bots names more bots than the %d players", run->players);
    else if (n != 1 && n != run->players)
        cli_error("selfplay: --bots names %d bots; give one for all, or one for each of the %d players", n,
                  run->players);
    for (int seat = 0; seat < run->players; seat++) {
        play->bot[seat] = n == 1 ? 0 : seat;
        run->copies[play->bot[seat]]++;
    }
    return n == 1 || n == run->players;
}

static int parse_and_run(struct selfplay *play, int argc, char **argv)
{
    struct parallel_games *run = &play->run;
    const char *bots = "random", *edition = NULL;
    const struct cli_option options[] = {
        {"players", "N", "2 to 5 (3)", .integer = &run->players, .min = FF_PLAYERS_MIN, .max = FF_PLAYERS_MAX},
        {"mode", "base|expert", "which game (base)", .choice = &run->mode},
        {"bots", "NAMES", "one bot for all seats, or one for each seat, separated by commas (random)", .text = &bots},
        {"games", "G", "number of games (100)", .number = &run->games, .min = 1, .max = UINT32_MAX},
        {"seed", "S", "seed of all random numbers, 0 to 2^64 - 1 (1)", .number = &run->seed, .max = UINT64_MAX},
        {"record", "FILE", "add the games to those in FILE; - is standard output", .text = &run->record},
        {"force", NULL, "replace the file of --record, whatever it is", .flag = &run->force},
        {"edition", "FILE", "costs, demand cards and other values of the game", .text = &edition},
        {"threads", "T", "number of games played at once (the number of cores)", .number = &run->threads, .min = 1,
         .max = ARENA_JOBS_THREADS_MAX},
        {"json", NULL, "print the summary as JSON", .flag = &play->json},
    };
    const struct cli_usage usage =
        CLI_USAGE_OF("selfplay", "",
                     "Lets bots play games against each other and prints a summary. The same arguments give the same\n"
                     "bytes, whatever the number of threads. Each game is recorded completely or not at all. Ctrl-C\n"
                     "prints the summary of the games so far.",
                     options);
    int parsed = cli_parse(&usage, argc, argv);
    if (parsed < 0)
        return cli_parse_exit_status(parsed);
    if (!parse_bots(play, bots) || !cli_read_named_edition(edition, &run->edition) || !parallel_games_play(run))
        return CLI_USAGE;
    (play->json ? print_json : print_summary)(parallel_games_summary_stream(run), play);
    return run->interrupted ? cli_stop_exit_status() : CLI_OK;
}

int cmd_selfplay(int argc, char **argv)
{
    struct selfplay play = {.run = {.command = "selfplay",
                                    .players = 3,
                                    .games = 100,
                                    .seed = 1,
                                    .threads = arena_cpu_cores(),
                                    .terms = {.timeout_ms = 10000, .stop = cli_stop_requested()},
                                    .seating = seating_of,
                                    .put_game = put_game,
                                    .count = count}};
    int status = parse_and_run(&play, argc, argv);
    arena_specs_free(play.run.spec, play.run.specs_n);
    return status;
}
