/* bot_program.c - runs a bot that is a separate program; see bot_program.h and docs/authors/bot_protocol.md.
 * Collects lines in `out` and sends them together with the next question, so the program reads one block and answers
 * once. */
#include "bot_program.h"
#include "child_process.h"
#include "engine/base/safe.h"
#include "engine/text/event.h"
#include "engine/text/names.h"
#include "engine/text/notation.h"
#include "engine/text/position.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    OUT_LIMIT = 1 << 17, /* most bytes to send at once: events and a task */
    EVENTS_MAX = 1 << 15,
    SHOWN_MAX = 200,
    GOODBYE_MS = 1000,
    LAST_WORDS_MS = 300,
    PIPE_BYTES = 1 << 16,
};

struct arena_bot_program {
    const char *command;
    uint32_t timeout_ms;
    const atomic_bool *stop;
    struct arena_process process;
    const struct ff_edition *edition;
    int seat;
    char fault[ARENA_BOT_PROGRAM_FAULT_MAX];
    char sent[ARENA_PROCESS_LINE_MAX]; /* the last question sent, for fault messages */
    struct base_out out;
};

struct arena_bot_program *arena_bot_program_new(const char *command, uint32_t timeout_ms, const atomic_bool *stop)
{
    struct arena_bot_program *program = (struct arena_bot_program *)calloc(1, sizeof *program);
    if (!program)
        return NULL;
    program->command = command;
    program->timeout_ms = timeout_ms;
    program->stop = stop;
    program->out = base_out_growing(realloc, OUT_LIMIT);
    return program;
}

void arena_bot_program_free(struct arena_bot_program *program)
{
    if (!program)
        return;
    if (program->process.pid) {
        arena_process_send(&program->process, "quit\n", 5, arena_now_ns() + 100000000);
        arena_process_end(&program->process, GOODBYE_MS, NULL, 0);
    }
    free(program->out.heap);
    free(program);
}

const char *arena_bot_program_fault(const struct arena_bot_program *program) { return program->fault; }

/* ----------------------------------------------------------------------------------------------------------- faults */

static void put_shown(struct base_out *out, const char *text) { base_put_quoted(out, text, strlen(text), SHOWN_MAX); }

/* Ends the program and records the fault. Returns false. `received` is the line at fault, or NULL. */
static bool fail_program(struct arena_bot_program *program, const char *what, const char *received)
{
    char how[64] = "", rest[SHOWN_MAX + 2] = "";
    struct base_out out = base_out_cut(program->fault, sizeof program->fault);
    if (!received && program->process.pid)
        strncat(rest, arena_process_partial_line(&program->process), sizeof rest - 1);
    base_put(&out, what);
    bool ended = program->process.closed;
    arena_process_end(&program->process, ended ? LAST_WORDS_MS : 0, how, sizeof how);
    if (ended && *how)
        base_printf(&out, "; it %s", how);
    base_put(&out, "\n  sent: ");
    put_shown(&out, program->sent);
    base_put(&out, "\n  received: ");
    if (received || *rest)
        put_shown(&out, received ? received : rest);
    else
        base_put(&out, "nothing");
    base_out_clear(&program->out);
    return false;
}

static bool fail_status(struct arena_bot_program *program, enum arena_process_status status)
{
    char late[64];
    struct base_out out = base_out_cut(late, sizeof late);
    base_printf(&out, "no answer within %u ms", program->timeout_ms);
    const char *const what[] = {"", late, "its output ended", "a line without end", "interrupted"};
    return fail_program(program, what[status], NULL);
}

/* ------------------------------------------------------------------------------------------------------------- talk */

static uint64_t answer_deadline(const struct arena_bot_program *program)
{
    return arena_now_ns() + (uint64_t)program->timeout_ms * 1000000;
}

static bool flush(struct arena_bot_program *program, uint64_t deadline)
{
    if (!base_out_whole(&program->out))
        return fail_program(program, "out of memory", NULL);
    enum arena_process_status status =
        arena_process_send(&program->process, program->out.text, program->out.length, deadline);
    base_out_clear(&program->out);
    if (status == ARENA_PROCESS_ENDED)
        program->process.closed = true;
    return status == ARENA_PROCESS_OK || fail_status(program, status);
}

