/* http_head.h - parses the head of an HTTP/1 request strictly. The parser accepts any bytes, allocates no memory, and
 * its results point into the input. Request smuggling is possible if a proxy and a server read the same bytes
 * differently. So everything ambiguous is refused: lines that do not end in CR LF, folded lines, blanks before a colon,
 * a repeated or malformed length, and a Transfer-Encoding. Only HTTP/1.0 and 1.1 are supported. An offer to upgrade to
 * HTTP/2 is ignored. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { HEAD_MAX = 16384 /* bytes of a head */, HEAD_BODY_MAX = 1 << 30 /* larger bodies are refused */ };

/* The headers that the server reads. `true` marks those that may appear only once. */
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
    const char *at; /* NULL: the header is absent */
    size_t n;
};

struct head {
    enum head_method method;
    struct head_text path;                 /* starts with '/'; does not include the query */
    struct head_text field[HEAD_FIELDS_N]; /* the last header of each name */
    struct head_text lines;                /* all header lines, each with its CR LF */
    size_t body_n;                         /* Content-Length, or 0 */
    bool keeps;                            /* the connection stays open for another request */
    bool upgrades;                         /* the headers ask for an upgrade to a WebSocket */
    bool continues;                        /* the client waits for status 100 before it sends the body */
    bool is_http10;                        /* the version is HTTP/1.0 */
    /* After HEAD_BAD: the status to answer with, and the reason. */
    int status;
    const char *why;
};

enum head_result { HEAD_MORE, HEAD_WHOLE, HEAD_BAD };

/* Parses the head at the beginning of n bytes. HEAD_WHOLE: the head takes up *used bytes. HEAD_MORE: more bytes are
 * needed. HEAD_BAD: the request is invalid, and the rest of the connection's input is meaningless. */
enum head_result head_parse(const char *bytes, size_t n, struct head *head, size_t *used);

/* Copies the text as a string. An absent text becomes "". Returns false and copies "" if the text does not fit. */
bool head_copy_text(const struct head_text *text, char *copy, size_t size);

/* Returns whether a comma-separated header contains the word, ignoring case. Repeated headers count as one list. */
bool head_list_contains(const struct head *head, enum head_field field, const char *word);
