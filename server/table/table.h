/* table.h - the state of one table: its seats, its game, its chat, and the frame for each viewer. No I/O: bytes and
 * time come in, bytes go out. A table is derived from its log: entries of text, numbered from 1, which are only ever
 * added (server/store/store.h stores them). table_apply is the only function that changes a table (except that
 * table_restart_clocks changes when deadlines begin), and the same entries give the same table in every process and
 * after every restart.
 *
 *     a request (a guest's message, a bot's answer, a timer)
 *        -> table_validate_...(table, ...)   writes the entry that grants it, or the refusal. Changes nothing.
 *        -> table_apply(table, entry)
 *        -> the store appends the entry as number + 1. Until it is durable, no frame is sent and no other request is
 *           validated. After a conflict or a failure the table may differ from the stored one: drop it and load again.
 *        -> table_frame(table, viewer)   for everybody who watches: composed from that seat's view alone
 *
 * The entries, as text. Words are separated by one space; the last one may contain spaces.
 *
 *     create\nKEY VALUE\n...    entry 1: options, the host, the seed, the rematch's id, the edition (create_entry.c)
 *     sit SEAT GUEST MIX NAME   a guest takes an open seat; MIX is 64 hexadecimal digits, all 0 for nothing, or `=` and
 *                               the 64 digits of a seal (engine/record/fair.h)
 *     bot SEAT LEVEL            a bot takes an open seat
 *     stand SEAT                the guest or bot leaves the seat, before the game
 *     reveal SEAT VALUE         opens the seat's seal, after all seats were taken
 *     again                     not all seals were opened in time: the round is void; seats that opened theirs reseal
 *     seal SEAT SEAL            the new seal of one of these seats
 *     open                      not all sealed in time: the missing seats give nothing, the others open their seals
 *     turn SEAT ID ACTIONS      a chain of actions in the text language; ID is the message's, `-` for a bot
 *     planned SEAT - ACTIONS    the turn of a plan that the guest of the seat made while others played
 *     leave SEAT                the guest left during the game: `away` follows after the grace time
 *     away SEAT                 from now on a bot plays for the guest of the seat
 *     back SEAT                 the guest plays again, or has returned within the grace time
 *     slow SEAT                 the guest of SEAT wants a live game to become a slow one;
 *     slow SEAT now             and so do all others who are not away: it does
 *     holiday SEAT DAYS         the clock of the seat stands still for so many days; 0: the holiday ends early
 *     resume FROM_MS            the reserves of those who must decide are not charged for time before: no server ran
 *     vote SEAT OTHER           the guest of SEAT votes for a bot to play for OTHER, for whom all are waiting
 *     offer SEAT                any guest may take the seat over during the game
 *     keep SEAT                 withdraws the offer
 *     take SEAT GUEST NAME      a guest takes over a seat that is offered
 *     say SEAT ID TEXT          a line of chat; ID is the message's, `-` for none
 *     rematch TABLE             the table where they play again
 *     kept\nENTRIES             replaces all entries up to its number (table_compact_log)
 *
 * The game starts when the last seat is taken and the last seal is opened. The cards follow from the seed and all
 * values. Once the last seat is taken nobody may get up, because a later value could be chosen knowing the others.
 *
 *     seats are open --the last is taken--> VALUES --the last seal is opened--> the game
 *                                           |    ^
 *                                     again |    | the last new seal, or open
 *                                           v    |
 *                                           SEALS        (nobody is left to seal: the game)
 *
 * Each `again` excludes at least one seat for good, so this ends (engine/record/fair.h).
 *
 * Numbers. A turn carries the number of the last entry its guest saw. The seat's `asked` is the number of the entry
 * that led to the current decision, and the turn is accepted if the number is at least `asked`. So chat, joins and
 * other seats' answers in a simultaneous phase (R2.3) make no turn stale. A turn sent twice is never played twice,
 * whatever its id, because the first one moved `asked` past the number. The id distinguishes a repeated turn, which is
 * answered like the first one, from a late turn, which is answered with the current state.
 *
 * Nothing here trusts its caller's bytes: every function is total. */
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
    TABLE_NAME_SIZE = 64,        /* a name in UTF-8, with the NUL */
    TABLE_NAME_CHARACTERS = 24,  /* and the most characters it may have */
    TABLE_CHAT_CHARACTERS = 300, /* characters of a line of chat; up to 4 times as many bytes */
    TABLE_CHAT_KEPT = 50,        /* chat lines that frames can show; the log keeps all */
    TABLE_MESSAGE_ID_MAX = 32,   /* letters, digits, `-`, `_` and `.` */
    TABLE_CHAIN_MAX = 2000,      /* bytes of a chain of actions */
    TABLE_ENTRY_MAX = 8192,      /* bytes of any entry */
    TABLE_LEVELS = 7,            /* bots' levels 1 to 7 */
    TABLE_TURN_S_MIN = 10,
    TABLE_TURN_S_MAX = 14 * 86400,
    TABLE_LEAVE_GRACE_S = 15,  /* grace time after `leave` if the table has none of its own */
    TABLE_VOTE_GONE_S = 60,    /* how long a player must be disconnected before the others can vote for a bot */
    TABLE_VOTE_IDLE_S = 600,   /* or a connected one; */
    TABLE_SLOW_TURN_S = 86400, /* seconds for a turn after a vote has made a live game a slow one */
    TABLE_SLOW_S_MIN = 3600,   /* a game is slow if a turn may take that long, */
    TABLE_HOLIDAYS_MAX = 60,   /* and may have that many days of holidays */
    TABLE_DAY_MINUTES = 1440,
    TABLE_ZONE_UTC = 720,  /* struct table_options.zone of UTC, */
    TABLE_ZONE_MAX = 1560, /* and of UTC+14 */
    TABLE_REVEAL_S = 15,   /* time to open one's seal once all seats are taken, and to seal again */
};

