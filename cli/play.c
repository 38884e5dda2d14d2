/* play.c - a game at the terminal: people at some seats, bots at the others.
 *
 * The program holds the game, but talks to a person from that seat's view only. What has happened is a list of events;
 * each seat has read the list up to some point, and is told the rest, as far as it may know it, when its turn comes.
 *
 * The list of actions is the truth: the record is made by replaying it at the end. Undo is a stack of copies of the
 * game, and shortens both lists. The stack is emptied as soon as somebody else has moved or a card was drawn, because
 * what has been seen cannot be unseen. */
#include <ctype.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "play_ask.h"
#include "text/board.h"
#include "text/names.h"
#include "text/notation.h"
#include "text/record.h"

enum { UNDO_MAX = 64, SENTENCE_MAX = 1024, SEED_BITS = RECORD_SEED_BITS };

/* A bot picks one of the legal options of the view's seat. */
typedef int bot_choose(const struct ff_edition *edition, const struct ff_view *view, ff_options options,
                       struct ff_rng *rng);

struct move {
    uint8_t seat;
    ff_action action;
};

struct snapshot {
    struct ff_game game;
    size_t events_n, moves_n;
};

struct play {
    struct text_edition named;
    const struct ff_edition *edition; /* its values */
    struct ff_setup setup;
    struct ff_game game;
    uint64_t seed;
    unsigned humans; /* mask of seats */
    bot_choose *choose;
    struct ff_rng rng; /* the bots' */
    struct ff_event *events;
    size_t events_n, events_max;
    struct move *moves;
    size_t moves_n, moves_max;
    size_t told[FF_PLAYERS_MAX]; /* events that the seat has read */
    struct snapshot undo[UNDO_MAX];
    int undo_n;
    int seat;       /* of the person at the terminal; FF_NOBODY: only watching */
    uint32_t shown; /* the turn for which the board was last shown */
    bool asked;     /* the decision at hand has been put */
    bool quit;
    bool terminal; /* people look at it: the screen is cleared between seats */
    bool ansi;     /* it knows the usual commands */
    struct text_style style;
    const char *record; /* a file, or NULL */
    char *line;         /* getline's */
    size_t line_max;
};

static const char *const player_names[FF_PLAYERS_MAX] = {"Green", "Red", "Blue", "Purple", "Orange"};

/* ------------------------------------------------------------------------------------------------------- the record */

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

static void add_move(struct play *play, int seat, ff_action action)
{
    play->moves = grow(play->moves, play->moves_n, &play->moves_max, sizeof *play->moves);
    play->moves[play->moves_n++] = (struct move){(uint8_t)seat, action};
}

/* Plays all moves again and writes what happens. */
static void write_moves(const struct play *play, struct out *out)
{
    struct record_about about = {.has_seed = true, .seed = play->seed};
    about.edition = *play->named.name ? play->named.name : NULL;
    struct record_writer writer;
    struct ff_game game;
    struct ff_event event;
    memcpy(about.names, player_names, sizeof about.names);
    record_begin(&writer, out, play->edition, &play->setup, &about);
    ff_prepare(play->edition, &play->setup, &game);
    for (size_t i = 0;; i++) {
        while (ff_follow(play->edition, &game, &event))
            record_event(&writer, &game, &event);
        if (i == play->moves_n)
            return;
        ff_play(play->edition, &game, play->moves[i].seat, play->moves[i].action, &event);
        record_event(&writer, &game, &event);
    }
}

/* Appends the game to the file, which may hold earlier ones. */
static bool save_record(const struct play *play)
{
    char *buffer = malloc(RECORD_GAME_MAX);
    FILE *file = buffer ? fopen(play->record, "ab") : NULL;
    bool saved = false;
    if (file) {
        struct out out = out_of(buffer, RECORD_GAME_MAX);
        write_moves(play, &out);
        saved = !out.full && fwrite(out.text, 1, out.length, file) == out.length;
        saved = fclose(file) == 0 && saved;
    }
    free(buffer);
    if (saved)
        printf("The game was added to %s.\n", play->record);
    else
        cli_error("%s: the record could not be written", play->record);
    return saved;
}

/* Better before the game than after it. */
static bool record_is_writable(const char *path)
{
    FILE *file = fopen(path, "ab");
    if (!file)
        cli_error("%s: cannot be written; give another file to --record", path);
    return file && fclose(file) == 0;
}

