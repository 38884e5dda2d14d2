/* test_text.c - the text language: what is printed is read back as the same value, what is wrong is refused with the
 * place and what would be right, and nothing is told to those who may not know it. */
#include "edition.h"
#include "test.h"

#include "engine/base/hash.h"
#include "engine/base/number.h"
#include "engine/base/wrap.h"
#include "engine/core/ff.h"
#include "engine/text/board.h"
#include "engine/text/edition.h"
#include "engine/text/event.h"
#include "engine/text/names.h"
#include "engine/text/notation.h"
#include "engine/text/position.h"

static char edition_text[TEXT_EDITION_MAX * 2];
static struct text_edition edition;

static void load_edition(void)
{
    struct base_error error;
    CHECK(text_edition_read(edition_text, plain_edition_text(edition_text, sizeof edition_text), &edition, &error));
}

/* Plays random games of every size and mode, and calls `visit` wherever somebody must decide, and at the end. */
static void play_games(int games, void (*visit)(const struct ff_game *game))
{
    struct ff_rng rng = ff_rng_of(1);
    for (int i = 0; i < games; i++) {
        struct ff_setup setup;
        struct ff_game game;
        ff_deal(&edition.values, FF_PLAYERS_MIN + i % 4, i / 4 % 2, (uint64_t)i, &setup);
        ff_begin(&edition.values, &setup, &game);
        for (int step = 0; game.pub.owe && step < 400; step++) {
            visit(&game);
            int seat = ff_lowest(game.pub.owe);
            ff_options options = ff_game_options(&game, seat);
            int nth = (int)ff_rng_below(&rng, (uint32_t)ff_popcount(options));
            ff_apply(&edition.values, &game, seat, ff_action_of(game.pub.stage, (unsigned)ff_option_nth(options, nth)));
        }
        visit(&game);
    }
}

/* --------------------------------------------------------------------------------------------------------- numbers */

static void numbers_end_at_their_limit(void)
{
    static const struct {
        const char *text;
        uint64_t max, number; /* 77: refused */
    } cases[] = {{"", 9, 77},
                 {"0", 0, 0},
                 {"1", 0, 77},
                 {"007", 7, 7},
                 {"8", 7, 77},
                 {"70", 7, 77},
                 {"-1", 9, 77},
                 {"1 ", 9, 77},
                 {"18446744073709551615", UINT64_MAX, UINT64_MAX},
                 {"18446744073709551616", UINT64_MAX, 77},
                 {"99999999999999999999999", UINT64_MAX, 77},
                 {"9223372036854775807", INT64_MAX, INT64_MAX},
                 {"9223372036854775808", INT64_MAX, 77}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t number = 77;
        bool good = base_number_read(cases[i].text, strlen(cases[i].text), cases[i].max, &number);
        CHECK_EQ(good, cases[i].number != 77);
        CHECK(number == cases[i].number);
    }
    CHECK_EQ(base_count_digits("12a4", 4), 2);
    CHECK_EQ(base_count_digits("1234", 2), 2);
    CHECK_EQ(base_hash(BASE_HASH_START, "foobar", 6) == UINT64_C(0x85944171f73967e8), 1); /* the authors' example */
}

/* ----------------------------------------------------------------------------------------------------------- names */

static struct base_word word_of(const char *text)
{
    struct base_word word = {text, strlen(text), 1, 1};
    return word;
}

static void names_round_trip(void)
{
    struct base_word word;
    for (int card = 0; card < FF_CARDS_MAX; card++) {
        word = word_of(text_card(card));
        CHECK_EQ(text_card_of(&word), card);
        CHECK(strlen(text_card(card)) <= TEXT_CARD_MAX);
        CHECK(strlen(text_card_title(card)) <= TEXT_TITLE_MAX);
    }
    for (int stage = 0; stage < FF_STAGES; stage++) {
        word = word_of(text_stage(stage));
        CHECK_EQ(text_stage_of(&word), stage);
    }
    for (int good = 0; good < FF_GOODS; good++) {
        word = word_of(text_good(good));
        CHECK_EQ(text_good_of(&word), good);
    }
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++) {
        word = word_of(text_mode(mode));
        CHECK_EQ(text_mode_of(&word), mode);
    }
    word = word_of("e");
    CHECK_EQ(text_brewery_of(&word), 4);
    CHECK_EQ(text_brewery(4), 'E');
}

static void names_out_of_range(void)
{
    struct base_word none = word_of("hops4"), letter = word_of("F"), two = word_of("AB");
    CHECK_EQ(text_card_of(&none), -1);
    CHECK_EQ(text_brewery_of(&letter), -1);
    CHECK_EQ(text_brewery_of(&two), -1);
    CHECK_STR(text_card(99), "?");
    CHECK_STR(text_card(FF_NO_CARD), "-");
    CHECK_STR(text_card_title(FF_NO_CARD), "");
    CHECK_STR(text_stage(-1), "?");
    CHECK_EQ(text_brewery(7), '?');
    CHECK_STR(text_refusal((enum ff_refusal)99), "?");
    CHECK_STR(text_refusal(FF_REFUSALS), "?");
    CHECK_STR(text_check_fault(99), "?");
    CHECK_STR(text_edition_fault((enum ff_edition_fault)99), "?");
    CHECK_STR(text_setup_fault((enum ff_setup_fault)99), "?");
    CHECK_STR(text_setup_fault_rule((enum ff_setup_fault)99), "?");
}

static void every_refusal_has_words(void)
{
    for (int i = 0; i < FF_REFUSALS; i++) {
        CHECK(strlen(text_refusal((enum ff_refusal)i)) > 10);
        CHECK(text_refusal_id((enum ff_refusal)i)[0] >= 'A');
        CHECK_EQ(text_refusal_rule((enum ff_refusal)i)[0], i ? 'R' : '\0');
    }
    for (int i = 0; i <= FF_EDITION_DEMAND; i++)
        CHECK(strlen(text_edition_fault((enum ff_edition_fault)i)) > 10);
    for (int i = 0; i <= FF_SETUP_DECK; i++) {
        CHECK(strlen(text_setup_fault((enum ff_setup_fault)i)) > 10);
        CHECK_EQ(text_setup_fault_rule((enum ff_setup_fault)i)[0], i ? 'R' : '\0');
    }
    CHECK_STR(text_refusal_rule(FF_REFUSED_ON_PALACE), "R6.2");
    CHECK_STR(text_setup_fault_rule(FF_SETUP_ORDER), "R1.2");
}

/* For every room and every way to divide the text in two: writes it and what comes behind, and has that looked at. */
static void for_every_room(const char *whole, bool cuts, const char *behind,
                           void (*look)(struct base_out *out, const char *whole, size_t room))
{
    char text[64];
    const size_t n = strlen(whole);
    for (size_t room = 1; room <= n + 2; room++)
        for (size_t first = 0; first <= n; first++) {
            struct base_out out = cuts ? base_out_cut(text, room) : base_out_of(text, room);
            base_put_bytes(&out, whole, first);
            base_put(&out, whole + first);
            base_put(&out, behind);
            CHECK_EQ(base_out_whole(&out), room > n + strlen(behind));
            CHECK_EQ(out.length, strlen(text));
            CHECK(out.length < room);
            look(&out, whole, room);
        }
}

/* All of it, or nothing; and cleared it takes as much as before. */
static void is_all_or_nothing(struct base_out *out, const char *whole, size_t room)
{
    CHECK_STR(out->text, room > strlen(whole) ? whole : "");
    base_out_clear(out);
    base_put_bytes(out, "a", room > 1);
    CHECK(base_out_whole(out));
}

