/* test_table.c - a table as what follows from its log: wishes, entries, clocks, frames. No I/O. */
#include <stdlib.h>

#include "edition.h"
#include "engine/base/hex.h"
#include "engine/base/json.h"
#include "engine/record/record.h"
#include "engine/text/notation.h"
#include "server/store/store.h"
#include "server/table/table.h"
#include "test.h"

enum { FRAME_MAX = 4 << 20 }; /* bytes; more than any frame has */

static const char id[] = "abcdefghijklmnop", anna[] = "aaaaaaaaaaaaaaaa", ben[] = "bbbbbbbbbbbbbbbb";
static const char cleo[] = "cccccccccccccccc";
static struct text_edition edition;
static char entry_text[TABLE_ENTRY_MAX], frame_text[FRAME_MAX], other_text[FRAME_MAX];
static char tail_text[FRAME_MAX];
static int64_t now_ms = 1000000;

/* ---------------------------------------------------------------------------------------------------------- helpers */

static bool apply_text(struct table *table, const char *text)
{
    struct base_error error;
    struct table_entry entry = {table_last_number(table) + 1, now_ms, text, strlen(text)};
    return table_apply(table, &entry, &error);
}

/* Does what was granted; the entry is in entry_text. */
static enum table_verdict grant(struct table *table, struct table_answer answer)
{
    if (answer.verdict == TABLE_YES)
        CHECK(apply_text(table, entry_text));
    return answer.verdict;
}

static struct base_out entry_out(void) { return base_out_of(entry_text, sizeof entry_text); }

static struct table *made(const struct table_options *options)
{
    struct table_create create = {.options = *options, .edition = &edition};
    struct base_out out = entry_out();
    memcpy(create.host, anna, sizeof anna);
    memcpy(create.next, "nnnnnnnnnnnnnnnn", TABLE_ID_SIZE);
    memset(create.seed, 7, sizeof create.seed);
    struct table *table = table_new(id);
    CHECK_EQ(grant(table, table_validate_create(&create, &out)), TABLE_YES);
    return table;
}

static struct table_answer sit(struct table *table, const char *guest, int seat)
{
    struct base_out out = entry_out();
    return table_validate_sit(table, guest, "Name", seat, NULL, &out);
}

static struct table_answer play(struct table *table, int seat, uint32_t seen, const char *message, const char *actions)
{
    struct base_out out = entry_out();
    return table_validate_play(table, seat, seen, message, actions, strlen(actions), &out);
}

/* Two people at a base game, begun. */
static struct table *begun(struct table_options options)
{
    options.seats = 2;
    options.level = options.level ? options.level : 3;
    struct table *table = made(&options);
    grant(table, sit(table, anna, 0));
    grant(table, sit(table, ben, 1));
    CHECK_EQ(table_phase(table), TABLE_PLAY);
    return table;
}

static int mover(const struct table *table) { return ff_lowest(table_seats_to_act(table)); }

/* The first legal action of whoever must decide, as text. */
static void first_action(const struct table *table, int seat, char *text, size_t size)
{
    struct base_out out = base_out_of(text, size);
    ff_options options = ff_game_options(table_game(table), seat);
    text_action(&out, ff_action_of(table_game(table)->pub.stage, (unsigned)ff_option_nth(options, 0)));
}

static const char *frame_of(const struct table *table, struct table_viewer viewer)
{
    struct base_out out = base_out_of(frame_text, sizeof frame_text);
    viewer.now_ms = now_ms;
    table_frame(table, &viewer, &out);
    CHECK(base_out_whole(&out));
    return frame_text;
}

/* ------------------------------------------------------------------------------------------------------------ seats */

static void seats(void)
{
    struct table_options options = {.seats = 3, .level = 3};
    struct table *table = made(&options);
    CHECK_EQ(table_phase(table), TABLE_OPEN);
    CHECK_EQ(grant(table, sit(table, anna, 1)), TABLE_YES);
    CHECK_EQ(table_seat_of(table, anna), 1);
    CHECK_STR(sit(table, anna, 2).code, "no-seat");
    CHECK_EQ(sit(table, anna, 1).verdict, TABLE_REPEATED); /* the answer was lost */
    CHECK_EQ(sit(table, anna, FF_NOBODY).verdict, TABLE_REPEATED);
    CHECK_STR(sit(table, ben, 1).code, "no-seat");
    CHECK_STR(sit(table, ben, 3).code, "no-seat");
    CHECK_EQ(grant(table, sit(table, ben, FF_NOBODY)), TABLE_YES);
    CHECK_EQ(table_seat_of(table, ben), 0);
    struct base_out out = entry_out();
    CHECK_STR(table_validate_add_bot(table, ben, 2, 2, &out).code,
              "not-allowed"); /* it is Anna's table, and she is there */
    out = entry_out();
    CHECK_EQ(grant(table, table_validate_leave(table, 0, &out)), TABLE_YES);
    CHECK_EQ(table_seat_of(table, ben), FF_NOBODY);
    out = entry_out();
    CHECK_STR(table_validate_add_bot(table, cleo, 0, 2, &out).code, "not-allowed");
    out = entry_out();
    CHECK_EQ(grant(table, table_validate_add_bot(table, anna, 0, 2, &out)), TABLE_YES);
    CHECK_EQ(table_phase(table), TABLE_OPEN);
    CHECK_EQ(grant(table, sit(table, cleo, FF_NOBODY)), TABLE_YES);
    CHECK_EQ(table_phase(table), TABLE_PLAY);
    CHECK_STR(sit(table, ben, FF_NOBODY).code, "not-now");
    CHECK_EQ(table_bots_to_act(table) & ~table_seats_to_act(table), 0);
    table_free(table);
}

static void names(void)
{
    static const struct {
        const char *text, *clean;
    } cases[] = {
        {"Anna", "Anna"},
        {"  Anna B. ", "Anna B."},
        {"J\xc3\xb6rg", "J\xc3\xb6rg"},
        {"", NULL},
        {"   ", NULL},
        {"a\nb", NULL},
        {"a\tb", NULL},
        {"\xc3", NULL},         /* half a character */
        {"\xed\xa0\x80", NULL}, /* a surrogate */
        {"\xc0\xaf", NULL},     /* overlong */
        {"a\xe2\x80\xae"
         "b",
         NULL}, /* turns the direction */
        {"a\xe2\x80\x8b"
         "b",
         NULL},                     /* shows nothing */
        {"\xe3\x85\xa4", NULL},     /* U+3164, blank by design */
        {"\xe2\xa0\x80", NULL},     /* U+2800, likewise */
        {"\xc2\xa0", NULL},         /* U+00A0, a space */
        {"\xe2\x80\x8d", NULL},     /* a joiner that joins nothing */
        {"An\xe2\x80\x8dna", NULL}, /* nor does it here */
        {"\xcc\x81"
         "a",
         NULL},                                              /* a mark on nothing */
        {"a\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81", NULL}, /* a tower of them */
        {"a\xcc\x81", "a\xcc\x81"},                          /* one is how some write */
        {"\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x8c\xbe",
         "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x8c\xbe"},         /* a farmer: two emoji, joined */
        {"\xe2\x9d\xa4\xef\xb8\x8f", "\xe2\x9d\xa4\xef\xb8\x8f"}, /* a heart in red */
        {"a\xef\xb8\x8f", NULL},                                  /* and a letter in nothing */
        {"\xd9\x85\xdb\x8c\xe2\x80\x8c\xd8\xae",
         "\xd9\x85\xdb\x8c\xe2\x80\x8c\xd8\xae"}, /* Persian keeps letters apart */
        {"123456789012345678901234", "123456789012345678901234"},
        {"1234567890123456789012345", NULL},
        {"<script>", "<script>"}, /* escaping is for whoever shows it */
    };
    char name[TABLE_NAME_SIZE];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool clean = table_name_read(cases[i].text, strlen(cases[i].text), name);
        CHECK_EQ(clean, cases[i].clean != NULL);
        if (clean && cases[i].clean)
            CHECK_STR(name, cases[i].clean);
    }
}

/* ---------------------------------------------------------------------------------------------------------- numbers */

