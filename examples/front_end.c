/* front_end.c - a whole front end: a person at the terminal against two bots.
 *
 *     cc front_end.c $(pkg-config --cflags --libs fuerstenfeld) && ./a.out [SEED]
 *
 * Two halves that meet in a few lines. The house has the game, deals, and asks whoever owes a decision. A player,
 * person or bot, gets a view and the legal options, and answers with an action; neither half knows a rule. What
 * happened comes as events, from which the library makes the sentences that this seat may read. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fuerstenfeld/board.h>
#include <fuerstenfeld/bot.h>
#include <fuerstenfeld/builtin.h>
#include <fuerstenfeld/edition.h>
#include <fuerstenfeld/names.h>
#include <fuerstenfeld/net_read.h>
#include <fuerstenfeld/notation.h>

enum { PLAYERS = 3, YOU = 0, LINE = 256 };

static const char *const names[PLAYERS] = {"Anna", "Berta", "Carl"};

struct house {
    struct ff_text_edition edition;
    struct ff_game game;
    struct ff_rng rng;
    const struct ff_bot *bot;
    struct ff_net *net;
    void *memory[PLAYERS];
};

static void show(const struct ff_edition *edition, const struct ff_view *view, ff_options options)
{
    char text[FF_TEXT_BOARD_MAX], word[LINE];
    struct ff_base_out board = ff_base_out_of(text, sizeof text);
    struct ff_text_style style = {false, FF_TEXT_DRAWN, 0, 0, FF_TEXT_COLOURS_NONE};
    ff_text_board_view(&board, edition, view, names, style);
    printf("\n%s\n%s?\n", text, ff_text_stage_title(view->pub.stage));
    for (int i = 0; i < ff_popcount(options); i++) {
        struct ff_base_out out = ff_base_out_of(word, sizeof word);
        ff_text_action(&out, ff_action_of(view->pub.stage, (unsigned)ff_option_nth(options, i)));
        printf("  %2d  %s\n", i + 1, word);
    }
}

/* A number of the list, or an action in words. False: it was said what is wrong. */
static bool read_answer(const char *line, const struct ff_view *view, ff_options options, ff_action *action)
{
    struct ff_base_error error;
    int number = atoi(line);
    if (number >= 1 && number <= ff_popcount(options)) {
        *action = ff_action_of(view->pub.stage, (unsigned)ff_option_nth(options, number - 1));
        return true;
    }
    if (ff_text_action_parse(view->pub.stage, line, strcspn(line, "\n"), action, &error))
        return true;
    printf("%s\n", error.message);
    return false;
}

/* False: the person has gone. */
static bool ask_person(const struct ff_edition *edition, const struct ff_view *view, ff_action *action)
{
    ff_options options = ff_legal(edition, view);
    char line[LINE];
    show(edition, view, options);
    while (printf("> "), fflush(stdout), fgets(line, sizeof line, stdin)) {
        if (!read_answer(line, view, options, action))
            continue;
        enum ff_refusal refusal = ff_why_not(edition, view, *action);
        if (refusal == FF_OK)
            return true;
        printf("%s (%s)\n", ff_text_refusal(refusal), ff_text_refusal_rule(refusal));
    }
    return false;
}

static void ask_bot(struct house *house, const struct ff_view *view, ff_action *action)
{
    const struct ff_edition *edition = &house->edition.values;
    struct ff_bot_task task = {edition, view, ff_legal(edition, view), ff_rng_next(&house->rng), house->net, NULL};
    *action = ff_action_of(view->pub.stage, ff_bot_choose(house->bot, house->memory[view->own.seat], &task, 0));
}

/* One sentence, as far as the person may know it. */
static void tell(const struct ff_event *event)
{
    char text[LINE];
    struct ff_base_out out = ff_base_out_of(text, sizeof text);
    ff_text_event(&out, event, names, YOU);
    if (out.length)
        printf("%s\n", text);
}

static bool turn(struct house *house)
{
    const struct ff_edition *edition = &house->edition.values;
    const int seat = ff_lowest(house->game.pub.owe);
    struct ff_view view;
    struct ff_event event;
    ff_action action;
    ff_view_of(&house->game, seat, &view);
    if (seat != YOU)
        ask_bot(house, &view, &action);
    else if (!ask_person(edition, &view, &action))
        return false;
    ff_play(edition, &house->game, seat, action, &event);
    do
        tell(&event);
    while (ff_follow(edition, &house->game, &event));
    return true;
}

static bool open_house(struct house *house, uint64_t seed)
{
    struct ff_base_error error;
    struct ff_setup setup;
    house->rng = ff_rng_of(seed);
    house->bot = ff_bot_find("apprentice");
    house->net = (struct ff_net *)malloc(ff_net_size);
    for (int seat = 0; seat < PLAYERS; seat++)
        house->memory[seat] = calloc(1, house->bot->memory_size);
    if (!ff_text_edition_read(ff_default_edition_text, ff_default_edition_size, &house->edition, &error) ||
        !house->net || ff_net_read(ff_default_net_text, ff_default_net_size, house->net))
        return false;
    ff_deal(&house->edition.values, PLAYERS, FF_BASE, seed, &setup);
    ff_begin(&house->edition.values, &setup, &house->game);
    return true;
}

int main(int argc, char **argv)
{
    static struct house house;
    if (!open_house(&house, argc > 1 ? strtoull(argv[1], NULL, 10) : 1))
        return 2;
    while (house.game.pub.owe)
        if (!turn(&house))
            return 1;
    struct ff_result result;
    ff_result(&house.game.pub, &result);
    printf("After round %d:", house.game.pub.round);
    for (int seat = 0; seat < PLAYERS; seat++)
        printf(" %s %s%s", names[seat], result.winners >> seat & 1 ? "won." : "lost.", seat < PLAYERS - 1 ? "" : "\n");
    return 0;
}
