/* test_sizes.c - the largest case of everything that is written into room of a promised size: it fits, one byte less is
 * an error, and then nothing is there.
 *
 * The sizes are added up from their parts beside the writers, and the compiler asserts the sums; here the writers are
 * given as much as their values can hold, also what no game comes to. A frame of 250 rounds is in test_table.c: it
 * takes a whole table. */
#include "edition.h"
#include "engine/base/json.h"
#include "engine/record/record.h"
#include "engine/text/board.h"
#include "engine/text/names.h"
#include "engine/text/notation.h"
#include "engine/text/position.h"
#include "engine/viewjson/event.h"
#include "engine/viewjson/preview.h"
#include "engine/viewjson/view.h"
#include "server/app/app.h"
#include "server/app/moderation_orders.h"
#include "server/table/table.h"
#include "test.h"

/* ------------------------------------------------------------------------------------------------ the largest values */

enum { LONGEST_CARD = FF_MAGISTRATE, EVERY_GOOD = 0xfff };

static struct text_edition edition;

/* Every number has as many digits as it may have, and the name is full of what is escaped. */
static void make_edition(void)
{
    struct ff_edition *values = &edition.values;
    memset(edition.name, '"', TEXT_EDITION_NAME_MAX);
    memset(values->cost, FF_COST_MAX, sizeof values->cost);
    values->steps_n = FF_STEPS_MAX;
    memset(values->price, FF_PRICE_MAX, sizeof values->price);
    values->price[0] = 0;
    values->price_start = FF_STEPS_MAX - 1;
    for (uint8_t i = 0; i < FF_GOODS; i++)
        values->printed[i] = i;
    values->demand_n = FF_DEMANDS_MAX;
    for (int i = 0; i < FF_DEMANDS_MAX; i++)
        values->demand[i] = ff_goods_of(FF_DEMAND_MAX, FF_DEMAND_MAX, FF_DEMAND_MAX);
    values->round_limit = FF_ROUNDS_MAX;
    CHECK_EQ(ff_edition_seal(values), FF_EDITION_OK);
}

/* All that can be told of a table at once, which no game does. */
static struct ff_public largest_public(void)
{
    struct ff_public pub = {.players = FF_PLAYERS_MAX,
                            .mode = FF_EXPERT,
                            .round = FF_ROUNDS_MAX,
                            .palaces = FF_PLAYERS_MAX * FF_PALACE_PARTS,
                            .stage = FF_STAGE_STORE_BARLEY,
                            .owe = 0x1f,
                            .turn = FF_PLAYERS_MAX - 1,
                            .brewery = FF_PLAYERS_MAX - 1,
                            .extra = 0x7fff,
                            .tally = EVERY_GOOD,
                            .market = (uint8_t)ff_market_of(1, 2, FF_MARKET_MAX),
                            .left = 255,
                            .card = LONGEST_CARD,
                            .first = LONGEST_CARD + 1};
    unsigned step = FF_STEPS_MAX - 1;
    memset(pub.board, LONGEST_CARD, sizeof pub.board);
    memset(pub.deck_n, FF_DECK_MAX, sizeof pub.deck_n);
    memset(pub.hand_n, FF_DECK_MAX, sizeof pub.hand_n);
    memset(pub.disc_now, FF_TRACK_END, sizeof pub.disc_now);
    memset(pub.disc_next, FF_TRACK_END, sizeof pub.disc_next);
    for (uint8_t seat = 0; seat < FF_PLAYERS_MAX; seat++) {
        pub.built[seat] = FF_EXPERT_CARDS;
        pub.coins[seat] = UINT16_MAX;
        pub.goods[seat] = pub.yield[seat] = pub.room[seat] = pub.demand[seat] = EVERY_GOOD;
        pub.step[seat] = ff_goods_of(step, step, step);
        pub.order[seat] = seat;
    }
    return pub;
}

