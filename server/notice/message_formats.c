/* message_formats.c - formats notices for web push, webhooks and mail; see message_formats.h. */
#include "server/notice/message_formats.h"

#include "engine/base/json.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

void notice_put_push(struct base_out *out, const struct notice_message *message)
{
    base_put(out, "{\"title\":");
    base_json_put_text(out, message->title);
    base_put(out, ",\"body\":");
    base_json_put_text(out, message->text);
    base_put(out, ",\"url\":");
    base_json_put_text(out, message->link);
    base_put(out, ",\"tag\":");
    base_json_put_text(out, message->topic);
    base_put_char(out, '}');
}

/* Writes text for Slack, which would read <, > and & as markup. */
static void put_slack(struct base_out *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '&': base_put(out, "&amp;"); break;
        case '<': base_put(out, "&lt;"); break;
        case '>': base_put(out, "&gt;"); break;
        default: base_put_char(out, *text);
        }
}

void notice_put_webhook(struct base_out *out, const struct notice_message *message)
{
    enum { LINES = 3 * NOTICE_TEXT_SIZE };
    char plain[LINES], slack[5 * LINES];
    struct base_out lines = base_out_of(plain, sizeof plain), escaped = base_out_of(slack, sizeof slack);
    base_printf(&lines, "%s\n%s\n%s", message->title, message->text, message->link);
    put_slack(&escaped, plain);
    base_put(out, "{\"content\":");
    base_json_put_text(out, plain);
    base_put(out, ",\"text\":");
    base_json_put_text(out, slack);
    base_put(out, ",\"allowed_mentions\":{\"parse\":[]}}");
}

/* Writes a header of a mail as encoded words (RFC 2047), which can represent any UTF-8 text. */
static void put_header(struct base_out *out, const char *name, const char *text)
{
    enum { WORD = 45 }; /* bytes of text in an encoded word, which may have at most 75 characters */
    static const char digits[] = "0123456789ABCDEF";
    base_printf(out, "%s:", name);
    size_t n = strlen(text), at = 0;
    while (at < n) {
        size_t taken = 0;
        base_put(out, at ? "\r\n =?UTF-8?Q?" : " =?UTF-8?Q?");
        while (at + taken < n && 3 * (taken + 4) < WORD + 12) {
            do { /* keeps the bytes of a character in one word */
                uint8_t byte = (uint8_t)text[at + taken++];
                base_put_char(out, '=');
                base_put_char(out, digits[byte >> 4]);
                base_put_char(out, digits[byte & 15]);
            } while (at + taken < n && ((uint8_t)text[at + taken] & 0xc0) == 0x80);
        }
        base_put(out, "?=");
        at += taken;
    }
    base_put(out, "\r\n");
}

/* Writes the body of a mail in base64, which avoids long lines and lines that start with a dot. */
static void put_body(struct base_out *out, const char *text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t n = strlen(text);
    for (size_t i = 0; i < n; i += 3) {
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; k++)
            bits = bits << 8 | (i + k < n ? (uint8_t)text[i + k] : 0);
        for (size_t k = 0; k < 4; k++)
            base_put_char(out, i + k <= n ? digits[bits >> (18 - 6 * k) & 63] : '=');
        if (i % 57 == 54 || i + 3 >= n)
            base_put(out, "\r\n");
    }
}

static void put_date(struct base_out *out, int64_t now_s)
{
    static const char *const days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    time_t time = (time_t)now_s;
    struct tm tm;
    if (!gmtime_r(&time, &tm))
        return;
    base_printf(out, "Date: %s, %d %s %d ", days[tm.tm_wday], tm.tm_mday, months[tm.tm_mon], tm.tm_year + 1900);
    const int clock[] = {tm.tm_hour, tm.tm_min, tm.tm_sec};
    for (int i = 0; i < 3; i++)
        base_printf(out, "%s%d%d", i ? ":" : "", clock[i] / 10, clock[i] % 10);
    base_put(out, " +0000\r\n");
}

void notice_put_mail(struct base_out *out, const struct notice_message *message, const char *from, int64_t now_s,
                     uint64_t id)
{
    char body[3 * NOTICE_TEXT_SIZE + 100];
    struct base_out text = base_out_of(body, sizeof body);
    const char *at = strchr(from, '@');
    put_date(out, now_s);
    base_printf(out, "From: %s\r\nTo: %s\r\n", from, message->address);
    put_header(out, "Subject", message->title);
    base_printf(out, "Message-ID: <%llu.%lld%s>\r\n", (unsigned long long)id, (long long)now_s, at ? at : "@localhost");
    if (message->unsubscribe[0])
        base_printf(out, "List-Unsubscribe: <%s>\r\n", message->unsubscribe);
    base_put(out, "Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n"
                  "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n");
    base_printf(&text, "%s\r\n\r\n%s\r\n", message->text, message->link);
    if (message->unsubscribe[0])
        base_printf(&text, "\r\n--\r\n%s\r\n", message->unsubscribe);
    put_body(out, body);
}
