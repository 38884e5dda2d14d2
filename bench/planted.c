/* planted.c - how well the coach finds mistakes that were planted, and how often it accuses good turns.
 *
 *     planted PLAYERS base|expert TURNS SEED EFFORT THREADS            plants mistakes
 *     planted PLAYERS base|expert TURNS SEED EFFORT THREADS BOT[:N]    judges that bot's turns as they are
 *
 * Takes one turn at random from each of TURNS games among apprentices and lets the strongest bot play it. Its turn is
 * judged with EFFORT: accused is what is told to have lost more than 3 points, and upheld what a deep check in other
 * worlds accuses as well. Then a mistake is planted: a random
 * legal turn, or the bot's with one part spoiled (another space, the burying turned round, one good kept back). It is
 * judged with EFFORT, and once more deep in other worlds (what is told to cost less than 3 points with its margin only
 * one time in five, to save time): of those that cost 8 points or more in the deep check, how
 * many are named (told to be a mistake), and how many have the costliest part right? The part at fault is the spoiled
 * one; of a random turn it is the costliest of the deep check.
 *
 * With a BOT its own turns are judged: how much they lose, as quantiles. The grades of the coach come from these.
 * Same arguments, same output, whatever the number of threads. A line a turn on stderr. */
#include "ai/bots.h"
#include "ai/net.h"
#include "ai/net_read.h"
#include "ai/seen.h"
#include "base/builtin.h"
#include "coach/review.h"
#include "match/jobs.h"
#include "room.h"
#include "tests/edition.h"
#include "turns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STRONGEST = 2500, PLAYING_ON = 7, SAMPLE = 5, TURNS_MAX = 100000, OTHER_WORLDS = 0x5eed };
enum { ACCUSED = 300, SUSPECTED = 150, HARMLESS = 300, COSTLY = 800 }; /* losses in hundredths of a percent */

enum spoil { RANDOM, SPACE, BURYING, GOOD, SPOILS };
static const char *const spoil_names[SPOILS] = {"random", "space", "burying", "good"};
static const enum coach_part spoilt_part[SPOILS] = {COACH_PARTS, COACH_SPACE, COACH_ORDER, COACH_SALE};

struct bench {
    struct ff_edition edition;
    struct net *net;
    int players, mode;
    uint64_t seed;
    enum coach_effort effort;
    const struct bot *bot; /* NULL: plant */
    uint32_t iterations;
    /* Sums. */
    int turns, accused, upheld, costly, named, parts;
    int by_spoil[SPOILS][3];  /* costly, named, part */
    int grades[COACH_GRADES]; /* of the own turns */
    int32_t *loss;
};

struct worker {
    void *memory[FF_PLAYERS_MAX];
    void *bots;
    struct coach_judge judge;
};

struct slot {
    enum spoil spoil;
    bool checked;  /* the own turn was suspected, and looked at deeply */
    bool harmless; /* the planted one was not, and needs no deep check */
    struct coach_verdict own, own_deep, planted, deep;
};

/* A game, and what everybody saw of it. */
struct table {
    struct ff_game game;
    struct seen seen;
};

/* ---------------------------------------------------------------------------------------------------------- playing */

static unsigned ask(const struct bench *bench, const struct bot *bot, uint32_t iterations, void *memory,
                    const struct table *table, struct ff_rng *rng)
{
    struct ff_view view;
    ff_view_of(&table->game, ff_lowest(table->game.pub.owe), &view);
    const struct bot_task task = {
        .edition = &bench->edition,
        .view = &view,
        .legal = ff_legal(&bench->edition, &view),
        .seed = ff_rng_next(rng),
        .net = bench->net,
        .seen = &table->seen,
    };
    return bot_choose(bot, memory, &task, iterations);
}

