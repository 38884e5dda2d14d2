/* edition.h - the editions that tests play with: the default one, and a plain one that stays as it is. */
#pragma once

#include "engine/base/builtin.h"
#include "engine/text/edition.h"

#include <stdio.h>
#include <stdlib.h>

static inline struct ff_edition default_edition(void)
{
    struct text_edition edition;
    struct base_error error;
    if (!text_edition_read(default_edition_text, default_edition_size, &edition, &error)) {
        fprintf(stderr, "editions/default.edition:%u: %s\n", error.line, error.message);
        abort();
    }
    return edition.values;
}

/* tests/golden/plain.edition, for tests that name costs, prices or whole games. Returns the length of its text. */
static inline size_t plain_edition_text(char *text, size_t size)
{
    FILE *file = fopen("tests/golden/plain.edition", "rb");
    size_t n = file ? fread(text, 1, size, file) : 0;
    if (n == 0 || n == size || fclose(file) != 0) {
        fprintf(stderr, "tests/golden/plain.edition cannot be read; run tests in the project's folder\n");
        abort();
    }
    return n;
}

static inline struct ff_edition plain_edition(void)
{
    static char text[TEXT_EDITION_MAX];
    struct text_edition edition;
    struct base_error error;
    if (!text_edition_read(text, plain_edition_text(text, sizeof text), &edition, &error)) {
        fprintf(stderr, "tests/golden/plain.edition:%u: %s\n", error.line, error.message);
        abort();
    }
    return edition.values;
}
