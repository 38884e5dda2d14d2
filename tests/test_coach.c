/* test_coach.c - the coach: turns as shapes, verdicts, hints, the sum of a game. */
#include "bots/ai/apportion.h"
#include "bots/ai/calibration.h"
#include "bots/ai/levels.h"
#include "bots/ai/net.h"
#include "bots/ai/net_read.h"
#include "bots/ai/one_ply.h"
#include "bots/arena/random_games.h"
#include "bots/coach/hint.h"
#include "bots/coach/luck_skill.h"
#include "bots/coach/opponents.h"
#include "bots/coach/played_level.h"
#include "bots/coach/review.h"
#include "bots/coach/sentences.h"
#include "bots/coach/turn_comparison.h"
#include "bots/coach/verdict_json.h"
#include "edition.h"
#include "engine/base/builtin.h"
#include "test.h"

#include <stdlib.h>

static struct ff_edition edition;
static struct net net;
static struct coach_judge judge, other_judge;
static struct coach_hint hint, other_hint;
static struct turn_search search;

/* -------------------------------------------------------------------------------------------------------- positions */

typedef void visitor(const struct ff_game *game, int seat, struct ff_rng *rng);

enum { ROUNDS = 8 }; /* of random games, which take long */

/* Visits the beginnings of turns, and what else is judged, of random games of every size; every so many-th. */
static void walk(int games, int every, visitor *visit)
{
    int n = 0;
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
        for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++)
            for (int i = 0; i < games; i++) {
                struct ff_game game;
                struct ff_rng rng = ff_rng_of((uint64_t)(i + 1));
                struct ff_view last[FF_PLAYERS_MAX] = {0};
                arena_random_begin_game(&edition, players, mode, (uint64_t)(700 + i), &game);
                while (game.pub.owe && game.pub.round <= ROUNDS && !test_state.test_failed) {
                    int seat = ff_lowest(game.pub.owe);
                    struct ff_view view;
                    ff_view_of(&game, seat, &view);
                    if (last[seat].pub.players == 0 || coach_hint_is_new_turn(&last[seat], &view)) {
                        last[seat] = view;
                        if (n++ % every == 0)
                            visit(&game, seat, &rng);
                    }
                    ff_apply(&edition, &game, seat, arena_random_action(&game, seat, &rng));
                }
            }
}

static bool goes_on(const struct ff_game *game, int seat, int round, enum coach_kind kind)
{
    struct ff_view view;
    ff_view_of(game, seat, &view);
    return game->pub.owe >> seat & 1 && game->pub.round == round && coach_judgement_kind_of(&view) == kind;
}

/* Any legal turn; *after is the position that it leads to, before anything that is not its own. */
static struct turn random_turn(const struct ff_game *game, int seat, struct ff_rng *rng, struct ff_game *after)
{
    struct turn turn = {.steps = 0};
    struct ff_view view;
    ff_view_of(game, seat, &view);
    enum coach_kind kind = coach_judgement_kind_of(&view);
    *after = *game;
    do {
        unsigned option = ff_action_option(arena_random_action(after, seat, rng));
        turn.option[turn.steps++] = (uint8_t)option;
        turn_play_option(&edition, after, seat, option);
    } while (kind != COACH_DRAW && goes_on(after, seat, game->pub.round, kind) && turn.steps < TURN_STEPS_MAX);
    return turn;
}

static struct coach_question case_of(const struct ff_game *game, int seat, const struct turn *played)
{
    struct coach_question question = {.effort = COACH_QUICK, .played = played};
    question.position.edition = &edition;
    question.position.net = &net;
    ff_view_of(game, seat, &question.position.view);
    question.position.seed = coach_seed_of_view(&question.position.view);
    return question;
}

/* ----------------------------------------------------------------------------------------------------------- shapes */

static void visit_shape(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    struct ff_game after, again = *game;
    struct coach_turn_summary shape, twice;
    struct turn turn = random_turn(game, seat, rng, &after), played;
    if (game->pub.stage == FF_STAGE_DRAW)
        return;
    coach_summarize_turn(&edition, &again, seat, &turn, &shape);
    CHECK(memcmp(&again, &after, sizeof after) == 0);
    CHECK_EQ(shape.kept, after.hid.hand[seat]);
    CHECK(coach_turn_from_summary(&edition, game, seat, &shape, &played));
    again = *game;
    coach_summarize_turn(&edition, &again, seat, &played, &twice);
    CHECK(memcmp(&again, &after, sizeof after) == 0);
    CHECK(memcmp(&shape, &twice, sizeof shape) == 0);
}

static void shapes_are_turns(void) { walk(4, 1, visit_shape); }

/* Whatever is put into a turn, what comes out can be played or is refused; all parts of another one give that one. */
static void visit_parts(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    struct ff_game end;
    struct coach_turn_summary a, b;
    struct turn one = random_turn(game, seat, rng, &end), two = random_turn(game, seat, rng, &end), mixed;
    if (game->pub.stage == FF_STAGE_DRAW)
        return;
    end = *game;
    coach_summarize_turn(&edition, &end, seat, &one, &a);
    end = *game;
    coach_summarize_turn(&edition, &end, seat, &two, &b);
    for (int part = 0; part < COACH_PARTS; part++) {
        struct coach_turn_summary shape = a, got;
        coach_part_copy(&shape, &b, (enum coach_part)part);
        CHECK(!coach_part_differs(&shape, &b, (enum coach_part)part));
        if (coach_turn_from_summary(&edition, game, seat, &shape, &mixed)) {
            struct ff_game after = *game;
            coach_summarize_turn(&edition, &after, seat, &mixed, &got);
            CHECK_EQ(ff_check(&edition, &after), 0);
            CHECK(part != COACH_SALE || !coach_part_differs(&got, &b, COACH_SALE));
        }
    }
    for (int part = 0; part < COACH_PARTS; part++)
        coach_part_copy(&a, &b, (enum coach_part)part);
    struct ff_game after = *game;
    CHECK(coach_turn_from_summary(&edition, game, seat, &a, &mixed));
    coach_summarize_turn(&edition, &after, seat, &mixed, &b);
    CHECK(memcmp(&after, &end, sizeof end) == 0);
}

