/* app_internal.h - shared by the files of server/app. */
#pragma once

#include "server/app/app.h"

enum {
    APP_SLOTS = 16384,                /* of the hash table of tables */
    APP_QUEUE_MAX = 64,               /* requests that wait for one table, */
    APP_QUEUE_WITH_ATTACH_MAX = 4096, /* and as many only to attach */
    APP_OUTBOX_MAX = 64,              /* answers that wait for one session, */
    APP_OUTBOX_BYTES = 1 << 19,       /* and their bytes: several lists */
    APP_STRIKES_MAX = 20,    /* wrong or too frequent messages that are tolerated; the next one closes the connection */
    APP_IDLE_MS = 60000,     /* a table without sessions is unloaded after this time */
    APP_SWEEP_MS = 5000,     /* how often the store is asked for tables that are due */
    APP_BOT_LATE_MS = 5000,  /* after this time, a process plays a bot's turn that another process should have played */
    APP_PRESENCE_MS = 20000, /* how often presence is broadcast, */
    APP_PRESENCE_TTL_MS = 50000, /* and when it expires */
    APP_PROCESSES = 8,
    APP_TRIES_MAX = 5,
    CLEANER_MS = 5000,                     /* how often the store is checked for old tables, a page at a time */
    APP_COMPACT_ENTRIES = 2000,            /* a log that has grown by this many entries is compacted */
    APP_GAP_MS = 3600 * 1000,              /* without a server: deadlines start again */
    APP_CLOCK_DOUBT_MS = 24 * 3600 * 1000, /* tolerated difference between the clock and the store's time */
    APP_CLOCK_JUMP_MS = 60000,             /* tolerated drift between the two clocks in one iteration of the loop */
    APP_CLOCK_TOLERANCE_MS = 2000,         /* tolerated difference between this machine's clock and the database's */
    APP_LAST_SEEN_MS = 24 * 3600 * 1000,   /* how precisely a guest's last visit is stored */
    APP_DEVICE_SEEN_MS = 3600 * 1000,      /* how precisely a device's last visit is stored */
    APP_CALLS_MAX = 16,                    /* jobs of one address at the store. A list counts as 1 */
    APP_CALLS_ATTACH = 8,                  /* weight of attaching to a table, which may have to be loaded */
    APP_CALLS_RECORD = 16,                 /* weight of a record, for which a log is replayed */
    APP_COST_CALL = 30,                    /* units of round_robin.h: a list of tables, */
    APP_COST_RANKING = 200,                /* the ranking of a day, */
    APP_COST_RECORD = 1000,                /* and the replay of a long log */
};

/* The name of guests who have given none. */
#define APP_NOBODYS_NAME "Guest"

/* A short text in a list: a message that is not handled yet, or an answer that is not sent yet. */
struct queued_text {
    struct list_link link;
    size_t n;
    char text[];
};

/* Kinds of requests besides enum message_type. */
enum {
    REQUEST_EXISTING = MESSAGE_TYPES,
    REQUEST_BOT,
    REQUEST_AWAY,
    REQUEST_DEAL,
    REQUEST_PLANNED,
    REQUEST_RESUME,
    REQUEST_MATCH
};

/* A guest's game of the deal of a day (daily.c). */
struct daily_game {
    char deal[TABLE_DEAL_NAME_SIZE];
    int64_t closes_ms; /* until then a result counts */
    uint8_t seed[TABLE_DEAL_BYTES];
};

/* A request for a table, which waits in its queue or is being stored. */
struct table_request {
    struct list_link link;
    struct session *session; /* NULL: nobody waits for the answer */
    int kind;                /* enum message_type, or one of those above */
    int seat;                /* of the internal kinds */
    int tries;
    bool doubtful;               /* it may have been granted already */
    struct store_seeks *seeks;   /* of REQUEST_MATCH: the seeks for which the table is made */
    struct seating_facts *facts; /* what the store says of the guest and the others at the table */
    int taken;                   /* a table to create: how many ids were taken */
    char before[TABLE_ID_SIZE];  /* a table to create as a rematch: the finished table, */
    char rematch[TABLE_ID_SIZE]; /* whose log says the new table's id */
    char nonce[TABLE_ID_SIZE];   /* the id of a chat message that has none */
    struct daily_game *daily;    /* of `daily`: the game that the guest plays on that day */
    struct message message;
};