/* With apprentices, to the end of the game or the beginning of that many turns. Returns the turns that began. */
static int play_on(const struct bench *bench, struct worker *worker, struct table *table, struct ff_rng *rng, int turns)
{
    struct ff_game *game = &table->game;
    struct turns begun = {0, -1};
    for (int seat = 0; seat < bench->players; seat++)
        memset(worker->memory[seat], 0, bot_apprentice.memory_size);
    while (game->pub.owe) {
        int seat = ff_lowest(game->pub.owe);
        if (turns_count(&begun, game) && begun.n == turns)
            break;
        unsigned option = ask(bench, &bot_apprentice, PLAYING_ON, worker->memory[seat], table, rng);
        seen_apply(&table->seen, &bench->edition, game, seat, ff_action_of(game->pub.stage, option));
    }
    return begun.n;
}

/* NULL: any legal decision. */
static struct turn turn_of(const struct bench *bench, struct worker *worker, const struct bot *bot, uint32_t iterations,
                           struct table table, struct ff_rng *rng)
{
    struct turn turn = {.steps = 0};
    struct ff_game *game = &table.game;
    int seat = ff_lowest(game->pub.owe), round = game->pub.round;
    if (bot)
        memset(worker->bots, 0, bot->memory_size);
    while (turn_goes_on(game, seat) && game->pub.round == round && turn.steps < TURN_STEPS_MAX) {
        ff_options options = ff_game_options(game, seat);
        unsigned option =
            bot ? ask(bench, bot, iterations, worker->bots, &table, rng)
                : (unsigned)ff_option_nth(options, (int)ff_rng_below(rng, (uint32_t)ff_popcount(options)));
        turn.option[turn.steps++] = (uint8_t)option;
        seen_apply(&table.seen, &bench->edition, game, seat, ff_action_of(game->pub.stage, option));
    }
    return turn;
}

/* --------------------------------------------------------------------------------------------------------- planting */

static void spoil_space(struct coach_shape *shape, struct ff_rng *rng)
{
    int i = shape->card[1] != FF_NO_CARD && ff_rng_below(rng, 2);
    if (shape->card[i] != FF_NO_CARD)
        shape->space[i] = (uint8_t)ff_rng_below(rng, FF_SPACES);
}

static void spoil_burying(struct coach_shape *shape)
{
    struct coach_shape was = *shape;
    for (int i = 0; i < was.buried_n; i++)
        shape->buried[i] = was.buried[was.buried_n - 1 - i];
}

/* The Market's tokens are sold as before. */
static void spoil_sale(struct coach_shape *shape, struct ff_rng *rng)
{
    unsigned good = ff_rng_below(rng, FF_GOODS), least = 0;
    if (shape->market && ff_market_from(shape->market) == good)
        least = ff_market_count(shape->market);
    if (shape->brewery != FF_NOBODY && ff_count(shape->sold, good) > least && ff_total(shape->sold) > 1)
        shape->sold = (ff_goods)(shape->sold - ff_goods_n(good, 1));
}

/* False: it cannot be, or makes no difference. */
static bool spoilt(const struct bench *bench, const struct ff_game *game, int seat, const struct turn *own,
                   enum spoil spoil, struct ff_rng *rng, struct turn *planted)
{
    struct coach_shape was, shape;
    struct ff_game after = *game;
    coach_shape_of(&bench->edition, &after, seat, own, &was);
    shape = was;
    if (spoil == SPACE)
        spoil_space(&shape, rng);
    else if (spoil == BURYING)
        spoil_burying(&shape);
    else
        spoil_sale(&shape, rng);
    if (!coach_shape_play(&bench->edition, game, seat, &shape, planted))
        return false;
    coach_shapes_align(&bench->edition, game, seat, &was, &shape);
    return coach_part_differs(&was, &shape, spoilt_part[spoil]);
}

