/* view_read.c - reading a view: the facts of a position, with numbers in the place of cards; see view_read.h. */
#include "view_read.h"
#include "position_internal.h"

#include <string.h>

bool text_view_read(const struct ff_edition *edition, const char *text, size_t length, struct ff_view *view,
                    struct base_error *error)
{
    struct reading r;
    memset(&r, 0, sizeof r);
    r.edition = edition;
    r.error = error;
    r.view = true;
    r.seat = FF_NOBODY;
    if (!text_position_read_facts(&r, text, length) || !text_view_complete(&r))
        return false;
    view->pub = r.game.pub;
    view->own = r.own;
    return true;
}
