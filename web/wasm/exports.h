/* exports.h - the functions that the page (web/) calls. The module has no imports and plays one game.
 *
 * Text goes through one buffer. The page writes bytes at buffer() and passes their number, or gets a number of bytes
 * and reads them there. A function that refuses a text returns -1 and leaves the reason in the buffer; error_length()
 * is the length of the reason. Functions that return a length leave their answer in the buffer. Numbers of 64 bits are
 * BigInts in JavaScript.
 *
 * The game is a value: game_size() bytes at game(). The page keeps copies and writes them back, for undo, for showing
 * past positions and for several games at once. */
#pragma once

#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { BUFFER_MAX = 64 * 1024 };

char *EXPORT(buffer)(void);
int EXPORT(buffer_max)(void);
int EXPORT(error_length)(void);

/* ----------------------------------------------------------------------------------------------- edition and set-up */

/* Set the edition. Call one of these functions before all others. They return 0 or -1. */
int EXPORT(edition_default)(void);
int EXPORT(edition_read)(int length);
int EXPORT(edition_print)(void); /* the length */
int EXPORT(edition_json)(void);  /* an EditionInfo of web/src/engine/types.ts */

/* Read the names of the players (for sentences and records) and the names of the bots, one per line. A person has an
 * empty line among the bots. */
void EXPORT(names_read)(int length);
void EXPORT(bots_read)(int length);

/* Deals from a seed and begins the game, before its first step. Returns -1 if the number of players or the mode is
 * invalid. */
int EXPORT(setup_deal)(int players, int mode, uint64_t seed);
/* Write the set-up as the first line of a record, and read such a line with its edition, names and bots. Stored games
 * begin with this line. */
int EXPORT(setup_print)(void);
int EXPORT(setup_read)(int length);

/* ------------------------------------------------------------------------------------------------------------- game */

void *EXPORT(game)(void);
int EXPORT(game_size)(void);
int EXPORT(game_stage)(void);
int EXPORT(game_owe)(void);                  /* mask of the seats that must decide */
uint64_t EXPORT(game_options)(int seat);     /* legal options; 0 for a seat that does not exist */
int EXPORT(game_play)(int seat, int length); /* plays an action given as text: enum ff_refusal, or -1 if unreadable */
int EXPORT(game_act)(int seat, int action);  /* plays an action given as a number */
int EXPORT(game_follow)(void);               /* takes an automatic step; 0 if there is none */
int EXPORT(game_own_step)(int seat);         /* whether the next automatic step belongs to the seat's turn */
int EXPORT(game_check)(void);                /* 0 if every invariant holds */
uint64_t EXPORT(game_hash)(void);

/* Reads a server's view (text_position_view). Replaces the game by what the seat knows of it (ff_view_game), so that
 * the page can play the seat's turn ahead. Returns the seat, 255 for a spectator, or -1. */
int EXPORT(view_read)(int length);

/* Replaces the game by what the seat knows, as if the seat's turn in this round began now (R2.3). Returns 0, or -1 if
 * the turn cannot be planned. */
int EXPORT(plan_begin)(int seat);

/* ---------------------------------------------------------------------------------------------------------- showing */

/* Write JSON as declared in web/src/engine/types.ts. Return its length. A seat that does not exist gets the view of a
 * spectator. */
int EXPORT(view_json)(int seat, int memory_aid);
int EXPORT(options_json)(int seat);
int EXPORT(why_not_json)(int seat, int length); /* why an action given as text is refused; -1 if unreadable */
int EXPORT(refusal_json)(int refusal);
/* Returns the Market's option for an exchange, for the plan of a sale; 0 if there is no such exchange. */
int EXPORT(market_of)(int from, int to, int count);
int EXPORT(sale_preview_json)(int seat, int hops, int barley, int water, int market, int office);
int EXPORT(build_preview_json)(int seat);
/* Evaluate a plan of the seat's turn, given as text (docs/authors/notation.md), as if the turn came now. plan_json
 * writes {"plays":line or null,"turns":[...]} as in docs/authors/protocol.md, or returns -1. plan_chain writes the
 * actions that the plan plays; it returns 0 if there are none. */
