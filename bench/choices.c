/* choices.c - what bots' turns are worth: how likely a seat is to win after them.
 *
 *     choices PLAYERS base|expert TURNS SEED BOT[:ITERATIONS]...
 *
 * Takes one turn at random from each of TURNS games among apprentices, lets every bot play it, and plays on to the end
 * of the game with an apprentice in every seat, WORLDS times, the same for all bots: everybody holds and has put under
 * the deck what they truly have, which the bots must guess; the cards that nobody has seen lie in another order.
 * Prints, a line for each turn, the share of them that the seat wins after each bot's play; then by how much each bot
 * is better than the one named before it and than the first, with 95 % intervals. Same arguments, same output.
 *
 * Bots meet the same turns and the same luck, so differences show that whole games would need many times as long for.
 * (It is not what a bot wins more in a game: that has several turns, and the later ones follow from the earlier.) */
#include "ai/bots.h"
#include "ai/net.h"
#include "ai/seen.h"
#include "ai/turn.h"
#include "base/builtin.h"
#include "room.h"
#include "tests/edition.h"
#include "turns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORLDS = 1024, PLAYING_ON = 7, BOTS_MAX = 16 };

struct sums {
    double sum, squares;
};

struct chooser {
    const struct bot *bot;
    uint32_t iterations; /* 0: its own */
    struct sums won, over_last, over_first;
};

static void add(struct sums *sums, double value)
{
    sums->sum += value;
    sums->squares += value * value;
}

static double mean(const struct sums *sums, int n) { return sums->sum / n; }

/* Half of the 95 % interval. */
static double margin(const struct sums *sums, int n)
{
    double variance = sums->squares / n - mean(sums, n) * mean(sums, n);
    return variance > 0 ? 1.96 * sqrt(variance / n) : 0;
}

struct table {
    struct ff_edition edition;
    struct net *net;
    int players;
    void *memory[FF_PLAYERS_MAX]; /* of apprentices */
    void *bots_memory;            /* of the bot that is asked */
};

static unsigned ask(const struct table *table, const struct chooser *who, void *memory, const struct ff_game *game,
                    const struct seen *seen, struct ff_rng *rng)
{
    struct ff_view view;
    ff_view_of(game, ff_lowest(game->pub.owe), &view);
    const struct bot_task task = {&table->edition,  &view,      ff_legal(&table->edition, &view),
                                  ff_rng_next(rng), table->net, seen};
    return bot_choose(who->bot, memory, &task, who->iterations);
}

/* `seen` may be NULL: nobody watches. */
static void apply(const struct table *table, struct ff_game *game, unsigned option, struct seen *seen)
{
    int seat = ff_lowest(game->pub.owe);
    ff_action action = ff_action_of(game->pub.stage, option);
    if (seen)
        seen_apply(seen, &table->edition, game, seat, action);
    else
        ff_apply(&table->edition, game, seat, action);
}

/* With apprentices, to the end of the game or the beginning of that many turns. Returns the turns that began. */
static int play_on(const struct table *table, struct ff_game *game, struct ff_rng *rng, int turns, struct seen *seen)
{
    const struct chooser apprentice = {.bot = &bot_apprentice, .iterations = PLAYING_ON};
    struct turns begun = {0, -1};
    for (int seat = 0; seat < table->players; seat++)
        memset(table->memory[seat], 0, bot_apprentice.memory_size);
    while (game->pub.owe) {
        int seat = ff_lowest(game->pub.owe);
        if (turns_count(&begun, game) && begun.n == turns)
            break;
        apply(table, game, ask(table, &apprentice, table->memory[seat], game, NULL, rng), seen);
    }
    return begun.n;
}

static void play_turn(const struct table *table, const struct chooser *who, struct ff_game game,
                      const struct seen *before, struct ff_rng rng, struct turn *turn)
{
    struct seen seen = *before;
    int seat = ff_lowest(game.pub.owe), round = game.pub.round;
    memset(table->bots_memory, 0, who->bot->memory_size);
    memset(turn, 0, sizeof *turn);
    while (turn_goes_on(&game, seat) && game.pub.round == round && turn->steps < TURN_STEPS_MAX) {
        unsigned option = ask(table, who, table->bots_memory, &game, &seen, &rng);
        turn->option[turn->steps++] = (uint8_t)option;
        apply(table, &game, option, &seen);
    }
}

/* The cards that nobody has seen, in another order. */
static void deal_again(const struct table *table, struct ff_rng *rng, struct ff_game *game)
{
    for (int seat = 0; seat < table->players; seat++) {
        uint8_t deck[FF_CARDS_MAX];
        for (int i = 0; i < game->pub.deck_n[seat]; i++)
            deck[i] = (uint8_t)ff_deck_card(game, seat, i);
        ff_shuffle(rng, deck, game->pub.fresh_n[seat]);
        ff_place(&table->edition, game, seat, game->hid.hand[seat], game->hid.trash[seat], deck);
    }
}

