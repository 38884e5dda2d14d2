/* exports.h - the functions that the page (web/) calls. The module has no imports and plays one game.
 *
 * Text goes through one buffer: the page writes bytes at buffer() and passes their number, or gets a number of bytes
 * and reads them there. A function that refuses a text returns -1 and leaves the reason in the buffer; error_length()
 * is its length. Functions that return a length leave their answer in the buffer. Numbers of 64 bits are BigInts in
 * JavaScript.
 *
 * The game is a value: game_size() bytes at game(). The page keeps copies of it and writes them back: for undo, for
 * showing past positions and for several games at once. */
#pragma once

#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { BUFFER_MAX = 64 * 1024 };

char *EXPORT(buffer)(void);
int EXPORT(buffer_max)(void);
int EXPORT(error_length)(void);

/* ----------------------------------------------------------------------------------------------- edition and set-up */

/* Call one of these first. They return 0 or -1. */
int EXPORT(edition_default)(void);
int EXPORT(edition_read)(int length);
int EXPORT(edition_print)(void); /* the length */
int EXPORT(edition_json)(void);  /* EditionInfo of web/src/engine/types.ts */

/* Read the players' names for sentences and records, one per line, and the bots' names, with an empty line for a
 * person. */
void EXPORT(names_read)(int length);
void EXPORT(bots_read)(int length);

/* Deals from a seed and goes to the position before the first step. Returns -1 for impossible players or modes. */
int EXPORT(setup_deal)(int players, int mode, uint64_t seed);
/* Write the set-up as the first line of a record, and read it back with edition, names and bots. Stored games begin
 * with that line. */
int EXPORT(setup_print)(void);
int EXPORT(setup_read)(int length);

/* ------------------------------------------------------------------------------------------------------------- game */

void *EXPORT(game)(void);
int EXPORT(game_size)(void);
int EXPORT(game_stage)(void);
int EXPORT(game_owe)(void);                  /* a mask of the seats that must decide */
uint64_t EXPORT(game_options)(int seat);     /* 0 also for a seat that is not there */
int EXPORT(game_play)(int seat, int length); /* an action as text; enum ff_refusal (0: played), or -1: unreadable */
int EXPORT(game_act)(int seat, int action);  /* an action as a number */
int EXPORT(game_follow)(
    void); /* takes an automatic step and returns 1; returns 0 if a seat must decide or the game is over */
int EXPORT(game_own_step)(int seat); /* whether the next automatic step belongs to that seat's turn */
int EXPORT(game_check)(void);        /* 0: every invariant holds */
uint64_t EXPORT(game_hash)(void);

/* Reads a server's view (text_position_view). The game becomes what the seat knows of it (ff_view_game), to play the
 * own turn ahead. Returns the seat, 255 for a spectator, or -1. */
int EXPORT(view_read)(int length);

/* Replaces the game by what the seat knows, as if its turn of this round began now (R2.3). Returns 0, or -1 if the turn
 * cannot be planned. */
int EXPORT(plan_begin)(int seat);

/* ---------------------------------------------------------------------------------------------------------- showing */

/* Write JSON in the shapes of web/src/engine/types.ts and return its length. A seat that does not exist gets a
 * spectator's view. */
int EXPORT(view_json)(int seat, int memory_aid);
int EXPORT(options_json)(int seat);
int EXPORT(why_not_json)(int seat, int length); /* of an action as text, or -1 */
int EXPORT(refusal_json)(int refusal);
/* Returns the Market option of an exchange, for the plan of a sale; 0 if there is no such exchange. */
int EXPORT(market_of)(int from, int to, int count);
int EXPORT(sale_preview_json)(int seat, int hops, int barley, int water, int market, int office);
int EXPORT(build_preview_json)(int seat);
/* Evaluate a plan of that seat's turn, given as text (docs/authors/notation.md), as if the turn came now. plan_json
 * writes {"plays":line or null,"turns":[...]} as in docs/authors/protocol.md, or returns -1. plan_chain writes the
 * actions that the plan plays; 0: none. */
int EXPORT(plan_json)(int seat, int length);
int EXPORT(plan_chain)(int seat, int length);
int EXPORT(event_json)(int viewer); /* the event of the last step, as that seat knows it; 254: with all secrets */
int EXPORT(hands_json)(void);       /* of all seats, for games that are over */
/* Follow a game by the lines of its events (engine/text/event.h): begin at the game's beginning, then read line by
 * line. Each event becomes JSON as by event_json, or -1. */
void EXPORT(events_begin)(void);
int EXPORT(event_read)(int length);
/* Print the view and the last step as a server does (docs/authors/protocol.md), for tests of the page. */
int EXPORT(view_print)(int seat);
int EXPORT(event_print)(int viewer);

/* ---------------------------------------------------------------------------------------------------------- records */

/* Write a record: record_begin_lines after setup_deal or setup_read, record_step_lines after each step. They return the
 * lines that are complete. */
int EXPORT(record_begin_lines)(void);
int EXPORT(record_step_lines)(void);
/* Read a record, one line per call. Returns the line's decisions as JSON [[seat, "action"], ...], or -1. */
void EXPORT(record_open)(void);
int EXPORT(record_line)(int length);

/* Computes the seal of a value (docs/players/fair.md): 64 digits in, 64 digits out, or -1. */
int EXPORT(seal_print)(int length);

/* ------------------------------------------------------------------------------------------------------------- bots */

/* net_buffer returns the place for the bytes of a network; net_load reads it and returns 0 or -1. Bots that use a
 * network need it. */
void *EXPORT(net_buffer)(int size); /* NULL: too many bytes */
int EXPORT(net_load)(int size);

