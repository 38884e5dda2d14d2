/* frame.c - writes the state of a table for one viewer as JSON; see table.h and docs/authors/protocol.md. The game's
 * part comes from ff_view_of(game, seat) and from events as that seat may see them, so this code never reads the hidden
 * cards of other seats. */
#include "table_internal.h"

#include "engine/base/json_write.h"
#include "engine/record/replay.h"
#include "engine/text/event.h"
#include "engine/text/names.h"
#include "engine/text/notation.h"
#include "engine/text/position.h"

#include <string.h>

/* Writes a text of printable ASCII and newlines without quotation marks as a JSON string. */
static void put_plain(struct base_out *out, const char *text, size_t length)
{
    base_json_open(out, '"');
    for (const char *end; (end = memchr(text, '\n', length)); text = end + 1) {
        base_put_bytes(out, text, (size_t)(end - text));
        base_put_bytes(out, "\\n", 2);
        length -= (size_t)(end - text) + 1;
    }
    base_put_bytes(out, text, length);
    base_json_close(out, '"');
}

static const char *const phase_words[] = {"open", "play", "over"};

/* ------------------------------------------------------------------------------------------------------------ seats */

static const char *level_name(int level)
{
    static const char *const names[TABLE_LEVELS + 1] = {"?",      "level1", "level2", "level3",
                                                        "level4", "level5", "level6", "level7"};
    return names[level >= 1 && level <= TABLE_LEVELS ? level : 0];
}

static void put_sitter(struct base_out *out, const struct table_seat *seat)
{
    static const char *const kinds[] = {"open", "guest", "bot"};
    base_json_open(out, '{');
    base_json_string(out, "is", kinds[seat->kind]);
    if (seat->kind == TABLE_SEAT_GUEST)
        base_json_string(out, "name", seat->name);
    if (seat->kind == TABLE_SEAT_BOT) {
        base_json_string(out, "name", level_name(seat->level));
        base_json_number(out, "level", seat->level);
    }
}

/* Writes that seat i must decide: for how long it has been its turn, how much time is left, and when the others may
 * vote for a bot. */
static void put_owed(struct base_out *out, const struct table *table, const struct table_viewer *viewer, int i)
{
    const struct table_seat *seat = &table->seat[i];
    int64_t owed = viewer->now_ms - seat->asked_ms, end_ms = table_clock_deadline_ms(table, i);
    int64_t left = end_ms - viewer->now_ms;
    int64_t vote = table_vote_wait_ms(table, i, viewer->here >> i & 1 ? 0 : viewer->gone_ms[i], viewer->now_ms);
    base_json_flag(out, "owes", true);
    if (seat->kind != TABLE_SEAT_GUEST || seat->away)
        return;
    base_json_number(out, "owes_ms", owed > 0 ? owed : 0);
    if (end_ms)
        base_json_number(out, "left_ms", left > 0 ? left : 0);
    if (vote >= 0)
        base_json_number(out, "vote_ms", vote);
}

/* Writes the reserve and the holidays of seat i, if the table's options include them. */
static void put_slow_clock(struct base_out *out, const struct table *table, const struct table_viewer *viewer, int i)
{
    const struct table_seat *seat = &table->seat[i];
    if (table->phase != TABLE_PLAY || seat->kind != TABLE_SEAT_GUEST)
        return;
    if (table->options.reserve_s)
        base_json_number(out, "reserve_ms", table_reserve_left_ms(table, i, viewer->now_ms));
    if (table->options.holidays)
        base_json_number(out, "holidays", seat->holidays);
    if (seat->holiday_ms > viewer->now_ms)
        base_json_number(out, "holiday_ms", seat->holiday_ms - viewer->now_ms);
}

