/* apply_entry.c - applies the entries of a log to a table; see table.h. Each kind of entry has a function that checks
 * the whole entry before it changes the table, so an invalid entry leaves the table unchanged. */
#include "engine/base/hex.h"
#include "table_internal.h"

#include "engine/base/number.h"
#include "engine/base/words.h"
#include "engine/text/notation.h"

#include <stdlib.h>
#include <string.h>

struct table *table_new(const char *id)
{
    struct table *table = calloc(1, sizeof *table);
    if (table)
        memcpy(table->id, id, TABLE_ID_LENGTH);
    return table;
}

void table_free(struct table *table)
{
    if (!table)
        return;
    for (int i = 0; i < table->chat_n; i++)
        free(table->chat[i]);
    free(table->void_round);
    free(table->moves);
    free(table);
}

/* ----------------------------------------------------------------------------------------------------------- events */

/* Makes room for n new events by dropping all events of the oldest entries. */
static void make_event_room(struct table *table, int n)
{
    int drop = 0;
    if (table->recent_n + n <= TABLE_RECENT_MAX)
        return;
    while (drop < table->recent_n &&
           (table->recent_n - drop + n > TABLE_RECENT_MAX || table->recent[drop].number == table->recent_after))
        table->recent_after = table->recent[drop++].number;
    table->recent_n -= drop;
    memmove(table->recent, table->recent + drop, (size_t)table->recent_n * sizeof *table->recent);
}

static void append_recent_events(struct table *table, const struct table_recent_event *events, int n)
{
    if (n > TABLE_RECENT_MAX) { /* too many events to keep, so frames will replay the game to get them */
        table->recent_n = 0;
        table->recent_after = events[0].number;
        return;
    }
    make_event_room(table, n);
    memcpy(table->recent + table->recent_n, events, (size_t)n * sizeof *events);
    table->recent_n += n;
}

/* Collects the events that one log entry produces. */
struct turn_events {
    uint32_t number;
    int n;
    struct table_recent_event event[TABLE_RECENT_MAX];
};

static void turn_events_add(struct turn_events *events, const struct ff_event *event)
{
    if (event->kind == FF_EVENT_NONE)
        return;
    if (events->n < TABLE_RECENT_MAX)
        events->event[events->n] = (struct table_recent_event){events->number, *event};
    events->n++;
}

static void play_automatic_steps(const struct table *table, struct ff_game *game, struct turn_events *events)
{
    struct ff_event event;
    while (ff_follow(&table->edition.values, game, &event))
        turn_events_add(events, &event);
}

/* ------------------------------------------------------------------------------------------------------------ turns */

unsigned table_turn_key(const struct ff_public *pub)
{
    unsigned phase = pub->stage == FF_STAGE_KEEP ? 0 : pub->stage == FF_STAGE_DRAW ? 1 : 2;
    return pub->round * 4u + phase;
}

/* Subtracts the time that the seat used for the ending turn from its reserve. */
static void charge_reserve(const struct table *table, struct table_seat *seat, int64_t at_ms)
{
    int64_t ran_ms = seat->ran_ms + table_clock_run_ms(&table->options, seat->clock_ms, at_ms);
    if (table->options.reserve_s)
        seat->reserve_ms = ran_ms < seat->reserve_ms ? seat->reserve_ms - ran_ms : 0;
}

static void start_clock(struct table_seat *seat, int64_t at_ms)
{
    seat->asked_ms = at_ms;
    seat->ran_ms = 0;
    seat->clock_ms = seat->holiday_ms > at_ms ? seat->holiday_ms : at_ms;
}

static void add_to_reserve(const struct table *table, struct table_seat *seat)
{
    int64_t full_ms = (int64_t)table->options.reserve_s * 1000;
    int64_t reserve_ms = seat->reserve_ms + (int64_t)table->options.increment_s * 1000;
    seat->reserve_ms = reserve_ms < full_ms ? reserve_ms : full_ms;
}

