/* app.h - the server application without its sockets: guests, sessions, tables, bots' turns, lists.
 *
 * The app does no I/O. Messages and time come in as arguments, and output is pulled. It keeps tables in a store
 * (server/store/store.h) and calls a few functions of its environment (struct app_callbacks). Tests provide both, so
 * that whole servers, even several on one store, run in a test whose network, clock and disk fail on command.
 *
 * Output is pulled: the app calls callbacks.wake once, and the owner of the socket calls session_next_output whenever
 * the socket can be written, until nothing is left. A table's frame is composed at that moment, so a slow reader gets
 * the newest state instead of a queue of old ones, and an idle connection needs no buffer.
 *
 * A change is applied to the table in memory and then appended to the store. Frames with the change are sent only when
 * it is durable, and until then further requests for the table wait in its queue. If storing fails, the table in memory
 * is dropped and loaded again.
 *
 * One thread: all functions are called from the event loop. */
#pragma once

#include "bots/ai/public_history.h"
#include "engine/base/out.h"
#include "server/app/error.h"
#include "server/app/histogram.h"
#include "server/app/message.h"
#include "server/app/moderation_orders.h"
#include "server/app/rate_limits.h"
#include "server/app/retention.h"
#include "server/notice/sender.h"
#include "server/store/store.h"

struct app;
struct api_call;
struct api_passkey;
struct api_seek;
struct hosted_table;
struct session;
struct table_request;

/* The longest message to a client. */
enum { APP_OUTPUT_MAX = 1 << 20 };

/* A bot's turn: everything that a worker thread needs, and the bot's answer. */
struct bot_turn {
    struct list_link link; /* in a queue of the workers, */
    int64_t queued_ms;     /* since then */
    char table[TABLE_ID_SIZE];
    uint32_t number; /* the table's when the turn was requested */
    int seat, level; /* 1-5 */
    bool untimed;    /* no time limit, because others compare their results with this game */
    uint64_t seed;   /* seed of the first decision; later decisions derive theirs from it */
    struct ff_edition edition;
    struct ff_game game;           /* the worker shows bots views of it only, */
    struct history seen;           /* and its public history */
    int64_t asked_ms;              /* when the turn was requested */
    char actions[TABLE_CHAIN_MAX]; /* the answer; "": the bot failed */
};

/* Functions of the app's environment. */
struct app_callbacks {
    void *owner;
    /* The session has output. */
    void (*wake)(void *owner, struct session *session);
    /* The session must be closed with that code after its output. session_close follows. */
    void (*hang_up)(void *owner, struct session *session, int code, const char *why);
    /* Lets a bot think; the turn comes back by app_bot_played. */
    void (*think)(void *owner, struct bot_turn *turn);
    /* Fills the bytes with cryptographic randomness. */
    void (*random)(void *owner, void *bytes, size_t n);
    /* Logs a line, which has no line end. */
    void (*log)(void *owner, const char *line);
    /* Returns a clock's microseconds, for histograms; NULL: none are wanted. */
    int64_t (*clock_us)(void *owner);
    /* Sends a notice; it comes back by app_notice_sent. NULL: no notices are sent. */
    void (*send_notice)(void *owner, struct notice_message *message);
    /* Returns the fault of an address, or NULL. */
    const char *(*notice_fault)(void *owner, enum notice_kind kind, const char *address);
};

/* What players are offered. */
struct app_notice_config {
    const char *push_key; /* the public key of web push in base64url; NULL: there is no web push */
    const char *origin;   /* origin of the page, for links in notices; NULL: that of the page that asked for notices */
    bool webhooks, mail;
};

struct app_config {
    const struct text_edition *edition; /* of new tables */
    int64_t bot_pace_ms;                /* minimum time between the request for a bot's turn and its display */
    struct rate_limits limits;
    struct retention_policy retention;
    const char *version;
    struct app_notice_config notices;
};