static void repeats_and_late_ones(void)
{
    struct table *table = begun((struct table_options){.aid = true});
    int seat = mover(table);
    uint32_t seen = table_last_number(table);
    char action[64];
    first_action(table, seat, action, sizeof action);
    CHECK_EQ(grant(table, play(table, seat, seen, "m1", action)), TABLE_YES);
    CHECK_EQ(play(table, seat, seen, "m1", action).verdict, TABLE_REPEATED);
    CHECK_STR(play(table, seat, seen, "m2", action).code, "stale");
    CHECK_STR(play(table, 1 - seat, table_last_number(table), "m3", action).code, "stale");
    CHECK_STR(play(table, seat, table_last_number(table) + 1, "m3", action).code, "stale");
    CHECK_STR(play(table, seat, table_last_number(table), "", action).code, "bad-message");
    CHECK_STR(play(table, seat, table_last_number(table), "-", action).code, "bad-message");
    CHECK_STR(play(table, 5, table_last_number(table), "m3", action).code, "no-seat");
    CHECK_STR(play(table, seat, table_last_number(table), NULL, action).code, "not-now");
    table_free(table);
}

static void chat_makes_nobody_stale(void)
{
    struct table *table = begun((struct table_options){.aid = true});
    int seat = mover(table);
    uint32_t seen = table_last_number(table);
    char action[64];
    first_action(table, seat, action, sizeof action);
    struct base_out out = entry_out();
    CHECK_EQ(grant(table, table_validate_chat(table, 1 - seat, "", "hello", 5, &out)), TABLE_YES);
    CHECK_EQ(grant(table, play(table, seat, seen, "m1", action)), TABLE_YES);
    table_free(table);
}

/* R1.5: the expert set-up is simultaneous; others' choices do not make one's own late. */
static void simultaneous_choices(void)
{
    struct table *table = begun((struct table_options){.mode = FF_EXPERT, .aid = true});
    uint32_t seen = table_last_number(table);
    char action[64];
    CHECK_EQ(table_seats_to_act(table), 3);
    first_action(table, 1, action, sizeof action);
    CHECK_EQ(grant(table, play(table, 1, seen, "b", action)), TABLE_YES);
    first_action(table, 0, action, sizeof action);
    CHECK_EQ(grant(table, play(table, 0, seen, "a", action)), TABLE_YES);
    table_free(table);
}

static void refusals(void)
{
    struct table *table = begun((struct table_options){.aid = true});
    int seat = mover(table);
    uint32_t seen = table_last_number(table);
    struct ff_game before = *table_game(table);
    struct table_answer answer = play(table, seat, seen, "m1", "brewery A; sell 9 hops");
    CHECK_STR(answer.code, "refused");
    CHECK_STR(answer.rule, "R5.1");
    CHECK_STR(play(table, seat, seen, "m1", "dance").code, "bad-actions");
    CHECK_STR(play(table, seat, seen, "m1", "").code, "bad-actions");
    CHECK_EQ(memcmp(&before, table_game(table), sizeof before), 0);
    CHECK_EQ(table_last_number(table), seen);
    table_free(table);
}

/* A chain ends with the turn at the latest (R2.1). */
static void no_more_than_a_turn(void)
{
    struct table *table = begun((struct table_options){.aid = true});
    int seat = mover(table);
    char chain[2000];
    struct ff_game game = *table_game(table);
    struct base_out out = base_out_of(chain, sizeof chain);
    for (int n = 0; game.pub.owe >> seat & 1; n++) {
        ff_options options = ff_game_options(&game, seat);
        ff_action action = ff_action_of(game.pub.stage, (unsigned)ff_option_nth(options, 0));
        base_put(&out, n ? "; " : "");
        text_action(&out, action);
        ff_apply(&edition.values, &game, seat, action);
        if (ff_lowest(game.pub.owe) != seat)
            break;
    }
    size_t whole = out.length;
    base_put(&out, "; done");
    CHECK_EQ(play(table, seat, table_last_number(table), "m1", chain).verdict, TABLE_NO);
    strcpy(chain + whole, "; dance"); /* not read any more: the answer would tell what the next one is asked (R10.2) */
    CHECK_STR(play(table, seat, table_last_number(table), "m1", chain).code, "refused");
    chain[whole] = '\0';
    CHECK_EQ(play(table, seat, table_last_number(table), "m1", chain).verdict, TABLE_YES);
    table_free(table);
}

/* ----------------------------------------------------------------------------------------------------------- clocks */

static void time_is_up(void)
{
    struct table *table = begun((struct table_options){.aid = true, .turn_s = 60});
    int seat = mover(table);
    CHECK_EQ(table_deadline_ms(table), now_ms + 60000);
    CHECK_EQ(table_overdue_seats(table, now_ms + 59999), 0);
    CHECK_EQ(table_overdue_seats(table, now_ms + 60000), 1u << seat);
    struct base_out out = entry_out();
    CHECK_EQ(grant(table, table_validate_away(table, seat, &out)), TABLE_YES);
    CHECK_EQ(table_bots_to_act(table), 1u << seat);
    CHECK_EQ(table_deadline_ms(table), 0);
    char action[64];
    first_action(table, seat, action, sizeof action);
    CHECK_STR(play(table, seat, table_last_number(table), "m1", action).code, "not-now");
    out = entry_out();
    CHECK_EQ(grant(table, table_validate_back(table, seat, &out)), TABLE_YES);
    CHECK_EQ(table_bots_to_act(table), 0);
    CHECK_EQ(grant(table, play(table, seat, table_last_number(table), "m1", action)), TABLE_YES);
    table_free(table);
}

/* A part of a turn does not wind the clock up again; the next turn does. */
static void one_clock_a_turn(void)
{
    struct table *table = begun((struct table_options){.aid = true, .turn_s = 60});
    int seat = mover(table);
    int64_t began = now_ms;
    char action[64];
    now_ms += 30000;
    first_action(table, seat, action, sizeof action);
    CHECK_EQ(grant(table, play(table, seat, table_last_number(table), "m1", action)), TABLE_YES);
    if (mover(table) == seat)
        CHECK_EQ(table_deadline_ms(table), began + 60000);
    for (int n = 0; mover(table) == seat; n++) {
        char message[16];
        snprintf(message, sizeof message, "n%d", n);
        first_action(table, seat, action, sizeof action);
        CHECK_EQ(grant(table, play(table, seat, table_last_number(table), message, action)), TABLE_YES);
    }
    CHECK_EQ(table_deadline_ms(table), now_ms + 60000);
    table_free(table);
}

static void leaving(void)
{
    struct table *table = begun((struct table_options){.aid = true});
    struct base_out out = entry_out();
    CHECK_EQ(grant(table, table_validate_leave(table, 0, &out)), TABLE_YES);
    CHECK_EQ(table_seat_of(table, anna), 0);
    CHECK_EQ(table_overdue_seats(table, now_ms + TABLE_LEAVE_GRACE_S * 1000 - 1), 0);
    CHECK_EQ(table_overdue_seats(table, now_ms + TABLE_LEAVE_GRACE_S * 1000), 1);
    out = entry_out();
    CHECK_EQ(table_validate_leave(table, 0, &out).verdict, TABLE_REPEATED);
    out = entry_out();
    CHECK_EQ(grant(table, table_validate_back(table, 0, &out)), TABLE_YES);
    CHECK_EQ(table_overdue_seats(table, now_ms + 1000000), 0);
    table_free(table);
}

/* ----------------------------------------------------------------------------------------------------------- frames */

/* ---------------------------------------------------------------------------------------------------------- manners */

static struct table_answer vote(struct table *table, int seat, int other, int64_t gone_ms)
{
    struct base_out out = entry_out();
    return table_validate_vote(table, seat, other, gone_ms, now_ms, &out);
}

/* Three people; whoever has the first turn is the one all wait for. */
static struct table *three(struct table_options options)
{
    options.seats = 3;
    options.level = 3;
    struct table *table = made(&options);
    grant(table, sit(table, anna, 0));
    grant(table, sit(table, ben, 1));
    grant(table, sit(table, cleo, 2));
    CHECK_EQ(table_phase(table), TABLE_PLAY);
    return table;
}