enum hosted_table_state { HOSTED_UNLOADED, HOSTED_LOADING, HOSTED_READY, HOSTED_STORING };

/* Seats that are connected to another process. */
struct remote_presence {
    uint64_t process;
    int64_t at_ms;
    uint8_t here;
};

/* The frame that all spectators get, composed when the first of them needs it. */
struct shared_frame {
    struct base_out out;
    uint32_t number, since;
    uint8_t here;
    int64_t now_ms;
};

/* A turn that a guest planned (engine/text/turn_plan.h). */
struct guest_plan {
    char guest[TABLE_ID_SIZE];
    uint32_t round;
    char text[TEXT_PLAN_MAX + 1];
};

/* A table that is open in this process. */
struct hosted_table {
    struct hosted_table *next; /* in its slot */
    struct app *app;
    struct table *table;
    enum hosted_table_state state;
    char id[TABLE_ID_SIZE];
    bool loaded;  /* at least once */
    bool behind;  /* the store has more entries, */
    bool stale;   /* the log has different entries: the table must be dropped and loaded again */
    bool damaged; /* the log cannot be read */
    struct store_job load;
    /* Requests. */
    struct list_link queue;
    int queue_n, attaching_n;
    struct table_request *current; /* being stored, */
    struct log_append *doubt;      /* or perhaps stored: the log will show */
    bool creates;                  /* the first entries are under way */
    char origin[ADDRESS_SIZE];     /* the creator's address */
    uint32_t compacted;            /* number up to which the log is compacted, or will be */
    struct token_bucket talk;
    /* Presence. */
    struct list_link attendances;
    uint32_t seating_number; /* table_seating_number when the sessions' seats were looked up */
    uint8_t here;            /* seats connected to this process */
    struct remote_presence elsewhere[APP_PROCESSES];
    int64_t gone_ms[FF_PLAYERS_MAX]; /* time at which the seat's guest was last seen to disconnect; 0: connected */
    int64_t broadcast_ms;            /* when presence was broadcast */
    /* Time. */
    int64_t deadline_ms; /* table_deadline_ms */
    int64_t idle_ms;     /* since when there are no sessions; 0: there are */
    /* Bots. */
    bool thinking;         /* a bot is thinking, */
    struct bot_turn *turn; /* or has answered, and its turn waits */
    int64_t show_turn_ms;  /* until then */
    int64_t bots_after_ms; /* until then, another process is expected to let its bots think */
    /* Planned turns. */
    struct guest_plan *plans; /* the latest of each guest, of any round */
    int plans_n;
    bool plans_stale, plans_loading;
    struct store_job plans_job;
    struct store_value plans_table;
    struct seating_check *check;   /* a check at the store; other requests wait for it, frames do not */
    struct plan_write *plan_write; /* a plan on its way to the store; other requests wait for it, frames do not */
    uint32_t planned_asked;        /* `asked` of the decision that a plan takes; 0: none */
    int planned_seat;
    int64_t planned_ms; /* at the earliest */
    /* Spectators. */
    struct shared_frame shared;
    bool spectators_due;
    struct token_bucket spectators;
};

/* Entries that are being drafted for a table: entry i lies between start[i] and start[i + 1]. */
struct log_draft {
    struct base_out out;
    size_t start[FF_PLAYERS_MAX + 2];
    int n;
};

/* Claims due notices. */
struct notifier {
    struct app *app;
    struct store_job job;
    bool busy; /* with the job */
    int64_t claimed_ms, abandoned_ms;
    int64_t claim;
    struct store_value value[3];
};

/* Finds games for guests who seek one (seeks.c). */
struct matchmaker {
    struct app *app;
    struct store_job job;
    bool busy; /* with the job */
    bool due;  /* a seek of this process is new, or a game was found */
    int64_t polled_ms, refreshed_ms, expired_ms;
    struct store_value value[2];
    struct list_link sessions; /* that wait for a game */
    struct seek *seeks;        /* as they were last read */
    size_t seeks_n;
};

