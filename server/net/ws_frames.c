/* ws_frames.c - parses and writes WebSocket frames; see ws_frames.h. */
#include "ws_frames.h"

#include <stdlib.h>
#include <string.h>

void frames_init(struct frames *frames, size_t max)
{
    memset(frames, 0, sizeof *frames);
    frames->max = max;
}

void frames_free(struct frames *frames)
{
    free(frames->message);
    frames->message = NULL;
}

static struct frames_result wrong(int code, const char *why)
{
    return (struct frames_result){.event = FRAMES_WRONG, .code = code, .why = why};
}

/* ------------------------------------------------------------------------------------------------------------- text */

static const char *const no_utf8 = "text must be UTF-8";

/* Starts a UTF-8 character with its first byte (RFC 3629, 4). Returns false if no character starts with that byte. */
static bool begin_character(struct frames_utf8 *utf8, uint8_t c)
{
    utf8->left = c < 0x80 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
    utf8->low = c == 0xe0 ? 0xa0 : c == 0xf0 ? 0x90 : 0x80;
    utf8->high = c == 0xed ? 0x9f : c == 0xf4 ? 0x8f : 0xbf;
    return c < 0x80 || (c >= 0xc2 && c <= 0xf4);
}

/* Checks further bytes of a text message. Returns false if they are not valid UTF-8. */
static bool take_text(struct frames_utf8 *utf8, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint8_t c = (uint8_t)bytes[i];
        if (!utf8->left) {
            if (!begin_character(utf8, c))
                return false;
            continue;
        }
        if (c < utf8->low || c > utf8->high)
            return false;
        utf8->left--;
        utf8->low = 0x80;
        utf8->high = 0xbf;
    }
    return true;
}

static bool is_control(const struct frames *frames) { return frames->opcode & 8; }

/* ------------------------------------------------------------------------------------------------------------ heads */

/* Returns the size of the frame's head. It is 2 until the first two bytes have arrived, which contain the size. */
static size_t head_size(const struct frames *frames)
{
    if (frames->head_n < 2)
        return 2;
    unsigned length = frames->head[1] & 127u;
    return 2 + (length == 126 ? 2 : length == 127 ? 8 : 0) + 4;
}

static uint64_t payload_length(const struct frames *frames)
{
    unsigned length = frames->head[1] & 127u;
    int bytes = length == 126 ? 2 : length == 127 ? 8 : 0;
    uint64_t n = bytes ? 0 : length;
    for (int i = 0; i < bytes; i++)
        n = n << 8 | frames->head[2 + i];
    return n;
}

/* Checks the first two bytes of a frame, which reveal most violations of the protocol. */
static struct frames_result judge_beginning(struct frames *frames)
{
    unsigned first = frames->head[0], length = frames->head[1] & 127u;
    frames->fin = first & 0x80;
    frames->opcode = first & 15;
    if (first & 0x70)
        return wrong(1002, "reserved bits are set");
    if (frames->opcode > FRAMES_PONG || (frames->opcode > FRAMES_BINARY && frames->opcode < FRAMES_CLOSE))
        return wrong(1002, "a frame of a kind that there is not");
    if (!(frames->head[1] & 0x80))
        return wrong(1002, "a frame without a mask");
    if (is_control(frames) && (!frames->fin || length > FRAMES_CONTROL_MAX))
        return wrong(1002, "a control frame is whole and has at most 125 bytes");
    if (frames->opcode == FRAMES_BINARY)
        return wrong(1003, "messages are text");
    if (!is_control(frames) && (frames->opcode == FRAMES_CONTINUATION) != frames->fragmented)
        return wrong(1002, frames->fragmented ? "a message in the middle of another" : "nothing to continue");
    if (!is_control(frames) && (frames->pieces_n = frames->fragmented ? frames->pieces_n + 1 : 1) > frames->max)
        return wrong(1009, "a message in too many pieces");
    return (struct frames_result){.event = FRAMES_MORE};
}

static struct frames_result begin_payload(struct frames *frames)
{
    uint64_t n = payload_length(frames);
    unsigned form = frames->head[1] & 127u;
    if ((form == 126 && n < 126) || (form == 127 && n < 65536) || n >> 63)
        return wrong(1002, "a length must be written in the shortest form");
    if (!is_control(frames) && n > frames->max - frames->message_n)
        return wrong(1009, "a message has at most 4096 bytes");
    memcpy(frames->mask, frames->head + frames->head_n - 4, 4);
    frames->mask_at = 0;
    frames->left = (size_t)n;
    frames->in_payload = true;
    frames->control_n = 0;
    return (struct frames_result){.event = FRAMES_MORE};
}

