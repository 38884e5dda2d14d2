/* create_entry.c - writes and reads entry 1 of a table's log, which holds everything that is fixed when the table is
 * made; see table.h.
 *
 *     create
 *     mode base
 *     seats 3
 *     watch anyone
 *     aid on
 *     listed off
 *     level 3
 *     turn 0
 *     grace 0
 *     reserve 259200 43200      optional, replaces `turn`: a player's seconds for the game, seconds added each round
 *     holidays 20               optional
 *     host GUEST
 *     seed 64 DIGITS
 *     next TABLE                the id for a rematch of this table
 *     deal NAME CLOSES_MS       only if other tables play the same deal, whose games count until then
 *     before TABLE              only if this table is a rematch: the id of the previous table
 *     edition
 *     ...                       the lines of the edition, to the end of the entry */
#include "engine/base/hex.h"
#include "table_internal.h"

#include "engine/base/number.h"
#include "engine/base/words.h"
#include "engine/text/names.h"

#include <string.h>

/* ---------------------------------------------------------------------------------------------------------- writing */

static struct table_answer no(const char *text)
{
    struct table_answer answer = {.verdict = TABLE_NO, .code = "bad-message", .rule = ""};
    struct base_out out = base_out_cut(answer.text, sizeof answer.text);
    base_put(&out, text);
    return answer;
}

static bool seconds_ok(uint32_t s) { return s == 0 || (s >= TABLE_TURN_S_MIN && s <= TABLE_TURN_S_MAX); }

static struct table_answer options_ok(const struct table_options *options)
{
    if (options->mode > FF_EXPERT)
        return no("mode is \"base\" or \"expert\"");
    if (options->seats < FF_PLAYERS_MIN || options->seats > FF_PLAYERS_MAX)
        return no("a table has 2 to 5 seats");
    if (options->watch > TABLE_WATCH_NOBODY)
        return no("watch is \"anyone\" or \"nobody\"");
    if (options->level < 1 || options->level > TABLE_LEVELS)
        return no("level is a number from 1 to 7");
    if (!seconds_ok(options->turn_s) || !seconds_ok(options->grace_s))
        return no("turn_s and grace_s are 0 or from 10 to 1209600 seconds");
    if (!seconds_ok(options->reserve_s) || !seconds_ok(options->increment_s) ||
        !options->reserve_s != !options->increment_s)
        return no("reserve_s and increment_s belong together, and are 0 or from 10 to 1209600 seconds");
    if (options->reserve_s && options->turn_s)
        return no("a table has turn_s or reserve_s, not both");
    bool slow = options->turn_s >= TABLE_SLOW_S_MIN || options->reserve_s >= TABLE_SLOW_S_MIN;
    if (options->holidays > TABLE_HOLIDAYS_MAX || (options->holidays && !slow))
        return no("holidays are up to 60 days, in games with an hour or more for a turn");
    return (struct table_answer){.verdict = TABLE_YES, .rule = ""};
}

static void put_pair(struct base_out *out, const char *key, const char *value)
{
    base_put(out, key);
    base_put_char(out, ' ');
    base_put(out, value);
    base_put_char(out, '\n');
}

static void put_number(struct base_out *out, const char *key, uint32_t value)
{
    base_put(out, key);
    base_put_char(out, ' ');
    base_put_unsigned(out, value);
    base_put_char(out, '\n');
}

_Static_assert(
    BASE_LENGTH("create\nmode expert\nseats 5\nwatch anyone\naid off\nlisted off\nrated off\nprograms on\nlevel "
                "5\nturn 1209600\n"
                "grace 1209600\nreserve 1209600 1209600\nholidays 60\npause 22:30-07:00,weekend,+01:00\nhost \nseed "
                "\nnext \nbefore \ndeal  \nedition\n") +
            3 * TABLE_ID_LENGTH + TABLE_DEAL_NAME_SIZE + BASE_NUMBER_LENGTH + 2 * TABLE_DEAL_BYTES + TEXT_EDITION_MAX <=
        TABLE_ENTRY_MAX,
    "what makes a table is an entry");

struct table_answer table_validate_create(const struct table_create *create, struct base_out *out)
{
    const struct table_options *options = &create->options;
    struct table_answer answer = options_ok(options);
    if (answer.verdict != TABLE_YES)
        return answer;
    base_put(out, "create\n");
    put_pair(out, "mode", text_mode(options->mode));
    put_number(out, "seats", options->seats);
    put_pair(out, "watch", options->watch == TABLE_WATCH_ANYONE ? "anyone" : "nobody");
    put_pair(out, "aid", options->aid ? "on" : "off");
    put_pair(out, "listed", options->listed ? "on" : "off");
    put_pair(out, "rated", options->rated ? "on" : "off");
    if (options->programs)
        put_pair(out, "programs", "on");
    put_number(out, "level", options->level);
    put_number(out, "turn", options->turn_s);
    put_number(out, "grace", options->grace_s);
    if (options->reserve_s) {
        base_put(out, "reserve ");
        base_put_unsigned(out, options->reserve_s);
        put_number(out, "", options->increment_s);
    }
    if (options->holidays)
        put_number(out, "holidays", options->holidays);
    if (table_has_pauses(options)) {
        base_put(out, "pause ");
        table_pause_put(out, options);
        base_put_char(out, '\n');
    }
    put_pair(out, "host", create->host);
    base_put(out, "seed ");
    base_put_hex(out, create->seed, TABLE_DEAL_BYTES);
    base_put_char(out, '\n');
    put_pair(out, "next", create->next);
    if (*create->before)
        put_pair(out, "before", create->before);
    if (create->deal) {
        base_put(out, "deal ");
        base_put(out, create->deal);
        base_put_char(out, ' ');
        base_put_unsigned(out, (uint64_t)create->closes_ms);
        base_put_char(out, '\n');
    }
    base_put(out, "edition\n");
    text_edition(out, create->edition);
    return answer;
}

