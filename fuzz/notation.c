/* notation.c - any bytes as a chain of actions: the first two bytes choose the deal, the rest is the text. Every action
 * that is read is printed and read back, and given to the engine, which may refuse it. The same bytes are also read as
 * the line of an event, printed and read back. */
#include "engine/text/notation.h"
#include "engine/text/event.h"
#include "fuzz.h"

static void action_must_hold(ff_action action)
{
    char text[100];
    struct base_out out = base_out_of(text, sizeof text);
    struct base_error error;
    ff_action again;
    text_action(&out, action);
    MUST(!out.full);
    MUST(text_action_parse((int)ff_action_stage(action), text, out.length, &again, &error));
    MUST(again == action);
}

static void event_must_hold(const char *line, size_t length)
{
    char text[256];
    struct base_out out = base_out_of(text, sizeof text);
    struct base_error error;
    struct ff_event event, again;
    if (!text_event_read(line, length, &event, &error))
        return;
    text_event_line(&out, &event, event.cards[0] == FF_NO_CARD ? FF_NOBODY : event.seat);
    MUST(!out.full);
    MUST(text_event_read(text, out.length, &again, &error));
    MUST(memcmp(&again, &event, sizeof event) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ff_edition edition = default_edition();
    struct ff_setup setup;
    struct ff_game game;
    struct base_error error;
    struct input input = {data, size};
    uint8_t kind = take_byte(&input);
    ff_deal(&edition, FF_PLAYERS_MIN + kind % 4, kind / 4 % 2, take_byte(&input), &setup);
    MUST(ff_begin(&edition, &setup, &game) == FF_SETUP_OK);
    event_must_hold((const char *)input.at, input.left);
    struct base_words chain = base_words_in_chain((const char *)input.at, input.left);
    ff_action action;
    enum text_chain got = TEXT_CHAIN_ACTION;
    while (game.pub.owe && got == TEXT_CHAIN_ACTION) {
        error.message[0] = '\0';
        got = text_chain_next(&chain, game.pub.stage, &action, &error);
        MUST(got != TEXT_CHAIN_BAD || error.message[0] != '\0');
        if (got == TEXT_CHAIN_ACTION) {
            action_must_hold(action);
            ff_apply(&edition, &game, ff_lowest(game.pub.owe), action);
        }
    }
    return 0;
}
