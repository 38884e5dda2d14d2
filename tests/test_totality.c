/* test_totality.c - passes numbers that do not exist to every public function of engine/core/, engine/text/ and
 * engine/record/.
 *
 * One table lists the functions that take seats, cards, spaces and other numbers: each with a call on two numbers, when
 * these exist, and the answer where they do not. The sanitizers' build finds what is read or shifted out of range. A
 * second list names the functions that take no such numbers. The last test reads the headers: a function is in one of
 * the two. */
#include "bots/arena/random_games.h"
#include "edition.h"
#include "engine/record/replay.h"
#include "engine/text/board.h"
#include "engine/text/event.h"
#include "engine/text/notation.h"
#include "engine/text/position.h"
#include "engine/text/view_read.h"
#include "test.h"

#include <ctype.h>
#include <limits.h>

static struct ff_edition edition;

/* A position, and what calls leave behind. */
struct at {
    struct ff_game game;
    struct ff_view view;
    struct record_fair fair;
    char text[TEXT_BOARD_MAX];
};

static bool in(int n, int end) { return n >= 0 && n < end; }

/* --------------------------------------------------------------------------------------------------- longer calls */

static int viewed(const struct at *at, int seat)
{
    struct ff_view view;
    ff_view_of(&at->game, seat, &view);
    return view.own.seat;
}

/* What ff_apply and ff_play say. What they refuse must change nothing. */
static int64_t applied(const struct at *at, int seat, int action)
{
    struct ff_game applied = at->game, played = at->game;
    struct ff_event event;
    enum ff_refusal refusal = ff_apply(&edition, &applied, seat, (ff_action)action);
    CHECK_EQ(ff_play(&edition, &played, seat, (ff_action)action, &event), refusal);
    CHECK(refusal == FF_OK || memcmp(&applied, &at->game, sizeof applied) == 0);
    CHECK(refusal == FF_OK || memcmp(&played, &at->game, sizeof played) == 0);
    return refusal;
}

static int64_t why_not(const struct at *at, int seat, int action)
{
    struct ff_view view;
    ff_view_of(&at->game, seat, &view);
    return ff_why_not(&edition, &view, (ff_action)action);
}

static bool placed(const struct at *at, int seat)
{
    struct ff_game game = at->game;
    struct ff_placement cards = {0};
    for (int i = 0; i < FF_DECK_MAX; i++)
        cards.deck[i] = (uint8_t)ff_deck_card(&at->game, seat, i);
    if (in(seat, game.pub.players)) {
        cards.hand = game.hid.hand[seat];
        cards.trash = game.hid.trash[seat];
    }
    ff_place(&edition, &game, seat, &cards);
    return memcmp(&game, &at->game, sizeof game) != 0;
}

static int64_t dealt(int players, int mode)
{
    struct ff_setup setup;
    struct ff_game game;
    ff_deal(&edition, players, mode, 1, &setup);
    return ff_begin(&edition, &setup, &game);
}

static int64_t fairly_dealt(const struct at *at, int players, int mode)
{
    struct ff_setup setup;
    struct ff_game game;
    uint8_t seed[RECORD_FAIR_BYTES];
    record_fair_seed(&at->fair, players, mode, seed);
    record_fair_deal(&at->fair, &edition, players, mode, &setup);
    return ff_begin(&edition, &setup, &game);
}

static int64_t compared(const struct at *at, int players, int seat)
{
    struct record_fair_kept kept = {.has_shown = true, .shown_n = players};
    record_fair_compare(&at->fair, players, &kept);
    kept = (struct record_fair_kept){.has_mine = true, .seat = seat};
    return record_fair_compare(&at->fair, players, &kept);
}

static int64_t below(int n)
{
    struct ff_rng rng = ff_rng_of(1);
    return ff_rng_below(&rng, (uint32_t)n);
}

static int64_t shuffled(int n)
{
    uint8_t items[64] = {1};
    struct ff_rng rng = ff_rng_of(1);
    ff_shuffle(&rng, items, n > 64 ? 64 : n);
    return items[0] == 1 || n > 1;
}

