/* store.h - the database of the server: each table's append-only log and its head for lists, guests and their data.
 *
 * A table's log is authoritative. Its entries are numbered from 1 without gaps and only ever appended. The pair (table,
 * number) is the primary key, and serves as the lock: if two processes append entry 17, one succeeds. The other gets
 * STORE_CONFLICT, loads the missing entries and validates its request again. Entries are text (server/table/table.h),
 * but a store treats them as bytes. A head is a cache for lists, written in the same transaction as the entries.
 *
 * Each entry is stored with a checksum of its table, number, time and text. A load that finds a wrong checksum answers
 * STORE_DAMAGED and returns no entries. Other tables are unaffected.
 *
 * STORE_COMPACT replaces the beginning of a log with one entry. STORE_TABLE_DELETE and STORE_GUESTS_DELETE delete. A
 * store never does so by itself: server/app/retention.c decides which tables and guests are old. It first marks them. A
 * new entry removes the mark of its table, and a visit removes the mark of the guest.
 *
 * A store also keeps one time that its servers trust (STORE_CLOCK), so that a server can notice that its own clock is
 * wrong. If the database server has a clock, all game servers trust that clock.
 *
 * Entries contain every secret of a game, including the seed. Only the server may read a store.
 *
 * There are three kinds of stores: in memory (for tests and trials), SQLite (for one process) and PostgreSQL (for
 * several processes on one database). All obey this contract and pass the same tests.
 *
 * No call blocks. A job is a struct that the caller owns. It belongs to the store from store_submit until job->done is
 * called. In done, the caller may submit it again or free it.
 *
 *     store_submit(store, &job)   queues the job; never calls done
 *     store_flush(store)          starts all queued jobs; called at the end of each turn of the loop
 *     job->done(job)              called on the loop's thread, by store_flush or by the loop
 *
 * Order: jobs take effect, and their done functions are called, in the order in which the jobs were submitted. So a
 * load that is submitted after an append sees the new entries.
 *
 * Atomicity: a job happens completely or not at all. After STORE_DONE its writes are durable: they survive kill -9 and
 * a power failure. A conflict of one job does not affect other jobs in the same transaction.
 *
 * Failure: STORE_FAILED means that nothing was written. STORE_UNKNOWN means that the job may or may not have been done,
 * because the connection broke after COMMIT was sent. The caller then loads the table again to find out. A store
 * recovers by itself by reconnecting or reopening the file. Until then jobs fail at once instead of waiting. job->fault
 * is for the server's log. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "server/table/entry.h"
#include "server/table/id.h"

struct uv_loop_s;

enum {
    STORE_NAME_SIZE = 64,   /* bytes of a guest's name in UTF-8, with the NUL */
    STORE_ABOUT_SIZE = 896, /* bytes of store_head.about, with the NUL */
    STORE_HASH_SIZE = 32,
    STORE_ENTRY_MAX = 16384,       /* bytes of a log entry; no entry is empty */
    STORE_COMPACTED_MAX = 1 << 18, /* bytes of a compacted log entry */
    STORE_LIST_MAX = 100,          /* rows of an answer; guests that one job marks or deletes */
    STORE_ORIGIN_SIZE = 46,        /* bytes of a network address as text, with the NUL */
    STORE_SEATS = 5,
    STORE_BOTS_MAX = 5,      /* bot accounts that a player may own; STORE_BOT_ADD enforces it */
    STORE_SEEK_ID_SIZE = 33, /* bytes of a seek's id, with the NUL */
    STORE_FAULT_SIZE = 256,
    STORE_BROADCAST_MAX = 1000, /* bytes of a broadcast */
};

/* ----------------------------------------------------------------------------------------------------------- values */

enum store_phase { STORE_OPEN, STORE_PLAY, STORE_OVER };

