/* stats.c - records results of games at the terminal, and prints statistics. Each finished game appends a line of JSON
 * (docs/players/save.md), and `fuerstenfeld stats` adds them up. A game counts if people at a terminal played it to its
 * end. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/json_output.h"
#include "cli/play/play.h"
#include "cli/saved_games.h"
#include "engine/base/json.h"
#include "engine/text/names.h"

static const char file_name[] = "results.jsonl";
enum { LINE_MAX_BYTES = 8192, GROUPS_MAX = 64, LAST_GAMES = 20 };

/* -------------------------------------------------------------------------------------------------------- keeping */

static void put_seats(struct base_out *out, const struct play *play)
{
    const struct ff_public *pub = &play->game.state.pub;
    base_json_begin(out, "names", '[');
    for (int seat = 0; seat < pub->players; seat++)
        base_json_word(out, play->game.names[seat]);
    base_json_close(out, ']');
    base_json_begin(out, "bots", '[');
    for (int seat = 0; seat < pub->players; seat++)
        base_json_word(out, play->game.humans >> seat & 1 ? NULL : CLI_SAFE(play->game.spec[seat].text));
    base_json_close(out, ']');
    base_json_begin(out, "coins", '[');
    for (int seat = 0; seat < pub->players; seat++)
        base_json_value(out, pub->coins[seat]);
    base_json_close(out, ']');
    base_json_begin(out, "parts", '[');
    for (int seat = 0; seat < pub->players; seat++)
        base_json_value(out, ff_palace_parts(pub, seat));
    base_json_close(out, ']');
}

static void put_result(struct base_out *out, const struct play *play)
{
    struct ff_result result;
    char date[32] = "";
    time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc))
        strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    ff_result(&play->game.state.pub, &result);
    base_json_open(out, '{');
    base_json_string(out, "date", date);
    base_json_string(out, "edition", play->game.named.name);
    base_json_string(out, "mode", text_mode(play->game.setup.mode));
    base_json_number(out, "seed", (int64_t)play->game.seed);
    base_json_number(out, "rounds", play->game.state.pub.round);
    base_json_number(out, "players", play->game.setup.players);
    base_json_mask(out, "people", play->game.humans);
    base_json_mask(out, "winners", result.winners);
    put_seats(out, play);
    base_json_close(out, '}');
    base_put_char(out, '\n');
}

/* Appends the result of a finished game to the file of results. Writes the line with one call, so that it stays whole
 * if several processes write. If the file cannot be opened, the result is dropped silently. */
void play_append_result(const struct play *play)
{
    char path[SAVED_GAMES_PATH_MAX], line[LINE_MAX_BYTES];
    struct base_out out = base_out_of(line, sizeof line);
    if (!play->game.humans)
        return;
    put_result(&out, play);
    int fd = base_out_whole(&out) && saved_games_build_path(file_name, true, path, sizeof path)
                 ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)
                 : -1;
    if (fd < 0)
        return;
    if (write(fd, line, out.length) != (ssize_t)out.length)
        cli_error("%s: the result could not be saved", path);
    close(fd);
}

/* -------------------------------------------------------------------------------------------------------- adding up */

struct group {
    char mode[16], others[128];
    int64_t players;
    uint64_t games, won, rounds;
};

struct totals {
    uint64_t games, won, shared_device, unreadable;
    struct group group[GROUPS_MAX];
    int groups_n;
    char last[LAST_GAMES + 1]; /* the last games, newest last: '+' if won, '-' if not */
};

static bool value_of(const struct base_json *json, const char *key, struct base_json_cursor *at)
{
    const struct base_json_member *member = base_json_find(json, key);
    if (member)
        *at = member->value;
    return member;
}

static bool text_of(const struct base_json *json, const char *key, char *text, size_t size)
{
    struct base_json_cursor at;
    struct base_json_text value;
    return value_of(json, key, &at) && base_json_take_text(&at, &value) && base_json_text_copy(&value, text, size) > 0;
}

static bool number_of(const struct base_json *json, const char *key, int64_t *number)
{
    struct base_json_cursor at;
    return value_of(json, key, &at) && base_json_take_integer(&at, number);
}