/* Counters for operators: member, name and type of the metric (with the prefix fuerstenfeld_), and its help text. */
#define APP_COUNTS(X)                                                                                                  \
    X(sessions, "connections", "gauge", "WebSocket connections")                                                       \
    X(tables, "tables", "gauge", "tables open in this process")                                                        \
    X(thinking, "bots_thinking", "gauge", "bots' turns requested and not yet decided")                                 \
    X(messages, "messages_total", "counter", "messages received")                                                      \
    X(refusals, "refusals_total", "counter", "messages refused")                                                       \
    X(entries, "entries_total", "counter", "entries stored durably")                                                   \
    X(plays, "plays_total", "counter", "turns of people stored")                                                       \
    X(planned_plays, "planned_plays_total", "counter", "turns that people planned and the server played")              \
    X(bot_plays, "bot_plays_total", "counter", "turns of bots")                                                        \
    X(frames, "frames_total", "counter", "frames sent")                                                                \
    X(frame_bytes, "frame_bytes_total", "counter", "bytes of frames sent")                                             \
    X(guests_made, "guests_made_total", "counter", "new guests")                                                       \
    X(tables_made, "tables_made_total", "counter", "new tables")                                                       \
    X(games_over, "games_over_total", "counter", "games that ended")                                                   \
    X(bots_took_over, "bots_took_over_total", "counter", "seats taken over by a bot")                                  \
    X(logs_shortened, "logs_shortened_total", "counter", "logs compacted to one entry")                                \
    X(tables_forgotten, "tables_forgotten_total", "counter", "tables deleted because of their age")                    \
    X(guests_forgotten, "guests_forgotten_total", "counter", "guests deleted because they did not come back")          \
    X(tables_marked, "tables_marked_total", "counter", "tables marked for deletion or compaction")                     \
    X(guests_marked, "guests_marked_total", "counter", "guests marked for deletion")                                   \
    X(retention_passes, "retention_passes_total", "counter", "pages of the store checked for old tables")              \
    X(retention_refused, "retention_refused_total", "counter", "of those, skipped because the clock is in doubt")      \
    X(clock_ahead_s, "clock_ahead_seconds", "gauge", "the clock minus the store's time")                               \
    X(clock_jumps, "clock_jumps_total", "counter", "jumps of the clock, and gaps, while the server ran")               \
    X(logs_damaged, "logs_damaged_total", "counter", "tables that cannot be read: see the log")                        \
    X(seeks, "seeks", "gauge", "guests of all servers who wait for a game")                                            \
    X(games_found, "games_found_total", "counter", "games made for guests who sought one")                             \
    X(notices_sent, "notices_sent_total", "counter", "notices that were delivered")                                    \
    X(notices_retried, "notices_retried_total", "counter", "notices that will be tried again")                         \
    X(notices_dead, "notices_dead_total", "counter", "notices given up: see admin notices")                            \
    X(channels_gone, "notice_channels_gone_total", "counter", "channels deleted because their address is gone")        \
    X(conflicts, "store_conflicts_total", "counter", "entries that another process wrote first")                       \
    X(store_faults, "store_faults_total", "counter", "jobs that the store failed to do")

struct app_counts {
#define X(member, name, type, help) int64_t member;
    APP_COUNTS(X)
#undef X
    struct histogram commit, frame; /* if callbacks.clock_us is there */
};

/* ------------------------------------------------------------------------------------------------------- life cycle */

/* Copies both structs; the edition must stay valid. NULL: out of memory. Next open the store with app_store_hooks, call
 * app_update_time and pass the store to app_set_store. */
struct app *app_new(const struct app_config *config, const struct app_callbacks *callbacks);
struct store_hooks app_store_hooks(struct app *app);
void app_set_store(struct app *app, struct store *store); /* NULL while it is being closed; then no job is under way */
/* Frees the app. All sessions must be closed, all bots' turns handed back and the store closed. */
void app_free(struct app *app);

/* Sets the clocks, in milliseconds. Call it before anything else in each iteration of the event loop. `now_ms` since
 * 1970 is for times that are stored and shown. `steady_ms` begins at a day or more and is never set; it is for
 * durations. The app's own time is the database's if the store has a clock, and it is never long before what the store
 * remembers. If time jumps, or nobody could play for APP_GAP_MS, turn limits and other deadlines start again, so that
 * a wrong clock ends nobody's turn. */
void app_update_time(struct app *app, int64_t now_ms, int64_t steady_ms);
/* Handles what is due by the clock: turn limits, grace periods, bots' turns, idle tables. Call it ten times a
 * second. */
void app_tick(struct app *app);
/* Ends an iteration of the event loop: submits all jobs to the store together. */
void app_flush(struct app *app);
/* Stops accepting work: messages are answered with `busy`. Returns true once nothing is under way. */
bool app_stop(struct app *app);

const struct app_counts *app_counts(const struct app *app);
/* Returns why the server cannot be used now; NULL: it can. */
const char *app_why_unavailable(const struct app *app);

/* Takes the turn back, with the bot's actions, and frees it. Without actions the bot has failed and is asked again. */
void app_bot_played(struct app *app, struct bot_turn *turn);

