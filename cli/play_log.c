/* play_log.c - what has happened in a game at the terminal; see play.h.
 *
 * The list of actions is the truth: the record and a saved game are made from it. Undo is a stack of copies of the
 * game, and shortens both lists. The stack is emptied as soon as somebody else has moved or a card was drawn, because
 * what has been seen cannot be unseen. */
#include <stdlib.h>
#include <string.h>

#include "play.h"
#include "record/replay.h"

static void *grow(void *list, size_t n, size_t *max, size_t size)
{
    if (n < *max)
        return list;
    *max = *max ? *max * 2 : 256;
    list = realloc(list, *max * size);
    if (!list) {
        cli_error("out of memory");
        exit(CLI_USAGE);
    }
    return list;
}

static void add_event(struct play *play, const struct ff_event *event)
{
    if (event->kind == FF_EVENT_NONE)
        return;
    play->events = grow(play->events, play->events_n, &play->events_max, sizeof *play->events);
    play->events[play->events_n++] = *event;
}

/* Not at once: what a person may still take back is nobody else's business. */
void play_tell_bots(struct play *play)
{
    for (; play->bots_told < play->events_n; play->bots_told++)
        for (int seat = 0; seat < play->setup.players; seat++)
            if (play->bot[seat])
                match_player_event(play->bot[seat], &play->events[play->bots_told]);
}

void play_seen(const struct play *play, struct seen *seen)
{
    struct ff_game game;
    seen_begin(seen, play->edition, &play->setup, &game);
    for (size_t i = 0; i < play->moves_n; i++)
        seen_apply(seen, play->edition, &game, play->moves[i].seat, play->moves[i].action);
}

static void add_move(struct play *play, int seat, ff_action action)
{
    play->moves = grow(play->moves, play->moves_n, &play->moves_max, sizeof *play->moves);
    play->moves[play->moves_n++] = (struct play_move){(uint8_t)seat, action};
}

/* --------------------------------------------------------------------------------------------------------- playing */

void play_follow(struct play *play)
{
    struct ff_event event;
    while (ff_follow(play->edition, &play->game, &event))
        add_event(play, &event);
}

void play_settle(struct play *play) { play->undo_n = play->redo_n = 0; }

static void push_undo(struct play *play)
{
    if (play->undo_n == PLAY_UNDO_MAX) /* longer than any turn; still, keep the newest */
        memmove(play->undo, play->undo + 1, (size_t)--play->undo_n * sizeof *play->undo);
    play->undo[play->undo_n++] = (struct play_snapshot){play->game, play->events_n, play->moves_n};
}

/* Whether these events may be taken back by the seat. */
static bool is_private(const struct play *play, size_t from, int seat)
{
    for (size_t i = from; i < play->events_n; i++) {
        const struct ff_event *event = &play->events[i];
        if (event->seat != seat || event->kind == FF_EVENT_DREW || event->kind == FF_EVENT_ROUND)
            return false;
    }
    return true;
}

bool play_take_again(struct play *play, int seat, ff_action action)
{
    struct ff_event event;
    if (ff_play(play->edition, &play->game, seat, action, &event) != FF_OK)
        return false;
    add_move(play, seat, action);
    add_event(play, &event);
    play_follow(play);
    play->asked = false;
    return true;
}

/* Leaves the redo list alone. */
static void take(struct play *play, int seat, ff_action action)
{
    size_t before = play->events_n;
    push_undo(play);
    if (!play_take_again(play, seat, action))
        abort(); /* a bug: all callers have asked the engine first */
    if (!is_private(play, before, seat) || !(play->game.pub.owe >> seat & 1))
        play_settle(play);
}

void play_take(struct play *play, int seat, ff_action action)
{
    play->redo_n = 0;
    take(play, seat, action);
}

bool play_undo(struct play *play)
{
    if (!play->undo_n) {
        play_say(play, "There is nothing to take back: undo works within your turn, up to the last card drawn.\n");
        return false;
    }
    const struct play_snapshot *last = &play->undo[--play->undo_n];
    play->redo[play->redo_n++] = play->moves[last->moves_n].action;
    play->game = last->game;
    play->events_n = last->events_n;
    play->moves_n = last->moves_n;
    if (play->moves_n < play->kept_n)
        play->kept[0] = '\0';
    if (play->told[play->seat] > play->events_n)
        play->told[play->seat] = play->events_n;
    play->asked = false;
    play_say(play, "Taken back.\n");
    return true;
}

bool play_redo(struct play *play)
{
    if (!play->redo_n) {
        play_say(play, "There is nothing to play again: redo follows undo.\n");
        return false;
    }
    take(play, play->seat, play->redo[--play->redo_n]);
    return true;
}

/* ------------------------------------------------------------------------------------------------------ the record */

/* The moves, in order. */
struct source {
    const struct play *play;
    size_t at;
};

static bool next_move(void *whose, struct record_decision *decision)
{
    struct source *source = whose;
    if (source->at == source->play->moves_n)
        return false;
    decision->seat = (uint8_t)source->play->moves[source->at].seat;
    decision->action = source->play->moves[source->at++].action;
    return true;
}

static void write_moves(const struct play *play, struct base_out *out)
{
    struct record_about about = {.has_seed = true, .seed = play->seed};
    about.edition = *play->named.name ? play->named.name : NULL;
    memcpy(about.names, play->names, sizeof about.names);
    for (int seat = 0; seat < play->setup.players; seat++)
        about.bots[seat] = play->bot[seat] ? play->spec[seat].text : NULL;
    record_write(out, play->edition, &play->setup, &about,
                 (struct record_source){next_move, &(struct source){play, 0}});
}

bool play_save_record(const struct play *play, const char *path, bool force)
{
    const struct cli_save_terms terms = cli_save_records(force);
    char *buffer = malloc(RECORD_GAME_MAX);
    struct cli_save save;
    bool saved = false;
    if (!buffer) {
        cli_error("%s: the record could not be written: out of memory", path);
        return false;
    }
    struct base_out out = base_out_of(buffer, RECORD_GAME_MAX);
    write_moves(play, &out);
    if (!base_out_whole(&out))
        cli_error("%s: the record could not be written: the game is too long", path);
    else if (cli_save_open(&save, path, &terms))
        saved = cli_save_write(&save, out.text, out.length) && cli_save_finish(&save);
    free(buffer);
    if (saved)
        play_say(play, "The game was added to %s.\n", CLI_SAFE(path));
    return saved;
}