static void votes(void)
{
    struct table *table = three((struct table_options){0});
    int who = mover(table), one = (who + 1) % 3, two = (who + 2) % 3;
    int64_t began_ms = now_ms, gone_ms = 1000 * TABLE_VOTE_GONE_S;
    CHECK_STR(vote(table, one, who, 0).code, "not-now");       /* is there, and has just begun to think */
    CHECK_STR(vote(table, one, who, gone_ms).code, "not-now"); /* has been gone for long, but the turn has just begun */
    CHECK_STR(vote(table, one, two, gone_ms).code, "not-now"); /* nobody waits for them */
    CHECK_STR(vote(table, one, one, gone_ms).code, "no-seat");
    CHECK_STR(vote(table, FF_NOBODY, who, gone_ms).code, "no-seat");
    CHECK_STR(vote(table, one, 4, gone_ms).code, "no-seat");
    now_ms += gone_ms;
    CHECK_STR(vote(table, one, who, gone_ms - 1).code, "not-now");
    CHECK_EQ(table_vote_wait_ms(table, who, gone_ms - 1, now_ms), 1);
    CHECK_EQ(grant(table, vote(table, one, who, gone_ms)), TABLE_YES);
    CHECK_EQ(vote(table, one, who, gone_ms).verdict, TABLE_REPEATED);
    CHECK_EQ(table_seat(table, who)->votes, 1 << one);
    CHECK(!table_vote_passed(table, who, 7u & ~(1u << who))); /* one of two who are there */
    CHECK(table_vote_passed(table, who, 1u << one));          /* the only one who is there */
    CHECK(!table_vote_passed(table, who, 1u << two));
    CHECK_EQ(grant(table, vote(table, two, who, gone_ms)), TABLE_YES);
    CHECK(table_vote_passed(table, who, 7u));
    CHECK(strstr(frame_of(table, (struct table_viewer){.seat = one}), "\"votes\":["));
    struct base_out out = entry_out();
    CHECK_EQ(grant(table, table_validate_back(table, who, &out)), TABLE_YES); /* "I am here" */
    CHECK_EQ(table_seat(table, who)->votes, 0);
    CHECK_EQ(vote(table, one, who, 0).verdict, TABLE_NO); /* and has the whole time again */
    now_ms += 1000 * TABLE_VOTE_IDLE_S;
    CHECK_EQ(vote(table, one, who, 0).verdict, TABLE_YES); /* connected, but not there */
    now_ms = began_ms;
    table_free(table);
}

static struct table_answer want_slow(const struct table *table, int seat)
{
    struct base_out out = entry_out();
    return table_validate_slow_vote(table, seat, &out);
}

static void live_games_become_slow(void)
{
    struct table *table = begun((struct table_options){.turn_s = 60, .grace_s = 30});
    int who = mover(table);
    CHECK_STR(want_slow(table, FF_NOBODY).code, "no-seat");
    CHECK_EQ(grant(table, want_slow(table, 0)), TABLE_YES);
    CHECK_EQ(want_slow(table, 0).verdict, TABLE_REPEATED);
    CHECK(strstr(frame_of(table, (struct table_viewer){.seat = 1}), "\"slow\":true"));
    CHECK_EQ(table_options(table)->turn_s, 60);
    now_ms += 50000;
    CHECK_EQ(grant(table, want_slow(table, 1)), TABLE_YES);
    CHECK_EQ(table_options(table)->turn_s, TABLE_SLOW_TURN_S);
    CHECK_EQ(table_options(table)->grace_s, 0);
    CHECK_EQ(table_deadline_ms(table), now_ms + (int64_t)TABLE_SLOW_TURN_S * 1000);
    CHECK(!strstr(frame_of(table, (struct table_viewer){.seat = who}), "\"slow\":true"));
    uint32_t number = table_last_number(table); /* the next frame says the new limit, later ones do not repeat it */
    CHECK(strstr(frame_of(table, (struct table_viewer){.seat = who, .since = number - 1}), "\"turn_s\":86400"));
    CHECK(!strstr(frame_of(table, (struct table_viewer){.seat = who, .since = number}), "\"turn_s\""));
    CHECK_EQ(want_slow(table, 1).verdict, TABLE_REPEATED);
    table_free(table);
    now_ms -= 50000;
    table = begun((struct table_options){.turn_s = 60}); /* who is away is not asked */
    CHECK(apply_text(table, "away 1"));
    CHECK_EQ(grant(table, want_slow(table, 0)), TABLE_YES);
    CHECK_EQ(table_options(table)->turn_s, TABLE_SLOW_TURN_S);
    table_free(table);
}

/* A turn's clock stands still at night; the options come back from the log. */
static void clocks_pause(void)
{
    struct table_options options = {.turn_s = 3600};
    int64_t before = now_ms;
    CHECK(table_pause_read("00:00-23:00,-02:00", 18, &options));
    now_ms = INT64_C(1767916800000); /* 22:00 there: an hour until 23:00, then an hour */
    struct table *table = begun(options);
    CHECK_EQ(table_deadline_ms(table), now_ms + 2 * 3600000);
    CHECK_EQ(table_overdue_seats(table, now_ms + 2 * 3600000 - 1), 0);
    CHECK(table_overdue_seats(table, now_ms + 2 * 3600000) != 0);
    CHECK(strstr(frame_of(table, (struct table_viewer){.seat = mover(table)}), "\"left_ms\":7200000"));
    CHECK(strstr(frame_of(table, (struct table_viewer){.seat = 0, .full = true}), "\"pause\":\"00:00-23:00,-02:00\""));
    table_free(table);
    now_ms = before;
}

static void play_first(struct table *table)
{
    static int id_n;
    char action[64], message[16];
    first_action(table, mover(table), action, sizeof action);
    snprintf(message, sizeof message, "m%d", id_n++);
    REQUIRE(grant(table, play(table, mover(table), table_last_number(table), message, action)) == TABLE_YES);
}

/* Plays the first actions of whoever must decide until the round is over, at once. */
static void play_round(struct table *table)
{
    int round = table_game(table)->pub.round;
    while (table_phase(table) == TABLE_PLAY && table_game(table)->pub.round == round)
        play_first(table);
}

enum { HOUR_MS = 3600000, DAY_MS = 24 * HOUR_MS };

/* What somebody thinks is taken from the reserve, a round adds to it, and when it is over a bot stands in. */
static void reserves(void)
{
    int64_t before = now_ms;
    struct table *table = begun((struct table_options){.reserve_s = 72 * 3600, .increment_s = 12 * 3600});
    int who = mover(table);
    CHECK(strstr(frame_of(table, (struct table_viewer){.full = true}), "\"reserve_s\":259200,\"increment_s\":43200"));
    CHECK_EQ(table_deadline_ms(table), now_ms + 72 * HOUR_MS);
    CHECK_EQ(table_clock_warning_ms(table, who), now_ms + 54 * HOUR_MS);
    now_ms += 30 * HOUR_MS;
    CHECK_EQ(table_reserve_left_ms(table, who, now_ms), 42 * HOUR_MS);
    CHECK(strstr(frame_of(table, (struct table_viewer){.seat = who, .now_ms = now_ms}), "\"reserve_ms\":151200000"));
    play_round(table);
    CHECK_EQ(table_seat(table, who)->reserve_ms, (72 - 30 + 12) * HOUR_MS);
    CHECK_EQ(table_seat(table, 1 - who)->reserve_ms, (int64_t)72 * HOUR_MS); /* whose turn came later; never above it */
    who = mover(table);
    int64_t left_ms = table_reserve_left_ms(table, who, now_ms);
    CHECK_EQ(table_clock_deadline_ms(table, who), now_ms + left_ms);
    struct base_out out = entry_out(); /* returning makes no time if no bot stood in */
    CHECK_EQ(grant(table, table_validate_leave(table, who, &out)), TABLE_YES);
    now_ms += 10000;
    out = entry_out();
    CHECK_EQ(grant(table, table_validate_back(table, who, &out)), TABLE_YES);
    CHECK_EQ(table_clock_deadline_ms(table, who), now_ms - 10000 + left_ms);
    now_ms += left_ms;
    CHECK_EQ(table_overdue_seats(table, now_ms), 1 << who);
    out = entry_out();
    CHECK_EQ(grant(table, table_validate_away(table, who, &out)), TABLE_YES);
    CHECK_EQ(table_seat(table, who)->reserve_ms, 0);
    out = entry_out();
    CHECK_EQ(grant(table, table_validate_back(table, who, &out)), TABLE_YES);
    CHECK_EQ(table_clock_deadline_ms(table, who), now_ms + 12 * HOUR_MS);
    table_free(table);
    now_ms = before;
}

/* A time without any server is not charged, in all processes alike. */
static void reserves_survive_outages(void)
{
    int64_t before = now_ms;
    struct table *table = begun((struct table_options){.reserve_s = 72 * 3600, .increment_s = 12 * 3600});
    int who = mover(table);
    now_ms += 20 * HOUR_MS;
    int64_t from_ms = now_ms - HOUR_MS; /* since then a server runs again */
    CHECK(table_restart_clocks(table, &(struct table_restart){from_ms, from_ms, now_ms}));
    struct base_out out = entry_out();
    CHECK_EQ(grant(table, table_validate_resume(table, from_ms, &out)), TABLE_YES);
    CHECK(!table_restart_clocks(table, &(struct table_restart){from_ms, from_ms, now_ms}));
    CHECK_EQ(table_deadline_ms(table), from_ms + 72 * HOUR_MS);
    CHECK(!apply_text(table, "resume 99999999999999"));
    play_round(table);
    CHECK_EQ(table_seat(table, who)->reserve_ms, (int64_t)72 * HOUR_MS);
    table_free(table);
    now_ms = before;
}

