/* edition.c - what an edition gives when good players play it: the figures of docs/edition.md.
 *
 *     edition BOT GAMES [EDITION-FILE [NET-FILE]]
 *
 * plays GAMES games of every mode and player count with BOT at every seat, and prints rounds, how often a deck was gone
 * through, who won by the first round's order, and the share of seats that built each card. Same arguments, same
 * output. */
#include "tests/edition.h"
#include "ai/bots.h"
#include "ai/net.h"
#include "text/names.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct study {
    uint64_t games, seats, rounds, drawn, unfinished;
    uint64_t built[FF_CARDS_MAX]; /* seats that built the card */
    double won[FF_PLAYERS_MAX];   /* by place in the first order */
};

struct table {
    struct ff_edition edition;
    const struct bot *bot;
    struct net *net;
    void *memory[FF_PLAYERS_MAX];
};

static void decide(const struct table *table, struct ff_game *game, struct ff_rng *rng)
{
    struct ff_view view;
    int seat = ff_first_seat(game->pub.owe);
    ff_view_of(game, seat, &view);
    const struct bot_task task = {&table->edition, &view, ff_legal(&table->edition, &view), ff_rng_next(rng),
                                  table->net};
    unsigned option = bot_choose(table->bot, table->memory[seat], &task, 0);
    ff_action action = ff_action_of(game->pub.stage, option);
    struct ff_event event;
    if (ff_play(&table->edition, game, seat, action, &event) != FF_OK)
        abort(); /* a bot that does not know the rules */
}

static void count_end(const struct ff_game *game, const struct ff_setup *setup, struct study *study)
{
    struct ff_result result;
    ff_result(&game->pub, &result);
    study->games++;
    study->rounds += game->pub.round;
    study->unfinished += !result.palace;
    for (int i = 0; i < setup->players; i++) {
        int seat = setup->order[i];
        if (result.winners >> seat & 1)
            study->won[i] += 1.0 / ff_popcount(result.winners);
        study->seats++;
        for (int card = 0; card < FF_CARDS_MAX; card++)
            study->built[card] += game->pub.built[seat] >> card & 1;
    }
}

/* Cards are drawn by set-up (R1.4, R1.5), by every deal and by laboratories. */
static void play(const struct table *table, int players, int mode, uint64_t seed, struct study *study)
{
    struct ff_setup setup;
    struct ff_game game;
    struct ff_event event;
    struct ff_rng rng = ff_rng_of(~seed);
    ff_deal(&table->edition, players, mode, seed, &setup);
    ff_prepare(&table->edition, &setup, &game);
    study->drawn += (uint64_t)(players * (mode == FF_EXPERT ? 1 : 3));
    for (;;) {
        int before[FF_PLAYERS_MAX];
        for (int seat = 0; seat < players; seat++)
            before[seat] = game.pub.hand_n[seat];
        if (game.pub.owe)
            decide(table, &game, &rng);
        else if (!ff_follow(&table->edition, &game, &event))
            break;
        for (int seat = 0; seat < players; seat++)
            study->drawn += game.pub.hand_n[seat] > before[seat] ? (uint64_t)(game.pub.hand_n[seat] - before[seat]) : 0;
    }
    count_end(&game, &setup, study);
}

static void print(const struct study *study, int players, int mode)
{
    printf("%s, %d players: %" PRIu64
           " games, rounds %.1f, decks gone through %.2f times, unfinished %.1f %%; won in first "
           "order",
           text_mode(mode), players, study->games, (double)study->rounds / (double)study->games,
           (double)study->drawn / (double)study->seats / ff_cards_n(mode),
           100.0 * (double)study->unfinished / (double)study->games);
    for (int i = 0; i < players; i++)
        printf(" %.1f", 100 * study->won[i] / (double)study->games);
    printf(" %%\n   ");
    for (int card = 0; card < ff_cards_n(mode); card++)
        printf(" %s %.0f", text_card(card), 100.0 * (double)study->built[card] / (double)study->seats);
    printf("\n");
    fflush(stdout);
}

static char *read_all(const char *path, size_t *n)
{
    FILE *file = fopen(path, "rb");
    char *bytes = malloc(1 << 20);
    *n = file && bytes ? fread(bytes, 1, 1 << 20, file) : 0;
    if (file)
        fclose(file);
    if (*n == 0)
        fprintf(stderr, "edition: %s cannot be read\n", path);
    return *n ? bytes : NULL;
}

static bool read_edition(const char *path, struct ff_edition *edition)
{
    struct text_edition read;
    struct text_error error;
    size_t n;
    char *text = read_all(path, &n);
    bool good = text && text_edition_read(text, n, &read, &error);
    if (text && !good)
        fprintf(stderr, "%s:%u: %s\n", path, error.line, error.message);
    if (good)
        *edition = read.values;
    free(text);
    return good;
}

extern const uint8_t default_net_text[];
extern const size_t default_net_size;

static bool read_net(const char *path, struct net *net)
{
    size_t n = default_net_size;
    char *bytes = path ? read_all(path, &n) : NULL;
    if (path && !bytes)
        return false;
    const char *fault = net_read(path ? (const uint8_t *)bytes : default_net_text, n, net);
    if (fault)
        fprintf(stderr, "edition: %s\n", fault);
    free(bytes);
    return !fault;
}

int main(int argc, char **argv)
{
    struct table table = {.edition = default_edition(), .bot = argc > 2 ? bot_find(argv[1]) : NULL};
    uint64_t games = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    table.net = malloc(sizeof *table.net);
    if (!table.bot || games == 0 || argc > 5 || !table.net) {
        fprintf(stderr, "usage: edition BOT GAMES [EDITION-FILE [NET-FILE]]\n");
        return 2;
    }
    if ((argc > 3 && !read_edition(argv[3], &table.edition)) || !read_net(argc > 4 ? argv[4] : NULL, table.net))
        return 2;
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++)
        table.memory[seat] = calloc(1, table.bot->memory_size);
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
        for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++) {
            struct study study = {.games = 0};
            for (uint64_t i = 0; i < games; i++)
                play(&table, players, mode, 5000000 + i, &study);
            print(&study, players, mode);
        }
    return 0;
}
