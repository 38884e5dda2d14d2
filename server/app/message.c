/* message.c - reads clients' messages; see message.h. One table lists all members of messages. A second one lists the
 * types of messages with the members that each of them may have. */
#include "message.h"

#include "engine/base/hex.h"
#include "engine/base/json.h"
#include "engine/text/names.h"

#include <string.h>

struct reading {
    struct base_json json;
    struct message *message;
    struct message_fault *fault;
};

/* ----------------------------------------------------------------------------------------------------------- tables */

enum kind { TEXT, NUMBER, SECONDS, FLAG, HEX, CHOICE, NAME_TEXT, TABLE_ID, MESSAGE_ID, SEAT_LIST, SEAT_SET, PAUSES };

/* All members: constant, key, kind, member of struct message, bounds of a NUMBER, and a description of the value for
 * error messages. The description of a CHOICE starts with its two words: the first stands for 0, the second for 1. */
#define MEMBERS(X)                                                                                                     \
    X(ID, "id", MESSAGE_ID, id, 0, 0, "1 to 32 letters, digits, - _ and .")                                            \
    X(PROTOCOL, "protocol", NUMBER, protocol, 0, UINT32_MAX, "a whole number")                                         \
    X(TOKEN, "token", HEX, token, 0, 0, "64 hexadecimal digits")                                                       \
    X(LEGAL, "legal", FLAG, legal, 0, 0, "true or false")                                                              \
    X(FOLLOW, "follow", FLAG, follow, 0, 0, "true or false")                                                           \
    X(TABLE, "table", TABLE_ID, table, 0, 0, "a table's id: 16 characters of a-z and 2-7")                             \
    X(AT, "table", TABLE_ID, at, 0, 0, "a table's id: 16 characters of a-z and 2-7")                                   \
    X(SEEN, "seen", NUMBER, number, 0, UINT32_MAX, "a whole number from 0 to 4294967295")                              \
    X(SEATS, "seats", SEAT_LIST, seats, 0, 0, "a list of 2 to 5 seats: \"me\" once, \"open\" or a level from 1 to 7")  \
    X(MODE, "mode", CHOICE, options.mode, 0, 0, "\"base\" or \"expert\"")                                              \
    X(WATCH, "watch", CHOICE, options.watch, 0, 0, "\"anyone\" or \"nobody\"")                                         \
    X(AID, "aid", FLAG, options.aid, 0, 0, "true or false")                                                            \
    X(LISTED, "listed", FLAG, options.listed, 0, 0, "true or false")                                                   \
    X(RATED, "rated", FLAG, options.rated, 0, 0, "true or false")                                                      \
    X(PROGRAMS, "programs", FLAG, options.programs, 0, 0, "true or false")                                             \
    X(LEVEL, "level", NUMBER, level, 1, TABLE_LEVELS, "a level from 1 to 7")                                           \
    X(TURN_S, "turn_s", SECONDS, options.turn_s, 0, 0, "0 or from 10 to 1209600 seconds")                              \
    X(RESERVE_S, "reserve_s", SECONDS, options.reserve_s, 0, 0, "0 or from 10 to 1209600 seconds")                     \
    X(INCREMENT_S, "increment_s", SECONDS, options.increment_s, 0, 0, "0 or from 10 to 1209600 seconds")               \
    X(HOLIDAYS, "holidays", NUMBER, days, 0, TABLE_HOLIDAYS_MAX, "a number of days from 0 to 60")                      \
    X(DAYS, "days", NUMBER, days, 0, TABLE_HOLIDAYS_MAX, "a number of days from 0 to 60")                              \
    X(PAUSE, "pause", PAUSES, options, 0, 0, "as in \"22:30-07:00,weekend,+01:00\"")                                   \
    X(GRACE_S, "grace_s", SECONDS, options.grace_s, 0, 0, "0 or from 10 to 1209600 seconds")                           \
    X(SEAT, "seat", NUMBER, seat, 0, FF_PLAYERS_MAX - 1, "a seat from 0 to 4")                                         \
    X(NAME, "name", NAME_TEXT, name, 0, 0, "1 to 24 characters, none of them invisible")                               \
    X(WANTS_TOKEN, "token", FLAG, wants_token, 0, 0, "true or false")                                                  \
    X(MIX, "mix", HEX, mix, 0, 0, "64 hexadecimal digits")                                                             \
    X(SEAL, "seal", HEX, seal, 0, 0, "64 hexadecimal digits")                                                          \
    X(VALUE, "value", HEX, mix, 0, 0, "64 hexadecimal digits")                                                         \
    X(COUNT, "seats", NUMBER, count, 1, FF_PLAYERS_MAX, "a number of seats from 1 to 5")                               \
    X(VERSION, "number", NUMBER, number, 0, UINT32_MAX, "a whole number from 0 to 4294967295")                         \
    X(ACTIONS, "actions", TEXT, text, 0, 0, "a string of at most 2000 bytes")                                          \
    X(PLAN, "plan", TEXT, text, 0, 0, "a string of at most 2000 bytes")                                                \
    X(ROUND, "round", NUMBER, round, 1, FF_ROUNDS_MAX, "the number of a round")                                        \
    X(ON, "on", FLAG, on, 0, 0, "true or false")                                                                       \
    X(CHAT_TEXT, "text", TEXT, text, 0, 0, "a string of at most 2000 bytes")                                           \
    X(MUTED, "seats", SEAT_SET, mute, 0, FF_PLAYERS_MAX - 1, "a list of seats from 0 to 4")                            \
    X(PLAYERS, "players", SEAT_SET, players, FF_PLAYERS_MIN, FF_PLAYERS_MAX, "a list of numbers from 2 to 5")          \
    X(SEEK_TURN_S, "turn_s", NUMBER, options.turn_s, TABLE_TURN_S_MIN, TABLE_TURN_S_MAX, "from 10 to 1209600 seconds") \
    X(BOTS, "bots", NUMBER, bots, 0, TABLE_LEVELS, "0 or a level from 1 to 7")                                         \
    X(RANGE, "range", NUMBER, range, 0, 10000, "a number of points from 0 to 10000")

