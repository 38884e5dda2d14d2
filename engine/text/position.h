/* position.h - writes a whole game as text, one fact per line, and reads it back exactly.
 *
 *     position 1
 *     mode base
 *     players 2
 *     round 4
 *     stage build
 *     player 0 coins 12
 *     player 0 board crane - - palace1 - -
 *     ...
 *
 * docs/authors/notation.md lists the facts and their defaults. A printed position is complete: reading it gives the
 * same bytes. A position that is read may leave out any fact, so a test states only what matters. Facts that follow
 * from other facts (yields, counts, the legal options) are computed, never written. */
#ifndef TEXT_POSITION_H
#define TEXT_POSITION_H

#include "engine/base/out.h"
#include "engine/base/words.h"
#include "engine/core/ff.h"

/* Buffer size that is enough for any position or view. */
enum { TEXT_POSITION_MAX = 8192 };

/* Prints all facts of a game, secrets included. */
void text_position(struct base_out *out, const struct ff_game *game);

/* Prints what the view's seat knows. Of unknown cards it prints only the number. text_view_read reads it back. */
void text_position_view(struct base_out *out, const struct ff_view *view);

/* Reads a position from any bytes. On failure *game is untouched and *error says why. A game that was read passes
 * ff_check. */
bool text_position_read(const struct ff_edition *edition, const char *text, size_t length, struct ff_game *game,
                        struct base_error *error);

#endif
