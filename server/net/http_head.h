/* http_head.h - parses the head of an HTTP/1 request strictly. A pure function of bytes: any bytes may be given,
 * nothing is allocated, and the results point into them. Requests are smuggled where a proxy and a server read the same
 * bytes differently. So everything ambiguous is refused: lines that do not end in CR LF, folded lines, blanks before a
 * colon, a length that appears twice or is not a plain number, a Transfer-Encoding. Only HTTP/1.0 and 1.1 are
 * supported; an offer to upgrade to HTTP/2 is ignored. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { HEAD_MAX = 16384 /* bytes of a head */, HEAD_BODY_MAX = 1 << 30 /* more is refused */ };

/* The headers that the server reads. Those in the second column may appear only once. */
#define HEAD_FIELDS(X)                                                                                                 \
    X(HOST, true, "host")                                                                                              \
    X(ORIGIN, true, "origin")                                                                                          \
    X(COOKIE, true, "cookie")                                                                                          \
    X(AUTHORIZATION, true, "authorization")                                                                            \
    X(CONTENT_TYPE, true, "content-type")                                                                              \
    X(CONTENT_LENGTH, true, "content-length")                                                                          \
    X(TRANSFER_ENCODING, true, "transfer-encoding")                                                                    \
    X(EXPECT, true, "expect")                                                                                          \
    X(CONNECTION, false, "connection")                                                                                 \
    X(UPGRADE, false, "upgrade")                                                                                       \
    X(WEBSOCKET_KEY, true, "sec-websocket-key")                                                                        \
    X(WEBSOCKET_VERSION, true, "sec-websocket-version")                                                                \
    X(WEBSOCKET_PROTOCOL, false, "sec-websocket-protocol")                                                             \
    X(FORWARDED_FOR, false, "x-forwarded-for")                                                                         \
    X(ACCEPT_ENCODING, false, "accept-encoding")                                                                       \
    X(IF_NONE_MATCH, false, "if-none-match")                                                                           \
    X(USER_AGENT, false, "user-agent")

enum head_field {
#define HEAD_ENUM(name, once, text) HEAD_##name,
    HEAD_FIELDS(HEAD_ENUM)
#undef HEAD_ENUM
        HEAD_FIELDS_N
};

enum head_method { HEAD_METHOD_GET, HEAD_METHOD_HEAD, HEAD_METHOD_POST, HEAD_METHOD_OTHER };

struct head_text {
    const char *at; /* NULL if it is absent */
    size_t n;
};

struct head {
    enum head_method method;
    struct head_text path;                 /* begins with '/'; without the query */
    struct head_text field[HEAD_FIELDS_N]; /* the last one of each name */
    struct head_text lines;                /* all headers, each with its CR LF */
    size_t body_n;                         /* Content-Length; 0 if absent */
    bool keeps;                            /* the connection may be used for another request */
    bool upgrades;                         /* Connection names Upgrade, and Upgrade names websocket */
    bool continues;                        /* the client waits for 100 before it sends the body */
    bool first;                            /* HTTP/1.0 */
    /* HEAD_BAD: the status to answer with, and the reason. */
    int status;
    const char *why;
};

enum head_result { HEAD_MORE, HEAD_WHOLE, HEAD_BAD };

/* Reads the head at the beginning of n bytes. After HEAD_WHOLE the head has *used bytes. After HEAD_BAD no later byte
 * of the connection can be trusted. */
enum head_result head_read(const char *bytes, size_t n, struct head *head, size_t *used);

/* Copies the text with a NUL, or "" if it is absent. Returns false, with "" in the copy, if it does not fit. */
bool head_copy(const struct head_text *text, char *copy, size_t size);

/* Returns whether a comma-separated header lists the word, ignoring case. Repeated headers count as one list. */
bool head_list_contains(const struct head *head, enum head_field field, const char *word);
