/* arena_print.c - prints the arena's result as a table or as JSON. */
#include "cli/cli.h"
#include "cli/commands/arena.h"
#include "cli/json_output.h"
#include "engine/text/names.h"

#include <inttypes.h>
#include <string.h>

enum { NAME_SHOWN_MAX = 40, RESAMPLES = 1000 };

static double per(uint64_t sum, uint64_t n) { return n ? (double)sum / (double)n : 0; }

static double share_of(const struct arena_sums *sums) { return per(sums->share, sums->games * ARENA_WIN); }

/* Returns a bot's sums over all fields. */
static struct arena_sums sums_of(const struct arena *arena, int bot)
{
    struct arena_sums all = {0};
    for (int f = 0; f < arena->fields_n; f++)
        for (int e = 0; e < arena->field[f].entries_n; e++) {
            const struct arena_entry *entry = &arena->field[f].entry[e];
            if (entry->bot == bot)
                arena_sums_add(&all, &entry->sums);
        }
    return all;
}

/* Returns the entry of bot `one` in a single seat against bot `rest` in the others, or NULL if they did not meet. */
static const struct arena_entry *meeting(const struct arena *arena, int one, int rest)
{
    for (int f = 0; f < arena->fields_n; f++) {
        const struct arena_entry *entry = arena->field[f].entry;
        if (entry[0].bot == one && entry[1].bot == rest)
            return &entry[0];
        if (arena->run.players == 2 && entry[1].bot == one && entry[0].bot == rest)
            return &entry[1];
    }
    return NULL;
}

static void rate(const struct arena *arena, struct arena_rating *ratings)
{
    struct arena_pairing pairings[ARENA_RATED_MAX * ARENA_RATED_MAX];
    for (int f = 0; f < arena->fields_n; f++) {
        const struct arena_field *field = &arena->field[f];
        pairings[f] = (struct arena_pairing){field->entry[0].bot, field->entry[1].bot, field->entry[1].seats,
                                             (uint64_t)field->seatings_n, &field->rated};
    }
    arena_ratings_fit(&(struct arena_pairings){pairings, arena->fields_n, arena->run.specs_n}, RESAMPLES,
                      arena->run.seed, ratings);
}

/* ---------------------------------------------------------------------------------------------------------- table */

static int name_width(const struct arena *arena)
{
    size_t width = 3;
    for (int bot = 0; bot < arena->run.specs_n; bot++)
        if (strlen(arena->run.spec[bot].text) > width)
            width = strlen(arena->run.spec[bot].text);
    return width > NAME_SHOWN_MAX ? NAME_SHOWN_MAX : (int)width;
}

static void print_name(FILE *to, const struct arena *arena, int bot, int width)
{
    cli_fprintf(to, "%-*.*s", width, width, CLI_SAFE(arena->run.spec[bot].text));
}

static void print_time(FILE *to, double ns)
{
    if (ns < 1e4)
        cli_fprintf(to, "%8.2f us", ns / 1e3);
    else if (ns < 1e6)
        cli_fprintf(to, "%8.0f us", ns / 1e3);
    else if (ns < 1e9)
        cli_fprintf(to, "%8.1f ms", ns / 1e6);
    else
        cli_fprintf(to, "%8.2f s ", ns / 1e9);
}

static void print_times(FILE *to, const struct arena_times *times)
{
    print_time(to, per(times->sum_ns, times->n));
    print_time(to, arena_times_quantile(times, 0.99));
    print_time(to, (double)times->max_ns);
}

static void print_heads(FILE *to, const struct arena *arena, int width, const char *middle)
{
    cli_fprintf(to, "%-*s%s%7s%7s%7s%9s", width, "bot", middle, "rounds", "coins", "parts", "forfeits");
    if (arena->times_shown)
        cli_fprintf(to, "%11s%11s%11s", "mean time", "99 %", "longest");
    cli_fprintf(to, "\n");
}

