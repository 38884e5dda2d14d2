/* view_read.h - reads a view that text_position_view printed.
 *
 * A client that receives views can ask the engine about them, such as which actions are legal, or what a sale would
 * bring (ff_view_game makes a game on which the seat's own turn can be played ahead). */
#ifndef TEXT_VIEW_READ_H
#define TEXT_VIEW_READ_H

#include "engine/base/words.h"
#include "engine/core/ff.h"

/* Reads a view from any bytes. On failure *view is untouched and *error says why. A view that was read passes
 * ff_view_check. At tables without the memory aid, the view lacks the cards that the seat put under its deck or
 * removed: known_n and trash are 0. */
bool text_view_read(const struct ff_edition *edition, const char *text, size_t length, struct ff_view *view,
                    struct base_error *error);

#endif