static struct table_answer holiday(const struct table *table, int seat, unsigned days)
{
    struct base_out out = entry_out();
    return table_validate_holiday(table, seat, days, now_ms, &out);
}

static void holidays(void)
{
    int64_t before = now_ms;
    struct table *table = begun((struct table_options){.turn_s = 86400, .holidays = 10, .grace_s = 3600});
    int who = mover(table);
    CHECK(strstr(frame_of(table, (struct table_viewer){.seat = who}), "\"holidays\":10"));
    CHECK_STR(holiday(table, FF_NOBODY, 1).code, "no-seat");
    CHECK_STR(holiday(table, who, 11).code, "not-allowed");
    CHECK_STR(holiday(table, who, 11).text, "You have 10 days of holiday left at this table.");
    CHECK_EQ(holiday(table, who, 0).verdict, TABLE_REPEATED);
    now_ms += 4 * HOUR_MS;
    CHECK_EQ(grant(table, holiday(table, who, 7)), TABLE_YES);
    CHECK_EQ(holiday(table, who, 7).verdict, TABLE_REPEATED);
    CHECK(!apply_text(table, who ? "holiday 1 1" : "holiday 0 1")); /* is on holiday */
    CHECK_EQ(table_deadline_ms(table), now_ms + 7 * DAY_MS + 20 * HOUR_MS);
    CHECK(strstr(frame_of(table, (struct table_viewer){.seat = who, .now_ms = now_ms}), "\"holiday_ms\":604800000"));
    CHECK(!table_restart_clocks(
        table, &(struct table_restart){0, now_ms, now_ms})); /* an end in the future is no wrong clock */
    CHECK_EQ(table_deadline_ms(table), now_ms + 7 * DAY_MS + 20 * HOUR_MS);
    now_ms += 2 * DAY_MS + HOUR_MS;
    CHECK_EQ(grant(table, holiday(table, who, 0)), TABLE_YES); /* four whole days come back */
    CHECK_EQ(table_seat(table, who)->holidays, 7);
    CHECK_EQ(table_deadline_ms(table), now_ms + 20 * HOUR_MS);
    CHECK_EQ(grant(table, holiday(table, who, 2)), TABLE_YES);
    CHECK_EQ(grant(table, holiday(table, who, 0)), TABLE_YES); /* a day that has begun is used */
    CHECK_EQ(table_seat(table, who)->holidays, 6);
    CHECK_EQ(table_deadline_ms(table), now_ms + 20 * HOUR_MS);
    CHECK_EQ(grant(table, holiday(table, 1 - who, 3)), TABLE_YES);
    play_round(table);
    while (mover(table) == who)
        play_first(table);
    CHECK_EQ(table_clock_deadline_ms(table, 1 - who), now_ms + 4 * DAY_MS); /* the turn came during the holiday */
    table_free(table);
    table = begun((struct table_options){.turn_s = 86400});
    CHECK_STR(holiday(table, 0, 1).code, "not-allowed");
    table_free(table);
    now_ms = before;
}

/* What makes a table with clocks must fit together. */
static void clocks_that_fit(void)
{
    static const struct {
        struct table_options options;
        bool good;
    } all[] = {
        {{.turn_s = 3600, .holidays = 60}, true},
        {{.turn_s = 3600, .holidays = 61}, false},
        {{.turn_s = 3599, .holidays = 1}, false},
        {{.reserve_s = 10, .increment_s = 10}, true},
        {{.reserve_s = 10, .increment_s = 0}, false},
        {{.reserve_s = 0, .increment_s = 10}, false},
        {{.reserve_s = 9, .increment_s = 10}, false},
        {{.reserve_s = 1209601, .increment_s = 10}, false},
        {{.reserve_s = 3600, .increment_s = 60, .turn_s = 60}, false},
        {{.reserve_s = 3600, .increment_s = 60, .holidays = 5}, true},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct table_create create = {.options = all[i].options, .edition = &edition};
        struct base_out out = entry_out();
        create.options.seats = 2;
        create.options.level = 3;
        memcpy(create.host, anna, sizeof anna);
        memcpy(create.next, "nnnnnnnnnnnnnnnn", TABLE_ID_SIZE);
        if (!CHECK_EQ(table_validate_create(&create, &out).verdict == TABLE_YES, all[i].good))
            printf("    clock %zu\n", i);
    }
}

/* A table of a deal with that name; NULL: a deal of its own. */
static struct table *dealt(const char *table_id, const char *deal)
{
    struct table_create create = {.options = {.seats = 2, .level = 3, .mode = FF_EXPERT},
                                  .edition = &edition,
                                  .deal = deal,
                                  .closes_ms = deal ? now_ms + 1000 : 0};
    struct base_out out = entry_out();
    memcpy(create.host, anna, sizeof anna);
    memcpy(create.next, "nnnnnnnnnnnnnnnn", TABLE_ID_SIZE);
    struct table *table = table_new(table_id);
    CHECK_EQ(grant(table, table_validate_create(&create, &out)), TABLE_YES);
    grant(table, sit(table, anna, 0));
    out = entry_out();
    grant(table, table_validate_add_bot(table, anna, 1, 2, &out));
    CHECK_EQ(table_phase(table), TABLE_PLAY);
    return table;
}

/* Cards and bots of a shared deal follow from its name, those of other tables from their ids. */
static void deals_are_shared(void)
{
    struct table *table[] = {dealt(id, "daily-1"), dealt("bbbbbbbbbbbbbbbb", "daily-1"), dealt(id, "daily-2"),
                             dealt(id, NULL), dealt("bbbbbbbbbbbbbbbb", NULL)};
    CHECK(apply_text(table[1], "say 0 - hm")); /* changes the number of the bot's next entry */
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < a; b++) {
            bool same = a == 1 && b == 0;
            CHECK_EQ(memcmp(table_game(table[a]), table_game(table[b]), sizeof *table_game(table[a])) == 0, same);
            CHECK_EQ(table_bot_seed(table[a], 1) == table_bot_seed(table[b], 1), same);
        }
    CHECK(table_deal_is_secret(table[0], now_ms + 999) && !table_deal_is_secret(table[0], now_ms + 1000));
    CHECK(!table_deal_is_secret(table[3], now_ms));
    for (int i = 0; i < 5; i++)
        table_free(table[i]);
    static const char *const damaged[] = {"",
                                          "daily-1",
                                          "daily-1 ",
                                          "daily-1 x",
                                          "daily-1 -1",
                                          "day/1 5",
                                          " 5",
                                          "daily-1 99999999999999999999",
                                          "a-name-of-24-characters! 5",
                                          "a-name-of-24-characters-5 5"};
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        struct table_create create = {.options = {.seats = 2, .level = 3}, .edition = &edition};
        struct base_out out = entry_out();
        char text[TABLE_ENTRY_MAX];
        memcpy(create.host, anna, sizeof anna);
        memcpy(create.next, "nnnnnnnnnnnnnnnn", TABLE_ID_SIZE);
        table_validate_create(&create, &out);
        const char *edition_at = strstr(out.text, "edition\n");
        int n = snprintf(text, sizeof text, "%.*sdeal %s\n%s", (int)(edition_at - out.text), out.text, damaged[i],
                         edition_at);
        struct table_entry entry = {1, now_ms, text, (size_t)n};
        struct base_error error;
        struct table *none = table_new(id);
        if (!CHECK(!table_apply(none, &entry, &error)))
            printf("    deal %s\n", damaged[i]);
        table_free(none);
    }
}

/* A turn that is taken makes the votes about it void. */
static void votes_end_with_the_turn(void)
{
    char action[64], entry[100];
    struct table *table = three((struct table_options){0});
    int who = mover(table);
    snprintf(entry, sizeof entry, "vote %d %d", (who + 1) % 3, who);
    CHECK(apply_text(table, entry));
    first_action(table, who, action, sizeof action);
    CHECK_EQ(grant(table, play(table, who, table_last_number(table), "m", action)), TABLE_YES);
    CHECK_EQ(table_seat(table, who)->votes, 0);
    table_free(table);
    table = three((struct table_options){.turn_s = 86400}); /* there being away for a while is no bad manners */
    now_ms += 3600000;
    CHECK_STR(vote(table, (mover(table) + 1) % 3, mover(table), 3600000).code, "not-now");
    now_ms -= 3600000;
    table_free(table);
}

static struct table_answer take(struct table *table, const char *guest, int seat)
{
    struct base_out out = entry_out();
    return table_validate_seat_takeover(table, guest, "New", seat, &out);
}

