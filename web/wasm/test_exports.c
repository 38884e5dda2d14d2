/* test_exports.c - functions that only tests and measurements call: the text language, positions, random games; see
 * exports.h. The page's modules leave them out. */
#include "page.h"

#include "engine/text/names.h"
#include "engine/text/notation.h"
#include "engine/text/position.h"

int action_print(int action)
{
    struct base_out out = wasm_begin_answer();
    text_action(&out, (ff_action)action);
    return (int)out.length;
}

int action_read(int stage, int length)
{
    struct base_error error;
    ff_action action;
    bool read = text_action_parse(stage, page.buffer, wasm_clamp_length(length), &action, &error);
    return read ? action : wasm_refuse(&error);
}

int refusal_print(int refusal)
{
    struct base_out out = wasm_begin_answer();
    base_put(&out, text_refusal((enum ff_refusal)refusal));
    base_put(&out, " (");
    base_put(&out, text_refusal_rule((enum ff_refusal)refusal));
    base_put(&out, ")");
    return (int)out.length;
}

int position_print(void)
{
    struct base_out out = wasm_begin_answer();
    text_position(&out, &page.game);
    return (int)out.length;
}

int position_read(int length)
{
    struct base_error error;
    bool read = text_position_read(&page.edition.values, page.buffer, wasm_clamp_length(length), &page.game, &error);
    return read ? 0 : wasm_refuse(&error);
}

/* --------------------------------------------------------------------------------------- proofs and measurements */

static uint64_t played(struct arena_random games)
{
    page.games = games;
    return games.decisions;
}

uint64_t random_play(int players, int mode, uint64_t seed, uint32_t games)
{
    return played(arena_random_play_games(&page.edition.values, players, mode, seed, games));
}

uint64_t random_play_hashing(int players, int mode, uint64_t seed, uint32_t games)
{
    return played(arena_random_play_games_hashing(&page.edition.values, players, mode, seed, games));
}

uint64_t random_hash(void) { return page.games.hash; }

uint32_t random_rounds(void) { return page.games.rounds; }
