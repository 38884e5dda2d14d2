/* scenario.c - runs scenarios: short texts that say what a rule means, for readers who know no C.
 *
 *     scenario R6.4 The Crane takes 2 off a Palace part
 *     given
 *         stage build
 *         player 0 coins 8
 *         player 0 board crane - - - - -
 *         player 0 hand palace1 lab1
 *     do 0: build palace1; space 2
 *     then player 0 coins 2
 *
 * The steps, in order, each on its own line; facts may follow on lines of their own:
 *
 *     edition LINE             plays with another value than the default edition's
 *     given FACT...            facts of the position at the start (docs/authors/notation.md); what is not given has its
 * default impossible FACT because WORDS    with this fact the position is refused, with a message that holds the words
 *     deal MODE PLAYERS seed N         instead of given: a set-up, before anything is drawn in phase 1
 *     go on                    everything that happens by itself, up to the next decision
 *     do SEAT: CHAIN           the actions are legal; what follows by itself happens
 *     either order SEAT: CHAIN | SEAT: CHAIN    both, and the other way round gives the same game
 *     then FACT...             these lines stand in the printed position, or among the derived facts below
 *     not FACT...              these lines do not
 *     sees SEAT: FACT...       these lines stand in that seat's view (`-`: a spectator's)
 *     hides SEAT: WORD...      these words stand nowhere in that seat's view
 *     told SEAT: SENTENCE      what the seat was told since the last `do` or `go on` (`-`: a spectator, `all`: all)
 *     legal SEAT: ACTIONS      exactly these actions are legal (`nothing`: none is asked)
 *     refused SEAT: CHAIN because WHY  the last action is refused for this reason, and nothing changes: a rule (R6.1)
 *                              or the refusal's name in words (too expensive)
 *     result palace SEATS      or: result round-limit -, result open
 *     again                    the same start and actions give the same game
 *
 * Derived facts: `palace-price 10`, `markers 1`, `brewery A price 1 2 0`, `player 0 yield 1 1 1`, `player 0 parts 2`,
 * `player 0 keeps-at-most 2`, `player 0 counts HAND DECK REMOVED`. `#` starts a comment line. */
#include "edition.h"
#include "engine/text/names.h"
#include "engine/text/notation.h"
#include "engine/text/position.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

enum { LINE_SIZE = 400, TEXT_SIZE = 16384, PLAYED_MAX = 64 };

struct played {
    int seat; /* -1: go on */
    char chain[LINE_SIZE];
};

struct run {
    const char *file;
    int line;              /* being read */
    char title[LINE_SIZE]; /* "" between scenarios */
    int title_line;
    char step[LINE_SIZE]; /* the keyword that lines of facts belong to, and its seat */
    char edition_lines[TEXT_SIZE];
    struct ff_edition edition;
    char facts[TEXT_SIZE];
    bool begun;
    bool stands; /* there is a position to play from */
    struct ff_game start, game;
    struct ff_event events[TEXT_SIZE / sizeof(struct ff_event)];
    int events_n;
    struct played played[PLAYED_MAX];
    int played_n;
    int checks;
    bool failed;
    int passed_n, failed_n;
};

__attribute__((format(printf, 2, 3))) static void fail(struct run *run, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printf("  %s:%d: ", run->file, run->line);
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
    run->failed = true;
}

/* ------------------------------------------------------------------------------------------------------------ text */

/* Trims and makes every gap one space. */
static void normalize(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++) {
        if (!isspace((unsigned char)*from))
            *to++ = *from;
        else if (to > text && to[-1] != ' ')
            *to++ = ' ';
    }
    if (to > text && to[-1] == ' ')
        to--;
    *to = '\0';
}

/* If `text` starts with the words, what follows them; else NULL. */
static const char *after(const char *text, const char *words)
{
    size_t n = strlen(words);
    if (strncmp(text, words, n) != 0 || (text[n] && text[n] != ' ' && text[n] != ':'))
        return NULL;
    return text[n] == ' ' ? text + n + 1 : text + n;
}

