/* test_bot_program.c - a bot that is a program and says more than it was asked for: when that is noticed, and what is
 * said.
 *
 * The program is a shell script that waits for the test's word, at descriptor 8, before it says something more, and
 * tells at descriptor 9 that it has; so nothing here depends on who is faster. */
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "bots/arena/bot_program.h"
#include "edition.h"
#include "test.h"

enum { TO_BOT = 8, FROM_BOT = 9, PATIENCE_MS = 60000 };

static struct text_edition edition;

/* Answers everything once, and something more with the answer to each `go`; dd makes one write of that, whatever shell
 * it is. Then, when the test says so, something later. */
static const char script[] =
    "first=; while read -r word rest; do case $word in"
    " fuerstenfeld) echo bot script ;;"
    " start) echo ready ;;"
    " legal) first=${first:-$rest} ;;"
    " go) printf \"play $first\\n%s\" | dd obs=4k 2>/dev/null; first=; read -r x <&8; printf \"%s\"; echo said >&9 ;;"
    " esac; done";

struct bench {
    struct arena_bot_program *program;
    struct ff_game game;
    char command[1000];
    int word, said; /* the test's ends */
};

static bool decide(struct bench *bench)
{
    struct ff_view view;
    unsigned option = 0;
    int seat = ff_lowest(bench->game.pub.owe);
    ff_view_of(&bench->game, seat, &view);
    return arena_bot_program_decide(bench->program, &view, ff_game_options(&bench->game, seat), &option);
}

static bool begin(struct bench *bench)
{
    const struct arena_game game = {.edition = &edition, .players = 2};
    return arena_bot_program_begin_game(bench->program, &game);
}

/* A program that has begun a game. Its ends of the pipes are its own, so that its death is the end of what it says. */
static void bench_open(struct bench *bench, const char *more, const char *later)
{
    int word[2], said[2];
    struct ff_setup setup;
    memset(bench, 0, sizeof *bench);
    CHECK(pipe(word) == 0 && pipe(said) == 0);
    CHECK(dup2(word[0], TO_BOT) == TO_BOT && dup2(said[1], FROM_BOT) == FROM_BOT);
    close(word[0]);
    close(said[1]);
    bench->word = word[1];
    bench->said = said[0];
    ff_deal(&edition.values, 2, FF_BASE, 1, &setup);
    ff_begin(&edition.values, &setup, &bench->game);
    snprintf(bench->command, sizeof bench->command, script, more, later);
    bench->program = arena_bot_program_new(bench->command, PATIENCE_MS, NULL);
    CHECK(begin(bench));
    close(TO_BOT);
    close(FROM_BOT);
}

static void bench_close(struct bench *bench)
{
    arena_bot_program_free(bench->program);
    close(bench->word);
    close(bench->said);
}

/* The program says what it has to say later; back when it has. */
static void let_it_talk(struct bench *bench)
{
    char said[8];
    CHECK_EQ(write(bench->word, "on\n", 3), 3);
    CHECK_EQ(read(bench->said, said, sizeof said), 5);
}

/* The fault of a second answer to the first decision of the game, with what was received. */
static void check_twice(const struct bench *bench, const char *received)
{
    const char *fault = arena_bot_program_fault(bench->program), *at = strstr(fault, "\n  received: ");
    CHECK(strncmp(fault, "answered more than once\n  sent: \"go in round 1; legal: ", 53) == 0);
    if (CHECK(at != NULL))
        CHECK_STR(at + 13, received);
}

/* What comes with the answer, a whole line or the beginning of one. */
static void with_the_answer(void)
{
    static const char *const more[][2] = {
        {"play done\\n", "\"play done\""},     {"play", "\"play\""},
        {"info x\\nwhat\\n", "\"what\""},      {"info x\\n\\n\\r\\ninf\\n", "\"inf\""},
        {"information\\n", "\"information\""},
    };
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        struct bench bench;
        bench_open(&bench, more[i][0], "");
        CHECK(!decide(&bench));
        check_twice(&bench, more[i][1]);
        bench_close(&bench);
    }
}

/* What comes between the answer and the next question, which is not asked any more. */
static void before_the_next_question(void)
{
    struct bench bench;
    bench_open(&bench, "", "play done\\n");
    REQUIRE(decide(&bench));
    let_it_talk(&bench);
    CHECK(!decide(&bench));
    check_twice(&bench, "\"play done\"");
    bench_close(&bench);
}

static void before_the_end(void)
{
    struct bench bench;
    bench_open(&bench, "", "play done\\n");
    REQUIRE(decide(&bench));
    let_it_talk(&bench);
    CHECK(!arena_bot_program_end_game(bench.program, &bench.game.pub));
    check_twice(&bench, "\"play done\"");
    bench_close(&bench);
}

static void before_the_next_game(void)
{
    struct bench bench;
    bench_open(&bench, "", "play done\\n");
    REQUIRE(decide(&bench));
    CHECK(arena_bot_program_end_game(bench.program, &bench.game.pub));
    let_it_talk(&bench);
    CHECK(!begin(&bench));
    CHECK_STR(arena_bot_program_fault(bench.program),
              "answered more than once in the game before, or after it\n  sent: \"over ...\"\n"
              "  received: \"play done\"");
    bench_close(&bench);
}

/* Empty lines and info lines are no answers, whenever they come, and however many; nor is the beginning of one. */
static void info_is_no_answer(void)
{
    static const char *const said[][2] = {
        {"info\\n", "info later\\n"}, {"\\n\\r\\n", "\\n\\n"}, {"info play done\\n", "info play done\\n"},
        {"info x\\ninf", "o x\\n"},   {"\\r", "\\n"},          {"", "info x\\n\\n"},
    };
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        struct bench bench;
        bench_open(&bench, said[i][0], said[i][1]);
        REQUIRE(decide(&bench));
        let_it_talk(&bench);
        CHECK(decide(&bench));
        let_it_talk(&bench);
        CHECK(arena_bot_program_end_game(bench.program, &bench.game.pub));
        CHECK(begin(&bench));
        CHECK_STR(arena_bot_program_fault(bench.program), "");
        bench_close(&bench);
    }
}

int main(void)
{
    struct base_error error;
    signal(SIGPIPE, SIG_IGN);
    for (int fd = 3; fd <= FROM_BOT; fd++) /* whatever was open for whoever started this */
        close(fd);
    if (!text_edition_read(default_edition_text, default_edition_size, &edition, &error))
        return 2;
    TEST("a second answer with the first is blamed there", with_the_answer);
    TEST("a second answer before the next question is blamed before that is asked", before_the_next_question);
    TEST("a second answer before the end of the game costs that game", before_the_end);
    TEST("a second answer after the game is said to be of the game before", before_the_next_game);
    TEST("info and empty lines are never a second answer", info_is_no_answer);
    return test_end();
}
