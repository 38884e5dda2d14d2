/* test_wire.c - what strangers send: heads of requests, WebSocket frames, and what addresses may have. */
#include <stdlib.h>

#include "hall/limits.h"
#include "server/frames.h"
#include "server/head.h"
#include "test.h"

/* ------------------------------------------------------------------------------------------------------------ heads */

static struct head head;
static size_t used;

static enum head_result read_text(const char *text) { return head_read(text, strlen(text), &head, &used); }

static void refused(const char *text, int status)
{
    if (read_text(text) != HEAD_BAD)
        printf("# %s", text);
    CHECK_EQ(head.status, status);
    CHECK(head.status && head.why && strlen(head.why) > 10);
}

static bool field_is(enum head_field field, const char *text)
{
    char copy[200];
    return head_copy(&head.field[field], copy, sizeof copy) && strcmp(copy, text) == 0;
}

static void good_heads(void)
{
    static const char get[] = "GET /t/x?y=1 HTTP/1.1\r\nHost: a\r\nCOOKIE:  ff=1\t\r\nx-other: z\r\n\r\nrest";
    CHECK_EQ(read_text(get), HEAD_WHOLE);
    CHECK_EQ(used, sizeof get - 1 - 4);
    CHECK(head.method == HEAD_METHOD_GET && head.keeps && !head.first && !head.upgrades && head.body_n == 0);
    CHECK(head.path.n == 4 && memcmp(head.path.at, "/t/x", 4) == 0);
    CHECK(field_is(HEAD_HOST, "a") && field_is(HEAD_COOKIE, "ff=1") && field_is(HEAD_ORIGIN, ""));
    CHECK_EQ(read_text("\r\nPOST / HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\nExpect: 100-continue\r\n\r\n"),
             HEAD_WHOLE);
    CHECK(head.method == HEAD_METHOD_POST && head.body_n == 12 && head.continues);
    CHECK_EQ(read_text("GET http://a/healthz HTTP/1.0\r\n\r\n"), HEAD_WHOLE);
    CHECK(head.first && !head.keeps && head.path.n == 8);
    CHECK_EQ(read_text("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"), HEAD_WHOLE);
    CHECK(head.keeps);
    CHECK_EQ(read_text("HEAD / HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\n"), HEAD_WHOLE);
    CHECK(head.method == HEAD_METHOD_HEAD && !head.keeps);
    CHECK_EQ(read_text("GET /ws HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\nConnection: Upgrade\r\n"
                       "Upgrade: WebSocket\r\n\r\n"),
             HEAD_WHOLE);
    CHECK(head.upgrades);
    CHECK_EQ(read_text("GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"), HEAD_WHOLE);
    CHECK(!head.upgrades);
    CHECK_EQ(read_text("get / HTTP/1.1\r\nHost: a\r\n\r\n"), HEAD_WHOLE);
    CHECK_EQ(head.method, HEAD_METHOD_OTHER);
}

