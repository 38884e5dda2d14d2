/* hall_internal.h - what the files of the hall share. */
#ifndef HALL_HALL_INTERNAL_H
#define HALL_HALL_INTERNAL_H

#include "server/hall/hall.h"
#include "server/hall/moderation_orders.h"

enum {
    HALL_SLOTS = 16384,
    HALL_QUEUE_MAX = 64,               /* wishes that wait for one table, */
    HALL_QUEUE_WITH_ATTACH_MAX = 4096, /* and with them those who only want to get there */
    HALL_SPECTATOR_FRAME_MS = 100,     /* who only watches is told that often at most, */
    HALL_SPECTATOR_BURST = 20,         /* but for so many frames saved up */
    HALL_NOTES_MAX = 64,               /* answers that wait for one session, */
    HALL_NOTES_BYTES = 1 << 19,        /* and their bytes: two full lists and more */
    HALL_STRIKES_MAX = 20,             /* bad or too frequent messages, then the connection is closed */
    HALL_IDLE_MS = 60000,              /* a table without sessions is let go after that */
    HALL_SWEEP_MS = 5000,              /* how often the store is asked for tables that are due */
    HALL_BOT_LATE_MS = 5000,      /* a bot's turn that another process should have played is played here after that */
    HALL_PRESENCE_MS = 20000,     /* who is connected is told to other processes that often, */
    HALL_PRESENCE_TTL_MS = 50000, /* and believed that long */
    HALL_PROCESSES = 8,
    HALL_TRIES_MAX = 5,
    HALL_SCRATCH = 65536,
    HALL_CLEANER_MS = 5000,      /* how often the store is looked through for what is old, a page at a time */
    HALL_COMPACT_ENTRIES = 2000, /* a log that has grown by so many entries is made short */
    HALL_GAP_MS = 3600 * 1000,   /* without a server: deadlines begin anew */
    HALL_CLOCK_DOUBT_MS = 24 * 3600 * 1000, /* what the clock may differ from the time of the store */
    HALL_CLOCK_JUMP_MS = 60000,             /* what one clock may gain on the other in a turn of the loop */
    HALL_CLOCK_TOLERANCE_MS = 2000,         /* by so much this machine's clock may differ from the database's */
    HALL_LAST_SEEN_MS = 24 * 3600 * 1000,   /* how exactly it is known when a guest last came */
    HALL_CALLS_MAX = 16,     /* calls of one address that are under way: so much of it waits at the store; */
    HALL_CALLS_ATTACH = 8,   /* who goes to a table, which may have to be loaded, counts for so many, */
    HALL_CALLS_RECORD = 16,  /* and so does whoever wants a record, for which a log is replayed */
    HALL_COST_CALL = 30,     /* units of round_robin.h: a list of tables, */
    HALL_COST_RECORD = 1000, /* and the replay of a long log */
};

#define HALL_HOUR_US INT64_C(3600000000)

/* A small text that waits: a message not yet handled, an answer not yet sent. */
struct hall_note {
    struct hall_note *next;
    size_t n;
    char text[];
};

/* What is wished of a table beyond the messages of guests. */
enum { REQUEST_EXISTING = MESSAGE_TYPES, REQUEST_BOT, REQUEST_AWAY, REQUEST_DEAL };

/* One wish for a table, waiting in its queue or being stored. */
struct hall_request {
    struct hall_request *next;
    struct hall_session *session; /* NULL: nobody waits for the answer */
    int kind;                     /* enum hall_message_type, or one of those above */
    int seat;                     /* of the internal ones */
    int tries;
    bool doubtful;               /* nobody knows whether it was granted before */
    int taken;                   /* a table to be made: how many ids were taken */
    char before[TABLE_ID_SIZE];  /* a table made for a rematch: of this one, */
    char rematch[TABLE_ID_SIZE]; /* whose log tells the id that it gets */
    char nonce[TABLE_ID_SIZE];   /* in place of the id that a line of chat does not have */
    struct hall_message message;
};

