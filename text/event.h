/* event.h - an event as one line of words, for programs:
 *
 *     sell 0 A goods 1 1 1 market none office none income 3 disc 3
 *
 * The lines are listed in docs/bots.md; bots that are programs and the frames of the server use them. The sentences for
 * people are those of text_event in notation.h. */
#ifndef TEXT_EVENT_H
#define TEXT_EVENT_H

#include "base/out.h"
#include "core/ff.h"

/* Without a line end. Cards that another seat than the viewer's draws, buries or removes are a number (R10.2); `viewer`
 * may be FF_NOBODY. FF_EVENT_NONE and unknown kinds give no text. */
void text_event_line(struct base_out *out, const struct ff_event *event, int viewer);

#endif
