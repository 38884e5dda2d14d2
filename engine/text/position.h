/* position.h - a whole game as text, one fact a line, and back, exactly.
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
 * The facts and their defaults are listed in docs/authors/notation.md. What is printed is complete: reading it gives
 * the same bytes. What is read may leave any fact out, so that a test states only what matters. What follows from other
 * facts (yields, counts, the legal options) is computed, never written. */
#ifndef TEXT_POSITION_H
#define TEXT_POSITION_H

#include "engine/base/out.h"
#include "engine/base/words.h"
#include "engine/core/ff.h"

/* Enough room for any position or view. */
enum { TEXT_POSITION_MAX = 8192 };

/* Prints all facts of a game. Holds every secret. */
void text_position(struct base_out *out, const struct ff_game *game);

/* The same lines as far as the view's seat knows them: what it does not know is a number of cards. For reading by
 * people and programs; it is not read back. */
void text_position_view(struct base_out *out, const struct ff_view *view);

/* Reads a position. Total: any bytes may be given. On failure *game is untouched and *error says why; a game that was
 * read passes ff_check. */
bool text_position_read(const struct ff_edition *edition, const char *text, size_t length, struct ff_game *game,
                        struct base_error *error);

#endif
