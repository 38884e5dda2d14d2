/* test_deal.c - a table's deal: seals first, then values, then the cards; who does not open a seal, who wants to get
 * up, and that the record of the game can be checked. docs/players/fair.md */
#include "edition.h"
#include "engine/record/record.h"
#include "engine/text/notation.h"
#include "server/table/table.h"
#include "test.h"

#include <stdlib.h>

enum { FRAME_MAX = 4 << 20 }; /* bytes; more than any frame has */

static struct table *table;
static struct text_edition named;
static int64_t now_ms;

static bool apply(const char *text)
{
    struct base_error error;
    struct table_entry entry = {table_last_number(table) + 1, now_ms, text, strlen(text)};
    return table_apply(table, &entry, &error);
}

/* Does what was wished for. */
static bool granted(struct table_answer answer, struct base_out *out)
{
    if (answer.verdict != TABLE_YES)
        printf("  (%s)\n", answer.text);
    return answer.verdict == TABLE_YES && apply(out->text);
}

static char buffer[TABLE_ENTRY_MAX];
static struct base_out fresh(void) { return base_out_of(buffer, sizeof buffer); }

static void make(int seats)
{
    struct table_create create = {.options = {.seats = (uint8_t)seats, .level = 3}, .edition = &named};
    struct base_out out = fresh();
    memcpy(create.host, "aaaaaaaaaaaaaaaa", TABLE_ID_SIZE);
    memcpy(create.next, "nnnnnnnnnnnnnnnn", TABLE_ID_SIZE);
    memset(create.seed, 7, sizeof create.seed);
    table = table_new("tttttttttttttttt");
    now_ms = 1000;
    CHECK(granted(table_validate_create(&create, &out), &out));
}

static void value_of(int seat, uint8_t value[TABLE_DEAL_BYTES]) { memset(value, 0x30 + seat, TABLE_DEAL_BYTES); }

static void sit_sealed(int seat)
{
    uint8_t value[TABLE_DEAL_BYTES], seal[TABLE_DEAL_BYTES];
    char guest[] = "aaaaaaaaaaaaaaaa";
    struct base_out out = fresh();
    guest[15] = (char)('a' + seat);
    value_of(seat, value);
    record_fair_seal(value, seal);
    CHECK(granted(table_validate_sealed_sit(table, guest, "Anna", seat, seal, &out), &out));
}

static bool reveal(int seat, int value_seat)
{
    uint8_t value[TABLE_DEAL_BYTES];
    struct base_out out = fresh();
    value_of(value_seat, value);
    struct table_answer answer = table_validate_reveal(table, seat, value, &out);
    return answer.verdict == TABLE_YES && apply(out.text);
}

static bool bot(int seat)
{
    struct base_out out = fresh();
    return granted(table_validate_add_bot(table, "aaaaaaaaaaaaaaaa", seat, 1, &out), &out);
}