int EXPORT(plan_json)(int seat, int length);
int EXPORT(plan_chain)(int seat, int length);
int EXPORT(event_json)(int viewer); /* the last step's event as the seat `viewer` knows it; 254 for all secrets */
int EXPORT(hands_json)(void);       /* the hands of all seats, for finished games */
/* Follow a game by the lines of its events (engine/text/event.h). events_begin starts at the beginning of the game, and
 * event_read reads one line. It writes the event as event_json does, or returns -1. */
void EXPORT(events_begin)(void);
int EXPORT(event_read)(int length);
/* Write the view and the last step as a server does (docs/authors/protocol.md), for tests of the page. */
int EXPORT(view_print)(int seat);
int EXPORT(event_print)(int viewer);

/* ---------------------------------------------------------------------------------------------------------- records */

/* Write a record. Call record_begin_lines after setup_deal or setup_read, and record_step_lines after each step. They
 * write the lines completed so far. */
int EXPORT(record_begin_lines)(void);
int EXPORT(record_step_lines)(void);
/* Read a record, one line per call. record_line writes the line's decisions as JSON [[seat, "action"], ...], or returns
 * -1. */
void EXPORT(record_open)(void);
int EXPORT(record_line)(int length);

/* Computes the seal of a value (docs/players/fair.md). Reads and writes 64 hexadecimal digits, or returns -1. */
int EXPORT(seal_print)(int length);

/* ------------------------------------------------------------------------------------------------------------- bots */

/* Load the network that some bots need. The page writes its bytes at net_buffer() and calls net_load, which returns 0
 * or -1. */
void *EXPORT(net_buffer)(int size); /* NULL if `size` is too large */
int EXPORT(net_load)(int size);

int EXPORT(bot_needs_net)(int length); /* whether the bot with this name needs the network; -1 if unknown */

/* The view of the bot: view_size() bytes at view(). view_of makes it from the game, or the page writes its bytes. */
void *EXPORT(view)(void);
int EXPORT(view_size)(void);
void EXPORT(view_of)(int seat);

/* The public history (bots/ai/public_history.h): public_history_size() bytes at public_history(). After every event
 * from the set-up on, the page calls public_history_observe, or it writes the bytes itself. public_history_clear clears
 * the history, so that bots decide without it. */
void *EXPORT(public_history)(void);
int EXPORT(public_history_size)(void);
void EXPORT(public_history_clear)(void);
void EXPORT(public_history_observe)(void);

/* Let a bot decide at view(): bot_begin with the bot's name as text, bot_think as long as the page likes, then the
 * answer. */
int EXPORT(bot_begin)(int length, uint64_t seed); /* the bot's default number of iterations, or -1 */
int EXPORT(bot_think)(int iterations);            /* 0 if more thinking is useless */
int EXPORT(bot_option)(void);                     /* the chosen option */
int EXPORT(bot_answer_json)(void);                /* a Hint of web/src/engine/types.ts */
/* Evaluate view(), which must be a seat's, with the network alone. chances_json writes every seat's chance in
 * hundredths of a percent, or returns -1 without a network. opponents_set sets the strength of the opponents, four bits
 * per seat: level 1 to 7, or 0 for people. */
void EXPORT(opponents_set)(unsigned levels);
int EXPORT(chances_json)(void);
/* Writes the levels 1 to 7: [{"bot":"steward","iterations":0,"ms":1000}, ...] */
int EXPORT(levels_json)(void);
/* Writes the level that a player's losses resemble (bots/coach/played_level.h), from their sum `lost` over `turns`
 * turns: {"level":3,"low":1,"high":4}, or null without turns. */
int EXPORT(played_level_json)(int lost, int turns);

/* ------------------------------------------------------------------------------------------------------------ coach */