static void put_seat(struct base_out *out, const struct table *table, const struct table_viewer *viewer, int i)
{
    const struct table_seat *seat = &table->seat[i];
    bool here = viewer->here >> i & 1;
    put_sitter(out, seat);
    if (seat->kind == TABLE_SEAT_GUEST)
        base_json_flag(out, "here", here);
    if (seat->kind == TABLE_SEAT_GUEST && !here && viewer->gone_ms[i] > 0)
        base_json_number(out, "gone_ms", viewer->gone_ms[i]);
    if (seat->away)
        base_json_flag(out, "away", true);
    if (table_seats_to_act(table) >> i & 1)
        put_owed(out, table, viewer, i);
    put_slow_clock(out, table, viewer, i);
    if (seat->slow)
        base_json_flag(out, "slow", true);
    if (seat->planned)
        base_json_flag(out, "planned", true);
    if (seat->votes)
        base_json_mask(out, "votes", seat->votes);
    if (seat->offered && table->phase == TABLE_PLAY)
        base_json_flag(out, "offered", true);
    base_json_close(out, '}');
}

static void put_seats(struct base_out *out, const struct table *table, const struct table_viewer *viewer)
{
    base_json_begin(out, "seats", '[');
    for (int i = 0; i < table->options.seats; i++)
        put_seat(out, table, viewer, i);
    base_json_close(out, ']');
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
    base_json_key(out, "view");
    put_plain(out, text, view_out.length);
}

static void put_legal(struct base_out *out, const struct table *table, int seat)
{
    struct ff_view view;
    ff_view_of(&table->game, seat, &view);
    ff_options options = ff_legal(&table->edition.values, &view);
    base_json_begin(out, "legal", '[');
    for (; options; options &= options - 1) {
        base_json_open(out, '"');
        text_action(out, ff_action_of(view.pub.stage, (unsigned)ff_lowest(options)));
        base_json_close(out, '"');
    }
    base_json_close(out, ']');
}

/* Writes the viewer's own plan, whether it can still be played, and what it would do if the turn came now. */
static void put_plan(struct base_out *out, const struct table *table, const struct table_viewer *viewer)
{
    struct text_plan plan;
    struct base_error error;
    struct ff_view view;
    ff_view_of(&table->game, viewer->seat, &view);
    if (!text_plan_evaluate(&table->edition.values, &view, viewer->plan, strlen(viewer->plan), &plan, &error))
        return;
    base_json_begin(out, "plan", '{');
    base_json_number(out, "round", table->game.pub.round);
    base_json_string(out, "text", viewer->plan);
    text_plan_json(out, &plan);
    base_json_close(out, '}');
}

/* Iterates over the game's moves and gives the number of the log entry that each belongs to. */
struct moves {
    const struct table *table;
    size_t at;
    uint32_t number;
};

static bool next_move(void *whose, struct record_decision *decision)
{
    struct moves *moves = whose;
    while (moves->at < moves->table->moves_n) {
        struct table_move move = moves->table->moves[moves->at++];
        moves->number += move.step;
        if (move.what == TABLE_NO_MOVE)
            continue;
        decision->seat = (uint8_t)table_move_seat(move);
        decision->action = table_move_action(move);
        return true;
    }
    return false;
}

struct event_writer {
    struct base_out *out;
    const struct table *table;
    int seat;
};

static void put_event(struct event_writer *writer, const struct ff_event *event)
{
    bool to_remember = event->kind == FF_EVENT_BURIED || event->kind == FF_EVENT_TRASHED;
    if (event->kind == FF_EVENT_NONE)
        return;
    base_json_open(writer->out, '"');
    text_event_line(writer->out, event, to_remember && !writer->table->options.aid ? FF_NOBODY : writer->seat);
    base_json_close(writer->out, '"');
}

/* Replays the whole game and writes only the events that follow entry `since`. */
static void replay_events(struct event_writer *writer, uint32_t since)
{
    const struct table *table = writer->table;
    struct moves moves = {table, 0, table->begun};
    struct record_replay replay;
    struct ff_event event;
    record_replay_begin(&replay, &table->edition.values, &table->setup, (struct record_source){next_move, &moves});
    while (record_replay_step(&replay, &event))
        if (moves.number > since)
            put_event(writer, &event);
}

