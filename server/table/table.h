/* table.h - the state of one table: its seats, its game, its chat, and the frame for each viewer. This code does no
 * I/O, and the time is an argument. A table is the result of its append-only log: text entries that are numbered from 1
 * (server/store/store.h stores them). Only table_apply changes a table, except that table_restart_clocks restarts turn
 * clocks. So the same entries give the same table in every process and after every restart.
 *
 *     a request (a guest's message, a bot's answer, a timer)
 *        -> table_validate_...(table, ...)   writes the entry that carries it out, or an error. Changes no table.
 *        -> table_apply(table, entry)
 *        -> the store appends the entry as number + 1. Until it is durable, no frame is sent and no other request is
 *           validated. After a conflict or a failure the table may differ from the stored log. The server then drops
 *           the table and loads it again.
 *        -> table_frame(table, viewer)   for each viewer, composed from the view of that viewer's seat
 *
 * The entries, as text. One space separates words. The last word may contain spaces.
 *
 *     create\nKEY VALUE\n...    entry 1: options, the host, the seed, the rematch's id, the edition (create_entry.c)
 *     sit SEAT GUEST MIX NAME   a guest takes an open seat; MIX is the guest's contribution to the deal: a value of 64
 *                               hexadecimal digits, 64 zeros for none, or `=` and a seal (engine/record/fair.h)
 *     bot SEAT LEVEL            a bot takes an open seat
 *     stand SEAT                the guest or bot leaves the seat, before the game
 *     reveal SEAT VALUE         opens the seat's seal, after all seats were taken
 *     again                     some seals were not opened in time, so this round of the deal is void; the seats that
 *                               opened their seals must seal new values
 *     seal SEAT SEAL            the seal of such a new value
 *     open                      some new seals did not come in time; the other seats now open their seals
 *     turn SEAT ID ACTIONS      a chain of actions in the text language; ID is the message's id, `-` for a bot
 *     planned SEAT - ACTIONS    a turn that the guest planned while others played
 *     leave SEAT                the guest left during the game; `away` follows after the grace time
 *     away SEAT                 from now on a bot plays for the guest
 *     back SEAT                 the guest plays again, or has returned within the grace time
 *     slow SEAT                 the guest votes to make a live game slow
 *     slow SEAT now             the same, and the vote has passed: the game is slow from now on
 *     holiday SEAT DAYS         the seat's clock stands still for so many days; 0: the holiday ends early
 *     resume FROM_MS            no server ran before FROM_MS: seats that must decide are not charged for that time
 *     vote SEAT OTHER           the guest of SEAT votes for a bot in the seat OTHER, which keeps everybody waiting
 *     offer SEAT                any guest may take the seat over during the game
 *     keep SEAT                 withdraws the offer
 *     take SEAT GUEST NAME      a guest takes over a seat that is offered
 *     say SEAT ID TEXT          a line of chat; ID is the message's id, `-` for none
 *     rematch TABLE             the id of the table of the rematch
 *     kept\nENTRIES             a compacted entry: replaces all entries up to its number (table_compact_log)
 *
 * The game starts when the last seat is taken and the last seal is opened. The seed and all values together determine
 * the cards. Once the last seat is taken nobody may get up, because a guest who took the seat later could choose a
 * value knowing those of the others.
 *
 *     seats are open --the last is taken--> VALUES --the last seal is opened--> the game
 *                                           |    ^
 *                                     again |    | the last new seal, or open
 *                                           v    |
 *                                           SEALS        (nobody is left to seal: the game)
 *
 * Each `again` excludes at least one seat for good, so the deal ends (engine/record/fair.h).
 *
 * Numbers. A turn carries the number of the last entry that its guest saw. The seat's `asked` is the number of the
 * entry that led to the current decision. A turn is accepted if its number is at least `asked`, so chat, joins and the
 * turns of other seats in a simultaneous phase (R2.3) make no turn stale. A turn sent twice is never played twice,
 * whatever its id, because playing it raised `asked` above its number. The id tells a repeated turn, which is answered
 * like the first one, from a late turn, which is answered with the current state.
 *
 * Every function accepts any bytes as input. */
#pragma once

