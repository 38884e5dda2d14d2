/* store.h - where tables are stored: an append-only log of each table, its head for lists, and guests.
 *
 * The truth about a table is its log: entries numbered from 1 without a gap, which are only ever appended. The pair
 * (table, number) is the primary key and thereby the lock: if two writers want to write entry 17, one succeeds and the
 * other gets STORE_CONFLICT, loads the missing entries and validates again. Entries are text (server/table/table.h); a
 * store treats them as bytes. A head is a cache for lists, written in the same transaction as the entries.
 *
 * An entry is stored with a checksum of its table, number, time and text. A load that finds an entry which does not
 * match its checksum answers STORE_DAMAGED and returns nothing. Other tables are unaffected.
 *
 * STORE_COMPACT replaces the beginning of a log by one entry; STORE_TABLE_DELETE and STORE_GUESTS_DELETE delete. A
 * store does none of this by itself: server/app/retention.c decides what is old. Old tables and guests are marked
 * first. A new entry removes the mark of its table, and a visit removes the mark of the guest.
 *
 * A store also keeps one time that its servers trust (STORE_CLOCK), so that a server can notice that its own clock is
 * wrong. A database server has a clock too, which counts for all game servers on it.
 *
 * Entries hold every secret of a game, the seed included. Only the server may read a store.
 *
 * There are three stores: in memory (for tests and trials), SQLite (one process) and PostgreSQL (several processes on
 * one database). All obey this contract and pass the same tests.
 *
 * No call waits. A job is a struct that the caller owns. From store_submit until job->done is called it belongs to the
 * store. Inside done the caller may submit it again or free it.
 *
 *     store_submit(store, &job)    queues the job; never calls done
 *     store_flush(store)           called at the end of a turn of the loop: starts all queued jobs, grouping writes
 * into transactions job->done(job)               called on the loop's thread, by store_flush or by the loop
 *
 * Order: jobs have the effect of being carried out in the order in which they were submitted. A load that is submitted
 * after an append sees its entries. done is called in the same order.
 *
 * Atomicity: a job happens completely or not at all. STORE_DONE means that what it wrote is durable: it survives
 * kill -9 and a loss of power. A conflict of one job does not affect others of the same group.
 *
 * Failure: STORE_FAILED means that nothing was written. STORE_UNKNOWN means that the job may or may not have been done,
 * because the connection broke after COMMIT was sent; the caller loads the table again to find out. A store recovers by
 * itself (it reconnects, or opens the file again). Until then jobs fail at once instead of waiting. job->fault is for
 * the server's log. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "server/table/entry.h"
#include "server/table/id.h"

struct uv_loop_s;

enum {
    STORE_NAME_SIZE = 64,   /* a guest's name in UTF-8, with the NUL */
    STORE_ABOUT_SIZE = 640, /* a head's text, with the NUL */
    STORE_HASH_SIZE = 32,
    STORE_ENTRY_MAX = 16384,       /* bytes of an entry, which is never empty */
    STORE_COMPACTED_MAX = 1 << 18, /* bytes of a compacted entry */
    STORE_LIST_MAX = 100,          /* rows of an answer, and guests that one job marks or deletes */
    STORE_ORIGIN_SIZE = 46,        /* an address, with the NUL */
    STORE_SEATS = 5,
    STORE_BOTS_MAX = 5,      /* programs of a player, as STORE_BOT_ADD counts them */
    STORE_SEEK_ID_SIZE = 33, /* the id of a seek, with the NUL */
    STORE_FAULT_SIZE = 256,
    STORE_BROADCAST_MAX = 1000, /* bytes */
};

/* ----------------------------------------------------------------------------------------------------------- values */

enum store_phase { STORE_OPEN, STORE_PLAY, STORE_OVER };