static struct frames_result take_head(struct frames *frames, const char *bytes, size_t n, size_t *used)
{
    while (*used < n && frames->head_n < head_size(frames)) {
        frames->head[frames->head_n++] = (uint8_t)bytes[(*used)++];
        if (frames->head_n == 2) {
            struct frames_result told = judge_beginning(frames);
            if (told.event == FRAMES_WRONG)
                return told;
        }
    }
    if (frames->head_n < head_size(frames) || frames->head_n < 6)
        return (struct frames_result){.event = FRAMES_MORE};
    return begin_payload(frames);
}

/* --------------------------------------------------------------------------------------------------------- payloads */

static void unmask(struct frames *frames, char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        bytes[i] = (char)(bytes[i] ^ frames->mask[(frames->mask_at + i) & 3]);
    frames->mask_at = (uint8_t)((frames->mask_at + n) & 3);
}

/* Returns whether a client may send this close code. */
static bool is_code(int code)
{
    return (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006) ||
           (code >= 3000 && code < 5000);
}

static struct frames_result control_told(struct frames *frames)
{
    struct frames_result told = {.text = frames->control, .n = frames->control_n};
    told.event = frames->opcode == FRAMES_PING ? FRAMES_PINGED : FRAMES_PONGED;
    if (frames->opcode != FRAMES_CLOSE)
        return told;
    told.event = FRAMES_CLOSED;
    told.code = 1005;
    if (told.n >= 2)
        told.code = (uint8_t)told.text[0] << 8 | (uint8_t)told.text[1];
    if (told.n == 1 || (told.n >= 2 && !is_code(told.code)))
        return wrong(1002, "a close without a code that there is");
    struct frames_utf8 utf8 = {0};
    if (told.n > 2 && (!take_text(&utf8, told.text + 2, told.n - 2) || utf8.left))
        return wrong(1007, no_utf8);
    return told;
}

static bool collect_message(struct frames *frames, const char *bytes, size_t n)
{
    if (!frames->message)
        frames->message = malloc(frames->max);
    if (!frames->message)
        return false;
    memcpy(frames->message + frames->message_n, bytes, n);
    frames->message_n += n;
    return true;
}

static void end_frame(struct frames *frames)
{
    frames->in_payload = false;
    frames->head_n = 0;
}

static struct frames_result take_control(struct frames *frames, char *bytes, size_t n)
{
    memcpy(frames->control + frames->control_n, bytes, n);
    frames->control_n = (uint8_t)(frames->control_n + n);
    if (frames->left)
        return (struct frames_result){.event = FRAMES_MORE};
    end_frame(frames);
    return control_told(frames);
}

static struct frames_result take_data(struct frames *frames, char *bytes, size_t n)
{
    bool whole = frames->left == 0 && frames->fin;
    struct frames_result told = {.event = FRAMES_MESSAGE, .text = bytes, .n = n};
    if (!take_text(&frames->utf8, bytes, n) || (whole && frames->utf8.left))
        return wrong(1007, no_utf8);
    if (!whole || frames->message_n) {
        if (n && !collect_message(frames, bytes, n))
            return wrong(1011, "out of memory");
        told.text = frames->message ? frames->message : "";
        told.n = frames->message_n;
    }
    if (frames->left)
        return (struct frames_result){.event = FRAMES_MORE};
    end_frame(frames);
    frames->fragmented = !frames->fin;
    if (!whole)
        return (struct frames_result){.event = FRAMES_MORE};
    frames->message_n = 0; /* only the length is reset, because the result still points to the memory */
    return told;
}

struct frames_result frames_parse(struct frames *frames, char *bytes, size_t n, size_t *used)
{
    struct frames_result told = {.event = FRAMES_MORE};
    *used = 0;
    if (frames->message && !frames->message_n && !frames->fragmented && !frames->in_payload)
        frames_free(frames);
    while (told.event == FRAMES_MORE) {
        if (!frames->in_payload) {
            told = take_head(frames, bytes, n, used);
            if (told.event == FRAMES_WRONG || !frames->in_payload)
                return told;
        }
        size_t some = n - *used < frames->left ? n - *used : frames->left;
        if (some == 0 && frames->left)
            return told;
        char *payload = bytes + *used;
        unmask(frames, payload, some);
        frames->left -= some;
        *used += some;
        told = is_control(frames) ? take_control(frames, payload, some) : take_data(frames, payload, some);
    }
    return told;
}

uint8_t *frames_write_head(uint8_t *payload, size_t n, enum frames_opcode opcode)
{
    int extra = n < 126 ? 0 : n < 65536 ? 2 : 8;
    uint8_t *at = payload - 2 - extra;
    at[0] = (uint8_t)(0x80 | opcode);
    at[1] = (uint8_t)(extra == 0 ? n : extra == 2 ? 126 : 127);
    for (int i = 0; i < extra; i++)
        at[2 + i] = (uint8_t)((uint64_t)n >> 8 * (extra - 1 - i));
    return at;
}