static void print_sums(FILE *to, const struct arena *arena, int bot, const struct arena_sums *sums)
{
    cli_fprintf(to, "%7.2f%7.2f%7.2f%9" PRIu64, per(sums->rounds, sums->games), per(sums->coins, sums->seats),
                per(sums->parts, sums->seats), sums->forfeits);
    if (arena->times_shown)
        print_times(to, &arena->run.times[bot]);
    cli_fprintf(to, "\n");
}

static void print_field(FILE *to, const struct arena *arena)
{
    const struct arena_field *field = &arena->field[0];
    int width = name_width(arena);
    cli_fprintf(to,
                "%" PRIu64 " games: %" PRIu64 " set-up%s with %d seating%s each; %" PRIu64 " shared, %" PRIu64
                " without a winner\n\n",
                field->games, field->setups, field->setups == 1 ? "" : "s", field->seatings_n,
                field->seatings_n == 1 ? "" : "s", field->shared, field->unwon);
    print_heads(to, arena, width, "  seats   games  win share   95 % interval      par");
    for (int e = 0; e < field->entries_n; e++) {
        const struct arena_entry *entry = &field->entry[e];
        struct arena_interval interval = arena_scores_interval(&entry->scores);
        print_name(to, arena, entry->bot, width);
        cli_fprintf(to, "%7d%8" PRIu64 "%9.2f %% %6.2f - %6.2f %% %6.2f %%", entry->seats, entry->sums.games,
                    100 * share_of(&entry->sums), 100 * interval.low, 100 * interval.high,
                    100.0 * entry->seats / arena->run.players);
        print_sums(to, arena, entry->bot, &entry->sums);
    }
}

static void print_cross(FILE *to, const struct arena *arena)
{
    int width = name_width(arena);
    cli_fprintf(to, "win share of the bot at the left, %s the bot above; par is %.2f %%\n\n%-*s",
                arena->run.players == 2 ? "against" : "in one seat against", 100.0 / arena->run.players, width, "");
    for (int bot = 0; bot < arena->run.specs_n; bot++)
        cli_fprintf(to, " %16.16s", CLI_SAFE(arena->run.spec[bot].text));
    cli_fprintf(to, "\n");
    for (int one = 0; one < arena->run.specs_n; one++) {
        print_name(to, arena, one, width);
        for (int rest = 0; rest < arena->run.specs_n; rest++) {
            const struct arena_entry *entry = meeting(arena, one, rest);
            if (!entry) {
                cli_fprintf(to, " %16s", "");
                continue;
            }
            struct arena_interval interval = arena_scores_interval(&entry->scores);
            cli_fprintf(to, "  %6.2f +- %4.1f %%", 100 * share_of(&entry->sums), 50 * (interval.high - interval.low));
        }
        cli_fprintf(to, "\n");
    }
}