/* Updates which seats must decide after seat `mover` has acted. At the start of the game `mover` is FF_NOBODY. */
static void update_decisions_due(struct table *table, unsigned key_before, int mover, uint32_t number, int64_t at_ms)
{
    bool other_turn = table_turn_key(&table->game.pub) != key_before;
    for (int i = 0; i < table->options.seats; i++) {
        struct table_seat *seat = &table->seat[i];
        bool owes = table->game.pub.owe >> i & 1;
        if (!owes || other_turn || i == mover)
            seat->votes = 0;
        if (seat->asked && (!owes || other_turn) && !seat->away)
            charge_reserve(table, seat, at_ms);
        if (table_turn_key(&table->game.pub) >> 2 > key_before >> 2)
            add_to_reserve(table, seat);
        if (!owes) {
            seat->asked = 0;
            seat->asked_ms = seat->clock_ms = seat->ran_ms = 0;
            continue;
        }
        if (!seat->asked || other_turn)
            start_clock(seat, at_ms);
        if (!seat->asked || other_turn || i == mover)
            seat->asked = number;
    }
    table->phase = table->game.pub.owe ? TABLE_PLAY : TABLE_OVER;
}

static void begin_game(struct table *table, uint32_t number, int64_t at_ms)
{
    struct turn_events events = {.number = number};
    struct record_fair fair;
    table_fair_inputs(table, &fair);
    table_deal_setup(&fair, &table->edition.values, table->options.seats, table->options.mode, &table->setup);
    if (ff_prepare(&table->edition.values, &table->setup, &table->game) != FF_SETUP_OK)
        abort(); /* impossible unless the deal has a bug */
    play_automatic_steps(table, &table->game, &events);
    table->begun = table->recent_after = table->moves_number = number;
    table->recent_after--;
    append_recent_events(table, events.event, events.n);
    for (int i = 0; i < table->options.seats; i++) {
        table->seat[i].reserve_ms = (int64_t)table->options.reserve_s * 1000;
        table->seat[i].holidays = table->options.holidays;
    }
    update_decisions_due(table, ~0u, FF_NOBODY, number, at_ms);
}

static bool has_closed_seal(const struct table *table)
{
    for (int i = 0; i < table->options.seats; i++)
        if (table->seat[i].gave.how == RECORD_FAIR_WITHHELD && !table->seat[i].shut_out)
            return true;
    return false;
}

/* Starts the game if all seats are taken and all seals are opened. */
static void begin_game_if_ready(struct table *table, uint32_t number, int64_t at_ms)
{
    if (table_has_open_seat(table))
        return;
    if (!table->full_ms)
        table->full_ms = at_ms;
    if (!has_closed_seal(table))
        begin_game(table, number, at_ms);
}

/* ---------------------------------------------------------------------------------------------------------- entries */

static bool wrong(struct base_error *error, const struct base_word *at, const char *what)
{
    struct base_out out = base_error_at(error, at);
    base_put(&out, what);
    return false;
}

struct reading {
    struct table *table;
    const struct table_entry *entry;
    struct base_words words;
    struct base_error *error;
};

/* Reads the next word as a seat number and checks that the seat is of that kind. */
static bool read_seat(struct reading *in, int kind, int *seat)
{
    struct base_word word;
    unsigned number;
    base_words_next(&in->words, &word);
    if (!base_word_number(&word, in->table->options.seats - 1u, &number) || in->table->seat[number].kind != kind)
        return wrong(in->error, &word, "no such seat, or not as it is now");
    *seat = (int)number;
    return true;
}

static bool read_id(struct reading *in, char id[TABLE_ID_SIZE])
{
    struct base_word word;
    base_words_next(&in->words, &word);
    if (!table_id_is_valid(word.text, word.length))
        return wrong(in->error, &word, "no id");
    memcpy(id, word.text, TABLE_ID_LENGTH);
    id[TABLE_ID_LENGTH] = '\0';
    return true;
}

static bool check_phase(struct reading *in, enum table_phase phase)
{
    struct base_word none = {.line = 1, .column = 1};
    return in->table->phase == phase || wrong(in->error, &none, "not in this phase of the table");
}

/* Reads a guest's contribution to the deal, which may be empty, a value or a seal. */
static bool read_deal_value(struct reading *in, struct record_fair_seat *gave)
{
    static const uint8_t nothing[TABLE_DEAL_BYTES];
    struct base_word word;
    base_words_next(&in->words, &word);
    if (word.length && word.text[0] == '=') {
        gave->how = RECORD_FAIR_WITHHELD;
        return base_hex_read(word.text + 1, word.length - 1, gave->seal, TABLE_DEAL_BYTES) ||
               wrong(in->error, &word, "not the 64 hexadecimal digits of a seal");
    }
    if (!base_hex_read(word.text, word.length, gave->value, TABLE_DEAL_BYTES))
        return wrong(in->error, &word, "not 64 hexadecimal digits");
    gave->how = memcmp(gave->value, nothing, TABLE_DEAL_BYTES) != 0 ? RECORD_FAIR_OPEN : RECORD_FAIR_NONE;
    return true;
}

