/* json_write.c - writes JSON objects and arrays piece by piece; see json_write.h. */
#include "json_write.h"

#include "hex.h"

static void separate(struct base_out *out)
{
    char last = out->length ? out->text[out->length - 1] : '[';
    if (last != '{' && last != '[' && last != ':' && last != '\n')
        base_put_char(out, ',');
}

void base_json_open(struct base_out *out, char bracket)
{
    separate(out);
    base_put_char(out, bracket);
}

void base_json_close(struct base_out *out, char bracket) { base_put_char(out, bracket); }

void base_json_key(struct base_out *out, const char *key)
{
    separate(out);
    base_put_char(out, '"');
    base_put(out, key);
    base_put(out, "\":");
}

void base_json_begin(struct base_out *out, const char *key, char bracket)
{
    base_json_key(out, key);
    base_json_open(out, bracket);
}

void base_json_value(struct base_out *out, int64_t number)
{
    separate(out);
    base_put_number(out, number);
}

void base_json_null(struct base_out *out)
{
    separate(out);
    base_put(out, "null");
}

void base_json_word(struct base_out *out, const char *text)
{
    if (!text) {
        base_json_null(out);
        return;
    }
    separate(out);
    base_json_put_text(out, text);
}

void base_json_number(struct base_out *out, const char *key, int64_t number)
{
    base_json_key(out, key);
    base_json_value(out, number);
}

void base_json_number_or_null(struct base_out *out, const char *key, bool is_number, int64_t number)
{
    base_json_key(out, key);
    if (is_number)
        base_json_value(out, number);
    else
        base_json_null(out);
}

void base_json_string(struct base_out *out, const char *key, const char *text)
{
    base_json_key(out, key);
    base_json_word(out, text);
}

void base_json_flag(struct base_out *out, const char *key, bool flag)
{
    base_json_key(out, key);
    base_put(out, flag ? "true" : "false");
}

void base_json_hex(struct base_out *out, const char *key, const uint8_t *bytes, size_t n)
{
    base_json_begin(out, key, '"');
    base_put_hex(out, bytes, n);
    base_json_close(out, '"');
}

void base_json_numbers(struct base_out *out, const char *key, const uint8_t *numbers, int n)
{
    base_json_begin(out, key, '[');
    for (int i = 0; i < n; i++)
        base_json_value(out, numbers[i]);
    base_json_close(out, ']');
}

void base_json_mask(struct base_out *out, const char *key, unsigned mask)
{
    base_json_begin(out, key, '[');
    for (int i = 0; mask >> i; i++)
        if (mask >> i & 1)
            base_json_value(out, i);
    base_json_close(out, ']');
}
