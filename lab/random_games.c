/* random_games.c - `fuerstenfeld-lab random-games`: plays random games of each mode and number of players, exactly as
 * the browser's module does. tools/instructions.sh and lab/wasm.mjs use it. */
#include "bots/arena/random_games.h"
#include "engine/text/names.h"
#include "lab.h"

#include <inttypes.h>

int cmd_random_games(int argc, char **argv)
{
    struct lab lab = lab_defaults();
    uint64_t games = 1000;
    const struct lab_option options[] = {
        lab_number("games", "N", "games of each mode and number of players (1000)", &games, 1, UINT32_MAX),
    };
    const struct lab_study about = {"random-games",
                                    "",
                                    "Plays random games as the browser's module does, and counts the decisions.",
                                    options,
                                    sizeof options / sizeof *options,
                                    LAB_SEED | LAB_GAME | LAB_JSON};
    struct lab_report report;
    char hash[17];
    int operands = lab_begin(&about, &lab, argc, argv);
    if (operands < 0)
        return cli_status(operands);
    lab_report_begin(&report, lab.json);
    lab_table_begin(&report, "games", "random games on one core");
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
        for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++) {
            double start = lab_cpu_seconds();
            struct arena_random played = arena_random_play(&lab.edition, players, mode, lab.seed, (uint32_t)games);
            double seconds = lab_cpu_seconds() - start;
            snprintf(hash, sizeof hash, "%016" PRIx64, played.hash);
            lab_text(&report, "mode", 6, text_mode(mode));
            lab_count(&report, "players", (uint64_t)players);
            lab_count(&report, "decisions", played.decisions);
            lab_real(&report, "seconds", 6, seconds);
            lab_text(&report, "hash", 16, hash);
            lab_row_end(&report);
        }
    lab_table_end(&report);
    return lab_report_end(&report);
}