#include "engine/base/out.h"
#include "engine/core/ff.h"
#include "engine/text/edition.h"
#include "engine/text/event.h"
#include "engine/text/notation.h"
#include "engine/text/position.h"
#include "engine/text/turn_plan.h"
#include "server/table/deal.h"
#include "server/table/entry.h"
#include "server/table/id.h"

enum {
    TABLE_NAME_SIZE = 64,        /* bytes of a player's name in UTF-8, with the NUL */
    TABLE_NAME_CHARACTERS = 24,  /* characters of a player's name */
    TABLE_CHAT_CHARACTERS = 300, /* characters of a chat line, each of up to 4 bytes */
    TABLE_CHAT_KEPT = 50,        /* number of newest chat lines that frames can show */
    TABLE_MESSAGE_ID_MAX = 32,   /* length of a message's id; it consists of letters, digits, `-`, `_` and `.` */
    TABLE_CHAIN_MAX = 2000,      /* bytes of a chain of actions */
    TABLE_ENTRY_MAX = 8192,      /* bytes of a log entry */
    TABLE_LEVELS = 7,            /* bots have the levels 1 to 7 */
    TABLE_TURN_S_MIN = 10,
    TABLE_TURN_S_MAX = 14 * 86400,
    TABLE_LEAVE_GRACE_S = 15,  /* seconds from `leave` until a bot takes over, if the table has no grace time */
    TABLE_VOTE_GONE_S = 60,    /* seconds that a player must be disconnected before the others may vote for a bot */
    TABLE_VOTE_IDLE_S = 600,   /* seconds of a connected player's turn before the others may vote for a bot */
    TABLE_SLOW_TURN_S = 86400, /* seconds for a turn after a vote has made a live game slow */
    TABLE_SLOW_S_MIN = 3600,   /* a game is slow if its players may take at least this many seconds for a turn */
    TABLE_HOLIDAYS_MAX = 60,   /* maximum number of days of holiday for each player of a slow game */
    TABLE_DAY_MINUTES = 1440,
    TABLE_ZONE_UTC = 720,  /* value of table_options.zone for UTC */
    TABLE_ZONE_MAX = 1560, /* value of table_options.zone for UTC+14 */
    TABLE_REVEAL_S = 15,   /* seconds that guests have to open their seals, or to make new ones */
};

_Static_assert((int)TEXT_TURN_MAX <= (int)TABLE_CHAIN_MAX, "any turn is a chain that is taken");

enum table_phase { TABLE_OPEN, TABLE_PLAY, TABLE_OVER };
/* What the deal waits for once all seats are taken: values behind seals, or new seals. */
enum table_deal_step { TABLE_DEAL_STEP_NONE, TABLE_DEAL_STEP_VALUES, TABLE_DEAL_STEP_SEALS };
enum table_watch { TABLE_WATCH_ANYONE, TABLE_WATCH_NOBODY };

struct table_options {
    uint8_t mode;     /* enum ff_mode */
    uint8_t seats;    /* 2-5 */
    uint8_t watch;    /* enum table_watch: who may watch without a seat */
    bool aid;         /* memory aid: frames repeat which cards the viewer put under its deck or removed */
    bool rated;       /* the result counts for the players' ratings */
    bool programs;    /* bot accounts may sit down */
    bool listed;      /* the lobby shows the table; otherwise one needs its link */
    uint8_t level;    /* level (1-7) of the bot that stands in for an absent guest */
    uint8_t holidays; /* in slow games: days for which each player may stop their clock */
    uint32_t turn_s;  /* seconds for a turn, after which a bot takes over; 0: no limit */
    /* Seconds for all turns of a player together, and the seconds that each round adds. They replace turn_s. */
    uint32_t reserve_s, increment_s;
    /* Turn clocks stand still from night_from to night_to, both in minutes of the day. If they are equal, there is no
     * such pause. `zone` is the table's time zone, in minutes east of UTC-12. `weekend`: clocks also stand still on
     * weekends. */
    uint16_t night_from, night_to, zone;
    bool weekend;
    /* Seconds that a guest who must decide may be disconnected before a bot takes over. 0: no limit. */
    uint32_t grace_s;
};

enum table_seat_kind { TABLE_SEAT_OPEN, TABLE_SEAT_GUEST, TABLE_SEAT_BOT };

