/* league.c - chooses and plays the opponents in training games; see league.h. */
#include "league.h"

#include "bots/ai/bots.h"
#include "bots/ai/one_ply.h"
#include "bots/ai/rollout.h"

#include <string.h>

enum {
    STYLES_OF_TEN = 3,
    SEER_TURNS = 6,  /* number of turns that a seer compares */
    SEER_AHEAD = 3,  /* number of own turns that a seer looks ahead */
    SEER_WIDTH = 2,  /* beam width of a seer's look ahead */
    OLDER_WIDTH = 4, /* beam width of guests that use the older or the current network */
};

/* ---------------------------------------------------------------------------------------------------------- seating */

static uint8_t draw_level(const struct train_league_terms *terms, struct ff_rng *rng)
{
    double all = 0;
    for (int i = 0; i < TRAIN_LEVELS; i++)
        all += terms->level[i];
    double at = train_uniform(rng) * all;
    for (int i = 0; i < TRAIN_LEVELS; i++) {
        at -= terms->level[i];
        if (at < 0)
            return (uint8_t)(i + 1);
    }
    return 2; /* all frequencies are 0 */
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

static void begin_league(struct train_league *league, const struct net *older)
{
    memset(league->level, TRAIN_OWN, sizeof league->level);
    memset(league->bot, 0, sizeof league->bot);
    memset(league->memory, 0, sizeof league->memory);
    league->older = older;
    league->slips = 0;
    league->planned = league->played = 0;
}

uint8_t train_strength_of_level(int level)
{
    static const uint8_t strength[TRAIN_LEVELS + 1] = {FEATURES_EQUAL, FEATURES_NOVICE, FEATURES_STEWARD,
                                                       FEATURES_PUPIL, FEATURES_EQUAL,  FEATURES_PRINCE};
    return strength[level];
}

static void set_known_levels(struct train_league *league, bool levels_known, int players)
{
    memset(&league->opponents, 0, sizeof league->opponents);
    for (int seat = 0; seat < players; seat++) {
        int level = league->level[seat];
        league->opponents.level[seat] = levels_known ? train_strength_of_level(level) : FEATURES_UNKNOWN;
    }
}

void train_league_seat_players(struct train_league *league, const struct train_league_terms *terms, int players,
                               struct ff_rng *rng)
{
    double often =
        terms->guests < 0.5 ? 2 * terms->guests * train_uniform(rng) : 1 - 2 * (1 - terms->guests) * train_uniform(rng);
    bool alike = ff_rng_below(rng, 2), levels_known = train_uniform(rng) < terms->levels_known;
    uint8_t level = draw_level(terms, rng);
    begin_league(league, terms->older);
    for (int seat = 0; seat < players; seat++)
        if (train_uniform(rng) < often)
            seat_guest(league, seat, alike ? level : draw_level(terms, rng), rng);
    league->level[ff_rng_below(rng, (uint32_t)players)] = TRAIN_OWN;
    if (!levels_known && ff_rng_below(rng, 3) == 0)
        league->slips = terms->slips;
    set_known_levels(league, levels_known, players);
}

void train_league_seat_stewards(struct train_league *league, int players)
{
    begin_league(league, NULL);
    for (int seat = 0; seat < players; seat++) {
        league->level[seat] = 2;
        league->bot[seat] = &bot_steward;
    }
    set_known_levels(league, false, players);
}

/* ------------------------------------------------------------------------------------------------------------ seers */

/* Returns the seat's chance some of its turns later, in a game with the real order of the cards. */
static int chance_later(struct train_league *league, const struct ai_context *context, const struct ff_game *game,
                        int seat)
{
    struct rollout rollout = {
        .context = *context, .search = &league->ahead, .game = *game, .seat = seat, .width = SEER_WIDTH};
    uint16_t chance[FF_PLAYERS_MAX] = {0};
    for (int turns = 0; turns < SEER_AHEAD && rollout.game.pub.owe; turns++)
        rollout_play_own_turn(&rollout, chance);
    return chance[seat];
}

/* Compares the found turns by looking ahead, and puts the best turn first. */
static void foresee(struct train_league *league, const struct ai_context *context, const struct ff_game *game, int seat)
{
    struct turn_search *search = &league->search;
    int best = 0, most = -1;
    for (int i = 0; i < search->ends_n; i++) {
        struct ff_game next = *game;
        turn_play(context->edition, &next, seat, &search->end[i]);
        int chance = chance_later(league, context, &next, seat);
        best = chance > most ? i : best;
        most = chance > most ? chance : most;
    }
    search->end[0] = search->end[best];
}

/* ---------------------------------------------------------------------------------------------------------- choices */

static unsigned bot_choice(struct train_league *league, const struct ai_context *context, const struct ff_game *game,
                           int seat)
{
    struct ff_view view;
    ff_view_of(game, seat, &view);
    const struct bot_task task = {.edition = context->edition,
                                  .view = &view,
                                  .legal = ff_legal(context->edition, &view),
                                  .seed = ff_rng_next(context->rng)};
    return bot_choose(league->bot[seat], league->memory, &task, 0);
}

static void plan_turn(struct train_league *league, const struct ai_context *context, const struct ff_game *game,
                      int seat)
{
    int level = league->level[seat];
    league->search.width = level == 3 ? 1 : OLDER_WIDTH;
    league->search.ends_max = level == 5 ? SEER_TURNS : 1;
    league->search.net = context->net;
    league->search.edition = context->edition;
    league->search.jitter = 0;
    turn_search(&league->search, game, seat);
    if (level == 5)
        foresee(league, context, game, seat);
    league->planned = league->search.end[0].steps;
    league->played = 0;
}

static unsigned net_choice(struct train_league *league, const struct ai_context *context, const struct ff_game *game,
                           int seat)
{
    struct one_ply look;
    if (!turn_is_active(game, seat))
        return one_ply_best_option(context, game, seat, &look);
    if (league->played == league->planned)
        plan_turn(league, context, game, seat);
    return league->search.end[0].option[league->played++];
}

static unsigned any_choice(const struct ai_context *context, const struct ff_game *game, int seat)
{
    struct ff_view view;
    ff_view_of(game, seat, &view);
    ff_options options = ff_distinct(context->edition, &view);
    return (unsigned)ff_option_nth(options, (int)ff_rng_below(context->rng, (uint32_t)ff_popcount(options)));
}

unsigned train_league_choose_option(struct train_league *league, const struct ai_context *context,
                                    const struct ff_game *game, int seat)
{
    struct ai_context older = *context;
    if (league->slips > 0 && train_uniform(context->rng) < league->slips) {
        league->planned = league->played = 0;
        return any_choice(context, game, seat);
    }
    if (league->bot[seat])
        return bot_choice(league, context, game, seat);
    older.net = league->older;
    return net_choice(league, league->level[seat] == 4 ? &older : context, game, seat);
}