static struct table_answer offer(struct table *table, int seat, bool on)
{
    struct base_out out = entry_out();
    return table_validate_seat_offer(table, seat, on, &out);
}

static void seats_are_handed_over(void)
{
    char action[64];
    struct table *table = begun((struct table_options){0});
    int who = mover(table);
    const char *old = who ? ben : anna, *stays = who ? anna : ben;
    uint32_t seated = table_seating_number(table);
    CHECK_STR(take(table, cleo, who).code, "not-now"); /* nobody offers it */
    CHECK_STR(offer(table, FF_NOBODY, true).code, "no-seat");
    CHECK_EQ(grant(table, offer(table, who, true)), TABLE_YES);
    CHECK_EQ(offer(table, who, true).verdict, TABLE_REPEATED);
    CHECK(strstr(frame_of(table, (struct table_viewer){.seat = FF_NOBODY}), "\"offered\":true"));
    CHECK_EQ(grant(table, offer(table, who, false)), TABLE_YES);
    CHECK_STR(take(table, cleo, FF_NOBODY).code, "not-now");
    CHECK_EQ(grant(table, offer(table, who, true)), TABLE_YES);
    CHECK_STR(take(table, stays, who).code, "no-seat"); /* who plays has a seat */
    CHECK_STR(take(table, cleo, 1 - who).code, "not-now");
    CHECK_EQ(table_seating_number(table), seated);
    uint32_t seen = table_last_number(table);
    CHECK_EQ(grant(table, take(table, cleo, FF_NOBODY)), TABLE_YES);
    CHECK_EQ(table_seat_of(table, cleo), who);
    CHECK_EQ(table_seat_of(table, old), FF_NOBODY);
    CHECK_EQ(table_seating_number(table), table_last_number(table));
    CHECK_STR(table_seat(table, who)->name, "New");
    CHECK(!table_seat(table, who)->offered);
    first_action(table, who, action, sizeof action);
    CHECK_STR(play(table, who, seen, "m", action).code, "stale"); /* the turn of the guest before */
    CHECK_EQ(grant(table, play(table, who, table_last_number(table), "m", action)), TABLE_YES);
    table_free(table);
}

static void manners_in_damaged_logs(void)
{
    static const char *const wrong[] = {"vote",
                                        "vote 0",
                                        "vote 0 7",
                                        "vote 7 0",
                                        "offer",
                                        "offer 7",
                                        "take 0 cccccccccccccccc New",
                                        "take 0",
                                        "take 7 cccccccccccccccc New"};
    struct table_options options = {.seats = 2, .level = 3};
    struct table *table = begun((struct table_options){0}), *open = made(&options);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        CHECK(!apply_text(table, wrong[i]));
    CHECK(apply_text(table, "offer 0"));
    CHECK(!apply_text(table, "take 0 bbbbbbbbbbbbbbbb New")); /* sits there already */
    CHECK(!apply_text(table, "take 0 cccccccccccccccc"));
    CHECK(!apply_text(open, "offer 0"));
    CHECK(!apply_text(open, "vote 0 1"));
    CHECK_STR(take(open, cleo, 0).code, "not-now");
    CHECK_STR(offer(open, 0, true).code, "no-seat");
    table_free(table);
    table_free(open);
}

static void who_is_there(void)
{
    struct table *table = begun((struct table_options){0});
    int who = mover(table);
    now_ms += 5000;
    struct table_viewer viewer = {.seat = 0, .here = (uint8_t)(3u & ~(1u << who))};
    viewer.gone_ms[who] = 3000;
    CHECK(strstr(frame_of(table, viewer),
                 "\"here\":false,\"gone_ms\":3000,\"owes\":true,\"owes_ms\":5000,\"vote_ms\":57000}"));
    viewer.here = 3;
    CHECK(strstr(frame_of(table, viewer), "\"here\":true,\"owes\":true,\"owes_ms\":5000,\"vote_ms\":595000}"));
    now_ms -= 5000;
    table_free(table);
}

static void open_table_frame(void)
{
    struct table_options options = {.seats = 2, .level = 3, .aid = true};
    struct table *table = made(&options);
    grant(table, sit(table, anna, 0));
    struct base_out out = entry_out();
    grant(table, table_validate_chat(table, 0, "", "\"hi\" <b>", 8, &out));
    CHECK_STR(frame_of(table, (struct table_viewer){.seat = 0, .here = 1, .ack = "x"}),
              "{\"type\":\"table\",\"table\":\"abcdefghijklmnop\",\"number\":3,\"since\":0,\"ack\":\"x\",\"seat\":0,"
              "\"phase\":\"open\",\"seats\":[{\"is\":\"guest\",\"name\":\"Name\",\"here\":true},{\"is\":\"open\"}],"
              "\"commit\":\"6545d43f39a5c356ac9b1bd7bc1091d1594cb956dbb73a4576409db81170d61b\","
              "\"deal\":[\"none\",\"none\"],\"chat\":[{\"number\":3,\"seat\":0,\"text\":\"\\\"hi\\\" <b>\"}]}");
    CHECK(!strstr(frame_of(table, (struct table_viewer){.seat = 0, .since = 3}), "chat"));
    CHECK(!strstr(frame_of(table, (struct table_viewer){.seat = 0, .muted = 1}), "chat"));
    CHECK(strstr(frame_of(table, (struct table_viewer){.seat = 0, .full = true}), "\"commit\":\"") != NULL);
    CHECK(!strstr(frame_text, "seed"));
    table_free(table);
}

/* Plays on at random, by entries, up to so many decisions. */
static void play_on(struct table *table, struct ff_rng *rng, int decisions)
{
    char text[100];
    for (int n = 0; n < decisions && table_phase(table) == TABLE_PLAY; n++) {
        int seat = mover(table);
        ff_options options = ff_game_options(table_game(table), seat);
        int nth = (int)ff_rng_below(rng, (uint32_t)ff_popcount(options));
        struct base_out out = base_out_of(text, sizeof text);
        text_action(&out, ff_action_of(table_game(table)->pub.stage, (unsigned)ff_option_nth(options, nth)));
        char message[16];
        snprintf(message, sizeof message, "p%u", table_last_number(table));
        if (grant(table, play(table, seat, table_last_number(table), message, text)) != TABLE_YES)
            return;
        now_ms += 7;
    }
}

static void who_may_watch(void)
{
    struct table *table = begun((struct table_options){.watch = TABLE_WATCH_NOBODY});
    CHECK(!strstr(frame_of(table, (struct table_viewer){.seat = FF_NOBODY}), "\"view\""));
    CHECK(!strstr(frame_text, "\"events\""));
    CHECK(strstr(frame_of(table, (struct table_viewer){.seat = 0}), "\"view\"") != NULL);
    struct ff_rng rng = ff_rng_of(3);
    play_on(table, &rng, 100000);
    CHECK_EQ(table_phase(table), TABLE_OVER);
    CHECK(!strstr(frame_of(table, (struct table_viewer){.seat = FF_NOBODY}), "\"seed\""));
    CHECK(!strstr(frame_text, "\"result\""));
    CHECK(strstr(frame_of(table, (struct table_viewer){.seat = 1}), "\"seed\"") != NULL);
    CHECK(apply_text(table, "rematch cccccccccccccccc"));
    CHECK(!strstr(frame_of(table, (struct table_viewer){.seat = FF_NOBODY}), "cccccccccccccccc"));
    CHECK(strstr(frame_of(table, (struct table_viewer){.seat = 1}), "\"rematch\":\"cccccccccccccccc\"") != NULL);
    table_free(table);
    table = begun((struct table_options){.watch = TABLE_WATCH_ANYONE});
    CHECK(strstr(frame_of(table, (struct table_viewer){.seat = FF_NOBODY}), "view 1\\nseat -\\n") != NULL);
    table_free(table);
}

/* R10.2: whoever must remember by themselves is not told what they put away. */
static void memory_aid_off(void)
{
    struct ff_rng rng = ff_rng_of(3);
    struct table *on = begun((struct table_options){.aid = true}), *off = begun((struct table_options){.aid = false});
    play_on(on, &rng, 60);
    rng = ff_rng_of(3);
    play_on(off, &rng, 60);
    CHECK_EQ(memcmp(table_game(on), table_game(off), sizeof(struct ff_game)), 0);
    const struct ff_public *pub = &table_game(on)->pub;
    REQUIRE(pub->deck_n[0] > pub->fresh_n[0]);
    char line[80];
    snprintf(line, sizeof line, "player 0 deck %d | %d\\n", pub->fresh_n[0], pub->deck_n[0] - pub->fresh_n[0]);
    CHECK(strstr(frame_of(off, (struct table_viewer){.seat = 0}), line) != NULL);
    CHECK(strstr(frame_text, "bury 0 1\"") != NULL);
    CHECK(!strstr(frame_of(on, (struct table_viewer){.seat = 0}), line));
    CHECK(!strstr(frame_text, "bury 0 1\""));
    table_free(on);
    table_free(off);
}