static struct base_out out_of(struct at *at) { return base_out_of(at->text, sizeof at->text); }

#define WRITES(at, call)                                                                                               \
    struct base_out out = out_of(at);                                                                                  \
    call;                                                                                                              \
    return base_out_whole(&out)

static bool wrote_action(struct at *at, int action) { WRITES(at, text_action(&out, (ff_action)action)); }
static bool wrote_actions(struct at *at, int stage) { WRITES(at, text_actions(&out, stage, UINT64_MAX)); }
static bool wrote_cards(struct at *at, int cards) { WRITES(at, text_put_cards(&out, (uint32_t)cards, " ")); }
static bool wrote_titles(struct at *at, int cards) { WRITES(at, text_put_titles(&out, (uint32_t)cards, ", ")); }
static bool wrote_goods(struct at *at, int goods) { WRITES(at, text_put_goods(&out, (ff_goods)goods)); }
static bool wrote_triple(struct at *at, int goods) { WRITES(at, text_put_triple(&out, (ff_goods)goods)); }
static bool wrote_counted(struct at *at, int n) { WRITES(at, text_put_counted(&out, n, "coin")); }
static bool wrote_paint(struct at *at, int paint)
{
    struct text_style style = {.colours = TEXT_COLOURS_256};
    WRITES(at, text_paint(&out, style, (unsigned)paint));
}

static bool wrote_player(struct at *at, int seat)
{
    static const char *const names[FF_PLAYERS_MAX] = {"Anna", "Ben"};
    WRITES(at, text_put_player(&out, names, seat));
}

/* Every member of the event is the same number. */
static bool wrote_event(struct at *at, int kind, int n, bool line)
{
    struct ff_event event;
    memset(&event, n, sizeof event);
    event.kind = (uint8_t)kind;
    WRITES(at, line ? text_event_line(&out, &event, n) : text_event(&out, &event, NULL, n));
}

static bool wrote_board(struct at *at, int columns, int lines)
{
    struct text_style style = {.columns = columns, .lines = lines, .form = TEXT_DRAWN};
    WRITES(at, text_board_view(&out, &edition, &at->view, NULL, style));
}

static bool drew_board(struct at *at, int columns, int lines)
{
    struct text_style style = {.columns = columns, .lines = lines, .form = TEXT_DRAWN};
    WRITES(at, text_board_game(&out, &edition, &at->game, NULL, style));
}

static bool parsed(int stage)
{
    ff_action action;
    struct base_error error;
    return text_action_parse(stage, "draw", 4, &action, &error);
}

static int64_t chained(int stage)
{
    ff_action action;
    struct base_error error;
    struct base_words chain = base_words_in_chain("draw", 4);
    return text_chain_next(&chain, stage, &action, &error);
}

static bool is_named(const char *name) { return strcmp(name, "?") != 0; }

/* ------------------------------------------------------------------------------------------------------- the table */

#define PUB (&at->game.pub)
#define PLAYERS (at->game.pub.players)

