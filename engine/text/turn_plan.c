/* turn_plan.c - reads and evaluates planned turns; see turn_plan.h. */
#include "turn_plan.h"

#include "names.h"
#include "notation.h"
#include "reader_internal.h"

#include <string.h>

enum subject { SALE, COINS, PALACE, ORDER_PLACE, PRICE, ROOM };
enum comparison { AT_LEAST, AT_MOST, EQUAL };
enum { VALUE_MAX = 999 };

struct condition {
    uint8_t subject, comparison;
    uint8_t brewery, good; /* PRICE, ROOM */
    uint16_t value;
};

struct alternative {
    struct condition conditions[TEXT_PLAN_CONDITIONS];
    uint8_t conditions_n;
    const char *chain;
    size_t chain_length;
};

/* ------------------------------------------------------------------------------------------------- the turn to come */

static int turn_index(const struct ff_public *pub, int seat)
{
    for (int i = 0; i < pub->players; i++)
        if (pub->order[i] == seat)
            return i;
    return -1;
}

bool text_plan_may_be_made(const struct ff_view *view)
{
    const struct ff_public *pub = &view->pub;
    int seat = view->own.seat;
    if (seat == FF_NOBODY || !ff_is_turn(pub->stage))
        return false;
    return turn_index(pub, seat) >= pub->turn;
}

/* If a different seat's turn is under way, this skips the rest of that turn and all turns before the seat's own. */
void text_plan_position(const struct ff_edition *edition, const struct ff_view *view, struct ff_game *game)
{
    struct ff_view ahead = *view;
    struct ff_public *pub = &ahead.pub;
    int seat = view->own.seat;
    if (ff_turn_seat(pub) == seat) {
        ff_view_game(edition, view, game);
        return;
    }
    pub->turn = (uint8_t)turn_index(pub, seat);
    pub->stage = FF_STAGE_BREWERY;
    pub->brewery = pub->market = pub->left = pub->card = pub->first = 0;
    pub->tally = 0;
    pub->owe = (uint8_t)((unsigned)ff_is_asked(edition, pub, seat, view->own.hand) << seat);
    ff_view_game(edition, &ahead, game);
}

/* ------------------------------------------------------------------------------------------------------- conditions */

static bool read_place_of_sale(struct text_reader *r, struct condition *condition)
{
    text_read_any_word(r);
    int brewery = text_brewery_of(&r->word);
    if (brewery < 0)
        return text_refuse(r, "is no brewery, as in `price A hops >= 2`");
    text_read_any_word(r);
    int good = text_good_of(&r->word);
    condition->brewery = (uint8_t)brewery;
    condition->good = (uint8_t)good;
    return good >= 0 || text_refuse(r, "is no good, as in `price A hops >= 2`");
}

static bool read_condition(struct text_reader *r, struct condition *condition)
{
    static const char *const subjects[] = {"sale", "coins", "palace", "place", "price", "room"};
    static const char *const comparisons[] = {">=", "<=", "="};
    unsigned value = 0;
    text_read_any_word(r);
    int subject = base_word_index(&r->word, subjects, ROOM + 1);
    if (subject < 0)
        return text_refuse(r, "is no condition; conditions begin with sale, coins, palace, place, price or room");
    if (subject >= PRICE && !read_place_of_sale(r, condition))
        return false;
    text_read_any_word(r);
    int comparison = base_word_index(&r->word, comparisons, EQUAL + 1);
    if (comparison < 0)
        return text_refuse(r, "is none of >=, <= and =");
    condition->subject = (uint8_t)subject;
    condition->comparison = (uint8_t)comparison;
    bool good = text_read_number(r, 0, VALUE_MAX, &value);
    condition->value = (uint16_t)value;
    return good;
}

/* Reads `CONDITION and CONDITION`, the text between `if` and the colon. */
static bool read_conditions(struct text_reader *r, struct alternative *alternative)
{
    do {
        if (alternative->conditions_n == TEXT_PLAN_CONDITIONS) {
            text_read_any_word(r);
            return text_refuse(r, "is one condition too many: at most 6 belong to an alternative");
        }
        if (!read_condition(r, &alternative->conditions[alternative->conditions_n++]))
            return false;
    } while (text_read_any_word(r) && base_word_is(&r->word, "and"));
    return r->word.length == 0 || text_refuse(r, "is neither `and` nor the colon before the turn");
}

