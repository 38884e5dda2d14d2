/* wire.c - any bytes as the head of a request, and as WebSocket frames. What a head tells lies inside the bytes; frames
 * tell the same whether they come whole or in two pieces. */
#include "fuzz.h"

#include "engine/base/hash.h"
#include "server/net/http_head.h"
#include "server/net/ws_frames.h"

static void text_must_lie_in(const struct head_text *text, const char *bytes, size_t n)
{
    if (!text->at || text->n == 0)
        return;
    MUST((text->at >= bytes && text->at + text->n <= bytes + n) || (text->n == 1 && *text->at == '/'));
    for (size_t i = 0; i < text->n; i++)
        MUST(((unsigned char)text->at[i] >= ' ' || text->at[i] == '\t') && text->at[i] != 127);
}

static void read_head(const char *bytes, size_t n)
{
    struct head head, again;
    size_t used = 0, less;
    enum head_result result = head_parse(bytes, n, &head, &used);
    if (result == HEAD_BAD)
        MUST(head.status >= 400 && head.status < 600 && head.why && *head.why);
    if (result != HEAD_WHOLE)
        return;
    MUST(used >= 16 && used <= n && used <= HEAD_MAX);
    MUST(head_parse(bytes, used - 1, &again, &less) == HEAD_MORE); /* not a byte too many */
    MUST(head.method == HEAD_METHOD_OTHER || head.path.at[0] == '/');
    text_must_lie_in(&head.path, bytes, n);
    for (int i = 0; i < HEAD_FIELDS_N; i++)
        text_must_lie_in(&head.field[i], bytes, n);
}

enum { MESSAGE_MOST = 300, HASHED = 8 };

/* Returns a hash of the frames read from the bytes, which come in two pieces. */
static uint64_t hear(const uint8_t *data, size_t n, size_t cut)
{
    struct frames frames;
    uint64_t hash = BASE_HASH_START;
    bool ended = false;
    frames_init(&frames, MESSAGE_MOST);
    for (int piece = 0; piece < 2 && !ended; piece++) {
        size_t from = piece ? cut : 0, left = piece ? n - cut : cut;
        char *bytes = malloc(left + 1), *at = bytes;
        memcpy(bytes, data + from, left);
        while (!ended) {
            size_t used;
            struct frames_result told = frames_parse(&frames, at, left, &used);
            MUST(used <= left);
            at += used;
            left -= used;
            if (told.event == FRAMES_MORE)
                break;
            MUST(told.event != FRAMES_MESSAGE || told.n <= MESSAGE_MOST);
            MUST(told.event != FRAMES_WRONG || (told.code >= 1002 && strlen(told.why) <= 100));
            hash = base_hash(hash, &told.event, sizeof told.event);
            hash = base_hash(hash, &told.code, sizeof told.code);
            hash = base_hash(hash, told.text, told.n);
            ended = told.event == FRAMES_WRONG || told.event == FRAMES_CLOSED;
        }
        MUST(ended || left == 0);
        free(bytes);
    }
    frames_free(&frames);
    return hash;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_head((const char *)data, size);
    if (size == 0)
        return 0;
    uint64_t whole = hear(data, size, 0);
    for (size_t i = 0; i < HASHED; i++)
        MUST(hear(data, size, (size * i + data[0]) % (size + 1)) == whole);
    return 0;
}
