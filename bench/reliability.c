/* reliability.c - whether the chances that the coach tells are true: of turns told 30 %, 30 % are won.
 *
 *     reliability TURNS SEED EFFORT THREADS [hints]
 *
 * Goes through both modes, two to five players, and others of the levels 1 to 4 in turn. Plays a game with an
 * apprentice in one seat, takes one of its turns at random, and lets the coach judge it: what is its chance told to be
 * after it? With `hints` the coach is asked what to do, and its plan is played. From there the game is played to its
 * end some times, each time with the cards that nobody has seen in another order, which says how often it is won. So no
 * two turns are of the same game, and their errors are independent.
 *
 * Prints what was told and what was won by tenths of chances, by mode and players, by level, by rounds, and by mode,
 * level and rounds, with the 95 % error of the difference, the Brier score (mean square of told less won) and that of
 * telling par always. A win that is shared counts by its share. Same arguments, same output, whatever the threads. A
 * line a turn on stderr, with what the network's looks said in the coach's worlds and how these ended. */
#include "ai/bots.h"
#include "ai/levels.h"
#include "ai/net.h"
#include "ai/net_read.h"
#include "ai/seen.h"
#include "base/builtin.h"
#include "coach/review.h"
#include "match/jobs.h"
#include "room.h"
#include "tests/edition.h"
#include "text/names.h"
#include "turns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEVELS = 4,
    SIZES = FF_PLAYERS_MAX - FF_PLAYERS_MIN + 1,
    TENTHS = 10,
    PHASES = 4, /* rounds 1 to 3, 4 to 6, 7 to 9, later */
    ENDS = 8,   /* games played on from a turn */
    OWN = 4,    /* the level of who is judged */
    TURNS_MAX = 1000000,
};

struct sums {
    double n, told, won, off, brier, par;
};

struct bench {
    struct ff_edition edition;
    struct net *net;
    uint64_t seed;
    enum coach_effort effort;
    bool hints;
    struct sums tenth[TENTHS], size[2 * SIZES], level[LEVELS], phase[PHASES], all;
    struct sums cell[2][LEVELS][PHASES];
};

struct worker {
    void *memory[FF_PLAYERS_MAX];
    struct coach_judge judge;
};

/* A game, what everybody saw of it, and who plays. */
struct table {
    struct ff_game game;
    struct seen seen;
    int own, level; /* whose turns are judged, and the others' level */
    struct ff_rng rng;
};

struct slot {
    int mode, players, level, round;
    double told, won, brier; /* won: the mean of the games played on */
    double looks, ends;      /* in the worlds that the coach played to their ends, means: its looks, and the results */
};

/* ---------------------------------------------------------------------------------------------------------- playing */

static unsigned ask(const struct bench *bench, struct worker *worker, struct table *table, int seat)
{
    const struct bot_level *level = &bot_levels[(seat == table->own ? OWN : table->level) - 1];
    struct ff_view view;
    ff_view_of(&table->game, seat, &view);
    const struct bot_task task = {
        .edition = &bench->edition,
        .view = &view,
        .legal = ff_legal(&bench->edition, &view),
        .seed = ff_rng_next(&table->rng),
        .net = bench->net,
        .seen = &table->seen,
    };
    return bot_choose(bot_find(level->bot), worker->memory[seat], &task, level->iterations);
}

static void take(const struct bench *bench, struct table *table, int seat, unsigned option)
{
    seen_apply(&table->seen, &bench->edition, &table->game, seat, ff_action_of(table->game.pub.stage, option));
}

/* To the end of the game, or the beginning of that many own turns. Returns the own turns that began. */
static int play_on(const struct bench *bench, struct worker *worker, struct table *table, int turns)
{
    struct turns begun = {0, -1};
    int own = 0;
    for (int seat = 0; seat < table->game.pub.players; seat++)
        memset(worker->memory[seat], 0, bot_prince.memory_size);
    while (table->game.pub.owe) {
        int seat = ff_lowest(table->game.pub.owe);
        if (turns_count(&begun, &table->game) && seat == table->own && ++own == turns)
            break;
        take(bench, table, seat, ask(bench, worker, table, seat));
    }
    return own;
}

