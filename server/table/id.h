/* id.h - makes and checks the ids of tables and guests. An id is 16 characters of a-z2-7: 80 random bits. A table's id
 * is part of its link, so it must be unguessable. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TABLE_ID_LENGTH = 16, TABLE_ID_SIZE = TABLE_ID_LENGTH + 1 /* with the NUL */, TABLE_ID_BYTES = 10 };

/* Makes an id from random bytes. */
void table_id_of(const uint8_t random[TABLE_ID_BYTES], char id[TABLE_ID_SIZE]);
/* Returns whether these n bytes are an id. */
bool table_id_is_valid(const char *text, size_t n);
