/* frame.c - what a viewer is told of a table, as JSON; see table.h and docs/protocol.md.
 *
 * Everything about the game is composed from ff_view_of(game, seat) and from events told to that seat; nothing here
 * reads another seat's hidden cards. */
#include "table_in.h"

#include "base/json.h"
#include "record/record.h"
#include "text/event.h"
#include "text/names.h"
#include "text/notation.h"
#include "text/position.h"

#include <string.h>

/* ,"key": */
static void put_key(struct base_out *out, const char *key)
{
    base_put(out, ",\"");
    base_put(out, key);
    base_put(out, "\":");
}

static void put_number(struct base_out *out, const char *key, int64_t n)
{
    put_key(out, key);
    base_put_number(out, n);
}

static void put_flag(struct base_out *out, const char *key, bool on)
{
    put_key(out, key);
    base_put(out, on ? "true" : "false");
}

static void put_text(struct base_out *out, const char *key, const char *text)
{
    put_key(out, key);
    base_json_put_text(out, text);
}

/* A text of printable ASCII and line ends without quotes, as a JSON string. */
static void put_plain(struct base_out *out, const char *text, size_t length)
{
    base_put_char(out, '"');
    for (const char *end; (end = memchr(text, '\n', length)); text = end + 1) {
        base_put_bytes(out, text, (size_t)(end - text));
        base_put_bytes(out, "\\n", 2);
        length -= (size_t)(end - text) + 1;
    }
    base_put_bytes(out, text, length);
    base_put_char(out, '"');
}

static void put_hex(struct base_out *out, const uint8_t bytes[TABLE_DEAL_BYTES])
{
    char digits[2 * TABLE_DEAL_BYTES + 3] = "\"";
    table_hex(bytes, TABLE_DEAL_BYTES, digits + 1);
    digits[2 * TABLE_DEAL_BYTES + 1] = '"';
    base_put_bytes(out, digits, 2 * TABLE_DEAL_BYTES + 2);
}

static const char *const phase_words[] = {"open", "play", "over"};

/* ------------------------------------------------------------------------------------------------------------ seats */

static const char *level_name(int level)
{
    static const char *const names[] = {"?", "level1", "level2", "level3", "level4", "level5"};
    return names[level >= 1 && level <= TABLE_LEVELS ? level : 0];
}

static void put_sitter(struct base_out *out, const struct table_seat *seat)
{
    static const char *const kinds[] = {"{\"is\":\"open\"", "{\"is\":\"guest\"", "{\"is\":\"bot\""};
    base_put(out, kinds[seat->kind]);
    if (seat->kind == TABLE_SEAT_GUEST)
        put_text(out, "name", seat->name);
    if (seat->kind == TABLE_SEAT_BOT) {
        put_text(out, "name", level_name(seat->level));
        put_number(out, "level", seat->level);
    }
}

static void put_mask(struct base_out *out, const char *key, unsigned mask)
{
    put_key(out, key);
    base_put_char(out, '[');
    for (int i = 0, n = 0; mask >> i; i++)
        if (mask >> i & 1) {
            base_put(out, n++ ? "," : "");
            base_put_number(out, i);
        }
    base_put_char(out, ']');
}

/* Whom all wait for: how long, until when, and what they can do about it. */
static void put_owed(struct base_out *out, const struct table *table, const struct table_viewer *viewer, int i)
{
    const struct table_seat *seat = &table->seat[i];
    int64_t owed = viewer->now_ms - seat->asked_ms, left = (int64_t)table->options.turn_s * 1000 - owed;
    int64_t vote = table_vote_ms(table, i, viewer->here >> i & 1 ? 0 : viewer->gone_ms[i], viewer->now_ms);
    put_flag(out, "owes", true);
    if (seat->kind != TABLE_SEAT_GUEST || seat->away)
        return;
    put_number(out, "owes_ms", owed > 0 ? owed : 0);
    if (table->options.turn_s)
        put_number(out, "left_ms", left > 0 ? left : 0);
    if (vote >= 0)
        put_number(out, "vote_ms", vote);
}