static void all_or_nothing(void) { for_every_room("{\"coins\":7}", false, "", is_all_or_nothing); }

/* By characters, as a word or as so many bytes: the same comes of it, whatever the room. */
static void pieces_do_not_matter(void)
{
    const char whole[] = "Zo\xc3\xab, 1234567890 \xf0\x9f\x8d\xba\xf0\x9f\x8d\xba";
    for (int cuts = 0; cuts < 2; cuts++)
        for (size_t room = 1; room <= sizeof whole + 1; room++) {
            char text[3][sizeof whole + 1];
            struct base_out out[3];
            for (int i = 0; i < 3; i++)
                out[i] = cuts ? base_out_cut(text[i], room) : base_out_of(text[i], room);
            for (const char *c = whole; *c; c++)
                base_put_char(&out[0], *c);
            base_put(&out[1], whole);
            base_put_bytes(&out[2], whole, sizeof whole - 1);
            for (int i = 0; i < 2; i++) {
                CHECK_STR(text[i], text[2]);
                CHECK_EQ(out[i].length, strlen(text[i]));
                CHECK_EQ(base_out_whole(&out[i]), room >= sizeof whole);
            }
        }
}

static bool begins_character(char c) { return ((unsigned char)c & 0xc0) != 0x80; }

static void is_cut_between_characters(struct base_out *out, const char *whole, size_t room)
{
    const size_t n = strlen(whole);
    size_t kept = out->length;
    if (base_out_whole(out))
        return;
    if (room > 3) {
        kept -= 3;
        CHECK_STR(out->text + kept, "...");
    }
    CHECK(memcmp(out->text, whole, kept < n ? kept : n) == 0 && (kept >= n || begins_character(whole[kept])));
    CHECK(kept + 7 >= room || room <= 8);
}

static void sentences_are_cut(void)
{
    for_every_room("Zo\xc3\xab \xf0\x9f\x8d\xba\xf0\x9f\x8d\xba says \xe2\x80\x9eProst\xe2\x80\x9c", true, ".",
                   is_cut_between_characters);
}

static void *no_memory(void *block, size_t size)
{
    (void)block, (void)size;
    return NULL;
}

/* Grows in steps up to its limit; after that, or without memory, it is empty and stays so until it is cleared. */
static void buffers_grow(void)
{
    enum { LIMIT = 5000 };
    struct base_out out = base_out_growing(realloc, LIMIT), poor = base_out_growing(no_memory, LIMIT);
    base_put(&out, "");
    base_put_bytes(&out, NULL, 0);
    CHECK(base_out_whole(&out) && !out.heap && !*out.text);
    for (int i = 0; i < (LIMIT - 1) / 3; i++) {
        base_put(&out, "ab");
        base_put_char(&out, 'c');
    }
    CHECK(base_out_whole(&out) && out.length == 4998 && strlen(out.text) == 4998 && out.heap == out.text);
    CHECK(memcmp(out.text, "abcabc", 6) == 0 && out.capacity == LIMIT);
    base_put_char(&out, 'd');
    CHECK(base_out_whole(&out) && out.length == LIMIT - 1);
    base_put_char(&out, 'e');
    base_put(&out, "");
    CHECK(!base_out_whole(&out) && out.length == 0 && !*out.text);
    base_out_clear(&out);
    base_put(&out, "new");
    CHECK(base_out_whole(&out));
    CHECK_STR(out.text, "new");
    free(out.heap);
    base_put(&poor, "anything");
    CHECK(!base_out_whole(&poor) && !poor.heap && !*poor.text);
    base_out_clear(&poor);
    base_put(&poor, "");
    CHECK(base_out_whole(&poor));
}

static void growing_text_for_people_is_cut_at_the_limit(void)
{
    struct base_out out = base_out_growing(realloc, 600);
    char text[1000] = "";
    memset(text, 'a', sizeof text - 1);
    out.cuts = true;
    base_put(&out, text);
    CHECK(!base_out_whole(&out) && out.length == 599);
    CHECK_STR(out.text + 590, "aaaaaa...");
    free(out.heap);
}

static void formats_are_those_of_printf(void)
{
    char text[200], want[200];
    struct base_out out = base_out_of(text, sizeof text);
    base_printf(&out, "%s", "");
    CHECK_STR(text, "");
    base_printf(&out, "%s-%c %d%%|%u|%lld|%llu.", "card", 'A', -7, 4000000000u, (long long)INT64_MIN,
                (unsigned long long)UINT64_MAX);
    snprintf(want, sizeof want, "%s-%c %d%%|%u|%lld|%llu.", "card", 'A', -7, 4000000000u, (long long)INT64_MIN,
             (unsigned long long)UINT64_MAX);
    CHECK_STR(text, want);
}

static void players_are_named_safely(void)
{
    char text[64];
    struct base_out out = base_out_of(text, sizeof text);
    const char *names[FF_PLAYERS_MAX] = {"A\x1b[2J", NULL, "", "Zoë", NULL};
    for (int seat = 0; seat < 4; seat++) {
        text_put_player(&out, names, seat);
        base_put_char(&out, '/');
    }
    CHECK_STR(text, "A\\u{1b}[2J/player 1/player 2/Zoë/");
}

/* --------------------------------------------------------------------------------------------------------- actions */

static void any_value_round_trips(void)
{
    int wrong = 0;
    for (unsigned value = 0; value <= UINT16_MAX; value++) {
        char text[64];
        struct base_out out = base_out_of(text, sizeof text);
        struct base_error error;
        ff_action read = 0;
        text_action(&out, (ff_action)value);
        int stage = (int)ff_action_stage((ff_action)value);
        wrong += !text_action_parse(stage, text, out.length, &read, &error) || read != value || out.full;
    }
    CHECK_EQ(wrong, 0);
}

static void visit_actions(const struct ff_game *game)
{
    for (int seat = 0; seat < game->pub.players; seat++) {
        ff_options options = ff_game_options(game, seat);
        for (int n = 0; n < ff_popcount(options); n++) {
            ff_action action = ff_action_of(game->pub.stage, (unsigned)ff_option_nth(options, n)), read = 0;
            char text[64];
            struct base_out out = base_out_of(text, sizeof text);
            struct base_error error;
            text_action(&out, action);
            if (!text_action_parse(game->pub.stage, text, out.length, &read, &error) || read != action ||
                memcmp(text, "raw", 3) == 0)
                CHECK_STR(text, "an action that reads back as itself");
        }
    }
}

static void legal_actions_round_trip(void)
{
    play_games(16, visit_actions);
    CHECK(true);
}

static const char *printed(unsigned stage, unsigned option)
{
    static char text[64];
    struct base_out out = base_out_of(text, sizeof text);
    text_action(&out, ff_action_of(stage, option));
    return text;
}