/* Takes a notice back, with its result, and frees it. */
void app_notice_sent(struct app *app, struct notice_message *message);

/* Fills in the head of a table, for lists and retention, except `origin`. */
void app_fill_head(const struct table *table, struct store_head *head);

/* --------------------------------------------------------------------------------------------------- rates and work */

/* Returns the limits of an address; NULL: out of memory. */
struct address *app_address(struct app *app, const char *address);

/* Counts a connection that is not a session, such as a request for a file, until app_uncount_connection. Returns NULL
 * if the address has too many, or if out of memory. */
struct address *app_count_connection(struct app *app, const char *address);
/* Counts a connection whose session has ended but which is not closed yet; no limit applies. */
void app_count_closing_connection(struct address *from);
void app_uncount_connection(struct app *app, struct address *from);

/* Returns whether work may be done for an address now: it owes no work, and few of its jobs are at the store. */
bool app_may_work(const struct app *app, const struct address *address);
/* Charges an address for work, in units of round_robin.h. */
void app_charge_work(struct app *app, struct address *address, uint32_t units);

/* --------------------------------------------------------------------------------------------------------- sessions */

enum { SESSION_INBOX_MAX = 16, SESSION_TABLES_MAX = 100, GUEST_TOKENS_MAX = 8 };
enum {
    APP_DEVICE_NAME_SIZE = 64,
    APP_SECRET_SIZE = 80,
    APP_REPORT_SIZE = 600,
    APP_RESULTS_SIZE = 1500,
    APP_INPUT_MAX = 8192 /* bytes of a body */
};

/* The tokens of a request or handshake. A browser may send several, one of which is a guest's. */
struct guest_tokens {
    uint8_t n;
    bool unusable; /* the client sent too many tokens or an invalid one, and must not become a new guest */
    uint8_t token[GUEST_TOKENS_MAX][MESSAGE_TOKEN_BYTES];
};

/* What the token of a program may do. */
enum { APP_SCOPE_PLAY = 1, APP_SCOPE_CHAT = 2 };

/* A session handles one message at a time; later messages wait in its inbox. The state says what the message waits for:
 *
 *     FREE ----> AWAITING_TABLE     `request` waits at a table or is being stored
 *      ^  |        | |
 *      |  |        | +----> AWAITING_FRAME    the request was granted, and a frame is due that carries its id
 *      |  |        |           |
 *      |  +-----> AWAITING_CALL             `call` is at the store
 *      |           | |         |
 *      +-----------+-+---------+       answered: the next message
 *
 * session_close leads from every state to CLOSED. A request or call under way then loses its session and is freed by
 * its owner. session.c asserts every transition. */
enum session_state {
    SESSION_CLOSED,
    SESSION_FREE,
    SESSION_AWAITING_TABLE,
    SESSION_AWAITING_CALL,
    SESSION_AWAITING_FRAME
};

/* A session at a table. */
struct attendance {
    struct session *session;
    struct hosted_table *table;
    struct list_link at_table, of_session; /* in table->attendances, in session->attendances, */
    struct list_link due;                  /* and, while a frame is due, in session->due */
    uint32_t sent;                         /* the number of the last frame */
    uint8_t seat, muted;
    bool full_due;
};

/* A WebSocket connection. The caller owns the memory, which must not move from session_open to session_close. */
struct session {
    void *peer; /* the caller's */
    /* The app's. */
    struct app *app;
    struct address *address;
    struct list_link attendances, due; /* lists of struct attendance: all, and those that a frame is due for */
    struct attendance *about;          /* the table that the message under way is about, or NULL */
    struct list_link seeking;          /* in the matchmaker's sessions, */
    char seek[STORE_SEEK_ID_SIZE];     /* with this seek */
    struct list_link link;             /* in app->sessions */
    struct list_link inbox, outbox;    /* lists of struct queued_text: messages not handled yet, answers not sent yet */
    struct table_request *request;     /* AWAITING_TABLE */
    struct api_call *call;             /* AWAITING_CALL */
    size_t outbox_bytes;
    struct token_bucket messages, talk;
    int strikes;
    uint8_t state; /* enum session_state */
    uint8_t inbox_n, outbox_n, tables_n;
    uint8_t calls; /* how many of ADDRESS_CALLS it holds */
    bool greeted, legal, closing;
    bool follows;                           /* stays at its tables when it goes to another */
    bool is_program;                        /* the guest is a bot account */
    bool has_blocks;                        /* the guest has blocked or muted somebody */
    struct guest_tokens tokens;             /* tokens from cookies or a header, until `hello` is granted */
    uint32_t scopes;                        /* what the token may do; 0: everything */
    char device_name[APP_DEVICE_NAME_SIZE]; /* the caller's; of a new guest's device */
    char guest[TABLE_ID_SIZE], device[TABLE_ID_SIZE];
    uint8_t token_hash[STORE_HASH_SIZE]; /* the guest's */
    char name[TABLE_NAME_SIZE];
    char ack[TABLE_MESSAGE_ID_MAX + 1]; /* the id of the message under way, or "" */
};