static void bad_heads(void)
{
    refused("GET /\r\n\r\n", 400);
    refused("\x16\x03\x01", 400); /* TLS */
    refused("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400);
    refused("GET x HTTP/1.1\r\nHost: a\r\n\r\n", 400);
    refused("GET / HTTP/1.1 \r\nHost: a\r\n\r\n", 400);
    refused("GET / http/1.1\r\nHost: a\r\n\r\n", 400);
    refused("PRI * HTTP/2.0\r\n\r\n", 505);
    refused("GET / HTTP/1.1\r\n\r\n", 400);
    refused("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400);
    refused("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400);
    refused("GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", 400);
    refused("GET / HTTP/1.1\nHost: a\r\n\r\n", 400);
    refused("GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n", 400);
    refused("GET / HTTP/1.1\r\nHost: a\r\nX: \x01\r\n\r\n", 400);
    refused("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", 400);
    refused("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\n", 400);
    refused("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400);
    refused("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n", 400);
    refused("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\n", 400);
    refused("POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n", 400);
    refused("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", 411);
    refused("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 411);
    refused("POST / HTTP/1.1\r\nHost: a\r\nExpect: a miracle\r\n\r\n", 417);
    CHECK_EQ(read_text("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999999\r\n\r\n"), HEAD_WHOLE);
    CHECK(head.body_n > HEAD_BODY_MAX);
    char *long_one = calloc(1, HEAD_MAX + 100);
    memset(long_one, 'x', HEAD_MAX);
    refused(long_one, 431);
    free(long_one);
}

/* Wherever a head is cut, more is wanted, and what comes of it is the same. */
static void cut_heads(void)
{
    static const char whole[] = "GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    for (size_t n = 0; n < sizeof whole - 1; n++)
        CHECK_EQ(head_read(whole, n, &head, &used), HEAD_MORE);
    CHECK_EQ(head_read(whole, sizeof whole - 1, &head, &used), HEAD_WHOLE);
}

/* ----------------------------------------------------------------------------------------------------------- frames */

/* A client's frame, appended to bytes; returns the new length. */
static size_t put(char *bytes, size_t at, unsigned first, const char *payload, size_t n)
{
    static const char mask[4] = {1, 2, 3, 4};
    bytes[at++] = (char)first;
    if (n < 126) {
        bytes[at++] = (char)(0x80 | n);
    } else {
        bytes[at++] = (char)(0x80 | 126);
        bytes[at++] = (char)(n >> 8);
        bytes[at++] = (char)n;
    }
    memcpy(bytes + at, mask, 4);
    at += 4;
    for (size_t i = 0; i < n; i++)
        bytes[at++] = (char)(payload[i] ^ mask[i & 3]);
    return at;
}

/* What frames tell, as text, when they come in pieces of that size. */
static void told(const char *bytes, size_t n, size_t piece, char *out)
{
    struct frames frames;
    char *copy = malloc(n ? n : 1);
    memcpy(copy, bytes, n);
    frames_begin(&frames, 4096);
    out[0] = '\0';
    for (size_t at = 0; at < n;) {
        size_t some = n - at < piece ? n - at : piece, taken;
        struct frames_told one = frames_take(&frames, copy + at, some, &taken);
        at += taken;
        static const char *const words[] = {"", "message ", "ping ", "pong ", "close ", "wrong "};
        if (one.event == FRAMES_MORE)
            continue;
        int length = one.event == FRAMES_WRONG || one.event == FRAMES_CLOSED ? 0 : (int)one.n;
        sprintf(out + strlen(out), "%s%.*s%d;", words[one.event], length, length ? one.text : "", one.code);
        if (one.event == FRAMES_WRONG || one.event == FRAMES_CLOSED)
            break;
    }
    frames_free(&frames);
    free(copy);
}

static void frames_in_pieces(void)
{
    char bytes[2000], got[2000], want[2000];
    static char long_text[300];
    memset(long_text, 'y', sizeof long_text);
    size_t n = put(bytes, 0, 0x81, "hello", 5);
    n = put(bytes, n, 0x01, "one ", 4);
    n = put(bytes, n, 0x89, "between", 7);
    n = put(bytes, n, 0x00, "", 0);
    n = put(bytes, n, 0x80, "two", 3);
    n = put(bytes, n, 0x81, long_text, sizeof long_text);
    n = put(bytes, n, 0x81, "", 0);
    n = put(bytes, n, 0x8a, "", 0);
    n = put(bytes, n, 0x88, "\x03\xe8 bye", 6);
    n = put(bytes, n, 0x81, "after", 5);
    sprintf(want, "message hello0;ping between0;message one two0;message %.300s0;message 0;pong 0;close 1000;",
            long_text);
    for (size_t piece = 1; piece <= n; piece++) {
        told(bytes, n, piece, got);
        CHECK_STR(got, want);
    }
}

static void wrong(unsigned first, const char *payload, size_t n, const char *want)
{
    char bytes[6000], got[6000];
    size_t length = put(bytes, 0, first, payload, n);
    for (size_t piece = 1; piece < 9; piece += 7) {
        told(bytes, length, piece, got);
        CHECK_STR(got, want);
    }
}

static void wrong_frames(void)
{
    static char text[4097];
    memset(text, 'x', sizeof text);
    wrong(0x82, "x", 1, "wrong 1003;");
    wrong(0x80, "x", 1, "wrong 1002;"); /* nothing to continue */
    wrong(0xc1, "x", 1, "wrong 1002;"); /* a reserved bit */
    wrong(0x83, "x", 1, "wrong 1002;"); /* a kind that there is not */
    wrong(0x8b, "x", 1, "wrong 1002;");
    wrong(0x09, "x", 1, "wrong 1002;"); /* a ping in pieces */
    wrong(0x89, text, 126, "wrong 1002;");
    wrong(0x88, "x", 1, "wrong 1002;");
    wrong(0x88, "\x03\xed", 2, "wrong 1002;"); /* 1005 is never sent */
    wrong(0x88, "\x03\xe7", 2, "wrong 1002;");
    wrong(0x88, "", 0, "close 1005;");
    wrong(0x81, text, 4097, "wrong 1009;");
    char got[100];
    told("\x81\x01x", 3, 3, got); /* no mask */
    CHECK_STR(got, "wrong 1002;");
    told("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x01\x02\x03\x04x", 15, 15, got);
    CHECK_STR(got, "wrong 1009;");
    char bytes[5000 * 6];
    size_t n = put(bytes, 0, 0x01, "", 0);
    while (n + 6 <= sizeof bytes)
        n = put(bytes, n, 0x00, "", 0);
    told(bytes, n, n, got);
    CHECK_STR(got, "wrong 1009;");
}

static void frames_out(void)
{
    static const size_t lengths[] = {0, 125, 126, 65535, 65536};
    static uint8_t buffer[FRAMES_PUT_MAX + 65536];
    for (int i = 0; i < 5; i++) {
        uint8_t *payload = buffer + FRAMES_PUT_MAX, *at = frames_put(payload, lengths[i], FRAMES_TEXT);
        size_t head_n = (size_t)(payload - at);
        CHECK_EQ(head_n, lengths[i] < 126 ? 2 : lengths[i] < 65536 ? 4 : 10);
        size_t n = at[1] < 126 ? at[1] : 0;
        for (size_t k = 2; k < head_n; k++)
            n = n << 8 | at[k];
        CHECK_EQ(n, lengths[i]);
        CHECK_EQ(at[0], 0x81);
    }
}

/* -------------------------------------------------------------------------------------------------------- addresses */

enum { DAY_MS = 24 * 3600 * 1000 };

static void networks(void)
{
    struct hall_addresses *addresses = hall_addresses_new();
    struct hall_address *one = hall_addresses_find(addresses, "192.0.2.1", DAY_MS);
    CHECK(one == hall_addresses_find(addresses, "::ffff:192.0.2.1", DAY_MS));
    CHECK(one->wider == NULL);
    struct hall_address *six = hall_addresses_find(addresses, "2001:db8:1:2:3:4:5:6", DAY_MS);
    CHECK(six == hall_addresses_find(addresses, "2001:db8:1:2::9", DAY_MS));
    struct hall_address *beside = hall_addresses_find(addresses, "2001:db8:1:3::1", DAY_MS);
    CHECK(beside != six && beside->wider == six->wider);
    struct hall_address *far = hall_addresses_find(addresses, "2001:db8:1:ff00::1", DAY_MS);
    CHECK(far->wider != six->wider && far->wider->wider == six->wider->wider);
    CHECK(hall_addresses_find(addresses, "2001:db8:2::1", DAY_MS)->wider->wider != six->wider->wider);
    hall_addresses_sweep(addresses, 2 * DAY_MS);
    hall_addresses_free(addresses);
}

/* How many of those addresses, one after another, get something. */
static int got_by(const char *form, int n, bool held)
{
    struct hall_addresses *addresses = hall_addresses_new();
    int got = 0;
    for (int i = 0; i < n; i++) {
        char text[ADDRESS_SIZE];
        snprintf(text, sizeof text, form, i);
        struct hall_address *address = hall_addresses_find(addresses, text, DAY_MS);
        for (int k = 0; k < 20; k++)
            got += held ? hall_address_hold(address, ADDRESS_VISITS, 10)
                        : hall_address_take(address, ADDRESS_GUESTS, DAY_MS, 1000, 10);
    }
    hall_addresses_free(addresses);
    return got;
}

/* Whoever has a network of 48 bits gets 16 times as much as an address, not 65,536 times. */
static void networks_share(void)
{
    for (int held = 0; held < 2; held++) {
        CHECK_EQ(got_by("192.0.2.%d", 50, held), 500);
        CHECK_EQ(got_by("2001:db8:1:2::%x", 50, held), 10);
        CHECK_EQ(got_by("2001:db8:1:%x::1", 250, held), 40);
        CHECK_EQ(got_by("2001:db8:1:%x00::1", 200, held), 160);
        CHECK_EQ(got_by("2001:db8:%x::1", 20, held), 200);
    }
}

static void held_and_let_go(void)
{
    struct hall_addresses *addresses = hall_addresses_new();
    struct hall_address *six = hall_addresses_find(addresses, "2001:db8::1", DAY_MS);
    CHECK(hall_address_hold(six, ADDRESS_SESSIONS, 1) && !hall_address_hold(six, ADDRESS_SESSIONS, 1));
    CHECK(hall_address_hold(six, ADDRESS_VISITS, 1));
    hall_addresses_sweep(addresses, 10 * (int64_t)DAY_MS);
    CHECK(hall_addresses_find(addresses, "2001:db8::1", DAY_MS) == six); /* whoever holds something is remembered */
    hall_address_release(six, ADDRESS_SESSIONS, DAY_MS);
    hall_address_release(six, ADDRESS_VISITS, DAY_MS);
    CHECK(six->wider->wider->held[ADDRESS_SESSIONS] == 0);
    hall_addresses_sweep(addresses, 10 * (int64_t)DAY_MS); /* the network goes when nobody inside is left */
    hall_addresses_sweep(addresses, 10 * (int64_t)DAY_MS);
    hall_addresses_free(addresses);
}

/* Very many addresses cost bounded memory, and count together from there on. */
static void a_crowd(void)
{
    struct hall_addresses *addresses = hall_addresses_new();
    struct hall_address *last = NULL;
    for (int i = 0; i < ADDRESSES_MAX + 10; i++) {
        char text[ADDRESS_SIZE];
        snprintf(text, sizeof text, "10.%d.%d.%d", i >> 16, i >> 8 & 255, i & 255);
        last = hall_addresses_find(addresses, text, DAY_MS);
    }
    CHECK_STR(last->text, "crowd");
    CHECK(hall_addresses_find(addresses, "10.0.0.1", DAY_MS) != last);
    hall_addresses_free(addresses);
}

int main(void)
{
    TEST("heads of requests", good_heads);
    TEST("heads that can be read in two ways are refused", bad_heads);
    TEST("heads that are cut anywhere", cut_heads);
    TEST("frames in pieces of every size", frames_in_pieces);
    TEST("frames that no client may send", wrong_frames);
    TEST("frames of a server, of all lengths", frames_out);
    TEST("addresses and their networks", networks);
    TEST("networks share what they may have", networks_share);
    TEST("what is held is let go", held_and_let_go);
    TEST("a crowd of addresses", a_crowd);
    return test_end();
}
