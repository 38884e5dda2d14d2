/* cookies.h - a guest's tokens in HTTP headers: reads those of a request, and writes the cookie that stores a token.
 * Browsers send all cookies of a host to each of its ports, including those of other programs. So the cookie's name
 * contains the port. The cookies of other ports are tried too, so that a server that moves to another port keeps its
 * guests. Under TLS the name begins with `__Host-`, which makes browsers accept the cookie only from this host. */
#pragma once

#include "server/app/app.h"
#include "server/net/http_head.h"

enum {
    COOKIES_NAME_SIZE = sizeof "__Host-ff_65535",
    COOKIES_SET_SIZE = BASE_LENGTH("=; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure") +
                       COOKIES_NAME_SIZE + 2 * MESSAGE_TOKEN_BYTES,
};

/* Writes the name of the cookie for the host and port to which the request was sent. */
void cookies_name_for_request(const struct head *head, bool secure, char name[COOKIES_NAME_SIZE]);

/* Reads the token in `Authorization: Bearer`, or, without that header, the tokens in this program's cookies, first the
 * cookie `name`. Returns whether the cookies were read. */
bool cookies_read_tokens(const struct head *head, const char *name, struct guest_tokens *tokens);

/* Writes the value of a Set-Cookie header that stores the token, or deletes the cookie if the token is NULL. It asks
 * for 400 days, the longest that browsers allow. */
void cookies_put_header(struct base_out *out, const char *name, const uint8_t token[MESSAGE_TOKEN_BYTES]);