enum hall_state { HALL_UNLOADED, HALL_LOADING, HALL_READY, HALL_STORING };

/* Who is connected to another process. */
struct hall_remote_presence {
    uint64_t process;
    int64_t at_ms;
    uint8_t here;
};

/* The frame that all who only watch get: composed for the first of them. */
struct hall_shared_frame {
    char *text;
    size_t n;
    uint32_t number, since;
    uint8_t here;
    int64_t now_ms;
};

struct hall_table {
    struct hall_table *next; /* in its slot */
    struct hall *hall;
    struct table *table;
    enum hall_state state;
    bool behind;               /* the store has more, */
    bool stale;                /* or something else: what is held is to be forgotten */
    bool damaged;              /* the log can't be read */
    bool loaded;               /* at least once */
    uint32_t seated;           /* table_seating_number, when the sessions' seats were last looked up */
    bool creates;              /* its first entries are on their way */
    uint32_t kept;             /* up to here the log has been made short, or that was asked for */
    char origin[ADDRESS_SIZE]; /* who makes it */
    struct hall_allowance talk;
    struct hall_session *sessions;
    struct hall_request *queue, **queue_last;
    int queue_n, comers_n;
    struct hall_request *current; /* being stored, */
    struct hall_append *doubt;    /* or perhaps stored: the log will tell */
    struct store_job load;
    uint8_t here; /* seats whose guests are connected to this process */
    struct hall_remote_presence elsewhere[HALL_PROCESSES];
    int64_t gone_ms[FF_PLAYERS_MAX]; /* since when nobody is connected for that seat; 0: somebody is */
    int64_t clock_ms;                /* table_deadline_ms */
    int64_t idle_ms;                 /* since when nothing happens here; 0: something does */
    int64_t said_ms;
    struct hall_bot_turn *turn; /* a bot's answer that waits for its time; */
    int64_t tell_ms;            /* at this time; */
    bool thinking;              /* or a bot is at it */
    int64_t bots_after_ms;      /* another process should let its bots think until then */
    char id[TABLE_ID_SIZE];
    struct hall_shared_frame shared;
    bool watch_due; /* who only watches is to be told */
    struct hall_allowance watch;
};

struct hall {
    struct hall_config config;
    struct hall_world world;
    struct store *store;
    struct hall_addresses *addresses;
    int64_t now_ms;    /* what is stored and shown: */
    int64_t wall_ms;   /* the machine's clock, */
    int64_t ahead_ms;  /* and by how much it must be put forward or back, for the database's, */
    int64_t behind_ms; /* and where it is before what the store remembers: */
    int64_t last_ms;   /* this */
    int64_t since_ms;  /* times before do not count for deadlines; 0: all do */
    int64_t steady_ms; /* how long something takes */
    int64_t swept_ms;
    uint64_t process; /* a random name */
    struct hall_counts counts;
    bool stopping;
    bool unusable; /* the store is */
    char trouble[STORE_FAULT_SIZE];
    bool sweeping;
    int under_way;   /* jobs at the store */
    uint64_t faults; /* of the store since it last did something */
    struct store_job sweep;
    struct hall_session *sessions; /* all */
    struct hall_moderation *house; /* what the operators have ordered */
    struct store_job orders;       /* that loads it, */
    bool ordering;                 /* under way; */
    bool ordered;                  /* it was there once; */
    bool orders_behind;            /* there may be more */
    struct hall_cleaner *keeper;
    struct hall_table *slots[HALL_SLOTS];
    char line[512]; /* of the log */
    char scratch[HALL_SCRATCH];
};

/* What a store tells of the time: its own clock or 0, and what it remembers or 0. */
void hall_set_time(struct hall *hall, int64_t clock_ms, int64_t last_ms);

/* ------------------------------------------------------------------------------------------------- hall.c: sessions */

