/* ws_frames.h - parses a client's WebSocket frames (RFC 6455) and returns whole messages. Does no I/O: it accepts bytes
 * in pieces of any size. It detects violations of the protocol as early as possible, such as invalid UTF-8 at the first
 * wrong byte, and reports them with a close code. Extensions are not supported. A message that is complete in the given
 * bytes is returned in place. Memory is needed only for messages that arrive in several pieces. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FRAMES_HEAD_MAX = 14, FRAMES_CONTROL_MAX = 125, FRAMES_PUT_MAX = 10 };
enum {
    FRAMES_WHY_SIZE = FRAMES_CONTROL_MAX - 2 + 1
}; /* a close frame's reason with a NUL; the code before it takes 2 bytes */

enum frames_opcode {
    FRAMES_CONTINUATION,
    FRAMES_TEXT,
    FRAMES_BINARY,
    FRAMES_CLOSE = 8,
    FRAMES_PING,
    FRAMES_PONG,
};

enum frames_event {
    FRAMES_MORE,    /* all bytes were used, and no message is complete */
    FRAMES_MESSAGE, /* a complete text message */
    FRAMES_PINGED,
    FRAMES_PONGED,
    FRAMES_CLOSED, /* code: the close code received, or 1005 if there was none */
    FRAMES_WRONG,  /* the client violated the protocol; close with `code` and `why` */
};

/* Position within a UTF-8 character, which may span several frames. */
struct frames_utf8 {
    uint8_t left;      /* bytes of the character that are still missing */
    uint8_t low, high; /* allowed range of the next byte */
};

struct frames {
    size_t max; /* maximum size of a message in bytes */
    /* The current frame: the bytes of its head so far, then its payload. */
    uint8_t head[FRAMES_HEAD_MAX];
    uint8_t head_n, opcode;
    struct frames_utf8 utf8;          /* position in the text of the current message */
    bool in_payload, fin, fragmented; /* fragmented: a message has begun, and further fragments follow */
    uint8_t mask_at;
    uint8_t mask[4];
    size_t left, pieces_n; /* bytes left of the payload; fragments of the message so far */
    /* The fragments of the current message so far, joined. */
    char *message; /* owned */
    size_t message_n;
    uint8_t control_n;
    char control[FRAMES_CONTROL_MAX];
};

struct frames_result {
    enum frames_event event;
    const char *text; /* payload of the message or control frame; valid until the next call */
    size_t n;
    int code;
    const char *why;
};

void frames_init(struct frames *frames, size_t max);
void frames_free(struct frames *frames);

/* Parses the first *used of n bytes, which are unmasked in place, and returns the result. The caller passes the
 * remaining bytes in the next call. */
struct frames_result frames_parse(struct frames *frames, char *bytes, size_t n, size_t *used);

/* Writes the head of a server's frame directly before its payload of n bytes. Returns the start of the frame. */
uint8_t *frames_write_head(uint8_t *payload, size_t n, enum frames_opcode opcode);