struct table_seat {
    uint8_t kind;  /* enum table_seat_kind */
    uint8_t level; /* of the bot in the seat */
    bool away;     /* a bot plays for the seat's guest */
    char guest[TABLE_ID_SIZE];
    char name[TABLE_NAME_SIZE];
    struct record_fair_seat gave; /* contribution to the deal; RECORD_FAIR_WITHHELD until the guest opens the seal */
    bool shut_out;                /* withheld a value, so it may not contribute any more */
    bool seals;                   /* the guest must seal a new value */
    bool slow;                    /* the guest has voted to make the game slow */
    bool planned;                 /* the seat's last turn was planned */
    bool offered;                 /* any guest may take over the seat */
    uint8_t votes;                /* mask of the seats that voted for a bot in this seat */
    uint32_t asked;     /* number of the entry that led to the seat's current decision; 0: it need not decide */
    int64_t asked_ms;   /* when the seat's current turn began */
    int64_t clock_ms;   /* when the seat's clock last started; in the future during a holiday */
    int64_t ran_ms;     /* time used for this turn before clock_ms */
    int64_t reserve_ms; /* reserve when the current turn began */
    int64_t holiday_ms; /* when the guest's holiday ends; 0 or in the past: no holiday */
    uint8_t holidays;   /* days of holiday that the guest may still take */
    int64_t left_ms;    /* when the guest left the game; 0: has not left */
    char last_id[2][TABLE_MESSAGE_ID_MAX + 1]; /* message ids of the last turns, newest first */
    char said_id[4][TABLE_MESSAGE_ID_MAX + 1]; /* message ids of the last chat lines, newest first */
};

struct table; /* allocated; see table_new */

/* ------------------------------------------------------------------------------------------------------- life cycle */

/* Creates an empty table, to which the caller applies entries. Returns NULL if memory is exhausted. */
struct table *table_new(const char *id);
void table_free(struct table *table);

/* Applies the next entry. Its number must be table_last_number + 1; that of a compacted entry may be higher. Returns
 * false and sets *error if the entry is invalid, because the log is damaged or a later version wrote it. The table is
 * then unchanged. */
bool table_apply(struct table *table, const struct table_entry *entry, struct base_error *error);
/* Applies entries in order. Returns false at the first invalid one; the entries before it remain applied. */
bool table_replay(struct table *table, const struct table_entry *entries, size_t n, struct base_error *error);

/* ---------------------------------------------------------------------------------------------------------- queries */

const char *table_id(const struct table *table);
uint32_t table_last_number(const struct table *table); /* number of the last entry; 0: the log is empty */
int64_t table_changed_ms(const struct table *table);
int64_t table_created_ms(const struct table *table); /* time of the first entry */
int64_t table_ended_ms(const struct table *table);   /* time of the entry that ended the game; 0: it is not over */
enum table_phase table_phase(const struct table *table);
const struct table_options *table_options(const struct table *table);
const struct table_seat *table_seat(const struct table *table, int seat);
const char *table_host_id(const struct table *table);
/* Returns the name of the deal if several tables play the same deal to compare their results, and otherwise "". The
 * cards and the bots' decisions at these tables depend on that name and the common seed, not on the tables' ids. */
const char *table_shared_deal(const struct table *table);
/* Returns the time until which games of the table's shared deal count, or 0 if the deal is not shared. */
int64_t table_deal_closes_ms(const struct table *table);
/* Returns whether other guests may still play the table's deal, so that its seed and records must stay secret. */
bool table_deal_is_secret(const struct table *table, int64_t now_ms);
/* Returns the id that a rematch will have. It must stay secret until the rematch exists. */
const char *table_rematch_id(const struct table *table);
/* Returns the seat of a guest, or FF_NOBODY if the guest has none. */
int table_seat_of(const struct table *table, const char *guest);
/* Returns whether any seat belongs to a guest. */
bool table_has_guest(const struct table *table);
/* Returns whether guests without a seat may watch the game. */
bool table_may_watch(const struct table *table);
/* Returns whether all seats are taken but the deal still waits for values or seals. */
bool table_is_dealing(const struct table *table);
enum table_deal_step table_deal_step(const struct table *table);
/* Returns a mask of the seats that must decide. */
unsigned table_seats_to_act(const struct table *table);
unsigned table_bots_to_act(const struct table *table);
/* Returns a mask of the seats that must decide and whose guests are not away. */
unsigned table_guests_to_act(const struct table *table);
/* Returns the number of the entry that last changed who sits where. */
uint32_t table_seating_number(const struct table *table);
/* Returns the milliseconds until the others may vote for a bot in that seat, or -1 if they may not vote. gone_ms is how
 * long the seat's guest has been disconnected, or 0 if connected. */