/* "0: chain" -> the seat and the chain. `-` is a spectator, `all` sees everything. */
static bool split_seat(struct run *run, const char *text, int *seat, const char **rest)
{
    const char *colon = strchr(text, ':');
    if (!colon) {
        fail(run, "\"%s\" lacks a seat; write 0: and what it does", text);
        return false;
    }
    *seat = strncmp(text, "-:", 2) == 0 ? FF_NOBODY : strncmp(text, "all:", 4) == 0 ? TEXT_ALL_SEEING : atoi(text);
    *rest = colon + 1 + (colon[1] == ' ');
    return true;
}

static bool has_line(const char *text, const char *line)
{
    size_t n = strlen(line);
    for (const char *at = text; *at; at = strchr(at, '\n') + 1)
        if (strncmp(at, line, n) == 0 && at[n] == '\n')
            return true;
    return false;
}

/* The length of what names a fact: `player 0 coins`, `brewery A step`, `round`. */
static size_t key_length(const char *fact)
{
    int words = after(fact, "player") || after(fact, "brewery") ? 3 : 1;
    size_t n = 0;
    for (; fact[n]; n++)
        if (fact[n] == ' ' && --words == 0)
            break;
    return n;
}

/* Shows the line that says something else about the same thing. */
static void fail_fact(struct run *run, const char *text, const char *fact)
{
    size_t n = key_length(fact);
    for (const char *at = text; *at; at = strchr(at, '\n') + 1)
        if (strncmp(at, fact, n) == 0 && (at[n] == ' ' || at[n] == '\n')) {
            fail(run, "is   %.*s\n      want %s", (int)strcspn(at, "\n"), at, fact);
            return;
        }
    fail(run, "no such fact; want %s", fact);
}

/* --------------------------------------------------------------------------------------------------------- position */

static void put_derived(struct base_out *out, const struct run *run)
{
    const struct ff_public *pub = &run->game.pub;
    char line[LINE_SIZE];
    snprintf(line, sizeof line, "palace-price %d\nmarkers %d\n", ff_palace_price(pub), ff_palace_markers(pub));
    base_put(out, line);
    for (int i = 0; i < pub->players; i++) {
        ff_goods yield = pub->yield[i];
        snprintf(line, sizeof line, "brewery %c price %d %d %d\n", text_brewery(i), ff_price(&run->edition, pub, i, 0),
                 ff_price(&run->edition, pub, i, 1), ff_price(&run->edition, pub, i, 2));
        base_put(out, line);
        snprintf(line, sizeof line,
                 "player %d yield %u %u %u\nplayer %d parts %d\nplayer %d keeps-at-most %d\n"
                 "player %d counts %d %d %d\n",
                 i, ff_count(yield, 0), ff_count(yield, 1), ff_count(yield, 2), i, ff_palace_parts(pub, i), i,
                 ff_keep_max(pub->active[i]), i, pub->hand_n[i], pub->deck_n[i], ff_trash_n(pub, i));
        base_put(out, line);
    }
}

static const char *position_text(const struct run *run)
{
    static char text[TEXT_SIZE];
    struct base_out out = base_out_of(text, sizeof text);
    text_position(&out, &run->game);
    put_derived(&out, run);
    return text;
}

static const char *view_text(const struct run *run, int seat)
{
    static char text[TEXT_SIZE];
    struct base_out out = base_out_of(text, sizeof text);
    struct ff_view view;
    ff_view_of(&run->game, seat, &view);
    text_position_view(&out, &view);
    return text;
}