static void parts_are_exchanged(void) { walk(4, 1, visit_parts); }

/* --------------------------------------------------------------------------------------------------------- verdicts */

static void judge_whole(struct coach_judge *memory, const struct coach_question *question, uint32_t slice,
                        struct coach_verdict *verdict)
{
    coach_judge_begin(memory, question);
    while (coach_judge_think(memory, slice))
        ;
    coach_judge_answer(memory, verdict);
}

static void check_ideas(const struct ff_game *game, int seat, const struct coach_verdict *verdict)
{
    for (int i = 0; i < verdict->ideas_n; i++) {
        struct ff_game after = *game;
        const struct coach_idea *idea = &verdict->idea[i];
        for (int step = 0; step < idea->turn.steps; step++)
            CHECK_EQ(ff_apply(&edition, &after, seat, ff_action_of(after.pub.stage, idea->turn.option[step])), FF_OK);
        CHECK(idea->chance[seat] <= NET_CHANCE_ONE);
        CHECK(idea->behind >= 0 && (i > 0 || idea->behind == 0));
    }
}

/* At the end a difference is that of the chances, to the last hundredth. */
static void check_differences(int seat, const struct coach_verdict *verdict)
{
    const int best = verdict->idea[0].chance[seat], next = verdict->idea[1].chance[seat];
    for (int i = 1; i < verdict->ideas_n; i++)
        CHECK_EQ(verdict->idea[i].behind, best - verdict->idea[i].chance[seat]);
    if (verdict->played != FF_NOBODY && verdict->ideas_n > 1)
        CHECK_EQ(verdict->loss, verdict->played == 0 ? next - best : best - next);
}

/* The turn played is among the ideas; nothing depends on how the thinking is cut, nor on what the seat cannot know. */
static void visit_verdict(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    struct ff_game after, elsewhere;
    struct turn turn = random_turn(game, seat, rng, &after);
    struct coach_question question = case_of(game, seat, &turn);
    struct coach_verdict one, two;
    memset(&judge, 0x5a, sizeof judge);
    judge_whole(&judge, &question, 100000, &one);
    ff_resample(&edition, &question.position.view, rng, &elsewhere);
    question = case_of(&elsewhere, seat, &turn);
    judge_whole(&other_judge, &question, 1, &two);
    CHECK(memcmp(&one, &two, sizeof one) == 0);
    REQUIRE(one.played < one.ideas_n);
    CHECK(memcmp(one.idea[one.played].turn.option, turn.option, turn.steps) == 0);
    CHECK(one.played == 0 ? one.loss <= 0 : one.loss >= 0);
    CHECK(one.grade == COACH_GOOD || one.loss > one.margin);
    CHECK_EQ(coach_judge_progress(&judge), 1000);
    check_ideas(game, seat, &one);
    check_differences(seat, &one);
}

static void verdicts_are_repeatable(void) { walk(1, 29 * TEST_SLOW, visit_verdict); }

/* A chance that is told any time is a chance. */
static void verdicts_are_there_from_the_beginning(void)
{
    struct ff_game game, after;
    struct ff_rng rng = ff_rng_of(3);
    struct coach_verdict verdict;
    arena_random_begin_game(&edition, 3, FF_BASE, 3, &game);
    int seat = ff_lowest(game.pub.owe), last = 0;
    struct turn turn = random_turn(&game, seat, &rng, &after);
    struct coach_question question = case_of(&game, seat, &turn);
    coach_judge_begin(&judge, &question);
    do {
        coach_judge_answer(&judge, &verdict);
        CHECK(verdict.ideas_n >= 1);
        CHECK(coach_judge_progress(&judge) >= last);
        last = coach_judge_progress(&judge);
        check_ideas(&game, seat, &verdict);
    } while (coach_judge_think(&judge, 7));
    CHECK_EQ(coach_judge_progress(&judge), 1000);
}

/* --------------------------------------------------------------------------------------------------------- mistakes */

/* A turn that gives away the only thing that matters: who can build the last part and win, and does not. */
static void a_thrown_game_is_a_blunder(void)
{
    CHECK_EQ(coach_grade_of(50, 10), COACH_GOOD);
    CHECK_EQ(coach_grade_of(700, 800), COACH_GOOD);
    CHECK_EQ(coach_grade_of(coach_grade_limits[COACH_MISTAKE], 10), COACH_MISTAKE);
    CHECK_EQ(coach_grade_of(5000, 300), COACH_BLUNDER);
    CHECK_EQ(coach_grade_of(900, 449), COACH_BLUNDER);
    CHECK_EQ(coach_grade_of(900, 451), COACH_SLIP);
    for (int grade = 1; grade < COACH_GRADES; grade++)
        CHECK(coach_grade_limits[grade] > coach_grade_limits[grade - 1]);
}

static void best_turn(const struct ff_game *game, int seat, struct turn *turn)
{
    search.net = &net;
    search.edition = &edition;
    search.width = 8;
    search.ends_max = 1;
    search.jitter = 0;
    turn_search(&search, game, seat);
    *turn = search.end[0];
}

