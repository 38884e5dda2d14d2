/* app.h - the whole server without its wires: guests, connections, tables, bots' turns, lists.
 *
 * The app does no I/O. Messages and time come in; what is to be sent is asked for. It keeps tables in a store
 * (server/store/store.h), which a test gives it in memory, and asks the world for a few things (struct app_callbacks),
 * which a test provides as well. So a whole server, several of them on one store even, runs in a test with a network, a
 * clock and a disk that fail when they are told to.
 *
 * Sending is pulled. When something is to be sent to a session the app calls callbacks.wake once; whoever has the
 * socket calls session_next_output when it can be written, until that says there is nothing left. A table's frame is
 * composed then and not before, so that a slow reader gets the newest state instead of a queue of old ones, and a
 * connection costs no buffer.
 *
 * Store, then tell: what a message changes is applied to the table in memory and appended to the store. Only when that
 * is durable is anybody told, and until then further wishes for the table wait in its queue. If the store does not take
 * it, the table in memory is thrown away and loaded again.
 *
 * One thread: everything here is called from the loop's. */
#ifndef APP_H
#define APP_H

#include "bots/ai/public_history.h"
#include "engine/base/out.h"
#include "server/app/error.h"
#include "server/app/histogram.h"
#include "server/app/message.h"
#include "server/app/moderation_orders.h"
#include "server/app/rate_limits.h"
#include "server/store/store.h"

struct app;
struct hosted_table;
struct api_call;
struct queued_text;
struct table_request;
struct session;

/* A bot's turn: everything that the worker needs, and its answer. */
struct bot_turn {
    struct bot_turn *next;     /* the worker's, */
    int64_t queued_ms;         /* and when it got it */
    char table[TABLE_ID_SIZE]; /* whose */
    uint32_t number;           /* decided on this state */
    int seat, level;           /* 1-5 */
    uint64_t seed;             /* of the first decision; the following ones are derived from it */
    struct ff_edition edition;
    struct ff_game game;           /* the worker hands bots views of it alone, */
    struct history seen;           /* and what everybody saw */
    int64_t asked_ms;              /* when it was asked for */
    char actions[TABLE_CHAIN_MAX]; /* the answer: a chain */
};

/* What the app asks of the world. */
struct app_callbacks {
    void *owner;
    /* The session has something to send. */
    void (*wake)(void *owner, struct session *session);
    /* The session must be closed with that code, after what it has to send. session_close follows. */
    void (*hang_up)(void *owner, struct session *session, int code, const char *why);
    /* Let a bot think; hand the turn back with app_bot_played. */
    void (*think)(void *owner, struct bot_turn *turn);
    /* Cryptographic chance. */
    void (*random)(void *owner, void *bytes, size_t n);
    /* One line for the log, without its end. */
    void (*log)(void *owner, const char *line);
    /* Microseconds, to see how long something takes; NULL: nobody wants to know. */
    int64_t (*clock_us)(void *owner);
};

struct app_config {
    const struct text_edition *edition; /* of new tables */
    int64_t bot_pace_ms;                /* a bot's turn is told not sooner than that after it was due */
    struct rate_limits limits;
    struct retention_policy retention;
    const char *version;
};

struct app_counts {
    uint64_t messages, refusals, plays, bot_plays, entries, conflicts, store_faults, frames, frame_bytes;
    uint64_t guests_made, tables_made, games_over, bots_took_over;
    uint64_t logs_shortened, tables_forgotten, guests_forgotten, logs_damaged;
    uint64_t tables_marked, guests_marked, keeps, keeps_refused, clock_jumps;
    int64_t clock_ahead_s; /* of the time that the store knows */
    uint32_t sessions, tables, thinking;
    struct histogram commit, frame; /* where the world has a clock for them */
};

/* ------------------------------------------------------------------------------------------------------- life cycle */

/* Both structs are copied, the edition stays in use. NULL: out of memory. The store is opened with app_hooks and
 * then, behind a app_time, given to the app. */
struct app *app_new(const struct app_config *config, const struct app_callbacks *callbacks);
struct store_hooks app_hooks(struct app *app);
void app_set_store(struct app *app, struct store *store); /* NULL: it is being closed; nothing may be under way */
/* All sessions must be closed, all turns handed back and the store closed. */
void app_free(struct app *app);

