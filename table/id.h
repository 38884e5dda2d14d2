/* id.h - the ids of tables and guests, and bytes as text.
 *
 * An id is 16 characters of a-z2-7: 80 random bits. A table's id is its link, so it cannot be guessed. Bytes are
 * written as lower-case hexadecimal digits. */
#ifndef TABLE_ID_H
#define TABLE_ID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TABLE_ID_LENGTH = 16, TABLE_ID_SIZE = TABLE_ID_LENGTH + 1 /* with the NUL */, TABLE_ID_BYTES = 10 };

/* An id from random bytes. */
void table_id_of(const uint8_t random[TABLE_ID_BYTES], char id[TABLE_ID_SIZE]);
/* Whether these n bytes are an id. */
bool table_id_ok(const char *text, size_t n);

void table_hex(const uint8_t *bytes, size_t n, char *text /* 2 n + 1 */);
/* Exactly 2 n digits, of either case; else false and *bytes is untouched. */
bool table_hex_read(const char *text, size_t length, uint8_t *bytes, size_t n);

#endif
