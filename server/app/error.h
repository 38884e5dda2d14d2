/* error.h - why something was refused: the same for a request over HTTP and for a message of a session. */
#ifndef APP_ERROR_H
#define APP_ERROR_H

#include "engine/base/json_write.h"
#include "engine/base/out.h"

/* All codes, as docs/authors/protocol.md lists them: the word, the status over HTTP, and whether the same message may
 * succeed in a moment. Clients send it again then, unchanged. */
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
    X("stale", 409, false)                                                                                             \
    X("refused", 409, false)                                                                                           \
    X("bad-actions", 400, false)                                                                                       \
    X("limit", 429, false)                                                                                             \
    X("too-fast", 429, true)                                                                                           \
    X("busy", 503, true)

struct app_error {
    const char *code; /* a word of APP_ERROR_CODES */
    const char *text; /* a sentence: what is wrong and what would be right */
    const char *rule; /* of a refused turn: "R6.1", or ""; else NULL */
};

/* What any message may meet. */
extern const struct app_error app_error_out_of_memory, app_error_store_away, app_error_stopping, app_error_no_table,
    app_error_damaged;

int app_error_status(const char *code);

/* The body of an answer over HTTP that is a refusal. */
enum {
    APP_ERROR_TEXT = 256, /* bytes of its sentence */
    APP_ERROR_MAX = BASE_LENGTH("{'code':'no-such-path','text':''}") + BASE_JSON_GROWTH * APP_ERROR_TEXT + 1,
};
void app_error_put(struct base_out *out, const struct app_error *error);

#endif