static bool apply_sit(struct reading *in)
{
    struct table_seat sitting = {.kind = TABLE_SEAT_GUEST};
    struct base_word word;
    int seat;
    if (!check_phase(in, TABLE_OPEN) || !read_seat(in, TABLE_SEAT_OPEN, &seat) || !read_id(in, sitting.guest))
        return false;
    if (!read_deal_value(in, &sitting.gave))
        return false;
    word = base_words_rest(&in->words);
    if (!table_text_sanitize(word.text, word.length, TABLE_NAME_CHARACTERS, sitting.name, sizeof sitting.name))
        return wrong(in->error, &word, "not a name");
    in->table->seat[seat] = sitting;
    in->table->seated = in->entry->number;
    begin_game_if_ready(in->table, in->entry->number, in->entry->at_ms);
    return true;
}

static bool apply_bot(struct reading *in)
{
    struct base_word word;
    unsigned level;
    int seat;
    if (!check_phase(in, TABLE_OPEN) || !read_seat(in, TABLE_SEAT_OPEN, &seat))
        return false;
    base_words_next(&in->words, &word);
    if (!base_word_number(&word, TABLE_LEVELS, &level) || !level)
        return wrong(in->error, &word, "no level from 1 to 7");
    in->table->seat[seat] = (struct table_seat){.kind = TABLE_SEAT_BOT, .level = (uint8_t)level};
    in->table->seated = in->entry->number;
    begin_game_if_ready(in->table, in->entry->number, in->entry->at_ms);
    return true;
}

static bool check_deal_step(struct reading *in, enum table_deal_step step)
{
    struct base_word none = {.line = 1, .column = 1};
    return table_deal_step(in->table) == step || wrong(in->error, &none, "not in this step of the deal");
}

static bool apply_reveal(struct reading *in)
{
    uint8_t value[TABLE_DEAL_BYTES];
    struct base_word word;
    int seat;
    if (!check_deal_step(in, TABLE_DEAL_STEP_VALUES) || !read_seat(in, TABLE_SEAT_GUEST, &seat))
        return false;
    base_words_next(&in->words, &word);
    if (in->table->seat[seat].shut_out || !base_hex_read(word.text, word.length, value, TABLE_DEAL_BYTES) ||
        !record_fair_open(&in->table->seat[seat].gave, value))
        return wrong(in->error, &word, "not the value that was sealed");
    begin_game_if_ready(in->table, in->entry->number, in->entry->at_ms);
    return true;
}

/* Saves the seats' contributions to a void round of the deal for the game's record. */
static bool store_void_round(struct table *table)
{
    struct record_fair_seat(*rounds)[FF_PLAYERS_MAX] =
        realloc(table->void_round, (table->void_n + 1u) * sizeof *table->void_round);
    if (!rounds)
        return false;
    memset(rounds[table->void_n], 0, sizeof *rounds);
    for (int i = 0; i < table->options.seats; i++)
        rounds[table->void_n][i] = table->seat[i].gave;
    table->void_round = rounds;
    table->void_n++;
    return true;
}

static bool apply_again(struct reading *in)
{
    struct table *table = in->table;
    struct base_word none = {.line = 1, .column = 1};
    if (!check_deal_step(in, TABLE_DEAL_STEP_VALUES))
        return false;
    if (!store_void_round(table))
        return wrong(in->error, &none, "out of memory");
    for (int i = 0; i < table->options.seats; i++) {
        struct table_seat *seat = &table->seat[i];
        seat->shut_out = seat->gave.how == RECORD_FAIR_WITHHELD;
        seat->seals = seat->gave.how == RECORD_FAIR_SEALED;
        if (seat->seals)
            seat->gave = (struct record_fair_seat){.how = RECORD_FAIR_NONE};
    }
    table->full_ms = in->entry->at_ms;
    if (table_deal_step(table) != TABLE_DEAL_STEP_SEALS) /* if nobody may contribute any more, the game begins */
        begin_game(table, in->entry->number, in->entry->at_ms);
    return true;
}

/* Continues the deal after all remaining seats have sealed new values. */
static void seals_renewed(struct table *table, uint32_t number, int64_t at_ms)
{
    table->full_ms = at_ms;
    begin_game_if_ready(table, number, at_ms);
}