static struct ff_view largest_view(void)
{
    struct ff_view view = {.pub = largest_public(),
                           .own = {.hand = FF_EXPERT_CARDS,
                                   .trash = FF_EXPERT_CARDS,
                                   .known_n = FF_DECK_MAX,
                                   .seat = FF_PLAYERS_MAX - 1,
                                   .first_trash = LONGEST_CARD + 1}};
    memset(view.own.known, LONGEST_CARD, sizeof view.own.known);
    return view;
}

/* A position that a game may come to, for what is told by trying it: seat 0 decides. */
static struct ff_view view_read(const char *text)
{
    struct ff_game game;
    struct ff_view view;
    struct base_error error = {0};
    memset(&game, 0, sizeof game);
    text_position_read(&edition.values, text, strlen(text), &game, &error);
    CHECK_STR(error.message, "");
    ff_view_of(&game, 0, &view);
    return view;
}

/* 63 bytes, all of which are escaped. */
static char quotes[RECORD_NAME_MAX], controls[RECORD_NAME_MAX];
static const char *const names[FF_PLAYERS_MAX] = {quotes, quotes, quotes, quotes, quotes};

/* -------------------------------------------------------------------------------------------------------- text */

static void edition_text(struct base_out *out) { text_edition(out, &edition); }

static void position(struct base_out *out)
{
    struct ff_game game = {.pub = largest_public()};
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++) {
        game.hid.hand[seat] = game.hid.trash[seat] = FF_EXPERT_CARDS;
        game.hid.deck_lo[seat] = game.hid.deck_hi[seat] = UINT64_C(0x0a5294a5294a5294); /* 18 in each 5 bits */
        game.hid.deck_end[seat] = 0x4a52;
    }
    game.hid.first_trash = LONGEST_CARD + 1;
    text_position(out, &game);
}

static void position_view(struct base_out *out)
{
    struct ff_view view = largest_view();
    text_position_view(out, &view);
}

static void turn(struct base_out *out)
{
    for (int i = 0; i < TEXT_TURN_ACTIONS; i++) {
        base_put(out, i ? "; " : "");
        text_action(out, ff_action_of(FF_STAGE_MARKET, ff_market_of(1, 2, FF_MARKET_MAX)));
    }
}

static void board(struct base_out *out)
{
    struct ff_view view = largest_view();
    text_board_view(out, &edition.values, &view, names,
                    (struct text_style){.utf8 = true, .columns = 200, .colours = TEXT_COLOURS_256});
}

/* ------------------------------------------------------------------------------------------------------ records */

static void round_of(struct record_writer *writer, const struct ff_game *after, int round)
{
    struct ff_event event = {.n = FF_HAND_MAX, .cost = 255, .disc = 255, .round = (uint8_t)round, .goods = EVERY_GOOD};
    event.market = (uint8_t)ff_market_of(1, 2, FF_MARKET_MAX);
    event.office = 1;
    event.income = UINT16_MAX;
    memset(event.cards, LONGEST_CARD, sizeof event.cards);
    for (event.seat = 0; event.seat < FF_PLAYERS_MAX; event.seat++)
        event.kind = FF_EVENT_DREW, record_event(writer, after, &event);
    for (event.seat = 0; event.seat < FF_PLAYERS_MAX; event.seat++) {
        event.kind = FF_EVENT_SOLD, record_event(writer, after, &event);
        for (int i = 0; i < FF_BUILDS_MAX; i++)
            event.kind = FF_EVENT_BUILT, record_event(writer, after, &event);
        for (int i = 0; i < FF_HAND_MAX; i++)
            event.kind = FF_EVENT_BURIED, record_event(writer, after, &event);
        event.kind = FF_EVENT_STORED, record_event(writer, after, &event);
        event.kind = FF_EVENT_KEPT, record_event(writer, after, &event);
    }
    event.kind = FF_EVENT_ROUND, record_event(writer, after, &event);
}

static struct record_fair largest_fair(void)
{
    struct record_fair fair = {.void_n = RECORD_FAIR_VOID_MAX};
    memset(fair.game, 'g', sizeof fair.game - 1);
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++) {
        fair.seat[seat].how = RECORD_FAIR_SEALED;
        for (int r = 0; r < RECORD_FAIR_VOID_MAX; r++)
            fair.void_round[r][seat].how = RECORD_FAIR_SEALED;
    }
    return fair;
}

