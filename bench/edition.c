/* edition.c - what an edition gives when good players play it: the figures of docs/edition.md.
 *
 *     edition BOT GAMES [EDITION-FILE [NET-FILE]]
 *
 * plays GAMES games of every mode and player count with BOT at every seat, and prints rounds, how often a deck was gone
 * through, who won by the first round's order, and the share of seats that built each card. Same arguments, same
 * output. */
#include "tests/edition.h"
#include "ai/net.h"
#include "base/builtin.h"
#include "bench/study.h"
#include "text/names.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print(const struct study *study, int players, int mode)
{
    printf("%s, %d players: %" PRIu64
           " games, rounds %.1f, decks gone through %.2f times, unfinished %.1f %%; won in first "
           "order",
           text_mode(mode), players, study->games, study_rounds(study), study_passes(study, mode),
           100.0 * (double)study->unfinished / (double)study->games);
    for (int i = 0; i < players; i++)
        printf(" %.1f", 100 * study_won(study, i));
    printf(" %%; sets of cards %.0f; won with 0 to 3 Palace parts among the first six cards", study_roads(study));
    for (int parts = 0; parts <= 3; parts++)
        printf(" %.1f", 100 * study_early_won(study, parts));
    printf(" %%\n   ");
    for (int card = 0; card < ff_cards_n(mode); card++)
        printf(" %s %.0f", text_card(card), 100 * study_share(study, card));
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
    struct base_error error;
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
    static struct study study;
    const struct bot *bot = argc > 2 ? bot_find(argv[1]) : NULL;
    struct study_table table = {.edition = default_edition(), .net = malloc(sizeof *table.net)};
    uint64_t games = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    if (!bot || games == 0 || argc > 5 || !table.net) {
        fprintf(stderr, "usage: edition BOT GAMES [EDITION-FILE [NET-FILE]]\n");
        return 2;
    }
    if ((argc > 3 && !read_edition(argv[3], &table.edition)) || !read_net(argc > 4 ? argv[4] : NULL, table.net))
        return 2;
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++) {
        table.bot[seat] = bot;
        table.memory[seat] = calloc(1, bot->memory_size);
    }
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
        for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++) {
            memset(&study, 0, sizeof study);
            for (uint64_t i = 0; i < games; i++)
                study_play(&table, players, mode, 5000000 + i, &study);
            print(&study, players, mode);
        }
    return 0;
}
