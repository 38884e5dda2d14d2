/* app_internal.h - the parts of the app, and the functions that the files of server/app share. */
#pragma once

#include "server/app/app.h"

enum {
    APP_SLOTS = 16384,                /* slots of the hash table of open tables */
    APP_QUEUE_MAX = 64,               /* requests that may wait for one table, except those to attach */
    APP_QUEUE_WITH_ATTACH_MAX = 4096, /* requests to attach that may wait for one table */
    APP_OUTBOX_MAX = 64,              /* answers that may wait for one session */
    APP_OUTBOX_BYTES = 1 << 19,       /* bytes of those answers, enough for several lists */
    APP_STRIKES_MAX = 20,    /* invalid or too frequent messages that are tolerated before the connection is closed */
    APP_IDLE_MS = 60000,     /* a table without sessions is unloaded after this time */
    APP_SWEEP_MS = 5000,     /* how often the store is asked for tables that are due */
    APP_BOT_LATE_MS = 5000,  /* how long another process may take to play a bot's turn, before this one does */
    APP_PRESENCE_MS = 20000, /* how often presence is broadcast */
    APP_PRESENCE_TTL_MS = 50000, /* when another process's presence expires */
    APP_PROCESSES = 8,
    APP_TRIES_MAX = 5,
    CLEANER_MS = 5000,                     /* how often the store is checked for old tables, one page at a time */
    APP_COMPACT_ENTRIES = 2000,            /* a log is compacted after it has grown by this many entries */
    APP_GAP_MS = 3600 * 1000,              /* if no server ran for this long, deadlines start again */
    APP_CLOCK_DOUBT_MS = 24 * 3600 * 1000, /* tolerated difference between the clock and the store's time */
    APP_CLOCK_JUMP_MS = 60000,             /* tolerated drift between the two clocks in one iteration of the loop */
    APP_CLOCK_TOLERANCE_MS = 2000, /* tolerated difference between this machine's clock and the database server's */
    APP_LAST_SEEN_MS = 24 * 3600 * 1000, /* precision with which a guest's last visit is stored */
    APP_DEVICE_SEEN_MS = 3600 * 1000,    /* precision with which a device's last visit is stored */
    APP_CALLS_MAX = 16,                  /* pending jobs that an address may have at the store; a list counts as one */
    APP_CALLS_ATTACH = 8,   /* pending jobs for which attaching counts, because the table may have to be loaded */
    APP_CALLS_RECORD = 16,  /* pending jobs for which reading a record counts, because a log must be replayed */
    APP_COST_CALL = 30,     /* cost of a list of tables, in units of round_robin.h */
    APP_COST_RANKING = 200, /* cost of the ranking of a day */
    APP_COST_RECORD = 1000, /* cost of replaying a long log */
};

/* The name of guests who have not chosen one. */
#define APP_NOBODYS_NAME "Guest"

/* An unhandled message or an unsent answer in a list. */
struct queued_text {
    struct list_link link;
    size_t n;
    char text[];
};

/* Kinds of requests that do not come from a message (enum message_type). */
enum {
    REQUEST_EXISTING = MESSAGE_TYPES,
    REQUEST_BOT,
    REQUEST_AWAY,
    REQUEST_DEAL,
    REQUEST_PLANNED,
    REQUEST_RESUME,
    REQUEST_MATCH
};

/* A guest's game of the deal of the day (daily.c). */
struct daily_game {
    char deal[TABLE_DEAL_NAME_SIZE];
    int64_t closes_ms;                /* when results stop counting */
    uint8_t secret[TABLE_DEAL_BYTES]; /* determines the deal's seed and the ids of its tables; never shown */
    uint8_t seed[TABLE_DEAL_BYTES];   /* shown when the deal is closed */
};