int64_t table_vote_wait_ms(const struct table *table, int seat, int64_t gone_ms, int64_t now_ms);
/* Returns whether the vote for a bot in that seat has passed: more than half of the other guests who are connected
 * (mask `here`) and not away must have voted for it. */
bool table_vote_passed(const struct table *table, int seat, unsigned here);
int table_bot_level(const struct table *table, int seat);

/* Returns the whole game, or NULL before it begins. Only for the code that runs bots, which must pass them views. */
const struct ff_game *table_game(const struct table *table);
const struct ff_edition *table_edition(const struct table *table);
/* Replays the game for the bot in that seat, and calls `look` with the public state after each step. Sets *game to the
 * resulting game. Does nothing before the game begins. Simultaneous answers (R2.3) are replayed in the order of the
 * seats. Those of other seats are omitted until all have answered, so the result does not depend on who answers
 * first. */
void table_replay_game(const struct table *table, int seat, struct ff_game *game,
                       void (*look)(void *with, const struct ff_public *pub), void *with);
/* Returns the random seed for the next decision of the bot in that seat. */
uint64_t table_bot_seed(const struct table *table, int seat);

/* Returns the earliest time at which a turn's time, a guest's grace time or a step of the deal runs out, or 0 if none
 * will. */
int64_t table_deadline_ms(const struct table *table);
/* Returns when the seat's clock runs out, or 0 if no clock is running. */
int64_t table_clock_deadline_ms(const struct table *table, int seat);
/* Returns when to warn a guest of a slow game that time is running out, or 0 for no warning. The warning comes when a
 * quarter of the turn's time remains, but at most a day before the end. */
int64_t table_clock_warning_ms(const struct table *table, int seat);
/* Returns how much of the seat's reserve is left. */
int64_t table_reserve_left_ms(const struct table *table, int seat, int64_t now_ms);
/* Returns whether players may take an hour or more for a turn, so that absence is normal. */
bool table_is_slow(const struct table *table);
struct table_restart {
    int64_t since_ms; /* clocks that started before this time start at this time instead */
    int64_t began_ms; /* clocks that started in the future, because a server's clock was wrong, start at this time */
    int64_t now_ms;
};

/* Restarts the turn clocks after no server ran or a server's clock was wrong. This is the only change to a table that
 * is not in its log. Returns whether a reserve was being charged for time before since_ms. The caller must then append
 * the entry `resume`, so that all processes charge the same time. */
bool table_restart_clocks(struct table *table, const struct table_restart *restart);
/* Reads and writes the pauses of the turn clocks as text, such as "22:30-07:00,weekend,+01:00". Each part is optional.
 * Reading returns false if the text is invalid. */
enum { TABLE_PAUSE_MAX = 32 };
bool table_pause_read(const char *text, size_t n, struct table_options *options);
void table_pause_put(struct base_out *out, const struct table_options *options);
bool table_has_pauses(const struct table_options *options);
/* Returns when a clock that starts at from_ms ends, if it must run for duration_ms and stands still during pauses. */
int64_t table_clock_end_ms(const struct table_options *options, int64_t from_ms, int64_t duration_ms);
/* Returns how long a clock with these pauses runs between two times; 0 if to_ms is before from_ms. */
int64_t table_clock_run_ms(const struct table_options *options, int64_t from_ms, int64_t to_ms);
/* Returns a mask of the seats whose turn time or grace time has expired. */
unsigned table_overdue_seats(const struct table *table, int64_t now_ms);

/* --------------------------------------------------------------------------------------------------------- requests */

