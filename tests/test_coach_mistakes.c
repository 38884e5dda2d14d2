/* test_coach_mistakes.c - mistakes of ten kinds, planted and proved without the coach: how many it sees, and how many a
 * reader can name from its sentences.
 *
 * Games of stewards give positions. A planted turn makes one bad decision and is otherwise played as the network likes
 * it best, one decision ahead; the sound turn makes none. Both are played on to the end in the same deals by stewards.
 * If the sound turn wins clearly more of these games, the planted one is a mistake, whatever the coach thinks of it.
 * The mistake is seen if the review calls it a mistake or a blunder. It is named if one of its kind's words is in the
 * sentences of the review. */
#include "bots/ai/bots.h"
#include "bots/ai/net_read.h"
#include "bots/ai/one_ply.h"
#include "bots/ai/steward.h"
#include "bots/ai/sure_win.h"
#include "bots/arena/random_games.h"
#include "bots/coach/review.h"
#include "bots/coach/sentences.h"
#include "edition.h"
#include "engine/base/builtin.h"
#include "test.h"

#include <stdlib.h>

static struct ff_edition edition;
static struct net net;
static struct coach_judge judge;

enum {
    KINDS = 10,
    EACH = 4,
    WORDS = 3,
    SEEDS = 4000,
    DEALS = 256,     /* in which both turns are played on */
    LOST_LEAST = 26, /* more of them won by the sound turn than by the planted one: 10 points */
    ERRORS = 3,      /* and so many standard errors more */
};
enum kind {
    NOTHING_SOLD,
    WORST_BREWERY,
    ONE_TOKEN,
    FIELD_COVERED,
    PART_LEFT,
    WIN_MISSED,
    PART_REMOVED,
    PART_BURIED,
    WRONG_SPACE,
    BANK_COVERED,
    NO_MISTAKE
};

static const struct {
    const char *name, *words[WORDS];
} kinds[KINDS] = {
    [NOTHING_SOLD] = {"nothing is sold", {"sold for "}},
    [WORST_BREWERY] = {"sold at the worst brewery", {"sold for "}},
    [ONE_TOKEN] = {"one token is sold", {"sold for "}},
    [FIELD_COVERED] = {"a field is built over by a smaller one", {"is built over by"}},
    [PART_LEFT] = {"a Palace part is left", {"Palace parts are built instead of", "Palace part is built instead of"}},
    [WIN_MISSED] = {"a certain win is missed", {"wins at once"}},
    [PART_REMOVED] = {"a Palace part is removed", {"the palace can no longer be finished"}},
    [PART_BURIED] = {"Palace parts are buried", {"the cards kept", "the order under the deck", "comes back in"}},
    [WRONG_SPACE] = {"the best field is built over",
                     {"is built over by", "fields that are built over cost", "the space"}},
    [BANK_COVERED] = {"a building is built over", {"the space", "what was built"}},
};

/* ---------------------------------------------------------------------------------------------------------- planting */

struct plant {
    enum kind kind;
    struct ff_rng rng;
    struct ff_game game; /* while the turn is played */
    int seat;
    bool done; /* the mistake was made */
};

static int yield_of(const struct ff_game *game, int seat, int space)
{
    return (int)ff_total(ff_space_yield(&edition, space, game->pub.board[seat][space]));
}

/* Returns what selling all goods brings at most at that brewery, by its prices alone. */
static int worth_at(const struct ff_game *game, int seat, int brewery)
{
    int sum = 0;
    for (int good = 0; good < FF_GOODS; good++)
        sum += (int)ff_count(game->pub.goods[seat], (unsigned)good) * ff_price(&edition, &game->pub, brewery, good);
    return sum;
}

static int extreme_brewery(const struct ff_game *game, int seat, bool best)
{
    int found = 0;
    for (int b = 1; b < game->pub.players; b++) {
        const int more = worth_at(game, seat, b) - worth_at(game, seat, found);
        found = best ? (more > 0 ? b : found) : (more < 0 ? b : found);
    }
    return found;
}

/* Returns the space with the largest or the smallest yield among the options; ties go to the first. */
static int extreme_space(const struct plant *plant, ff_options options, bool most)
{
    int found = ff_lowest(options);
    for (; options; options &= options - 1) {
        const int more =
            yield_of(&plant->game, plant->seat, ff_lowest(options)) - yield_of(&plant->game, plant->seat, found);
        found = (most ? more > 0 : more < 0) ? ff_lowest(options) : found;
    }
    return found;
}

