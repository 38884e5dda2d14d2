/* preview.h - what a sale or a build would bring, as JSON, before anybody does it.
 *
 * Nothing is computed here that the engine knows: each sale and each build is played on a copy of the game as far
 * as the seat knows it (ff_view_game), and what came of it is told. Shapes: SalePreview and BuildPreview of
 * web/src/engine/types.ts. Both are null where the view's seat has no such thing to decide. */
#ifndef VIEWJSON_PREVIEW_H
#define VIEWJSON_PREVIEW_H

#include "engine/base/out.h"
#include "engine/core/ff.h"

/* What a player would like to sell, at whatever brewery; a brewery where not all of it is possible takes less. */
enum { VIEWJSON_PLAN_BEST = 255 };
struct viewjson_sale_plan {
    ff_goods goods; /* tokens given up, as what they are before an exchange */
    uint8_t market; /* a Market option, 0 for none, or VIEWJSON_PLAN_BEST */
    uint8_t office; /* a good, FF_OPTION_NO_OFFICE, or VIEWJSON_PLAN_BEST: what brings most coins */
};

/* At the stage FF_STAGE_BREWERY: a row for each brewery, and one for selling nothing. */
void viewjson_put_sale_preview(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                               const struct viewjson_sale_plan *plan);

/* At the stages FF_STAGE_BUILD and FF_STAGE_SPACE: every card that may be tried, on every space. */
void viewjson_put_build_preview(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view);

#endif
