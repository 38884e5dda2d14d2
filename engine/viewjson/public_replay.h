/* public_replay.h - follows the public state of a game by its events alone.
 *
 * A server's client gets lines of events (engine/text/event.h) and no positions between them. This keeps what
 * viewjson_put_event shows of the table before and after an event: prices, boards, the order of play, whether the game
 * is over. Coins, goods, hands and decks are not followed. Nothing here fails: events that no game has give numbers
 * that no game has, within their ranges. */
#ifndef VIEWJSON_PUBLIC_REPLAY_H
#define VIEWJSON_PUBLIC_REPLAY_H

#include "engine/base/out.h"
#include "engine/core/ff.h"

struct viewjson_replay {
    struct ff_public before, pub; /* before and after the last event */
    uint8_t sold;                 /* how many seats have sold this round */
    uint8_t drawn;                /* mask of the seats that have drawn this round: the next draw is an extra one */
};

/* Goes to the beginning of the game of which `now` is some position. */
void viewjson_replay_begin(const struct ff_edition *edition, const struct ff_public *now,
                           struct viewjson_replay *replay);

/* Moves past an event that was read from its line (text_event_read) and prints it as viewjson_put_event does; `names`
 * as there. Adds what the line leaves out: the goods harvested with a draw and the covered card. */
void viewjson_replay_event(struct base_out *out, const struct ff_edition *edition, struct viewjson_replay *replay,
                           struct ff_event event, const char *const *names);

#endif