/* Sorts the bots by rating, the strongest first. */
static void sort_bots(const struct arena_rating *ratings, int n, int *order)
{
    for (int i = 0; i < n; i++) {
        int at = i;
        for (; at > 0 && ratings[order[at - 1]].elo < ratings[i].elo; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

static void print_ratings(FILE *to, const struct arena *arena)
{
    struct arena_rating ratings[ARENA_BOTS_MAX];
    int order[ARENA_BOTS_MAX], width = name_width(arena);
    rate(arena, ratings);
    sort_bots(ratings, arena->run.specs_n, order);
    cli_fprintf(to, "\n");
    print_heads(to, arena, width, "   games  rating    95 % interval");
    for (int i = 0; i < arena->run.specs_n; i++) {
        const struct arena_rating *rating = &ratings[order[i]];
        struct arena_sums sums = sums_of(arena, order[i]);
        print_name(to, arena, order[i], width);
        cli_fprintf(to, "%8" PRIu64 "%8.0f %7.0f to %5.0f", sums.games, rating->elo, rating->interval.low,
                    rating->interval.high);
        print_sums(to, arena, order[i], &sums);
    }
}

static const char *verdict_word(enum arena_sprt_verdict verdict)
{
    return verdict == ARENA_SPRT_P1 ? "P1" : verdict == ARENA_SPRT_P0 ? "P0" : "undecided";
}

static void print_sprt(FILE *to, const struct arena *arena)
{
    const struct arena_sprt *sprt = &arena->sprt;
    cli_fprintf(to, "\nSPRT of %s's share, P0 %g against P1 %g, errors %g and %g: ", CLI_SAFE(arena->run.spec[0].text),
                sprt->p0, sprt->p1, sprt->alpha, sprt->beta);
    cli_fprintf(to, "log-likelihood ratio %.3f, bounds %.3f and %.3f\nverdict: ", arena->llr,
                arena_sprt_lower_bound(sprt), arena_sprt_upper_bound(sprt));
    if (arena->verdict == ARENA_SPRT_GO_ON)
        cli_fprintf(to, "undecided; more games are needed\n");
    else
        cli_fprintf(to, "%s: the share is %s %g\n", verdict_word(arena->verdict),
                    arena->verdict == ARENA_SPRT_P1 ? "not below" : "not above",
                    arena->verdict == ARENA_SPRT_P1 ? sprt->p1 : sprt->p0);
}

static void print_title(FILE *to, const struct arena *arena)
{
    cli_fprintf(to, "%s%s game, %d players, seed %" PRIu64 "\n", arena->run.interrupted ? "interrupted; so far:\n" : "",
                text_mode(arena->run.mode), arena->run.players, arena->run.seed);
    for (int bot = 0; bot < arena->run.specs_n; bot++)
        if (arena_spec_uses_clock(&arena->run.spec[bot]))
            cli_fprintf(to, "%s looks at the clock: another run may give other games\n",
                        CLI_SAFE(arena->run.spec[bot].text));
}

void arena_print(const struct arena *arena, FILE *to)
{
    print_title(to, arena);
    if (arena->round_robin) {
        cli_fprintf(to, "%" PRIu64 " games, up to %" PRIu64 " set-ups with %d seatings for each pair\n\n",
                    arena->run.played, arena->setups, arena->field[0].seatings_n);
        print_cross(to, arena);
        print_ratings(to, arena);
        return;
    }
    print_field(to, arena);
    if (arena->sprt_wanted)
        print_sprt(to, arena);
}

/* ----------------------------------------------------------------------------------------------------------- JSON */

/* An entry has a bot's name in quotes and about a dozen figures of at most 25 bytes, with names of similar length. */
_Static_assert(BASE_JSON_GROWTH *ARENA_SPEC_MAX + 12 * 50 <= CLI_JSON_MAX, "an entry fits");

static void json_entry(struct base_out *out, const struct arena *arena, const struct arena_entry *entry)
{
    struct arena_interval interval = arena_scores_interval(&entry->scores);
    const struct arena_sums *sums = &entry->sums;
    base_json_open(out, '{');
    base_json_string(out, "bot", arena->run.spec[entry->bot].text);
    base_json_number(out, "seats", entry->seats);
    cli_json_real(out, "win_share", 6, share_of(sums));
    cli_json_real(out, "low", 6, interval.low);
    cli_json_real(out, "high", 6, interval.high);
    cli_json_real(out, "par", 6, (double)entry->seats / arena->run.players);
    cli_json_count(out, "games", sums->games);
    cli_json_real(out, "rounds", 4, per(sums->rounds, sums->games));
    cli_json_real(out, "coins", 4, per(sums->coins, sums->seats));
    cli_json_real(out, "palace_parts", 4, per(sums->parts, sums->seats));
    cli_json_count(out, "forfeits", sums->forfeits);
    base_json_close(out, '}');
}

static void json_fields(struct base_out *out, const struct arena *arena, FILE *to)
{
    base_json_begin(out, "fields", '[');
    for (int f = 0; f < arena->fields_n; f++) {
        const struct arena_field *field = &arena->field[f];
        base_json_open(out, '{');
        cli_json_count(out, "games", field->games);
        cli_json_count(out, "setups", field->setups);
        base_json_number(out, "seatings", field->seatings_n);
        cli_json_count(out, "shared", field->shared);
        cli_json_count(out, "unwon", field->unwon);
        base_json_begin(out, "bots", '[');
        for (int e = 0; e < field->entries_n; e++) {
            cli_json_flush(out, to);
            json_entry(out, arena, &field->entry[e]);
        }
        base_json_close(out, ']');
        base_json_close(out, '}');
        cli_json_flush(out, to);
    }
    base_json_close(out, ']');
}

static void json_times(struct base_out *out, const struct arena *arena, FILE *to)
{
    base_json_begin(out, "decision_us", '[');
    for (int bot = 0; bot < arena->run.specs_n; bot++) {
        const struct arena_times *times = &arena->run.times[bot];
        cli_json_flush(out, to);
        base_json_open(out, '{');
        base_json_string(out, "bot", arena->run.spec[bot].text);
        cli_json_count(out, "decisions", times->n);
        cli_json_real(out, "mean", 3, per(times->sum_ns, times->n) / 1e3);
        cli_json_real(out, "p99", 3, arena_times_quantile(times, 0.99) / 1e3);
        cli_json_real(out, "max", 3, (double)times->max_ns / 1e3);
        base_json_close(out, '}');
    }
    base_json_close(out, ']');
}

static void json_sprt(struct base_out *out, const struct arena *arena)
{
    const struct arena_sprt *sprt = &arena->sprt;
    base_json_begin(out, "sprt", '{');
    cli_json_shortest_real(out, "p0", sprt->p0);
    cli_json_shortest_real(out, "p1", sprt->p1);
    cli_json_shortest_real(out, "alpha", sprt->alpha);
    cli_json_shortest_real(out, "beta", sprt->beta);
    cli_json_real(out, "llr", 6, arena->llr);
    cli_json_real(out, "lower", 6, arena_sprt_lower_bound(sprt));
    cli_json_real(out, "upper", 6, arena_sprt_upper_bound(sprt));
    base_json_string(out, "verdict", verdict_word(arena->verdict));
    base_json_close(out, '}');
}

static void json_ratings(struct base_out *out, const struct arena *arena, FILE *to)
{
    struct arena_rating ratings[ARENA_BOTS_MAX];
    rate(arena, ratings);
    base_json_begin(out, "ratings", '[');
    for (int bot = 0; bot < arena->run.specs_n; bot++) {
        cli_json_flush(out, to);
        base_json_open(out, '{');
        base_json_string(out, "bot", arena->run.spec[bot].text);
        cli_json_real(out, "elo", 2, ratings[bot].elo);
        cli_json_real(out, "low", 2, ratings[bot].interval.low);
        cli_json_real(out, "high", 2, ratings[bot].interval.high);
        base_json_close(out, '}');
    }
    base_json_close(out, ']');
}

void arena_print_json(const struct arena *arena, FILE *to)
{
    char text[CLI_JSON_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    cli_json_begin_summary(&out, arena->run.edition.name, arena->run.mode, arena->run.players, arena->run.seed);
    cli_json_count(&out, "games", arena->run.played);
    base_json_flag(&out, "interrupted", arena->run.interrupted);
    json_fields(&out, arena, to);
    if (arena->round_robin)
        json_ratings(&out, arena, to);
    cli_json_flush(&out, to);
    if (arena->sprt_wanted)
        json_sprt(&out, arena);
    if (arena->times_shown)
        json_times(&out, arena, to);
    base_json_close(&out, '}');
    base_put_char(&out, '\n');
    cli_json_end(&out, to);
}