static bool apply_seal(struct reading *in)
{
    struct record_fair_seat gave = {.how = RECORD_FAIR_WITHHELD};
    struct record_fair fair;
    struct base_word word;
    int seat;
    if (!check_deal_step(in, TABLE_DEAL_STEP_SEALS) || !read_seat(in, TABLE_SEAT_GUEST, &seat))
        return false;
    base_words_next(&in->words, &word);
    table_fair_inputs(in->table, &fair);
    if (!in->table->seat[seat].seals || !base_hex_read(word.text, word.length, gave.seal, TABLE_DEAL_BYTES) ||
        record_fair_seal_used(&fair, in->table->options.seats, gave.seal))
        return wrong(in->error, &word, "not a new seal of a seat that is to give one");
    in->table->seat[seat].gave = gave;
    in->table->seat[seat].seals = false;
    if (table_deal_step(in->table) != TABLE_DEAL_STEP_SEALS)
        seals_renewed(in->table, in->entry->number, in->entry->at_ms);
    return true;
}

static bool apply_open(struct reading *in)
{
    if (!check_deal_step(in, TABLE_DEAL_STEP_SEALS))
        return false;
    for (int i = 0; i < in->table->options.seats; i++)
        in->table->seat[i].seals = false;
    seals_renewed(in->table, in->entry->number, in->entry->at_ms);
    return true;
}

static bool apply_stand(struct reading *in)
{
    int seat;
    if (!check_phase(in, TABLE_OPEN) || !check_deal_step(in, TABLE_DEAL_STEP_NONE) ||
        !read_seat(in, TABLE_SEAT_GUEST, &seat))
        return false;
    in->table->seat[seat] = (struct table_seat){.kind = TABLE_SEAT_OPEN};
    in->table->seated = in->entry->number;
    return true;
}

static bool apply_leave(struct reading *in)
{
    int seat;
    if (!check_phase(in, TABLE_PLAY) || !read_seat(in, TABLE_SEAT_GUEST, &seat))
        return false;
    in->table->seat[seat].left_ms = in->entry->at_ms;
    return true;
}

static bool apply_away(struct reading *in, bool away)
{
    int seat;
    if (!check_phase(in, TABLE_PLAY) || !read_seat(in, TABLE_SEAT_GUEST, &seat))
        return false;
    struct table_seat *sitting = &in->table->seat[seat];
    bool changes = sitting->away != away;
    if (sitting->asked && away && changes)
        charge_reserve(in->table, sitting, in->entry->at_ms);
    if (!away && changes && sitting->reserve_ms < (int64_t)in->table->options.increment_s * 1000)
        sitting->reserve_ms = (int64_t)in->table->options.increment_s * 1000;
    sitting->away = away;
    sitting->left_ms = 0;
    sitting->votes = 0;
    if (sitting->asked &&
        (changes || !in->table->options.reserve_s)) /* a guest who returns gets the full time for the turn */
        start_clock(sitting, in->entry->at_ms);
    else if (sitting->asked) /* if no bot took over, the reserve keeps running */
        sitting->asked_ms = in->entry->at_ms;
    return true;
}

static void remember_message_id(char (*ids)[TABLE_MESSAGE_ID_MAX + 1], size_t n, const struct base_word *id)
{
    if (base_word_is(id, "-") || id->length > TABLE_MESSAGE_ID_MAX)
        return;
    memmove(ids + 1, ids, (n - 1) * sizeof *ids);
    memset(ids[0], 0, sizeof *ids);
    memcpy(ids[0], id->text, id->length);
}

static bool apply_vote(struct reading *in)
{
    int seat, other;
    if (!check_phase(in, TABLE_PLAY) || !read_seat(in, TABLE_SEAT_GUEST, &seat) ||
        !read_seat(in, TABLE_SEAT_GUEST, &other))
        return false;
    in->table->seat[other].votes |= (uint8_t)(1u << seat);
    return true;
}

/* The vote that makes the game slow says so with the word `now`. The code does not count votes, because a compacted log
 * may omit which guests were away. Each seat that must decide gets the full time for its turn. */