/* X(function, its answer as a number, whether a and b exist, the answer where they do not). */
#define FUNCTION_TABLE(X)                                                                                              \
    X(ff_bit, ff_bit((unsigned)a), in(a, 32), 0)                                                                       \
    X(ff_cards_of, ff_cards_of(a) == FF_BASE_CARDS, in(a, 2), 1)                                                       \
    X(ff_cards_n, ff_cards_n(a), in(a, 2), 26)                                                                         \
    X(ff_has, ff_has(UINT32_MAX, a), in(a, 32), 0)                                                                     \
    X(ff_is_field, ff_is_field(a), in(a, 9), 0)                                                                        \
    X(ff_is_palace, ff_is_palace(a), in(a, FF_CARDS_MAX), 0)                                                           \
    X(ff_field_good, ff_field_good(a) == a / 3, true, 0)                                                               \
    X(ff_field_yield, ff_field_yield(a) == a % 3 + 1, true, 0)                                                         \
    X(ff_goods_n, ff_goods_n((unsigned)a, (unsigned)b), in(a, FF_GOODS), 0)                                            \
    X(ff_count, ff_count(0xffff, (unsigned)a), in(a, FF_GOODS), 0)                                                     \
    X(ff_total, ff_total((ff_goods)a) <= 45, true, 1)                                                                  \
    X(ff_is_turn, ff_is_turn(a), in(a, FF_STAGES), 0)                                                                  \
    X(ff_is_sale, ff_is_sale(a), in(a, FF_STAGES), 0)                                                                  \
    X(ff_is_sell, ff_is_sell(a), in(a, FF_STAGES), 0)                                                                  \
    X(ff_is_store, ff_is_store(a), in(a, FF_STAGES), 0)                                                                \
    X(ff_action_of, ff_action_of((unsigned)a, (unsigned)b), true, 0)                                                   \
    X(ff_action_stage, ff_action_stage((ff_action)a), true, 0)                                                         \
    X(ff_action_option, ff_action_option((ff_action)a) < 64, false, 1)                                                 \
    X(ff_market_of, ff_market_of((unsigned)a, (unsigned)b, (unsigned)a), true, 0)                                      \
    X(ff_market_from, ff_market_from((unsigned)a), true, 0)                                                            \
    X(ff_market_to, ff_market_to((unsigned)a), true, 0)                                                                \
    X(ff_market_count, ff_market_count((unsigned)a), in(a, FF_MARKET_OPTIONS), 0)                                      \
    X(ff_market_goods, ff_market_goods(0x333, (unsigned)a), in(a, FF_MARKET_OPTIONS), 0x333)                           \
    X(ff_rng_below, below(a), a != 0, 0)                                                                               \
    X(ff_shuffle, shuffled(a), a > 1, 1)                                                                               \
    X(ff_deal, dealt(a, b), a >= 2 && a <= 5 && in(b, 2), FF_SETUP_PLAYERS)                                            \
    X(ff_compute_options, (int64_t)ff_compute_options(&edition, PUB, a, (uint32_t)b), in(a, PLAYERS), 0)               \
    X(ff_is_asked, ff_is_asked(&edition, PUB, a, (uint32_t)b), in(a, PLAYERS), 0)                                      \
    X(ff_game_options, (int64_t)ff_game_options(&at->game, a), in(a, PLAYERS), 0)                                      \
    X(ff_why_not, why_not(at, a, b), in(a, PLAYERS), FF_REFUSED_NO_SUCH_SEAT)                                          \
    X(ff_apply, applied(at, a, b), in(a, PLAYERS), FF_REFUSED_NO_SUCH_SEAT)                                            \
    X(ff_play, applied(at, a, ff_action_of(PUB->stage, (unsigned)b)), in(a, PLAYERS), FF_REFUSED_NO_SUCH_SEAT)         \
    X(ff_lowest, ff_lowest((uint64_t)(int64_t)a), a != 0, 64)                                                          \
    X(ff_option_nth, ff_option_nth(0x8000000000000101u, a), true, 0)                                                   \
    X(ff_popcount, ff_popcount((uint64_t)(int64_t)a) <= 64, false, 1)                                                  \
    X(ff_is_own_step, ff_is_own_step(PUB, a), in(a, PLAYERS), 0)                                                       \
    X(ff_trash_n, ff_trash_n(PUB, a), in(a, PLAYERS), 0)                                                               \
    X(ff_palace_parts, ff_palace_parts(PUB, a), in(a, PLAYERS), 0)                                                     \
    X(ff_cost, ff_cost(&edition, PUB, a, b), in(a, PLAYERS) && in(b, FF_CARDS_MAX), 0)                                 \
    X(ff_price, ff_price(&edition, PUB, a, b), in(a, PLAYERS) && in(b, FF_GOODS), 0)                                   \
    X(ff_step_next, ff_step_next(&edition, PUB, a, b), in(a, PLAYERS) && in(b, FF_GOODS), 0)                           \
    X(ff_price_next, ff_price_next(&edition, PUB, a, b), in(a, PLAYERS) && in(b, FF_GOODS), 0)                         \
    X(ff_prices, ff_prices(&edition, PUB, a), in(a, PLAYERS), 0)                                                       \
    X(ff_prices_next, ff_prices_next(&edition, PUB, a), in(a, PLAYERS), 0)                                             \
    X(ff_steps_next, ff_steps_next(&edition, PUB, a), in(a, PLAYERS), 0)                                               \
    X(ff_extra_left, ff_extra_left(PUB, a), in(a, PLAYERS), 0)                                                         \
    X(ff_space_yield, ff_space_yield(&edition, a, b), in(a, FF_SPACES) && (in(b, FF_CARDS_MAX) || b == FF_NO_CARD), 0) \
    X(ff_steady_income, ff_steady_income((uint32_t)a), true, 0)                                                        \
    X(ff_disc_space, in(ff_disc_space((uint32_t)a, b), FF_TRACK_END + 1), false, 1)                                    \
    X(ff_view_of, viewed(at, a), in(a, PLAYERS), FF_NOBODY)                                                            \
    X(ff_place, placed(at, a), false, 0)                                                                               \
    X(ff_deck_card, ff_deck_card(&at->game, a, b), in(a, PLAYERS) && in(b, PUB->deck_n[a]), FF_NO_CARD)                \
    X(ff_extra_draws, in(ff_extra_draws((uint32_t)a), 4), false, 1)                                                    \
    X(ff_crane_saves, in(ff_crane_saves((uint32_t)a), 3), false, 1)                                                    \
    X(ff_keep_max, in(ff_keep_max((uint32_t)a), FF_KEEP_MAX + 1), false, 1)                                            \
    X(ff_trash_max, in(ff_trash_max((uint32_t)a), FF_TRASH_MAX + 1), false, 1)                                         \
    X(ff_store_max, in(ff_store_max((uint32_t)a), FF_STORE_MAX + 1), false, 1)                                         \
    X(text_card, is_named(text_card(a)), in(a, FF_CARDS_MAX) || a == FF_NO_CARD, 0)                                    \
    X(text_card_title, is_named(text_card_title(a)), in(a, FF_CARDS_MAX) || a == FF_NO_CARD, 0)                        \
    X(text_good, is_named(text_good(a)), in(a, FF_GOODS), 0)                                                           \
    X(text_mode, is_named(text_mode(a)), in(a, 2), 0)                                                                  \
    X(text_stage, is_named(text_stage(a)), in(a, FF_STAGES), 0)                                                        \
    X(text_stage_title, is_named(text_stage_title(a)), in(a, FF_STAGES), 0)                                            \
    X(text_brewery, text_brewery(a), in(a, FF_PLAYERS_MAX), '?')                                                       \
    X(text_refusal, is_named(text_refusal((enum ff_refusal)(a & 0xff))), in(a & 0xff, FF_REFUSALS), 0)                 \
    X(text_refusal_rule, is_named(text_refusal_rule((enum ff_refusal)(a & 0xff))), in(a & 0xff, FF_REFUSALS), 0)       \
    X(text_refusal_id, is_named(text_refusal_id((enum ff_refusal)(a & 0xff))), in(a & 0xff, FF_REFUSALS), 0)           \
    X(text_edition_fault, is_named(text_edition_fault((enum ff_edition_fault)(a & 7))), true, 0)                       \
    X(text_setup_fault, is_named(text_setup_fault((enum ff_setup_fault)(a & 7))), in(a & 7, FF_SETUP_DECK + 1), 0)     \
    X(text_setup_fault_rule, is_named(text_setup_fault_rule((enum ff_setup_fault)(a & 7))),                            \
      in(a & 7, FF_SETUP_DECK + 1), 0)                                                                                 \
    X(text_check_fault, is_named(text_check_fault(a)), in(a, FF_BAD_OPTIONS + 1), 0)                                   \
    X(text_put_cards, wrote_cards(at, a), false, 1)                                                                    \
    X(text_put_titles, wrote_titles(at, a), false, 1)                                                                  \
    X(text_put_goods, wrote_goods(at, a), false, 1)                                                                    \
    X(text_put_triple, wrote_triple(at, a), false, 1)                                                                  \
    X(text_put_counted, wrote_counted(at, a), false, 1)                                                                \
    X(text_put_player, wrote_player(at, a), false, 1)                                                                  \
    X(text_paint, wrote_paint(at, a), false, 1)                                                                        \
    X(text_board_game, drew_board(at, a, b), true, 0)                                                                  \
    X(text_board_view, wrote_board(at, a, b), true, 0)                                                                 \
    X(text_action, wrote_action(at, a), false, 1)                                                                      \
    X(text_actions, wrote_actions(at, a), false, 1)                                                                    \
    X(text_stage_wants, *text_stage_wants(a) != 0, false, 1)                                                           \
    X(text_chain_next, chained(a), false, TEXT_CHAIN_ACTION)                                                           \
    X(text_action_parse, parsed(a), false, 1)                                                                          \
    X(text_event, wrote_event(at, a, b, false), false, 1)                                                              \
    X(text_event_line, wrote_event(at, a, b, true), false, 1)                                                          \
    X(record_fair_seal_used, record_fair_seal_used(&at->fair, a, at->fair.commit), true, 0)                            \
    X(record_fair_seed, fairly_dealt(at, a, b), a >= 2 && a <= 5 && in(b, 2), FF_SETUP_PLAYERS)                        \
    X(record_fair_deal, fairly_dealt(at, b, a), b >= 2 && b <= 5 && in(a, 2), FF_SETUP_PLAYERS)                        \
    X(record_fair_withheld, (int64_t)record_fair_withheld(&at->fair, a), true, 0)                                      \
    X(record_fair_compare, compared(at, a, b), in(b, a) && in(b, FF_PLAYERS_MAX), RECORD_FAIR_NO_SEAT)

