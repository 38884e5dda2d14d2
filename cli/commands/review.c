/* review.c - `fuerstenfeld review FILE`: prints what each turn of a recorded game was worth, and better turns. The
 * referee reads the record, and only a valid game is judged. The coach judges the turns (bots/coach/judge.h). This file
 * distributes turns among threads and prints the results in order. */
#include "bots/coach/review.h"
#include "bots/ai/levels.h"
#include "bots/ai/net.h"
#include "bots/ai/net_read.h"
#include "bots/coach/opponents.h"
#include "bots/coach/played_level.h"
#include "bots/coach/sentences.h"
#include "bots/coach/verdict_json.h"
#include "cli/progress.h"
#include "cli/record_input.h"
#include "engine/base/builtin.h"
#include "engine/base/json_write.h"
#include "engine/text/names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SLICE = 64, ALL_SEATS = -1, NOTHING = 5 /* hundredths, shown as 0.0 */ };

struct review {
    const char *path;
    int effort; /* enum coach_effort */
    int seat;   /* the seat to judge, or ALL_SEATS */
    bool json, printed;
    bool written; /* all output so far was written */
    uint64_t wanted, threads;
    int levels_n; /* number of levels given with --levels */
    struct record_input records;
    struct coach_decision *decision;
    struct coach_game game;
    struct coach_review_item *item; /* the turns and draws to judge */
    int items_n;
    bool levels_said;
    uint8_t level[FF_PLAYERS_MAX]; /* level of each seat; 0: a person */
    struct net *net;
    struct cli_progress progress;
    struct coach_verdict_summary *summaries;
};

/* ---------------------------------------------------------------------------------------------------------- reading */

static bool take_decisions(struct review *review)
{
    const struct record_reader *reader = &review->records.reader;
    for (int i = 0; i < reader->decisions_n; i++) {
        if (review->game.n == COACH_DECISIONS_MAX)
            return false;
        review->decision[review->game.n++] =
            (struct coach_decision){reader->decision[i].seat, reader->decision[i].action};
    }
    return true;
}

/* Returns whether the wanted game has been read completely. */
static bool is_read(const struct review *review)
{
    return review->records.reader.phase == RECORD_GAME && review->records.reader.games == review->wanted;
}

static int read_lines(struct review *review)
{
    const struct record_reader *reader = &review->records.reader;
    enum record_input_result got;
    for (bool begins = true; (got = record_input_next(&review->records)) == RECORD_INPUT_LINE;
         begins = reader->phase == RECORD_GAME) {
        if (begins)
            review->game.n = 0;
        if (!take_decisions(review)) {
            cli_error("%s: game %" PRIu64 " is too long to judge", review->path, review->wanted);
            return CLI_USAGE;
        }
        if (is_read(review))
            return CLI_OK;
    }
    if (got == RECORD_INPUT_ERROR)
        return CLI_USAGE;
    return got == RECORD_INPUT_END ? record_input_report_missing_game(&review->records, review->wanted)
                                   : record_input_report_fault(&review->records);
}

static int read_game(struct review *review)
{
    if (!record_input_open(&review->records, review->path))
        return CLI_USAGE;
    int status = read_lines(review);
    record_input_close(&review->records);
    review->game.edition = &review->records.reader.edition;
    review->game.setup = &review->records.reader.setup;
    review->game.decision = review->decision;
    return status;
}

/* Lists the turns and draws to judge. If review->seat is set, lists only those of that seat. */
static void find_items(struct review *review)
{
    int n = coach_review_list_items(&review->game, review->item, COACH_ITEMS_MAX), kept = 0;
    for (int i = 0; i < n; i++)
        if (review->seat == ALL_SEATS || review->item[i].seat == review->seat)
            review->item[kept++] = review->item[i];
    review->items_n = kept;
}

