/* compound_commands.c - commands that stand for several actions: `sell all`, and `keep` with the cards to keep; see
 * play.h. Each action is played and printed as if it had been typed. `undo` takes back one action at a time. */
#include "play.h"

#include "abbreviations.h"
#include "engine/text/names.h"
#include "engine/text/notation.h"
#include "parse_action.h"

/* ------------------------------------------------------------------------------------------------------------- keep */

/* Reads a card of the hand. Returns -1 after printing an error. */
static int read_card(const struct play *play, const struct ff_view *view, struct base_words *chain)
{
    char shown[256];
    struct base_out out = base_out_cut(shown, sizeof shown);
    struct base_word word;
    struct base_words ahead = *chain;
    uint32_t meant = abbreviation_read_cards(chain, view->own.hand);
    if (ff_popcount(meant) == 1)
        return ff_option_nth(meant, 0);
    base_words_next(&ahead, &word);
    base_put_word(&out, &word);
    base_put(&out, meant ? "may be " : "is not a card in your hand");
    text_put_titles(&out, meant, ", ");
    play_printf(play, "%s.\n", shown);
    return -1;
}

/* Returns how many cards the seat may keep, or 0 if it does not put cards away at this stage. */
static int may_stay(const struct ff_view *view)
{
    return view->pub.stage == FF_STAGE_KEEP      ? 1
           : view->pub.stage == FF_STAGE_DISCARD ? ff_keep_max(view->pub.active[view->own.seat])
                                                 : 0;
}

static bool put_away(struct play *play, uint32_t kept)
{
    uint32_t turn = play_turn_number(play);
    for (int card = 0; card < FF_CARDS_MAX; card++) {
        struct ff_view view;
        play_compose_view(play, &view);
        if (!(view.own.hand >> card & 1) || (kept >> card & 1))
            continue;
        ff_action action = ff_action_of(view.pub.stage, (unsigned)card);
        play_echo_action(play, action);
        play_apply_action(play, play->ui.seat, action);
    }
    struct ff_view view;
    play_compose_view(play, &view);
    ff_action done = ff_action_of(FF_STAGE_DISCARD, FF_OPTION_DONE);
    if (play_turn_number(play) == turn && view.pub.stage == FF_STAGE_DISCARD &&
        ff_why_not(play->game.edition, &view, done) == FF_OK) {
        play_echo_action(play, done);
        play_apply_action(play, play->ui.seat, done);
    }
    return true;
}

/* Carries out `keep` with the cards to keep. All other cards go under the deck in the order of the list of options. */
static bool keep_cards(struct play *play, struct base_words *chain, const struct ff_view *view)
{
    int most = may_stay(view);
    uint32_t kept = 0;
    struct base_word word;
    if (!most) {
        play_printf(play,
                    "You cannot put cards away now; keep is for the discard (R7.1) and the expert set-up (R1.5).\n");
        return false;
    }
    for (struct base_words ahead = *chain; base_words_next(&ahead, &word); ahead = *chain) {
        int card = read_card(play, view, chain);
        if (card < 0)
            return false;
        kept |= ff_bit((unsigned)card);
    }
    if (!kept || ff_popcount(kept) > most) {
        play_printf(play, "keep needs the name of a card to keep%s; you may keep at most %d (%s).\n",
                    most > 1 ? ", or of several" : "", most, view->pub.stage == FF_STAGE_KEEP ? "R1.5" : "R7.1");
        return false;
    }
    return put_away(play, kept);
}

/* ---------------------------------------------------------------------------------------------------------- calling */

enum play_read_shortcut play_read_shortcut(struct play *play, struct base_words *chain)
{
    struct base_words ahead = *chain;
    struct base_word first;
    struct ff_view view;
    struct best_sale sale;
    char why[512];
    struct base_out out = base_out_cut(why, sizeof why);
    play_compose_view(play, &view);
    enum play_sale sells = play_read_sale(chain, play->game.edition, &view, &sale, &out);
    play_printf(play, "%s", why);
    for (int i = 0; sells == SALE_FOUND && i < sale.actions_n; i++) {
        play_echo_action(play, sale.action[i]);
        play_apply_action(play, play->ui.seat, sale.action[i]);
    }
    if (sells != SALE_NOT)
        return sells == SALE_FOUND ? SHORTCUT_DONE : SHORTCUT_BAD;
    if (!base_words_next(&ahead, &first) || !play_word_equals_ignoring_case(&first, "keep"))
        return SHORTCUT_NONE;
    bool done = keep_cards(play, &ahead, &view);
    *chain = ahead;
    return done ? SHORTCUT_DONE : SHORTCUT_BAD;
}