/* So many calls of the address begin, and end. */
void hall_hold_calls(struct hall_address *address, uint8_t calls);
void hall_release_calls(struct hall *hall, struct hall_address *address, uint8_t calls);

void hall_session_send(struct hall_session *session, const char *text, size_t n);
void hall_session_refuse(struct hall_session *session, const char *id, const struct hall_error *error);
/* FREE -> ASKING or CALLING. */
void hall_session_await_table(struct hall_session *session, struct hall_request *request);
void hall_session_await_call(struct hall_session *session, struct hall_call *call);
/* The message under way is answered by what was sent just now: -> FREE, and the next one is handled. */
void hall_session_answered(struct hall_session *session);
/* It is answered by a frame of its table: -> TELLING where it had an id, else FREE. */
void hall_session_granted(struct hall_session *session, bool full);
/* A frame that was to answer can't be composed any more: TELLING -> FREE. */
void hall_session_frame_failed(struct hall_session *session, const struct hall_error *error);
/* "ack":"ID" where the message under way has an id. */
void hall_session_put_ack(const struct hall_session *session, struct base_out *out);
void hall_session_frame_due(struct hall_session *session, bool full);
void hall_session_notify(struct hall_session *session);
void hall_session_strike(struct hall_session *session);
void hall_session_hang_up(struct hall_session *session, int code, const char *why);

/* "event=play table=abcdef number=12" and so on: finished by hall_log_end. */
struct base_out hall_log_begin(struct hall *hall, const char *event, const struct hall_table *table);
void hall_log_end(struct hall *hall, struct base_out *out);
void hall_log(struct hall *hall, const char *event, const struct hall_table *table, const char *more);
/* " guest=abcdefghijklmnop address=192.0.2.7", what is not known (NULL, "") left out: it is what traces lead to. */
void hall_log_who(struct base_out *out, const char *guest, const struct hall_address *address);

/* Submits a job and counts it; hall_job_done at the beginning of its done. */
void hall_submit(struct hall *hall, struct store_job *job);
void hall_job_done(struct hall *hall, const struct store_job *job);

void hall_new_id(struct hall *hall, char id[TABLE_ID_SIZE]);

/* Microseconds of the world's clock, or always 0. */
int64_t hall_clock_us(const struct hall *hall);

/* ---------------------------------------------------------------------------------------------------- table_requests.c */

struct hall_table *hall_find_table(struct hall *hall, const char *id);
/* Finds it, or adds it unloaded. NULL: out of memory. */
struct hall_table *hall_open_table(struct hall *hall, const char *id);
void hall_enqueue_request(struct hall_table *at, struct hall_request *request);
/* Handles waiting requests. May free the table. */
void hall_process_requests(struct hall_table *at);
void hall_leave_table(struct hall_session *session);
void hall_join_table(struct hall_session *session, struct hall_table *at, uint32_t seen);
/* Deadlines of times that do not count begin anew. */
void hall_restart_clocks(struct hall_table *at);
/* A table has changed: everybody is told, and the bots and clocks are seen to. */
void hall_table_changed(struct hall_table *at);
/* The answer of the store to what hall_append sent. The table may be gone afterwards. */
void hall_append_done(struct hall_table *at, enum store_status status);
void hall_table_free(struct hall_table *at);
/* Another process has written entries up to that number. */
void hall_note_remote_entry(struct hall_table *at, uint32_t number);
/* What the clock has to say to one table. It may be gone afterwards. */
void hall_table_tick(struct hall_table *at);
void hall_request_free(struct hall_request *request);
/* Answers with a full frame. */
void hall_request_grant(struct hall_request *request);
void hall_request_refuse(struct hall_request *request, const struct hall_error *error);

/* What is held of it is not what the store has any more: it is loaded again, and who is there is sent away if it is
 * gone. The table may be gone afterwards. */
void hall_reload_table(struct hall_table *at);

/* ----------------------------------------------------------------------------------------------------- moderation.c */