static void put_seat(struct base_out *out, const struct table *table, const struct table_viewer *viewer, int i)
{
    const struct table_seat *seat = &table->seat[i];
    bool here = viewer->here >> i & 1;
    put_sitter(out, seat);
    if (seat->kind == TABLE_SEAT_GUEST)
        put_flag(out, "here", here);
    if (seat->kind == TABLE_SEAT_GUEST && !here && viewer->gone_ms[i] > 0)
        put_number(out, "gone_ms", viewer->gone_ms[i]);
    if (seat->away)
        put_flag(out, "away", true);
    if (table_owe(table) >> i & 1)
        put_owed(out, table, viewer, i);
    if (seat->votes)
        put_mask(out, "votes", seat->votes);
    if (seat->offered && table->phase == TABLE_PLAY)
        put_flag(out, "offered", true);
    base_put_char(out, '}');
}

static void put_seats(struct base_out *out, const struct table *table, const struct table_viewer *viewer)
{
    put_key(out, "seats");
    for (int i = 0; i < table->options.seats; i++) {
        base_put_char(out, i ? ',' : '[');
        put_seat(out, table, viewer, i);
    }
    base_put_char(out, ']');
}

/* -------------------------------------------------------------------------------------------------- view and events */

static void put_view(struct base_out *out, const struct table *table, const struct table_viewer *viewer)
{
    char text[TEXT_POSITION_MAX];
    struct base_out view_out = base_out_of(text, sizeof text);
    struct ff_view view;
    ff_view_of(&table->game, viewer->seat, &view);
    if (!table->options.aid) {
        view.own.trash = 0;
        view.own.known_n = 0;
        memset(view.own.known, 0, sizeof view.own.known);
    }
    text_position_view(&view_out, &view);
    put_key(out, "view");
    put_plain(out, text, view_out.length);
}

static void put_legal(struct base_out *out, const struct table *table, int seat)
{
    char text[64];
    struct ff_view view;
    ff_view_of(&table->game, seat, &view);
    ff_options options = ff_legal(&table->edition.values, &view);
    put_key(out, "legal");
    base_put_char(out, '[');
    for (int i = 0, n = ff_popcount(options); i < n; i++) {
        struct base_out one = base_out_of(text, sizeof text);
        text_action(&one, ff_action_of(view.pub.stage, (unsigned)ff_option_nth(options, i)));
        base_put(out, i ? ",\"" : "\"");
        base_put_bytes(out, text, one.length);
        base_put_char(out, '"');
    }
    base_put_char(out, ']');
}

struct telling {
    struct base_out *out;
    const struct table *table;
    int seat;
    int n;
};

static void tell(struct telling *telling, const struct ff_event *event)
{
    bool to_remember = event->kind == FF_EVENT_BURIED || event->kind == FF_EVENT_TRASHED;
    if (event->kind == FF_EVENT_NONE)
        return;
    base_put(telling->out, telling->n++ ? ",\"" : "\"");
    text_event_line(telling->out, event, to_remember && !telling->table->options.aid ? FF_NOBODY : telling->seat);
    base_put_char(telling->out, '"');
}

static void follow_and_tell(struct telling *telling, struct ff_game *game, bool aloud)
{
    struct ff_event event;
    while (ff_follow(&telling->table->edition.values, game, &event))
        if (aloud)
            tell(telling, &event);
}

/* Plays the whole game again, telling what came after `since`. */
static void tell_again(struct telling *telling, uint32_t since)
{
    const struct table *table = telling->table;
    struct ff_game game;
    struct ff_event event;
    ff_prepare(&table->edition.values, &table->setup, &game);
    follow_and_tell(telling, &game, table->begun > since);
    uint32_t number = table->begun;
    for (size_t i = 0; i < table->moves_n; i++) {
        struct table_move move = table->moves[i];
        number += move.step;
        bool aloud = number > since;
        if (move.what == TABLE_NO_MOVE)
            continue;
        ff_play(&table->edition.values, &game, table_move_seat(move), table_move_action(move), &event);
        if (aloud)
            tell(telling, &event);
        follow_and_tell(telling, &game, aloud);
    }
}

