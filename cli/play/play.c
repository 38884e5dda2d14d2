/* play.c - `fuerstenfeld play`: plays a game at the terminal with people at some seats and bots at the others; see
 * play.h. */
#include "play.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bots/ai/levels.h"
#include "cli/terminal_caps.h"
#include "engine/record/record.h"
#include "engine/text/names.h"

/* ---------------------------------------------------------------------------------------------------------- players */

/* Extends the list to the number of seats by repeating the last name. */
static void fill_list(const char *list, int seats, struct base_out *out)
{
    size_t last = 0;
    int n = 1;
    for (const char *at = list; *at; at++) {
        base_put_char(out, *at);
        if (*at == ',' && (at == list || at[-1] != '\\')) {
            last = out->length;
            n++;
        }
    }
    size_t length = out->length - last;
    for (; n < seats && !out->full; n++) {
        base_put_char(out, ',');
        base_put_bytes(out, out->text + last, length);
    }
}

static void move_spec(const struct arena_spec *from, struct arena_spec *to)
{
    *to = *from;
    if (from->command)
        to->command = to->text + (from->command - from->text);
}

bool play_read_bots(struct play *play, const char *list)
{
    char text[FF_PLAYERS_MAX * 2 * ARENA_SPEC_MAX];
    struct base_out out = base_out_cut(text, sizeof text);
    struct arena_spec specs[FF_PLAYERS_MAX];
    int seats = play->game.setup.players - ff_popcount(play->game.humans);
    if (!seats)
        return true;
    fill_list(list, seats, &out);
    int n = cli_parse_bots("play", text, specs, seats);
    for (int seat = 0, i = 0; n == seats && seat < play->game.setup.players; seat++)
        if (!(play->game.humans >> seat & 1))
            move_spec(&specs[i++], &play->game.spec[seat]);
    return n == seats;
}

static bool seat_bot(struct play *play, int seat)
{
    struct arena_terms terms = {.timeout_ms = 10000, .stop = line_stop_requested()};
    struct arena_game about = {&play->game.named, play->game.setup.players, play->game.setup.mode, seat,
                               play->game.seed};
    play->game.bot[seat] = cli_check_memory(arena_player_new(&play->game.spec[seat], &terms));
    if (!arena_player_greet(play->game.bot[seat])) {
        cli_error("play: %s: %s", play->game.spec[seat].text, arena_player_fault(play->game.bot[seat]));
        return false;
    }
    arena_player_begin_game(play->game.bot[seat], &about);
    return true;
}

bool play_start(struct play *play)
{
    ff_prepare(play->game.edition, &play->game.setup, &play->game.state);
    for (int seat = 0; seat < play->game.setup.players; seat++)
        if (!(play->game.humans >> seat & 1) && !seat_bot(play, seat))
            return false;
    play_take_automatic_steps(play);
    return true;
}

/* Reports, once, that a bot has failed and plays at random from now on. */
static void print_bot_fault(struct play *play, int seat)
{
    const char *fault = arena_player_fault(play->game.bot[seat]);
    if (!fault || play->game.fault_shown[seat])
        return;
    play->game.fault_shown[seat] = true;
    play_printf(play, "The bot of %s has failed; from now on %s plays at random. %s\n", play->game.names[seat],
                play->game.names[seat], fault);
}

/* Number of iterations above which people notice that a bot takes time. */
enum { THINKING = 500 };

static void bot_turn(struct play *play, int seat)
{
    struct ff_view view;
    struct history seen;
    struct bot_answer answer = {0};
    bool slow = play->ui.ansi && !play->ui.plain && play->game.spec[seat].iterations > THINKING;
    char thinking[4 * PLAY_NAME_MAX + 32];
    ff_view_of(&play->game.state, seat, &view);
    snprintf(thinking, sizeof thinking, "%s is thinking ...", play->game.names[seat]);
    if (slow)
        screen_show_transient(play->ui.screen, thinking);
    play_notify_bots(play);
    play_compute_public_history(play, &seen);
    arena_player_decide(play->game.bot[seat], &view, &seen, ff_legal(play->game.edition, &view), &answer);
    if (slow)
        screen_show_transient(play->ui.screen, NULL);
    if (atomic_load(line_stop_requested())) /* the answer of an interrupted bot is ignored */
        return;
    print_bot_fault(play, seat);
    play_apply_action(play, seat, ff_action_of(play->game.state.pub.stage, answer.option));
}