/* The plain edition with the scenario's lines in place of those that say the same. */
static bool read_edition(struct run *run)
{
    static char text[TEXT_SIZE], line[LINE_SIZE];
    struct text_edition edition = {.values = plain_edition()};
    struct base_error error;
    static char all[TEXT_SIZE];
    struct base_out whole = base_out_of(all, sizeof all), out = base_out_of(text, sizeof text);
    text_edition(&whole, &edition);
    for (const char *at = all; *at; at = strchr(at, '\n') + 1) {
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
        char *value = strrchr(line, ' ');
        size_t key = after(line, "cost") ? (size_t)(value - line) : strcspn(line, " ");
        line[key] = '\0';
        if (!strstr(run->edition_lines, line))
            base_put_bytes(&out, at, strcspn(at, "\n") + 1);
    }
    base_put(&out, run->edition_lines);
    if (!text_edition_read(text, out.length, &edition, &error)) {
        fail(run, "the edition is bad: %s", error.message);
        return false;
    }
    run->edition = edition.values;
    return true;
}

static bool begin(struct run *run)
{
    struct base_error error;
    if (run->begun)
        return run->stands;
    run->begun = true;
    if (!read_edition(run))
        return false;
    if (!text_position_read(&run->edition, run->facts, strlen(run->facts), &run->game, &error)) {
        fail(run, "the position is refused: %s", error.message);
        return false;
    }
    run->start = run->game;
    run->stands = true;
    return true;
}

static void add_line(struct run *run, char *lines, const char *line)
{
    if (strlen(lines) + strlen(line) + 2 > TEXT_SIZE)
        fail(run, "too many lines");
    else
        sprintf(lines + strlen(lines), "%s\n", line);
}

/* ----------------------------------------------------------------------------------------------------------- play */

static void note_event(struct run *run, const struct ff_event *event)
{
    if (event->kind != FF_EVENT_NONE && run->events_n < (int)(sizeof run->events / sizeof run->events[0]))
        run->events[run->events_n++] = *event;
}

static void follow(struct run *run, struct ff_game *game)
{
    struct ff_event event;
    while (ff_follow(&run->edition, game, &event))
        note_event(run, &event);
}

/* Plays a chain up to its first refusal, which it returns; *refused is where that action starts. */
static enum ff_refusal play(struct run *run, struct ff_game *game, int seat, const char *text, const char **refused)
{
    struct base_words chain = base_words_in_chain(text, strlen(text));
    for (;;) {
        struct base_error error;
        struct ff_event event;
        ff_action action = 0;
        *refused = text + chain.at;
        enum text_chain got = text_chain_next(&chain, game->pub.stage, &action, &error);
        if (got == TEXT_CHAIN_BAD)
            fail(run, "column %u of \"%s\": %s", error.column, text, error.message);
        if (got != TEXT_CHAIN_ACTION)
            return FF_OK;
        struct ff_game before = *game;
        enum ff_refusal refusal = ff_play(&run->edition, game, seat, action, &event);
        if (refusal && memcmp(&before, game, sizeof before) != 0)
            fail(run, "the refused action has changed the game");
        if (refusal)
            return refusal;
        note_event(run, &event);
        follow(run, game);
        if (ff_check(&run->edition, game) != 0)
            fail(run, "after \"%s\": %s", text, text_check_fault(ff_check(&run->edition, game)));
    }
}

static void remember(struct run *run, int seat, const char *chain)
{
    if (run->played_n == PLAYED_MAX) {
        fail(run, "too many steps");
        return;
    }
    struct played *played = &run->played[run->played_n++];
    played->seat = seat;
    snprintf(played->chain, sizeof played->chain, "%s", chain);
}

static void play_legal(struct run *run, struct ff_game *game, int seat, const char *chain)
{
    const char *at = NULL;
    enum ff_refusal refusal = play(run, game, seat, chain, &at);
    if (refusal)
        fail(run, "refused at \"%s\": %s (%s)", at, text_refusal(refusal), text_refusal_rule(refusal));
}

static void step_do(struct run *run, const char *text)
{
    int seat;
    const char *chain;
    if (!split_seat(run, text, &seat, &chain))
        return;
    run->events_n = 0;
    remember(run, seat, chain);
    play_legal(run, &run->game, seat, chain);
    run->checks++;
}

static void step_go_on(struct run *run)
{
    run->events_n = 0;
    remember(run, -1, "");
    follow(run, &run->game);
    run->checks++;
}

