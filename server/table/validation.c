/* validation.c - validates requests and writes the entries that carry them out (table.h). Never changes a table. */
#include "engine/base/hex.h"
#include "table_internal.h"

#include "engine/base/words.h"
#include "engine/text/names.h"
#include "engine/text/notation.h"

#include <string.h>

static const struct table_answer yes = {.verdict = TABLE_YES, .rule = ""};

static struct table_answer refuse_request(const char *code, const char *text)
{
    struct table_answer answer = {.verdict = TABLE_NO, .code = code, .rule = ""};
    struct base_out out = base_out_cut(answer.text, sizeof answer.text);
    base_put(&out, text);
    return answer;
}

static bool is_seat(const struct table *table, int seat) { return seat >= 0 && seat < table->options.seats; }

static bool is_guest(const struct table *table, int seat)
{
    return is_seat(table, seat) && table->seat[seat].kind == TABLE_SEAT_GUEST;
}

/* Writes the beginning of an entry: "VERB SEAT". */
static void put_entry(struct base_out *out, const char *verb, int seat)
{
    base_put(out, verb);
    base_put_char(out, ' ');
    base_put_number(out, seat);
}

/* ------------------------------------------------------------------------------------------------------------ seats */

static int first_open(const struct table *table)
{
    for (int i = 0; i < table->options.seats; i++)
        if (table->seat[i].kind == TABLE_SEAT_OPEN)
            return i;
    return FF_NOBODY;
}

/* Validates that a guest takes a seat. `mark` and `gift` are the guest's contribution to the deal, as the entry spells
 * it. */
static struct table_answer want_sit(const struct table *table, const char *guest, const char *name, int seat,
                                    const char *mark, const uint8_t gift[TABLE_DEAL_BYTES], struct base_out *out)
{
    char clean[TABLE_NAME_SIZE];
    int own = table_seat_of(table, guest);
    if (own != FF_NOBODY && (seat == FF_NOBODY || seat == own))
        return (struct table_answer){.verdict = TABLE_REPEATED, .rule = ""};
    if (own != FF_NOBODY)
        return refuse_request("no-seat", "You have a seat at this table already.");
    if (table->phase != TABLE_OPEN)
        return refuse_request("not-now", "The game has begun; all seats are taken.");
    if (seat == FF_NOBODY)
        seat = first_open(table);
    if (!is_seat(table, seat) || table->seat[seat].kind != TABLE_SEAT_OPEN)
        return refuse_request("no-seat", "That seat is taken, or there is none of that number; choose an open one.");
    if (!table_name_read(name, strlen(name), clean))
        return refuse_request("bad-message", "A name has 1 to 24 characters, none of them invisible.");
    put_entry(out, "sit", seat);
    base_put_char(out, ' ');
    base_put(out, guest);
    base_put_char(out, ' ');
    base_put(out, mark);
    base_put_hex(out, gift, TABLE_DEAL_BYTES);
    base_put_char(out, ' ');
    base_put(out, clean);
    return yes;
}

struct table_answer table_validate_sit(const struct table *table, const char *guest, const char *name, int seat,
                                       const uint8_t *mix, struct base_out *out)
{
    static const uint8_t nothing[TABLE_DEAL_BYTES];
    return want_sit(table, guest, name, seat, "", mix ? mix : nothing, out);
}

struct table_answer table_validate_sealed_sit(const struct table *table, const char *guest, const char *name, int seat,
                                              const uint8_t seal[TABLE_DEAL_BYTES], struct base_out *out)
{
    return want_sit(table, guest, name, seat, "=", seal, out);
}

struct table_answer table_validate_reveal(const struct table *table, int seat, const uint8_t value[TABLE_DEAL_BYTES],
                                          struct base_out *out)
{
    if (!is_guest(table, seat))
        return refuse_request("no-seat", "You have no seat at this table.");
    struct record_fair_seat gave = table->seat[seat].gave;
    if (gave.how == RECORD_FAIR_SEALED && memcmp(gave.value, value, TABLE_DEAL_BYTES) == 0)
        return (struct table_answer){.verdict = TABLE_REPEATED, .rule = ""};
    if (!table_is_dealing(table))
        return refuse_request("not-now",
                              table->begun ? "The cards have been dealt." : "Wait until all seats are taken.");
    if (table->seat[seat].shut_out &&
        record_fair_open(&gave, value)) /* too late to count; the frame sent as the answer shows it */
        return (struct table_answer){.verdict = TABLE_REPEATED, .rule = ""};
    if (table_deal_step(table) != TABLE_DEAL_STEP_VALUES)
        return refuse_request("not-now", "Wait until everybody has sealed again.");
    if (!record_fair_open(&gave, value))
        return refuse_request("bad-message", "That is not the value behind your seal.");
    put_entry(out, "reveal", seat);
    base_put_char(out, ' ');
    base_put_hex(out, value, TABLE_DEAL_BYTES);
    return yes;
}