/* The summary of a table that lists show, so that they need not read its log. A head is written and read as a whole. */
struct store_head {
    char table[TABLE_ID_SIZE];
    char host[TABLE_ID_SIZE];               /* the guest who made it */
    char guest[STORE_SEATS][TABLE_ID_SIZE]; /* by seat; "" for an open seat and for a bot */
    uint8_t phase;                          /* enum store_phase */
    bool listed;                            /* in the lobby; else by link only */
    uint8_t owe;                            /* mask of seats that must decide */
    uint32_t number;                        /* of the last entry */
    int64_t due_ms;                 /* when a server must next check this table (deadline, bot's turn); 0: never */
    int64_t changed_ms;             /* at_ms of the last entry */
    char about[STORE_ABOUT_SIZE];   /* text for display: members of a JSON object (mode, seats, names, round) */
    int64_t over_ms;                /* when the game ended; 0 before */
    char origin[STORE_ORIGIN_SIZE]; /* the network address that created the table. Only the first append sets it, and
                                       STORE_COMPACT erases it */
    uint32_t kept;                  /* number of the compacted entry with which the log begins; 0: none. Only
                                       STORE_COMPACT sets it */
    int64_t marked_ms;              /* when it was marked as old; 0: not marked. Only STORE_TABLE_MARK sets it */
};

enum store_guest_kind { STORE_PERSON, STORE_BOT };

/* A guest. Anybody who has the token of one of its devices acts as this guest. Only the tokens' hashes are stored. */
struct store_guest {
    char guest[TABLE_ID_SIZE];
    char name[STORE_NAME_SIZE];
    int64_t made_ms;
    int64_t seen_ms;   /* the last visit, to a day or so */
    int64_t marked_ms; /* when it was marked as old; 0: not marked */
    uint8_t kind;      /* enum store_guest_kind */
    /* Of STORE_GUEST_FIND: the device that has the token. */
    uint8_t token_hash[STORE_HASH_SIZE]; /* unique */
    char device[TABLE_ID_SIZE];
    int64_t device_seen_ms;
    uint32_t scopes; /* what the device may do; 0: everything */
    uint32_t blocks; /* how many players the guest has blocked or muted */
};

/* Kinds of one-time secrets (docs/developers/players.md). */
enum store_secret {
    STORE_SECRET_LINK,      /* signs in a device */
    STORE_SECRET_CODE,      /* the same, after an approval: */
    STORE_SECRET_ASKED,     /* held by a device that waits for approval; data: a JSON object about the device */
    STORE_SECRET_APPROVED,  /* has got it */
    STORE_SECRET_CHALLENGE, /* challenge of a passkey; guest: the player who registers it, or "" for signing in */
    STORE_SECRET_RECOVERY,
    STORE_SECRET_MAIL, /* confirms a mail address; data: its channel */
};

/* A value of a statement, or a column of a row. */
struct store_value {
    char kind;        /* letter as in operations.h; for a column, N or any other letter */
    int64_t number;   /* of N */
    const char *text; /* text of the other types; "" for NULL; ends with a NUL that is not counted */
    size_t length;
};
enum { STORE_COLUMNS_MAX = 11 };
struct store_row {
    struct store_value column[STORE_COLUMNS_MAX];
};
static inline struct store_value store_bytes(const void *bytes, size_t n)
{
    return (struct store_value){'B', 0, (const char *)bytes, n};
}
static inline struct store_value store_text(const char *text)
{
    return (struct store_value){'T', 0, text, strlen(text)};
}
static inline struct store_value store_number(int64_t number) { return (struct store_value){'N', number, NULL, 0}; }

/* A rated game that ends, and the ratings that follow from it (server/app/rated_games.h). */
struct store_rating {
    char guest[TABLE_ID_SIZE];
    int64_t number; /* its number among the guest's rated games in this mode, from 1; the store must not have this row
                       yet */
    int64_t skill, variance; /* the bits of doubles */
    bool abandoned;          /* a bot finished for the guest */
};
struct store_rated {
    uint8_t mode;
    int64_t ended_ms, repetition;
    const char *seats, *people;
    size_t n;
    struct store_rating rows[STORE_SEATS];
};

struct store_clock {
    int64_t at_ms;   /* the time of the database server's clock; 0: the store has no clock */
    int64_t last_ms; /* the time that STORE_CLOCK_SET last stored; 0: none */
};

