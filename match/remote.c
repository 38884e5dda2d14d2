/* remote.c - a bot that is a program of its own; see remote.h and docs/bots.md.
 *
 * Lines pile up in `out` and leave together, when an answer is wanted: the program reads one block and answers once. */
#include "remote.h"
#include "process.h"
#include "text/event.h"
#include "text/names.h"
#include "text/notation.h"
#include "text/position.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { OUT_MAX = 1 << 16, NAME_MAX_BYTES = 64, SHOWN_MAX = 200, GOODBYE_MS = 1000, LAST_WORDS_MS = 300 };

struct remote {
    const char *command;
    uint32_t timeout_ms;
    const atomic_bool *stop;
    struct process process;
    const struct ff_edition *edition;
    int seat;
    char name[NAME_MAX_BYTES];
    char fault[REMOTE_FAULT_MAX];
    char sent[PROCESS_LINE_MAX]; /* what the awaited answer is to, for the fault */
    struct out out;
    char out_text[OUT_MAX];
    char text[TEXT_POSITION_MAX];
};

struct remote *remote_new(const char *command, uint32_t timeout_ms, const atomic_bool *stop)
{
    struct remote *remote = (struct remote *)calloc(1, sizeof *remote);
    if (!remote)
        return NULL;
    remote->command = command;
    remote->timeout_ms = timeout_ms;
    remote->stop = stop;
    remote->out = out_of(remote->out_text, sizeof remote->out_text);
    return remote;
}

void remote_free(struct remote *remote)
{
    if (!remote)
        return;
    if (remote->process.pid) {
        process_send(&remote->process, "quit\n", 5, process_now() + 100000000);
        process_end(&remote->process, GOODBYE_MS, NULL, 0);
    }
    free(remote);
}

const char *remote_name(const struct remote *remote) { return remote->name; }
const char *remote_fault(const struct remote *remote) { return remote->fault; }

/* --------------------------------------------------------------------------------------------------------- faults */

/* At most SHOWN_MAX bytes, what is no printable ASCII as `?`. */
static void out_shown(struct out *out, const char *text)
{
    size_t n = strlen(text);
    out_char(out, '"');
    for (size_t i = 0; i < n && i < SHOWN_MAX; i++)
        out_char(out, text[i] < ' ' || text[i] > '~' ? '?' : text[i]);
    out_str(out, n > SHOWN_MAX ? "...\"" : "\"");
}

/* Ends the program and notes why. Always false. `received` may be NULL. */
static bool fail(struct remote *remote, const char *what, const char *received)
{
    char how[64] = "", rest[SHOWN_MAX + 2] = "";
    struct out out = out_of(remote->fault, sizeof remote->fault);
    if (!received && remote->process.pid)
        strncat(rest, process_rest(&remote->process), sizeof rest - 1);
    out_str(&out, what);
    bool ended = remote->process.closed;
    process_end(&remote->process, ended ? LAST_WORDS_MS : 0, how, sizeof how);
    if (ended && *how) {
        out_str(&out, "; it ");
        out_str(&out, how);
    }
    out_str(&out, "\n  sent: ");
    out_shown(&out, remote->sent);
    out_str(&out, "\n  received: ");
    if (received || *rest)
        out_shown(&out, received ? received : rest);
    else
        out_str(&out, "nothing");
    out_clear(&remote->out);
    return false;
}

static bool fail_status(struct remote *remote, enum process_status status)
{
    char late[64];
    struct out out = out_of(late, sizeof late);
    out_str(&out, "no answer within ");
    out_unsigned(&out, remote->timeout_ms);
    out_str(&out, " ms");
    const char *const what[] = {"", late, "its output ended", "a line without end", "interrupted"};
    return fail(remote, what[status], NULL);
}

/* ----------------------------------------------------------------------------------------------------------- talk */

static bool flush(struct remote *remote, uint64_t deadline)
{
    enum process_status status = process_send(&remote->process, remote->out.text, remote->out.length, deadline);
    out_clear(&remote->out);
    if (status == PROCESS_ENDED)
        remote->process.closed = true;
    return status == PROCESS_OK || fail_status(remote, status);
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
static const char *ask(struct remote *remote, const char *word, const char **whole)
{
    uint64_t deadline = process_now() + (uint64_t)remote->timeout_ms * 1000000;
    const char *line;
    enum process_status status;
    if (!flush(remote, deadline))
        return NULL;
    do
        status = process_line(&remote->process, &line, deadline);
    while (status == PROCESS_OK && is_info(line));
    if (status != PROCESS_OK) {
        fail_status(remote, status);
        return NULL;
    }
    const char *rest = behind(line, word);
    *whole = line;
    if (!rest) {
        char what[128];
        struct out out = out_of(what, sizeof what);
        out_str(&out, "the answer does not begin with `");
        out_str(&out, word);
        out_str(&out, "`");
        fail(remote, what, line);
    }
    return rest;
}

static void note_sent(struct remote *remote, const char *text)
{
    remote->sent[0] = '\0';
    strncat(remote->sent, text, sizeof remote->sent - 1);
}

/* ------------------------------------------------------------------------------------------------------ greetings */

bool remote_greet(struct remote *remote)
{
    const char *line;
    remote->fault[0] = '\0';
    if (remote->process.pid)
        return true;
    note_sent(remote, "fuerstenfeld 1");
    if (!process_start(&remote->process, remote->command, remote->stop))
        return fail(remote, strerror(errno), NULL);
    out_clear(&remote->out);
    out_str(&remote->out, "fuerstenfeld ");
    out_number(&remote->out, REMOTE_PROTOCOL);
    out_char(&remote->out, '\n');
    const char *name = ask(remote, "bot", &line);
    if (!name)
        return false;
    if (!*name)
        return fail(remote, "the greeting has no name: `bot NAME`", line);
    struct out out = out_of(remote->name, sizeof remote->name);
    for (; *name; name++)
        out_char(&out, *name < ' ' || *name > '~' ? '?' : *name);
    return true;
}

/* Every line of `text` with `word` before it. */
static void out_lines(struct out *out, const char *word, const char *text)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        if (n > 0) {
            out_str(out, word);
            out_bytes(out, text, n);
            out_char(out, '\n');
        }
        text += n + (text[n] == '\n');
    }
}