enum table_verdict {
    TABLE_YES,      /* append the entry */
    TABLE_REPEATED, /* the request was carried out before; answer as if just now */
    TABLE_NO,
};

struct table_answer {
    enum table_verdict verdict;
    const char *code; /* with TABLE_NO: an error code of docs/authors/protocol.md, such as "stale" */
    const char *rule; /* the violated rule, such as "R6.1", or "" */
    char text[400];   /* what is wrong and what would be right */
};

struct table_create {
    struct table_options options;
    const struct text_edition *edition;
    char host[TABLE_ID_SIZE];
    uint8_t seed[TABLE_DEAL_BYTES]; /* from a cryptographic source; secret until the game is over */
    char next[TABLE_ID_SIZE];       /* random id for a possible rematch; secret until the rematch exists */
    char before[TABLE_ID_SIZE];     /* id of the table that this is a rematch of, or "" */
    const char *deal;               /* name of a deal that other tables with the same seed play too; NULL: none */
    int64_t closes_ms;              /* time until which the games of that deal count */
};

/* Each table_validate_... function validates a request and writes the text of its entry to `out`, which needs room for
 * TABLE_ENTRY_MAX bytes. */
struct table_answer table_validate_create(const struct table_create *create, struct base_out *out);
/* Validates that a guest takes a seat; FF_NOBODY means the first open one. If `mix` is NULL, the guest contributes
 * nothing to the deal. */
struct table_answer table_validate_sit(const struct table *table, const char *guest, const char *name, int seat,
                                       const uint8_t *mix, struct base_out *out);
/* Validates that a guest takes a seat and contributes a sealed value to the deal. */
struct table_answer table_validate_sealed_sit(const struct table *table, const char *guest, const char *name, int seat,
                                              const uint8_t seal[TABLE_DEAL_BYTES], struct base_out *out);
struct table_answer table_validate_reveal(const struct table *table, int seat, const uint8_t value[TABLE_DEAL_BYTES],
                                          struct base_out *out);
/* Validates a new seal. Allowed while table_deal_step is TABLE_DEAL_STEP_SEALS. */
struct table_answer table_validate_seal(const struct table *table, int seat, const uint8_t seal[TABLE_DEAL_BYTES],
                                        struct base_out *out);
/* Writes the entry that ends the current step of the deal once its time is up. */
struct table_answer table_validate_deal_timeout(const struct table *table, int64_t now_ms, struct base_out *out);
/* Validates that a guest seats a bot. Only the host may do so, or any seated guest if the host has no seat. */
struct table_answer table_validate_add_bot(const struct table *table, const char *guest, int seat, int level,
                                           struct base_out *out);
/* Validates that a guest leaves. Before the game, the seat becomes open. During the game the guest keeps it, and a bot
 * plays after the grace time. */
struct table_answer table_validate_leave(const struct table *table, int seat, struct base_out *out);
/* Validates a chain of actions. A bot's turn has the id NULL, and its seat must be in table_bots_to_act. */
struct table_answer table_validate_play(const struct table *table, int seat, uint32_t seen, const char *id,
                                        const char *actions, size_t length, struct base_out *out);
/* Validates a plan for the guest's turn in that round, or its withdrawal if the text is empty. Writes no entry, because
 * plans stay outside the log. */
struct table_answer table_validate_plan(const struct table *table, int seat, uint32_t round, const char *text,
                                        size_t length);
/* Returns whether the guest of that seat can still make or change a plan for that round. */
bool table_plan_is_open(const struct table *table, int seat, uint32_t round);
/* Writes the turn that a plan yields, if the seat's turn has come and one of the plan's alternatives can be played. */
struct table_answer table_validate_planned_turn(const struct table *table, int seat, uint32_t round, const char *text,
                                                struct base_out *out);
struct table_answer table_validate_away(const struct table *table, int seat, struct base_out *out);
/* Validates a vote to make the game slow. When all guests who are not away have voted, a turn may take a day. */
struct table_answer table_validate_slow_vote(const struct table *table, int seat, struct base_out *out);
/* Validates a holiday of so many days. 0 ends the current holiday, and its unused whole days are returned. */
struct table_answer table_validate_holiday(const struct table *table, int seat, unsigned days, int64_t now_ms,
                                           struct base_out *out);