/* The turn that the seat plays from here; *after is the table then. */
static struct turn play_turn(const struct bench *bench, struct worker *worker, const struct table *before,
                             struct table *after)
{
    struct turn turn = {.steps = 0};
    const int round = before->game.pub.round;
    *after = *before;
    while (turn_goes_on(&after->game, after->own) && after->game.pub.round == round && turn.steps < TURN_STEPS_MAX) {
        unsigned option = ask(bench, worker, after, after->own);
        turn.option[turn.steps++] = (uint8_t)option;
        take(bench, after, after->own, option);
    }
    return turn;
}

/* The cards that nobody has seen, in another order: as likely as the one that they are in. */
static void shuffle_fresh(const struct bench *bench, struct ff_game *game, struct ff_rng *rng)
{
    for (int seat = 0; seat < game->pub.players; seat++) {
        uint8_t deck[FF_CARDS_MAX];
        struct ff_view view;
        ff_view_of(game, seat, &view);
        for (int i = 0; i < game->pub.deck_n[seat]; i++)
            deck[i] = (uint8_t)ff_deck_card(game, seat, i);
        for (uint32_t i = game->pub.fresh_n[seat]; i > 1; i--) {
            uint32_t other = ff_rng_below(rng, i);
            uint8_t card = deck[i - 1];
            deck[i - 1] = deck[other];
            deck[other] = card;
        }
        ff_place(&bench->edition, game, seat, view.own.hand, view.own.trash, deck);
    }
}

static void play_to_ends(const struct bench *bench, struct worker *worker, const struct table *after, struct slot *slot)
{
    for (int i = 0; i < ENDS; i++) {
        struct table table = *after;
        uint16_t chance[FF_PLAYERS_MAX];
        table.rng = ff_rng_of(ff_rng_next(&table.rng) + (uint64_t)i);
        shuffle_fresh(bench, &table.game, &table.rng);
        play_on(bench, worker, &table, -1);
        net_final_chances(&table.game.pub, chance);
        double won = (double)chance[table.own] / NET_CHANCE_ONE;
        slot->won += won / ENDS;
        slot->brier += (won - slot->told) * (won - slot->told) / ENDS;
    }
}

/* ---------------------------------------------------------------------------------------------------------- judging */

static struct coach_verdict judge(const struct bench *bench, struct worker *worker, const struct table *table,
                                  const struct turn *played)
{
    struct coach_case a_case = {.effort = bench->effort, .played = played};
    struct coach_verdict verdict;
    a_case.place.edition = &bench->edition;
    a_case.place.net = bench->net;
    a_case.place.seen = &table->seen;
    for (int seat = 0; seat < table->game.pub.players; seat++)
        a_case.place.company.is[seat] = features_level(seat == table->own ? 0 : table->level);
    ff_view_of(&table->game, table->own, &a_case.place.view);
    a_case.place.seed = coach_seed_of(&a_case.place.view);
    coach_judge_begin(&worker->judge, &a_case);
    while (coach_judge_think(&worker->judge, 64))
        ;
    coach_judge_answer(&worker->judge, &verdict);
    return verdict;
}

/* What the first table of coach/company.c comes from. */
static void look_at_ends(const struct coach_judge *judge, int own, struct slot *slot)
{
    double n = 0;
    for (int i = 0; i < judge->weighed_n; i++) {
        const struct coach_candidate *candidate = &judge->candidate[judge->weighed[i]];
        slot->looks += (double)candidate->ended_looks[own] / NET_CHANCE_ONE;
        slot->ends += (double)candidate->won[own] / NET_CHANCE_ONE;
        n += candidate->ended;
    }
    slot->looks /= n;
    slot->ends /= n;
}