/* What these take are bytes, texts and whole structs, which other tests and the fuzzers break. */
static const char no_numbers[] =
    " ff_goods_of ff_edition_seal ff_rng_of ff_rng_next ff_prepare ff_begin ff_legal ff_distinct ff_follow"
    " ff_turn_seat ff_is_last_round ff_palace_price ff_palace_markers ff_next_order ff_result ff_resample ff_view_game"
    " ff_check ff_view_check ff_hash text_card_of text_good_of text_mode_of text_stage_of text_brewery_of"
    " text_edition_read text_edition text_unpaint text_position text_position_view text_position_read"
    " text_view_read text_event_read record_fair_game_valid record_fair_commit record_fair_seal record_fair_open"
    " record_fair_check record_fair_put_seat record_fair_read_seat record_defaults record_begin"
    " record_event record_reader_init record_read_line record_read_end record_read_text"
    " record_replay_begin record_replay_step record_write ";

#define X(name, answer, exists, otherwise)                                                                             \
    static void call_##name(struct at *at, int a, int b)                                                               \
    {                                                                                                                  \
        int64_t got = (int64_t)(answer);                                                                               \
        (void)at, (void)b;                                                                                             \
        if (!(exists) && got != (int64_t)(otherwise))                                                                  \
            test_fail_at(__FILE__, __LINE__), printf(#name " says %lld for %d, %d\n", (long long)got, a, b);           \
        test_state.checks++;                                                                                           \
    }
FUNCTION_TABLE(X)
#undef X

static const struct {
    const char *name;
    void (*call)(struct at *at, int a, int b);
} functions[] = {
#define X(name, answer, exists, otherwise) {#name, call_##name},
    FUNCTION_TABLE(X)
#undef X
};

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* ------------------------------------------------------------------------------------------------------- the sweep */

static const int numbers[] = {
    INT_MIN, INT_MIN + 1, -65536, -256, -2,  -1,  0,   1,    2,    3,     4,     5,     6,       7,           8,
    11,      12,          16,     24,   25,  26,  27,  28,   31,   32,    33,    55,    56,      57,          63,
    64,      100,         127,    128,  255, 256, 257, 1000, 4095, 32767, 65535, 65536, 1 << 20, INT_MAX - 1, INT_MAX};

static void call_all(struct at *at)
{
    for (size_t f = 0; f < COUNT_OF(functions); f++)
        for (size_t i = 0; i < COUNT_OF(numbers); i++)
            for (size_t j = 0; j < COUNT_OF(numbers); j++)
                functions[f].call(at, numbers[i], numbers[j]);
}

/* The first position of each stage of a random game. */
static void sweep(int players, int mode)
{
    static struct at at;
    unsigned seen = 0;
    struct ff_rng rng = ff_rng_of(3);
    memset(&at, 0, sizeof at);
    strcpy(at.fair.game, "sweep");
    arena_random_begin_game(&edition, players, mode, 7, &at.game);
    for (;;) {
        int seat = at.game.pub.owe ? ff_lowest(at.game.pub.owe) : FF_NOBODY;
        ff_view_of(&at.game, seat, &at.view);
        if (!(seen >> at.game.pub.stage & 1))
            call_all(&at);
        seen |= 1u << at.game.pub.stage;
        if (seat == FF_NOBODY)
            break;
        ff_apply(&edition, &at.game, seat, arena_random_action(&at.game, seat, &rng));
    }
    CHECK(seen >> FF_STAGE_BUILD & 1);
    CHECK(seen >> FF_STAGE_OVER & 1);
}

static void base_positions(void) { sweep(2, FF_BASE); }
static void expert_positions(void) { sweep(5, FF_EXPERT); }

/* A text whose beginning alone is there: nothing beyond it may be read, nor pointed to. */
static void short_seats(void)
{
    const char *const texts[] = {"none", "open", "sealed", "withheld"};
    struct record_fair_seat seat;
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        for (size_t n = 0; n <= strlen(texts[i]); n++) {
            char *text = malloc(n + !n);
            memcpy(text, texts[i], n);
            CHECK_EQ(record_fair_read_seat(text, n, &seat), i == 0 && n == 4);
            free(text);
        }
}

/* --------------------------------------------------------------------------------------------------- all functions */

static bool is_listed(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(functions); i++)
        if (strcmp(functions[i].name, name) == 0)
            return true;
    char word[64];
    snprintf(word, sizeof word, " %s ", name);
    return strstr(no_numbers, word) != NULL;
}

