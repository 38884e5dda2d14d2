/* test_wire.c - what strangers send: heads of requests, WebSocket frames, and what addresses may have. */
#include <stdlib.h>

#include "engine/base/hex.h"
#include "engine/core/ff.h"
#include "server/app/rate_limits.h"
#include "server/app/round_robin.h"
#include "server/net/cookies.h"
#include "server/net/http_head.h"
#include "server/net/ws_frames.h"
#include "test.h"

/* ------------------------------------------------------------------------------------------------------------ heads */

static struct head head;
static size_t used;

static enum head_result read_text(const char *text) { return head_parse(text, strlen(text), &head, &used); }

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
    return head_copy_text(&head.field[field], copy, sizeof copy) && strcmp(copy, text) == 0;
}

static void good_heads(void)
{
    static const char get[] = "GET /t/x?y=1 HTTP/1.1\r\nHost: a\r\nCOOKIE:  ff=1\t\r\nx-other: z\r\n\r\nrest";
    CHECK_EQ(read_text(get), HEAD_WHOLE);
    CHECK_EQ(used, sizeof get - 1 - 4);
    CHECK(head.method == HEAD_METHOD_GET && head.keeps && !head.is_http10 && !head.upgrades && head.body_n == 0);
    CHECK(head.path.n == 4 && memcmp(head.path.at, "/t/x", 4) == 0);
    CHECK(field_is(HEAD_HOST, "a") && field_is(HEAD_COOKIE, "ff=1") && field_is(HEAD_ORIGIN, ""));
    CHECK_EQ(read_text("\r\nPOST / HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\nExpect: 100-continue\r\n\r\n"),
             HEAD_WHOLE);
    CHECK(head.method == HEAD_METHOD_POST && head.body_n == 12 && head.continues);
    CHECK_EQ(read_text("GET http://a/healthz HTTP/1.0\r\n\r\n"), HEAD_WHOLE);
    CHECK(head.is_http10 && !head.keeps && head.path.n == 8);
    CHECK_EQ(read_text("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"), HEAD_WHOLE);
    CHECK(head.keeps);
    CHECK_EQ(read_text("HEAD / HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\n"), HEAD_WHOLE);
    CHECK(head.method == HEAD_METHOD_HEAD && !head.keeps);
    CHECK_EQ(read_text("GET /ws HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\nConnection: Upgrade\r\n"
                       "Upgrade: WebSocket\r\n\r\n"),
             HEAD_WHOLE);
    CHECK(head.upgrades);
    CHECK_EQ(read_text("GET /ws HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nConnection: keep-alive\r\n"
                       "Upgrade: websocket\r\nUpgrade: h2c\r\nSec-WebSocket-Protocol: fuerstenfeld.1\r\n"
                       "Sec-WebSocket-Protocol: chat\r\n\r\n"),
             HEAD_WHOLE);
    CHECK(head.upgrades && head_list_contains(&head, HEAD_WEBSOCKET_PROTOCOL, "fuerstenfeld.1") &&
          head_list_contains(&head, HEAD_WEBSOCKET_PROTOCOL, "chat") &&
          !head_list_contains(&head, HEAD_WEBSOCKET_PROTOCOL, "cha") &&
          !head_list_contains(&head, HEAD_ACCEPT_ENCODING, "gzip"));
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
    static const char *const hosts[] = {"a b", "a,b",   "a/b", "a?b",  "a@b",   "a#b",    "a\\b",
                                        "a:b", "a:1:2", ":1",  "[::1", "[a/b]", "[::1]x", "\xc3\xa4"};
    for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
        char text[100];
        snprintf(text, sizeof text, "GET / HTTP/1.1\r\nHost: %s\r\n\r\n", hosts[i]);
        refused(text, 400);
    }
    static const char *const good[] = {"a",     "A-b.example", "a:",  "a:80",  "127.0.0.1:8080",
                                       "[::1]", "[::1]:8080",  "a_b", "a%20b", "(a)"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char text[100];
        snprintf(text, sizeof text, "GET / HTTP/1.1\r\nHost: %s\r\n\r\n", good[i]);
        CHECK_EQ(read_text(text), HEAD_WHOLE);
    }
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
        CHECK_EQ(head_parse(whole, n, &head, &used), HEAD_MORE);
    CHECK_EQ(head_parse(whole, sizeof whole - 1, &head, &used), HEAD_WHOLE);
}

