/* player_page_calls.c - calls about players' pages, /p/NAME: what a page shows, its games, imported results, and which
 * players of a table have a page; see docs/authors/protocol.md.
 *
 * A page shows nothing to others until its player allows it. The player always sees everything. */
#include "app_internal.h"

#include "engine/base/words.h"
#include "engine/text/names.h"
#include "server/app/rated_games.h"

#include <string.h>

/* ------------------------------------------------------------------------------------------------------- visibility */

static const char *const shows[] = {"nothing", "ratings", "games"};
enum { SHOWS_NOTHING, SHOWS_RATINGS, SHOWS_GAMES, SHOWS_N };

static void set_profile(struct api_call *call)
{
    char wanted[16];
    if (!call_input_text(call, "shows", wanted, sizeof wanted))
        return;
    for (int i = 0; i < SHOWS_N; i++)
        if (strcmp(wanted, shows[i]) == 0) {
            struct base_out out = base_out_cut(call->more, sizeof call->more);
            base_printf(&out, "{\"shows\":\"%s\"}", shows[i]);
            call_put(call, store_text(call->guest.guest));
            call_put(call, store_text(call->more));
            call_submit(call, STORE_PLAYER_PROFILE, call_answer_if_done);
            return;
        }
    call_refuse(call, "bad-message", "The member shows must be \"nothing\", \"ratings\" or \"games\".");
}

void api_call_set_profile(struct api_call *call) { call_begin_as_player(call, set_profile); }

/* Returns how much a profile shows to others, as an index of `shows`. */
static int shown_by(const char *profile)
{
    for (int i = SHOWS_N; i-- > 1;) {
        char text[32];
        struct base_out out = base_out_of(text, sizeof text);
        base_printf(&out, "\"shows\":\"%s\"", shows[i]);
        if (strstr(profile, text))
            return i;
    }
    return SHOWS_NOTHING;
}

/* --------------------------------------------------------------------------------------------------------- the page */

/* Writes a game of the page. Others see the table's id only if the table is listed, because the id gives access to the
 * table. Tables that nobody may watch do not appear for others. */
static void put_game(struct api_call *call, const struct store_head *head)
{
    bool is_own = call->is_own_page;
    base_json_open(&call->body, '{');
    base_json_string(&call->body, "phase", head->phase == STORE_OVER ? "over" : "play");
    if (head->listed || is_own)
        base_json_string(&call->body, "table", head->table);
    base_json_number(&call->body, "changed_ms", head->changed_ms);
    if (head->phase == STORE_OVER)
        base_json_number(&call->body, "ended_ms", head->over_ms);
    for (int seat = 0; seat < STORE_SEATS; seat++)
        if (strcmp(head->guest[seat], call->guest.guest) == 0) {
            base_json_number(&call->body, "seat", seat);
            if (is_own)
                base_json_flag(&call->body, "owes", head->owe >> seat & 1);
        }
    base_put_char(&call->body, ',');
    base_put(&call->body, head->about);
    base_json_close(&call->body, '}');
}

static void games_found(struct api_call *call)
{
    base_json_begin(&call->body, "games", '[');
    for (size_t i = 0; i < call->job.heads_n; i++) {
        const struct store_head *head = &call->job.heads[i];
        bool is_private = !call->is_own_page && strstr(head->about, "\"watch\":false");
        if (head->phase != STORE_OPEN && !is_private &&
            !moderation_table_closed_reason(call->app->moderation, head->table))
            put_game(call, head);
    }
    base_json_close(&call->body, ']');
    base_json_close(&call->body, '}');
    call_answer_body(call);
}

static void page_imports_found(struct api_call *call)
{
    base_json_begin(&call->body, "imports", '[');
    for (size_t i = 0; i < call->job.rows_n; i++)
        base_json_word(&call->body, call->job.row[i].column[1].text);
    base_json_close(&call->body, ']');
    call_submit(call, STORE_LIST_GUEST, games_found);
}

static void ratings_put(struct api_call *call)
{
    if (call->entry < SHOWS_GAMES) {
        base_json_close(&call->body, '}');
        call_answer_body(call);
        return;
    }
    call_put(call, store_text(call->guest.guest));
    call_submit(call, STORE_IMPORTS, page_imports_found);
}

