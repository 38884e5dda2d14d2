/* play_show.c - what is printed in a game at the terminal; see play.h. */
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "play.h"
#include "play_ask.h"
#include "play_tell.h"
#include "text/names.h"
#include "text/notation.h"

const char *const play_names[FF_PLAYERS_MAX] = {"Green", "Red", "Blue", "Purple", "Orange"};

void play_view(const struct play *play, struct ff_view *view) { ff_view_of(&play->game, play->seat, view); }

bool play_several_people(const struct play *play) { return (play->humans & (play->humans - 1)) != 0; }

/* ------------------------------------------------------------------------------------------------------------ news */

/* A sentence about an event, the player's name in its colour. */
static void say_event(const struct play *play, const struct ff_event *event, struct base_out *out)
{
    char plain[PLAY_SENTENCE_MAX];
    struct base_out sentence = base_out_of(plain, sizeof plain);
    text_event(&sentence, event, play_names, play->seat);
    size_t name = event->seat < FF_PLAYERS_MAX ? strlen(play_names[event->seat]) : 0;
    if (name && sentence.length >= name && memcmp(plain, play_names[event->seat], name) == 0) {
        text_paint(out, play->style, TEXT_PAINT_SEAT + event->seat);
        base_put_bytes(out, plain, name);
        text_unpaint(out, play->style);
    } else {
        name = 0;
        text_paint(out, play->style, TEXT_PAINT_FAINT);
    }
    base_put(out, plain + name);
    if (!name)
        text_unpaint(out, play->style);
}

/* Equal sentences in a row, as when somebody puts five cards away unseen, are one line. */
static void print_events(const struct play *play, size_t from, size_t to)
{
    char text[2][PLAY_SENTENCE_MAX] = {"", ""};
    int times = 0;
    for (size_t i = from; i <= to; i++) {
        struct base_out out = base_out_of(text[1], PLAY_SENTENCE_MAX);
        if (i < to)
            say_event(play, &play->events[i], &out);
        if (times && strcmp(text[0], text[1]) == 0) {
            times++;
            continue;
        }
        if (times)
            printf(times > 1 ? "  %s (%d times)\n" : "  %s\n", text[0], times);
        memcpy(text[0], text[1], PLAY_SENTENCE_MAX);
        times = 1;
    }
}

void play_show_news(struct play *play)
{
    size_t *told = &play->told[play->seat == FF_NOBODY ? 0 : play->seat];
    print_events(play, *told, play->events_n);
    *told = play->events_n;
}

/* The sentences of this round and the one before; all of them if asked for. */
void play_show_log(const struct play *play, bool all)
{
    size_t from = play->events_n;
    for (int ends = 0; from > 0; from--) {
        ends += play->events[from - 1].kind == FF_EVENT_ROUND;
        if (ends == 2 && !all)
            break;
    }
    print_events(play, from, play->events_n);
}

/* ----------------------------------------------------------------------------------------------------------- board */

/* The board leaves room for the question and its answers. */
static struct text_style style_now(const struct play *play)
{
    enum { QUESTION_LINES = 8 };
    struct text_style style = play->style;
    struct winsize size;
    bool known = play->terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0;
    if (!known)
        return style;
    style.columns = size.ws_col;
    style.lines = size.ws_row > QUESTION_LINES ? size.ws_row - QUESTION_LINES : 1;
    return style;
}

static void tell_all(struct base_out *out, const struct play *play, const struct ff_view *view)
{
    tell_prices(out, play->edition, view);
    tell_order(out, view, play_names);
    tell_goods(out, view, play_names);
    tell_players(out, play->edition, view, play_names);
    if (play->seat == FF_NOBODY)
        return;
    ask_hand(out, play->edition, view);
    ask_deck(out, view);
}

void play_show_board(const struct play *play)
{
    _Static_assert((int)TELL_TEXT_MAX >= (int)TEXT_BOARD_MAX, "room for either");
    char buffer[TELL_TEXT_MAX];
    struct base_out out = base_out_of(buffer, sizeof buffer);
    struct ff_view view;
    play_view(play, &view);
    if (play->plain)
        tell_all(&out, play, &view);
    else
        text_board_view(&out, play->edition, &view, play_names, style_now(play));
    printf(play->plain ? "%s" : "\n%s\n", buffer);
}