static void step_either_order(struct run *run, const char *text)
{
    char first[LINE_SIZE];
    const char *bar = strstr(text, " | "), *chain[2];
    int seat[2];
    if (!bar) {
        fail(run, "either order needs two chains with | between");
        return;
    }
    snprintf(first, sizeof first, "%.*s", (int)(bar - text), text);
    if (!split_seat(run, first, &seat[0], &chain[0]) || !split_seat(run, bar + 3, &seat[1], &chain[1]))
        return;
    struct ff_game other = run->game;
    for (int i = 0; i < 2; i++) {
        play_legal(run, &run->game, seat[i], chain[i]);
        play_legal(run, &other, seat[1 - i], chain[1 - i]);
        remember(run, seat[i], chain[i]);
    }
    if (memcmp(&other, &run->game, sizeof other) != 0)
        fail(run, "the other order gives another game");
    run->checks++;
}

static void step_again(struct run *run)
{
    struct ff_game game = run->start;
    for (int i = 0; i < run->played_n; i++)
        if (run->played[i].seat < 0)
            follow(run, &game);
        else
            play_legal(run, &game, run->played[i].seat, run->played[i].chain);
    if (memcmp(&game, &run->game, sizeof game) != 0)
        fail(run, "played again, the game is another");
    run->checks++;
}

static void step_deal(struct run *run, const char *text)
{
    char mode[20];
    int players;
    unsigned long seed;
    struct ff_setup setup;
    if (sscanf(text, "%19s %d seed %lu", mode, &players, &seed) != 3 || players < 2 || players > 5) {
        fail(run, "write deal MODE PLAYERS seed NUMBER");
        return;
    }
    run->begun = true;
    if (!read_edition(run))
        return;
    ff_deal(&run->edition, players, strcmp(mode, "expert") == 0, seed, &setup);
    ff_prepare(&run->edition, &setup, &run->game);
    run->stands = true;
    run->start = run->game;
}

/* ---------------------------------------------------------------------------------------------------------- checks */

/* "TOO_EXPENSIVE" is "too expensive". */
static bool same_words(const char *id, const char *words)
{
    for (; *id && *words; id++, words++)
        if (tolower((unsigned char)*id) != (*words == ' ' ? '_' : *words))
            return false;
    return *id == *words;
}

static void step_refused(struct run *run, const char *text)
{
    char copy[LINE_SIZE];
    int seat;
    const char *chain, *at = NULL;
    snprintf(copy, sizeof copy, "%s", text);
    char *because = strstr(copy, " because ");
    if (!because) {
        fail(run, "write refused SEAT: CHAIN because WHY");
        return;
    }
    *because = '\0';
    const char *why = because + strlen(" because ");
    if (!split_seat(run, copy, &seat, &chain))
        return;
    struct ff_game game = run->game;
    enum ff_refusal refusal = play(run, &game, seat, chain, &at);
    struct base_words rest = base_words_in_chain(at, strlen(at));
    struct base_error error;
    ff_action action;
    text_chain_next(&rest, game.pub.stage, &action, &error);
    if (refusal == FF_OK)
        fail(run, "\"%s\" is not refused", chain);
    else if (rest.at < rest.length)
        fail(run, "refused too early, at \"%s\": %s", at, text_refusal(refusal));
    else if (!same_words(text_refusal_id(refusal), why) && strcmp(text_refusal_rule(refusal), why) != 0)
        fail(run, "refused because %s (%s)\n      want %s", text_refusal_id(refusal), text_refusal_rule(refusal), why);
    run->checks++;
}

