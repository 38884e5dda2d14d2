/* message.c - reading what a client sends; see message.h. One function a kind of member, one table of messages. */
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

static bool fail(struct reading *in, const char *key, const char *wants)
{
    struct base_out out = base_out_cut(in->fault->text, sizeof in->fault->text);
    base_put(&out, key);
    base_put(&out, wants);
    return false;
}

/* ---------------------------------------------------------------------------------------------------------- members */

static bool has(struct reading *in, const char *key) { return base_json_find(&in->json, key) != NULL; }

/* A string of at most size - 1 bytes. Not there: false where it is needed. */
static bool take_string(struct reading *in, const char *key, bool needed, char *text, size_t size, size_t *n)
{
    const struct base_json_member *member = base_json_find(&in->json, key);
    struct base_json_text string;
    if (!member)
        return !needed || fail(in, key, " is missing; it is a string");
    struct base_json_cursor cursor = member->value;
    if (!base_json_take_text(&cursor, &string))
        return fail(in, key, " must be a string");
    char meant[MESSAGE_MAX + 1]; /* escapes only ever make it shorter */
    size_t length = string.n <= MESSAGE_MAX ? base_json_text_copy(&string, meant, sizeof meant) : size;
    if (length >= size)
        return fail(in, key, " is too long");
    memcpy(text, meant, length + 1);
    if (strlen(text) != length) /* \u0000 */
        return fail(in, key, " holds a character that is not allowed");
    if (n)
        *n = length;
    return true;
}

static bool take_number(struct reading *in, const char *key, bool needed, int64_t min, int64_t max, int64_t *number)
{
    const struct base_json_member *member = base_json_find(&in->json, key);
    if (!member)
        return !needed || fail(in, key, " is missing; it is a whole number");
    struct base_json_cursor cursor = member->value;
    int64_t value;
    if (!base_json_take_integer(&cursor, &value))
        return fail(in, key, " must be a whole number");
    if (value < min || value > max)
        return fail(in, key, " is out of range");
    *number = value;
    return true;
}

/* engine/base/json.h has no need of true and false elsewhere. */
static bool cursor_is(const struct base_json_cursor *cursor, const char *word)
{
    const char *at = cursor->at;
    size_t n = strlen(word);
    while (at < cursor->end && strchr(" \t\r\n", *at))
        at++;
    return (size_t)(cursor->end - at) >= n && memcmp(at, word, n) == 0;
}

static bool take_flag(struct reading *in, const char *key, bool *flag)
{
    const struct base_json_member *member = base_json_find(&in->json, key);
    if (!member)
        return true;
    *flag = cursor_is(&member->value, "true");
    return *flag || cursor_is(&member->value, "false") || fail(in, key, " must be true or false");
}

static bool take_hex(struct reading *in, const char *key, uint8_t bytes[32], bool *there)
{
    char digits[66] = "";
    size_t n = 0;
    *there = has(in, key);
    if (!*there)
        return true;
    return take_string(in, key, true, digits, sizeof digits, &n) &&
           (base_hex_read(digits, n, bytes, 32) || fail(in, key, " must be 64 hexadecimal digits"));
}

static bool take_name(struct reading *in)
{
    char text[4 * TABLE_NAME_SIZE];
    size_t n = 0;
    if (!has(in, "name"))
        return true;
    return take_string(in, "name", true, text, sizeof text, &n) &&
           (table_name_read(text, n, in->message->name) ||
            fail(in, "name", " has 1 to 24 characters, none of them invisible"));
}

static bool take_table(struct reading *in)
{
    char text[TABLE_ID_SIZE + 1];
    size_t n = 0;
    if (!take_string(in, "table", true, text, sizeof text, &n))
        return false;
    if (!table_id_is_valid(text, n))
        return fail(in, "table", " must be a table's id: 16 characters of a-z and 2-7");
    memcpy(in->message->table, text, TABLE_ID_SIZE);
    return true;
}