static void put_events(struct base_out *out, const struct table *table, const struct table_viewer *viewer)
{
    struct event_writer writer = {out, table, viewer->seat};
    base_json_begin(out, "events", '[');
    if (viewer->since >= table->recent_after) {
        int first = table->recent_n;
        while (first > 0 && table->recent[first - 1].number > viewer->since)
            first--;
        for (int i = first; i < table->recent_n; i++)
            put_event(&writer, &table->recent[i].event);
    } else {
        replay_events(&writer, viewer->since);
    }
    base_json_close(out, ']');
}

static void put_chat(struct base_out *out, const struct table *table, const struct table_viewer *viewer)
{
    bool any = false;
    for (int i = 0; i < table->chat_n; i++) {
        const struct table_chat *chat = table->chat[i];
        if (chat->number <= viewer->since || viewer->muted >> chat->seat & 1)
            continue;
        if (!any) {
            base_json_begin(out, "chat", '[');
        }
        base_json_open(out, '{');
        base_json_number(out, "number", chat->number);
        base_json_number(out, "seat", chat->seat);
        base_json_string(out, "text", chat->text);
        base_json_close(out, '}');
        any = true;
    }
    if (any)
        base_json_close(out, ']');
}

/* -------------------------------------------------------------------------------------------------- deal and result */

static void put_winners(struct base_out *out, const struct ff_public *pub)
{
    struct ff_result result;
    ff_result(pub, &result);
    base_json_begin(out, "result", '{');
    base_json_mask(out, "winners", result.winners);
    base_json_begin(out, "coins", '[');
    for (int i = 0; i < pub->players; i++)
        base_json_value(out, pub->coins[i]);
    base_json_close(out, ']');
    base_json_string(out, "reason", result.palace ? "palace" : "round-limit");
    base_json_close(out, '}');
}

/* Writes each seat's contribution to the deal in the format of game records. */
static void put_deal_values(struct base_out *out, const struct table *table)
{
    base_json_begin(out, "deal", '[');
    for (int i = 0; i < table->options.seats; i++) {
        base_json_open(out, '"');
        record_fair_put_seat(out, &table->seat[i].gave);
        base_json_close(out, '"');
    }
    base_json_close(out, ']');
}

/* Writes the seats that may no longer contribute to the deal because they withheld a value. */
static void put_shut_out(struct base_out *out, const struct table *table)
{
    unsigned mask = 0;
    for (int i = 0; i < table->options.seats; i++)
        mask |= (unsigned)table->seat[i].shut_out << i;
    base_json_mask(out, "shut_out", mask);
}

/* Writes the state of the deal before the cards are dealt. Everybody may see all contributions, and whether the deal is
 * waiting for values or for seals. */
static void put_dealing(struct base_out *out, const struct table *table, const struct table_viewer *viewer)
{
    int64_t left = table->full_ms + TABLE_REVEAL_S * 1000 - viewer->now_ms;
    base_json_hex(out, "commit", table->commit, sizeof table->commit);
    put_deal_values(out, table);
    if (table->void_n) {
        base_json_number(out, "deal_round", table->void_n + 1);
        put_shut_out(out, table);
    }
    if (!table_is_dealing(table))
        return;
    base_json_string(out, "wants", table_deal_step(table) == TABLE_DEAL_STEP_SEALS ? "seals" : "values");
    base_json_number(out, "deal_ms", left > 0 ? left : 0);
}

/* ------------------------------------------------------------------------------------------------------ full frames */