/* A request for a table. It waits in the table's queue or is being stored. */
struct table_request {
    struct list_link link;
    struct session *session; /* NULL: nobody waits for the answer */
    int kind;                /* enum message_type, or one of the REQUEST_... above */
    int seat;                /* for REQUEST_...: the seat that acts */
    int tries;
    bool doubtful;               /* may have been stored already; the store's answer was lost */
    struct store_seeks *seeks;   /* for REQUEST_MATCH: the seeks that the new table fulfils */
    struct seating_facts *facts; /* the store's facts about the guest and the table's other guests, or NULL */
    int taken;                   /* to create a table: number of ids that were already taken */
    char before[TABLE_ID_SIZE];  /* to create a rematch: id of the finished table */
    char rematch[TABLE_ID_SIZE]; /* to create a rematch: the new table's id, from the finished table's log */
    char nonce[TABLE_ID_SIZE];   /* id for a chat message that has none */
    struct daily_game *daily;    /* for `daily`: the guest's game of the day */
    struct message message;
};

enum hosted_table_state { HOSTED_UNLOADED, HOSTED_LOADING, HOSTED_READY, HOSTED_STORING };

/* The seats that are connected to another process. */
struct remote_presence {
    uint64_t process;
    int64_t at_ms;
    uint8_t here;
};

/* The frame that all spectators share. It is composed when the first of them needs it. */
struct shared_frame {
    struct base_out out;
    uint32_t number, since;
    uint8_t here;
    int64_t now_ms;
};

/* A turn that a guest has planned (engine/text/turn_plan.h). */
struct guest_plan {
    char guest[TABLE_ID_SIZE];
    uint32_t round;
    char text[TEXT_PLAN_MAX + 1];
};

/* A table that is open in this process. */
struct hosted_table {
    struct hosted_table *next; /* next table in the same slot */
    struct app *app;
    struct table *table;
    enum hosted_table_state state;
    char id[TABLE_ID_SIZE];
    bool loaded;  /* has been loaded at least once */
    bool behind;  /* the store has more entries than this process */
    bool stale;   /* entries in the store have changed, so the table must be reloaded */
    bool damaged; /* the log cannot be read */
    struct store_job load;
    /* Members for requests. */
    struct list_link queue;
    int queue_n, attaching_n;
    struct table_request *current; /* request that is being stored or checked */
    struct log_append *doubt;      /* append whose result is unknown; the log will show whether it was stored */
    bool creates;                  /* the table's first entries are being stored */
    char origin[ADDRESS_SIZE];     /* network address of the guest who made the table */
    uint32_t compacted;            /* number of the last entry that is or will be compacted */
    struct token_bucket talk;
    /* Members for presence. */
    struct list_link attendances;
    uint32_t seating_number; /* table_seating_number when the sessions' seats were last looked up */
    uint8_t here;            /* seats connected to this process */
    struct remote_presence elsewhere[APP_PROCESSES];
    int64_t gone_ms[FF_PLAYERS_MAX]; /* when each seat's guest was first seen to be absent; 0: connected */
    int64_t broadcast_ms;            /* when this process last broadcast its presence */
    /* Members for deadlines. */
    int64_t deadline_ms; /* table_deadline_ms */
    int64_t idle_ms;     /* since when the table has had no sessions; 0: it has some */
    /* Members for bots. */
    bool thinking;         /* a bot is thinking */
    struct bot_turn *turn; /* a decided turn that waits until show_turn_ms; NULL: none */
    int64_t show_turn_ms;  /* when to play `turn` */
    int64_t bots_after_ms; /* until this time, another process is expected to run the table's bots */
    /* Members for planned turns. */
    struct guest_plan *plans; /* the latest plan of each guest, for any round */
    int plans_n;
    bool plans_stale, plans_loading;
    struct store_job plans_job;
    struct store_value plans_table;
    struct seating_check *check;   /* a pending check at the store, for which other requests wait, but not frames */
    struct plan_write *plan_write; /* a plan that is being stored, for which other requests wait, but not frames */
    uint32_t planned_asked;        /* table_seat.asked of the decision that a plan will take; 0: none */
    int planned_seat;
    int64_t planned_ms; /* earliest time for playing the planned turn */
    /* Members for spectators. */
    struct shared_frame shared;
    bool spectators_due;
    struct token_bucket spectators;
};

/* New entries for a table that are being written. Entry i lies between start[i] and start[i + 1]. */
struct log_draft {
    struct base_out out;
    size_t start[FF_PLAYERS_MAX + 2];
    int n;
};

