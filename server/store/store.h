/* store.h - where tables are kept: an append-only log, guests, and short heads for lists.
 *
 * The truth about a table is its entries, numbered from 1 without a gap. They are only ever added. The pair (table,
 * number) is the primary key and thereby the lock: of two writers who both want to write entry 17, one succeeds and the
 * other is told STORE_CONFLICT, loads what it missed and thinks again. Entries are text (server/table/table.h); to a
 * store they are bytes. Heads are a cache for lists, written in the same transaction as the entries they follow from.
 *
 * An entry is stored with a checksum of its table, number, time and text. What does not match it any more, because a
 * disk or somebody's hand changed it, is never handed out: STORE_LOAD answers STORE_DAMAGED, and other tables are
 * unaffected.
 *
 * A store need not grow for ever. STORE_COMPACT puts one entry in the place of all up to its number, so that a long log
 * becomes short; STORE_TABLE_DELETE and STORE_GUESTS_DELETE delete. Nothing of that happens by itself: whoever runs the
 * store says what is old (server/app/retention.c). What is to go is marked first. A new entry takes a table's mark
 * away, and so does coming back a guest's.
 *
 * A store keeps one time that its servers trust (STORE_CLOCK), so that a server whose own clock is wrong can notice it.
 * A database has a clock of its own as well, which counts for all servers on it.
 *
 * Entries hold every secret of a game, the seed included. Nobody but the server may read a store.
 *
 * There are three: in memory (tests, trial), SQLite (one process), PostgreSQL (several processes on one database). All
 * obey the same contract and pass the same tests.
 *
 * A call never waits. A job is a struct that the caller owns; it is handed over by store_submit, stays untouched until
 * job->done is called, and belongs to the caller again from then on (it may be submitted again or freed inside done).
 *
 *     store_submit(store, &job)    queues it; never calls done
 *     store_flush(store)           at the end of a turn of the loop: all that is queued goes off, writes grouped in one
 *                                  transaction where the store has them
 *     job->done(job)               on the loop's thread, from store_flush or from the loop, never from store_submit
 *
 * Order: jobs of one store are carried out in the order in which they were submitted, as far as anybody can tell: a
 * load that is submitted after an append sees that append's entries. done is called in the same order.
 *
 * All or nothing: one STORE_APPEND job happens wholly or not at all, and STORE_DONE means that it is on the disk
 * (it survives kill -9 and loss of power). A conflict of one job does not disturb others of the same group.
 *
 * Failure: STORE_FAILED means that nothing was written. STORE_UNKNOWN means that it can't be said (the connection broke
 * after COMMIT was sent): load the table again to see. Neither is final: the store tries to mend itself (reconnects,
 * opens again), and jobs submitted meanwhile fail at once with STORE_FAILED rather than wait for ever. Whoever owns the
 * job decides what to do; text in job->fault is for the log. */
#ifndef STORE_H
#define STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/table/entry.h"
#include "server/table/id.h"

struct uv_loop_s;

enum {
    STORE_NAME_SIZE = 64,   /* a guest's name in UTF-8, with the NUL */
    STORE_ABOUT_SIZE = 640, /* a head's text, with the NUL */
    STORE_HASH_SIZE = 32,
    STORE_ENTRY_MAX = 16384,       /* bytes of an entry, which is never empty, */
    STORE_COMPACTED_MAX = 1 << 18, /* and of one that stands for many */
    STORE_LIST_MAX = 100,          /* heads in an answer at most; guests that one job forgets */
    STORE_ORIGIN_SIZE = 46,        /* an address, with the NUL */
    STORE_SEATS = 5,
    STORE_FAULT_SIZE = 256,
};

/* ----------------------------------------------------------------------------------------------------------- values */

enum store_phase { STORE_OPEN, STORE_PLAY, STORE_OVER };

/* What lists need to know of a table without reading its log. Whole heads are written and read; a store indexes what
 * the lists below ask for and need not understand the rest. */