/* ---------------------------------------------------------------------------------------------------------- showing */

static void view_of(const struct play *play, struct ff_view *view) { ff_view_of(&play->game, play->seat, view); }

/* Equal sentences in a row, as when somebody puts five cards away unseen, are one line. */
static void print_events(const struct play *play, size_t from, size_t to)
{
    char text[2][SENTENCE_MAX] = {"", ""};
    int times = 0;
    for (size_t i = from; i <= to; i++) {
        struct out out = out_of(text[1], SENTENCE_MAX);
        if (i < to)
            text_event(&out, &play->events[i], player_names, play->seat);
        if (times && strcmp(text[0], text[1]) == 0) {
            times++;
            continue;
        }
        if (times)
            printf(times > 1 ? "  %s (%d times)\n" : "  %s\n", text[0], times);
        memcpy(text[0], text[1], SENTENCE_MAX);
        times = 1;
    }
}

/* What happened since the person last looked. */
static void show_news(struct play *play)
{
    size_t *told = &play->told[play->seat == FF_NOBODY ? 0 : play->seat];
    print_events(play, *told, play->events_n);
    *told = play->events_n;
}

static void show_board(const struct play *play)
{
    char buffer[TEXT_BOARD_MAX];
    struct out out = out_of(buffer, sizeof buffer);
    struct ff_view view;
    view_of(play, &view);
    text_board_view(&out, play->edition, &view, player_names, play->style);
    printf("\n%s\n", buffer);
}

/* Numbers the turns, so that the board is shown once at the start of each. */
static uint32_t turn_of(const struct play *play)
{
    const struct ff_public *pub = &play->game.pub;
    unsigned part = pub->stage == FF_STAGE_KEEP ? 1 : pub->stage == FF_STAGE_DRAW ? 2 : 3;
    return (uint32_t)pub->round << 16 | part << 8 | (unsigned)play->seat;
}

static void ask(struct play *play)
{
    char buffer[ASK_TEXT_MAX];
    struct out out = out_of(buffer, sizeof buffer);
    struct ff_view view;
    show_news(play);
    if (play->shown != turn_of(play))
        show_board(play);
    play->shown = turn_of(play);
    play->asked = true;
    view_of(play, &view);
    ask_question(&out, &view);
    ask_options(&out, play->edition, &view);
    printf("%s", buffer);
}

/* The sentences of this round and the one before; all of them if asked for. */
static void show_log(const struct play *play, bool all)
{
    size_t from = play->events_n;
    for (int ends = 0; from > 0; from--) {
        ends += play->events[from - 1].kind == FF_EVENT_ROUND;
        if (ends == 2 && !all)
            break;
    }
    print_events(play, from, play->events_n);
}

static void show_help(void)
{
    fputs("An action is its number in the list or its words; several may follow each other, as in\n"
          "    brewery A; sell 2 hops; done; build crane; space 2\n"
          "Besides:\n"
          "    ?               this\n"
          "    why ACTION      whether an action is allowed and, if not, by which rule (`? ACTION` is the same)\n"
          "    undo            take your last action back, within your turn and before a card is drawn\n"
          "    board           the whole table\n"
          "    hand            your cards with their costs\n"
          "    deck            what you have put under your deck, and when it comes back\n"
          "    log, log all    what happened in this and the last round, or in the whole game\n"
          "    quit            leave the game\n"
          "The rules and their numbers are in docs/rules.md.\n",
          stdout);
}

static void show_result(const struct play *play)
{
    const struct ff_public *pub = &play->game.pub;
    struct ff_result result;
    ff_result(pub, &result);
    printf("\nThe game is over after round %d.", pub->round);
    if (!result.winners)
        printf(" Nobody wins: the round limit is reached (R9.3).");
    for (int seat = 0, n = 0; seat < pub->players; seat++)
        if (result.winners >> seat & 1)
            printf("%s%s", n++ ? " and " : " ", player_names[seat]);
    if (result.winners)
        printf(result.winners & (result.winners - 1) ? " share the win (R9.2)." : " wins (R9.2).");
    printf("\n");
    for (int seat = 0; seat < pub->players; seat++)
        printf("  %-8s %d of 6 Palace parts, %d coin%s\n", player_names[seat], ff_palace_parts(pub, seat),
               pub->coins[seat], pub->coins[seat] == 1 ? "" : "s");
}

