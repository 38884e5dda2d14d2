/* candidates.c - finds the turns that a judge compares: the played turn, the network's best turns, and small
 * variations. */
#include "bots/ai/one_ply.h"
#include "bots/ai/sure_win.h"
#include "judge_internal.h"
#include "turn_variants.h"
#include "two_round_win.h"

#include <string.h>

enum {
    COMPLETION_WIDTH = 8,    /* beam width of the search that completes a turn from a given beginning */
    VARIANT_TOLERANCE = 300, /* ignores variants whose evaluation is worse than the played turn's by more than this */
};

static void fill_summary(const struct coach_judge *judge, struct coach_candidate *candidate)
{
    struct ff_game game = judge->game;
    if (judge->kind == COACH_DRAW)
        memset(&candidate->summary, 0, sizeof candidate->summary);
    else
        coach_summarize_turn(judge->position.edition, &game, coach_own_seat(judge), &candidate->turn,
                             &candidate->summary);
    if (judge->kind == COACH_TURN)
        candidate->certainty =
            (uint8_t)coach_certainty_of(judge->position.edition, &game, coach_own_seat(judge),
                                        sure_win_seats_still_to_play(&judge->game.pub, coach_own_seat(judge)));
}

/* Returns the candidate that equals this turn, ignoring swapped builds and equivalent spaces; -1 if no candidate
 * does. */
static int find_candidate(const struct coach_judge *judge, const struct coach_turn_summary *wanted)
{
    for (int i = 0; i < judge->n && judge->kind != COACH_DRAW; i++) {
        struct coach_turn_summary summary = *wanted, there = judge->candidate[i].summary;
        coach_align_summaries(judge->position.edition, &judge->game, coach_own_seat(judge), &there, &summary);
        if (!coach_parts_that_differ(&there, &summary))
            return i;
    }
    return -1;
}

/* Adds a turn to the candidates. Until the attribution begins, keeps some slots free for the attribution's variants. */
int coach_add_candidate(struct coach_judge *judge, const struct turn *turn)
{
    int room = judge->stage == COACH_ATTRIBUTION ? COACH_CANDIDATES_MAX : COACH_CANDIDATES_MAX - COACH_PARTS;
    if (judge->n >= room)
        return -1;
    struct coach_candidate *candidate = &judge->candidate[judge->n];
    memset(candidate, 0, offsetof(struct coach_candidate, value));
    candidate->turn = *turn;
    candidate->part = COACH_PARTS;
    fill_summary(judge, candidate);
    int found = find_candidate(judge, &candidate->summary);
    return found < 0 ? judge->n++ : found;
}

bool coach_ideas_differ(const struct coach_judge *judge, int a, int b)
{
    const struct coach_candidate *one = &judge->candidate[a], *two = &judge->candidate[b];
    struct coach_turn_summary first = one->summary, second = two->summary;
    if (judge->kind == COACH_DRAW)
        return one->turn.option[0] != two->turn.option[0];
    if (judge->kind == COACH_SETUP)
        return first.kept != second.kept;
    coach_align_summaries(judge->position.edition, &judge->game, coach_own_seat(judge), &first, &second);
    return first.brewery != second.brewery || coach_part_differs(&first, &second, COACH_BUILD1) ||
           coach_part_differs(&first, &second, COACH_BUILD2);
}

/* Evaluates a turn with the network and adds it to the candidates. */
static int add_evaluated(struct coach_judge *judge, struct turn *turn)
{
    coach_evaluate_turn(&judge->position, &judge->game, turn);
    return coach_add_candidate(judge, turn);
}

/* Returns the decisions of the first turn followed by those of the second. */
static struct turn join(const struct turn *begun, const struct turn *rest)
{
    struct turn turn = *begun;
    memcpy(turn.chance, rest->chance, sizeof turn.chance);
    for (int i = 0; i < rest->steps && turn.steps < TURN_STEPS_MAX; i++)
        turn.option[turn.steps++] = rest->option[i];
    return turn;
}

/* ------------------------------------------------------------------------------------------------------------ turns */

static void search_turns(struct coach_judge *judge, const struct ff_game *game, int width, int most)
{
    struct turn_search *search = &judge->search;
    search->net = judge->position.net;
    search->edition = judge->position.edition;
    search->width = width;
    search->ends_max = most;
    search->jitter = 0;
    turn_search(search, game, coach_own_seat(judge));
}