/* What stands between the brackets of `events`. */
static const char *events_of(const struct table *table, uint32_t since, char *text)
{
    const char *frame = frame_of(table, (struct table_viewer){.seat = 1, .since = since});
    const char *list = strstr(frame, "\"events\":[") + strlen("\"events\":[");
    size_t n = strcspn(list, "]");
    memcpy(text, list, n);
    text[n] = '\0';
    return text;
}

/* Short tales come from memory, long ones by playing the game again: they must be the same. */
static void tales_agree(void)
{
    struct ff_rng rng = ff_rng_of(5);
    struct table *table = begun((struct table_options){.aid = true, .mode = FF_EXPERT});
    for (int step = 0; step < 40; step++) {
        uint32_t before = table_last_number(table);
        play_on(table, &rng, 3);
        const char *whole = events_of(table, 0, other_text), *tail = events_of(table, before, tail_text);
        size_t whole_n = strlen(whole), tail_n = strlen(tail);
        CHECK(whole_n >= tail_n && memcmp(whole + whole_n - tail_n, tail, tail_n) == 0);
    }
    table_free(table);
}

/* The log is the truth: entries applied to another table give the same table. */
static void replaying(void)
{
    static struct table_entry log[4000];
    static char texts[4000][200];
    struct ff_rng rng = ff_rng_of(11);
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++) {
        struct table_options options = {.mode = (uint8_t)mode, .seats = 2, .level = 3, .aid = true};
        struct table *table = made(&options), *again = made(&options);
        size_t n = 0;
        grant(table, sit(table, anna, 0));
        apply_text(again, entry_text);
        grant(table, sit(table, ben, 1));
        apply_text(again, entry_text);
        while (table_phase(table) == TABLE_PLAY && n < 4000) {
            uint32_t number = table_last_number(table);
            play_on(table, &rng, 1);
            REQUIRE(table_last_number(table) == number + 1);
            strcpy(texts[n], entry_text);
            log[n] = (struct table_entry){number + 1, now_ms - 7, texts[n], strlen(texts[n])};
            n++;
        }
        CHECK_EQ(table_phase(table), TABLE_OVER);
        struct base_error error;
        for (size_t i = 0; i < n; i++)
            REQUIRE(table_apply(again, &log[i], &error));
        CHECK_EQ(memcmp(table_game(table), table_game(again), sizeof(struct ff_game)), 0);
        strcpy(other_text, frame_of(table, (struct table_viewer){.seat = 0, .full = true}));
        CHECK_STR(frame_of(again, (struct table_viewer){.seat = 0, .full = true}), other_text);
        CHECK(strstr(other_text, "\"seed\":\"0707") != NULL);
        table_free(table);
        table_free(again);
    }
}

static void record_holds(void)
{
    struct ff_rng rng = ff_rng_of(17);
    struct table *table = begun((struct table_options){.aid = true, .mode = FF_EXPERT});
    char *text = malloc(RECORD_GAME_MAX);
    struct base_out out = base_out_of(text, RECORD_GAME_MAX);
    CHECK(!table_record(table, &out));
    play_on(table, &rng, 100000);
    CHECK_EQ(table_phase(table), TABLE_OVER);
    CHECK(table_record(table, &out));
    struct record_reader *reader = malloc(sizeof *reader);
    uint64_t line;
    record_reader_init(reader);
    CHECK_EQ(record_read_text(reader, text, out.length, &line), RECORD_HOLDS);
    CHECK(reader->has_fair);
    free(reader);
    free(text);
    table_free(table);
}

/* ----------------------------------------------------------------------------------------------------- damaged logs */

static void entries_that_do_not_fit(void)
{
    static const char *const bad[] = {
        "",
        "play",
        "turn 9 m done",
        "turn 0 m",
        "turn 0 m dance",
        "turn 0 m brewery A; sell 9 hops",
        "sit 0 aaaaaaaaaaaaaaaa x Name",
        "bot 0 9",
        "stand 0",
        "leave 7",
        "away",
        "back x",
        "play 0 m done",
        "say 0",
        "say 0 m",
        "say 0 m a\x01",
        "rematch nothing",
        "create",
        "unknown 1",
    };
    struct table *table = begun((struct table_options){.aid = true});
    strcpy(other_text, frame_of(table, (struct table_viewer){.seat = 0, .full = true}));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (apply_text(table, bad[i])) {
            CHECK(false);
            printf("    accepted: %s\n", bad[i]);
        }
    CHECK_STR(frame_of(table, (struct table_viewer){.seat = 0, .full = true}), other_text);
    struct base_error error;
    struct table_entry entry = {table_last_number(table) + 2, now_ms, "say 0 - hi", 10};
    CHECK(!table_apply(table, &entry, &error));
    table_free(table);
    table = table_new(id);
    CHECK(!apply_text(table, "create\nmode base\nseats 9\n"));
    CHECK(!apply_text(table, "create\nfuture 1\nedition\n"));
    CHECK_EQ(table_last_number(table), 0);
    table_free(table);
}

/* ------------------------------------------------------------------------------------------------------- short logs */

enum { LOG_MAX = 4000 };

/* A log, and the table that follows from it. */
struct log {
    struct table *table;
    struct table_entry entry[LOG_MAX];
    size_t n;
};

static void add(struct log *log, struct table_answer answer)
{
    if (answer.verdict != TABLE_YES || log->n == LOG_MAX)
        return;
    size_t length = strlen(entry_text);
    char *text = malloc(length);
    memcpy(text, entry_text, length);
    now_ms += 777;
    log->entry[log->n] = (struct table_entry){(uint32_t)log->n + 1, now_ms, text, length};
    struct base_error error;
    CHECK(table_apply(log->table, &log->entry[log->n++], &error));
}

/* Something that people do at a table, at random. */
static void live(struct log *log, struct ff_rng *rng)
{
    static const char *const who[] = {"aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb", "cccccccccccccccc", "dddddddddddddddd"};
    struct table *table = log->table;
    struct base_out out = entry_out();
    int seat = (int)ff_rng_below(rng, 3);
    char text[64], said[16];
    switch (ff_rng_below(rng, 15)) {
    case 9: add(log, table_validate_holiday(table, seat, ff_rng_below(rng, 4), now_ms + 777, &out)); return;
    case 10:
        if (table_options(table)->reserve_s && ff_rng_below(rng, 9) == 0)
            add(log, table_validate_resume(table, now_ms - 5000, &out));
        return;
    case 0: add(log, table_validate_sit(table, who[seat], "Name", FF_NOBODY, NULL, &out)); return;
    case 1:
        if (table_phase(table) == TABLE_PLAY || ff_rng_below(rng, 3))
            add(log, table_validate_leave(table, seat, &out));
        return;
    case 2: add(log, table_validate_away(table, seat, &out)); return;
    case 3: add(log, table_validate_back(table, seat, &out)); return;
    case 4:
        snprintf(said, sizeof said, "c%u", (unsigned)log->n);
        add(log, table_validate_chat(table, seat, ff_rng_below(rng, 2) ? said : "", "say 0 - hm", 10, &out));
        return;
    case 5:
        add(log,
            table_validate_vote(table, seat, (int)ff_rng_below(rng, 3), 0, now_ms + 1000 * TABLE_VOTE_IDLE_S, &out));
        return;
    case 6: add(log, table_validate_seat_offer(table, seat, ff_rng_below(rng, 2), &out)); return;
    case 8:
        if (ff_rng_below(rng, 6) == 0)
            add(log, table_validate_slow_vote(table, seat, &out));
        return;
    case 7: add(log, table_validate_seat_takeover(table, who[ff_rng_below(rng, 4)], "Taker", FF_NOBODY, &out)); return;
    default: break;
    }
    if (table_phase(table) != TABLE_PLAY)
        return;
    seat = mover(table);
    ff_options options = ff_game_options(table_game(table), seat);
    out = base_out_of(text, sizeof text);
    text_action(&out,
                ff_action_of(table_game(table)->pub.stage,
                             (unsigned)ff_option_nth(options, (int)ff_rng_below(rng, (uint32_t)ff_popcount(options)))));
    bool bot = table_bots_to_act(table) >> seat & 1;
    snprintf(said, sizeof said, "p%u", (unsigned)log->n);
    out = entry_out();
    add(log, table_validate_play(table, seat, table_last_number(table), bot ? NULL : said, text, strlen(text), &out));
}