/* The index of each member. Lists of members end with NO_MEMBER. */
enum member_index {
    NO_MEMBER,
#define X(name, key, kind, at, min, max, wanted) name,
    MEMBERS(X)
#undef X
};
#define GIFT MIX, SEAL /* members with a player's contribution to the deal */

struct member {
    const char *key;
    enum kind kind;
    size_t at;
    int64_t min, max;
    const char *wanted;
};
static const struct member members[] = {[NO_MEMBER] = {0},
#define X(name, key, kind, at, min, max, wanted) [name] = {key, kind, offsetof(struct message, at), min, max, wanted},
                                        MEMBERS(X)
#undef X
};

static const struct {
    const char *word;
    uint8_t needs[4], takes[20]; /* required and optional members; `id` is always allowed */
} types[MESSAGE_TYPES] = {
    [MESSAGE_HELLO] = {"hello", {PROTOCOL}, {TOKEN, NAME, LEGAL, FOLLOW}},
    [MESSAGE_NAME] = {"name", {NAME}, {0}},
    [MESSAGE_TABLES] = {"tables", {0}, {0}},
    [MESSAGE_CREATE] = {"create",
                        {ID, SEATS},
                        {MODE, WATCH, AID, LISTED, RATED, PROGRAMS, LEVEL, TURN_S, RESERVE_S, INCREMENT_S, HOLIDAYS,
                         GRACE_S, PAUSE, NAME, GIFT}},
    [MESSAGE_DAILY] = {"daily", {ID}, {NAME}},
    [MESSAGE_ATTACH] = {"attach", {TABLE}, {SEEN}},
    [MESSAGE_DETACH] = {"detach", {0}, {AT}},
    [MESSAGE_SIT] = {"sit", {0}, {AT, SEAT, NAME, GIFT}},
    [MESSAGE_REVEAL] = {"reveal", {VALUE}, {AT}},
    [MESSAGE_SEAL] = {"seal", {SEAL}, {AT}},
    [MESSAGE_FILL] = {"fill", {LEVEL}, {AT, COUNT}},
    [MESSAGE_PLAY] = {"play", {ID, VERSION, ACTIONS}, {AT}},
    [MESSAGE_PLAN] = {"plan", {PLAN, ROUND}, {AT}},
    [MESSAGE_LEAVE] = {"leave", {0}, {AT}},
    [MESSAGE_BACK] = {"back", {0}, {AT}},
    [MESSAGE_VOTE] = {"vote", {SEAT}, {AT}},
    [MESSAGE_SLOW] = {"slow", {0}, {AT}},
    [MESSAGE_HOLIDAY] = {"holiday", {DAYS}, {AT}},
    [MESSAGE_OFFER] = {"offer", {0}, {AT, ON}},
    [MESSAGE_CHAT] = {"chat", {CHAT_TEXT}, {AT}},
    [MESSAGE_MUTE] = {"mute", {MUTED}, {AT}},
    [MESSAGE_REMATCH] = {"rematch", {0}, {AT, GIFT}},
    [MESSAGE_SEEK] = {"seek", {ID}, {PLAYERS, MODE, SEEK_TURN_S, RATED, RANGE, PROGRAMS, BOTS, NAME, SEAL}},
    [MESSAGE_WITHDRAW] = {"withdraw", {0}, {0}},
    [MESSAGE_PING] = {"ping", {0}, {0}},
};

