/* base64.h - base64url without padding (RFC 4648, section 5), which push services, passkeys and links use. */
#pragma once

#include "out.h"

void base_put_base64url(struct base_out *out, const void *bytes, size_t n);

/* Decodes a whole text. Padding is accepted. Returns the number of decoded bytes, or -1 if the text is not base64url or
 * decodes to more than `capacity` bytes. */
int base_base64url_read(const char *text, size_t length, uint8_t *bytes, size_t capacity);