_Static_assert((int)TEXT_TURN_MAX <= (int)TABLE_CHAIN_MAX, "any turn is a chain that is taken");

enum table_phase { TABLE_OPEN, TABLE_PLAY, TABLE_OVER };
/* The step that a deal waits for after all seats were taken. */
enum table_deal_step { TABLE_DEAL_STEP_NONE, TABLE_DEAL_STEP_VALUES, TABLE_DEAL_STEP_SEALS };
enum table_replay_game { TABLE_WATCH_ANYONE, TABLE_WATCH_NOBODY };

struct table_options {
    uint8_t mode;     /* enum ff_mode */
    uint8_t seats;    /* 2-5 */
    uint8_t watch;    /* who may watch without a seat */
    bool aid;         /* memory aid: frames show a seat what it put under its deck and removed */
    bool rated;       /* counts for the players' ratings */
    bool programs;    /* bot accounts may sit down */
    bool listed;      /* in the lobby; otherwise by link only */
    uint8_t level;    /* level of the bot that stands in for a guest, 1-5 */
    uint8_t holidays; /* days for which each player may stop their clock, in slow games */
    uint32_t turn_s;  /* seconds for a turn, after which a bot takes over; 0: no limit */
    /* Instead of a limit for each turn: seconds for all turns of a player, and those that each round gives back. */
    uint32_t reserve_s, increment_s;
    /* When a turn's clock stands still: from `night_from` to `night_to` in minutes of the day (equal: never), in a zone
     * that is that many minutes east of UTC-12, and perhaps at weekends. */
    uint16_t night_from, night_to, zone;
    bool weekend;
    uint32_t grace_s; /* seconds for which a guest who owes a decision may be disconnected before a bot takes over; 0:
                         forever */
};

enum table_seat_kind { TABLE_SEAT_OPEN, TABLE_SEAT_GUEST, TABLE_SEAT_BOT };

struct table_seat {
    uint8_t kind;  /* enum table_seat_kind */
    uint8_t level; /* of a bot */
    bool away;     /* a bot plays for the guest */
    char guest[TABLE_ID_SIZE];
    char name[TABLE_NAME_SIZE];
    struct record_fair_seat gave; /* contribution to the deal; RECORD_FAIR_WITHHELD until the seal is opened */
    bool shut_out;                /* withheld a value, so it may give no more */
    bool seals;                   /* must seal again */
    bool slow;                    /* the guest wants the game to become a slow one */
    bool planned;                 /* the seat's last turn was planned */
    bool offered;                 /* any guest may take the seat over */
    uint8_t votes;                /* seats that want a bot to play here */
    uint32_t asked;               /* number of the entry that led to the current decision; 0: none is owed */
    int64_t asked_ms;             /* when the turn of that decision began */
    int64_t clock_ms;             /* since when its clock runs; later than now during a holiday */
    int64_t ran_ms;               /* how long the clock ran before */
    int64_t reserve_ms;           /* left when the turn began */
    int64_t holiday_ms;           /* when the guest's holiday ends; 0, or past: the guest has none */
    uint8_t holidays;             /* days left to take */
    int64_t left_ms;              /* when the guest left; 0: has not left */
    char last_id[2][TABLE_MESSAGE_ID_MAX + 1]; /* of the last turns, newest first, */
    char said_id[4][TABLE_MESSAGE_ID_MAX + 1]; /* and of the last lines of chat */
};

