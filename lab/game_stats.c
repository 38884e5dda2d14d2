/* game_stats.c - plays games and counts their results; see game_stats.h. */
#include "game_stats.h"

#include <math.h>

/* ------------------------------------------------------------------------------------------------------------ kinds */

int lab_stats_kind_of_card(int card)
{
    if (card <= FF_WATER3)
        return card % 3;
    if (card < FF_PALACE1)
        return card - FF_BANK1 + 3;
    return card >= FF_GUIDE ? card - FF_GUIDE + FF_PALACE1 - FF_BANK1 + 3 : LAB_STATS_KINDS;
}

static unsigned kinds_of(uint32_t cards)
{
    unsigned kinds = 0;
    for (uint32_t rest = cards & ~FF_PALACE_CARDS; rest; rest &= rest - 1)
        kinds |= 1u << lab_stats_kind_of_card(ff_lowest(rest));
    return kinds;
}

/* ------------------------------------------------------------------------------------------------------------ games */

static int parts_early(const struct ff_setup *setup, int seat)
{
    int parts = 0;
    for (int i = 0; i < LAB_STATS_FIRST_CARDS; i++)
        parts += FF_PALACE_CARDS >> setup->deck[seat][i] & 1;
    return parts;
}

static void count_seat(const struct ff_game *game, const struct ff_setup *setup, int place, uint64_t win,
                       struct lab_stats *stats)
{
    int seat = setup->order[place], parts = parts_early(setup, seat);
    stats->seats++;
    stats->won[place] += win;
    stats->won_seat[seat] += win;
    stats->early[parts]++;
    stats->early_won[parts] += win;
    stats->roads[kinds_of(game->pub.built[seat])] += win > 0;
    for (int card = 0; card < FF_CARDS_MAX; card++)
        stats->built[card] += game->pub.built[seat] >> card & 1;
}

static void count_end(const struct ff_game *game, const struct ff_setup *setup, struct lab_stats *stats)
{
    struct ff_result result;
    ff_result(&game->pub, &result);
    stats->games++;
    stats->rounds += game->pub.round;
    stats->unfinished += !result.palace;
    for (int place = 0; place < setup->players; place++) {
        bool won = result.winners >> setup->order[place] & 1;
        count_seat(game, setup, place, won ? LAB_STATS_WIN / (uint64_t)ff_popcount(result.winners) : 0, stats);
    }
}

/* Plays one game and counts its results. Counts the cards drawn in the set-up (R1.4, R1.5), at every deal and by
 * laboratories. */
void lab_stats_play_game(struct bot_game *table, int players, int mode, uint64_t seed, struct lab_stats *stats)
{
    const struct ff_public *pub = &table->game.pub;
    uint8_t before[FF_PLAYERS_MAX];
    bot_game_deal(table, players, mode, seed);
    stats->drawn += (uint64_t)(players * (mode == FF_EXPERT ? 1 : 3));
    for (;;) {
        for (int seat = 0; seat < players; seat++)
            before[seat] = pub->hand_n[seat];
        if (!bot_game_step(table))
            break;
        for (int seat = 0; seat < players; seat++)
            stats->drawn += pub->hand_n[seat] > before[seat] ? (uint64_t)(pub->hand_n[seat] - before[seat]) : 0;
    }
    count_end(&table->game, &table->setup, stats);
}

void lab_stats_merge(const struct lab_stats *more, struct lab_stats *stats)
{
    _Static_assert(sizeof *stats % sizeof(uint64_t) == 0, "counts alone");
    for (size_t i = 0; i < sizeof *stats / sizeof(uint64_t); i++)
        ((uint64_t *)stats)[i] += ((const uint64_t *)more)[i];
}

/* ---------------------------------------------------------------------------------------------------------- figures */

static double ratio(uint64_t part, uint64_t whole) { return whole ? (double)part / (double)whole : 0; }

double lab_stats_mean_rounds(const struct lab_stats *stats) { return ratio(stats->rounds, stats->games); }

double lab_stats_deck_passes(const struct lab_stats *stats, int mode)
{
    return ratio(stats->drawn, stats->seats) / ff_cards_n(mode);
}

double lab_stats_share_building_card(const struct lab_stats *stats, int card)
{
    return ratio(stats->built[card], stats->seats);
}

double lab_stats_share_building_kind(const struct lab_stats *stats, int kind)
{
    double sum = 0;
    int n = 0;
    for (int card = 0; card < FF_CARDS_MAX; card++)
        if (lab_stats_kind_of_card(card) == kind) {
            sum += lab_stats_share_building_card(stats, card);
            n++;
        }
    return sum / n;
}

double lab_stats_win_share_of_place(const struct lab_stats *stats, int place)
{
    return ratio(stats->won[place], stats->games * LAB_STATS_WIN);
}

double lab_stats_win_share_by_early_palace_parts(const struct lab_stats *stats, int parts)
{
    return ratio(stats->early_won[parts], stats->early[parts] * LAB_STATS_WIN);
}

/* Returns the diversity of the sets of kinds that winners built: the exponential of their entropy. */
double lab_stats_win_diversity(const struct lab_stats *stats)
{
    uint64_t all = 0;
    double entropy = 0;
    for (int set = 0; set < 1 << LAB_STATS_KINDS; set++)
        all += stats->roads[set];
    for (int set = 0; set < 1 << LAB_STATS_KINDS; set++)
        if (stats->roads[set])
            entropy -= ratio(stats->roads[set], all) * log(ratio(stats->roads[set], all));
    return exp(entropy);
}
