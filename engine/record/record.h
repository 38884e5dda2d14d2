/* record.h - writes the game record, format 1, and reads it as a referee.
 *
 * A record is JSON Lines: one event a line, one game after another (docs/authors/record.md). It contains the hidden
 * cards, so it is written only where everybody may know them: for self-play, analysis and finished games.
 *
 * The writer receives the engine's events and appends lines. In the expert set-up and during draws several players
 * decide at the same time. Their lines are written in seat order, so that the same game gives the same bytes.
 *
 * The reader is a referee: it replays each line with the engine, step by step, and compares every field of the format.
 * It never plays further than the record. If all lines hold, the game is legal and complete and its result is right.
 * Neither the writer nor the reader allocates memory. */
#ifndef RECORD_RECORD_H
#define RECORD_RECORD_H

#include "engine/base/json.h"
#include "engine/base/out.h"
#include "engine/core/ff.h"
#include "fair.h"

enum {
    RECORD_FORMAT = 1,
    RECORD_LINE_MAX = 1 << 20, /* bytes; the reader refuses longer lines */
    RECORD_GAME_MAX = 1 << 20, /* bytes; enough for any game with names of up to RECORD_NAME_MAX bytes */
    RECORD_NAME_MAX = 64,      /* bytes of a player's name that the reader stores, including the NUL */
    RECORD_DECISIONS_MAX = 32, /* in one line */
    RECORD_SEED_BITS = 53,     /* seeds are below 2^53, so that every JSON reader reads them exactly */
};

/* Fills in the default values, which a record need not state (docs/authors/record.md): price track, start, printed
 * fields, round limit and demand cards. Costs are 0, and the edition is not sealed. */
void record_defaults(struct ff_edition *edition);

/* -------------------------------------------------------------------------------------------------------- writing */

struct record_about {
    const char *names[FF_PLAYERS_MAX];
    const char *edition; /* the edition's name; NULL: not written */
    const char *date;    /* NULL: not written */
    bool has_seed;
    uint64_t seed;
    const struct record_fair *fair;   /* the origin of the deal; NULL: not written */
    const char *bots[FF_PLAYERS_MAX]; /* name of the bot that plays each seat ("level2"), NULL for a person; not written
                                         if all are NULL */
};

struct record_writer {
    struct base_out *out;
    const struct ff_edition *edition;
    uint8_t players;
    uint8_t kept_n; /* number of seats that finished the expert set-up; all seats in the base game */
    /* For each seat, the cards drawn in this round and the cards put under the deck or removed in this turn or set-up.
     */
    uint8_t drawn[FF_PLAYERS_MAX][FF_HAND_MAX], drawn_n[FF_PLAYERS_MAX];
    uint8_t bottom[FF_PLAYERS_MAX][FF_HAND_MAX], bottom_n[FF_PLAYERS_MAX];
    uint8_t trash[FF_HAND_MAX], trash_n;
    ff_goods store;
    bool draws_open; /* the draws of this round are not written yet */
    bool turn_open;  /* the sale of this turn is written, its discard not yet */
};

/* Writes the `game` line. `out` and `edition` must stay valid. */
void record_begin(struct record_writer *writer, struct base_out *out, const struct ff_edition *edition,
                  const struct ff_setup *setup, const struct record_about *about);

/* Takes an event of ff_play or ff_follow and the game just after the event. Writes the lines that the event
 * completes. */
void record_event(struct record_writer *writer, const struct ff_game *after, const struct ff_event *event);

/* -------------------------------------------------------------------------------------------------------- reading */

enum record_status {
    RECORD_HOLDS,
    RECORD_WRONG,      /* the text is JSON, but not the record of a legal game */
    RECORD_UNREADABLE, /* the text is not JSON or not UTF-8, or a line is too long */
};

/* The line that must come next. */
enum record_phase { RECORD_GAME, RECORD_KEEP10, RECORD_DRAW, RECORD_SELL, RECORD_BUILD, RECORD_ROUND, RECORD_END };

struct record_fault {
    const char *rule; /* "R5.2", or "format" */
    char text[480];   /* what is wrong and what would be right */
};

struct record_decision {
    uint8_t seat;
    ff_action action;
};

struct record_reader {
    /* The current game, played up to the last line that was read. */
    struct ff_edition edition;
    struct ff_setup setup;
    struct ff_game game;
    char name[FF_PLAYERS_MAX][RECORD_NAME_MAX];
    char bot[FF_PLAYERS_MAX][RECORD_NAME_MAX]; /* name of the bot that plays the seat; "" for a person or if unknown */
    bool has_bots;                             /* the record says which seats are bots */
    char edition_name[RECORD_NAME_MAX]; /* the edition's name, which is not validated; "" if the record has none */
    bool has_fair;                      /* the record has the origin of the deal, and it is valid */
    struct record_fair fair;
    uint64_t games;  /* number of games that have ended */
    uint64_t events; /* number of lines of the current game, including its `game` line */
    enum record_phase phase;
    struct record_fault fault;
    /* The decisions that the last line contains. For callers that replay the game. */
    struct record_decision decision[RECORD_DECISIONS_MAX];
    int decisions_n;
    /* Private to the reader. */
    struct base_json json;
    uint8_t seen;  /* mask of the seats whose keep10 or draw line was read */
    uint8_t dealt; /* mask of the seats that drew their three cards in the engine */
    uint8_t drawn[FF_PLAYERS_MAX][FF_HAND_MAX], drawn_n[FF_PLAYERS_MAX];
    uint8_t builds; /* of this turn */
};

void record_reader_init(struct record_reader *reader);

/* Reads one line without its line end; a CR at its end is allowed. Blank lines are accepted. After any result but
 * RECORD_HOLDS, reader->fault says why, and the reader must be initialized again. */
enum record_status record_read_line(struct record_reader *reader, const char *line, size_t n);

/* Ends the reading. Reports a fault if there was no game or if the last game has not ended. */
enum record_status record_read_end(struct record_reader *reader);

/* Reads a whole text and then calls record_read_end. *line_no is the number of the last line that was read, or 0. */
enum record_status record_read_text(struct record_reader *reader, const char *text, size_t n, uint64_t *line_no);

#endif