struct table_answer table_validate_seal(const struct table *table, int seat, const uint8_t seal[TABLE_DEAL_BYTES],
                                        struct base_out *out)
{
    struct record_fair fair;
    if (!is_guest(table, seat))
        return refuse_request("no-seat", "You have no seat at this table.");
    const struct record_fair_seat *gave = &table->seat[seat].gave;
    if (gave->how == RECORD_FAIR_WITHHELD && memcmp(gave->seal, seal, TABLE_DEAL_BYTES) == 0)
        return (struct table_answer){.verdict = TABLE_REPEATED, .rule = ""};
    if (!table->seat[seat].seals)
        return refuse_request("not-now", "No new seal is wanted of you.");
    table_fair_inputs(table, &fair);
    if (record_fair_seal_used(&fair, table->options.seats, seal))
        return refuse_request("bad-message", "That seal was shown before; draw a new value.");
    put_entry(out, "seal", seat);
    base_put_char(out, ' ');
    base_put_hex(out, seal, TABLE_DEAL_BYTES);
    return yes;
}

struct table_answer table_validate_deal_timeout(const struct table *table, int64_t now_ms, struct base_out *out)
{
    if (!table_is_dealing(table) || now_ms < table->full_ms + TABLE_REVEAL_S * 1000)
        return refuse_request("not-now", "Seals may still be opened.");
    base_put(out, table_deal_step(table) == TABLE_DEAL_STEP_SEALS ? "open" : "again");
    return yes;
}

struct table_answer table_validate_add_bot(const struct table *table, const char *guest, int seat, int level,
                                           struct base_out *out)
{
    if (table->phase != TABLE_OPEN)
        return refuse_request("not-now", "The game has begun; all seats are taken.");
    bool host = strcmp(guest, table->host) == 0, host_sits = table_seat_of(table, table->host) != FF_NOBODY;
    if (!host && (host_sits || table_seat_of(table, guest) == FF_NOBODY))
        return refuse_request("not-allowed",
                              "Only who made the table may fill it with bots; who sits there, if they do not.");
    if (!is_seat(table, seat) || table->seat[seat].kind != TABLE_SEAT_OPEN)
        return refuse_request("no-seat", "That seat is taken, or there is none of that number.");
    if (level < 1 || level > TABLE_LEVELS)
        return refuse_request("bad-message", "level is a number from 1 to 7.");
    put_entry(out, "bot", seat);
    base_put_char(out, ' ');
    base_put_number(out, level);
    return yes;
}

struct table_answer table_validate_leave(const struct table *table, int seat, struct base_out *out)
{
    if (!is_guest(table, seat))
        return refuse_request("no-seat", "You have no seat at this table.");
    if (table->phase == TABLE_OVER)
        return refuse_request("not-now", "The game is over.");
    if (table_is_dealing(table))
        return refuse_request("not-now", "The cards are being dealt; leave when they are.");
    if (table->phase == TABLE_PLAY && (table->seat[seat].away || table->seat[seat].left_ms))
        return (struct table_answer){.verdict = TABLE_REPEATED, .rule = ""};
    put_entry(out, table->phase == TABLE_OPEN ? "stand" : "leave", seat);
    return yes;
}

struct table_answer table_validate_away(const struct table *table, int seat, struct base_out *out)
{
    if (table->phase != TABLE_PLAY || !is_guest(table, seat) || table->seat[seat].away)
        return refuse_request("not-now", "No bot is needed there.");
    put_entry(out, "away", seat);
    return yes;
}

