/* players.c - computer players, which are bots with a budget or external programs; see players.h. */
#include "players.h"
#include "bot_budget.h"
#include "bots/ai/bots.h"
#include "bots/ai/levels.h"
#include "bots/ai/net.h"
#include "child_process.h"
#include "engine/base/builtin.h"
#include "engine/base/number.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------------------- names */

/* Writes an error message to `why`. Returns false. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
static bool
refuse(char why[ARENA_WHY_MAX], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, ARENA_WHY_MAX, format, arguments);
    va_end(arguments);
    return false;
}

static bool no_such_bot(char why[ARENA_WHY_MAX], const char *name)
{
    char list[512];
    arena_specs_help_line(list, sizeof list);
    return refuse(why, "there is no bot \"%s\"; there are %s", name, list);
}

void arena_specs_help_line(char *text, size_t size)
{
    struct base_out out = base_out_of(text, size);
    for (int i = 0; bot_list[i]; i++)
        base_printf(&out, "%s, ", bot_list[i]->name);
    base_printf(&out, "level1 to level%d, cmd:COMMAND", BOT_LEVELS_MAX);
}

/* Parses a number from 1 to max. Returns the text after it, or NULL if it is invalid. */
static const char *parse_number(const char *text, uint64_t max, uint64_t *number)
{
    size_t digits = base_count_digits(text, strlen(text));
    return base_number_read(text, digits, max, number) && *number > 0 ? text + digits : NULL;
}

bool arena_time_parse(const char *text, uint32_t *ms)
{
    const uint64_t day_ms = 86400000;
    uint64_t number;
    const char *unit = parse_number(text, day_ms, &number);
    if (!unit)
        return false;
    uint64_t factor = strcmp(unit, "ms") == 0 ? 1 : strcmp(unit, "s") == 0 ? 1000 : 0;
    if (factor == 0 || number * factor > day_ms)
        return false;
    *ms = (uint32_t)(number * factor);
    return true;
}

static bool parse_budget(char why[ARENA_WHY_MAX], const char *text, struct arena_spec *spec)
{
    uint64_t number;
    if (!spec->bot->iterations)
        return refuse(why, "\"%s\": %s has no use for a budget; apprentice and prince have", spec->text,
                      spec->bot->name);
    const char *end = parse_number(text, UINT32_MAX, &number);
    if (end && *end == '\0') {
        spec->iterations = (uint32_t)number;
        return true;
    }
    if (arena_time_parse(text, &spec->time_ms)) {
        spec->iterations = UINT32_MAX;
        return true;
    }
    return refuse(why,
                  "\"%s\": after the colon comes a number of iterations (500) or a time (200ms, 2s); at most %" PRIu32
                  " of them, or a day",
                  spec->text, UINT32_MAX);
}

/* Reads a network file, and one byte more to notice files that are too long. Returns the number of bytes, or -1 with
 * errno set. */
static long read_bytes(const char *path, uint8_t bytes[NET_FILE_SIZE + 1])
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return -1;
    size_t n = fread(bytes, 1, NET_FILE_SIZE + 1, file);
    bool good = !ferror(file);
    int error = errno;
    fclose(file);
    errno = error;
    return good ? (long)n : -1;
}

static bool read_net(char why[ARENA_WHY_MAX], const char *path, struct arena_spec *spec)
{
    uint8_t *bytes = (uint8_t *)malloc(NET_FILE_SIZE + 1);
    spec->net = (struct net *)malloc(sizeof *spec->net);
    long n = bytes && spec->net ? read_bytes(path, bytes) : 0;
    const char *fault = bytes && spec->net ? NULL : "out of memory";
    if (n < 0)
        refuse(why, "%s: cannot be read: %s", *path ? path : "\"\"", strerror(errno));
    else if (fault || (fault = net_read(bytes, (size_t)n, spec->net)))
        refuse(why, "%s: %s", path, fault);
    free(bytes);
    return n >= 0 && !fault;
}