static bool is_info(const char *line)
{
    return *line == '\0' || strcmp(line, "info") == 0 || strncmp(line, "info ", 5) == 0;
}

/* Returns the text after `word`, or NULL if the line does not begin with that word. */
static const char *behind(const char *line, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(line, word, n) != 0 || (line[n] != '\0' && line[n] != ' '))
        return NULL;
    line += n;
    return line + strspn(line, " ");
}

/* Sends all collected lines and waits for a line that begins with `word`, skipping info lines. Returns the text after
 * the word, or NULL if the bot failed. */
static const char *ask(struct arena_bot_program *program, const char *word, const char **whole)
{
    uint64_t deadline = answer_deadline(program);
    const char *line;
    enum arena_process_status status;
    if (!flush(program, deadline))
        return NULL;
    do
        status = arena_process_read_line(&program->process, &line, deadline);
    while (status == ARENA_PROCESS_OK && is_info(line));
    if (status != ARENA_PROCESS_OK) {
        fail_status(program, status);
        return NULL;
    }
    const char *rest = behind(line, word);
    *whole = line;
    if (!rest) {
        char what[128];
        struct base_out out = base_out_cut(what, sizeof what);
        base_printf(&out, "the answer does not begin with `%s`", word);
        fail_program(program, what, line);
    }
    return rest;
}

/* Returns whether an unfinished line may turn out to be an info line. */
static bool may_be_info(const char *text, size_t n)
{
    return *text == '\r' || strncmp(text, "info", n < 4 ? n : 4) == 0;
}

/* Returns whether the bot sent no more than it was asked for; if it sent more, it has failed. The next question has not
 * been sent yet, so whatever has arrived is no answer to it. Does not wait, and reads at most the capacity of a
 * pipe. */
static bool is_quiet(struct arena_bot_program *program, const char *what)
{
    const struct arena_process *process = &program->process;
    const char *line;
    for (size_t n = 0; n < PIPE_BYTES && arena_process_poll_line(&program->process, &line); n += strlen(line) + 1)
        if (!is_info(line))
            return fail_program(program, what, line);
    if (process->at == process->end || may_be_info(process->buffer + process->at, process->end - process->at))
        return true;
    return fail_program(program, what, NULL);
}

static const char answered_twice[] = "answered more than once";

static void note_sent(struct arena_bot_program *program, const char *text)
{
    program->sent[0] = '\0';
    strncat(program->sent, text, sizeof program->sent - 1);
}

/* -------------------------------------------------------------------------------------------------------- greetings */

bool arena_bot_program_greet(struct arena_bot_program *program)
{
    const char *line;
    program->fault[0] = '\0';
    if (program->process.pid)
        return true;
    note_sent(program, "fuerstenfeld 1");
    if (!arena_process_start(&program->process, program->command, program->stop))
        return fail_program(program, strerror(errno), NULL);
    base_out_clear(&program->out);
    base_printf(&program->out, "fuerstenfeld %d\n", ARENA_BOT_PROGRAM_PROTOCOL);
    const char *name = ask(program, "bot", &line);
    if (!name)
        return false;
    if (!*name)
        return fail_program(program, "the greeting has no name: `bot NAME`", line);
    return is_quiet(program, answered_twice);
}

/* Appends every line of `text`, each with `word` in front. */
static void put_lines(struct base_out *out, const char *word, const char *text)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        if (n > 0) {
            base_put(out, word);
            base_put_bytes(out, text, n);
            base_put_char(out, '\n');
        }
        text += n + (text[n] == '\n');
    }
}

