/* belief.c - learns from games where cards probably are (ai/belief.h), and measures how well it is known.
 *
 *     belief learn GAMES SEED >ai/belief_weights.c
 *     belief measure GAMES SEED PLAYERS base|expert BOT[:ITERATIONS]
 *
 * Learning: in games of all modes and numbers of players among apprentices, and stewards in a quarter of the seats, at
 * the end of every turn, two of the seat's cards are swapped, and the weights are pulled towards what makes the true
 * arrangement the more likely of the two (logistic regression; AdaGrad). The games are learnt from as they come, once.
 *
 * Measuring: at the beginning of every turn, the one who plays it says of every card of each other seat how likely it
 * is in the hand, at each place under the deck, removed or never drawn. Printed by round is how much is missing to
 * certainty, in nats a card (the mean of minus the logarithm of what was said of the truth), for a guess that knows the
 * numbers alone and for the belief; and of all cards that were said to be in the hand with so many per cent how many
 * were. */
#include "ai/belief.h"
#include "ai/bots.h"
#include "ai/net.h"
#include "ai/turn.h"
#include "base/builtin.h"
#include "room.h"
#include "tests/edition.h"

#include <math.h>
#include <string.h>

enum {
    FOLLOWED = 4, /* turns, by an apprentice */
    GUESTS = 4,   /* one of so many seats is a guest's */
    PAIRS = 24,   /* swaps to learn from, a turn */
    WORLDS = 256,
    ROUNDS = 16,
    TENTHS = 10,
};

struct table {
    struct ff_edition edition;
    struct net *net;
    void *memory[FF_PLAYERS_MAX];
    const struct bot *bot[FF_PLAYERS_MAX];
    uint32_t iterations[FF_PLAYERS_MAX];
    struct seen seen;
    struct ff_game game;
    struct ff_rng rng;
};

typedef void look(void *with, struct table *table, int seat);

/* ----------------------------------------------------------------------------------------------------------- games */

static unsigned decide(struct table *table, int seat)
{
    struct ff_view view;
    ff_view_of(&table->game, seat, &view);
    const struct bot_task task = {.edition = &table->edition,
                                  .view = &view,
                                  .legal = ff_legal(&table->edition, &view),
                                  .seed = ff_rng_next(&table->rng),
                                  .net = table->net};
    return bot_choose(table->bot[seat], table->memory[seat], &task, table->iterations[seat]);
}

static int turn_now(const struct ff_public *pub)
{
    bool turn = pub->stage >= FF_STAGE_BREWERY && pub->stage <= FF_STAGE_DISCARD;
    return turn ? ff_turn_seat(pub) : -1;
}

/* Calls `begins` for the seat whose turn begins, `ends` for the one whose turn is over. */
static void play(struct table *table, int players, int mode, uint64_t seed, look *begins, look *ends, void *with)
{
    struct ff_setup setup;
    struct ff_event event;
    struct ff_game *game = &table->game;
    table->rng = ff_rng_of(~seed);
    ff_deal(&table->edition, players, mode, seed, &setup);
    ff_prepare(&table->edition, &setup, game);
    memset(&table->seen, 0, sizeof table->seen);
    for (int seat = 0; seat < players; seat++)
        memset(table->memory[seat], 0, table->bot[seat]->memory_size);
    for (int last = -1; game->pub.stage != FF_STAGE_OVER;) {
        seen_look(&table->seen, &game->pub);
        int now = turn_now(&game->pub);
        if (now != last && last >= 0 && ends)
            ends(with, table, last);
        if (now != last && now >= 0 && begins)
            begins(with, table, now);
        last = now;
        int seat = game->pub.owe ? ff_lowest(game->pub.owe) : -1;
        if (seat >= 0)
            ff_play(&table->edition, game, seat, ff_action_of(game->pub.stage, decide(table, seat)), &event);
        else
            ff_follow(&table->edition, game, &event);
    }
}

/* -------------------------------------------------------------------------------------------------------- learning */

struct learner {
    double weight[BELIEF_WEIGHTS], squares[BELIEF_WEIGHTS];
    double loss;
    uint64_t pairs;
};

/* Which card is at which place. Between two turns of a seat's, before it draws, its hand is what it kept. */
static void arrangement(const struct ff_game *game, int seat, const struct belief_place *place, int n, uint8_t *card)
{
    uint32_t hand = game->hid.hand[seat], trash = game->hid.trash[seat];
    for (int i = 0; i < n; i++) {
        uint32_t *from = place[i].where == BELIEF_IN_HAND ? &hand : &trash;
        if (place[i].where < BELIEF_IN_HAND) {
            card[i] = (uint8_t)ff_deck_card(game, seat, place[i].where);
            continue;
        }
        card[i] = (uint8_t)ff_lowest(*from);
        *from &= *from - 1;
    }
}

struct pull {
    uint16_t feature[4 * BELIEF_FEATURES];
    int8_t sign[4 * BELIEF_FEATURES];
    int n;
};

