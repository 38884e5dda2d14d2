/* test_fair.c - the fair deal: the hash is the real one, the deal is whole and without preference, each value counts,
 * and what is changed afterwards is noticed. tests/fair.py deals the same by docs/players/fair.md without our code. */
#include "edition.h"
#include "engine/base/hex.h"
#include "engine/record/fair.h"
#include "engine/record/record.h"
#include "server/table/deal.h"
#include "test.h"

#include <sodium.h>

/* -------------------------------------------------------------------------------------------------------- the hash */

static void hash_is_libsodiums(void)
{
    uint8_t text[700], ours[BASE_BLAKE2B_BYTES], theirs[BASE_BLAKE2B_BYTES];
    int same = 0;
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (uint8_t)(i * 131 + i / 256);
    for (size_t n = 0; n <= sizeof text; n++) {
        base_blake2b(text, n, ours);
        crypto_generichash(theirs, sizeof theirs, text, n, NULL, 0);
        same += memcmp(ours, theirs, sizeof ours) == 0;
    }
    CHECK_EQ(same, sizeof text + 1);
}

static void hex_round_trips(void)
{
    uint8_t bytes[RECORD_FAIR_BYTES], back[RECORD_FAIR_BYTES] = {0};
    char text[RECORD_FAIR_HEX + 1];
    struct base_out out = base_out_of(text, sizeof text);
    for (int i = 0; i < RECORD_FAIR_BYTES; i++)
        bytes[i] = (uint8_t)(i * 9 + 3);
    base_put_hex(&out, bytes, RECORD_FAIR_BYTES);
    CHECK_EQ(out.length, RECORD_FAIR_HEX);
    CHECK(base_hex_read(text, RECORD_FAIR_HEX, back, RECORD_FAIR_BYTES));
    CHECK(memcmp(bytes, back, sizeof back) == 0);
    CHECK(!base_hex_read(text, RECORD_FAIR_HEX - 1, back, RECORD_FAIR_BYTES));
    text[5] = 'g';
    CHECK(!base_hex_read(text, RECORD_FAIR_HEX, back, RECORD_FAIR_BYTES));
    text[5] = '@'; /* a letter but for one bit */
    CHECK(!base_hex_read(text, RECORD_FAIR_HEX, back, RECORD_FAIR_BYTES));
}

static void game_names_are_judged(void)
{
    char name[RECORD_FAIR_GAME_MAX + 1];
    memset(name, 'a', sizeof name);
    name[RECORD_FAIR_GAME_MAX] = '\0';
    CHECK(!record_fair_game_valid(name));
    name[RECORD_FAIR_GAME_MAX - 1] = '\0';
    CHECK(record_fair_game_valid(name));
    CHECK(record_fair_game_valid("Ab-9_.2"));
    CHECK(!record_fair_game_valid(""));
    CHECK(!record_fair_game_valid("a b"));
    CHECK(!record_fair_game_valid("a\nsecret"));
}

/* --------------------------------------------------------------------------------------------------------- a deal */

static struct ff_edition edition;

/* One of each kind of seat that a deal in one round can have, values from a number. */
static struct record_fair fair_of(unsigned number)
{
    struct record_fair fair = {.game = "table.1"};
    memset(fair.secret, (int)number, RECORD_FAIR_BYTES);
    memcpy(fair.secret, &number, sizeof number);
    record_fair_commit(fair.game, fair.secret, fair.commit);
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++) {
        uint8_t value[RECORD_FAIR_BYTES];
        memset(value, seat + 1, sizeof value);
        fair.seat[seat].how = (uint8_t)(seat == 1   ? RECORD_FAIR_OPEN
                                        : seat == 2 ? RECORD_FAIR_NONE
                                                    : RECORD_FAIR_WITHHELD);
        if (seat == 1)
            memcpy(fair.seat[seat].value, value, sizeof value);
        if (fair.seat[seat].how == RECORD_FAIR_WITHHELD) {
            record_fair_seal(value, fair.seat[seat].seal);
            record_fair_open(&fair.seat[seat], value);
        }
    }
    return fair;
}

static struct ff_setup dealt(const struct record_fair *fair, int players, int mode)
{
    struct ff_setup setup;
    record_fair_deal(fair, &edition, players, mode, &setup);
    return setup;
}