/* Claims and sends notices that are due. */
struct notifier {
    struct app *app;
    struct store_job job;
    bool busy; /* the job is pending */
    int64_t claimed_ms, abandoned_ms;
    int64_t claim;
    struct store_value value[3];
};

/* Finds games for guests who seek one (seeks.c). */
struct matchmaker {
    struct app *app;
    struct store_job job;
    bool busy; /* the job is pending */
    bool due;  /* a seek of this process is new, or a game was found */
    int64_t polled_ms, refreshed_ms, expired_ms;
    struct store_value value[2];
    struct list_link sessions; /* sessions whose guests seek a game */
    struct seek *seeks;        /* the seeks as last read from the store */
    size_t seeks_n;
};

struct app {
    struct app_config config;
    struct app_callbacks callbacks;
    struct store *store;
    struct address_table *addresses;
    struct app_counts counts;
    bool stopping;
    /* Members for the time. */
    int64_t now_ms;    /* the app's time, which is stored and shown: wall_ms + ahead_ms + behind_ms */
    int64_t wall_ms;   /* time of this machine's clock */
    int64_t ahead_ms;  /* how far the database server's clock is ahead of this machine's */
    int64_t behind_ms; /* correction if the clock is far behind last_ms; otherwise 0 */
    int64_t last_ms;   /* the time that the store remembers (STORE_CLOCK) */
    int64_t since_ms;  /* deadlines do not count time before this; 0: they count all time */
    int64_t began_ms;  /* when this process started, or its time last jumped; clocks that started in the future start at
                          this time */
    bool restarts_due; /* tables whose due_ms is in the future must be repaired (STORE_DUE_RESTART) */
    int64_t steady_ms; /* monotonic time for durations */
    /* Members for the store. */
    int jobs_n;                     /* number of pending jobs */
    bool unusable;                  /* the store cannot be used */
    char trouble[STORE_FAULT_SIZE]; /* why the store cannot be used */
    uint64_t faults;                /* failed jobs since the last one that succeeded */
    uint64_t process;               /* random number that identifies this process in broadcasts */
    int64_t swept_ms;
    bool sweeping;
    struct store_job sweep;      /* job that finds tables that are due */
    struct store_value due_from; /* value of the sweep's statement */
    /* Members for moderation. */
    struct moderation_state *moderation;
    struct store_job orders; /* job that loads the orders */
    bool orders_loading;     /* the job is pending */
    bool orders_loaded;      /* has been done at least once */
    bool orders_behind;      /* the store may have more orders */
    struct cleaner *cleaner;
    struct list_link sessions;
    struct hosted_table *slots[APP_SLOTS];
    struct log_draft draft;
    struct token_bucket code_attempts;
    struct notifier notifier;
    struct matchmaker matchmaker;
    int deliveries_n;    /* number of notices being sent */
    struct base_out out; /* buffer for a message */
    char line[512];      /* buffer for a line of the server's log */
};

/* ------------------------------------------------------------------------------------------------------------ app.c */

/* Sets the app's time from the database server's clock and the time that the store remembers. Each may be 0 for
 * none. */
void app_set_time(struct app *app, int64_t clock_ms, int64_t last_ms);
/* Submits a job to the store. The job's done function must first call app_note_job_done. */
void app_submit(struct app *app, struct store_job *job);
/* Sends a text to the other processes, whose presence_receive_broadcast reads it. The format is that of base_printf. */
void app_broadcast(struct app *app, const char *format, ...);
/* Notes that a job is done, and logs its failure. */
void app_note_job_done(struct app *app, const struct store_job *job);
void app_new_id(struct app *app, char id[TABLE_ID_SIZE]);
void app_hash_token(const uint8_t token[MESSAGE_TOKEN_BYTES], uint8_t hash[STORE_HASH_SIZE]);
/* Copies a string. Truncates it if it is too long. */
void app_copy_text(char *to, size_t size, const char *text);
/* Returns callbacks.clock_us, or 0 if that is NULL. */
int64_t app_clock_us(const struct app *app);

void app_hold_calls(struct address *address, uint8_t calls);
void app_release_calls(struct app *app, struct address *address, uint8_t calls);