/* The clocks, in milliseconds: call it before anything else in a turn of the loop. `now_ms` since 1970, for what is
 * stored and shown. `steady_ms` begins at a day or more and is never set: everything that measures how long something
 * takes goes by it. The app's own time is the database's where the store has one, and it is never long before what the
 * store remembers. Where it jumps, or nobody could play for APP_GAP_MS or longer, turns and other deadlines begin
 * anew: a wrong clock ends nobody's turn. */
void app_time(struct app *app, int64_t now_ms, int64_t steady_ms);
/* What the clock has to say: turns' limits, grace times, paced bots, tables to let go. About ten times a second. */
void app_tick(struct app *app);
/* The end of a turn of the loop: everything that is to be stored goes off together. */
void app_flush(struct app *app);
/* From here on nothing new is begun: messages are answered with `busy`. True: nothing is under way any
 * more. */
bool app_stop(struct app *app);

const struct app_counts *app_counts(const struct app *app);
/* NULL: all is well; else why not. */
const char *app_why_unavailable(const struct app *app);

/* What is known of an address; NULL: memory is short. */
struct address *app_address(struct app *app, const char *address);

/* Connections that are no session: one that says nothing, or asks for a file. NULL: this address has as many already,
 * or memory is short; else to be ended by app_uncount_connection. */
struct address *app_count_connection(struct app *app, const char *address);
/* A session that is over is a visit until its connection is closed, however many there are. */
void app_recount_connection(struct address *from);
void app_uncount_connection(struct app *app, struct address *from);

/* Returns whether work may be done for an address now: it does not owe any, and not too much of it is at the store. */
bool app_may_work(const struct app *app, const struct address *address);
/* Counts work that was done for it, in units of round_robin.h. */
void app_charge_work(struct app *app, struct address *address, uint32_t units);

/* --------------------------------------------------------------------------------------------------------- sessions */

enum { SESSION_INBOX_MAX = 16, GUEST_TOKENS_MAX = 8 };

/* The tokens that came with a request or handshake. A browser may show several, of which one is a guest's. */
struct guest_tokens {
    uint8_t n;
    bool unusable; /* something was shown that is no token, or too many were: nobody becomes a new guest by that */
    uint8_t token[GUEST_TOKENS_MAX][MESSAGE_TOKEN_BYTES];
};

/* A session handles one message at a time; those that come meanwhile wait in its inbox. What the message is waiting for
 * has the session as its one owner, and the state tells which it is:
 *
 *     FREE ----> ASKING     `request` waits at a table, or is being stored
 *      ^  |        | |
 *      |  |        | +----> TELLING    a frame is due that carries `ack`: granted, and the message had an id
 *      |  |        |           |
 *      |  +-----> CALLING      |       `call` is at the store
 *      |           | |         |
 *      +-----------+-+---------+       answered: the next message
 *
 * From every state session_close leads to CLOSED; a request or call that is still under way loses its session and
 * is freed by whoever has it. app.c asserts every step. */
enum session_state {
    SESSION_CLOSED,
    SESSION_FREE,
    SESSION_AWAITING_TABLE,
    SESSION_AWAITING_CALL,
    SESSION_AWAITING_FRAME
};

/* A connection. The world owns it, and its memory must stay where it is from open to close. */
struct session {
    void *peer; /* the world's */
    /* The app's. */
    struct app *app;
    struct address *address;
    struct hosted_table *table;
    struct session *next, *before;   /* at the table */
    struct session *later, *earlier; /* of all */
    struct queued_text *notes, **notes_last;
    struct queued_text *inbox, **inbox_last;
    struct table_request *request; /* ASKING */
    struct api_call *call;         /* CALLING */
    size_t notes_bytes;
    struct token_bucket messages, talk;
    uint32_t sent; /* the number of the last frame */
    int strikes;
    uint8_t state; /* enum session_state */
    uint8_t inbox_n, notes_n, seat, muted;
    uint8_t calls; /* what it holds of ADDRESS_CALLS */
    bool greeted, legal, frame_due, full_due, closing;
    struct guest_tokens tokens; /* from cookies or a header, until `hello` is granted */
    char guest[TABLE_ID_SIZE];
    uint8_t token_hash[STORE_HASH_SIZE]; /* the guest's */
    char name[TABLE_NAME_SIZE];
    char ack[TABLE_MESSAGE_ID_MAX + 1]; /* the id of the message under way, or "" */
};

