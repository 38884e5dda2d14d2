/* planted_mistakes.c - `fuerstenfeld-lab planted-mistakes`: measures how many planted mistakes the coach finds, and how
 * often it accuses good turns.
 *
 * The study takes one random turn from each of many games among apprentices and lets the strongest bot play it. The
 * coach judges this turn. The turn is accused if the coach says that it lost more than 3 points, and the accusation is
 * upheld if a deep check in other worlds accuses the turn as well. Then the study plants a mistake: a random legal
 * turn, or the bot's turn with one part spoiled (a different space, the reverse order of burying, one good less sold).
 * It judges this turn in the same way. To save time, only one in five of the turns that lose less than 3 points with
 * their margin gets the deep check.
 *
 * The study looks at mistakes that cost 8 points or more in the deep check. It counts how many of them the coach names,
 * and how often the costliest part is right. The right part is the spoiled part or, for a random turn, the costliest
 * part of the deep check.
 *
 * With --bots the study judges the bot's own turns and prints quantiles of their losses, which are the basis of the
 * coach's grades. */
#include "bots/ai/bots.h"
#include "coach.h"

#include <math.h>
#include <stdlib.h>

enum { STRONGEST = 2500, PLAYING_ON = 7, SAMPLE = 5, TURNS_MAX = 100000, OTHER_WORLDS = 0x5eed };
enum { ACCUSED = 300, SUSPECTED = 150, HARMLESS = 300, COSTLY = 800 }; /* losses in hundredths of a percent */

enum spoil { RANDOM, SPACE, BURYING, GOOD, SPOILS };
static const char *const spoil_names[SPOILS] = {"random", "space", "burying", "good"};
static const enum coach_part spoilt_part[SPOILS] = {COACH_PARTS, COACH_SPACE, COACH_ORDER, COACH_SALE};

struct study {
    struct lab lab;
    uint64_t count;
    int effort;
    /* Sums. */
    uint64_t turns, accused, upheld;
    struct {
        uint64_t planted, costly, named, part;
    } spoil[SPOILS];
    uint64_t grades[COACH_GRADES]; /* grades of the bot's own turns */
    int32_t loss[TURNS_MAX];
};

struct slot {
    enum spoil spoil;
    bool checked;  /* whether the bot's own turn was suspected and got a deep check */
    bool harmless; /* whether the planted mistake was not suspected and needs no deep check */
    struct coach_verdict own, own_deep, planted, deep;
};

/* --------------------------------------------------------------------------------------------------------- planting */

static void spoil_space(struct coach_turn_summary *shape, struct ff_rng *rng)
{
    int i = shape->card[1] != FF_NO_CARD && ff_rng_below(rng, 2);
    if (shape->card[i] != FF_NO_CARD)
        shape->space[i] = (uint8_t)ff_rng_below(rng, FF_SPACES);
}

static void spoil_burying(struct coach_turn_summary *shape)
{
    struct coach_turn_summary was = *shape;
    for (int i = 0; i < was.buried_n; i++)
        shape->buried[i] = was.buried[was.buried_n - 1 - i];
}

/* Sells one token less of a random good. Leaves the tokens of the Market's exchange unchanged. */
static void spoil_sale(struct coach_turn_summary *shape, struct ff_rng *rng)
{
    unsigned good = ff_rng_below(rng, FF_GOODS), least = 0;
    if (shape->market && ff_market_from(shape->market) == good)
        least = ff_market_count(shape->market);
    if (shape->brewery != FF_NOBODY && ff_count(shape->sold, good) > least && ff_total(shape->sold) > 1)
        shape->sold = (ff_goods)(shape->sold - ff_goods_n(good, 1));
}

/* Makes a spoiled copy of a turn. Returns false if the turn cannot be spoiled in this way or would stay the same. */
static bool spoil_turn(const struct bot_game *table, const struct turn *own, enum spoil spoil, struct ff_rng *rng,
                       struct turn *planted)
{
    struct coach_turn_summary was, shape;
    struct ff_game after = table->game;
    int seat = ff_lowest(table->game.pub.owe);
    coach_summarize_turn(table->edition, &after, seat, own, &was);
    shape = was;
    if (spoil == SPACE)
        spoil_space(&shape, rng);
    else if (spoil == BURYING)
        spoil_burying(&shape);
    else
        spoil_sale(&shape, rng);
    if (!coach_turn_from_summary(table->edition, &table->game, seat, &shape, planted))
        return false;
    coach_align_summaries(table->edition, &table->game, seat, &was, &shape);
    return coach_part_differs(&was, &shape, spoilt_part[spoil]);
}