struct table; /* allocated; see table_new */

/* ------------------------------------------------------------------------------------------------------- life cycle */

/* Creates an empty table to apply entries to. NULL: out of memory. */
struct table *table_new(const char *id);
void table_free(struct table *table);

/* Applies the next entry. Its number must be table_last_number + 1, or higher for a compacted entry. Returns false if
 * it is invalid, which means that the log is damaged or was written by a later version; *error says why, and the table
 * is unchanged. */
bool table_apply(struct table *table, const struct table_entry *entry, struct base_error *error);
/* Applies entries in order. Returns false at an invalid one; the table then holds the entries before it. */
bool table_replay(struct table *table, const struct table_entry *entries, size_t n, struct base_error *error);

/* ------------------------------------------------------------------------------------------------------------ facts */

const char *table_id(const struct table *table);
uint32_t table_last_number(const struct table *table); /* of the last entry; 0: empty */
int64_t table_changed_ms(const struct table *table);
int64_t table_created_ms(const struct table *table); /* at_ms of the first entry, */
int64_t table_ended_ms(const struct table *table);   /* number of the entry that ended the game; 0: it is not over */
enum table_phase table_phase(const struct table *table);
const struct table_options *table_options(const struct table *table);
const struct table_seat *table_seat(const struct table *table, int seat);
const char *table_host_id(const struct table *table);
/* Returns the id of a future rematch. It must stay secret until the rematch exists. */
const char *table_rematch_id(const struct table *table);
/* Returns the seat of a guest, or FF_NOBODY. */
int table_seat_of(const struct table *table, const char *guest);
/* Returns whether a guest sits at the table. */
bool table_has_guest(const struct table *table);
/* Returns whether a guest without a seat may watch the game. */
bool table_may_watch(const struct table *table);
/* Returns whether all seats are taken, but seals are still being opened or made again. */
bool table_is_dealing(const struct table *table);
enum table_deal_step table_deal_step(const struct table *table);
/* Return masks of the seats that owe a decision, and of those for which a bot must decide now. If all guests are away,
 * the game waits for one of them. */
unsigned table_seats_to_act(const struct table *table);
unsigned table_bots_to_act(const struct table *table);
/* Returns the guests among these seats who are not away. */
unsigned table_guests_to_act(const struct table *table);
/* Returns the number of the entry that last changed the seating. */
uint32_t table_seating_number(const struct table *table);
/* Returns the milliseconds until the others may vote for a bot in that seat; -1 if they may not vote. gone_ms: how long
 * the seat's guest has been disconnected; 0 if connected. */
int64_t table_vote_wait_ms(const struct table *table, int seat, int64_t gone_ms, int64_t now_ms);
/* Returns whether more than half of the other connected guests have voted for it. */
bool table_vote_passed(const struct table *table, int seat, unsigned here);
int table_bot_level(const struct table *table, int seat);

/* Returns the whole game, for the code that lets bots think. Bots get only views of it. NULL before the game. */
const struct ff_game *table_game(const struct table *table);
const struct ff_edition *table_edition(const struct table *table);
/* Replays the game and calls `look` with the public state after each step. Does nothing before the game. */
void table_replay_game(const struct table *table, void (*look)(void *with, const struct ff_public *pub), void *with);
/* Returns the seed of a bot's next decision. */
uint64_t table_bot_seed(const struct table *table, int seat);

/* Returns the next deadline: the end of a turn's time, of a grace time, or of the time to open seals. 0: none. */
int64_t table_deadline_ms(const struct table *table);
/* Returns when the clock of a seat that must decide ends; 0: it has none. */
int64_t table_clock_deadline_ms(const struct table *table, int seat);
/* Returns when the guest of a slow game should be warned that the clock ends: when a quarter of the time is left, but
 * at most a day. 0: no warning. */
int64_t table_warning_ms(const struct table *table, int seat);
/* Returns what is left of a seat's reserve. */
int64_t table_reserve_left_ms(const struct table *table, int seat, int64_t now_ms);
/* Returns whether a turn may take an hour or more, so that absence is normal. */
bool table_is_slow(const struct table *table);
struct table_restart {
    int64_t since_ms; /* deadlines that began earlier begin then */
    int64_t began_ms; /* deadlines that began after now_ms, plus the difference between servers' clocks, begin then */
    int64_t now_ms;
};