static void actions_are_words(void)
{
    CHECK_STR(printed(FF_STAGE_KEEP, FF_LAB1), "bury lab1");
    CHECK_STR(printed(FF_STAGE_DRAW, FF_OPTION_DRAW), "draw");
    CHECK_STR(printed(FF_STAGE_DRAW, FF_OPTION_DONE), "done");
    CHECK_STR(printed(FF_STAGE_BREWERY, 0), "brewery A");
    CHECK_STR(printed(FF_STAGE_BREWERY, FF_OPTION_DONE), "done");
    CHECK_STR(printed(FF_STAGE_MARKET, 0), "market none");
    CHECK_STR(printed(FF_STAGE_MARKET, ff_market_of(0, 1, 2)), "market 2 hops as barley");
    CHECK_STR(printed(FF_STAGE_MARKET, ff_market_of(2, 0, 3)), "market 3 water as hops");
    CHECK_STR(printed(FF_STAGE_SELL_HOPS, 3), "sell 3 hops");
    CHECK_STR(printed(FF_STAGE_SELL_WATER, 0), "sell 0 water");
    CHECK_STR(printed(FF_STAGE_OFFICE, FF_BARLEY_GOOD), "office barley");
    CHECK_STR(printed(FF_STAGE_OFFICE, FF_OPTION_NO_OFFICE), "office none");
    CHECK_STR(printed(FF_STAGE_BUILD, FF_CRANE), "build crane");
    CHECK_STR(printed(FF_STAGE_SPACE, 1), "space 2");
    CHECK_STR(printed(FF_STAGE_STORE_BARLEY, 2), "store 2 barley");
    CHECK_STR(printed(FF_STAGE_DISCARD, FF_LAB1), "bury lab1");
    CHECK_STR(printed(FF_STAGE_DISCARD, FF_OPTION_TRASH + FF_CRANE), "trash crane");
    CHECK_STR(printed(FF_STAGE_SPACE, FF_OPTION_DONE), "raw 632");
    CHECK_STR(printed(63, 63), "raw 4095"); /* as docs/authors/notation.md says */
    char text[200];
    struct base_out out = base_out_of(text, sizeof text);
    text_actions(&out, FF_STAGE_BUILD, (ff_options)1 << FF_OPTION_DONE | ff_bit(FF_CRANE) | ff_bit(FF_HOPS1));
    CHECK_STR(text, "build hops1; build crane; done");
}

static void chains_need_no_separators(void)
{
    const char *text = " brewery a sell 3 hops;sell 0 water,\n\tbuild market ; space 6 done\r\nbury office";
    static const int stages[] = {FF_STAGE_BREWERY, FF_STAGE_SELL_HOPS, FF_STAGE_SELL_WATER, FF_STAGE_BUILD,
                                 FF_STAGE_SPACE,   FF_STAGE_BUILD,     FF_STAGE_DISCARD};
    static const unsigned want[] = {0, 3, 0, FF_MARKET, 5, FF_OPTION_DONE, FF_OFFICE};
    struct base_words chain = base_words_in_chain(text, strlen(text));
    struct base_error error;
    ff_action action = 0;
    for (int i = 0; i < 7; i++) {
        REQUIRE(text_chain_next(&chain, stages[i], &action, &error) == TEXT_CHAIN_ACTION);
        CHECK_EQ(action, ff_action_of((unsigned)stages[i], want[i]));
    }
    CHECK_EQ(text_chain_next(&chain, FF_STAGE_BREWERY, &action, &error), TEXT_CHAIN_END);
}

/* Reading `text` at `stage` must fail at `column` with a message that holds `part`, and leave the action alone. */
static void check_bad_action(int stage, const char *text, unsigned column, const char *part)
{
    struct base_error error = {0};
    ff_action action = 12345;
    CHECK(!text_action_parse(stage, text, strlen(text), &action, &error));
    CHECK_EQ(action, 12345);
    CHECK_EQ(error.line, 1);
    CHECK_EQ(error.column, column);
    if (!strstr(error.message, part))
        CHECK_STR(error.message, part);
}

static void bad_actions_are_explained(void)
{
    check_bad_action(FF_STAGE_BUILD, "", 1, "nothing was said; say build CARD, or done");
    check_bad_action(FF_STAGE_SPACE, "go 2", 1, "\"go\" is no action; here say space NUMBER");
    check_bad_action(FF_STAGE_SELL_HOPS, "done", 1, "here say sell NUMBER hops");
    check_bad_action(FF_STAGE_OVER, "done", 1, "no decision is asked");
    check_bad_action(FF_STAGE_BUILD, "build hops4", 7, "\"hops4\" is no card; cards are hops1 hops2");
    check_bad_action(FF_STAGE_BUILD, "build hops4", 7, "guide scavenger");
    check_bad_action(FF_STAGE_BUILD, "build", 6, "nothing is no card");
    check_bad_action(FF_STAGE_BREWERY, "brewery F", 9, "is no brewery; breweries are letters from A on");
    check_bad_action(FF_STAGE_SELL_HOPS, "sell -1 hops", 6, "is no number from 0 to 15");
    check_bad_action(FF_STAGE_SELL_HOPS, "sell 99999999999 hops", 6, "is no number from 0 to 15");
    check_bad_action(FF_STAGE_SELL_HOPS, "sell 1 malt", 8, "is no good; goods are hops, barley, water");
    check_bad_action(FF_STAGE_MARKET, "market 4 hops as water", 8, "is neither none nor a number from 1 to 3");
    check_bad_action(FF_STAGE_MARKET, "market 0 hops as water", 8, "is neither none nor a number from 1 to 3");
    check_bad_action(FF_STAGE_MARKET, "market 2 malt as water", 10, "is no good");
    check_bad_action(FF_STAGE_MARKET, "market 2 hops for water", 15, "is not as");
    check_bad_action(FF_STAGE_MARKET, "market 2 hops as malt", 18, "is no good");
    check_bad_action(FF_STAGE_MARKET, "market 2 hops as hops", 18, "one of the other two");
    check_bad_action(FF_STAGE_OFFICE, "office 3", 8, "is neither none nor a good");
    check_bad_action(FF_STAGE_SPACE, "space 0", 7, "spaces are 1 to 6");
    check_bad_action(FF_STAGE_SPACE, "space 7", 7, "spaces are 1 to 6");
    check_bad_action(FF_STAGE_SPACE, "space 2 space 3", 9, "say one action only");
    check_bad_action(FF_STAGE_SPACE, "raw 65536", 5, "is no number from 0 to 65535");
    check_bad_action(FF_STAGE_SPACE,
                     "a\x01\xff"
                     "bcdefghijklmnopqrstuvwxyz",
                     1, "\"a\\u{01}\\xffbcdefghijklmnopqrstuv...\"");
    struct base_error error;
    ff_action action;
    CHECK(!text_action_parse(FF_STAGE_BUILD, "done\n\n  \0", 9, &action, &error));
    CHECK_EQ(error.line, 3);
    CHECK_EQ(error.column, 3);
    struct base_words chain = base_words_in_chain("bury", 4);
    CHECK_EQ(text_chain_next(&chain, FF_STAGE_KEEP, &action, &error), TEXT_CHAIN_BAD);
    for (int stage = 0; stage <= FF_STAGES; stage++)
        CHECK(strlen(text_stage_wants(stage)) > 5);
}

/* ---------------------------------------------------------------------------------------------------------- events */

static const char *const people[FF_PLAYERS_MAX] = {"Anna", "Ben", "Cleo", "Dora", "Emil"};

static const char *told(const struct ff_event *event, int viewer)
{
    static char text[400];
    struct base_out out = base_out_of(text, sizeof text);
    text_event(&out, event, people, viewer);
    return text;
}

