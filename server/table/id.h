/* id.h - makes and checks the ids of tables and guests. An id encodes 80 random bits as 16 characters of a-z and 2-7.
 * Knowing a table's id gives access to the table through a link, so ids must be unguessable. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TABLE_ID_LENGTH = 16, TABLE_ID_SIZE = TABLE_ID_LENGTH + 1 /* with the NUL */, TABLE_ID_BYTES = 10 };
enum { TABLE_DEAL_NAME_SIZE = 24 }; /* the name of a deal that several tables play, with the NUL */

/* Encodes random bytes as an id. */
void table_id_from_random(const uint8_t random[TABLE_ID_BYTES], char id[TABLE_ID_SIZE]);
/* Returns whether the first n bytes of `text` are a well-formed id. */
bool table_id_is_valid(const char *text, size_t n);