static void add_fit(struct pull *pull, const struct table *table, int card, int seat, const struct belief_place *place,
                    int sign)
{
    if (!place->turn)
        return;
    belief_features(&table->edition, card, seat, place, &pull->feature[pull->n]);
    for (int i = 0; i < BELIEF_FEATURES; i++)
        pull->sign[pull->n++] = (int8_t)sign;
}

static void learn_pair(struct learner *learner, const struct pull *pull)
{
    double gain = 0;
    for (int i = 0; i < pull->n; i++)
        gain += pull->sign[i] * learner->weight[pull->feature[i]];
    double wrong = 1 / (1 + exp(gain));
    learner->loss -= log(1 - wrong);
    learner->pairs++;
    for (int i = 0; i < pull->n; i++) {
        double *weight = &learner->weight[pull->feature[i]], *squares = &learner->squares[pull->feature[i]];
        double slope = pull->sign[i] * wrong - 0.00001 * *weight;
        *squares += slope * slope;
        *weight += 0.05 * slope / sqrt(*squares + 1);
    }
}

static void learn_turn(void *with, struct table *table, int seat)
{
    struct belief_place place[FF_CARDS_MAX];
    uint8_t card[FF_CARDS_MAX];
    uint32_t n = (uint32_t)belief_places(&table->game.pub, &table->seen, seat, place), known = 0;
    arrangement(&table->game, seat, place, (int)n, card);
    while (known < n && place[known].turn)
        known++;
    for (int i = 0; i < PAIRS && known > 0 && n > 1; i++) {
        struct pull pull = {.n = 0};
        uint32_t a = ff_rng_below(&table->rng, known), b = ff_rng_below(&table->rng, n - 1);
        b += b >= a;
        add_fit(&pull, table, card[a], seat, &place[a], 1);
        add_fit(&pull, table, card[b], seat, &place[b], 1);
        add_fit(&pull, table, card[b], seat, &place[a], -1);
        add_fit(&pull, table, card[a], seat, &place[b], -1);
        learn_pair(with, &pull);
    }
}

static void write_weights(const struct learner *learner)
{
    printf("/* belief_weights.c - written by bench/belief.c; see belief.h. */\n#include \"belief.h\"\n\n"
           "/* clang-format off */\nconst int8_t belief_weights[BELIEF_WEIGHTS] = {");
    for (int i = 0; i < BELIEF_WEIGHTS; i++) {
        double weight = round(learner->weight[i] * BELIEF_ONE);
        printf("%s%d,", i % 25 ? "" : "\n    ", (int)fmax(-127, fmin(127, weight)));
    }
    printf("\n};\n");
}

static void take_seat(struct table *table, int seat, struct ff_rng *rng)
{
    static const struct bot *const guest[] = {&bot_steward, &bot_steward, &bot_farmer, &bot_banker, &bot_rusher};
    table->bot[seat] = ff_rng_below(rng, GUESTS) ? &bot_apprentice : guest[ff_rng_below(rng, 5)];
    table->iterations[seat] = FOLLOWED - 1;
}

static int learn(struct table *table, uint64_t games, uint64_t seed)
{
    static struct learner learner;
    struct ff_rng rng = ff_rng_of(seed);
    for (uint64_t i = 0; i < games; i++) {
        int players = FF_PLAYERS_MIN + (int)ff_rng_below(&rng, 4), mode = (int)ff_rng_below(&rng, 2);
        for (int seat = 0; seat < FF_PLAYERS_MAX; seat++)
            take_seat(table, seat, &rng);
        play(table, players, mode, ff_rng_next(&rng), NULL, learn_turn, &learner);
        if ((i + 1) % 500)
            continue;
        fprintf(stderr, "%llu games, %.4f nats a pair\n", (unsigned long long)i + 1,
                learner.loss / (double)learner.pairs);
        learner.loss = 0;
        learner.pairs = 0;
    }
    write_weights(&learner);
    return 0;
}

/* ------------------------------------------------------------------------------------------------------- measuring */

struct measure {
    struct {
        double guess, belief, n;
    } round[ROUNDS];
    struct {
        double said, held, n;
    } tenth[TENTHS];
    struct belief belief;
};

/* In the hand, removed, never drawn, or at one of the places under the deck. */
enum { IN_HAND, REMOVED, NEVER_DRAWN, UNDER, WHERES = UNDER + FF_CARDS_MAX };

static void find(const struct ff_game *game, int seat, uint8_t where[FF_CARDS_MAX])
{
    for (int card = 0; card < FF_CARDS_MAX; card++)
        where[card] = game->hid.hand[seat] >> card & 1 ? IN_HAND : REMOVED;
    for (int i = 0; i < game->pub.deck_n[seat]; i++) {
        int under = i - game->pub.fresh_n[seat];
        where[ff_deck_card(game, seat, i)] = (uint8_t)(under < 0 ? NEVER_DRAWN : UNDER + under);
    }
}