static const char *frame(int seat)
{
    static char text[FRAME_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    struct table_viewer viewer = {.seat = seat, .since = table_last_number(table), .now_ms = now_ms};
    table_frame(table, &viewer, &out);
    return text;
}

/* Everybody does the first thing that is allowed, and the record is read. */
static struct record_reader reader;
static void play_to_the_end(void)
{
    static char record[RECORD_GAME_MAX];
    struct base_out out = base_out_of(record, sizeof record);
    uint64_t line;
    struct ff_rng rng = ff_rng_of(3);
    for (int i = 0; i < 5000 && table_phase(table) == TABLE_PLAY; i++) {
        const struct ff_game *game = table_game(table);
        int seat = ff_lowest(game->pub.owe);
        ff_options options = ff_game_options(game, seat);
        char actions[64], entry[200];
        struct base_out words = base_out_of(actions, sizeof actions);
        int option = ff_option_nth(options, (int)ff_rng_below(&rng, (uint32_t)ff_popcount(options)));
        text_action(&words, ff_action_of(game->pub.stage, (unsigned)option));
        snprintf(entry, sizeof entry, "turn %d - %s", seat, actions);
        if (!apply(entry))
            break;
    }
    CHECK_EQ(table_phase(table), TABLE_OVER);
    CHECK(table_record(table, &out));
    record_reader_init(&reader);
    if (!CHECK_EQ(record_read_text(&reader, record, out.length, &line), RECORD_HOLDS))
        printf("  %s\n", reader.fault.text);
    CHECK(reader.has_fair);
}

static void seals_then_values_then_cards(void)
{
    make(3);
    sit_sealed(0);
    CHECK(!reveal(0, 0)); /* not before all seats are taken */
    CHECK(bot(1));
    CHECK(!table_is_dealing(table));
    sit_sealed(2);
    CHECK(table_is_dealing(table));
    CHECK_EQ(table_phase(table), TABLE_OPEN);
    CHECK(strstr(frame(0), "\"commit\":\""));
    CHECK(strstr(frame(0), "\"deal\":[\"withheld "));
    CHECK(!strstr(frame(0), "3030303030")); /* no value yet, nor the secret */
    CHECK(!strstr(frame(0), "0707070707"));
    CHECK(!reveal(0, 2)); /* another value than the one sealed */
    CHECK(reveal(0, 0));
    CHECK_EQ(table_phase(table), TABLE_OPEN);
    CHECK(!reveal(0, 0)); /* once */
    CHECK(reveal(2, 2));
    CHECK_EQ(table_phase(table), TABLE_PLAY);
    CHECK(strstr(frame(1), "\"phase\":\"play\""));
    CHECK(!strstr(frame(1), "0707070707"));
    play_to_the_end();
    CHECK_EQ(reader.fair.seat[0].how, RECORD_FAIR_SEALED);
    CHECK_EQ(reader.fair.seat[1].how, RECORD_FAIR_NONE);
    CHECK_EQ(reader.fair.seat[2].how, RECORD_FAIR_SEALED);
    table_free(table);
}

/* A value for the second round and those after it. */
static void later_value(int seat, int round, uint8_t value[TABLE_DEAL_BYTES])
{
    memset(value, 0x40 + 8 * round + seat, TABLE_DEAL_BYTES);
}

static bool seal_anew(int seat, int round)
{
    uint8_t value[TABLE_DEAL_BYTES], seal[TABLE_DEAL_BYTES];
    struct base_out out = fresh();
    later_value(seat, round, value);
    record_fair_seal(value, seal);
    return table_validate_seal(table, seat, seal, &out).verdict == TABLE_YES && apply(out.text);
}

static bool open_anew(int seat, int round)
{
    uint8_t value[TABLE_DEAL_BYTES];
    struct base_out out = fresh();
    later_value(seat, round, value);
    return table_validate_reveal(table, seat, value, &out).verdict == TABLE_YES && apply(out.text);
}

/* The clock has its say. */
static void time_is_up(void)
{
    struct base_out out = fresh();
    CHECK_EQ(table_validate_deal_timeout(table, table_deadline_ms(table) - 1, &out).verdict, TABLE_NO);
    now_ms = table_deadline_ms(table);
    out = fresh();
    CHECK(granted(table_validate_deal_timeout(table, now_ms, &out), &out));
}

/* Two deals would be there to choose from, if the game began without the value: the round is void. */
static void who_withholds_is_shut_out(void)
{
    make(3);
    sit_sealed(0);
    sit_sealed(1);
    now_ms = 5000;
    sit_sealed(2);
    CHECK_EQ(table_deadline_ms(table), 5000 + 1000 * TABLE_REVEAL_S);
    CHECK(reveal(1, 1));
    CHECK(reveal(2, 2));
    CHECK_EQ(table_deadline_ms(table), 5000 + 1000 * TABLE_REVEAL_S); /* opening gives nobody more time */
    CHECK(strstr(frame(0), "\"wants\":\"values\",\"deal_ms\":"));
    CHECK(!strstr(frame(0), "deal_round"));
    time_is_up();
    CHECK_EQ(table_deal_step(table), TABLE_DEAL_STEP_SEALS);
    CHECK_EQ(table_phase(table), TABLE_OPEN);
    CHECK(strstr(frame(1), "\"deal\":[\"withheld "));
    CHECK(strstr(frame(1), "\",\"none\",\"none\"],\"deal_round\":2,\"shut_out\":[0],\"wants\":\"seals\""));
    CHECK(!reveal(0, 0));    /* too late, */
    CHECK(!seal_anew(0, 2)); /* nor is it asked again */
    CHECK(!open_anew(1, 2)); /* nothing to open yet */
    CHECK(seal_anew(1, 2));
    CHECK(!seal_anew(1, 3)); /* once */
    CHECK_EQ(table_deal_step(table), TABLE_DEAL_STEP_SEALS);
    CHECK(!open_anew(1, 2)); /* not before all have sealed */
    CHECK(seal_anew(2, 2));
    CHECK_EQ(table_deal_step(table), TABLE_DEAL_STEP_VALUES);
    CHECK(!reveal(1, 1)); /* what was void stays void */
    CHECK(!reveal(0, 0));
    CHECK(open_anew(1, 2));
    CHECK(open_anew(2, 2));
    CHECK_EQ(table_phase(table), TABLE_PLAY);
    CHECK_EQ(table_deadline_ms(table), 0);
    play_to_the_end();
    CHECK_EQ(reader.fair.void_n, 1);
    CHECK_EQ(reader.fair.seat[0].how, RECORD_FAIR_WITHHELD);
    CHECK_EQ(reader.fair.seat[1].how, RECORD_FAIR_SEALED);
    CHECK_EQ(reader.fair.void_round[0][2].how, RECORD_FAIR_SEALED);
    table_free(table);
}

/* Three who have sealed their values, of which the last is withheld. */
static void make_with_one_withheld(void)
{
    make(3);
    for (int i = 0; i < 3; i++)
        sit_sealed(i);
    CHECK(reveal(0, 0));
    CHECK(reveal(1, 1));
    time_is_up();
}

/* A seal whose value everybody knows is no seal. */
static void known_values_are_not_sealed_again(void)
{
    uint8_t value[TABLE_DEAL_BYTES], seal[TABLE_DEAL_BYTES];
    struct base_out out = fresh();
    make_with_one_withheld();
    for (int i = 0; i < 3; i++) {
        value_of(i, value);
        record_fair_seal(value, seal);
        CHECK_EQ(table_validate_seal(table, 0, seal, &out).verdict, TABLE_NO);
    }
    table_free(table);
}

/* Each round can be refused by one who has not refused yet; then they are all shut out and the game begins. */
static void rounds_end(void)
{
    make(5);
    for (int i = 0; i < 5; i++)
        sit_sealed(i);
    for (int i = 1; i < 5; i++)
        CHECK(reveal(i, i));
    for (int round = 2; round <= 5; round++) {
        time_is_up();
        CHECK_EQ(table_deal_step(table), TABLE_DEAL_STEP_SEALS);
        for (int i = round - 1; i < 5; i++)
            CHECK(seal_anew(i, round));
        for (int i = round; i < 5; i++)
            CHECK(open_anew(i, round));
    }
    time_is_up();
    CHECK_EQ(table_phase(table), TABLE_PLAY);
    play_to_the_end();
    CHECK_EQ(reader.fair.void_n, 5);
    CHECK_EQ(record_fair_withheld(&reader.fair, 5), 31);
    table_free(table);
}

/* A program that knows nothing of second rounds, or a page that is closed: it gives nothing, and nobody waits. */
static void who_does_not_seal_anew_gives_nothing(void)
{
    make_with_one_withheld();
    CHECK(seal_anew(0, 2));
    time_is_up();
    CHECK_EQ(table_deal_step(table), TABLE_DEAL_STEP_VALUES);
    CHECK(!seal_anew(1, 2)); /* too late: others may have opened */
    CHECK(open_anew(0, 2));
    CHECK_EQ(table_phase(table), TABLE_PLAY);
    play_to_the_end();
    CHECK_EQ(reader.fair.seat[1].how, RECORD_FAIR_NONE);
    CHECK_EQ(reader.fair.void_round[0][1].how, RECORD_FAIR_SEALED);
    table_free(table);
    make(2); /* nobody seals anew */
    sit_sealed(0);
    sit_sealed(1);
    CHECK(reveal(0, 0));
    time_is_up();
    time_is_up();
    CHECK_EQ(table_phase(table), TABLE_PLAY);
    table_free(table);
}

/* Alone with bots there is nobody to be fair to: the game begins at once. */
static void nobody_left_to_seal(void)
{
    make(2);
    sit_sealed(0);
    CHECK(bot(1));
    time_is_up();
    CHECK_EQ(table_phase(table), TABLE_PLAY);
    play_to_the_end();
    CHECK_EQ(reader.fair.seat[0].how, RECORD_FAIR_WITHHELD);
    table_free(table);
}

/* While seats are open everybody sees who has sealed. */
static void seals_are_seen_by_all(void)
{
    make(3);
    CHECK(strstr(frame(FF_NOBODY), "\"deal\":[\"none\",\"none\",\"none\"]"));
    sit_sealed(1);
    CHECK(strstr(frame(FF_NOBODY), "\"deal\":[\"none\",\"withheld "));
    CHECK(strstr(frame(FF_NOBODY), "\"commit\":\""));
    CHECK(!strstr(frame(FF_NOBODY), "wants"));
    table_free(table);
}

static void nobody_gets_up_while_seals_are_opened(void)
{
    struct base_out out = fresh();
    make(2);
    sit_sealed(0);
    CHECK(granted(table_validate_leave(table, 0, &out), &out)); /* before, everybody may */
    sit_sealed(0);
    sit_sealed(1);
    out = fresh();
    CHECK_EQ(table_validate_leave(table, 0, &out).verdict, TABLE_NO);
    CHECK(!apply("stand 0"));
    CHECK(reveal(0, 0));
    CHECK(reveal(1, 1));
    CHECK_EQ(table_phase(table), TABLE_PLAY);
    table_free(table);
}

/* Entries that no wish makes. */
static void damaged_logs_are_refused(void)
{
    static const char *const damaged[] = {"again",  "deal",      "stand 0",   "seal",
                                          "seal 0", "seal 0 11", "seal 7 00", "bot 0 1"};
    char entry[200];
    make(2);
    sit_sealed(0);
    CHECK(!apply("sit 1 bbbbbbbbbbbbbbbb =12 Ben"));
    CHECK(!apply("sit 1 bbbbbbbbbbbbbbbb = Ben"));
    CHECK(bot(1));
    memset(entry, '1', sizeof entry);
    memcpy(entry, "reveal 0 ", 9);
    entry[9 + 2 * TABLE_DEAL_BYTES] = '\0';
    CHECK(!apply(entry));
    CHECK(!apply("reveal 1 00"));
    CHECK(!apply("reveal"));
    CHECK(!apply("open"));
    CHECK(!apply("seal 0 11"));
    CHECK(table_is_dealing(table));
    table_free(table);
    make(2);
    CHECK(!apply("again"));
    sit_sealed(0);
    sit_sealed(1);
    CHECK(reveal(0, 0));
    CHECK(apply("again"));
    for (size_t i = 0; i < sizeof damaged / sizeof damaged[0]; i++)
        CHECK(!apply(damaged[i]));
    CHECK_EQ(table_deal_step(table), TABLE_DEAL_STEP_SEALS);
    table_free(table);
}

/* Without seals the game begins with the last seat. */
static void values_may_be_given_openly(void)
{
    uint8_t value[TABLE_DEAL_BYTES];
    struct base_out out = fresh();
    make(2);
    value_of(0, value);
    CHECK(granted(table_validate_sit(table, "aaaaaaaaaaaaaaaa", "Anna", 0, value, &out), &out));
    CHECK(bot(1));
    CHECK_EQ(table_phase(table), TABLE_PLAY);
    play_to_the_end();
    CHECK_EQ(reader.fair.seat[0].how, RECORD_FAIR_OPEN);
    table_free(table);
}

int main(void)
{
    struct base_error error;
    if (!text_edition_read(default_edition_text, default_edition_size, &named, &error))
        return 2;
    TEST("R10.3 deal: seals, then values, then cards", seals_then_values_then_cards);
    TEST("R10.3 deal: who withholds is shut out, and the others seal anew", who_withholds_is_shut_out);
    TEST("R10.3 deal: a value that is known is not sealed again", known_values_are_not_sealed_again);
    TEST("R10.3 deal: each seat can make one round void, then it begins", rounds_end);
    TEST("R10.3 deal: who does not seal anew gives nothing", who_does_not_seal_anew_gives_nothing);
    TEST("R10.3 deal: with nobody left to seal it begins", nobody_left_to_seal);
    TEST("deal: seals are seen by all while seats are open", seals_are_seen_by_all);
    TEST("deal: nobody gets up while seals are opened", nobody_gets_up_while_seals_are_opened);
    TEST("deal: damaged logs are refused", damaged_logs_are_refused);
    TEST("deal: values may be given openly", values_may_be_given_openly);
    return test_end();
}