/* ------------------------------------------------------------------------------------------------------------- jobs */

/* server/store/operations.h has the statement of each. */
enum store_op {
    STORE_APPEND,      /* append.entries, numbered consecutively, and append.head. Number 1 creates the table.
                          STORE_CONFLICT: the first entry is not the next one of the log */
    STORE_LOAD,        /* answers the table's entries with a number above `after`, possibly none. The first may be a
                          compacted entry */
    STORE_GUEST_ADD,   /* *guest, without a device; STORE_CONFLICT: the id exists */
    STORE_GUEST_NAME,  /* sets the name of guest->guest to guest->name */
    STORE_GUEST_SEEN,  /* sets seen_ms of guest->guest and removes its mark */
    STORE_GUEST_FIND,  /* answers the guest of the device with guest->token_hash in *guest */
    STORE_LIST_LISTED, /* answers heads of listed tables that are not over, most recently changed first,
                          without those of players whom guest->guest has blocked */
    STORE_LIST_GUEST,  /* answers heads of tables where guest->guest has a seat, and of open tables that it created:
                          first running games, most recently changed first, then finished games, most recently ended
                          first. The cost does not depend on the number of finished games */
    STORE_LIST_DUE, /* answers heads with (due.after_ms, table) < (due_ms, their table) and 0 < due_ms <= due.until_ms,
                       in that order; the last one's pair asks for the next page */
    STORE_DUE_RESTART, /* time: tables that changed after it, by a clock that was ahead, are due then; answers in count
                          how many */
    STORE_LIST_TABLE,  /* answers the head of `table`, if it exists */
    /* For operators (server/app/moderation_orders.h). */
    STORE_LIST_ALL,     /* answers heads of all tables with an id above `table`, by id */
    STORE_LIST_GUESTS,  /* answers all guests with an id above guest->guest, by id, without their hashes */
    STORE_GUEST_GET,    /* answers guest->guest in *guest, without its hash */
    STORE_GUEST_DELETE, /* deletes guest->guest */
    STORE_TABLE_DELETE, /* deletes `table` if its last entry is still stand.number and, unless stand.marked_ms is 0, its
                           mark is still stand.marked_ms; else STORE_CONFLICT. Other processes are notified with the
                           number STORE_TABLE_DELETED */
    STORE_REWRITE,      /* replaces the existing append.entries and the head of a table whose last entry is still
                           append.head->number; else STORE_CONFLICT. The only exception to "only ever appended", for
                           deleting personal data */
    /* For retention (server/app/retention.c). */
    STORE_COUNT_LISTED, /* answers in `count` the number of listed, unfinished tables of `origin` */
    STORE_COMPACT,      /* replaces all entries up to its number by append.entries[0]; STORE_CONFLICT: no entry has that
                           number. Nobody is notified, because the log still means the same */
    STORE_TABLE_MARK,   /* marks `table` with stand.marked_ms (0: removes the mark) if its last entry is still
                           stand.number, else STORE_CONFLICT; unless it is 0, stand.changed_ms becomes changed_ms */
    STORE_GUESTS_MARK,  /* marks with old.marked_ms unmarked guests not seen since old.seen_ms who have no seat, made no
                           open table, and have neither a passkey nor a recovery code: at most STORE_LIST_MAX, longest
                           unseen first; answers in count how many */
    STORE_GUESTS_DELETE, /* deletes guests marked at old.marked_ms or before who still have no seat: at most old.most
                            and STORE_LIST_MAX, earliest mark first; answers in count how many */
    STORE_CLOCK,         /* answers in clock */
    STORE_CLOCK_SET,     /* stores clock_ms */
    /* Players. The values are those of the statements in operations.h, which also limit how much a guest may have. */
    STORE_DEVICE_ADD, /* device, guest, hash of its token, name, scopes, time */
    STORE_DEVICE_SEEN,
    STORE_DEVICE_DELETE,  /* guest, device */
    STORE_DEVICE_NAME,    /* guest, device, name */
    STORE_DEVICES,        /* guest; answers device, name, scopes, made_ms, seen_ms */
    STORE_PLAYER,         /* guest; answers name, kind, made_ms, profile, skeleton, owner, recovery codes, passkeys */
    STORE_PLAYER_BY_NAME, /* a name's skeleton; answers guest, name, kind, profile */
    STORE_PLAYER_NAME,    /* guest, name, its skeleton, whether to claim it; STORE_CONFLICT: another player has claimed
                             that skeleton. A player who has claimed a name keeps claiming */
    STORE_PLAYER_PROFILE, /* guest, profile */
    STORE_PLAYER_TABLES,  /* guest, table, limit; answers the heads of the guest's tables after that one, by their id */
    STORE_PLAYER_GAME, /* a name's skeleton, ended_ms, guest or ""; answers the table of that player's game which ended
                          then, if the player shows games or is that guest */
    STORE_PLAYER_REPORTS,  /* guest; answers table, entry, text, made_ms */
    STORE_PLAYER_PLANS,    /* guest; answers table, round, plan */
    STORE_IMPORT_SET,      /* guest, source, results, time; STORE_CONFLICT: too many, or no such guest */
    STORE_IMPORT_DELETE,   /* guest, source */
    STORE_IMPORTS,         /* guest; answers source, results, made_ms */
    STORE_PASSKEY_ADD,     /* credential, guest, public key, counter, name, time */
    STORE_PASSKEY_FIND,    /* credential; answers guest, public key, counter */
    STORE_PASSKEY_USED,    /* credential, counter, time; STORE_CONFLICT: the counter does not grow */
    STORE_PASSKEY_DELETE,  /* guest, credential */
    STORE_PASSKEYS,        /* guest; answers credential, name, made_ms, used_ms */
    STORE_SECRET_ADD,      /* hash, enum store_secret, guest or "", data, expires_ms or 0; STORE_CONFLICT: too many */
    STORE_SECRET_FIND,     /* hash, kind, time; answers guest, data. What expires later than it can, by a clock that
                              was ahead, is not valid */
    STORE_SECRET_TAKE,     /* does the same and deletes the secret, so that only one caller gets it */
    STORE_SECRET_CHANGE,   /* guest, hash, its kind, the new kind, time */
    STORE_SECRET_DELETE,   /* guest, hash, kind */
    STORE_SECRETS,         /* guest, kind, time; answers hash, data, expires_ms */
    STORE_SECRETS_CLEAR,   /* guest, kind, hash of the one that stays */
    STORE_SECRET_EXCHANGE, /* hash, kind, the new hash: only one caller gets it */
    STORE_SECRETS_EXPIRE,  /* time */
    /* Notices. A channel is a way to reach a guest; the outbox has a row for each channel and table. */
    STORE_CHANNEL_ADD,     /* channel, guest, enum notice_kind, address, push keys, STORE_GAMES_..., language, origin of
                              the page, time, whether it is confirmed; STORE_CONFLICT: known already, or too many */
    STORE_CHANNEL_CHANGE,  /* guest, channel, STORE_GAMES_... */
    STORE_CHANNEL_CONFIRM, /* guest, channel */
    STORE_CHANNEL_SENT,    /* channel, time: within a minute it gets no other notice */
    STORE_CHANNEL_DELETE,  /* channel */
    STORE_CHANNEL_FIND,    /* guest, channel; answers the columns of NOTICES_CLAIMED */
    STORE_CHANNELS,        /* guest; answers channel, kind, address, games, language, made_ms, confirmed */
    STORE_NOTICES_CLAIM,   /* a claim's random number, time, maximum of channels; a row is never claimed twice */
    STORE_NOTICES_CLAIMED, /* claim; answers channel, table, guest, kind, address, push keys, language, origin, tries,
                              confirmed, warn_ms (-1: the row is a warning), by channel */
    STORE_NOTICE_POSTPONE, /* claim, channel, table, when it is due: the notice was not sent and may be claimed again */
    STORE_NOTICE_DROP,     /* claim, channel, table */
    STORE_NOTICE_WARN,     /* claim, channel, table, when the row is due again, as a warning, once it is sent */
    STORE_NOTICE_RESULT,   /* claim, channel, enum store_notice_state, when it is due, fault */
    STORE_NOTICES_ABANDON, /* time: rows that were claimed before it and may have been sent become dead */
    STORE_NOTICE_STATES,   /* answers state, count */
    STORE_NOTICES_DEAD,    /* answers guest, kind, table, tries, time, fault */
    STORE_BOT_ADD,    /* guest, name, time, owner, the name's skeleton; STORE_CONFLICT: too many, or it is claimed */
    STORE_BOT_DELETE, /* owner, guest */
    STORE_BOTS,       /* owner; answers guest, name, made_ms */
    STORE_REPORT_ADD, /* guest, other, table or "", text, number of the table's entry or 0, time; STORE_CONFLICT: the
                         other does not sit there, or without a table has claimed no name; or too many */
    /* Manners. */
    STORE_BLOCK_SET,      /* guest, other, enum store_block_kind, time; STORE_CONFLICT: too many, or no such player */
    STORE_BLOCK_DELETE,   /* guest, other */
    STORE_BLOCKS,         /* guest; answers other, name, kind, made_ms */
    STORE_SEATING_CHECK,  /* guest, six others or "", time, a name's skeleton; answers "muted", other, 1 for each of
                             them whose chat the guest does not want; "blocked", "", the number of blocks between
                             them, in either direction; "abandoned", "", how many rated games the guest left since,
                             and the end of the last one; and "named", "", how many others have claimed the name */
    STORE_REPORTS,        /* answers made_ms, guest, other, table, text, entry */
    STORE_REPORTS_SETTLE, /* other; answers how many in count */
    /* Seeks: guests who want a game (server/app/seeks.c). STORE_APPEND takes those of a new table. */
    STORE_SEEK_SET,      /* guest, its id, process, terms, time, expires_ms; answers table ("": not found yet), made_ms.
                            With the id of the guest's present seek that one is changed, else it is replaced */
    STORE_SEEK_DELETE,   /* guest, its id or "", process or 0; not if its game was found; answers how many in count */
    STORE_SEEKS,         /* time, limit; answers guest, id, process, terms, made_ms, table, oldest first */
    STORE_SEEK_BLOCKS,   /* answers guest, other for each block between two guests who seek, ordered */
    STORE_SEEKS_REFRESH, /* process, expires_ms */
    STORE_SEEKS_EXPIRE,  /* time, the latest possible expires_ms */
    /* Links to finished games. */
    STORE_SHARE_ADD, /* a new share, table; answers the share, or the one that the table has already; no row if the game
                        is not over */
    STORE_SHARE_FIND, /* share; answers the table */
    /* Planned turns. They are stored outside the log until they are played, and are as secret as a hand. */
    STORE_PLAN_SET, /* table, guest, round, text; "" withdraws the plan. Other processes are notified with
                       STORE_PLANS_CHANGED */
    STORE_PLANS,    /* table; answers guest, round, text */
    /* Ratings. STORE_APPEND adds to them. */
    STORE_RATINGS, /* five guests or "", mode, the people of a game, time; answers guest, number, skill, variance of
                      each one's last rating, and "", how many rated games of these people ended after that time */
    STORE_RATING_CURVE,  /* guest, mode, limit; answers number, skill, variance, table, ended_ms, the last one first */
    STORE_TABLE_PLAYERS, /* five guests or "", mode, table; answers for each who has claimed a name: guest, name, -1;
                            and for each with ratings: guest, "", number, skill, variance, whether this table's game
                            gave it. These are the ratings before and after that game; the last one if it gave none */
    STORE_RATING_ROW,    /* guest, mode, number; answers skill, variance, table */
    STORE_RATED_GAMES, /* ended_ms, table, limit; answers table, mode, ended_ms, repetition, seats of the games after */
    STORE_OPS_N,
};

