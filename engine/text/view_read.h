/* view_read.h - a view that somebody else printed (text_position_view), read back.
 *
 * For a client that is sent views and wants to ask the engine about them: what is legal, what a sale would bring
 * (ff_view_game plays the own turn ahead). */
#ifndef TEXT_VIEW_READ_H
#define TEXT_VIEW_READ_H

#include "engine/base/words.h"
#include "engine/core/ff.h"

/* Total: any bytes may be given. On failure *view is untouched and *error says why; a view that was read passes
 * ff_view_check. Where a table is played from memory, the cards that the seat put under its deck and removed are left
 * out: known_n and trash are 0. */
bool text_view_read(const struct ff_edition *edition, const char *text, size_t length, struct ff_view *view,
                    struct base_error *error);

#endif