static bool has_option(ff_options options, unsigned option) { return options >> option & 1; }

static int bad_sale(struct plant *plant, ff_options options)
{
    const struct ff_game *game = &plant->game;
    const int best = extreme_brewery(game, plant->seat, true), worst = extreme_brewery(game, plant->seat, false);
    const unsigned stage = game->pub.stage;
    if (stage == FF_STAGE_BREWERY && worth_at(game, plant->seat, best) < 10)
        return -1;
    if (plant->kind == NOTHING_SOLD && stage == FF_STAGE_BREWERY && has_option(options, FF_OPTION_DONE))
        return plant->done = true, FF_OPTION_DONE;
    if (plant->kind == WORST_BREWERY && stage == FF_STAGE_BREWERY &&
        worth_at(game, plant->seat, best) - worth_at(game, plant->seat, worst) >= 8 &&
        has_option(options, (unsigned)worst))
        return plant->done = true, worst;
    if (plant->kind == ONE_TOKEN && stage == FF_STAGE_BREWERY && has_option(options, (unsigned)best))
        return plant->done = true, best;
    return -1;
}

static bool is_field(int card) { return card < FF_PALACE1 && ff_total(ff_space_yield(&edition, 0, card)) > 0; }

/* A field of the hand that yields two less than a field of the board. */
static int small_field(const struct plant *plant, ff_options options)
{
    int most = 0;
    for (int space = 0; space < FF_SPACES; space++)
        most = yield_of(&plant->game, plant->seat, space) > most ? yield_of(&plant->game, plant->seat, space) : most;
    for (; options & ~((ff_options)1 << FF_OPTION_DONE); options &= options - 1) {
        const int card = ff_lowest(options);
        if (is_field(card) && (int)ff_total(ff_space_yield(&edition, 0, card)) + 2 <= most)
            return card;
    }
    return -1;
}

static int bad_build(struct plant *plant, ff_options options)
{
    const ff_options parts = options & FF_PALACE_CARDS;
    struct turn win;
    switch (plant->kind) {
    case FIELD_COVERED: return small_field(plant, options);
    case PART_LEFT:
        if (!parts || ff_palace_parts(&plant->game.pub, plant->seat) < 3)
            return -1;
        return plant->done = true, FF_OPTION_DONE;
    case WIN_MISSED:
        if (!sure_win_find(&edition, &plant->game, plant->seat, &win) || win.steps == 0)
            return -1;
        return plant->done = true, FF_OPTION_DONE;
    case WRONG_SPACE: return options & ~((ff_options)1 << FF_OPTION_DONE) ? ff_lowest(options) : -1;
    case BANK_COVERED: return options & ~((ff_options)1 << FF_OPTION_DONE) ? ff_lowest(options) : -1;
    default: return -1;
    }
}

static int bad_space(struct plant *plant, ff_options options)
{
    const int most = extreme_space(plant, options, true), least = extreme_space(plant, options, false);
    const int lost = yield_of(&plant->game, plant->seat, most) - yield_of(&plant->game, plant->seat, least);
    const int grown = (int)ff_total(ff_space_yield(&edition, 0, plant->game.pub.card));
    if (plant->kind == FIELD_COVERED && !plant->done && is_field(plant->game.pub.card) &&
        yield_of(&plant->game, plant->seat, most) >= grown + 2)
        return plant->done = true, most;
    if (plant->kind == WRONG_SPACE && lost >= 2 && !plant->done)
        return plant->done = true, most;
    for (ff_options left = options; plant->kind == BANK_COVERED && left; left &= left - 1) {
        const int card = plant->game.pub.board[plant->seat][ff_lowest(left)];
        const bool useful = card == FF_BANK2 || card == FF_CRANE || card == FF_LAB2;
        if (useful && !plant->done)
            return plant->done = true, ff_lowest(left);
    }
    return -1;
}

static int bad_discard(struct plant *plant, ff_options options)
{
    const uint32_t parts = plant->game.hid.hand[plant->seat] & FF_PALACE_CARDS;
    const int part = parts ? ff_lowest(parts) : -1;
    if (part < 0 || ff_palace_parts(&plant->game.pub, plant->seat) < 2)
        return -1;
    if (plant->kind == PART_REMOVED && !plant->done && has_option(options, FF_OPTION_TRASH + (unsigned)part))
        return plant->done = true, FF_OPTION_TRASH + part;
    if (plant->kind == PART_BURIED && has_option(options, (unsigned)part) &&
        ff_palace_parts(&plant->game.pub, plant->seat) >= 4)
        return plant->done = true, part;
    return -1;
}