static enum spoil plant(const struct bot_game *table, const struct turn *own, enum spoil spoil, struct ff_rng *rng,
                        struct turn *planted)
{
    struct bot_game after = *table;
    for (int tries = 0; spoil != RANDOM && tries < 16; tries++)
        if (spoil_turn(table, own, spoil, rng, planted))
            return spoil;
    *planted = bot_game_play_turn(&after, NULL, NULL);
    return RANDOM;
}

/* ---------------------------------------------------------------------------------------------------------- judging */

static bool is_accused(const struct coach_verdict *verdict)
{
    return verdict->grade >= COACH_MISTAKE && verdict->loss > ACCUSED;
}

static void plant_mistake(void *context, struct lab_worker *worker, uint64_t job, void *result)
{
    const struct study *study = (const struct study *)context;
    const struct lab_player apprentice = {&bot_apprentice, PLAYING_ON, study->lab.net};
    const struct lab_player strongest = {&bot_prince, STRONGEST, study->lab.net};
    const struct lab_player *bot = study->lab.bots_n ? &study->lab.bot[0] : &strongest;
    struct coach_judge *judge = (struct coach_judge *)worker->own;
    struct slot *slot = (struct slot *)result;
    const uint64_t seed = (study->lab.seed << 32) + job;
    struct bot_game table = bot_game_make(&study->lab.edition, &apprentice, worker);
    struct ff_rng rng = ff_rng_of(seed);
    bot_game_deal(&table, study->lab.players, study->lab.mode, seed);
    bot_game_play_to_random_turn(&table, -1, &rng);
    struct bot_game after = table;
    struct turn own = bot_game_play_turn(&after, bot, worker->memory[FF_PLAYERS_MAX]), planted;
    const struct coach_question quick = {.effort = (enum coach_effort)study->effort, .played = &own};
    const struct coach_question deep = {.effort = COACH_DEEP, .played = &own};
    lab_judge(judge, &table, study->lab.net, &quick, 0, &slot->own);
    if (study->lab.bots_n)
        return;
    slot->checked = slot->own.loss > SUSPECTED;
    if (slot->checked)
        lab_judge(judge, &table, study->lab.net, &deep, OTHER_WORLDS, &slot->own_deep);
    slot->spoil = plant(&table, &own, (enum spoil)(job % SPOILS), &rng, &planted);
    own = planted; /* both cases judge it */
    lab_judge(judge, &table, study->lab.net, &quick, 0, &slot->planted);
    slot->harmless = slot->planted.loss + slot->planted.margin < HARMLESS && job / SPOILS % SAMPLE != 0;
    if (!slot->harmless)
        lab_judge(judge, &table, study->lab.net, &deep, OTHER_WORLDS, &slot->deep);
}

/* --------------------------------------------------------------------------------------------------------- counting */

/* Returns whether the costliest attribution includes the part at fault. */
static bool has_part(const struct slot *slot)
{
    unsigned fault = slot->spoil != RANDOM       ? 1u << spoilt_part[slot->spoil]
                     : slot->deep.attributions_n ? slot->deep.attribution[0].parts
                                                 : 0;
    return slot->planted.attributions_n && slot->planted.attribution[0].parts & fault;
}

static bool collect_planted_mistakes(void *context, uint64_t job, void *result)
{
    struct study *study = (struct study *)context;
    const struct slot *slot = (const struct slot *)result;
    struct coach_verdict_summary summary;
    (void)job;
    coach_verdict_summarize(&slot->own, &summary);
    study->loss[study->turns++] = summary.loss;
    study->accused += is_accused(&slot->own);
    study->upheld += is_accused(&slot->own) && slot->checked && is_accused(&slot->own_deep);
    study->grades[slot->own.grade]++;
    study->spoil[slot->spoil].planted++;
    if (slot->harmless || slot->deep.loss < COSTLY)
        return true;
    study->spoil[slot->spoil].costly++;
    study->spoil[slot->spoil].named += slot->planted.grade >= COACH_MISTAKE;
    study->spoil[slot->spoil].part += has_part(slot);
    return true;
}