/* Somebody may have given orders: they are loaded. */
void hall_load_orders(struct hall *hall);
/* "The lobby is closed." and the operators' reason, if they gave one; what house_... answered is not NULL. */
void hall_put_reason(struct base_out *out, const char *what, const char *why);
/* Whether that guest or address is banned; if so, the sentence for them. */
bool hall_put_banned(const struct hall *hall, const char *who, struct base_out *out);

/* ------------------------------------------------------------------------------------------------------ presence.c */

/* Returns the seats whose guests are connected to any process. */
unsigned hall_connected_seats(const struct hall_table *at);
/* Returns how long the guest of a seat has been disconnected, as far as is known; 0: connected. */
int64_t hall_absence_ms(const struct hall_table *at, int seat);
/* Notes since when the others are not. */
void hall_record_absence(struct hall_table *at);
/* Seats and who is here follow from the sessions; `tell`: a change is told to everybody at the table. */
void hall_update_presence(struct hall_table *at, bool tell);
void hall_broadcast_presence(struct hall_table *at);
void hall_request_presence(struct hall_table *at);
/* Handles a broadcast of another process. */
void hall_receive_broadcast(void *owner, const char *text, size_t length);

/* ---------------------------------------------------------------------------------------------------- log_append.c */

/* One to six entries for a table, applied already, on their way to the store. */
struct hall_append {
    struct store_job job;
    struct store_head head;
    struct hall_table *at;
    int64_t begun_us;
    struct table_entry entry[FF_PLAYERS_MAX + 1];
    char text[];
};

/* Collects entries in the hall's scratch. */
struct hall_draft {
    struct base_out out;
    size_t start[FF_PLAYERS_MAX + 2];
    int n;
};
struct hall_draft hall_draft(struct hall *hall);
/* What was appended to draft->out since the last call is an entry. */
void hall_draft_end_entry(struct hall_draft *draft);
/* Applies the draft to the table and submits it. False: it does not fit, or out of memory; the request was answered. */
bool hall_append(struct hall_table *at, const struct hall_draft *draft, struct hall_request *request, bool members);
/* It is durable: counts and the log. */
void hall_append_stored(struct hall_table *at, const struct hall_append *append);
/* Whether what was appended is in the log that was loaded: where its first entry is, all are. */
bool hall_append_in_log(const struct hall_append *append, const struct store_job *load);

/* ---------------------------------------------------------------------------------------------------- table_creation.c */

/* Makes the table that the request's message wishes for; for a rematch the message is filled in first. */
void hall_create_table(struct hall *hall, struct hall_request *request);
void hall_create_rematch(struct hall_table *at, struct hall_request *request);
/* The answer of the store. */
void hall_table_created(struct hall_table *at, struct hall_request *request, bool stored);
/* A table of the id that the request's table gets is there: it is the one, made before, or another id is tried. */
void hall_table_exists(struct hall_table *at, struct hall_request *request);

/* ------------------------------------------------------------------------------------------------------ retention.c */

/* NULL: out of memory. */
struct hall_cleaner *hall_cleaner_new(struct hall *hall);
void hall_cleaner_free(struct hall_cleaner *keeper);
void hall_cleaner_tick(struct hall *hall);
/* Schedules the compaction of a log that has grown long. Call it after each append. */
void hall_compact_if_long(struct hall_table *at);

/* ------------------------------------------------------------------------------------------------------ bot_turns.c */

/* Starts the turn of the next bot that must act, if any. */
void hall_start_bot_turn(struct hall_table *at);
void hall_bots_tick(struct hall_table *at);

/* ----------------------------------------------------------------------------------------------------- api_calls.c */

void hall_hash_token(const uint8_t token[MESSAGE_TOKEN_BYTES], uint8_t hash[STORE_HASH_SIZE]);
void hall_handle_hello(struct hall_session *session, const struct hall_message *message);
void hall_handle_list(struct hall_session *session);
void hall_handle_rename(struct hall_session *session, const char *name);

#endif