struct app {
    struct app_config config;
    struct app_callbacks callbacks;
    struct store *store;
    struct address_table *addresses;
    struct app_counts counts;
    bool stopping;
    /* Time. */
    int64_t now_ms;    /* for what is stored and shown: */
    int64_t wall_ms;   /* this machine's clock, */
    int64_t ahead_ms;  /* plus the difference to the database's, */
    int64_t behind_ms; /* plus what it is behind the time that the store remembers: */
    int64_t last_ms;   /* this */
    int64_t since_ms;  /* deadlines ignore the time before this; 0: they ignore none */
    int64_t began_ms;  /* when this process started or its time jumped; deadlines that begin in the future begin then */
    bool restarts_due; /* the store has yet to make such deadlines due */
    int64_t steady_ms; /* for durations */
    /* The store. */
    int jobs_n;                     /* under way */
    bool unusable;                  /* the store cannot be used, */
    char trouble[STORE_FAULT_SIZE]; /* because of this */
    uint64_t faults;                /* since it last worked */
    uint64_t process;               /* a random name for broadcasts */
    int64_t swept_ms;
    bool sweeping;
    struct store_job sweep;      /* finds tables that are due */
    struct store_value due_from; /* of the sweep */
    /* Moderation. */
    struct moderation *moderation;
    struct store_job orders; /* loads the orders, */
    bool orders_loading;     /* now; */
    bool orders_loaded;      /* once at least; */
    bool orders_behind;      /* there may be more */
    struct cleaner *cleaner;
    struct list_link sessions;
    struct hosted_table *slots[APP_SLOTS];
    struct log_draft draft;
    struct token_bucket code_attempts;
    struct notifier notifier;
    struct matchmaker matchmaker;
    int deliveries_n;    /* notices that are being sent */
    struct base_out out; /* a message that is being written */
    char line[512];      /* of the server's log */
};

/* ------------------------------------------------------------------------------------------------------------ app.c */

/* Sets the app's time from the store's clock (0: it has none) and from the time that it remembers (0: none). */
void app_set_time(struct app *app, int64_t clock_ms, int64_t last_ms);
/* Submits a job, whose `done` must first call app_job_done. */
void app_submit(struct app *app, struct store_job *job);
void app_job_done(struct app *app, const struct store_job *job);
void app_new_id(struct app *app, char id[TABLE_ID_SIZE]);
void app_hash_token(const uint8_t token[MESSAGE_TOKEN_BYTES], uint8_t hash[STORE_HASH_SIZE]);
/* Copies a text, truncated if it does not fit. */
void app_copy_text(char *to, size_t size, const char *text);
/* Returns the environment's microseconds, or always 0. */
int64_t app_clock_us(const struct app *app);

void app_hold_calls(struct address *address, uint8_t calls);
void app_release_calls(struct app *app, struct address *address, uint8_t calls);

/* Writes a line of the server's log: "event=EVENT table=abcdef number=12" and the text that the caller appends. */
struct base_out app_log_begin(struct app *app, const char *event, const struct hosted_table *table);
void app_log_end(struct app *app, struct base_out *out);
void app_log(struct app *app, const char *event, const struct hosted_table *table, const char *why);
/* Appends a table's id, shortened because the id is the table's key. */
void app_log_put_table(struct base_out *out, const char *id);
/* Appends " guest=abcdefghijklmnop address=192.0.2.7". Either may be NULL. */
void app_log_put_who(struct base_out *out, const char *guest, const struct address *address);

/* -------------------------------------------------------------------------------------------------------- session.c */