static enum spoil plant(const struct bench *bench, struct worker *worker, const struct table *table,
                        const struct turn *own, uint64_t job, struct ff_rng *rng, struct turn *planted)
{
    int seat = ff_lowest(table->game.pub.owe);
    for (int tries = 0; job % SPOILS != RANDOM && tries < 16; tries++)
        if (spoilt(bench, &table->game, seat, own, (enum spoil)(job % SPOILS), rng, planted))
            return (enum spoil)(job % SPOILS);
    *planted = turn_of(bench, worker, NULL, 0, *table, rng);
    return RANDOM;
}

/* ---------------------------------------------------------------------------------------------------------- judging */

static void judge(const struct bench *bench, struct worker *worker, const struct table *table, const struct turn *turn,
                  enum coach_effort effort, uint64_t worlds, struct coach_verdict *verdict)
{
    struct coach_case a_case = {.effort = effort, .played = turn};
    a_case.place.edition = &bench->edition;
    a_case.place.net = bench->net;
    a_case.place.seen = &table->seen;
    ff_view_of(&table->game, ff_lowest(table->game.pub.owe), &a_case.place.view);
    a_case.place.seed = coach_seed_of(&a_case.place.view) ^ worlds;
    coach_judge_begin(&worker->judge, &a_case);
    while (coach_judge_think(&worker->judge, 64))
        ;
    coach_judge_answer(&worker->judge, verdict);
}

static bool is_accused(const struct coach_verdict *verdict)
{
    return verdict->grade >= COACH_MISTAKE && verdict->loss > ACCUSED;
}

static void play_job(void *context, void *memory, uint64_t job, void *result)
{
    const struct bench *bench = (const struct bench *)context;
    struct worker *worker = (struct worker *)memory;
    struct slot *slot = (struct slot *)result;
    struct ff_setup setup;
    struct table begin, table;
    struct ff_rng rng = ff_rng_of((bench->seed << 32) + job), again = rng;
    ff_deal(&bench->edition, bench->players, bench->mode, ff_rng_next(&rng), &setup);
    seen_begin(&begin.seen, &bench->edition, &setup, &begin.game);
    table = begin;
    int turns = play_on(bench, worker, &table, &again, -1);
    table = begin;
    again = ff_rng_of((bench->seed << 32) + job);
    play_on(bench, worker, &table, &again, 1 + (int)ff_rng_below(&rng, (uint32_t)turns));
    const struct bot *bot = bench->bot ? bench->bot : &bot_prince;
    struct turn own = turn_of(bench, worker, bot, bench->bot ? bench->iterations : STRONGEST, table, &rng), planted;
    judge(bench, worker, &table, &own, bench->effort, 0, &slot->own);
    if (bench->bot)
        return;
    slot->checked = slot->own.loss > SUSPECTED;
    if (slot->checked)
        judge(bench, worker, &table, &own, COACH_DEEP, OTHER_WORLDS, &slot->own_deep);
    slot->spoil = plant(bench, worker, &table, &own, job, &rng, &planted);
    judge(bench, worker, &table, &planted, bench->effort, 0, &slot->planted);
    slot->harmless = slot->planted.loss + slot->planted.margin < HARMLESS && job / SPOILS % SAMPLE != 0;
    if (!slot->harmless)
        judge(bench, worker, &table, &planted, COACH_DEEP, OTHER_WORLDS, &slot->deep);
}

/* --------------------------------------------------------------------------------------------------------- counting */

/* Whether the costliest link holds the part at fault. */
static bool has_part(const struct slot *slot)
{
    unsigned fault = slot->spoil != RANDOM ? 1u << spoilt_part[slot->spoil]
                     : slot->deep.links_n  ? slot->deep.link[0].parts
                                           : 0;
    return slot->planted.links_n && slot->planted.link[0].parts & fault;
}

