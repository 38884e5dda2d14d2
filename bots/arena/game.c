/* game.c - plays one game between players; see game.h. */
#include "game.h"
#include "child_process.h"
#include "engine/record/record.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

uint64_t arena_mix_seeds(uint64_t a, uint64_t b)
{
    struct ff_rng rng = ff_rng_of(a);
    rng = ff_rng_of(ff_rng_next(&rng) ^ b);
    return ff_rng_next(&rng);
}

static void sit_down(const struct arena_seats *seats)
{
    for (int seat = 0; seat < seats->players; seat++) {
        struct arena_game game = {seats->edition, seats->players, seats->mode, seat, seats->chance};
        arena_player_begin_game(seats->at[seat], &game);
    }
}

static void begin_record(const struct arena_seats *seats, const struct ff_setup *setup, struct base_out *out,
                         struct record_writer *writer)
{
    struct record_about about = {.has_seed = true, .seed = seats->deal};
    char name[FF_PLAYERS_MAX][RECORD_NAME_MAX];
    about.edition = *seats->edition->name ? seats->edition->name : NULL;
    for (int seat = 0; seat < seats->players; seat++) {
        arena_player_name(seats->at[seat], seat, name[seat], sizeof name[seat]);
        about.names[seat] = name[seat];
    }
    record_begin(writer, out, &seats->edition->values, setup, &about);
}

static ff_action decide(const struct arena_seats *seats, const struct ff_game *game, const struct history *seen,
                        int seat)
{
    struct arena_player *player = seats->at[seat];
    struct ff_view view;
    struct bot_answer answer;
    ff_view_of(game, seat, &view);
    bool measured = seats->times[seat] && !arena_player_fault(player); /* not a replaced player */
    uint64_t start = measured ? arena_now_ns() : 0;
    arena_player_decide(player, &view, seen, ff_game_options(game, seat), &answer);
    if (measured)
        arena_times_add(seats->times[seat], arena_now_ns() - start);
    return ff_action_of(game->pub.stage, answer.option);
}

/* Plays the next decision or automatic step. Returns false if the game was stopped. */
static bool play_decision(const struct arena_seats *seats, struct ff_game *game, struct history *seen,
                          uint64_t *decisions, struct ff_event *event)
{
    const struct ff_edition *edition = &seats->edition->values;
    history_observe(seen, &game->pub);
    if (!game->pub.owe)
        return ff_follow(edition, game, event);
    int seat = ff_lowest(game->pub.owe);
    ff_action action = decide(seats, game, seen, seat);
    if (seats->stop && atomic_load(seats->stop))
        return false;
    enum ff_refusal refusal = ff_play(edition, game, seat, action, event);
    assert(refusal == FF_OK);
    ++*decisions;
    return true;
}

static void take_result(const struct arena_seats *seats, const struct ff_public *end, struct arena_outcome *outcome)
{
    const unsigned all = (1u << seats->players) - 1;
    struct ff_result result;
    ff_result(end, &result);
    outcome->end = *end;
    outcome->forfeits = 0;
    for (int seat = 0; seat < seats->players; seat++)
        outcome->forfeits |= (unsigned)(arena_player_fault(seats->at[seat]) != NULL) << seat;
    outcome->winners = result.winners & ~outcome->forfeits;
    if (!outcome->winners && outcome->forfeits)
        outcome->winners = all & ~outcome->forfeits;
}

bool arena_play_game(const struct arena_seats *seats, struct base_out *record, struct arena_outcome *outcome)
{
    struct record_writer writer;
    struct ff_setup setup;
    struct ff_game game;
    struct ff_event event;
    struct history seen = {0};
    sit_down(seats);
    ff_deal(&seats->edition->values, seats->players, seats->mode, seats->deal, &setup);
    enum ff_setup_fault fault = ff_prepare(&seats->edition->values, &setup, &game);
    assert(fault == FF_SETUP_OK);
    if (record)
        begin_record(seats, &setup, record, &writer);
    outcome->decisions = 0;
    while (game.pub.stage != FF_STAGE_OVER) {
        if (!play_decision(seats, &game, &seen, &outcome->decisions, &event))
            return false;
        for (int seat = 0; seat < seats->players; seat++)
            arena_player_send_event(seats->at[seat], &event);
        if (record)
            record_event(&writer, &game, &event);
    }
    for (int seat = 0; seat < seats->players; seat++)
        arena_player_end_game(seats->at[seat], &game.pub);
    take_result(seats, &game.pub, outcome);
    return true;
}

char *arena_copy_text(const struct base_out *out)
{
    assert(base_out_whole(out));
    char *copy = (char *)malloc(out->length + 1);
    if (copy)
        memcpy(copy, out->text, out->length + 1);
    return copy;
}
