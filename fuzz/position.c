/* position.c - any bytes as a position. It is refused with a reason and *game untouched, or is a sound game that is
 * printed and read back to the same bytes. */
#include "engine/text/position.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ff_edition edition = default_edition();
    struct ff_game game, again;
    struct base_error error;
    memset(&game, 0x5a, sizeof game);
    again = game;
    if (!text_position_read(&edition, (const char *)data, size, &game, &error)) {
        MUST(memcmp(&again, &game, sizeof game) == 0);
        MUST(error.message[0] != '\0');
        return 0;
    }
    game_must_hold(&edition, &game, size);
    char text[TEXT_POSITION_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    text_position(&out, &game);
    MUST(!out.full);
    MUST(text_position_read(&edition, text, out.length, &again, &error));
    MUST(memcmp(&again, &game, sizeof game) == 0);
    follow(&edition, &game);
    return 0;
}