/* A name with this prefix that stands before a parenthesis, outside comments. Returns how many there are. */
static int names_of(const char *path, const char *prefix)
{
    char line[512];
    int n = 0;
    FILE *file = fopen(path, "r");
    if (!CHECK(file))
        return 0;
    while (fgets(line, sizeof line, file)) {
        char *end = strstr(line, "/*");
        if (line[0] == ' ' && line[1] == '*')
            continue;
        if (end)
            *end = 0;
        for (char *at = line; (at = strstr(at, prefix)); at++) {
            size_t length = 0;
            while (islower((unsigned char)at[length]) || isdigit((unsigned char)at[length]) || at[length] == '_')
                length++;
            bool whole = at == line || (!isalnum((unsigned char)at[-1]) && at[-1] != '_');
            if (!whole || at[length] != '(')
                continue;
            at[length] = 0;
            if (!is_listed(at))
                test_fail_at(path, n), printf("%s is neither in the table nor in no_numbers\n", at);
            at[length] = '(';
            n++;
        }
    }
    fclose(file);
    return n;
}

static void all_are_listed(void)
{
    CHECK(names_of("engine/core/ff.h", "ff_") > 60);
    CHECK(names_of("engine/text/names.h", "text_") > 15);
    CHECK(names_of("engine/text/notation.h", "text_") > 5);
    CHECK(names_of("engine/text/board.h", "text_") == 4);
    CHECK(names_of("engine/text/event.h", "text_") == 2);
    CHECK(names_of("engine/text/edition.h", "text_") == 2);
    CHECK(names_of("engine/text/position.h", "text_") == 3);
    CHECK(names_of("engine/text/view_read.h", "text_") == 1);
    CHECK(names_of("engine/record/record.h", "record_") > 5);
    CHECK(names_of("engine/record/fair.h", "record_") > 10);
    CHECK(names_of("engine/record/replay.h", "record_") == 3);
}

int main(void)
{
    edition = default_edition();
    TEST("numbers that do not exist, two players, base", base_positions);
    TEST("numbers that do not exist, five players, expert", expert_positions);
    TEST("a fair seat's text ends where its length says", short_seats);
    TEST("every public function of core, text and record is covered", all_are_listed);
    return test_end();
}
