/* two_round_win.c - proves that a turn wins in the next round; see two_round_win.h. */
#include "bots/coach/two_round_win.h"

#include <string.h>

bool coach_two_round_win_possible(const struct ff_public *pub, int seat)
{
    if (pub->order[pub->players - 1] != seat || ff_palace_parts(pub, seat) + 2 * FF_BUILDS_MAX < FF_PALACE_PARTS)
        return false;
    for (int other = 0; other < pub->players; other++)
        if (ff_palace_parts(pub, other) == FF_PALACE_PARTS)
            return false;
    return true;
}

/* Returns the cards that the seat will certainly hold in the next round, even without extra draws (R3.1). */
static uint32_t certain_cards(const struct ff_game *game, int seat)
{
    uint32_t cards = game->hid.hand[seat];
    for (int i = game->pub.fresh_n[seat]; i < FF_DRAWS && i < game->pub.deck_n[seat]; i++)
        cards |= ff_bit((unsigned)ff_deck_card(game, seat, i));
    return cards;
}

/* Plays on through the end of the round and the draws, without extra draws, up to the next turn. Returns false if the
 * game ends before. */
static bool next_round(const struct ff_edition *edition, struct ff_game *game)
{
    struct ff_event event;
    do
        while (ff_follow(edition, game, &event))
            ;
    while (game->pub.stage == FF_STAGE_DRAW && ff_play(edition, game, ff_lowest(game->pub.owe),
                                                       ff_action_of(FF_STAGE_DRAW, FF_OPTION_DONE), &event) == FF_OK);
    return ff_is_turn(game->pub.stage); /* a turn without goods begins with the builds */
}

enum coach_two_round coach_judge_two_round_win(const struct ff_edition *edition, const struct ff_game *after, int seat)
{
    const uint32_t certain = certain_cards(after, seat);
    struct ff_game next = *after;
    struct turn turn;
    if (!next_round(edition, &next))
        return COACH_TWO_ROUND_UNCERTAIN;
    if (next.pub.order[0] != seat)
        return COACH_TWO_ROUND_NOT_FIRST;
    next.hid.hand[seat] &= certain;
    next.pub.hand_n[seat] = (uint8_t)ff_popcount(next.hid.hand[seat]);
    return sure_win_find(edition, &next, seat, &turn) ? COACH_TWO_ROUND_PROVED : COACH_TWO_ROUND_UNCERTAIN;
}

struct finder {
    struct coach_wins wins;
    struct turn *found; /* NULL to count all wins; otherwise the walk stops at the first win */
};

/* Returns whether the seat will play first in the next round. The seat plays last now, so its disc lands on top of any
 * stack, and the top disc plays first (R2.2). */
static bool will_be_first(const struct ff_public *pub, int seat)
{
    for (int other = 0; other < pub->players; other++)
        if (pub->disc_next[other] < pub->disc_next[seat])
            return false;
    return true;
}

/* Discards all cards except `kept` and judges the result. Returns whether the win is proved; if so, *turn is the whole
 * turn. */
static bool is_proved(const struct turn_walk *walk, struct ff_game game, uint32_t kept, struct turn *turn)
{
    struct turn whole = *turn;
    while (turn_is_active(&game, walk->seat) && whole.steps < TURN_STEPS_MAX) {
        uint32_t away = game.hid.hand[walk->seat] & ~kept;
        unsigned option = away ? (unsigned)ff_lowest(away) : FF_OPTION_DONE;
        whole.option[whole.steps++] = (uint8_t)option;
        turn_play_option(walk->edition, &game, walk->seat, option);
    }
    bool proved = coach_judge_two_round_win(walk->edition, &game, walk->seat) == COACH_TWO_ROUND_PROVED;
    if (proved)
        *turn = whole;
    return proved;
}

/* Tries to keep every subset of the cards that matter in the next turn: Palace parts and the Crane. */
static bool any_kept(const struct turn_walk *walk, const struct ff_game *game, struct turn *turn)
{
    const uint32_t useful = game->hid.hand[walk->seat] & (FF_PALACE_CARDS | ff_bit(FF_CRANE));
    for (uint32_t kept = useful;; kept = (kept - 1) & useful) {
        if (ff_popcount(kept) <= ff_keep_max(game->pub.active[walk->seat]) && is_proved(walk, *game, kept, turn))
            return true;
        if (!kept)
            return false;
    }
}

/* Tries all ways to store goods. The recursion is only three goods deep. NOLINTNEXTLINE(misc-no-recursion) */
static bool any_end(const struct turn_walk *walk, const struct ff_game *game, struct turn *turn)
{
    if (!turn_is_active(game, walk->seat) || game->pub.stage == FF_STAGE_DISCARD)
        return any_kept(walk, game, turn);
    for (ff_options left = ff_game_options(game, walk->seat); left; left &= left - 1) {
        struct ff_game next = *game;
        struct turn longer = *turn;
        longer.option[longer.steps++] = (uint8_t)ff_lowest(left);
        turn_play_option(walk->edition, &next, walk->seat, (unsigned)ff_lowest(left));
        if (any_end(walk, &next, &longer)) {
            *turn = longer;
            return true;
        }
    }
    return false;
}

static void note_sale(struct coach_wins *wins, uint8_t disc, bool first)
{
    if (disc > wins->best_disc)
        wins->best_sale_is_first = false;
    if (disc >= wins->best_disc) {
        wins->best_disc = disc;
        wins->best_sale_is_first |= first;
    }
}

static bool visit(struct turn_walk *walk, const struct ff_game *end)
{
    struct finder *finder = walk->data;
    struct turn turn = walk->turn;
    const bool first = will_be_first(&end->pub, walk->seat);
    bool near = ff_palace_parts(&end->pub, walk->seat) + FF_BUILDS_MAX >= FF_PALACE_PARTS;
    bool wins = near && first && any_end(walk, end, &turn);
    finder->wins.turns++;
    note_sale(&finder->wins, end->pub.disc_next[walk->seat], first);
    finder->wins.wins += wins;
    if (wins && finder->found)
        *finder->found = turn;
    return !wins || !finder->found;
}

static void walk_turns(const struct ff_edition *edition, const struct ff_game *game, int seat, struct finder *finder)
{
    struct turn_walk walk = {.edition = edition, .seat = seat, .builds = UINT32_MAX, .data = finder, .visit = visit};
    if (coach_two_round_win_possible(&game->pub, seat))
        turn_walk(&walk, game);
}

void coach_count_two_round_wins(const struct ff_edition *edition, const struct ff_game *game, int seat,
                                struct coach_wins *wins)
{
    struct finder finder = {.found = NULL};
    walk_turns(edition, game, seat, &finder);
    *wins = finder.wins;
}

bool coach_find_two_round_win(const struct ff_edition *edition, const struct ff_game *game, int seat, struct turn *turn)
{
    struct finder finder = {.found = turn};
    walk_turns(edition, game, seat, &finder);
    return finder.wins.wins > 0;
}