/* Sends {"type":TYPE,"ack":ID,...}, where members may be appended between both calls. */
struct base_out *session_begin_message(struct session *session, const char *type);
/* Does the same for a message that answers none. */
struct base_out *session_begin_event(struct session *session, const char *type);
void session_end_message(struct session *session);
void session_send(struct session *session, const char *text, size_t n);
/* Sends a refusal of the message with that id, which may be "". */
void session_refuse(struct session *session, const char *id, const struct app_error *error);
/* Change the state: FREE -> AWAITING_TABLE and FREE -> AWAITING_CALL. */
void session_await_table(struct session *session, struct table_request *request);
void session_await_call(struct session *session, struct api_call *call);
/* Call it when the message under way has been answered: -> FREE, and the next message is handled. */
void session_answered(struct session *session);
/* Call it if a frame will answer the message under way: -> AWAITING_FRAME if the message has an id, else FREE. */
void session_await_frame(struct session *session, bool full);
/* Call it if that frame cannot be composed any more: AWAITING_FRAME -> FREE. */
void session_frame_failed(struct attendance *attendance, const struct app_error *error);
void session_mark_frame_due(struct attendance *attendance, bool full);
/* Returns the seat at the table that the message under way is about, or FF_NOBODY. */
int session_seat(const struct session *session);
/* Returns false if there is no memory. */
bool session_join_table(struct session *session, struct hosted_table *at, uint32_t seen);
/* Ends an attendance because the table cannot be used any more: the connection is closed, or told if it follows. */
void session_lose_table(struct attendance *attendance, const struct app_error *error);

/* --------------------------------------------------------------------------------------------------- hosted_table.c */

struct hosted_table *hosted_table_find(struct app *app, const char *id);
/* Finds the table, or adds it unloaded. NULL: out of memory. */
struct hosted_table *hosted_table_open(struct app *app, const char *id);
void hosted_table_free(struct hosted_table *at);
void hosted_table_enqueue(struct hosted_table *at, struct table_request *request);
/* Handles the request before the others. */
void hosted_table_requeue_first(struct hosted_table *at, struct table_request *request);
/* Handles waiting requests. May free the table. */
void hosted_table_process_requests(struct hosted_table *at);
/* Restarts the deadlines that began before app->since_ms. */
void hosted_table_restart_clocks(struct hosted_table *at);
/* Handles the store's answer to log_append. May free the table. */
void hosted_table_append_done(struct hosted_table *at, enum store_status status);
/* Handles that another process has written entries up to that number. */
void hosted_table_note_remote_entry(struct hosted_table *at, uint32_t number);
/* Handles what is due by the clock. May free the table. */
void hosted_table_tick(struct hosted_table *at);
/* Adds a request of the app itself; its kind is above MESSAGE_TYPES. */
void hosted_table_request(struct hosted_table *at, int kind, int seat);
/* Drops the table and loads it again; if the store has it no more, closes its sessions. May free the table. */
void hosted_table_reload(struct hosted_table *at);

void request_free(struct table_request *request);
/* Answers with a full frame. */
void request_grant(struct table_request *request);
void request_refuse(struct table_request *request, const struct app_error *error);

/* ----------------------------------------------------------------------------------------------------- moderation.c */

/* Loads new orders, if there are any. */
void moderation_load_orders(struct app *app);
/* Writes "WHAT." or "WHAT: WHY". */
void moderation_put_reason(struct base_out *out, const char *what, const char *why);
/* Returns whether that guest or address is banned, and writes the reason. */
bool moderation_put_ban(const struct app *app, const char *who, struct base_out *out);

/* ------------------------------------------------------------------------------------------------------- presence.c */

/* Returns the seats whose guests are connected to any process. */
unsigned presence_connected_seats(const struct hosted_table *at);
/* Returns for how long the guest of a seat is known to be disconnected; 0: connected. */
int64_t presence_absence_ms(const struct hosted_table *at, int seat);
/* Records when guests were disconnected. */
void presence_record_absence(struct hosted_table *at);
/* Looks up the sessions' seats. If `notifies` is set and a seat changed, everybody at the table gets a new frame. */
void presence_update(struct hosted_table *at, bool notifies);
void presence_broadcast(struct hosted_table *at);
/* Asks the other processes. */
void presence_request(struct hosted_table *at);
/* Handles a broadcast of another process. */
void presence_receive(void *owner, const char *text, size_t length);

/* ----------------------------------------------------------------------------------------------------- log_append.c */

/* Entries of a table that are applied and on their way to the store. */
struct log_append {
    struct store_job job;
    struct store_head head;
    struct hosted_table *at;
    bool ends_game;
    struct rated_update *rated; /* of a rated game that ends; else NULL */
    struct store_result result; /* of a game of a shared deal that ends */
    int64_t begun_us;
    struct table_entry entry[FF_PLAYERS_MAX + 1];
    char text[];
};