static int next_place(const struct ff_public *pub, int seat)
{
    uint8_t order[FF_PLAYERS_MAX];
    int n = ff_next_order(pub, order);
    for (int i = 0; i < n; i++)
        if (order[i] == seat)
            return i + 1;
    return 0;
}

/* Returns the number that a condition compares with its value. Income and place are those after the sale, all others
 * those at the beginning of the turn. Returns -1 if there is no such brewery. */
static int compared_value(const struct ff_edition *edition, const struct condition *condition,
                          const struct ff_public *before, int seat, const struct text_plan_outcome *outcome)
{
    if (condition->subject >= PRICE && condition->brewery >= before->players)
        return -1;
    switch ((enum subject)condition->subject) {
    case SALE: return outcome->income;
    case COINS: return before->coins[seat];
    case PALACE: return ff_palace_price(before);
    case ORDER_PLACE: return outcome->order;
    case PRICE: return ff_price(edition, before, condition->brewery, condition->good);
    case ROOM: return (int)ff_count(before->room[condition->brewery], condition->good);
    }
    return -1;
}

static bool holds(const struct condition *condition, int is)
{
    if (is < 0)
        return false;
    switch ((enum comparison)condition->comparison) {
    case AT_LEAST: return is >= condition->value;
    case AT_MOST: return is <= condition->value;
    default: return is == condition->value;
    }
}

/* ------------------------------------------------------------------------------------------------------- evaluating */

/* Takes the automatic steps of the seat's own turn and records the result of its sale. */
static void follow(const struct ff_edition *edition, struct ff_game *game, int seat, struct ff_event *event,
                   struct text_plan_outcome *outcome)
{
    for (;;) {
        if (event->kind == FF_EVENT_SOLD) {
            outcome->income = event->income;
            outcome->order = (uint8_t)next_place(&game->pub, seat);
        }
        outcome->coins = game->pub.coins[seat];
        if (!ff_is_own_step(&game->pub, seat))
            return;
        ff_follow(edition, game, event);
    }
}

static bool turn_is_over(const struct ff_game *game, int index)
{
    return !ff_is_turn(game->pub.stage) || game->pub.turn != index;
}

/* Returns whether a text is a chain of actions. The text is read as if at the discard stage, where the notation accepts
 * every action. */
static bool read_chain(struct base_words chain, struct base_error *error)
{
    enum text_chain got;
    ff_action action;
    while ((got = text_chain_next(&chain, FF_STAGE_DISCARD, &action, error)) == TEXT_CHAIN_ACTION)
        ;
    return got == TEXT_CHAIN_END;
}

/* Plays a chain on the game until the chain or the turn ends, or until an action is not possible. */
static enum text_plan_result play_chain(const struct ff_edition *edition, struct ff_game *game, int seat,
                                        struct base_words chain, struct text_plan_outcome *outcome)
{
    int index = game->pub.turn;
    if (game->pub.stage > FF_STAGE_OFFICE) /* the seat had no goods to sell, so the engine has already made the sale */
        outcome->income = (uint16_t)ff_steady_income(game->pub.active[seat]);
    struct ff_event event = {0};
    struct base_error unused;
    enum text_chain got;
    ff_action action = 0;
    follow(edition, game, seat, &event, outcome);
    while ((got = text_chain_next(&chain, game->pub.stage, &action, &unused)) != TEXT_CHAIN_END) {
        outcome->place = outcome->actions_n;
        if (turn_is_over(game, index) || outcome->actions_n == TEXT_PLAN_ACTIONS_MAX)
            return TEXT_PLAN_TOO_LONG;
        outcome->refusal = FF_REFUSED_OTHER_STAGE;
        if (got == TEXT_CHAIN_ACTION)
            outcome->refusal = (uint8_t)ff_play(edition, game, seat, action, &event);
        if (outcome->refusal != FF_OK)
            return TEXT_PLAN_ILLEGAL;
        outcome->actions[outcome->actions_n++] = action;
        follow(edition, game, seat, &event, outcome);
    }
    return turn_is_over(game, index) ? TEXT_PLAN_HOLDS : TEXT_PLAN_INCOMPLETE;
}