static void page_found(struct api_call *call)
{
    char asks[TABLE_ID_SIZE];
    memcpy(asks, call->guest.guest, sizeof asks);
    /* call_secret_found also reads the guest from this row, which begins with the same column. */
    if (!call_secret_found(call)) {
        call_refuse(call, "no-such-path", "Nobody has claimed this name.");
        return;
    }
    const struct store_value *column = call->job.row[0].column;
    int shown = shown_by(column[3].text);
    call->is_own_page = strcmp(asks, call->guest.guest) == 0;
    call->entry = call->is_own_page ? SHOWS_GAMES : shown;
    base_json_open(&call->body, '{');
    base_json_string(&call->body, "guest", call->guest.guest);
    base_json_string(&call->body, "name", column[1].text);
    base_json_string(&call->body, "kind", column[2].number == STORE_BOT ? "bot" : "person");
    base_json_flag(&call->body, "yours", call->is_own_page);
    base_json_string(&call->body, "shows", shows[shown]);
    if (call->entry >= SHOWS_RATINGS) {
        base_json_begin(&call->body, "ratings", '{');
        call_put_ratings(call, ratings_put);
        return;
    }
    base_json_close(&call->body, '}');
    call_answer_body(call);
}

static void find_page(struct api_call *call)
{
    char name[4 * TABLE_NAME_SIZE];
    if (!call_input_text(call, "name", name, sizeof name))
        return;
    call_add_skeleton_value(call, name);
    call_submit(call, STORE_PLAYER_BY_NAME, page_found);
}

void call_begin_as_anybody(struct api_call *call, void (*then)(struct api_call *call))
{
    if (!call_begin(call, 1, APP_COST_CALL))
        return;
    if (call->tokens.n)
        call_find_guest(call, then);
    else
        then(call);
}

void api_call_get_player_page(struct api_call *call) { call_begin_as_anybody(call, find_page); }

/* --------------------------------------------------------------------------------------------------- sharing a game */

static void game_found(struct api_call *call)
{
    if (!call->job.rows_n) {
        call_refuse(call, "no-table", "This player shows no game that ended then.");
        return;
    }
    app_copy_text(call->table, sizeof call->table, call->job.row[0].column[0].text);
    const char *closed = moderation_table_closed_reason(call->app->moderation, call->table);
    call->reads = API_READS_TO_SHARE;
    if (closed)
        call_refuse(call, "closed", "This table is closed.");
    else
        call_answer_record(call);
}

static void find_game(struct api_call *call)
{
    char name[4 * TABLE_NAME_SIZE];
    int64_t ended_ms;
    if (!call_input_text(call, "name", name, sizeof name) ||
        !call_input_number(call, "ended_ms", 1, INT64_MAX / 2, &ended_ms))
        return;
    app_charge_work(call->app, call->address, APP_COST_RECORD);
    call_add_skeleton_value(call, name);
    call_put(call, store_number(ended_ms));
    call_put(call, store_text(call->guest.guest));
    call_submit(call, STORE_PLAYER_GAME, game_found);
}

void api_call_share_player_game(struct api_call *call) { call_begin_as_anybody(call, find_game); }

/* ------------------------------------------------------------------------------------------------- imported results */

/* Returns whether the text is a comma-separated list of "MODE PLAYERS LEVEL GAMES WON". */
static bool results_are_valid(const char *text)
{
    struct base_words words = base_words_in_chain(text, strlen(text));
    struct base_word mode;
    while (base_words_next(&words, &mode)) {
        static const unsigned max[] = {FF_PLAYERS_MAX, TABLE_LEVELS, 1000000, 1000000};
        unsigned number[4];
        if (!base_word_is(&mode, text_mode(FF_BASE)) && !base_word_is(&mode, text_mode(FF_EXPERT)))
            return false;
        for (int i = 0; i < 4; i++) {
            struct base_word word;
            if (!base_words_next(&words, &word) || !base_word_number(&word, max[i], &number[i]))
                return false;
        }
        if (number[0] < FF_PLAYERS_MIN || !number[1] || number[3] > number[2])
            return false;
    }
    return true;
}

static bool read_source(struct api_call *call)
{
    if (!call_input_text(call, "source", call->code, TABLE_ID_SIZE))
        return false;
    if (table_id_is_valid(call->code, strlen(call->code)))
        return true;
    call_refuse(call, "bad-message", "The member source must be 16 letters and digits, as in a table's id.");
    return false;
}

