/* queries.c - functions that read a table without changing it; see table.h. */
#include "table_internal.h"

#include <string.h>

const char *table_id(const struct table *table) { return table->id; }
uint32_t table_last_number(const struct table *table) { return table->number; }
int64_t table_changed_ms(const struct table *table) { return table->changed_ms; }
int64_t table_created_ms(const struct table *table) { return table->made_ms; }
int64_t table_ended_ms(const struct table *table) { return table->phase == TABLE_OVER ? table->over_ms : 0; }
enum table_phase table_phase(const struct table *table) { return table->phase; }
const struct table_options *table_options(const struct table *table) { return &table->options; }
const struct table_seat *table_seat(const struct table *table, int seat) { return &table->seat[seat]; }
const char *table_host_id(const struct table *table) { return table->host; }
const char *table_rematch_id(const struct table *table) { return table->next; }
const char *table_shared_deal(const struct table *table) { return table->deal; }
int64_t table_deal_closes_ms(const struct table *table) { return table->closes_ms; }
bool table_deal_is_secret(const struct table *table, int64_t now_ms) { return now_ms < table->closes_ms; }
const struct ff_game *table_game(const struct table *table) { return table->begun ? &table->game : NULL; }
const struct ff_edition *table_edition(const struct table *table) { return &table->edition.values; }

/* A replay of the game. */
struct replay {
    const struct table *table;
    struct ff_game game;
    size_t next; /* of the moves */
    void (*look)(void *with, const struct ff_public *pub);
    void *with;
};

static void replay_automatic_steps(struct replay *replay)
{
    struct ff_event event;
    while (ff_follow(&replay->table->edition.values, &replay->game, &event))
        replay->look(replay->with, &replay->game.pub);
}

static void replay_move(struct replay *replay, struct table_move move)
{
    struct ff_event event;
    if (move.what == TABLE_NO_MOVE)
        return;
    ff_play(&replay->table->edition.values, &replay->game, table_move_seat(move), table_move_action(move), &event);
    replay->look(replay->with, &replay->game.pub);
    replay_automatic_steps(replay);
}

static void look_away(void *with, const struct ff_public *pub) { (void)with, (void)pub; }

/* Returns the index of the first move after the present simultaneous stage. Sets *whole if all seats have answered in
 * it. */
static size_t stage_end(const struct replay *replay, bool *whole)
{
    struct replay ahead = *replay;
    unsigned key = table_turn_key(&replay->game.pub);
    ahead.look = look_away;
    while (ahead.next < ahead.table->moves_n && table_turn_key(&ahead.game.pub) == key)
        replay_move(&ahead, ahead.table->moves[ahead.next++]);
    *whole = table_turn_key(&ahead.game.pub) != key;
    return ahead.next;
}

/* Replays the answers to a simultaneous stage. */
static void replay_stage(struct replay *replay, int seat)
{
    bool whole;
    size_t end = stage_end(replay, &whole);
    for (int i = 0; i < replay->table->options.seats; i++)
        for (size_t n = replay->next; n < end; n++)
            if (table_move_seat(replay->table->moves[n]) == i && (whole || i == seat))
                replay_move(replay, replay->table->moves[n]);
    replay->next = end;
}

void table_replay_game(const struct table *table, int seat, struct ff_game *game,
                       void (*look)(void *with, const struct ff_public *pub), void *with)
{
    struct replay replay = {.table = table, .look = look, .with = with};
    if (!table->begun)
        return;
    ff_prepare(&table->edition.values, &table->setup, &replay.game);
    look(with, &replay.game.pub);
    replay_automatic_steps(&replay);
    while (replay.next < table->moves_n) {
        if (replay.game.pub.stage == FF_STAGE_KEEP || replay.game.pub.stage == FF_STAGE_DRAW)
            replay_stage(&replay, seat);
        else
            replay_move(&replay, table->moves[replay.next++]);
    }
    *game = replay.game;
}

int table_seat_of(const struct table *table, const char *guest)
{
    for (int i = 0; i < table->options.seats; i++)
        if (table->seat[i].kind == TABLE_SEAT_GUEST && strcmp(table->seat[i].guest, guest) == 0)
            return i;
    return FF_NOBODY;
}

bool table_has_open_seat(const struct table *table)
{
    for (int i = 0; i < table->options.seats; i++)
        if (table->seat[i].kind == TABLE_SEAT_OPEN)
            return true;
    return false;
}