/* Starts a line of the server's log, "event=EVENT table=abcdef number=12". The caller appends to it and then calls
 * app_log_end. `table` may be NULL. */
struct base_out app_log_begin(struct app *app, const char *event, const struct hosted_table *table);
/* Writes the line that app_log_begin started. */
void app_log_end(struct app *app, struct base_out *out);
/* Writes a complete line of the log. `table` and `why` may be NULL. */
void app_log(struct app *app, const char *event, const struct hosted_table *table, const char *why);
/* Appends the first characters of a table's id. The whole id would give access to the table. */
void app_log_put_table(struct base_out *out, const char *id);
/* Appends " guest=abcdefghijklmnop address=192.0.2.7". Either may be NULL. */
void app_log_put_who(struct base_out *out, const char *guest, const struct address *address);

/* -------------------------------------------------------------------------------------------------------- session.c */

/* Starts a message with its type and, if the current message has an id, the member `ack`. The caller appends members
 * and then calls session_end_message. */
struct base_out *session_begin_message(struct session *session, const char *type);
/* Starts a message that does not answer the current message, so it has no `ack`. */
struct base_out *session_begin_event(struct session *session, const char *type);
/* Completes the message that was started last, and sends it. */
void session_end_message(struct session *session);
void session_send(struct session *session, const char *text, size_t n);
/* Sends the error `refused` for the message with that id, which may be "". */
void session_refuse(struct session *session, const char *id, const struct app_error *error);
/* Lets the current message wait for a request at a table. Changes the state from FREE to AWAITING_TABLE. */
void session_await_table(struct session *session, struct table_request *request);
/* Lets the current message wait for a call. Changes the state from FREE to AWAITING_CALL. */
void session_await_call(struct session *session, struct api_call *call);
/* Ends the handling of the current message, which has been answered. Changes the state to FREE and handles the next
 * message. */
void session_finish_message(struct session *session);
/* Lets the next frame answer the current message. Changes the state to AWAITING_FRAME, or ends the handling of a
 * message that has no id. */
void session_answer_with_frame(struct session *session, bool full);
/* Refuses the current message because the frame that should answer it cannot be composed. Changes the state to FREE. */
void session_frame_failed(struct attendance *attendance, const struct app_error *error);
void session_mark_frame_due(struct attendance *attendance, bool full);
/* Returns the seat at the table to which the current message belongs, or FF_NOBODY. */
int session_seat(const struct session *session);
/* Puts the session at a table, and for the next frame assumes that the client has seen entry `seen`. Returns false if
 * memory is exhausted. */
bool session_join_table(struct session *session, struct hosted_table *at, uint32_t seen);
/* Removes a session from a table that cannot be used any more. Sends `detached` if the session may be at several
 * tables, and otherwise closes the connection. */
void session_lose_table(struct attendance *attendance, const struct app_error *error);

/* --------------------------------------------------------------------------------------------------- hosted_table.c */

struct hosted_table *hosted_table_find(struct app *app, const char *id);
/* Returns the open table, or adds it in the state UNLOADED. Returns NULL if memory is exhausted. */
struct hosted_table *hosted_table_open(struct app *app, const char *id);
void hosted_table_free(struct hosted_table *at);
void hosted_table_enqueue(struct hosted_table *at, struct table_request *request);
/* Puts a request first in the queue. */
void hosted_table_requeue_first(struct hosted_table *at, struct table_request *request);
/* Processes requests until the queue is empty or a request must wait. May free the table. */
void hosted_table_process_requests(struct hosted_table *at);
/* Restarts deadlines that began before app->since_ms or in the future (table_restart_clocks). */
void hosted_table_restart_clocks(struct hosted_table *at);
/* Continues after the store has answered log_append. May free the table. */
void hosted_table_append_done(struct hosted_table *at, enum store_status status);
/* Notes that another process has appended entries up to that number, and loads them if they are missing. */
void hosted_table_note_remote_entry(struct hosted_table *at, uint32_t number);
/* Does everything that is due at the table, such as ending turns and starting bots. May free the table. */
void hosted_table_tick(struct hosted_table *at);
/* Adds a request of the app itself, whose kind is REQUEST_..., and processes the queue. */
void hosted_table_add_internal_request(struct hosted_table *at, int kind, int seat);
/* Drops the table and loads it again. If it is no longer in the store, removes its sessions. May free the table. */
void hosted_table_reload(struct hosted_table *at);

