/* json_write.c - writing JSON objects and arrays piece by piece; see json_write.h. */
#include "json_write.h"

static void separate(struct out *out)
{
    char last = out->length ? out->text[out->length - 1] : '[';
    if (last != '{' && last != '[' && last != ':')
        out_char(out, ',');
}

void json_open(struct out *out, char bracket)
{
    separate(out);
    out_char(out, bracket);
}

void json_close(struct out *out, char bracket) { out_char(out, bracket); }

void json_key(struct out *out, const char *key)
{
    separate(out);
    out_char(out, '"');
    out_str(out, key);
    out_str(out, "\":");
}

void json_value(struct out *out, int64_t number)
{
    separate(out);
    out_number(out, number);
}

void json_null(struct out *out)
{
    separate(out);
    out_str(out, "null");
}

void json_word(struct out *out, const char *text)
{
    if (!text) {
        json_null(out);
        return;
    }
    separate(out);
    json_put_text(out, text);
}

void json_number(struct out *out, const char *key, int64_t number)
{
    json_key(out, key);
    json_value(out, number);
}

void json_string(struct out *out, const char *key, const char *text)
{
    json_key(out, key);
    json_word(out, text);
}

void json_flag(struct out *out, const char *key, bool flag)
{
    json_key(out, key);
    out_str(out, flag ? "true" : "false");
}
