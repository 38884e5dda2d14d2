/* http_head.c - parses the head of an HTTP/1 request; see http_head.h. */
#define _GNU_SOURCE /* memmem */
#include "http_head.h"
#include "engine/base/number.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static enum head_result bad(struct head *head, int status, const char *why)
{
    head->status = status;
    head->why = why;
    return HEAD_BAD;
}

/* ---------------------------------------------------------------------------------------------------- reading texts */

/* Returns whether the character is allowed in methods and header names. */
static bool is_token(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c && strchr("!#$%&'*+-.^_`|~", c));
}

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

static size_t token_length(const char *at, const char *end)
{
    const char *from = at;
    while (at < end && is_token(*at))
        at++;
    return (size_t)(at - from);
}

static struct head_text trimmed(const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    while (end > at && is_blank(end[-1]))
        end--;
    return (struct head_text){at, (size_t)(end - at)};
}

static bool is(const struct head_text *text, const char *word)
{
    return text->n == strlen(word) && strncasecmp(text->at, word, text->n) == 0;
}

bool head_copy_text(const struct head_text *text, char *copy, size_t size)
{
    copy[0] = '\0';
    if (text->n >= size)
        return false;
    if (text->n)
        memcpy(copy, text->at, text->n);
    copy[text->n] = '\0';
    return true;
}

static bool names(const struct head_text *list, const char *word)
{
    const char *at = list->at, *end = list->n ? at + list->n : at;
    while (at < end) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        struct head_text one = trimmed(at, comma ? comma : end);
        if (is(&one, word))
            return true;
        at = comma ? comma + 1 : end;
    }
    return false;
}

/* ----------------------------------------------------------------------------------------------------- request line */

static const char *const wrong_line = "The request line must be: METHOD /path HTTP/1.1";

/* Removes the host from a target such as "http://host/path". That is the form for proxies, but servers must accept it
 * too (RFC 9112, 3.2.2). */
static struct head_text without_host(struct head_text target)
{
    if (target.n < 7 || strncasecmp(target.at, "http://", 7) != 0)
        return target;
    const char *slash = memchr(target.at + 7, '/', target.n - 7);
    return slash ? (struct head_text){slash, target.n - (size_t)(slash - target.at)} : (struct head_text){"/", 1};
}

static enum head_result read_version(struct head_text version, struct head *head)
{
    if (version.n != 8 || strncmp(version.at, "HTTP/", 5) != 0 || version.at[6] != '.')
        return bad(head, 400, wrong_line);
    if (strncmp(version.at + 5, "1.1", 3) != 0 && strncmp(version.at + 5, "1.0", 3) != 0)
        return bad(head, 505, "This server speaks HTTP/1.1.");
    head->is_http10 = version.at[7] == '0';
    return HEAD_WHOLE;
}

static enum head_result read_line(const char *at, const char *end, struct head *head)
{
    size_t n = token_length(at, end);
    struct head_text method = {at, n};
    if (n == 0 || at + n == end || at[n] != ' ')
        return bad(head, 400, wrong_line);
    at += n + 1;
    const char *space = memchr(at, ' ', (size_t)(end - at));
    if (!space)
        return bad(head, 400, wrong_line);
    struct head_text target = without_host((struct head_text){at, (size_t)(space - at)});
    if (read_version((struct head_text){space + 1, (size_t)(end - space - 1)}, head) == HEAD_BAD)
        return HEAD_BAD;
    /* Methods are compared exactly because they are case-sensitive. */
    head->method = HEAD_METHOD_OTHER;
    if (n == 3 && memcmp(method.at, "GET", 3) == 0)
        head->method = HEAD_METHOD_GET;
    if (n == 4 && memcmp(method.at, "HEAD", 4) == 0)
        head->method = HEAD_METHOD_HEAD;
    if (n == 4 && memcmp(method.at, "POST", 4) == 0)
        head->method = HEAD_METHOD_POST;
    const char *query = memchr(target.at, '?', target.n);
    head->path = (struct head_text){target.at, query ? (size_t)(query - target.at) : target.n};
    if (head->method != HEAD_METHOD_OTHER && (head->path.n == 0 || head->path.at[0] != '/'))
        return bad(head, 400, wrong_line);
    return HEAD_WHOLE;
}

/* ---------------------------------------------------------------------------------------------------------- headers */

static const struct {
    const char *name;
    bool once;
} fields[HEAD_FIELDS_N] = {
#define HEAD_ROW(name, once, text) {text, once},
    HEAD_FIELDS(HEAD_ROW)
#undef HEAD_ROW
};

bool head_list_contains(const struct head *head, enum head_field field, const char *word)
{
    const char *at = head->lines.at, *end = at + head->lines.n;
    while (head->field[field].at && at < end) {
        const char *line_end = memmem(at, (size_t)(end - at), "\r\n", 2);
        struct head_text name = {at, token_length(at, line_end)};
        struct head_text value = trimmed(at + name.n + 1, line_end);
        if (is(&name, fields[field].name) && names(&value, word))
            return true;
        at = line_end + 2;
    }
    return false;
}