static bool take_id(struct reading *in, bool needed)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    char text[TABLE_MESSAGE_ID_MAX + 2] = "";
    size_t n = 0;
    if (!take_string(in, "id", needed, text, sizeof text, &n))
        return false;
    if (!n && !needed && !has(in, "id"))
        return true;
    if (n < 1 || n > TABLE_MESSAGE_ID_MAX || strspn(text, allowed) != n || strcmp(text, "-") == 0)
        return fail(in, "id", " has 1 to 32 letters, digits, - _ and .");
    memcpy(in->message->id, text, n + 1);
    memcpy(in->fault->id, text, n + 1);
    return true;
}

/* --------------------------------------------------------------------------------------------------------- messages */

static bool read_nothing(struct reading *in)
{
    (void)in;
    return true;
}

static bool read_hello(struct reading *in)
{
    struct message *message = in->message;
    int64_t protocol = 0;
    if (!take_number(in, "protocol", true, 0, UINT32_MAX, &protocol))
        return false;
    message->protocol = (uint32_t)protocol;
    return take_hex(in, "token", message->token, &message->has_token) && take_name(in) &&
           take_flag(in, "legal", &message->legal);
}

static bool read_name(struct reading *in)
{
    return take_name(in) && (has(in, "name") || fail(in, "name", " is missing"));
}

/* "me", "open" or a level. */
static bool take_seat(struct reading *in, struct base_json_cursor *cursor, int8_t *seat)
{
    struct base_json_text word;
    int64_t level;
    if (base_json_take_text(cursor, &word)) {
        *seat = base_json_text_is(&word, "me") ? MESSAGE_SEAT_ME : MESSAGE_SEAT_OPEN;
        return *seat == MESSAGE_SEAT_ME || base_json_text_is(&word, "open") ||
               fail(in, "seats", " holds \"me\", \"open\" and levels from 1 to 5");
    }
    if (!base_json_take_integer(cursor, &level) || level < 1 || level > TABLE_LEVELS)
        return fail(in, "seats", " holds \"me\", \"open\" and levels from 1 to 5");
    *seat = (int8_t)level;
    return true;
}

static bool take_seats(struct reading *in)
{
    const struct base_json_member *member = base_json_find(&in->json, "seats");
    struct message *message = in->message;
    int n = 0, mine = 0;
    if (!member)
        return fail(in, "seats", " is missing; it is a list of 2 to 5 seats");
    struct base_json_cursor cursor = member->value;
    if (!base_json_take_open(&cursor, '['))
        return fail(in, "seats", " must be a list of 2 to 5 seats");
    while (base_json_more(&cursor)) {
        if (n == FF_PLAYERS_MAX)
            return fail(in, "seats", " must be a list of 2 to 5 seats");
        if (!take_seat(in, &cursor, &message->seats[n]))
            return false;
        mine += message->seats[n++] == MESSAGE_SEAT_ME;
    }
    message->options.seats = (uint8_t)n;
    return (n >= FF_PLAYERS_MIN || fail(in, "seats", " must be a list of 2 to 5 seats")) &&
           (mine <= 1 || fail(in, "seats", " holds \"me\" at most once"));
}

/* One of two words. */
static bool take_choice(struct reading *in, const char *key, const char *first, const char *second, uint8_t *choice)
{
    char word[16] = "";
    if (!has(in, key))
        return true;
    if (!take_string(in, key, true, word, sizeof word, NULL))
        return false;
    *choice = strcmp(word, second) == 0;
    if (*choice || strcmp(word, first) == 0)
        return true;
    struct base_out out = base_out_cut(in->fault->text, sizeof in->fault->text);
    base_put(&out, key);
    base_put(&out, " is \"");
    base_put(&out, first);
    base_put(&out, "\" or \"");
    base_put(&out, second);
    base_put(&out, "\"");
    return false;
}

static bool take_seconds(struct reading *in, const char *key, uint32_t *seconds)
{
    int64_t value = *seconds;
    if (!take_number(in, key, false, 0, TABLE_TURN_S_MAX, &value))
        return false;
    *seconds = (uint32_t)value;
    return value == 0 || value >= TABLE_TURN_S_MIN || fail(in, key, " is 0 or from 10 to 1209600 seconds");
}