static void add_found_turns(struct coach_judge *judge)
{
    const struct turn_search *search = &judge->search;
    search_turns(judge, &judge->middle, TURN_WIDTH_MAX, TURN_ENDS_MAX);
    int most = judge->n + coach_effort_settings(judge)->found;
    for (int i = 0; i < search->ends_n && judge->n < most; i++) {
        struct turn turn = join(&judge->prefix, &search->end[i]);
        coach_add_candidate(judge, &turn);
    }
}

/* Counts clearly different ideas among the candidates, up to COACH_IDEAS_MAX. */
static int count_ideas(const struct coach_judge *judge)
{
    int idea[COACH_IDEAS_MAX], n = 0;
    for (int i = 0; i < judge->n && n < COACH_IDEAS_MAX; i++) {
        int same = 0;
        while (same < n && coach_ideas_differ(judge, idea[same], i))
            same++;
        if (same == n)
            idea[n++] = i;
    }
    return n;
}

/* Adds the best turn that begins with the decisions of `turn`; `game` is the position after these decisions. */
static void add_completed(struct coach_judge *judge, struct turn turn, const struct ff_game *game)
{
    if (!turn_is_active(game, coach_own_seat(judge))) {
        add_evaluated(judge, &turn);
        return;
    }
    search_turns(judge, game, COMPLETION_WIDTH, 1);
    turn = join(&turn, &judge->search.end[0]);
    coach_add_candidate(judge, &turn);
}

static void add_completion(struct coach_judge *judge, struct turn turn, struct ff_game game, unsigned option)
{
    turn.option[turn.steps++] = (uint8_t)option;
    turn_play_option(judge->position.edition, &game, coach_own_seat(judge), option);
    add_completed(judge, turn, &game);
}

/* Adds a turn that is proved to win in this round or, if there is none, in the next round. */
static void add_certain_win(struct coach_judge *judge)
{
    const struct ff_edition *edition = judge->position.edition;
    const int seat = coach_own_seat(judge);
    struct ff_game game = judge->middle;
    struct turn rest;
    if (!turn_is_active(&game, seat) ||
        (!sure_win_find(edition, &game, seat, &rest) && !coach_find_two_round_win(edition, &game, seat, &rest)))
        return;
    for (int i = 0; i < rest.steps; i++)
        turn_play_option(edition, &game, seat, rest.option[i]);
    add_completed(judge, join(&judge->prefix, &rest), &game);
}

/* Adds different ideas to a hint, because the best turns may all be variants of one idea. Follows the best turn, and at
 * each choice of a brewery or a build tries all other options. */
static void add_other_ideas(struct coach_judge *judge)
{
    const struct turn best = join(&judge->prefix, &judge->search.end[0]);
    struct ff_game game = judge->middle;
    struct turn turn = judge->prefix;
    for (int i = turn.steps; i < best.steps && count_ideas(judge) < COACH_IDEAS_MAX; i++) {
        ff_options others = ff_game_options(&game, coach_own_seat(judge)) & ~((ff_options)1 << best.option[i]);
        if (game.pub.stage == FF_STAGE_BREWERY || game.pub.stage == FF_STAGE_BUILD)
            for (; others; others &= others - 1)
                add_completion(judge, turn, game, (unsigned)ff_lowest(others));
        turn.option[turn.steps++] = best.option[i];
        turn_play_option(judge->position.edition, &game, coach_own_seat(judge), best.option[i]);
    }
}

/* ------------------------------------------------------------------------------------------------ set-up and draws */

static struct ai_context context_of(const struct coach_judge *judge, struct ff_rng *rng)
{
    *rng = ff_rng_of(judge->position.seed);
    return (struct ai_context){judge->position.edition, judge->position.net, rng};
}

/* Adds the set-up that keeps `kept` and puts the other cards under the deck in the order that the network evaluates
 * best. */
