/* app.h - the server application without its sockets: guests, sessions, tables, bots' turns, lists.
 *
 * The app does no I/O. Messages and the time are arguments of its functions. It keeps tables in a store
 * (server/store/store.h), and calls a few functions of its environment (struct app_callbacks). Tests provide both, so
 * that a test can run whole servers, even several on one store, whose network, clock and disk fail on command.
 *
 * Output is pulled: the app calls callbacks.wake once. The owner of the socket then calls session_next_output whenever
 * the socket can be written to, until nothing is left. A table's frame is composed only at that moment. So a slow
 * reader gets the newest state instead of a queue of old ones, and an idle connection needs no buffer.
 *
 * A change is applied to the table in memory and then appended to the store. Frames with the change are sent only when
 * it is durable. Until then, further requests for the table wait in its queue. If storing fails, the table in memory is
 * dropped and loaded again.
 *
 * All functions must be called from the thread of the event loop. */
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

/* The maximum length of a message to a client. */
enum { APP_OUTPUT_MAX = 1 << 20 };

/* A bot's turn: what a worker thread needs to decide it, and the bot's answer. */
struct bot_turn {
    struct list_link link; /* in a queue of the workers */
    int64_t queued_ms;     /* when the turn was queued */
    char table[TABLE_ID_SIZE];
    uint32_t number; /* number of the table's last entry when the turn was requested */
    int seat, level; /* level: from 1 to TABLE_LEVELS */
    bool untimed;    /* bots think without a time limit, so that all players of the deal face the same bots */
    uint64_t seed;   /* random seed of the first decision; the seeds of later decisions are derived from it */
    struct ff_edition edition;
    struct ff_game game;           /* the whole game; the worker shows the bot only views of it */
    struct history seen;           /* the game's public history, which the bot sees */
    int64_t asked_ms;              /* when the app requested the turn */
    char actions[TABLE_CHAIN_MAX]; /* the bot's answer; "": the bot failed */
};

/* Functions that the app needs from its environment. */
struct app_callbacks {
    void *owner;
    /* Called when the session has output to send. */
    void (*wake)(void *owner, struct session *session);
    /* Closes the session's connection with this code, after sending its output. session_close must follow. */
    void (*hang_up)(void *owner, struct session *session, int code, const char *why);
    /* Lets a bot decide a turn. The environment passes the turn to app_take_bot_turn when it is decided. */
    void (*think)(void *owner, struct bot_turn *turn);
    /* Fills the bytes with cryptographic random numbers. */
    void (*random)(void *owner, void *bytes, size_t n);
    /* Writes a line to the log. The line has no newline at its end. */
    void (*log)(void *owner, const char *line);
    /* Returns a time in microseconds, for histograms. NULL: histograms are not wanted. */
    int64_t (*clock_us)(void *owner);
    /* Sends a notice, which comes back to app_take_sent_notice. NULL: the server sends no notices. */
    void (*send_notice)(void *owner, struct notice_message *message);
    /* Returns what is wrong with an address for notices, or NULL if nothing is. */
    const char *(*notice_fault)(void *owner, enum notice_kind kind, const char *address);
};

/* The kinds of notices that players are offered. */
struct app_notice_config {
    const char *push_key; /* public key for web push in base64url; NULL: no web push */
    const char *origin;   /* origin of the page, for links in notices; NULL: that of the page from which the guest asked
                             for notices */
    bool webhooks, mail;
};

struct app_config {
    const struct text_edition *edition; /* for new tables */
    int64_t bot_pace_ms;                /* minimum time between requesting a bot's turn and playing it */
    struct rate_limits limits;
    struct retention_policy retention;
    const char *version;
    struct app_notice_config notices;
};

/* Counters for operators: member, name of the metric after the prefix fuerstenfeld_, its type, and its help text. */
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
    struct histogram commit, frame; /* filled in if callbacks.clock_us is not NULL */
};

/* ------------------------------------------------------------------------------------------------------- life cycle */

/* Creates the app. Copies both structs, but the edition must remain valid. Returns NULL if memory is exhausted. The
 * caller then opens the store with app_store_hooks, calls app_update_time and passes the store to app_set_store. */
struct app *app_new(const struct app_config *config, const struct app_callbacks *callbacks);
struct store_hooks app_store_hooks(struct app *app);
void app_set_store(struct app *app,
                   struct store *store); /* NULL while the store is being closed; no job may be pending */
/* Frees the app. All sessions must be closed, all bots' turns handed back, and the store closed. */
void app_free(struct app *app);