/* Reads a list of seats as a mask. */
static bool seats_of(const struct base_json *json, const char *key, unsigned *mask)
{
    struct base_json_cursor at;
    int64_t seat;
    *mask = 0;
    if (!value_of(json, key, &at) || !base_json_take_open(&at, '['))
        return false;
    while (base_json_more(&at)) {
        if (!base_json_take_integer(&at, &seat) || seat < 0 || seat >= FF_PLAYERS_MAX)
            return false;
        *mask |= 1u << seat;
    }
    return true;
}

/* Lists the bots in a result: "level2", or "level2, steward" if they differ. */
static bool others_of(const struct base_json *json, struct base_out *out)
{
    struct base_json_cursor at;
    struct base_json_text bot, before = {NULL, 0, false};
    if (!value_of(json, "bots", &at) || !base_json_take_open(&at, '['))
        return false;
    while (base_json_more(&at)) {
        if (base_json_take_null(&at))
            continue;
        if (!base_json_take_text(&at, &bot))
            return false;
        if (before.at && bot.n == before.n && memcmp(bot.at, before.at, bot.n) == 0)
            continue;
        base_put(out, before.at ? ", " : "");
        base_put_bytes(out, bot.at, bot.n);
        before = bot;
    }
    return true;
}

/* Finds the group with the same mode, players and opponents as `like`. Creates the group if needed. Returns NULL if
 * there are too many. */
static struct group *group_of(struct totals *totals, const struct group *like)
{
    for (int i = 0; i < totals->groups_n; i++) {
        struct group *group = &totals->group[i];
        if (group->players == like->players && strcmp(group->mode, like->mode) == 0 &&
            strcmp(group->others, like->others) == 0)
            return group;
    }
    if (totals->groups_n == GROUPS_MAX)
        return NULL;
    totals->group[totals->groups_n] = *like;
    return &totals->group[totals->groups_n++];
}

static void note_last(struct totals *totals, bool won)
{
    size_t n = strlen(totals->last);
    if (n == LAST_GAMES)
        memmove(totals->last, totals->last + 1, n--);
    totals->last[n] = won ? '+' : '-';
    totals->last[n + 1] = '\0';
}

/* Adds a line of the file to the totals. Wins count only if one person played alone against bots, because among several
 * people somebody often wins. Returns false if the line is not a result. */
static bool add_line(struct totals *totals, const char *line, size_t n)
{
    struct base_json json;
    struct group like = {.players = 0};
    struct base_out others = base_out_cut(like.others, sizeof like.others);
    unsigned people, winners;
    int64_t rounds;
    if (base_json_read(&json, line, n) != BASE_JSON_OK || !text_of(&json, "mode", like.mode, sizeof like.mode) ||
        !number_of(&json, "players", &like.players) || !number_of(&json, "rounds", &rounds) || rounds < 0 ||
        !seats_of(&json, "people", &people) || !seats_of(&json, "winners", &winners) || !others_of(&json, &others))
        return false;
    totals->games++;
    if (ff_popcount(people) != 1) {
        totals->shared_device++;
        return true;
    }
    bool won = people & winners;
    struct group *group = group_of(totals, &like);
    totals->won += won;
    note_last(totals, won);
    if (group) {
        group->games++;
        group->won += won;
        group->rounds += (uint64_t)rounds;
    }
    return true;
}

static bool read_results(const char *path, struct totals *totals)
{
    struct line_reader lines;
    const char *line;
    size_t n;
    if (access(path, F_OK) != 0)
        return true; /* no game was finished yet */
    if (!line_reader_open(&lines, path))
        return false;
    while (line_reader_next(&lines, &line, &n) == CLI_LINE)
        if (n && !add_line(totals, line, n))
            totals->unreadable++;
    line_reader_close(&lines);
    return true;
}

/* --------------------------------------------------------------------------------------------------------- telling */

static double percent(uint64_t part, uint64_t all) { return all ? 100.0 * (double)part / (double)all : 0; }