void request_free(struct table_request *request);
/* Grants a request. A full frame will be sent as the answer. */
void request_grant(struct table_request *request);
/* Refuses a request. If its session is at a table, also sends a frame. */
void request_refuse(struct table_request *request, const struct app_error *error);

/* ----------------------------------------------------------------------------------------------------- moderation.c */

/* Loads the operators' orders that are new, if any. */
void moderation_load_orders(struct app *app);
/* Writes "WHAT." or, if there is a reason, "WHAT: WHY". */
void moderation_put_reason(struct base_out *out, const char *what, const char *why);
/* Returns whether a guest or an address is banned. If so, writes the reason. */
bool moderation_put_ban_reason(const struct app *app, const char *who, struct base_out *out);

/* ------------------------------------------------------------------------------------------------------- presence.c */

/* Returns a mask of the seats whose guests are connected to any process. */
unsigned presence_connected_seats(const struct hosted_table *at);
/* Returns how long a seat's guest has certainly been disconnected; 0: connected. */
int64_t presence_absence_ms(const struct hosted_table *at, int seat);
/* Updates the times at which guests were first seen to be absent. */
void presence_record_absence(struct hosted_table *at);
/* Looks up the sessions' seats again, and broadcasts changes. If `notifies` is true and connected seats have changed,
 * everybody at the table gets a frame. */
void presence_look_up_seats(struct hosted_table *at, bool notifies);
/* Sends the presence at the table to the other processes. */
void presence_broadcast(struct hosted_table *at);
/* Asks the other processes to broadcast their presence at the table. */
void presence_ask_others(struct hosted_table *at);
/* Handles a broadcast of another process: presence, a blocked player or a revoked device. */
void presence_receive_broadcast(void *owner, const char *text, size_t length);

/* ----------------------------------------------------------------------------------------------------- log_append.c */

/* Entries that were applied to a table and are being stored. */
struct log_append {
    struct store_job job;
    struct store_head head;
    struct hosted_table *at;
    bool ends_game;
    struct rated_update *rated; /* new ratings if the append ends a rated game, otherwise NULL */
    struct store_result result; /* the guest's result if the append ends a game of a shared deal */
    int64_t begun_us;
    struct table_entry entry[FF_PLAYERS_MAX + 1];
    char text[];
};

/* Returns the app's only draft, emptied. */
struct log_draft *log_draft_begin(struct app *app);
/* Ends the current entry, which consists of everything written to draft->out since the previous entry. */
void log_draft_end_entry(struct log_draft *draft);
/* Applies the drafted entries to the table and submits them to the store. On failure calls hosted_table_append_done at
 * once. */
void log_append(struct hosted_table *at, const struct log_draft *draft, struct table_request *request, bool members);
void log_append_free(struct log_append *append); /* may be NULL */
/* Ends an append that could not be submitted. The table is then reloaded. */
void log_append_fail(struct log_append *append);
/* Counts and logs entries that have been stored. */
void log_append_count_and_log(struct hosted_table *at, const struct log_append *append);
/* Returns whether a loaded log contains the entries of the append. Checks only the first, because all are stored
 * together. */
bool log_append_was_stored(const struct log_append *append, const struct store_job *load);

/* ---------------------------------------------------------------------------------------------------- rated_games.c */

/* Submits an append that ends a rated game. First reads the players' ratings, to add the new ratings to the append.
 * Returns false if memory is exhausted. */
bool rated_game_submit_append(struct log_append *append);

/* ---------------------------------------------------------------------------------------------------------- daily.c */

/* Returns the guest's game of today's deal, without its secret, which STORE_DEAL_SECRET gives. Returns NULL if memory
 * is exhausted. */
struct daily_game *daily_game_new(const struct app *app);
/* Fills in the seed, and the message's options and seats, which depend on the deal's secret. */
void daily_fill_message(struct table_request *request);
/* Derives the id of the guest's table from the deal. */
void daily_derive_table_id(const struct daily_game *daily, const char *guest, char id[TABLE_ID_SIZE]);
/* Returns whether a finished game of a shared deal counts. If so, sets *result. */
bool daily_result(const struct table *table, struct store_result *result);

