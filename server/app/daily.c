/* daily.c - the deal of the day on the server: everybody plays the same seat of the same cards against the same bots,
 * once, and the results are compared; see docs/developers/players.md.
 *
 *     a message `daily` --the deal's secret--> the guest's table, whose id follows from secret and guest
 *        --the last entry--> a row of results, in its transaction --POST /api/daily--> the ranking
 *
 * The secret is drawn when somebody first wants to play on that day, so nobody knows the deal before. The seed is a
 * hash of the secret. Seed and record of the game are shown to nobody until the deal is closed, some time after the day
 * has ended. The secret is never shown, because it leads to the tables of all players. */
#include "app_internal.h"

#include "bots/coach/daily_deal.h"
#include "engine/base/hex.h"
#include "engine/base/number.h"

#include <stdlib.h>
#include <string.h>

enum { HOUR_MS = 3600 * 1000, DAY_MS = 24 * HOUR_MS, GRACE_MS = 2 * HOUR_MS, RANKING_MAX = 100 };

static const char prefix[] = "daily-"; /* start of a deal's name, which ends with the date */
enum { PREFIX_LENGTH = sizeof prefix - 1 };
_Static_assert(PREFIX_LENGTH + COACH_DATE_LENGTH < TABLE_DEAL_NAME_SIZE, "the name of a deal");

/* ------------------------------------------------------------------------------------------------------------- dates */

/* The proleptic Gregorian calendar in years that begin in March, so that leap days are at their ends. Days count from
 * 1970-01-01, which is day 719468 of that calendar. */
enum { EPOCH = 719468, ERA_DAYS = 146097 };

static void put_part(struct base_out *out, int64_t number)
{
    base_put(out, number < 10 ? "-0" : "-");
    base_put_number(out, number);
}

static void put_date(struct base_out *out, int64_t day)
{
    int64_t era = (day + EPOCH) / ERA_DAYS, of_era = (day + EPOCH) % ERA_DAYS;
    int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / (ERA_DAYS - 1)) / 365;
    int64_t of_year = of_era - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
    int64_t of_month = of_year - (153 * month + 2) / 5 + 1;
    base_put_number(out, year + era * 400 + (month >= 10)); /* four digits until the year 9999 */
    put_part(out, month < 10 ? month + 3 : month - 9);
    put_part(out, of_month);
}

static int64_t number_at(const char *text, size_t digits)
{
    uint64_t number = 0;
    base_number_read(text, digits, INT16_MAX, &number);
    return (int64_t)number;
}

/* Returns the day of a valid date. */
static int64_t day_of(const char *date)
{
    int64_t month = number_at(date + 5, 2), year = number_at(date, 4) - (month <= 2), of_era = year % 400;
    int64_t of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + number_at(date + 8, 2) - 1;
    return year / 400 * ERA_DAYS + of_era * 365 + of_era / 4 - of_era / 100 + of_year - EPOCH;
}

static int64_t closes_ms_of(int64_t day) { return (day + 1) * DAY_MS + GRACE_MS; }

static void put_deal_name(struct base_out *out, int64_t day)
{
    base_put(out, prefix);
    put_date(out, day);
}

/* ---------------------------------------------------------------------------------------------------------- the game */

struct daily_game *daily_game_new(const struct app *app)
{
    struct daily_game *daily = calloc(1, sizeof *daily);
    if (!daily)
        return NULL;
    struct base_out out = base_out_of(daily->deal, sizeof daily->deal);
    put_deal_name(&out, app->now_ms / DAY_MS);
    daily->closes_ms = closes_ms_of(app->now_ms / DAY_MS);
    return daily;
}

void daily_fill_message(struct table_request *request)
{
    struct message *message = &request->message;
    struct coach_daily_deal chosen = {.seed = 0};
    uint8_t digest[BASE_BLAKE2B_BYTES];
    base_blake2b(request->daily->secret, sizeof request->daily->secret, request->daily->seed);
    base_blake2b(request->daily->seed, sizeof request->daily->seed, digest);
    coach_daily_deal_choose(digest, &chosen);
    message->options = (struct table_options){
        .mode = chosen.mode, .seats = chosen.players, .watch = TABLE_WATCH_NOBODY, .aid = true, .level = 3};
    for (int seat = 0; seat < chosen.players; seat++)
        message->seats[seat] = seat == chosen.seat ? MESSAGE_SEAT_ME : (int8_t)chosen.level[seat];
}