static void put_events(struct base_out *out, const struct table *table, const struct table_viewer *viewer)
{
    struct telling telling = {out, table, viewer->seat, 0};
    put_key(out, "events");
    base_put_char(out, '[');
    if (viewer->since >= table->recent_after) {
        int first = table->recent_n;
        while (first > 0 && table->recent[first - 1].number > viewer->since)
            first--;
        for (int i = first; i < table->recent_n; i++)
            tell(&telling, &table->recent[i].event);
    } else {
        tell_again(&telling, viewer->since);
    }
    base_put_char(out, ']');
}

static void put_chat(struct base_out *out, const struct table *table, const struct table_viewer *viewer)
{
    bool any = false;
    for (int i = 0; i < table->chat_n; i++) {
        const struct table_chat *chat = table->chat[i];
        if (chat->number <= viewer->since || viewer->muted >> chat->seat & 1)
            continue;
        if (!any)
            put_key(out, "chat");
        base_put(out, any ? ",{\"number\":" : "[{\"number\":");
        base_put_unsigned(out, chat->number);
        put_number(out, "seat", chat->seat);
        put_text(out, "text", chat->text);
        base_put_char(out, '}');
        any = true;
    }
    if (any)
        base_put_char(out, ']');
}

/* ---------------------------------------------------------------------------------------------------------- the end */

static void put_winners(struct base_out *out, const struct ff_public *pub)
{
    struct ff_result result;
    ff_result(pub, &result);
    base_put(out, "{\"winners\":[");
    for (int i = 0, n = 0; i < pub->players; i++)
        if (result.winners >> i & 1) {
            base_put(out, n++ ? "," : "");
            base_put_number(out, i);
        }
    base_put(out, "],\"coins\":[");
    for (int i = 0; i < pub->players; i++) {
        base_put(out, i ? "," : "");
        base_put_unsigned(out, pub->coins[i]);
    }
    base_put(out, result.palace ? "],\"reason\":\"palace\"}" : "],\"reason\":\"round-limit\"}");
}

/* What each seat gave, in the words of the record. */
static void put_gifts(struct base_out *out, const struct table *table)
{
    put_key(out, "deal");
    for (int i = 0; i < table->options.seats; i++) {
        base_put(out, i ? ",\"" : "[\"");
        record_fair_put_seat(out, &table->seat[i].gave);
        base_put_char(out, '"');
    }
    base_put_char(out, ']');
}

/* Who withheld a value in a round before. */
static void put_shut_out(struct base_out *out, const struct table *table)
{
    unsigned mask = 0;
    for (int i = 0; i < table->options.seats; i++)
        mask |= (unsigned)table->seat[i].shut_out << i;
    put_mask(out, "shut_out", mask);
}

/* What lies on the table before the cards do: everybody may see who gave what, and what is waited for. */
static void put_dealing(struct base_out *out, const struct table *table, const struct table_viewer *viewer)
{
    int64_t left = table->full_ms + TABLE_REVEAL_S * 1000 - viewer->now_ms;
    put_key(out, "commit");
    put_hex(out, table->commit);
    put_gifts(out, table);
    if (table->void_n) {
        put_number(out, "deal_round", table->void_n + 1);
        put_shut_out(out, table);
    }
    if (!table_dealing(table))
        return;
    put_text(out, "wants", table_wants(table) == TABLE_WANTS_SEALS ? "seals" : "values");
    put_number(out, "deal_ms", left > 0 ? left : 0);
}

/* ------------------------------------------------------------------------------------------------------ full frames */

static void put_options(struct base_out *out, const struct table *table)
{
    const struct table_options *options = &table->options;
    put_key(out, "options");
    base_put(out, "{\"mode\":\"");
    base_put(out, text_mode(options->mode));
    base_put(out, options->watch == TABLE_WATCH_ANYONE ? "\",\"watch\":\"anyone\"" : "\",\"watch\":\"nobody\"");
    put_flag(out, "aid", options->aid);
    put_flag(out, "listed", options->listed);
    put_number(out, "turn_s", options->turn_s);
    put_number(out, "grace_s", options->grace_s);
    put_number(out, "level", options->level);
    if (*table->before)
        put_text(out, "before", table->before);
    base_put_char(out, '}');
}