/* ------------------------------------------------------------------------------------------------- seating_checks.c */

/* Returns whether a request can be handled only with facts from the store. */
bool seating_check_needs_store(const struct hosted_table *at, const struct table_request *request);
/* Asks the store for the facts that a request needs. The request is handled again when the answer has arrived. */
void seating_check_ask_store(struct hosted_table *at, struct table_request *request);
/* Returns whether the session's guest may take a seat. If not, writes the refusal to *answer. */
bool seating_allowed(const struct hosted_table *at, const struct table_request *request, struct table_answer *answer);
/* Mutes the seats of players whom the session's guest has muted or blocked. */
void seating_mute_players(const struct table_request *request);
/* Appends the skeleton of the name with which the request's guest takes a seat. */
void seating_put_name_skeleton(struct base_out *out, const struct table_request *request);
/* Returns whether the rows of STORE_SEATING_CHECK allow a guest to take a seat: nobody else has claimed the name and,
 * at a rated table, the guest has not abandoned too many games. If not, sets *error, whose text may be stored in
 * `text`. */
bool seating_rows_allow(const struct store_job *job, bool rated, int64_t now_ms, struct app_error *error,
                        char text[200]);
/* Returns how long a guest who has abandoned that many rated games, the last one at last_ms, must wait for the next. */
int64_t seating_abandoned_wait_ms(int64_t abandoned, int64_t last_ms, int64_t now_ms);
/* Returns the time since which abandoned games count. */
int64_t seating_abandoned_since_ms(const struct app *app);
/* Writes an explanation with the number of abandoned games and the minutes to wait. */
void seating_put_wait_reason(struct base_out *out, int64_t abandoned, int64_t wait_ms);

/* ------------------------------------------------------------------------------------------------- table_creation.c */

/* Creates the table that the message of the request describes, after some checks at the store. */
void app_create_table(struct app *app, struct table_request *request);
/* Creates a rematch of a finished table: same options and bots, the guest on the same seat, the other seats open. */
void app_create_rematch(struct hosted_table *at, struct table_request *request);
/* The description of a table to create. */
struct table_outline {
    const struct table_options *options;
    const char *host, *before;      /* ids of the guest who makes the table, and of the finished table or "" */
    const struct daily_game *daily; /* NULL: the table has a deal of its own */
    /* Writes the entry that fills a seat. Returns TABLE_REPEATED if the seat stays open. */
    struct table_answer (*draft_seat)(const struct table *table, const void *with, int seat, struct base_out *out);
    const void *with;
};
/* Drafts the first entries of a table, which create it and fill its seats. */
struct table_answer table_draft_first_entries(const struct hosted_table *at, const struct table_outline *outline,
                                              struct log_draft *draft);
/* Continues after the store has answered the creation of a table. */
void hosted_table_finish_creation(struct hosted_table *at, struct table_request *request, bool stored);
/* Continues after the id for a new table was found to be taken. If an earlier copy of the request created that table,
 * the guest joins it. Otherwise the next id is tried. */
void hosted_table_handle_taken_id(struct hosted_table *at, struct table_request *request);

/* ---------------------------------------------------------------------------------------------------------- seeks.c */

void session_handle_seek(struct session *session, const struct message *message);
void session_handle_withdraw(struct session *session);
/* Marks the seek of a session that is closing as ended. Seeks for slow games continue. */
void seek_end_with_session(struct session *session);
/* Refreshes the seeks of this process, groups seeks, and makes tables for the groups. */
void seeks_tick(struct app *app);

/* ------------------------------------------------------------------------------------------------------ retention.c */

/* Creates the cleaner. Returns NULL if memory is exhausted. */
struct cleaner *cleaner_new(struct app *app);
void cleaner_free(struct cleaner *cleaner);
void cleaner_tick(struct app *app);
/* Schedules the compaction of a table's log if it has grown long. Must be called after each append. */
void cleaner_compact_if_long(struct hosted_table *at);

/* ------------------------------------------------------------------------------------------------------ bot_turns.c */

