/* cookies.h - a guest's token in headers: reads the tokens of a request, and makes the cookie that keeps a token.
 * Browsers send all cookies of a host to each of its ports, also those of other programs there. So the cookie is named
 * after the port; cookies of other ports are tried as well, so that a server that moves to another port keeps its
 * guests. Under TLS the name begins with `__Host-`, and browsers accept it only from this host. */
#pragma once

#include "server/app/app.h"
#include "server/net/http_head.h"

enum {
    COOKIES_NAME_SIZE = sizeof "__Host-ff_65535",
    COOKIES_SET_SIZE = BASE_LENGTH("=; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure") +
                       COOKIES_NAME_SIZE + 2 * MESSAGE_TOKEN_BYTES,
};

/* Writes the name of the cookie for the host and port that the request was sent to. */
void cookies_token_name(const struct head *head, bool secure, char name[COOKIES_NAME_SIZE]);

/* Reads the token of `Authorization: Bearer` if there is one, else those of all our cookies, `name` first. Returns
 * whether they came from cookies. */
bool cookies_read_tokens(const struct head *head, const char *name, struct guest_tokens *tokens);

/* Writes the value of Set-Cookie; with token NULL one that deletes the cookie. Browsers keep a cookie for at most 400
 * days. */
void cookies_put_header(struct base_out *out, const char *name, const uint8_t token[MESSAGE_TOKEN_BYTES]);