enum store_block_kind { STORE_MUTED = 1, STORE_BLOCKED };

/* Kinds of games that a channel has notices of, as a mask. */
enum { STORE_GAMES_LIVE = 1, STORE_GAMES_SLOW = 2 };
enum store_notice_state { STORE_NOTICE_DUE, STORE_NOTICE_CLAIMED, STORE_NOTICE_SENT, STORE_NOTICE_DEAD };

/* The changes that an append makes to who is waited for, as masks of seats. Its transaction writes and deletes rows of
 * the outbox. */
struct store_notices {
    uint8_t begin, end; /* seats that are now waited for; seats that are not waited for any more */
    uint8_t games;      /* what kind of game it is */
    int64_t due_ms;     /* when a notice is due */
};

/* The seeks for which an append makes a table. Its transaction gives them the table and they expire then. */
struct store_seeks {
    size_t n;
    char guest[STORE_SEATS][TABLE_ID_SIZE]; /* in ascending order, so that all processes lock rows in one order */
    char id[STORE_SEATS][STORE_SEEK_ID_SIZE];
    int64_t expires_ms;
};

enum store_status {
    STORE_DONE,
    STORE_NOT_FOUND, /* there is no such guest, or no such table to delete */
    STORE_CONFLICT,
    STORE_DAMAGED, /* STORE_LOAD: `fault` names the entry. A retry does not help */
    STORE_FAILED,  /* not done */
    STORE_UNKNOWN, /* perhaps done */
};

