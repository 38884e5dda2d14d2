/* puzzle.c - puzzles as text; see puzzle.h. */
#include "bots/coach/puzzle.h"

#include "engine/base/words.h"
#include "engine/text/names.h"

#include <string.h>

const char *const coach_theme_names[COACH_THEMES] = {"win", "purse", "block", "place", "plan", "order"};
const char *const coach_theme_ideas[COACH_THEMES] = {
    [COACH_WIN] = "Nobody else can complete a palace this round, so any turn that completes yours wins.",
    [COACH_PURSE] = "Completing your palace is not enough: end with more coins than any other seat can have with a "
                    "whole palace.",
    [COACH_BLOCK] =
        "Another seat would be richer: sell so that a price falls which it needs, even if that brings you less.",
    [COACH_PLACE] = "Both parts need the Crane: build the part that covers it last.",
    [COACH_PLAN] = "You play last now and can play first in the next round: keep and earn what completes your palace "
                   "there.",
    [COACH_ORDER] = "Earn less than you could, so that nobody plays before you in the next round, and complete your "
                    "palace there.",
};

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/* For a puzzle of grade g, at most one in rarity[g] turns wins. Positions with more winning turns are not puzzles. */
static const uint32_t rarity[COACH_GRADE_MAX + 1] = {0, 20, 100, 400};

static bool grade(const struct coach_wins *wins, struct coach_puzzle *puzzle)
{
    puzzle->grade = 0;
    for (int grade = 1; wins->wins && grade <= COACH_GRADE_MAX; grade++)
        if (wins->turns / wins->wins >= rarity[grade])
            puzzle->grade = (uint8_t)grade;
    return puzzle->grade > 0;
}

bool coach_puzzle_from_wins(const struct coach_wins *wins, struct coach_puzzle *puzzle)
{
    const bool all_block = wins->blocks && wins->blocks == wins->wins;
    puzzle->theme = all_block                         ? COACH_BLOCK
                    : wins->crane_last == wins->wins  ? COACH_PLACE
                    : wins->completions == wins->wins ? COACH_WIN
                                                      : COACH_PURSE;
    return grade(wins, puzzle);
}

bool coach_puzzle_from_two_round_wins(const struct coach_wins *plans, struct coach_puzzle *puzzle)
{
    puzzle->theme = plans->best_sale_is_first ? COACH_PLAN : COACH_ORDER;
    return grade(plans, puzzle);
}

void coach_puzzle_print(struct base_out *out, const struct coach_puzzle *puzzle)
{
    const struct ff_setup *setup = &puzzle->setup;
    base_put(out, coach_theme_names[puzzle->theme]);
    base_put_char(out, ' ');
    base_put_number(out, puzzle->grade);
    base_put_char(out, ' ');
    base_put(out, text_mode(setup->mode));
    base_put_char(out, ' ');
    for (int i = 0; i < setup->players; i++)
        base_put_number(out, setup->order[i]);
    base_put_char(out, ' ');
    for (int i = 0; i < setup->players; i++)
        for (unsigned good = 0; good < FF_GOODS; good++)
            base_put_number(out, ff_count(setup->demand[i], good));
    base_put_char(out, ' ');
    for (int seat = 0; seat < setup->players; seat++)
        for (int i = 0; i < ff_cards_n(setup->mode); i++)
            base_put_char(out, digits[setup->deck[seat][i]]);
    base_put_char(out, ' ');
    for (int i = 0; i < puzzle->steps; i++)
        base_put_char(out, digits[puzzle->option[i]]);
}

static int digit_of(char c)
{
    for (int i = 0; digits[i]; i++)
        if (digits[i] == c)
            return i;
    return -1;
}

/* Decodes the characters of a word into numbers. Returns their count; -1 if there are too many or any is invalid. */
static int numbers_of(const struct base_word *word, uint8_t *number, int max)
{
    if (word->length > (size_t)max)
        return -1;
    for (size_t i = 0; i < word->length; i++) {
        int digit = digit_of(word->text[i]);
        if (digit < 0)
            return -1;
        number[i] = (uint8_t)digit;
    }
    return (int)word->length;
}

static bool read_head(struct base_words *words, struct coach_puzzle *puzzle)
{
    struct base_word theme, grade, mode;
    unsigned number = 0;
    base_words_next(words, &theme);
    base_words_next(words, &grade);
    base_words_next(words, &mode);
    puzzle->theme = COACH_THEMES;
    for (int i = 0; i < COACH_THEMES; i++)
        if (base_word_is(&theme, coach_theme_names[i]))
            puzzle->theme = (uint8_t)i;
    bool graded = base_word_number(&grade, COACH_GRADE_MAX, &number) && number > 0;
    puzzle->grade = (uint8_t)number;
    puzzle->setup.mode = base_word_is(&mode, text_mode(FF_EXPERT)) ? FF_EXPERT : FF_BASE;
    return puzzle->theme < COACH_THEMES && graded && base_word_is(&mode, text_mode(puzzle->setup.mode));
}

static bool read_deal(struct base_words *words, struct ff_setup *setup)
{
    struct base_word order, demand, decks;
    uint8_t card[FF_PLAYERS_MAX * FF_CARDS_MAX];
    base_words_next(words, &order);
    base_words_next(words, &demand);
    base_words_next(words, &decks);
    size_t players = order.length;
    int cards = ff_cards_n(setup->mode);
    if (players < FF_PLAYERS_MIN || players > FF_PLAYERS_MAX || demand.length != players * FF_GOODS ||
        numbers_of(&decks, card, (int)sizeof card) != (int)players * cards)
        return false;
    setup->players = (uint8_t)players;
    for (size_t i = 0; i < players * FF_GOODS; i++) {
        if (demand.text[i] < '0' || demand.text[i] > '0' + FF_DEMAND_MAX)
            return false;
        setup->demand[i / FF_GOODS] |= ff_goods_n((unsigned)(i % FF_GOODS), (unsigned)(demand.text[i] - '0'));
    }
    for (size_t i = 0; i < players; i++) {
        setup->order[i] = (uint8_t)(order.text[i] - '0');
        memcpy(setup->deck[i], card + i * (size_t)cards, (size_t)cards);
    }
    return true;
}

bool coach_puzzle_read(const char *line, size_t length, struct coach_puzzle *puzzle)
{
    struct base_words words = base_words_in_lines(line, length);
    struct base_word options, more;
    memset(puzzle, 0, sizeof *puzzle);
    if (!base_words_line(&words) || !read_head(&words, puzzle) || !read_deal(&words, &puzzle->setup))
        return false;
    base_words_next(&words, &options);
    puzzle->steps = numbers_of(&options, puzzle->option, COACH_PUZZLE_STEPS_MAX);
    return puzzle->steps > 0 && !base_words_next(&words, &more);
}

int coach_puzzle_position(const struct ff_edition *edition, const struct coach_puzzle *puzzle, struct ff_game *game)
{
    if (ff_begin(edition, &puzzle->setup, game) != FF_SETUP_OK)
        return -1;
    for (int i = 0; i < puzzle->steps; i++) {
        int seat = game->pub.owe ? ff_lowest(game->pub.owe) : 0;
        if (ff_apply(edition, game, seat, ff_action_of(game->pub.stage, puzzle->option[i])) != FF_OK)
            return -1;
    }
    return game->pub.owe && ff_is_turn(game->pub.stage) ? ff_lowest(game->pub.owe) : -1;
}
