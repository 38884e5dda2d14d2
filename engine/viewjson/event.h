/* event.h - what happened, as JSON, as far as the viewer may know it (R10.2).
 *
 * Shape: GameEvent of web/src/engine/types.ts. The English sentence of text_event comes along. */
#ifndef VIEWJSON_EVENT_H
#define VIEWJSON_EVENT_H

#include "engine/base/out.h"
#include "engine/core/ff.h"

/* `before` and `after` are the positions around the event: prices are told from them. `viewer` and `names` as in
 * text_event. FF_EVENT_NONE gives null. */
void viewjson_put_event(struct base_out *out, const struct ff_edition *edition, const struct ff_public *before,
                        const struct ff_public *after, const struct ff_event *event, const char *const *names,
                        int viewer);

#endif
