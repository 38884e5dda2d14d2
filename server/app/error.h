/* error.h - the errors with which HTTP requests and WebSocket messages are refused. */
#pragma once

#include "engine/base/json_write.h"
#include "engine/base/out.h"

/* All error codes, as listed in docs/authors/protocol.md: the code, the HTTP status, and whether the error is
 * temporary, so that clients may send the same message again. */
#define APP_ERROR_CODES(X)                                                                                             \
    X("bad-message", 400, false)                                                                                       \
    X("hello-first", 400, false)                                                                                       \
    X("protocol", 400, false)                                                                                          \
    X("bad-token", 401, false)                                                                                         \
    X("banned", 403, false)                                                                                            \
    X("closed", 403, false)                                                                                            \
    X("no-table", 404, false)                                                                                          \
    X("no-such-path", 404, false)                                                                                      \
    X("damaged", 500, false)                                                                                           \
    X("too-long", 500, false)                                                                                          \
    X("no-seat", 403, false)                                                                                           \
    X("not-now", 409, false)                                                                                           \
    X("not-allowed", 403, false)                                                                                       \
    X("name-taken", 409, false)                                                                                        \
    X("stale", 409, false)                                                                                             \
    X("refused", 409, false)                                                                                           \
    X("bad-plan", 400, false)                                                                                          \
    X("bad-actions", 400, false)                                                                                       \
    X("limit", 429, false)                                                                                             \
    X("too-fast", 429, true)                                                                                           \
    X("busy", 503, true)

struct app_error {
    const char *code; /* a code of APP_ERROR_CODES */
    const char *text; /* a sentence that says what is wrong and what to do */
    const char *rule; /* for a refused turn, the violated rule such as "R6.1", or ""; otherwise NULL */
    int status;       /* HTTP status if it differs from that of the code; otherwise 0 */
};

/* Common errors. */
extern const struct app_error app_error_out_of_memory, app_error_store_away, app_error_stopping, app_error_no_table,
    app_error_damaged, app_error_name_taken;

/* Returns the HTTP status for an error. */
int app_error_status(const struct app_error *error);
/* Writes an error as the JSON members `code`, `rule` (if not NULL) and `text`. */
void app_error_put(struct base_out *out, const struct app_error *error);

/* Codes with which the server closes a WebSocket, as listed in docs/authors/protocol.md. */
enum app_close_code {
    CLOSE_SERVER_STOPS = 1001,
    CLOSE_POLICY = 1008, /* too many connections, messages or pings */
    CLOSE_DOES_NOT_READ = 4000,
    CLOSE_HELLO_AGAIN = 4001,
    CLOSE_BANNED = 4003,
    CLOSE_NO_TABLE = 4004, /* the table does not exist, or an operator has closed it */
};

enum { APP_REASON_SIZE = 256 }; /* size of a sentence that may quote an operator's reason */
struct session_close_reason {
    enum app_close_code code;
    char why[APP_REASON_SIZE];
};
