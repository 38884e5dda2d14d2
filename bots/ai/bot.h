/* bot.h - the interface of bots: players that see nothing but a view.
 *
 * A bot is one constant `struct bot` with three functions. It gets the view of its seat (struct ff_view), the public
 * history (struct history), the legal options, a seed, and a block of memory that the caller owns. It does no I/O,
 * reads no clock, allocates nothing, and uses only integers at play time, so it plays the same in a terminal, on a
 * server and in a browser.
 *
 * The caller decides how long a bot thinks, by a number of iterations, which is repeatable, or by a clock.
 *
 *     bot->begin(memory, &task);
 *     while (there is time && bot->think(memory, 64))
 *         ;
 *     bot->answer(memory, &answer);
 *
 * The answer is valid from `begin` on and improves with thinking. The same task, memory and number of iterations give
 * the same answer. The caller zeroes `memory` before a game's first decision and leaves it alone between decisions. A
 * bot may keep notes there, but must give a legal answer without them.
 *
 * To write a bot, copy the smallest one, bots/ai/bot_random.c. The table of bots is in bots/ai/bots.c. */
#ifndef AI_BOT_H
#define AI_BOT_H

#include "engine/core/ff.h"

struct net;
struct history;

/* One decision. */
struct bot_task {
    const struct ff_edition *edition;
    const struct ff_view *view;    /* the view of the seat that must decide (view->own.seat) */
    ff_options legal;              /* ff_legal of the view; a single option only if nothing can be built */
    uint64_t seed;                 /* seed of this decision, the only source of a bot's random numbers */
    const struct net *net;         /* the network, for bots with `uses_net` */
    const struct history *history; /* the public history, for bots that use it; NULL if unknown */
};

enum { BOT_CHANCE_ONE = 10000 }; /* chances to win are in hundredths of a percent */

struct bot_answer {
    unsigned option;                 /* the bot's choice, one of the legal options */
    bool has_chances;                /* whether the members below are filled in */
    uint16_t win[FF_PLAYERS_MAX];    /* each seat's chance to win after the choice, in the bot's estimation */
    uint32_t visits[FF_OPTIONS_MAX]; /* how often the bot's search tried each option */
    uint16_t value[FF_OPTIONS_MAX];  /* the deciding seat's chance to win after each option; 0 if not evaluated */
};

struct bot {
    const char *name;
    const char *about;   /* one line */
    size_t memory_size;  /* bytes of memory that the bot needs */
    uint32_t iterations; /* default number of iterations; 0 if thinking does not improve the answer */
    bool uses_net;       /* whether task->net must be a valid network */
    void (*begin)(void *memory, const struct bot_task *task);
    bool (*think)(void *memory, uint32_t iterations); /* returns false if more iterations are useless */
    void (*merge)(void *memory, void *other); /* adds the results of another thread, see below; NULL if unsupported */
    void (*answer)(const void *memory, struct bot_answer *answer);
};

/* To use several threads, let each think about the same task with its own memory and a different seed. Then merge the
 * other memories into the first one, in a fixed order, and take the first one's answer. The same numbers of iterations
 * give the same answer. For later decisions, keep the first memory, which holds the plan. */

/* All bots; the list ends with NULL. */
extern const struct bot *const bot_list[];

/* Returns the bot of that name; NULL if there is none. */
const struct bot *bot_find(const char *name);

/* Chooses without a clock: begins, thinks for `iterations` (0 means the bot's default), and answers. */
unsigned bot_choose(const struct bot *bot, void *memory, const struct bot_task *task, uint32_t iterations);

#endif
