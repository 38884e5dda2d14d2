/* fuzz.h - shared by the harnesses: reading the input, the default edition, and the invariants of every game.
 *
 * Each harness is a file that feeds any bytes to one reader and aborts (MUST) if an invariant fails. tools/fuzz.sh runs
 * them: ./check briefly, ./soak for as long as you like. */
#pragma once

#include "engine/base/builtin.h"
#include "engine/core/ff.h"
#include "engine/text/edition.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void fuzz_must(bool holds, const char *what, const char *file, int line)
{
    if (holds)
        return;
    fprintf(stderr, "%s:%d: %s does not hold\n", file, line, what);
    abort();
}
#define MUST(condition) fuzz_must((condition), #condition, __FILE__, __LINE__)

/* The input, read from its front. After its end come zeros. */
struct input {
    const uint8_t *at;
    size_t left;
};

static inline void take_bytes(struct input *input, void *to, size_t n)
{
    size_t have = n < input->left ? n : input->left;
    memset(to, 0, n);
    memcpy(to, input->at, have);
    input->at += have;
    input->left -= have;
}

static inline uint8_t take_byte(struct input *input)
{
    uint8_t byte;
    take_bytes(input, &byte, 1);
    return byte;
}

/* Flips bits of a valid value: each flip takes an offset and a byte of the input. */
static inline void flip_bytes(struct input *input, void *target, size_t size, int flips)
{
    for (int i = 0; i < flips && input->left > 0; i++) {
        uint16_t offset;
        take_bytes(input, &offset, sizeof offset);
        ((uint8_t *)target)[offset % size] ^= take_byte(input);
    }
}

static inline struct ff_edition default_edition(void)
{
    static struct text_edition edition; /* read once: it would be most of the time of a short input */
    struct base_error error;
    if (edition.name[0] == '\0')
        MUST(text_edition_read(default_edition_text, default_edition_size, &edition, &error));
    return edition.values;
}

/* Returns the default edition, or one with some bytes changed if ff_edition_seal accepts it. */
static inline struct ff_edition take_edition(struct input *input)
{
    struct ff_edition edition = default_edition(), other = edition;
    int flips = take_byte(input) & 7;
    flip_bytes(input, &other, offsetof(struct ff_edition, within), flips);
    return ff_edition_seal(&other) == FF_EDITION_OK ? other : edition;
}

/* Deals for any number of players and mode. */
static inline void take_setup(struct input *input, const struct ff_edition *edition, struct ff_setup *setup)
{
    uint8_t kind = take_byte(input);
    uint64_t seed;
    take_bytes(input, &seed, sizeof seed);
    ff_deal(edition, FF_PLAYERS_MIN + kind % 4, kind / 4 % 2, seed, setup);
}

/* Returns a legal action of a seat that owes a decision. */
static inline ff_action take_action(struct input *input, const struct ff_game *game, int seat)
{
    ff_options options = ff_game_options(game, seat);
    int nth = take_byte(input) % ff_popcount(options);
    return ff_action_of(game->pub.stage, (unsigned)ff_option_nth(options, nth));
}

/* Checks a view: the options follow from it, and a game resampled from it has the same view. The seat may be
 * FF_NOBODY. */
static inline void view_must_hold(const struct ff_edition *edition, const struct ff_game *game, int seat, uint64_t seed)
{
    struct ff_view view, again;
    struct ff_game other;
    struct ff_rng rng = ff_rng_of(seed);
    ff_view_of(game, seat, &view);
    if (seat != FF_NOBODY)
        MUST(ff_legal(edition, &view) == ff_game_options(game, seat));
    ff_resample(edition, &view, &rng, &other);
    MUST(ff_check(edition, &other) == 0);
    ff_view_of(&other, seat, &again);
    MUST(memcmp(&view, &again, sizeof view) == 0);
}

/* Checks a game. The seed chooses the seat whose view is checked, because checking all would be slow. Between two
 * automatic steps it resamples nothing: a view does not show that nobody must decide. */
static inline void game_must_hold(const struct ff_edition *edition, const struct ff_game *game, uint64_t seed)
{
    MUST(ff_check(edition, game) == 0);
    MUST(game->pub.owe == 0 || game->pub.stage != FF_STAGE_OVER);
    if (game->pub.owe == 0 && game->pub.stage != FF_STAGE_OVER)
        return;
    int seat = (int)(seed % (game->pub.players + 1u));
    view_must_hold(edition, game, seat < game->pub.players ? seat : FF_NOBODY, seed);
}

/* Follows the game to the next decision or the end and checks every step. */
static inline void follow(const struct ff_edition *edition, struct ff_game *game)
{
    struct ff_event event;
    while (ff_follow(edition, game, &event))
        game_must_hold(edition, game, event.kind);
    MUST(game->pub.owe || game->pub.stage == FF_STAGE_OVER);
}
