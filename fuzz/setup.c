/* setup.c - any bytes as a set-up. It is refused and the game untouched, or the game is sound. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = {data, size};
    struct ff_edition edition = take_edition(&input);
    struct ff_setup setup;
    struct ff_game game, before;
    take_setup(&input, &edition, &setup);
    flip_bytes(&input, &setup, sizeof setup, 1000);
    memset(&game, 0xa5, sizeof game);
    before = game;
    if (ff_prepare(&edition, &setup, &game) != FF_SETUP_OK) {
        MUST(memcmp(&before, &game, sizeof game) == 0);
        return 0;
    }
    follow(&edition, &game);
    MUST(ff_begin(&edition, &setup, &before) == FF_SETUP_OK);
    MUST(memcmp(&before, &game, sizeof game) == 0);
    return 0;
}
