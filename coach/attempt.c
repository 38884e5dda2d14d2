/* attempt.c - an attempt at a puzzle; see attempt.h. */
#include "coach/attempt.h"

#include <string.h>

const char *const coach_outcome_names[COACH_OUTCOMES] = {"goes-on", "solved",    "unfinished",
                                                         "outbid",  "not-first", "uncertain"};

/* ----------------------------------------------------------------------------------------------------------- judging */

/* Nothing that follows changes how the round ends. */
static bool is_decided(const struct ff_public *pub, int seat)
{
    return ff_is_store(pub->stage) || pub->stage == FF_STAGE_DISCARD || !(pub->owe >> seat & 1);
}

/* The other who is, or may be, richest with a whole palace. */
static void find_rival(const struct ff_edition *edition, const struct ff_public *pub, int seat, unsigned to_come,
                       struct coach_attempt *attempt)
{
    int most = attempt->coins - 1;
    for (int other = 0; other < pub->players; other++) {
        bool comes = to_come >> other & 1, whole = ff_palace_parts(pub, other) == FF_PALACE_PARTS;
        int purse = comes ? coach_purse_max(edition, pub, other) : whole ? pub->coins[other] : -1;
        if (other == seat || purse <= most)
            continue;
        most = purse;
        attempt->outcome = COACH_OUTBID;
        attempt->rival = (uint8_t)other;
        attempt->comes = comes;
        attempt->purse = (uint16_t)purse;
    }
}

/* A turn that wins in the next round is played to its last discard. */
static void attempt_plan(const struct ff_edition *edition, const struct ff_game *now, int seat,
                         struct coach_attempt *attempt)
{
    if (now->pub.owe >> seat & 1)
        return;
    enum coach_plan plan = coach_plan_of(edition, now, seat);
    attempt->outcome = plan == COACH_PLAN_PROVED      ? COACH_SOLVED
                       : plan == COACH_PLAN_NOT_FIRST ? COACH_NOT_FIRST
                                                      : COACH_UNCERTAIN;
    for (int other = 0; other < now->pub.players && attempt->outcome == COACH_NOT_FIRST; other++)
        if (now->pub.disc_next[other] < now->pub.disc_next[attempt->rival])
            attempt->rival = (uint8_t)other;
}

void coach_attempt_of(const struct ff_edition *edition, enum coach_theme theme, const struct ff_game *start,
                      const struct ff_game *now, int seat, struct coach_attempt *attempt)
{
    memset(attempt, 0, sizeof *attempt);
    attempt->parts = (uint8_t)ff_palace_parts(&now->pub, seat);
    attempt->coins = (uint16_t)now->pub.coins[seat];
    if (theme == COACH_PLAN) {
        attempt_plan(edition, now, seat, attempt);
        return;
    }
    if (!is_decided(&now->pub, seat))
        return;
    attempt->outcome = attempt->parts < FF_PALACE_PARTS ? COACH_UNFINISHED : COACH_SOLVED;
    if (attempt->outcome == COACH_SOLVED)
        find_rival(edition, &now->pub, seat, coach_to_come(&start->pub, seat), attempt);
}

/* ----------------------------------------------------------------------------------------------------------- solving */

struct search {
    const struct ff_edition *edition;
    const struct ff_game *start;
    int seat, max;
    int steps, best_n; /* of the turn at hand; of the best one */
    int purse;
    uint8_t option[FF_OPTIONS_MAX], *best;
};

static void note_end(struct search *search, const struct ff_game *game)
{
    struct coach_attempt attempt;
    coach_attempt_of(search->edition, COACH_WIN, search->start, game, search->seat, &attempt);
    if (attempt.outcome != COACH_SOLVED || attempt.coins <= search->purse || search->steps > search->max)
        return;
    search->purse = attempt.coins;
    search->best_n = search->steps;
    memcpy(search->best, search->option, (size_t)search->steps);
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as a sale and two builds */
static void search_from(struct search *search, const struct ff_game *game)
{
    struct ff_view view;
    if (is_decided(&game->pub, search->seat)) {
        note_end(search, game);
        return;
    }
    ff_view_of(game, search->seat, &view);
    for (ff_options left = ff_distinct(search->edition, &view); left; left &= left - 1) {
        struct ff_event event;
        struct ff_game next = *game;
        search->option[search->steps++] = (uint8_t)ff_lowest(left);
        ff_play(search->edition, &next, search->seat, ff_action_of(game->pub.stage, (unsigned)ff_lowest(left)), &event);
        while (ff_is_own_step(&next.pub, search->seat) && ff_follow(search->edition, &next, &event))
            ;
        search_from(search, &next);
        search->steps--;
    }
}

int coach_solution(const struct ff_edition *edition, enum coach_theme theme, const struct ff_game *start, int seat,
                   uint8_t *option, int max)
{
    struct search search = {edition, start, seat, max, 0, 0, -1, {0}, option};
    if (theme == COACH_PLAN)
        return coach_plan_find(edition, start, seat, option, max);
    search_from(&search, start);
    return search.best_n;
}