/* Every round tells all that a round can. */
static void record(struct base_out *out)
{
    struct record_fair fair = largest_fair();
    struct record_about about = {
        .edition = controls, .date = controls, .has_seed = true, .seed = INT64_MAX, .fair = &fair};
    struct record_writer writer;
    struct ff_setup setup = {.players = FF_PLAYERS_MAX, .mode = FF_EXPERT};
    struct ff_game after = {.pub = largest_public()};
    struct ff_event buried = {.kind = FF_EVENT_BURIED, .cards = {LONGEST_CARD}};
    memset(setup.deck, LONGEST_CARD, sizeof setup.deck);
    for (uint8_t seat = 0; seat < FF_PLAYERS_MAX; seat++) {
        about.names[seat] = about.bots[seat] = controls;
        setup.demand[seat] = EVERY_GOOD;
        setup.order[seat] = seat;
        after.hid.hand[seat] = ff_bit(LONGEST_CARD);
    }
    record_begin(&writer, out, &edition.values, &setup, &about);
    for (buried.seat = 0; buried.seat < FF_PLAYERS_MAX; buried.seat++)
        for (int i = 0; i < FF_HAND_MAX - 1; i++)
            record_event(&writer, &after, &buried);
    for (int round = 1; round < FF_ROUNDS_MAX; round++)
        round_of(&writer, &after, round);
    after.pub.stage = FF_STAGE_OVER;
    round_of(&writer, &after, FF_ROUNDS_MAX);
}

static void fair_seat(struct base_out *out)
{
    struct record_fair fair = largest_fair();
    record_fair_put_seat(out, &fair.seat[0]);
}

/* -------------------------------------------------------------------------------------------------------- pages */

static void view_with(struct base_out *out, struct ff_view view)
{
    memset(view.pub.room, 0, sizeof view.pub.room);
    viewjson_put_view(out, &edition.values, &view, true);
}

static void view_of_all_built(struct base_out *out) { view_with(out, largest_view()); }

static void view_of_nothing_built(struct base_out *out)
{
    struct ff_view view = largest_view();
    memset(view.pub.built, 0, sizeof view.pub.built);
    view.own.trash = view.own.known_n = 0;
    memset(view.pub.fresh_n, FF_DECK_MAX, sizeof view.pub.fresh_n);
    view_with(out, view);
}

static void view_of_the_end(struct base_out *out)
{
    struct ff_view view = largest_view();
    view.pub.stage = FF_STAGE_OVER;
    view.pub.owe = 0;
    view_with(out, view);
}

static void viewjson_edition_of_all(struct base_out *out) { viewjson_put_edition(out, &edition); }

#define AT(stage) "position 1\nmode expert\nplayers 5\nround 250\nstage " stage "\nowe 0\n"
#define TEN_CARDS                                                                                                      \
    "player 0 hand magistrate warehouse townhall1 townhall2 barley1 barley2 barley3 palace1 palace2 palace3\n"

static void options_at(struct base_out *out, const char *text)
{
    struct ff_view view = view_read(text);
    viewjson_put_options(out, &edition.values, &view);
}

/* Ten cards with the longest names, of which none may be removed any more: the longest sentence for each. */
static void options_of_discarding(struct base_out *out)
{
    options_at(out, AT("discard") "left 0\nplayer 0 board scavenger - - - - -\n" TEN_CARDS);
}

static void options_of_the_market(struct base_out *out)
{
    options_at(out,
               AT("market") "selling-at E\nplayer 0 board market hops3 barley3 water3 - -\nplayer 0 goods 3 3 3\n");
}

static void build_preview(struct base_out *out)
{
    struct ff_view view = view_read(AT("build") "left 2\nplayer 0 coins 9999\n"
                                                "player 0 board crane market office bank1 bank2 guide\n" TEN_CARDS);
    viewjson_put_build_preview(out, &edition.values, &view);
}