static bool apply_slow(struct reading *in)
{
    struct table *table = in->table;
    struct base_word now;
    int seat;
    if (!check_phase(in, TABLE_PLAY) || !read_seat(in, TABLE_SEAT_GUEST, &seat))
        return false;
    table->seat[seat].slow = true;
    base_words_next(&in->words, &now);
    if (!base_word_is(&now, "now"))
        return true;
    table->slowed = in->entry->number;
    table->options.turn_s = TABLE_SLOW_TURN_S;
    table->options.grace_s = table->options.reserve_s = table->options.increment_s = 0;
    for (int i = 0; i < table->options.seats; i++) {
        table->seat[i].slow = false;
        if (table->seat[i].asked)
            start_clock(&table->seat[i], in->entry->at_ms);
    }
    return true;
}

static void begin_holiday(const struct table *table, struct table_seat *seat, unsigned days, int64_t at_ms)
{
    seat->holidays = (uint8_t)(seat->holidays - days);
    seat->holiday_ms = at_ms + (int64_t)days * TABLE_DAY_MS;
    if (seat->asked) {
        seat->ran_ms += table_clock_run_ms(&table->options, seat->clock_ms, at_ms);
        seat->clock_ms = seat->holiday_ms;
    }
}

/* Ends a holiday early and returns its unused days. A day that has begun counts as used, even if the holiday ends
 * within the same millisecond. */
static void end_holiday(struct table_seat *seat, int64_t at_ms)
{
    seat->holidays = (uint8_t)(seat->holidays + (seat->holiday_ms - at_ms - 1) / TABLE_DAY_MS);
    seat->holiday_ms = 0;
    if (seat->asked)
        seat->clock_ms = at_ms;
}

static bool apply_holiday(struct reading *in)
{
    struct base_word word;
    unsigned days;
    int seat;
    if (!check_phase(in, TABLE_PLAY) || !read_seat(in, TABLE_SEAT_GUEST, &seat))
        return false;
    struct table_seat *sitting = &in->table->seat[seat];
    base_words_next(&in->words, &word);
    bool on_holiday = sitting->holiday_ms > in->entry->at_ms;
    if (!base_word_number(&word, sitting->holidays, &days) || on_holiday != (days == 0))
        return wrong(in->error, &word, "not so many days of holiday, or a holiday during one");
    if (days)
        begin_holiday(in->table, sitting, days, in->entry->at_ms);
    else
        end_holiday(sitting, in->entry->at_ms);
    return true;
}

static bool apply_resume(struct reading *in)
{
    struct base_word word;
    uint64_t from_ms;
    if (!check_phase(in, TABLE_PLAY))
        return false;
    base_words_next(&in->words, &word);
    if (!base_number_read(word.text, word.length, INT64_MAX, &from_ms) || (int64_t)from_ms > in->entry->at_ms)
        return wrong(in->error, &word, "no time before the entry's");
    for (int i = 0; i < in->table->options.seats; i++) {
        struct table_seat *seat = &in->table->seat[i];
        if (seat->asked && seat->clock_ms < (int64_t)from_ms)
            seat->clock_ms = seat->asked_ms = (int64_t)from_ms;
    }
    return true;
}

static bool apply_seat_offer(struct reading *in, bool offered)
{
    int seat;
    if (!check_phase(in, TABLE_PLAY) || !read_seat(in, TABLE_SEAT_GUEST, &seat))
        return false;
    in->table->seat[seat].offered = offered;
    return true;
}

/* A guest takes over an offered seat. The seat's current decision gets a new number, so that a late message of the
 * previous guest cannot play for the new one. */
static bool apply_seat_takeover(struct reading *in)
{
    char guest[TABLE_ID_SIZE] = "", name[TABLE_NAME_SIZE] = "";
    int seat;
    if (!check_phase(in, TABLE_PLAY) || !read_seat(in, TABLE_SEAT_GUEST, &seat) || !read_id(in, guest))
        return false;
    struct base_word word = base_words_rest(&in->words);
    struct table_seat *sitting = &in->table->seat[seat];
    if (!sitting->offered || table_seat_of(in->table, guest) != FF_NOBODY ||
        !table_name_read(word.text, word.length, name))
        return wrong(in->error, &word, "not a seat to be taken, or not by that guest");
    memcpy(sitting->guest, guest, sizeof guest);
    memcpy(sitting->name, name, sizeof name);
    memset(sitting->last_id, 0, sizeof sitting->last_id);
    memset(sitting->said_id, 0, sizeof sitting->said_id);
    sitting->offered = sitting->away = sitting->slow = false;
    sitting->left_ms = sitting->holiday_ms = 0;
    sitting->votes = 0;
    add_to_reserve(in->table, sitting);
    if (sitting->asked) {
        sitting->asked = in->entry->number;
        start_clock(sitting, in->entry->at_ms);
    }
    in->table->seated = in->entry->number;
    return true;
}