static void print_group(const struct group *group)
{
    char line[512];
    snprintf(line, sizeof line,
             "  %s, %d players, against %s:  %llu game%s, %llu won (%.0f %%, par is %.0f %%), %.1f rounds\n",
             CLI_SAFE(group->mode), (int)group->players, *group->others ? CLI_SAFE(group->others) : "nobody",
             (unsigned long long)group->games, group->games == 1 ? "" : "s", (unsigned long long)group->won,
             percent(group->won, group->games), group->players ? 100.0 / (double)group->players : 0,
             (double)group->rounds / (double)group->games);
    cli_print_wrapped(stdout, line, 2);
}

static void print_totals(const struct totals *totals)
{
    uint64_t alone = totals->games - totals->shared_device;
    if (!totals->games) {
        cli_printf("No game has been finished at this terminal yet.\n");
        return;
    }
    char several[64] = "";
    if (totals->shared_device)
        snprintf(several, sizeof several, ", %llu by several people", (unsigned long long)totals->shared_device);
    cli_printf("%llu game%s finished%s; won %llu of %llu.\n", (unsigned long long)totals->games,
               totals->games == 1 ? "" : "s", several, (unsigned long long)totals->won, (unsigned long long)alone);
    for (int i = 0; i < totals->groups_n; i++)
        print_group(&totals->group[i]);
    if (*totals->last)
        cli_printf("The last games (+ is won): %s\n", totals->last);
}

static void print_json(const struct totals *totals)
{
    char text[CLI_JSON_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    base_json_open(&out, '{');
    base_json_number(&out, "games", (int64_t)totals->games);
    base_json_number(&out, "won", (int64_t)totals->won);
    base_json_number(&out, "several_people", (int64_t)totals->shared_device);
    if (*totals->last)
        base_json_string(&out, "last", totals->last);
    base_json_begin(&out, "groups", '[');
    for (int i = 0; i < totals->groups_n; i++) {
        const struct group *group = &totals->group[i];
        cli_json_flush(&out, stdout);
        base_json_open(&out, '{');
        base_json_string(&out, "mode", group->mode);
        base_json_number(&out, "players", group->players);
        base_json_string(&out, "others", group->others);
        base_json_number(&out, "games", (int64_t)group->games);
        base_json_number(&out, "won", (int64_t)group->won);
        base_json_number(&out, "rounds", (int64_t)group->rounds);
        base_json_close(&out, '}');
    }
    base_json_close(&out, ']');
    base_json_close(&out, '}');
    base_put_char(&out, '\n');
    cli_json_end(&out, stdout);
}

int cmd_stats(int argc, char **argv)
{
    bool json = false, clear = false, force = false;
    const struct cli_option options[] = {
        {"json", NULL, "print JSON; rounds are the sum over all games", .flag = &json},
        {"clear", NULL, "delete all statistics", .flag = &clear},
        {"force", NULL, "do not ask before --clear; needed without a terminal", .flag = &force},
    };
    const struct cli_usage usage =
        CLI_USAGE_OF("stats", "", "Prints statistics of the games that were finished at this terminal.", options);
    static struct totals totals;
    char path[SAVED_GAMES_PATH_MAX];
    int operands = cli_parse(&usage, argc, argv);
    if (operands < 0)
        return cli_parse_exit_status(operands);
    if (!saved_games_build_path(file_name, false, path, sizeof path)) {
        saved_games_report_no_folder("stats");
        return CLI_USAGE;
    }
    if (clear && access(path, F_OK) == 0 && !cli_confirm("stats", "All statistics will be deleted.", force))
        return CLI_USAGE;
    if (clear && unlink(path) != 0 && errno != ENOENT) {
        cli_error("%s: cannot be deleted: %s", path, strerror(errno));
        return CLI_USAGE;
    }
    if (clear && !json) {
        cli_printf("Statistics deleted.\n");
        return CLI_OK;
    }
    if (!read_results(path, &totals))
        return CLI_USAGE;
    (json ? print_json : print_totals)(&totals);
    if (totals.unreadable)
        cli_error("%s: %llu lines are not results", path, (unsigned long long)totals.unreadable);
    return CLI_OK;
}