static void play_job(void *context, void *memory, uint64_t job, void *result)
{
    const struct bench *bench = (const struct bench *)context;
    struct worker *worker = (struct worker *)memory;
    struct slot *slot = (struct slot *)result;
    struct table begin = {.rng = ff_rng_of((bench->seed << 32) + job)}, table, after;
    struct ff_setup setup;
    slot->mode = job % 2 ? FF_EXPERT : FF_BASE;
    slot->players = FF_PLAYERS_MIN + (int)(job / 2 % SIZES);
    slot->level = 1 + (int)(job / (2 * SIZES) % LEVELS);
    begin.level = slot->level;
    begin.own = (int)ff_rng_below(&begin.rng, (uint32_t)slot->players);
    ff_deal(&bench->edition, slot->players, slot->mode, ff_rng_next(&begin.rng), &setup);
    seen_begin(&begin.seen, &bench->edition, &setup, &begin.game);
    table = begin;
    int turns = play_on(bench, worker, &table, -1);
    uint32_t wanted = ff_rng_below(&table.rng, (uint32_t)turns);
    table = begin;
    play_on(bench, worker, &table, 1 + (int)wanted);
    slot->round = table.game.pub.round;
    const struct turn played = play_turn(bench, worker, &table, &after);
    const struct coach_verdict verdict = judge(bench, worker, &table, bench->hints ? NULL : &played);
    const struct coach_idea *idea = &verdict.idea[bench->hints ? 0 : verdict.played];
    if (bench->hints) {
        after = table;
        for (int i = 0; i < idea->turn.steps; i++)
            take(bench, &after, after.own, idea->turn.option[i]);
    }
    slot->told = (double)idea->chance[table.own] / NET_CHANCE_ONE;
    look_at_ends(&worker->judge, table.own, slot);
    play_to_ends(bench, worker, &after, slot);
}

/* --------------------------------------------------------------------------------------------------------- counting */

static void add(struct sums *sums, const struct slot *slot)
{
    double par = 1.0 / slot->players, off = slot->told - slot->won;
    sums->n++;
    sums->told += slot->told;
    sums->won += slot->won;
    sums->off += off * off;
    sums->brier += slot->brier;
    /* Of each game the square of won less par; of the games their mean and their squares with told are known. */
    sums->par += slot->brier + par * par - slot->told * slot->told + 2 * slot->won * (slot->told - par);
}

static bool collect(void *context, uint64_t job, void *result)
{
    struct bench *bench = (struct bench *)context;
    const struct slot *slot = (const struct slot *)result;
    int tenth = (int)(slot->told * TENTHS), phase = (slot->round - 1) / 3;
    (void)job;
    fprintf(stderr, "%s %d level %d round %d told %.4f won %.4f looks %.4f ends %.4f\n", text_mode(slot->mode),
            slot->players, slot->level, slot->round, slot->told, slot->won, slot->looks, slot->ends);
    add(&bench->tenth[tenth < TENTHS ? tenth : TENTHS - 1], slot);
    add(&bench->size[(slot->mode == FF_EXPERT) * SIZES + slot->players - FF_PLAYERS_MIN], slot);
    add(&bench->level[slot->level - 1], slot);
    add(&bench->phase[phase < PHASES ? phase : PHASES - 1], slot);
    add(&bench->cell[slot->mode == FF_EXPERT][slot->level - 1][phase < PHASES ? phase : PHASES - 1], slot);
    add(&bench->all, slot);
    return true;
}

static void print_sums(const char *name, const struct sums *sums)
{
    double n = sums->n > 0 ? sums->n : 1, off = (sums->told - sums->won) / n;
    double error = 1.96 * sqrt((sums->off / n - off * off) / n);
    printf("%-20s %6.0f  %5.1f  %5.1f  %+5.1f +- %3.1f  %.3f  %.3f\n", name, sums->n, 100 * sums->told / n,
           100 * sums->won / n, 100 * off, 100 * error, sums->brier / n, sums->par / n);
}