bool table_is_dealing(const struct table *table)
{
    return table->number && table->phase == TABLE_OPEN && !table_has_open_seat(table);
}

enum table_deal_step table_deal_step(const struct table *table)
{
    if (!table_is_dealing(table))
        return TABLE_DEAL_STEP_NONE;
    for (int i = 0; i < table->options.seats; i++)
        if (table->seat[i].seals)
            return TABLE_DEAL_STEP_SEALS;
    return TABLE_DEAL_STEP_VALUES;
}

void table_fair_inputs(const struct table *table, struct record_fair *fair)
{
    table_deal_inputs(*table->deal ? table->deal : table->id, table->seed, fair);
    for (int i = 0; i < table->options.seats; i++)
        fair->seat[i] = table->seat[i].gave;
    fair->void_n = table->void_n;
    if (table->void_n)
        memcpy(fair->void_round, table->void_round, table->void_n * sizeof *table->void_round);
}

bool table_has_guest(const struct table *table)
{
    for (int i = 0; i < table->options.seats; i++)
        if (table->seat[i].kind == TABLE_SEAT_GUEST)
            return true;
    return false;
}

bool table_may_watch(const struct table *table) { return table->options.watch == TABLE_WATCH_ANYONE; }

unsigned table_seats_to_act(const struct table *table) { return table->phase == TABLE_PLAY ? table->game.pub.owe : 0; }

static bool bot_plays(const struct table_seat *seat) { return seat->kind == TABLE_SEAT_BOT || seat->away; }

/* Returns whether all guests are away. The bots then stop, because nobody would see the game end. */
static bool all_away(const struct table *table)
{
    int guests = 0, away = 0;
    for (int i = 0; i < table->options.seats; i++) {
        guests += table->seat[i].kind == TABLE_SEAT_GUEST;
        away += table->seat[i].away;
    }
    return guests > 0 && guests == away;
}

unsigned table_bots_to_act(const struct table *table)
{
    unsigned bots = 0;
    for (int i = 0; i < table->options.seats; i++)
        if (bot_plays(&table->seat[i]))
            bots |= 1u << i;
    return all_away(table) ? 0 : bots & table_seats_to_act(table);
}

unsigned table_guests_to_act(const struct table *table)
{
    unsigned people = 0;
    for (int i = 0; i < table->options.seats; i++)
        if (table->seat[i].kind == TABLE_SEAT_GUEST && !table->seat[i].away)
            people |= 1u << i;
    return people & table_seats_to_act(table);
}

uint32_t table_seating_number(const struct table *table) { return table->seated; }

int64_t table_vote_wait_ms(const struct table *table, int seat, int64_t gone_ms, int64_t now_ms)
{
    if (!(table_guests_to_act(table) >> seat & 1) || table_is_slow(table))
        return -1;
    int64_t owed_ms = now_ms - table->seat[seat].asked_ms, waited_ms = gone_ms < owed_ms ? gone_ms : owed_ms;
    int64_t idle = TABLE_VOTE_IDLE_S * 1000 - owed_ms, gone = TABLE_VOTE_GONE_S * 1000 - waited_ms;
    int64_t left = gone_ms && gone < idle ? gone : idle;
    return left > 0 ? left : 0;
}

bool table_vote_passed(const struct table *table, int seat, unsigned here)
{
    int there = 0, votes = 0;
    for (int i = 0; i < table->options.seats; i++) {
        const struct table_seat *other = &table->seat[i];
        if (i == seat || other->kind != TABLE_SEAT_GUEST || other->away || !(here >> i & 1))
            continue;
        there++;
        votes += table->seat[seat].votes >> i & 1;
    }
    return 2 * votes > there;
}

int table_bot_level(const struct table *table, int seat)
{
    const struct table_seat *sitting = &table->seat[seat];
    return sitting->kind == TABLE_SEAT_BOT ? sitting->level : table->options.level;
}

uint64_t table_bot_seed(const struct table *table, int seat)
{
    if (*table->deal) /* independent of everything else that happened at this table */
        return table_deal_bot_seed(table->seed, table->deal, table_turn_key(&table->game.pub), seat);
    return table_deal_bot_seed(table->seed, table->id, table->number, seat);
}

/* ----------------------------------------------------------------------------------------------------------- clocks */

bool table_is_slow(const struct table *table)
{
    return table->options.turn_s >= TABLE_SLOW_S_MIN || table->options.reserve_s >= TABLE_SLOW_S_MIN;
}