static void deals_are_whole(void)
{
    for (unsigned number = 0; number < 500; number++) {
        struct record_fair fair = fair_of(number);
        int players = 2 + (int)number % 4, mode = (int)number / 4 % 2;
        struct ff_setup setup = dealt(&fair, players, mode);
        struct ff_game game;
        CHECK_EQ(setup.players, players);
        CHECK_EQ(ff_begin(&edition, &setup, &game), FF_SETUP_OK);
        CHECK_EQ(record_fair_check(&fair, &edition, &setup), RECORD_FAIR_HOLDS);
    }
}

static bool same_deal(const struct record_fair *a, const struct record_fair *b)
{
    struct ff_setup one = dealt(a, 5, FF_EXPERT), other = dealt(b, 5, FF_EXPERT);
    return memcmp(&one, &other, sizeof one) == 0;
}

static void everything_counts(void)
{
    struct record_fair fair = fair_of(7), other = fair_of(8);
    CHECK(same_deal(&fair, &fair));
    CHECK(!same_deal(&fair, &other)); /* the server's secret */
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++) {
        other = fair;
        other.seat[seat].how =
            seat == 2 ? RECORD_FAIR_OPEN : RECORD_FAIR_NONE; /* what a seat gave, or that it gave anything */
        CHECK(!same_deal(&fair, &other));
    }
    other = fair;
    other.seat[1].value[31] ^= 1;
    CHECK(!same_deal(&fair, &other));
    other = fair;
    other.game[0] = 'T';
    CHECK(!same_deal(&fair, &other));
    other = fair; /* swapped seats */
    other.seat[0] = fair.seat[1];
    other.seat[1] = fair.seat[0];
    CHECK(!same_deal(&fair, &other));
}

/* How often each card comes first, each seat begins, each demand card is dealt: far from each other they would show a
 * preference. 5,600 deals; the limits are six standard deviations. */
static void no_preference(void)
{
    enum { DEALS = 5600 };
    int top[FF_CARDS_MAX] = {0}, last[FF_CARDS_MAX] = {0}, first[FF_PLAYERS_MAX] = {0}, demand[16] = {0};
    for (unsigned number = 0; number < DEALS; number++) {
        struct record_fair fair = fair_of(number);
        struct ff_setup setup = dealt(&fair, 5, FF_EXPERT);
        top[setup.deck[3][0]]++;
        last[setup.deck[0][27]]++;
        first[setup.order[0]]++;
        for (int i = 0; i < edition.demand_n; i++)
            demand[i] += setup.demand[0] == edition.demand[i];
    }
    for (int card = 0; card < FF_CARDS_MAX; card++) {
        CHECK(top[card] > 200 - 84 && top[card] < 200 + 84);
        CHECK(last[card] > 200 - 84 && last[card] < 200 + 84);
    }
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++)
        CHECK(first[seat] > 1120 - 180 && first[seat] < 1120 + 180);
    for (int i = 0; i < edition.demand_n; i++)
        CHECK(demand[i] > 800 - 157 && demand[i] < 800 + 157);
}

/* Whoever writes the edition could otherwise choose among the demand cards afterwards. */
static void order_of_demand_cards_has_no_effect(void)
{
    struct record_fair fair = fair_of(3);
    struct ff_edition turned = edition;
    struct ff_setup one, other;
    for (int i = 0; i < edition.demand_n; i++)
        turned.demand[i] = edition.demand[edition.demand_n - 1 - i];
    record_fair_deal(&fair, &edition, 4, FF_BASE, &one);
    record_fair_deal(&fair, &turned, 4, FF_BASE, &other);
    CHECK(memcmp(&one, &other, sizeof one) == 0);
}

static void withhold(struct record_fair_seat *seat)
{
    seat->how = RECORD_FAIR_WITHHELD;
    memset(seat->value, 0, sizeof seat->value);
}