struct store_head {
    char table[TABLE_ID_SIZE];
    char host[TABLE_ID_SIZE];               /* the guest who made it */
    char guest[STORE_SEATS][TABLE_ID_SIZE]; /* who sits there; "" for nobody and for bots */
    uint8_t phase;                          /* enum store_phase */
    bool listed;                            /* in the lobby; else by link only */
    uint8_t owe;                            /* mask of seats that must decide */
    uint32_t number;                        /* the entry it follows from */
    uint32_t kept;                          /* the log begins with this entry, which stands for all up to it; 0: with
                                               the first. The store's: STORE_COMPACT alone sets it */
    int64_t due_ms;                         /* a server must look at this table then (clock, bot to move); 0: never */
    int64_t changed_ms;                     /* at_ms of that entry */
    int64_t over_ms;                        /* when the game ended; 0 before */
    char origin[STORE_ORIGIN_SIZE];         /* the network address that made it, for STORE_COUNT_LISTED; stays as it was
                                               first written, until STORE_COMPACT forgets it */
    int64_t marked_ms;                      /* since when it is marked to be deleted or made short; 0: it is not. The
                                               store's: STORE_TABLE_MARK sets it, a new entry takes it away */
    char about[STORE_ABOUT_SIZE];           /* for the eye: a JSON object with mode, seats, names, round */
};

/* A guest is whoever holds a token. The token itself is never stored, only its hash. */
struct store_guest {
    char guest[TABLE_ID_SIZE];
    uint8_t token_hash[STORE_HASH_SIZE]; /* unique */
    char name[STORE_NAME_SIZE];
    int64_t made_ms;
    int64_t seen_ms;   /* when it last came, to a day or so */
    int64_t marked_ms; /* since when it is marked to be deleted; 0: it is not */
};

/* ------------------------------------------------------------------------------------------------------------- jobs */

enum store_op {
    STORE_APPEND,      /* entries[entries_n], whose numbers follow each other, and *head; number 1 makes the table */
    STORE_LOAD,        /* entries of `table` with a number above `after`, into entries; none is no failure. The first
                          may be one that STORE_COMPACT has put there, of any number above `after` */
    STORE_GUEST_ADD,   /* *guest; STORE_CONFLICT: that id or hash is there already */
    STORE_GUEST_NAME,  /* guest->guest gets guest->name */
    STORE_GUEST_SEEN,  /* guest->guest gets guest->seen_ms, and is not marked any more */
    STORE_GUEST_FIND,  /* by guest->token_hash, into *guest; STORE_NOT_FOUND: there is no such guest */
    STORE_LIST_LISTED, /* heads of listed tables that are not over, changed last first */
    STORE_LIST_GUEST,  /* heads of tables where guest->guest sits, or of which it is the host and which are open: those
                          not over first, changed last first; then those that are over, ended last first. What it costs
                          does not depend on how many are over */
    STORE_LIST_DUE,   /* heads with (from_ms, table) < (due_ms, their table) and 0 < due_ms <= at_ms, in that order: the
                         last one's pair leads on */
    STORE_LIST_TABLE, /* the head of `table`, if there is such a table */
    /* What operators need (server/app/moderation_orders.h). */
    STORE_LIST_ALL,     /* heads of all tables whose id is behind `table`, by id */
    STORE_LIST_GUESTS,  /* all guests whose id is behind guest->guest, by id, without their hashes */
    STORE_GUEST_GET,    /* by guest->guest, into *guest, without its hash; STORE_NOT_FOUND: there is no such guest */
    STORE_GUEST_DELETE, /* guest->guest; STORE_NOT_FOUND: there is no such guest */
    STORE_TABLE_DELETE, /* `table` with all that belongs to it, if its last entry is still number `after` and, unless
                     at_ms is 0, it is still marked at_ms;
                     STORE_CONFLICT: it is another one; STORE_NOT_FOUND: there is no such table. The other processes
                     are told the number STORE_TABLE_DELETED */
    STORE_REWRITE,      /* entries[entries_n], which are there, get other texts; *head is that of the last entry of the
                           table as before; STORE_CONFLICT: it is not. The one exception to "only ever added": for what
                           must be forgotten. */
    /* What keeps a store small (server/app/retention.c). */
    STORE_COUNT_LISTED,  /* into count: tables of `origin` that are listed and not over */
    STORE_COMPACT,       /* entries[0] takes the place of all entries of `table` up to its number; STORE_CONFLICT: there
                         is no entry of that number. Nobody is told: what follows from the log is the same */
    STORE_TABLE_MARK,    /* `table` is marked at_ms (0: not any more), if its last entry is still number `after`; unless
                      from_ms is 0, it counts as changed then. STORE_CONFLICT: there is no such table, or it is
                      at another entry */
    STORE_GUESTS_MARK,   /* guests not seen since from_ms who sit at no table, made none that is open, and are not
                            marked: are marked at_ms, at most STORE_LIST_MAX of them, seen first first; into count how
                            many */
    STORE_GUESTS_DELETE, /* guests that were marked at at_ms or before: at most `after` and STORE_LIST_MAX of them,
                            marked first first, who still sit nowhere; into count how many */
    STORE_CLOCK,         /* into at_ms the store's own clock, 0: it has none; into from_ms the time that STORE_CLOCK_SET
                            wrote last, 0: none did */
    STORE_CLOCK_SET,     /* at_ms */
};