struct store_job {
    /* Set by the caller. Memory that is pointed to must stay until done is called. */
    enum store_op op;
    void (*done)(struct store_job *job);
    void *owner;
    char table[TABLE_ID_SIZE];
    struct store_guest *guest;        /* in and out */
    const struct store_value *values; /* the statement's values, for operations that list them above */
    size_t values_n;
    union {
        struct {
            const struct store_head *head; /* not for STORE_COMPACT */
            const struct table_entry *entries;
            size_t n;
            bool members;                 /* head->guest, phase or over_ms differs from the stored head */
            struct store_notices notices; /* of STORE_APPEND */
            const struct store_rated
                *rated; /* NULL: no rated game ends. STORE_CONFLICT if a rating's number is taken */
            const struct store_seeks *seeks; /* of entry 1; NULL: none. STORE_CONFLICT if one of them is not there with
                                                its id, has a table, or if two of the guests do not play together */
        } append;
        uint32_t after; /* STORE_LOAD */
        struct {
            int64_t after_ms, until_ms;
        } due;
        struct {
            uint32_t number; /* of the last entry as the caller knows it */
            int64_t marked_ms, changed_ms;
        } stand;
        struct {
            int64_t seen_ms, marked_ms;
            uint32_t most;
        } old;
        const char *origin;
        int64_t clock_ms;
    };
    /* The answer. What it points to belongs to the store and is valid until done returns. */
    enum store_status status;
    union {
        struct {
            const struct table_entry *entries; /* STORE_LOAD */
            size_t entries_n;
        };
        struct {
            const struct store_head *heads; /* at most STORE_LIST_MAX */
            size_t heads_n;
        };
        struct {
            const struct store_guest *guests; /* at most STORE_LIST_MAX */
            size_t guests_n;
        };
        struct {
            const struct store_row *row;
            size_t rows_n;
        };
        uint64_t count;
        struct store_clock clock;
    };
    char fault[STORE_FAULT_SIZE]; /* the reason of STORE_FAILED, STORE_UNKNOWN and STORE_DAMAGED, for the log */
    /* The store's. */
    struct store_job *next;
    struct store_rows *rows;
};