static void events_are_sentences(void)
{
    struct ff_event none = {0}, unknown = {.kind = 200};
    struct ff_event sold = {.kind = FF_EVENT_SOLD, .goods = ff_goods_of(3, 0, 1), .income = 7, .disc = 4, .office = 3};
    struct ff_event helped = sold, idle = {.kind = FF_EVENT_SOLD, .seat = 1, .brewery = FF_NOBODY, .office = 3};
    helped.market = (uint8_t)ff_market_of(0, 1, 2);
    helped.office = FF_BARLEY_GOOD;
    struct ff_event office = sold;
    office.office = FF_HOPS_GOOD;
    struct ff_event built = {.kind = FF_EVENT_BUILT, .cards = {FF_CRANE}, .space = 1, .cost = 1, .covered = FF_NO_CARD};
    struct ff_event over = built, stored = {.kind = FF_EVENT_STORED, .goods = ff_goods_of(1, 1, 1)};
    over.covered = FF_LAB2;
    struct ff_event kept = {.kind = FF_EVENT_KEPT, .n = 2}, round = {.kind = FF_EVENT_ROUND, .round = 9};
    CHECK_STR(told(&none, 0), "");
    CHECK_STR(told(&unknown, 0), "");
    CHECK_STR(told(&sold, 1), "Anna sells 3 hops and 1 water at brewery A for 7 coins; disc to 4.");
    CHECK_STR(told(&helped, 1), "Anna sells 3 hops and 1 water at brewery A (2 hops as barley; Office on barley) for 7 "
                                "coins; disc to 4.");
    CHECK_STR(told(&office, 1), "Anna sells 3 hops and 1 water at brewery A (Office on hops) for 7 coins; disc to 4.");
    CHECK_STR(told(&idle, 1), "Ben sells nothing and gets 0 coins; disc to 0.");
    CHECK_STR(told(&built, 1), "Anna builds Crane on space 2 for 1 coin.");
    CHECK_STR(told(&over, 1), "Anna builds Crane on space 2 over Laboratory II for 1 coin.");
    CHECK_STR(told(&stored, 1), "Anna stores 1 hops, 1 barley and 1 water.");
    CHECK_STR(told(&kept, 1), "Anna keeps 2 cards.");
    CHECK_STR(told(&round, 1), "Round 9 ends.");
}

static void events_hide_cards(void)
{
    struct ff_event drew = {.kind = FF_EVENT_DREW, .n = 3, .cards = {FF_LAB1, FF_CRANE, FF_HOPS1}, .goods = 0x101};
    struct ff_event buried = {.kind = FF_EVENT_BURIED, .cards = {FF_LAB1}};
    struct ff_event trashed = {.kind = FF_EVENT_TRASHED, .cards = {FF_LAB1}};
    struct ff_event empty = {.kind = FF_EVENT_DREW}, extra = {.kind = FF_EVENT_DREW, .n = 1, .cards = {FF_LAB2}};
    CHECK_STR(told(&drew, 0), "Anna draws Laboratory I, Crane and Hops field 1 and harvests 1 hops and 1 water.");
    CHECK_STR(told(&drew, TEXT_ALL_SEEING),
              "Anna draws Laboratory I, Crane and Hops field 1 and harvests 1 hops and 1 water.");
    CHECK_STR(told(&drew, 1), "Anna draws 3 cards and harvests 1 hops and 1 water.");
    CHECK_STR(told(&drew, FF_NOBODY), "Anna draws 3 cards and harvests 1 hops and 1 water.");
    CHECK_STR(told(&extra, 0), "Anna draws Laboratory II.");
    CHECK_STR(told(&extra, 2), "Anna draws 1 card.");
    CHECK_STR(told(&empty, 0), "Anna draws 0 cards.");
    CHECK_STR(told(&buried, 0), "Anna puts Laboratory I under the deck.");
    CHECK_STR(told(&buried, 1), "Anna puts a card under the deck.");
    CHECK_STR(told(&trashed, TEXT_ALL_SEEING), "Anna removes Laboratory I from the game.");
    CHECK_STR(told(&trashed, FF_NOBODY), "Anna removes a card from the game.");
}

/* ------------------------------------------------------------------------------------------------------- positions */

static void check_position(const struct ff_game *game)
{
    static char text[TEXT_POSITION_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    struct base_error error;
    struct ff_game read;
    text_position(&out, game);
    CHECK(!out.full);
    if (!text_position_read(&edition.values, text, out.length, &read, &error))
        CHECK_STR(error.message, "");
    else
        CHECK(memcmp(&read, game, sizeof read) == 0);
}

static void positions_round_trip(void) { play_games(24, check_position); }

/* The moments between decisions, when the engine moves by itself, are positions as well. */
static void automatic_positions_round_trip(void)
{
    struct ff_rng rng = ff_rng_of(7);
    struct ff_setup setup;
    struct ff_game game;
    struct ff_event event;
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++) {
        ff_deal(&edition.values, 3, mode, 7, &setup);
        ff_prepare(&edition.values, &setup, &game);
        for (int step = 0; step < 300; step++) {
            do
                check_position(&game);
            while (ff_follow(&edition.values, &game, &event));
            if (!game.pub.owe)
                break;
            int seat = ff_lowest(game.pub.owe);
            ff_options options = ff_game_options(&game, seat);
            int nth = (int)ff_rng_below(&rng, (uint32_t)ff_popcount(options));
            ff_play(&edition.values, &game, seat, ff_action_of(game.pub.stage, (unsigned)ff_option_nth(options, nth)),
                    &event);
        }
    }
}

/* Another deal of the cards that a seat cannot see must not change its view's text. */
static void check_view(const struct ff_game *game)
{
    static char text[TEXT_POSITION_MAX], again[TEXT_POSITION_MAX], board[TEXT_BOARD_MAX], board_again[TEXT_BOARD_MAX];
    struct ff_rng rng = ff_rng_of(ff_hash(game));
    for (int seat = 0; seat <= game->pub.players; seat++) {
        struct ff_view view, other;
        struct ff_game dealt;
        ff_view_of(game, seat < game->pub.players ? seat : FF_NOBODY, &view);
        ff_resample(&edition.values, &view, &rng, &dealt);
        ff_view_of(&dealt, view.own.seat, &other);
        struct base_out out = base_out_of(text, sizeof text), out_again = base_out_of(again, sizeof again);
        text_position_view(&out, &view);
        text_position_view(&out_again, &other);
        CHECK(!out.full && strcmp(text, again) == 0);
        struct base_out drawn = base_out_of(board, sizeof board),
                        drawn_again = base_out_of(board_again, sizeof board_again);
        text_board_view(&drawn, &edition.values, &view, people, (struct text_style){.utf8 = true});
        text_board_view(&drawn_again, &edition.values, &other, people, (struct text_style){.utf8 = true});
        CHECK(!drawn.full && strcmp(board, board_again) == 0);
    }
}

static void views_hide_cards(void) { play_games(8, check_view); }

static bool read_position(const char *text, struct ff_game *game, struct base_error *error)
{
    return text_position_read(&edition.values, text, strlen(text), game, error);
}