static void step_legal(struct run *run, const char *text)
{
    int seat;
    const char *chain;
    char got[TEXT_SIZE], want[TEXT_SIZE];
    if (!split_seat(run, text, &seat, &chain))
        return;
    ff_options wanted = 0, options = ff_game_options(&run->game, seat);
    struct base_words words = base_words_in_chain(chain, strcmp(chain, "nothing") == 0 ? 0 : strlen(chain));
    struct base_error error;
    ff_action action;
    enum text_chain next;
    while ((next = text_chain_next(&words, run->game.pub.stage, &action, &error)) == TEXT_CHAIN_ACTION) {
        if (ff_action_stage(action) != run->game.pub.stage)
            fail(run, "an action of another stage is listed; the stage is %s", text_stage(run->game.pub.stage));
        wanted |= (ff_options)1 << ff_action_option(action);
    }
    if (next == TEXT_CHAIN_BAD)
        fail(run, "column %u: %s", error.column, error.message);
    struct base_out got_out = base_out_of(got, sizeof got), want_out = base_out_of(want, sizeof want);
    text_actions(&got_out, run->game.pub.stage, options);
    text_actions(&want_out, run->game.pub.stage, wanted);
    if (options != wanted)
        fail(run, "legal is   %s\n      want       %s", got, want);
    run->checks++;
}

static void step_told(struct run *run, const char *text)
{
    int viewer;
    const char *want;
    char got[LINE_SIZE];
    if (!split_seat(run, text, &viewer, &want))
        return;
    run->checks++;
    for (int i = 0; i < run->events_n; i++) {
        struct base_out out = base_out_of(got, sizeof got);
        text_event(&out, &run->events[i], NULL, viewer);
        if (strcmp(got, want) == 0)
            return;
    }
    fail(run, "was not told \"%s\", but:", want);
    for (int i = 0; i < run->events_n; i++) {
        struct base_out out = base_out_of(got, sizeof got);
        text_event(&out, &run->events[i], NULL, viewer);
        printf("      %s\n", got);
    }
}

static void step_result(struct run *run, const char *want)
{
    struct ff_result result;
    char got[LINE_SIZE];
    struct base_out out = base_out_of(got, sizeof got);
    ff_result(&run->game.pub, &result);
    base_put(&out, !result.over ? "open" : result.palace ? "palace" : "round-limit");
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++)
        if (result.winners >> seat & 1) {
            base_put_char(&out, ' ');
            base_put_number(&out, seat);
        }
    if (result.over && !result.winners)
        base_put(&out, " -");
    if (strcmp(got, want) != 0)
        fail(run, "result is %s, want %s", got, want);
    run->checks++;
}

static void step_impossible(struct run *run, const char *text)
{
    char copy[LINE_SIZE], facts[TEXT_SIZE + LINE_SIZE];
    struct ff_game game;
    struct base_error error;
    snprintf(copy, sizeof copy, "%s", text);
    char *because = strstr(copy, " because ");
    if (!because || !read_edition(run)) {
        fail(run, "write impossible FACT because WORDS");
        return;
    }
    *because = '\0';
    snprintf(facts, sizeof facts, "%s%s\n", run->facts, copy);
    if (text_position_read(&run->edition, facts, strlen(facts), &game, &error))
        fail(run, "the position is possible");
    else if (!strstr(error.message, because + strlen(" because ")))
        fail(run, "refused because %s", error.message);
    run->checks++;
}

static void check_line(struct run *run, const char *text, const char *fact, bool wanted)
{
    run->checks++;
    if (wanted && !has_line(text, fact))
        fail_fact(run, text, fact);
    if (!wanted && has_line(text, fact))
        fail(run, "is   %s\n      want something else", fact);
}

static void check_hidden(struct run *run, int seat, char *words)
{
    run->checks++;
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
        if (strstr(view_text(run, seat), word))
            fail(run, "%s stands in the view of %d", word, seat);
}

/* A line of facts under `given`, `then`, ... */
static void fact_line(struct run *run, const char *fact)
{
    char copy[LINE_SIZE];
    int seat;
    const char *rest;
    snprintf(copy, sizeof copy, "%s", fact);
    if (strcmp(run->step, "given") == 0)
        add_line(run, run->facts, fact);
    else if (strcmp(run->step, "edition") == 0)
        add_line(run, run->edition_lines, fact);
    else if (strcmp(run->step, "then") == 0 || strcmp(run->step, "not") == 0)
        check_line(run, position_text(run), fact, run->step[0] == 't');
    else if (after(run->step, "sees") && split_seat(run, after(run->step, "sees"), &seat, &rest))
        check_line(run, view_text(run, seat), fact, true);
    else if (after(run->step, "hides") && split_seat(run, after(run->step, "hides"), &seat, &rest))
        check_hidden(run, seat, copy);
    else
        fail(run, "\"%s\" is no step", fact);
}