/* -------------------------------------------------------------------------------------------------------- the table */

/* Passes the device to the next person. Nothing that the previous person saw may stay on the screen. */
static void pass_device(struct play *play, int seat)
{
    size_t n;
    play->ui.seat = FF_NOBODY;
    screen_clear(play->ui.screen);
    line_clear_history(play->ui.line);
    play_printf(play, "\nPass the device to %s. %s, press Enter when you are ready.\n", play->game.names[seat],
                play->game.names[seat]);
    do
        play_read_line(play, "", &n);
    while (play->ui.cancelled && !play->ui.quit);
}

/* Returns the seat that decides next. If several seats must decide, people come first, so that they do not see the
 * bots' decisions before their own. */
static int next_seat(const struct play *play)
{
    unsigned owe = play->game.state.pub.owe, people = owe & play->game.humans;
    return ff_lowest(people ? people : owe);
}

static void sit_down(struct play *play, int seat)
{
    if (seat == play->ui.seat)
        return;
    play->ui.asked = false;
    if (play_has_several_people(play))
        pass_device(play, seat);
    play->ui.seat = seat;
}

static void play_game(struct play *play)
{
    while (play->game.state.pub.owe && !play->ui.quit && !atomic_load(line_stop_requested())) {
        int seat = next_seat(play);
        if (play->game.humans >> seat & 1) {
            sit_down(play, seat);
            if (!play->ui.quit && !play_try_planned_turn(play))
                play_handle_typed_line(play);
            continue;
        }
        play_plan_ahead(play);
        if (play->ui.quit)
            continue;
        bot_turn(play, seat);
        bool over = !(play->game.state.pub.owe >> seat & 1); /* the bot's turn is over */
        if (over && !play_has_several_people(play) && play->ui.terminal) {
            play_show_news(play);
            screen_flush(play->ui.screen);
        }
    }
}

static bool people_moved(const struct play *play)
{
    for (size_t i = 0; i < play->game.moves_n; i++)
        if (play->game.humans >> play->game.moves[i].seat & 1)
            return true;
    return false;
}

/* Asks before leaving a game that cannot be saved. Returns false if the game continues. */
static bool may_leave(struct play *play, bool saved)
{
    if (saved || play->ui.leave || play->ui.ended || line_stop_signal())
        return true;
    play_printf(
        play,
        "The game could not be saved, so it goes on. save FILE saves it elsewhere; quit! leaves without saving.\n");
    play->ui.quit = play->ui.cancelled = false;
    return false;
}

/* Returns the exit status, or -1 if the game continues. */
static int leave(struct play *play)
{
    bool saved = !people_moved(play) || play_autosave(play);
    int number = line_stop_signal();
    if (!may_leave(play, saved))
        return -1;
    play_printf(play, "You leave the game in round %d.%s\n", play->game.state.pub.round,
                play->files.record ? " Only a finished game is recorded." : "");
    return number ? 128 + number : saved ? CLI_OK : CLI_FAILS;
}

static int finish(struct play *play)
{
    play_notify_bots(play);
    for (int seat = 0; seat < play->game.setup.players; seat++)
        if (play->game.bot[seat])
            arena_player_end_game(play->game.bot[seat], &play->game.state.pub);
    if (play_has_several_people(play))
        play->ui.seat = FF_NOBODY;
    play_show_news(play);
    play_show_board(play);
    play_show_result(play);
    if (play->game.has_daily)
        play_show_daily_comparison(play);
    bool recorded = !play->files.record || play_save_record(play, play->files.record, play->files.force);
    play->files.force = false; /* the next game is added to the file */
    play_delete_save(play);
    if (play->ui.terminal)
        play_append_result(play);
    if (play->game.humans)
        play_read_lines_after_end(play);
    return recorded ? CLI_OK : CLI_USAGE;
}

/* ---------------------------------------------------------------------------------------------------------- options */

/* The values of the options. Options that were not given are NOT_GIVEN or NULL. */
enum { NOT_GIVEN = -1 };
struct wanted {
    const char *human, *names, *bots, *deal, *edition, *resume;
    int players, mode, level;
    uint64_t seed;
    bool plain;
};
static const uint64_t seed_not_given = UINT64_MAX;

