/* bot.h - the interface of bots: players that get a view and nothing else.
 *
 * A bot is one constant `struct bot` with three functions. It gets the view of its seat (struct ff_view), the public
 * history (struct history), the legal options, a seed, and a block of memory that the caller owns. It does no I/O,
 * reads no clock, allocates nothing, and uses integers only at play time, so it plays the same in a terminal, on a
 * server and in a browser.
 *
 * Thinking comes in slices, so the caller decides how long it lasts: by a number of iterations, which is repeatable, or
 * by a clock.
 *
 *     bot->begin(memory, &task);
 *     while (there is time && bot->think(memory, 64))
 *         ;
 *     bot->answer(memory, &answer);
 *
 * The answer is valid from `begin` on and gets better. The same task, memory and number of iterations give the same
 * answer. The caller zeroes `memory` before a game's first decision and leaves it alone between decisions. A bot may
 * keep notes there, but must give a legal answer without them.
 *
 * The smallest bot is bots/ai/bot_random.c; copy its shape. The table of bots is in bots/ai/bots.c. */
#ifndef AI_BOT_H
#define AI_BOT_H

#include "engine/core/ff.h"

struct net;
struct history;

/* One decision. */
struct bot_task {
    const struct ff_edition *edition;
    const struct ff_view *view;    /* the view of the seat that must decide (view->own.seat) */
    ff_options legal;              /* ff_legal of the view; one option alone only if no build is possible */
    uint64_t seed;                 /* seed of this decision; all of a bot's random numbers come from it */
    const struct net *net;         /* the network, for bots that use one */
    const struct history *history; /* the public history, for bots that use it; NULL: not known */
};

enum { BOT_CHANCE_ONE = 10000 }; /* win chances are in hundredths of a percent */

struct bot_answer {
    unsigned option;                 /* one of the legal options of the stage */
    bool has_chances;                /* whether the rest is filled in */
    uint16_t win[FF_PLAYERS_MAX];    /* each seat's chance to win, as the bot sees it after its choice */
    uint32_t visits[FF_OPTIONS_MAX]; /* how much thought went into each option */
    uint16_t value[FF_OPTIONS_MAX];  /* the seat's chance to win after each option; 0 if the option was not evaluated */
};

struct bot {
    const char *name;
    const char *about;   /* one line */
    size_t memory_size;  /* of the block */
    uint32_t iterations; /* a sensible number of iterations; 0: thinking adds nothing */
    bool uses_net;       /* task->net must be a network that was read */
    void (*begin)(void *memory, const struct bot_task *task);
    bool (*think)(void *memory, uint32_t iterations); /* false: more would add nothing */
    void (*merge)(void *memory, void *other);         /* NULL: threads are of no use; see below */
    void (*answer)(const void *memory, struct bot_answer *answer);
};

/* For several threads: each thinks about the same decision in a memory of its own, with the same task but a different
 * seed. Then the other memories are merged into the first one, in order, and the first one gives the answer. The same
 * numbers of iterations give the same answer. The first memory keeps the plan for later decisions. */

/* All bots; NULL ends the list. */
extern const struct bot *const bot_list[];

/* Returns the bot of that name, or NULL. */
const struct bot *bot_find(const char *name);

/* Chooses without a clock: begins, thinks for that many iterations (0: the bot's default), answers. */
unsigned bot_choose(const struct bot *bot, void *memory, const struct bot_task *task, uint32_t iterations);

#endif