/* ---------------------------------------------------------------------------------------------------------- reading */

static bool switch_of(const struct base_word *word, const char *on, const char *off, bool *is_on)
{
    *is_on = base_word_is(word, on);
    return *is_on || base_word_is(word, off);
}

static bool read_level(const struct base_word *value, unsigned max, uint8_t *level)
{
    unsigned number;
    if (!base_word_number(value, max, &number))
        return false;
    *level = (uint8_t)number;
    return true;
}

/* Reads the two numbers of the option `reserve`: the reserve from `value`, and the increment from the next word. */
static bool read_reserve(struct base_words *words, const struct base_word *value, struct table_options *options)
{
    struct base_word increment;
    return base_words_next(words, &increment) && base_word_number(value, TABLE_TURN_S_MAX, &options->reserve_s) &&
           base_word_number(&increment, TABLE_TURN_S_MAX, &options->increment_s);
}

/* Reads the option `deal`: its name, and the time until which its games count. */
static bool read_deal(struct base_words *words, const struct base_word *value, struct table *into)
{
    struct base_word closes;
    uint64_t closes_ms;
    if (!base_words_next(words, &closes) || value->length >= TABLE_DEAL_NAME_SIZE ||
        !base_number_read(closes.text, closes.length, INT64_MAX, &closes_ms))
        return false;
    memcpy(into->deal, value->text, value->length);
    into->closes_ms = (int64_t)closes_ms;
    return record_fair_game_valid(into->deal);
}

static bool read_id(const struct base_word *value, char id[TABLE_ID_SIZE])
{
    if (!table_id_is_valid(value->text, value->length))
        return false;
    memcpy(id, value->text, TABLE_ID_LENGTH);
    return true;
}

/* Stores the value of one option of the create entry. Returns false if the option is unknown or its value is wrong. */
static bool read_option(struct table *into, struct base_words *words, const struct base_word *key,
                        const struct base_word *value)
{
    struct table_options *options = &into->options;
    bool on;
    if (base_word_is(key, "mode")) {
        int mode = text_mode_of(value);
        options->mode = (uint8_t)mode;
        return mode >= 0;
    }
    if (base_word_is(key, "seats"))
        return read_level(value, FF_PLAYERS_MAX, &options->seats);
    if (base_word_is(key, "watch")) {
        bool known = switch_of(value, "anyone", "nobody", &on);
        options->watch = on ? TABLE_WATCH_ANYONE : TABLE_WATCH_NOBODY;
        return known;
    }
    if (base_word_is(key, "aid"))
        return switch_of(value, "on", "off", &options->aid);
    if (base_word_is(key, "listed"))
        return switch_of(value, "on", "off", &options->listed);
    if (base_word_is(key, "rated"))
        return switch_of(value, "on", "off", &options->rated);
    if (base_word_is(key, "programs"))
        return switch_of(value, "on", "off", &options->programs);
    if (base_word_is(key, "level"))
        return read_level(value, TABLE_LEVELS, &options->level);
    if (base_word_is(key, "turn"))
        return base_word_number(value, TABLE_TURN_S_MAX, &options->turn_s);
    if (base_word_is(key, "grace"))
        return base_word_number(value, TABLE_TURN_S_MAX, &options->grace_s);
    if (base_word_is(key, "reserve"))
        return read_reserve(words, value, options);
    if (base_word_is(key, "holidays"))
        return read_level(value, TABLE_HOLIDAYS_MAX, &options->holidays);
    if (base_word_is(key, "pause"))
        return table_pause_read(value->text, value->length, options);
    if (base_word_is(key, "host"))
        return read_id(value, into->host);
    if (base_word_is(key, "next"))
        return read_id(value, into->next);
    if (base_word_is(key, "before"))
        return read_id(value, into->before);
    if (base_word_is(key, "deal"))
        return read_deal(words, value, into);
    return base_word_is(key, "seed") && base_hex_read(value->text, value->length, into->seed, TABLE_DEAL_BYTES);
}

static bool wrong(struct base_error *error, const struct base_word *at, const char *what)
{
    struct base_out out = base_error_at(error, at);
    base_put(&out, what);
    return false;
}

/* Reads the option lines up to the line `edition`, and leaves the edition's text to the caller. */
static bool read_lines(struct table *into, struct base_words *words, struct base_error *error)
{
    struct base_word key = {.line = 1}, value;
    if (!base_words_line(words) || !base_words_next(words, &key) || !base_word_is(&key, "create"))
        return wrong(error, &key, "a log begins with `create`");
    while (base_words_line(words)) {
        base_words_next(words, &key);
        if (base_word_is(&key, "edition"))
            return true;
        base_words_next(words, &value);
        if (!read_option(into, words, &key, &value))
            return wrong(error, &key, "an option that this version does not know");
    }
    return wrong(error, &key, "the edition is missing");
}

bool table_create_read(struct table *table, const char *text, size_t length, struct base_error *error)
{
    struct base_words words = base_words_in_lines(text, length);
    struct base_word none = {.line = 0};
    struct table made = *table;
    if (!read_lines(&made, &words, error))
        return false;
    if (options_ok(&made.options).verdict != TABLE_YES || !*made.host || !*made.next)
        return wrong(error, &none, "options that are not allowed, no host, or no id for the rematch");
    if (!text_edition_read(text + words.at, length - words.at, &made.edition, error))
        return false;
    table_deal_commit(made.seed, *made.deal ? made.deal : made.id, made.commit);
    *table = made;
    return true;
}
