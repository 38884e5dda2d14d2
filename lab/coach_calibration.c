/* coach_calibration.c - `fuerstenfeld-lab coach-calibration`: tests whether the coach's chances to win are calibrated.
 *
 * The games cover both modes, two to five players, and four strengths each of the judged seat and of its opponents. In
 * each game the coach judges a random turn of that seat. With --hints the coach advises, and its plan is played. Then
 * the study plays the game to its end several times, each time with a different order of the cards that nobody has
 * seen. No two turns are from the same game, so their errors are independent.
 *
 * The study compares the chances for the seat's own level with the results, by tenths of chances, by mode and players,
 * by strengths, and by rounds. With --fit it prints weights/calibration_turns.csv instead, fitted to these turns. A
 * shared win counts as its share. */
#include "bots/ai/bots.h"
#include "bots/ai/net_read.h"
#include "calibration_fit.h"
#include "coach.h"
#include "engine/text/names.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    BOTS = 4,
    SIZES = FF_PLAYERS_MAX - FF_PLAYERS_MIN + 1,
    TENTHS = 10,
    PHASES = 4, /* phases of a game: rounds 1 to 3, 4 to 6, 7 to 9, later */
    ENDS = 8,   /* number of times that each game is played to its end */
};

struct sums {
    struct lab_mean chance, won, off, brier, par;
};

struct study {
    struct lab lab;
    uint64_t turns;
    int effort;
    bool hints, fit;
    struct sums tenth[BOTS][TENTHS], all_tenths[TENTHS], size[2][SIZES], pair[BOTS][BOTS], phase[PHASES], all;
    struct calibration_turn_sample *sample; /* samples for --fit */
    size_t samples_n;
};

struct slot {
    int expert, players, round;
    int own, other; /* indices into `bots`: the seat's player, and its opponents */
    bool certain;
    double estimate, chance, won, brier; /* won: mean result of the games played to their ends */
};

/* ---------------------------------------------------------------------------------------------------------- playing */

static const struct {
    const struct bot *bot;
    uint8_t strength;
} bots[BOTS] = {{&bot_novice, FEATURES_NOVICE},
                {&bot_steward, FEATURES_STEWARD},
                {&bot_pupil, FEATURES_PUPIL},
                {&bot_apprentice, FEATURES_EQUAL}};

static struct lab_player player_of(const struct study *study, int bot)
{
    return (struct lab_player){bots[bot].bot, 0, study->lab.net};
}

static void play_to_ends(const struct bot_game *after, int own, struct slot *slot)
{
    for (int i = 0; i < ENDS; i++) {
        struct bot_game table = *after;
        table.rng = ff_rng_of(ff_rng_next(&table.rng) + (uint64_t)i);
        bot_game_shuffle_unseen(&table, &table.rng);
        bot_game_play_turns(&table, -1, -1);
        double won = bot_game_result(&table, own);
        slot->won += won / ENDS;
        slot->brier += (won - slot->chance) * (won - slot->chance) / ENDS;
    }
}

static void play_coach_game(void *context, struct lab_worker *worker, uint64_t job, void *result)
{
    const struct study *study = (const struct study *)context;
    struct slot *slot = (struct slot *)result;
    struct coach_judge *judge = (struct coach_judge *)worker->own;
    struct coach_verdict verdict;
    struct coach_question terms = {.effort = (enum coach_effort)study->effort};
    const uint64_t seed = (study->lab.seed << 32) + job;
    struct ff_rng rng = ff_rng_of(seed);
    slot->expert = job % 2;
    slot->players = FF_PLAYERS_MIN + (int)(job / 2 % SIZES);
    slot->other = (int)(job / (2 * SIZES) % BOTS);
    slot->own = (int)(job / (2 * SIZES * BOTS) % BOTS);
    const int own = (int)ff_rng_below(&rng, (uint32_t)slot->players);
    const struct lab_player others = player_of(study, slot->other);
    struct bot_game table = bot_game_make(&study->lab.edition, &others, worker);
    table.player[own] = player_of(study, slot->own);
    bot_game_deal(&table, slot->players, slot->expert ? FF_EXPERT : FF_BASE, seed);
    bot_game_play_to_random_turn(&table, own, &rng);
    slot->round = table.game.pub.round;
    struct bot_game after = table;
    const struct turn played = bot_game_play_turn(&after, &table.player[own], worker->memory[FF_PLAYERS_MAX]);
    terms.played = study->hints ? NULL : &played;
    for (int seat = 0; seat < slot->players; seat++)
        terms.position.opponents.level[seat] = bots[seat == own ? slot->own : slot->other].strength;
    lab_judge(judge, &table, study->lab.net, &terms, 0, &verdict);
    const struct coach_idea *idea = &verdict.idea[study->hints ? 0 : verdict.played];
    if (study->hints) {
        after = table;
        bot_game_apply_turn(&after, &idea->turn);
    }
    slot->chance = (double)idea->chance[own] / NET_CHANCE_ONE;
    slot->estimate = (double)idea->estimate / NET_CHANCE_ONE;
    slot->certain = idea->certainty;
    play_to_ends(&after, own, slot);
}

/* --------------------------------------------------------------------------------------------------------- counting */

