/* name_skeleton.h - detects names that look alike: their skeletons are equal. A skeleton is only compared, never shown.
 * It ignores case, accents, blanks and punctuation. Letters of other alphabets become the Latin letters that they
 * resemble. This follows Unicode's confusables (UTS 39) for the alphabets that are commonly used to deceive: Greek,
 * Cyrillic and full-width. */
#pragma once

#include "engine/base/out.h"

/* Appends the skeleton of a name in UTF-8. A skeleton has at least one byte, and at most as many as the name. */
void name_put_skeleton(struct base_out *out, const char *name);
