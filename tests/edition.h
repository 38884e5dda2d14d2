/* edition.h - the default edition, for programs that play with it. */
#ifndef TESTS_EDITION_H
#define TESTS_EDITION_H

#include "text/edition.h"

#include <stdio.h>
#include <stdlib.h>

extern const char default_edition_text[];
extern const size_t default_edition_size;

static inline struct ff_edition default_edition(void)
{
    struct text_edition edition;
    struct text_error error;
    if (!text_edition_read(default_edition_text, default_edition_size, &edition, &error)) {
        fprintf(stderr, "editions/default.edition:%u: %s\n", error.line, error.message);
        abort();
    }
    return edition.values;
}

#endif