static void sale_preview(struct base_out *out)
{
    struct ff_view view = view_read(AT("brewery") "player 0 coins 9999\nplayer 0 goods 3 3 3\n"
                                                  "player 0 board market office hops3 barley3 water3 guide\n");
    struct viewjson_sale_plan plan = {EVERY_GOOD, (uint8_t)ff_market_of(1, 2, FF_MARKET_MAX), 1};
    viewjson_put_sale_preview(out, &edition.values, &view, &plan);
}

static void event_of(struct base_out *out, enum ff_event_kind kind)
{
    struct ff_public pub = largest_public();
    struct ff_event event = {.kind = kind,
                             .seat = FF_PLAYERS_MAX - 1,
                             .n = FF_HAND_MAX,
                             .brewery = FF_PLAYERS_MAX - 1,
                             .market = (uint8_t)ff_market_of(1, 2, FF_MARKET_MAX),
                             .office = 1,
                             .disc = 255,
                             .space = FF_SPACES - 1,
                             .cost = 255,
                             .covered = LONGEST_CARD,
                             .round = FF_ROUNDS_MAX,
                             .goods = EVERY_GOOD,
                             .income = UINT16_MAX};
    memset(event.cards, LONGEST_CARD, sizeof event.cards);
    viewjson_put_event(out, &edition.values, &pub, &pub, &event, names, TEXT_ALL_SEEING);
}

static void event_drew(struct base_out *out) { event_of(out, FF_EVENT_DREW); }
static void event_sold(struct base_out *out) { event_of(out, FF_EVENT_SOLD); }
static void event_built(struct base_out *out) { event_of(out, FF_EVENT_BUILT); }
static void event_round(struct base_out *out) { event_of(out, FF_EVENT_ROUND); }

/* ------------------------------------------------------------------------------------------------- tables and apps */

/* 11 quotes and 13 characters of four bytes: no name is longer when it is escaped. */
static const char longest_name[] = "\"\"\"\"\"\"\"\"\"\"\"\xf0\x9f\x8d\xba\xf0\x9f\x8d\xba\xf0\x9f\x8d\xba"
                                   "\xf0\x9f\x8d\xba\xf0\x9f\x8d\xba\xf0\x9f\x8d\xba\xf0\x9f\x8d\xba\xf0\x9f\x8d\xba"
                                   "\xf0\x9f\x8d\xba\xf0\x9f\x8d\xba\xf0\x9f\x8d\xba\xf0\x9f\x8d\xba\xf0\x9f\x8d\xba";
static const char guest[] = "aaaaaaaaaaaaaaaa", message_id[] = "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm";

static void entry_create(struct base_out *out)
{
    struct table_create create = {.options = {.mode = FF_EXPERT,
                                              .seats = FF_PLAYERS_MAX,
                                              .level = TABLE_LEVELS,
                                              .turn_s = TABLE_TURN_S_MAX,
                                              .grace_s = TABLE_TURN_S_MAX},
                                  .edition = &edition};
    memcpy(create.host, guest, sizeof guest);
    memcpy(create.next, "nnnnnnnnnnnnnnnn", TABLE_ID_SIZE);
    memcpy(create.before, guest, sizeof guest);
    CHECK_EQ(table_validate_create(&create, out).verdict, TABLE_YES);
}

static void apply(struct table *table, void (*write)(struct base_out *out))
{
    static char text[TABLE_ENTRY_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    struct base_error error = {0};
    write(&out);
    struct table_entry entry = {table_number(table) + 1, 1, text, out.length};
    CHECK(table_apply(table, &entry, &error));
    CHECK_STR(error.message, "");
}

static struct table *full_table;

static void entry_sit(struct base_out *out)
{
    static const uint8_t seal[TABLE_DEAL_BYTES] = {1};
    struct table *table = table_new(guest);
    apply(table, entry_create);
    CHECK_EQ(table_validate_sealed_sit(table, guest, longest_name, 4, seal, out).verdict, TABLE_YES);
    table_free(table);
}

/* Five guests, each with the longest name; the last one starts the game. */
static void fill_table(void)
{
    full_table = table_new(guest);
    apply(full_table, entry_create);
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++) {
        static char text[TABLE_ENTRY_MAX];
        char who[TABLE_ID_SIZE] = "aaaaaaaaaaaaaaaa";
        struct base_out out = base_out_of(text, sizeof text);
        struct base_error error = {0};
        who[0] = (char)('b' + seat);
        CHECK_EQ(table_validate_sit(full_table, who, longest_name, seat, NULL, &out).verdict, TABLE_YES);
        struct table_entry entry = {table_number(full_table) + 1, 1, text, out.length};
        CHECK(table_apply(full_table, &entry, &error));
        CHECK_STR(error.message, "");
    }
}