bool arena_bot_program_begin_game(struct arena_bot_program *program, const struct arena_game *game)
{
    const char *line;
    char edition[TEXT_EDITION_MAX];
    if (!arena_bot_program_greet(program) ||
        !is_quiet(program, "answered more than once in the game before, or after it"))
        return false;
    struct base_out *out = &program->out, text = base_out_of(edition, sizeof edition);
    program->seat = game->seat;
    program->edition = &game->edition->values;
    base_printf(out, "game %s\nplayers %d\nseat %d\nseed %llu\n", text_mode(game->mode), game->players, game->seat,
                (unsigned long long)game->seed);
    text_edition(&text, game->edition);
    put_lines(out, "edition ", edition);
    base_put(out, "start\n");
    note_sent(program, "game ... start");
    const char *rest = ask(program, "ready", &line);
    if (rest && *rest)
        return fail_program(program, "the answer to `start` is not `ready`", line);
    return rest && is_quiet(program, answered_twice);
}

/* ----------------------------------------------------------------------------------------------------------- events */

bool arena_bot_program_send_event(struct arena_bot_program *program, const struct ff_event *event)
{
    if (event->kind == FF_EVENT_NONE)
        return true;
    base_put(&program->out, "event ");
    text_event_line(&program->out, event, program->seat);
    base_put_char(&program->out, '\n');
    if (program->out.length < EVENTS_MAX)
        return true;
    note_sent(program, "event ...");
    return flush(program, answer_deadline(program));
}

/* -------------------------------------------------------------------------------------------------------- decisions */

static void put_task(struct arena_bot_program *program, const struct ff_view *view, ff_options legal)
{
    char position[TEXT_POSITION_MAX];
    struct base_out *out = &program->out, text = base_out_of(position, sizeof position);
    text_position_view(&text, view);
    put_lines(out, "view ", position + strcspn(position, "\n")); /* without its title */
    for (int i = 0, n = ff_popcount(legal); i < n; i++) {
        base_put(out, "legal ");
        text_action(out, ff_action_of(view->pub.stage, (unsigned)ff_option_nth(legal, i)));
        base_put_char(out, '\n');
    }
    base_printf(out, "budget %u\ngo\n", program->timeout_ms);
}

static void note_task(struct arena_bot_program *program, const struct ff_view *view, ff_options legal)
{
    struct base_out sent = base_out_cut(program->sent, sizeof program->sent);
    base_printf(&sent, "go in round %u; legal: ", view->pub.round);
    text_actions(&sent, view->pub.stage, legal);
}

static bool fail_illegal(struct arena_bot_program *program, const struct ff_view *view, ff_action action,
                         const char *line)
{
    enum ff_refusal refusal = ff_why_not(program->edition, view, action);
    char what[512];
    struct base_out out = base_out_cut(what, sizeof what);
    base_printf(&out, "an illegal action: %s (%s)", text_refusal(refusal), text_refusal_rule(refusal));
    return fail_program(program, what, line);
}

bool arena_bot_program_decide(struct arena_bot_program *program, const struct ff_view *view, ff_options legal,
                              unsigned *option)
{
    struct base_error error;
    ff_action action;
    const char *line;
    if (!is_quiet(program, answered_twice))
        return false;
    put_task(program, view, legal);
    note_task(program, view, legal);
    const char *words = ask(program, "play", &line);
    if (!words)
        return false;
    if (!text_action_parse(view->pub.stage, words, strlen(words), &action, &error))
        return fail_program(program, error.message, line);
    if (ff_action_stage(action) != view->pub.stage || !(legal >> ff_action_option(action) & 1))
        return fail_illegal(program, view, action, line);
    *option = ff_action_option(action);
    return is_quiet(program, answered_twice);
}

bool arena_bot_program_end_game(struct arena_bot_program *program, const struct ff_public *pub)
{
    struct ff_result result;
    struct base_out *out = &program->out;
    if (!is_quiet(program, answered_twice))
        return false;
    ff_result(pub, &result);
    base_put(out, result.palace ? "over palace winners" : "over round-limit winners");
    for (int seat = 0; seat < pub->players; seat++)
        if (result.winners >> seat & 1)
            base_printf(out, " %d", seat);
    base_put(out, " coins");
    for (int seat = 0; seat < pub->players; seat++)
        base_printf(out, " %u", pub->coins[seat]);
    base_put_char(out, '\n');
    note_sent(program, "over ...");
    flush(program, answer_deadline(program));
    return true;
}