/* Opens a session. `tokens` may be NULL. Returns false if this address is banned or has too many connections; *reason
 * then says how to close the connection, and the session is not open. */
bool session_open(struct app *app, struct session *session, const char *address, const struct guest_tokens *tokens,
                  struct session_close_reason *reason);
void session_close(struct session *session);
/* Logs the reason and calls callbacks.hang_up. */
void session_hang_up(struct session *session, int code, const char *why);
/* Takes one whole message. */
void session_receive(struct session *session, const char *text, size_t n);
/* Appends the next message to send. Returns false if there is none. */
bool session_next_output(struct session *session, struct base_out *out);

/* ------------------------------------------------------------------------------------------------------------- HTTP */

/* A channel that a call is about. */
struct api_channel {
    char id[TABLE_ID_SIZE], language[8], keys[200], address[NOTICE_ADDRESS_SIZE], fault[NOTICE_FAULT_SIZE];
    int kind, games;
};

/* A request over HTTP that is answered later, on the same thread:
 *
 *     api_call_new -> MADE -- one of the functions below --> UNDER_WAY -- answer --> freed by the app
 *                      |                                          |
 *                      +-- api_call_drop: freed                   +-- api_call_drop: continues, and answers nobody
 *
 * The caller owns a call that is MADE, and fills it in. The app owns one that is UNDER_WAY. It calls `answer` once,
 * perhaps before the function that starts the call returns; the caller must not use the call afterwards. A caller that
 * is no longer interested drops it before. */
enum api_call_state { API_CALL_MADE, API_CALL_UNDER_WAY, API_CALL_ANSWERED };

struct api_call {
    /* The caller's. */
    /* `error` NULL: granted. call->body has the answer, or the error, as JSON. */
    void (*answer)(struct api_call *call, const struct app_error *error);
    void *owner;
    struct guest_tokens tokens;
    bool strict;      /* unknown tokens are an error; otherwise a new guest is created */
    bool shows_token; /* in the body */
    char name[TABLE_NAME_SIZE];
    char table[TABLE_ID_SIZE];
    char device[APP_DEVICE_NAME_SIZE]; /* the name of a new device */
    char origin[256];                  /* origin of the page that asks, "https://host:port"; "": unknown */
    char *input;                       /* the body of a POST, a JSON object; malloced, and freed with the call */
    size_t input_n;
    /* The answer. */
    struct base_out body;
    bool answers_record; /* as JSON Lines */
    bool token_made;
    bool refreshes_token;               /* the cookie is to be kept for longer, */
    bool forgets_token;                 /* or deleted */
    uint8_t token[MESSAGE_TOKEN_BYTES]; /* the guest's */
    struct store_guest guest;
    /* The app's. */
    enum api_call_state state;
    struct app *app;
    struct address *address;
    uint8_t calls; /* how many of ADDRESS_CALLS it holds */
    void (*next)(struct api_call *call);
    void (*found)(struct api_call *call); /* next, once no other token is left to try, */
    void (*known)(struct api_call *call); /* once the visit has been noted, */
    void (*then)(struct api_call *call);  /* and after a few more steps */
    int tried;                            /* index of the token being tried */
    int seat;                             /* of another player at `table` */
    struct store_job job;
    struct store_value value[STORE_COLUMNS_MAX]; /* of the next job */
    size_t values_n;
    uint8_t hash[STORE_HASH_SIZE];      /* of a one-time secret, */
    uint8_t next_hash[STORE_HASH_SIZE]; /* and of the one that replaces it */
    char code[APP_SECRET_SIZE];         /* a one-time secret that is being made or was presented */
    char more[APP_SECRET_SIZE];         /* another one */
    enum { API_READS_RECORD, API_READS_SHARED, API_READS_TO_SHARE } reads; /* why a record is read */
    char text[APP_RESULTS_SIZE];                                           /* of a report or an import */
    int64_t entry;                                /* that a report is about, or what a page shows */
    char players[STORE_SEATS][TABLE_ID_SIZE];     /* of `table` */
    char programs[STORE_BOTS_MAX][TABLE_ID_SIZE]; /* of the player, "": no more */
    bool is_own_page;                             /* what is asked for belongs to the player who asks */
    bool allows_programs;                         /* who asks may be a program */
    bool exports;                                 /* everything about the player, not only what the account shows */
    struct api_channel channel;
    struct api_passkey *passkey;        /* malloced, and freed with the call; */
    struct api_seek *seek;              /* the same */
    char ack[TABLE_MESSAGE_ID_MAX + 1]; /* id of the session's message, for the body of a list */
    void (*granted)(struct session *session, struct api_call *call); /* for a session's message */
};

