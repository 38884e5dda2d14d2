/* review.c - judges a whole game turn by turn; see review.h. */
#include "review.h"

#include "engine/base/hash.h"

#include <string.h>

/* The number of each seat's unfinished item; -1 if it has none. */
struct open_items {
    int at[FF_PLAYERS_MAX];
};

static enum coach_kind kind_now(const struct ff_public *pub)
{
    return coach_judgement_kind_of(&(struct ff_view){.pub = *pub});
}

/* Returns whether a decision at this position continues the item: the same turn or set-up. An extra draw has one
 * decision only, so nothing continues it. */
static bool goes_on(const struct coach_review_item *item, const struct ff_public *pub)
{
    enum coach_kind kind = kind_now(pub);
    return item->kind == kind && item->round == pub->round && kind != COACH_DRAW;
}

static int begin_item(struct coach_review_item *items, int *n, int seat, int decision, const struct ff_public *pub)
{
    items[*n] = (struct coach_review_item){
        .first = (uint32_t)decision,
        .seat = (uint8_t)seat,
        .round = pub->round,
        .kind = (uint8_t)kind_now(pub),
    };
    return (*n)++;
}

int coach_review_list_items(const struct coach_game *game, struct coach_review_item *items, int max)
{
    struct ff_game now;
    struct open_items open = {{-1, -1, -1, -1, -1}};
    int n = 0;
    ff_begin(game->edition, game->setup, &now);
    for (int i = 0; i < game->n; i++) {
        const struct coach_decision *decision = &game->decision[i];
        int *at = &open.at[decision->seat];
        if (*at < 0 || !goes_on(&items[*at], &now.pub)) {
            if (n == max)
                return n;
            *at = begin_item(items, &n, decision->seat, i, &now.pub);
        }
        if (ff_apply(game->edition, &now, decision->seat, decision->action) != FF_OK)
            return n - (items[*at].steps == 0);
        items[*at].steps++;
    }
    return n;
}

uint64_t coach_seed_of_view(const struct ff_view *view)
{
    uint64_t seed = BASE_HASH_START, words[sizeof *view / sizeof seed];
    _Static_assert(sizeof *view % sizeof seed == 0, "whole words");
    memcpy(words, view, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        seed = base_hash_word(seed, words[i]) ^ seed >> 31;
    return seed;
}

/* Fills in the position of an item, and in *seen the public history before the item. */
static void find_place(const struct coach_game *game, const struct coach_review_item *item, const struct net *net,
                       struct history *seen, struct rollout_position *position)
{
    struct ff_game now;
    *position = (struct rollout_position){.edition = game->edition, .net = net, .opponents = game->opponents};
    history_begin(seen, game->edition, game->setup, &now);
    for (uint32_t i = 0; i < item->first; i++)
        history_apply(seen, game->edition, &now, game->decision[i].seat, game->decision[i].action);
    ff_view_of(&now, item->seat, &position->view);
    position->seed = coach_seed_of_view(&position->view);
}

static void find_played(const struct coach_game *game, const struct coach_review_item *item, struct turn *played)
{
    *played = (struct turn){.steps = 0};
    for (int i = (int)item->first; played->steps < item->steps && played->steps < TURN_STEPS_MAX && i < game->n; i++)
        if (game->decision[i].seat == item->seat)
            played->option[played->steps++] = (uint8_t)ff_action_option(game->decision[i].action);
}

void coach_review_item_position(const struct coach_game *game, const struct coach_review_item *item,
                                const struct net *net, struct rollout_position *position, struct turn *played)
{
    struct history seen;
    find_place(game, item, net, &seen, position);
    find_played(game, item, played);
}

void coach_review_item_begin(const struct coach_game *game, const struct coach_review_item *item, const struct net *net,
                             enum coach_effort effort, struct coach_judge *judge)
{
    struct turn played;
    struct history seen;
    struct coach_question question = {.effort = effort, .played = &played};
    find_place(game, item, net, &seen, &question.position);
    find_played(game, item, &played);
    question.position.history = &seen;
    coach_judge_begin(judge, &question);
}

/* Returns whether the loss is small enough to ignore: at most half its margin, which is one standard error. This
 * threshold rarely takes noise for a loss or a loss for noise. */
static bool lost_nothing(const struct coach_verdict *verdict)
{
    return verdict->ideas_n < 2 || verdict->loss <= verdict->margin / 2;
}

void coach_verdict_summarize(const struct coach_verdict *verdict, struct coach_verdict_summary *summary)
{
    const struct coach_idea *played = &verdict->idea[verdict->played];
    const struct coach_idea *other = &verdict->idea[verdict->played == 0];
    *summary =
        (struct coach_verdict_summary){.chance = played->chance[verdict->seat], .grade = verdict->grade, .judged = 1};
    summary->doubt = verdict->doubt;
    if (lost_nothing(verdict))
        return;
    summary->loss = verdict->loss;
    summary->margin = verdict->margin;
    for (int s = 0; s < FF_PLAYERS_MAX; s++)
        summary->gain[s] = played->chance[s] - other->chance[s];
}
