/* search_games.c - makes training positions from the searches of bot_prince; see search_games.h. */
#include "search_games.h"
#include "bots/ai/bot_prince.h"

#include <stdlib.h>

static struct train_position *append(struct search_positions *positions)
{
    if (positions->n == positions->room) {
        size_t room = positions->room ? 2 * positions->room : 256;
        struct train_position *grown = realloc(positions->position, room * sizeof *grown);
        if (!grown) {
            positions->out_of_memory = true;
            return NULL;
        }
        positions->position = grown;
        positions->room = room;
    }
    return &positions->position[positions->n++];
}

/* Computes the features of the position after a turn, from the view of the turn's seat. */
static void features_after(const struct ff_edition *edition, const struct ff_game *before, int seat,
                           const struct turn *turn, struct features *features)
{
    struct ff_game game = *before;
    struct ff_view view;
    for (int i = 0; i < turn->steps; i++)
        turn_play_option(edition, &game, seat, turn->option[i]);
    ff_view_of(&game, seat, &view);
    features_compute_with_equal_opponents(edition, &view, features);
}

static void add_candidate(const struct bot_game *before, int seat, const struct bot_prince_candidate *candidate,
                          struct search_positions *positions)
{
    struct train_position *position = append(positions);
    if (!position)
        return;
    *position = (struct train_position){.players = before->game.pub.players, .seat = (uint8_t)seat};
    features_after(before->edition, &before->game, seat, candidate->turn, &position->features);
    position->worlds = (uint16_t)(candidate->worlds < UINT16_MAX ? candidate->worlds : UINT16_MAX);
    position->rests = candidate->chosen;
    for (int p = 0; p < position->players; p++)
        position->target[p] = (float)candidate->chance[position->features.seat[p]] / NET_CHANCE_ONE;
}

/* Adds the game's result to the positions after the turns that were played. */
static void add_results(const struct ff_public *end, struct search_positions *positions, size_t first)
{
    float won[FF_PLAYERS_MAX];
    train_win_shares(end, won);
    for (size_t i = first; i < positions->n; i++) {
        struct train_position *position = &positions->position[i];
        for (int p = 0; p < position->players && position->rests; p++)
            position->result[p] = won[position->features.seat[p]];
    }
}

/* Plays a step of the game. If the step began a turn with a search, adds positions after the turn's candidates. */
static bool play_search_step(const struct search_games *games, struct bot_game *table,
                             struct search_positions *positions)
{
    const struct bot_game before = *table;
    const int seat = before.game.pub.owe ? ff_lowest(before.game.pub.owe) : -1;
    struct bot_prince_candidate candidate;
    int at = 0;
    if (!bot_game_step(table))
        return false;
    if (seat < 0 || !turn_is_active(&before.game, seat))
        return true;
    while (bot_prince_next_candidate(table->memory[seat], &at, &candidate))
        if (candidate.worlds >= games->worlds_min)
            add_candidate(&before, seat, &candidate, positions);
    return true;
}

void search_games_play_game(const struct search_games *games, const struct lab_worker *worker, uint64_t seed,
                            struct search_positions *positions, struct train_counts *counts)
{
    struct ff_rng rng = ff_rng_of(seed);
    struct train_setup setup;
    const size_t first = positions->n;
    train_draw_setup(games->options, games->edition, &rng, &setup);
    struct bot_game table = bot_game_make(setup.edition, &games->prince, worker);
    bot_game_begin(&table, &setup.setup, ff_rng_next(&rng));
    while (play_search_step(games, &table, positions))
        counts->decisions++;
    add_results(&table.game.pub, positions, first);
    counts->games++;
    counts->rounds += table.game.pub.round;
    struct ff_result result;
    ff_result(&table.game.pub, &result);
    counts->unfinished += !result.palace;
}
