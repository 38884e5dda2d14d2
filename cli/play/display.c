/* display.c - prints boards, events and questions in a game at the terminal; see play.h. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/wrap.h"
#include "engine/text/names.h"
#include "engine/text/notation.h"
#include "options_text.h"
#include "play.h"
#include "position_sentences.h"

const char *play_colour_name(int seat)
{
    static const char *const colours[FF_PLAYERS_MAX] = {"Green", "Red", "Blue", "Purple", "Orange"};
    return colours[seat];
}

void play_printf(const struct play *play, const char *format, ...)
{
    char text[TABLE_TEXT_MAX + PLAY_SENTENCE_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    screen_write(play->ui.screen, text);
}

void play_compose_view(const struct play *play, struct ff_view *view)
{
    ff_view_of(&play->game.state, play->ui.seat, view);
}

bool play_has_several_people(const struct play *play) { return (play->game.humans & (play->game.humans - 1)) != 0; }

/* ------------------------------------------------------------------------------------------------------------- news */

/* Writes a sentence about an event, with the player's name in its colour. */
static void say_event(const struct play *play, const struct ff_event *event, struct base_out *out)
{
    char plain[PLAY_SENTENCE_MAX];
    struct base_out sentence = base_out_cut(plain, sizeof plain);
    text_event(&sentence, event, play->game.names, play->ui.seat);
    size_t name = event->seat < FF_PLAYERS_MAX ? strlen(play->game.names[event->seat]) : 0;
    if (name && sentence.length >= name && memcmp(plain, play->game.names[event->seat], name) == 0) {
        text_paint(out, play->ui.style, TEXT_PAINT_SEAT + event->seat);
        base_put_bytes(out, plain, name);
        text_unpaint(out, play->ui.style);
    } else {
        name = 0;
        text_paint(out, play->ui.style, TEXT_PAINT_FAINT);
    }
    base_put(out, plain + name);
    if (!name)
        text_unpaint(out, play->ui.style);
}

/* Prints the sentences about events. Joins equal consecutive sentences into one line, for example when somebody puts
 * five unseen cards away. */
static void print_events(const struct play *play, size_t from, size_t to)
{
    char text[2][PLAY_SENTENCE_MAX] = {"", ""};
    int times = 0;
    for (size_t i = from; i <= to; i++) {
        struct base_out out = base_out_cut(text[1], PLAY_SENTENCE_MAX);
        if (i < to)
            say_event(play, &play->game.events[i], &out);
        if (times && strcmp(text[0], text[1]) == 0) {
            times++;
            continue;
        }
        if (times)
            play_printf(play, times > 1 ? "  %s (%d times)\n" : "  %s\n", text[0], times);
        memcpy(text[0], text[1], PLAY_SENTENCE_MAX);
        times = 1;
    }
}

void play_show_news(struct play *play)
{
    size_t *shown = &play->ui.events_shown[play->ui.seat == FF_NOBODY ? 0 : play->ui.seat];
    print_events(play, *shown, play->game.events_n);
    *shown = play->game.events_n;
}

/* Prints the sentences of this round and the previous one, or all of them. */
void play_show_log(const struct play *play, bool all)
{
    size_t from = play->game.events_n;
    for (int ends = 0; from > 0; from--) {
        ends += play->game.events[from - 1].kind == FF_EVENT_ROUND;
        if (ends == 2 && !all)
            break;
    }
    print_events(play, from, play->game.events_n);
}

/* ------------------------------------------------------------------------------------------------------------ board */

static void put_table(struct base_out *out, const struct play *play, const struct ff_view *view)
{
    position_put_prices(out, play->game.edition, view);
    position_put_order(out, view, play->game.names);
    position_put_goods(out, view, play->game.names);
    position_put_players(out, play->game.edition, view, play->game.names);
    if (play->ui.seat == FF_NOBODY)
        return;
    options_put_hand(out, play->game.edition, view);
    options_put_deck(out, view);
}

/* Prints a board of at most `lines` lines (0: any number), with empty lines around it if there is room. */
static void show_board(struct play *play, int lines)
{
    _Static_assert((int)TABLE_TEXT_MAX >= (int)TEXT_BOARD_MAX, "room for either");
    char buffer[TABLE_TEXT_MAX];
    struct base_out out = base_out_cut(buffer, sizeof buffer);
    struct ff_view view;
    play_compose_view(play, &view);
    if (play->ui.plain) {
        put_table(&out, play, &view);
        play_printf(play, "%s", buffer);
        return;
    }
    play->ui.screen->marked = 0;
    struct text_style style = play->ui.style;
    style.columns = screen_columns(play->ui.screen);
    style.lines = lines;
    text_board_view(&out, play->game.edition, &view, play->game.names, style);
    play_printf(play, lines ? "%s" : "\n%s\n", buffer);
}

void play_show_board(struct play *play)
{
    int rows = screen_lines(play->ui.screen);
    show_board(play, rows > 1 ? rows - 1 : 0);
}

void play_show_facts(const struct play *play, const char *what)
{
    char buffer[TABLE_TEXT_MAX];
    struct base_out out = base_out_cut(buffer, sizeof buffer);
    struct ff_view view;
    play_compose_view(play, &view);
    if (strcmp(what, "hand") == 0)
        options_put_hand(&out, play->game.edition, &view);
    else if (strcmp(what, "deck") == 0)
        options_put_deck(&out, &view);
    else if (strcmp(what, "prices") == 0)
        position_put_prices(&out, play->game.edition, &view);
    else if (strcmp(what, "goods") == 0)
        position_put_goods(&out, &view, play->game.names);
    else if (strcmp(what, "order") == 0)
        position_put_order(&out, &view, play->game.names);
    else
        position_put_players(&out, play->game.edition, &view, play->game.names);
    play_printf(play, "%s", buffer);
}