/* A table's summary, so that lists need not read logs. A head is always written and read as a whole. */
struct store_head {
    char table[TABLE_ID_SIZE];
    char host[TABLE_ID_SIZE];               /* the guest who made the table */
    char guest[STORE_SEATS][TABLE_ID_SIZE]; /* by seat; "" for an open seat or a bot */
    uint8_t phase;                          /* enum store_phase */
    bool listed;                            /* the lobby shows the table; otherwise one needs its link */
    uint8_t owe;                            /* mask of the seats that must decide */
    uint32_t number;                        /* number of the last entry */
    int64_t due_ms;     /* when a server must next look at the table, for a deadline or a bot's turn; 0: never */
    int64_t changed_ms; /* time of the last entry */
    char about[STORE_ABOUT_SIZE];   /* JSON members for display: mode, seats, names, round, best moments */
    int64_t over_ms;                /* when the game ended; 0: it is not over */
    char origin[STORE_ORIGIN_SIZE]; /* network address of the guest who made the table. Only the first append sets it.
                                       STORE_COMPACT erases it */
    uint32_t kept;     /* number of the compacted entry that begins the log; 0: none. Only STORE_COMPACT sets it */
    int64_t marked_ms; /* when retention marked the table as old; 0: not marked. Only STORE_TABLE_MARK sets it */
};

enum store_guest_kind { STORE_PERSON, STORE_BOT };

/* A guest. Anybody with the token of one of the guest's devices can act as the guest. Only hashes of tokens are
 * stored. */
struct store_guest {
    char guest[TABLE_ID_SIZE];
    char name[STORE_NAME_SIZE];
    int64_t made_ms;
    int64_t seen_ms;           /* time of the last visit; may be a day old */
    int64_t marked_ms;         /* when retention marked the guest as old; 0: not marked */
    uint8_t kind;              /* enum store_guest_kind */
    char owner[TABLE_ID_SIZE]; /* for STORE_BOT: the player who is responsible; else "" */
    /* The device whose token was given. Only STORE_GUEST_FIND sets these members. */
    uint8_t token_hash[STORE_HASH_SIZE]; /* unique */
    char device[TABLE_ID_SIZE];
    int64_t device_seen_ms;
    uint32_t scopes; /* what the device may do; 0: everything */
    uint32_t blocks; /* number of players whom the guest has blocked or muted */
};

/* Kinds of one-time secrets (docs/developers/players.md). */
enum store_secret {
    STORE_SECRET_LINK,     /* signs in a device directly */
    STORE_SECRET_CODE,     /* signs in a device after the player has approved it */
    STORE_SECRET_ASKED,    /* held by a device that waits for approval; data: a JSON object that describes the device */
    STORE_SECRET_APPROVED, /* the same device's secret, once approved */
    STORE_SECRET_CHALLENGE, /* challenge for a passkey; guest: the player who registers it, or "" to sign in */
    STORE_SECRET_RECOVERY,
    STORE_SECRET_MAIL, /* confirms a mail address; data: the channel with that address */
};