int EXPORT(bot_needs_net)(int length); /* 1 or 0 for a bot's name as text, or -1 */

/* The bot's view: view_size() bytes at view(). view_of composes it from the game, or the page writes it. */
void *EXPORT(view)(void);
int EXPORT(view_size)(void);
void EXPORT(view_of)(int seat);

/* The public history (bots/ai/public_history.h): watched_size() bytes at watched(). watch_look observes the game after
 * every event since its set-up, or the page writes it. After watch_forget the bot has no history. */
void *EXPORT(watched)(void);
int EXPORT(watched_size)(void);
void EXPORT(watch_forget)(void);
void EXPORT(watch_look)(void);

/* Decide from view(): begin with a bot's name as text, think as long as you like, answer as JSON. */
int EXPORT(bot_begin)(int length, uint64_t seed); /* its own number of iterations, or -1 */
int EXPORT(bot_think)(int iterations);            /* 0: more would add nothing */
int EXPORT(bot_option)(void);                     /* the option chosen */
int EXPORT(bot_answer_json)(void);                /* Hint of web/src/engine/types.ts */
/* Evaluates view(), which must be a seat's, without a bot: gives everybody's chances in hundredths of a percent,
 * against the opponents set by company() (four bits a seat: level 1 to 7, 0 for people). Returns -1 without a
 * network. */
void EXPORT(company)(unsigned levels);
int EXPORT(chances_json)(void);
/* Levels 1 to 7: [{"bot":"steward","iterations":0,"ms":1000}, ...] */
int EXPORT(levels_json)(void);
/* Returns the level that so many turns resemble, by the sum of their losses (bots/coach/played_level.h), or null:
 * {"level":3,"low":1,"high":4} */
int EXPORT(played_level_json)(int lost, int turns);

/* ------------------------------------------------------------------------------------------------------------ coach */

/* Only fuerstenfeld-coach.wasm has these functions, in addition to all others. A first visit to the page loads the
 * smaller module.
 *
 * Hints and reviews (docs/players/coach.md describes the JSON): after either begins, call coach_think until it returns
 * 0. coach_done is the progress out of 1000, and coach_json the verdict so far. Efforts are 0 quick, 1 normal, 2 deep.
 * A hint is for the whole turn. view() is the view at its beginning, watched() the public history before it, and the
 * buffer has the seat's actions since then, one per line. While the seat follows the plan, the answer stays the same
 * and costs nothing. Returns 0 or -1.
 *
 * Both use the opponents' levels of the last company(). Without it, and for people, they assume equals. */
int EXPORT(coach_hint)(int effort, int length);
int EXPORT(coach_think)(int tries); /* takes about 1 ms for 1 to 2 tries; 0: the verdict is final */
int EXPORT(coach_done)(void);
int EXPORT(coach_json)(void);

/* Review the game of setup_deal or setup_read: open it, add its decisions as lines "1 sell 2 hops" of the buffer, in as
 * many calls as needed, and judge the items in any order. review_add returns the number of items to judge. */
int EXPORT(review_open)(void);
int EXPORT(review_add)(int length);
int EXPORT(review_items_json)(void);
int EXPORT(review_item)(int item, int effort); /* begins to judge it: 0, or -1 */
/* The summaries of the judged items, review_summaries_size() bytes. A page that stores them and writes them back
 * continues a review. */
void *EXPORT(review_summaries)(void);
int EXPORT(review_summaries_size)(void);
/* Compute the luck of the game, some draws per call, until review_walk returns 0. Then review_balance_json writes the
 * sum. */
int EXPORT(review_walk)(int draws);
int EXPORT(review_balance_json)(void);

/* Reads a puzzle, a line of the set (bots/coach/puzzle.h), as the set-up. Returns the decisions that lead to its turn,
 * or -1:
 * {"seat":1,"players":3,"mode":"base","decisions":[[0,"bury hops1"],...]} */
int EXPORT(puzzle_read)(int length);
/* Judges the seat's actions, one a line, or returns -1 (bots/coach/puzzle_attempt.h; "outcome" is "goes-on", "solved",
 * "unfinished", "outbid", or of a plan "not-first", "uncertain"):
 * {"outcome":"outbid","parts":6,"coins":4,"rival":2,"purse":5,"comes":true} */
int EXPORT(puzzle_try)(int length);
/* Returns the necessary actions of a turn that solves the puzzle. */
int EXPORT(puzzle_solution_json)(void);

/* Returns the deal of a date given as text (bots/coach/daily_deal.h), or -1:
 * {"date":"2026-11-16","seed":7,"mode":"base","seat":2,"levels":[2,4,null],"iterations":1000} */
int EXPORT(daily_json)(int length);
/* Returns a seat's score in a game that is over: {"place":1,"parts":6,"coins":7,"rounds":10,"order":...} */
int EXPORT(score_json)(int seat);

/* ----------------------------------------------------------------------------------------------- the text language */

/* The text language (docs/authors/notation.md). Printing returns the length; reading returns -1 if it refuses. */
int EXPORT(action_print)(int action);
int EXPORT(action_read)(int stage, int length); /* the action */
int EXPORT(refusal_print)(int refusal);
int EXPORT(position_print)(void);
int EXPORT(position_read)(int length); /* 0 */

/* Play random games (random_games.h), for tests and measurements, and return the number of decisions. random_hash and
 * random_rounds are those of the last games. players and mode must be valid. */
uint64_t EXPORT(random_play)(int players, int mode, uint64_t seed, uint32_t games);
uint64_t EXPORT(random_play_hashing)(int players, int mode, uint64_t seed, uint32_t games);
uint64_t EXPORT(random_hash)(void);
uint32_t EXPORT(random_rounds)(void);