/* Lets the next bot that must decide think, unless one is thinking already or a turn is waiting to be played. */
void bot_turn_start(struct hosted_table *at);
void bot_turn_tick(struct hosted_table *at);

/* -------------------------------------------------------------------------------------------------- planned_turns.c */

/* Returns the plan of a seat if it is for the present round and still open, and otherwise NULL. */
const char *planned_turn_text(const struct hosted_table *at, int seat);
/* Returns a mask of the seats that must decide and whose plans can be played. */
unsigned planned_turn_playable_seats(const struct hosted_table *at);
/* Validates the turn that the seat's plan yields, and writes its entry. */
struct table_answer planned_turn_validate(const struct hosted_table *at, int seat, struct base_out *out);
/* Computes when the next planned turn must be played. Must be called after each change of the table or its plans. */
void planned_turn_schedule(struct hosted_table *at);
/* Plays a planned turn that is due. May free the table. */
void planned_turn_tick(struct hosted_table *at);
/* Loads the table's plans from the store, or marks them to be loaded later. */
void planned_turns_load_plans(struct hosted_table *at);
/* Stores the valid plan of a request, and answers the request when it is stored. */
void planned_turn_store_plan(struct hosted_table *at, struct table_request *request);

/* ------------------------------------------------------------------------------------------------------- api_call.c */

/* Answers with an error. As after all functions that answer, the call must not be used any more. */
void call_answer_error(struct api_call *call, const struct app_error *error);
/* Answers with an error that has this code and text. */
void call_refuse(struct api_call *call, const char *code, const char *text);
/* If the guest or address is banned, answers with an error and returns true. */
bool call_refuse_banned(struct api_call *call, const char *who);
/* The same for call->guest and, if it is a program, for the player who owns it. */
bool call_refuse_banned_guest(struct api_call *call);
/* Answers with call->body. */
void call_answer_body(struct api_call *call);
/* Answers {}, or with an error if the job's status is not STORE_DONE. */
void call_answer_if_done(struct api_call *call);
/* Starts the call, and charges its address for the given number of pending jobs and units of work. If the address is
 * banned, answers with an error and returns false. */
bool call_begin(struct api_call *call, uint8_t calls, uint32_t units);
/* Adds a value for the next job's statement. The value's memory must remain valid until the job is done. */
void call_put(struct api_call *call, struct store_value value);
/* Submits a job, after which `next` continues. If the store is unusable, answers with an error instead. */
void call_submit(struct api_call *call, enum store_op op, void (*next)(struct api_call *call));
/* Creates a call that answers the session's current message. `send_answer` is called unless the call failed. If memory
 * is exhausted, refuses the message and returns NULL. */
struct api_call *call_new_for_session(struct session *session,
                                      void (*send_answer)(struct session *session, struct api_call *call));

/* ---------------------------------------------------------------------------------------------------- guest_calls.c */

/* Answers with the guest's id and name and, if they were made, the token and the recovery code. */
void call_answer_guest(struct api_call *call);
/* Finds the guest of the first of call->tokens that is known, and calls `found`. */
void call_find_guest(struct api_call *call, void (*found)(struct api_call *call));
/* Stores the time of the guest's and the device's last visit if the stored times are too old. */
void call_note_visit(struct api_call *call, void (*next)(struct api_call *call));
/* Makes a new device for call->guest, with a new token. */
void call_add_device(struct api_call *call, void (*next)(struct api_call *call));
/* Stores call->guest.name, and claims it if `claims`. Answers with an error if the name resembles one that another
 * player has claimed. */
void call_store_name(struct api_call *call, bool claims);
/* Adds the skeleton of a name as a value for the next job. */
void call_add_skeleton_value(struct api_call *call, const char *name);
void session_handle_hello(struct session *session, const struct message *message);
void session_handle_rename(struct session *session, const char *name);

/* -------------------------------------------------------------------------------------------------------- *_calls.c */

/* Notes that a guest has blocked or muted somebody. The guest's sessions then ask the store about blocks when they
 * attach. */
void session_note_blocks(struct app *app, const char *guest);
void session_handle_list(struct session *session);
/* Closes the sessions of a guest's device in all processes. If `device` is NULL, closes the sessions of all the guest's
 * devices. */