static void print_links(const char *whose, const struct coach_verdict *verdict)
{
    fprintf(stderr, ", %s", whose);
    for (int i = 0; i < verdict->links_n; i++) {
        fprintf(stderr, " ");
        for (int part = 0; part < COACH_PARTS; part++)
            if (verdict->link[i].parts >> part & 1)
                fprintf(stderr, "%s+", coach_part_names[part]);
        fprintf(stderr, "%.1f", verdict->link[i].loss / 100.0);
    }
}

static void count_planted(struct bench *bench, const struct slot *slot)
{
    bool named = slot->planted.grade >= COACH_MISTAKE, part = has_part(slot);
    int *by = bench->by_spoil[slot->spoil];
    if (slot->harmless) {
        fprintf(stderr, " %s: %.1f +- %.1f, harmless", spoil_names[slot->spoil], slot->planted.loss / 100.0,
                slot->planted.margin / 100.0);
        return;
    }
    fprintf(stderr, " %s: %.1f +- %.1f, deep %.1f +- %.1f%s%s", spoil_names[slot->spoil], slot->planted.loss / 100.0,
            slot->planted.margin / 100.0, slot->deep.loss / 100.0, slot->deep.margin / 100.0, named ? " named" : "",
            part ? " part" : "");
    print_links("parts", &slot->planted);
    print_links("deep", &slot->deep);
    if (slot->deep.loss < COSTLY)
        return;
    bench->costly++;
    bench->named += named;
    bench->parts += part;
    by[0]++;
    by[1] += named;
    by[2] += part;
}

static bool collect(void *context, uint64_t job, void *result)
{
    struct bench *bench = (struct bench *)context;
    const struct slot *slot = (const struct slot *)result;
    fprintf(stderr, "%d: round %d, own %.1f +- %.1f%s", (int)job, slot->own.round, slot->own.loss / 100.0,
            slot->own.margin / 100.0, is_accused(&slot->own) ? " accused" : "");
    if (slot->checked)
        fprintf(stderr, " (deep %.1f +- %.1f)", slot->own_deep.loss / 100.0, slot->own_deep.margin / 100.0);
    struct coach_told told;
    coach_told_of(&slot->own, &told);
    bench->loss[bench->turns++] = told.loss;
    bench->accused += is_accused(&slot->own);
    bench->upheld += is_accused(&slot->own) && slot->checked && is_accused(&slot->own_deep);
    bench->grades[slot->own.grade]++;
    if (!bench->bot)
        count_planted(bench, slot);
    fprintf(stderr, "\n");
    return true;
}

static void print_share(const char *what, int part, int all)
{
    printf("%s %d of %d (%.1f %%)", what, part, all, all ? 100.0 * part / all : 0.0);
}

static void print_planted(const struct bench *bench)
{
    printf("mistakes of 8 points or more: %d of %d planted\n", bench->costly, bench->turns);
    print_share("named", bench->named, bench->costly);
    print_share(", the part at fault", bench->parts, bench->costly);
    printf("\n");
    for (int i = 0; i < SPOILS; i++) {
        printf("  %-8s", spoil_names[i]);
        print_share("named", bench->by_spoil[i][1], bench->by_spoil[i][0]);
        print_share(", part", bench->by_spoil[i][2], bench->by_spoil[i][0]);
        printf("\n");
    }
}

static int compare(const void *a, const void *b)
{
    int32_t one = *(const int32_t *)a, two = *(const int32_t *)b;
    return (one > two) - (one < two);
}