static void measure_seat(struct measure *measure, const struct ff_game *game, int seat, int (*count)[WHERES])
{
    const struct ff_public *pub = &game->pub;
    uint32_t cards = belief_cards(pub, seat);
    int n = ff_popcount(cards), round = pub->round < ROUNDS ? pub->round : ROUNDS - 1;
    int places[WHERES] = {pub->hand_n[seat], ff_trash_n(pub, seat), pub->fresh_n[seat]};
    uint8_t where[FF_CARDS_MAX];
    find(game, seat, where);
    for (; cards; cards &= cards - 1) {
        int card = ff_lowest(cards), at = where[card], of = at < UNDER ? places[at] : 1;
        double guess = (double)of / n, said = (count[card][at] + guess) / (WORLDS + 1);
        measure->round[round].guess -= log(guess);
        measure->round[round].belief -= log(said);
        measure->round[round].n++;
        double hand = (double)count[card][IN_HAND] / WORLDS;
        int tenth = (int)fmin(TENTHS - 1, hand * TENTHS);
        measure->tenth[tenth].said += hand;
        measure->tenth[tenth].held += at == IN_HAND;
        measure->tenth[tenth].n++;
    }
}

static void measure_turn(void *with, struct table *table, int own)
{
    static int count[FF_PLAYERS_MAX][FF_CARDS_MAX][WHERES];
    struct measure *measure = with;
    struct ff_view view;
    memset(count, 0, sizeof count);
    ff_view_of(&table->game, own, &view);
    belief_form(&measure->belief, &table->edition, &view, &table->seen);
    for (int i = 0; i < WORLDS; i++) {
        struct ff_game world;
        uint8_t where[FF_CARDS_MAX];
        belief_draw(&measure->belief, &table->edition, &view, &table->rng, &world);
        for (int seat = 0; seat < view.pub.players; seat++) {
            find(&world, seat, where);
            for (int card = 0; card < FF_CARDS_MAX; card++)
                count[seat][card][where[card]]++;
        }
    }
    for (int seat = 0; seat < view.pub.players; seat++)
        if (seat != own)
            measure_seat(measure, &table->game, seat, count[seat]);
}

static int measure(struct table *table, uint64_t games, uint64_t seed, int players, int mode)
{
    static struct measure measure;
    double guess = 0, belief = 0, n = 0;
    for (uint64_t i = 0; i < games; i++)
        play(table, players, mode, (seed << 32) + i, measure_turn, NULL, &measure);
    for (int i = 0; i < ROUNDS; i++) {
        if (measure.round[i].n > 0)
            printf("round %2d: %.3f nats a card by number alone, %.3f by belief\n", i,
                   measure.round[i].guess / measure.round[i].n, measure.round[i].belief / measure.round[i].n);
        guess += measure.round[i].guess;
        belief += measure.round[i].belief;
        n += measure.round[i].n;
    }
    printf("all: %.3f and %.3f\n", guess / n, belief / n);
    for (int i = 0; i < TENTHS; i++)
        if (measure.tenth[i].n > 0)
            printf("said to be in the hand with %4.1f %%: %4.1f %% of %.0f\n",
                   100 * measure.tenth[i].said / measure.tenth[i].n, 100 * measure.tenth[i].held / measure.tenth[i].n,
                   measure.tenth[i].n);
    return 0;
}

/* ---------------------------------------------------------------------------------------------------------- program */

static int usage(void)
{
    fprintf(stderr,
            "usage: belief learn GAMES SEED\n       belief measure GAMES SEED PLAYERS base|expert BOT[:ITERATIONS]\n");
    return 2;
}

static bool take_seats(struct table *table, char *name)
{
    char *colon = strchr(name, ':');
    if (colon)
        *colon++ = 0;
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++) {
        table->bot[seat] = bot_find(name);
        table->iterations[seat] = colon ? (uint32_t)strtoul(colon, NULL, 10) : 0;
    }
    return table->bot[0] != NULL;
}

int main(int argc, char **argv)
{
    static struct table table;
    size_t largest = 0;
    for (int i = 0; bot_list[i]; i++)
        largest = bot_list[i]->memory_size > largest ? bot_list[i]->memory_size : largest;
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++)
        table.memory[seat] = room_for("belief", largest);
    table.edition = default_edition();
    table.net = room_for("belief", sizeof *table.net);
    if (net_read(default_net_text, default_net_size, table.net))
        abort(); /* it is built in */
    uint64_t games = argc > 2 ? strtoull(argv[2], NULL, 10) : 0, seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
    if (argc == 4 && strcmp(argv[1], "learn") == 0 && games > 0)
        return learn(&table, games, seed);
    int players = argc == 7 ? atoi(argv[4]) : 0, expert = argc == 7 && strcmp(argv[5], "expert") == 0;
    if (argc != 7 || !take_seats(&table, argv[6]) || strcmp(argv[1], "measure") != 0 || games == 0 ||
        players < FF_PLAYERS_MIN || players > FF_PLAYERS_MAX || (!expert && strcmp(argv[5], "base") != 0))
        return usage();
    return measure(&table, games, seed, players, expert ? FF_EXPERT : FF_BASE);
}
