/* app_internal.h - what the files of the app share. */
#ifndef APP_INTERNAL_H
#define APP_INTERNAL_H

#include "server/app/app.h"
#include "server/app/moderation_orders.h"

enum {
    APP_SLOTS = 16384,
    APP_QUEUE_MAX = 64,               /* wishes that wait for one table, */
    APP_QUEUE_WITH_ATTACH_MAX = 4096, /* and with them those who only want to get there */
    APP_SPECTATOR_FRAME_MS = 100,     /* who only watches is told that often at most, */
    APP_SPECTATOR_BURST = 20,         /* but for so many frames saved up */
    APP_NOTES_MAX = 64,               /* answers that wait for one session, */
    APP_NOTES_BYTES = 1 << 19,        /* and their bytes: two full lists and more */
    APP_STRIKES_MAX = 20,             /* bad or too frequent messages, then the connection is closed */
    APP_IDLE_MS = 60000,              /* a table without sessions is let go after that */
    APP_SWEEP_MS = 5000,              /* how often the store is asked for tables that are due */
    APP_BOT_LATE_MS = 5000,      /* a bot's turn that another process should have played is played here after that */
    APP_PRESENCE_MS = 20000,     /* who is connected is told to other processes that often, */
    APP_PRESENCE_TTL_MS = 50000, /* and believed that long */
    APP_PROCESSES = 8,
    APP_TRIES_MAX = 5,
    APP_SCRATCH = 65536,
    CLEANER_MS = 5000,                     /* how often the store is looked through for what is old, a page at a time */
    APP_COMPACT_ENTRIES = 2000,            /* a log that has grown by so many entries is made short */
    APP_GAP_MS = 3600 * 1000,              /* without a server: deadlines begin anew */
    APP_CLOCK_DOUBT_MS = 24 * 3600 * 1000, /* what the clock may differ from the time of the store */
    APP_CLOCK_JUMP_MS = 60000,             /* what one clock may gain on the other in a turn of the loop */
    APP_CLOCK_TOLERANCE_MS = 2000,         /* by so much this machine's clock may differ from the database's */
    APP_LAST_SEEN_MS = 24 * 3600 * 1000,   /* how exactly it is known when a guest last came */
    APP_CALLS_MAX = 16,     /* calls of one address that are under way: so much of it waits at the store; */
    APP_CALLS_ATTACH = 8,   /* who goes to a table, which may have to be loaded, counts for so many, */
    APP_CALLS_RECORD = 16,  /* and so does whoever wants a record, for which a log is replayed */
    APP_COST_CALL = 30,     /* units of round_robin.h: a list of tables, */
    APP_COST_RECORD = 1000, /* and the replay of a long log */
};

#define APP_HOUR_US INT64_C(3600000000)

/* A small text that waits: a message not yet handled, an answer not yet sent. */
struct queued_text {
    struct queued_text *next;
    size_t n;
    char text[];
};

/* What is wished of a table beyond the messages of guests. */
enum { REQUEST_EXISTING = MESSAGE_TYPES, REQUEST_BOT, REQUEST_AWAY, REQUEST_DEAL };

/* One wish for a table, waiting in its queue or being stored. */
struct table_request {
    struct table_request *next;
    struct session *session; /* NULL: nobody waits for the answer */
    int kind;                /* enum message_type, or one of those above */
    int seat;                /* of the internal ones */
    int tries;
    bool doubtful;               /* nobody knows whether it was granted before */
    int taken;                   /* a table to be made: how many ids were taken */
    char before[TABLE_ID_SIZE];  /* a table made for a rematch: of this one, */
    char rematch[TABLE_ID_SIZE]; /* whose log tells the id that it gets */
    char nonce[TABLE_ID_SIZE];   /* in place of the id that a line of chat does not have */
    struct message message;
};

enum hosted_table_state { HOSTED_UNLOADED, HOSTED_LOADING, HOSTED_READY, HOSTED_STORING };

/* Who is connected to another process. */
struct remote_presence {
    uint64_t process;
    int64_t at_ms;
    uint8_t here;
};

/* The frame that all who only watch get: composed for the first of them. */
struct shared_frame {
    char *text;
    size_t n;
    uint32_t number, since;
    uint8_t here;
    int64_t now_ms;
};

