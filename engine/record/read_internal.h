/* read_in.h - what the files of the record's reader share; nobody else includes it.
 *
 *     read_keys.c   the keys of one line, by type
 *     read.c   the order of lines; set-up, draws, rounds, the end; steps of the engine
 *     read_game.c   the first line of a game
 *     read_fair.c   where its deal came from
 *     read_turn.c   the lines of a turn
 *
 * A function that returns bool returns false after it has filled reader->fault with what is wrong. */
#ifndef RECORD_READ_INTERNAL_H
#define RECORD_READ_INTERNAL_H

#include "record.h"

/* ---------------------------------------------------------------------------------------------------------- faults */

/* Begins a fault's sentence with the key in quotes (NULL: none); append the rest to what is returned. */
struct base_out record_fault(struct record_reader *reader, const char *rule, const char *key);
/* `"key" words`; false. */
bool record_wrong(struct record_reader *reader, const char *rule, const char *key, const char *words);
/* True where both are equal; else `"key" is GOT, must be WANT`. */
bool record_equal(struct record_reader *reader, const char *rule, const char *key, int64_t got, int64_t want);

/* ------------------------------------------------------------------------------------------------------------ keys */

/* Each finds a key of the line at hand and reads it; it fails where the key is missing or of another type. Values are
 * not judged beyond that. */

bool record_key_is_there(const struct record_reader *reader, const char *key);
bool record_key_value(struct record_reader *reader, const char *key, struct base_json_cursor *value);
bool record_key_integer(struct record_reader *reader, const char *key, int64_t *number);
bool record_key_number(struct record_reader *reader, const char *rule, const char *key, int min, int max, int *number);
bool record_key_text(struct record_reader *reader, const char *key, struct base_json_text *text);
bool record_key_card(struct record_reader *reader, const char *key, int *card);
/* A number in an array may be any 64-bit integer; `n` of them must be there. */
bool record_key_integers(struct record_reader *reader, const char *key, int64_t *numbers, int n);
/* `n` arrays of three. */
bool record_key_triples(struct record_reader *reader, const char *key, int64_t (*triples)[FF_GOODS], int n);
/* Up to FF_CARDS_MAX names of cards. */
bool record_key_cards(struct record_reader *reader, const char *key, uint8_t *cards, int *n);

/* For arrays within arrays: the value at a cursor. */
bool record_take_triple(struct record_reader *reader, const char *key, struct base_json_cursor *value,
                        int64_t triple[FF_GOODS]);
bool record_take_cards(struct record_reader *reader, const char *key, struct base_json_cursor *value, uint8_t *cards,
                       int *n, bool empty_allowed);
/* A good's name. */
bool record_take_good(struct record_reader *reader, const char *key, struct base_json_cursor *value, int *good);

/* A card's number by its name, or -1. */
int record_card_of(const struct base_json_text *text);

/* ----------------------------------------------------------------------------------------------------------- steps */

/* The key `player`, who must be the one whose turn it is. */
bool record_turn_seat(struct record_reader *reader, const char *rule, int *seat);
bool record_owes(const struct record_reader *reader, int seat);
/* One decision, one step by itself (false: none is due). */
enum ff_refusal record_play(struct record_reader *reader, int seat, int option, struct ff_event *event);
bool record_follow(struct record_reader *reader, struct ff_event *event);
/* Plays the option where the seat owes a decision, else takes one step by itself. */
enum ff_refusal record_step(struct record_reader *reader, int seat, int option, struct ff_event *event);
/* The engine's refusal as a fault. */
bool record_refused(struct record_reader *reader, const char *key, enum ff_refusal refusal);
/* True where both are the same; else `"key" has GOT where WANT must be`. */
bool record_same_card(struct record_reader *reader, const char *rule, const char *key, int got, int want);
/* The counts must have been tested to be below 16. */
static inline ff_goods record_goods(const int64_t triple[FF_GOODS])
{
    return ff_goods_of((unsigned)triple[0], (unsigned)triple[1], (unsigned)triple[2]);
}

/* ----------------------------------------------------------------------------------------------------------- lines */

void record_begin_draws(struct record_reader *reader);
bool record_line_game(struct record_reader *reader);
/* The optional key `fair` of the game line; the set-up and the edition have been read. */
bool record_read_fair(struct record_reader *reader);
bool record_line_sell(struct record_reader *reader);
bool record_line_build(struct record_reader *reader);
bool record_line_discard(struct record_reader *reader);

#endif
