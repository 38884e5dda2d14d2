/* game.c - the edition, the set-up, the game and the text language; see exports.h. */
#include "engine/base/hex.h"
#include "page.h"

#include <string.h>

#include "engine/base/builtin.h"
#include "engine/record/fair.h"
#include "engine/text/names.h"
#include "engine/text/notation.h"
#include "engine/text/position.h"
#include "engine/text/turn_plan.h"
#include "engine/text/view_read.h"
#include "engine/viewjson/viewjson.h"

struct page page;

/* ------------------------------------------------------------------------------------------------------------- text */

struct base_out wasm_begin_answer(void) { return base_out_of(page.buffer, sizeof page.buffer); }

int wasm_refuse_text(const char *text)
{
    struct base_out out = wasm_begin_answer();
    base_put(&out, text);
    page.error_length = (int)out.length;
    return -1;
}

int wasm_refuse(const struct base_error *error)
{
    struct base_out out = wasm_begin_answer();
    if (error->line > 0) {
        base_put(&out, "line ");
        base_put_unsigned(&out, error->line);
        base_put(&out, ": ");
    }
    base_put(&out, error->message);
    page.error_length = (int)out.length;
    return -1;
}

size_t wasm_clamp_length(int length)
{
    return length < 0 ? 0 : length > BUFFER_MAX ? (size_t)BUFFER_MAX : (size_t)length;
}

char *buffer(void) { return page.buffer; }

int buffer_max(void) { return BUFFER_MAX; }

int error_length(void) { return page.error_length; }

/* ----------------------------------------------------------------------------------------------- edition and set-up */

int edition_default(void)
{
    struct base_error error;
    bool read = text_edition_read(default_edition_text, default_edition_size, &page.edition, &error);
    return read ? 0 : wasm_refuse(&error);
}

bool wasm_next_line(size_t length, size_t *at, const char **line, size_t *n)
{
    if (*at >= length)
        return false;
    *line = page.buffer + *at;
    const char *end = memchr(*line, '\n', length - *at);
    *n = end ? (size_t)(end - *line) : length - *at;
    *at += *n + 1;
    return true;
}

int edition_read(int length)
{
    struct base_error error;
    bool read = text_edition_read(page.buffer, wasm_clamp_length(length), &page.edition, &error);
    return read ? 0 : wasm_refuse(&error);
}

int edition_print(void)
{
    struct base_out out = wasm_begin_answer();
    text_edition(&out, &page.edition);
    return (int)out.length;
}

int edition_json(void)
{
    struct base_out out = wasm_begin_answer();
    viewjson_put_edition(&out, &page.edition);
    return (int)out.length;
}

/* Splits a text into lines, one for each seat. Seats without a line get NULL. */
static void set_lines(const char *line[FF_PLAYERS_MAX], char copy[NAMES_MAX], const char *text, size_t length)
{
    size_t n = length < NAMES_MAX - 1 ? length : NAMES_MAX - 1;
    memset(line, 0, FF_PLAYERS_MAX * sizeof *line);
    memcpy(copy, text, n);
    copy[n] = '\0';
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++) {
        line[seat] = copy;
        while (*copy && *copy != '\n')
            copy++;
        if (!*copy)
            break;
        *copy++ = '\0';
    }
}

void wasm_set_names(const char *text, size_t length) { set_lines(page.names, page.names_text, text, length); }

void wasm_set_bots(const char *text, size_t length)
{
    set_lines(page.bots, page.bots_text, text, length);
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++)
        if (page.bots[seat] && !*page.bots[seat])
            page.bots[seat] = NULL;
}

void names_read(int length) { wasm_set_names(page.buffer, wasm_clamp_length(length)); }

void bots_read(int length) { wasm_set_bots(page.buffer, wasm_clamp_length(length)); }

int setup_deal(int players, int mode, uint64_t seed)
{
    if (players < FF_PLAYERS_MIN || players > FF_PLAYERS_MAX || (mode != FF_BASE && mode != FF_EXPERT))
        return -1;
    ff_deal(&page.edition.values, players, mode, seed, &page.setup);
    ff_prepare(&page.edition.values, &page.setup, &page.game);
    return 0;
}

/* ------------------------------------------------------------------------------------------------------------- game */

void *game(void) { return &page.game; }

int game_size(void) { return (int)sizeof page.game; }

int game_stage(void) { return page.game.pub.stage; }

int game_owe(void) { return page.game.pub.owe; }

uint64_t game_options(int seat)
{
    return seat >= 0 && seat < page.game.pub.players ? ff_game_options(&page.game, seat) : 0;
}

int game_act(int seat, int action)
{
    if (action < 0 || action > 0xffff)
        return FF_REFUSED_NO_SUCH_OPTION;
    struct ff_public before = page.game.pub;
    struct ff_event event;
    enum ff_refusal refusal = ff_play(&page.edition.values, &page.game, seat, (ff_action)action, &event);
    if (refusal == FF_OK) {
        page.before = before;
        page.event = event;
    }
    return (int)refusal;
}

int game_play(int seat, int length)
{
    struct base_error error;
    ff_action action;
    if (!text_action_parse(page.game.pub.stage, page.buffer, wasm_clamp_length(length), &action, &error))
        return wasm_refuse(&error);
    return game_act(seat, action);
}

int game_follow(void)
{
    struct ff_public before = page.game.pub;
    struct ff_event event;
    if (!ff_follow(&page.edition.values, &page.game, &event))
        return 0;
    page.before = before;
    page.event = event;
    return 1;
}

int game_own_step(int seat) { return ff_is_own_step(&page.game.pub, seat); }

int game_check(void) { return ff_check(&page.edition.values, &page.game); }

uint64_t game_hash(void) { return ff_hash(&page.game); }

int view_read(int length)
{
    struct base_error error;
    struct ff_view view;
    if (!text_view_read(&page.edition.values, page.buffer, wasm_clamp_length(length), &view, &error))
        return wasm_refuse(&error);
    ff_view_game(&page.edition.values, &view, &page.game);
    return view.own.seat;
}

int plan_begin(int seat)
{
    struct ff_view view;
    ff_view_of(&page.game, seat, &view);
    if (!text_plan_may_be_made(&view))
        return wasm_refuse_text("this turn cannot be planned now");
    text_plan_position(&page.edition.values, &view, &page.game);
    return 0;
}

/* ------------------------------------------------------------------------------------------------ the text language */

int seal_print(int length)
{
    uint8_t value[RECORD_FAIR_BYTES], seal[RECORD_FAIR_BYTES];
    if (!base_hex_read(page.buffer, wasm_clamp_length(length), value, RECORD_FAIR_BYTES))
        return wasm_refuse_text("a value has 64 digits from 0 to f");
    struct base_out out = wasm_begin_answer();
    record_fair_seal(value, seal);
    base_put_hex(&out, seal, RECORD_FAIR_BYTES);
    return (int)out.length;
}