void call_close_device_sessions(struct api_call *call, const char *guest, const char *device);

/* Finds the record of call->table and answers with it, or makes a share, depending on call->reads. */
void call_answer_record(struct api_call *call);
/* Answers with the id of the table's share. Makes the share if needed. */
void call_answer_share_link(struct api_call *call);
/* Writes the job's rows as an array of objects with these keys. A key that starts with # is for binary data. */
void call_put_rows(struct api_call *call, const char *name, const char *const *keys);
/* Answers with the data that the account page shows. If call->exports, continues with call_export_rest. */
void call_answer_account(struct api_call *call);
/* Continues an export with all data that the account page does not show. */
void call_export_rest(struct api_call *call);
/* Writes the ratings of call->guest as the members "base" and "expert" of an object that is already open, closes the
 * object and calls `then`. */
void call_put_ratings(struct api_call *call, void (*then)(struct api_call *call));
/* Starts a call that only a player may make, and finds the player. Refuses bot accounts unless
 * call->allows_programs. */
void call_begin_as_player(struct api_call *call, void (*then)(struct api_call *call));
/* Starts a call that anybody may make. If the request has a guest's token, sets call->guest. */
void call_begin_as_anybody(struct api_call *call, void (*then)(struct api_call *call));
/* Starts a call that signs in, and charges the address for an attempt. If there were too many attempts, answers with an
 * error and returns false. */
bool call_begin_sign_in(struct api_call *call);
/* Makes a new device for the player call->guest.guest, refunds the attempt, and answers with the new token. */
void call_finish_sign_in(struct api_call *call);
/* Stores a secret of call->guest, which expires after a time that depends on its kind. */
void call_add_secret(struct api_call *call, enum store_secret kind, const char *secret, const char *data,
                     void (*next)(struct api_call *call));
/* Stores the hash of a secret in call->hash. */
void call_hash_secret(struct api_call *call, const char *secret);
/* Finds the secret with the hash call->hash, and also deletes it if `op` is STORE_SECRET_TAKE. */
void call_find_secret(struct api_call *call, enum store_op op, enum store_secret kind,
                      void (*next)(struct api_call *call));
/* Returns whether call_find_secret has found the secret, and sets call->guest.guest to its owner. */
bool call_secret_found(struct api_call *call);
/* Returns whether the request's body has a member with that key. */
bool call_has_input(const struct api_call *call, const char *key);
/* Reads a text from the body. If it is missing or too long, answers with an error and returns false. */
bool call_input_text(struct api_call *call, const char *key, char *text, size_t size);
/* Returns whether a member of the body is true. */
bool call_input_flag(const struct api_call *call, const char *key);
/* Reads a number from the body. If it is missing or out of range, answers with an error and returns false. */
bool call_input_number(struct api_call *call, const char *key, int64_t min, int64_t max, int64_t *number);
/* Draws a random secret and writes it as text. */
void call_draw_secret(struct api_call *call, char secret[APP_SECRET_SIZE]);
/* Closes the sessions of a device that another process has revoked. "-" means all devices of the guest. */
void session_close_revoked(struct app *app, const char *guest, const char *device);

/* -------------------------------------------------------------------------------------------------------- notices.c */

/* Returns a mask of the seats whose guests must decide and are not away. */
unsigned notices_seats_waited_for(const struct table *table);
/* Compares the seats that must decide before and after an append, and returns those that need a notice, or no longer
 * need one. `before` is the mask before the append, and `acted` that of the seats that have just acted. */
struct store_notices notices_changed_by_append(const struct hosted_table *at, unsigned before, unsigned acted);
/* Claims notices that are due, every few seconds. */
void notices_tick(struct app *app);
/* Sends a test, or a link that confirms the address, to the channel in a row of STORE_CHANNEL_FIND. `done` gets the
 * result and must answer the call. */
void notice_send_to_channel(struct api_call *call, const struct store_value *column, const char *link,
                            void (*done)(struct api_call *call, const struct notice_message *message));
/* Writes the rows of STORE_CHANNELS as JSON. */
void channel_put_rows(struct api_call *call);