/* A game among players who play what looks best to the network; where they err, now and then somebody does anything. */
static void play_game(struct ff_game *game, uint64_t seed, bool err, struct coach_decision *decision, int *n)
{
    struct ff_rng rng = ff_rng_of(seed);
    while (game->pub.owe) {
        int seat = ff_lowest(game->pub.owe);
        struct turn turn = {.steps = 1};
        struct one_ply ahead;
        if (err && turn_is_active(game, seat) && game->pub.round % 4 == 2 + seat)
            turn.option[0] = (uint8_t)ff_action_option(arena_random_action(game, seat, &rng));
        else if (turn_is_active(game, seat))
            best_turn(game, seat, &turn);
        else
            turn.option[0] =
                (uint8_t)one_ply_best_option(&(struct ai_context){&edition, &net, &rng}, game, seat, &ahead);
        for (int i = 0; i < turn.steps; i++) {
            ff_action action = ff_action_of(game->pub.stage, turn.option[i]);
            decision[(*n)++] = (struct coach_decision){(uint8_t)seat, action};
            ff_apply(&edition, game, seat, action);
        }
    }
}

/* Selling nothing in the middle of a game, where everything else stays as it was, costs a lot, and it is the sale. */
static void nothing_sold_is_named(void)
{
    int named = 0, sale = 0, n = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        static struct coach_decision decision[COACH_DECISIONS_MAX];
        static struct coach_review_item items[COACH_ITEMS_MAX];
        struct ff_setup setup;
        struct ff_game game;
        ff_deal(&edition, 3, FF_BASE, seed, &setup);
        struct coach_game whole = {&edition, &setup, decision, 0, {{0}}};
        ff_begin(&edition, &setup, &game);
        play_game(&game, 1, false, decision, &whole.n);
        int items_n = coach_review_list_items(&whole, items, COACH_ITEMS_MAX), at = 0;
        while (at < items_n && (items[at].kind != COACH_TURN || items[at].round != 4))
            at++;
        REQUIRE(at < items_n);
        struct coach_question question = {.effort = COACH_QUICK};
        struct turn turn, spoilt;
        struct coach_turn_summary shape;
        struct coach_verdict verdict;
        coach_review_item_position(&whole, &items[at], &net, &question.position, &turn);
        rollout_sample_world(&question.position, 0, &game);
        struct ff_game after = game;
        coach_summarize_turn(&edition, &after, items[at].seat, &turn, &shape);
        shape.brewery = FF_NOBODY;
        shape.sold = 0;
        shape.market = 0;
        shape.office = FF_OPTION_NO_OFFICE;
        memset(shape.card, FF_NO_CARD, sizeof shape.card); /* no money, no building */
        if (!coach_turn_from_summary(&edition, &game, items[at].seat, &shape, &spoilt))
            continue;
        question.played = &spoilt;
        judge_whole(&judge, &question, 100000, &verdict);
        if (verdict.idea[0].chance[items[at].seat] < 1500)
            continue; /* who has lost already loses no more */
        n++;
        named += verdict.grade >= COACH_MISTAKE;
        for (int i = 0; i < verdict.attributions_n; i++)
            sale += verdict.attribution[i].parts & 1 << COACH_SALE && i == 0;
        CHECK_EQ(verdict.idea[verdict.played].summary.sold, 0);
    }
    CHECK(n >= 3);
    CHECK(named >= n - 1);
    CHECK(sale >= 1);
}

/* ------------------------------------------------------------------------------------------------------------ hints */

static void ask_hint(struct coach_hint *memory, const struct coach_hint_request *ask, struct coach_verdict *verdict)
{
    coach_hint_begin(memory, ask);
    while (coach_hint_think(memory, 50))
        ;
    coach_hint_answer(memory, verdict);
}

/* Along its own advice the plan and the chance stay the same, with the memory of the last question and without. */
static void visit_hint(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    struct coach_hint_request ask = {.position = {.edition = &edition, .net = &net}, .effort = COACH_QUICK};
    struct coach_verdict first, again;
    (void)rng;
    ff_view_of(game, seat, &ask.position.view);
    memset(&hint, 0, sizeof hint);
    ask_hint(&hint, &ask, &first);
    check_ideas(game, seat, &first);
    CHECK_EQ(first.played, FF_NOBODY);
    const struct turn plan = first.idea[0].turn;
    for (int i = 0; i < plan.steps; i++) {
        ask.taken[ask.taken_n++] = plan.option[i];
        ask_hint(&hint, &ask, &again);
        CHECK(memcmp(&first, &again, sizeof first) == 0);
    }
    if (plan.steps > 1)
        ask.taken_n = plan.steps / 2;
    memset(&other_hint, 0, sizeof other_hint);
    ask_hint(&other_hint, &ask, &again);
    CHECK(memcmp(&first, &again, sizeof first) == 0);
}

static void hints_stay(void) { walk(1, 67 * TEST_SLOW, visit_hint); }

/* Whoever leaves the plan is told what can still be made of the turn; who takes it back, the plan again. */
static void visit_leaving(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    struct coach_hint_request ask = {.position = {.edition = &edition, .net = &net}, .effort = COACH_QUICK};
    struct coach_verdict first, left, back;
    struct ff_game after;
    ff_view_of(game, seat, &ask.position.view);
    memset(&hint, 0, sizeof hint);
    ask_hint(&hint, &ask, &first);
    struct turn turn = random_turn(game, seat, rng, &after);
    ask.taken_n = turn.steps > 1 ? turn.steps / 2 : 0;
    memcpy(ask.taken, turn.option, (size_t)ask.taken_n);
    ask_hint(&hint, &ask, &left);
    check_ideas(game, seat, &left);
    bool followed = memcmp(first.idea[0].turn.option, ask.taken, (size_t)ask.taken_n) == 0; /* by chance */
    for (int i = 0; i < (followed ? 1 : left.ideas_n); i++)
        CHECK(memcmp(left.idea[i].turn.option, ask.taken, (size_t)ask.taken_n) == 0);
    ask.taken_n = 0;
    ask_hint(&hint, &ask, &back);
    CHECK(memcmp(&first, &back, sizeof first) == 0);
}

static void hints_follow_the_player(void) { walk(1, 97 * TEST_SLOW, visit_leaving); }

