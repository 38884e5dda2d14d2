/* play_several.c - words that stand for several actions: `sell all`, and `keep` with the cards that stay; see play.h.
 *
 * Each action is played as if it had been typed, and said back; `undo` takes them back one by one. */
#include "play.h"

#include <string.h>
#include <strings.h>

#include "play_ask.h"
#include "play_match.h"
#include "text/names.h"
#include "text/notation.h"

static bool word_like(const struct base_word *word, const char *text)
{
    return word->length == strlen(text) && strncasecmp(word->text, text, word->length) == 0;
}

/* -------------------------------------------------------------------------------------------------------- sell all */

/* "sell all A brings 7 coins, sell all C 9" */
static void tell_sales(const struct play *play, const struct ff_view *view)
{
    const char *before = "Where? sell all ";
    struct ask_sale sale;
    for (int brewery = 0; brewery < view->pub.players; brewery++)
        if (ask_best_sale(play->edition, view, brewery, &sale)) {
            play_say(play, "%s%c brings %d coin%s", before, text_brewery(brewery), sale.income,
                     sale.income == 1 ? "" : "s");
            before = ", sell all ";
        }
    play_say(play, *before == ',' ? ".\n" : "There is nothing that you could sell (R5.2).\n");
}

/* The brewery that is named behind `sell all`, or the one where the sale goes on; -1: none. */
static int read_brewery(struct base_words *chain, const struct ff_view *view, bool *wrong)
{
    struct base_words ahead = *chain;
    struct base_word word;
    int chosen = view->pub.stage == FF_STAGE_BREWERY ? -1 : view->pub.brewery, named = -1;
    *wrong = false;
    bool more = base_words_next(&ahead, &word);
    if (more && (word_like(&word, "at") || word_like(&word, "brewery")))
        more = base_words_next(&ahead, &word);
    named = more ? text_brewery_of(&word) : -1;
    if (named < 0)
        return chosen;
    *chain = ahead;
    *wrong = chosen >= 0 && named != chosen;
    return named;
}

static bool sell_all(struct play *play, struct base_words *chain, const struct ff_view *view)
{
    struct ask_sale sale;
    bool wrong, now = view->pub.stage >= FF_STAGE_BREWERY && view->pub.stage <= FF_STAGE_OFFICE;
    if (!now) {
        play_say(play, "There is nothing to sell now (R2.1).\n");
        return false;
    }
    int brewery = read_brewery(chain, view, &wrong);
    if (wrong) {
        play_say(play, "You sell at brewery %c; undo takes that back (R5.1).\n", text_brewery(view->pub.brewery));
        return false;
    }
    if (brewery < 0) {
        tell_sales(play, view);
        return false;
    }
    if (brewery >= view->pub.players || !ask_best_sale(play->edition, view, brewery, &sale)) {
        play_say(play, "There is nothing that you could sell there (R5.2).\n");
        return false;
    }
    for (int i = 0; i < sale.actions_n; i++) {
        play_say_back(play, sale.action[i]);
        play_take(play, play->seat, sale.action[i]);
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------------------ keep */

/* The card of the hand that is meant; -1: it was said why not. */
static int read_card(const struct play *play, const struct ff_view *view, const struct base_word *word)
{
    char shown[256];
    struct base_out out = base_out_cut(shown, sizeof shown);
    enum play_match_fit best = MATCH_LETTERS;
    uint32_t meant = 0;
    for (int card = 0; card < FF_CARDS_MAX; card++) {
        enum play_match_fit fit =
            view->own.hand >> card & 1 ? play_match_fit(word->text, word->length, text_card(card)) : MATCH_NOT;
        if (fit < best)
            continue;
        meant = fit > best ? ff_bit((unsigned)card) : meant | ff_bit((unsigned)card);
        best = fit;
    }
    if (ff_popcount(meant) == 1)
        return ff_option_nth(meant, 0);
    base_put_word(&out, word);
    base_put(&out, meant ? "may be " : "is no card of your hand");
    text_put_cards(&out, meant, ", ");
    play_say(play, "%s.\n", CLI_SAFE(shown));
    return -1;
}

/* So many cards may stay; 0: nothing is put away now. */
static int may_stay(const struct ff_view *view)
{
    return view->pub.stage == FF_STAGE_KEEP      ? 1
           : view->pub.stage == FF_STAGE_DISCARD ? ff_keep_max(view->pub.active[view->own.seat])
                                                 : 0;
}

static bool put_away(struct play *play, uint32_t kept)
{
    uint32_t turn = play_turn(play);
    for (int card = 0; card < FF_CARDS_MAX; card++) {
        struct ff_view view;
        play_view(play, &view);
        if (!(view.own.hand >> card & 1) || (kept >> card & 1))
            continue;
        ff_action action = ff_action_of(view.pub.stage, (unsigned)card);
        play_say_back(play, action);
        play_take(play, play->seat, action);
    }
    struct ff_view view;
    play_view(play, &view);
    ff_action done = ff_action_of(FF_STAGE_DISCARD, FF_OPTION_DONE);
    if (play_turn(play) == turn && view.pub.stage == FF_STAGE_DISCARD &&
        ff_why_not(play->edition, &view, done) == FF_OK) {
        play_say_back(play, done);
        play_take(play, play->seat, done);
    }
    return true;
}

/* The others go under the deck in the order in which they are listed. */
static bool keep(struct play *play, struct base_words *chain, const struct ff_view *view)
{
    int most = may_stay(view);
    uint32_t kept = 0;
    struct base_word word;
    if (!most) {
        play_say(play, "Nothing is put away now; keep is for the discard (R7.1) and the expert set-up (R1.5).\n");
        return false;
    }
    while (base_words_next(chain, &word)) {
        int card = read_card(play, view, &word);
        if (card < 0)
            return false;
        kept |= ff_bit((unsigned)card);
    }
    if (!kept || ff_popcount(kept) > most) {
        play_say(play, "keep needs the name of a card that stays%s; at most %d may (%s).\n",
                 most > 1 ? ", or of several" : "", most, view->pub.stage == FF_STAGE_KEEP ? "R1.5" : "R7.1");
        return false;
    }
    return put_away(play, kept);
}

/* --------------------------------------------------------------------------------------------------------- calling */

enum play_several play_several(struct play *play, struct base_words *chain)
{
    struct base_words ahead = *chain;
    struct base_word first, second;
    struct ff_view view;
    if (!base_words_next(&ahead, &first))
        return PLAY_SEVERAL_NOT;
    struct base_words cards = ahead;
    base_words_next(&ahead, &second);
    play_view(play, &view);
    bool sells = word_like(&first, "sell") && word_like(&second, "all"), keeps = word_like(&first, "keep");
    if (!sells && !keeps)
        return PLAY_SEVERAL_NOT;
    bool done = sells ? sell_all(play, &ahead, &view) : keep(play, &cards, &view);
    *chain = sells ? ahead : cards;
    return done ? PLAY_SEVERAL_DONE : PLAY_SEVERAL_BAD;
}