const char *message_type_word(enum message_type type)
{
    return (unsigned)type < MESSAGE_TYPES ? types[type].word : "?";
}

/* ---------------------------------------------------------------------------------------------------------- members */

/* Writes the error message and returns false. */
static bool fail_message(struct reading *in, const char *key, const char *why, const char *wanted)
{
    struct base_out out = base_out_cut(in->fault->text, sizeof in->fault->text);
    base_put(&out, key);
    base_put(&out, why);
    base_put(&out, wanted);
    return false;
}

/* Copies a string that is shorter than `size` bytes and contains no U+0000. Returns false for any other value. */
static bool take_string(struct base_json_cursor cursor, char *text, size_t size, size_t *n)
{
    struct base_json_text string;
    char unescaped[MESSAGE_MAX + 1]; /* large enough, because unescaping never lengthens a string */
    if (!base_json_take_text(&cursor, &string) || string.n > MESSAGE_MAX)
        return false;
    *n = base_json_text_copy(&string, unescaped, sizeof unescaped);
    if (*n >= size || strlen(unescaped) != *n)
        return false;
    memcpy(text, unescaped, *n + 1);
    return true;
}

/* Buffer size for short strings: a name with escapes, an id or hexadecimal digits. */
enum { SHORT_SIZE = 4 * TABLE_NAME_SIZE };
_Static_assert(SHORT_SIZE > 2 * (int)MESSAGE_TOKEN_BYTES && SHORT_SIZE > (int)TABLE_MESSAGE_ID_MAX, "any short string");

static bool take_hex(struct base_json_cursor cursor, struct message_bytes *bytes)
{
    char digits[SHORT_SIZE];
    size_t n;
    bytes->given = take_string(cursor, digits, sizeof digits, &n) && base_hex_read(digits, n, bytes->byte, 32);
    return bytes->given;
}

static bool take_name(struct base_json_cursor cursor, char *name)
{
    char text[SHORT_SIZE];
    size_t n;
    return take_string(cursor, text, sizeof text, &n) && table_name_read(text, n, name);
}

static bool take_table_id(struct base_json_cursor cursor, char *table)
{
    char text[SHORT_SIZE];
    size_t n;
    bool good = take_string(cursor, text, sizeof text, &n) && table_id_is_valid(text, n);
    if (good)
        memcpy(table, text, TABLE_ID_SIZE);
    return good;
}

static bool take_message_id(struct base_json_cursor cursor, char *id)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    char text[SHORT_SIZE];
    size_t n;
    bool good = take_string(cursor, text, sizeof text, &n) && n >= 1 && n <= TABLE_MESSAGE_ID_MAX &&
                strspn(text, allowed) == n && strcmp(text, "-") != 0;
    if (good)
        memcpy(id, text, n + 1);
    return good;
}

static bool take_number(struct base_json_cursor cursor, int64_t min, int64_t max, uint32_t *number)
{
    int64_t value;
    if (!base_json_take_integer(&cursor, &value) || value < min || value > max)
        return false;
    *number = (uint32_t)value;
    return true;
}