static void seals_hold_what_was_sealed(void)
{
    struct record_fair fair = fair_of(1), before;
    uint8_t value[RECORD_FAIR_BYTES];
    withhold(&fair.seat[3]);
    before = fair;
    memset(value, 99, sizeof value);
    CHECK(!record_fair_open(&fair.seat[3], value)); /* another value than the one sealed */
    CHECK(!record_fair_open(&fair.seat[2], value)); /* nothing sealed */
    memset(value, 1, sizeof value);
    CHECK(!record_fair_open(&fair.seat[0], value)); /* a second time */
    CHECK(memcmp(&fair, &before, sizeof fair) == 0);
    memset(value, 4, sizeof value);
    CHECK(record_fair_open(&fair.seat[3], value));
    CHECK_EQ(fair.seat[3].how, RECORD_FAIR_SEALED);
}

static void changes_are_noticed(void)
{
    struct record_fair fair = fair_of(5), other;
    struct ff_setup setup = dealt(&fair, 5, FF_BASE), wrong;
    for (int bit = 0; bit < 8 * RECORD_FAIR_BYTES; bit++) {
        other = fair;
        other.secret[bit / 8] ^= (uint8_t)(1 << bit % 8);
        CHECK_EQ(record_fair_check(&other, &edition, &setup), RECORD_FAIR_BAD_COMMIT);
        record_fair_commit(other.game, other.secret, other.commit); /* both changed: another deal */
        CHECK(record_fair_check(&other, &edition, &setup) >= RECORD_FAIR_BAD_DEMAND);
        other = fair;
        other.seat[4].value[bit / 8] ^= (uint8_t)(1 << bit % 8);
        CHECK_EQ(record_fair_check(&other, &edition, &setup), RECORD_FAIR_BAD_SEAL);
    }
    wrong = setup;
    wrong.deck[2][0] = setup.deck[2][1], wrong.deck[2][1] = setup.deck[2][0];
    CHECK_EQ(record_fair_check(&fair, &edition, &wrong), RECORD_FAIR_BAD_DECKS);
    wrong = setup;
    wrong.order[0] = setup.order[1], wrong.order[1] = setup.order[0];
    CHECK_EQ(record_fair_check(&fair, &edition, &wrong), RECORD_FAIR_BAD_ORDER);
    wrong = setup;
    wrong.demand[0] = setup.demand[1], wrong.demand[1] = setup.demand[0];
    CHECK_EQ(record_fair_check(&fair, &edition, &wrong), RECORD_FAIR_BAD_DEMAND);
}

static void seats_round_trip(void)
{
    struct record_fair fair = fair_of(2);
    withhold(&fair.seat[3]);
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++) {
        char text[RECORD_FAIR_SEAT_TEXT_MAX + 2];
        struct record_fair_seat back;
        struct base_out out = base_out_of(text, sizeof text);
        record_fair_put_seat(&out, &fair.seat[seat]);
        CHECK(!out.full && out.length <= RECORD_FAIR_SEAT_TEXT_MAX);
        CHECK(record_fair_read_seat(text, out.length, &back));
        CHECK(memcmp(&back, &fair.seat[seat], sizeof back) == 0);
        for (size_t n = 0; n < out.length; n++) /* a part is none, nor is more */
            CHECK(!record_fair_read_seat(text, n, &back));
        base_put_char(&out, ' ');
        CHECK(!record_fair_read_seat(text, out.length, &back));
    }
    CHECK(!record_fair_read_seat("", 0, &fair.seat[0]));
    CHECK(!record_fair_read_seat("nonesuch", 8, &fair.seat[0]));
}

/* ---------------------------------------------------------------------------------------------------------- rounds */

static void put_sealed(struct record_fair_seat *seat, int value_number, bool opens)
{
    uint8_t value[RECORD_FAIR_BYTES];
    memset(value, value_number, sizeof value);
    *seat = (struct record_fair_seat){.how = RECORD_FAIR_WITHHELD};
    record_fair_seal(value, seat->seal);
    if (opens)
        record_fair_open(seat, value);
}

/* Four seats of people and a bot: in each void round another one withholds. */
static struct record_fair fair_with_rounds(int rounds)
{
    struct record_fair fair = {.game = "table.2"};
    memset(fair.secret, 9, RECORD_FAIR_BYTES);
    record_fair_commit(fair.game, fair.secret, fair.commit);
    fair.void_n = (uint8_t)rounds;
    for (int r = 0; r <= rounds; r++) {
        struct record_fair_seat *seats = r < rounds ? fair.void_round[r] : fair.seat;
        for (int i = 0; i < 4; i++)
            if (i < r) /* shut out before */
                seats[i] = fair.void_round[r - 1][i];
            else
                put_sealed(&seats[i], 10 * (r + 1) + i, r == rounds || i != r);
    }
    return fair;
}

