/* bench_bots.c - the second table of `fuerstenfeld-lab bench`: the speed of the network and of the bots that use it.
 *
 * The evaluated positions are one seat's views after each decision in games that the steward plays. Games follow each
 * other, so the jump from one game to the next is measured as well. `from scratch` evaluates each position from its
 * view alone, `followed` incrementally from the previous position. Both times include everything from the view to the
 * chances. The search is measured on decisions in the middle of such games. */
#include "bench.h"
#include "bots/ai/bots.h"
#include "bots/ai/net.h"
#include "bots/arena/random_games.h"
#include "engine/base/hash.h"

#include <stdlib.h>
#include <string.h>

enum {
    WALK = 2048,       /* positions */
    MIDDLE = 5,        /* round from which the decisions for the search are taken */
    SEARCHES = 4,      /* of them */
    ITERATIONS = 1000, /* iterations for each decision */
    FOLLOWED = 3,      /* iterations of the apprentice, which give a beam of four turns as in training */
};

struct bench_bots {
    const struct ff_edition *edition;
    const struct net *net;
    const struct bot *bot;        /* the bot that plays the games */
    void *memory;                 /* that bot's memory */
    struct ff_view walk[WALK];    /* one seat's views after each decision */
    struct ff_view ask[SEARCHES]; /* views of seats that must decide */
};

struct figures {
    int mode, players;
    double scratch_s, followed_s, iterations_s, games_s; /* numbers per second */
    uint64_t signature;                                  /* hash of the chances along the walk */
};

/* ------------------------------------------------------------------------------------------------------------ games */

/* Plays one decision of b->bot. The steward ignores the number of iterations. */
static void decide(const struct bench_bots *b, uint64_t seed, struct ff_game *game)
{
    struct ff_view view;
    int seat = ff_lowest(game->pub.owe);
    ff_view_of(game, seat, &view);
    struct bot_task task = {b->edition, &view, ff_legal(b->edition, &view), seed, b->net, NULL};
    ff_apply(b->edition, game, seat, ff_action_of(game->pub.stage, bot_choose(b->bot, b->memory, &task, FOLLOWED)));
}

static void begin_game(const struct bench_bots *b, int players, int mode, uint64_t seed, struct ff_game *game)
{
    memset(b->memory, 0, b->bot->memory_size);
    arena_random_begin_game(b->edition, players, mode, seed, game);
}

static void collect_walk(struct bench_bots *b, int players, int mode)
{
    b->bot = bot_find("steward");
    struct ff_game game = {.pub = {.owe = 0}};
    uint64_t seed = 0;
    for (int n = 0; n < WALK; n++) {
        if (game.pub.owe == 0)
            begin_game(b, players, mode, ++seed, &game);
        decide(b, (uint64_t)n, &game);
        ff_view_of(&game, (int)(seed % (uint64_t)players), &b->walk[n]);
    }
}

/* Collects the first build decision of each game from round MIDDLE on. */
static void collect_asks(struct bench_bots *b, int players, int mode)
{
    b->bot = bot_find("steward");
    uint64_t seed = 0;
    for (int n = 0; n < SEARCHES;) {
        struct ff_game game;
        begin_game(b, players, mode, ++seed, &game);
        while (game.pub.owe && !(game.pub.round >= MIDDLE && game.pub.stage == FF_STAGE_BUILD))
            decide(b, seed, &game);
        if (game.pub.owe)
            ff_view_of(&game, ff_lowest(game.pub.owe), &b->ask[n++]);
    }
}

/* ------------------------------------------------------------------------------------------------------ evaluations */

static uint64_t walk_from_scratch(const struct bench_bots *b)
{
    uint64_t hash = 0;
    for (int i = 0; i < WALK; i++) {
        uint16_t chance[FF_PLAYERS_MAX];
        net_evaluate(b->net, b->edition, &b->walk[i], chance);
        hash = base_hash_word(hash, chance[b->walk[i].own.seat]);
    }
    return hash;
}

static uint64_t walk_followed(const struct bench_bots *b)
{
    struct net_position position[2] = {{.view = NULL}, {.view = &b->walk[WALK - 1]}};
    uint64_t hash = 0;
    net_position_init(b->net, b->edition, &position[1]);
    for (int i = 0; i < WALK; i++) {
        uint16_t chance[FF_PLAYERS_MAX];
        struct net_position *now = &position[i % 2], *before = &position[(i + 1) % 2];
        now->view = &b->walk[i];
        net_position_update(b->net, b->edition, before, now);
        net_chances(b->net, &now->features, &now->sums, chance);
        hash = base_hash_word(hash, chance[0]);
    }
    return hash;
}
_Static_assert(WALK % 2 == 0, "the last position is position[1]");