/* Restarts deadlines because the clock was wrong or nobody could play. This is the only change of a table that is not
 * in its log. Returns whether a reserve has a deadline that began before since_ms. Then the entry `resume` is
 * wanted, so that every process charges the same time. */
bool table_restart_clocks(struct table *table, const struct table_restart *restart);
/* Reads and writes the pauses: "22:30-07:00,weekend,+01:00", where each part may be missing. Returns false if the text
 * is wrong. */
enum { TABLE_PAUSE_MAX = 32 };
bool table_pause_read(const char *text, size_t n, struct table_options *options);
void table_pause_put(struct base_out *out, const struct table_options *options);
bool table_has_pauses(const struct table_options *options);
/* Returns the time at which a clock that starts now and runs for that long ends, given the pauses of these options
 * (clock_pauses.c). */
int64_t table_clock_end_ms(const struct table_options *options, int64_t from_ms, int64_t duration_ms);
/* Returns how long such a clock runs between two times; 0 if the second one is earlier. */
int64_t table_clock_run_ms(const struct table_options *options, int64_t from_ms, int64_t to_ms);
/* Returns the seats whose turn limit or grace time has expired at now_ms. */
unsigned table_overdue_seats(const struct table *table, int64_t now_ms);

/* --------------------------------------------------------------------------------------------------------- requests */

enum table_verdict {
    TABLE_YES,      /* append the entry */
    TABLE_REPEATED, /* the request was granted before: answer as if it had just been granted */
    TABLE_NO,
};

struct table_answer {
    enum table_verdict verdict;
    const char *code; /* TABLE_NO: a code of docs/authors/protocol.md, such as "stale" */
    const char *rule; /* "R6.1", or "" */
    char text[400];   /* what is wrong and what would be right */
};

struct table_create {
    struct table_options options;
    const struct text_edition *edition;
    char host[TABLE_ID_SIZE];
    uint8_t seed[TABLE_DEAL_BYTES]; /* cryptographic; known to nobody else */
    char next[TABLE_ID_SIZE];       /* the id of its rematch; random, and secret until there is one */
    char before[TABLE_ID_SIZE];     /* the table that this is a rematch of, or "" */
};

/* Validate a request. Each writes the entry's text to `out`, which has room for TABLE_ENTRY_MAX. */
struct table_answer table_validate_create(const struct table_create *create, struct base_out *out);
/* Takes a seat; FF_NOBODY: the first open one. mix NULL: the guest gives no value. */
struct table_answer table_validate_sit(const struct table *table, const char *guest, const char *name, int seat,
                                       const uint8_t *mix, struct base_out *out);
/* Takes a seat with a sealed value. */
struct table_answer table_validate_sealed_sit(const struct table *table, const char *guest, const char *name, int seat,
                                              const uint8_t seal[TABLE_DEAL_BYTES], struct base_out *out);
struct table_answer table_validate_reveal(const struct table *table, int seat, const uint8_t value[TABLE_DEAL_BYTES],
                                          struct base_out *out);
/* Seals again, if table_deal_step says so. */
struct table_answer table_validate_seal(const struct table *table, int seat, const uint8_t seal[TABLE_DEAL_BYTES],
                                        struct base_out *out);
/* Writes the entry that ends the time to open seals or to seal again. */
struct table_answer table_validate_deal_timeout(const struct table *table, int64_t now_ms, struct base_out *out);
/* Seats a bot or empties a seat. The host may do so for any seat, others only for their own. */
struct table_answer table_validate_bot(const struct table *table, const char *guest, int seat, int level,
                                       struct base_out *out);
/* Leaves a seat. Before the game this opens it again. During the game the guest keeps it, and a bot plays after the
 * grace time. */
struct table_answer table_validate_leave(const struct table *table, int seat, struct base_out *out);
/* Plays an action. id NULL: a bot's answer, for a seat of table_bots_to_act. */
struct table_answer table_validate_play(const struct table *table, int seat, uint32_t seen, const char *id,
                                        const char *actions, size_t length, struct base_out *out);
/* Validates a plan for the guest's turn of that round; "" withdraws it. Writes no entry, because plans stay outside the
 * log. */
struct table_answer table_validate_plan(const struct table *table, int seat, uint32_t round, const char *text,
                                        size_t length);
/* Returns whether a plan of that round may still be played by the guest of that seat. */
bool table_plan_is_open(const struct table *table, int seat, uint32_t round);
/* Writes the turn of a plan if the turn has come and an alternative of the plan can be played. */
struct table_answer table_validate_planned(const struct table *table, int seat, uint32_t round, const char *text,
                                           struct base_out *out);