enum store_status {
    STORE_DONE,
    STORE_NOT_FOUND,
    STORE_CONFLICT, /* STORE_APPEND: entry entries[0].number is there already, or the one before it is not */
    STORE_DAMAGED,  /* STORE_LOAD: an entry is not as it was written; `fault` says which. Trying again does not help */
    STORE_FAILED,   /* not done */
    STORE_UNKNOWN,  /* perhaps done */
};

struct store_job {
    /* The caller's. Memory that is pointed to stays until done. */
    enum store_op op;
    void (*done)(struct store_job *job);
    void *owner;
    char table[TABLE_ID_SIZE];         /* of one table; STORE_LIST_ALL, STORE_LIST_DUE, STORE_LIST_TABLE */
    uint32_t after;                    /* STORE_LOAD, STORE_TABLE_DELETE, STORE_TABLE_MARK, STORE_GUESTS_DELETE */
    int64_t from_ms, at_ms;            /* STORE_LIST_DUE, and what marks and clocks need; STORE_CLOCK out */
    const char *origin;                /* STORE_COUNT_LISTED */
    const struct store_head *head;     /* STORE_APPEND, STORE_REWRITE */
    bool members;                      /* STORE_APPEND: head->guest, phase or over_ms differs from what is stored */
    struct store_guest *guest;         /* the GUEST jobs, STORE_LIST_GUEST and STORE_LIST_GUESTS */
    const struct table_entry *entries; /* STORE_APPEND, STORE_REWRITE and STORE_COMPACT in; STORE_LOAD out */
    size_t entries_n;
    /* The answer. What entries and heads point to is the store's, and valid until done returns. */
    enum store_status status;
    const struct store_head *heads; /* the LISTs, at most STORE_LIST_MAX */
    size_t heads_n;
    const struct store_guest *guests; /* STORE_LIST_GUESTS, at most STORE_LIST_MAX */
    size_t guests_n;
    uint64_t count;
    char fault[STORE_FAULT_SIZE]; /* STORE_FAILED, STORE_UNKNOWN, STORE_DAMAGED: why, for the log */
    /* The store's. */
    struct store_job *next;
    uint64_t mark;
};

/* ------------------------------------------------------------------------------------------------------------ store */

enum { STORE_TABLE_DELETED = 0x7fffffff /* in place of a number: there is no such table any more */ };

/* What a store tells without being asked; on the loop's thread, never from store_submit. Each may be NULL. */
struct store_hooks {
    void *owner;
    /* Another process has added entries to this table, up to that number, or has deleted it: STORE_TABLE_DELETED.
     * Several may be told as one, and a table may be told twice; after a broken connection `lost` is called instead. */
    void (*changed)(void *owner, const char *table, uint32_t number);
    /* Anything may have changed meanwhile: load again whatever is held. */
    void (*lost)(void *owner);
    /* Another process has called store_broadcast. Order is kept for each sender; a text may get lost. */
    void (*heard)(void *owner, const char *text, size_t length);
    /* The store can be used (again), or cannot; `why` is for the log. Called on changes only; a store begins usable. */
    void (*usable)(void *owner, bool usable, const char *why);
};