/* Where the second table of coach/company.c comes from. */
static void print_cells(const struct bench *bench)
{
    char name[32];
    for (int mode = 0; mode < 2; mode++)
        for (int level = 0; level < LEVELS; level++)
            for (int phase = 0; phase < PHASES; phase++) {
                snprintf(name, sizeof name, "%s %d, from round %d", text_mode(mode ? FF_EXPERT : FF_BASE), level + 1,
                         3 * phase + 1);
                print_sums(name, &bench->cell[mode][level][phase]);
            }
}

static void print_all(const struct bench *bench)
{
    char name[32];
    printf("                      turns   told    won   told - won  Brier  par's\n");
    for (int i = 0; i < TENTHS; i++) {
        snprintf(name, sizeof name, "%d to %d %%", 10 * i, 10 * i + 10);
        print_sums(name, &bench->tenth[i]);
    }
    for (int i = 0; i < 2 * SIZES; i++) {
        snprintf(name, sizeof name, "%s, %d players", text_mode(i < SIZES ? FF_BASE : FF_EXPERT),
                 FF_PLAYERS_MIN + i % SIZES);
        print_sums(name, &bench->size[i]);
    }
    for (int i = 0; i < LEVELS; i++) {
        snprintf(name, sizeof name, "against level %d", i + 1);
        print_sums(name, &bench->level[i]);
    }
    for (int i = 0; i < PHASES; i++) {
        snprintf(name, sizeof name, i + 1 < PHASES ? "rounds %d to %d" : "later", 3 * i + 1, 3 * i + 3);
        print_sums(name, &bench->phase[i]);
    }
    print_cells(bench);
    print_sums("all", &bench->all);
}

/* ------------------------------------------------------------------------------------------------------------ begin */

static void *worker_new(void *context)
{
    struct worker *worker = (struct worker *)room_for("reliability", sizeof *worker);
    (void)context;
    room_for_seats("reliability", bot_prince.memory_size, worker->memory); /* the largest */
    return worker;
}

static void worker_free(void *context, void *memory)
{
    struct worker *worker = (struct worker *)memory;
    (void)context;
    room_free_seats(worker->memory);
    free(worker);
}

static bool read_arguments(struct bench *bench, int argc, char **argv, struct match_jobs *jobs)
{
    int effort = 0;
    if (argc < 5 || argc > 6 || (argc == 6 && strcmp(argv[5], "hints") != 0))
        return false;
    while (effort < COACH_EFFORTS && strcmp(argv[3], coach_effort_names[effort]) != 0)
        effort++;
    jobs->n = strtoull(argv[1], NULL, 10);
    bench->seed = strtoull(argv[2], NULL, 10);
    bench->effort = (enum coach_effort)effort;
    jobs->threads = strtoull(argv[4], NULL, 10);
    bench->hints = argc == 6;
    return effort < COACH_EFFORTS && jobs->n > 0 && jobs->n <= TURNS_MAX && jobs->threads > 0 &&
           jobs->threads <= MATCH_JOBS_THREADS_MAX;
}

int main(int argc, char **argv)
{
    static const struct match_work work = {sizeof(struct slot), 4, worker_new, worker_free, play_job, collect, NULL};
    struct bench bench = {.edition = default_edition()};
    struct match_jobs jobs = {.work = &work, .context = &bench};
    if (!read_arguments(&bench, argc, argv, &jobs)) {
        fprintf(stderr, "usage: reliability TURNS SEED quick|normal|deep THREADS [hints]\n");
        return 2;
    }
    bench.net = (struct net *)room_for("reliability", sizeof *bench.net);
    if (net_read(default_net_text, default_net_size, bench.net) || match_jobs_run(&jobs) != MATCH_JOBS_DONE)
        return 2;
    print_all(&bench);
    free(bench.net);
    return 0;
}