static enum record_fair_fault check_rounds(const struct record_fair *fair)
{
    struct ff_setup setup = dealt(fair, 5, FF_BASE);
    return record_fair_check(fair, &edition, &setup);
}

static void void_rounds_hold(void)
{
    for (int rounds = 0; rounds <= 4; rounds++) {
        struct record_fair fair = fair_with_rounds(rounds);
        CHECK_EQ(check_rounds(&fair), RECORD_FAIR_HOLDS);
        CHECK_EQ(record_fair_withheld(&fair, 5), (1 << rounds) - 1);
        if (rounds)
            CHECK(record_fair_seal_used(&fair, 5, fair.void_round[0][3].seal));
        CHECK(!record_fair_seal_used(&fair, 5, fair.seat[4].value));
    }
}

/* What was void has no part in the deal: else whoever writes the record could choose by it. */
static void void_rounds_do_not_count(void)
{
    struct record_fair fair = fair_with_rounds(2), other = fair;
    put_sealed(&other.void_round[0][3], 99, true);
    CHECK_EQ(check_rounds(&other), RECORD_FAIR_HOLDS);
    CHECK(same_deal(&fair, &other));
    put_sealed(&other.seat[3], 98, true);
    CHECK(!same_deal(&fair, &other));
}

static void rounds_that_cannot_have_been(void)
{
    struct record_fair whole = fair_with_rounds(2), fair = whole;
    put_sealed(&fair.void_round[0][0], 10, true); /* nobody withheld: why was it void? */
    put_sealed(&fair.void_round[1][0], 20, true);
    put_sealed(&fair.seat[0], 30, true);
    CHECK_EQ(check_rounds(&fair), RECORD_FAIR_BAD_ROUNDS);
    fair = whole; /* who was shut out is in again, */
    put_sealed(&fair.seat[0], 77, true);
    CHECK_EQ(check_rounds(&fair), RECORD_FAIR_BAD_ROUNDS);
    fair = whole; /* or has another seal, */
    put_sealed(&fair.seat[0], 77, false);
    CHECK_EQ(check_rounds(&fair), RECORD_FAIR_BAD_ROUNDS);
    fair = whole; /* or has vanished */
    fair.seat[0] = (struct record_fair_seat){.how = RECORD_FAIR_NONE};
    CHECK_EQ(check_rounds(&fair), RECORD_FAIR_BAD_ROUNDS);
    fair = whole; /* a value that all know by now, one's own or another's */
    fair.seat[3] = fair.void_round[0][3];
    CHECK_EQ(check_rounds(&fair), RECORD_FAIR_BAD_ROUNDS);
    fair.seat[3] = fair.void_round[1][2];
    CHECK_EQ(check_rounds(&fair), RECORD_FAIR_BAD_ROUNDS);
    fair = whole; /* a bot that begins to give */
    put_sealed(&fair.seat[4], 77, true);
    CHECK_EQ(check_rounds(&fair), RECORD_FAIR_BAD_ROUNDS);
    fair = whole; /* withheld in the last round, which is then void too */
    put_sealed(&fair.seat[2], 77, false);
    CHECK_EQ(check_rounds(&fair), RECORD_FAIR_BAD_ROUNDS);
    fair = fair_with_rounds(0); /* or in the only one */
    put_sealed(&fair.seat[2], 77, false);
    CHECK_EQ(check_rounds(&fair), RECORD_FAIR_BAD_ROUNDS);
    fair = whole; /* a void value that is not behind its seal */
    fair.void_round[0][3].value[0] ^= 1;
    CHECK_EQ(check_rounds(&fair), RECORD_FAIR_BAD_SEAL);
    fair = whole; /* but somebody may give nothing more */
    fair.seat[3] = (struct record_fair_seat){.how = RECORD_FAIR_NONE};
    CHECK_EQ(check_rounds(&fair), RECORD_FAIR_HOLDS);
}