/* Reads the seats of the people: "0", "0,2" or "none". */
static bool read_people(const char *text, int players, unsigned *seats)
{
    unsigned mask = 0;
    if (strcmp(text, "none") != 0)
        for (const char *at = text;; at += 2) {
            if (at[0] < '0' || at[0] >= '0' + players || (at[1] != ',' && at[1] != '\0')) {
                cli_error("play: --human is \"%s\", must be seats from 0 to %d, separated by commas, or none", text,
                          players - 1);
                return false;
            }
            if (mask >> (at[0] - '0') & 1) {
                cli_error("play: --human is \"%s\", which names seat %c twice", text, at[0]);
                return false;
            }
            mask |= 1u << (at[0] - '0');
            if (!at[1])
                break;
        }
    *seats = mask;
    return true;
}

static uint64_t seed_of_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    struct ff_rng rng = ff_rng_of((uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec);
    return ff_rng_next(&rng) >> (64 - RECORD_SEED_BITS);
}

/* Tests before the game whether its record can be written after it. */
static bool record_is_writable(const struct play *play)
{
    const struct output_file_terms terms = output_file_record_terms(play->files.force);
    return output_file_check(play->files.record, &terms);
}

/* Sets *others to the list of bots: that of --bots, "level3" for --level 3, or NULL without these options. Returns
 * false if both options are given. */
static bool bots_of(const struct wanted *wanted, char level[16], const char **others)
{
    *others = wanted->bots;
    if (wanted->level == NOT_GIVEN)
        return true;
    if (wanted->bots) {
        cli_error("play: --bots and --level cannot be combined, because both choose the bots");
        return false;
    }
    snprintf(level, 16, "level%d", wanted->level);
    *others = level;
    return true;
}

/* Returns whether any given option determines the game: players, mode, people, edition or seed. */
static bool says_game(const struct wanted *wanted)
{
    return wanted->players != NOT_GIVEN || wanted->mode != NOT_GIVEN || wanted->human || wanted->edition ||
           wanted->seed != seed_not_given;
}

/* Starts the deal of a day, which determines everything except the players' names. */
static bool game_of_day(const struct wanted *wanted, struct play *play)
{
    char bots[64];
    struct base_out out = base_out_of(bots, sizeof bots);
    struct coach_daily_deal *daily = &play->game.daily;
    if (says_game(wanted) || wanted->bots || wanted->level != NOT_GIVEN) {
        cli_error("play: --deal determines players, mode, seats, bots, seed and edition; leave out those options");
        return false;
    }
    if (!play_parse_daily(wanted->deal, daily) || !cli_read_named_edition(NULL, &play->game.named))
        return false;
    play->game.has_daily = true;
    play->game.seed = daily->seed;
    play->game.humans = 1u << daily->seat;
    play->game.edition = &play->game.named.values;
    ff_deal(play->game.edition, daily->players, daily->mode, play->game.seed, &play->game.setup);
    play_put_daily_bots(daily, &out);
    return (!wanted->names || play_read_names(play, wanted->names)) && play_read_bots(play, bots) && play_start(play);
}

static bool new_game(const struct wanted *wanted, const char *others, struct play *play)
{
    if (wanted->deal)
        return game_of_day(wanted, play);
    const int players = wanted->players == NOT_GIVEN ? 3 : wanted->players;
    play->game.seed = wanted->seed == seed_not_given ? seed_of_clock() : wanted->seed;
    if (!cli_read_named_edition(wanted->edition, &play->game.named) ||
        !read_people(wanted->human ? wanted->human : "0", players, &play->game.humans))
        return false;
    play->game.edition = &play->game.named.values;
    ff_deal(play->game.edition, players, wanted->mode == NOT_GIVEN ? FF_BASE : wanted->mode, play->game.seed,
            &play->game.setup);
    return (!wanted->names || play_read_names(play, wanted->names)) &&
           play_read_bots(play, others ? others : "level2") && play_start(play);
}

