/* event.h - prints and reads an event as one line of words, for programs:
 *
 *     sell 0 A goods 1 1 1 market none office none income 3 disc 3
 *
 * docs/authors/bot_protocol.md lists the lines. Bots that are programs and the frames of the server use them. The
 * sentences for people are those of text_event in notation.h. */
#ifndef TEXT_EVENT_H
#define TEXT_EVENT_H

#include "engine/base/out.h"
#include "engine/base/words.h"
#include "engine/core/ff.h"
#include "names.h"

/* The most bytes that the lines of one kind have, and of what one seat does in a round: who sends a whole game adds
 * them up. The longest name of a card is in names.h. */
enum {
    TEXT_LINE_CARD = 1 + TEXT_CARD_MAX,
    TEXT_LINE_DEAL = BASE_LENGTH("draw 0") + FF_DRAWS * TEXT_LINE_CARD,
    TEXT_LINE_DRAW = BASE_LENGTH("draw 0") + TEXT_LINE_CARD,
    TEXT_LINE_SALE =
        BASE_LENGTH("sell 0 none goods 15 15 15 market 3 barley as barley office barley income 65535 disc 255"),
    TEXT_LINE_BUILD = BASE_LENGTH("build 0 space 6 cost 255") + TEXT_LINE_CARD,
    TEXT_LINE_TRASH = BASE_LENGTH("trash 0") + TEXT_LINE_CARD,
    TEXT_LINE_BURY = BASE_LENGTH("bury 0") + TEXT_LINE_CARD,
    TEXT_LINE_STORE = BASE_LENGTH("store 0 15 15 15"),
    TEXT_LINE_KEEP = BASE_LENGTH("keep 0 10"),
    TEXT_LINE_ROUND = BASE_LENGTH("round 250"),
    TEXT_SEAT_ROUND_LINES = 1 + 3 + 1 + FF_BUILDS_MAX + FF_TRASH_MAX + FF_HAND_MAX + 1 + 1, /* both Laboratories */
    TEXT_SEAT_ROUND_BYTES = TEXT_LINE_DEAL + 3 * TEXT_LINE_DRAW + TEXT_LINE_SALE + FF_BUILDS_MAX * TEXT_LINE_BUILD +
                            FF_TRASH_MAX * TEXT_LINE_TRASH + FF_HAND_MAX * TEXT_LINE_BURY + TEXT_LINE_STORE +
                            TEXT_LINE_KEEP,
};

/* Prints the line, without a line end. Of the cards that another seat than the viewer's draws, buries or removes it
 * gives the number (R10.2). `viewer` may be FF_NOBODY. FF_EVENT_NONE and unknown kinds give no text. */
void text_event_line(struct base_out *out, const struct ff_event *event, int viewer);

/* Reads such a line. Cards of which it gives only the number are FF_NO_CARD. The line lacks the goods harvested with a
 * draw and the card covered by a build: these are 0 and FF_NO_CARD. On failure *event is untouched. */
bool text_event_read(const char *text, size_t length, struct ff_event *event, struct base_error *error);

#endif