/* ----------------------------------------------------------------------------------------------- a dishonest server */

/* What seat 3 of fair_with_rounds(rounds) kept before the deal. */
static struct record_fair_kept kept_by_seat_3(const struct record_fair *fair)
{
    struct record_fair_kept kept = {.has_commit = true, .has_shown = true, .has_mine = true, .shown_n = 5, .seat = 3};
    memcpy(kept.commit, fair->commit, RECORD_FAIR_BYTES);
    memcpy(kept.value, fair->seat[3].value, RECORD_FAIR_BYTES);
    for (int i = 0; i < 5; i++) {
        kept.shown[i] = fair->seat[i];
        if (kept.shown[i].how == RECORD_FAIR_SEALED)
            kept.shown[i].how = RECORD_FAIR_WITHHELD;
        if (kept.shown[i].how == RECORD_FAIR_WITHHELD)
            memset(kept.shown[i].value, 0, RECORD_FAIR_BYTES);
    }
    return kept;
}

/* It knows everything, and writes a record that fits itself: from another secret; or with a seat's gift dropped, given
 * openly, withheld, of another value, or that of another seat. */
enum { LIES = 6 };
static bool lie(struct record_fair *fair, int seat, int kind)
{
    struct record_fair_seat before = fair->seat[seat];
    uint8_t value[RECORD_FAIR_BYTES];
    memcpy(value, before.value, sizeof value);
    switch (kind) {
    case 0:
        fair->secret[seat] ^= 1;
        record_fair_commit(fair->game, fair->secret, fair->commit);
        return true;
    case 1: fair->seat[seat] = (struct record_fair_seat){.how = RECORD_FAIR_NONE}; break;
    case 2:
        fair->seat[seat] = (struct record_fair_seat){.how = RECORD_FAIR_OPEN};
        memcpy(fair->seat[seat].value, value, sizeof value);
        break;
    case 3: put_sealed(&fair->seat[seat], 66, true); break;
    case 4: put_sealed(&fair->seat[seat], 66, false); break;
    default: fair->seat[seat] = fair->seat[(seat + 1) % 4]; fair->seat[(seat + 1) % 4] = before;
    }
    return memcmp(&before, &fair->seat[seat], sizeof before) != 0;
}

static void lies_are_noticed(void)
{
    int told = 0, noticed = 0;
    for (int rounds = 0; rounds <= 3; rounds++) {
        struct record_fair fair = fair_with_rounds(rounds);
        struct record_fair_kept kept = kept_by_seat_3(&fair);
        CHECK_EQ(record_fair_compare(&fair, 5, &kept), RECORD_FAIR_KEPT);
        for (int seat = 0; seat < 5; seat++)
            for (int kind = 0; kind < LIES; kind++) {
                struct record_fair other = fair;
                if (!lie(&other, seat, kind))
                    continue;
                told++;
                noticed += record_fair_compare(&other, 5, &kept) != RECORD_FAIR_KEPT ||
                           check_rounds(&other) != RECORD_FAIR_HOLDS;
            }
    }
    CHECK(told > 100);
    CHECK_EQ(noticed, told);
}

static void who_kept_less_notices_less(void)
{
    struct record_fair fair = fair_with_rounds(0), other = fair;
    struct record_fair_kept all = kept_by_seat_3(&fair), mine = all;
    mine.has_commit = mine.has_shown = false;
    lie(&other, 1, 3); /* another's value: one's own is enough for a deal that nobody chose */
    CHECK_EQ(record_fair_compare(&other, 5, &mine), RECORD_FAIR_KEPT);
    CHECK_EQ(record_fair_compare(&other, 5, &all), RECORD_FAIR_OTHER_SHOWN);
    other = fair;
    other.seat[3].how = RECORD_FAIR_WITHHELD; /* although it was opened */
    CHECK_EQ(record_fair_compare(&other, 5, &all), RECORD_FAIR_MINE_WITHHELD);
    other = fair;
    lie(&other, 3, 1);
    CHECK_EQ(record_fair_compare(&other, 5, &mine), RECORD_FAIR_OTHER_VALUE);
    CHECK_EQ(record_fair_compare(&fair, 3, &mine), RECORD_FAIR_NO_SEAT);
    CHECK_EQ(record_fair_compare(&fair, 4, &all), RECORD_FAIR_OTHER_SHOWN);
}

