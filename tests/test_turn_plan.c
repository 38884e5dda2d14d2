/* test_turn_plan.c - planned turns (R2.3), on random games of all sizes and modes: a plan that lists the turn which a
 * seat will play is found to hold while others play, and says truly what the turn will bring. */
#include "edition.h"
#include "engine/text/names.h"
#include "engine/text/notation.h"
#include "engine/text/turn_plan.h"
#include "test.h"

static struct ff_edition edition;

struct turn {
    char text[TEXT_TURN_MAX];
    int income, coins;
    struct ff_game after;
};

static ff_action random_action(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    ff_options legal = ff_game_options(game, seat);
    return ff_action_of(game->pub.stage,
                        (unsigned)ff_option_nth(legal, (int)ff_rng_below(rng, (uint32_t)ff_popcount(legal))));
}

/* Plays a random turn of the seat whose turn it is, step by step, and writes it down. */
static void play_turn_number(struct ff_game *game, struct ff_rng *rng, struct turn *turn)
{
    struct base_out out = base_out_of(turn->text, sizeof turn->text);
    struct ff_event event = {0};
    int seat = ff_turn_seat(&game->pub), index = game->pub.turn;
    turn->income = game->pub.stage > FF_STAGE_OFFICE ? ff_steady_income(game->pub.active[seat]) : 0;
    for (;;) {
        if (event.kind == FF_EVENT_SOLD)
            turn->income = event.income;
        turn->coins = game->pub.coins[seat];
        if (!ff_is_turn(game->pub.stage) || game->pub.turn != index)
            break;
        if (game->pub.owe >> seat & 1) {
            ff_action action = random_action(game, seat, rng);
            base_put(&out, out.length ? "; " : "");
            text_action(&out, action);
            ff_play(&edition, game, seat, action, &event);
        } else {
            ff_follow(&edition, game, &event);
        }
    }
    turn->after = *game;
}

/* Plays on to the beginning of the next turn of a round. Returns false if the game is over. */
static bool find_turn(struct ff_game *game, struct ff_rng *rng)
{
    struct ff_event event;
    while (game->pub.stage != FF_STAGE_OVER) {
        if (game->pub.owe && !ff_is_turn(game->pub.stage)) {
            int seat = ff_lowest(game->pub.owe);
            ff_apply(&edition, game, seat, random_action(game, seat, rng));
        } else if (ff_is_turn(game->pub.stage)) {
            return true;
        } else {
            ff_follow(&edition, game, &event);
        }
    }
    return false;
}

static bool evaluate(const struct ff_game *game, int seat, const char *text, struct text_plan *plan)
{
    struct ff_view view;
    struct base_error error = {0};
    ff_view_of(game, seat, &view);
    bool good = text_plan_evaluate(&edition, &view, text, strlen(text), plan, &error);
    CHECK(good || (error.message[0] && error.line));

    return good;
}

/* Plays the actions of an alternative on the real game. */
static void play_outcome(struct ff_game *game, int seat, const struct text_plan_outcome *outcome)
{
    struct ff_event event;
    for (int i = 0; i < outcome->actions_n; i++) {
        while (ff_is_own_step(&game->pub, seat))
            ff_follow(&edition, game, &event);
        CHECK_EQ(ff_play(&edition, game, seat, outcome->actions[i], &event), FF_OK);
    }
    while (ff_is_own_step(&game->pub, seat))
        ff_follow(&edition, game, &event);
}

static void check_own_turn(const struct ff_game *begin, const struct turn *turn)
{
    char text[TEXT_PLAN_MAX];
    struct text_plan plan;
    struct ff_game game = *begin;
    int seat = ff_turn_seat(&game.pub);
    snprintf(text, sizeof text, "if sale >= %d: done\nif sale = %d and coins <= 999: %s\nwait\n", turn->income + 1,
             turn->income, turn->text);
    if (!CHECK(evaluate(&game, seat, text, &plan)))
        return;
    CHECK_EQ(plan.chosen, 1);
    CHECK_EQ(plan.outcomes[1].income, turn->income);
    CHECK_EQ(plan.outcomes[1].coins, turn->coins);
    CHECK_EQ(plan.outcomes[1].line, 2);
    play_outcome(&game, seat, &plan.outcomes[1]);
    CHECK(memcmp(&game, &turn->after, sizeof game) == 0);
}