struct table_answer table_validate_resume(const struct table *table, int64_t from_ms, struct base_out *out);
struct table_answer table_validate_back(const struct table *table, int seat, struct base_out *out);
/* Validates a vote for a bot in the seat `other`, whose guest has been disconnected for gone_ms (0: is connected). */
struct table_answer table_validate_vote(const struct table *table, int seat, int other, int64_t gone_ms, int64_t now_ms,
                                        struct base_out *out);
/* Validates that a guest offers the seat to any other guest, or withdraws the offer if `on` is false. */
struct table_answer table_validate_seat_offer(const struct table *table, int seat, bool on, struct base_out *out);
/* Validates that a guest takes over an offered seat; FF_NOBODY means the first offered one. */
struct table_answer table_validate_seat_takeover(const struct table *table, const char *guest, const char *name,
                                                 int seat, struct base_out *out);
struct table_answer table_validate_chat(const struct table *table, int seat, const char *id, const char *text,
                                        size_t length, struct base_out *out);
struct table_answer table_validate_rematch(const struct table *table, int seat, const char *other,
                                           struct base_out *out);

/* Reads a player's name without the blanks at its ends. Returns false unless the text is UTF-8 and has 1 to
 * TABLE_NAME_CHARACTERS characters, all of them visible (engine/base/safe.h). */
bool table_name_read(const char *text, size_t length, char name[TABLE_NAME_SIZE]);

/* --------------------------------------------------------------------------------------------------- log compaction */

/* Writes one compacted entry that replaces a whole log. The table that it yields differs only in its chat, which is
 * omitted after the game; before the end, the lines that frames can show are kept. The caller stores it with the number
 * and time of the last entry that it replaces. Returns false if `entries` is not a log, memory is exhausted or `out` is
 * too small. */
bool table_compact_log(const struct table_entry *entries, size_t n, bool over, struct base_out *out);
bool table_entry_is_compacted(const struct table_entry *entry);

/* Iterates over the entries inside a compacted entry. For any other entry, yields just that entry. Does not copy
 * texts. */
struct table_entry_reader {
    const char *at;
    size_t left;
    const struct table_entry *whole;
    bool damaged; /* the compacted entry is malformed */
};
struct table_entry_reader table_entry_reader(const struct table_entry *entry);
bool table_entry_read_next(struct table_entry_reader *kept, struct table_entry *entry);

/* ----------------------------------------------------------------------------------------------------------- frames */

/* The reader of a frame, and options for its content. */
struct table_viewer {
    int seat;                        /* FF_NOBODY: a spectator, who gets public information only */
    uint32_t since;                  /* include only events and chat lines after the entry with this number */
    bool full;                       /* include options, edition and commitment, for the answer to `attach` */
    bool host;                       /* this viewer made the table; full frames say so */
    bool legal;                      /* include the legal actions, for clients without the engine */
    uint8_t here;                    /* mask of the seats whose guests are connected */
    int64_t gone_ms[FF_PLAYERS_MAX]; /* lower bound of how long each seat's guest has been disconnected; 0: unknown */
    uint8_t muted;                   /* mask of the seats whose chat the viewer does not want */
    const char *plan;                /* the viewer's plan for the current round, or NULL */
    const char *ack;                 /* id of the message that the frame answers, or NULL */
    int64_t now_ms;
};

/* Writes the message `table` of docs/authors/protocol.md: JSON on one line, without a newline. It contains only what
 * the viewer's seat may see (ff_view_of). */
void table_frame(const struct table *table, const struct table_viewer *viewer, struct base_out *out);

/* Writes the JSON members that lists of tables show, such as mode, seats, names and round. Nothing here is secret from
 * a guest who may know that the table exists. */
void table_summary(const struct table *table, struct base_out *out);

/* Writes the record (docs/authors/record.md) of a finished game, with the data that verifies its deal
 * (docs/players/fair.md). Returns false if the game is not over. A buffer of RECORD_GAME_MAX bytes is large enough. */
bool table_record(const struct table *table, struct base_out *out);
/* Writes the record without the proof of the deal. The proof contains the table's id, which strangers must not
 * learn. */
bool table_shared_record(const struct table *table, struct base_out *out);
