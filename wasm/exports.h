/* exports.h - what a page (web/) can call. The module has no imports and plays one game.
 *
 * Text goes through one buffer: the page writes bytes at buffer() and passes their number, or is given a number of
 * bytes and reads them there. A function that refuses a text returns -1 and leaves the reason in the buffer;
 * error_length() says how long it is. Numbers of 64 bits are BigInts in JavaScript. */
#ifndef WASM_EXPORTS_H
#define WASM_EXPORTS_H

#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { BUFFER_MAX = 64 * 1024 };

char *EXPORT(buffer)(void);
int EXPORT(buffer_max)(void);
int EXPORT(error_length)(void);

/* One of these is to be called first. 0, or -1. */
int EXPORT(edition_default)(void);
int EXPORT(edition_read)(int length);
int EXPORT(edition_print)(void); /* the length */

/* 0: dealt; -1: no such number of players or mode. */
int EXPORT(game_deal)(int players, int mode, uint64_t seed);
int EXPORT(game_stage)(void);
int EXPORT(game_owe)(void);                   /* a mask of the seats that must decide */
uint64_t EXPORT(game_options)(int seat);      /* 0 also for a seat that is not there */
int EXPORT(game_apply)(int seat, int action); /* enum ff_refusal: 0 is played */
int EXPORT(game_check)(void);                 /* 0: every invariant holds */
uint64_t EXPORT(game_hash)(void);

/* The text language (docs/notation.md). Printing gives the length, reading -1 where it refuses. */
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
