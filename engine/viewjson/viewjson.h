/* viewjson.h - writes what a front end shows as JSON: the table, the seat's own cards, legal actions, refusals,
 * previews, events.
 *
 * The shapes are those of web/src/engine/types.ts, which says what each member means. All of it comes from a view, so
 * it shows nothing that the seat may not know (R10.2). */
#pragma once

#include "engine/base/out.h"
#include "engine/core/ff.h"
#include "engine/text/edition.h"

/* -------------------------------------------------------------------------------------------------------- the table */

/* Writes a View. If `memory_aid` is false, it leaves out the cards that the seat buried and removed: for tables that
 * are played from memory. */
void viewjson_put_view(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                       bool memory_aid);

/* Writes the Options of the view's seat: the legal ones, and others that a player might try, with the reason for their
 * refusal. Writes null if the seat owes no decision. */
void viewjson_put_options(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view);

/* Writes the Refusal of an action; null for FF_OK. */
void viewjson_put_refusal(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                          ff_action action, enum ff_refusal refusal);

/* Appends the members "text" and "action" of an option to an open object. */
void viewjson_members_action(struct base_out *out, ff_action action);

/* Appends the members of a card in hand to an open object. */
void viewjson_members_hand_card(struct base_out *out, const struct ff_edition *edition, const struct ff_public *pub,
                                int seat, int card);

/* Writes an EditionInfo. */
void viewjson_put_edition(struct base_out *out, const struct text_edition *edition);

/* --------------------------------------------------------------------------------------------------------- previews */

/* A preview plays each sale or build on a copy of the game as the seat knows it (ff_view_game), so every result comes
 * from the engine. */

/* The sale that a player would like to make. At a brewery that cannot take all of it, less is sold. */
enum { VIEWJSON_PLAN_BEST = 255 };
struct viewjson_sale_plan {
    ff_goods goods; /* tokens given up, by the goods that they are before an exchange */
    uint8_t market; /* a Market option, 0 for none, or VIEWJSON_PLAN_BEST */
    uint8_t office; /* a good, FF_OPTION_NO_OFFICE, or VIEWJSON_PLAN_BEST: the one with the highest income */
};

/* Writes a SalePreview: a row for each brewery, and one for selling nothing. Writes null unless the view's seat must
 * choose a brewery. */
void viewjson_put_sale_preview(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                               const struct viewjson_sale_plan *plan);

/* Writes a BuildPreview: every card that may be tried, on every space. Writes null unless the view's seat must choose a
 * card or a space. */
void viewjson_put_build_preview(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view);

/* ----------------------------------------------------------------------------------------------------------- events */

/* An event and the positions around it. `viewer` and `names` are those of text_event. */
struct viewjson_step {
    const struct ff_edition *edition;
    const struct ff_public *before, *after;
    const struct ff_event *event;
    const char *const *names;
    int viewer;
};

/* Writes a GameEvent with its English sentence, as far as the viewer may know it; null for FF_EVENT_NONE. */
void viewjson_put_event(struct base_out *out, const struct viewjson_step *step);

/* The public state of a game, followed by its events alone. A server's client gets lines of events
 * (engine/text/event.h) and no positions between them. The replay follows what viewjson_put_event shows: prices,
 * boards, the order of play, whether the game is over. It does not follow coins, goods, hands and decks. Nothing here
 * fails: impossible events give impossible numbers, within their ranges. */
struct viewjson_replay {
    struct ff_public before, pub; /* before and after the last event */
    uint8_t sold;                 /* how many seats have sold this round */
    uint8_t drawn;                /* mask of the seats that have drawn this round: the next draw is an extra one */
};

/* Rewinds to the beginning of the game that `now` is a position of. */
void viewjson_replay_begin(const struct ff_edition *edition, const struct ff_public *now,
                           struct viewjson_replay *replay);

/* Moves past an event that was read from its line (text_event_read) and writes it as a GameEvent. Adds what the line
 * leaves out: the goods harvested with a draw and the covered card. */
void viewjson_replay_event(struct base_out *out, const struct ff_edition *edition, struct viewjson_replay *replay,
                           struct ff_event event, const char *const *names);