static void nothing_said_is_a_start(void)
{
    static char text[TEXT_POSITION_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    struct ff_game game;
    struct base_error error = {0};
    REQUIRE(CHECK(read_position("", &game, &error)));
    text_position(&out, &game);
    CHECK_STR(text, "position 1\nmode base\nplayers 2\nround 1\nstage brewery\nowe 0\norder 0 1\nturn 0\npalaces 0\n"
                    "brewery A demand 1 2 3\nbrewery A step 1 1 1\nbrewery A room 1 2 3\n"
                    "brewery B demand 1 3 2\nbrewery B step 1 1 1\nbrewery B room 1 3 2\n"
                    "player 0 coins 2\nplayer 0 goods 1 1 1\nplayer 0 board - - - - - -\nplayer 0 disc 0 -\n"
                    "player 0 hand hops1 hops2 hops3 barley1 barley2 barley3\n"
                    "player 0 deck water1 water2 water3 bank1 bank2 townhall1 townhall2 lab1 lab2 office warehouse "
                    "market magistrate crane palace1 palace2 palace3 palace4 palace5 palace6\n"
                    "player 1 coins 2\nplayer 1 goods 1 1 1\nplayer 1 board - - - - - -\nplayer 1 disc 0 -\n"
                    "player 1 hand hops1 hops2 hops3 barley1 barley2 barley3\n"
                    "player 1 deck water1 water2 water3 bank1 bank2 townhall1 townhall2 lab1 lab2 office warehouse "
                    "market magistrate crane palace1 palace2 palace3 palace4 palace5 palace6\n");
}

static void every_stage_has_defaults(void)
{
    static const char *const texts[] = {
        "mode expert\nstage keep",
        "stage draw\nplayer 1 board lab1 lab2 - - - -",
        "stage market\nplayer 0 board market - - - - -",
        "stage sell-barley\nselling-at B",
        "stage office\ntally 1 0 0\nplayer 0 board office - - - - -",
        "stage build",
        "stage build\nfirst-build crane\nplayer 0 board crane - - - - -\nplayer 0 coins 6",
        "stage space\ncard hops1",
        "stage store-water\nplayer 0 board warehouse - - - - -\nplayer 0 goods 0 0 2",
        "mode expert\nstage discard\nplayer 0 board scavenger - - - - -",
        "stage deal",
        "stage deal\nturn 1\nmode expert\nplayers 5",
        "stage round-end\nround 3",
        "stage over\nround 30",
        "stage brewery\nturn 1\nplayers 4\norder 3 2 1 0\nround 2",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct ff_game game;
        struct base_error error = {0};
        if (!read_position(texts[i], &game, &error)) {
            printf("%s\n", texts[i]);
            CHECK_STR(error.message, "");
        } else {
            check_position(&game);
        }
    }
}

/* Reading `text` must fail at the place, with a message that holds `part`, and leave the game alone. */
static void check_bad_position(const char *text, unsigned line, unsigned column, const char *part)
{
    struct ff_game game, before;
    struct base_error error = {0};
    memset(&game, 0xa5, sizeof game);
    before = game;
    CHECK(!read_position(text, &game, &error));
    CHECK(memcmp(&game, &before, sizeof game) == 0);
    CHECK_EQ(error.line, line);
    CHECK_EQ(error.column, column);
    if (!strstr(error.message, part))
        CHECK_STR(error.message, part);
}

static void bad_facts_are_explained(void)
{
    check_bad_position("position 2", 1, 10, "say position 1");
    check_bad_position("position 1\nround 2\nposition 1", 3, 1, "\"position\" is stated twice");
    check_bad_position("# a comment\n\n  colour red", 3, 3, "\"colour\" is no fact; facts are position brewery player");
    check_bad_position("mode easy", 1, 6, "modes are base and expert");
    check_bad_position("players 6", 1, 9, "is no number from 2 to 5");
    check_bad_position("players 1", 1, 9, "is no number from 2 to 5");
    check_bad_position("players 2 3", 1, 11, "one word too many");
    check_bad_position("round 101", 1, 7, "is no number from 0 to 100");
    check_bad_position("stage sell", 1, 7, "stages are keep draw brewery");
    check_bad_position("owe 0\nowe 0", 2, 1, "\"owe\" is stated twice");
    check_bad_position("owe 2", 1, 5, "seats are 0 to 1");
    check_bad_position("owe", 1, 4, "nothing is no seat");
    check_bad_position("owe -", 1, 1, "those who must decide are: 0");
    check_bad_position("order 0 0", 1, 9, "stands twice in the order");
    check_bad_position("order 1", 1, 8, "nothing is no seat");
    check_bad_position("turn 2", 1, 6, "is no number from 0 to 1");
    check_bad_position("palaces 31", 1, 9, "is no number from 0 to 30");
    check_bad_position("palaces 1", 1, 1, "another number of Palace parts: 0");
    check_bad_position("stage market\nselling-at C", 2, 12, "is no open brewery");
    check_bad_position("market 0 hops as water", 1, 8, "is no number from 1 to 3");
    check_bad_position("market 1 malt as water", 1, 10, "is no good");
    check_bad_position("market 1 hops is water", 1, 15, "is not as");
    check_bad_position("market 1 hops as malt", 1, 18, "is no good");
    check_bad_position("market 1 hops as hops", 1, 18, "one of the other two");
    check_bad_position("tally 1 2", 1, 10, "is no number from 0 to 15");
    check_bad_position("card guide", 1, 6, "is a card of the expert game");
    check_bad_position("left 4", 1, 6, "is no number from 0 to 3");
    check_bad_position("first-build x", 1, 13, "is no card");
    check_bad_position("first-trash x", 1, 13, "is no card");
    check_bad_position("brewery C room 1 1 1", 1, 9, "is no open brewery");
    check_bad_position("brewery A size 1 1 1", 1, 11, "those are demand step room");
    check_bad_position("brewery A step 1 1 1\nbrewery A step 1 1 1", 2, 11, "stated twice for this brewery");
    check_bad_position("brewery A step 1 1 4", 1, 20, "is no number from 0 to 3");
    check_bad_position("brewery A demand 8 1 1", 1, 18, "is no number from 0 to 7");
}

static void bad_players_are_explained(void)
{
    check_bad_position("player 2 coins 1", 1, 8, "seats are 0 to 1");
    check_bad_position("player 0 luck 1", 1, 10, "those are coins goods board");
    check_bad_position("player 0 coins 1\nplayer 0 coins 1", 2, 10, "stated twice for this player");
    check_bad_position("player 0 coins 65536", 1, 16, "is no number from 0 to 65535");
    check_bad_position("player 0 goods 1 1", 1, 19, "is no number");
    check_bad_position("player 0 board - -", 1, 19, "name six spaces");
    check_bad_position("player 0 board hops4 - - - - -", 1, 16, "is no card; cards are");
    check_bad_position("player 0 board - - - - - - -", 1, 28, "one word too many");
    check_bad_position("player 0 hand crane\nplayer 0 covered crane", 2, 18, "is named twice for this player");
    check_bad_position("player 0 hand", 1, 14, "name cards, or - for none");
    check_bad_position("player 0 hand - crane", 1, 17, "one word too many");
    check_bad_position("player 0 trash guide", 1, 16, "is a card of the expert game");
    check_bad_position("player 0 deck", 1, 14, "| before those put under the deck");
    check_bad_position("player 0 deck | crane | lab1", 1, 23, "is no card");
    check_bad_position("player 0 disc 26 -", 1, 15, "is neither - nor a number from 0 to 25");
    check_bad_position("player 0 disc 1", 1, 16, "is neither - nor a number from 0 to 25");
    check_bad_position("player 0 extra 4", 1, 16, "is no number from 0 to 3");
    check_bad_position("mode expert\nplayer 1 hand -", 2, 16,
                       "a deck holds at most 27 cards: put more into the hand of player 1");
}

static void misfits_are_explained(void)
{
    check_bad_position("stage keep", 0, 0, "the round or the stage does not fit the mode");
    check_bad_position("mode expert\nplayer 0 board palace2 - - - - -", 0, 0, "a board breaks the rules");
    check_bad_position("player 0 covered palace2", 0, 0, "a board breaks the rules");
    check_bad_position("player 0 goods 15 0 0", 0, 0, "more goods than");
    check_bad_position("brewery A room 7 0 0", 0, 0, "more empty demand spaces");
    check_bad_position("player 0 coins 203", 0, 0, "more coins than");
    check_bad_position("player 0 disc - 3", 0, 0, "a disc is not where it must be");
    check_bad_position("left 1", 0, 0, "the turn under way");
    check_bad_position("stage draw", 0, 0, "needs a seat with a Laboratory");
    check_bad_position("stage market", 0, 0, "needs a Market");
    check_bad_position("stage office", 0, 0, "needs an Office");
    check_bad_position("stage space\nplayer 0 coins 0", 0, 0, "needs `card` in the hand and the coins");
    check_bad_position("stage store-hops", 0, 0, "needs a Warehouse");
    check_bad_position("stage build\nleft 3", 0, 0, "needs `left` 1 or 2");
    check_bad_position("stage build\nfirst-build crane", 0, 0, "a card that was built");
    check_bad_position("stage discard\nleft 1", 0, 0, "only with a Scavenger");
    check_bad_position("player 0 trash crane", 0, 0, "removed without a Scavenger");
    check_bad_position("player 0 hand hops1 hops2 hops3 barley1 barley2 barley3 water1 water2 water3 bank1 bank2", 0, 0,
                       "more than 10 cards");
    struct ff_game game;
    struct base_error error;
    CHECK(!text_position_read(&edition.values, "round\0 2", 8, &game, &error));
    CHECK_EQ(error.column, 1);
}

static void unnamed_cards_lie_between(void)
{
    struct ff_game game;
    struct base_error error;
    REQUIRE(CHECK(read_position("player 0 hand crane\nplayer 0 deck palace6 | hops1", &game, &error)));
    CHECK_EQ(game.pub.deck_n[0], 25);
    CHECK_EQ(game.pub.fresh_n[0], 24);
    CHECK_EQ(ff_deck_card(&game, 0, 0), FF_PALACE6);
    CHECK_EQ(ff_deck_card(&game, 0, 1), FF_HOPS2);
    CHECK_EQ(ff_deck_card(&game, 0, 23), FF_PALACE5);
    CHECK_EQ(ff_deck_card(&game, 0, 24), FF_HOPS1);
}

static void bad_event_lines_are_explained(void)
{
    static const char *const bad[] = {
        "",
        "sold 0",
        "draw",
        "draw 5 crane",
        "draw 0 11",
        "draw 0 crane 2",
        "draw 0 hops1 hops2 hops3 barley1 barley2 barley3 water1 water2 water3 bank1 bank2",
        "trash 0",
        "trash 0 crane crane",
        "bury 0 2",
        "keep 0",
        "keep 0 11",
        "store 0 1 1",
        "store 0 1 1 16",
        "round 256",
        "round 3 3",
        "sell 0 F goods 1 1 1 market none office none income 3 disc 3",
        "sell 0 A goods 1 1 1 market 4 hops as water office none income 3 disc 3",
        "sell 0 A goods 1 1 1 market 2 hops as hops office none income 3 disc 3",
        "sell 0 A goods 1 1 1 raw 63 office none income 3 disc 3",
        "sell 0 A goods 1 1 1 office none market none income 3 disc 3",
        "sell 0 A goods 1 1 1 market none office none income 65536 disc 3",
        "sell 0 A goods 1 1 1 market none office none income 3",
        "build 0 castle space 1 cost 3",
        "build 0 crane space 7 cost 3",
        "build 0 crane space 1 cost 256",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct ff_event event = {.n = 42};
        struct base_error error = {0};
        if (text_event_read(bad[i], strlen(bad[i]), &event, &error))
            CHECK_STR(bad[i], "a line that is refused");
        CHECK(error.message[0] != 0 && error.column > 0);
        CHECK_EQ(event.n, 42);
    }
}

/* ----------------------------------------------------------------------------------------------------------- boards */

static void check_board(const struct ff_game *game)
{
    static char text[TEXT_BOARD_MAX];
    for (int utf8 = 0; utf8 < 2; utf8++) {
        struct base_out out = base_out_of(text, sizeof text);
        text_board_game(&out, &edition.values, game, people, (struct text_style){.utf8 = utf8});
        size_t width = 0, widest = 0, foreign = 0;
        for (size_t i = 0; i < out.length; i++) {
            width = text[i] == '\n' ? 0 : width + (((unsigned char)text[i] & 0xc0) != 0x80);
            widest = width > widest ? width : widest;
            foreign += (unsigned char)text[i] >= 0x80;
        }
        CHECK(!out.full && widest <= 80 && widest >= 76);
        CHECK(utf8 ? foreign > 0 : foreign == 0);
    }
}

static void boards_fit_a_terminal(void) { play_games(16, check_board); }

/* What is left without ESC [ ... m. */
static void drop_colours(char *text)
{
    char *to = text;
    for (bool colour = false; *text; text++) {
        colour = colour || *text == '\033';
        if (!colour)
            *to++ = *text;
        colour = colour && *text != 'm';
    }
    *to = '\0';
}

static void check_colours(const struct ff_game *game)
{
    static char bare[TEXT_BOARD_MAX], painted[TEXT_BOARD_MAX];
    for (int form = 0; form < 6; form++) {
        struct text_style style = {.utf8 = form & 1, .form = (enum text_form)(form >> 1)};
        struct base_out out = base_out_of(bare, sizeof bare);
        text_board_game(&out, &edition.values, game, people, style);
        for (style.colours = TEXT_COLOURS_16; style.colours <= TEXT_COLOURS_256; style.colours++) {
            struct base_out colours = base_out_of(painted, sizeof painted);
            text_board_game(&colours, &edition.values, game, people, style);
            CHECK(!colours.full && colours.length > out.length);
            drop_colours(painted);
            CHECK_STR(painted, bare);
        }
    }
}

static void colours_tell_nothing_else(void) { play_games(8, check_colours); }

struct size {
    int lines, columns;
};

static struct size size_of(const char *text)
{
    struct size size = {0, 0};
    for (const char *at = text, *end; *at; at = end + 1) {
        end = strchr(at, '\n');
        int width = (int)base_text_width(at, (size_t)(end - at));
        size.lines++;
        size.columns = width > size.columns ? width : size.columns;
    }
    return size;
}

static void check_compact(const struct ff_game *game)
{
    static char text[TEXT_BOARD_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    struct text_style style = {.form = TEXT_COMPACT};
    text_board_game(&out, &edition.values, game, NULL, style);
    struct size size = size_of(text);
    CHECK(size.columns <= 82); /* more than 9 of two goods at once take the last columns */
    /* A game shows all hands, a view one. */
    CHECK(size.lines <= 7 + 2 * game->pub.players + 4 * game->pub.players); /* the board, and hands with titles */
}

static void compact_boards_are_short(void) { play_games(16, check_compact); }

/* Five players, 24 lines of 80: the board leaves room for a question and its answers. */
static void check_tight(const struct ff_game *game)
{
    static const char *const names[] = {"Anna Amalia von Sachsen", "Überlingen", "Cleo", NULL, "Maximilian"};
    static char text[TEXT_BOARD_MAX];
    static int turn; /* each position is shown in three of the fifteen widths */
    for (int columns = 44 + 4 * (turn++ % 5); columns <= 100; columns += 20)
        for (int seat = 0; seat < game->pub.players; seat++) {
            struct text_style style = {.columns = columns, .lines = 16, .utf8 = columns & 4};
            struct base_out out = base_out_of(text, sizeof text);
            struct ff_view view;
            ff_view_of(game, seat, &view);
            text_board_view(&out, &edition.values, &view, names, style);
            struct size size = size_of(text);
            CHECK(columns < 76 || size.columns <= columns);
            CHECK(size.lines <= (columns < 80 ? 24 : ff_popcount(view.own.hand) < 6 ? 17 : 18));
            CHECK(strstr(text, "Palace part: ") && strstr(text, "hops"));
        }
}

static void tight_boards_fit(void) { play_games(16, check_tight); }

static void board_tells(const char *position, const char *part)
{
    static char text[TEXT_BOARD_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    struct ff_game game;
    struct base_error error = {0};
    if (!read_position(position, &game, &error)) {
        CHECK_STR(error.message, "");
        return;
    }
    text_board_game(&out, &edition.values, &game, people, (struct text_style){.utf8 = false});
    if (!strstr(text, part))
        CHECK_STR(text, part);
    CHECK(true);
}

static void boards_tell_what_goes_on(void)
{
    board_tells("", "Fuerstenfeld - base game - round 1 - Palace part: 8 coins, 10 after 2 more\n"
                    "Anna decides at which brewery to sell.\n");
    board_tells("mode expert\nstage keep", "coins, 10 after 2 more\nAnna and Ben decide which one card to keep");
    board_tells("stage sell-hops\nselling-at B", "Anna decides how many hops to sell at brewery B.");
    board_tells("stage space\ncard hops1", "Anna decides on which space to build Hops field 1.");
    board_tells("stage round-end", "Nobody has to decide.");
    board_tells("stage over", "The game is over: nobody finished the palace.");
    board_tells("stage over\nround 9\nplayer 1 board palace1 palace2 palace3 palace4 palace5 palace6",
                "The game is over: Ben wins.");
    board_tells("stage over\nround 9\nplayer 1 board palace1 palace2 palace3 palace4 palace5 palace6\n"
                "player 0 board palace1 palace2 palace3 palace4 palace5 palace6",
                "The game is over: Anna and Ben share the win.");
    board_tells("brewery A step 0 1 3\nbrewery A room 0 2 1", "brewery A   [0]123  #    0[1]2>3 ..   012[3]  ##.");
    board_tells("player 0 board crane - - - - palace1\nplayer 0 hand bank1 palace2 townhall1",
                "hand of Anna (costs): Bank I (4), Town hall I (0), Palace II (6)\n");
    board_tells("player 0 hand -", "hand of Anna (costs): none\n");
}

/* -------------------------------------------------------------------------------------------------------- editions */

static void edition_round_trips(void)
{
    static char text[TEXT_EDITION_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    struct text_edition read;
    struct base_error error;
    text_edition(&out, &edition);
    REQUIRE(CHECK(text_edition_read(text, out.length, &read, &error)));
    CHECK_STR(read.name, "plain");
    CHECK(memcmp(&read.values, &edition.values, sizeof read.values) == 0);
    CHECK(!out.full);
}

static void default_values(void)
{
    const struct ff_edition *values = &edition.values;
    static const uint8_t costs[] = {2, 6, 9, 2, 6, 9, 2, 6, 9, 6, 10, 2, 4, 3, 5, 5, 4, 4, 3, 5};
    for (size_t card = 0; card < sizeof costs; card++)
        CHECK_EQ(values->cost[card], costs[card]);
    CHECK_EQ(values->cost[FF_GUIDE], 6);
    CHECK_EQ(values->cost[FF_SCAVENGER], 2);
    CHECK_EQ(values->steps_n, 4);
    CHECK_EQ(values->price[3], 3);
    CHECK_EQ(values->price_start, 1);
    CHECK_EQ(values->printed[0], FF_HOPS_GOOD);
    CHECK_EQ(values->printed[2], FF_WATER_GOOD);
    CHECK_EQ(values->demand_n, 7);
    CHECK_EQ(values->demand[1], ff_goods_of(1, 3, 2));
    CHECK_EQ(values->round_limit, 100);
}

/* The default edition with the first `old` replaced must be refused at the line, with a message that holds `part`. A
 * line of 0: after the last one. */
static void check_bad_edition(const char *old, const char *new, unsigned column, const char *part)
{
    static char text[sizeof edition_text + 200];
    const char *at = strstr(edition_text, old);
    REQUIRE(CHECK(at != NULL));
    size_t before = (size_t)(at - edition_text);
    snprintf(text, sizeof text, "%.*s%s%s", (int)before, edition_text, new, at + strlen(old));
    unsigned line = 1;
    for (size_t i = 0; i < before; i++)
        line += text[i] == '\n';
    struct text_edition read, untouched;
    struct base_error error = {0};
    memset(&read, 0x5a, sizeof read);
    untouched = read;
    CHECK(!text_edition_read(text, strlen(text), &read, &error));
    CHECK(memcmp(&read, &untouched, sizeof read) == 0);
    if (column) {
        CHECK_EQ(error.line, line);
        CHECK_EQ(error.column, column);
    }
    if (!strstr(error.message, part))
        CHECK_STR(error.message, part);
}

static void bad_editions_are_explained(void)
{
    check_bad_edition("name plain", "nome default", 1, "\"nome\" is no key; keys are name, cost, price_track");
    check_bad_edition("name plain", "name", 5, "a name has 1 to 63 characters");
    check_bad_edition("name plain", "name d\xc3\xbc", 6, "a name is printable ASCII");
    check_bad_edition("name plain", "name default\nname again", 0, "\"name\" is given twice");
    check_bad_edition("cost crane 5", "cost crain 5", 6, "\"crain\" is no card with a cost; those are hops1");
    check_bad_edition("cost crane 5", "cost palace1 5", 6, "is no card with a cost");
    check_bad_edition("cost crane 5", "cost hops1 5", 6, "has its cost already");
    check_bad_edition("cost crane 5", "cost crane 100", 12, "is no number from 0 to 99");
    check_bad_edition("cost crane 5", "cost crane # free", 12, "nothing is no number from 0 to 99");
    check_bad_edition("cost crane 5", "cost crane 5 6", 14, "one word too many");
    check_bad_edition("cost crane 5", "# ", 0, "costs are missing: add `cost CARD NUMBER` for crane");
    check_bad_edition("price_track 0 1 2 3", "price_track 0 1 2 10", 19, "is no number from 0 to 9");
    check_bad_edition("price_track 0 1 2 3", "price_track 0 2 1 3", 17, "prices never fall");
    check_bad_edition("price_track 0 1 2 3", "price_track 0 1 2 3 4 5 6 7 8 9 9 9 9", 37, "is one price too many");
    check_bad_edition("price_track 0 1 2 3", "price_track 1", 14, "a price track has 2 to 12 spaces");
    check_bad_edition("price_track 0 1 2 3", "price_track 0 0", 1, "end above 0");
    check_bad_edition("price_track 0 1 2 3", "#", 0, "the price track is missing");
    check_bad_edition("price_start 1", "price_start 4", 1, "price_start is a space of the price track");
    check_bad_edition("price_start 1", "price_start 12", 13, "is no number from 0 to 11");
    check_bad_edition("price_start 1", "#", 0, "the first price is missing");
    check_bad_edition("printed hops barley water", "printed hops hops water", 14, "each once");
    check_bad_edition("printed hops barley water", "printed hops malt water", 14, "each once");
    check_bad_edition("printed hops barley water", "#", 0, "the printed fields are missing");
    check_bad_edition("demand 1 2 3", "demand 1 2 8", 12, "is no number from 0 to 7");
    check_bad_edition("demand 1 2 3", "demand 1 2 #", 12, "nothing is no number from 0 to 7");
    check_bad_edition("round_limit 100", "round_limit 0", 13, "is no number from 1 to 250");
    check_bad_edition("round_limit 100", "round_limit 251", 13, "is no number from 1 to 250");
    check_bad_edition("round_limit 100", "round_limit 100 0", 17, "one word too many");
    check_bad_edition("round_limit 100", "#", 0, "the round limit is missing");
}

static void demand_cards_are_counted(void)
{
    char text[2000];
    struct base_out out = base_out_of(text, sizeof text);
    struct text_edition few = edition, read;
    struct base_error error;
    few.values.demand_n = 4;
    text_edition(&out, &few);
    CHECK(!text_edition_read(text, out.length, &read, &error));
    CHECK(strstr(error.message, "demand cards are missing") != NULL);
    for (int i = 0; i < 13; i++)
        base_put(&out, "demand 1 1 1\n");
    CHECK(!text_edition_read(text, out.length, &read, &error));
    CHECK(strstr(error.message, "one demand card too many") != NULL);
    few.name[0] = '\0';
    few.values.demand_n = 5;
    base_out_clear(&out);
    text_edition(&out, &few);
    CHECK(text_edition_read(text, out.length, &read, &error));
    CHECK_STR(read.name, "");
}

/* Any bytes: nothing to check but that the readers come back, and a game that was read holds. */
static void readers_are_total(void)
{
    static const char *const words[] = {"player", "0",       "1",      "hand",    "deck",     "|",     "-",
                                        "crane",  "palace1", "stage",  "draw",    "keep",     "board", "\n",
                                        "\n",     "mode",    "expert", "brewery", "A",        "step",  "7",
                                        "owe",    "order",   "goods",  "left",    "\xff\x80", "#"};
    struct ff_rng rng = ff_rng_of(3);
    for (int i = 0; i < 20000; i++) {
        char text[300];
        struct base_out out = base_out_of(text, sizeof text);
        for (uint32_t n = ff_rng_below(&rng, 40); n > 0; n--) {
            base_put(&out, words[ff_rng_below(&rng, sizeof words / sizeof words[0])]);
            base_put_char(&out, ' ');
        }
        struct ff_game game;
        struct text_edition other;
        struct base_error error;
        ff_action action;
        if (text_position_read(&edition.values, text, out.length, &game, &error))
            CHECK_EQ(ff_check(&edition.values, &game), 0);
        CHECK(!text_edition_read(text, out.length, &other, &error));
        text_action_parse((int)ff_rng_below(&rng, FF_STAGES), text, out.length, &action, &error);
    }
}

/* ------------------------------------------------------------------------------------------------------- wrapping */

static const char *wrapped(const char *text, size_t columns, size_t hang)
{
    static char buffer[4096];
    struct base_out out = base_out_of(buffer, sizeof buffer);
    base_put_wrapped(&out, text, strlen(text), columns, hang);
    return buffer;
}

static void lines_are_broken_between_words(void)
{
    CHECK_STR(wrapped("one two three\n", 0, 0), "one two three\n");
    CHECK_STR(wrapped("one two three\n", 13, 0), "one two three\n");
    CHECK_STR(wrapped("one two three\n", 12, 0), "one two\nthree\n");
    CHECK_STR(wrapped("  one two three", 10, 2), "  one two\n    three");
    CHECK_STR(wrapped(" 1  ab  two three four", 18, 2), " 1  ab  two three\n        four");
    CHECK_STR(wrapped("Green 41.2 % here", 11, 0), "Green\n41.2 % here");
    CHECK_STR(wrapped("a verylongword b", 6, 0), "a\nverylo\nngword\nb");
    CHECK_STR(wrapped("\033[1mgr\303\274n\033[0m und blau", 8, 0), "\033[1mgr\303\274n\033[0m und\nblau");
    CHECK_STR(wrapped("\n\na\n\n", 3, 2), "\n\na\n\n");
}

/* Whatever the text and the width: no line is longer, and without blanks it is the same text. */
static void no_width_loses_a_letter(void)
{
    static const char *const pieces[] = {"a", "bc", "Palace", "\303\274ber", "\033[32mGreen\033[0m",
                                         " ", "  ", "    ",   "\n"};
    struct ff_rng rng = ff_rng_of(7);
    for (int round = 0; round < 2000; round++) {
        char text[1024], letters[2][1024];
        struct base_out out = base_out_of(text, sizeof text);
        for (int i = 0; i < 40; i++)
            base_put(&out, pieces[ff_rng_below(&rng, sizeof pieces / sizeof *pieces)]);
        size_t columns = 1 + ff_rng_below(&rng, 60), width = 0;
        const char *lines = wrapped(text, columns, ff_rng_below(&rng, 4));
        for (const char *at = lines, *end; *at; at = end + (*end != '\0')) {
            end = at + strcspn(at, "\n");
            width = base_text_width(at, (size_t)(end - at)) > width ? base_text_width(at, (size_t)(end - at)) : width;
            if (!*end)
                break;
        }
        for (int i = 0; i < 2; i++) {
            struct base_out bare = base_out_of(letters[i], sizeof letters[i]);
            for (const char *at = i ? lines : text; *at; at++)
                if (*at != ' ' && *at != '\n')
                    base_put_char(&bare, *at);
        }
        CHECK(width <= columns);
        CHECK_STR(letters[0], letters[1]);
    }
}

int main(void)
{
    TEST("the default edition can be read", load_edition);
    TEST("numbers end at their limit, and the hash is FNV-1a", numbers_end_at_their_limit);
    TEST("names are read back", names_round_trip);
    TEST("names of nothing", names_out_of_range);
    TEST("every refusal and fault has a sentence and a rule", every_refusal_has_words);
    TEST("text that does not fit is nothing at all", all_or_nothing);
    TEST("text is the same in whatever pieces it is appended", pieces_do_not_matter);
    TEST("a sentence that does not fit is cut between characters", sentences_are_cut);
    TEST("a growing buffer takes as much as its limit, and keeps nothing beyond", buffers_grow);
    TEST("base_printf writes what printf does", formats_are_those_of_printf);
    TEST("text for people that grows is cut at the limit", growing_text_for_people_is_cut_at_the_limit);
    TEST("players' names cannot disturb a terminal", players_are_named_safely);
    TEST("any 16-bit action is read back as printed", any_value_round_trips);
    TEST("legal actions of random games are read back as printed", legal_actions_round_trip);
    TEST("actions are words", actions_are_words);
    TEST("chains need no separators", chains_need_no_separators);
    TEST("bad actions are explained", bad_actions_are_explained);
    TEST("events are sentences", events_are_sentences);
    TEST("R10.2 events hide the cards of others", events_hide_cards);
    TEST("bad lines of events are refused with the form of a good one", bad_event_lines_are_explained);
    TEST("positions of random games are read back byte for byte", positions_round_trip);
    TEST("positions between decisions are read back", automatic_positions_round_trip);
    TEST("R10.2 the text of a view and its board hide the cards of others", views_hide_cards);
    TEST("an empty position is the start of a game of two", nothing_said_is_a_start);
    TEST("every stage can be stated with few facts", every_stage_has_defaults);
    TEST("bad facts are explained", bad_facts_are_explained);
    TEST("bad facts of players are explained", bad_players_are_explained);
    TEST("facts that do not fit together are explained", misfits_are_explained);
    TEST("cards that are not named lie between fresh and known ones", unnamed_cards_lie_between);
    TEST("boards fit a terminal", boards_fit_a_terminal);
    TEST("colours add nothing to a board but colours", colours_tell_nothing_else);
    TEST("compact boards are as short as they promise", compact_boards_are_short);
    TEST("boards fit 80 columns and 24 lines, and smaller terminals", tight_boards_fit);
    TEST("boards tell what goes on", boards_tell_what_goes_on);
    TEST("an edition is read back as printed", edition_round_trips);
    TEST("the default edition holds the values of the rules", default_values);
    TEST("bad editions are explained", bad_editions_are_explained);
    TEST("demand cards are counted", demand_cards_are_counted);
    TEST("readers take any bytes", readers_are_total);
    TEST("lines are broken between words", lines_are_broken_between_words);
    TEST("no width loses a letter", no_width_loses_a_letter);
    return test_end();
}