/* ---------------------------------------------------------------------------------------------------------- cookies */

/* A token of the digits `n`; as text, and as bytes. */
static const char *token_text(unsigned n)
{
    static char text[65];
    for (int i = 0; i < 8; i++)
        snprintf(text + 8 * i, 9, "%08x", n);
    return text;
}

static bool token_is(const uint8_t *token, unsigned n)
{
    uint8_t bytes[MESSAGE_TOKEN_BYTES];
    return base_hex_read(token_text(n), 64, bytes, sizeof bytes) && memcmp(bytes, token, sizeof bytes) == 0;
}

static struct guest_tokens tokens;

/* Reads the tokens of a request to that host with those lines. */
static bool tokens_of(const char *host, bool secure, const char *lines)
{
    static char text[2 * HEAD_MAX];
    char name[COOKIES_NAME_SIZE];
    snprintf(text, sizeof text, "GET / HTTP/1.1\r\nHost: %s\r\n%s\r\n\r\n", host, lines);
    CHECK_EQ(read_text(text), HEAD_WHOLE);
    cookies_name_for_request(&head, secure, name);
    return cookies_read_tokens(&head, name, &tokens);
}

/* In the lines, %s is a token. */
static void cookies_of_all_kinds(void)
{
    static const struct {
        const char *host;
        bool secure;
        const char *line;
        int found, unusable; /* how many of the one token */
    } cases[] = {
        {"a", false, "Cookie: ff=%1$s", 1, 0},
        {"a", false, "Cookie: ff=%1$s;", 1, 0},
        {"a", false, "Cookie: ff=%1$s ; b=c", 1, 0},
        {"a", false, "cookie: a=b;ff=%1$s;c=d", 1, 0},
        {"a", false, "Cookie:\t;; ;\tff=%1$s", 1, 0},
        {"a", false, "Cookie: ff=abc; ff=%1$s", 1, 0},
        {"a", false, "Cookie: ff=; ff=\"\"; ff; =; ff=%1$s; ff=abc", 1, 0},
        {"a", false, "Cookie: ff=%1$s; ff=%1$s", 1, 0},
        {"a", false, "Cookie: ff=%1$s0", 0, 0},
        {"a", false, "Cookie: xff=%1$s; fff=%1$s; ff_=x%1$s; FF=%1$s; ff_8a=%1$s; ff-1=%1$s", 0, 0},
        {"a", false, "Cookie: x=ff=%1$s", 0, 0},
        {"a", false, "Cookie: __Host-ff=%1$s", 0, 0},
        {"a", true, "Cookie: ff=%1$s", 0, 0},
        {"a", true, "Cookie: __Host-ff=%1$s", 1, 0},
        {"a", true, "Cookie: __Host-ff_99=%1$s", 1, 0},
        {"a:8080", false, "Cookie: ff_8080=%1$s", 1, 0},
        {"a:8080", false, "Cookie: ff=%1$s", 1, 0}, /* of a server that moved */
        {"[::1]:8080", false, "Cookie: ff_8080=%1$s; ff=%1$s", 1, 0},
        {"[::1]", false, "Cookie: ff=%1$s", 1, 0},
        {"a", false, "Authorization: Bearer %1$s", 1, 0},
        {"a", false, "Authorization: Bearer x%1$s\r\nCookie: ff=%1$s", 0, 1},
        {"a", false, "Authorization: Basic eDp5\r\nCookie: ff=%1$s", 1, 0}, /* a proxy's */
        {"a", false, "X: %1$s", 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char lines[1000];
        snprintf(lines, sizeof lines, cases[i].line, token_text(7));
        bool cookie = tokens_of(cases[i].host, cases[i].secure, lines);
        if (!CHECK_EQ(tokens.n, cases[i].found) || !CHECK_EQ(tokens.unusable, cases[i].unusable) ||
            !CHECK_EQ(cookie, !strstr(lines, "Bearer")) || (tokens.n && !CHECK(token_is(tokens.token[0], 7))))
            printf("    %s\n", lines);
    }
}

/* Among any number of others' cookies, up to the longest head, the own one is found and comes first. */
static void cookies_of_any_length(void)
{
    static char lines[HEAD_MAX];
    struct ff_rng rng = ff_rng_of(5);
    for (int round = 0; round < 2000; round++) {
        size_t n = (size_t)snprintf(lines, sizeof lines, "Cookie: "), most = ff_rng_below(&rng, HEAD_MAX - 400);
        unsigned own = 0, others = 0, before = ff_rng_below(&rng, 1 + (uint32_t)most);
        while (n < most || !own) {
            if (!own && n >= before) {
                n += (size_t)snprintf(lines + n, sizeof lines - n, "ff_8080=%s; ", token_text(7));
                own = 1;
            } else if (ff_rng_below(&rng, 20) == 0) {
                n += (size_t)snprintf(lines + n, sizeof lines - n, "ff_%u=%s; ", others, token_text(100 + others));
                others++;
            } else {
                unsigned length = ff_rng_below(&rng, 60);
                n += (size_t)snprintf(lines + n, sizeof lines - n, "c%u=%.*s; ", ff_rng_below(&rng, 100), (int)length,
                                      "abc=def%20ghi&ff=jkl|mno:pqr/stu?vwx+yz0123456789,ff_8080=ab-cd");
            }
        }
        lines[n - 2] = '\0';
        CHECK(tokens_of("a:8080", false, lines));
        CHECK(tokens.n >= 1 && !tokens.unusable && token_is(tokens.token[0], 7));
        CHECK_EQ(tokens.n, 1 + others < GUEST_TOKENS_MAX ? 1 + others : GUEST_TOKENS_MAX);
    }
}

/* More of the own name than are tried: nobody is taken for a new guest. */
static void too_many_cookies(void)
{
    char lines[2000] = "Cookie: a=b";
    for (unsigned i = 0; i < 12; i++) {
        sprintf(lines + strlen(lines), "; ff=%s", token_text(i));
        tokens_of("a", false, lines);
        CHECK_EQ(tokens.n, i < GUEST_TOKENS_MAX ? i + 1 : GUEST_TOKENS_MAX);
        CHECK_EQ(tokens.unusable, i >= GUEST_TOKENS_MAX);
    }
}

static void cookies_that_are_set(void)
{
    static const struct {
        const char *host, *starts;
        bool secure;
    } cases[] = {{"a", "ff=", false},
                 {"a:1", "ff_1=", false},
                 {"[::1]:65535", "__Host-ff_65535=", true},
                 {"a:123456", "ff=", false},
                 {"8080", "ff=", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char name[COOKIES_NAME_SIZE], text[COOKIES_SET_SIZE], line[COOKIES_SET_SIZE + 10];
        struct base_out out = base_out_of(text, sizeof text);
        uint8_t token[MESSAGE_TOKEN_BYTES];
        base_hex_read(token_text(7), 64, token, sizeof token);
        tokens_of(cases[i].host, cases[i].secure, "X: y");
        cookies_name_for_request(&head, cases[i].secure, name);
        cookies_put_header(&out, name, token);
        CHECK(base_out_whole(&out) && strncmp(text, cases[i].starts, strlen(cases[i].starts)) == 0);
        CHECK_EQ(strstr(text, "; Secure") != NULL, cases[i].secure);
        snprintf(line, sizeof line, "Cookie: %.*s", (int)strcspn(text, ";"), text);
        CHECK(tokens_of(cases[i].host, cases[i].secure, line) && tokens.n == 1 && token_is(tokens.token[0], 7));
    }
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
    frames_init(&frames, 4096);
    out[0] = '\0';
    for (size_t at = 0; at < n;) {
        size_t some = n - at < piece ? n - at : piece, taken;
        struct frames_result one = frames_parse(&frames, copy + at, some, &taken);
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
    wrong(0x81, "\xff", 1, "wrong 1007;");
    wrong(0x81, "a\xc3", 2, "wrong 1007;");        /* cut in a character */
    wrong(0x01, "\xed\xa0", 2, "wrong 1007;");     /* a surrogate, and the rest is not waited for */
    wrong(0x01, "\xf4\x90", 2, "wrong 1007;");     /* beyond U+10FFFF */
    wrong(0x01, "\xc0", 1, "wrong 1007;");         /* overlong */
    wrong(0x88, "\x03\xe8\xc3", 3, "wrong 1007;"); /* in a reason */
    wrong(0x88, "\x03\xe8\xc3\xa4", 4, "close 1000;");
    char got[100];
    told("\x81\xfe\x00\x01\x01\x02\x03\x04x", 9, 9, got); /* a length that could be shorter */
    CHECK_STR(got, "wrong 1002;");
    told("\x81\xff\x00\x00\x00\x00\x00\x00\x00\x01\x01\x02\x03\x04x", 15, 15, got);
    CHECK_STR(got, "wrong 1002;");
    told("\x81\xff\x80\x00\x00\x00\x00\x01\x00\x00\x01\x02\x03\x04x", 15, 15, got);
    CHECK_STR(got, "wrong 1002;");
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
        uint8_t *payload = buffer + FRAMES_PUT_MAX, *at = frames_write_head(payload, lengths[i], FRAMES_TEXT);
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
    struct address_table *addresses = address_table_new();
    struct address *one = address_table_find(addresses, "192.0.2.1", DAY_MS);
    CHECK(one == address_table_find(addresses, "::ffff:192.0.2.1", DAY_MS));
    CHECK(one->wider == NULL);
    struct address *six = address_table_find(addresses, "2001:db8:1:2:3:4:5:6", DAY_MS);
    CHECK(six == address_table_find(addresses, "2001:db8:1:2::9", DAY_MS));
    struct address *beside = address_table_find(addresses, "2001:db8:1:3::1", DAY_MS);
    CHECK(beside != six && beside->wider == six->wider);
    struct address *far = address_table_find(addresses, "2001:db8:1:ff00::1", DAY_MS);
    CHECK(far->wider != six->wider && far->wider->wider == six->wider->wider);
    CHECK(address_table_find(addresses, "2001:db8:2::1", DAY_MS)->wider->wider != six->wider->wider);
    address_table_sweep(addresses, 2 * DAY_MS);
    address_table_free(addresses);
}

/* How many of those addresses, one after another, get something. */
static int got_by(const char *form, int n, bool held)
{
    struct address_table *addresses = address_table_new();
    int got = 0;
    for (int i = 0; i < n; i++) {
        char text[ADDRESS_SIZE];
        snprintf(text, sizeof text, form, i);
        struct address *address = address_table_find(addresses, text, DAY_MS);
        for (int k = 0; k < 20; k++)
            got += held ? address_add_held(address, ADDRESS_VISITS, 10)
                        : address_take_token(address, ADDRESS_GUESTS, DAY_MS, &(struct rate){1000000, 10});
    }
    address_table_free(addresses);
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
    struct address_table *addresses = address_table_new();
    struct address *six = address_table_find(addresses, "2001:db8::1", DAY_MS);
    CHECK(address_add_held(six, ADDRESS_SESSIONS, 1) && !address_add_held(six, ADDRESS_SESSIONS, 1));
    CHECK(address_add_held(six, ADDRESS_VISITS, 1));
    address_table_sweep(addresses, 10 * (int64_t)DAY_MS);
    CHECK(address_table_find(addresses, "2001:db8::1", DAY_MS) == six); /* whoever holds something is remembered */
    address_remove_held(six, ADDRESS_SESSIONS, DAY_MS);
    address_remove_held(six, ADDRESS_VISITS, DAY_MS);
    CHECK(six->wider->wider->held[ADDRESS_SESSIONS] == 0);
    address_table_sweep(addresses, 10 * (int64_t)DAY_MS); /* the network goes when nobody inside is left */
    address_table_sweep(addresses, 10 * (int64_t)DAY_MS);
    address_table_free(addresses);
}

/* Very many addresses cost bounded memory, and count together from there on. */
static void a_crowd(void)
{
    struct address_table *addresses = address_table_new();
    struct address *last = NULL;
    for (int i = 0; i < ADDRESSES_MAX + 10; i++) {
        char text[ADDRESS_SIZE];
        snprintf(text, sizeof text, "10.%d.%d.%d", i >> 16, i >> 8 & 255, i & 255);
        last = address_table_find(addresses, text, DAY_MS);
    }
    CHECK_STR(last->text, "crowd");
    CHECK(address_table_find(addresses, "10.0.0.1", DAY_MS) != last);
    address_table_free(addresses);
}

/* What an address spends beyond its budget it owes, and so does its network when many in it spend. */
static void owing(void)
{
    struct address_table *addresses = address_table_new();
    struct address *four = address_table_find(addresses, "192.0.2.1", DAY_MS);
    enum { SAVED = 1000 };
    static const struct rate rate = {200, SAVED};
    address_charge(four, ADDRESS_WORK, DAY_MS, &rate, SAVED);
    CHECK(!address_owes(four, ADDRESS_WORK, DAY_MS));
    address_charge(four, ADDRESS_WORK, DAY_MS, &rate, 50);
    CHECK(address_owes(four, ADDRESS_WORK, DAY_MS) && address_owes(four, ADDRESS_WORK, DAY_MS + 9));
    CHECK(!address_owes(four, ADDRESS_WORK, DAY_MS + 10));
    int spent = 0;
    for (int i = 0;; i++) {
        char text[ADDRESS_SIZE];
        snprintf(text, sizeof text, "2001:db8:1:%x00::1", i);
        struct address *six = address_table_find(addresses, text, DAY_MS);
        if (address_owes(six, ADDRESS_WORK, DAY_MS))
            break;
        address_charge(six, ADDRESS_WORK, DAY_MS, &rate, SAVED);
        spent++;
    }
    CHECK(spent > 16 && spent <= 18); /* one more than all may, and what rounding leaves */
    address_table_free(addresses);
}

/* ------------------------------------------------------------------------------------------------------------ turns */

enum { CROWD = 400, CHEAP = 1, DEAR = 1000 };

/* A connection with so many things to do, each of that cost. */
struct worker {
    struct round_robin_turn turn;
    struct round_robin_share *share;
    int left;
    uint32_t cost;
    uint64_t served_at; /* what all had done when it was served last */
};

static struct round_robin turns;
static struct round_robin_share *parked_share;

static uint32_t work(struct round_robin_turn *turn)
{
    struct worker *worker = turn->owner;
    if (worker->share == parked_share)
        return TURN_PARK;
    worker->served_at = turns.done;
    if (--worker->left > 0)
        round_robin_add(&turns, worker->share, turn);
    return worker->cost;
}

static void begin_work(struct worker *worker, struct round_robin_share *share, int left, uint32_t cost)
{
    *worker = (struct worker){.share = share, .left = left, .cost = cost};
    worker->turn.owner = worker;
    round_robin_add(&turns, share, &worker->turn);
}

/* However many connections of an address or a network have however much to do: whoever comes waits for a quantum and
 * one turn of theirs, however dear. */
static void fair_turns(void)
{
    static struct round_robin_share network, subnets[CROWD];
    static struct worker crowd[CROWD];
    struct worker other;
    struct round_robin_share share;
    for (int spread = 0; spread < 2; spread++)
        for (uint32_t cost = CHEAP; cost <= DEAR; cost += DEAR - CHEAP) {
            round_robin_init(&turns);
            round_robin_share_init(&network, NULL);
            round_robin_share_init(&share, NULL);
            for (int i = 0; i < CROWD; i++) {
                round_robin_share_init(&subnets[i], &network);
                begin_work(&crowd[i], spread ? &subnets[i] : &network, 1000000, cost);
            }
            uint64_t others = 0;
            for (int round = 0; round < 3000; round++) {
                uint64_t came_at = turns.done;
                begin_work(&other, &share, 1, CHEAP);
                round_robin_run_round(&turns, work);
                CHECK(!other.left && other.served_at - came_at <= TURN_QUANTUM + cost);
                others += CHEAP;
            }
            CHECK(turns.waited_most <= TURN_QUANTUM + cost);
            uint64_t done = turns.done - others, quanta = (uint64_t)TURN_QUANTUM * 3000;
            CHECK(done >= quanta - TURN_QUANTUM && done <= quanta + cost); /* no more, but no less either */
            int least = 1000000, most = 0;
            for (int i = 0; i < CROWD; i++) {
                int did = 1000000 - crowd[i].left;
                least = did < least ? did : least;
                most = did > most ? did : most;
                round_robin_remove(&crowd[i].turn);
            }
            CHECK(most - least <= (spread && cost == CHEAP ? TURN_QUANTUM : 1)); /* they share fairly as well */
            CHECK(!round_robin_has_ready(&turns));
        }
}

static void parked_turns(void)
{
    struct round_robin_share one, two;
    struct worker first, second, third;
    round_robin_init(&turns);
    round_robin_share_init(&one, NULL);
    round_robin_share_init(&two, NULL);
    begin_work(&first, &one, 1, CHEAP);
    begin_work(&second, &one, 1, CHEAP);
    begin_work(&third, &two, 2, CHEAP);
    parked_share = &one;
    round_robin_run_round(&turns, work);
    CHECK(first.left == 1 && second.left == 1 && third.left == 0);
    CHECK(!round_robin_has_ready(&turns)); /* nobody spins for whoever may not go on */
    parked_share = NULL;
    round_robin_run_round(&turns, work);
    CHECK_EQ(first.left, 1);
    round_robin_unpark(&turns, &one);
    round_robin_unpark(&turns, &one);
    round_robin_run_round(&turns, work);
    CHECK(first.left == 0 && second.left == 0);
    parked_share = &one;
    begin_work(&first, &one, 1, CHEAP);
    round_robin_run_round(&turns, work);
    round_robin_remove(&first.turn); /* the last one of a parked share */
    round_robin_remove(&first.turn);
    parked_share = NULL;
    round_robin_unpark_all(&turns);
    CHECK(!round_robin_has_ready(&turns));
}

int main(void)
{
    TEST("heads of requests", good_heads);
    TEST("heads that can be read in two ways are refused", bad_heads);
    TEST("heads that are cut anywhere", cut_heads);
    TEST("cookies of all kinds", cookies_of_all_kinds);
    TEST("cookies of any length", cookies_of_any_length);
    TEST("too many cookies of one name", too_many_cookies);
    TEST("a cookie that is set is read", cookies_that_are_set);
    TEST("frames in pieces of every size", frames_in_pieces);
    TEST("frames that no client may send", wrong_frames);
    TEST("frames of a server, of all lengths", frames_out);
    TEST("addresses and their networks", networks);
    TEST("networks share what they may have", networks_share);
    TEST("what is held is let go", held_and_let_go);
    TEST("a crowd of addresses", a_crowd);
    TEST("a budget that is overdrawn", owing);
    TEST("fair turns", fair_turns);
    TEST("whoever may not go on waits", parked_turns);
    return test_end();
}