/* ------------------------------------------------------------------------------------------------------ the record */

/* The game line of a fair deal; the rest is not needed to judge it. */
static void write_line(const struct record_fair *fair, struct base_out *out)
{
    struct record_about about = {.names = {"a", "b", "c"}, .fair = fair};
    struct record_writer writer;
    struct ff_setup setup = dealt(fair, 3, FF_EXPERT);
    record_begin(&writer, out, &edition, &setup, &about);
}

static struct record_reader reader;

static enum record_status read_line(const char *line)
{
    record_reader_init(&reader);
    return record_read_line(&reader, line, strlen(line) - (strchr(line, '\n') ? 1 : 0));
}

/* Written and read back, into `reader`. */
static void check_carried(const struct record_fair *fair)
{
    char line[8192];
    struct base_out out = base_out_of(line, sizeof line);
    write_line(fair, &out);
    CHECK_EQ(read_line(line), RECORD_HOLDS);
    CHECK(reader.has_fair);
}

static void record_carries_it(void)
{
    struct record_fair fair = fair_of(11);
    check_carried(&fair);
    CHECK_STR(reader.fair.game, fair.game);
    CHECK(memcmp(reader.fair.secret, fair.secret, RECORD_FAIR_BYTES) == 0);
    CHECK(memcmp(reader.fair.commit, fair.commit, RECORD_FAIR_BYTES) == 0);
    CHECK(memcmp(reader.fair.seat, fair.seat, 3 * sizeof fair.seat[0]) == 0);
}

static void record_carries_rounds(void)
{
    struct record_fair fair = fair_with_rounds(2);
    check_carried(&fair);
    CHECK_EQ(reader.fair.void_n, 2);
    for (int r = 0; r < 2; r++)
        CHECK(memcmp(reader.fair.void_round[r], fair.void_round[r], 3 * sizeof fair.seat[0]) == 0);
}

/* Each digit of the key changed: none may pass. */
static void record_shows_each_change(void)
{
    char line[8192];
    struct base_out out = base_out_of(line, sizeof line);
    struct record_fair fair = fair_of(12);
    int tried = 0, refused = 0;
    write_line(&fair, &out);
    for (char *at = strstr(line, "\"fair\""); *at; at++) {
        char was = *at;
        if (!strchr("0123456789abcdef", was))
            continue;
        *at = was == '4' ? '5' : '4';
        tried++;
        bool holds = read_line(line) == RECORD_HOLDS;
        refused += !holds || !reader.has_fair; /* a key of another name is one that isn't known */
        *at = was;
    }
    CHECK(tried > 300);
    CHECK_EQ(refused, tried);
}

static void refuse(const char *part, const char *instead, const char *message)
{
    char line[8192], changed[8192];
    struct base_out out = base_out_of(line, sizeof line), to = base_out_of(changed, sizeof changed);
    struct record_fair fair = fair_of(13);
    write_line(&fair, &out);
    char *fair_key = strstr(line, "\"fair\""), *at = strstr(fair_key, part);
    REQUIRE(at);
    base_put_bytes(&to, line, (size_t)(at - line));
    base_put(&to, instead);
    base_put(&to, at + strlen(part));
    CHECK_EQ(read_line(changed), RECORD_WRONG);
    CHECK_STR(reader.fault.text, message);
}