static void add_slot(struct sums *sums, const struct slot *slot)
{
    double par = 1.0 / slot->players;
    lab_mean_add(&sums->chance, 100 * slot->chance);
    lab_mean_add(&sums->won, 100 * slot->won);
    lab_mean_add(&sums->off, 100 * (slot->chance - slot->won));
    lab_mean_add(&sums->brier, slot->brier);
    /* The mean of (result - par)^2 over the games, computed from the mean of (result - chance)^2, which is
     * slot->brier. */
    lab_mean_add(&sums->par,
                 slot->brier + par * par - slot->chance * slot->chance + 2 * slot->won * (slot->chance - par));
}

static const char *mode_name(int expert) { return text_mode(expert ? FF_EXPERT : FF_BASE); }

static bool collect_coach_calibration(void *context, uint64_t job, void *result)
{
    struct study *study = (struct study *)context;
    const struct slot *slot = (const struct slot *)result;
    const int tenth = (int)(slot->chance * TENTHS), late = (slot->round - 1) / 3;
    const int phase = late < PHASES ? late : PHASES - 1;
    (void)job;
    const int tenth_of = tenth < TENTHS ? tenth : TENTHS - 1;
    add_slot(&study->tenth[slot->own][tenth_of], slot);
    add_slot(&study->all_tenths[tenth_of], slot);
    add_slot(&study->size[slot->expert][slot->players - FF_PLAYERS_MIN], slot);
    add_slot(&study->pair[slot->own][slot->other], slot);
    add_slot(&study->phase[phase], slot);
    add_slot(&study->all, slot);
    if (study->fit && !slot->certain)
        study->sample[study->samples_n++] = (struct calibration_turn_sample){
            .kind = 2 * (slot->players - FF_PLAYERS_MIN) + slot->expert,
            .own = bots[slot->own].strength,
            .other = bots[slot->other].strength,
            .round = slot->round,
            .estimate = slot->estimate,
            .won = slot->won,
        };
    return true;
}

/* --------------------------------------------------------------------------------------------------------- printing */

static void print_sums(struct lab_report *report, const char *name, const struct sums *sums)
{
    lab_cell_text(report, "turns_of", 22, name);
    lab_cell_count(report, "turns", (uint64_t)sums->chance.n);
    lab_cell_real(report, "chance", 1, lab_mean_value(&sums->chance));
    lab_cell_real(report, "won", 1, lab_mean_value(&sums->won));
    lab_cell_estimate(report, "off", 1, &sums->off);
    lab_cell_real(report, "brier", 3, lab_mean_value(&sums->brier));
    lab_cell_real(report, "brier_of_par", 3, lab_mean_value(&sums->par));
    lab_row_end(report);
}

static void print_chances(struct lab_report *report, const struct study *study)
{
    char name[48];
    lab_table_begin(report, "chances", "the coach's chance against the share won, in percent; off: chance less won");
    for (int i = 0; i < (BOTS + 1) * TENTHS; i++) {
        const int own = i / TENTHS, tenth = i % TENTHS;
        snprintf(name, sizeof name, own < BOTS ? "%d to %d %%, %s" : "%d to %d %%", 10 * tenth, 10 * tenth + 10,
                 own < BOTS ? bots[own].bot->name : "");
        print_sums(report, name, own < BOTS ? &study->tenth[own][tenth] : &study->all_tenths[tenth]);
    }
    for (int i = 0; i < 2 * SIZES; i++) {
        snprintf(name, sizeof name, "%s, %d players", mode_name(i / SIZES), FF_PLAYERS_MIN + i % SIZES);
        print_sums(report, name, &study->size[i / SIZES][i % SIZES]);
    }
    for (int i = 0; i < BOTS * BOTS; i++) {
        snprintf(name, sizeof name, "%s, others %s", bots[i / BOTS].bot->name, bots[i % BOTS].bot->name);
        print_sums(report, name, &study->pair[i / BOTS][i % BOTS]);
    }
    for (int i = 0; i < PHASES; i++) {
        snprintf(name, sizeof name, i + 1 < PHASES ? "rounds %d to %d" : "later", 3 * i + 1, 3 * i + 3);
        print_sums(report, name, &study->phase[i]);
    }
    print_sums(report, "all", &study->all);
}

static int run_coach_calibration(void *context)
{
    struct study *study = (struct study *)context;
    static const struct lab_work work = {"turns",         sizeof(struct slot),       sizeof(struct coach_judge),
                                         play_coach_game, collect_coach_calibration, NULL};
    if (study->fit)
        study->sample = lab_zeroed_memory(study->turns * sizeof *study->sample);
    if (!lab_run_jobs(&work, study->turns, study->lab.threads, study))
        return CLI_USAGE;
    if (!study->fit)
        print_chances(&study->lab.report, study);
    else
        calibration_fit_print(study->sample, study->samples_n);
    free(study->sample);
    return CLI_OK;
}

int cmd_coach_calibration(int argc, char **argv)
{
    static struct study study = {.turns = 640};
    const struct cli_option options[] = {
        {"turns", "N", "turns, each of another game (640)", .number = &study.turns, .min = 1, .max = 1000000},
        {"effort", "quick|normal|deep", "of the coach (quick)", .choice = &study.effort},
        {"hints", NULL, "measure the chances of the coach's plans", .flag = &study.hints},
        {"fit", NULL, "print weights/calibration_turns.csv, fitted to the turns", .flag = &study.fit},
    };
    const struct lab_study about = {CLI_USAGE_OF("coach-calibration", "",
                                                 "Compares the coach's win chances with how often turns are won.",
                                                 options),
                                    LAB_SEED | LAB_THREADS | LAB_GAME | LAB_NET | LAB_JSON, run_coach_calibration};
    return lab_study(&about, &study, argc, argv);
}
