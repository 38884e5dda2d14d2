/* told.c - the market as it is told; see told.h. */
#include "told.h"

#include "event.h"
#include "json.h"

_Static_assert(BASE_LENGTH("{'price':[],'step':[],'palacePrice':255}") + 2 * FF_PLAYERS_MAX * PAGE_TRIPLE + PAGE_NUL <=
                   PAGE_TOLD_MAX,
               "any market fits");

void page_told_begin(const struct ff_edition *edition, const struct ff_public *now, struct ff_public *told)
{
    ff_goods start = ff_goods_of(edition->price_start, edition->price_start, edition->price_start);
    *told = *now;
    told->palaces = 0;
    for (int brewery = 0; brewery < told->players; brewery++) {
        told->step[brewery] = start;
        told->room[brewery] = told->demand[brewery];
    }
}

void page_told_sale(struct ff_public *told, int brewery, ff_goods counted)
{
    if (brewery < 0 || brewery >= told->players)
        return;
    for (unsigned good = 0; good < FF_GOODS; good++) {
        unsigned sold = ff_count(counted, good), room = ff_count(told->room[brewery], good);
        unsigned step = ff_count(told->step[brewery], good);
        unsigned filled = sold < room ? sold : room, surplus = sold - filled;
        unsigned fall = surplus < step ? surplus : step;
        told->room[brewery] = (ff_goods)(told->room[brewery] - (filled << 4 * good));
        told->step[brewery] = (ff_goods)(told->step[brewery] - (fall << 4 * good));
    }
}

void page_told_part(struct ff_public *told)
{
    if (told->palaces < told->players * FF_PALACE_PARTS)
        told->palaces++;
}

void page_told_market(const struct ff_edition *edition, struct ff_public *told)
{
    for (int brewery = 0; brewery < told->players; brewery++) {
        told->step[brewery] = ff_goods_of((unsigned)ff_step_next(edition, told, brewery, 0),
                                          (unsigned)ff_step_next(edition, told, brewery, 1),
                                          (unsigned)ff_step_next(edition, told, brewery, 2));
        told->room[brewery] = told->demand[brewery];
    }
}

void page_told(struct base_out *out, const struct ff_edition *edition, const struct ff_public *told)
{
    base_json_open(out, '{');
    base_json_begin(out, "price", '[');
    for (int brewery = 0; brewery < told->players; brewery++)
        page_triple(out, page_prices(edition, told, brewery));
    base_json_close(out, ']');
    base_json_begin(out, "step", '[');
    for (int brewery = 0; brewery < told->players; brewery++)
        page_triple(out, told->step[brewery]);
    base_json_close(out, ']');
    base_json_number(out, "palacePrice", ff_palace_price(told));
    base_json_close(out, '}');
}