/* ---------------------------------------------------------------------------------------------------------- playing */

static void follow(struct play *play)
{
    struct ff_event event;
    while (ff_follow(play->edition, &play->game, &event))
        add_event(play, &event);
}

static void push_undo(struct play *play)
{
    if (play->undo_n == UNDO_MAX) /* longer than any turn; still, keep the newest */
        memmove(play->undo, play->undo + 1, (size_t)--play->undo_n * sizeof *play->undo);
    play->undo[play->undo_n++] = (struct snapshot){play->game, play->events_n, play->moves_n};
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

/* Plays a legal action and what follows by itself. */
static void take(struct play *play, int seat, ff_action action)
{
    size_t before = play->events_n;
    struct ff_event event;
    push_undo(play);
    if (ff_play(play->edition, &play->game, seat, action, &event) != FF_OK)
        abort(); /* a bug: both callers have asked the engine first */
    add_move(play, seat, action);
    add_event(play, &event);
    follow(play);
    play->asked = false;
    if (!is_private(play, before, seat) || !(play->game.pub.owe >> seat & 1))
        play->undo_n = 0;
}

static void undo(struct play *play)
{
    if (!play->undo_n) {
        printf("There is nothing to take back: undo works within your turn, up to the last card drawn.\n");
        return;
    }
    const struct snapshot *last = &play->undo[--play->undo_n];
    play->game = last->game;
    play->events_n = last->events_n;
    play->moves_n = last->moves_n;
    if (play->told[play->seat] > play->events_n)
        play->told[play->seat] = play->events_n;
    play->asked = false;
    printf("Taken back.\n");
}

static int choose_random(const struct ff_edition *edition, const struct ff_view *view, ff_options options,
                         struct ff_rng *rng)
{
    (void)edition;
    (void)view;
    return ff_option_nth(options, (int)ff_rng_below(rng, (uint32_t)ff_popcount(options)));
}

static void bot_turn(struct play *play, int seat)
{
    struct ff_view view;
    ff_view_of(&play->game, seat, &view);
    int option = play->choose(play->edition, &view, ff_legal(play->edition, &view), &play->rng);
    take(play, seat, ff_action_of(play->game.pub.stage, (unsigned)option));
}

/* ---------------------------------------------------------------------------------------------------------- reading */

/* The next action of the line: a number of the list, or words. */
static enum text_chain next_action(struct words *chain, const struct ff_view *view, ff_options options,
                                   ff_action *action, struct text_error *error)
{
    struct words ahead = *chain;
    struct word word;
    unsigned number = 0;
    if (!words_next(&ahead, &word) || !isdigit((unsigned char)word.text[0]))
        return text_chain_next(chain, view->pub.stage, action, error);
    *chain = ahead;
    int option = word_number(&word, FF_OPTIONS_MAX, &number) ? ask_numbered(view->pub.stage, options, number) : -1;
    if (option < 0) {
        struct out out = text_error_at(error, &word);
        out_word(&out, &word);
        out_str(&out, "is no number of the list");
        return TEXT_CHAIN_BAD;
    }
    *action = ff_action_of(view->pub.stage, (unsigned)option);
    return TEXT_CHAIN_ACTION;
}

static void say_why(const struct play *play, const struct ff_view *view, ff_action action)
{
    char buffer[1024];
    struct out out = out_of(buffer, sizeof buffer);
    ask_why(&out, play->edition, view, action);
    printf("%s", buffer);
}

/* Plays one action of the line; false: the line ends here. */
static bool play_next(struct play *play, struct words *chain)
{
    struct ff_view view;
    struct text_error error;
    ff_action action = 0;
    view_of(play, &view);
    ff_options options = ff_legal(play->edition, &view);
    enum text_chain got = next_action(chain, &view, options, &action, &error);
    if (got == TEXT_CHAIN_BAD)
        printf("%s. (? for help)\n", error.message);
    if (got != TEXT_CHAIN_ACTION)
        return false;
    if (ff_why_not(play->edition, &view, action) != FF_OK) {
        say_why(play, &view, action);
        return false;
    }
    take(play, play->seat, action);
    return true;
}

static void play_line(struct play *play, const char *text, size_t n)
{
    struct words chain = words_in_chain(text, n);
    struct word word;
    uint32_t turn = turn_of(play);
    while (play_next(play, &chain)) {
        bool mine = (play->game.pub.owe >> play->seat & 1) && turn_of(play) == turn;
        if (mine)
            continue;
        if (words_next(&chain, &word))
            printf("Your turn is over; the rest of the line was not played.\n");
        return;
    }
}

static void explain(const struct play *play, const char *text, size_t n)
{
    struct ff_view view;
    struct text_error error;
    ff_action action = 0;
    view_of(play, &view);
    if (text_action_parse(view.pub.stage, text, n, &action, &error))
        say_why(play, &view, action);
    else
        printf("%s.\n", error.message);
}

static void show_cards(const struct play *play, bool deck)
{
    char buffer[ASK_TEXT_MAX];
    struct out out = out_of(buffer, sizeof buffer);
    struct ff_view view;
    view_of(play, &view);
    if (deck)
        ask_deck(&out, &view);
    else
        ask_hand(&out, play->edition, &view);
    printf("%s", buffer);
}

/* A line that is no action. False: it may be one. */
static bool command(struct play *play, const struct word *verb, const struct word *rest)
{
    if (word_is(verb, "?") || word_is(verb, "help") || word_is(verb, "why"))
        rest->length ? explain(play, rest->text, rest->length) : show_help();
    else if (word_is(verb, "undo"))
        undo(play);
    else if (word_is(verb, "board"))
        show_board(play);
    else if (word_is(verb, "hand") || word_is(verb, "deck"))
        show_cards(play, word_is(verb, "deck"));
    else if (word_is(verb, "log"))
        show_log(play, word_is(rest, "all"));
    else if (word_is(verb, "quit"))
        play->quit = true;
    else
        return false;
    return true;
}

/* Reads a line into play->line; NULL at the end of the input or of the output, which leaves the game. */
static const char *read_line(struct play *play, size_t *n)
{
    bool heard = fflush(stdout) == 0; /* else nobody listens any more */
    ssize_t got = heard ? getline(&play->line, &play->line_max, stdin) : -1;
    play->quit = got < 0;
    if (got < 0)
        printf("\n");
    *n = got < 0 ? 0 : (size_t)got;
    return got < 0 ? NULL : play->line;
}

/* `?build crane` is `? build crane`. */
static void split(const char *text, size_t n, struct word *verb, struct word *rest)
{
    struct words words = words_in_chain(text, n);
    words_next(&words, verb);
    if (verb->length > 1 && verb->text[0] == '?') {
        words.at -= verb->length - 1;
        verb->length = 1;
    }
    *rest = words_rest(&words);
}

static void human_turn(struct play *play)
{
    size_t n;
    struct word verb, rest;
    if (!play->asked)
        ask(play);
    printf("%s> ", player_names[play->seat]);
    const char *text = read_line(play, &n);
    if (!text)
        return;
    split(text, n, &verb, &rest);
    if (verb.length && !command(play, &verb, &rest))
        play_line(play, text, n);
}

/* -------------------------------------------------------------------------------------------------------- the table */

/* Another person sits down: nothing of the last one's may stay on the screen. */
static void pass_device(struct play *play, int seat)
{
    size_t n;
    if (play->ansi)
        printf("\033[2J\033[3J\033[H");
    for (int i = 0; play->terminal && !play->ansi && i < 80; i++)
        printf("\n");
    printf("\nPass the device to %s. %s, press Enter when you are ready.\n", player_names[seat], player_names[seat]);
    read_line(play, &n);
}

/* Where several decide at once, people come first, so that nobody sees what a bot did meanwhile. */
static int next_seat(const struct play *play)
{
    unsigned owe = play->game.pub.owe, people = owe & play->humans;
    return ff_first_seat(people ? people : owe);
}

static void sit_down(struct play *play, int seat)
{
    bool several = (play->humans & (play->humans - 1)) != 0;
    if (seat == play->seat)
        return;
    play->undo_n = 0;
    play->asked = false;
    if (several)
        pass_device(play, seat);
    play->seat = seat;
}

static void play_game(struct play *play)
{
    follow(play);
    while (play->game.pub.owe && !play->quit) {
        int seat = next_seat(play);
        if (!(play->humans >> seat & 1)) {
            bot_turn(play, seat);
            continue;
        }
        sit_down(play, seat);
        if (!play->quit)
            human_turn(play);
    }
}

static int finish(struct play *play)
{
    bool several = (play->humans & (play->humans - 1)) != 0;
    if (play->quit) {
        printf("You leave the game in round %d.%s\n", play->game.pub.round,
               play->record ? " Only a finished game is recorded." : "");
        return CLI_OK;
    }
    if (several)
        play->seat = FF_NOBODY;
    show_news(play);
    show_board(play);
    show_result(play);
    return play->record && !save_record(play) ? CLI_FAILS : CLI_OK;
}

/* ---------------------------------------------------------------------------------------------------------- options */

struct texts {
    const char *players, *mode, *human, *seed, *edition, *record;
};

/* "0", "0,2" or "none" */
static bool read_seats(const char *text, int players, unsigned *seats)
{
    unsigned mask = 0;
    if (strcmp(text, "none") != 0)
        for (const char *at = text;; at += 2) {
            if (at[0] < '0' || at[0] >= '0' + players || (at[1] != ',' && at[1] != '\0')) {
                cli_error("play: --human is %s; it is seats from 0 to %d with commas between them, or none", text,
                          players - 1);
                return false;
            }
            mask |= 1u << (at[0] - '0');
            if (!at[1])
                break;
        }
    *seats = mask;
    return true;
}

static uint64_t seed_of_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    struct ff_rng rng = ff_rng_of((uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec);
    return ff_rng_next(&rng) >> (64 - SEED_BITS);
}

static bool knows_ansi(void)
{
    const char *term = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && *term && strcmp(term, "dumb") != 0;
}

static bool read_options(const struct cli_usage *usage, const struct texts *texts, struct play *play)
{
    uint64_t players = 3;
    int mode = FF_BASE;
    play->seed = seed_of_clock();
    if (!cli_number(usage, "players", texts->players, FF_PLAYERS_MIN, FF_PLAYERS_MAX, &players) ||
        !cli_number(usage, "seed", texts->seed, 0, ((uint64_t)1 << SEED_BITS) - 1, &play->seed) ||
        !cli_mode(usage, texts->mode, &mode) || !cli_edition_named(texts->edition, &play->named) ||
        !read_seats(texts->human ? texts->human : "0", (int)players, &play->humans))
        return false;
    play->edition = &play->named.values;
    play->record = texts->record;
    if (play->record && !record_is_writable(play->record))
        return false;
    ff_deal(play->edition, (int)players, mode, play->seed, &play->setup);
    ff_prepare(play->edition, &play->setup, &play->game);
    return true;
}

static void begin(struct play *play)
{
    play->choose = choose_random;
    play->rng = ff_rng_of(~play->seed);
    play->seat = play->humans && !(play->humans & (play->humans - 1)) ? ff_first_seat(play->humans) : FF_NOBODY;
    play->terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    play->ansi = knows_ansi();
    setlocale(LC_CTYPE, ""); /* for the terminal's character set */
    play->style = (struct text_style){strcmp(nl_langinfo(CODESET), "UTF-8") == 0};
    printf("Fürstenfeld, %s game, %d players, seed %llu.", text_mode(play->setup.mode), play->setup.players,
           (unsigned long long)play->seed);
    if (play->seat != FF_NOBODY)
        printf(" You are %s. ? for help.", player_names[play->seat]);
    printf("\n");
}

int cmd_play(int argc, char **argv)
{
    struct texts texts = {0};
    const struct cli_option options[] = {
        {"players", "N", "2 to 5, bots included (3)", &texts.players},
        {"mode", "base|expert", "which game (base)", &texts.mode},
        {"human", "SEATS", "the seats that people play, as 0 or 0,2, or none (0)", &texts.human},
        {"seed", "S", "deal the same game again", &texts.seed},
        {"edition", "FILE", "other costs, demand cards, ...", &texts.edition},
        {"record", "FILE", "append the finished game's record to this file", &texts.record},
    };
    const struct cli_usage usage = {"play", "", "Plays a game at this terminal. Seats that no person takes are bots.",
                                    options, sizeof options / sizeof *options};
    int operands = cli_parse(&usage, argc, argv);
    if (operands < 0)
        return cli_status(operands);
    struct play *play = calloc(1, sizeof *play);
    int status = CLI_USAGE;
    if (play && read_options(&usage, &texts, play)) {
        begin(play);
        play_game(play);
        status = finish(play);
    }
    if (play) {
        free(play->events);
        free(play->moves);
        free(play->line);
    }
    free(play);
    return status;
}