/* What the operators say, behind a few words of ours. */
enum { APP_REASON_SIZE = MODERATION_WHY_SIZE + BASE_LENGTH("This table is closed: ") };

/* What a connection that is turned away is closed with. */
struct session_close_reason {
    int code; /* as of docs/authors/protocol.md */
    char why[APP_REASON_SIZE];
};

/* tokens may be NULL. False: this address is banned or has too many connections, as *farewell tells; the session is not
 * open. */
bool session_open(struct app *app, struct session *session, const char *address, const struct guest_tokens *tokens,
                  struct session_close_reason *farewell);
void session_close(struct session *session);
/* The client breaks the protocol of the wire below: logged, and callbacks.hang_up is called. */
void session_hang_up(struct session *session, int code, const char *why);
/* One whole message. */
void session_receive(struct session *session, const char *text, size_t n);
/* The next thing to send, appended to an empty `out` with room for TABLE_FRAME_MAX. False: there is none. */
bool session_next_output(struct session *session, struct base_out *out);

/* ------------------------------------------------------------------------------------------------------------- bots */

/* Takes the turn back, with its actions, and frees it. An empty chain: the bot failed, and is asked again. */
void app_bot_played(struct app *app, struct bot_turn *turn);

/* ------------------------------------------------------------------------------------------------------------- HTTP */

/* A request that is answered later, on the loop's thread:
 *
 *     api_call_new -> MADE -- one of the functions below --> UNDER_WAY -- answer --> freed by the app
 *                       |                                         |
 *                       +-- api_call_drop: freed                 +-- api_call_drop: goes on, and answers nobody
 *
 * While MADE it is the caller's, who fills it in. While UNDER_WAY it is the app's. `answer` is called once, perhaps
 * before the function that sets out returns; the call must not be used from there on. Who loses interest before that
 * drops it. */
enum api_call_state { API_CALL_MADE, API_CALL_UNDER_WAY, API_CALL_ANSWERED };

struct api_call {
    /* The caller's. */
    /* NULL: it was granted. The body tells the error as well. */
    void (*answer)(struct api_call *call, const struct app_error *error, const char *body, size_t n);
    void *owner;
    struct guest_tokens tokens; /* that were shown */
    bool strict;                /* tokens that nobody has are an error; else a new guest is made */
    bool tell_token;            /* in the body */
    char name[TABLE_NAME_SIZE];
    char table[TABLE_ID_SIZE];
    char ack[TABLE_MESSAGE_ID_MAX + 1]; /* put into the body of a list */
    /* The answer, besides the body. */
    bool token_made;
    uint8_t token[MESSAGE_TOKEN_BYTES]; /* the guest's */
    struct store_guest guest;
    /* The app's. */
    enum api_call_state state;
    struct app *app;
    struct address *address;
    uint8_t calls; /* what it holds of ADDRESS_CALLS */
    void (*next)(struct api_call *call);
    void (*found)(struct api_call *call); /* next, once no other token is to be tried */
    int tried;                            /* this one of the tokens */
    struct store_job job;
    char *body;
    struct base_out out;
};

/* NULL: out of memory. */
struct api_call *api_call_new(struct app *app, const char *address);
void api_call_drop(struct api_call *call);
/* False: this address is banned; the call was answered with 403. */
bool api_call_allowed(struct api_call *call);
void api_call_guest(struct api_call *call);  /* POST /api/guest */
void api_call_who(struct api_call *call);    /* GET /api/guest */
void api_call_tables(struct api_call *call); /* GET /api/tables */
void api_call_record(struct api_call *call); /* GET /api/tables/ID/record */

/* What lists and sweeps must know of a table, but its `origin`. */
void app_fill_head(const struct table *table, struct store_head *head);

/* Both lists of tables, full; ' stands for a quote. */
enum {
    APP_LISTED = BASE_LENGTH("{'table':'','phase':'open','number':4294967295,'changed_ms':,'seat':4,'owes':false,},") +
                 TABLE_ID_LENGTH + BASE_NUMBER_LENGTH + STORE_ABOUT_SIZE,
    APP_LIST_MAX = BASE_LENGTH("{'type':'tables','ack':'','yours':[],'listed':[]}") + TABLE_MESSAGE_ID_MAX +
                   2 * STORE_LIST_MAX * APP_LISTED + 1,
};

#endif
