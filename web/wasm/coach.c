/* coach.c - hints and reviews in the browser; see exports.h. Requests memory from the browser at their first use, after
 * the memory of the largest bot. */
#include <string.h>

#include "bots/ai/bot.h"
#include "bots/coach/hint.h"
#include "bots/coach/verdict_json.h"
#include "engine/text/notation.h"
#include "page.h"

struct review {
    struct ff_edition edition;
    struct ff_setup setup;
    struct coach_game game;
    struct ff_game now; /* the game after the decisions read so far */
    struct coach_decision decision[COACH_DECISIONS_MAX];
    int items_n;
    struct coach_review_item item[COACH_ITEMS_MAX];
    struct coach_verdict_summary told[COACH_ITEMS_MAX];
    struct coach_replay walk;
    bool walks;
    struct coach_judge judge;
};

struct memory {
    enum { NOTHING, HINT, ITEM } at; /* what the coach thinks about */
    int current;                     /* index of the review's item being judged */
    struct history seen;             /* public history before the turn of the hint */
    struct coach_hint hint;
    struct review review;
};

static size_t beyond_bots(void)
{
    size_t most = 0;
    for (int i = 0; bot_list[i]; i++)
        most = bot_list[i]->memory_size > most ? bot_list[i]->memory_size : most;
    return (most + 63) & ~(size_t)63;
}

/* Returns the coach's memory, which is zeroed at first; NULL if the browser gives no more. */
static struct memory *memory(void) { return (struct memory *)wasm_memory_at(beyond_bots(), sizeof(struct memory)); }

static int no_memory(void) { return wasm_refuse_text("there is not enough memory for the coach"); }

/* Returns the coach's memory if the coach can begin. Otherwise returns NULL, with the reason in the buffer. */
static struct memory *ready(int effort)
{
    struct memory *m = memory();
    if (m && wasm_loaded_net() && effort >= 0 && effort < COACH_EFFORTS)
        return m;
    if (!m)
        no_memory();
    else
        wasm_refuse_text(wasm_loaded_net() ? "the effort is 0, 1 or 2" : "the coach needs its network first");
    return NULL;
}

/* ------------------------------------------------------------------------------------------------------------ hints */

/* Reads the actions that the seat has taken since the view, one per line. */
static bool read_taken(struct coach_hint_request *ask, size_t length)
{
    struct ff_rng rng = ff_rng_of(0);
    struct ff_game game;
    const char *line;
    size_t at = 0, n;
    ff_resample(ask->position.edition, &ask->position.view, &rng, &game);
    while (wasm_next_line(length, &at, &line, &n)) {
        struct base_error error;
        ff_action action;
        if (!text_action_parse(game.pub.stage, line, n, &action, &error)) {
            wasm_refuse(&error);
            return false;
        }
        if (ask->taken_n == TURN_STEPS_MAX ||
            ff_apply(ask->position.edition, &game, ask->position.view.own.seat, action) != FF_OK) {
            wasm_refuse_text("this decision was not possible in the turn");
            return false;
        }
        ask->taken[ask->taken_n++] = (uint8_t)ff_action_option(action);
    }
    return true;
}

int coach_hint(int effort, int length)
{
    struct memory *m = ready(effort);
    if (!m)
        return -1;
    struct coach_hint_request ask = {
        .position = {.edition = &page.edition.values,
                     .net = wasm_loaded_net(),
                     .view = page.view,
                     .opponents = *wasm_opponents()},
        .effort = (enum coach_effort)effort,
    };
    if (!ff_legal(ask.position.edition, &ask.position.view))
        return wasm_refuse_text("this seat has nothing to decide");
    if (!read_taken(&ask, wasm_clamp_length(length)))
        return -1;
    m->at = HINT;
    m->seen = page.seen;
    ask.position.history = &m->seen;
    coach_hint_begin(&m->hint, &ask);
    return 0;
}

/* ---------------------------------------------------------------------------------------------------------- reviews */

int review_open(void)
{
    struct memory *m = memory();
    if (!m)
        return no_memory();
    struct review *review = &m->review;
    m->at = m->at == ITEM ? NOTHING : m->at;
    review->edition = page.edition.values;
    review->setup = page.setup;
    review->game = (struct coach_game){&review->edition, &review->setup, review->decision, 0, *wasm_opponents()};
    review->items_n = 0;
    review->walks = false;
    memset(review->told, 0, sizeof review->told);
    return ff_begin(&review->edition, &review->setup, &review->now) == FF_SETUP_OK
               ? 0
               : wasm_refuse_text("there is no game to review: read or deal a set-up first");
}