struct store;

/* One store's functions: see below for what each does. */
struct store_ops {
    const char *name; /* "sqlite" */
    bool shared;      /* several processes may use the same data at once */
    void (*submit)(struct store *store, struct store_job *job);
    void (*flush)(struct store *store);
    void (*say)(struct store *store, const char *text, size_t length);
    void (*close)(struct store *store, void (*closed)(void *owner), void *owner);
};

/* What STORE_CLOCK would have said when the store was opened. */
struct store_clock {
    int64_t at_ms;   /* its own; 0: it has none */
    int64_t last_ms; /* that STORE_CLOCK_SET wrote; 0: none did */
};

/* The beginning of every store's own struct. */
struct store {
    const struct store_ops *ops;
    struct store_hooks hooks;
    struct store_clock clock;
};

static inline void store_submit(struct store *store, struct store_job *job) { store->ops->submit(store, job); }
static inline void store_flush(struct store *store) { store->ops->flush(store); }
/* Tells the other processes something that need not be kept (who is connected where): at most 1,000 bytes. */
enum { STORE_BROADCAST_MAX = 1000 };
static inline void store_broadcast(struct store *store, const char *text, size_t length)
{
    if (store->ops->say)
        store->ops->say(store, text, length);
}
/* Carries out what was submitted, calls its done, frees everything, then calls closed (from the loop, or before it
 * returns where nothing is under way). The store must not be used after the call, except by the done of its jobs,
 * which must not submit. */
static inline void store_close(struct store *store, void (*closed)(void *owner), void *owner)
{
    store->ops->close(store, closed, owner);
}

/* ---------------------------------------------------------------------------------------------------------- opening */

/* Each opens what is there, or makes it, and migrates an older schema; a newer one is refused. These may wait: they are
 * called before the loop runs. NULL: `fault` says what is wrong and what would be right. */
struct store *store_memory_new(const struct store_hooks *hooks, char fault[STORE_FAULT_SIZE]);
/* A second process on the same file is refused, by whatever name it knows it. While it is open the file is watched: if
 * it is moved, deleted or replaced, or its log is, nothing more is acknowledged until all is as it was. */
struct store *store_sqlite_open(const char *path, struct uv_loop_s *loop, const struct store_hooks *hooks,
                                char fault[STORE_FAULT_SIZE]);
struct store *store_sqlite_open_shared(const char *path, struct uv_loop_s *loop, char fault[STORE_FAULT_SIZE]);
/* url: what libpq takes, "postgres://user@host/name". */
struct store *store_postgres_open(const char *url, struct uv_loop_s *loop, const struct store_hooks *hooks,
                                  char fault[STORE_FAULT_SIZE]);
struct store *store_postgres_open_shared(const char *url, struct uv_loop_s *loop, char fault[STORE_FAULT_SIZE]);
/* What a command opens that works on the store of a server that runs: the schema must be this program's, nothing is
 * made or migrated, and SQLite's file is not taken from its server, which is told (`lost`) within a second. */
struct store *store_open_shared(const char *where, struct uv_loop_s *loop, char fault[STORE_FAULT_SIZE]);
/* By the words of --store: "memory", "sqlite:PATH", "postgres://...". */
struct store *store_open(const char *where, struct uv_loop_s *loop, const struct store_hooks *hooks,
                         char fault[STORE_FAULT_SIZE]);

/* -------------------------------------------------------------------------------------------------------- for tests */

/* The store in memory answers in store_flush, in order. The n-th job from now on (0: none) gets that status without
 * being done; STORE_UNKNOWN is done and gets the status all the same. */
void store_memory_fail(struct store *store, int n, enum store_status status);
/* Two stores that share their data, as two processes on one database do; each closed by itself. */
struct store *store_memory_open_shared(struct store *other, const struct store_hooks *hooks,
                                       char fault[STORE_FAULT_SIZE]);

#endif