static void add_setup(struct coach_judge *judge, int kept)
{
    struct ff_rng rng;
    const struct ai_context context = context_of(judge, &rng);
    struct ff_game game = judge->middle;
    struct turn turn = judge->prefix;
    const int seat = coach_own_seat(judge);
    while (game.pub.stage == FF_STAGE_KEEP && game.pub.owe >> seat & 1) {
        ff_options left = ff_game_options(&game, seat) & ~((ff_options)1 << kept);
        unsigned best = (unsigned)ff_lowest(left);
        uint16_t chance[FF_PLAYERS_MAX], most = 0;
        for (; left; left &= left - 1) {
            unsigned option = (unsigned)ff_lowest(left);
            one_ply_chances(&context, &game, seat, option, chance);
            best = chance[seat] > most ? option : best;
            most = chance[seat] > most ? chance[seat] : most;
        }
        turn.option[turn.steps++] = (uint8_t)best;
        ff_play(context.edition, &game, seat, ff_action_of(game.pub.stage, best), &(struct ff_event){0});
    }
    add_evaluated(judge, &turn);
}

static void add_draws(struct coach_judge *judge)
{
    struct ff_rng rng;
    const struct ai_context context = context_of(judge, &rng);
    for (ff_options left = ff_legal(context.edition, &judge->position.view); left; left &= left - 1) {
        struct turn turn = {.steps = 1, .option = {(uint8_t)ff_lowest(left)}};
        if (judge->has_played && turn.option[0] == judge->candidate[0].turn.option[0])
            continue;
        one_ply_chances(&context, &judge->game, coach_own_seat(judge), turn.option[0], turn.chance);
        coach_add_candidate(judge, &turn);
    }
}

/* ---------------------------------------------------------------------------------------------------- all together */

static void add_played(struct coach_judge *judge, const struct turn *played)
{
    struct turn turn = *played;
    judge->has_played = true;
    if (judge->kind == COACH_DRAW) {
        struct ff_rng rng;
        const struct ai_context context = context_of(judge, &rng);
        one_ply_chances(&context, &judge->game, coach_own_seat(judge), turn.option[0], turn.chance);
        coach_add_candidate(judge, &turn);
    } else {
        add_evaluated(judge, &turn);
    }
}

/* Adds the remaining part of an earlier plan, if it can still be played. */
static void add_plan(struct coach_judge *judge, const struct coach_turn_summary *plan)
{
    struct turn rest;
    if (!coach_turn_from_summary(judge->position.edition, &judge->middle, coach_own_seat(judge), plan, &rest))
        return;
    struct turn turn = join(&judge->prefix, &rest);
    add_evaluated(judge, &turn);
}

static void add_variants(struct coach_judge *judge)
{
    const int own = coach_own_seat(judge);
    const struct coach_candidate *played = &judge->candidate[0];
    for (int part = 0; part < COACH_PARTS && judge->has_played && judge->kind != COACH_DRAW; part++) {
        struct coach_variants variants = {.position = &judge->position,
                                          .game = &judge->game,
                                          .model = &played->summary,
                                          .part = (enum coach_part)part,
                                          .max = coach_effort_settings(judge)->variants};
        coach_find_variants(&variants);
        for (int i = 0; i < variants.n; i++) {
            const struct turn *turn = &variants.turn[i];
            bool good = turn->chance[own] + VARIANT_TOLERANCE >= played->turn.chance[own];
            int at = good ? coach_add_candidate(judge, turn) : -1;
            if (at > 0)
                judge->candidate[at].part = (uint8_t)part;
        }
    }
}

void coach_find_candidates(struct coach_judge *judge, const struct coach_question *question)
{
    judge->n = 0;
    judge->middle = judge->game;
    if (question->prefix)
        judge->prefix = *question->prefix;
    for (int i = 0; i < judge->prefix.steps; i++)
        turn_play_option(judge->position.edition, &judge->middle, coach_own_seat(judge), judge->prefix.option[i]);
    if (question->played)
        add_played(judge, question->played);
    if (question->plan)
        add_plan(judge, question->plan);
    if (judge->kind == COACH_TURN) {
        add_certain_win(judge);
        add_found_turns(judge);
        if (!judge->has_played)
            add_other_ideas(judge);
    } else if (judge->kind == COACH_DRAW) {
        add_draws(judge);
    } else {
        for (uint32_t hand = judge->middle.hid.hand[coach_own_seat(judge)]; hand; hand &= hand - 1)
            add_setup(judge, ff_lowest(hand));
    }
    add_variants(judge);
}