struct table_answer table_validate_back(const struct table *table, int seat, struct base_out *out)
{
    if (!is_guest(table, seat))
        return refuse_request("no-seat", "You have no seat at this table.");
    const struct table_seat *sitting = &table->seat[seat];
    if (table->phase != TABLE_PLAY || !(sitting->away || sitting->left_ms || sitting->votes))
        return (struct table_answer){.verdict = TABLE_REPEATED, .rule = ""};
    put_entry(out, "back", seat);
    return yes;
}

/* Returns whether all guests who are not away want a slow game, if the guest of `seat` votes for it now. */
static bool all_want_slow(const struct table *table, int seat)
{
    for (int i = 0; i < table->options.seats; i++) {
        const struct table_seat *other = &table->seat[i];
        if (i != seat && other->kind == TABLE_SEAT_GUEST && !other->away && !other->slow)
            return false;
    }
    return true;
}

struct table_answer table_validate_slow_vote(const struct table *table, int seat, struct base_out *out)
{
    if (!is_guest(table, seat))
        return refuse_request("no-seat", "You have no seat at this table.");
    if (table->phase != TABLE_PLAY)
        return refuse_request("not-now", "A game becomes a slow one while it is played.");
    if (*table->deal)
        return refuse_request("not-allowed", "This game waits for you until its deal is closed.");
    if (table->options.turn_s >= TABLE_SLOW_TURN_S || table->options.reserve_s >= TABLE_SLOW_TURN_S ||
        table->seat[seat].slow)
        return (struct table_answer){.verdict = TABLE_REPEATED, .rule = ""};
    put_entry(out, "slow", seat);
    base_put(out, all_want_slow(table, seat) ? " now" : "");
    return yes;
}

struct table_answer table_validate_holiday(const struct table *table, int seat, unsigned days, int64_t now_ms,
                                           struct base_out *out)
{
    if (!is_guest(table, seat))
        return refuse_request("no-seat", "You have no seat at this table.");
    if (table->phase != TABLE_PLAY)
        return refuse_request("not-now", "Holidays stop the clock of a game that is being played.");
    const struct table_seat *sitting = &table->seat[seat];
    if ((sitting->holiday_ms > now_ms) == (days > 0))
        return (struct table_answer){.verdict = TABLE_REPEATED, .rule = ""};
    if (days > sitting->holidays) {
        struct table_answer answer = refuse_request("not-allowed", "");
        struct base_out text = base_out_cut(answer.text, sizeof answer.text);
        base_printf(&text, "You have %d days of holiday left at this table.", sitting->holidays);
        return answer;
    }
    put_entry(out, "holiday", seat);
    base_put_char(out, ' ');
    base_put_unsigned(out, days);
    return yes;
}

struct table_answer table_validate_resume(const struct table *table, int64_t from_ms, struct base_out *out)
{
    if (table->phase != TABLE_PLAY)
        return refuse_request("not-now", "No clock runs.");
    base_put(out, "resume ");
    base_put_number(out, from_ms);
    return yes;
}

struct table_answer table_validate_vote(const struct table *table, int seat, int other, int64_t gone_ms, int64_t now_ms,
                                        struct base_out *out)
{
    if (!is_guest(table, seat))
        return refuse_request("no-seat", "You have no seat at this table.");
    if (!is_guest(table, other) || other == seat)
        return refuse_request("no-seat", "No other guest has a seat of that number.");
    if (table->seat[other].votes >> seat & 1)
        return (struct table_answer){.verdict = TABLE_REPEATED, .rule = ""};
    int64_t left_ms = table_vote_wait_ms(table, other, gone_ms, now_ms);
    if (left_ms < 0)
        return refuse_request("not-now", table_is_slow(table)
                                             ? "At this table a turn may take its time; a bot plays when that is over."
                                             : "Nobody waits for that player.");
    if (left_ms > 0)
        return refuse_request("not-now",
                              "Wait a little: a minute for somebody who has gone, ten for somebody who is there.");
    put_entry(out, "vote", seat);
    base_put_char(out, ' ');
    base_put_number(out, other);
    return yes;
}

