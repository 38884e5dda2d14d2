/* page.h - the state of the module, shared by its files. It is global because a module has no main() that could own
 * it. */
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
    /* The last step: its event, and the table before it. */
    struct ff_public before;
    struct ff_event event;
    struct viewjson_replay replay; /* of a server's lines */
    struct ff_view view;           /* the bot's */
    struct history seen;           /* the public history */
    struct arena_random games;
    int error_length;
    char names_text[NAMES_MAX], bots_text[NAMES_MAX];
    const char *names[FF_PLAYERS_MAX]; /* into it */
    const char *bots[FF_PLAYERS_MAX];  /* into its own; NULL: a person */
    char buffer[BUFFER_MAX];
};
extern struct page page;

/* Returns the buffer as an empty answer. */
struct base_out wasm_answer(void);
/* Leave a reason in the buffer and return -1. */
int wasm_refuse(const struct base_error *error);
int wasm_refuse_text(const char *text);
/* Clamps a length that the page gave to the buffer's size. */
size_t wasm_bounded(int length);
/* Reads the next line of the buffer, from *at on. Returns false if there is none. */
bool wasm_next_line(size_t length, size_t *at, const char **line, size_t *n);
/* Returns memory behind the module's own data, `at` bytes from its beginning; NULL if the browser gives no more. */
void *wasm_memory(size_t at, size_t size);
/* Returns the network, or NULL if none was read. */
struct net;
const struct net *wasm_net(void);
/* Returns the opponents set by company(). */
struct features_opponents;
const struct features_opponents *wasm_opponents(void);
/* Set the players' names, and the bots' names, one a line; an empty line is a person. */
void wasm_set_names(const char *text, size_t length);
void wasm_set_bots(const char *text, size_t length);
