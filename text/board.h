/* board.h - a game as a picture in text, for terminals of 80 columns and more.
 *
 * Shows what the viewer may see and nothing else: a view shows its seat's hand, a game shows all hands. */
#ifndef TEXT_BOARD_H
#define TEXT_BOARD_H

#include "core/ff.h"
#include "out.h"

/* Enough room for any board. */
enum { TEXT_BOARD_MAX = 16384 };

struct text_style {
    bool utf8; /* box-drawing characters; else ASCII only (players' names are printed as they are) */
};

/* `names` as in out_player. */
void text_board_game(struct out *out, const struct ff_edition *edition, const struct ff_game *game,
                     const char *const *names, struct text_style style);
void text_board_view(struct out *out, const struct ff_edition *edition, const struct ff_view *view,
                     const char *const *names, struct text_style style);

#endif
