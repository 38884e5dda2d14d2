/* view.c - any bytes as a view that a server sent. It is refused with a reason and nothing touched, or passes the
 * engine's check; what is shown of it is JSON, and printed it is read back. */
#include "engine/base/json.h"
#include "engine/text/position.h"
#include "engine/text/view_read.h"
#include "engine/viewjson/viewjson.h"
#include "fuzz.h"

static char text[65536];

static void must_be_json(const struct base_out *out)
{
    static struct base_json json;
    MUST(!out->full);
    MUST(strcmp(out->text, "null") == 0 || base_json_read(&json, out->text, out->length) == BASE_JSON_OK);
}

static void show(const struct ff_edition *edition, const struct ff_view *view)
{
    struct base_out out = base_out_of(text, sizeof text);
    viewjson_put_view(&out, edition, view, true);
    must_be_json(&out);
    base_out_clear(&out);
    viewjson_put_options(&out, edition, view);
    must_be_json(&out);
    base_out_clear(&out);
    viewjson_put_sale_preview(&out, edition, view,
                              &(struct viewjson_sale_plan){0x333, VIEWJSON_PLAN_BEST, VIEWJSON_PLAN_BEST});
    must_be_json(&out);
    base_out_clear(&out);
    viewjson_put_build_preview(&out, edition, view);
    must_be_json(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ff_edition edition = default_edition();
    struct ff_view view, again;
    struct base_error error;
    memset(&view, 0x5a, sizeof view);
    again = view;
    if (!text_view_read(&edition, (const char *)data, size, &view, &error)) {
        MUST(memcmp(&again, &view, sizeof view) == 0);
        MUST(error.message[0] != '\0');
        return 0;
    }
    MUST(ff_view_check(&edition, &view) == 0);
    if (!view.pub.owe && view.pub.stage != FF_STAGE_OVER)
        return 0; /* not at rest, as a server's views are */
    show(&edition, &view);
    struct base_out out = base_out_of(text, sizeof text);
    text_position_view(&out, &view);
    MUST(text_view_read(&edition, text, out.length, &again, &error));
    MUST(memcmp(&again, &view, sizeof view) == 0);
    return 0;
}