/* ------------------------------------------------------------------------------------------------------------ store */

/* Instead of an entry's number. */
enum { STORE_TABLE_DELETED = 0x7fffffff, STORE_PLANS_CHANGED = 0x7ffffffe };

/* Notifications of a store, called on the loop's thread, never from store_submit. Each may be NULL. */
struct store_hooks {
    void *owner;
    /* Another process has appended entries up to this number to the table, deleted it (STORE_TABLE_DELETED) or set a
     * plan (STORE_PLANS_CHANGED). Several appends may cause one call, and a call may be repeated. After a broken
     * connection `lost` is called instead. */
    void (*changed)(void *owner, const char *table, uint32_t number);
    /* Notifications may have been lost: the owner must load everything again. */
    void (*lost)(void *owner);
    /* Another process has called store_broadcast. The texts of one sender arrive in order, but some may be lost. */
    void (*heard)(void *owner, const char *text, size_t length);
    /* The store has become usable or unusable; `why` is for the log. A store is usable when it is opened. */
    void (*usable)(void *owner, bool usable, const char *why);
};

struct store;

/* The functions that each store implements; the functions below say what they do. */
struct store_ops {
    const char *name; /* "sqlite" */
    bool shared;      /* several processes may use the same data at once */
    void (*submit)(struct store *store, struct store_job *job);
    void (*flush)(struct store *store);
    void (*broadcast)(struct store *store, const char *text, size_t length); /* NULL: there are no other processes */
    void (*close)(struct store *store, void (*closed)(void *owner), void *owner);
};