/* ----------------------------------------------------------------------------------------------------------- files */

static void end_scenario(struct run *run)
{
    if (!run->title[0])
        return;
    if (run->checks == 0)
        fail(run, "nothing is checked");
    printf("%s %s:%d %s\n", run->failed ? "FAIL" : "ok  ", run->file, run->title_line, run->title);
    run->passed_n += !run->failed;
    run->failed_n += run->failed;
    run->title[0] = '\0';
}

static void start_scenario(struct run *run, const char *title)
{
    int passed_n = run->passed_n, failed_n = run->failed_n, line = run->line;
    const char *file = run->file;
    memset(run, 0, sizeof *run);
    run->passed_n = passed_n;
    run->failed_n = failed_n;
    run->file = file;
    run->line = run->title_line = line;
    snprintf(run->title, sizeof run->title, "%s", title);
}

/* Steps that take facts on the same line or on those that follow. */
static bool fact_step(struct run *run, const char *line)
{
    static const char *const keywords[] = {"given", "edition", "then", "not", "sees", "hides"};
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++) {
        const char *rest = after(line, keywords[i]);
        if (!rest)
            continue;
        snprintf(run->step, sizeof run->step, "%s", keywords[i]);
        if (i >= 4) {
            const char *colon = strchr(line, ':');
            snprintf(run->step, sizeof run->step, "%.*s", colon ? (int)(colon - line) + 1 : 0, line);
            rest = colon ? colon + 1 + (colon[1] == ' ') : rest;
        }
        if (i >= 2 && !begin(run))
            return true;
        if (*rest)
            fact_line(run, rest);
        return true;
    }
    return false;
}

static bool other_step(struct run *run, const char *line)
{
    static const struct {
        const char *keyword;
        void (*run)(struct run *run, const char *rest);
    } steps[] = {{"do", step_do},           {"either order", step_either_order},
                 {"refused", step_refused}, {"legal", step_legal},
                 {"told", step_told},       {"result", step_result}};
    const char *rest;
    if ((rest = after(line, "impossible")))
        return step_impossible(run, rest), true;
    if ((rest = after(line, "deal")))
        return step_deal(run, rest), true;
    if (strcmp(line, "go on") == 0)
        return begin(run) ? step_go_on(run) : (void)0, true;
    if (strcmp(line, "again") == 0)
        return begin(run) ? step_again(run) : (void)0, true;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        if ((rest = after(line, steps[i].keyword)))
            return begin(run) ? steps[i].run(run, rest) : (void)0, true;
    return false;
}

static void read_line(struct run *run, char *line)
{
    normalize(line);
    const char *title = after(line, "scenario");
    if (title) {
        end_scenario(run);
        start_scenario(run, title);
    } else if (line[0] && line[0] != '#' && !fact_step(run, line)) {
        if (other_step(run, line))
            run->step[0] = '\0';
        else
            fact_line(run, line);
    }
}

static bool run_file(struct run *run, const char *path)
{
    char line[LINE_SIZE];
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "%s: cannot be opened\n", path);
        return false;
    }
    run->file = path;
    for (run->line = 1; fgets(line, sizeof line, file); run->line++)
        read_line(run, line);
    end_scenario(run);
    fclose(file);
    return true;
}

int main(int argc, char **argv)
{
    static struct run run;
    if (argc < 2) {
        fprintf(stderr, "usage: scenario FILE...\n");
        return 2;
    }
    for (int i = 1; i < argc; i++)
        if (!run_file(&run, argv[i]))
            return 2;
    printf("%d passed, %d failed\n", run.passed_n, run.failed_n);
    return run.failed_n > 0 || run.passed_n == 0;
}