static bool read_builtin_net(char why[ARENA_WHY_MAX], struct arena_spec *spec)
{
    spec->net = (struct net *)malloc(sizeof *spec->net);
    const char *fault = spec->net ? net_read(default_net_text, default_net_size, spec->net) : "out of memory";
    return !fault || refuse(why, "the network that is built in: %s", fault);
}

static bool has_net(char why[ARENA_WHY_MAX], struct arena_spec *spec)
{
    return !spec->bot->uses_net || spec->net || read_builtin_net(why, spec);
}

static bool parse_level(char why[ARENA_WHY_MAX], const char *digit, struct arena_spec *spec)
{
    const struct bot_level *level = &bot_levels[*digit - '1'];
    spec->bot = bot_find(level->bot);
    spec->iterations = level->iterations;
    spec->time_ms = level->limit_ms;
    return spec->bot || no_such_bot(why, level->bot);
}

static bool is_level(const char *text)
{
    return strncmp(text, "level", 5) == 0 && text[5] >= '1' && text[5] < '1' + BOT_LEVELS_MAX && text[6] == '\0';
}

static bool parse_threads(char why[ARENA_WHY_MAX], const char *text, struct arena_spec *spec)
{
    uint64_t number;
    const char *end = parse_number(text, ARENA_THREADS_MAX, &number);
    if (!end || *end != '\0')
        return refuse(why, "\"%s\": after the asterisk comes a number of threads, 1 to %d", spec->text,
                      ARENA_THREADS_MAX);
    if (number > 1 && !spec->bot->merge)
        return refuse(why, "\"%s\": %s has no use for threads; prince has", spec->text, spec->bot->name);
    spec->threads = (uint32_t)number;
    return true;
}

/* Parses NAME[*THREADS][@FILE][:BUDGET]. */
static bool parse_bot(char why[ARENA_WHY_MAX], struct arena_spec *spec)
{
    char text[ARENA_SPEC_MAX];
    memcpy(text, spec->text, sizeof text);
    char *file = strchr(text, '@'), *budget = strrchr(text, ':');
    if (budget)
        *budget++ = '\0';
    if (file)
        *file++ = '\0';
    char *threads = strchr(text, '*');
    if (threads)
        *threads++ = '\0';
    if (is_level(text))
        return refuse(why, "\"%s\": a level says itself how it plays; nothing follows its number", spec->text);
    spec->bot = bot_find(text);
    if (!spec->bot)
        return no_such_bot(why, text);
    if (file && !spec->bot->uses_net)
        return refuse(why, "\"%s\": %s has no network", spec->text, spec->bot->name);
    return (!threads || parse_threads(why, threads, spec)) && (!budget || parse_budget(why, budget, spec)) &&
           (!file || read_net(why, file, spec));
}

static bool parse_spec(char why[ARENA_WHY_MAX], struct arena_spec *spec)
{
    spec->threads = 1;
    if (strncmp(spec->text, "cmd:", 4) == 0) {
        spec->command = spec->text + 4;
        return *spec->command || refuse(why, "\"cmd:\" needs a command behind it: cmd:./mybot");
    }
    return (is_level(spec->text) ? parse_level(why, spec->text + 5, spec) : parse_bot(why, spec)) && has_net(why, spec);
}

/* Copies the text up to the next comma. Returns the comma's position, or NULL if the text is too long. */
static const char *cut_spec(const char *list, char text[ARENA_SPEC_MAX])
{
    size_t n = 0;
    for (; *list && *list != ','; list++) {
        if (list[0] == '\\' && list[1] == ',')
            list++;
        if (n + 1 == ARENA_SPEC_MAX)
            return NULL;
        text[n++] = *list;
    }
    text[n] = '\0';
    return list;
}

