/* page.h - the state of the module, shared by its source files. It is global because a module has no main() that could
 * own it. */
#pragma once

#include "bots/ai/public_history.h"
#include "bots/arena/random_games.h"
#include "engine/base/out.h"
#include "engine/core/ff.h"
#include "engine/text/edition.h"
#include "engine/viewjson/viewjson.h"
#include "exports.h"

enum { NAMES_MAX = 512 };

struct page {
    struct text_edition edition;
    struct ff_setup setup;
    struct ff_game game;
    /* The last step: its event, and the public position before it. */
    struct ff_public before;
    struct ff_event event;
    struct viewjson_replay replay; /* follows the lines of a server */
    struct ff_view view;           /* the view for a bot */
    struct history seen;           /* the public history */
    struct arena_random games;
    int error_length;
    char names_text[NAMES_MAX], bots_text[NAMES_MAX];
    const char *names[FF_PLAYERS_MAX]; /* point into names_text */
    const char *bots[FF_PLAYERS_MAX];  /* point into bots_text; NULL for a person */
    char buffer[BUFFER_MAX];
};
extern struct page page;

/* Returns the buffer as an output for the answer, still empty. */
struct base_out wasm_begin_answer(void);
/* Leave an error message in the buffer and return -1. */
int wasm_refuse(const struct base_error *error);
int wasm_refuse_text(const char *text);
/* Clamps a length from the page to the size of the buffer. */
size_t wasm_clamp_length(int length);
/* Gives the next line of the buffer from *at on, and advances *at. Returns false if there is no line left. */
bool wasm_next_line(size_t length, size_t *at, const char **line, size_t *n);
/* Returns memory that begins `at` bytes after the module's own data; NULL if the browser gives no more. */
void *wasm_memory_at(size_t at, size_t size);
/* Returns the network; NULL if none was loaded. */
struct net;
const struct net *wasm_loaded_net(void);
/* Returns the strength of the opponents, which opponents_set() sets. */
struct features_opponents;
const struct features_opponents *wasm_opponents(void);
/* Set the names of the players and of the bots, one per line. A person has an empty line among the bots. */
void wasm_set_names(const char *text, size_t length);
void wasm_set_bots(const char *text, size_t length);