static bool is_another(const struct ff_game *game, int seat, struct coach_turn_summary a, struct coach_turn_summary b)
{
    coach_align_summaries(&edition, game, seat, &a, &b);
    return a.brewery != b.brewery || memcmp(a.card, b.card, sizeof a.card) != 0;
}

/* How many different ideas are among so many turns of any kind, up to three. */
static int random_ideas(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    struct coach_turn_summary idea[COACH_IDEAS_MAX];
    int n = 0;
    for (int i = 0; i < 40 && n < COACH_IDEAS_MAX; i++) {
        struct ff_game after, again = *game;
        struct turn turn = random_turn(game, seat, rng, &after);
        int is = 0;
        coach_summarize_turn(&edition, &again, seat, &turn, &idea[n]);
        while (is < n && is_another(game, seat, idea[is], idea[n]))
            is++;
        n += is == n;
    }
    return n;
}

/* Ideas differ in where is sold or in what is built; there are three of them wherever three can be. */
static void visit_ideas(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    struct coach_hint_request ask = {.position = {.edition = &edition, .net = &net}, .effort = COACH_QUICK};
    struct coach_verdict verdict;
    ff_view_of(game, seat, &ask.position.view);
    if (coach_judgement_kind_of(&ask.position.view) != COACH_TURN)
        return;
    memset(&hint, 0, sizeof hint);
    ask_hint(&hint, &ask, &verdict);
    for (int i = 1; i < verdict.ideas_n; i++)
        for (int j = 0; j < i; j++)
            CHECK(is_another(game, seat, verdict.idea[i].summary, verdict.idea[j].summary));
    CHECK(verdict.ideas_n <= COACH_IDEAS_MAX && verdict.ideas_n >= random_ideas(game, seat, rng));
    check_differences(seat, &verdict);
}

static void ideas_are_different(void) { walk(1, 31 * TEST_SLOW, visit_ideas); }

/* ------------------------------------------------------------------------------------------------------ whole games */

static struct coach_decision decisions[COACH_DECISIONS_MAX];
static struct coach_review_item items[COACH_ITEMS_MAX];
static struct coach_verdict_summary told[COACH_ITEMS_MAX];
static struct coach_replay walking;

/* Every decision belongs to one item, of its seat and in its order. */
static void items_are_the_game(void)
{
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
        for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++) {
            struct ff_setup setup;
            struct ff_game game;
            struct ff_rng rng = ff_rng_of(5);
            int n = 0, steps = 0;
            ff_deal(&edition, players, mode, 11, &setup);
            ff_begin(&edition, &setup, &game);
            for (; game.pub.owe && game.pub.round < 9; n++) {
                int seat = ff_option_nth(game.pub.owe, (int)ff_rng_below(&rng, (uint32_t)ff_popcount(game.pub.owe)));
                decisions[n] = (struct coach_decision){(uint8_t)seat, arena_random_action(&game, seat, &rng)};
                ff_apply(&edition, &game, seat, decisions[n].action);
            }
            struct coach_game whole = {&edition, &setup, decisions, n, {{0}}};
            int items_n = coach_review_list_items(&whole, items, COACH_ITEMS_MAX);
            for (int i = 0; i < items_n; i++) {
                struct rollout_position place;
                struct turn turn;
                coach_review_item_position(&whole, &items[i], &net, &place, &turn);
                steps += items[i].steps;
                CHECK_EQ(turn.steps, items[i].steps);
                CHECK_EQ(place.view.own.seat, items[i].seat);
                CHECK(ff_legal(&edition, &place.view) >> turn.option[0] & 1);
            }
            CHECK_EQ(steps, n);
        }
}

static void judge_game(const struct coach_game *game, int items_n)
{
    for (int i = 0; i < items_n; i++) {
        struct coach_verdict verdict;
        coach_review_item_begin(game, &items[i], &net, COACH_QUICK, &judge);
        while (coach_judge_think(&judge, 1000))
            ;
        coach_judge_answer(&judge, &verdict);
        check_differences(items[i].seat, &verdict);
        coach_verdict_summarize(&verdict, &told[i]);
    }
}

/* result - par = deal + luck - lost + expected + given, for each seat of each game. And luck is luck: among equals deal
 * and luck come to nothing, within three standard errors of so few games. */
static void games_add_up(void)
{
    int64_t sum = 0, squares = 0;
    int seats = 0;
    for (uint64_t seed = 21; seed < 24; seed += TEST_SLOW) {
        struct ff_setup setup;
        struct ff_game game;
        struct coach_luck_skill balance;
        int players = 2 + (int)(seed % 2), mode = seed % 4 < 2 ? FF_BASE : FF_EXPERT;
        ff_deal(&edition, players, mode, seed, &setup);
        struct coach_game whole = {&edition, &setup, decisions, 0, {{0}}};
        ff_begin(&edition, &setup, &game);
        play_game(&game, 1, false, decisions, &whole.n);
        int items_n = coach_review_list_items(&whole, items, COACH_ITEMS_MAX);
        judge_game(&whole, items_n);
        coach_replay_begin(&walking, &whole, &net);
        while (coach_replay_step(&walking))
            ;
        coach_luck_skill_compute(&walking, items, told, items_n, &balance);
        CHECK(balance.over && balance.whole);
        for (int s = 0; s < players; s++) {
            CHECK_EQ(balance.result[s] - balance.par[s],
                     balance.deal[s] + balance.luck[s] - balance.lost[s] + balance.expected[s] + balance.given[s]);
            CHECK_EQ(coach_luck_adjusted_result(&balance, s), balance.result[s] - balance.deal[s] - balance.luck[s]);
            CHECK(balance.lost[s] >= 0 && balance.error[s] > 0);
            int64_t luck = balance.deal[s] + balance.luck[s];
            sum += luck;
            squares += luck * luck;
            seats++;
        }
    }
    int64_t bound = 9 * squares; /* (sum/n)^2 <= 9 * variance/n  <=>  sum^2 <= 9 * squares */
    CHECK(seats >= 7 / TEST_SLOW);
    CHECK(sum * sum <= bound);
}

