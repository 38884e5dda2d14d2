/* turn_values.c - `fuerstenfeld-lab turn-values`: measures what the turns of bots are worth.
 *
 * The study takes one random turn from each of many games among apprentices and lets every bot play it. Then
 * apprentices play the game to its end, in the same worlds for all bots. In these worlds the hands and buried cards are
 * the true ones, which the bots must guess, and the cards that nobody has seen are shuffled. A turn's value is the
 * share of worlds that its seat wins. All bots get the same turns and the same luck, so the study shows differences
 * that would take whole games many times as long. These differences are not the same as those in whole games, where a
 * bot plays several turns that depend on each other. */
#include "bot_game.h"
#include "bots/ai/bots.h"

#include <string.h>

enum { PLAYING_ON = 7 };

struct study {
    struct lab lab;
    uint64_t turns, worlds;
    struct lab_mean won[LAB_BOTS_MAX], over_last[LAB_BOTS_MAX], over_first[LAB_BOTS_MAX];
};

struct slot {
    double won[LAB_BOTS_MAX];
};

static double share_won(const struct study *study, const struct bot_game *begin, const struct turn *turn)
{
    const int seat = ff_lowest(begin->game.pub.owe);
    struct ff_rng rng = begin->rng;
    double won = 0;
    for (uint64_t i = 0; i < study->worlds; i++) {
        struct bot_game world = *begin;
        world.rng = ff_rng_of(ff_rng_next(&rng));
        bot_game_shuffle_unseen(&world, &world.rng);
        bot_game_apply_turn(&world, turn);
        bot_game_play_turns(&world, -1, -1);
        won += bot_game_result(&world, seat);
    }
    return won / (double)study->worlds;
}

static void play_turn_values_game(void *context, struct lab_worker *worker, uint64_t job, void *result)
{
    const struct study *study = (const struct study *)context;
    const struct lab_player apprentice = {&bot_apprentice, PLAYING_ON, study->lab.net};
    struct slot *slot = (struct slot *)result;
    const uint64_t seed = (study->lab.seed << 32) + job;
    struct bot_game begin = bot_game_make(&study->lab.edition, &apprentice, worker);
    struct ff_rng rng = ff_rng_of(seed);
    struct turn turn[LAB_BOTS_MAX];
    bot_game_deal(&begin, study->lab.players, study->lab.mode, seed);
    bot_game_play_to_random_turn(&begin, -1, &rng);
    for (int i = 0; i < study->lab.bots_n; i++) {
        struct bot_game table = begin;
        turn[i] = bot_game_play_turn(&table, &study->lab.bot[i], worker->memory[FF_PLAYERS_MAX]);
        int same = 0; /* bots that play the same turn share its value */
        while (memcmp(&turn[same], &turn[i], sizeof *turn) != 0)
            same++;
        slot->won[i] = same < i ? slot->won[same] : share_won(study, &begin, &turn[i]);
    }
}

static bool collect_turn_values(void *context, uint64_t job, void *result)
{
    struct study *study = (struct study *)context;
    const double *won = ((const struct slot *)result)->won;
    (void)job;
    for (int i = 0; i < study->lab.bots_n; i++) {
        lab_mean_add(&study->won[i], 100 * won[i]);
        lab_mean_add(&study->over_last[i], 100 * (won[i] - won[i > 0 ? i - 1 : 0]));
        lab_mean_add(&study->over_first[i], 100 * (won[i] - won[0]));
    }
    return true;
}

static int run_turn_values(void *context)
{
    struct study *study = (struct study *)context;
    static const struct lab_work work = {"turns", sizeof(struct slot), 0, play_turn_values_game, collect_turn_values,
                                         NULL};
    if (!lab_run_jobs(&work, study->turns, study->lab.threads, study))
        return CLI_USAGE;
    struct lab_report *report = &study->lab.report;
    lab_table_begin(report, "bots",
                    "percent won after a bot's turn, and how much more than the bot before and the first");
    for (int i = 0; i < study->lab.bots_n; i++) {
        lab_cell_text(report, "bot", 16, study->lab.spec[i].text);
        lab_cell_estimate(report, "won", 2, &study->won[i]);
        lab_cell_estimate(report, "over_last", 2, &study->over_last[i]);
        lab_cell_estimate(report, "over_first", 2, &study->over_first[i]);
        lab_row_end(report);
    }
    return CLI_OK;
}

int cmd_turn_values(int argc, char **argv)
{
    struct study study = {.lab.bots = "steward,apprentice,prince", .turns = 100, .worlds = 1024};
    const struct cli_option options[] = {
        {"turns", "N", "turns, each of another game (100)", .number = &study.turns, .min = 1, .max = 1000000},
        {"worlds", "N", "games played on from each turn (1024)", .number = &study.worlds, .min = 1, .max = 1000000},
    };
    const struct lab_study about = {
        CLI_USAGE_OF(
            "turn-values", "",
            "Compares bots (steward,apprentice,prince) turn by turn: how often a seat wins after a bot's turn.",
            options),
        LAB_SEED | LAB_THREADS | LAB_TABLE | LAB_GAME | LAB_NET | LAB_BOTS | LAB_JSON, run_turn_values};
    return lab_study(&about, &study, argc, argv);
}
