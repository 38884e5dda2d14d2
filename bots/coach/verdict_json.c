/* verdict_json.c - writes the coach's findings as JSON; see verdict_json.h. */
#include "verdict_json.h"
#include "bots/ai/one_ply.h"
#include "engine/text/json_values.h"
#include "engine/text/names.h"
#include "played_level.h"
#include "turn_comparison.h"

static const char *const kind_names[] = {"turn", "draw", "setup"};
static const char *const certainty_names[] = {NULL, "won", "won-next", "no-palace", "too-late"};

/* ------------------------------------------------------------------------------------------------------------ turns */

static void put_sale(struct base_out *out, const struct coach_turn_summary *summary)
{
    base_json_key(out, "sale");
    if (summary->brewery == FF_NOBODY) {
        base_json_null(out);
        return;
    }
    base_json_open(out, '{');
    base_json_number(out, "brewery", summary->brewery);
    text_json_member_goods(out, "goods", summary->sold);
    text_json_member_exchange(out, "market", summary->market);
    text_json_member_good(out, "office", summary->office == FF_OPTION_NO_OFFICE ? FF_GOODS : summary->office);
    base_json_number(out, "income", summary->income);
    base_json_number(out, "disc", summary->disc);
    base_json_close(out, '}');
}

static void put_builds(struct base_out *out, const struct coach_turn_summary *summary)
{
    base_json_begin(out, "builds", '[');
    for (int i = 0; i < FF_BUILDS_MAX; i++) {
        if (summary->card[i] == FF_NO_CARD)
            continue;
        base_json_open(out, '{');
        text_json_member_card(out, "card", summary->card[i]);
        base_json_number(out, "space", summary->space[i] + 1);
        base_json_number(out, "cost", summary->cost[i]);
        text_json_member_card(out, "covered", summary->covered[i]);
        base_json_close(out, '}');
    }
    base_json_close(out, ']');
}

static void put_shape(struct base_out *out, const struct coach_turn_summary *summary)
{
    put_sale(out, summary);
    put_builds(out, summary);
    text_json_member_goods(out, "stored", summary->stored);
    text_json_member_goods(out, "wasted", summary->wasted);
    text_json_member_cards(out, "kept", summary->kept);
    text_json_member_cards(out, "removed", summary->removed);
    base_json_begin(out, "buried", '[');
    for (int i = 0; i < summary->buried_n; i++)
        text_json_card(out, summary->buried[i]);
    base_json_close(out, ']');
}

/* Writes decisions as text. `game` is any game that the view allows. */
static void put_actions(struct base_out *out, const struct ff_edition *edition, struct ff_game game, int seat,
                        const struct turn *turn)
{
    base_json_begin(out, "actions", '[');
    for (int i = 0; i < turn->steps; i++) {
        text_json_action(out, ff_action_of(game.pub.stage, turn->option[i]));
        turn_play_option(edition, &game, seat, turn->option[i]);
    }
    base_json_close(out, ']');
}

/* ------------------------------------------------------------------------------------------------------------ facts */

static void put_fact(struct base_out *out, const struct coach_fact *fact)
{
    base_json_open(out, '{');
    base_json_string(out, "kind", coach_fact_names[fact->kind]);
    base_json_string(out, "part", coach_part_names[fact->part]);
    if (fact->kind == COACH_CARD_BUILT || fact->kind == COACH_CARD_BACK || fact->kind == COACH_FIELD_COVERED)
        text_json_member_card(out, "card", fact->card);
    if (fact->kind == COACH_FIELD_COVERED)
        text_json_member_card(out, "covered", fact->covered);
    if (fact->kind == COACH_PRICE_LEFT) {
        base_json_number(out, "brewery", fact->card / FF_GOODS);
        text_json_member_good(out, "good", fact->card % FF_GOODS);
    }
    if (fact->kind == COACH_PALACE_PAID) {
        base_json_number(out, "playedParts", fact->card / 8);
        base_json_number(out, "bestParts", fact->card % 8);
    }
    base_json_number(out, "played", fact->played);
    base_json_number(out, "best", fact->best);
    base_json_key(out, "favours");
    base_json_word(out, fact->favours > 0 ? "best" : fact->favours < 0 ? "played" : NULL);
    base_json_close(out, '}');
}

static void put_facts(struct base_out *out, const struct coach_idea *idea)
{
    base_json_number(out, "said", idea->said_n);
    base_json_begin(out, "facts", '[');
    for (int i = 0; i < idea->facts_n; i++)
        put_fact(out, &idea->fact[i]);
    base_json_close(out, ']');
}

static void put_parts(struct base_out *out, const struct coach_verdict *verdict)
{
    base_json_begin(out, "parts", '[');
    for (int part = 0; part < COACH_PARTS; part++)
        if (verdict->faults >> part & 1)
            base_json_word(out, coach_part_names[part]);
    base_json_close(out, ']');
}

/* ---------------------------------------------------------------------------------------------------------- verdict */

static void put_idea(struct base_out *out, const struct coach_verdict *verdict, const struct coach_idea *idea,
                     int players)
{
    base_json_begin(out, "chances", '[');
    for (int s = 0; s < players; s++)
        base_json_value(out, idea->chance[s]);
    base_json_close(out, ']');
    base_json_number(out, "perfect", idea->perfect);
    base_json_number(out, "opinion", idea->opinion);
    base_json_key(out, "certain");
    base_json_word(out, certainty_names[idea->certainty]);
    base_json_number(out, "behind", idea->behind);
    base_json_number(out, "margin", idea->margin);
    base_json_key(out, "turn");
    if (verdict->kind == COACH_DRAW) {
        base_json_null(out);
        return;
    }
    base_json_open(out, '{');
    put_shape(out, &idea->summary);
    base_json_close(out, '}');
}