static bool old_game(const struct wanted *wanted, const char *others, struct play *play)
{
    if (says_game(wanted) || wanted->names || wanted->deal) {
        cli_error("play: the saved game determines players, mode, people, names, seed and edition; leave out those "
                  "options");
        return false;
    }
    return saved_games_find(wanted->resume, play->files.resume, sizeof play->files.resume) &&
           play_resume(play, play->files.resume, others);
}

static bool check_hint(const char *list)
{
    struct arena_spec spec;
    int n = list ? cli_parse_bots("play: --hint", list, &spec, 1) : 0;
    if (n == 1)
        arena_specs_free(&spec, 1);
    return n >= 0;
}

static bool make_game(const struct wanted *wanted, struct play *play)
{
    char level[16];
    const char *others;
    play_set_default_names(play);
    if (play->files.force && !play->files.record) {
        cli_error("play: --force replaces the file of --record, so it needs --record");
        return false;
    }
    if (!bots_of(wanted, level, &others) || !check_hint(play->ui.hint) ||
        (play->files.record && !record_is_writable(play)))
        return false;
    return wanted->resume ? old_game(wanted, others, play) : new_game(wanted, others, play);
}

/* -------------------------------------------------------------------------------------------------------- beginning */

/* Finds out what the terminal can do. Sentences replace drawings on a dumb terminal and with --plain. */
static void detect_terminal(struct play *play, bool plain)
{
    struct terminal_caps look = terminal_caps_detect();
    play->ui.terminal = look.terminal;
    play->ui.ansi = look.ansi;
    play->ui.plain = plain || (look.terminal && !look.ansi);
    play->ui.style = look.style;
    if (!play->ui.ansi || play->ui.plain)
        play->ui.style.colours = TEXT_COLOURS_NONE;
}

static void print_bots(const struct play *play)
{
    const char *before = " The others: ";
    for (int seat = 0; seat < play->game.setup.players; seat++)
        if (play->game.bot[seat]) {
            play_printf(play, "%s%s is %s", before, play->game.names[seat], CLI_SAFE(play->game.spec[seat].text));
            before = ", ";
        }
    if (*before == ',')
        play_printf(play, ".");
}

static void greet(struct play *play)
{
    play->ui.seat = play->game.humans && !play_has_several_people(play) ? ff_lowest(play->game.humans) : FF_NOBODY;
    play_printf(play, "Fürstenfeld, %s game, %d players, seed %llu.", text_mode(play->game.setup.mode),
                play->game.setup.players, (unsigned long long)play->game.seed);
    if (play->ui.seat != FF_NOBODY)
        play_printf(play, " You are %s.", play->game.names[play->ui.seat]);
    print_bots(play);
    play_printf(play, "%s\n", play->game.humans ? " ? for help." : "");
    if (*play->files.resume) /* earlier events are not news; `log all` shows them */
        for (int seat = 0; seat < play->game.setup.players; seat++)
            play->ui.events_shown[seat] = play->game.events_n;
}

void play_free(struct play *play)
{
    if (!play)
        return;
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++) {
        arena_player_free(play->game.bot[seat]);
        arena_specs_free(&play->game.spec[seat], 1);
    }
    free(play->ui.screen);
    line_free(play->ui.line);
    play_coach_free(play->ui.coach);
    free(play->game.events);
    free(play->game.moves);
    free(play);
}

/* Deals a new game to the same players. */
static bool deal_again(struct play *play)
{
    struct ff_setup *setup = &play->game.setup;
    for (int seat = 0; seat < setup->players; seat++) {
        arena_player_free(play->game.bot[seat]);
        play->game.bot[seat] = NULL;
        play->game.fault_shown[seat] = false;
        play->ui.events_shown[seat] = 0;
    }
    play->game.seed = seed_of_clock();
    play->game.has_daily = false;
    play->game.events_n = play->game.moves_n = play->game.bots_events_n = play->files.kept_n = 0;
    play->files.resume[0] = play->files.kept[0] = play->files.recorded[0] = '\0';
    play->ui.shown = play->ui.planned_turn = 0;
    play->ui.plan[0] = '\0';
    play->ui.asked = play->ui.quit = play->ui.leave = play->ui.ended = play->ui.cancelled = play->ui.again = false;
    play_clear_undo(play);
    ff_deal(play->game.edition, setup->players, setup->mode, play->game.seed, setup);
    return play_start(play);
}