/* ------------------------------------------------------------------------------------------------------------ words */

/* At most three sentences. If anything speaks for the better turn, nothing else is said but one fact for the other. */
static void check_said(const struct coach_idea *idea, int better)
{
    int others = 0, depends = 0, reasons = 0, all_reasons = 0;
    CHECK(idea->said_n <= COACH_SAID_MAX && idea->said_n <= idea->facts_n);
    for (int f = 0; f < idea->facts_n; f++) {
        const int favours = idea->fact[f].favours;
        all_reasons += favours == better;
        reasons += f < idea->said_n && favours == better;
        others += f < idea->said_n && favours == -better;
        depends += f < idea->said_n && favours == 0;
        CHECK(f >= idea->said_n || favours != better || (!others && !depends));
    }
    CHECK(others <= 1);
    CHECK(!all_reasons || (reasons && !depends));
    CHECK_EQ(reasons, all_reasons < COACH_SAID_MAX ? all_reasons : COACH_SAID_MAX);
}

static void visit_words(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    static char text[COACH_JSON_MAX];
    struct ff_game after;
    struct turn turn = random_turn(game, seat, rng, &after);
    struct coach_question question = case_of(game, seat, &turn);
    struct coach_verdict verdict;
    judge_whole(&judge, &question, 100000, &verdict);
    struct base_out out = base_out_of(text, sizeof text);
    coach_verdict_json(&out, &edition, &question.position.view, &verdict);
    CHECK(!out.full && text[0] == '{' && text[out.length - 1] == '}');
    for (int i = 0; i < verdict.ideas_n; i++) {
        char words[1024];
        int sum = 0;
        for (int s = 0; s < FF_PLAYERS_MAX; s++)
            sum += verdict.idea[i].chance[s];
        CHECK_EQ(sum, NET_CHANCE_ONE);
        out = base_out_of(words, sizeof words);
        coach_put_turn(&out, (enum coach_kind)verdict.kind, &verdict.idea[i]);
        CHECK(out.length > 0 && !out.full);
        for (int f = 0; f < verdict.idea[i].facts_n; f++) {
            const struct coach_fact *fact = &verdict.idea[i].fact[f];
            out = base_out_of(words, sizeof words);
            coach_put_fact(&out, fact);
            CHECK(out.length > 0 && !out.full);
            CHECK(fact->kind < COACH_FACT_KINDS && fact->part < COACH_PARTS && fact->played != fact->best);
        }
        check_said(&verdict.idea[i], i == 0 ? -1 : 1);
    }
}

static void everything_has_words(void) { walk(1, 31 * TEST_SLOW, visit_words); }