/* All that anybody is told is the same, and what may be done next. */
static void same_tables(const struct table *a, const struct table *b)
{
    for (int seat = 0; seat <= 3; seat++)
        for (uint32_t back = 0; back < 3; back++) {
            uint32_t since = back == 2 ? 0 : table_last_number(a) - back * 20;
            struct table_viewer viewer = {.seat = seat == 3 ? FF_NOBODY : seat, .since = since, .full = true};
            strcpy(other_text, frame_of(a, viewer));
            CHECK_STR(frame_of(b, viewer), other_text);
        }
    CHECK_EQ(table_last_number(a), table_last_number(b));
    CHECK_EQ(table_changed_ms(a), table_changed_ms(b));
    CHECK_EQ(table_deadline_ms(a), table_deadline_ms(b));
    CHECK_EQ(table_ended_ms(a), table_ended_ms(b));
    CHECK_EQ(table_created_ms(a), table_created_ms(b));
    for (int seat = 0; seat < table_options(a)->seats; seat++)
        CHECK_EQ(memcmp(table_seat(a, seat), table_seat(b, seat), offsetof(struct table_seat, said_id)), 0);
}

static struct table *replayed(const struct table_entry *entries, size_t n)
{
    struct table *table = table_new(id);
    struct base_error error;
    CHECK(table_replay(table, entries, n, &error));
    return table;
}

/* A log of every kind of entry, shortened here and there and again: the table stays the same. */
static void short_logs(void)
{
    enum { ROOM = 1 << 20 };
    struct log *log = calloc(1, sizeof *log);
    char *text = malloc(ROOM), *again = malloc(ROOM);
    for (uint64_t seed = 1; seed <= 8; seed++) {
        struct ff_rng rng = ff_rng_of(seed);
        struct table_create create = {.options = {.seats = 3, .level = 3, .turn_s = 600, .aid = true},
                                      .edition = &edition};
        if (seed % 2) {
            create.options.turn_s = 0;
            create.options.reserve_s = 3600;
            create.options.increment_s = 10;
            create.options.holidays = 60;
        }
        struct base_out out = entry_out();
        memcpy(create.host, anna, sizeof anna);
        memcpy(create.next, "nnnnnnnnnnnnnnnn", TABLE_ID_SIZE);
        log->n = 0;
        log->table = table_new(id);
        add(log, table_validate_create(&create, &out));
        size_t longest = 0;
        for (int step = 0; step < 3000 && log->n < LOG_MAX && table_phase(log->table) != TABLE_OVER; step++) {
            live(log, &rng);
            if (step % 97 && table_phase(log->table) != TABLE_OVER)
                continue;
            size_t middle = 1 + ff_rng_below(&rng, (uint32_t)log->n);
            out = base_out_of(text, ROOM);
            REQUIRE(table_compact_log(log->entry, middle, false, &out));
            struct table_entry kept[LOG_MAX] = {{(uint32_t)middle, log->entry[middle - 1].at_ms, text, out.length}};
            memcpy(kept + 1, log->entry + middle, (log->n - middle) * sizeof *kept);
            struct table *table = replayed(kept, log->n - middle + 1);
            same_tables(log->table, table);
            table_free(table);
            out = base_out_of(again, ROOM); /* the short one and what came after it */
            REQUIRE(table_compact_log(kept, log->n - middle + 1, false, &out));
            struct table_entry all = {(uint32_t)log->n, log->entry[log->n - 1].at_ms, again, out.length};
            table = replayed(log->entry, middle / 2); /* a process that was behind */
            struct base_error error;
            CHECK(table_apply(table, &all, &error));
            same_tables(log->table, table);
            table_free(table);
            longest = out.length > longest ? out.length : longest;
        }
        CHECK(longest > 1000);
        table_free(log->table);
        for (size_t i = 0; i < log->n; i++)
            free((void *)log->entry[i].text);
    }
    free(text);
    free(again);
    free(log);
}

static void damaged_short_logs(void)
{
    static const char *const wrong[] = {
        "kept\n",           "kept\n1 1 5\nabc",    "kept\n1 1 3\nabc",
        "kept\n1 1\nabc\n", "kept\n-1 1 3\nabc\n", "kept\n1 1 99999999999999999999\nabc\n"};
    struct table *table = begun((struct table_options){0});
    uint32_t number = table_last_number(table);
    struct base_error error;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct table_entry entry = {number + 9, now_ms, wrong[i], strlen(wrong[i])};
        CHECK(!table_apply(table, &entry, &error));
        CHECK_EQ(table_last_number(table), number);
    }
    table_free(table);
}

/* A line whose answer was lost is said again, and is there once. */
static void chat_is_said_once(void)
{
    struct table *table = begun((struct table_options){0});
    for (int i = 0; i < 8; i++) {
        char said[8];
        snprintf(said, sizeof said, "c%d", i / 2);
        struct base_out out = entry_out();
        CHECK_EQ(grant(table, table_validate_chat(table, 0, said, "hm", 2, &out)), i % 2 ? TABLE_REPEATED : TABLE_YES);
    }
    struct base_out out = entry_out();
    CHECK_EQ(grant(table, table_validate_chat(table, 1, "c0", "hm", 2, &out)), TABLE_YES); /* another's id */
    table_free(table);
}

/* Who plays as long and wordily as possible: builds whatever adds draws and cards but no Palace part, removes nothing
 * that could come back, keeps as much as it may. */
static unsigned wordy_option(const struct table *table, int seat)
{
    const struct ff_game *game = table_game(table);
    ff_options options = ff_game_options(game, seat);
    if (game->pub.stage == FF_STAGE_BUILD) {
        ff_options parts = (ff_options)FF_PALACE_CARDS;
        ff_options wanted = options & ~parts & ~((ff_options)1 << FF_OPTION_DONE);
        return wanted ? (unsigned)ff_option_nth(wanted, 0) : FF_OPTION_DONE;
    }
    if (game->pub.stage == FF_STAGE_DISCARD || game->pub.stage == FF_STAGE_DRAW || game->pub.stage == FF_STAGE_BREWERY)
        return (unsigned)ff_option_nth(options, 0);
    return (unsigned)ff_option_nth(options, ff_popcount(options) - 1);
}

static void play_wordily(struct table *table)
{
    while (table_phase(table) == TABLE_PLAY) {
        char text[64], message[16];
        int seat = mover(table);
        struct base_out out = base_out_of(text, sizeof text);
        text_action(&out, ff_action_of(table_game(table)->pub.stage, wordy_option(table, seat)));
        snprintf(message, sizeof message, "m%u", (unsigned)table_last_number(table));
        struct table_answer answer = play(table, seat, table_last_number(table), message, text);
        CHECK_STR(answer.verdict == TABLE_YES ? "" : answer.text, "");
        if (grant(table, answer) != TABLE_YES)
            return;
    }
}

/* As much chat as is kept, each line as long as it may be, of the characters that take most room. */
static void chat_fully(struct table *table)
{
    char line[4 * TABLE_CHAT_CHARACTERS + 1] = "";
    for (int i = 0; i < TABLE_CHAT_CHARACTERS; i++)
        strcat(line, "\xf0\x9f\x8d\xba");
    for (int i = 0; i < TABLE_CHAT_KEPT; i++) {
        struct base_out out = entry_out();
        CHECK_EQ(grant(table, table_validate_chat(table, i % 5, "", line, strlen(line), &out)), TABLE_YES);
    }
}

/* 63 bytes in 18 characters. */
static const char longest_name[] = "\xe2\x80\x9e\xf0\x9f\x8d\xba\xf0\x9f\x8d\xba\xf0\x9f\x8d\xba\xf0\x9f\x8d\xba"
                                   "\xf0\x9f\x8d\xba\xf0\x9f\x8d\xba\xf0\x9f\x8d\xba\xf0\x9f\x8d\xba\xf0\x9f\x8d\xba"
                                   "\xf0\x9f\x8d\xba\xf0\x9f\x8d\xba\xf0\x9f\x8d\xba\xf0\x9f\x8d\xba\xf0\x9f\x8d\xba"
                                   "\xf0\x9f\x8d\xba";