void play_show_facts(const struct play *play, const char *what)
{
    char buffer[TELL_TEXT_MAX];
    struct base_out out = base_out_of(buffer, sizeof buffer);
    struct ff_view view;
    play_view(play, &view);
    if (strcmp(what, "hand") == 0)
        ask_hand(&out, play->edition, &view);
    else if (strcmp(what, "deck") == 0)
        ask_deck(&out, &view);
    else if (strcmp(what, "prices") == 0)
        tell_prices(&out, play->edition, &view);
    else if (strcmp(what, "goods") == 0)
        tell_goods(&out, &view, play_names);
    else if (strcmp(what, "order") == 0)
        tell_order(&out, &view, play_names);
    else
        tell_players(&out, play->edition, &view, play_names);
    printf("%s", buffer);
}

/* ----------------------------------------------------------------------------------------------------- the question */

/* Numbers the turns, so that the board is shown once at the start of each. */
uint32_t play_turn(const struct play *play)
{
    const struct ff_public *pub = &play->game.pub;
    unsigned part = pub->stage == FF_STAGE_KEEP ? 1 : pub->stage == FF_STAGE_DRAW ? 2 : 3;
    return (uint32_t)pub->round << 16 | part << 8 | (unsigned)play->seat;
}

/* What a person needs at the start of a turn who does not look at a board; the rest can be asked for. */
static void tell_turn(const struct play *play)
{
    printf("Round %d, your turn, %s.\n", play->game.pub.round, play_names[play->seat]);
    play_show_facts(play, "prices");
    play_show_facts(play, "hand");
}

static void show_turn(struct play *play)
{
    if (play->shown == play_turn(play))
        return;
    play->shown = play_turn(play);
    if (play->plain)
        tell_turn(play);
    else
        play_show_board(play);
}

void play_ask(struct play *play)
{
    char buffer[ASK_TEXT_MAX];
    struct base_out out = base_out_of(buffer, sizeof buffer);
    struct ff_view view;
    play_show_news(play);
    show_turn(play);
    play->asked = true;
    play_view(play, &view);
    text_paint(&out, play->style, TEXT_PAINT_STRONG);
    ask_question(&out, play->edition, &view);
    text_unpaint(&out, play->style);
    ask_options(&out, play->edition, &view, play->plain);
    printf("%s", buffer);
}

size_t play_prompt(const struct play *play, char *text, size_t size)
{
    struct base_out out = base_out_of(text, size);
    if (play->seat < FF_PLAYERS_MAX) {
        text_paint(&out, play->style, TEXT_PAINT_SEAT + (unsigned)play->seat);
        base_put(&out, play_names[play->seat]);
        text_unpaint(&out, play->style);
    }
    base_put(&out, "> ");
    return base_out_column(&out);
}

/* ------------------------------------------------------------------------------------------------------ the result */

void play_show_result(const struct play *play)
{
    const struct ff_public *pub = &play->game.pub;
    struct ff_result result;
    ff_result(pub, &result);
    printf("\nThe game is over after round %d.", pub->round);
    if (!result.winners)
        printf(" Nobody wins: the round limit is reached (R9.3).");
    for (int seat = 0, n = 0; seat < FF_PLAYERS_MAX; seat++)
        if (result.winners >> seat & 1)
            printf("%s%s", n++ ? " and " : " ", play_names[seat]);
    if (result.winners)
        printf(result.winners & (result.winners - 1) ? " share the win (R9.2)." : " wins (R9.2).");
    printf("\n");
    for (int seat = 0; seat < pub->players; seat++)
        printf("  %-8s %d of 6 Palace parts, %d coin%s\n", play_names[seat], ff_palace_parts(pub, seat),
               pub->coins[seat], pub->coins[seat] == 1 ? "" : "s");
}