/* Nothing left out, one thing is not many, many are not one. */
static void check_english(const char *words, const struct coach_fact *fact)
{
    static const char *const wrong[] = {
        "  ",       " ,",        "( ",        " 1 coins", " 1 tokens", " 1 rounds",
        " 2 coin ", " 2 token ", " 2 round ", "hops is",  ". ",        ") (",
    };
    static const char *const one_and_many[][2] = {
        {"1 cards ", "1 Palace parts "},
        {"2 card ", "2 Palace part "},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK(!strstr(words, wrong[i]));
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            CHECK(strncmp(words, one_and_many[i][j], strlen(one_and_many[i][j])) != 0);
    const char *instead = strstr(words, " instead of ");
    CHECK(*words && (instead || fact->kind == COACH_CARD_BUILT || fact->kind == COACH_CARD_BACK ||
                     fact->kind <= COACH_FIELD_COVERED));
    if (instead && fact->kind < COACH_PALACE_PAID) {
        int best = atoi(instead + strlen(" instead of "));
        bool in_tenths = fact->kind == COACH_COINS_NEXT || fact->kind == COACH_PLACE_NEXT;
        CHECK_EQ(best, in_tenths ? fact->best / 10 : fact->best);
    }
}

/* Every kind of fact, with none, one and two of what it counts, every card, good and brewery. */
static void every_fact_is_english(void)
{
    for (int kind = 0; kind < COACH_FACT_KINDS; kind++)
        for (int played = -1; played <= 2; played++)
            for (int best = -1; best <= 2; best++)
                for (unsigned card = 0; card < FF_CARDS_MAX; card++) {
                    bool of_card = kind == COACH_CARD_BUILT || kind == COACH_CARD_BACK;
                    bool parts = kind != COACH_PALACE_PAID || (card / 8 < 3 && card % 8 < 3);
                    if (played == best || (!of_card && (played < 0 || best < 0)) || !parts ||
                        (kind == COACH_PRICE_LEFT && card >= FF_PLAYERS_MAX * FF_GOODS))
                        continue;
                    const struct coach_fact fact = {.kind = (uint8_t)kind,
                                                    .card = (uint8_t)card,
                                                    .covered = FF_NO_CARD,
                                                    .played = (int16_t)played,
                                                    .best = (int16_t)best};
                    char words[256];
                    struct base_out out = base_out_of(words, sizeof words);
                    coach_put_fact(&out, &fact);
                    CHECK(!out.full);
                    check_english(words, &fact);
                }
}

static void a_turn_is_told_whole(void)
{
    struct coach_idea idea = {.summary = {.brewery = 1, .market = 0, .office = 2, .income = 1, .sold = 0x101}};
    memset(idea.summary.card, FF_NO_CARD, sizeof idea.summary.card);
    char words[256];
    struct base_out out = base_out_of(words, sizeof words);
    coach_put_turn(&out, COACH_TURN, &idea);
    CHECK_STR(words, "sell 1 hops and 1 water at B (1 coin; Office: water)");
    idea.summary.sold = 0;
    out = base_out_of(words, sizeof words);
    coach_put_turn(&out, COACH_TURN, &idea);
    CHECK_STR(words, "do nothing");
    out = base_out_of(words, sizeof words);
    coach_put_part_names(&out, 1U << COACH_SALE | 1U << COACH_SPACE | 1U << COACH_ORDER);
    CHECK_STR(words, "the sale, the space and the order under the deck");
}

/* --------------------------------------------------------------------------------------------------- by another way */

/* What a seat wins of a game that goes on from its turn in another deal, with players who look one decision ahead: no
 * looks, no scale, no belief, and other worlds than the coach's. */
static int32_t won_by_playing(const struct rollout_position *place, const struct turn *turn, uint64_t world)
{
    struct ff_rng rng = ff_rng_of(world * 77 + 5);
    struct ff_game game;
    uint16_t chance[FF_PLAYERS_MAX];
    const int seat = place->view.own.seat;
    ff_resample(&edition, &place->view, &rng, &game);
    for (int i = 0; i < turn->steps; i++)
        ff_apply(&edition, &game, seat, ff_action_of(game.pub.stage, turn->option[i]));
    while (game.pub.owe) {
        struct one_ply ahead;
        int next = ff_lowest(game.pub.owe);
        unsigned option = one_ply_best_option(&(struct ai_context){&edition, &net, &rng}, &game, next, &ahead);
        ff_apply(&edition, &game, next, ff_action_of(game.pub.stage, option));
    }
    net_final_chances(&game.pub, chance);
    return chance[seat];
}

struct by_playing {
    double lost, variance; /* of one seat, by playing */
};

static void add_by_playing(const struct rollout_position *place, const struct coach_verdict *verdict,
                           struct by_playing *sum)
{
    enum { WORLDS = 100 };
    double mean = 0, squares = 0;
    for (uint64_t world = 0; world < WORLDS; world++) {
        double more = won_by_playing(place, &verdict->idea[verdict->played == 0].turn, world) -
                      won_by_playing(place, &verdict->idea[verdict->played].turn, world);
        mean += more / WORLDS;
        squares += more * more / WORLDS;
    }
    sum->lost += mean;
    sum->variance += (squares - mean * mean) / (WORLDS - 1);
}

/* par + deal + luck - lost + expected + given is the result, with what was lost found by playing on instead of by
 * judging: luck is what is left of the chances, so it is wrong by as much as the losses are, and that is within the
 * error that is told (and the one of playing on). Now and then somebody plays anything, so that enough is lost to see
 * it; what is told to be nothing is taken for nothing, since of many small differences playing on shows the noise
 * alone. */
static void luck_is_found_by_another_way(void)
{
    struct ff_setup setup;
    struct ff_game game;
    struct coach_luck_skill balance;
    struct by_playing by[FF_PLAYERS_MAX] = {{0, 0}};
    struct coach_game whole = {&edition, &setup, decisions, 0, {{0}}};
    ff_deal(&edition, 2, FF_BASE, 31, &setup);
    ff_begin(&edition, &setup, &game);
    play_game(&game, 2, true, decisions, &whole.n);
    int items_n = coach_review_list_items(&whole, items, COACH_ITEMS_MAX);
    for (int i = 0; i < items_n; i++) {
        struct rollout_position place;
        struct coach_verdict verdict;
        struct turn played;
        coach_review_item_begin(&whole, &items[i], &net, COACH_QUICK, &judge);
        while (coach_judge_think(&judge, 64))
            ;
        coach_judge_answer(&judge, &verdict);
        coach_verdict_summarize(&verdict, &told[i]);
        coach_review_item_position(&whole, &items[i], &net, &place, &played);
        if (verdict.grade != COACH_GOOD)
            add_by_playing(&place, &verdict, &by[items[i].seat]);
        else
            told[i].chance = (uint16_t)(told[i].chance + told[i].loss), told[i].loss = 0;
    }
    coach_replay_begin(&walking, &whole, &net);
    while (coach_replay_step(&walking))
        ;
    coach_luck_skill_compute(&walking, items, told, items_n, &balance);
    double lost = 0, squares = 0;
    for (int s = 0; s < 2; s++) {
        double luck = balance.deal[s] + balance.luck[s] + balance.given[s];
        double off = balance.result[s] - balance.par[s] - (luck - by[s].lost);
        double error = balance.error[s] / 1.96, square = 9 * (error * error + by[s].variance);
        printf("  seat %d: lost %.1f as told, %.1f by playing on\n", s, balance.lost[s] / 100.0, by[s].lost / 100);
        CHECK(off * off < square);
        lost += by[s].lost;
        squares += square;
    }
    CHECK(lost * lost > squares); /* so that it would be noticed if nothing was told */
}

/* The same places among others: who sits with novices has the better chances, who sits with princes the worse. */
static int64_t among[3], places;
static void visit_company(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    static const int levels[3] = {1, 4, 7};
    (void)rng;
    for (int i = 0; i < 3; i++) {
        struct coach_question question = case_of(game, seat, NULL);
        struct coach_verdict verdict;
        int32_t sum = 0;
        question.effort = COACH_QUICK;
        for (int s = 0; s < FF_PLAYERS_MAX; s++)
            question.position.opponents.level[s] = features_strength_of_level(levels[i]);
        judge_whole(&judge, &question, 64, &verdict);
        among[i] += verdict.idea[0].chance[seat];
        for (int s = 0; s < game->pub.players; s++)
            sum += verdict.idea[0].chance[s];
        CHECK(sum > NET_CHANCE_ONE - 60 && sum < NET_CHANCE_ONE + 60);
    }
    places++;
}

static void company_counts(void)
{
    walk(1, 61, visit_company);
    CHECK(places > 3);
    CHECK(among[0] > among[1] + 400 * places);
    CHECK(among[2] < among[1] - 400 * places);
}

/* The stronger the others, the lower is par, in every kind of game. */
static void par_falls(void)
{
    for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++)
        for (int mode = FF_BASE; mode <= FF_EXPERT; mode++) {
            struct ff_setup setup;
            int32_t before = NET_CHANCE_ONE;
            ff_deal(&edition, players, mode, 1, &setup);
            for (int level = 1; level <= BOT_LEVELS_MAX; level++) {
                const uint8_t strength = features_strength_of_level(level);
                const bool alike = level > 1 && strength == features_strength_of_level(level - 1);
                struct coach_game game = {.edition = &edition, .setup = &setup};
                for (int s = 1; s < players; s++)
                    game.opponents.level[s] = strength;
                coach_replay_begin(&walking, &game, &net);
                CHECK(walking.par[0] <= before && (alike || strength == FEATURES_PRINCE || walking.par[0] < before));
                CHECK(strength != FEATURES_EQUAL || walking.par[0] == NET_CHANCE_ONE / players);
                before = walking.par[0];
            }
        }
}