void daily_derive_table_id(const struct daily_game *daily, const char *guest, char id[TABLE_ID_SIZE])
{
    char text[160];
    uint8_t hash[BASE_BLAKE2B_BYTES];
    struct base_out out = base_out_of(text, sizeof text);
    base_printf(&out, "%s %s ", daily->deal, guest);
    base_put_hex(&out, daily->secret, sizeof daily->secret);
    base_blake2b(text, out.length, hash);
    table_id_from_random(hash, id);
    memset(text, 0, sizeof text);
}

bool daily_result(const struct table *table, struct store_result *result)
{
    int seat = 0;
    while (seat < table_options(table)->seats && table_seat(table, seat)->kind != TABLE_SEAT_GUEST)
        seat++;
    if (!*table_shared_deal(table) || seat == table_options(table)->seats || table_seat(table, seat)->away ||
        table_ended_ms(table) > table_deal_closes_ms(table))
        return false;
    struct coach_score score = coach_score_of(&table_game(table)->pub, seat);
    *result = (struct store_result){.score = coach_score_sort_key(&score),
                                    .place = score.place,
                                    .parts = score.parts,
                                    .coins = score.coins,
                                    .rounds = score.rounds};
    app_copy_text(result->deal, sizeof result->deal, table_shared_deal(table));
    memcpy(result->guest, table_seat(table, seat)->guest, TABLE_ID_SIZE);
    return true;
}

/* ------------------------------------------------------------------------------------------------------- the ranking */

static void put_player(struct base_out *out, const struct store_value *column, bool one_day)
{
    static const char *const keys[] = {"place", "parts", "coins", "rounds"};
    base_json_open(out, '{');
    base_json_string(out, "name", column[0].text);
    base_json_flag(out, "page", column[9].number != 0);
    base_json_flag(out, "you", column[2].number == 0);
    base_json_flag(out, "known", column[2].number <= 1);
    base_json_number(out, "rank", column[1].number);
    base_json_number(out, "points", column[3].number);
    base_json_number(out, "deals", column[4].number);
    for (int i = 0; one_day && i < 4; i++)
        base_json_number(out, keys[i], column[5 + i].number);
    base_json_close(out, '}');
}

/* Writes the ranking. Guests who can still play the deal do not get the results of others. */
static void ranking_read(struct api_call *call)
{
    struct base_out *out = &call->body;
    const struct store_value *all = call->job.row[0].column; /* the first row has the totals */
    const char *from = call->code + PREFIX_LENGTH, *until = call->more + PREFIX_LENGTH;
    int64_t closes_ms = closes_ms_of(day_of(until));
    bool one_day = strcmp(from, until) == 0, shown = !one_day || all[2].number || closes_ms <= call->app->now_ms;
    base_json_open(out, '{');
    base_json_string(out, "date", from);
    base_json_string(out, "until", until);
    base_json_number(out, "closes_ms", closes_ms);
    base_json_number(out, "players", all[1].number);
    base_json_flag(out, "shown", shown);
    base_json_begin(out, "ranking", '[');
    for (size_t i = 1; shown && i < call->job.rows_n; i++)
        put_player(out, call->job.row[i].column, one_day);
    base_json_close(out, ']');
    base_json_close(out, '}');
    call_answer_body(call);
}

static void read_ranking(struct api_call *call)
{
    struct base_out from = base_out_of(call->code, sizeof call->code);
    struct base_out until = base_out_of(call->more, sizeof call->more);
    struct base_out open = base_out_of(call->text, sizeof call->text);
    struct coach_daily_deal valid;
    char date[COACH_DATE_LENGTH + 1];
    int64_t day = call->app->now_ms / DAY_MS, days = 1;
    if (call_has_input(call, "date")) {
        if (!call_input_text(call, "date", date, sizeof date))
            return;
        if (!coach_daily_deal_of(date, strlen(date), &valid)) {
            call_refuse(call, "bad-message", "The member date must be a day of the calendar, as 2026-11-19.");
            return;
        }
        day = day_of(date);
    }
    if (call_input_flag(call, "week")) {
        day -= (day + 3) % 7; /* 1970-01-01 was a Thursday */
        days = 7;
    }
    put_deal_name(&from, day);
    put_deal_name(&until, day + days - 1);
    /* The sums of a week lack the deals that the guest may still play. */
    put_deal_name(&open, days == 1 ? day + 1 : (call->app->now_ms - GRACE_MS) / DAY_MS);
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_text(call->code));
    call_put(call, store_text(call->more));
    call_put(call, store_text(call->text));
    call_put(call, store_number(RANKING_MAX));
    app_charge_work(call->app, call->address, APP_COST_RANKING);
    call_submit(call, STORE_DEAL_RANKING, ranking_read);
}

void api_call_get_daily_ranking(struct api_call *call) { call_begin_as_anybody(call, read_ranking); }