/* Records the first condition that fails, and the number that did not fulfil it. */
static void check_conditions(const struct ff_edition *edition, const struct alternative *alternative,
                             const struct ff_public *before, int seat, struct text_plan_outcome *outcome)
{
    for (unsigned i = 0; i < alternative->conditions_n; i++) {
        int is = compared_value(edition, &alternative->conditions[i], before, seat, outcome);
        if (holds(&alternative->conditions[i], is))
            continue;
        outcome->result = TEXT_PLAN_CONDITION_FAILS;
        outcome->place = (uint8_t)i;
        outcome->value = (int16_t)is;
        return;
    }
}

static bool evaluate_alternative(const struct ff_edition *edition, const struct ff_view *view,
                                 const struct alternative *alternative, struct text_plan_outcome *outcome,
                                 struct base_error *error)
{
    struct ff_game game;
    text_plan_position(edition, view, &game);
    struct ff_public before = game.pub;
    struct base_words chain = base_words_in_chain(alternative->chain, alternative->chain_length);
    if (!read_chain(chain, error)) {
        error->line = outcome->line;
        return false;
    }
    outcome->result = (uint8_t)play_chain(edition, &game, view->own.seat, chain, outcome);
    if (outcome->result == TEXT_PLAN_HOLDS)
        check_conditions(edition, alternative, &before, view->own.seat, outcome);
    return true;
}

/* Splits a line into its conditions and its chain. */
static bool read_alternative(const struct base_word *line, struct alternative *alternative, struct base_error *error)
{
    const char *colon = memchr(line->text, ':', line->length);
    memset(alternative, 0, sizeof *alternative);
    alternative->chain = line->text;
    alternative->chain_length = line->length;
    struct base_words words = base_words_in_chain(line->text, colon ? (size_t)(colon - line->text) : line->length);
    struct text_reader r = {&words, {0}, error};
    text_read_any_word(&r);
    if (!base_word_is(&r.word, "if"))
        return true;
    if (!colon)
        return base_word_refuse(error, line, "has no colon between its conditions and the turn");
    alternative->chain = colon + 1;
    alternative->chain_length = line->length - (size_t)(colon + 1 - line->text);
    return read_conditions(&r, alternative);
}

bool text_plan_evaluate(const struct ff_edition *edition, const struct ff_view *view, const char *text, size_t length,
                        struct text_plan *plan, struct base_error *error)
{
    struct base_words lines = base_words_in_lines(text, length);
    struct base_word whole = {.text = text, .length = length < 20 ? length : 20, .line = 1, .column = 1};
    memset(plan, 0, sizeof *plan);
    plan->chosen = TEXT_PLAN_NOTHING_HOLDS;
    if (length > TEXT_PLAN_MAX)
        return base_word_refuse(error, &whole, "begins a plan that is too long: at most 2000 bytes");
    if (!text_plan_may_be_made(view))
        return base_word_refuse(error, &whole,
                                "cannot be planned now: the turn of this round is over or not yet known");
    bool waits = false;
    while (base_words_line(&lines)) {
        struct base_word line = base_words_rest(&lines);
        struct alternative alternative;
        if (waits)
            return base_word_refuse(error, &line, "stands behind `wait` and would never be played");
        waits = base_word_is(&line, "wait");
        if (waits)
            continue;
        if (plan->outcomes_n == TEXT_PLAN_ALTERNATIVES)
            return base_word_refuse(error, &line, "is one alternative too many: at most 8");
        struct text_plan_outcome *outcome = &plan->outcomes[plan->outcomes_n];
        outcome->line = line.line;
        if (!read_alternative(&line, &alternative, error) ||
            !evaluate_alternative(edition, view, &alternative, outcome, error))
            return false;
        if (outcome->result == TEXT_PLAN_HOLDS && plan->chosen == TEXT_PLAN_NOTHING_HOLDS)
            plan->chosen = plan->outcomes_n;
        plan->outcomes_n++;
    }
    return plan->outcomes_n > 0 ||
           base_word_refuse(error, &whole, "has no alternative: write a turn, or withdraw the plan");
}
