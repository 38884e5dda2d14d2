/* bot_game.c - plays games among bots for studies; see bot_game.h. */
#include "bot_game.h"

#include <stdlib.h>
#include <string.h>

struct bot_game bot_game_make(const struct ff_edition *edition, const struct lab_player *player,
                              const struct lab_worker *worker)
{
    struct bot_game table = {.edition = edition};
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++) {
        table.player[seat] = *player;
        table.memory[seat] = worker->memory[seat];
    }
    return table;
}

static void clear_memory(struct bot_game *table)
{
    for (int seat = 0; seat < table->game.pub.players; seat++)
        memset(table->memory[seat], 0, table->player[seat].bot->memory_size);
}

void bot_game_begin(struct bot_game *table, const struct ff_setup *setup, uint64_t seed)
{
    table->setup = *setup;
    ff_prepare(table->edition, setup, &table->game);
    memset(&table->seen, 0, sizeof table->seen);
    history_observe(&table->seen, &table->game.pub);
    table->rng = ff_rng_of(seed);
    clear_memory(table);
}

void bot_game_deal(struct bot_game *table, int players, int mode, uint64_t seed)
{
    struct ff_setup setup;
    ff_deal(table->edition, players, mode, seed, &setup);
    bot_game_begin(table, &setup, ~seed);
}

unsigned bot_game_ask_player(struct bot_game *table, const struct lab_player *player, void *memory)
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

bool bot_game_step(struct bot_game *table)
{
    struct ff_game *game = &table->game;
    struct ff_event event;
    if (game->pub.owe) {
        int seat = ff_lowest(game->pub.owe);
        unsigned option = bot_game_ask_player(table, &table->player[seat], table->memory[seat]);
        if (ff_play(table->edition, game, seat, ff_action_of(game->pub.stage, option), &event) != FF_OK)
            abort(); /* the bot chose an illegal option */
    } else if (!ff_follow(table->edition, game, &event)) {
        return false;
    }
    history_observe(&table->seen, &game->pub);
    return true;
}

void bot_game_apply(struct bot_game *table, unsigned option)
{
    struct ff_game *game = &table->game;
    history_apply(&table->seen, table->edition, game, ff_lowest(game->pub.owe), ff_action_of(game->pub.stage, option));
}

int bot_game_play_turns(struct bot_game *table, int own, int turns)
{
    const struct ff_game *game = &table->game;
    int begun = 0, last = -1; /* last: the last turn's round and seat */
    clear_memory(table);
    do {
        int seat = game->pub.owe ? ff_lowest(game->pub.owe) : -1, now = game->pub.round * FF_PLAYERS_MAX + seat;
        if (seat < 0 || now == last || !turn_is_active(game, seat))
            continue;
        last = now;
        begun += own < 0 || seat == own;
        if (begun == turns && (own < 0 || seat == own))
            break;
    } while (bot_game_step(table));
    return begun;
}

void bot_game_play_to_random_turn(struct bot_game *table, int own, struct ff_rng *rng)
{
    struct bot_game whole = *table;
    int turns = bot_game_play_turns(&whole, own, -1);
    bot_game_play_turns(table, own, 1 + (int)ff_rng_below(rng, (uint32_t)turns));
}

struct turn bot_game_play_turn(struct bot_game *table, const struct lab_player *player, void *memory)
{
    struct turn turn = {.steps = 0};
    const struct ff_game *game = &table->game;
    const int seat = ff_lowest(game->pub.owe), round = game->pub.round;
    if (player)
        memset(memory, 0, player->bot->memory_size);
    while (turn_is_active(game, seat) && game->pub.round == round && turn.steps < TURN_STEPS_MAX) {
        ff_options options = ff_game_options(game, seat);
        uint32_t nth = player ? 0 : ff_rng_below(&table->rng, (uint32_t)ff_popcount(options));
        unsigned option =
            player ? bot_game_ask_player(table, player, memory) : (unsigned)ff_option_nth(options, (int)nth);
        turn.option[turn.steps++] = (uint8_t)option;
        bot_game_apply(table, option);
    }
    return turn;
}

void bot_game_apply_turn(struct bot_game *table, const struct turn *turn)
{
    for (int step = 0; step < turn->steps; step++)
        bot_game_apply(table, turn->option[step]);
}

void bot_game_shuffle_unseen(struct bot_game *table, struct ff_rng *rng)
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

double bot_game_result(const struct bot_game *table, int seat)
{
    struct ff_result result;
    ff_result(&table->game.pub, &result);
    return result.winners >> seat & 1 ? 1.0 / ff_popcount(result.winners) : 0;
}