/* Returns an empty draft. There is one at a time. */
struct log_draft *log_draft_begin(struct app *app);
/* Ends an entry: everything appended to draft->out since the last call. */
void log_draft_end_entry(struct log_draft *draft);
/* Applies the draft to the table and submits it. If that fails, hosted_table_append_done is called at once. */
void log_append(struct hosted_table *at, const struct log_draft *draft, struct table_request *request, bool members);
void log_append_free(struct log_append *append); /* NULL is fine */
/* Frees an append that could not be submitted, and drops the table. */
void log_append_failed(struct log_append *append);
/* Counts and logs entries that are durable. */
void log_append_count_and_log(struct hosted_table *at, const struct log_append *append);
/* Returns whether the loaded log contains the entries. They are stored together, so the first one decides. */
bool log_append_in_log(const struct log_append *append, const struct store_job *load);

/* ---------------------------------------------------------------------------------------------------- rated_games.c */

/* When a rated game ends, reads the players' ratings and then submits the append with the new ones. Returns false if
 * there is no memory. */
bool rated_game_append(struct log_append *append);

/* ---------------------------------------------------------------------------------------------------------- daily.c */

/* Returns today's game for the request; NULL: out of memory. Its seed is yet to be read with STORE_DEAL_SEED. */
struct daily_game *daily_game_new(const struct app *app);
/* Fills in the options and seats of the request's message, when the seed is known. */
void daily_fill_message(struct table_request *request);
/* Writes the id of the guest's table, which follows from the deal. */
void daily_derive_table_id(const struct daily_game *daily, const char *guest, char id[TABLE_ID_SIZE]);
/* Returns whether the game of a shared deal that has ended counts, and then describes its result. */
bool daily_result(const struct table *table, struct store_result *result);

/* ------------------------------------------------------------------------------------------------- seating_checks.c */

/* Returns whether the store must be asked before the request is handled. */
bool seating_check_needs_store(const struct hosted_table *at, const struct table_request *request);
/* Asks it; the request is handled afterwards, with its facts. */
void seating_check_ask_store(struct hosted_table *at, struct table_request *request);
/* Returns whether the guest of the session may take a seat; writes the refusal otherwise. */
bool seating_allowed(const struct hosted_table *at, const struct table_request *request, struct table_answer *answer);
/* Mutes the seats of guests whose chat the session's guest does not want. */
void seating_mute(const struct table_request *request);
/* Appends the skeleton of the name with which the session's guest sits down by this request. */
void seating_put_skeleton(struct base_out *out, const struct table_request *request);
/* Reads the rows of STORE_SEATING_CHECK: whether the guest may sit down with that name, and at a rated table. Otherwise
 * sets the error; its text may be in `text`. */
bool seating_rows_allow(const struct store_job *job, bool rated, int64_t now_ms, struct app_error *error,
                        char text[200]);
/* Returns how long somebody waits who left that many rated games since STORE_SEATING_CHECK's time, the last one then.
 */
int64_t seating_wait_ms(int64_t abandoned, int64_t last_ms, int64_t now_ms);
/* Returns the time from which on abandoned games count. */
int64_t seating_since_ms(const struct app *app);
/* Writes why, with the number of games and the minutes to wait. */
void seating_put_wait(struct base_out *out, int64_t abandoned, int64_t wait_ms);

/* ------------------------------------------------------------------------------------------------- table_creation.c */

/* Creates the table that the request's message describes. For a rematch the message is filled in first. */
void app_create_table(struct app *app, struct table_request *request);
void app_create_rematch(struct hosted_table *at, struct table_request *request);
/* A table that is to be created. */
struct table_outline {
    const struct table_options *options;
    const char *host, *before;      /* ids */
    const struct daily_game *daily; /* NULL: a deal of its own */
    /* Writes the entry that fills a seat; TABLE_REPEATED: the seat stays open. */
    struct table_answer (*draft_seat)(const struct table *table, const void *with, int seat, struct base_out *out);
    const void *with;
};
/* Drafts the first entries of the table. */
struct table_answer table_draft(const struct hosted_table *at, const struct table_outline *outline,
                                struct log_draft *draft);
