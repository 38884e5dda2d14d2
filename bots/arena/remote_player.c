/* remote_player.c - a bot that is a program of its own; see remote_player.h and docs/authors/bots.md.
 *
 * Lines pile up in `out` and leave together, when an answer is wanted: the program reads one block and answers once. */
#include "remote_player.h"
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
    OUT_MAX = 1 << 16,
    NAME_MAX_BYTES = 64,
    SHOWN_MAX = 200,
    GOODBYE_MS = 1000,
    LAST_WORDS_MS = 300,
    PIPE_BYTES = 1 << 16,
};

struct arena_remote {
    const char *command;
    uint32_t timeout_ms;
    const atomic_bool *stop;
    struct arena_process process;
    const struct ff_edition *edition;
    int seat;
    char name[NAME_MAX_BYTES];
    char fault[ARENA_REMOTE_FAULT_MAX];
    char sent[ARENA_PROCESS_LINE_MAX]; /* what the awaited answer is to, for the fault */
    struct base_out out;
    char out_text[OUT_MAX];
    char text[TEXT_POSITION_MAX];
};

/* Events are sent when half of it is full; a position, or an edition, then still fits, although each of its lines gets
 * a word before it, which is shorter than the line. */
enum { LEGAL = FF_OPTIONS_MAX * (BASE_LENGTH("legal \n") + TEXT_ACTION_MAX) };
_Static_assert(OUT_MAX / 2 + TEXT_LINE_SALE + 2 * TEXT_POSITION_MAX + LEGAL < OUT_MAX, "a task fits");
_Static_assert((int)TEXT_EDITION_MAX <= (int)TEXT_POSITION_MAX, "an edition fits where a position does");
_Static_assert(BASE_LENGTH("go in round 65535; legal: ") + LEGAL <= (int)ARENA_PROCESS_LINE_MAX, "and what was sent");

struct arena_remote *arena_remote_new(const char *command, uint32_t timeout_ms, const atomic_bool *stop)
{
    struct arena_remote *remote = (struct arena_remote *)calloc(1, sizeof *remote);
    if (!remote)
        return NULL;
    remote->command = command;
    remote->timeout_ms = timeout_ms;
    remote->stop = stop;
    remote->out = base_out_of(remote->out_text, sizeof remote->out_text);
    return remote;
}

void arena_remote_free(struct arena_remote *remote)
{
    if (!remote)
        return;
    if (remote->process.pid) {
        arena_process_send(&remote->process, "quit\n", 5, arena_process_now() + 100000000);
        arena_process_end(&remote->process, GOODBYE_MS, NULL, 0);
    }
    free(remote);
}

const char *arena_remote_fault(const struct arena_remote *remote) { return remote->fault; }

/* --------------------------------------------------------------------------------------------------------- faults */

static void out_shown(struct base_out *out, const char *text) { base_put_quoted(out, text, strlen(text), SHOWN_MAX); }

/* Ends the program and notes why. Always false. `received` may be NULL. */
static bool fail(struct arena_remote *remote, const char *what, const char *received)
{
    char how[64] = "", rest[SHOWN_MAX + 2] = "";
    struct base_out out = base_out_cut(remote->fault, sizeof remote->fault);
    if (!received && remote->process.pid)
        strncat(rest, arena_process_rest(&remote->process), sizeof rest - 1);
    base_put(&out, what);
    bool ended = remote->process.closed;
    arena_process_end(&remote->process, ended ? LAST_WORDS_MS : 0, how, sizeof how);
    if (ended && *how) {
        base_put(&out, "; it ");
        base_put(&out, how);
    }
    base_put(&out, "\n  sent: ");
    out_shown(&out, remote->sent);
    base_put(&out, "\n  received: ");
    if (received || *rest)
        out_shown(&out, received ? received : rest);
    else
        base_put(&out, "nothing");
    base_out_clear(&remote->out);
    return false;
}

static bool fail_status(struct arena_remote *remote, enum arena_process_status status)
{
    char late[64];
    struct base_out out = base_out_cut(late, sizeof late);
    base_put(&out, "no answer within ");
    base_put_unsigned(&out, remote->timeout_ms);
    base_put(&out, " ms");
    const char *const what[] = {"", late, "its output ended", "a line without end", "interrupted"};
    return fail(remote, what[status], NULL);
}

/* ----------------------------------------------------------------------------------------------------------- talk */

