/* public_history.c - records the public history of a game; see public_history.h. */
#include "public_history.h"

#include <string.h>

static bool in_turn(const struct ff_public *pub, int seat)
{
    return pub->stage >= FF_STAGE_BREWERY && pub->stage <= FF_STAGE_DISCARD && ff_turn_seat(pub) == seat;
}

/* Moves n buried cards to the drawn cards. Does not count cards drawn for the first time, which lie above the buried
 * ones (R3.1). */
static void drew(struct history_seat *of, int n)
{
    if (n < 0 || n > of->buried_n || of->drawn_n + n > HISTORY_DRAWN_MAX) {
        of->lost = 1;
        return;
    }
    memcpy(&of->drawn[of->drawn_n], of->buried, (size_t)n * sizeof *of->buried);
    of->drawn_n = (uint8_t)(of->drawn_n + n);
    of->buried_n = (uint8_t)(of->buried_n - n);
    memmove(of->buried, &of->buried[n], of->buried_n * sizeof *of->buried);
}

static struct history_card card_of(struct history_seat *of, const struct ff_public *pub)
{
    return (struct history_card){.round = pub->round, .place = of->now_n};
}

static void turn_over(struct history_seat *of, const struct ff_public *pub, int round, int seat)
{
    of->turn[round % HISTORY_ROUNDS] = (struct history_turn){
        .pub = *pub,
        .builds = (uint8_t)ff_popcount(pub->built[seat] & ~of->built),
        .buried = of->now_n,
    };
    of->turn[round % HISTORY_ROUNDS].pub.round = (uint8_t)round;
    of->kept_n = pub->hand_n[seat];
    of->kept_round = (uint8_t)round;
    of->built = pub->built[seat];
    of->now_n = of->drawn_n = 0;
}

const struct history_turn *history_turn_at(const struct history_seat *seat, int round)
{
    const struct history_turn *turn = &seat->turn[round % HISTORY_ROUNDS];
    return turn->pub.players && turn->pub.round == round ? turn : NULL;
}

static bool is_over(const struct ff_public *last, const struct ff_public *pub, int seat)
{
    if (last->stage == FF_STAGE_KEEP)
        return pub->hand_n[seat] == 1 && last->hand_n[seat] > 1;
    return in_turn(last, seat) && !(in_turn(pub, seat) && pub->round == last->round);
}

static void look_at(struct history_seat *of, const struct ff_public *last, const struct ff_public *pub, int seat)
{
    int cards = pub->deck_n[seat] - last->deck_n[seat], hand = pub->hand_n[seat] - last->hand_n[seat];
    int built = ff_popcount(pub->built[seat] & ~last->built[seat]);
    if (cards < 0) {
        drew(of, -cards - (last->fresh_n[seat] - pub->fresh_n[seat]));
    } else if (cards == 1 && of->buried_n < FF_CARDS_MAX) {
        of->buried[of->buried_n++] = card_of(of, last);
        of->now_n++;
    } else if (cards == 0 && hand == -1 && !built && of->trash_n < FF_CARDS_MAX) {
        of->trash[of->trash_n++] = card_of(of, last);
    }
    of->lost |= cards > 1 || (hand + cards + built != 0 && !(cards == 0 && hand == -1));
    if (is_over(last, pub, seat))
        turn_over(of, pub, last->round, seat);
}

void history_observe(struct history *seen, const struct ff_public *pub)
{
    for (int seat = 0; seat < seen->last.players; seat++)
        look_at(&seen->seat[seat], &seen->last, pub, seat);
    seen->last = *pub;
}

enum ff_refusal history_apply(struct history *seen, const struct ff_edition *edition, struct ff_game *game, int seat,
                              ff_action action)
{
    struct ff_event event;
    enum ff_refusal refusal = ff_play(edition, game, seat, action, &event);
    if (refusal != FF_OK)
        return refusal;
    do
        history_observe(seen, &game->pub);
    while (ff_follow(edition, game, &event));
    return FF_OK;
}

enum ff_setup_fault history_begin(struct history *seen, const struct ff_edition *edition, const struct ff_setup *setup,
                                  struct ff_game *game)
{
    struct ff_event event;
    enum ff_setup_fault fault = ff_prepare(edition, setup, game);
    if (fault)
        return fault;
    memset(seen, 0, sizeof *seen);
    do
        history_observe(seen, &game->pub);
    while (ff_follow(edition, game, &event));
    return FF_SETUP_OK;
}

bool history_matches(const struct history *seen, const struct ff_public *pub, int seat)
{
    const struct history_seat *of = &seen->seat[seat];
    return !of->lost && of->buried_n == pub->deck_n[seat] - pub->fresh_n[seat] && of->trash_n == ff_trash_n(pub, seat);
}
