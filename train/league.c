/* league.c - who sits beside the network in the games that it learns from; see league.h. */
#include "league.h"

#include "ai/ahead.h"
#include "ai/bots.h"

#include <string.h>

enum {
    STYLES_OF_TEN = 3,
    SEER_TURNS = 6,  /* that a seer compares */
    SEER_AHEAD = 3,  /* own turns that it plays on */
    SEER_WIDTH = 2,  /* unfinished turns that are followed meanwhile */
    OLDER_WIDTH = 4, /* and by an apprentice, as by the network itself */
};

static double unit(struct ff_rng *rng) { return (double)(ff_rng_next(rng) >> 11) / 9007199254740992.0; }

/* ---------------------------------------------------------------------------------------------------------- seating */

static uint8_t draw_level(const struct train_league_terms *terms, struct ff_rng *rng)
{
    double all = 0;
    for (int i = 0; i < TRAIN_LEVELS; i++)
        all += terms->level[i];
    double at = unit(rng) * all;
    for (int i = 0; i < TRAIN_LEVELS; i++) {
        at -= terms->level[i];
        if (at < 0)
            return (uint8_t)(i + 1);
    }
    return 2; /* nothing was said */
}

static const struct bot *draw_steward(struct ff_rng *rng)
{
    static const struct bot *const styles[] = {&bot_farmer, &bot_banker, &bot_rusher};
    unsigned n = ff_rng_below(rng, 10);
    return n < STYLES_OF_TEN ? styles[n] : &bot_steward;
}

static void seat_guest(struct train_league *league, int seat, uint8_t level, struct ff_rng *rng)
{
    bool own = level == 4 && !league->older;
    league->level[seat] = own ? TRAIN_OWN : level;
    league->bot[seat] = level == 1 ? &bot_novice : level == 2 ? draw_steward(rng) : NULL;
}

static void begin(struct train_league *league, const struct net *older)
{
    memset(league->level, TRAIN_OWN, sizeof league->level);
    memset(league->bot, 0, sizeof league->bot);
    memset(league->memory, 0, sizeof league->memory);
    league->older = older;
    league->slips = 0;
    league->planned = league->played = 0;
}

static void tell(struct train_league *league, bool told, int players)
{
    memset(&league->company, 0, sizeof league->company);
    for (int seat = 0; seat < players; seat++) {
        int level = league->level[seat];
        league->company.is[seat] =
            told ? level == TRAIN_OWN ? FEATURES_EQUAL : features_level(level) : FEATURES_UNKNOWN;
    }
}

void train_league_seat(struct train_league *league, const struct train_league_terms *terms, int players,
                       struct ff_rng *rng)
{
    double often = terms->guests < 0.5 ? 2 * terms->guests * unit(rng) : 1 - 2 * (1 - terms->guests) * unit(rng);
    bool alike = ff_rng_below(rng, 2), told = unit(rng) < terms->told;
    uint8_t level = draw_level(terms, rng);
    begin(league, terms->older);
    for (int seat = 0; seat < players; seat++)
        if (unit(rng) < often)
            seat_guest(league, seat, alike ? level : draw_level(terms, rng), rng);
    league->level[ff_rng_below(rng, (uint32_t)players)] = TRAIN_OWN;
    if (!told && ff_rng_below(rng, 3) == 0)
        league->slips = terms->slips;
    tell(league, told, players);
}

void train_league_seat_stewards(struct train_league *league, int players)
{
    begin(league, NULL);
    for (int seat = 0; seat < players; seat++) {
        league->level[seat] = 2;
        league->bot[seat] = &bot_steward;
    }
    tell(league, false, players);
}

/* ------------------------------------------------------------------------------------------------------------ seers */

static void plan(struct turn_search *search, const struct net *net, const struct ff_edition *edition,
                 const struct ff_game *game, int seat, int width, int ends)
{
    search->net = net;
    search->edition = edition;
    search->width = width;
    search->ends_max = ends;
    search->jitter = 0;
    turn_search(search, game, seat);
}

static void play_turn(const struct ff_edition *edition, struct ff_game *game, int seat, const struct turn *turn)
{
    for (int i = 0; i < turn->steps; i++)
        ff_apply(edition, game, seat, ff_action_of(game->pub.stage, turn->option[i]));
}

