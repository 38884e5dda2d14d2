/* exports.c - what a page can call; see exports.h. The state of the module is one struct: a page has no main() that
 * could own it. */
#include "exports.h"

#include "core/ff.h"
#include "random_games.h"
#include "text/edition.h"
#include "text/names.h"
#include "text/notation.h"
#include "text/position.h"

extern const char default_edition_text[];
extern const size_t default_edition_size;

static struct page {
    struct text_edition edition;
    struct ff_game game;
    struct random_games games;
    int error_length;
    char buffer[BUFFER_MAX];
} page;

/* ----------------------------------------------------------------------------------------------------------- text */

static struct out answer(void) { return out_of(page.buffer, sizeof page.buffer); }

static int refuse(const struct text_error *error)
{
    struct out out = answer();
    if (error->line > 0) {
        out_str(&out, "line ");
        out_unsigned(&out, error->line);
        out_str(&out, ": ");
    }
    out_str(&out, error->message);
    page.error_length = (int)out.length;
    return -1;
}

static size_t bounded(int length) { return length < 0 ? 0 : length > BUFFER_MAX ? (size_t)BUFFER_MAX : (size_t)length; }

char *buffer(void) { return page.buffer; }

int buffer_max(void) { return BUFFER_MAX; }

int error_length(void) { return page.error_length; }

/* -------------------------------------------------------------------------------------------------------- edition */

int edition_default(void)
{
    struct text_error error;
    bool read = text_edition_read(default_edition_text, default_edition_size, &page.edition, &error);
    return read ? 0 : refuse(&error);
}

int edition_read(int length)
{
    struct text_error error;
    bool read = text_edition_read(page.buffer, bounded(length), &page.edition, &error);
    return read ? 0 : refuse(&error);
}

int edition_print(void)
{
    struct out out = answer();
    text_edition(&out, &page.edition);
    return (int)out.length;
}

/* ----------------------------------------------------------------------------------------------------------- game */

int game_deal(int players, int mode, uint64_t seed)
{
    if (players < FF_PLAYERS_MIN || players > FF_PLAYERS_MAX || (mode != FF_BASE && mode != FF_EXPERT))
        return -1;
    random_game_begin(&page.edition.values, players, mode, seed, &page.game);
    return 0;
}

int game_stage(void) { return page.game.pub.stage; }

int game_owe(void) { return page.game.pub.owe; }

uint64_t game_options(int seat)
{
    return seat >= 0 && seat < page.game.pub.players ? ff_game_options(&page.game, seat) : 0;
}

int game_apply(int seat, int action)
{
    if (action < 0 || action > 0xffff)
        return FF_REFUSED_NO_SUCH_OPTION;
    return (int)ff_apply(&page.edition.values, &page.game, seat, (ff_action)action);
}

int game_check(void) { return ff_check(&page.edition.values, &page.game); }

uint64_t game_hash(void) { return ff_hash(&page.game); }

/* ----------------------------------------------------------------------------------------------- the text language */

int action_print(int action)
{
    struct out out = answer();
    text_action(&out, (ff_action)action);
    return (int)out.length;
}

int action_read(int stage, int length)
{
    struct text_error error;
    ff_action action;
    bool read = text_action_parse(stage, page.buffer, bounded(length), &action, &error);
    return read ? action : refuse(&error);
}

int refusal_print(int refusal)
{
    struct out out = answer();
    out_str(&out, text_refusal((enum ff_refusal)refusal));
    out_str(&out, " (");
    out_str(&out, text_refusal_rule((enum ff_refusal)refusal));
    out_str(&out, ")");
    return (int)out.length;
}

int position_print(void)
{
    struct out out = answer();
    text_position(&out, &page.game);
    return (int)out.length;
}

int position_read(int length)
{
    struct text_error error;
    bool read = text_position_read(&page.edition.values, page.buffer, bounded(length), &page.game, &error);
    return read ? 0 : refuse(&error);
}

/* --------------------------------------------------------------------------------------- proofs and measurements */

static uint64_t played(struct random_games games)
{
    page.games = games;
    return games.decisions;
}

uint64_t random_play(int players, int mode, uint64_t seed, uint32_t games)
{
    return played(random_games_play(&page.edition.values, players, mode, seed, games));
}

uint64_t random_play_hashing(int players, int mode, uint64_t seed, uint32_t games)
{
    return played(random_games_hash(&page.edition.values, players, mode, seed, games));
}

uint64_t random_hash(void) { return page.games.hash; }

uint32_t random_rounds(void) { return page.games.rounds; }