int arena_specs_parse(const char *list, struct arena_spec *specs, int max, char why[ARENA_WHY_MAX])
{
    int n = 0;
    for (bool more = true; more; n++) {
        if (n == max) {
            refuse(why, "at most %d bots can be named here", max);
            break;
        }
        memset(&specs[n], 0, sizeof specs[n]);
        list = cut_spec(list, specs[n].text);
        if (!list)
            refuse(why, "the name of a bot has at most %d bytes", ARENA_SPEC_MAX - 1);
        if (!list || !parse_spec(why, &specs[n])) {
            n++;
            break;
        }
        more = *list == ',';
        list += more;
        if (!more)
            return n + 1;
    }
    arena_specs_free(specs, n);
    return -1;
}

void arena_specs_free(struct arena_spec *specs, int n)
{
    for (int i = 0; i < n; i++) {
        free(specs[i].net);
        specs[i].net = NULL;
    }
}

bool arena_spec_uses_clock(const struct arena_spec *spec) { return spec->time_ms > 0; }

/* ------------------------------------------------------------------------------------------------------- one seat */

struct arena_player {
    const struct arena_spec *spec;
    struct arena_terms terms;
    struct arena_game game;
    struct ff_rng rng; /* generates the seed of each decision */
    uint8_t *memory;   /* a bot's memory, one block for each thread */
    size_t memory_size;
    struct arena_bot_program *program; /* NULL for a built-in bot */
    bool failed;
    char fault[ARENA_BOT_PROGRAM_FAULT_MAX];
};

struct arena_player *arena_player_new(const struct arena_spec *spec, const struct arena_terms *terms)
{
    struct arena_player *player = (struct arena_player *)calloc(1, sizeof *player);
    if (!player)
        return NULL;
    player->spec = spec;
    player->terms = *terms;
    /* The random bot may replace the player, so the memory must be large enough for that bot too. */
    player->memory_size = spec->bot ? spec->bot->memory_size : 0;
    if (player->memory_size < bot_random.memory_size)
        player->memory_size = bot_random.memory_size;
    player->memory = calloc(spec->threads, player->memory_size);
    if (spec->command)
        player->program = arena_bot_program_new(spec->command, terms->timeout_ms, terms->stop);
    if (player->memory && (player->program || !spec->command))
        return player;
    arena_player_free(player);
    return NULL;
}

void arena_player_free(struct arena_player *player)
{
    if (!player)
        return;
    arena_bot_program_free(player->program);
    free(player->memory);
    free(player);
}

static void fail_player(struct arena_player *player, const char *why)
{
    struct base_out out = base_out_cut(player->fault, sizeof player->fault);
    base_put(&out, why);
    player->failed = true;
    memset(player->memory, 0, player->memory_size); /* for the random bot */
}

void arena_player_name(const struct arena_player *player, int seat, char *name, size_t size)
{
    snprintf(name, size, "%.50s-%d", player->spec->text, seat);
}

const char *arena_player_fault(const struct arena_player *player) { return player->failed ? player->fault : NULL; }

bool arena_player_greet(struct arena_player *player)
{
    if (player->program && !arena_bot_program_greet(player->program))
        fail_player(player, arena_bot_program_fault(player->program));
    return !player->failed;
}

static struct ff_rng seat_rng(uint64_t seed, int seat)
{
    struct ff_rng outer = ff_rng_of(seed);
    return ff_rng_of(ff_rng_next(&outer) + (uint64_t)seat);
}

void arena_player_begin_game(struct arena_player *player, const struct arena_game *game)
{
    player->game = *game;
    player->rng = seat_rng(game->seed, game->seat);
    player->failed = false;
    memset(player->memory, 0, player->spec->threads * player->memory_size);
    if (!player->program)
        return;
    struct arena_game about = *game;
    about.seed = ff_rng_next(&player->rng) >> 11;
    if (!arena_bot_program_begin_game(player->program, &about))
        fail_player(player, arena_bot_program_fault(player->program));
}

void arena_player_send_event(struct arena_player *player, const struct ff_event *event)
{
    if (player->program && !player->failed && !arena_bot_program_send_event(player->program, event))
        fail_player(player, arena_bot_program_fault(player->program));
}