static bool take_seconds(struct base_json_cursor cursor, uint32_t *seconds)
{
    return take_number(cursor, 0, TABLE_TURN_S_MAX, seconds) && (*seconds == 0 || *seconds >= TABLE_TURN_S_MIN);
}

/* Reads true or false. engine/base/json.h has no function for it because only this file reads booleans. */
static bool take_flag(struct base_json_cursor cursor, bool *flag)
{
    const char *at = cursor.at;
    while (at < cursor.end && strchr(" \t\r\n", *at))
        at++;
    size_t n = (size_t)(cursor.end - at);
    *flag = n >= 4 && memcmp(at, "true", 4) == 0;
    return *flag || (n >= 5 && memcmp(at, "false", 5) == 0);
}

/* Reads one of the two words that `wanted` quotes. Sets *choice to 0 or 1. */
static bool take_choice(struct base_json_cursor cursor, const char *wanted, uint8_t *choice)
{
    const char *first = wanted + 1, *second = strchr(first, '"') + BASE_LENGTH("\" or \"");
    char word[SHORT_SIZE];
    size_t n;
    if (!take_string(cursor, word, sizeof word, &n) || strcspn(word, "\"") != n)
        return false;
    *choice = strncmp(second, word, n) == 0 && second[n] == '"';
    return *choice || (strncmp(first, word, n) == 0 && first[n] == '"');
}

static bool take_seat(struct base_json_cursor *cursor, int8_t *seat)
{
    struct base_json_text word;
    int64_t level;
    if (base_json_take_text(cursor, &word)) {
        *seat = base_json_text_is(&word, "me") ? MESSAGE_SEAT_ME : MESSAGE_SEAT_OPEN;
        return *seat == MESSAGE_SEAT_ME || base_json_text_is(&word, "open");
    }
    if (!base_json_take_integer(cursor, &level) || level < 1 || level > TABLE_LEVELS)
        return false;
    *seat = (int8_t)level;
    return true;
}

static bool take_seat_list(struct base_json_cursor cursor, struct message *message)
{
    int n = 0, mine = 0;
    if (!base_json_take_open(&cursor, '['))
        return false;
    for (; base_json_more(&cursor); n++) {
        if (n == FF_PLAYERS_MAX || !take_seat(&cursor, &message->seats[n]))
            return false;
        mine += message->seats[n] == MESSAGE_SEAT_ME;
    }
    message->options.seats = (uint8_t)n;
    return n >= FF_PLAYERS_MIN && mine <= 1;
}

static bool take_seat_set(struct base_json_cursor cursor, const struct member *member, uint8_t *set)
{
    int64_t seat;
    if (!base_json_take_open(&cursor, '['))
        return false;
    while (base_json_more(&cursor)) {
        if (!base_json_take_integer(&cursor, &seat) || seat < member->min || seat > member->max)
            return false;
        *set |= (uint8_t)(1u << seat);
    }
    return true;
}

static bool take_pauses(struct base_json_cursor cursor, struct table_options *options)
{
    char text[SHORT_SIZE];
    size_t n;
    return take_string(cursor, text, sizeof text, &n) && table_pause_read(text, n, options);
}

static bool take_value(struct message *message, const struct member *member, struct base_json_cursor cursor)
{
    void *at = (char *)message + member->at;
    switch (member->kind) {
    case TEXT: return take_string(cursor, message->text, sizeof message->text, &message->text_n);
    case NUMBER: return take_number(cursor, member->min, member->max, at);
    case SECONDS: return take_seconds(cursor, at);
    case FLAG: return take_flag(cursor, at);
    case HEX: return take_hex(cursor, at);
    case CHOICE: return take_choice(cursor, member->wanted, at);
    case NAME_TEXT: return take_name(cursor, at);
    case TABLE_ID: return take_table_id(cursor, at);
    case MESSAGE_ID: return take_message_id(cursor, at);
    case SEAT_LIST: return take_seat_list(cursor, message);
    case PAUSES: return take_pauses(cursor, at);
    case SEAT_SET: return take_seat_set(cursor, member, at);
    }
    return false;
}

