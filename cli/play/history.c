/* history.c - stores the actions and events of a game at the terminal; see play.h. The list of actions is
 * authoritative: records and saved games are made from it. Undo takes a copy of the game from a stack and shortens both
 * lists. The stack is emptied as soon as somebody else has moved or a card was drawn, because players cannot forget
 * what they have seen. */
#include <stdlib.h>
#include <string.h>

#include "engine/record/replay.h"
#include "play.h"

static void *grow(void *list, size_t n, size_t *max, size_t size)
{
    if (n < *max)
        return list;
    *max = *max ? *max * 2 : 256;
    return cli_check_memory(realloc(list, *max * size));
}

static void add_event(struct play *play, const struct ff_event *event)
{
    if (event->kind == FF_EVENT_NONE)
        return;
    play->game.events = grow(play->game.events, play->game.events_n, &play->game.events_max, sizeof *play->game.events);
    play->game.events[play->game.events_n++] = *event;
}

/* Sends the bots all events since the last call. Events are sent late, because a person may still undo actions. */
void play_notify_bots(struct play *play)
{
    for (; play->game.bots_events_n < play->game.events_n; play->game.bots_events_n++)
        for (int seat = 0; seat < play->game.setup.players; seat++)
            if (play->game.bot[seat])
                arena_player_send_event(play->game.bot[seat], &play->game.events[play->game.bots_events_n]);
}

void play_compute_public_history(const struct play *play, struct history *seen)
{
    struct ff_game game;
    history_begin(seen, play->game.edition, &play->game.setup, &game);
    for (size_t i = 0; i < play->game.moves_n; i++)
        history_apply(seen, play->game.edition, &game, play->game.moves[i].seat, play->game.moves[i].action);
}

static void add_move(struct play *play, int seat, ff_action action)
{
    play->game.moves = grow(play->game.moves, play->game.moves_n, &play->game.moves_max, sizeof *play->game.moves);
    play->game.moves[play->game.moves_n++] = (struct play_move){(uint8_t)seat, action};
}

/* --------------------------------------------------------------------------------------------------------- playing */

void play_take_automatic_steps(struct play *play)
{
    struct ff_event event;
    while (ff_follow(play->game.edition, &play->game.state, &event))
        add_event(play, &event);
}

void play_clear_undo(struct play *play) { play->game.undo_n = play->game.redo_n = 0; }

static void push_undo(struct play *play)
{
    if (play->game.undo_n ==
        PLAY_UNDO_MAX) /* the stack is longer than any turn; if it is full, the oldest copy is dropped */
        memmove(play->game.undo, play->game.undo + 1, (size_t)--play->game.undo_n * sizeof *play->game.undo);
    play->game.undo[play->game.undo_n++] =
        (struct play_snapshot){play->game.state, play->game.events_n, play->game.moves_n};
}

/* Returns whether the seat may take back all events since `from`. */
static bool is_private(const struct play *play, size_t from, int seat)
{
    for (size_t i = from; i < play->game.events_n; i++) {
        const struct ff_event *event = &play->game.events[i];
        if (event->seat != seat || event->kind == FF_EVENT_DREW || event->kind == FF_EVENT_ROUND)
            return false;
    }
    return true;
}

/* Plays an action and the automatic steps after it. Does not change the redo list. */
static void play_action(struct play *play, int seat, ff_action action)
{
    struct ff_event event;
    size_t before = play->game.events_n;
    push_undo(play);
    if (ff_play(play->game.edition, &play->game.state, seat, action, &event) != FF_OK)
        abort(); /* a refusal would be a bug, because all callers have asked the engine first */
    add_move(play, seat, action);
    add_event(play, &event);
    play_take_automatic_steps(play);
    play->ui.asked = false;
    if (!is_private(play, before, seat) || !(play->game.state.pub.owe >> seat & 1))
        play_clear_undo(play);
}

void play_apply_action(struct play *play, int seat, ff_action action)
{
    play->game.redo_n = 0;
    play_action(play, seat, action);
}

bool play_undo(struct play *play)
{
    if (!play->game.undo_n) {
        play_printf(
            play,
            "There is nothing to take back, because undo works only within your turn and not before a drawn card.\n");
        return false;
    }
    const struct play_snapshot *last = &play->game.undo[--play->game.undo_n];
    play->game.redo[play->game.redo_n++] = play->game.moves[last->moves_n].action;
    play->game.state = last->game;
    play->game.events_n = last->events_n;
    play->game.moves_n = last->moves_n;
    if (play->game.moves_n < play->files.kept_n)
        play->files.kept[0] = '\0';
    if (play->ui.events_shown[play->ui.seat] > play->game.events_n)
        play->ui.events_shown[play->ui.seat] = play->game.events_n;
    play->ui.asked = false;
    play_printf(play, "Taken back.\n");
    return true;
}

bool play_redo(struct play *play)
{
    if (!play->game.redo_n) {
        play_printf(play, "There is nothing to redo, because redo follows undo.\n");
        return false;
    }
    play_action(play, play->ui.seat, play->game.redo[--play->game.redo_n]);
    return true;
}

/* ------------------------------------------------------------------------------------------------------ the record */

/* Reads the moves of the game in order. */
struct source {
    const struct play *play;
    size_t at;
};

static bool next_move(void *whose, struct record_decision *decision)
{
    struct source *source = whose;
    if (source->at == source->play->game.moves_n)
        return false;
    decision->seat = (uint8_t)source->play->game.moves[source->at].seat;
    decision->action = source->play->game.moves[source->at++].action;
    return true;
}

static void write_moves(const struct play *play, struct base_out *out)
{
    struct record_about about = {.has_seed = true, .seed = play->game.seed};
    about.edition = *play->game.named.name ? play->game.named.name : NULL;
    memcpy(about.names, play->game.names, sizeof about.names);
    for (int seat = 0; seat < play->game.setup.players; seat++)
        about.bots[seat] = play->game.bot[seat] ? play->game.spec[seat].text : NULL;
    record_write(out, play->game.edition, &play->game.setup, &about,
                 (struct record_source){next_move, &(struct source){play, 0}});
}

bool play_save_record(struct play *play, const char *path, bool force)
{
    const struct output_file_terms terms = output_file_record_terms(force);
    char *buffer = cli_check_memory(malloc(RECORD_GAME_MAX));
    struct base_out out = base_out_of(buffer, RECORD_GAME_MAX);
    write_moves(play, &out);
    bool saved = output_file_write_text(path, &terms, &out);
    free(buffer);
    if (saved) {
        play_printf(play, "The game was added to %s.\n", CLI_SAFE(path));
        snprintf(play->files.recorded, sizeof play->files.recorded, "%s", path);
    }
    return saved;
}