/* Finds the seats' levels: from --levels, from the bots in the record, or from the players' names. */
static void find_levels(struct review *review)
{
    const struct record_reader *reader = &review->records.reader;
    for (int seat = 0; seat < reader->setup.players; seat++) {
        if (!review->levels_said)
            review->level[seat] =
                (uint8_t)coach_level_of_player_name(reader->has_bots ? reader->bot[seat] : reader->name[seat]);
        review->game.opponents.level[seat] = features_strength_of_level(review->level[seat]);
    }
}

/* ---------------------------------------------------------------------------------------------------------- judging */

struct slot {
    struct coach_verdict verdict;
    struct ff_view view;
};

static void *worker_new(void *context)
{
    (void)context;
    return malloc(sizeof(struct coach_judge));
}

static void worker_free(void *context, void *worker)
{
    (void)context;
    free(worker);
}

static void judge_item(void *context, void *worker, uint64_t job, void *result)
{
    const struct review *review = (const struct review *)context;
    struct coach_judge *judge = (struct coach_judge *)worker;
    struct slot *slot = (struct slot *)result;
    coach_review_item_begin(&review->game, &review->item[job], review->net, (enum coach_effort)review->effort, judge);
    while (coach_judge_think(judge, SLICE))
        ;
    coach_judge_answer(judge, &slot->verdict);
    slot->view = judge->position.view;
}

/* --------------------------------------------------------------------------------------------------------- printing */

static void say_share(struct base_out *out, int32_t hundredths)
{
    coach_put_points(out, hundredths);
    base_put(out, " %");
}

/* Writes a turn's loss with its margin: "-4.8 +- 0.9". */
static void say_loss(struct base_out *out, const struct coach_verdict *verdict)
{
    base_put(out, "-");
    coach_put_points(out, verdict->loss > 0 ? verdict->loss : 0);
    base_put(out, " +- ");
    coach_put_points(out, verdict->margin);
}

static void say_name(struct base_out *out, const struct review *review, int seat)
{
    const char *names[FF_PLAYERS_MAX] = {NULL};
    if (*review->records.reader.name[seat])
        names[seat] = review->records.reader.name[seat];
    text_put_player(out, names, seat);
}

static void say_head(struct base_out *out, const struct review *review, const struct coach_verdict *verdict)
{
    const struct coach_idea *played = &verdict->idea[verdict->played];
    if (verdict->round)
        base_put(out, "Round "), base_put_number(out, verdict->round);
    else
        base_put(out, "Set-up");
    base_put(out, ", ");
    say_name(out, review, verdict->seat);
    base_put(out, verdict->kind == COACH_DRAW ? ", extra draw: " : ": ");
    say_share(out, played->chance[verdict->seat]);
    if (verdict->ideas_n == 1) {
        base_put(out, ", nothing else could be done");
        return;
    }
    if (verdict->played == 0 || verdict->loss < NOTHING) {
        base_put(out, ", nothing better was found");
        return;
    }
    base_put(out, ", best ");
    say_share(out, verdict->idea[0].chance[verdict->seat]);
    base_put(out, ": ");
    say_loss(out, verdict);
    if (verdict->grade != COACH_GOOD) {
        base_put(out, ", ");
        base_put(out, coach_grade_names[verdict->grade]);
    }
}

/* Writes the chances of the played and the best turn with perfect play from there on. The loss is their difference. The
 * line above shows both chances for the seat's own level. */
static void say_perfect_chances(struct base_out *out, const struct coach_verdict *verdict)
{
    const struct coach_idea *played = &verdict->idea[verdict->played];
    if (played->perfect == played->chance[verdict->seat])
        return;
    base_put(out, "  with perfect play from here: ");
    say_share(out, played->perfect);
    base_put(out, ", best ");
    say_share(out, verdict->idea[0].perfect);
    base_put_char(out, '\n');
}

/* Prints the turn that was played, a better one, and the reasons. */
static void say_reasons(struct base_out *out, const struct coach_verdict *verdict)
{
    const struct coach_idea *played = &verdict->idea[verdict->played];
    base_put(out, "  played: ");
    coach_put_turn(out, (enum coach_kind)verdict->kind, played);
    base_put(out, "\n  better: ");
    coach_put_turn(out, (enum coach_kind)verdict->kind, &verdict->idea[0]);
    base_put_char(out, '\n');
    say_perfect_chances(out, verdict);
    if (verdict->faults) {
        base_put(out, "  at fault: ");
        coach_put_part_names(out, verdict->faults);
        base_put_char(out, '\n');
    }
    coach_put_shown_facts(out, played, false);
}

