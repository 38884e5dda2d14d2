/* study.c - plays games and counts; see study.h. */
#include "bench/study.h"
#include "ai/seen.h"
#include "text/names.h"

#include <math.h>
#include <stdlib.h>

/* ------------------------------------------------------------------------------------------------------------ kinds */

int study_kind(int card)
{
    if (card <= FF_WATER3)
        return card % 3;
    if (card < FF_PALACE1)
        return card - FF_BANK1 + 3;
    return card >= FF_GUIDE ? card - FF_GUIDE + FF_PALACE1 - FF_BANK1 + 3 : STUDY_KINDS;
}

/* A card of the kind; of fields that of hops. */
static int card_of(int kind)
{
    for (int card = 0; card < FF_CARDS_MAX; card++)
        if (study_kind(card) == kind)
            return card;
    abort();
}

const char *study_kind_name(int kind)
{
    static const char *const field[] = {"field1", "field2", "field3"};
    return kind < 3 ? field[kind] : text_card(card_of(kind));
}

static unsigned kinds_of(uint32_t cards)
{
    unsigned kinds = 0;
    for (uint32_t rest = cards & ~FF_PALACE_CARDS; rest; rest &= rest - 1)
        kinds |= 1u << study_kind(ff_lowest(rest));
    return kinds;
}

/* ------------------------------------------------------------------------------------------------------------ games */

static void decide(const struct study_table *table, struct ff_game *game, const struct seen *seen, struct ff_rng *rng)
{
    struct ff_view view;
    int seat = ff_lowest(game->pub.owe);
    ff_view_of(game, seat, &view);
    const struct bot_task task = {&table->edition,  &view,      ff_legal(&table->edition, &view),
                                  ff_rng_next(rng), table->net, seen};
    unsigned option = bot_choose(table->bot[seat], table->memory[seat], &task, 0);
    ff_action action = ff_action_of(game->pub.stage, option);
    struct ff_event event;
    if (ff_play(&table->edition, game, seat, action, &event) != FF_OK)
        abort(); /* a bot that does not know the rules */
}

static int parts_early(const struct ff_setup *setup, int seat)
{
    int parts = 0;
    for (int i = 0; i < STUDY_FIRST_CARDS; i++)
        parts += FF_PALACE_CARDS >> setup->deck[seat][i] & 1;
    return parts;
}

static void count_seat(const struct ff_game *game, const struct ff_setup *setup, int place, uint64_t win,
                       struct study *study)
{
    int seat = setup->order[place], parts = parts_early(setup, seat);
    study->seats++;
    study->won[place] += win;
    study->won_seat[seat] += win;
    study->early[parts]++;
    study->early_won[parts] += win;
    study->roads[kinds_of(game->pub.built[seat])] += win > 0;
    for (int card = 0; card < FF_CARDS_MAX; card++)
        study->built[card] += game->pub.built[seat] >> card & 1;
}

static void count_end(const struct ff_game *game, const struct ff_setup *setup, struct study *study)
{
    struct ff_result result;
    ff_result(&game->pub, &result);
    study->games++;
    study->rounds += game->pub.round;
    study->unfinished += !result.palace;
    for (int place = 0; place < setup->players; place++) {
        bool won = result.winners >> setup->order[place] & 1;
        count_seat(game, setup, place, won ? STUDY_WIN / (uint64_t)ff_popcount(result.winners) : 0, study);
    }
}

/* Cards are drawn by set-up (R1.4, R1.5), by every deal and by laboratories. */
void study_play(const struct study_table *table, int players, int mode, uint64_t seed, struct study *study)
{
    struct ff_setup setup;
    struct ff_game game;
    struct ff_event event;
    struct ff_rng rng = ff_rng_of(~seed);
    ff_deal(&table->edition, players, mode, seed, &setup);
    ff_prepare(&table->edition, &setup, &game);
    struct seen seen = {0};
    study->drawn += (uint64_t)(players * (mode == FF_EXPERT ? 1 : 3));
    for (;;) {
        seen_look(&seen, &game.pub);
        int before[FF_PLAYERS_MAX];
        for (int seat = 0; seat < players; seat++)
            before[seat] = game.pub.hand_n[seat];
        if (game.pub.owe)
            decide(table, &game, &seen, &rng);
        else if (!ff_follow(&table->edition, &game, &event))
            break;
        for (int seat = 0; seat < players; seat++)
            study->drawn += game.pub.hand_n[seat] > before[seat] ? (uint64_t)(game.pub.hand_n[seat] - before[seat]) : 0;
    }
    count_end(&game, &setup, study);
}

/* ---------------------------------------------------------------------------------------------------------- figures */

static double ratio(uint64_t part, uint64_t whole) { return whole ? (double)part / (double)whole : 0; }

double study_rounds(const struct study *study) { return ratio(study->rounds, study->games); }

double study_passes(const struct study *study, int mode)
{
    return ratio(study->drawn, study->seats) / ff_cards_n(mode);
}

double study_share(const struct study *study, int card) { return ratio(study->built[card], study->seats); }

double study_kind_share(const struct study *study, int kind)
{
    double sum = 0;
    int n = 0;
    for (int card = 0; card < FF_CARDS_MAX; card++)
        if (study_kind(card) == kind) {
            sum += study_share(study, card);
            n++;
        }
    return sum / n;
}

double study_won(const struct study *study, int place) { return ratio(study->won[place], study->games * STUDY_WIN); }

double study_early_won(const struct study *study, int parts)
{
    return ratio(study->early_won[parts], study->early[parts] * STUDY_WIN);
}

/* The exponential of the entropy. */
double study_roads(const struct study *study)
{
    uint64_t all = 0;
    double entropy = 0;
    for (int set = 0; set < 1 << STUDY_KINDS; set++)
        all += study->roads[set];
    for (int set = 0; set < 1 << STUDY_KINDS; set++)
        if (study->roads[set])
            entropy -= ratio(study->roads[set], all) * log(ratio(study->roads[set], all));
    return exp(entropy);
}
