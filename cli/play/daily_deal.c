/* daily_deal.c - plays the deal of the day at the terminal: reads --deal and, after the game, lets bots of each level
 * play the same deal in the person's seat to compare the results. */
#include "play.h"

#include <string.h>
#include <time.h>

#include "bots/ai/levels.h"
#include "bots/arena/game.h"

/* Writes the date of today by the calendar of this machine. */
static void today(char date[COACH_DATE_LENGTH + 1])
{
    time_t now = time(NULL);
    struct tm calendar;
    if (!localtime_r(&now, &calendar) || strftime(date, COACH_DATE_LENGTH + 1, "%Y-%m-%d", &calendar) == 0)
        date[0] = '\0';
}

bool play_parse_daily(const char *text, struct coach_daily_deal *daily)
{
    char now[COACH_DATE_LENGTH + 1];
    today(now);
    const char *date = strcmp(text, "today") == 0 ? now : text;
    if (coach_daily_deal_of(date, strlen(date), daily))
        return true;
    cli_error("play: --deal is \"%s\", must be a date from 2000 on, such as %s, or today", text,
              *now ? now : "2026-11-16");
    return false;
}

/* Lists the bots by seat, with a bot of `level` in the person's seat. */
static void put_bots(struct base_out *out, const struct coach_daily_deal *daily, int level)
{
    for (int seat = 0; seat < daily->players; seat++) {
        int plays = seat == daily->seat ? level : daily->level[seat];
        base_put(out, seat ? "," : "");
        if (plays ==
            BOT_LEVELS_MAX) { /* limited by iterations, not by time, so that the bot plays the same on every machine */
            base_put(out, bot_levels[plays - 1].bot);
            base_put_char(out, ':');
            base_put_number(out, COACH_DAILY_ITERATIONS);
        } else {
            base_put(out, "level");
            base_put_number(out, plays);
        }
    }
}

void play_put_daily_bots(const struct coach_daily_deal *daily, struct base_out *out)
{
    for (int seat = 0; seat < daily->players; seat++)
        if (seat != daily->seat) {
            base_put(out, out->length ? ",level" : "level");
            base_put_number(out, daily->level[seat]);
        }
}

/* -------------------------------------------------------------------------------------------------------- comparing */

/* Plays the same deal with a bot of the given level in the person's seat. Returns false if the game could not be played
 * or was stopped. */
static bool play_level(const struct play *play, int level, struct coach_score *score)
{
    const struct coach_daily_deal *daily = &play->game.daily;
    char list[FF_PLAYERS_MAX * 16], why[ARENA_WHY_MAX];
    struct base_out out = base_out_of(list, sizeof list);
    struct arena_spec specs[FF_PLAYERS_MAX];
    const struct arena_terms terms = {.stop = line_stop_requested()};
    struct arena_seats seats = {.edition = &play->game.named,
                                .players = daily->players,
                                .mode = daily->mode,
                                .deal = daily->seed,
                                .chance = daily->seed,
                                .stop = line_stop_requested()};
    struct arena_outcome outcome;
    put_bots(&out, daily, level);
    if (arena_specs_parse(list, specs, daily->players, why) != daily->players)
        return false;
    bool good = true;
    for (int seat = 0; seat < daily->players; seat++)
        good &= (seats.at[seat] = arena_player_new(&specs[seat], &terms)) != NULL;
    good = good && arena_play_game(&seats, NULL, &outcome);
    if (good)
        *score = coach_score_of(&outcome.end, daily->seat);
    for (int seat = 0; seat < daily->players; seat++)
        arena_player_free(seats.at[seat]);
    arena_specs_free(specs, daily->players);
    return good;
}

static void say_score(const struct play *play, const char *who, const struct coach_score *score)
{
    play_printf(play, "  %-8s place %d of %d, %d of 6 Palace parts, %d coin%s, %d rounds\n", who, score->place,
                play->game.daily.players, score->parts, score->coins, score->coins == 1 ? "" : "s", score->rounds);
}

void play_show_daily_comparison(const struct play *play)
{
    char line[160];
    struct base_out out = base_out_of(line, sizeof line);
    struct coach_score own = coach_score_of(&play->game.state.pub, play->game.daily.seat);
    unsigned beaten = 0;
    play_printf(play, "\nThe deal of %s, and the results of bots in your seat:\n", play->game.daily.date);
    say_score(play, "you", &own);
    for (int level = 1; level <= BOT_LEVELS_MAX; level++) {
        struct coach_score score;
        char who[16];
        if (!play_level(play, level, &score))
            return;
        snprintf(who, sizeof who, "level %d", level);
        say_score(play, who, &score);
        if (coach_score_sort_key(&own) < coach_score_sort_key(&score))
            beaten |= 1u << level;
    }
    coach_daily_deal_put_share_line(&out, &play->game.daily, &own, beaten);
    play_printf(play, "To share, without spoiling it for others:\n%s\n", line);
}
