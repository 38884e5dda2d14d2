/* edition.h - reads and writes an edition, the game's values as a text file (editions/default.edition).
 *
 *     name default                  at most once; printable ASCII up to the end of the line
 *     cost crane 5                  once for every card but Palace parts, 0 to 99
 *     price_track 0 1 1 2 3         2 to 12 spaces with prices from 0 to 9, lowest first
 *     price_start 1                 a space of the track, counted from 0
 *     printed hops barley water     the fields printed on spaces 4, 5, 6
 *     demand 1 3 2                  5 to 16 times: spaces for hops, barley, water, 0 to 7 each
 *     round_limit 100               1 to 250
 *
 * `#` starts a comment. Only the name is optional: a file must state all values, so that nobody plays with values
 * unseen. */
#ifndef TEXT_EDITION_H
#define TEXT_EDITION_H

#include "engine/base/out.h"
#include "engine/base/words.h"
#include "engine/core/ff.h"

enum { TEXT_EDITION_NAME_MAX = 63, TEXT_EDITION_MAX = 4096 /* enough for any printed edition */ };

struct text_edition {
    char name[TEXT_EDITION_NAME_MAX + 1]; /* "" if the file gives none */
    struct ff_edition values;             /* sealed */
};

/* Reads an edition from any bytes. On failure *edition is untouched and *error says why. */
bool text_edition_read(const char *text, size_t length, struct text_edition *edition, struct base_error *error);

/* Prints an edition. text_edition_read of the printed text gives the same values. */
void text_edition(struct base_out *out, const struct text_edition *edition);

#endif