static void record_refuses_ill_formed(void)
{
    refuse("\"version\":1", "\"version\":2", "\"fair\" must have \"version\" 1");
    refuse("\"version\":1,", "", "\"fair\" must have \"version\", \"game\", \"commit\", \"secret\" and \"seats\"");
    refuse("\"table.1\"", "\"\"", "\"fair\" must have \"game\", 1 to 64 letters, digits, '.', '_' or '-'");
    refuse("\"table.1\"", "7", "\"fair\" must have \"game\", 1 to 64 letters, digits, '.', '_' or '-'");
    refuse("\"commit\":\"", "\"commit\":\"0",
           "\"fair\" must have \"commit\" and \"secret\", each 64 digits from 0 to f");
    refuse("\"none\"", "\"none\",\"none\"",
           "\"fair\" must have \"seats\", for each player \"none\", \"open VALUE\", \"sealed SEAL VALUE\" or "
           "\"withheld SEAL\"");
    refuse(",\"none\"", "",
           "\"fair\" must have \"seats\", for each player \"none\", \"open VALUE\", \"sealed SEAL VALUE\" or "
           "\"withheld SEAL\"");
    refuse("\"seats\"", "\"void\":[],\"seats\"",
           "\"fair\" has a \"void\" that is not a list of 1 to 5 rounds, each like \"seats\"");
    refuse("\"seats\"", "\"void\":[[\"none\"]],\"seats\"",
           "\"fair\" has a \"void\" that is not a list of 1 to 5 rounds, each like \"seats\"");
    refuse("\"seats\"", "\"void\":[[\"none\",\"none\",\"none\"]],\"seats\"",
           "\"fair\" has a \"void\" round in which nobody withheld a value, a round that does not follow from the one "
           "before, or a value withheld in \"seats\" for the first time");
    refuse("\"fair\":{", "\"fair\":[],\"was\":{", "\"fair\" must be an object");
}

/* ------------------------------------------------------------------------------------------------- a table's deal */

static void tables_deal_by_it(void)
{
    uint8_t seed[TABLE_DEAL_BYTES], commit[TABLE_DEAL_BYTES];
    struct record_fair fair;
    struct ff_setup setup;
    memset(seed, 42, sizeof seed);
    table_deal_commit(seed, "aaaaaaaaaaaaaaaa", commit);
    table_deal_inputs("aaaaaaaaaaaaaaaa", seed, &fair);
    CHECK(memcmp(commit, fair.commit, sizeof commit) == 0);
    CHECK_STR(fair.game, "aaaaaaaaaaaaaaaa");
    record_fair_deal(&fair, &edition, 3, FF_BASE, &setup);
    CHECK_EQ(record_fair_check(&fair, &edition, &setup), RECORD_FAIR_HOLDS);
    uint64_t chance = table_deal_bot_seed(seed, "aaaaaaaaaaaaaaaa", 7, 1);
    CHECK(chance == table_deal_bot_seed(seed, "aaaaaaaaaaaaaaaa", 7, 1));
    CHECK(chance != table_deal_bot_seed(seed, "aaaaaaaaaaaaaaaa", 8, 1));
    CHECK(chance != table_deal_bot_seed(seed, "aaaaaaaaaaaaaaaa", 7, 2));
    CHECK(chance != table_deal_bot_seed(seed, "aaaaaaaaaaaaaaab", 7, 1));
    seed[0]++;
    CHECK(chance != table_deal_bot_seed(seed, "aaaaaaaaaaaaaaaa", 7, 1));
}

/* Two kinds of deals: everybody opened; seat 1 withheld, and was shut out from a second round. */
static const struct golden {
    const char *file, *game;
    bool withheld;
} goldens[] = {
    {"tests/golden/fair3.jsonl", "friday.1", false},
    {"tests/golden/fair_void3.jsonl", "friday.2", true},
};
enum { GOLDENS = sizeof goldens / sizeof goldens[0] };

static struct record_fair golden_fair(const struct golden *golden)
{
    struct record_fair fair = {0};
    uint8_t value[RECORD_FAIR_BYTES];
    memcpy(fair.game, golden->game, strlen(golden->game) + 1);
    for (uint8_t i = 0; i < RECORD_FAIR_BYTES; i++)
        value[i] = i, fair.secret[i] = (uint8_t)(0x5b + 77 * i), fair.seat[1].value[i] = (uint8_t)(200 - i);
    record_fair_commit(fair.game, fair.secret, fair.commit);
    fair.seat[0].how = RECORD_FAIR_WITHHELD;
    record_fair_seal(value, fair.seat[0].seal);
    record_fair_open(&fair.seat[0], value);
    fair.seat[1].how = RECORD_FAIR_OPEN;
    if (golden->withheld) {
        put_sealed(&fair.seat[1], 0xb5, false);
        fair.void_n = 1;
        memcpy(fair.void_round[0], fair.seat, sizeof fair.seat);
        put_sealed(&fair.void_round[0][0], 0xa0, true);
    }
    return fair;
}