/* Plays one game to its end or until the person leaves it. Returns the exit status. */
static int play_once(struct play *play)
{
    greet(play);
    for (;;) {
        play_game(play);
        int status = play->game.state.pub.owe ? leave(play) : finish(play);
        if (status >= 0)
            return status;
    }
}

static void open_screen(struct play *play)
{
    bool edits = play->ui.ansi && !play->ui.plain;
    play->ui.screen = cli_check_memory(calloc(1, sizeof *play->ui.screen));
    play->ui.line = cli_check_memory(line_new(&(struct line_options){edits, play_complete_line, play}));
    play->ui.screen->terminal = play->ui.terminal;
    play->ui.screen->ansi = edits;
    play->ui.screen->clears = play->ui.ansi;
    play->ui.seat = FF_NOBODY; /* nobody's hand is shown yet */
}

static int play_games(const struct wanted *wanted, struct play *play)
{
    line_catch_signals();
    if (!make_game(wanted, play))
        return CLI_USAGE;
    detect_terminal(play, wanted->plain);
    open_screen(play);
    for (;;) {
        int status = play_once(play);
        if (!play->ui.again)
            return status;
        if (!deal_again(play))
            return CLI_USAGE;
    }
}

static int parse_and_run(struct play *play, int argc, char **argv)
{
    struct wanted wanted = {.players = NOT_GIVEN, .mode = NOT_GIVEN, .level = NOT_GIVEN, .seed = seed_not_given};
    const struct cli_option options[] = {
        {"players", "N", "2 to 5, bots included (3)", .integer = &wanted.players, .min = FF_PLAYERS_MIN,
         .max = FF_PLAYERS_MAX},
        {"mode", "base|expert", "which game (base)", .choice = &wanted.mode},
        {"human", "SEATS", "the seats that people play, such as 0 or 0,2, or none (0)", .text = &wanted.human},
        {"names", "PEOPLE", "names of the people and then of the bots, separated by commas (colours)",
         .text = &wanted.names},
        {"level", "L", "how well the bots play, 1 to 7 (2)", .integer = &wanted.level, .min = 1, .max = BOT_LEVELS_MAX},
        {"bots", "NAMES", "the bots, such as steward,level3; the last bot also takes the remaining seats",
         .text = &wanted.bots},
        {"hint", "NAME", "use this bot for hints instead of the coach", .text = &play->ui.hint},
        {"seed", "S", "deal the game of this seed, 0 to 2^53 - 1", .number = &wanted.seed,
         .max = (UINT64_C(1) << RECORD_SEED_BITS) - 1},
        {"deal", "DATE", "play the deal of a day, such as 2026-11-16 or today, which is the same for everybody",
         .text = &wanted.deal},
        {"edition", "FILE", "costs, demand cards and other values of the game", .text = &wanted.edition},
        {"record", "FILE", "add the finished game to those in FILE", .text = &play->files.record},
        {"force", NULL, "replace the file of --record, whatever it is", .flag = &play->files.force},
        {"resume", "[FILE]", "resume a saved game: a file, a number in the list of `saves`, or else the newest",
         .text = &wanted.resume},
        {"plain", NULL, "print sentences instead of a board, for screen readers", .flag = &wanted.plain},
    };
    const struct cli_usage usage =
        CLI_USAGE_OF("play", "",
                     "Plays a game at this terminal. Seats that no person takes are bots.\nTheir levels:\n"
                     "  1 lives for the day, without a plan for its cards\n"
                     "  2 plans its cards and builds what pays\n"
                     "  3 takes the first good move that it sees\n"
                     "  4 tries two plans for each turn and keeps the better one\n"
                     "  5 plays its best turns on in a few deals\n"
                     "  6 follows its best turns a little further\n"
                     "  7 does so as long as it has time: up to 0.9 seconds a turn",
                     options);
    int operands = cli_parse(&usage, argc, argv);
    return operands < 0 ? cli_parse_exit_status(operands) : play_games(&wanted, play);
}

int cmd_play(int argc, char **argv)
{
    struct play *play = cli_check_memory(calloc(1, sizeof *play));
    int status = parse_and_run(play, argc, argv);
    play_free(play);
    return status;
}