/* Only fuerstenfeld-coach.wasm has the functions below, in addition to all others. A first visit to the page loads the
 * smaller module.
 *
 * Hints and reviews (docs/players/coach.md describes their JSON): begin with coach_hint or review_item, then call
 * coach_think until it returns 0. coach_done returns the progress out of 1000, and coach_json writes the verdict so
 * far. Efforts are 0 quick, 1 normal, 2 deep. A hint is for a whole turn. view() is the view at the turn's beginning,
 * public_history() the public history before it, and the buffer has the seat's actions since then, one per line. While
 * the seat follows the plan, the answer stays the same and costs nothing. coach_hint returns 0 or -1.
 *
 * Hints and reviews use the opponents' levels set by opponents_set(). Without levels, and for people, they assume equal
 * players. */
int EXPORT(coach_hint)(int effort, int length);
int EXPORT(coach_think)(int tries); /* about 1 ms for one or two tries; 0 if the verdict is final */
int EXPORT(coach_done)(void);
int EXPORT(coach_json)(void);

/* Review the game of setup_deal or setup_read. review_open begins. review_add adds decisions from lines of the buffer
 * such as "1 sell 2 hops", in as many calls as needed, and returns the number of items to judge so far. The items may
 * be judged in any order. */
int EXPORT(review_open)(void);
int EXPORT(review_add)(int length);
int EXPORT(review_items_json)(void);
int EXPORT(review_item)(int item, int effort); /* begins to judge an item; 0 or -1 */
/* The summaries of the judged items, review_summaries_size() bytes. A page that stores the bytes and writes them back
 * continues a review. */
void *EXPORT(review_summaries)(void);
int EXPORT(review_summaries_size)(void);
/* Compute the luck of the reviewed game. Each review_luck_step evaluates some draws; call it until it returns 0. Then
 * review_luck_json writes luck and skill. */
int EXPORT(review_luck_step)(int draws);
int EXPORT(review_luck_json)(void);

/* Reads a puzzle from its line (bots/coach/puzzle.h) and sets up its game. Writes the decisions that lead to the
 * puzzle's turn, or returns -1: {"seat":1,"players":3,"mode":"base","decisions":[[0,"bury hops1"],...]} */
int EXPORT(puzzle_read)(int length);
/* Judges an attempt at the puzzle: the seat's actions, one per line. "outcome" is a name of enum coach_outcome
 * (bots/coach/puzzle_attempt.h). Returns -1 for an illegal action:
 * {"outcome":"outbid","parts":6,"coins":4,"rival":2,"purse":5,"comes":true} */
int EXPORT(puzzle_try)(int length);
/* Writes the actions of a turn that solves the puzzle, without those that do not matter. */
int EXPORT(puzzle_solution_json)(void);

/* Writes the deal of a date given as text (bots/coach/daily_deal.h), or returns -1:
 * {"date":"2026-11-16","seed":7,"mode":"base","seat":2,"levels":[2,4,null],"iterations":1000} */
int EXPORT(daily_json)(int length);
/* Writes a seat's score in a finished game: {"place":1,"parts":6,"coins":7,"rounds":10,"order":...} */
int EXPORT(score_json)(int seat);

/* ----------------------------------------------------------------------------------------------- the text language */

/* Convert to and from the text language (docs/authors/notation.md). Printing returns the length. Reading returns -1 if
 * it refuses the text. */
int EXPORT(action_print)(int action);
int EXPORT(action_read)(int stage, int length); /* the action */
int EXPORT(refusal_print)(int refusal);
int EXPORT(position_print)(void);
int EXPORT(position_read)(int length); /* 0 */

/* Play random games (random_games.h), for tests and measurements. Return the number of decisions. random_hash and
 * random_rounds return the results of the last games. `players` and `mode` must be valid. */
uint64_t EXPORT(random_play)(int players, int mode, uint64_t seed, uint32_t games);
uint64_t EXPORT(random_play_hashing)(int players, int mode, uint64_t seed, uint32_t games);
uint64_t EXPORT(random_hash)(void);
uint32_t EXPORT(random_rounds)(void);