/* --------------------------------------------------------------------------------------------------------- printing */

static double percent(uint64_t part, uint64_t all) { return all ? 100.0 * (double)part / (double)all : NAN; }

static void print_planted(struct lab_report *report, const struct study *study)
{
    lab_table_begin(report, "planted", "mistakes of 8 points or more: percent that are named, and with the right part");
    for (int i = 0; i < SPOILS; i++) {
        lab_cell_text(report, "mistake", 8, spoil_names[i]);
        lab_cell_count(report, "planted", study->spoil[i].planted);
        lab_cell_count(report, "costly", study->spoil[i].costly);
        lab_cell_real(report, "named", 1, percent(study->spoil[i].named, study->spoil[i].costly));
        lab_cell_real(report, "part", 1, percent(study->spoil[i].part, study->spoil[i].costly));
        lab_row_end(report);
    }
}

static int compare(const void *a, const void *b)
{
    int32_t one = *(const int32_t *)a, two = *(const int32_t *)b;
    return (one > two) - (one < two);
}

static void print_own(struct lab_report *report, struct study *study)
{
    static const unsigned quantiles[] = {50, 75, 90, 95, 98, 99};
    char name[32];
    double sum = 0, squares = 0;
    uint64_t worse = study->turns - study->grades[COACH_GOOD];
    qsort(study->loss, study->turns, sizeof *study->loss, compare);
    for (uint64_t i = 0; i < study->turns; i++)
        sum += study->loss[i], squares += (double)study->loss[i] * study->loss[i];
    const double mean = sum / (double)study->turns;
    lab_table_begin(report, "own",
                    "the bot's own turns: points lost, in the mean and as quantiles; percent of the turns "
                    "with a grade or worse, accused of more than 3 points, and upheld by the deep check");
    lab_cell_count(report, "turns", study->turns);
    lab_cell_real(report, "loss", 2, mean / 100);
    lab_cell_real(report, "stddev", 2, sqrt(squares / (double)study->turns - mean * mean) / 100);
    for (size_t i = 0; i < sizeof quantiles / sizeof *quantiles; i++) {
        snprintf(name, sizeof name, "loss_%u", quantiles[i]);
        lab_cell_real(report, name, 1, study->loss[(study->turns - 1) * quantiles[i] / 100] / 100.0);
    }
    for (int grade = COACH_SLIP; grade < COACH_GRADES; worse -= study->grades[grade++])
        lab_cell_real(report, coach_grade_names[grade], 1, percent(worse, study->turns));
    lab_cell_real(report, "accused", 1, percent(study->accused, study->turns));
    lab_cell_real(report, "upheld", 1, study->lab.bots_n ? NAN : percent(study->upheld, study->accused));
    lab_row_end(report);
}

static int run_planted_mistakes(void *context)
{
    struct study *study = (struct study *)context;
    static const struct lab_work work = {"turns",       sizeof(struct slot),      sizeof(struct coach_judge),
                                         plant_mistake, collect_planted_mistakes, NULL};
    if (!lab_run_jobs(&work, study->count, study->lab.threads, study))
        return CLI_USAGE;
    struct lab_report *report = &study->lab.report;
    if (!study->lab.bots_n)
        print_planted(report, study);
    print_own(report, study);
    return CLI_OK;
}

int cmd_planted_mistakes(int argc, char **argv)
{
    static struct study study = {.count = 500, .effort = COACH_NORMAL};
    const struct cli_option options[] = {
        {"turns", "N", "turns, each of another game (500)", .number = &study.count, .min = 1, .max = TURNS_MAX},
        {"effort", "quick|normal|deep", "of the coach (normal)", .choice = &study.effort},
    };
    const struct lab_study about = {
        CLI_USAGE_OF("planted-mistakes", "",
                     "Measures how many planted mistakes the coach names. With --bots it judges that bot's own turns.",
                     options),
        LAB_SEED | LAB_THREADS | LAB_TABLE | LAB_GAME | LAB_NET | LAB_BOTS | LAB_JSON, run_planted_mistakes};
    return lab_study(&about, &study, argc, argv);
}
