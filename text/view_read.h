/* view_read.h - a view that somebody else printed (text_position_view), read into a game that fits it.
 *
 * For a client that is sent views and wants to ask the engine about them: what is legal, what a sale would bring. The
 * cards that the seat does not know are made up, the cheapest in the hands, so that the seat's view of the game,
 * printed, is the text again. Nothing about the made-up cards may be shown or believed. */
#ifndef TEXT_VIEW_READ_H
#define TEXT_VIEW_READ_H

#include "base/words.h"
#include "core/ff.h"

/* *seat is whose view it is, FF_NOBODY for a spectator's. Total: any bytes may be given; on failure *game and *seat are
 * untouched. Where a table is played from memory, the own deck and removed cards are numbers too, and made up. */
bool text_view_read(const struct ff_edition *edition, const char *text, size_t length, struct ff_game *game, int *seat,
                    struct base_error *error);

#endif