/* Handles the store's answer. */
void hosted_table_created(struct hosted_table *at, struct table_request *request, bool stored);
/* Handles that a table with the id to create exists already. It may be the same table, created before; if not, another
 * id is tried. */
void hosted_table_exists(struct hosted_table *at, struct table_request *request);

/* ---------------------------------------------------------------------------------------------------------- seeks.c */

void session_handle_seek(struct session *session, const struct message *message);
void session_handle_withdraw(struct session *session);
/* Ends the seek of a session that is closed, unless it is for a slow game. */
void seek_end_with_session(struct session *session);
/* Refreshes the seeks of this process, looks for groups and makes their tables. */
void seeks_tick(struct app *app);

/* ------------------------------------------------------------------------------------------------------ retention.c */

/* Makes a cleaner; NULL if out of memory. */
struct cleaner *cleaner_new(struct app *app);
void cleaner_free(struct cleaner *cleaner);
void cleaner_tick(struct app *app);
/* Schedules the compaction of a log that has grown long. Call it after each append. */
void cleaner_compact_if_long(struct hosted_table *at);

/* ------------------------------------------------------------------------------------------------------ bot_turns.c */

/* Starts the turn of the next bot that must act, if there is one. */
void bot_turn_start(struct hosted_table *at);
void bot_turn_tick(struct hosted_table *at);

/* -------------------------------------------------------------------------------------------------- planned_turns.c */

/* Returns the seat's plan if it may still be played in this round, else NULL. */
const char *planned_turn_text(const struct hosted_table *at, int seat);
/* Returns the seats that owe their turn and whose plan holds. */
unsigned planned_turn_seats(const struct hosted_table *at);
/* Validates the turn of that seat's plan with table_validate_planned_turn. */
struct table_answer planned_turn_validate(const struct hosted_table *at, int seat, struct base_out *out);
/* Computes when the next planned turn is due. Call it after each change of the table. */
void planned_turn_schedule(struct hosted_table *at);
/* Plays the planned turn that is due. May free the table. */
void planned_turn_tick(struct hosted_table *at);
/* Reads the plans, now or as soon as possible. */
void planned_turns_load(struct hosted_table *at);
/* Stores the plan of a valid request, and answers it. */
void planned_turn_store(struct hosted_table *at, struct table_request *request);

/* ------------------------------------------------------------------------------------------------------- api_call.c */

/* Carry out the steps of a call. Those that end it answer; the call must not be used afterwards. */
void call_answer_error(struct api_call *call, const struct app_error *error);
void call_refuse(struct api_call *call, const char *code, const char *text);
/* Answers the call if that guest or address is banned. */
bool call_refuse_banned(struct api_call *call, const char *who);
void call_answer_body(struct api_call *call);
/* Answers {} if the job did what it should. */
void call_answer_done(struct api_call *call);
/* Takes over the call and charges its address for that many calls and units of work. Returns false if the address is
 * banned; then the call has been answered. */
bool call_begin(struct api_call *call, uint8_t calls, uint32_t units);
/* Adds a value for the next job. What it points to must stay until the job is done. */
void call_put(struct api_call *call, struct store_value value);
/* Submits a job; `next` continues when it is done. If the store cannot be reached, the call is answered. */
void call_submit(struct api_call *call, enum store_op op, void (*next)(struct api_call *call));
/* Returns a call that answers the session's message, or refuses the message. `granted` sends the answer. */
struct api_call *session_call_new(struct session *session,
                                  void (*granted)(struct session *session, struct api_call *call));

/* ---------------------------------------------------------------------------------------------------- guest_calls.c */

/* Answers with call->guest, the token of a new device and call->code. */
void call_answer_guest(struct api_call *call);
/* Finds the guest of the first token that is known. */
void call_find_guest(struct api_call *call, void (*found)(struct api_call *call));
/* Stores the last visit of the guest and the device, if that is due. */
void call_note_visit(struct api_call *call, void (*next)(struct api_call *call));
/* Makes a token, and a device of call->guest that has it. */
void call_add_device(struct api_call *call, void (*next)(struct api_call *call));
/* Stores call->guest.name, and claims it if wanted. Refuses a name that looks like one that another player has
 * claimed. */