static void set_import(struct api_call *call)
{
    if (!read_source(call) || !call_input_text(call, "results", call->text, sizeof call->text))
        return;
    if (!results_are_valid(call->text)) {
        call_refuse(call, "bad-message", "The member results must be a list of MODE PLAYERS LEVEL GAMES WON.");
        return;
    }
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_text(call->code));
    call_put(call, store_text(call->text));
    call_put(call, store_number(call->app->now_ms));
    call_submit(call, STORE_IMPORT_SET, call_answer_if_done);
}

void api_call_set_imported_results(struct api_call *call) { call_begin_as_player(call, set_import); }

static void delete_import(struct api_call *call)
{
    if (!read_source(call))
        return;
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_text(call->code));
    call_submit(call, STORE_IMPORT_DELETE, call_answer_if_done);
}

void api_call_delete_imported_results(struct api_call *call) { call_begin_as_player(call, delete_import); }

/* ----------------------------------------------------------------------------------------------- players of a table */

struct table_player {
    const char *page;             /* the name of the player's page; NULL: has none */
    struct rating before, rating; /* if rating.games is 0, the player has no rated game */
    bool here;                    /* the rating is from this table's game */
};

/* Reads a guest's rows, which are sorted by the number of the rating. */
static struct table_player read_table_player(const struct store_job *job, const char *guest)
{
    struct table_player player = {NULL, rating_new(), rating_new(), false};
    for (size_t i = 0; i < job->rows_n; i++) {
        const struct store_value *column = job->row[i].column;
        if (strcmp(column[0].text, guest) != 0)
            continue;
        if (column[2].number < 0) {
            player.page = column[1].text;
            continue;
        }
        player.before = player.rating;
        player.rating = (struct rating){rating_from_bits(column[3].number), rating_from_bits(column[4].number),
                                        (uint32_t)column[2].number};
        player.here |= column[5].number != 0;
    }
    return player;
}

static void put_table_player(struct base_out *out, const struct table_player *player, bool rated)
{
    base_json_open(out, '{');
    if (player->page)
        base_json_string(out, "page", player->page);
    if (rated) {
        rating_put_members(out, &player->rating);
        base_json_number(out, "games", player->rating.games);
        if (player->here)
            base_json_number(out, "change", rating_points(&player->rating) - rating_points(&player->before));
    }
    base_json_close(out, '}');
}

static void table_players_read(struct api_call *call)
{
    bool rated = strstr(call->text, "\"rated\":true") != NULL;
    base_json_open(&call->body, '{');
    base_json_flag(&call->body, "rated", rated);
    base_json_begin(&call->body, "seats", '[');
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++) {
        const char *guest = call->players[seat];
        struct table_player player = read_table_player(&call->job, guest);
        if (*guest)
            put_table_player(&call->body, &player, rated);
        else
            base_json_null(&call->body);
    }
    base_json_close(&call->body, ']');
    base_json_close(&call->body, '}');
    call_answer_body(call);
}

static bool may_see_players(const struct api_call *call, const struct store_head *head)
{
    bool is_closed = moderation_table_closed_reason(call->app->moderation, head->table) != NULL;
    bool is_open = head->phase == STORE_OPEN || !strstr(head->about, "\"watch\":false");
    for (int seat = 0; seat < STORE_SEATS; seat++)
        is_open |= *head->guest[seat] && strcmp(head->guest[seat], call->guest.guest) == 0;
    return is_open && !is_closed;
}

static void table_head_found(struct api_call *call)
{
    const struct store_head *head = call->job.heads_n ? call->job.heads : NULL;
    if (!head || !may_see_players(call, head)) {
        call_answer_error(call, &app_error_no_table);
        return;
    }
    app_copy_text(call->text, sizeof call->text, head->about);
    for (int seat = 0; seat < STORE_SEATS; seat++) {
        memcpy(call->players[seat], head->guest[seat], TABLE_ID_SIZE);
        call_put(call, store_text(call->players[seat]));
    }
    call_put(call, store_number(strstr(head->about, "\"mode\":\"expert\"") ? FF_EXPERT : FF_BASE));
    call_put(call, store_text(call->table));
    call_submit(call, STORE_TABLE_PLAYERS, table_players_read);
}

static void find_table_players(struct api_call *call)
{
    if (call_input_text(call, "table", call->table, sizeof call->table))
        call_submit(call, STORE_LIST_TABLE, table_head_found);
}

void api_call_get_table_players(struct api_call *call) { call_begin_as_anybody(call, find_table_players); }