static void print_verdict(const struct review *review, const struct slot *slot)
{
    char text[8192];
    struct base_out out = base_out_of(text, sizeof text);
    say_head(&out, review, &slot->verdict);
    base_put_char(&out, '\n');
    if (slot->verdict.grade != COACH_GOOD)
        say_reasons(&out, &slot->verdict);
    cli_print_wrapped(stdout, text, 4);
}

static void print_json(struct review *review, const struct slot *slot)
{
    char text[COACH_JSON_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    coach_verdict_json(&out, review->game.edition, &slot->view, &slot->verdict);
    cli_print_for_programs(stdout, review->printed ? ",\n" : "", true);
    cli_print_for_programs(stdout, text, true);
    review->printed = true;
}

static bool collect_reviews(void *context, uint64_t job, void *result)
{
    struct review *review = (struct review *)context;
    const struct slot *slot = (const struct slot *)result;
    coach_verdict_summarize(&slot->verdict, &review->summaries[job]);
    cli_progress_end(&review->progress);
    if (review->json)
        print_json(review, slot);
    else
        print_verdict(review, slot);
    review->written = cli_flush();
    if (review->written)
        cli_progress_step(&review->progress, "turns", job + 1, (uint64_t)review->items_n);
    return review->written;
}

static bool judge_all(struct review *review)
{
    static const struct arena_work work = {sizeof(struct slot), 4,   worker_new, worker_free, judge_item,
                                           collect_reviews,     NULL};
    const struct arena_jobs jobs = {
        .work = &work, .n = (uint64_t)review->items_n, .threads = review->threads, .context = review};
    review->written = true;
    return cli_run_jobs(&jobs, &review->progress) && review->written;
}

/* --------------------------------------------------------------------------------------------------- the whole game */

/* Writes ", like level 3 (levels 1 to 4 are possible)". */
static void say_played_level(struct base_out *out, const struct coach_luck_skill *balance, int seat)
{
    const struct coach_played_level played = coach_estimate_played_level(balance->lost[seat], balance->turns[seat]);
    base_put(out, ", like level ");
    base_put_number(out, played.level);
    if (played.level == COACH_LEVEL_TOP)
        base_put(out, " or above");
    if (played.low == played.high)
        return;
    base_put(out, " (levels ");
    base_put_number(out, played.low);
    base_put(out, " to ");
    base_put_number(out, played.high);
    base_put(out, " are possible)");
}

/* Writes " Anna: par 33.3, result 100.0, deal +4.1, luck +60.0, own turns -2.4, others' mistakes +5.0 (luck +- 3.1);
 * ...". */
static void say_seat(struct base_out *out, const struct review *review, const struct coach_luck_skill *balance,
                     int seat)
{
    static const char *const expected = "expected of its level"; /* always 0 for a person */
    const struct {
        const char *what;
        int32_t points;
    } column[] = {
        {"deal", balance->deal[seat]},
        {"luck", balance->luck[seat]},
        {"own turns", -balance->lost[seat]},
        {expected, balance->expected[seat]},
        {"others' mistakes", balance->given[seat]},
    };
    base_put(out, "  ");
    say_name(out, review, seat);
    base_put(out, ": par ");
    coach_put_points(out, balance->par[seat]);
    base_put(out, ", result ");
    coach_put_points(out, balance->result[seat]);
    for (size_t i = 0; i < sizeof column / sizeof *column && balance->turns[seat]; i++) {
        if (column[i].what == expected && !column[i].points)
            continue;
        base_put(out, ", ");
        base_put(out, column[i].what);
        base_put(out, column[i].points < 0 ? " " : " +");
        coach_put_points(out, column[i].points);
    }
    if (balance->turns[seat]) {
        base_put(out, " (luck +- ");
        coach_put_points(out, balance->error[seat]);
        base_put(out, "); without luck ");
        coach_put_points(out, coach_luck_adjusted_result(balance, seat));
        base_put(out, ", lost a turn ");
        coach_put_points(out, coach_loss_per_turn(balance, seat));
        say_played_level(out, balance, seat);
    }
    base_put_char(out, '\n');
}

static void print_balance(const struct review *review, const struct coach_replay *walk,
                          const struct coach_luck_skill *balance)
{
    char text[COACH_LUCK_SKILL_JSON_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    if (review->json) {
        coach_luck_skill_json(&out, walk, balance);
        cli_print_for_programs(stdout, "\n],\"balance\":", true);
        cli_print_for_programs(stdout, text, true);
        cli_print_for_programs(stdout, "}\n", true);
        return;
    }
    base_put(&out, "\nThe game in points, from par to the result");
    base_put(&out, balance->whole ? ":\n" : " (not all seats were judged):\n");
    for (int seat = 0; seat < balance->players; seat++)
        say_seat(&out, review, balance, seat);
    cli_print_wrapped(stdout, text, 4);
}

static bool print_luck_and_skill(const struct review *review)
{
    struct coach_luck_skill balance;
    struct coach_replay *walk = cli_check_memory(malloc(sizeof *walk));
    coach_replay_begin(walk, &review->game, review->net);
    while (coach_replay_step(walk))
        ;
    coach_luck_skill_compute(walk, review->item, review->summaries, review->items_n, &balance);
    balance.whole &= review->seat == ALL_SEATS;
    print_balance(review, walk, &balance);
    free(walk);
    return true;
}

/* Prints "Green is taken for a person, Red for level 1 (--levels 0,1; use --levels to change that)." */
static void print_company(const struct review *review)
{
    const int players = review->records.reader.setup.players;
    char text[FF_PLAYERS_MAX * (RECORD_NAME_MAX + 64)];
    struct base_out out = base_out_of(text, sizeof text);
    for (int seat = 0; seat < players; seat++) {
        base_put(&out, seat ? ", " : "");
        say_name(&out, review, seat);
        base_put(&out, seat ? " for " : " is taken for ");
        base_put(&out, review->level[seat] ? "level " : "a person");
        if (review->level[seat])
            base_put_number(&out, review->level[seat]);
    }
    for (int seat = 0; seat < players; seat++) {
        base_put(&out, seat ? "," : " (--levels ");
        base_put_number(&out, review->level[seat]);
    }
    base_put(&out, review->levels_said ? ").\n" : "; use --levels to change that).\n");
    cli_print_wrapped(stdout, text, 4);
}

/* Writes the levels in the page's format, in which null stands for a person. */
static void put_levels(struct base_out *out, const struct review *review)
{
    base_json_begin(out, "levels", '[');
    for (int seat = 0; seat < review->records.reader.setup.players; seat++)
        if (review->level[seat])
            base_json_value(out, review->level[seat]);
        else
            base_json_null(out);
    base_json_close(out, ']');
}

static void print_json_head(const struct review *review)
{
    char text[4096];
    struct base_out out = base_out_of(text, sizeof text);
    base_json_open(&out, '{');
    base_json_string(&out, "version", FF_VERSION);
    base_json_string(&out, "effort", coach_effort_names[review->effort]);
    base_json_number(&out, "game", (int64_t)review->wanted);
    base_json_string(&out, "mode", text_mode(review->records.reader.setup.mode));
    base_json_number(&out, "players", review->records.reader.setup.players);
    base_json_begin(&out, "names", '[');
    for (int seat = 0; seat < review->records.reader.setup.players; seat++)
        base_json_word(&out, review->records.reader.name[seat]);
    base_json_close(&out, ']');
    put_levels(&out, review);
    cli_print_for_programs(stdout, text, true);
    cli_print_for_programs(stdout, ",\"turns\":[\n", true);
}

static int review_file(struct review *review)
{
    int status = read_game(review);
    if (status != CLI_OK)
        return status;
    if (review->seat >= review->records.reader.setup.players) {
        cli_error("review: --seat is %d, but the game has %d seats, from 0", review->seat,
                  review->records.reader.setup.players);
        return CLI_USAGE;
    }
    if (review->levels_said && review->levels_n != review->records.reader.setup.players) {
        cli_error("review: --levels has %d numbers, but the game has %d seats", review->levels_n,
                  review->records.reader.setup.players);
        return CLI_USAGE;
    }
    find_levels(review);
    find_items(review);
    if (review->json)
        print_json_head(review);
    else
        print_company(review);
    return judge_all(review) && print_luck_and_skill(review) ? CLI_OK : CLI_USAGE;
}

/* ---------------------------------------------------------------------------------------------------------- options */

static void make_room(struct review *review)
{
    review->decision = cli_check_memory(malloc(COACH_DECISIONS_MAX * sizeof *review->decision));
    review->item = cli_check_memory(malloc(COACH_ITEMS_MAX * sizeof *review->item));
    review->summaries = cli_check_memory(calloc(COACH_ITEMS_MAX, sizeof *review->summaries));
    review->net = cli_check_memory(aligned_alloc(64, (sizeof *review->net + 63) / 64 * 64));
    net_read(default_net_text, default_net_size, review->net); /* cannot fail: a test reads the built-in network */
}

/* Reads one level for each seat: "2,2,0". */
static bool parse_levels(const char *text, struct review *review)
{
    review->levels_said = text != NULL;
    for (const char *at = text; at; at += 2) {
        bool level = *at >= '0' && *at <= '0' + BOT_LEVELS_MAX && (at[1] == ',' || !at[1]);
        if (!level || review->levels_n == FF_PLAYERS_MAX) {
            cli_error("review: --levels must have a number from 0 to %d for each seat, such as 2,2,0, not \"%s\"",
                      BOT_LEVELS_MAX, text);
            return false;
        }
        review->level[review->levels_n++] = (uint8_t)(*at - '0');
        if (!at[1])
            break;
    }
    return true;
}

static int parse_and_run(struct review *review, int argc, char **argv)
{
    const char *levels = NULL;
    const struct cli_option options[] = {
        {"seat", "N", "judge only the turns of this seat, from 0 (all)", .integer = &review->seat,
         .max = FF_PLAYERS_MAX - 1},
        {"effort", "quick|normal|deep", "how long to think (normal)", .choice = &review->effort},
        {"game", "K", "judge the K-th game of the file, from 1 (1)", .number = &review->wanted, .min = 1,
         .max = UINT64_MAX},
        {"levels", "L,L,...", "how strong each seat plays: 1 to 7, or 0 for a person (as the record says)",
         .text = &levels},
        {"threads", "T", "number of turns judged at once (the number of cores)", .number = &review->threads, .min = 1,
         .max = ARENA_JOBS_THREADS_MAX},
        {"json", NULL, "print one JSON object instead of sentences", .flag = &review->json},
    };
    const struct cli_usage usage = CLI_USAGE_OF(
        "review", "FILE",
        "Judges the turns of a recorded game: what each turn was worth, what the best turn would have been worth, and "
        "why. Both are played out in the same deals, which the seat could not tell from the real one. FILE - is "
        "standard input.",
        options);
    int files = cli_parse(&usage, argc, argv);
    if (files < 0)
        return cli_parse_exit_status(files);
    if (!parse_levels(levels, review))
        return CLI_USAGE;
    review->path = argv[1];
    make_room(review);
    return review_file(review);
}

int cmd_review(int argc, char **argv)
{
    struct review *review = cli_check_memory(calloc(1, sizeof *review));
    review->seat = ALL_SEATS;
    review->effort = COACH_NORMAL;
    review->wanted = 1;
    review->threads = arena_cpu_cores();
    int status = parse_and_run(review, argc, argv);
    free(review->decision);
    free(review->item);
    free(review->summaries);
    free(review->net);
    free(review);
    return status;
}
