/* edition_stats.c - `fuerstenfeld-lab edition-stats`: measures an edition by games among bots. It makes the figures of
 * docs/authors/edition.md. */
#include "engine/text/names.h"
#include "game_stats.h"

#include <math.h>
#include <stdio.h>

enum { GAMES_A_JOB = 25, KINDS = 2 * (FF_PLAYERS_MAX - FF_PLAYERS_MIN + 1) };

struct study {
    struct lab lab;
    uint64_t games, jobs; /* number of games and of jobs for each kind of game */
    struct lab_stats stats[KINDS];
};

static int mode_of(int kind) { return kind < KINDS / 2 ? FF_BASE : FF_EXPERT; }
static int players_of(int kind) { return FF_PLAYERS_MIN + kind % (KINDS / 2); }

static void play_edition_game(void *context, struct lab_worker *worker, uint64_t job, void *slot)
{
    const struct study *study = (const struct study *)context;
    struct bot_game table = bot_game_make(&study->lab.edition, &study->lab.bot[0], worker);
    const int kind = (int)(job / study->jobs);
    const uint64_t first = job % study->jobs * GAMES_A_JOB, end = first + GAMES_A_JOB;
    for (uint64_t i = first; i < end && i < study->games; i++)
        lab_stats_play_game(&table, players_of(kind), mode_of(kind), (study->lab.seed << 32) + i,
                            (struct lab_stats *)slot);
}

static bool collect_edition_stats(void *context, uint64_t job, void *slot)
{
    struct study *study = (struct study *)context;
    lab_stats_merge((const struct lab_stats *)slot, &study->stats[job / study->jobs]);
    return true;
}

static void put_kind(struct lab_report *report, int kind)
{
    lab_cell_text(report, "mode", 6, text_mode(mode_of(kind)));
    lab_cell_count(report, "players", (uint64_t)players_of(kind));
}

static void print_games(struct lab_report *report, const struct study *study)
{
    char name[32];
    lab_table_begin(report, "games",
                    "won_N: percent won from place N of the first order; early_N: percent won with N "
                    "Palace parts among the first six cards");
    for (int kind = 0; kind < KINDS; kind++) {
        const struct lab_stats *stats = &study->stats[kind];
        put_kind(report, kind);
        lab_cell_count(report, "games", stats->games);
        lab_cell_real(report, "rounds", 1, lab_stats_mean_rounds(stats));
        lab_cell_real(report, "decks", 2, lab_stats_deck_passes(stats, mode_of(kind)));
        lab_cell_real(report, "unfinished", 1, 100.0 * (double)stats->unfinished / (double)stats->games);
        lab_cell_real(report, "sets", 0, lab_stats_win_diversity(stats));
        for (int place = 0; place < FF_PLAYERS_MAX; place++) {
            snprintf(name, sizeof name, "won_%d", place + 1);
            lab_cell_real(report, name, 1,
                          place < players_of(kind) ? 100 * lab_stats_win_share_of_place(stats, place) : NAN);
        }
        for (int parts = 0; parts <= 3; parts++) {
            snprintf(name, sizeof name, "early_%d", parts);
            lab_cell_real(report, name, 1, 100 * lab_stats_win_share_by_early_palace_parts(stats, parts));
        }
        lab_row_end(report);
    }
}

/* Prints a row for each card and a column for each kind of game. */
static void print_cards(struct lab_report *report, const struct study *study)
{
    char name[32];
    lab_table_begin(report, "built", "percent of the seats that built the card");
    for (int card = 0; card < FF_CARDS_MAX; card++) {
        lab_cell_text(report, "card", 10, text_card(card));
        for (int kind = 0; kind < KINDS; kind++) {
            snprintf(name, sizeof name, "%s_%d", text_mode(mode_of(kind)), players_of(kind));
            lab_cell_real(report, name, 0,
                          card < ff_cards_n(mode_of(kind))
                              ? 100 * lab_stats_share_building_card(&study->stats[kind], card)
                              : NAN);
        }
        lab_row_end(report);
    }
}

static int run_edition_stats(void *context)
{
    struct study *study = (struct study *)context;
    static const struct lab_work work = {"jobs", sizeof(struct lab_stats), 0, play_edition_game, collect_edition_stats,
                                         NULL};
    study->jobs = (study->games + GAMES_A_JOB - 1) / GAMES_A_JOB;
    if (!lab_run_jobs(&work, KINDS * study->jobs, study->lab.threads, study))
        return CLI_USAGE;
    struct lab_report *report = &study->lab.report;
    print_games(report, study);
    print_cards(report, study);
    return CLI_OK;
}

int cmd_edition_stats(int argc, char **argv)
{
    static struct study study = {.lab.bots = "steward", .games = 1500};
    const struct cli_option options[] = {
        {"games", "N", "games of each mode and number of players (1500)", .number = &study.games, .min = 1,
         .max = 10000000},
    };
    const struct lab_study about = {
        CLI_USAGE_OF("edition-stats", "",
                     "Lets a bot (steward) play an edition at every seat and counts rounds, wins and buildings.",
                     options),
        LAB_SEED | LAB_THREADS | LAB_GAME | LAB_NET | LAB_BOTS | LAB_JSON, run_edition_stats};
    return lab_study(&about, &study, argc, argv);
}
