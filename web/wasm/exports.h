/* exports.h - what a page (web/) can call. The module has no imports and plays one game.
 *
 * Text goes through one buffer: the page writes bytes at buffer() and passes their number, or is given a number of
 * bytes and reads them there. A function that refuses a text returns -1 and leaves the reason in the buffer;
 * error_length() says how long it is. Functions that answer with a length answer in the buffer. Numbers of 64 bits are
 * BigInts in JavaScript.
 *
 * The game is a value: game_size() bytes at game(). The page keeps copies and puts them back, for undo, for looking
 * back and for several games at once. */
#ifndef WASM_EXPORTS_H
#define WASM_EXPORTS_H

#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { BUFFER_MAX = 64 * 1024 };

char *EXPORT(buffer)(void);
int EXPORT(buffer_max)(void);
int EXPORT(error_length)(void);

/* ----------------------------------------------------------------------------------------------- edition and set-up */

/* One of these is to be called first. 0, or -1. */
int EXPORT(edition_default)(void);
int EXPORT(edition_read)(int length);
int EXPORT(edition_print)(void); /* the length */
int EXPORT(edition_json)(void);  /* EditionInfo of web/src/engine/types.ts */

/* The players' names, one a line, for sentences and records; and the bots that play for them, nothing for a person. */
void EXPORT(names_read)(int length);
void EXPORT(bots_read)(int length);

/* A deal from a seed; the game then stands before its first step (game_follow). -1: no such players or mode. */
int EXPORT(setup_deal)(int players, int mode, uint64_t seed);
/* The set-up as the first line of a record, and back with edition, names and bots: what a stored game begins with. */
int EXPORT(setup_print)(void);
int EXPORT(setup_read)(int length);

/* ------------------------------------------------------------------------------------------------------------- game */

void *EXPORT(game)(void);
int EXPORT(game_size)(void);
int EXPORT(game_stage)(void);
int EXPORT(game_owe)(void);                  /* a mask of the seats that must decide */
uint64_t EXPORT(game_options)(int seat);     /* 0 also for a seat that is not there */
int EXPORT(game_play)(int seat, int length); /* an action as text: enum ff_refusal, 0 is played; -1: can't be read */
int EXPORT(game_act)(int seat, int action);  /* an action as a number */
int EXPORT(game_follow)(void);       /* 1: one step was done by itself; 0: somebody must decide, or it is over */
int EXPORT(game_own_step)(int seat); /* whether the next step by itself belongs to that seat's turn */
int EXPORT(game_check)(void);        /* 0: every invariant holds */
uint64_t EXPORT(game_hash)(void);

/* What a server says that a seat knows (text_position_view). The game becomes what the seat knows of it
 * (ff_view_game), to play the own turn ahead. The seat, 255 for a spectator, or -1. */
int EXPORT(view_read)(int length);

/* The game becomes what the seat knows, as if its turn of this round began now (R2.3). 0, or -1: it cannot be planned.
 */
int EXPORT(plan_begin)(int seat);

/* ---------------------------------------------------------------------------------------------------------- showing */

/* JSON in the shapes of web/src/engine/types.ts; lengths. A seat that is not there sees what everybody sees. */
int EXPORT(view_json)(int seat, int memory_aid);
int EXPORT(options_json)(int seat);
int EXPORT(why_not_json)(int seat, int length); /* of an action as text, or -1 */
int EXPORT(refusal_json)(int refusal);
/* The Market option that exchanges so many (0: there is no such exchange), for the plan of a sale. */
int EXPORT(market_of)(int from, int to, int count);
int EXPORT(sale_preview_json)(int seat, int hops, int barley, int water, int market, int office);
int EXPORT(build_preview_json)(int seat);
/* A plan of that seat's turn as text (docs/authors/notation.md). plan_json: {"plays":line or null,"turns":[...]} as in
 * docs/authors/protocol.md, if the turn came now, or -1. plan_chain: the actions that it plays now; 0: nothing holds.
 */
int EXPORT(plan_json)(int seat, int length);
int EXPORT(plan_chain)(int seat, int length);
int EXPORT(event_json)(int viewer); /* of the last step, as that seat knows it; 254: everything */
int EXPORT(hands_json)(void);       /* of all seats, for games that are over */
/* The game by the lines of its events (engine/text/event.h): begin at the game's beginning, then read line by line.
 * The event as JSON, as event_json gives it, or -1. */
void EXPORT(events_begin)(void);
int EXPORT(event_read)(int length);
/* As a server tells it (docs/authors/protocol.md): the view, and the last step as a line; for tests of the page. */
int EXPORT(view_print)(int seat);
int EXPORT(event_print)(int viewer);

/* ---------------------------------------------------------------------------------------------------------- records */

/* Writing: record_begin after setup_deal or setup_read, record_step after each step. The lines that are complete. */
int EXPORT(record_begin_lines)(void);
int EXPORT(record_step_lines)(void);
/* Reading: one line a call. The decisions that it tells, as JSON [[seat, "action"], ...], or -1. */
void EXPORT(record_open)(void);
int EXPORT(record_line)(int length);

/* The seal of a value (docs/players/fair.md), 64 digits in, 64 out, or -1. A server's record is dealt again when it is
 * read. */
int EXPORT(seal_print)(int length);

/* ------------------------------------------------------------------------------------------------------------- bots */

/* Where to put the bytes of a network, and reading it: 0, or -1. Needed by the bots that use one. */
void *EXPORT(net_buffer)(int size); /* NULL: too many bytes */
int EXPORT(net_load)(int size);