void coach_verdict_json(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                        const struct coach_verdict *verdict)
{
    struct ff_game game;
    struct ff_rng rng = ff_rng_of(0);
    ff_resample(edition, view, &rng, &game);
    base_json_open(out, '{');
    base_json_string(out, "kind", kind_names[verdict->kind]);
    base_json_number(out, "seat", verdict->seat);
    base_json_number(out, "round", verdict->round);
    base_json_number(out, "worlds", verdict->worlds);
    base_json_number(out, "tries", verdict->tries);
    base_json_number(out, "doubt", verdict->doubt);
    if (verdict->played != FF_NOBODY) {
        base_json_number(out, "played", verdict->played);
        base_json_string(out, "grade", coach_grade_names[verdict->grade]);
        base_json_number(out, "loss", verdict->loss);
        base_json_number(out, "margin", verdict->margin);
        put_parts(out, verdict);
    }
    base_json_begin(out, "field", '[');
    for (int space = 0; space < FF_SPACES; space++)
        text_json_card(out, view->pub.board[verdict->seat][space]);
    base_json_close(out, ']');
    base_json_begin(out, "ideas", '[');
    for (int i = 0; i < verdict->ideas_n; i++) {
        base_json_open(out, '{');
        put_actions(out, edition, game, verdict->seat, &verdict->idea[i].turn);
        put_idea(out, verdict, &verdict->idea[i], view->pub.players);
        put_facts(out, &verdict->idea[i]);
        base_json_close(out, '}');
    }
    base_json_close(out, ']');
    base_json_close(out, '}');
}

/* ----------------------------------------------------------------------------------------------------- a whole game */

void coach_review_items_json(struct base_out *out, const struct coach_review_item *items, int n)
{
    base_json_open(out, '[');
    for (int i = 0; i < n; i++) {
        base_json_open(out, '{');
        base_json_number(out, "seat", items[i].seat);
        base_json_number(out, "round", items[i].round);
        base_json_string(out, "kind", kind_names[items[i].kind]);
        base_json_number(out, "first", items[i].first);
        base_json_number(out, "steps", items[i].steps);
        base_json_close(out, '}');
    }
    base_json_close(out, ']');
}

static void put_grades(struct base_out *out, const int grades[COACH_GRADES])
{
    base_json_begin(out, "grades", '{');
    for (int grade = 0; grade < COACH_GRADES; grade++)
        base_json_number(out, coach_grade_names[grade], grades[grade]);
    base_json_close(out, '}');
}

static void put_seat(struct base_out *out, const struct coach_luck_skill *balance, int seat)
{
    const struct coach_played_level played = coach_estimate_played_level(balance->lost[seat], balance->turns[seat]);
    base_json_open(out, '{');
    base_json_number(out, "par", balance->par[seat]);
    base_json_number(out, "result", balance->result[seat]);
    base_json_number(out, "deal", balance->deal[seat]);
    base_json_number(out, "order", balance->order[seat]);
    base_json_number(out, "luck", balance->luck[seat]);
    base_json_number(out, "draws", balance->draws[seat]);
    base_json_number(out, "lost", balance->lost[seat]);
    base_json_number(out, "expected", balance->expected[seat]);
    base_json_number(out, "given", balance->given[seat]);
    base_json_number(out, "error", balance->error[seat]);
    base_json_number(out, "adjusted", coach_luck_adjusted_result(balance, seat));
    base_json_number(out, "turns", balance->turns[seat]);
    base_json_number(out, "lossPerTurn", coach_loss_per_turn(balance, seat));
    base_json_key(out, "played");
    coach_played_level_json(out, &played);
    put_grades(out, balance->grades[seat]);
    base_json_close(out, '}');
}

static void put_draw(struct base_out *out, const struct coach_draw *draw, int players)
{
    base_json_open(out, '{');
    base_json_number(out, "seat", draw->seat);
    base_json_number(out, "round", draw->round);
    base_json_number(out, "decision", draw->decision);
    text_json_member_cards(out, "cards", draw->cards);
    base_json_begin(out, "luck", '[');
    for (int s = 0; s < players; s++)
        base_json_value(out, draw->luck[s]);
    base_json_close(out, ']');
    base_json_close(out, '}');
}

void coach_luck_skill_json(struct base_out *out, const struct coach_replay *walk,
                           const struct coach_luck_skill *balance)
{
    base_json_open(out, '{');
    base_json_number(out, "par", NET_CHANCE_ONE / balance->players);
    base_json_flag(out, "over", balance->over);
    base_json_flag(out, "whole", balance->whole);
    base_json_begin(out, "seats", '[');
    for (int seat = 0; seat < balance->players; seat++)
        put_seat(out, balance, seat);
    base_json_close(out, ']');
    base_json_begin(out, "draws", '[');
    for (int i = 0; i < walk->draws_n; i++)
        put_draw(out, &walk->draw[i], balance->players);
    base_json_close(out, ']');
    base_json_close(out, '}');
}