/* Reads a decision with its seat, such as "1 sell 2 hops", and adds it to the reviewed game. */
static int add_decision(struct review *review, const char *line, size_t n)
{
    struct base_error error;
    ff_action action;
    int seat = n > 1 && line[1] == ' ' && line[0] >= '0' && line[0] < '0' + FF_PLAYERS_MAX ? line[0] - '0' : -1;
    if (seat < 0)
        return wasm_refuse_text("a decision is a seat, a space and an action");
    if (!text_action_parse(review->now.pub.stage, line + 2, n - 2, &action, &error))
        return wasm_refuse(&error);
    if (review->game.n == COACH_DECISIONS_MAX || ff_apply(&review->edition, &review->now, seat, action) != FF_OK)
        return wasm_refuse_text("this decision was not possible in the game");
    review->decision[review->game.n++] = (struct coach_decision){(uint8_t)seat, action};
    return 0;
}

int review_add(int length)
{
    struct memory *m = memory();
    const char *line;
    size_t at = 0, n;
    if (!m || !m->review.game.edition)
        return wasm_refuse_text("no review is open");
    while (wasm_next_line(wasm_clamp_length(length), &at, &line, &n))
        if (add_decision(&m->review, line, n) < 0)
            return -1;
    m->review.items_n = coach_review_list_items(&m->review.game, m->review.item, COACH_ITEMS_MAX);
    return m->review.items_n;
}

int review_items_json(void)
{
    struct memory *m = memory();
    struct base_out out = wasm_begin_answer();
    coach_review_items_json(&out, m ? m->review.item : NULL, m ? m->review.items_n : 0);
    return (int)out.length;
}

int review_item(int item, int effort)
{
    struct memory *m = ready(effort);
    if (!m)
        return -1;
    if (item < 0 || item >= m->review.items_n)
        return wasm_refuse_text("there is no such item");
    m->at = ITEM;
    m->current = item;
    m->review.game.opponents = *wasm_opponents();
    coach_review_item_begin(&m->review.game, &m->review.item[item], wasm_loaded_net(), (enum coach_effort)effort,
                            &m->review.judge);
    return 0;
}

void *review_summaries(void)
{
    struct memory *m = memory();
    return m ? m->review.told : NULL;
}

int review_summaries_size(void)
{
    struct memory *m = memory();
    return m ? m->review.items_n * (int)sizeof(struct coach_verdict_summary) : 0;
}

int review_luck_step(int draws)
{
    struct memory *m = ready(0);
    if (!m || !m->review.game.edition)
        return -1;
    struct review *review = &m->review;
    if (!review->walks)
        coach_replay_begin(&review->walk, &review->game, wasm_loaded_net());
    review->walks = true;
    for (; draws > 0; draws--)
        if (!coach_replay_step(&review->walk))
            return 0;
    return 1;
}

int review_luck_json(void)
{
    struct memory *m = memory();
    struct coach_luck_skill balance;
    struct base_out out = wasm_begin_answer();
    if (!m || !m->review.walks)
        return wasm_refuse_text("walk through the game first");
    coach_luck_skill_compute(&m->review.walk, m->review.item, m->review.told, m->review.items_n, &balance);
    coach_luck_skill_json(&out, &m->review.walk, &balance);
    return (int)out.length;
}

/* ------------------------------------------------------------------------------------------------------------- both */

/* Continues to judge an item. Stores its verdict when it is final. */
static bool think_about_item(struct memory *m, uint32_t tries)
{
    struct coach_verdict verdict;
    if (coach_judge_think(&m->review.judge, tries))
        return true;
    coach_judge_answer(&m->review.judge, &verdict);
    coach_verdict_summarize(&verdict, &m->review.told[m->current]);
    return false;
}

int coach_think(int tries)
{
    struct memory *m = memory();
    if (!m || m->at == NOTHING || tries <= 0)
        return 0;
    return m->at == HINT ? coach_hint_think(&m->hint, (uint32_t)tries) : think_about_item(m, (uint32_t)tries);
}

int coach_done(void)
{
    const struct memory *m = memory();
    return !m || m->at == NOTHING ? 0
           : m->at == HINT        ? coach_hint_progress(&m->hint)
                                  : coach_judge_progress(&m->review.judge);
}

int coach_json(void)
{
    const struct memory *m = memory();
    struct coach_verdict verdict;
    struct base_out out = wasm_begin_answer();
    if (!m || m->at == NOTHING)
        return wasm_refuse_text("the coach was not asked");
    if (m->at == HINT) {
        coach_hint_answer(&m->hint, &verdict);
        coach_verdict_json(&out, m->hint.request.position.edition, &m->hint.request.position.view, &verdict);
    } else {
        coach_judge_answer(&m->review.judge, &verdict);
        coach_verdict_json(&out, &m->review.edition, &m->review.judge.position.view, &verdict);
    }
    return (int)out.length;
}
