/* replay.c - replays a game step by step; see replay.h. */
#include "replay.h"

void record_replay_begin(struct record_replay *replay, const struct ff_edition *edition, const struct ff_setup *setup,
                         struct record_source source)
{
    replay->edition = edition;
    replay->source = source;
    ff_prepare(edition, setup, &replay->game);
}

bool record_replay_step(struct record_replay *replay, struct ff_event *event)
{
    struct record_decision decision;
    if (ff_follow(replay->edition, &replay->game, event))
        return true;
    if (!replay->source.next(replay->source.whose, &decision))
        return false;
    return ff_play(replay->edition, &replay->game, decision.seat, decision.action, event) == FF_OK;
}

void record_write(struct base_out *out, const struct ff_edition *edition, const struct ff_setup *setup,
                  const struct record_about *about, struct record_source source)
{
    struct record_writer writer;
    struct record_replay replay;
    struct ff_event event;
    record_begin(&writer, out, edition, setup, about);
    record_replay_begin(&replay, edition, setup, source);
    while (record_replay_step(&replay, &event))
        record_event(&writer, &replay.game, &event);
}