/* Returns the number of positions per second. */
static double time_walk(const struct bench_bots *b, uint64_t (*walk)(const struct bench_bots *), uint64_t *hash)
{
    double best = 1e9;
    for (int pass = 0; pass < BENCH_PASSES; pass++) {
        int repeats = 0;
        double start = lab_cpu_seconds(), spent;
        do {
            *hash = walk(b);
            repeats++;
            spent = lab_cpu_seconds() - start;
        } while (spent < 0.02);
        best = spent / repeats < best ? spent / repeats : best;
    }
    return WALK / best;
}

/* ------------------------------------------------------------------------------------------------------------- bots */

/* Returns the search iterations per second. A search may end before its last iteration. */
static double iterations_of(const struct bench_bots *b, const struct bot *bot)
{
    struct bot_answer answer;
    double sum = 0;
    bot->answer(b->memory, &answer);
    for (int option = 0; option < FF_OPTIONS_MAX; option++)
        sum += answer.visits[option];
    return sum;
}

static double time_search(const struct bench_bots *b)
{
    const struct bot *prince = bot_find("prince");
    double spent = 0, iterations = 0;
    for (int i = 0; i < SEARCHES; i++) {
        struct bot_task task = {b->edition, &b->ask[i], ff_legal(b->edition, &b->ask[i]), (uint64_t)i, b->net, NULL};
        memset(b->memory, 0, prince->memory_size);
        prince->begin(b->memory, &task);
        prince->think(b->memory, ITERATIONS); /* warms up the memory */
        prince->begin(b->memory, &task);
        double start = lab_cpu_seconds();
        prince->think(b->memory, ITERATIONS);
        spent += lab_cpu_seconds() - start;
        iterations += iterations_of(b, prince);
    }
    return iterations / spent;
}

static double time_games(struct bench_bots *b, int players, int mode)
{
    b->bot = bot_find("apprentice");
    double start = lab_cpu_seconds(), spent;
    int games = 0;
    do {
        struct ff_game game;
        begin_game(b, players, mode, (uint64_t)++games, &game);
        for (uint64_t n = 0; game.pub.owe; n++)
            decide(b, n, &game);
        spent = lab_cpu_seconds() - start;
    } while (spent < 0.25);
    return games / spent;
}

/* -------------------------------------------------------------------------------------------------------- the table */

static bool measure(struct bench_bots *b, int players, int mode, struct figures *f)
{
    uint64_t followed;
    *f = (struct figures){.mode = mode, .players = players};
    collect_walk(b, players, mode);
    collect_asks(b, players, mode);
    f->scratch_s = time_walk(b, walk_from_scratch, &f->signature);
    f->followed_s = time_walk(b, walk_followed, &followed);
    f->iterations_s = time_search(b);
    f->games_s = time_games(b, players, mode);
    return followed == f->signature;
}

static void print_row(struct lab_report *report, const struct figures *f)
{
    bench_put_game_kind(report, f->mode, f->players);
    lab_cell_real(report, "evaluations_per_s", 0, f->scratch_s);
    lab_cell_real(report, "followed_evaluations_per_s", 0, f->followed_s);
    lab_cell_real(report, "search_iterations_per_s", 0, f->iterations_s);
    lab_cell_real(report, "apprentice_games_per_s", 1, f->games_s);
    bench_put_signature(report, f->signature);
}

/* Measures every mode and number of players. Returns false if evaluating from scratch and incrementally gives different
 * chances. */
static bool measure_all(struct bench_bots *b, struct lab_report *report)
{
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
        for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++) {
            struct figures figures;
            if (!measure(b, players, mode, &figures))
                return false;
            print_row(report, &figures);
        }
    return true;
}

int bench_bots(struct lab *lab)
{
    struct bench_bots *b = lab_zeroed_memory(sizeof *b);
    b->edition = &lab->edition;
    b->net = lab->net;
    b->memory = lab_zeroed_memory(lab_bot_size());
    lab_table_begin(&lab->report, "bots", "the network and the bots that use it, how many a second on one core");
    bool agree = measure_all(b, &lab->report);
    if (!agree)
        cli_error("bench: evaluations that follow one another differ from those from scratch");
    free(b->memory);
    free(b);
    return agree ? CLI_OK : CLI_FAILS;
}
