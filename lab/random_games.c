/* random_games.c - `fuerstenfeld-lab random-games`: plays random games of each mode and number of players, exactly as
 * the browser's module does. tools/instructions.sh and lab/wasm.mjs use it. */
#include "bots/arena/random_games.h"
#include "engine/text/names.h"
#include "study.h"

#include <inttypes.h>

struct study {
    struct lab lab;
    uint64_t games;
};

static int run_random_games(void *context)
{
    struct study *study = (struct study *)context;
    struct lab_report *report = &study->lab.report;
    char hash[17];
    lab_table_begin(report, "games", "random games on one core");
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
        for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++) {
            double start = lab_cpu_seconds();
            struct arena_random played =
                arena_random_play_games(&study->lab.edition, players, mode, study->lab.seed, (uint32_t)study->games);
            double seconds = lab_cpu_seconds() - start;
            snprintf(hash, sizeof hash, "%016" PRIx64, played.hash);
            lab_cell_text(report, "mode", 6, text_mode(mode));
            lab_cell_count(report, "players", (uint64_t)players);
            lab_cell_count(report, "decisions", played.decisions);
            lab_cell_real(report, "seconds", 6, seconds);
            lab_cell_text(report, "hash", 16, hash);
            lab_row_end(report);
        }
    return CLI_OK;
}

int cmd_random_games(int argc, char **argv)
{
    struct study study = {.games = 1000};
    const struct cli_option options[] = {
        {"games", "N", "games of each mode and number of players (1000)", .number = &study.games, .min = 1,
         .max = UINT32_MAX},
    };
    const struct lab_study about = {
        CLI_USAGE_OF("random-games", "", "Plays random games as the browser's module does, and counts the decisions.",
                     options),
        LAB_SEED | LAB_GAME | LAB_JSON, run_random_games};
    return lab_study(&about, &study, argc, argv);
}
