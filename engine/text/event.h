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

/* Prints an event as a line, without its line end. If a seat other than the viewer draws, buries or removes cards,
 * prints only their number (R10.2). `viewer` may be FF_NOBODY. For FF_EVENT_NONE and unknown kinds, it prints
 * nothing. */
void text_event_line(struct base_out *out, const struct ff_event *event, int viewer);

/* Reads a line that text_event_line printed. If the line has only the number of cards, the cards become FF_NO_CARD.
 * No line contains the goods harvested with a draw or the card covered by a build, so these become 0 and FF_NO_CARD. On
 * failure *event is untouched. */
bool text_event_read(const char *text, size_t length, struct ff_event *event, struct base_error *error);

#endif