/* A table of these levels, 0 a person: everybody has a share of it, the stronger the larger, and all make one. */
static void check_pars(const struct ff_setup *setup, const int level[FF_PLAYERS_MAX])
{
    static const int strength[] = {4, 1, 2, 3, 4, 4, 5, 5}; /* by level */
    struct coach_game game = {.edition = &edition, .setup = setup};
    int32_t sum = 0;
    bool equals = true;
    for (int s = 0; s < FF_PLAYERS_MAX; s++)
        game.opponents.level[s] = features_strength_of_level(level[s]);
    coach_replay_begin(&walking, &game, &net);
    for (int s = 0; s < setup->players; s++) {
        sum += walking.par[s];
        equals &= strength[level[s]] == strength[level[0]];
        CHECK(strength[level[s]] >= 4 || walking.expected[s] > 0); /* what such a player loses anyway */
        CHECK(strength[level[s]] != 4 || walking.expected[s] == 0);
        CHECK(strength[level[s]] != 5 || walking.expected[s] <= 0);
        for (int other = 0; other < s; other++)
            CHECK(strength[level[s]] == strength[level[other]]  ? walking.par[s] == walking.par[other]
                  : strength[level[s]] < strength[level[other]] ? walking.par[s] <= walking.par[other]
                                                                : walking.par[s] >= walking.par[other]);
    }
    CHECK(sum <= NET_CHANCE_ONE && sum > NET_CHANCE_ONE - setup->players);
    CHECK(!equals || walking.par[0] == NET_CHANCE_ONE / setup->players);
}

/* All tables of equals, and others of every size. */
static void pars_make_one(void)
{
    enum { KINDS = BOT_LEVELS_MAX + 1, STEP = 37 / TEST_SLOW + 1 };
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
        for (int players = FF_PLAYERS_MIN, tables = KINDS * KINDS; players <= FF_PLAYERS_MAX;
             players++, tables *= KINDS) {
            struct ff_setup setup;
            int level[FF_PLAYERS_MAX] = {0};
            ff_deal(&edition, players, mode, 1, &setup);
            for (int is = 0; is < KINDS; is++) {
                for (int s = 0; s < players; s++)
                    level[s] = is;
                check_pars(&setup, level);
            }
            for (int table = 1, step = tables / STEP + 1; table < tables; table += step) {
                for (int s = 0, rest = table; s < players; s++, rest /= KINDS)
                    level[s] = rest % KINDS;
                check_pars(&setup, level);
            }
        }
}

/* Whatever is shared, it is all there; nobody is more than one away from what is exact, and nobody gets anything of
 * nothing. */
static void shares_add_up(void)
{
    struct ff_rng rng = ff_rng_of(3);
    for (int i = 0; i < 20000; i++) {
        int64_t weight[FF_PLAYERS_MAX], others = 0;
        int32_t share[FF_PLAYERS_MAX], sum = 0;
        const int32_t whole = i % 2 ? 1000 : NET_CHANCE_ONE;
        const int players = 2 + (int)ff_rng_below(&rng, 4), own = (int)ff_rng_below(&rng, (uint32_t)players);
        const uint32_t most = i % 3 == 0 ? 2 : NET_CHANCE_ONE;
        for (int s = 0; s < players; s++) {
            weight[s] = ff_rng_below(&rng, most);
            others += s == own ? 0 : weight[s];
        }
        share[own] = weight[own] ? (int32_t)ff_rng_below(&rng, (uint32_t)whole + 1) : 0;
        const int32_t left = whole - share[own], kept = share[own];
        ai_apportion(weight, players, own, whole, share);
        CHECK_EQ(share[own], kept);
        for (int s = 0; s < players; s++) {
            sum += share[s];
            if (s != own && others)
                CHECK(llabs(share[s] * others - weight[s] * left) < others);
        }
        CHECK_EQ(sum, others || weight[own] ? whole : 0);
    }
}

/* Nobody knows how strong people are: they are taken for equals, and whoever has a bot's name for that bot. */
static void names_tell_levels(void)
{
    static const struct {
        const char *name;
        int level;
    } is[] = {{"novice-0", 1},       {"level1", 1},         {"steward-2", 2},
              {"farmer-1", 2},       {"level3-4", 3},       {"pupil", 3},
              {"apprentice:3-0", 4}, {"prince*4:500-1", 6}, {"prince@x.net:2s-0", 7},
              {"prince-0", 7},       {"prince:3", 5},       {"", 0},
              {"Anna", 0},           {"level8", 0},         {"prin", 0},
              {"princess", 0},       {"level", 0},          {"random-1", 0}};
    for (size_t i = 0; i < sizeof is / sizeof *is; i++)
        CHECK_EQ(coach_level_of_player_name(is[i].name), is[i].level);
    struct features_opponents people = {{FEATURES_UNKNOWN, FEATURES_STEWARD, FEATURES_UNKNOWN}};
    struct features_opponents of = coach_opponents_of(&people, 0);
    CHECK_EQ(of.level[0], FEATURES_EQUAL);
    CHECK_EQ(of.level[1], FEATURES_STEWARD);
    CHECK_EQ(of.level[2], FEATURES_EQUAL);
}

