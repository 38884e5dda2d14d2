/* read_keys.c - reads the keys of a record's line, by type; see read_internal.h. */
#include "read_internal.h"

#include <string.h>

#include "engine/base/safe.h"
#include "engine/text/names.h"

struct base_out record_begin_fault(struct record_reader *reader, const char *rule, const char *key)
{
    reader->fault.rule = rule;
    struct base_out out = base_out_cut(reader->fault.text, sizeof reader->fault.text);
    if (key)
        base_printf(&out, "\"%s\" ", key);
    return out;
}

bool record_report_fault(struct record_reader *reader, const char *rule, const char *key, const char *format, ...)
{
    struct base_out out = record_begin_fault(reader, rule, key);
    va_list values;
    va_start(values, format);
    base_vprintf(&out, format, &values);
    va_end(values);
    return false;
}

bool record_check_equal(struct record_reader *reader, const char *rule, const char *key, int64_t got, int64_t want)
{
    return got == want ||
           record_report_fault(reader, rule, key, "is %lld, must be %lld", (long long)got, (long long)want);
}

static bool unknown(struct record_reader *reader, const char *key, const char *what, const struct base_json_text *text)
{
    enum { SHOWN_MAX = 24 };
    struct base_out out = record_begin_fault(reader, "R0.2", key);
    base_printf(&out, "names an unknown %s ", what);
    base_put_quoted(&out, text->at, text->n, SHOWN_MAX);
    return false;
}

/* ----------------------------------------------------------------------------------------------------------- types */

bool record_has_key(const struct record_reader *reader, const char *key)
{
    return base_json_find(&reader->json, key) != NULL;
}

bool record_key_value(struct record_reader *reader, const char *key, struct base_json_cursor *value)
{
    const struct base_json_member *member = base_json_find(&reader->json, key);
    if (!member)
        return record_report_fault(reader, "format", key, "is missing");
    *value = member->value;
    return true;
}

bool record_key_array(struct record_reader *reader, const char *key, const char *of, struct base_json_cursor *value)
{
    return record_key_value(reader, key, value) &&
           (base_json_take_open(value, '[') ||
            record_report_fault(reader, "format", key, "must be an array of %s", of));
}

bool record_key_integer(struct record_reader *reader, const char *key, int64_t *number)
{
    struct base_json_cursor value;
    return record_key_value(reader, key, &value) &&
           (base_json_take_integer(&value, number) || record_report_fault(reader, "format", key, "must be an integer"));
}

bool record_key_number(struct record_reader *reader, const char *key, struct record_range range, int *number)
{
    int64_t wide;
    if (!record_key_integer(reader, key, &wide))
        return false;
    if (wide < range.min || wide > range.max)
        return record_report_fault(reader, range.rule, key, "is %lld, must be %d to %d", (long long)wide, range.min,
                                   range.max);
    *number = (int)wide;
    return true;
}

bool record_key_text(struct record_reader *reader, const char *key, struct base_json_text *text)
{
    struct base_json_cursor value;
    return record_key_value(reader, key, &value) &&
           (base_json_take_text(&value, text) || record_report_fault(reader, "format", key, "must be a string"));
}

static int plain_card_of(const char *name, size_t n)
{
    static const struct {
        char name[12];
        uint8_t n;
    } cards[] = {
#define X(id, name, yield) {#name, sizeof #name - 1},
        FF_CARD_TABLE(X)
#undef X
    };
    for (int card = 0; card < FF_CARDS_MAX; card++)
        if (cards[card].n == n && cards[card].name[0] == name[0] && memcmp(cards[card].name, name, n) == 0)
            return card;
    return -1;
}

int record_card_of(const struct base_json_text *text)
{
    char plain[16]; /* longer than any name */
    if (!text->escaped)
        return plain_card_of(text->at, text->n);
    size_t n = base_json_text_copy(text, plain, sizeof plain);
    return plain_card_of(plain, n);
}

bool record_key_card(struct record_reader *reader, const char *key, int *card)
{
    struct base_json_text text;
    if (!record_key_text(reader, key, &text))
        return false;
    *card = record_card_of(&text);
    return *card >= 0 || unknown(reader, key, "card", &text);
}

static bool wrong_count(struct record_reader *reader, const char *key, int n, const char *what)
{
    return record_report_fault(reader, "format", key, "must be an array of %d %s", n, what);
}

static bool take_integers(struct base_json_cursor *value, int64_t *numbers, int n)
{
    int i = 0;
    if (!base_json_take_open(value, '['))
        return false;
    for (; base_json_more(value); i++)
        if (i == n || !base_json_take_integer(value, &numbers[i]))
            return false;
    return i == n;
}

bool record_key_integers(struct record_reader *reader, const char *key, int64_t *numbers, int n)
{
    struct base_json_cursor value;
    return record_key_value(reader, key, &value) &&
           (take_integers(&value, numbers, n) || wrong_count(reader, key, n, "integers"));
}

bool record_take_triple(struct record_reader *reader, const char *key, struct base_json_cursor *value,
                        int64_t triple[FF_GOODS])
{
    return take_integers(value, triple, FF_GOODS) ||
           record_report_fault(reader, "format", key, "must hold three integers for hops, barley and water");
}

bool record_key_triples(struct record_reader *reader, const char *key, int64_t (*triples)[FF_GOODS], int n)
{
    struct base_json_cursor value;
    int i = 0;
    if (!record_key_value(reader, key, &value))
        return false;
    if (!base_json_take_open(&value, '['))
        return wrong_count(reader, key, n, "arrays");
    for (; base_json_more(&value); i++) {
        if (i == n)
            return wrong_count(reader, key, n, "arrays");
        if (!record_take_triple(reader, key, &value, triples[i]))
            return false;
    }
    return i == n || wrong_count(reader, key, n, "arrays");
}

bool record_take_cards(struct record_reader *reader, const char *key, struct base_json_cursor *value,
                       struct record_cards *cards)
{
    struct base_json_text text;
    if (!base_json_take_open(value, '['))
        return record_report_fault(reader, "format", key, "must be an array of cards");
    for (cards->n = 0; base_json_more(value); cards->n++) {
        if (cards->n == FF_CARDS_MAX || !base_json_take_text(value, &text))
            return record_report_fault(reader, "format", key, "must be an array of at most 28 cards");
        int card = cards->empty_allowed && text.n == 0 ? FF_NO_CARD : record_card_of(&text);
        if (card < 0)
            return unknown(reader, key, "card", &text);
        cards->card[cards->n] = (uint8_t)card;
    }
    return true;
}

bool record_key_cards(struct record_reader *reader, const char *key, struct record_cards *cards)
{
    struct base_json_cursor value;
    return record_key_value(reader, key, &value) && record_take_cards(reader, key, &value, cards);
}

bool record_take_good(struct record_reader *reader, const char *key, struct base_json_cursor *value, int *good)
{
    struct base_json_text text;
    if (!base_json_take_text(value, &text))
        return record_report_fault(reader, "format", key, "must be hops, barley or water");
    for (*good = 0; *good < FF_GOODS; (*good)++)
        if (base_json_text_is(&text, text_good(*good)))
            return true;
    return unknown(reader, key, "good", &text);
}
