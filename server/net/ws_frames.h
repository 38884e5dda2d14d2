/* ws_frames.h - parses WebSocket frames (RFC 6455): a client's bytes in, whole messages out. No I/O: bytes are given as
 * they arrive, in any pieces. A violation of the protocol is reported as early as possible, with the close code:
 * invalid UTF-8 at its first wrong byte. Extensions are not supported. A message that is complete in the given bytes is
 * returned in place, so most messages need no memory; only a message in pieces is collected. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FRAMES_HEAD_MAX = 14, FRAMES_CONTROL_MAX = 125, FRAMES_PUT_MAX = 10 };
enum {
    FRAMES_WHY_SIZE = FRAMES_CONTROL_MAX - 2 + 1
}; /* size of the reason in a close frame, after its code, with a NUL */

enum frames_opcode {
    FRAMES_CONTINUATION,
    FRAMES_TEXT,
    FRAMES_BINARY,
    FRAMES_CLOSE = 8,
    FRAMES_PING,
    FRAMES_PONG,
};

enum frames_event {
    FRAMES_MORE,    /* all bytes were used */
    FRAMES_MESSAGE, /* a whole text message */
    FRAMES_PINGED,
    FRAMES_PONGED,
    FRAMES_CLOSED, /* code: the one received, 1005 if none */
    FRAMES_WRONG,  /* close with code and why */
};

/* The position inside a character, which may span several frames. */
struct frames_utf8 {
    uint8_t left;      /* bytes that the character still needs, */
    uint8_t low, high; /* and the bounds of the next one */
};

struct frames {
    size_t max; /* the largest message, in bytes */
    /* The current frame: the part of its head that has arrived, then the rest of its payload. */
    uint8_t head[FRAMES_HEAD_MAX];
    uint8_t head_n, opcode;
    struct frames_utf8 utf8;          /* of the current message */
    bool in_payload, fin, fragmented; /* fragmented: a message has begun and not ended */
    uint8_t mask_at;
    uint8_t mask[4];
    size_t left, pieces_n; /* of the payload; of the message */
    /* The fragments of a message collected so far. */
    char *message; /* owned */
    size_t message_n;
    uint8_t control_n;
    char control[FRAMES_CONTROL_MAX];
};

struct frames_result {
    enum frames_event event;
    const char *text; /* the message's or control frame's payload; valid until the next call */
    size_t n;
    int code;
    const char *why;
};

void frames_begin(struct frames *frames, size_t max);
void frames_free(struct frames *frames);

/* Reads some of the n bytes, which it may change, and returns the result. Call it again with the rest. */
struct frames_result frames_take(struct frames *frames, char *bytes, size_t n, size_t *used);

/* Writes the head of a server's frame with n bytes of payload directly before `payload`. Returns where it begins. */
uint8_t *frames_put(uint8_t *payload, size_t n, enum frames_opcode opcode);
