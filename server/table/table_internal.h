/* table_internal.h - the private parts of a table, shared by the files of server/table/. */
#pragma once

#include "server/table/table.h"

enum {
    TABLE_RECENT_MAX = 48, /* events kept in memory; frames that need older ones replay the game */
    TABLE_CHAT_SIZE = 4 * TABLE_CHAT_CHARACTERS + 1,
    TABLE_DAY_MS = 24 * 3600 * 1000,
};

/* One action of the game. It takes four bytes because a server keeps thousands of tables in memory. */
struct table_move {
    uint16_t what; /* seat and action; TABLE_NO_MOVE: no action, only adds `step` */
    uint16_t step; /* number of the move's entry, minus that of the previous move (first move: minus `begun`) */
};
enum { TABLE_NO_MOVE = 0xffff };
static inline struct table_move table_move_of(int seat, ff_action action, uint32_t step)
{
    return (struct table_move){(uint16_t)((unsigned)seat << 11 | action), (uint16_t)step};
}
static inline int table_move_seat(struct table_move move) { return move.what >> 11; }
static inline ff_action table_move_action(struct table_move move) { return move.what & 0x7ff; }
FF_STATIC_ASSERT((FF_STAGES << 6) <= 0x800, "an action has 11 bits");

struct table_recent_event {
    uint32_t number; /* number of the log entry that produced the event */
    struct ff_event event;
};

struct table_chat {
    uint32_t number;
    uint8_t seat;
    char text[]; /* NUL-terminated */
};

struct table {
    char id[TABLE_ID_SIZE];
    char host[TABLE_ID_SIZE];
    char before[TABLE_ID_SIZE];
    char next[TABLE_ID_SIZE]; /* id that a rematch has or would have */
    char rematch[TABLE_ID_SIZE];
    char deal[TABLE_DEAL_NAME_SIZE]; /* see table_shared_deal */
    int64_t closes_ms;
    uint32_t number;
    uint32_t seated; /* number of the entry that last changed the seating */
    uint32_t begun;  /* number of the entry that started the game; 0: not started */
    uint32_t slowed; /* number of the entry that made a live game slow; 0: none did */
    int64_t full_ms; /* when the last seat was taken, or the current step of the deal began; 0: a seat is open */
    int64_t changed_ms, made_ms, over_ms;
    enum table_phase phase;
    struct table_options options;
    uint8_t seed[TABLE_DEAL_BYTES], commit[TABLE_DEAL_BYTES];
    struct table_seat seat[FF_PLAYERS_MAX];
    /* The seats' contributions to each void round of the deal. Allocated because void rounds are rare. */
    struct record_fair_seat (*void_round)[FF_PLAYERS_MAX];
    uint8_t void_n;
    struct text_edition edition;
    struct ff_setup setup;
    struct ff_game game;
    /* All actions so far, and the recent events, which belong to entries with numbers above recent_after. */
    struct table_move *moves;
    size_t moves_n, moves_max;
    uint32_t moves_number; /* number of the entry of the last move */
    struct table_recent_event recent[TABLE_RECENT_MAX];
    int recent_n;
    uint32_t recent_after;
    struct table_chat *chat[TABLE_CHAT_KEPT];
    int chat_n;
};

/* Collects the inputs of the table's deal, including the secret seed. */
void table_fair_inputs(const struct table *table, struct record_fair *fair);
bool table_has_open_seat(const struct table *table);

/* Returns a number for the current round and phase. Whenever it changes, the seats' next turns have begun. */
unsigned table_turn_key(const struct ff_public *pub);

/* Reads a line of chat as table_name_read reads a name, but with at most characters_max characters. */
bool table_chat_read(const char *text, size_t length, size_t characters_max, char *line, size_t size);
/* Cleans a text from the log. Old entries may contain hidden characters that are no longer allowed: each becomes
 * `?`. */
bool table_text_sanitize(const char *text, size_t length, size_t characters_max, char *line, size_t size);

/* Reads the create entry of a log into the table. On failure returns false and sets *error. */
bool table_create_read(struct table *table, const char *text, size_t length, struct base_error *error);

/* Applies an entry without checking its number. */
bool table_apply_next(struct table *table, const struct table_entry *entry, struct base_error *error);
/* Replaces the table with the result of applying all entries inside a compacted entry. */
bool table_apply_compacted(struct table *table, const struct table_entry *entry, struct base_error *error);
void table_swap(struct table *a, struct table *b);