static void out_fact(struct out *out, const char *word, uint64_t number)
{
    out_str(out, word);
    out_unsigned(out, number);
    out_char(out, '\n');
}

bool remote_begin(struct remote *remote, const struct remote_game *game)
{
    const char *line;
    if (!remote_greet(remote))
        return false;
    struct out *out = &remote->out, text = out_of(remote->text, sizeof remote->text);
    remote->seat = game->seat;
    remote->edition = &game->edition->values;
    out_str(out, "game ");
    out_str(out, text_mode(game->mode));
    out_char(out, '\n');
    out_fact(out, "players ", (uint64_t)game->players);
    out_fact(out, "seat ", (uint64_t)game->seat);
    out_fact(out, "seed ", game->seed);
    text_edition(&text, game->edition);
    out_lines(out, "edition ", remote->text);
    out_str(out, "start\n");
    note_sent(remote, "game ... start");
    const char *rest = ask(remote, "ready", &line);
    return rest && (!*rest || fail(remote, "the answer to `start` is not `ready`", line));
}

/* --------------------------------------------------------------------------------------------------------- events */

bool remote_event(struct remote *remote, const struct ff_event *event)
{
    if (event->kind == FF_EVENT_NONE)
        return true;
    out_str(&remote->out, "event ");
    text_event_line(&remote->out, event, remote->seat);
    out_char(&remote->out, '\n');
    if (remote->out.length < OUT_MAX / 2)
        return true;
    note_sent(remote, "event ...");
    return flush(remote, process_now() + (uint64_t)remote->timeout_ms * 1000000);
}

/* ------------------------------------------------------------------------------------------------------ decisions */

static void put_task(struct remote *remote, const struct ff_view *view, ff_options legal)
{
    struct out *out = &remote->out, text = out_of(remote->text, sizeof remote->text);
    text_position_view(&text, view);
    out_lines(out, "view ", remote->text + strcspn(remote->text, "\n")); /* without its title */
    for (int i = 0, n = ff_popcount(legal); i < n; i++) {
        out_str(out, "legal ");
        text_action(out, ff_action_of(view->pub.stage, (unsigned)ff_option_nth(legal, i)));
        out_char(out, '\n');
    }
    out_fact(out, "budget ", remote->timeout_ms);
    out_str(out, "go\n");
}

static void note_task(struct remote *remote, const struct ff_view *view, ff_options legal)
{
    struct out sent = out_of(remote->sent, sizeof remote->sent);
    out_str(&sent, "go in round ");
    out_unsigned(&sent, view->pub.round);
    out_str(&sent, "; legal: ");
    text_actions(&sent, view->pub.stage, legal);
}

static bool fail_illegal(struct remote *remote, const struct ff_view *view, ff_action action, const char *line)
{
    enum ff_refusal refusal = ff_why_not(remote->edition, view, action);
    char what[512];
    struct out out = out_of(what, sizeof what);
    out_str(&out, "an illegal action: ");
    out_str(&out, text_refusal(refusal));
    out_str(&out, " (");
    out_str(&out, text_refusal_rule(refusal));
    out_str(&out, ")");
    return fail(remote, what, line);
}

bool remote_decide(struct remote *remote, const struct ff_view *view, ff_options legal, unsigned *option)
{
    struct text_error error;
    ff_action action;
    const char *line;
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
    return true;
}

bool remote_over(struct remote *remote, const struct ff_public *pub)
{
    struct ff_result result;
    struct out *out = &remote->out;
    ff_result(pub, &result);
    out_str(out, result.palace ? "over palace winners" : "over round-limit winners");
    for (int seat = 0; seat < pub->players; seat++)
        if (result.winners >> seat & 1) {
            out_char(out, ' ');
            out_number(out, seat);
        }
    out_str(out, " coins");
    for (int seat = 0; seat < pub->players; seat++) {
        out_char(out, ' ');
        out_unsigned(out, pub->coins[seat]);
    }
    out_char(out, '\n');
    note_sent(remote, "over ...");
    return flush(remote, process_now() + (uint64_t)remote->timeout_ms * 1000000);
}