/* What the client gives to the deal. */
static bool take_gift(struct reading *in)
{
    struct message *message = in->message;
    if (!take_hex(in, "mix", message->mix, &message->has_mix) ||
        !take_hex(in, "seal", message->seal, &message->has_seal))
        return false;
    return !(message->has_mix && message->has_seal) || fail(in, "mix", " and seal exclude each other");
}

static bool read_create(struct reading *in)
{
    struct table_options *options = &in->message->options;
    int64_t level = 3;
    *options = (struct table_options){.aid = true};
    if (!take_id(in, true) || !take_seats(in) || !take_choice(in, "mode", "base", "expert", &options->mode) ||
        !take_choice(in, "watch", "anyone", "nobody", &options->watch) || !take_flag(in, "aid", &options->aid) ||
        !take_flag(in, "listed", &options->listed) || !take_number(in, "level", false, 1, TABLE_LEVELS, &level) ||
        !take_seconds(in, "turn_s", &options->turn_s))
        return false;
    options->level = (uint8_t)level;
    options->grace_s = options->turn_s > 0 && options->turn_s < 3600 ? 60 : 0;
    return take_seconds(in, "grace_s", &options->grace_s) && take_name(in) && take_gift(in);
}

static bool read_attach(struct reading *in)
{
    int64_t seen = 0;
    if (!take_table(in) || !take_number(in, "seen", false, 0, UINT32_MAX, &seen))
        return false;
    in->message->number = (uint32_t)seen;
    return true;
}

static bool read_sit(struct reading *in)
{
    int64_t seat = FF_NOBODY;
    if (!take_number(in, "seat", false, 0, FF_PLAYERS_MAX - 1, &seat) || !take_name(in) || !take_gift(in))
        return false;
    in->message->seat = (int)seat;
    return true;
}

static bool read_reveal(struct reading *in)
{
    bool there;
    return take_hex(in, "value", in->message->mix, &there) && (there || fail(in, "value", " is missing"));
}

static bool read_seal(struct reading *in)
{
    struct message *message = in->message;
    return take_hex(in, "seal", message->seal, &message->has_seal) &&
           (message->has_seal || fail(in, "seal", " is missing"));
}

static bool read_fill(struct reading *in)
{
    int64_t level = 0, count = 0;
    if (!take_number(in, "level", true, 1, TABLE_LEVELS, &level) ||
        !take_number(in, "seats", false, 1, FF_PLAYERS_MAX, &count))
        return false;
    in->message->level = (int)level;
    in->message->count = (int)count;
    return true;
}

static bool read_vote(struct reading *in)
{
    int64_t seat = 0;
    if (!take_number(in, "seat", true, 0, FF_PLAYERS_MAX - 1, &seat))
        return false;
    in->message->seat = (int)seat;
    return true;
}

static bool read_offer(struct reading *in)
{
    in->message->on = true;
    return take_flag(in, "on", &in->message->on);
}

static bool take_line(struct reading *in, const char *key)
{
    return take_string(in, key, true, in->message->text, sizeof in->message->text, &in->message->text_n);
}

static bool read_play(struct reading *in)
{
    int64_t number = 0;
    if (!take_id(in, true) || !take_number(in, "number", true, 0, UINT32_MAX, &number) || !take_line(in, "actions"))
        return false;
    in->message->number = (uint32_t)number;
    return true;
}

static bool read_chat(struct reading *in) { return take_line(in, "text"); }

static bool read_mute(struct reading *in)
{
    const struct base_json_member *member = base_json_find(&in->json, "seats");
    int64_t seat;
    if (!member)
        return fail(in, "seats", " is missing; it is a list of seats");
    struct base_json_cursor cursor = member->value;
    if (!base_json_take_open(&cursor, '['))
        return fail(in, "seats", " must be a list of seats");
    while (base_json_more(&cursor)) {
        if (!base_json_take_integer(&cursor, &seat) || seat < 0 || seat >= FF_PLAYERS_MAX)
            return fail(in, "seats", " holds seats from 0 to 4");
        in->message->mute |= (uint8_t)(1u << seat);
    }
    return true;
}