static bool apply_chat(struct reading *in)
{
    struct table *table = in->table;
    struct base_word id;
    char line[TABLE_CHAT_SIZE];
    int seat;
    if (!read_seat(in, TABLE_SEAT_GUEST, &seat))
        return false;
    base_words_next(&in->words, &id);
    struct base_word text = base_words_rest(&in->words);
    if (!table_text_sanitize(text.text, text.length, TABLE_CHAT_CHARACTERS, line, sizeof line))
        return wrong(in->error, &text, "not a line of chat");
    struct table_chat *chat = malloc(sizeof *chat + text.length + 1);
    if (!chat)
        return wrong(in->error, &text, "out of memory");
    *chat = (struct table_chat){.number = in->entry->number, .seat = (uint8_t)seat};
    memcpy(chat->text, line, strlen(line) + 1);
    if (table->chat_n == TABLE_CHAT_KEPT) {
        free(table->chat[0]);
        memmove(table->chat, table->chat + 1, (TABLE_CHAT_KEPT - 1) * sizeof *table->chat);
        table->chat_n--;
    }
    table->chat[table->chat_n++] = chat;
    remember_message_id(table->seat[seat].said_id, 4, &id);
    return true;
}

static bool apply_rematch(struct reading *in)
{
    char id[TABLE_ID_SIZE];
    if (!check_phase(in, TABLE_OVER) || !read_id(in, id))
        return false;
    memcpy(in->table->rematch, id, sizeof id);
    return true;
}

/* ---------------------------------------------------------------------------------------------------- playing turns */

static bool room_for_moves(struct table *table, size_t n)
{
    if (table->moves_n + n <= table->moves_max)
        return true;
    size_t max = (table->moves_n + n) * 5 / 4 + 64;
    struct table_move *moves = realloc(table->moves, max * sizeof *moves);
    if (!moves)
        return false;
    table->moves = moves;
    table->moves_max = max;
    return true;
}

enum { CHAIN_ACTIONS_MAX = TABLE_CHAIN_MAX / 4 }; /* even the shortest action, `done`, takes four bytes */

struct chain_played {
    struct ff_game game;
    struct turn_events events;
    int n;
    ff_action action[CHAIN_ACTIONS_MAX];
    uint8_t seat[CHAIN_ACTIONS_MAX];
};

/* Appends a chain of played actions to the table's list of moves. */
static bool add_moves(struct table *table, const struct chain_played *played, uint32_t number)
{
    uint32_t step = number - table->moves_number;
    if (!room_for_moves(table, (size_t)played->n + step / UINT16_MAX))
        return false;
    for (; step > UINT16_MAX; step -= UINT16_MAX)
        table->moves[table->moves_n++] = (struct table_move){TABLE_NO_MOVE, UINT16_MAX};
    for (int i = 0; i < played->n; i++)
        table->moves[table->moves_n++] = table_move_of(played->seat[i], played->action[i], i ? 0 : step);
    table->moves_number = number;
    return true;
}

static bool play_action(const struct table *table, int seat, ff_action action, struct chain_played *played)
{
    struct ff_event event;
    if (played->n == CHAIN_ACTIONS_MAX || ff_play(&table->edition.values, &played->game, seat, action, &event) != FF_OK)
        return false;
    played->seat[played->n] = (uint8_t)seat;
    played->action[played->n++] = action;
    turn_events_add(&played->events, &event);
    play_automatic_steps(table, &played->game, &played->events);
    return true;
}

/* Plays a chain of actions on a copy of the game. Returns false if an action is illegal. */
static bool play_chain(struct reading *in, int seat, const struct base_word *text, struct chain_played *played)
{
    const struct table *table = in->table;
    struct base_words chain = base_words_in_chain(text->text, text->length);
    ff_action action;
    enum text_chain got;
    while ((got = text_chain_next(&chain, played->game.pub.stage, &action, in->error)) == TEXT_CHAIN_ACTION)
        if (!play_action(table, seat, action, played))
            return wrong(in->error, text, "an action that the game refuses");
    return got == TEXT_CHAIN_END && (played->n > 0 || wrong(in->error, text, "no action"));
}