/* Calibration keeps the order of chances, and weaker own play is never worth more. */
static void check_calibration(const struct ff_public *pub, int level)
{
    struct features_opponents players;
    memset(players.level, level, sizeof players.level);
    for (int own = FEATURES_EQUAL; own <= FEATURES_UNKNOWN; own++) {
        int64_t last = -1;
        players.level[0] = (uint8_t)own;
        for (int64_t estimate = 0; estimate <= NET_CHANCE_ONE; estimate += 100) {
            const int64_t chance = calibration_of_turn(&players, pub, 0, estimate);
            CHECK(chance >= last && chance >= 0 && chance <= NET_CHANCE_ONE);
            last = chance;
        }
    }
    players.level[0] = FEATURES_EQUAL;
    const int64_t strong = calibration_of_turn(&players, pub, 0, NET_CHANCE_ONE / 2);
    players.level[0] = FEATURES_STEWARD;
    CHECK(calibration_of_turn(&players, pub, 0, NET_CHANCE_ONE / 2) < strong);
    players.level[0] = FEATURES_PRINCE;
    CHECK_EQ(calibration_of_turn(&players, pub, 0, NET_CHANCE_ONE / 2),
             strong); /* as strong as what rollouts can play */
}

static void calibration_keeps_the_order(void)
{
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
        for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++)
            for (int round = 0; round <= 40; round += 4)
                for (int level = FEATURES_EQUAL; level <= FEATURES_UNKNOWN; level++) {
                    const struct ff_public pub = {
                        .mode = (uint8_t)mode, .players = (uint8_t)players, .round = (uint8_t)round};
                    check_calibration(&pub, level);
                }
}

static void log_odds_round_trip(void)
{
    for (int64_t chance = 1; chance < NET_CHANCE_ONE; chance++)
        CHECK(llabs(calibration_chance_of_logit(calibration_logit_of_chance(chance)) - chance) <= 2);
    CHECK_EQ(calibration_logit_of_chance(NET_CHANCE_ONE / 2), 0);
    CHECK_EQ(calibration_logit_of_chance(100), -calibration_logit_of_chance(NET_CHANCE_ONE - 100));
}

static void points_are_rounded(void)
{
    static const struct {
        int32_t hundredths;
        const char *want;
    } cases[] = {{0, "0.0"},   {4, "0.0"},   {-4, "0.0"},      {5, "0.1"},
                 {-5, "-0.1"}, {310, "3.1"}, {-1357, "-13.6"}, {10000, "100.0"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[32];
        struct base_out out = base_out_of(text, sizeof text);
        coach_put_points(&out, cases[i].hundredths);
        CHECK_STR(text, cases[i].want);
    }
}

/* Losses of many turns resemble one level, those of a game resemble several. */
static void losses_show_a_level(void)
{
    static const struct {
        int64_t lost;
        int turns, level, low, high;
    } cases[] = {{0, 0, 0, 0, 0},        {0, 400, 5, 5, 7},       {24000, 100, 4, 3, 4},
                 {4100, 10, 3, 1, 4},    {6200, 10, 1, 1, 4},     {200, 10, 5, 1, 7},
                 {280000, 400, 1, 1, 1}, {INT32_MAX, 1, 1, 1, 1}, {-90, 1, 5, 1, 7}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct coach_played_level played = coach_estimate_played_level(cases[i].lost, cases[i].turns);
        CHECK_EQ(played.level, cases[i].level);
        CHECK_EQ(played.low, cases[i].low);
        CHECK_EQ(played.high, cases[i].high);
    }
    for (int64_t lost = 0, before = COACH_LEVEL_TOP; lost < 40000; lost += 50) {
        const struct coach_played_level played = coach_estimate_played_level(lost, 50);
        CHECK(played.level <= before && played.low <= played.level && played.level <= played.high);
        before = played.level;
    }
}

int main(void)
{
    edition = default_edition();
    if (net_read(default_net_text, default_net_size, &net))
        return 2;
    TEST("coach: a turn has a summary, and the summary is played as that turn", shapes_are_turns);
    TEST("coach: parts of a turn are put into another", parts_are_exchanged);
    TEST("coach: a verdict has the turn played, is the same in any slices, and knows what the seat knows",
         verdicts_are_repeatable);
    TEST("coach: there is a verdict from the beginning on", verdicts_are_there_from_the_beginning);
    TEST("coach: grades", a_thrown_game_is_a_blunder);
    TEST("coach: who sells nothing is told so", nothing_sold_is_named);
    TEST("coach: along its own advice a hint says the same", hints_stay);
    TEST("coach: a hint follows who leaves the plan, and comes back", hints_follow_the_player);
    TEST("coach: other ideas are other ideas, and there are two where there can be", ideas_are_different);
    TEST("coach: every decision of a game is judged once", items_are_the_game);
    TEST("coach: luck and losses add up to the result, and luck is luck", games_add_up);
    TEST("coach: luck and losses add up by another way of computing", luck_is_found_by_another_way);
    TEST("coach: everything that is found has words", everything_has_words);
    TEST("coach: chances are those among the players who are there", company_counts);
    TEST("coach: every kind of fact is said in English that agrees with its numbers", every_fact_is_english);
    TEST("coach: a turn and its parts are told whole", a_turn_is_told_whole);
    TEST("coach: calibration keeps the order of chances", calibration_keeps_the_order);
    TEST("coach: log-odds and chances are inverse", log_odds_round_trip);
    TEST("coach: par falls with the others' level", par_falls);
    TEST("coach: pars of a table make one, among equals even ones", pars_make_one);
    TEST("coach: shares add up", shares_add_up);
    TEST("coach: names tell levels", names_tell_levels);
    TEST("coach: losses show the level that was played", losses_show_a_level);
    TEST("coach: points", points_are_rounded);
    return test_end();
}