/* What a waiting seat learns is what would happen if those before it did nothing that matters: the turn is played at
 * once on a game in which the seat is next. It must not change with hidden cards, which a resampled game shows. */
static void check_waiting(const struct ff_game *game, struct ff_rng *rng)
{
    static const char *const plans[] = {"done; done; done", "if price A hops >= 1: brewery A; sell 1 hops; done",
                                        "if place = 1: done\nif palace <= 8: done; done\nwait"};
    for (int seat = 0; seat < game->pub.players; seat++) {
        struct ff_view view;
        struct ff_game other, copy = *game;
        struct text_plan mine, again;
        ff_view_of(game, seat, &view);
        ff_resample(&edition, &view, rng, &other);
        for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
            bool good = evaluate(game, seat, plans[i], &mine);
            CHECK_EQ(good, text_plan_may_be_made(&view));
            CHECK_EQ(good, evaluate(&other, seat, plans[i], &again));
            CHECK(memcmp(&mine, &again, sizeof mine) == 0);
        }
        CHECK(memcmp(&copy, game, sizeof copy) == 0);
    }
}

/* Each condition fails one above what the table shows, says what it compares, and holds at that number. */
static void check_thresholds(const struct ff_game *game, struct ff_rng *rng)
{
    struct ff_game copy = *game;
    struct turn turn;
    struct text_plan plan;
    char text[2 * TEXT_TURN_MAX + 100];
    int seat = ff_turn_seat(&game->pub), brewery = (int)ff_rng_below(rng, game->pub.players);
    unsigned good = ff_rng_below(rng, FF_GOODS);
    play_turn_number(&copy, rng, &turn);
    const struct {
        const char *subject;
        int is;
    } values[] = {{"room", (int)ff_count(game->pub.room[brewery], good)},
                  {"price", ff_price(&edition, &game->pub, brewery, (int)good)}};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        snprintf(text, sizeof text, "if palace >= 8 and %s %c %s >= %d: %s\nif %s %c %s >= %d: %s", values[i].subject,
                 'A' + brewery, text_good((int)good), values[i].is + 1, turn.text, values[i].subject, 'A' + brewery,
                 text_good((int)good), values[i].is, turn.text);
        if (!CHECK(evaluate(game, seat, text, &plan)))
            return;
        CHECK_EQ(plan.outcomes[0].result, TEXT_PLAN_CONDITION_FAILS);
        CHECK_EQ(plan.outcomes[0].place, 1);
        CHECK_EQ(plan.outcomes[0].value, values[i].is);
        CHECK_EQ(plan.chosen, 1);
    }
    snprintf(text, sizeof text, "if room %c hops <= 99: %s", 'A' + game->pub.players, turn.text);
    if (game->pub.players < FF_PLAYERS_MAX && CHECK(evaluate(game, seat, text, &plan)))
        CHECK_EQ(plan.outcomes[0].value, -1);
}

static void random_games(void)
{
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct ff_rng rng = ff_rng_of(seed);
        struct ff_setup setup;
        struct ff_game game;
        ff_deal(&edition, 2 + (int)(seed % 4), seed % 2 ? FF_BASE : FF_EXPERT, seed, &setup);
        REQUIRE(ff_begin(&edition, &setup, &game) == FF_SETUP_OK);
        for (int turns = 0; turns < 60 && find_turn(&game, &rng); turns++) {
            struct ff_game begin = game;
            struct turn turn;
            check_waiting(&game, &rng);
            check_thresholds(&game, &rng);
            play_turn_number(&game, &rng, &turn);
            check_own_turn(&begin, &turn);
        }
    }
}