static enum head_result read_field(const char *at, const char *end, struct head *head)
{
    size_t n = token_length(at, end);
    if (n == 0 || at + n == end || at[n] != ':')
        return bad(head, 400, "A header must be a name, a colon and a value.");
    struct head_text name = {at, n}, value = trimmed(at + n + 1, end);
    for (int i = 0; i < HEAD_FIELDS_N; i++) {
        if (!is(&name, fields[i].name))
            continue;
        if (head->field[i].at && fields[i].once)
            return bad(head, 400, "A header is there twice that may be there once.");
        head->field[i] = value;
    }
    return HEAD_WHOLE;
}

/* Reads a Content-Length. Lengths above HEAD_BODY_MAX become HEAD_BODY_MAX + 1. Returns false if the text is not a
 * number. */
static bool read_length(const struct head_text *text, size_t *length)
{
    uint64_t number = HEAD_BODY_MAX + UINT64_C(1);
    base_number_read(text->at, text->n, HEAD_BODY_MAX, &number);
    *length = (size_t)number;
    return text->n > 0 && base_count_digits(text->at, text->n) == text->n;
}

/* Returns whether the text is a host name or a bracketed IPv6 address, with an optional port (RFC 3986, 3.2.2). */
static bool is_host(struct head_text text)
{
    static const char marks[] = "-._~%!$&'()*+;=", digits[] = "0123456789";
    bool in_brackets = text.n && *text.at == '[';
    size_t n = in_brackets;
    while (n < text.n && (isalnum((unsigned char)text.at[n]) || strchr(in_brackets ? ":." : marks, text.at[n])))
        n++;
    if (n == (size_t)in_brackets || (in_brackets && (n == text.n || text.at[n++] != ']')))
        return false;
    if (n < text.n && text.at[n++] != ':')
        return false;
    while (n < text.n && memchr(digits, text.at[n], sizeof digits - 1))
        n++;
    return n == text.n;
}

/* Checks the headers against each other, and derives the connection's options from them. */
static enum head_result conclude(struct head *head)
{
    const struct head_text *field = head->field;
    if (field[HEAD_TRANSFER_ENCODING].at)
        return bad(head, 411, "A body must come with a Content-Length, not with a Transfer-Encoding.");
    if (field[HEAD_CONTENT_LENGTH].at && !read_length(&field[HEAD_CONTENT_LENGTH], &head->body_n))
        return bad(head, 400, "Content-Length must be a number.");
    if (!head->is_http10 && !field[HEAD_HOST].n)
        return bad(head, 400, "The header Host is missing.");
    if (field[HEAD_HOST].n && !is_host(field[HEAD_HOST]))
        return bad(head, 400, "The header Host must be HOST or HOST:PORT.");
    if (field[HEAD_EXPECT].at && !is(&field[HEAD_EXPECT], "100-continue"))
        return bad(head, 417, "Nothing can be expected but 100-continue.");
    head->continues = field[HEAD_EXPECT].at && !head->is_http10 && head->body_n;
    head->keeps = !head_list_contains(head, HEAD_CONNECTION, "close") &&
                  (!head->is_http10 || head_list_contains(head, HEAD_CONNECTION, "keep-alive"));
    head->upgrades = !head->is_http10 && head_list_contains(head, HEAD_CONNECTION, "upgrade") &&
                     head_list_contains(head, HEAD_UPGRADE, "websocket");
    return HEAD_WHOLE;
}

/* Returns whether the line has no control characters except tabs. Parsers disagree about the others and about a lone CR
 * or LF. */
static bool is_plain(const char *at, const char *end)
{
    for (; at < end; at++)
        if (((unsigned char)*at < ' ' && *at != '\t') || *at == 0x7f)
            return false;
    return true;
}

static const char *const too_long =
    "The head of a request has at most 16384 bytes; most of it are cookies that programs of this host have set.";

enum head_result head_parse(const char *bytes, size_t n, struct head *head, size_t *used)
{
    const char *at = bytes, *end = bytes + n;
    *head = (struct head){0};
    while (end - at >= 2 && at - bytes < 4 &&
           memcmp(at, "\r\n", 2) == 0) /* some clients end a body with an extra CR LF */
        at += 2;
    if (at < end && *at != '\r' && !is_token(*at)) /* TLS begins like this, but no request does, so refuse it at once */
        return bad(head, 400, wrong_line);
    const char *last = memmem(at, (size_t)(end - at), "\r\n\r\n", 4);
    if (!last && n >= HEAD_MAX)
        return bad(head, 431, too_long);
    if (!last)
        return HEAD_MORE;
    *used = (size_t)(last + 4 - bytes);
    if (*used > HEAD_MAX)
        return bad(head, 431, too_long);
    for (bool first = true; at < last + 2; first = false) {
        const char *line_end = memmem(at, (size_t)(last + 2 - at), "\r\n", 2);
        if (!is_plain(at, line_end))
            return bad(head, 400, "A head is lines of text that end in CR LF.");
        enum head_result result = first ? read_line(at, line_end, head) : read_field(at, line_end, head);
        if (result == HEAD_BAD)
            return HEAD_BAD;
        at = line_end + 2;
        if (first)
            head->lines = (struct head_text){at, (size_t)(last + 2 - at)};
    }
    return conclude(head);
}
