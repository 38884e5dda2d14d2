/* read_internal.h - functions shared by the files of the record's reader. Private to these files.
 *
 *     read_keys.c   the keys of one line, by type
 *     read.c        the order of lines; set-up, draws, rounds, the end; steps of the engine
 *     read_game.c   the first line of a game
 *     read_fair.c   the key `fair` of that line
 *     read_turn.c   the lines of a turn
 *
 * A function that returns false has filled reader->fault. */
#pragma once

#include "record.h"

/* ---------------------------------------------------------------------------------------------------------- faults */

/* Begins the message of a fault with the key in quotes, unless the key is NULL. The caller appends the rest of the
 * message to the returned buffer. */
struct base_out record_begin_fault(struct record_reader *reader, const char *rule, const char *key);
/* Writes the whole message of a fault: the key in quotes and then the formatted text (base_printf). Always returns
 * false. */
#ifdef __GNUC__
__attribute__((format(printf, 4, 5)))
#endif
bool record_report_fault(struct record_reader *reader, const char *rule, const char *key, const char *format, ...);
/* Returns whether the numbers are equal. If not, the message of the fault is `"key" is GOT, must be WANT`. */
bool record_check_equal(struct record_reader *reader, const char *rule, const char *key, int64_t got, int64_t want);

/* ------------------------------------------------------------------------------------------------------------ keys */

/* Each of these functions finds a key of the line and reads its value. It fails if the key is missing or its value has
 * a different type. */

bool record_has_key(const struct record_reader *reader, const char *key);
bool record_key_value(struct record_reader *reader, const char *key, struct base_json_cursor *value);
/* Opens an array. `of` says in the message of a fault what its elements are: "names". */
bool record_key_array(struct record_reader *reader, const char *key, const char *of, struct base_json_cursor *value);
bool record_key_integer(struct record_reader *reader, const char *key, int64_t *number);
/* Reads a number within a range. A fault names the rule that sets the range. */
struct record_range {
    const char *rule;
    int min, max;
};
bool record_key_number(struct record_reader *reader, const char *key, struct record_range range, int *number);
bool record_key_text(struct record_reader *reader, const char *key, struct base_json_text *text);
bool record_key_card(struct record_reader *reader, const char *key, int *card);
/* Reads an array of exactly n 64-bit integers. */
bool record_key_integers(struct record_reader *reader, const char *key, int64_t *numbers, int n);
/* Reads an array of exactly n arrays of three integers. */
bool record_key_triples(struct record_reader *reader, const char *key, int64_t (*triples)[FF_GOODS], int n);
/* Reads up to FF_CARDS_MAX names of cards. An empty name becomes FF_NO_CARD if `empty_allowed` is set. */
struct record_cards {
    uint8_t card[FF_CARDS_MAX];
    int n;
    bool empty_allowed;
};
bool record_key_cards(struct record_reader *reader, const char *key, struct record_cards *cards);

/* These read the value at a cursor, for arrays within arrays. */
bool record_take_triple(struct record_reader *reader, const char *key, struct base_json_cursor *value,
                        int64_t triple[FF_GOODS]);
bool record_take_cards(struct record_reader *reader, const char *key, struct base_json_cursor *value,
                       struct record_cards *cards);
bool record_take_good(struct record_reader *reader, const char *key, struct base_json_cursor *value, int *good);

/* Returns a card's number by its name, or -1. */
int record_card_of(const struct base_json_text *text);

/* ----------------------------------------------------------------------------------------------------------- steps */

/* Reads the key `player`, which must name the player whose turn it is. */
bool record_read_turn_seat(struct record_reader *reader, const char *rule, int *seat);
bool record_owes_decision(const struct record_reader *reader, int seat);
/* Plays one decision. */
enum ff_refusal record_play(struct record_reader *reader, int seat, int option, struct ff_event *event);
/* Takes one automatic step. Returns false if none is due. */
bool record_take_automatic_step(struct record_reader *reader, struct ff_event *event);
/* Plays the option if the seat owes a decision. Otherwise takes one automatic step. */
enum ff_refusal record_play_or_step(struct record_reader *reader, int seat, int option, struct ff_event *event);
/* Makes the engine's refusal the reader's fault. Always returns false. */
bool record_report_refusal(struct record_reader *reader, const char *key, enum ff_refusal refusal);
/* Packs the counts of three goods. The caller has tested that all are below 16. */
static inline ff_goods record_pack_goods(const int64_t triple[FF_GOODS])
{
    return ff_goods_of((unsigned)triple[0], (unsigned)triple[1], (unsigned)triple[2]);
}

/* ----------------------------------------------------------------------------------------------------------- lines */

void record_begin_draws(struct record_reader *reader);
bool record_read_game_line(struct record_reader *reader);
/* Reads the optional key `fair` of the game line, after the set-up and the edition. */
bool record_read_fair(struct record_reader *reader);
bool record_read_sell_line(struct record_reader *reader);
bool record_read_build_line(struct record_reader *reader);
bool record_read_discard_line(struct record_reader *reader);