/* Returns the time that a seat has left for the current turn, counted from the moment when its clock last started. */
static int64_t time_left_ms(const struct table *table, const struct table_seat *seat)
{
    int64_t whole_ms = table->options.reserve_s ? seat->reserve_ms : (int64_t)table->options.turn_s * 1000;
    return whole_ms > seat->ran_ms ? whole_ms - seat->ran_ms : 0;
}

static bool has_clock(const struct table *table, const struct table_seat *seat)
{
    return table->phase == TABLE_PLAY && seat->kind == TABLE_SEAT_GUEST && !seat->away && seat->asked &&
           (table->options.turn_s || table->options.reserve_s);
}

int64_t table_clock_deadline_ms(const struct table *table, int seat)
{
    const struct table_seat *sitting = &table->seat[seat];
    return has_clock(table, sitting)
               ? table_clock_end_ms(&table->options, sitting->clock_ms, time_left_ms(table, sitting))
               : 0;
}

int64_t table_clock_warning_ms(const struct table *table, int seat)
{
    const struct table_seat *sitting = &table->seat[seat];
    int64_t left_ms = time_left_ms(table, sitting), warn_ms = left_ms / 4 < TABLE_DAY_MS ? left_ms / 4 : TABLE_DAY_MS;
    if (!table_is_slow(table) || !has_clock(table, sitting))
        return 0;
    return table_clock_end_ms(&table->options, sitting->clock_ms, left_ms - warn_ms);
}

int64_t table_reserve_left_ms(const struct table *table, int seat, int64_t now_ms)
{
    const struct table_seat *sitting = &table->seat[seat];
    if (!has_clock(table, sitting))
        return sitting->reserve_ms;
    int64_t left_ms = time_left_ms(table, sitting);
    int64_t run_ms = table_clock_run_ms(&table->options, sitting->clock_ms, now_ms);
    return left_ms > run_ms ? left_ms - run_ms : 0;
}

/* Returns the time at which a bot will take over the seat, or 0 for never. */
static int64_t seat_clock_ms(const struct table *table, const struct table_seat *seat)
{
    int64_t grace_s = table->options.grace_s, left = 0;
    if (table->phase != TABLE_PLAY || seat->kind != TABLE_SEAT_GUEST || seat->away)
        return 0;
    int64_t turn = table_clock_deadline_ms(table, (int)(seat - table->seat));
    if (seat->left_ms)
        left = seat->left_ms + (grace_s ? grace_s : TABLE_LEAVE_GRACE_S) * 1000;
    return turn && left ? (turn < left ? turn : left) : turn + left;
}

int64_t table_deadline_ms(const struct table *table)
{
    int64_t first = table_is_dealing(table) ? table->full_ms + TABLE_REVEAL_S * 1000 : 0;
    for (int i = 0; i < table->options.seats; i++) {
        int64_t at = seat_clock_ms(table, &table->seat[i]);
        if (at && (!first || at < first))
            first = at;
    }
    return first;
}

static void restart_clock(int64_t *at_ms, const struct table_restart *restart)
{
    enum { DIFFER_MS = 60000 };
    if (*at_ms && *at_ms < restart->since_ms)
        *at_ms = restart->since_ms;
    else if (*at_ms > restart->now_ms + DIFFER_MS)
        *at_ms = restart->began_ms;
}

bool table_restart_clocks(struct table *table, const struct table_restart *restart)
{
    bool resumes = false;
    restart_clock(&table->full_ms, restart);
    for (int i = 0; i < table->options.seats; i++) {
        struct table_seat *seat = &table->seat[i];
        bool on_holiday = seat->holiday_ms && seat->clock_ms == seat->holiday_ms;
        resumes |= table->options.reserve_s && seat->asked && seat->clock_ms < restart->since_ms;
        restart_clock(&seat->asked_ms, restart);
        if (!on_holiday || seat->clock_ms < restart->since_ms)
            restart_clock(&seat->clock_ms, restart);
        restart_clock(&seat->left_ms, restart);
    }
    return resumes;
}

unsigned table_overdue_seats(const struct table *table, int64_t now_ms)
{
    unsigned late = 0;
    for (int i = 0; i < table->options.seats; i++) {
        int64_t at = seat_clock_ms(table, &table->seat[i]);
        late |= (unsigned)(at && at <= now_ms) << i;
    }
    return late;
}