/* A seat that will play after another one may plan, and the plan still holds if the other one sells nothing. */
static void planned_one_turn_ahead(void)
{
    int held = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct ff_rng rng = ff_rng_of(seed);
        struct ff_setup setup;
        struct ff_game game;
        ff_deal(&edition, 3, FF_BASE, seed, &setup);
        REQUIRE(ff_begin(&edition, &setup, &game) == FF_SETUP_OK);
        REQUIRE(find_turn(&game, &rng));
        int next = game.pub.order[1];
        struct ff_game ahead = game;
        struct ff_event event;
        /* The first seat sells and builds nothing, as far as it may. */
        int first = ff_turn_seat(&ahead.pub);
        while (ff_turn_seat(&ahead.pub) == first && ff_is_turn(ahead.pub.stage))
            if (ahead.pub.owe) {
                ff_options legal = ff_game_options(&ahead, first);
                unsigned done = legal >> FF_OPTION_DONE & 1 ? FF_OPTION_DONE : (unsigned)ff_option_nth(legal, 0);
                ff_apply(&edition, &ahead, first, ff_action_of(ahead.pub.stage, done));
            } else {
                ff_follow(&edition, &ahead, &event);
            }
        if (ahead.pub.stage != FF_STAGE_BREWERY || !ahead.pub.owe)
            continue;
        struct turn turn;
        struct ff_game copy = ahead;
        play_turn_number(&copy, &rng, &turn);
        struct text_plan early, late;
        REQUIRE(evaluate(&game, next, turn.text, &early));
        REQUIRE(evaluate(&ahead, next, turn.text, &late));
        CHECK_EQ(early.chosen, 0);
        CHECK_EQ(late.chosen, 0);
        CHECK_EQ(early.outcomes[0].income, turn.income);
        held++;
    }
    CHECK(held > 20);
}

static void refused(const char *text, const char *says)
{
    struct ff_setup setup;
    struct ff_game game;
    struct ff_view view;
    struct text_plan plan;
    struct base_error error = {0};
    struct ff_rng rng = ff_rng_of(3);
    ff_deal(&edition, 3, FF_BASE, 3, &setup);
    REQUIRE(ff_begin(&edition, &setup, &game) == FF_SETUP_OK && find_turn(&game, &rng));
    ff_view_of(&game, ff_turn_seat(&game.pub), &view);
    CHECK(!text_plan_evaluate(&edition, &view, text, strlen(text), &plan, &error));
    if (!CHECK(strstr(error.message, says)))
        printf("  %u:%u: %s\n", error.line, error.column, error.message);
}

static void wrong_plans_are_refused(void)
{
    refused("", "no alternative");
    refused("wait", "no alternative");
    refused("wait\ndone", "never be played");
    refused("if sale >= 7 done", "no colon");
    refused("if sale > 7: done", "none of >=");
    refused("if sale >= many: done", "no number");
    refused("if luck >= 7: done", "no condition");
    refused("if price Z hops >= 1: done", "no brewery");
    refused("if room A hops: done", "none of >=");
    refused("if room hops >= 1: done", "no brewery");
    refused("if price A beer >= 1: done", "no good");
    refused("if sale >= 1 or coins >= 2: done", "neither `and`");
    refused("if sale >= 1 and sale >= 1 and sale >= 1 and sale >= 1 and sale >= 1 and sale >= 1 and sale >= 1: done",
            "too many");
    refused("sell beer", "");
    refused("done\ndone\ndone\ndone\ndone\ndone\ndone\ndone\ndone", "one alternative too many");
}

int main(void)
{
    edition = default_edition();
    TEST("R2.3 a plan holds, says what it brings, and depends on nothing hidden", random_games);
    TEST("R2.3 a turn is planned while another seat plays", planned_one_turn_ahead);
    TEST("a wrong plan is refused with its place", wrong_plans_are_refused);
    return test_end();
}