/* A whole game of three at random: what a server writes when it is over. */
static void write_game(struct base_out *out, const struct golden *golden)
{
    struct record_fair fair = golden_fair(golden);
    struct record_about about = {.names = {"Anna", "Bela", "bot"}, .fair = &fair};
    struct record_writer writer;
    struct ff_game game;
    struct ff_event event;
    struct ff_rng rng = ff_rng_of(1);
    struct ff_setup setup = dealt(&fair, 3, FF_BASE);
    ff_prepare(&edition, &setup, &game);
    record_begin(&writer, out, &edition, &setup, &about);
    for (;;) {
        while (ff_follow(&edition, &game, &event))
            record_event(&writer, &game, &event);
        if (!game.pub.owe)
            break;
        int seat = ff_lowest(game.pub.owe);
        ff_options options = ff_game_options(&game, seat);
        int option = ff_option_nth(options, (int)ff_rng_below(&rng, (uint32_t)ff_popcount(options)));
        ff_play(&edition, &game, seat, ff_action_of(game.pub.stage, (unsigned)option), &event);
        record_event(&writer, &game, &event);
    }
}

static char text[RECORD_GAME_MAX], written[RECORD_GAME_MAX];

static void golden_games_are_the_same(void)
{
    for (int i = 0; i < GOLDENS; i++) {
        struct base_out out = base_out_of(text, sizeof text);
        FILE *file = fopen(goldens[i].file, "rb");
        REQUIRE(file);
        written[fread(written, 1, sizeof written - 1, file)] = '\0';
        fclose(file);
        write_game(&out, &goldens[i]);
        CHECK(!out.full);
        CHECK_STR(text, written);
    }
}

static int write_goldens(void)
{
    for (int i = 0; i < GOLDENS; i++) {
        struct base_out out = base_out_of(text, sizeof text);
        FILE *file = fopen(goldens[i].file, "wb");
        if (!file)
            return 2;
        write_game(&out, &goldens[i]);
        fputs(text, file);
        fclose(file);
    }
    return 0;
}

/* test_fair --write writes the golden games anew. */
int main(int argc, char **argv)
{
    if (sodium_init() < 0)
        return 2;
    edition = plain_edition();
    if (argc == 2 && strcmp(argv[1], "--write") == 0)
        return write_goldens();
    TEST("fair: the hash is BLAKE2b", hash_is_libsodiums);
    TEST("fair: hexadecimal digits round-trip", hex_round_trips);
    TEST("fair: names of games are judged", game_names_are_judged);
    TEST("R1.1 R1.2 R1.4 R1.5 fair: deals are whole", deals_are_whole);
    TEST("R10.3 fair: secret, values, seats and game all count", everything_counts);
    TEST("R1.1 R1.2 R1.4 fair: no card, seat or demand card is preferred", no_preference);
    TEST("R1.1 fair: the edition's order of demand cards has no effect", order_of_demand_cards_has_no_effect);
    TEST("fair: a seal opens to what was sealed, once", seals_hold_what_was_sealed);
    TEST("R10.3 fair: what is changed afterwards is noticed", changes_are_noticed);
    TEST("fair: what a seat gave round-trips as text", seats_round_trip);
    TEST("R10.3 fair: who withholds is shut out, and the others seal anew", void_rounds_hold);
    TEST("R10.3 fair: void rounds have no part in the deal", void_rounds_do_not_count);
    TEST("R10.3 fair: rounds that cannot have been are refused", rounds_that_cannot_have_been);
    TEST("R10.3 fair: a dishonest server's record, whole in itself, is noticed by who kept what was shown",
         lies_are_noticed);
    TEST("fair: who kept less notices less", who_kept_less_notices_less);
    TEST("R10.3 fair: a table deals by it", tables_deal_by_it);
    TEST("record: carries the fair deal", record_carries_it);
    TEST("record: carries void rounds", record_carries_rounds);
    TEST("R10.3 record: each digit of the fair deal counts", record_shows_each_change);
    TEST("record: an ill-formed fair deal is refused", record_refuses_ill_formed);
    TEST("record: the golden fair games are the same to the byte", golden_games_are_the_same);
    return test_end();
}