struct hosted_table {
    struct hosted_table *next; /* in its slot */
    struct app *app;
    struct table *table;
    enum hosted_table_state state;
    bool behind;               /* the store has more, */
    bool stale;                /* or something else: what is held is to be forgotten */
    bool damaged;              /* the log can't be read */
    bool loaded;               /* at least once */
    uint32_t seated;           /* table_seating_number, when the sessions' seats were last looked up */
    bool creates;              /* its first entries are on their way */
    uint32_t kept;             /* up to here the log has been made short, or that was asked for */
    char origin[ADDRESS_SIZE]; /* who makes it */
    struct token_bucket talk;
    struct session *sessions;
    struct table_request *queue, **queue_last;
    int queue_n, comers_n;
    struct table_request *current; /* being stored, */
    struct log_append *doubt;      /* or perhaps stored: the log will tell */
    struct store_job load;
    uint8_t here; /* seats whose guests are connected to this process */
    struct remote_presence elsewhere[APP_PROCESSES];
    int64_t gone_ms[FF_PLAYERS_MAX]; /* since when nobody is connected for that seat; 0: somebody is */
    int64_t clock_ms;                /* table_deadline_ms */
    int64_t idle_ms;                 /* since when nothing happens here; 0: something does */
    int64_t said_ms;
    struct bot_turn *turn; /* a bot's answer that waits for its time; */
    int64_t tell_ms;       /* at this time; */
    bool thinking;         /* or a bot is at it */
    int64_t bots_after_ms; /* another process should let its bots think until then */
    char id[TABLE_ID_SIZE];
    struct shared_frame shared;
    bool watch_due; /* who only watches is to be told */
    struct token_bucket watch;
};

struct app {
    struct app_config config;
    struct app_callbacks callbacks;
    struct store *store;
    struct address_table *addresses;
    int64_t now_ms;    /* what is stored and shown: */
    int64_t wall_ms;   /* the machine's clock, */
    int64_t ahead_ms;  /* and by how much it must be put forward or back, for the database's, */
    int64_t behind_ms; /* and where it is before what the store remembers: */
    int64_t last_ms;   /* this */
    int64_t since_ms;  /* times before do not count for deadlines; 0: all do */
    int64_t steady_ms; /* how long something takes */
    int64_t swept_ms;
    uint64_t process; /* a random name */
    struct app_counts counts;
    bool stopping;
    bool unusable; /* the store is */
    char trouble[STORE_FAULT_SIZE];
    bool sweeping;
    int under_way;   /* jobs at the store */
    uint64_t faults; /* of the store since it last did something */
    struct store_job sweep;
    struct session *sessions;      /* all */
    struct moderation *moderation; /* what the operators have ordered */
    struct store_job orders;       /* that loads it, */
    bool ordering;                 /* under way; */
    bool ordered;                  /* it was there once; */
    bool orders_behind;            /* there may be more */
    struct cleaner *cleaner;
    struct hosted_table *slots[APP_SLOTS];
    char line[512]; /* of the log */
    char scratch[APP_SCRATCH];
};

/* What a store tells of the time: its own clock or 0, and what it remembers or 0. */
void app_set_time(struct app *app, int64_t clock_ms, int64_t last_ms);

/* ------------------------------------------------------------------------------------------------- app.c: sessions */

/* So many calls of the address begin, and end. */
void app_hold_calls(struct address *address, uint8_t calls);
void app_release_calls(struct app *app, struct address *address, uint8_t calls);

void session_send(struct session *session, const char *text, size_t n);
void session_refuse(struct session *session, const char *id, const struct app_error *error);
/* FREE -> ASKING or CALLING. */
void session_await_table(struct session *session, struct table_request *request);
void session_await_call(struct session *session, struct api_call *call);
/* The message under way is answered by what was sent just now: -> FREE, and the next one is handled. */
void session_answered(struct session *session);
/* It is answered by a frame of its table: -> TELLING where it had an id, else FREE. */
void session_granted(struct session *session, bool full);
/* A frame that was to answer can't be composed any more: TELLING -> FREE. */
void session_frame_failed(struct session *session, const struct app_error *error);
/* "ack":"ID" where the message under way has an id. */
void session_put_ack(const struct session *session, struct base_out *out);
void session_frame_due(struct session *session, bool full);
void session_notify(struct session *session);
void session_strike(struct session *session);

/* "event=play table=abcdef number=12" and so on: finished by app_log_end. */
struct base_out app_log_begin(struct app *app, const char *event, const struct hosted_table *table);
void app_log_end(struct app *app, struct base_out *out);
void app_log(struct app *app, const char *event, const struct hosted_table *table, const char *more);
/* " guest=abcdefghijklmnop address=192.0.2.7", what is not known (NULL, "") left out: it is what traces lead to. */
void app_log_who(struct base_out *out, const char *guest, const struct address *address);

/* Submits a job and counts it; app_job_done at the beginning of its done. */
void app_submit(struct app *app, struct store_job *job);
void app_job_done(struct app *app, const struct store_job *job);

void app_new_id(struct app *app, char id[TABLE_ID_SIZE]);

/* Microseconds of the world's clock, or always 0. */
int64_t app_clock_us(const struct app *app);

/* ---------------------------------------------------------------------------------------------------- table_requests.c */

