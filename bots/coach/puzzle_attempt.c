/* puzzle_attempt.c - judges an attempt at a puzzle; see puzzle_attempt.h. */
#include "bots/coach/puzzle_attempt.h"

#include <string.h>

const char *const coach_outcome_names[COACH_OUTCOMES] = {"goes-on", "solved",    "unfinished",
                                                         "outbid",  "not-first", "uncertain"};

/* Judges an attempt at a puzzle that is won in this round. */
static void judge_win(const struct ff_edition *edition, const struct ff_public *pub, int seat,
                      struct coach_attempt *attempt)
{
    const unsigned to_come = sure_win_seats_still_to_play(pub, seat);
    const struct sure_win_rival rival = sure_win_strongest_rival(edition, pub, seat, to_come);
    attempt->rival = FF_NOBODY;
    if (!turn_has_no_sale_or_build_left(pub, seat))
        return;
    attempt->outcome = attempt->parts < FF_PALACE_PARTS ? COACH_UNFINISHED
                       : rival.coins < pub->coins[seat] ? COACH_SOLVED
                                                        : COACH_OUTBID;
    if (rival.seat >= 0) {
        attempt->rival = (uint8_t)rival.seat;
        attempt->comes = to_come >> rival.seat & 1;
        attempt->purse = (uint16_t)rival.coins;
    }
}

/* Judges an attempt at a puzzle that is won in the next round, once the seat has made its last discard. */
static void judge_two_rounds(const struct ff_edition *edition, const struct ff_game *now, int seat,
                             struct coach_attempt *attempt)
{
    static const uint8_t outcome[] = {[COACH_TWO_ROUND_PROVED] = COACH_SOLVED,
                                      [COACH_TWO_ROUND_NOT_FIRST] = COACH_NOT_FIRST,
                                      [COACH_TWO_ROUND_UNCERTAIN] = COACH_UNCERTAIN};
    if (now->pub.owe >> seat & 1)
        return;
    attempt->outcome = outcome[coach_judge_two_round_win(edition, now, seat)];
    for (int other = 0; other < now->pub.players && attempt->outcome == COACH_NOT_FIRST; other++)
        if (now->pub.disc_next[other] < now->pub.disc_next[attempt->rival])
            attempt->rival = (uint8_t)other;
}

void coach_attempt_judge(const struct ff_edition *edition, enum coach_theme theme, const struct ff_game *now, int seat,
                         struct coach_attempt *attempt)
{
    memset(attempt, 0, sizeof *attempt);
    attempt->parts = (uint8_t)ff_palace_parts(&now->pub, seat);
    attempt->coins = (uint16_t)now->pub.coins[seat];
    if (coach_theme_is_two_rounds(theme))
        judge_two_rounds(edition, now, seat, attempt);
    else
        judge_win(edition, &now->pub, seat, attempt);
}

bool coach_puzzle_solve(const struct ff_edition *edition, enum coach_theme theme, const struct ff_game *start, int seat,
                        struct turn *turn)
{
    return coach_theme_is_two_rounds(theme) ? coach_find_two_round_win(edition, start, seat, turn)
                                            : sure_win_find(edition, start, seat, turn);
}
