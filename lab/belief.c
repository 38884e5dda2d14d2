/* belief.c - `fuerstenfeld-lab belief`: trains the belief about hidden cards (bots/ai/belief.h) on games, and measures
 * its quality.
 *
 * Learning (--learn): the games have all modes and numbers of players. They are played by apprentices, with stewards
 * and their styles in a quarter of the seats. At the end of each turn of a seat, the study swaps two of its cards and
 * moves the weights so that the true arrangement becomes the more likely one (logistic regression with AdaGrad). It
 * uses every game once.
 *
 * Measuring: at the beginning of every turn the belief of the moving player gives, for every card of each other seat,
 * the probability that the card is in the hand, at each place under the deck, removed or never drawn. The loss is the
 * cross entropy in nats per card. The study compares the belief with a guess that knows only the numbers of cards. The
 * last table compares predicted probabilities with the share of cards that really were in the hand. */
#include "bots/ai/belief.h"
#include "bot_game.h"
#include "bots/ai/bots.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    FOLLOWED = 4,     /* beam width of the apprentices, in turns */
    GUEST_ONE_IN = 4, /* seats */
    PAIRS = 24,       /* swaps to learn from after each turn */
    WORLDS = 256,
    ROUNDS = 16,
    TENTHS = 10,
    GAMES_A_REPORT = 500,
};

static int turn_seat(const struct ff_public *pub)
{
    bool turn = pub->stage >= FF_STAGE_BREWERY && pub->stage <= FF_STAGE_DISCARD;
    return turn ? ff_turn_seat(pub) : -1;
}

/* -------------------------------------------------------------------------------------------------------- learning */

struct learner {
    double weight[BELIEF_WEIGHTS], squares[BELIEF_WEIGHTS];
    double loss;
    uint64_t pairs;
};

/* Finds the card at each place. Between a seat's turn and its next draw, its hand consists of the kept cards. */
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
    const struct ff_edition *edition;
    int seat;
    uint16_t feature[4 * BELIEF_FEATURES];
    int8_t sign[4 * BELIEF_FEATURES];
    int n;
};

static void add_fit(struct pull *pull, int card, const struct belief_place *place, int sign)
{
    if (!place->turn)
        return;
    belief_features_of_card(pull->edition, card, pull->seat, place, &pull->feature[pull->n]);
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

static void learn_turn(struct learner *learner, struct bot_game *table, int seat)
{
    struct belief_place place[FF_CARDS_MAX];
    uint8_t card[FF_CARDS_MAX];
    uint32_t n = (uint32_t)belief_list_places(&table->game.pub, &table->seen, seat, place), known = 0;
    arrangement(&table->game, seat, place, (int)n, card);
    while (known < n && place[known].turn)
        known++;
    for (int i = 0; i < PAIRS && known > 0 && n > 1; i++) {
        struct pull pull = {.edition = table->edition, .seat = seat};
        uint32_t a = ff_rng_below(&table->rng, known), b = ff_rng_below(&table->rng, n - 1);
        b += b >= a;
        add_fit(&pull, card[a], &place[a], 1);
        add_fit(&pull, card[b], &place[b], 1);
        add_fit(&pull, card[b], &place[a], -1);
        add_fit(&pull, card[a], &place[b], -1);
        learn_pair(learner, &pull);
    }
}

static void write_weights(const struct learner *learner)
{
    for (int i = 0; i < BELIEF_WEIGHTS; i++) {
        double weight = round(learner->weight[i] * BELIEF_ONE);
        printf("%d,%s", (int)fmax(-127, fmin(127, weight)), (i + 1) % BELIEF_GROUPS_N ? "" : "\n");
    }
}

static void seat_players(struct bot_game *table, const struct net *net, struct ff_rng *rng)
{
    static const struct bot *const guest[] = {&bot_steward, &bot_steward, &bot_farmer, &bot_banker, &bot_rusher};
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++) {
        const struct bot *bot = ff_rng_below(rng, GUEST_ONE_IN) ? &bot_apprentice : guest[ff_rng_below(rng, 5)];
        table->player[seat] = (struct lab_player){bot, FOLLOWED - 1, net};
    }
}