static bool flush(struct arena_remote *remote, uint64_t deadline)
{
    enum arena_process_status status =
        arena_process_send(&remote->process, remote->out.text, remote->out.length, deadline);
    base_out_clear(&remote->out);
    if (status == ARENA_PROCESS_ENDED)
        remote->process.closed = true;
    return status == ARENA_PROCESS_OK || fail_status(remote, status);
}

static bool is_info(const char *line)
{
    return *line == '\0' || strcmp(line, "info") == 0 || strncmp(line, "info ", 5) == 0;
}

/* The text behind `word` in a line, or NULL where the line begins otherwise. */
static const char *behind(const char *line, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(line, word, n) != 0 || (line[n] != '\0' && line[n] != ' '))
        return NULL;
    line += n;
    return line + strspn(line, " ");
}

/* Sends what has piled up and waits for a line that begins with `word`; info lines are passed over. NULL: failed. */
static const char *ask(struct arena_remote *remote, const char *word, const char **whole)
{
    uint64_t deadline = arena_process_now() + (uint64_t)remote->timeout_ms * 1000000;
    const char *line;
    enum arena_process_status status;
    if (!flush(remote, deadline))
        return NULL;
    do
        status = arena_process_line(&remote->process, &line, deadline);
    while (status == ARENA_PROCESS_OK && is_info(line));
    if (status != ARENA_PROCESS_OK) {
        fail_status(remote, status);
        return NULL;
    }
    const char *rest = behind(line, word);
    *whole = line;
    if (!rest) {
        char what[128];
        struct base_out out = base_out_cut(what, sizeof what);
        base_put(&out, "the answer does not begin with `");
        base_put(&out, word);
        base_put(&out, "`");
        fail(remote, what, line);
    }
    return rest;
}

/* The beginning of a line that may yet become an info line. */
static bool may_be_info(const char *text, size_t n)
{
    return *text == '\r' || strncmp(text, "info", n < 4 ? n : 4) == 0;
}

/* False: it has said more than it was asked for, and has failed for that. Whatever has come by now was said before the
 * next question, so that it can be no answer to that. Nothing is waited for; at most what a pipe holds is read. */
static bool is_quiet(struct arena_remote *remote, const char *what)
{
    const struct arena_process *process = &remote->process;
    const char *line;
    for (size_t n = 0; n < PIPE_BYTES && arena_process_line_now(&remote->process, &line); n += strlen(line) + 1)
        if (!is_info(line))
            return fail(remote, what, line);
    if (process->at == process->end || may_be_info(process->buffer + process->at, process->end - process->at))
        return true;
    return fail(remote, what, NULL);
}

static const char answered_twice[] = "answered more than once";

static void note_sent(struct arena_remote *remote, const char *text)
{
    remote->sent[0] = '\0';
    strncat(remote->sent, text, sizeof remote->sent - 1);
}

/* ------------------------------------------------------------------------------------------------------ greetings */

bool arena_remote_greet(struct arena_remote *remote)
{
    const char *line;
    remote->fault[0] = '\0';
    if (remote->process.pid)
        return true;
    note_sent(remote, "fuerstenfeld 1");
    if (!arena_process_start(&remote->process, remote->command, remote->stop))
        return fail(remote, strerror(errno), NULL);
    base_out_clear(&remote->out);
    base_put(&remote->out, "fuerstenfeld ");
    base_put_number(&remote->out, ARENA_REMOTE_PROTOCOL);
    base_put_char(&remote->out, '\n');
    const char *name = ask(remote, "bot", &line);
    if (!name)
        return false;
    if (!*name)
        return fail(remote, "the greeting has no name: `bot NAME`", line);
    struct base_out out = base_out_cut(remote->name, sizeof remote->name);
    base_put_safe(&out, name, strlen(name));
    return is_quiet(remote, answered_twice);
}

/* Every line of `text` with `word` before it. */
static void out_lines(struct base_out *out, const char *word, const char *text)
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

static void out_fact(struct base_out *out, const char *word, uint64_t number)
{
    base_put(out, word);
    base_put_unsigned(out, number);
    base_put_char(out, '\n');
}