/* A value of a statement, or a column of a result row. */
struct store_value {
    char kind;      /* of a value: the type, a letter of operations.h; of a column: N for a number, otherwise a text */
    int64_t number; /* the number, if kind is N */
    const char *text; /* the text or bytes of other kinds, "" for NULL; the final NUL is not counted */
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

/* The new rating of one player after a rated game (server/app/rated_games.h). */
struct store_rating {
    char guest[TABLE_ID_SIZE];
    int64_t number; /* index from 1 among the guest's rated games in this mode; the append conflicts if the store has
                       such a row */
    int64_t skill, variance; /* bit patterns of doubles */
    bool abandoned;          /* the guest left, and a bot finished the game */
};
struct store_rated {
    uint8_t mode;
    int64_t ended_ms, repetition;
    const char *seats, *people;
    size_t n;
    struct store_rating rows[STORE_SEATS];
};

/* A guest's result in a deal that other guests play too. */
struct store_result {
    char deal[TABLE_DEAL_NAME_SIZE], guest[TABLE_ID_SIZE];
    int64_t score; /* compares results of the same deal; smaller is better */
    int64_t place, parts, coins, rounds;
};

struct store_clock {
    int64_t at_ms;   /* time of the database server's clock; 0: there is none */
    int64_t last_ms; /* time that STORE_CLOCK_SET last stored; 0: none */
};

/* ------------------------------------------------------------------------------------------------------------- jobs */

/* The operations of a store. After `values:` are the values that a job of the operation needs in job->values, and after
 * `rows:` the columns of its answer. operations.h has the statement of each operation. */
enum store_op {
    STORE_APPEND, /* appends append.entries, which have consecutive numbers, and writes append.head. Entry 1 creates the
                     table. STORE_CONFLICT: the log does not end just before the first entry */
    STORE_LOAD, /* answers the table's entries with numbers above `after`, if any. The first may be a compacted entry */
    STORE_GUEST_ADD,   /* adds *guest, without a device; STORE_CONFLICT: the id is taken */
    STORE_GUEST_NAME,  /* changes the name of the guest guest->guest to guest->name */
    STORE_GUEST_SEEN,  /* sets seen_ms of the guest and removes its mark */
    STORE_GUEST_FIND,  /* writes the guest whose device has the token guest->token_hash to *guest */
    STORE_LIST_LISTED, /* answers heads of listed tables whose games are not over, most recently changed first. Omits
                          tables with players whom the guest guest->guest has blocked */
    STORE_LIST_GUEST,  /* answers heads of tables where the guest has a seat, and of open tables that the guest made.
                          Running games come first, most recently changed first. Finished games follow, most recently
                          ended first. The cost does not depend on the number of finished games */
    STORE_LIST_DUE, /* answers heads whose pair (due_ms, table) is above (due.after_ms, table) and whose due_ms is from
                       1 to due.until_ms, sorted by that pair. The last pair asks for the next page */
    STORE_DUE_RESTART, /* values: time. Repairs the work of a clock that was ahead: tables whose last change is over a
                          minute after that time become due at that time. Counts them */
    STORE_LIST_TABLE,  /* answers the head of `table`, if the table exists */
    /* For operators' commands (server/app/moderation_orders.h). */
    STORE_LIST_ALL,     /* answers the heads of tables with ids above `table`, sorted by id */
    STORE_LIST_GUESTS,  /* answers the guests with ids above guest->guest, sorted by id, without token hashes */
    STORE_GUEST_GET,    /* writes the guest guest->guest to *guest, without a token hash */
    STORE_GUEST_DELETE, /* deletes the guest guest->guest */
    STORE_TABLE_DELETE, /* deletes `table` and notifies other processes with STORE_TABLE_DELETED. STORE_CONFLICT: the
                           last entry is not number stand.number any more, or stand.marked_ms is not 0 and differs from
                           the mark */
    STORE_REWRITE, /* replaces the existing entries append.entries and the head. STORE_CONFLICT: the last entry is not
                      number append.head->number any more. Used only to delete personal data */
    /* For retention (server/app/retention.c). */
    STORE_COUNT_LISTED, /* counts the listed tables that guests at the address `origin` made and whose games are not
                           over */
    STORE_COMPACT, /* replaces all entries up to number append.entries[0].number with append.entries[0]. STORE_CONFLICT:
                      there is no such entry. Notifies nobody, because the log's meaning does not change */
    STORE_TABLE_MARK,    /* sets the mark of `table` to stand.marked_ms; 0 removes it. Sets changed_ms to
                            stand.changed_ms, unless that is 0. STORE_CONFLICT: entries have been added after number
                            stand.number */
    STORE_GUESTS_MARK,   /* sets the mark of guests to old.marked_ms and counts them: at most STORE_LIST_MAX unmarked
                            guests, longest unseen first, who were last seen before old.seen_ms and have no seat, open
                            table, passkey or recovery code */
    STORE_GUESTS_DELETE, /* deletes guests and counts them: at most old.most and STORE_LIST_MAX guests, earliest mark
                            first, who were marked at old.marked_ms or before and still have no seat */
    STORE_CLOCK,         /* answers both clocks in `clock` */
    STORE_CLOCK_SET,     /* stores clock_ms as the time of STORE_CLOCK */
    /* Players. The statements in operations.h also limit how much each player may store. */
    STORE_DEVICE_ADD, /* values: device, guest, hash of the token, name, scopes, time */
    STORE_DEVICE_SEEN,
    STORE_DEVICE_DELETE, /* values: guest, device */
    STORE_DEVICE_NAME,   /* values: guest, device, name */
    STORE_DEVICES,       /* values: guest; rows: device, name, scopes, made_ms, seen_ms */
    STORE_PLAYER, /* values: guest; rows: name, kind, made_ms, profile, skeleton, owner, numbers of recovery codes and
                     passkeys */
    STORE_PLAYER_BY_NAME, /* values: skeleton of the name; rows: guest, name, kind, profile */
    STORE_PLAYER_NAME, /* values: guest, name, skeleton of the name, whether to claim the name; STORE_CONFLICT: another
                          player has claimed that skeleton. A player with a claimed name claims every new name */
    STORE_PLAYER_PROFILE, /* values: guest, profile */
    STORE_PLAYER_TABLES,  /* values: guest, table, limit; answers heads of the guest's tables with ids above `table`,
                             sorted by id */
    STORE_PLAYER_GAME, /* values: skeleton of a player's name, ended_ms, guest or ""; rows: table of the player's game
                          that ended then. No row unless the player shows games to everybody or is that guest */
    STORE_PLAYER_REPORTS, /* values: guest; rows: table, entry, text, made_ms */
    STORE_PLAYER_PLANS,   /* values: guest; rows: table, round, plan */
    STORE_IMPORT_SET,     /* values: guest, source, results, time; STORE_CONFLICT: no such guest, or too many imports */
    STORE_IMPORT_DELETE,  /* values: guest, source */
    STORE_IMPORTS,        /* values: guest; rows: source, results, made_ms */
    STORE_PASSKEY_ADD,    /* values: credential, guest, public key, counter, name, time */
    STORE_PASSKEY_FIND,   /* values: credential; rows: guest, public key, counter */
    STORE_PASSKEY_USED,   /* values: credential, counter, time; STORE_CONFLICT: the counter has not increased */
    STORE_PASSKEY_DELETE, /* values: guest, credential */
    STORE_PASSKEYS,       /* values: guest; rows: credential, name, made_ms, used_ms */
    STORE_SECRET_ADD,  /* values: hash, enum store_secret, guest or "", data, expires_ms or 0; STORE_CONFLICT: too many
                          secrets */
    STORE_SECRET_FIND, /* values: hash, kind, time; rows: guest, data. Ignores secrets that expire impossibly late,
                          because a clock that was ahead wrote them */
    STORE_SECRET_TAKE, /* like STORE_SECRET_FIND, but also deletes the secret, so that only one caller gets it */
    STORE_SECRET_CHANGE,   /* values: guest, hash, kind, new kind, time */
    STORE_SECRET_DELETE,   /* values: guest, hash, kind */
    STORE_SECRETS,         /* values: guest, kind, time; rows: hash, data, expires_ms */
    STORE_SECRETS_CLEAR,   /* values: guest, kind, hash of the only secret to keep */
    STORE_SECRET_EXCHANGE, /* values: hash, kind, new hash; succeeds for one caller only */
    STORE_SECRETS_EXPIRE,  /* values: time */
    /* Notices. A channel is a way to reach a guest, such as a mail address. The outbox has one row for each channel and
     * table. */
    STORE_CHANNEL_ADD,     /* values: channel, guest, enum notice_kind, address, push keys, mask of STORE_GAMES_...,
                              language, origin of the page, time, whether it is confirmed; STORE_CONFLICT: the channel
                              exists, or there are too many */
    STORE_CHANNEL_CHANGE,  /* values: guest, channel, mask of STORE_GAMES_... */
    STORE_CHANNEL_CONFIRM, /* values: guest, channel */
    STORE_CHANNEL_SENT,    /* values: channel, time. The channel gets no other notice for a minute */
    STORE_CHANNEL_DELETE,  /* values: channel */
    STORE_CHANNEL_FIND,    /* values: guest, channel; rows as for STORE_NOTICES_CLAIMED */
    STORE_CHANNELS,        /* values: guest; rows: channel, kind, address, games, language, made_ms, confirmed */
    STORE_NOTICES_CLAIM,   /* values: random number of the claim, time, maximum number of channels. No row is claimed
                              twice */
    STORE_NOTICES_CLAIMED, /* values: claim; rows: channel, table, guest, kind, address, push keys, language, origin,
                              tries, confirmed, warn_ms (-1: the row is a warning), sorted by channel */
    STORE_NOTICE_POSTPONE, /* values: claim, channel, table, when it is due. For a notice that was not sent: it may be
                              claimed again */
    STORE_NOTICE_DROP,   /* values: claim, channel, table, number of the table's last entry as known here, or 0 for any.
                            Deletes the row, unless the table has more entries and the notice may still be needed */
    STORE_NOTICE_WARN,   /* values: claim, channel, table, time. Once the notice is sent, the row will be due again at
                            that time as a warning */
    STORE_NOTICE_RESULT, /* values: claim, channel, enum store_notice_state, when it is due, fault */
    STORE_NOTICES_ABANDON, /* values: time. Rows claimed before that time become dead, because their notices may have
                              been sent */
    STORE_NOTICE_STATES,   /* rows: state, count */
    STORE_NOTICES_DEAD,    /* rows: guest, kind, table, tries, time, fault */
    STORE_BOT_ADD, /* values: guest, name, time, owner, skeleton of the name; STORE_CONFLICT: too many bots, or the name
                      is claimed */
    STORE_BOT_DELETE, /* values: owner, guest */
    STORE_BOTS,       /* values: owner; rows: guest, name, made_ms */
    STORE_REPORT_ADD, /* values: guest, reported player, table or "", text, number of the table's entry or 0, time;
                         STORE_CONFLICT: the player has no seat at the table (without a table: no claimed name), or
                         there are too many reports */
    /* Blocks and reports. */
    STORE_BLOCK_SET, /* values: guest, other player, enum store_block_kind, time; STORE_CONFLICT: no such player, or too
                        many blocks */
    STORE_BLOCK_DELETE,  /* values: guest, other player */
    STORE_BLOCKS,        /* values: guest; rows: other player, name, kind, made_ms */
    STORE_SEATING_CHECK, /* values: guest, six other guests or "", time, skeleton of a name; rows: "muted", other, 1 for
                            each of them whom the guest has muted or blocked; "blocked", "", number of blocks between
                            the guest and them in either direction; "abandoned", "", number of rated games that the
                            guest abandoned after that time, and when the last of them ended; "named", "", number of
                            others who have claimed the name */
    STORE_REPORTS,       /* rows: made_ms, guest, reported player, table, text, entry */
    STORE_REPORTS_SETTLE, /* values: reported player. Deletes the reports and counts them */
    /* Seeks: guests who want a game (server/app/seeks.c). STORE_APPEND marks them as found when it makes a table. */
    STORE_SEEK_SET,    /* values: guest, id of the seek, process, terms, time, expires_ms; rows: table ("": none found
                          yet), made_ms. Updates the guest's seek if it has that id, and replaces it otherwise */
    STORE_SEEK_DELETE, /* values: guest, id of the seek or "", process or 0. Deletes the seek unless it has a table, and
                          counts it */
    STORE_SEEKS,       /* values: time, limit; rows: guest, id, process, terms, made_ms, table and owner ("": none) of
                          each seek, oldest first */
    STORE_SEEK_BLOCKS, /* rows: guest, other guest, for each block between two guests who seek, sorted */
    STORE_SEEKS_REFRESH, /* values: process, expires_ms */
    STORE_SEEKS_EXPIRE,  /* values: time, latest possible expires_ms */
    /* Public links to finished games. */
    STORE_SHARE_ADD, /* values: id for a new share, table; rows: id of the table's share, which is an older one if there
                        is one. No row if the game is not over */
    STORE_SHARE_FIND, /* values: share; rows: table */
    /* Planned turns. They are stored outside the log until they are played, and are as secret as a hand of cards. */
    STORE_PLAN_SET, /* values: table, guest, round, text ("" withdraws the plan). Notifies other processes with
                       STORE_PLANS_CHANGED */
    STORE_PLANS,    /* values: table; rows: guest, round, text */
    /* Ratings. STORE_APPEND adds a rated game's new ratings. */
    STORE_RATINGS, /* values: five guests or "", mode, the people of a game, time; rows: guest, number, skill, variance
                      of each guest's last rating; "" and the number of rated games of these people in the 25 hours
                      after that time */
    STORE_RATING_CURVE,  /* values: guest, mode, limit; rows: number, skill, variance, table, ended_ms, newest first */
    STORE_TABLE_PLAYERS, /* values: five guests or "", mode, table; rows: guest, name, -1 for each guest who has claimed
                            a name; guest, "", number, skill, variance, whether this table's game gave the rating. Each
                            guest has the ratings before and after that game, or only the last rating if the game gave
                            none */
    STORE_RATING_ROW,    /* values: guest, mode, number; rows: skill, variance, table */
    STORE_RATED_GAMES,   /* values: ended_ms, table, limit; rows: table, mode, ended_ms, repetition, seats of the games
                            after (ended_ms, table) */
    /* Deals that several guests play, each at a table of their own (server/app/daily.c). STORE_APPEND adds results. The
     * points for a result are 10,000 times the share of the other players with worse results. Equal results count
     * half. */
    STORE_DEAL_SECRET, /* values: deal, a random secret; rows: the deal's secret, which is that of the first call */
    /* values: guest or "", first deal, last deal, the first deal that counts only if the guest has a result, limit;
     * rows: the first has "", the number of players, and 1 if the guest is one of them. The others are for each player
     * whom the guest may see: name, rank by the sum of points, relation (0: the guest, 1: they have finished a game
     * together, 2: none), points, deals, place, Palace parts, coins, rounds, 1 if the name is claimed. Relations 0 and
     * 1 come first */
    STORE_DEAL_RANKING,
    STORE_PLAYER_RESULTS, /* values: guest; rows: deal, table, place, parts, coins, rounds */
    STORE_OPS_N,
};

enum store_block_kind { STORE_MUTED = 1, STORE_BLOCKED };

/* The kinds of games about which a channel gets notices, as a mask. */
enum { STORE_GAMES_LIVE = 1, STORE_GAMES_SLOW = 2 };
enum store_notice_state { STORE_NOTICE_DUE, STORE_NOTICE_CLAIMED, STORE_NOTICE_SENT, STORE_NOTICE_DEAD };

/* Masks of the seats whose guests others now wait for, or no longer wait for, because of an append. The append's
 * transaction adds or deletes rows of the outbox accordingly. */
struct store_notices {
    uint8_t begin, end; /* `begin`: their guests must now decide; `end`: their guests need not decide any more */
    uint8_t games;      /* STORE_GAMES_LIVE or STORE_GAMES_SLOW */
    int64_t due_ms;     /* when the notices are due */
};

/* The seeks that an append fulfils by making a table. Its transaction stores the table in them and sets when they
 * expire. */
struct store_seeks {
    size_t n;
    char guest[STORE_SEATS]
              [TABLE_ID_SIZE]; /* in ascending order, so that all processes lock the rows in the same order */
    char id[STORE_SEATS][STORE_SEEK_ID_SIZE];
    int64_t expires_ms;
};

enum store_status {
    STORE_DONE,
    STORE_NOT_FOUND, /* there is no such guest, table or row */
    STORE_CONFLICT,
    STORE_DAMAGED, /* a loaded entry has a wrong checksum, and `fault` names it. Retrying does not help */
    STORE_FAILED,  /* nothing was written */
    STORE_UNKNOWN, /* unknown whether it was written */
};

struct store_job {
    /* Set by the caller. Memory behind these pointers must remain valid until done is called. */
    enum store_op op;
    void (*done)(struct store_job *job);
    void *owner;
    char table[TABLE_ID_SIZE];
    struct store_guest *guest;        /* value and answer of the guest operations */
    const struct store_value *values; /* values of the statement, if the operation's comment lists `values:` */
    size_t values_n;
    union {
        struct {
            const struct store_head *head; /* not used by STORE_COMPACT */
            const struct table_entry *entries;
            size_t n;
            bool members;                    /* `guest`, `phase` or `over_ms` of `head` differs from the stored head */
            struct store_notices notices;    /* for STORE_APPEND */
            const struct store_rated *rated; /* ratings if the entry ends a rated game, otherwise NULL. STORE_CONFLICT
                                                if a rating with that number exists */
            const struct store_result *result; /* result if the entry ends a game of a shared deal, otherwise NULL.
                                                  Ignored if the guest already has a result for that deal */
            const struct store_seeks *seeks; /* with entry 1; NULL: none. STORE_CONFLICT if a seek is gone, was replaced
                                                or has a table, or if one guest has blocked another */
        } append;
        uint32_t after; /* for STORE_LOAD */
        struct {
            int64_t after_ms, until_ms;
        } due;
        struct {
            uint32_t number; /* number of the last entry that the caller knows */
            int64_t marked_ms, changed_ms;
        } stand;
        struct {
            int64_t seen_ms, marked_ms;
            uint32_t most;
        } old;
        const char *origin;
        int64_t clock_ms;
    };
    /* The answer. Memory behind these pointers belongs to the store and is valid until done returns. */
    enum store_status status;
    union {
        struct {
            const struct table_entry *entries; /* for STORE_LOAD */
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
    char fault[STORE_FAULT_SIZE]; /* reason of STORE_FAILED, STORE_UNKNOWN or STORE_DAMAGED, for the server's log */
    /* Used by the store only. */
    struct store_job *next;
    struct store_rows *rows;
};

/* ------------------------------------------------------------------------------------------------------------ store */

/* Numbers for the callback `changed` that are not numbers of entries. */
enum { STORE_TABLE_DELETED = 0x7fffffff, STORE_PLANS_CHANGED = 0x7ffffffe };

/* Callbacks with notifications from a store. They come on the loop's thread, but never from within store_submit. Each
 * may be NULL. */
struct store_hooks {
    void *owner;
    /* Another process has changed the table: it appended entries up to this number, deleted the table
     * (STORE_TABLE_DELETED) or changed a plan (STORE_PLANS_CHANGED). One call may stand for several appends, and calls
     * may be repeated. After a broken connection only `lost` is called. */
    void (*changed)(void *owner, const char *table, uint32_t number);
    /* Notifications may have been lost, so the owner must reload what it has in memory. */
    void (*lost)(void *owner);
    /* Another process has called store_broadcast. One sender's texts arrive in order, but some may be lost. */
    void (*heard)(void *owner, const char *text, size_t length);
    /* The store has become usable or unusable. `why` is for the server's log. A newly opened store is usable. */
    void (*usable)(void *owner, bool usable, const char *why);
};

struct store;

/* The functions that each kind of store implements. The inline functions below call and describe them. */
struct store_ops {
    const char *name; /* such as "sqlite" */
    bool shared;      /* several processes may use the data at the same time */
    void (*submit)(struct store *store, struct store_job *job);
    void (*flush)(struct store *store);
    void (*broadcast)(struct store *store, const char *text, size_t length); /* NULL: there are never other processes */
    void (*close)(struct store *store, void (*closed)(void *owner), void *owner);
};

/* The first member of each kind of store's struct. */
struct store {
    const struct store_ops *ops;
    struct store_hooks hooks;
    struct store_clock clock; /* the clocks when the store was opened */
};

static inline void store_submit(struct store *store, struct store_job *job) { store->ops->submit(store, job); }
static inline void store_flush(struct store *store) { store->ops->flush(store); }
/* Sends a text to the other processes without storing it, such as which guests are connected. */
static inline void store_broadcast(struct store *store, const char *text, size_t length)
{
    if (store->ops->broadcast)
        store->ops->broadcast(store, text, length);
}
/* Carries out the submitted jobs, calls their done functions, frees the store and then calls `closed`, either from the
 * loop or before returning. Afterwards only done functions may use the store, and they must not submit jobs. */
static inline void store_close(struct store *store, void (*closed)(void *owner), void *owner)
{
    store->ops->close(store, closed, owner);
}

/* ---------------------------------------------------------------------------------------------------------- opening */

/* Opens the store that the option --store names: "memory", "sqlite:PATH" or "postgres://...". Creates it if it does not
 * exist and migrates an older schema, but refuses a newer one. May block, so call it before the loop runs. On failure
 * returns NULL and writes to `fault` what is wrong and what to do. */
struct store *store_open(const char *where, struct uv_loop_s *loop, const struct store_hooks *hooks,
                         char fault[STORE_FAULT_SIZE]);
/* Opens a running server's store for an operator's command. Creates and migrates nothing. An SQLite file stays locked
 * by its server, whose callback `lost` is called within a second of a write. */
struct store *store_open_shared(const char *where, struct uv_loop_s *loop, char fault[STORE_FAULT_SIZE]);

/* Opens a store in an SQLite file. Refuses a file that another process has open, even under a different name. If the
 * file or its log is moved, deleted or replaced later, writes fail until it is back. `shared` is for
 * store_open_shared. */
struct store *store_sqlite_open(const char *path, bool shared, struct uv_loop_s *loop, const struct store_hooks *hooks,
                                char fault[STORE_FAULT_SIZE]);
/* Opens a store in a PostgreSQL database, whose URL is written as for libpq: "postgres://user@host/name". */
struct store *store_postgres_open(const char *url, bool shared, struct uv_loop_s *loop, const struct store_hooks *hooks,
                                  char fault[STORE_FAULT_SIZE]);
/* Opens a store in memory, which carries out its jobs in store_flush. If `other` is not NULL, both stores share their
 * data, as two processes share a database. Each must be closed. */
struct store *store_memory_open(struct store *other, const struct store_hooks *hooks, char fault[STORE_FAULT_SIZE]);

/* For tests: makes the n-th next job of a store in memory end with this status (n = 0: no job). The job is carried out
 * only if the status is STORE_UNKNOWN. */
void store_memory_fail_nth_job(struct store *store, int n, enum store_status status);