static double share_won(const struct table *table, const struct ff_game *game, struct ff_rng rng,
                        const struct turn *turn)
{
    int seat = ff_lowest(game->pub.owe);
    double won = 0;
    for (int i = 0; i < WORLDS; i++) {
        struct ff_rng luck = ff_rng_of(ff_rng_next(&rng));
        struct ff_game world = *game;
        struct ff_result result;
        deal_again(table, &luck, &world);
        for (int step = 0; step < turn->steps; step++)
            apply(table, &world, turn->option[step], NULL);
        play_on(table, &world, &luck, -1, NULL);
        ff_result(&world.pub, &result);
        won += result.winners >> seat & 1 ? 1.0 / ff_popcount(result.winners) : 0;
    }
    return won / WORLDS;
}

/* What the bots make of one turn of that deal. */
static void compare(const struct table *table, int mode, uint64_t seed, struct chooser *chooser, int n)
{
    struct ff_setup setup;
    struct ff_game begin, game;
    struct seen seen;
    struct ff_rng rng = ff_rng_of(~seed), again = rng;
    struct turn turn[BOTS_MAX];
    double won[BOTS_MAX];
    ff_deal(&table->edition, table->players, mode, seed, &setup);
    seen_begin(&seen, &table->edition, &setup, &begin);
    game = begin;
    int turns = play_on(table, &game, &again, -1, NULL);
    game = begin;
    again = rng;
    play_on(table, &game, &again, 1 + (int)ff_rng_below(&rng, (uint32_t)turns), &seen);
    for (int i = 0; i < n; i++) {
        play_turn(table, &chooser[i], game, &seen, rng, &turn[i]);
        won[i] = -1;
        for (int j = 0; j < i && won[i] < 0; j++)
            won[i] = memcmp(&turn[i], &turn[j], sizeof *turn) == 0 ? won[j] : -1;
        if (won[i] < 0)
            won[i] = share_won(table, &game, again, &turn[i]);
        add(&chooser[i].won, won[i]);
        add(&chooser[i].over_last, won[i] - won[i > 0 ? i - 1 : 0]);
        add(&chooser[i].over_first, won[i] - won[0]);
        printf(" %.2f", 100 * won[i]);
    }
    printf("\n");
    fflush(stdout);
}

static bool read_chooser(char *name, struct chooser *chooser)
{
    char *colon = strchr(name, ':'), *end = NULL;
    unsigned long iterations = 0;
    if (colon) {
        *colon = 0;
        iterations = strtoul(colon + 1, &end, 10);
    }
    *chooser = (struct chooser){.bot = bot_find(name), .iterations = (uint32_t)iterations};
    bool good = chooser->bot && (!colon || (*end == 0 && end != colon + 1 && iterations > 0));
    if (colon)
        *colon = ':';
    return good;
}

/* Compared with nobody nothing is printed. */
static void print_more(const char *than, const struct sums *more, int n)
{
    double middle = mean(more, n), half = margin(more, n);
    if (than)
        printf("; %+.2f (%+.2f to %+.2f) over %s", 100 * middle, 100 * (middle - half), 100 * (middle + half), than);
}

static int usage(void)
{
    fprintf(stderr, "usage: choices PLAYERS base|expert TURNS SEED BOT[:ITERATIONS]... (up to %d bots)\n", BOTS_MAX);
    return 2;
}

int main(int argc, char **argv)
{
    struct chooser chooser[BOTS_MAX];
    size_t largest = 0;
    const int n = argc - 5;
    if (n < 1 || n > BOTS_MAX || (strcmp(argv[2], "base") != 0 && strcmp(argv[2], "expert") != 0))
        return usage();
    struct table table = {.edition = default_edition(), .players = atoi(argv[1])};
    const int turns = atoi(argv[3]), mode = strcmp(argv[2], "base") == 0 ? FF_BASE : FF_EXPERT;
    if (table.players < FF_PLAYERS_MIN || table.players > FF_PLAYERS_MAX || turns < 1)
        return usage();
    for (int i = 0; i < n; i++) {
        if (!read_chooser(argv[5 + i], &chooser[i])) {
            fprintf(stderr, "choices: %s is no bot; try prince:500\n", argv[5 + i]);
            return 2;
        }
        largest = chooser[i].bot->memory_size > largest ? chooser[i].bot->memory_size : largest;
    }
    table.bots_memory = room_for("choices", largest);
    for (int seat = 0; seat < table.players; seat++)
        table.memory[seat] = room_for("choices", bot_apprentice.memory_size);
    table.net = room_for("choices", sizeof *table.net);
    if (net_read(default_net_text, default_net_size, table.net))
        abort(); /* it is built in */
    uint64_t seed = strtoull(argv[4], NULL, 10);
    for (int i = 0; i < turns; i++)
        compare(&table, mode, (seed << 32) + (uint64_t)i, chooser, n);
    for (int i = 0; i < n; i++) {
        printf("%s wins %.2f %%", argv[5 + i], 100 * mean(&chooser[i].won, turns));
        print_more(i > 0 ? argv[4 + i] : NULL, &chooser[i].over_last, turns);
        print_more(i > 1 ? argv[5] : NULL, &chooser[i].over_first, turns);
        printf("\n");
    }
    return 0;
}