/* Makes a call; NULL if out of memory. */
struct api_call *api_call_new(struct app *app, const char *address);
void api_call_drop(struct api_call *call);
/* Start the call. A banned address is refused. */
void api_call_post_guest(struct api_call *call);           /* POST /api/guest */
void api_call_find_or_create_guest(struct api_call *call); /* the same call, with the members of its body filled in */
void api_call_identify_guest(struct api_call *call);       /* GET /api/guest */
void api_call_list_tables(struct api_call *call);          /* GET /api/tables */
void api_call_get_ratings(struct api_call *call);          /* GET /api/ratings */
void api_call_get_record(struct api_call *call);           /* GET /api/tables/ID/record */
void api_call_get_player(struct api_call *call);           /* GET /api/player */
void api_call_export_player(struct api_call *call);        /* GET /api/player/export */
void api_call_get_features(struct api_call *call);         /* GET /api/features */
void api_call_get_shared_record(struct api_call *call);    /* GET /api/shared/SHARE */
void api_call_get_shared_names(struct api_call *call);     /* GET /g/SHARE: the body is the players' names */
void api_call_create_share(struct api_call *call);         /* POST /api/share */
/* All others are a POST. /api/... */
void api_call_get_daily_ranking(struct api_call *call);        /* daily */
void api_call_create_sign_in_link(struct api_call *call);      /* player/link */
void api_call_approve_sign_in(struct api_call *call);          /* player/approve */
void api_call_create_recovery_code(struct api_call *call);     /* player/recovery */
void api_call_delete_device(struct api_call *call);            /* player/devices/delete */
void api_call_delete_player(struct api_call *call);            /* player/delete */
void api_call_sign_in_by_link(struct api_call *call);          /* sign-in/link */
void api_call_sign_in_by_code(struct api_call *call);          /* sign-in/code */
void api_call_sign_in_by_approval(struct api_call *call);      /* sign-in/approval */
void api_call_sign_in_by_recovery_code(struct api_call *call); /* sign-in/recovery */
void api_call_sign_in_by_passkey(struct api_call *call);       /* sign-in/passkey */
void api_call_create_sign_in_challenge(struct api_call *call); /* sign-in/challenge */
void api_call_create_passkey_challenge(struct api_call *call); /* player/passkeys/challenge */
void api_call_add_passkey(struct api_call *call);              /* player/passkeys */
void api_call_add_channel(struct api_call *call);              /* player/channels */
void api_call_change_channel(struct api_call *call);           /* player/channels/change */
void api_call_delete_channel(struct api_call *call);           /* player/channels/delete */
void api_call_test_channel(struct api_call *call);             /* player/channels/test */
void api_call_confirm_channel(struct api_call *call);          /* notices/confirm */
void api_call_stop_channel(struct api_call *call);             /* notices/stop */
void api_call_claim_name(struct api_call *call);               /* player/name */
void api_call_set_profile(struct api_call *call);              /* player/profile */
void api_call_get_player_page(struct api_call *call);          /* players */
void api_call_share_player_game(struct api_call *call);        /* players/game */
void api_call_get_table_players(struct api_call *call);        /* players/table */
void api_call_set_import(struct api_call *call);               /* player/imports */
void api_call_delete_import(struct api_call *call);            /* player/imports/delete */
void api_call_rename_device(struct api_call *call);            /* player/devices/change */
void api_call_add_bot(struct api_call *call);                  /* player/bots */
void api_call_delete_bot(struct api_call *call);               /* player/bots/delete */
void api_call_block_player(struct api_call *call);             /* player/block */
void api_call_report_player(struct api_call *call);            /* player/report */
void api_call_delete_passkey(struct api_call *call);           /* player/passkeys/delete */