/* The beginning of every store's struct. */
struct store {
    const struct store_ops *ops;
    struct store_hooks hooks;
    struct store_clock clock; /* as it was when the store was opened */
};

static inline void store_submit(struct store *store, struct store_job *job) { store->ops->submit(store, job); }
static inline void store_flush(struct store *store) { store->ops->flush(store); }
/* Sends the other processes a text that need not be stored (such as who is connected where). */
static inline void store_broadcast(struct store *store, const char *text, size_t length)
{
    if (store->ops->broadcast)
        store->ops->broadcast(store, text, length);
}
/* Carries out the submitted jobs, calls their done, frees everything and then calls closed, from the loop or before
 * returning. After this call only done functions may use the store, and they must not submit. */
static inline void store_close(struct store *store, void (*closed)(void *owner), void *owner)
{
    store->ops->close(store, closed, owner);
}

/* ---------------------------------------------------------------------------------------------------------- opening */

/* Opens the store that --store names: "memory", "sqlite:PATH" or "postgres://...". Creates it if it does not exist and
 * migrates an older schema; a newer schema is refused. This may block, so call it before the loop runs. Returns NULL on
 * failure; then `fault` says what is wrong and what to do. */
struct store *store_open(const char *where, struct uv_loop_s *loop, const struct store_hooks *hooks,
                         char fault[STORE_FAULT_SIZE]);
/* Opens the store of a running server for an operator's command. Nothing is created or migrated, and an SQLite file
 * stays locked by its server, which gets `lost` within a second of a write. */
struct store *store_open_shared(const char *where, struct uv_loop_s *loop, char fault[STORE_FAULT_SIZE]);

/* Opens a store in a file. A second process on the same file is refused, even under a different name. The store watches
 * its file: while the file or its log is moved, deleted or replaced, nothing is acknowledged. `shared`: see
 * store_open_shared. */
struct store *store_sqlite_open(const char *path, bool shared, struct uv_loop_s *loop, const struct store_hooks *hooks,
                                char fault[STORE_FAULT_SIZE]);
/* Opens a store in PostgreSQL. `url` has libpq's form: "postgres://user@host/name". */
struct store *store_postgres_open(const char *url, bool shared, struct uv_loop_s *loop, const struct store_hooks *hooks,
                                  char fault[STORE_FAULT_SIZE]);
/* Opens a store in memory, which answers in store_flush. With `other`, it shares the data of another store in memory,
 * as two processes share a database; each is closed by itself. */
struct store *store_memory_open(struct store *other, const struct store_hooks *hooks, char fault[STORE_FAULT_SIZE]);

/* Gives the n-th next job of a store in memory (0: none) that status, for tests. It is not carried out unless the
 * status is STORE_UNKNOWN. */
void store_memory_fail_nth_job(struct store *store, int n, enum store_status status);