static void entry_say(struct base_out *out)
{
    char line[4 * TABLE_CHAT_CHARACTERS + 1] = "";
    for (int i = 0; i < TABLE_CHAT_CHARACTERS; i++)
        strcat(line, "\xf0\x9f\x8d\xba");
    CHECK_EQ(table_validate_chat(full_table, 4, message_id, line, strlen(line), out).verdict, TABLE_YES);
}

static void about(struct base_out *out) { table_summary(full_table, out); }

static void order(struct base_out *out)
{
    struct moderation_order order = {.verb = MODERATION_REOPEN_TABLE};
    memset(order.who, 'w', sizeof order.who - 1);
    memset(order.why, 'y', sizeof order.why - 1);
    moderation_order_write(&order, out);
}

static void error_body(struct base_out *out)
{
    char sentence[APP_ERROR_TEXT] = "";
    memset(sentence, 1, sizeof sentence - 1);
    app_error_put(out, &(struct app_error){"no-such-path", sentence, NULL});
}

/* ----------------------------------------------------------------------------------------------------- all of them */

/* `room` is what the header promises to be enough, a NUL included. */
static const struct size {
    const char *what;
    size_t room;
    void (*write)(struct base_out *out);
    bool is_json;
} sizes[] = {
    {"edition", TEXT_EDITION_MAX, edition_text, false},
    {"position", TEXT_POSITION_MAX, position, false},
    {"position of a view", TEXT_POSITION_MAX, position_view, false},
    {"turn", TEXT_TURN_MAX, turn, false},
    {"board", TEXT_BOARD_MAX, board, false},
    {"record", RECORD_GAME_MAX, record, false},
    {"seat of a fair deal", RECORD_FAIR_SEAT_TEXT_MAX + 1, fair_seat, false},
    {"view, everything built", VIEWJSON_VIEW_MAX, view_of_all_built, true},
    {"view, nothing built", VIEWJSON_VIEW_MAX, view_of_nothing_built, true},
    {"view of the end", VIEWJSON_VIEW_MAX, view_of_the_end, true},
    {"options of discarding", VIEWJSON_VIEW_MAX, options_of_discarding, true},
    {"options of the Market", VIEWJSON_VIEW_MAX, options_of_the_market, true},
    {"edition of a page", VIEWJSON_VIEW_MAX, viewjson_edition_of_all, true},
    {"preview of builds", VIEWJSON_PREVIEW_MAX, build_preview, true},
    {"preview of sales", VIEWJSON_PREVIEW_MAX, sale_preview, true},
    {"event of drawing", VIEWJSON_EVENT_MAX, event_drew, true},
    {"event of a sale", VIEWJSON_EVENT_MAX, event_sold, true},
    {"event of a build", VIEWJSON_EVENT_MAX, event_built, true},
    {"event of a round", VIEWJSON_EVENT_MAX, event_round, true},
    {"entry that makes a table", TABLE_ENTRY_MAX, entry_create, false},
    {"entry of a guest who sits down", TABLE_ENTRY_MAX, entry_sit, false},
    {"entry of a line of chat", TABLE_ENTRY_MAX, entry_say, false},
    {"line of a list", TABLE_SUMMARY_MAX, about, false},
    {"order of the house", MODERATION_ORDER_MAX + 1, order, false},
    {"refusal over HTTP", APP_ERROR_MAX, error_body, true},
};

