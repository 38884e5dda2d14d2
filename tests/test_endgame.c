/* test_endgame.c - a turn that is proved to win wins: in other deals that fit the view, against whatever is played. */
#include "bots/coach/puzzle_attempt.h"

#include "bots/ai/one_ply.h"
#include "bots/arena/random_games.h"
#include "edition.h"
#include "test.h"

enum { GAMES = 3000, DEALS = 8 };

static struct ff_edition edition;

/* Builds Palace parts where it can, so that games end; else anything. */
static ff_action eager(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    ff_options parts = ff_game_options(game, seat) & FF_PALACE_CARDS;
    if (game->pub.stage == FF_STAGE_BUILD && parts)
        return ff_action_of(FF_STAGE_BUILD, (unsigned)ff_lowest(parts));
    return arena_random_action(game, seat, rng);
}

/* Plays the round to its end in another deal that the seat cannot tell from this one. */
static void play_on(const struct ff_game *game, int seat, struct ff_rng *rng, struct ff_game *end)
{
    struct ff_view view;
    ff_view_of(game, seat, &view);
    ff_resample(&edition, &view, rng, end);
    while (end->pub.owe && end->pub.round == game->pub.round) {
        int next = ff_lowest(end->pub.owe);
        ff_apply(&edition, end, next, eager(end, next, rng));
    }
}

static long proved, refuted;

static void hold_to_it(const struct ff_game *game, int seat, unsigned to_come, struct ff_rng *rng)
{
    if (!game->pub.owe || !sure_win_is_certain(&edition, &game->pub, seat, to_come))
        return;
    for (int i = 0; i < DEALS; i++) {
        struct ff_game end;
        struct ff_result result;
        play_on(game, seat, rng, &end);
        ff_result(&end.pub, &result);
        proved++;
        refuted += !result.over || result.winners != 1u << seat;
    }
}

static void play_game(uint64_t seed)
{
    struct ff_game game;
    struct ff_rng rng = ff_rng_of(seed);
    arena_random_begin_game(&edition, 2 + (int)(seed % 4), (int)(seed / 4 % 2), seed, &game);
    while (game.pub.owe) {
        int seat = ff_lowest(game.pub.owe), round = game.pub.round;
        bool turn = ff_is_turn(game.pub.stage);
        unsigned to_come = turn ? sure_win_seats_still_to_play(&game.pub, seat) : 0;
        ff_apply(&edition, &game, seat, eager(&game, seat, &rng));
        if (turn && game.pub.round == round && !(game.pub.owe >> seat & 1))
            hold_to_it(&game, seat, to_come, &rng);
    }
}

static void what_is_proved_holds(void)
{
    edition = default_edition();
    for (uint64_t seed = 0; seed < GAMES; seed++)
        play_game(seed);
    CHECK(proved > 1000);
    CHECK_EQ(refuted, 0);
    printf("  %ld played on\n", proved);
}

/* A turn of which it is proved that the next round is won (R2.2, R3.1, R8.1): in other deals, with other draws, the
 * seat comes first, finds a turn that wins, and has won when the others have done what they like. */
static void hold_to_plan(const struct ff_game *after, int seat)
{
    struct ff_view view;
    struct ff_rng rng = ff_rng_of(7);
    ff_view_of(after, seat, &view);
    for (int i = 0; i < DEALS; i++) {
        struct ff_game game;
        struct ff_event event;
        struct ff_result result;
        struct turn turn;
        ff_resample(&edition, &view, &rng, &game);
        while (ff_follow(&edition, &game, &event))
            ;
        while (game.pub.stage == FF_STAGE_DRAW)
            ff_apply(&edition, &game, ff_lowest(game.pub.owe),
                     arena_random_action(&game, ff_lowest(game.pub.owe), &rng));
        CHECK_EQ(ff_lowest(game.pub.owe), seat);
        REQUIRE(coach_puzzle_solve(&edition, COACH_WIN, &game, seat, &turn));
        for (int s = 0; s < turn.steps; s++)
            turn_play_option(&edition, &game, seat, turn.option[s]);
        while (game.pub.owe)
            ff_apply(&edition, &game, ff_lowest(game.pub.owe), eager(&game, ff_lowest(game.pub.owe), &rng));
        ff_result(&game.pub, &result);
        CHECK(result.over && result.winners == 1u << seat);
    }
}