bool arena_remote_begin(struct arena_remote *remote, const struct arena_remote_game *game)
{
    const char *line;
    if (!arena_remote_greet(remote) || !is_quiet(remote, "answered more than once in the game before, or after it"))
        return false;
    struct base_out *out = &remote->out, text = base_out_of(remote->text, sizeof remote->text);
    remote->seat = game->seat;
    remote->edition = &game->edition->values;
    base_put(out, "game ");
    base_put(out, text_mode(game->mode));
    base_put_char(out, '\n');
    out_fact(out, "players ", (uint64_t)game->players);
    out_fact(out, "seat ", (uint64_t)game->seat);
    out_fact(out, "seed ", game->seed);
    text_edition(&text, game->edition);
    out_lines(out, "edition ", remote->text);
    base_put(out, "start\n");
    note_sent(remote, "game ... start");
    const char *rest = ask(remote, "ready", &line);
    if (rest && *rest)
        return fail(remote, "the answer to `start` is not `ready`", line);
    return rest && is_quiet(remote, answered_twice);
}

/* --------------------------------------------------------------------------------------------------------- events */

bool arena_remote_event(struct arena_remote *remote, const struct ff_event *event)
{
    if (event->kind == FF_EVENT_NONE)
        return true;
    base_put(&remote->out, "event ");
    text_event_line(&remote->out, event, remote->seat);
    base_put_char(&remote->out, '\n');
    if (remote->out.length < OUT_MAX / 2)
        return true;
    note_sent(remote, "event ...");
    return flush(remote, arena_process_now() + (uint64_t)remote->timeout_ms * 1000000);
}

/* ------------------------------------------------------------------------------------------------------ decisions */

static void put_task(struct arena_remote *remote, const struct ff_view *view, ff_options legal)
{
    struct base_out *out = &remote->out, text = base_out_of(remote->text, sizeof remote->text);
    text_position_view(&text, view);
    out_lines(out, "view ", remote->text + strcspn(remote->text, "\n")); /* without its title */
    for (int i = 0, n = ff_popcount(legal); i < n; i++) {
        base_put(out, "legal ");
        text_action(out, ff_action_of(view->pub.stage, (unsigned)ff_option_nth(legal, i)));
        base_put_char(out, '\n');
    }
    out_fact(out, "budget ", remote->timeout_ms);
    base_put(out, "go\n");
}

static void note_task(struct arena_remote *remote, const struct ff_view *view, ff_options legal)
{
    struct base_out sent = base_out_of(remote->sent, sizeof remote->sent);
    base_put(&sent, "go in round ");
    base_put_unsigned(&sent, view->pub.round);
    base_put(&sent, "; legal: ");
    text_actions(&sent, view->pub.stage, legal);
}

static bool fail_illegal(struct arena_remote *remote, const struct ff_view *view, ff_action action, const char *line)
{
    enum ff_refusal refusal = ff_why_not(remote->edition, view, action);
    char what[512];
    struct base_out out = base_out_cut(what, sizeof what);
    base_put(&out, "an illegal action: ");
    base_put(&out, text_refusal(refusal));
    base_put(&out, " (");
    base_put(&out, text_refusal_rule(refusal));
    base_put(&out, ")");
    return fail(remote, what, line);
}

bool arena_remote_decide(struct arena_remote *remote, const struct ff_view *view, ff_options legal, unsigned *option)
{
    struct base_error error;
    ff_action action;
    const char *line;
    if (!is_quiet(remote, answered_twice))
        return false;
    put_task(remote, view, legal);
    note_task(remote, view, legal);
    const char *words = ask(remote, "play", &line);
    if (!words)
        return false;
    if (!text_action_parse(view->pub.stage, words, strlen(words), &action, &error))
        return fail(remote, error.message, line);
    if (ff_action_stage(action) != view->pub.stage || !(legal >> ff_action_option(action) & 1))
        return fail_illegal(remote, view, action, line);
    *option = ff_action_option(action);
    return is_quiet(remote, answered_twice);
}

bool arena_remote_over(struct arena_remote *remote, const struct ff_public *pub)
{
    struct ff_result result;
    struct base_out *out = &remote->out;
    if (!is_quiet(remote, answered_twice))
        return false;
    ff_result(pub, &result);
    base_put(out, result.palace ? "over palace winners" : "over round-limit winners");
    for (int seat = 0; seat < pub->players; seat++)
        if (result.winners >> seat & 1) {
            base_put_char(out, ' ');
            base_put_number(out, seat);
        }
    base_put(out, " coins");
    for (int seat = 0; seat < pub->players; seat++) {
        base_put_char(out, ' ');
        base_put_unsigned(out, pub->coins[seat]);
    }
    base_put_char(out, '\n');
    note_sent(remote, "over ...");
    flush(remote, arena_process_now() + (uint64_t)remote->timeout_ms * 1000000);
    return true;
}