/* After the planted brewery only the first good that can be sold, and one of it. */
static int one_token(const struct plant *plant, ff_options options)
{
    const bool amount = plant->kind == ONE_TOKEN && plant->done && plant->game.pub.stage < FF_STAGE_BUILD &&
                        plant->game.pub.stage != FF_STAGE_BREWERY;
    if (!amount)
        return -1;
    const bool sold = plant->game.pub.tally != 0;
    return !sold && has_option(options, 1) ? 1 : ff_lowest(options);
}

static unsigned choose(struct plant *plant)
{
    const ff_options options = ff_game_options(&plant->game, plant->seat);
    const struct ai_context context = {&edition, &net, &plant->rng};
    struct one_ply after;
    int option = -1;
    switch (plant->game.pub.stage) {
    case FF_STAGE_BREWERY: option = bad_sale(plant, options); break;
    case FF_STAGE_BUILD: option = plant->done ? -1 : bad_build(plant, options); break;
    case FF_STAGE_SPACE: option = bad_space(plant, options); break;
    case FF_STAGE_DISCARD: option = bad_discard(plant, options); break;
    default: option = one_token(plant, options); break;
    }
    return option >= 0 && has_option(options, (unsigned)option)
               ? (unsigned)option
               : one_ply_best_option(&context, &plant->game, plant->seat, &after);
}

static bool plant_mistake(const struct ff_game *game, int seat, enum kind kind, uint64_t seed, struct turn *turn)
{
    struct plant plant = {.kind = kind, .rng = ff_rng_of(seed), .game = *game, .seat = seat};
    *turn = (struct turn){.steps = 0};
    while (turn_is_active(&plant.game, seat) && turn->steps < TURN_STEPS_MAX) {
        const unsigned option = choose(&plant);
        turn->option[turn->steps++] = (uint8_t)option;
        turn_play_option(&edition, &plant.game, seat, option);
    }
    return plant.done;
}

/* ----------------------------------------------------------------------------------------------------------- reading */

/* Puts what a reader of the review sees: of a good turn nothing. */
static void put_review(struct base_out *out, const struct coach_verdict *verdict)
{
    if (verdict->grade == COACH_GOOD)
        return;
    base_put(out, "at fault: ");
    coach_put_part_names(out, verdict->faults);
    base_put_char(out, '\n');
    coach_put_shown_facts(out, &verdict->idea[verdict->played], verdict->played == 0);
}

static bool is_named(enum kind kind, const struct coach_verdict *verdict)
{
    static char text[4096];
    struct base_out out = base_out_of(text, sizeof text);
    put_review(&out, verdict);
    bool named = false;
    for (int i = 0; i < WORDS && kinds[kind].words[i]; i++)
        named |= strstr(text, kinds[kind].words[i]) != NULL;
    if (!named) {
        printf("  not named: %s, %s, loss %d\n", kinds[kind].name, coach_grade_names[verdict->grade], verdict->loss);
        char turns[2048];
        for (int i = 0; i < verdict->ideas_n; i++) {
            struct base_out line = base_out_of(turns, sizeof turns);
            coach_put_turn(&line, COACH_TURN, &verdict->idea[i]);
            printf("  %s %s\n", i == verdict->played ? "played" : "better", turns);
        }
        printf("%s", text);
    }
    return named;
}

static void judge_planted(const struct ff_game *game, int seat, const struct turn *turn, struct coach_verdict *verdict)
{
    struct coach_question question = {.effort = COACH_QUICK, .played = turn};
    question.position.edition = &edition;
    question.position.net = &net;
    ff_view_of(game, seat, &question.position.view);
    question.position.seed = coach_seed_of_view(&question.position.view);
    coach_judge_begin(&judge, &question);
    while (coach_judge_think(&judge, 64))
        ;
    coach_judge_answer(&judge, verdict);
}

/* ---------------------------------------------------------------------------------------------------------- positions */

static unsigned ask_steward(const struct ff_game *game, int seat)
{
    uint8_t memory[STEWARD_MEMORY] __attribute__((aligned(8))) = {0};
    struct ff_view view;
    ff_view_of(game, seat, &view);
    const struct bot_task task = {.edition = &edition, .view = &view, .legal = ff_legal(&edition, &view)};
    return bot_choose(&bot_steward, memory, &task, 0);
}

