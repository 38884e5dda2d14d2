/* told.h - the market as lines tell it (docs/bots.md): prices after each sale and phase 6, what a Palace part costs.
 *
 * For who hears of a game from its beginning on and sees no positions between. Of a `told` only the market and the
 * number of Palace parts are kept. Nothing here fails: what no game has gives numbers that no game has, within their
 * ranges. */
#ifndef PAGE_TOLD_H
#define PAGE_TOLD_H

#include "base/out.h"
#include "core/ff.h"

enum { PAGE_TOLD_MAX = 1024 };

/* As it was when the game began of which `now` is some position. */
void page_told_begin(const struct ff_edition *edition, const struct ff_public *now, struct ff_public *told);
void page_told_sale(struct ff_public *told, int brewery, ff_goods counted);      /* R5.3: as what they were sold */
void page_told_part(struct ff_public *told);                                     /* R6.5: somebody has built one */
void page_told_market(const struct ff_edition *edition, struct ff_public *told); /* R8.1 */

/* {"price":[[1,1,2],...],"step":[[3,3,5],...],"palacePrice":8}: MarketTold of web/src/engine/types.ts. */
void page_told(struct base_out *out, const struct ff_edition *edition, const struct ff_public *told);

#endif