/* ----------------------------------------------------------------------------------------------------- the question */

/* Returns a number that is different for each turn, so that the board is shown once at the start of each turn. */
uint32_t play_turn_number(const struct play *play)
{
    const struct ff_public *pub = &play->game.state.pub;
    unsigned part = pub->stage == FF_STAGE_KEEP ? 1 : pub->stage == FF_STAGE_DRAW ? 2 : 3;
    return (uint32_t)pub->round << 16 | part << 8 | (unsigned)play->ui.seat;
}

/* Prints the most important facts at the start of a turn without a board. Commands show the others. */
static void print_turn(const struct play *play)
{
    play_printf(play, "Round %d, your turn, %s.\n", play->game.state.pub.round, play->game.names[play->ui.seat]);
    play_show_facts(play, "prices");
    play_show_facts(play, "hand");
}

/* Writes the question and its options. Returns how many lines of the terminal they need. */
static int put_question(const struct play *play, const struct ff_view *view, struct base_out *out)
{
    enum { BOARD_LINES = 19 /* lines of a tight board with five players and of the prompt */, ANSWER_LINES = 5 };
    int columns = screen_columns(play->ui.screen), rows = screen_lines(play->ui.screen);
    int room = rows == 0 ? 0 : rows - BOARD_LINES > ANSWER_LINES ? rows - BOARD_LINES : ANSWER_LINES;
    bool short_question =
        view->pub.stage == FF_STAGE_BREWERY || view->pub.stage == FF_STAGE_SPACE; /* a question of one line */
    char wrapped[2 * OPTIONS_TEXT_MAX];
    struct base_out lines = base_out_cut(wrapped, sizeof wrapped);
    text_paint(out, play->ui.style, TEXT_PAINT_STRONG);
    options_put_question(out, play->game.edition, view);
    text_unpaint(out, play->ui.style);
    options_put_list(out, play->game.edition, view,
                     &(struct options_layout){play->ui.plain, columns, room ? room + short_question : 0});
    base_put_wrapped(&lines, out->text, out->length, (size_t)columns, 0);
    int n = 0;
    for (size_t i = 0; i < lines.length; i++)
        n += wrapped[i] == '\n';
    return n;
}

/* Shows the board at the start of a turn, and again when it has scrolled out of sight. */
static void show_turn(struct play *play, int question)
{
    int rows = screen_lines(play->ui.screen), room = rows ? rows - question - 1 : 0;
    bool begins = play->ui.shown != play_turn_number(play);
    bool may_fit = play->ui.board_lines <= room || room < play->ui.board_room; /* a smaller board may fit */
    bool lost = rows && !play->ui.plain && play->ui.screen->marked > room && may_fit;
    if ((!begins && !lost))
        return;
    play->ui.shown = play_turn_number(play);
    if (play->ui.plain) {
        print_turn(play);
        return;
    }
    show_board(play, rows && room < 1 ? 1 : room);
    play->ui.board_lines = play->ui.screen->marked;
    play->ui.board_room = room;
}

void play_show_question(struct play *play)
{
    char buffer[OPTIONS_TEXT_MAX];
    struct base_out out = base_out_cut(buffer, sizeof buffer);
    struct ff_view view;
    play_show_news(play);
    play_compose_view(play, &view);
    int lines = put_question(play, &view, &out);
    show_turn(play, lines);
    play->ui.asked = true;
    play->ui.listed = ff_legal(play->game.edition, &view);
    play_printf(play, "%s", buffer);
}

void play_write_prompt(const struct play *play, char *text, size_t size)
{
    struct base_out out = base_out_cut(text, size);
    if (play->ui.seat < FF_PLAYERS_MAX) {
        text_paint(&out, play->ui.style, TEXT_PAINT_SEAT + (unsigned)play->ui.seat);
        cli_put_ascii(&out, play->game.names[play->ui.seat]);
        text_unpaint(&out, play->ui.style);
    }
    base_put(&out, "> ");
}

/* ------------------------------------------------------------------------------------------------------- the result */

void play_show_result(const struct play *play)
{
    const struct ff_public *pub = &play->game.state.pub;
    struct ff_result result;
    ff_result(pub, &result);
    play_printf(play, "\nThe game is over after round %d.", pub->round);
    if (!result.winners)
        play_printf(play, " Nobody wins: the round limit is reached (R9.3).");
    for (int seat = 0, n = 0; seat < FF_PLAYERS_MAX; seat++)
        if (result.winners >> seat & 1)
            play_printf(play, "%s%s", n++ ? " and " : " ", play->game.names[seat]);
    if (result.winners)
        play_printf(play, result.winners & (result.winners - 1) ? " share the win (R9.2)." : " wins (R9.2).");
    play_printf(play, "\n");
    for (int seat = 0; seat < pub->players; seat++)
        play_printf(play, "  %-8s %d of 6 Palace parts, %d coin%s\n", play->game.names[seat],
                    ff_palace_parts(pub, seat), pub->coins[seat], pub->coins[seat] == 1 ? "" : "s");
}
