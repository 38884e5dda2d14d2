/* viewjson.h - writes what a front end shows as JSON: the table, the seat's own cards, legal actions, refusals,
 * previews, events.
 *
 * The JSON has the types of web/src/engine/types.ts, which says what each member means. All output comes from a view,
 * so it shows nothing that the seat may not know (R10.2). */
#pragma once

#include "engine/base/out.h"
#include "engine/core/ff.h"
#include "engine/text/edition.h"

/* -------------------------------------------------------------------------------------------------------- the table */

/* Writes a View. If `memory_aid` is false, leaves out the cards that the seat buried and removed, because the player
 * must remember them. */
void viewjson_put_view(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                       bool memory_aid);

/* Writes the Options of the view's seat: the legal options, and illegal ones that a player might try, with the reasons
 * for their refusal. Writes null if the seat owes no decision. */
void viewjson_put_options(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view);

/* Writes the Refusal of an action, or null for FF_OK. */
void viewjson_put_refusal(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                          ff_action action, enum ff_refusal refusal);

/* Appends the members "text" and "action" of an option to an open object. */
void viewjson_put_action_members(struct base_out *out, ff_action action);

/* Appends the members of a HandCard to an open object. */
void viewjson_put_hand_card_members(struct base_out *out, const struct ff_edition *edition, const struct ff_public *pub,
                                    int seat, int card);

/* Writes an EditionInfo. */
void viewjson_put_edition(struct base_out *out, const struct text_edition *edition);

/* --------------------------------------------------------------------------------------------------------- previews */

/* A preview plays each sale or build on a copy of the game as the seat knows it (ff_view_game), so every result comes
 * from the engine. */

/* The sale that a player would like to make. If a brewery does not take all of it, the preview sells less there. */
enum { VIEWJSON_PLAN_BEST = 255 };
struct viewjson_sale_plan {
    ff_goods goods; /* tokens to sell, counted as the goods that they are before an exchange */
    uint8_t market; /* a Market option, 0 for none, or VIEWJSON_PLAN_BEST */
    uint8_t office; /* a good, FF_OPTION_NO_OFFICE, or VIEWJSON_PLAN_BEST for the choice with the highest income */
};

/* Writes a SalePreview: a row for the sale at each brewery and a row for selling nothing. Writes null unless the view's
 * seat must choose a brewery. */
void viewjson_put_sale_preview(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                               const struct viewjson_sale_plan *plan);

/* Writes a BuildPreview: each card that the seat might build, on each space. Writes null unless the view's seat must
 * choose a card or a space. */
void viewjson_put_build_preview(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view);

/* ----------------------------------------------------------------------------------------------------------- events */

/* An event and the positions before and after it. `viewer` and `names` are as for text_event. */
struct viewjson_step {
    const struct ff_edition *edition;
    const struct ff_public *before, *after;
    const struct ff_event *event;
    const char *const *names;
    int viewer;
};

/* Writes a GameEvent with its English sentence, as far as the viewer may know the event. Writes null for
 * FF_EVENT_NONE. */
void viewjson_put_event(struct base_out *out, const struct viewjson_step *step);

/* The public state of a game, updated from its events alone, because a server's client receives lines of events
 * (engine/text/event.h) without the positions between them. The replay updates only what viewjson_put_event shows:
 * prices, boards, the order of play and whether the game is over, but not coins, goods, hands and decks. No function
 * here fails. Impossible events give impossible numbers, within their ranges. */
struct viewjson_replay {
    struct ff_public before, pub; /* before and after the last event */
    uint8_t sold;                 /* number of seats that have sold this round */
    uint8_t drawn;                /* mask of the seats that have drawn this round; their next draw is an extra draw */
};

/* Starts a replay at the beginning of the game of which `now` is a position. */
void viewjson_replay_begin(const struct ff_edition *edition, const struct ff_public *now,
                           struct viewjson_replay *replay);

/* Updates the replay by an event that text_event_read returned, and writes the event as a GameEvent. Adds the facts
 * that its line lacks: the goods harvested with a draw and the covered card. */
void viewjson_replay_event(struct base_out *out, const struct ff_edition *edition, struct viewjson_replay *replay,
                           struct ff_event event, const char *const *names);