/* It was longer than its buffer once, and half an object was sent. */
static void the_longest_frame(void)
{
    struct text_edition usual = edition;
    struct table_options options = {.mode = FF_EXPERT, .seats = 5, .level = 3, .aid = true};
    struct base_json json;
    edition.values.round_limit = FF_ROUNDS_MAX;
    CHECK_EQ(ff_edition_seal(&edition.values), FF_EDITION_OK);
    struct table *table = made(&options);
    const char *const guests[] = {anna, ben, cleo, "dddddddddddddddd", "eeeeeeeeeeeeeeee"};
    for (int i = 0; i < 5; i++) {
        struct base_out out = entry_out();
        CHECK_EQ(grant(table, table_validate_sit(table, guests[i], longest_name, i, NULL, &out)), TABLE_YES);
    }
    play_wordily(table);
    chat_fully(table);
    CHECK_EQ(table_game(table)->pub.round, FF_ROUNDS_MAX);
    for (int seat = 0; seat <= 5; seat++) {
        struct table_viewer viewer = {.seat = seat < 5 ? seat : FF_NOBODY, .full = true, .legal = true};
        const char *frame = frame_of(table, viewer);
        CHECK(strlen(frame) > 200000);
        CHECK_EQ(base_json_read(&json, frame, strlen(frame)), BASE_JSON_OK);
    }
    /* One byte less than it needs is nothing at all. */
    size_t n = strlen(frame_of(table, (struct table_viewer){.seat = 0, .full = true}));
    struct table_viewer viewer = {.seat = 0, .full = true, .now_ms = now_ms};
    struct base_out out = base_out_of(other_text, n);
    table_frame(table, &viewer, &out);
    CHECK(!base_out_whole(&out) && out.length == 0 && !*other_text);
    out = base_out_of(other_text, n + 1);
    table_frame(table, &viewer, &out);
    CHECK(base_out_whole(&out) && out.length == n);
    /* The same game as a record, and as a line of a list. */
    static char record[RECORD_GAME_MAX], about[STORE_ABOUT_SIZE];
    out = base_out_of(record, sizeof record);
    CHECK(table_record(table, &out) && base_out_whole(&out));
    CHECK(out.length > 400000);
    out = base_out_of(about, sizeof about);
    table_summary(table, &out);
    CHECK(base_out_whole(&out));
    table_free(table);
    edition = usual;
}

/* A guest's best moments in the summary, as in "sale":[COINS,ROUND,MOMENT]. */
struct moment {
    unsigned value, round, at;
};

static struct moment moment_of(const char *about, int seat, const char *key)
{
    struct moment moment = {0};
    const char *from = strchr(strstr(about, "\"seats\""), '{');
    while (seat--)
        from = strchr(from + 1, '{');
    const char *found = strstr(from, key);
    if (found && found < strchr(from, '}'))
        sscanf(found + strlen(key), "\":[%u,%u,%u", &moment.value, &moment.round, &moment.at);
    return moment;
}

/* Finds the moments of a seat in the events that everybody sees, which are written in another way than they are
 * counted. */
static void find_moments(const char *frame, int wanted, struct moment *sale, struct moment *behind)
{
    struct moment round = {.round = 1};
    unsigned parts[FF_PLAYERS_MAX] = {0};
    for (const char *at = strstr(frame, "\"events\":[") + strlen("\"events\":"); *at != ']'; round.at++) {
        char verb[16] = "", card[16] = "";
        int seat = -1;
        sscanf(at += 2, "%15[a-z] %d %15s", verb, &seat, card);
        const char *end = strchr(at, '"'), *income = strstr(at, " income ");
        if (strcmp(verb, "sell") == 0 && seat == wanted && (unsigned)atoi(income + 8) > sale->value)
            *sale = (struct moment){(unsigned)atoi(income + 8), round.round, round.at + 1};
        if (strcmp(verb, "build") == 0)
            parts[seat] += strncmp(card, "palace", 6) == 0;
        if (strcmp(verb, "round") == 0) {
            unsigned most = 0;
            for (int i = 0; i < FF_PLAYERS_MAX; i++)
                most = parts[i] > most ? parts[i] : most;
            if (most > parts[wanted] && most - parts[wanted] >= behind->value)
                *behind = (struct moment){most - parts[wanted], round.round, round.at + 1};
            round.round++;
        }
        at = end + 1;
    }
}

static void best_moments(void)
{
    char about[STORE_ABOUT_SIZE];
    int won_from_behind = 0;
    for (int game = 0; game < 12; game++) {
        struct ff_rng rng = ff_rng_of((uint64_t)game);
        struct table *table = begun((struct table_options){.aid = true, .mode = (uint8_t)(game % 2)});
        struct base_out out = base_out_of(about, sizeof about);
        table_summary(table, &out);
        CHECK(!strstr(about, "\"sale\""));
        play_on(table, &rng, 100000);
        out = base_out_of(about, sizeof about);
        table_summary(table, &out);
        struct ff_result result;
        ff_result(&table_game(table)->pub, &result);
        const char *frame = frame_of(table, (struct table_viewer){.seat = FF_NOBODY});
        for (int seat = 0; seat < 2; seat++) {
            struct moment sale = {0}, behind = {0};
            find_moments(frame, seat, &sale, &behind);
            struct moment told = moment_of(about, seat, "sale");
            CHECK(sale.value > 0 && memcmp(&told, &sale, sizeof told) == 0);
            told = moment_of(about, seat, "behind");
            if (!(result.winners >> seat & 1))
                behind = (struct moment){0};
            CHECK(memcmp(&told, &behind, sizeof told) == 0);
            won_from_behind += behind.value > 0;
        }
        table_free(table);
    }
    CHECK(won_from_behind > 0);
}

static void ids(void)
{
    uint8_t random[TABLE_ID_BYTES], bytes[4];
    char text[TABLE_ID_SIZE], hex[9];
    memset(random, 0, sizeof random);
    table_id_from_random(random, text);
    CHECK_STR(text, "aaaaaaaaaaaaaaaa");
    memset(random, 0xff, sizeof random);
    table_id_from_random(random, text);
    CHECK_STR(text, "7777777777777777");
    CHECK(table_id_is_valid(text, 16));
    CHECK(!table_id_is_valid("777777777777777", 15));
    CHECK(!table_id_is_valid("777777777777777A", 16));
    CHECK(base_hex_read("00fFa01B", 8, bytes, 4));
    struct base_out out = base_out_of(hex, sizeof hex);
    base_put_hex(&out, bytes, 4);
    CHECK_STR(hex, "00ffa01b");
    CHECK(!base_hex_read("00ff", 4, bytes, 4));
    CHECK(!base_hex_read("00ffa01g", 8, bytes, 4));
}

int main(void)
{
    struct base_error error;
    text_edition_read(default_edition_text, default_edition_size, &edition, &error);
    TEST("guests and bots take seats; the last one starts the game", seats);
    TEST("names that could deceive are refused", names);
    TEST("a turn sent twice is done once, a late one not at all", repeats_and_late_ones);
    TEST("chat between makes no turn late", chat_makes_nobody_stale);
    TEST("a line of chat is said once", chat_is_said_once);
    TEST("a short log gives the same table", short_logs);
    TEST("short logs that are damaged are refused", damaged_short_logs);
    TEST("R1.5 R2.3 simultaneous choices do not make each other late", simultaneous_choices);
    TEST("a refused chain changes nothing and names the rule", refusals);
    TEST("R2.1 R10.2 a chain ends with the turn, and what is left is not read", no_more_than_a_turn);
    TEST("when the time is up a bot takes over until its player is back", time_is_up);
    TEST("a turn has one clock, however many messages it takes", one_clock_a_turn);
    TEST("a bot plays for one who left, after the grace time", leaving);
    TEST("a frame before the game", open_table_frame);
    TEST("R10.1 spectators see what is public, if anything", who_may_watch);
    TEST("R10.2 without the memory aid a player's own secrets are numbers", memory_aid_off);
    TEST("events told from memory and by playing again are the same", tales_agree);
    TEST("a log gives the same table again", replaying);
    TEST("the record of a finished table holds and is fair", record_holds);
    TEST("entries that do not fit change nothing", entries_that_do_not_fit);
    TEST("a finished game's summary has each guest's best moments", best_moments);
    TEST("ids and hexadecimal digits", ids);
    TEST("a frame of 250 rounds with all the chat is whole", the_longest_frame);
    TEST("manners: a bot stands in after a vote", votes);
    TEST("manners: votes end with the turn", votes_end_with_the_turn);
    TEST("a live game becomes a slow one by vote", live_games_become_slow);
    TEST("a reserve is charged for each turn, and a round adds to it", reserves);
    TEST("an outage is not charged to a reserve", reserves_survive_outages);
    TEST("a holiday stops the clock of one seat", holidays);
    TEST("clocks that exclude each other are refused", clocks_that_fit);
    TEST("a deal that several tables play is the same at each", deals_are_shared);
    TEST("clocks of turns pause at night", clocks_pause);
    TEST("manners: seats are handed over", seats_are_handed_over);
    TEST("manners: damaged logs", manners_in_damaged_logs);
    TEST("manners: who is there, and since when", who_is_there);
    return test_end();
}
