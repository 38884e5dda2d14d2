/* read_values.c - reads numbers and goods and writes messages for all readers of the text language; see
 * reader_internal.h. */
#include "names.h"
#include "reader_internal.h"

bool text_refuse(struct text_reader *r, const char *what) { return base_word_refuse(r->error, &r->word, "%s", what); }

bool text_refuse_cards(struct text_reader *r, const char *what, uint32_t cards)
{
    struct base_out out = base_error_at(r->error, &r->word);
    base_put_word(&out, &r->word);
    base_put(&out, what);
    text_put_cards(&out, cards, " ");
    return false;
}

bool text_refuse_list(struct text_reader *r, const char *what, const char *const *list, int n)
{
    struct base_out out = base_error_at(r->error, &r->word);
    base_put_word(&out, &r->word);
    base_put(&out, what);
    for (int i = 0; i < n; i++)
        base_printf(&out, " %s", list[i]);
    return false;
}

bool text_read_number(struct text_reader *r, unsigned min, unsigned max, unsigned *number)
{
    text_read_any_word(r);
    return (base_word_number(&r->word, max, number) && *number >= min) ||
           base_word_refuse(r->error, &r->word, "is no number from %u to %u", min, max);
}

bool text_read_byte(struct text_reader *r, unsigned min, unsigned max, uint8_t *byte)
{
    unsigned number = 0;
    if (!text_read_number(r, min, max, &number))
        return false;
    *byte = (uint8_t)number;
    return true;
}

bool text_read_triple(struct text_reader *r, unsigned max, ff_goods *goods)
{
    unsigned n[FF_GOODS] = {0};
    for (int good = 0; good < FF_GOODS; good++)
        if (!text_read_number(r, 0, max, &n[good]))
            return false;
    *goods = ff_goods_of(n[0], n[1], n[2]);
    return true;
}

bool text_read_good(struct text_reader *r, unsigned *good)
{
    text_read_any_word(r);
    int found = text_good_of(&r->word);
    *good = (unsigned)found;
    return found >= 0 || text_refuse(r, "is no good; goods are hops, barley, water");
}

bool text_read_exchange(struct text_reader *r, unsigned count, unsigned *market)
{
    unsigned from = 0, to = 0;
    if (!text_read_good(r, &from))
        return false;
    text_read_any_word(r);
    if (!base_word_is(&r->word, "as"))
        return text_refuse(r, "is not as, as in `market 2 hops as barley`");
    if (!text_read_good(r, &to))
        return false;
    *market = ff_market_of(from, to, count);
    return from != to || text_refuse(r, "is the good given up; it is sold as one of the other two");
}