static bool take_member(struct reading *in, const struct member *member, bool needed)
{
    const struct base_json_member *found = base_json_find(&in->json, member->key);
    if (!found)
        return !needed || fail_message(in, member->key, " is missing: it must be ", member->wanted);
    return take_value(in->message, member, found->value) || fail_message(in, member->key, " must be ", member->wanted);
}

/* Reads the required members, which must be present, and the optional members. */
static bool take_members(struct reading *in, const uint8_t *needs, const uint8_t *takes)
{
    for (; *needs; needs++)
        if (!take_member(in, &members[*needs], true))
            return false;
    for (; *takes; takes++)
        if (!take_member(in, &members[*takes], false))
            return false;
    return true;
}

/* --------------------------------------------------------------------------------------------------------- messages */

static bool read_object(struct reading *in, const char *text, size_t n)
{
    struct base_out out = base_out_cut(in->fault->text, sizeof in->fault->text);
    switch (base_json_read(&in->json, text, n)) {
    case BASE_JSON_NOT_OBJECT: return fail_message(in, "a message", " must be ", "a JSON object");
    case BASE_JSON_NOT_JSON:
        base_put(&out, "not JSON at byte ");
        base_put_unsigned(&out, in->json.fault_at);
        base_put(&out, ": ");
        base_put(&out, in->json.fault);
        return false;
    default: return true;
    }
}

static bool take_id(struct reading *in)
{
    bool good = take_member(in, &members[ID], false);
    memcpy(in->fault->id, in->message->id, sizeof in->fault->id);
    return good;
}

static bool take_type(struct reading *in)
{
    const struct base_json_member *found = base_json_find(&in->json, "type");
    char word[SHORT_SIZE];
    size_t n;
    if (!found || !take_string(found->value, word, sizeof word, &n))
        return fail_message(in, "type", found ? " must be " : " is missing: it must be ", "a string");
    for (int i = 0; i < MESSAGE_TYPES; i++)
        if (strcmp(types[i].word, word) == 0) {
            in->message->type = (enum message_type)i;
            return true;
        }
    return fail_message(in, "type", " must be ", "one of those in docs/authors/protocol.md");
}

static void begin_message(struct reading *in, struct message *message, struct message_fault *fault)
{
    memset(message, 0, offsetof(struct message, text));
    message->text[0] = '\0';
    message->seat = FF_NOBODY;
    message->level = 3;
    message->on = message->options.aid = true;
    message->options.grace_s = MESSAGE_DEFAULT_GRACE;
    fault->id[0] = fault->text[0] = '\0';
    in->message = message;
    in->fault = fault;
}

/* Checks members that depend on each other, and sets default values. */
static bool finish(struct reading *in)
{
    struct message *message = in->message;
    struct table_options *options = &message->options;
    options->level = (uint8_t)message->level;
    options->holidays = (uint8_t)message->days;
    if (options->grace_s == MESSAGE_DEFAULT_GRACE)
        options->grace_s = options->turn_s > 0 && options->turn_s < 3600 ? 60 : 0;
    return !message->mix.given || !message->seal.given || fail_message(in, "mix", " and ", "seal exclude each other");
}

bool message_read(const char *text, size_t n, struct message *message, struct message_fault *fault)
{
    struct reading in;
    begin_message(&in, message, fault);
    return read_object(&in, text, n) && take_id(&in) && take_type(&in) &&
           take_members(&in, types[message->type].needs, types[message->type].takes) && finish(&in);
}

void message_read_id(const char *text, size_t n, char id[TABLE_MESSAGE_ID_MAX + 1])
{
    struct message message;
    struct message_fault fault;
    struct reading in;
    begin_message(&in, &message, &fault);
    if (read_object(&in, text, n))
        take_id(&in);
    memcpy(id, fault.id, sizeof fault.id);
}

bool message_read_guest_creation(const char *text, size_t n, struct message *message, struct message_fault *fault)
{
    struct reading in;
    begin_message(&in, message, fault);
    static const uint8_t needs[] = {NAME, NO_MEMBER}, takes[] = {WANTS_TOKEN, NO_MEMBER};
    return read_object(&in, text, n) && take_members(&in, needs, takes);
}
