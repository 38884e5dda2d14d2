/* name_skeleton.h - recognizes names that look alike, because they have the same skeleton. Text in, text out. A
 * skeleton is for comparing, never for showing. It ignores case, accents, blanks and punctuation, and replaces a letter
 * of another alphabet by the Latin one that it looks like (after Unicode's confusables, UTS 39, for the alphabets that
 * are used to deceive: Greek, Cyrillic, full-width). */
#pragma once

#include "engine/base/out.h"

/* Appends the skeleton of a name in UTF-8; it has at most as many bytes, and at least one. */
void name_put_skeleton(struct base_out *out, const char *name);