/* Sets the current time in milliseconds. Must be called first in each iteration of the event loop. now_ms, since 1970,
 * is for times that are stored and shown. steady_ms is for durations: it starts at a day or more and is never set. The
 * app then computes its own time. If the store has a clock, it follows that clock, and it is never much earlier than
 * the last time that the store remembers. If the app's time jumps, or nobody could play for APP_GAP_MS, all deadlines
 * start again, so that a wrong clock ends nobody's turn. */
void app_update_time(struct app *app, int64_t now_ms, int64_t steady_ms);
/* Does everything that is due by the clock, such as ending turns and grace periods, starting bots and unloading idle
 * tables. Must be called ten times a second. */
void app_tick(struct app *app);
/* Submits all new jobs to the store together. Called at the end of each iteration of the event loop. */
void app_flush(struct app *app);
/* Stops accepting work, so that messages are answered with the error `busy`. Returns true once no work is pending. */
bool app_stop(struct app *app);

const struct app_counts *app_counts(const struct app *app);
/* Returns why the server cannot be used at present, or NULL if it can. */
const char *app_why_unavailable(const struct app *app);

/* Takes a bot's turn back, queues its actions as a request, and frees it. A bot that failed is asked again. */
void app_take_bot_turn(struct app *app, struct bot_turn *turn);

/* Takes a notice back with its result, stores the result, and frees the notice. */
void app_take_sent_notice(struct app *app, struct notice_message *message);

/* Fills in the head of a table, which lists and retention use. Does not set `origin`. */
void app_fill_table_head(const struct table *table, struct store_head *head);

/* -------------------------------------------------------------------------------------------------- limits and work */

/* Returns the entry of an address, which holds its limits. Returns NULL if memory is exhausted. */
struct address *app_find_address(struct app *app, const char *address);

/* Counts a connection that is not a session, such as a request for a file. Returns the entry of the address, for
 * app_uncount_connection. Returns NULL if the address has too many connections or memory is exhausted. */
struct address *app_count_connection(struct app *app, const char *address);
/* Counts a connection that is being closed after its session has ended. No limit applies. */
void app_count_closing_connection(struct address *from);
void app_uncount_connection(struct app *app, struct address *from);

/* Returns whether the server may do work for an address now: the address is within its budget and has few pending jobs
 * at the store. */
bool app_may_work(const struct app *app, const struct address *address);
/* Charges an address for work that was done, in units of round_robin.h. */
void app_charge_work(struct app *app, struct address *address, uint32_t units);

/* --------------------------------------------------------------------------------------------------------- sessions */

enum { SESSION_INBOX_MAX = 16, SESSION_TABLES_MAX = 100, GUEST_TOKENS_MAX = 8 };
enum {
    APP_DEVICE_NAME_SIZE = 64,
    APP_SECRET_SIZE = 80,
    APP_REPORT_SIZE = 600,
    APP_RESULTS_SIZE = 1500,
    APP_INPUT_MAX = 8192 /* maximum length of a request's body */
};

/* The guests' tokens in a request or handshake. A browser may send several cookies, and one of them has
 * the guest's token. */
struct guest_tokens {
    uint8_t n;
    bool unusable; /* the client sent an invalid token or too many, so it must not become a new guest */
    uint8_t token[GUEST_TOKENS_MAX][MESSAGE_TOKEN_BYTES];
};

/* Permissions of a bot account's token, as a mask. */
enum { APP_SCOPE_PLAY = 1, APP_SCOPE_CHAT = 2 };

/* A session handles one message at a time. Later messages wait in its inbox. The state says what the current message
 * waits for:
 *
 *     FREE ----> AWAITING_TABLE     `request` waits at a table or is being stored
 *      ^  |        | |
 *      |  |        | +----> AWAITING_FRAME    the request was granted, and the next frame will carry the message's id
 *      |  |        |           |
 *      |  +-----> AWAITING_CALL             `call` waits for the store
 *      |           | |         |
 *      +-----------+-+---------+       answered: handles the next message
 *
 * session_close changes any state to CLOSED. A pending request or call then loses its session, and its owner frees it.
 * session.c asserts every transition. */
enum session_state {
    SESSION_CLOSED,
    SESSION_FREE,
    SESSION_AWAITING_TABLE,
    SESSION_AWAITING_CALL,
    SESSION_AWAITING_FRAME
};

/* A session's presence at one of its tables. */
struct attendance {
    struct session *session;
    struct hosted_table *table;
    struct list_link at_table, of_session; /* in table->attendances and in session->attendances */
    struct list_link due;                  /* in session->due while a frame is due */
    uint32_t sent;                         /* number of the table's last entry in the last frame that was sent */
    uint8_t seat, muted;
    bool full_due;
};