struct table_answer table_validate_seat_offer(const struct table *table, int seat, bool on, struct base_out *out)
{
    if (!is_guest(table, seat))
        return refuse_request("no-seat", "You have no seat at this table.");
    if (table->phase != TABLE_PLAY)
        return refuse_request("not-now", "A seat is handed over while a game is played.");
    if (on && table->options.rated)
        return refuse_request("not-allowed", "At a rated table nobody hands over a seat; a bot plays if you leave.");
    if (on && *table->deal)
        return refuse_request("not-allowed", "Nobody hands over a seat of a deal that others play too.");
    if (table->seat[seat].offered == on)
        return (struct table_answer){.verdict = TABLE_REPEATED, .rule = ""};
    put_entry(out, on ? "offer" : "keep", seat);
    return yes;
}

static int first_offered(const struct table *table)
{
    for (int i = 0; i < table->options.seats; i++)
        if (table->seat[i].offered)
            return i;
    return FF_NOBODY;
}

struct table_answer table_validate_seat_takeover(const struct table *table, const char *guest, const char *name,
                                                 int seat, struct base_out *out)
{
    char clean[TABLE_NAME_SIZE];
    if (table->phase != TABLE_PLAY)
        return refuse_request("not-now", "The game is over.");
    if (table_seat_of(table, guest) != FF_NOBODY)
        return refuse_request("no-seat", "You have a seat at this table already.");
    if (seat == FF_NOBODY)
        seat = first_offered(table);
    if (!is_seat(table, seat) || !table->seat[seat].offered)
        return refuse_request("not-now", "The game has begun; all seats are taken, and nobody offers that one.");
    if (!table_name_read(name, strlen(name), clean))
        return refuse_request("bad-message", "A name has 1 to 24 characters, none of them invisible.");
    put_entry(out, "take", seat);
    base_put_char(out, ' ');
    base_put(out, guest);
    base_put_char(out, ' ');
    base_put(out, clean);
    return yes;
}

struct table_answer table_validate_rematch(const struct table *table, int seat, const char *other, struct base_out *out)
{
    if (table->phase != TABLE_OVER)
        return refuse_request("not-now", "The game is not over yet.");
    if (!is_guest(table, seat))
        return refuse_request("no-seat", "Only who played may ask for a rematch.");
    if (*table->rematch)
        return (struct table_answer){.verdict = TABLE_REPEATED, .rule = ""};
    base_put(out, "rematch ");
    base_put(out, other);
    return yes;
}

static bool was_said(const struct table_seat *seat, const char *id)
{
    for (int i = 0; i < 4; i++)
        if (*id && strcmp(id, seat->said_id[i]) == 0)
            return true;
    return false;
}

struct table_answer table_validate_chat(const struct table *table, int seat, const char *id, const char *text,
                                        size_t length, struct base_out *out)
{
    char line[TABLE_CHAT_SIZE];
    if (!is_guest(table, seat))
        return refuse_request("no-seat", "Only who sits at the table may chat.");
    if (was_said(&table->seat[seat], id))
        return (struct table_answer){.verdict = TABLE_REPEATED, .rule = ""};
    if (!table_chat_read(text, length, TABLE_CHAT_CHARACTERS, line, sizeof line))
        return refuse_request("bad-message", "Chat is one line of 1 to 300 characters, none of them invisible.");
    put_entry(out, "say", seat);
    base_put_char(out, ' ');
    base_put(out, *id ? id : "-");
    base_put_char(out, ' ');
    base_put(out, line);
    return yes;
}

_Static_assert(BASE_LENGTH("say 4  \n") + TABLE_MESSAGE_ID_MAX + TABLE_CHAT_SIZE <= TABLE_ENTRY_MAX,
               "a line is an entry");

/* ---------------------------------------------------------------------------------------------------- playing turns */

static bool message_id_ok(const char *id)
{
    size_t n = strlen(id);
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    return n >= 1 && n <= TABLE_MESSAGE_ID_MAX && strspn(id, allowed) == n && strcmp(id, "-") != 0;
}