/* The solution wins, what the attempt says of a turn is what the proof says, and doing nothing does not win. */
static void is_solved(enum coach_theme theme, const struct ff_game *start, int seat)
{
    struct turn turn;
    struct ff_game game = *start;
    struct coach_attempt attempt;
    REQUIRE(coach_puzzle_solve(&edition, theme, start, seat, &turn));
    for (int i = 0; i < turn.steps; i++) {
        coach_attempt_judge(&edition, theme, &game, seat, &attempt);
        CHECK_EQ(attempt.outcome, COACH_GOES_ON);
        turn_play_option(&edition, &game, seat, turn.option[i]);
    }
    coach_attempt_judge(&edition, theme, &game, seat, &attempt);
    CHECK_EQ(attempt.outcome, COACH_SOLVED);
    if (coach_theme_is_two_rounds(theme)) {
        hold_to_plan(&game, seat);
        return;
    }
    CHECK(sure_win_is_certain(&edition, &game.pub, seat, sure_win_seats_still_to_play(&start->pub, seat)));
    game = *start;
    turn_play_option(&edition, &game, seat, FF_OPTION_DONE);
    turn_play_option(&edition, &game, seat, FF_OPTION_DONE);
    coach_attempt_judge(&edition, theme, &game, seat, &attempt);
    CHECK_EQ(attempt.outcome, COACH_UNFINISHED);
}

/* Every puzzle of the set: it is one, its grade and theme are right, it has a solution, and printing gives it back. */
static void the_set_is_right(void)
{
    static char line[COACH_PUZZLE_LINE_MAX], again[COACH_PUZZLE_LINE_MAX];
    static struct coach_puzzle puzzle, copy;
    FILE *file = fopen("weights/puzzles.txt", "r");
    int n = 0, themes[COACH_THEMES] = {0};
    edition = default_edition();
    REQUIRE(file);
    while (fgets(line, sizeof line, file)) {
        struct base_out out = base_out_of(again, sizeof again);
        struct coach_wins wins;
        struct ff_game game;
        line[strcspn(line, "\n")] = '\0';
        if (!coach_puzzle_read(line, strlen(line), &puzzle))
            break;
        coach_puzzle_print(&out, &puzzle);
        CHECK_STR(again, line);
        int seat = coach_puzzle_position(&edition, &puzzle, &game);
        if (seat < 0)
            break;
        copy = puzzle;
        coach_count_winning_turns(&edition, &game, seat, &wins);
        if (coach_theme_is_two_rounds((enum coach_theme)puzzle.theme)) {
            CHECK_EQ(wins.wins, 0);
            coach_count_two_round_wins(&edition, &game, seat, &wins);
            CHECK(wins.wins > 0 && coach_puzzle_from_two_round_wins(&wins, &copy));
        } else {
            CHECK(wins.wins > 0 && coach_puzzle_from_wins(&wins, &copy));
        }
        CHECK_EQ(copy.theme, puzzle.theme);
        CHECK_EQ(copy.grade, puzzle.grade);
        is_solved((enum coach_theme)puzzle.theme, &game, seat);
        themes[puzzle.theme]++;
        n++;
    }
    CHECK(feof(file) && n >= 100);
    for (int theme = 0; theme < COACH_THEMES; theme++)
        CHECK(themes[theme] >= 3);
    fclose(file);
}

/* Lines that something has changed are refused, or are puzzles of no game, or still positions. */
static void any_line_may_be_read(void)
{
    static char line[COACH_PUZZLE_LINE_MAX];
    static struct coach_puzzle puzzle;
    FILE *file = fopen("weights/puzzles.txt", "r");
    struct ff_rng rng = ff_rng_of(1);
    int read = 0;
    edition = default_edition();
    REQUIRE(file && fgets(line, sizeof line, file));
    fclose(file);
    size_t n = strcspn(line, "\n");
    for (int i = 0; i < 20000; i++) {
        size_t at = ff_rng_below(&rng, (uint32_t)n);
        char was = line[at];
        struct ff_game game;
        line[at] = (char)ff_rng_below(&rng, 256);
        if (coach_puzzle_read(line, i % 3 ? n : at, &puzzle)) {
            coach_puzzle_position(&edition, &puzzle, &game);
            read++;
        }
        line[at] = was;
    }
    CHECK(read > 100 && read < 19000);
}

int main(void)
{
    TEST("what is proved to win wins in every deal", what_is_proved_holds);
    TEST("the set of puzzles is right", the_set_is_right);
    TEST("any line may be read as a puzzle", any_line_may_be_read);
    return test_end();
}