/* A WebSocket connection. The caller owns the memory, which must not move between session_open and session_close. */
struct session {
    void *peer; /* belongs to the caller */
    /* Members that belong to the app. */
    struct app *app;
    struct address *address;
    struct list_link attendances, due; /* lists of struct attendance: all of them, and those with a frame due */
    struct attendance *about;          /* the table to which the current message belongs, or NULL */
    struct list_link seeking;          /* in matchmaker.sessions while the guest seeks a game */
    char seek[STORE_SEEK_ID_SIZE];     /* id of the guest's seek */
    struct list_link link;             /* in app->sessions */
    struct list_link inbox, outbox;    /* lists of struct queued_text: unhandled messages, and unsent answers */
    struct table_request *request;     /* set in AWAITING_TABLE */
    struct api_call *call;             /* set in AWAITING_CALL */
    size_t outbox_bytes;
    struct token_bucket messages, talk;
    int strikes;
    uint8_t state; /* enum session_state */
    uint8_t inbox_n, outbox_n, tables_n;
    uint8_t calls; /* how much it holds of its address's ADDRESS_CALLS */
    bool greeted, legal, closing;
    bool follows;               /* may be at several tables at a time */
    bool is_program;            /* the guest is a bot account */
    bool has_blocks;            /* the guest has blocked or muted another player */
    struct guest_tokens tokens; /* tokens from the handshake, kept until `hello` is granted */
    uint32_t scopes;            /* what the guest's token permits, as a mask of APP_SCOPE_...; 0: everything */
    char device_name[APP_DEVICE_NAME_SIZE]; /* set by the caller, for the device of a new guest */
    char guest[TABLE_ID_SIZE], device[TABLE_ID_SIZE];
    char owner[TABLE_ID_SIZE];           /* of a program; else "" */
    uint8_t token_hash[STORE_HASH_SIZE]; /* hash of the guest's token */
    char name[TABLE_NAME_SIZE];
    char ack[TABLE_MESSAGE_ID_MAX + 1]; /* id of the current message, or "" */
};

/* Opens a session for a new connection. `tokens` may be NULL. If the address is banned or has too many connections,
 * returns false without opening the session, and sets *reason to the code and text for closing the connection. */
bool session_open(struct app *app, struct session *session, const char *address, const struct guest_tokens *tokens,
                  struct session_close_reason *reason);
void session_close(struct session *session);
/* Logs the reason, and asks the caller to close the connection (callbacks.hang_up). */
void session_hang_up(struct session *session, int code, const char *why);
/* Handles a complete message from the client. */
void session_receive_message(struct session *session, const char *text, size_t n);
/* Appends the next message to send to the client. Returns false if there is none. */
bool session_next_output(struct session *session, struct base_out *out);

/* ------------------------------------------------------------------------------------------------------------- HTTP */

/* Members of a call about a channel for notices. */
struct api_channel {
    char id[TABLE_ID_SIZE], language[8], keys[200], address[NOTICE_ADDRESS_SIZE], fault[NOTICE_FAULT_SIZE];
    int kind, games;
};

/* An HTTP request that is answered later, on the same thread:
 *
 *     api_call_new -> MADE -- one of the functions below --> UNDER_WAY -- answer --> freed by the app
 *                      |                                          |
 *                      +-- api_call_drop: freed                   +-- api_call_drop: continues without an answer
 *
 * In the state MADE the caller owns the call, and fills in its members. In UNDER_WAY the app owns the call. It calls
 * `answer` once, perhaps even before the function that started the call returns. Afterwards the caller must not use the
 * call. A caller that no longer wants the answer drops the call before. */
enum api_call_state { API_CALL_MADE, API_CALL_UNDER_WAY, API_CALL_ANSWERED };