static bool stopped(const struct arena_player *player) { return player->terms.stop && atomic_load(player->terms.stop); }

/* One thread's thinking about a decision. */
struct thought {
    struct arena_player *player;
    void *memory;
    struct bot_task task;
    pthread_t thread;
    bool started;
};

/* Limits of a thread's thinking: the player's stop flag and a deadline. */
struct patience {
    const struct arena_player *player;
    uint64_t deadline; /* UINT64_MAX if there is none */
};

static bool is_over(void *whose)
{
    const struct patience *patience = (const struct patience *)whose;
    return stopped(patience->player) || (patience->deadline != UINT64_MAX && arena_now_ns() >= patience->deadline);
}

static void think(struct arena_player *player, void *memory)
{
    const struct arena_spec *spec = player->spec;
    uint64_t deadline = spec->time_ms ? arena_now_ns() + (uint64_t)spec->time_ms * 1000000 : UINT64_MAX;
    struct patience patience = {player, deadline};
    arena_think(spec->bot, memory, &(struct arena_budget){spec->iterations, is_over, &patience});
}

static void *thought_main(void *argument)
{
    struct thought *thought = argument;
    thought->player->spec->bot->begin(thought->memory, &thought->task);
    think(thought->player, thought->memory);
    return NULL;
}

/* Thinks on several threads. If a thread cannot be started, the calling thread does its work, which gives the same
 * answer. */
static void think_together(struct arena_player *player, const struct bot_task *task)
{
    const uint32_t n = player->spec->threads;
    struct thought thought[ARENA_THREADS_MAX];
    for (uint32_t t = 1; t < n; t++) {
        thought[t] =
            (struct thought){.player = player, .memory = player->memory + t * player->memory_size, .task = *task};
        thought[t].task.seed += t;
        thought[t].started = pthread_create(&thought[t].thread, NULL, thought_main, &thought[t]) == 0;
    }
    think(player, player->memory);
    for (uint32_t t = 1; t < n; t++) {
        if (thought[t].started)
            pthread_join(thought[t].thread, NULL);
        else
            thought_main(&thought[t]);
        player->spec->bot->merge(player->memory, thought[t].memory);
    }
}

static void decide_bot(struct arena_player *player, const struct bot_task *task, struct bot_answer *answer)
{
    const struct arena_spec *spec = player->spec;
    spec->bot->begin(player->memory, task);
    if (spec->threads > 1 && spec->bot->think(player->memory, 1))
        think_together(player, task);
    else
        think(player, player->memory);
    spec->bot->answer(player->memory, answer);
    if (!arena_answer_is_legal(task, answer))
        fail_player(player, "the bot's answer is no legal option");
}

static void ask_program(struct arena_player *player, const struct bot_task *task, struct bot_answer *answer)
{
    memset(answer, 0, sizeof *answer);
    if (!arena_bot_program_decide(player->program, task->view, task->legal, &answer->option))
        fail_player(player, arena_bot_program_fault(player->program));
}

void arena_player_decide(struct arena_player *player, const struct ff_view *view, const struct history *seen,
                         ff_options legal, struct bot_answer *answer)
{
    struct bot_task task = {.edition = &player->game.edition->values,
                            .view = view,
                            .legal = legal,
                            .seed = ff_rng_next(&player->rng),
                            .net = player->spec->net,
                            .history = seen};
    if (!player->failed && player->program)
        ask_program(player, &task, answer);
    else if (!player->failed)
        decide_bot(player, &task, answer);
    if (!player->failed)
        return;
    memset(answer, 0, sizeof *answer);
    answer->option = bot_choose(&bot_random, player->memory, &task, 0);
}

void arena_player_skip_decision(struct arena_player *player) { ff_rng_next(&player->rng); }

void arena_player_end_game(struct arena_player *player, const struct ff_public *pub)
{
    if (player->program && !player->failed && !arena_bot_program_end_game(player->program, pub))
        fail_player(player, arena_bot_program_fault(player->program));
}