static bool apply_turn(struct reading *in, bool planned)
{
    struct table *table = in->table;
    struct chain_played played;
    struct base_word number, id;
    unsigned seat;
    if (!check_phase(in, TABLE_PLAY))
        return false;
    base_words_next(&in->words, &number);
    base_words_next(&in->words, &id);
    struct base_word text = base_words_rest(&in->words);
    if (!base_word_number(&number, table->options.seats - 1u, &seat))
        return wrong(in->error, &number, "no such seat");
    played.game = table->game;
    played.events.number = in->entry->number;
    played.events.n = played.n = 0;
    if (!play_chain(in, (int)seat, &text, &played))
        return false;
    if (!add_moves(table, &played, in->entry->number))
        return wrong(in->error, &text, "out of memory");
    unsigned key_before = table_turn_key(&table->game.pub);
    table->game = played.game;
    append_recent_events(table, played.events.event, played.events.n);
    update_decisions_due(table, key_before, (int)seat, in->entry->number, in->entry->at_ms);
    table->seat[seat].planned = planned;
    remember_message_id(table->seat[seat].last_id, 2, &id);
    return true;
}

/* ------------------------------------------------------------------------------------------------- applying entries */

static bool apply_by_word(struct reading *in)
{
    struct base_word word;
    base_words_line(&in->words);
    base_words_next(&in->words, &word);
    if (base_word_is(&word, "turn") || base_word_is(&word, "planned"))
        return apply_turn(in, base_word_is(&word, "planned"));
    if (base_word_is(&word, "sit"))
        return apply_sit(in);
    if (base_word_is(&word, "bot"))
        return apply_bot(in);
    if (base_word_is(&word, "reveal"))
        return apply_reveal(in);
    if (base_word_is(&word, "again"))
        return apply_again(in);
    if (base_word_is(&word, "seal"))
        return apply_seal(in);
    if (base_word_is(&word, "open"))
        return apply_open(in);
    if (base_word_is(&word, "stand"))
        return apply_stand(in);
    if (base_word_is(&word, "leave"))
        return apply_leave(in);
    if (base_word_is(&word, "away") || base_word_is(&word, "back"))
        return apply_away(in, base_word_is(&word, "away"));
    if (base_word_is(&word, "vote"))
        return apply_vote(in);
    if (base_word_is(&word, "slow"))
        return apply_slow(in);
    if (base_word_is(&word, "holiday"))
        return apply_holiday(in);
    if (base_word_is(&word, "resume"))
        return apply_resume(in);
    if (base_word_is(&word, "offer") || base_word_is(&word, "keep"))
        return apply_seat_offer(in, base_word_is(&word, "offer"));
    if (base_word_is(&word, "take"))
        return apply_seat_takeover(in);
    if (base_word_is(&word, "say"))
        return apply_chat(in);
    if (base_word_is(&word, "rematch"))
        return apply_rematch(in);
    return wrong(in->error, &word, "an entry that this version does not know");
}

void table_swap(struct table *a, struct table *b)
{
    struct table before = *a;
    *a = *b;
    *b = before;
}

bool table_apply_next(struct table *table, const struct table_entry *entry, struct base_error *error)
{
    struct reading in = {table, entry, base_words_in_lines(entry->text, entry->length), error};
    bool first = table->number == 0;
    if (!(first ? table_create_read(table, entry->text, entry->length, error) : apply_by_word(&in)))
        return false;
    if (first)
        table->made_ms = entry->at_ms;
    if (table->phase == TABLE_OVER && !table->over_ms)
        table->over_ms = entry->at_ms;
    table->number = entry->number;
    table->changed_ms = entry->at_ms;
    return true;
}

bool table_apply(struct table *table, const struct table_entry *entry, struct base_error *error)
{
    struct base_word none = {.line = 0};
    bool kept = table_entry_is_compacted(entry);
    if (kept ? entry->number <= table->number : entry->number != table->number + 1)
        return wrong(error, &none, "not the next number");
    if (!kept)
        return table_apply_next(table, entry, error);
    if (!table_apply_compacted(table, entry, error))
        return false;
    table->number = entry->number;
    table->changed_ms = entry->at_ms;
    return true;
}

bool table_replay(struct table *table, const struct table_entry *entries, size_t n, struct base_error *error)
{
    for (size_t i = 0; i < n; i++)
        if (!table_apply(table, &entries[i], error))
            return false;
    return true;
}
