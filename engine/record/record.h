/* record.h - the game record, format 1: writing it, and the referee that reads it.
 *
 * A record is JSON Lines: one event a line, one game after another (docs/authors/record.md). It tells everything,
 * hidden cards included, so it is written only where all may be known: self-play, analysis, a finished game.
 *
 * The writer is fed with the engine's events and appends lines. Cards drawn and the set-up of the expert game are
 * decided at the same time by several players; they are written in seat order, whatever order they came in, so that
 * the same game gives the same bytes.
 *
 * The reader is a referee: it replays each line with the engine, step by step, and compares every field that the format
 * names. It never plays further than the record says. A game whose lines all hold is a legal game, whole, with the
 * right result. Neither side allocates. */
#ifndef RECORD_RECORD_H
#define RECORD_RECORD_H

#include "engine/base/json.h"
#include "engine/base/out.h"
#include "engine/core/ff.h"
#include "fair.h"

enum {
    RECORD_FORMAT = 1,
    RECORD_LINE_MAX = 1 << 20, /* bytes a line may have for the reader */
    RECORD_GAME_MAX = 1 << 20, /* bytes that one game never exceeds whose names have RECORD_NAME_MAX at most */
    RECORD_NAME_MAX = 64,      /* bytes of a player's name that the reader keeps, the NUL included */
    RECORD_DECISIONS_MAX = 32, /* that one line can tell */
    RECORD_SEED_BITS = 53,     /* seeds are below 2^53, so that every JSON reader gets them exactly */
};

/* The values that a record leaves out where they are as here (docs/authors/record.md): price track, start, printed
 * fields, round limit and demand cards. Costs are 0; not sealed. */
void record_defaults(struct ff_edition *edition);

/* -------------------------------------------------------------------------------------------------------- writing */

struct record_about {
    const char *names[FF_PLAYERS_MAX];
    const char *edition; /* the edition's name; NULL: not written */
    const char *date;    /* likewise */
    bool has_seed;
    uint64_t seed;
    const struct record_fair *fair;   /* where the deal came from; NULL: not written */
    const char *bots[FF_PLAYERS_MAX]; /* which bot plays for a seat, "level2"; NULL: a person. All NULL: not written */
};

struct record_writer {
    struct base_out *out;
    const struct ff_edition *edition;
    uint8_t players;
    uint8_t kept_n; /* seats that finished the expert set-up; all of them in the base game */
    /* By seat: what was drawn this round, and what was put under the deck and removed this turn or set-up. */
    uint8_t drawn[FF_PLAYERS_MAX][FF_HAND_MAX], drawn_n[FF_PLAYERS_MAX];
    uint8_t bottom[FF_PLAYERS_MAX][FF_HAND_MAX], bottom_n[FF_PLAYERS_MAX];
    uint8_t trash[FF_HAND_MAX], trash_n;
    ff_goods store;
    bool draws_open; /* the round's draws are not yet written */
    bool turn_open;  /* a turn's sale is written, its discard not yet */
};

/* Writes the `game` line. `out` and `edition` stay in use. */
void record_begin(struct record_writer *writer, struct base_out *out, const struct ff_edition *edition,
                  const struct ff_setup *setup, const struct record_about *about);

/* Takes one event of ff_play or ff_follow and the game just after it; writes the lines that are complete by it. */
void record_event(struct record_writer *writer, const struct ff_game *after, const struct ff_event *event);

/* -------------------------------------------------------------------------------------------------------- reading */

enum record_status {
    RECORD_HOLDS,
    RECORD_WRONG,      /* it can be read, but is not the record of a legal game */
    RECORD_UNREADABLE, /* not JSON, not UTF-8, a line too long */
};

/* Which line must come next. */
enum record_phase { RECORD_GAME, RECORD_KEEP10, RECORD_DRAW, RECORD_SELL, RECORD_BUILD, RECORD_ROUND, RECORD_END };

struct record_fault {
    const char *rule; /* "R5.2"; "format" where the record's form is wrong and no rule */
    char text[480];   /* what is wrong and what would be right, without the rule */
};

struct record_decision {
    uint8_t seat;
    ff_action action;
};

struct record_reader {
    /* The game of the last line: its lines so far have been played. */
    struct ff_edition edition;
    struct ff_setup setup;
    struct ff_game game;
    char name[FF_PLAYERS_MAX][RECORD_NAME_MAX];
    char bot[FF_PLAYERS_MAX][RECORD_NAME_MAX]; /* that plays for the seat; "": a person, or it is not told */
    bool has_bots;                             /* the record tells who is a bot */
    char edition_name[RECORD_NAME_MAX];        /* as the record has it, whatever it has; "" where it has none */
    bool has_fair;                             /* the record says where the deal came from, and it holds: */
    struct record_fair fair;
    uint64_t games;  /* games that ended */
    uint64_t events; /* lines of the present game, `game` included */
    enum record_phase phase;
    struct record_fault fault;
    /* The decisions that the last line was turned into: who wants to play the game again takes them from here. */
    struct record_decision decision[RECORD_DECISIONS_MAX];
    int decisions_n;
    /* The reader's own. */
    struct base_json json;
    uint8_t seen;  /* seats whose keep10 or draw has come */
    uint8_t dealt; /* seats that drew their three cards in the engine */
    uint8_t drawn[FF_PLAYERS_MAX][FF_HAND_MAX], drawn_n[FF_PLAYERS_MAX];
    uint8_t builds; /* of this turn */
};

void record_reader_init(struct record_reader *reader);

/* Reads one line, without its line end (a CR before it is allowed). Blank lines hold. After anything but RECORD_HOLDS
 * see reader->fault, and begin anew with record_reader_init. */
enum record_status record_read_line(struct record_reader *reader, const char *line, size_t n);

/* Says that no more lines come: there must have been a game, and the last one must have ended. */
enum record_status record_read_end(struct record_reader *reader);

/* Reads lines held in memory and their end; *line_no is that of the last line read, 0 where there is none. */
enum record_status record_read_text(struct record_reader *reader, const char *text, size_t n, uint64_t *line_no);

#endif