static int final_chance(const struct ff_public *pub, int seat)
{
    struct ff_result result;
    ff_result(pub, &result);
    return result.winners >> seat & 1 ? NET_CHANCE_ONE / ff_popcount(result.winners) : 0;
}

/* The seat's chance some own turns later, as the cards really come. */
static int chance_later(struct train_league *league, const struct net *net, const struct ff_edition *edition,
                        struct ff_game *game, int seat, struct ff_rng *rng)
{
    struct ahead look;
    int chance = 0;
    for (int turns = 0; turns < SEER_AHEAD && game->pub.owe;) {
        int who = ff_lowest(game->pub.owe);
        if (!turn_goes_on(game, who)) {
            unsigned option = ahead_best(net, edition, game, who, rng, &look);
            ff_apply(edition, game, who, ff_action_of(game->pub.stage, option));
            continue;
        }
        plan(&league->ahead, net, edition, game, who, SEER_WIDTH, 1);
        play_turn(edition, game, who, &league->ahead.end[0]);
        chance = who == seat ? league->ahead.end[0].chance[seat] : chance;
        turns += who == seat;
    }
    return game->pub.owe ? chance : final_chance(&game->pub, seat);
}

/* Puts the best turn first. */
static void foresee(struct train_league *league, const struct net *net, const struct ff_edition *edition,
                    const struct ff_game *game, int seat, struct ff_rng *rng)
{
    struct turn_search *search = &league->search;
    int best = 0, most = -1;
    for (int i = 0; i < search->ends_n; i++) {
        struct ff_game next = *game;
        play_turn(edition, &next, seat, &search->end[i]);
        int chance = chance_later(league, net, edition, &next, seat, rng);
        best = chance > most ? i : best;
        most = chance > most ? chance : most;
    }
    search->end[0] = search->end[best];
}

/* ---------------------------------------------------------------------------------------------------------- choices */

static unsigned bot_choice(struct train_league *league, const struct ff_edition *edition, const struct ff_game *game,
                           int seat, struct ff_rng *rng)
{
    struct ff_view view;
    ff_view_of(game, seat, &view);
    const struct bot_task task = {
        .edition = edition, .view = &view, .legal = ff_legal(edition, &view), .seed = ff_rng_next(rng)};
    return bot_choose(league->bot[seat], league->memory, &task, 0);
}

static void plan_turn(struct train_league *league, const struct net *net, const struct ff_edition *edition,
                      const struct ff_game *game, int seat, struct ff_rng *rng)
{
    int level = league->level[seat];
    plan(&league->search, net, edition, game, seat, level == 3 ? 1 : OLDER_WIDTH, level == 5 ? SEER_TURNS : 1);
    if (level == 5)
        foresee(league, net, edition, game, seat, rng);
    league->planned = league->search.end[0].steps;
    league->played = 0;
}

static unsigned net_choice(struct train_league *league, const struct net *net, const struct ff_edition *edition,
                           const struct ff_game *game, int seat, struct ff_rng *rng)
{
    struct ahead look;
    if (!turn_goes_on(game, seat))
        return ahead_best(net, edition, game, seat, rng, &look);
    if (league->played == league->planned)
        plan_turn(league, net, edition, game, seat, rng);
    return league->search.end[0].option[league->played++];
}

static unsigned any_choice(const struct ff_edition *edition, const struct ff_game *game, int seat, struct ff_rng *rng)
{
    struct ff_view view;
    ff_view_of(game, seat, &view);
    ff_options options = ff_distinct(edition, &view);
    return (unsigned)ff_option_nth(options, (int)ff_rng_below(rng, (uint32_t)ff_popcount(options)));
}

unsigned train_league_choose(struct train_league *league, const struct net *net, const struct ff_edition *edition,
                             const struct ff_game *game, int seat, struct ff_rng *rng)
{
    if (league->slips > 0 && unit(rng) < league->slips) {
        league->planned = league->played = 0;
        return any_choice(edition, game, seat, rng);
    }
    if (league->bot[seat])
        return bot_choice(league, edition, game, seat, rng);
    return net_choice(league, league->level[seat] == 4 ? league->older : net, edition, game, seat, rng);
}
