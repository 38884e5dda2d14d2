/* table.c - plays games among bots for studies; see table.h. */
#include "table.h"

#include <stdlib.h>
#include <string.h>

struct lab_table lab_table_of(const struct ff_edition *edition, const struct lab_player *player,
                              const struct lab_worker *worker)
{
    struct lab_table table = {.edition = edition};
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++) {
        table.player[seat] = *player;
        table.memory[seat] = worker->memory[seat];
    }
    return table;
}

static void clear_memory(struct lab_table *table)
{
    for (int seat = 0; seat < table->game.pub.players; seat++)
        memset(table->memory[seat], 0, table->player[seat].bot->memory_size);
}

void lab_table_set_up(struct lab_table *table, const struct ff_setup *setup, uint64_t seed)
{
    table->setup = *setup;
    ff_prepare(table->edition, setup, &table->game);
    memset(&table->seen, 0, sizeof table->seen);
    history_observe(&table->seen, &table->game.pub);
    table->rng = ff_rng_of(seed);
    clear_memory(table);
}

void lab_table_deal(struct lab_table *table, int players, int mode, uint64_t seed)
{
    struct ff_setup setup;
    ff_deal(table->edition, players, mode, seed, &setup);
    lab_table_set_up(table, &setup, ~seed);
}

unsigned lab_table_ask(struct lab_table *table, const struct lab_player *player, void *memory)
{
    struct ff_view view;
    ff_view_of(&table->game, ff_lowest(table->game.pub.owe), &view);
    const struct bot_task task = {
        .edition = table->edition,
        .view = &view,
        .legal = ff_legal(table->edition, &view),
        .seed = ff_rng_next(&table->rng),
        .net = player->net,
        .history = &table->seen,
    };
    return bot_choose(player->bot, memory, &task, player->iterations);
}

bool lab_table_step(struct lab_table *table)
{
    struct ff_game *game = &table->game;
    struct ff_event event;
    if (game->pub.owe) {
        int seat = ff_lowest(game->pub.owe);
        unsigned option = lab_table_ask(table, &table->player[seat], table->memory[seat]);
        if (ff_play(table->edition, game, seat, ff_action_of(game->pub.stage, option), &event) != FF_OK)
            abort(); /* a bot that does not know the rules */
    } else if (!ff_follow(table->edition, game, &event)) {
        return false;
    }
    history_observe(&table->seen, &game->pub);
    return true;
}

void lab_table_apply(struct lab_table *table, unsigned option)
{
    struct ff_game *game = &table->game;
    history_apply(&table->seen, table->edition, game, ff_lowest(game->pub.owe), ff_action_of(game->pub.stage, option));
}

int lab_table_play(struct lab_table *table, int own, int turns)
{
    const struct ff_game *game = &table->game;
    int begun = 0, last = -1; /* last: whose turn in which round */
    clear_memory(table);
    do {
        int seat = game->pub.owe ? ff_lowest(game->pub.owe) : -1, now = game->pub.round * FF_PLAYERS_MAX + seat;
        if (seat < 0 || now == last || !turn_is_active(game, seat))
            continue;
        last = now;
        begun += own < 0 || seat == own;
        if (begun == turns && (own < 0 || seat == own))
            break;
    } while (lab_table_step(table));
    return begun;
}

void lab_table_play_to_turn(struct lab_table *table, int own, struct ff_rng *rng)
{
    struct lab_table whole = *table;
    int turns = lab_table_play(&whole, own, -1);
    lab_table_play(table, own, 1 + (int)ff_rng_below(rng, (uint32_t)turns));
}

struct turn lab_table_turn(struct lab_table *table, const struct lab_player *player, void *memory)
{
    struct turn turn = {.steps = 0};
    const struct ff_game *game = &table->game;
    const int seat = ff_lowest(game->pub.owe), round = game->pub.round;
    if (player)
        memset(memory, 0, player->bot->memory_size);
    while (turn_is_active(game, seat) && game->pub.round == round && turn.steps < TURN_STEPS_MAX) {
        ff_options options = ff_game_options(game, seat);
        uint32_t nth = player ? 0 : ff_rng_below(&table->rng, (uint32_t)ff_popcount(options));
        unsigned option = player ? lab_table_ask(table, player, memory) : (unsigned)ff_option_nth(options, (int)nth);
        turn.option[turn.steps++] = (uint8_t)option;
        lab_table_apply(table, option);
    }
    return turn;
}

void lab_table_apply_turn(struct lab_table *table, const struct turn *turn)
{
    for (int step = 0; step < turn->steps; step++)
        lab_table_apply(table, turn->option[step]);
}

void lab_table_shuffle(struct lab_table *table, struct ff_rng *rng)
{
    struct ff_game *game = &table->game;
    for (int seat = 0; seat < game->pub.players; seat++) {
        struct ff_placement placed = {.hand = game->hid.hand[seat], .trash = game->hid.trash[seat]};
        for (int i = 0; i < game->pub.deck_n[seat]; i++)
            placed.deck[i] = (uint8_t)ff_deck_card(game, seat, i);
        ff_shuffle(rng, placed.deck, game->pub.fresh_n[seat]);
        ff_place(table->edition, game, seat, &placed);
    }
}

double lab_table_won(const struct lab_table *table, int seat)
{
    struct ff_result result;
    ff_result(&table->game.pub, &result);
    return result.winners >> seat & 1 ? 1.0 / ff_popcount(result.winners) : 0;
}
