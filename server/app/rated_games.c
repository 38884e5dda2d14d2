/* rated_games.c - computes and stores the players' new ratings when a rated game ends; see rated_games.h. */
#include "server/app/rated_games.h"

#include "engine/base/json_write.h"
#include "engine/base/words.h"
#include "server/app/app_internal.h"

#include <stdlib.h>
#include <string.h>

int64_t rating_to_bits(double number)
{
    int64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

double rating_from_bits(int64_t bits)
{
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

void rating_put_members(struct base_out *out, const struct rating *rating)
{
    base_json_number(out, "points", rating_points(rating));
    base_json_number(out, "margin", rating_margin(rating));
    base_json_flag(out, "provisional", rating_is_provisional(rating));
}

/* --------------------------------------------------------------------------------------------------------- one game */

void rated_game_set_initial_ratings(struct rated_game *game)
{
    for (int i = 0; i < game->players; i++) {
        struct rated_seat *seat = &game->seat[i];
        if (seat->level)
            seat->rating = rating_of_bot(game->mode, seat->level);
        else if (!seat->games)
            seat->rating = rating_new();
    }
}

void rated_game_update(struct rated_game *game)
{
    struct rating_seat seats[STORE_SEATS];
    for (int i = 0; i < game->players; i++)
        seats[i] =
            (struct rating_seat){game->seat[i].rating, game->seat[i].share ? 1.0 / (double)game->seat[i].share : 0};
    rating_update(seats, game->players, 1.0 / (double)game->repetition);
    for (int i = 0; i < game->players; i++)
        game->seat[i].rating = seats[i].rating;
}

void rated_game_put_seats(struct base_out *out, const struct rated_game *game)
{
    for (int i = 0; i < game->players; i++) {
        const struct rated_seat *seat = &game->seat[i];
        base_put(out, i ? ", " : "");
        if (seat->level)
            base_printf(out, "level%d %u ", seat->level, seat->games);
        else
            base_printf(out, "%s %u ", seat->guest, seat->games);
        base_printf(out, seat->share > 1 ? "1/%d" : "%d", seat->share);
    }
}

static bool read_seat(struct base_words *words, struct rated_seat *seat)
{
    struct base_word who, games, share;
    unsigned number;
    base_words_next(words, &who);
    base_words_next(words, &games);
    base_words_next(words, &share);
    if (who.length == 6 && memcmp(who.text, "level", 5) == 0)
        seat->level = (uint8_t)(who.text[5] - '0');
    else if (table_id_is_valid(who.text, who.length))
        memcpy(seat->guest, who.text, TABLE_ID_LENGTH);
    else
        return false;
    if (seat->level > TABLE_LEVELS || !base_word_number(&games, UINT32_MAX - 1, &number))
        return false;
    seat->games = number;
    bool part = share.length > 2 && memcmp(share.text, "1/", 2) == 0;
    struct base_word count = {share.text + (part ? 2 : 0), share.length - (part ? 2 : 0), 1, 1};
    if (!base_word_number(&count, part ? STORE_SEATS : 1, &number))
        return false;
    seat->share = (uint8_t)number;
    return true;
}

bool rated_game_read_seats(struct rated_game *game, const char *text, size_t length)
{
    memset(game->seat, 0, sizeof game->seat);
    game->players = 0;
    for (size_t at = 0; at < length;) {
        const char *comma = memchr(text + at, ',', length - at);
        size_t n = comma ? (size_t)(comma - text) - at : length - at;
        struct base_words words = base_words_in_chain(text + at, n);
        if (game->players == STORE_SEATS || !read_seat(&words, &game->seat[game->players++]))
            return false;
        at += n + 1;
    }
    return game->players >= FF_PLAYERS_MIN;
}

/* ------------------------------------------------------------------------------------------------ the end of a game */

enum { DAY_MS = 24 * 3600 * 1000, PEOPLE_SIZE = STORE_SEATS * TABLE_ID_SIZE };

/* An append that ends a rated game, while the players' ratings are being read. */
struct rated_update {
    struct store_job read;
    struct store_value values[8];
    struct log_append *append;
    struct rated_game game;
    struct store_rated rated;
    char people[PEOPLE_SIZE], seats[RATED_SEATS_TEXT_MAX];
};

static int compare_ids(const void *a, const void *b) { return strcmp((const char *)a, (const char *)b); }

/* Writes the ids of the game's people, sorted and separated by spaces, and returns their number. */
static int put_people(const struct rated_game *game, char people[PEOPLE_SIZE])
{
    char ids[STORE_SEATS][TABLE_ID_SIZE];
    struct base_out out = base_out_of(people, PEOPLE_SIZE);
    int n = 0;
    for (int i = 0; i < game->players; i++)
        if (*game->seat[i].guest)
            memcpy(ids[n++], game->seat[i].guest, TABLE_ID_SIZE);
    qsort(ids, (size_t)n, sizeof ids[0], compare_ids);
    for (int i = 0; i < n; i++) {
        base_put(&out, i ? " " : "");
        base_put(&out, ids[i]);
    }
    return n;
}

/* Returns the seats that share the win: the winners whose guests did not leave, or, if all winners left, all seats
 * whose guests stayed. */
static unsigned sharing_seats(const struct table *table)
{
    struct ff_result result;
    unsigned stayed = 0;
    ff_result(&table_game(table)->pub, &result);
    for (int i = 0; i < table_options(table)->seats; i++)
        stayed |= (unsigned)!table_seat(table, i)->away << i;
    return result.winners & stayed ? result.winners & stayed : result.winners ? stayed : 0;
}

static void describe_game(const struct table *table, struct rated_game *game)
{
    unsigned sharing = sharing_seats(table);
    game->mode = table_options(table)->mode;
    game->players = table_options(table)->seats;
    for (int i = 0; i < game->players; i++) {
        const struct table_seat *seat = table_seat(table, i);
        if (seat->kind == TABLE_SEAT_BOT)
            game->seat[i].level = seat->level;
        else
            memcpy(game->seat[i].guest, seat->guest, TABLE_ID_SIZE);
        game->seat[i].share = (uint8_t)(sharing >> i & 1 ? ff_popcount(sharing) : 0);
    }
}

/* Copies the ratings from the answer of STORE_RATINGS. Its row without a guest counts earlier games of the same
 * people. */
static void take_ratings(struct rated_update *update, const struct store_job *job, int people_n)
{
    struct rated_game *game = &update->game;
    game->repetition = 1;
    for (size_t row = 0; row < job->rows_n; row++) {
        const struct store_value *column = job->row[row].column;
        if (!column[0].length && people_n > 1)
            game->repetition = (uint32_t)column[1].number + 1;
        for (int i = 0; i < game->players; i++)
            if (column[0].length && strcmp(game->seat[i].guest, column[0].text) == 0) {
                game->seat[i].games = (uint32_t)column[1].number;
                game->seat[i].rating = (struct rating){rating_from_bits(column[2].number),
                                                       rating_from_bits(column[3].number), game->seat[i].games};
            }
    }
    rated_game_set_initial_ratings(game);
}

static void describe_rows(struct rated_update *update)
{
    struct rated_game *game = &update->game;
    struct store_rated *rated = &update->rated;
    struct base_out out = base_out_of(update->seats, sizeof update->seats);
    rated_game_put_seats(&out, game);
    *rated = (struct store_rated){.mode = game->mode,
                                  .ended_ms = update->append->head.over_ms,
                                  .repetition = game->repetition,
                                  .seats = update->seats,
                                  .people = update->people};
    rated_game_update(game);
    for (int i = 0; i < game->players; i++)
        if (*game->seat[i].guest) {
            struct store_rating *row = &rated->rows[rated->n++];
            memcpy(row->guest, game->seat[i].guest, TABLE_ID_SIZE);
            row->number = game->seat[i].games + 1;
            row->abandoned = table_seat(update->append->at->table, i)->away;
            row->skill = rating_to_bits(game->seat[i].rating.skill);
            row->variance = rating_to_bits(game->seat[i].rating.variance);
        }
    qsort(rated->rows, rated->n, sizeof rated->rows[0],
          compare_ids); /* rows are sorted so that all processes lock them in the same order */
}

static void ratings_read(struct store_job *job)
{
    struct rated_update *update = job->owner;
    struct log_append *append = update->append;
    struct app *app = append->at->app;
    app_note_job_done(app, job);
    if (job->status != STORE_DONE) {
        log_append_fail(append);
        return;
    }
    int people_n = 1;
    for (const char *at = update->people; *at; at++)
        people_n += *at == ' ';
    take_ratings(update, job, people_n);
    describe_rows(update);
    append->job.append.rated = &update->rated;
    app_submit(app, &append->job);
}

bool rated_game_submit_append(struct log_append *append)
{
    struct hosted_table *at = append->at;
    struct rated_update *update = calloc(1, sizeof *update);
    if (!update)
        return false;
    append->rated = update;
    update->append = append;
    describe_game(at->table, &update->game);
    put_people(&update->game, update->people);
    for (int i = 0; i < STORE_SEATS; i++)
        update->values[i] = store_text(update->game.seat[i].guest);
    update->values[5] = store_number(update->game.mode);
    update->values[6] = store_text(update->people);
    update->values[7] = store_number(append->head.over_ms - DAY_MS);
    update->read = (struct store_job){
        .op = STORE_RATINGS, .done = ratings_read, .owner = update, .values = update->values, .values_n = 8};
    app_submit(at->app, &update->read);
    return true;
}