static const struct {
    const char *word;
    bool (*read)(struct reading *in);
} kinds[MESSAGE_TYPES] = {
    [MESSAGE_HELLO] = {"hello", read_hello},     [MESSAGE_NAME] = {"name", read_name},
    [MESSAGE_TABLES] = {"tables", read_nothing}, [MESSAGE_CREATE] = {"create", read_create},
    [MESSAGE_ATTACH] = {"attach", read_attach},  [MESSAGE_DETACH] = {"detach", read_nothing},
    [MESSAGE_SIT] = {"sit", read_sit},           [MESSAGE_REVEAL] = {"reveal", read_reveal},
    [MESSAGE_SEAL] = {"seal", read_seal},        [MESSAGE_FILL] = {"fill", read_fill},
    [MESSAGE_PLAY] = {"play", read_play},        [MESSAGE_LEAVE] = {"leave", read_nothing},
    [MESSAGE_BACK] = {"back", read_nothing},     [MESSAGE_VOTE] = {"vote", read_vote},
    [MESSAGE_OFFER] = {"offer", read_offer},     [MESSAGE_CHAT] = {"chat", read_chat},
    [MESSAGE_MUTE] = {"mute", read_mute},        [MESSAGE_REMATCH] = {"rematch", take_gift},
    [MESSAGE_PING] = {"ping", read_nothing},
};

const char *message_word(enum message_type type) { return (unsigned)type < MESSAGE_TYPES ? kinds[type].word : "?"; }

/* ---------------------------------------------------------------------------------------------------------- reading */

static bool is_object(struct reading *in, const char *text, size_t n)
{
    switch (base_json_read(&in->json, text, n)) {
    case BASE_JSON_NOT_OBJECT: return fail(in, "a message", " must be a JSON object");
    case BASE_JSON_NOT_JSON: {
        struct base_out out = base_out_cut(in->fault->text, sizeof in->fault->text);
        base_put(&out, "not JSON at byte ");
        base_put_unsigned(&out, in->json.fault_at);
        base_put(&out, ": ");
        base_put(&out, in->json.fault);
        return false;
    }
    default: return true;
    }
}

static bool take_type(struct reading *in)
{
    char word[16] = "";
    if (!take_string(in, "type", true, word, sizeof word, NULL))
        return false;
    for (int i = 0; i < MESSAGE_TYPES; i++)
        if (strcmp(kinds[i].word, word) == 0) {
            in->message->type = (enum message_type)i;
            return true;
        }
    return fail(in, "type", " is none of those in docs/authors/protocol.md");
}

static void begin(struct reading *in, struct message *message, struct message_fault *fault)
{
    memset(message, 0, offsetof(struct message, text));
    message->text[0] = '\0';
    message->seat = FF_NOBODY;
    fault->id[0] = fault->text[0] = '\0';
    in->message = message;
    in->fault = fault;
}

bool message_read(const char *text, size_t n, struct message *message, struct message_fault *fault)
{
    struct reading in;
    begin(&in, message, fault);
    return is_object(&in, text, n) && take_id(&in, false) && take_type(&in) && kinds[message->type].read(&in);
}

void message_read_id(const char *text, size_t n, char id[TABLE_MESSAGE_ID_MAX + 1])
{
    struct message message;
    struct message_fault fault;
    struct reading in;
    begin(&in, &message, &fault);
    if (is_object(&in, text, n))
        take_id(&in, false);
    memcpy(id, fault.id, sizeof fault.id);
}

bool message_read_guest(const char *text, size_t n, struct message *message, bool *wants_token,
                        struct message_fault *fault)
{
    struct reading in;
    *wants_token = false;
    begin(&in, message, fault);
    return is_object(&in, text, n) && read_name(&in) && take_flag(&in, "token", wants_token);
}