/* Checks whether the seat may play now. Does not look at the actions. */
static struct table_answer check_may_play(const struct table *table, int seat, uint32_t seen, const char *id)
{
    const struct table_seat *sitting = &table->seat[seat];
    bool bot_plays = sitting->kind == TABLE_SEAT_BOT || sitting->away;
    if (id && !message_id_ok(id))
        return refuse_request("bad-message", "id has 1 to 32 letters, digits, `-`, `_` and `.`.");
    if (id && (strcmp(id, sitting->last_id[0]) == 0 || strcmp(id, sitting->last_id[1]) == 0))
        return (struct table_answer){.verdict = TABLE_REPEATED, .rule = ""};
    if (table->phase == TABLE_OPEN)
        return refuse_request("not-now", "The game has not begun: seats are open.");
    if (table->phase == TABLE_OVER)
        return refuse_request("stale", "The game is over.");
    if (id && sitting->away)
        return refuse_request("not-now", "A bot plays for you; say `back` first.");
    if (!id && !bot_plays)
        return refuse_request("not-now", "A person plays that seat.");
    if (seen > table->number)
        return refuse_request("stale", "That number is of the future.");
    if (!sitting->asked)
        return refuse_request("stale", "It is not your turn.");
    if (seen < sitting->asked)
        return refuse_request("stale", "You decided on an earlier state; see the present one.");
    return yes;
}

static struct table_answer refused(enum ff_refusal refusal, ff_action action)
{
    struct table_answer answer = {.verdict = TABLE_NO, .code = "refused", .rule = text_refusal_rule(refusal)};
    struct base_out out = base_out_cut(answer.text, sizeof answer.text);
    base_put(&out, text_refusal(refusal));
    base_put(&out, " (");
    text_action(&out, action);
    base_put_char(&out, ')');
    return answer;
}

static struct table_answer unreadable(const struct base_error *error)
{
    struct table_answer answer = {.verdict = TABLE_NO, .code = "bad-actions", .rule = ""};
    struct base_out out = base_out_cut(answer.text, sizeof answer.text);
    base_put(&out, "column ");
    base_put_unsigned(&out, error->column);
    base_put(&out, ": ");
    base_put(&out, error->message);
    return answer;
}

static bool same_turn(const struct ff_public *pub, int seat, unsigned key)
{
    return pub->owe >> seat & 1 && table_turn_key(pub) == key;
}

/* Returns whether a chain contains more words. Does not parse them for the next decision, because that decision may
 * depend on cards the player has not seen yet, and an error message would reveal it (R10.2). */
static bool has_actions_left(struct base_words chain)
{
    ff_action action;
    struct base_error error;
    return text_chain_next(&chain, FF_STAGE_BREWERY, &action, &error) != TEXT_CHAIN_END;
}

/* Plays a chain of actions on a copy of the game and writes it in normalized form. */
static struct table_answer validate_chain(const struct table *table, int seat, const char *actions, size_t length,
                                          struct base_out *out)
{
    const struct ff_edition *edition = &table->edition.values;
    struct base_words chain = base_words_in_chain(actions, length);
    struct ff_game game = table->game;
    unsigned key = table_turn_key(&game.pub);
    struct base_error error;
    enum text_chain got = TEXT_CHAIN_END;
    ff_action action;
    int n = 0;
    while (same_turn(&game.pub, seat, key) &&
           (got = text_chain_next(&chain, game.pub.stage, &action, &error)) == TEXT_CHAIN_ACTION) {
        enum ff_refusal refusal = ff_apply(edition, &game, seat, action);
        if (refusal != FF_OK)
            return refused(refusal, action);
        base_put(out, n++ ? "; " : " ");
        text_action(out, action);
    }
    if (got == TEXT_CHAIN_BAD)
        return unreadable(&error);
    if (!same_turn(&game.pub, seat, key) && has_actions_left(chain))
        return refuse_request("refused", "Your turn ends before the end of the chain; leave the rest out.");
    return n ? yes : refuse_request("bad-actions", "There is no action; say what you do.");
}

_Static_assert(BASE_LENGTH("turn 4  ") + TABLE_MESSAGE_ID_MAX + TEXT_TURN_MAX <= TABLE_ENTRY_MAX, "a turn is an entry");

struct table_answer table_validate_play(const struct table *table, int seat, uint32_t seen, const char *id,
                                        const char *actions, size_t length, struct base_out *out)
{
    if (!is_seat(table, seat))
        return refuse_request("no-seat", "You have no seat at this table.");
    struct table_answer answer = check_may_play(table, seat, seen, id);
    if (answer.verdict != TABLE_YES)
        return answer;
    if (length > TABLE_CHAIN_MAX)
        return refuse_request("bad-actions", "A chain of actions has at most 2,000 bytes.");
    put_entry(out, "turn", seat);
    base_put_char(out, ' ');
    base_put(out, id ? id : "-");
    return validate_chain(table, seat, actions, length, out);
}