void call_set_name(struct api_call *call, bool claims);
/* Adds the name's skeleton as a value for the next job. */
void call_add_skeleton_value(struct api_call *call, const char *name);
void session_handle_hello(struct session *session, const struct message *message);
void session_handle_rename(struct session *session, const char *name);

/* -------------------------------------------------------------------------------------------------------- *_calls.c */

/* Handles that the guest has blocked or muted somebody, at this or another process: the guest's sessions look at the
 * blocks when they next attach. */
void session_receive_blocks(struct app *app, const char *guest);
void session_handle_list(struct session *session);
/* Closes the sessions of a guest's device, or with NULL of all its devices, at every server. */
void call_revoke(struct api_call *call, const char *guest, const char *device);

/* Finds call->table and answers with its record, or continues as call->reads says. */
void call_find_record(struct api_call *call);
/* Answers with the link of call->table. */
void call_answer_share_link(struct api_call *call);
/* Writes the rows of the answer as an array of objects; a key that begins with # is of binary data. */
void call_put_rows(struct api_call *call, const char *name, const char *const *keys);
/* Answers with everything the account shows; with call->exports, goes on with call_export_rest. */
void call_read_player(struct api_call *call);
void call_export_rest(struct api_call *call);
/* Writes the members "base" and "expert" of an open object with the ratings of call->guest, and closes it. */
void call_put_ratings(struct api_call *call, void (*then)(struct api_call *call));
/* Finds the player who asks. The token of a program is refused unless call->allows_programs. */
void call_begin_as_player(struct api_call *call, void (*then)(struct api_call *call));
/* Starts a call that anybody may make. If the request has a guest's token, sets call->guest. */
void call_begin_as_anybody(struct api_call *call, void (*then)(struct api_call *call));
/* Charges an attempt to sign in. Returns false if there were too many; then the call has been answered. */
bool call_begin_sign_in(struct api_call *call);
/* Signs in as call->guest.guest, and gives the attempt back. */
void call_finish_sign_in(struct api_call *call);
/* Stores a new secret of the guest. */
void call_add_secret(struct api_call *call, enum store_secret kind, const char *secret, const char *data,
                     void (*next)(struct api_call *call));
/* Hash a secret to call->hash; read it or take it; return whether it was there, and set call->guest.guest. */
void call_hash_secret(struct api_call *call, const char *secret);
void call_find_secret(struct api_call *call, enum store_op op, enum store_secret kind,
                      void (*next)(struct api_call *call));
bool call_secret_found(struct api_call *call);
/* Read a member of the body. If a text is missing or too long, the call has been answered. */
bool call_has_input(const struct api_call *call, const char *key);
bool call_input_text(struct api_call *call, const char *key, char *text, size_t size);
bool call_input_flag(const struct api_call *call, const char *key);
bool call_input_number(struct api_call *call, const char *key, int64_t min, int64_t max, int64_t *number);
void call_draw_secret(struct api_call *call, char secret[APP_SECRET_SIZE]);
/* Handles that another process has revoked a device ("-": all devices of the guest). */
void session_receive_revocation(struct app *app, const char *guest, const char *device);

/* -------------------------------------------------------------------------------------------------------- notices.c */

/* Returns the seats of guests for whom others wait. */
unsigned notices_seats_waited_for(const struct table *table);
/* Returns the change in who is waited for after an append was applied. `before`: the seats waited for until then;
 * `acted`: the seats whose turn it was. */
struct store_notices notices_of_append(const struct hosted_table *at, unsigned before, unsigned acted);
/* Claims due notices from time to time. */
void notices_tick(struct app *app);
/* Sends a test or a request for confirmation to the channel in a row of STORE_CHANNEL_FIND. `done` must answer the
 * call. */
void notice_send_about(struct api_call *call, const struct store_value *column, const char *link,
                       void (*done)(struct api_call *call, const struct notice_message *message));
/* Writes the rows of STORE_CHANNELS. */
void channel_put_all(struct api_call *call);
