/* admin_check_ratings.c - `fuerstenfeld admin ratings`: checks that all ratings follow from the rated games; see
 * admin.h. Each rated game is recomputed from the ratings that its players had before it. If every stored rating equals
 * the result of its game, and each player's first rating follows from that of a new player, then all ratings follow
 * from the games, in whatever order they are checked. */
#include "admin.h"

#include "server/app/rated_games.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 100 };

/* A rated game as the store has it. */
struct stored_game {
    char table[TABLE_ID_SIZE];
    int64_t ended_ms;
    struct rated_game game;
    bool damaged;
};

struct check {
    struct admin *admin;
    struct stored_game page[PAGE];
    int page_n;
    struct rating row; /* the rating that was read last */
    bool found;
    uint64_t games, ratings, wrong, gone;
};

static void take_page(struct store_job *job)
{
    struct check *check = job->owner;
    check->page_n = 0;
    for (size_t i = 0; i < job->rows_n && i < PAGE; i++) {
        const struct store_value *column = job->row[i].column;
        struct stored_game *stored = &check->page[check->page_n++];
        memset(stored, 0, sizeof *stored);
        snprintf(stored->table, sizeof stored->table, "%s", column[0].text);
        stored->ended_ms = column[2].number;
        stored->damaged = !rated_game_read_seats(&stored->game, column[4].text, column[4].length);
        stored->game.mode = (uint8_t)column[1].number;
        stored->game.repetition = (uint32_t)column[3].number;
    }
}

static void take_row(struct store_job *job)
{
    struct check *check = job->owner;
    check->found = job->rows_n > 0;
    if (check->found)
        check->row = (struct rating){rating_from_bits(job->row[0].column[0].number),
                                     rating_from_bits(job->row[0].column[1].number), 0};
}

/* Reads one rating of a player's history into check->row. Returns false if the store failed. */
static bool read_row(struct check *check, const struct rated_game *game, const struct rated_seat *seat, uint32_t number)
{
    const struct store_value values[] = {store_text(seat->guest), store_number(game->mode), store_number(number)};
    struct store_job job = {.op = STORE_RATING_ROW, .owner = check, .values = values, .values_n = 3};
    return admin_run_job(check->admin, &job, take_row);
}

/* Reads the players' ratings before the game. Returns false if the store failed. Sets *known to whether all of them
 * exist. */
static bool read_before(struct check *check, struct rated_game *game, bool *known)
{
    *known = true;
    for (int i = 0; i < game->players; i++) {
        struct rated_seat *seat = &game->seat[i];
        if (!*seat->guest || !seat->games)
            continue;
        if (!read_row(check, game, seat, seat->games))
            return false;
        seat->rating = check->row;
        seat->rating.games = seat->games;
        *known = *known && check->found;
    }
    rated_game_set_initial_ratings(game);
    return true;
}

static bool check_seat(struct check *check, const struct stored_game *stored, const struct rated_seat *seat)
{
    if (!read_row(check, &stored->game, seat, seat->games + 1))
        return false;
    check->ratings++;
    check->gone += !check->found;
    if (check->found && (rating_to_bits(check->row.skill) != rating_to_bits(seat->rating.skill) ||
                         rating_to_bits(check->row.variance) != rating_to_bits(seat->rating.variance))) {
        check->wrong++;
        cli_printf("table %s: the rating of %s after game %u is not what follows from the games\n", stored->table,
                   seat->guest, seat->games + 1);
    }
    return true;
}

static bool check_game(struct check *check, struct stored_game *stored)
{
    bool known;
    check->games++;
    if (stored->damaged) {
        check->wrong++;
        cli_printf("table %s: the rated game cannot be read\n", stored->table);
        return true;
    }
    if (!read_before(check, &stored->game, &known))
        return false;
    if (!known) { /* a player was deleted, so the other players' ratings cannot be checked */
        check->gone++;
        return true;
    }
    rated_game_update(&stored->game);
    for (int i = 0; i < stored->game.players; i++)
        if (*stored->game.seat[i].guest && !check_seat(check, stored, &stored->game.seat[i]))
            return false;
    return true;
}

static bool check_all(struct check *check)
{
    char after[TABLE_ID_SIZE] = "";
    int64_t ended_ms = 0;
    do {
        const struct store_value values[] = {store_number(ended_ms), store_text(after), store_number(PAGE)};
        struct store_job job = {.op = STORE_RATED_GAMES, .owner = check, .values = values, .values_n = 3};
        if (!admin_run_job(check->admin, &job, take_page))
            return false;
        for (int i = 0; i < check->page_n; i++)
            if (!check_game(check, &check->page[i]))
                return false;
        if (check->page_n) {
            ended_ms = check->page[check->page_n - 1].ended_ms;
            memcpy(after, check->page[check->page_n - 1].table, sizeof after);
        }
    } while (check->page_n == PAGE);
    return true;
}

int admin_check_ratings(struct admin *admin, char **words, int n)
{
    (void)words, (void)n;
    struct check *check = cli_check_memory(calloc(1, sizeof *check));
    check->admin = admin;
    bool good = check_all(check);
    if (good)
        cli_printf("%" PRIu64 " rated games, %" PRIu64 " ratings calculated again, %" PRIu64 " wrong; %" PRIu64
                   " of deleted players\n",
                   check->games, check->ratings, check->wrong, check->gone);
    int status = !good ? CLI_USAGE : check->wrong ? CLI_FAILS : CLI_OK;
    free(check);
    return status;
}