static void largest_case(const struct size *size)
{
    static char text[RECORD_GAME_MAX];
    static struct base_json json;
    struct base_out out = base_out_of(text, size->room);
    size->write(&out);
    size_t n = out.length;
    CHECK(base_out_whole(&out) && n > 0 && strcmp(text, "null") != 0);
    if (size->is_json)
        CHECK_EQ(base_json_read(&json, text, n), BASE_JSON_OK);
    out = base_out_of(text, n + 1);
    size->write(&out);
    CHECK(base_out_whole(&out) && out.length == n);
    out = base_out_of(text, n);
    size->write(&out);
    CHECK(!base_out_whole(&out) && out.length == 0 && !*text);
}

static void largest_cases(void)
{
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        bool failed = test_state.test_failed;
        test_state.test_failed = false;
        largest_case(&sizes[i]);
        if (test_state.test_failed)
            printf("  ... the %s\n", sizes[i].what);
        test_state.test_failed |= failed;
    }
}

/* -------------------------------------------------------------------------------------------------------- words */

static size_t longer(size_t n, const char *word) { return strlen(word) > n ? strlen(word) : n; }

/* What the sizes are added up from is exactly as long as the longest. */
static void words(void)
{
    size_t card = 0, title = 0, refusal = 0, id = 0, action = 0;
    for (int i = 0; i < FF_CARDS_MAX; i++) {
        card = longer(card, text_card(i));
        title = longer(title, text_card_title(i));
    }
    for (int i = 0; i < FF_REFUSALS; i++) {
        refusal = longer(refusal, text_refusal((enum ff_refusal)i));
        id = longer(id, text_refusal_id((enum ff_refusal)i));
        CHECK(strlen(text_refusal_rule((enum ff_refusal)i)) <= strlen("R10.2"));
        CHECK(!strpbrk(text_refusal((enum ff_refusal)i), "\"\\"));
    }
    for (unsigned i = 0; i <= UINT16_MAX; i++) {
        char text[TEXT_ACTION_MAX];
        struct base_out out = base_out_of(text, sizeof text);
        text_action(&out, (ff_action)i);
        CHECK(base_out_whole(&out));
        action = longer(action, text);
    }
    CHECK_EQ(card, TEXT_CARD_MAX);
    CHECK_EQ(title, TEXT_TITLE_MAX);
    CHECK_EQ(refusal, TEXT_REFUSAL_MAX);
    CHECK_EQ(id, TEXT_REFUSAL_ID_MAX);
    CHECK_EQ(action, TEXT_ACTION_MAX - 1);
}

/* No turn has more actions than its size is made of: random games of the most players, all cards, and rich seats. */
static void turns(void)
{
    struct ff_edition rich = edition.values;
    struct ff_rng rng = ff_rng_of(1);
    memset(rich.cost, 0, sizeof rich.cost);
    CHECK_EQ(ff_edition_seal(&rich), FF_EDITION_OK);
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct ff_setup setup;
        struct ff_game game;
        int actions[FF_PLAYERS_MAX] = {0}, round = 0;
        ff_deal(&rich, FF_PLAYERS_MAX, FF_EXPERT, seed, &setup);
        ff_begin(&rich, &setup, &game);
        for (int step = 0; game.pub.owe && step < 4000; step++) {
            if (game.pub.round != round)
                memset(actions, 0, sizeof actions);
            round = game.pub.round;
            int seat = ff_lowest(game.pub.owe);
            ff_options options = ff_game_options(&game, seat);
            int nth = (int)ff_rng_below(&rng, (uint32_t)ff_popcount(options));
            CHECK(++actions[seat] <= TEXT_TURN_ACTIONS);
            ff_apply(&rich, &game, seat, ff_action_of(game.pub.stage, (unsigned)ff_option_nth(options, nth)));
        }
    }
}

int main(void)
{
    memset(quotes, '"', sizeof quotes - 1);
    memset(controls, 1, sizeof controls - 1);
    TEST("the largest edition is one", make_edition);
    TEST("a table of the longest names", fill_table);
    TEST("the longest words are as long as is said", words);
    TEST("no turn is longer than the longest", turns);
    TEST("the largest case of each writer fits, and one byte less is an error", largest_cases);
    table_free(full_table);
    return test_end();
}