static void print_losses(struct bench *bench)
{
    static const int percent[] = {50, 75, 90, 95, 98, 99};
    double sum = 0;
    qsort(bench->loss, (size_t)bench->turns, sizeof *bench->loss, compare);
    for (int i = 0; i < bench->turns; i++)
        sum += bench->loss[i];
    printf("own turns lose %.2f points on average", sum / 100 / bench->turns);
    for (size_t i = 0; i < sizeof percent / sizeof *percent; i++)
        printf(", %d %% up to %.1f", percent[i], bench->loss[(bench->turns - 1) * percent[i] / 100] / 100.0);
    printf("\n");
    for (int grade = COACH_SLIP, worse = bench->turns - bench->grades[COACH_GOOD]; grade < COACH_GRADES;
         worse -= bench->grades[grade++]) {
        printf("%s", grade == COACH_SLIP ? "" : ", ");
        print_share(coach_grade_names[grade], worse, bench->turns);
        printf("%s", grade + 1 < COACH_GRADES ? " or worse" : "\n");
    }
    print_share("accused of more than 3 points:", bench->accused, bench->turns);
    if (!bench->bot)
        print_share(", upheld by the deep check:", bench->upheld, bench->accused);
    printf("\n");
}

/* ------------------------------------------------------------------------------------------------------------ begin */

static void *worker_new(void *context)
{
    struct worker *worker = (struct worker *)room_for("planted", sizeof *worker);
    size_t largest = 0;
    (void)context;
    for (int i = 0; bot_list[i]; i++)
        largest = bot_list[i]->memory_size > largest ? bot_list[i]->memory_size : largest;
    worker->bots = room_for("planted", largest);
    room_for_seats("planted", bot_apprentice.memory_size, worker->memory);
    return worker;
}

static void worker_free(void *context, void *memory)
{
    struct worker *worker = (struct worker *)memory;
    (void)context;
    room_free_seats(worker->memory);
    free(worker->bots);
    free(worker);
}

static int usage(void)
{
    fprintf(stderr, "usage: planted PLAYERS base|expert TURNS SEED quick|normal|deep THREADS [BOT[:ITERATIONS]]\n");
    return 2;
}

static bool read_bot(struct bench *bench, char *name)
{
    char *colon = strchr(name, ':');
    if (colon) {
        *colon = 0;
        bench->iterations = (uint32_t)strtoul(colon + 1, NULL, 10);
    }
    bench->bot = bot_find(name);
    return bench->bot != NULL;
}

static bool read_arguments(struct bench *bench, int argc, char **argv, struct match_jobs *jobs)
{
    if (argc < 7 || argc > 8 || (strcmp(argv[2], "base") != 0 && strcmp(argv[2], "expert") != 0))
        return false;
    int effort = 0;
    while (effort < COACH_EFFORTS && strcmp(argv[5], coach_effort_names[effort]) != 0)
        effort++;
    bench->players = atoi(argv[1]);
    bench->mode = strcmp(argv[2], "base") == 0 ? FF_BASE : FF_EXPERT;
    bench->seed = strtoull(argv[4], NULL, 10);
    bench->effort = (enum coach_effort)effort;
    jobs->n = strtoull(argv[3], NULL, 10);
    jobs->threads = strtoull(argv[6], NULL, 10);
    return effort < COACH_EFFORTS && bench->players >= FF_PLAYERS_MIN && bench->players <= FF_PLAYERS_MAX &&
           jobs->n > 0 && jobs->n <= TURNS_MAX && jobs->threads > 0 && jobs->threads <= MATCH_JOBS_THREADS_MAX &&
           (argc == 7 || read_bot(bench, argv[7]));
}

int main(int argc, char **argv)
{
    static const struct match_work work = {sizeof(struct slot), 4, worker_new, worker_free, play_job, collect, NULL};
    struct bench bench = {.edition = default_edition()};
    struct match_jobs jobs = {.work = &work, .context = &bench};
    if (!read_arguments(&bench, argc, argv, &jobs))
        return usage();
    bench.net = (struct net *)room_for("planted", sizeof *bench.net);
    bench.loss = (int32_t *)room_for("planted", jobs.n * sizeof *bench.loss);
    if (net_read(default_net_text, default_net_size, bench.net) || match_jobs_run(&jobs) != MATCH_JOBS_DONE)
        return 2;
    if (!bench.bot)
        print_planted(&bench);
    print_losses(&bench);
    free(bench.loss);
    free(bench.net);
    return 0;
}