/* Learns from games on one thread, because each game changes the weights. */
static int learn(const struct lab *lab, struct bot_game *table, uint64_t games)
{
    static struct learner learner;
    struct ff_rng rng = ff_rng_of(lab->seed);
    for (uint64_t i = 0; i < games; i++) {
        int players = FF_PLAYERS_MIN + (int)ff_rng_below(&rng, 4), mode = (int)ff_rng_below(&rng, 2);
        seat_players(table, lab->net, &rng);
        bot_game_deal(table, players, mode, ff_rng_next(&rng));
        for (int last = -1, now; bot_game_step(table); last = now) {
            now = turn_seat(&table->game.pub);
            if (now != last && last >= 0 && table->game.pub.stage != FF_STAGE_OVER)
                learn_turn(&learner, table, last);
        }
        if ((i + 1) % GAMES_A_REPORT)
            continue;
        fprintf(stderr, "%llu games, %.4f nats a pair\n", (unsigned long long)i + 1,
                learner.loss / (double)learner.pairs);
        learner.loss = 0;
        learner.pairs = 0;
    }
    write_weights(&learner);
    return cli_flush() ? CLI_OK : CLI_USAGE;
}

/* ------------------------------------------------------------------------------------------------------- measuring */

struct sums {
    double guess[ROUNDS], belief[ROUNDS], n[ROUNDS];             /* sums of cross entropy by round */
    double predicted[TENTHS], held[TENTHS], predictions[TENTHS]; /* sums over cards in the hand, by probability */
};

struct measure {
    struct lab lab;
    uint64_t games;
    bool learns;
    struct sums sums;
};

struct own {
    struct belief belief;
    int count[FF_PLAYERS_MAX][FF_CARDS_MAX][3 + FF_CARDS_MAX];
};

/* Classes of places: in the hand, removed, never drawn, and one for each place under the deck. */
enum { IN_HAND, REMOVED, NEVER_DRAWN, UNDER, WHERES = UNDER + FF_CARDS_MAX };

static void find(const struct ff_game *game, int seat, uint8_t where[FF_CARDS_MAX])
{
    for (int card = 0; card < FF_CARDS_MAX; card++)
        where[card] = game->hid.hand[seat] >> card & 1 ? IN_HAND : REMOVED;
    for (int i = 0; i < game->pub.deck_n[seat]; i++) {
        int card = ff_deck_card(game, seat, i), under = i - game->pub.fresh_n[seat];
        assert(card < FF_CARDS_MAX);
        where[card] = (uint8_t)(under < 0 ? NEVER_DRAWN : UNDER + under);
    }
}

static void measure_seat(struct sums *sums, const struct ff_game *game, int seat, int (*count)[WHERES])
{
    const struct ff_public *pub = &game->pub;
    uint32_t cards = belief_hidden_cards(pub, seat);
    int n = ff_popcount(cards), round = pub->round < ROUNDS ? pub->round : ROUNDS - 1;
    int places[WHERES] = {pub->hand_n[seat], ff_trash_n(pub, seat), pub->fresh_n[seat]};
    uint8_t where[FF_CARDS_MAX];
    find(game, seat, where);
    for (; cards; cards &= cards - 1) {
        int card = ff_lowest(cards), at = where[card], of = at < UNDER ? places[at] : 1;
        double guess = (double)of / n, said = (count[card][at] + guess) / (WORLDS + 1);
        sums->guess[round] -= log(guess);
        sums->belief[round] -= log(said);
        sums->n[round]++;
        double hand = (double)count[card][IN_HAND] / WORLDS;
        int tenth = (int)fmin(TENTHS - 1, hand * TENTHS);
        sums->predicted[tenth] += hand;
        sums->held[tenth] += at == IN_HAND;
        sums->predictions[tenth]++;
    }
}

static void measure_turn(struct own *own, struct bot_game *table, struct sums *sums)
{
    struct ff_view view;
    memset(own->count, 0, sizeof own->count);
    ff_view_of(&table->game, turn_seat(&table->game.pub), &view);
    belief_build(&own->belief, table->edition, &view, &table->seen);
    for (int i = 0; i < WORLDS; i++) {
        struct ff_game world;
        uint8_t where[FF_CARDS_MAX];
        belief_sample(&own->belief, table->edition, &view, &table->rng, &world);
        for (int seat = 0; seat < view.pub.players; seat++) {
            find(&world, seat, where);
            for (int card = 0; card < FF_CARDS_MAX; card++)
                own->count[seat][card][where[card]]++;
        }
    }
    for (int seat = 0; seat < view.pub.players; seat++)
        if (seat != view.own.seat)
            measure_seat(sums, &table->game, seat, own->count[seat]);
}