static void put_options(struct base_out *out, const struct table *table)
{
    const struct table_options *options = &table->options;
    base_json_begin(out, "options", '{');
    base_json_string(out, "mode", text_mode(options->mode));
    base_json_string(out, "watch", options->watch == TABLE_WATCH_ANYONE ? "anyone" : "nobody");
    base_json_flag(out, "aid", options->aid);
    base_json_flag(out, "listed", options->listed);
    base_json_flag(out, "rated", options->rated);
    if (options->programs)
        base_json_flag(out, "programs", true);
    base_json_number(out, "turn_s", options->turn_s);
    if (table_has_pauses(options)) {
        char pause[TABLE_PAUSE_MAX];
        struct base_out text = base_out_of(pause, sizeof pause);
        table_pause_put(&text, options);
        base_json_string(out, "pause", pause);
    }
    base_json_number(out, "grace_s", options->grace_s);
    if (options->reserve_s) {
        base_json_number(out, "reserve_s", options->reserve_s);
        base_json_number(out, "increment_s", options->increment_s);
    }
    if (options->holidays)
        base_json_number(out, "holidays", options->holidays);
    base_json_number(out, "level", options->level);
    if (*table->before)
        base_json_string(out, "before", table->before);
    if (*table->deal) {
        base_json_string(out, "deal", table->deal);
        base_json_number(out, "closes_ms", table->closes_ms);
    }
    base_json_close(out, '}');
}

static void put_fixed(struct base_out *out, const struct table *table, const struct table_viewer *viewer)
{
    char text[TEXT_EDITION_MAX];
    struct base_out edition = base_out_of(text, sizeof text);
    put_options(out, table);
    base_json_flag(out, "host", viewer->host);
    if (viewer->muted)
        base_json_mask(out, "muted", viewer->muted);
    text_edition(&edition, &table->edition);
    base_json_string(out, "edition", text);
}

void table_frame(const struct table *table, const struct table_viewer *viewer, struct base_out *out)
{
    bool sees = viewer->seat != FF_NOBODY || table_may_watch(table);
    uint32_t since = viewer->since < table->number ? viewer->since : table->number;
    base_json_open(out, '{');
    base_json_string(out, "type", "table");
    base_json_string(out, "table", table->id);
    base_json_number(out, "number", table->number);
    base_json_number(out, "since", since);
    if (viewer->ack)
        base_json_string(out, "ack", viewer->ack);
    base_json_key(out, "seat");
    if (viewer->seat == FF_NOBODY)
        base_json_null(out);
    else
        base_json_value(out, viewer->seat);
    base_json_string(out, "phase", phase_words[table->phase]);
    put_seats(out, table, viewer);
    bool begins = table->begun && since < table->begun;
    if (viewer->full || begins || since < table->slowed || table_is_dealing(table))
        put_fixed(out, table, viewer);
    if (viewer->full || begins || table->phase == TABLE_OPEN)
        put_dealing(out, table, viewer);
    if (sees && table->begun) {
        put_view(out, table, viewer);
        put_events(out, table, viewer);
        if (viewer->legal && viewer->seat != FF_NOBODY && table_seats_to_act(table) >> viewer->seat & 1)
            put_legal(out, table, viewer->seat);
        if (viewer->plan && viewer->seat != FF_NOBODY)
            put_plan(out, table, viewer);
    }
    if (sees)
        put_chat(out, table, viewer);
    if (sees && table->phase == TABLE_OVER) {
        put_winners(out, &table->game.pub);
        if (!table_deal_is_secret(table, viewer->now_ms))
            base_json_hex(out, "seed", table->seed, sizeof table->seed);
    }
    if (sees && *table->rematch)
        base_json_string(out, "rematch", table->rematch);
    base_json_close(out, '}');
}

/* ------------------------------------------------------------------------------------------------------------ lists */

/* A seat's best moments of a finished game. A moment is the number of visible events up to it, as in `?at=` of the
 * page. */
struct best_moments {
    unsigned sale, sale_round, sale_at; /* the first of its biggest sales, in coins */
    unsigned behind, behind_round,
        behind_at; /* Palace parts behind the leader at the end of a round, most and latest */
};

static void note_sale(struct best_moments *best, const struct ff_event *event, unsigned round, unsigned at)
{
    if (event->income > best->sale) {
        best->sale = event->income;
        best->sale_round = round;
        best->sale_at = at;
    }
}