/* Returns whether the seat wins, alone or with others, if stewards play on after the turn in that deal. */
static bool wins_after(const struct ff_view *view, int deal, const struct turn *turn)
{
    struct ff_rng rng = ff_rng_of((uint64_t)deal);
    struct ff_game game;
    struct ff_result result;
    const int seat = view->own.seat;
    ff_resample(&edition, view, &rng, &game);
    turn_play(&edition, &game, seat, turn);
    while (game.pub.owe) {
        const int next = ff_lowest(game.pub.owe);
        ff_apply(&edition, &game, next, ff_action_of(game.pub.stage, ask_steward(&game, next)));
    }
    ff_result(&game.pub, &result);
    return result.winners >> seat & 1;
}

/* Returns whether the planted turn clearly wins fewer games than the sound one. */
static bool is_mistake(const struct ff_game *game, int seat, const struct turn *planted, const struct turn *sound)
{
    struct ff_view view;
    int lost = 0, different = 0;
    ff_view_of(game, seat, &view);
    for (int deal = 0; deal < DEALS; deal++) {
        const int difference = wins_after(&view, deal, sound) - wins_after(&view, deal, planted);
        lost += difference;
        different += difference != 0;
    }
    return lost >= LOST_LEAST && lost * lost >= ERRORS * ERRORS * different;
}

struct found {
    int n[KINDS], seen[KINDS], named[KINDS];
};

/* Plants the first kind that is still wanted and is a mistake at this turn. */
static bool try_kinds(const struct ff_game *game, int seat, uint64_t seed, struct found *found)
{
    struct turn planted, sound;
    plant_mistake(game, seat, NO_MISTAKE, seed, &sound);
    for (int i = 0; i < KINDS; i++) {
        const enum kind kind = (enum kind)((seed + (uint64_t)i) % KINDS);
        struct coach_verdict verdict;
        if (found->n[kind] == EACH || !plant_mistake(game, seat, kind, seed, &planted) ||
            !is_mistake(game, seat, &planted, &sound))
            continue;
        judge_planted(game, seat, &planted, &verdict);
        found->n[kind]++;
        found->seen[kind] += verdict.grade >= COACH_MISTAKE;
        found->named[kind] += is_named(kind, &verdict);
        return true;
    }
    return false;
}

/* At most one turn of a game. */
static void look_at_game(uint64_t seed, struct found *found)
{
    struct ff_game game;
    struct ff_rng rng = ff_rng_of(seed);
    arena_random_begin_game(&edition, 2 + (int)(seed % 3), seed / 3 % 2 ? FF_EXPERT : FF_BASE, seed, &game);
    while (game.pub.owe && game.pub.round < 20) {
        const int seat = ff_lowest(game.pub.owe);
        const bool begins = game.pub.stage == FF_STAGE_BREWERY && game.pub.left == 0 && game.pub.round > 2;
        if (begins && ff_rng_below(&rng, 3) == 0 && try_kinds(&game, seat, seed, found))
            return;
        ff_apply(&edition, &game, seat, ff_action_of(game.pub.stage, ask_steward(&game, seat)));
    }
}

static void planted_mistakes_are_named(void)
{
    struct found found = {{0}, {0}, {0}};
    int n = 0, seen = 0, named = 0;
    for (uint64_t seed = 1; seed <= SEEDS && n < KINDS * EACH; seed++) {
        look_at_game(seed, &found);
        n = 0;
        for (int kind = 0; kind < KINDS; kind++)
            n += found.n[kind];
    }
    for (int kind = 0; kind < KINDS; kind++) {
        seen += found.seen[kind];
        named += found.named[kind];
        printf("  %-40s seen %d, named %d of %d\n", kinds[kind].name, found.seen[kind], found.named[kind],
               found.n[kind]);
    }
    printf("  seen %d, named %d of %d\n", seen, named, n);
    CHECK_EQ(n, KINDS * EACH);
    CHECK(seen >= KINDS * EACH * 8 / 10);
    CHECK(named >= KINDS * EACH * 9 / 10);
}

int main(void)
{
    edition = default_edition();
    if (net_read(default_net_text, default_net_size, &net))
        return 2;
    TEST("coach: planted mistakes of ten kinds can be named from the review", planted_mistakes_are_named);
    return test_end();
}