struct api_call {
    /* Members set by the caller. */
    /* Called with the answer, which is the JSON in call->body. `error` is NULL if the call succeeded. */
    void (*answer)(struct api_call *call, const struct app_error *error);
    void *owner;
    struct guest_tokens tokens;
    bool strict;      /* an unknown token is an error; otherwise it leads to a new guest */
    bool shows_token; /* the answer contains the new token */
    char name[TABLE_NAME_SIZE];
    char table[TABLE_ID_SIZE];
    char device[APP_DEVICE_NAME_SIZE]; /* name for a new device */
    char origin[256]; /* origin of the page that sent the request, such as "https://host:port"; "": unknown */
    char *input;      /* body of a POST, a JSON object; allocated, and freed with the call */
    size_t input_n;
    /* Members for the answer. */
    struct base_out body;
    bool answers_record; /* the body is a record in JSON Lines, not JSON */
    bool token_made;
    bool refreshes_token;               /* the cookie must be set again, to last longer */
    bool forgets_token;                 /* the cookie must be deleted */
    uint8_t token[MESSAGE_TOKEN_BYTES]; /* the guest's token */
    struct store_guest guest;
    /* Members that belong to the app. */
    enum api_call_state state;
    struct app *app;
    struct address *address;
    uint8_t calls; /* how much it holds of its address's ADDRESS_CALLS */
    void (*next)(struct api_call *call);
    void (*found)(struct api_call *call); /* continues call_find_guest */
    void (*known)(struct api_call *call); /* continues call_note_visit */
    void (*then)(struct api_call *call);  /* continues a longer sequence of steps */
    int tried;                            /* index of the token being tried */
    int seat;                             /* seat of another player at `table` */
    struct store_job job;
    struct store_value value[STORE_COLUMNS_MAX]; /* values for the next job's statement */
    size_t values_n;
    uint8_t hash[STORE_HASH_SIZE];      /* hash of a one-time secret */
    uint8_t next_hash[STORE_HASH_SIZE]; /* hash of the secret that replaces it */
    char code[APP_SECRET_SIZE];         /* a one-time secret, newly made or sent by the client */
    char more[APP_SECRET_SIZE];         /* a second secret, or another short text */
    enum { API_READS_RECORD, API_READS_SHARED, API_READS_TO_SHARE } reads; /* for what purpose a record is read */
    char text[APP_RESULTS_SIZE];                                           /* text of a report or an import */
    int64_t entry; /* in a report: number of the entry; on a player's page: how much is shown */
    char players[STORE_SEATS][TABLE_ID_SIZE];     /* guests with a seat at `table` */
    char programs[STORE_BOTS_MAX][TABLE_ID_SIZE]; /* ids of the player's bot accounts; "" ends the list */
    bool is_own_page;                             /* the requested data belongs to the player who asks */
    bool allows_programs;                         /* the player may be a bot account */
    bool exports; /* write all data about the player, not only what the account page shows */
    struct api_channel channel;
    struct api_passkey *passkey;        /* allocated, and freed with the call */
    struct api_seek *seek;              /* allocated, and freed with the call */
    char ack[TABLE_MESSAGE_ID_MAX + 1]; /* id of the session's message, repeated in a list's body */
    void (*send_answer)(struct session *session, struct api_call *call); /* for a session's message: sends the answer */
};

/* Creates a call. Returns NULL if memory is exhausted. */
struct api_call *api_call_new(struct app *app, const char *address);
void api_call_drop(struct api_call *call);
/* Each api_call function below starts a call, which it refuses if the address is banned. */
void api_call_post_guest(struct api_call *call);           /* POST /api/guest */
void api_call_find_or_create_guest(struct api_call *call); /* the same, once its body was read */
void api_call_identify_guest(struct api_call *call);       /* GET /api/guest */
void api_call_list_tables(struct api_call *call);          /* GET /api/tables */
void api_call_get_ratings(struct api_call *call);          /* GET /api/ratings */
void api_call_get_record(struct api_call *call);           /* GET /api/tables/ID/record */
void api_call_get_player(struct api_call *call);           /* GET /api/player */
void api_call_export_player(struct api_call *call);        /* GET /api/player/export */
void api_call_get_features(struct api_call *call);         /* GET /api/features */
void api_call_get_shared_record(struct api_call *call);    /* GET /api/shared/SHARE */
void api_call_get_shared_names(struct api_call *call);     /* GET /g/SHARE; the body is the players' names */
void api_call_create_share(struct api_call *call);         /* POST /api/share */
/* All following calls are POST requests to the given path after /api/. */
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
void api_call_unsubscribe(struct api_call *call);              /* notices/stop */
void api_call_claim_name(struct api_call *call);               /* player/name */
void api_call_set_profile(struct api_call *call);              /* player/profile */
void api_call_get_player_page(struct api_call *call);          /* players */
void api_call_share_player_game(struct api_call *call);        /* players/game */
void api_call_get_table_players(struct api_call *call);        /* players/table */
void api_call_set_imported_results(struct api_call *call);     /* player/imports */
void api_call_delete_imported_results(struct api_call *call);  /* player/imports/delete */
void api_call_rename_device(struct api_call *call);            /* player/devices/change */
void api_call_add_bot(struct api_call *call);                  /* player/bots */
void api_call_delete_bot(struct api_call *call);               /* player/bots/delete */
void api_call_block_player(struct api_call *call);             /* player/block */
void api_call_report_player(struct api_call *call);            /* player/report */
void api_call_delete_passkey(struct api_call *call);           /* player/passkeys/delete */