struct table_answer table_validate_away(const struct table *table, int seat, struct base_out *out);
/* Votes for a slow game. Once all guests who are not away have voted, a turn may take a day. */
struct table_answer table_validate_slow(const struct table *table, int seat, struct base_out *out);
/* Takes so many days of holiday; 0 ends it, and unused whole days come back. */
struct table_answer table_validate_holiday(const struct table *table, int seat, unsigned days, int64_t now_ms,
                                           struct base_out *out);
struct table_answer table_validate_resume(const struct table *table, int64_t from_ms, struct base_out *out);
struct table_answer table_validate_back(const struct table *table, int seat, struct base_out *out);
/* id "": none. */
/* Votes for a bot in the seat `other`; gone_ms as in table_vote_wait_ms. */
struct table_answer table_validate_vote(const struct table *table, int seat, int other, int64_t gone_ms, int64_t now_ms,
                                        struct base_out *out);
/* Offers the seat to any guest if `on`, or withdraws the offer. */
struct table_answer table_validate_offer(const struct table *table, int seat, bool on, struct base_out *out);
/* Takes over an offered seat; FF_NOBODY: the first one. */
struct table_answer table_validate_take(const struct table *table, const char *guest, const char *name, int seat,
                                        struct base_out *out);
struct table_answer table_validate_chat(const struct table *table, int seat, const char *id, const char *text,
                                        size_t length, struct base_out *out);
struct table_answer table_validate_rematch(const struct table *table, int seat, const char *other,
                                           struct base_out *out);

/* Reads a name that may be stored and shown: UTF-8 of 1 to TABLE_NAME_CHARACTERS visible characters
 * (engine/base/safe.h). Removes blanks at its ends. Returns false if the text is not such a name. */
bool table_name_read(const char *text, size_t length, char name[TABLE_NAME_SIZE]);

/* ------------------------------------------------------------------------------------------------------- short logs */

/* Writes one entry that replaces a log, which begins with the first entry or a compacted one. The resulting table is
 * the same except for chat: after the game all chat is omitted, before that all lines that frames cannot show. Store
 * the entry with the number and time of the last one that it replaces. Returns false if `entries` is not a log, or if
 * memory or room is missing. */
bool table_compact_log(const struct table_entry *entries, size_t n, bool over, struct base_out *out);
bool table_entry_is_compacted(const struct table_entry *entry);

/* Iterates over the entries that an entry represents: itself, or those inside a compacted one. Texts are not copied. */
struct table_entry_reader {
    const char *at;
    size_t left;
    const struct table_entry *whole;
    bool damaged; /* the text is cut off */
};
struct table_entry_reader table_entry_reader(const struct table_entry *entry);
bool table_entry_read_next(struct table_entry_reader *kept, struct table_entry *entry);

/* ----------------------------------------------------------------------------------------------------------- frames */

/* The reader of a frame. */
struct table_viewer {
    int seat;                        /* FF_NOBODY: sees what is public */
    uint32_t since;                  /* only events and chat after this entry; none if it is the current number */
    bool full;                       /* include options, edition and commitment: for the answer to `attach` */
    bool host;                       /* made the table, which full frames say */
    bool legal;                      /* include the legal actions, for programs without the engine */
    uint8_t here;                    /* mask of seats whose guests are connected */
    int64_t gone_ms[FF_PLAYERS_MAX]; /* how long the guest of each seat has been disconnected, at least; 0: not known */
    uint8_t muted;                   /* seats whose chat is not wanted */
    const char *plan;                /* the plan of that seat for the current round, or NULL */
    const char *ack;                 /* the message id that this answers, or NULL */
    int64_t now_ms;
};

/* Writes the frame `table` of docs/authors/protocol.md: JSON on one line, without a line end. Composed from
 * ff_view_of(game, seat). */
void table_frame(const struct table *table, const struct table_viewer *viewer, struct base_out *out);

/* Writes the members that lists show: mode, seats, names, round. They are no secret for anybody who may know of the
 * table. */
void table_summary(const struct table *table, struct base_out *out);

/* Writes the record (docs/authors/record.md) of a finished game, with what a reader needs to verify its deal
 * (docs/players/fair.md). Returns false if the game is not over. Room for RECORD_GAME_MAX suffices. */
bool table_record(const struct table *table, struct base_out *out);
/* Writes the record without the proof of the deal, which contains the table's id: for strangers, who must not learn the
 * id. */
bool table_shared_record(const struct table *table, struct base_out *out);