int EXPORT(bot_needs_net)(int length); /* 1 or 0 for a bot's name as text, or -1 */

/* What a bot is told: view_size() bytes at view(), composed of the game by view_of or put there by the page. */
void *EXPORT(view)(void);
int EXPORT(view_size)(void);
void EXPORT(view_of)(int seat);

/* And what everybody saw: watched_size() bytes at watched(), put there by the page, or made of a look at the game after
 * every event since its set-up (bots/ai/public_history.h). Forgotten, the bot knows what lies on the table alone. */
void *EXPORT(watched)(void);
int EXPORT(watched_size)(void);
void EXPORT(watch_forget)(void);
void EXPORT(watch_look)(void);

/* One decision, from view(): begin with a bot's name as text, think as long as you like, answer as JSON. */
int EXPORT(bot_begin)(int length, uint64_t seed); /* its own number of iterations, or -1 */
int EXPORT(bot_think)(int iterations);            /* 0: more would add nothing */
int EXPORT(bot_option)(void);                     /* the option chosen */
int EXPORT(bot_answer_json)(void);                /* Hint of web/src/engine/types.ts */
/* Without a bot, from view(), which must be a seat's: everybody's chances against such opponents as company() told
 * (four bits a seat: level 1 to 5, 0 for people), in hundredths of a percent, and by how much these are luck, if the
 * seat has drawn cards since the view at earlier(). -1: no network. */
void EXPORT(company)(unsigned levels);
void *EXPORT(earlier)(void);
int EXPORT(chances_json)(void);
int EXPORT(luck_json)(void);
/* Level 1 to 5: [{"bot":"steward","iterations":0,"ms":1000}, ...] */
int EXPORT(levels_json)(void);

/* ------------------------------------------------------------------------------------------------------------ coach */

/* In fuerstenfeld-coach.wasm alone, which has everything else too: a first visit to the page loads the smaller module.
 *
 * Hints and reviews (docs/players/coach.md has the JSON). Either begins, then coach_think is called until it gives 0;
 * coach_done says how far it is, out of 1000, and coach_json what is known so far: a verdict. Efforts are 0 quick, 1
 * normal, 2 deep.
 *
 * A hint is for the whole turn: view() is that of its beginning, the buffer has the actions that this seat took since,
 * one a line; watched() is what everybody saw before that turn. While the plan is followed the answer stays the same
 * and costs nothing. 0, or -1.
 *
 * Both take the others for as strong as company() told last; until it did, and for people, for equals. */
int EXPORT(coach_hint)(int effort, int length);
int EXPORT(coach_think)(int tries); /* some 1 to 2 tries a millisecond; 0: it is final */
int EXPORT(coach_done)(void);
int EXPORT(coach_json)(void);

/* A review is of the game of setup_deal or setup_read: open it, add its decisions as lines "1 sell 2 hops" (of the
 * buffer, several times where they are many; gives how many items there are to judge), and judge the items in any
 * order. */
int EXPORT(review_open)(void);
int EXPORT(review_add)(int length);
int EXPORT(review_items_json)(void);
int EXPORT(review_item)(int item, int effort); /* begins to judge it: 0, or -1 */
/* What is kept of the items that were judged, review_told_size() bytes: a page that stores them and puts them back goes
 * on with a review where it was. */
void *EXPORT(review_told)(void);
int EXPORT(review_told_size)(void);
/* The luck of the game, some draws a call: 1, 0: all is known. Then its sum. */
int EXPORT(review_walk)(int draws);
int EXPORT(review_balance_json)(void);

/* A puzzle, as a line of the set (bots/coach/puzzle.h), becomes the set-up, and the decisions that lead to its turn are
 * told:
 * {"seat":1,"players":3,"mode":"base","decisions":[[0,"bury hops1"],...]}. Or -1. */
int EXPORT(puzzle_read)(int length);
/* What the seat's actions, one a line, make of it, or -1 (bots/coach/puzzle_attempt.h; "outcome" is "goes-on",
 * "solved", "unfinished", "outbid", or of a plan "not-first", "uncertain"):
 * {"outcome":"outbid","parts":6,"coins":4,"rival":2,"purse":5,"comes":true} */
int EXPORT(puzzle_try)(int length);
/* The actions of a turn that solves it, as far as they matter. */
int EXPORT(puzzle_solution_json)(void);

/* The deal of a day (bots/coach/daily_deal.h) for a date as text, or -1:
 * {"date":"2026-11-16","seed":7,"mode":"base","seat":2,"levels":[2,4,null],"iterations":1000} */
int EXPORT(daily_json)(int length);
/* How the game, which is over, ended for a seat: {"place":1,"parts":6,"coins":7,"rounds":10,"order":...} */
int EXPORT(score_json)(int seat);

/* ----------------------------------------------------------------------------------------------- the text language */

/* docs/authors/notation.md. Printing gives the length, reading -1 where it refuses. */
int EXPORT(action_print)(int action);
int EXPORT(action_read)(int stage, int length); /* the action */
int EXPORT(refusal_print)(int refusal);
int EXPORT(position_print)(void);
int EXPORT(position_read)(int length); /* 0 */

/* Random games (random_games.h), for proofs and measurements. Both give the decisions; random_hash and random_rounds
 * are those of the games just played. players and mode must be valid. */
uint64_t EXPORT(random_play)(int players, int mode, uint64_t seed, uint32_t games);
uint64_t EXPORT(random_play_hashing)(int players, int mode, uint64_t seed, uint32_t games);
uint64_t EXPORT(random_hash)(void);
uint32_t EXPORT(random_rounds)(void);

#endif