static void put_fixed(struct base_out *out, const struct table *table, const struct table_viewer *viewer)
{
    char text[TEXT_EDITION_MAX];
    struct base_out edition = base_out_of(text, sizeof text);
    put_options(out, table);
    put_flag(out, "host", viewer->host);
    text_edition(&edition, &table->edition);
    put_text(out, "edition", text);
}

void table_frame(const struct table *table, const struct table_viewer *viewer, struct base_out *out)
{
    bool sees = viewer->seat != FF_NOBODY || table_may_watch(table);
    uint32_t since = viewer->since < table->number ? viewer->since : table->number;
    base_put(out, "{\"type\":\"table\",\"table\":\"");
    base_put(out, table->id);
    base_put_char(out, '"');
    put_number(out, "number", table->number);
    put_number(out, "since", since);
    if (viewer->ack)
        put_text(out, "ack", viewer->ack);
    put_key(out, "seat");
    if (viewer->seat == FF_NOBODY)
        base_put(out, "null");
    else
        base_put_number(out, viewer->seat);
    put_text(out, "phase", phase_words[table->phase]);
    put_seats(out, table, viewer);
    bool begins = table->begun && since < table->begun;
    if (viewer->full || begins || table_dealing(table))
        put_fixed(out, table, viewer);
    if (viewer->full || begins || table->phase == TABLE_OPEN)
        put_dealing(out, table, viewer);
    if (sees && table->begun) {
        put_view(out, table, viewer);
        put_events(out, table, viewer);
        if (viewer->legal && viewer->seat != FF_NOBODY && table_owe(table) >> viewer->seat & 1)
            put_legal(out, table, viewer->seat);
    }
    if (sees)
        put_chat(out, table, viewer);
    if (sees && table->phase == TABLE_OVER) {
        put_key(out, "result");
        put_winners(out, &table->game.pub);
        put_key(out, "seed");
        put_hex(out, table->seed);
    }
    if (*table->rematch)
        put_text(out, "rematch", table->rematch);
    base_put_char(out, '}');
}

/* ------------------------------------------------------------------------------------------------------------ lists */

void table_about(const struct table *table, struct base_out *out)
{
    base_put(out, "\"mode\":\"");
    base_put(out, text_mode(table->options.mode));
    base_put(out, "\",\"round\":");
    base_put_unsigned(out, table->game.pub.round);
    put_number(out, "turn_s", table->options.turn_s);
    put_flag(out, "watch", table_may_watch(table));
    put_key(out, "seats");
    for (int i = 0; i < table->options.seats; i++) {
        base_put_char(out, i ? ',' : '[');
        put_sitter(out, &table->seat[i]);
        base_put_char(out, '}');
    }
    base_put_char(out, ']');
}

/* --------------------------------------------------------------------------------------------------- after the game */

bool table_record(const struct table *table, struct base_out *out)
{
    struct record_fair fair;
    struct record_about about = {.edition = *table->edition.name ? table->edition.name : NULL, .fair = &fair};
    struct record_writer writer;
    struct ff_game game;
    struct ff_event event;
    if (table->phase != TABLE_OVER)
        return false;
    table_fair(table, &fair);
    for (int i = 0; i < table->options.seats; i++)
        about.names[i] = table->seat[i].kind == TABLE_SEAT_BOT ? level_name(table->seat[i].level) : table->seat[i].name;
    record_begin(&writer, out, &table->edition.values, &table->setup, &about);
    ff_prepare(&table->edition.values, &table->setup, &game);
    for (size_t i = 0;; i++) {
        while (ff_follow(&table->edition.values, &game, &event))
            record_event(&writer, &game, &event);
        if (i == table->moves_n)
            return true;
        if (table->moves[i].what == TABLE_NO_MOVE)
            continue;
        ff_play(&table->edition.values, &game, table_move_seat(table->moves[i]), table_move_action(table->moves[i]),
                &event);
        record_event(&writer, &game, &event);
    }
}