static void play_belief_game(void *context, struct lab_worker *worker, uint64_t job, void *slot)
{
    const struct measure *measure = (const struct measure *)context;
    struct bot_game table = bot_game_make(&measure->lab.edition, &measure->lab.bot[0], worker);
    int last = -1;
    bot_game_deal(&table, measure->lab.players, measure->lab.mode, (measure->lab.seed << 32) + job);
    do {
        int now = turn_seat(&table.game.pub);
        if (now != last && now >= 0)
            measure_turn((struct own *)worker->own, &table, (struct sums *)slot);
        last = now;
    } while (bot_game_step(&table));
}

static bool collect_belief(void *context, uint64_t job, void *slot)
{
    double *sum = (double *)&((struct measure *)context)->sums;
    const double *more = (const double *)slot;
    (void)job;
    for (size_t i = 0; i < sizeof(struct sums) / sizeof(double); i++)
        sum[i] += more[i];
    return true;
}

static void print_round(struct lab_report *report, const char *round, double guess, double belief, double n)
{
    lab_cell_text(report, "round", 5, round);
    lab_cell_real(report, "by_numbers", 3, guess / n);
    lab_cell_real(report, "by_belief", 3, belief / n);
    lab_cell_count(report, "cards", (uint64_t)n);
    lab_row_end(report);
}

static int print(struct measure *measure)
{
    const struct sums *sums = &measure->sums;
    double guess = 0, belief = 0, n = 0;
    char name[16];
    struct lab_report *report = &measure->lab.report;
    lab_table_begin(report, "cross_entropy", "cross entropy of a card's place, in nats");
    for (int i = 0; i < ROUNDS; i++) {
        snprintf(name, sizeof name, "%d", i);
        if (sums->n[i] > 0)
            print_round(report, name, sums->guess[i], sums->belief[i], sums->n[i]);
        guess += sums->guess[i];
        belief += sums->belief[i];
        n += sums->n[i];
    }
    print_round(report, "all", guess, belief, n);
    lab_table_begin(report, "hand", "cards in the hand: probability and share, in percent");
    for (int i = 0; i < TENTHS; i++)
        if (sums->predictions[i] > 0) {
            lab_cell_real(report, "probability", 1, 100 * sums->predicted[i] / sums->predictions[i]);
            lab_cell_real(report, "held", 1, 100 * sums->held[i] / sums->predictions[i]);
            lab_cell_count(report, "cards", (uint64_t)sums->predictions[i]);
            lab_row_end(report);
        }
    return CLI_OK;
}

/* ---------------------------------------------------------------------------------------------------------- command */

static int run_learning(const struct lab *lab, uint64_t games)
{
    struct lab_worker worker = {.own = NULL};
    for (int i = 0; i <= FF_PLAYERS_MAX; i++)
        worker.memory[i] = lab_zeroed_memory(lab_bot_size());
    struct bot_game table = bot_game_make(&lab->edition, &lab->bot[0], &worker);
    int status = learn(lab, &table, games);
    for (int i = 0; i <= FF_PLAYERS_MAX; i++)
        free(worker.memory[i]);
    return status;
}

static int run_belief(void *context)
{
    struct measure *measure = (struct measure *)context;
    static const struct lab_work work = {"games",          sizeof(struct sums), sizeof(struct own),
                                         play_belief_game, collect_belief,      NULL};
    if (measure->learns)
        return run_learning(&measure->lab, measure->games);
    return lab_run_jobs(&work, measure->games, measure->lab.threads, measure) ? print(measure) : CLI_USAGE;
}

int cmd_belief(int argc, char **argv)
{
    struct measure measure = {.lab.bots = "apprentice", .games = 40};
    const struct cli_option options[] = {
        {"games", "N", "games to play (40)", .number = &measure.games, .min = 1, .max = 100000000},
        {"learn", NULL, "learn and print weights/belief.csv; one thread, all modes and players",
         .flag = &measure.learns},
    };
    const struct lab_study about = {
        CLI_USAGE_OF(
            "belief", "",
            "Measures how well the bots know where hidden cards are, in games of a bot (apprentice), or learns it.",
            options),
        LAB_SEED | LAB_THREADS | LAB_TABLE | LAB_GAME | LAB_NET | LAB_BOTS | LAB_JSON, run_belief};
    return lab_study(&about, &measure, argc, argv);
}