static void note_round_end(struct best_moments *best, const struct ff_public *pub, unsigned round, unsigned at)
{
    int most = 0;
    for (int i = 0; i < pub->players; i++)
        most = ff_palace_parts(pub, i) > most ? ff_palace_parts(pub, i) : most;
    for (int i = 0; i < pub->players; i++) {
        unsigned behind = (unsigned)(most - ff_palace_parts(pub, i));
        if (behind && behind >= best[i].behind) {
            best[i].behind = behind;
            best[i].behind_round = round;
            best[i].behind_at = at;
        }
    }
}

static void find_best_moments(const struct table *table, struct best_moments best[FF_PLAYERS_MAX])
{
    struct moves moves = {table, 0, table->begun};
    struct record_replay replay;
    struct ff_event event;
    unsigned at = 0;
    record_replay_begin(&replay, &table->edition.values, &table->setup, (struct record_source){next_move, &moves});
    while (record_replay_step(&replay, &event)) {
        at += event.kind != FF_EVENT_NONE;
        if (event.kind == FF_EVENT_SOLD)
            note_sale(&best[event.seat], &event, replay.game.pub.round, at);
        if (event.kind == FF_EVENT_ROUND)
            note_round_end(best, &replay.game.pub, event.round, at);
    }
}

static void put_moment(struct base_out *out, const char *key, unsigned value, unsigned round, unsigned at)
{
    if (!value)
        return;
    base_json_begin(out, key, '[');
    base_json_value(out, value);
    base_json_value(out, round);
    base_json_value(out, at);
    base_json_close(out, ']');
}

void table_summary(const struct table *table, struct base_out *out)
{
    struct best_moments best[FF_PLAYERS_MAX] = {{0}};
    struct ff_result result = {.over = table->phase == TABLE_OVER};
    if (result.over) {
        ff_result(&table->game.pub, &result);
        find_best_moments(table, best);
    }
    base_json_string(out, "mode", text_mode(table->options.mode));
    base_json_number(out, "round", table->game.pub.round);
    base_json_number(out, "turn_s", table->options.turn_s);
    if (table->options.reserve_s)
        base_json_number(out, "reserve_s", table->options.reserve_s);
    base_json_flag(out, "rated", table->options.rated);
    if (table->options.programs)
        base_json_flag(out, "programs", true);
    base_json_flag(out, "watch", table_may_watch(table));
    if (*table->deal)
        base_json_string(out, "deal", table->deal);
    base_json_begin(out, "seats", '[');
    for (int i = 0; i < table->options.seats; i++) {
        put_sitter(out, &table->seat[i]);
        if (table->seat[i].kind == TABLE_SEAT_GUEST) {
            put_moment(out, "sale", best[i].sale, best[i].sale_round, best[i].sale_at);
            if (result.winners >> i & 1)
                put_moment(out, "behind", best[i].behind, best[i].behind_round, best[i].behind_at);
        }
        base_json_close(out, '}');
    }
    base_json_close(out, ']');
    if (table->phase == TABLE_OVER)
        base_json_mask(out, "winners", result.winners);
}

/* --------------------------------------------------------------------------------------------------- after the game */

/* Writes the record of a finished game. It includes the proof of the deal if `fair` is not NULL. */
static bool write_record(const struct table *table, const struct record_fair *fair, struct base_out *out)
{
    struct record_about about = {.edition = *table->edition.name ? table->edition.name : NULL, .fair = fair};
    struct moves moves = {table, 0, table->begun};
    if (table->phase != TABLE_OVER)
        return false;
    for (int i = 0; i < table->options.seats; i++)
        about.names[i] = table->seat[i].kind == TABLE_SEAT_BOT ? level_name(table->seat[i].level) : table->seat[i].name;
    record_write(out, &table->edition.values, &table->setup, &about, (struct record_source){next_move, &moves});
    return true;
}

bool table_record(const struct table *table, struct base_out *out)
{
    struct record_fair fair;
    table_fair_inputs(table, &fair);
    return write_record(table, &fair, out);
}

bool table_shared_record(const struct table *table, struct base_out *out) { return write_record(table, NULL, out); }
