/* table_internal.h - the private parts of a table, shared by the files of server/table/. */
#pragma once

#include "server/table/table.h"

enum {
    TABLE_RECENT_MAX = 48, /* events kept in memory; older ones are recomputed by replaying the game */
    TABLE_CHAT_SIZE = 4 * TABLE_CHAT_CHARACTERS + 1,
    TABLE_DAY_MS = 24 * 3600 * 1000,
};

/* One action of the game, in four bytes because a server keeps thousands of tables in memory. */
struct table_move {
    uint16_t what; /* action and seat; TABLE_NO_MOVE: only `step` counts */
    uint16_t step; /* its entry's number minus that of the previous move, or minus `begun` */
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
    uint32_t number; /* of the entry it belongs to */
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
    char next[TABLE_ID_SIZE]; /* its rematch's id, made or not */
    char rematch[TABLE_ID_SIZE];
    uint32_t number;
    uint32_t seated; /* the entry that last changed the seating */
    uint32_t begun;  /* the entry that started the game; 0: none yet */
    uint32_t slowed; /* the entry that made a live game slow; 0: none */
    int64_t
        full_ms; /* time at which the last seat was taken or the present step of the deal began; 0: seats are open */
    int64_t changed_ms, made_ms, over_ms;
    enum table_phase phase;
    struct table_options options;
    uint8_t seed[TABLE_DEAL_BYTES], commit[TABLE_DEAL_BYTES];
    struct table_seat seat[FF_PLAYERS_MAX];
    uint8_t void_n;                                        /* rounds of seals that did not count, */
    struct record_fair_seat (*void_round)[FF_PLAYERS_MAX]; /* allocated: they are rare */
    struct text_edition edition;
    struct ff_setup setup;
    struct ff_game game;
    /* All actions so far, and the latest events: those of entries above recent_after. */
    struct table_move *moves;
    size_t moves_n, moves_max;
    uint32_t moves_number; /* of the last one's entry */
    struct table_recent_event recent[TABLE_RECENT_MAX];
    int recent_n;
    uint32_t recent_after;
    struct table_chat *chat[TABLE_CHAT_KEPT];
    int chat_n;
};

/* Collects the inputs of the deal, including the seed. */
void table_fair(const struct table *table, struct record_fair *fair);
bool table_has_open_seat(const struct table *table);

/* Returns a seat's progress in the round. When it changes, a different turn has begun. */
unsigned table_seat_progress(const struct ff_public *pub);

/* Does what table_name_read does, for other lines. */
bool table_chat_read(const char *text, size_t length, size_t characters_max, char *line, size_t size);
/* Cleans a text from a log, which may be older than the present rules: hidden characters become `?`. */
bool table_text_sanitize(const char *text, size_t length, size_t characters_max, char *line, size_t size);

/* Reads a table's options from a text of the log. On failure returns false, and *error says what is wrong. */
bool table_create_read(struct table *table, const char *text, size_t length, struct base_error *error);

/* Applies the next entry, whatever its number is. */
bool table_apply_next(struct table *table, const struct table_entry *entry, struct base_error *error);
/* Applies a compacted entry: all entries inside it. */
bool table_apply_compacted(struct table *table, const struct table_entry *entry, struct base_error *error);
void table_swap(struct table *a, struct table *b);