struct hosted_table *hosted_table_find(struct app *app, const char *id);
/* Finds it, or adds it unloaded. NULL: out of memory. */
struct hosted_table *hosted_table_open(struct app *app, const char *id);
void hosted_table_enqueue(struct hosted_table *at, struct table_request *request);
/* Handles waiting requests. May free the table. */
void hosted_table_process_requests(struct hosted_table *at);
void session_leave_table(struct session *session);
void session_join_table(struct session *session, struct hosted_table *at, uint32_t seen);
/* Deadlines of times that do not count begin anew. */
void hosted_table_restart_clocks(struct hosted_table *at);
/* A table has changed: everybody is told, and the bots and clocks are seen to. */
void hosted_table_changed(struct hosted_table *at);
/* The answer of the store to what log_append sent. The table may be gone afterwards. */
void hosted_table_append_done(struct hosted_table *at, enum store_status status);
void hosted_table_free(struct hosted_table *at);
/* Another process has written entries up to that number. */
void hosted_table_note_remote_entry(struct hosted_table *at, uint32_t number);
/* What the clock has to say to one table. It may be gone afterwards. */
void hosted_table_tick(struct hosted_table *at);
void request_free(struct table_request *request);
/* Answers with a full frame. */
void request_grant(struct table_request *request);
void request_refuse(struct table_request *request, const struct app_error *error);

/* What is held of it is not what the store has any more: it is loaded again, and who is there is sent away if it is
 * gone. The table may be gone afterwards. */
void hosted_table_reload(struct hosted_table *at);

/* ----------------------------------------------------------------------------------------------------- moderation.c */

/* Somebody may have given orders: they are loaded. */
void moderation_load_orders(struct app *app);
/* "The lobby is closed." and the operators' reason, if they gave one; what house_... answered is not NULL. */
void moderation_put_reason(struct base_out *out, const char *what, const char *why);
/* Whether that guest or address is banned; if so, the sentence for them. */
bool moderation_put_ban(const struct app *app, const char *who, struct base_out *out);

/* ------------------------------------------------------------------------------------------------------ presence.c */

/* Returns the seats whose guests are connected to any process. */
unsigned presence_connected_seats(const struct hosted_table *at);
/* Returns how long the guest of a seat has been disconnected, as far as is known; 0: connected. */
int64_t presence_absence_ms(const struct hosted_table *at, int seat);
/* Notes since when the others are not. */
void presence_record_absence(struct hosted_table *at);
/* Seats and who is here follow from the sessions; `tell`: a change is told to everybody at the table. */
void presence_update(struct hosted_table *at, bool tell);
void presence_broadcast(struct hosted_table *at);
void presence_request(struct hosted_table *at);
/* Handles a broadcast of another process. */
void presence_receive(void *owner, const char *text, size_t length);

/* ---------------------------------------------------------------------------------------------------- log_append.c */

/* One to six entries for a table, applied already, on their way to the store. */
struct log_append {
    struct store_job job;
    struct store_head head;
    struct hosted_table *at;
    int64_t begun_us;
    struct table_entry entry[FF_PLAYERS_MAX + 1];
    char text[];
};

/* Collects entries in the app's scratch. */
struct log_draft {
    struct base_out out;
    size_t start[FF_PLAYERS_MAX + 2];
    int n;
};
struct log_draft log_draft(struct app *app);
/* What was appended to draft->out since the last call is an entry. */
void log_draft_end_entry(struct log_draft *draft);
/* Applies the draft to the table and submits it. False: it does not fit, or out of memory; the request was answered. */
bool log_append(struct hosted_table *at, const struct log_draft *draft, struct table_request *request, bool members);
/* It is durable: counts and the log. */
void log_append_stored(struct hosted_table *at, const struct log_append *append);
/* Whether what was appended is in the log that was loaded: where its first entry is, all are. */
bool log_append_in_log(const struct log_append *append, const struct store_job *load);

/* ---------------------------------------------------------------------------------------------------- table_creation.c */

/* Makes the table that the request's message wishes for; for a rematch the message is filled in first. */
void app_create_table(struct app *app, struct table_request *request);
void app_create_rematch(struct hosted_table *at, struct table_request *request);
/* The answer of the store. */
void hosted_table_created(struct hosted_table *at, struct table_request *request, bool stored);
/* A table of the id that the request's table gets is there: it is the one, made before, or another id is tried. */
void hosted_table_exists(struct hosted_table *at, struct table_request *request);

/* ------------------------------------------------------------------------------------------------------ retention.c */

/* NULL: out of memory. */
struct cleaner *cleaner_new(struct app *app);
void cleaner_free(struct cleaner *cleaner);
void cleaner_tick(struct app *app);
/* Schedules the compaction of a log that has grown long. Call it after each append. */
void app_compact_if_long(struct hosted_table *at);

/* ------------------------------------------------------------------------------------------------------ bot_turns.c */

/* Starts the turn of the next bot that must act, if any. */
void bot_turn_start(struct hosted_table *at);
void bot_turn_tick(struct hosted_table *at);

/* ----------------------------------------------------------------------------------------------------- api_calls.c */

void app_hash_token(const uint8_t token[MESSAGE_TOKEN_BYTES], uint8_t hash[STORE_HASH_SIZE]);
void session_handle_hello(struct session *session, const struct message *message);
void session_handle_list(struct session *session);
void session_handle_rename(struct session *session, const char *name);

#endif
