/* lab.c - the harness of the studies; see lab.h. */
#include "lab.h"

#include "bots/ai/bots.h"
#include "cli/json_output.h"
#include "cli/progress.h"
#include "engine/base/json_write.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ------------------------------------------------------------------------------------------------------- arguments */

struct lab lab_defaults(void) { return (struct lab){.seed = 1, .threads = arena_jobs_cores(), .players = 3}; }

static bool read_choice(const struct cli_usage *usage, const struct lab_option *option, const char *text)
{
    for (uint64_t i = 0; i < option->max; i++)
        if (strcmp(option->names[i], text) == 0) {
            *(int *)option->target = (int)i;
            return true;
        }
    cli_error("%s: --%s is \"%s\", must be one of %s", usage->command, option->plain.name, text, option->plain.value);
    return false;
}

static bool read_value(const struct cli_usage *usage, const struct lab_option *option, const char *text)
{
    if (option->kind == LAB_EDITION)
        return cli_edition(text, (struct ff_edition *)option->target);
    if (!text)
        return true;
    switch (option->kind) {
    case LAB_NUMBER:
        return cli_number(usage, option->plain.name, text, option->min, option->max, (uint64_t *)option->target);
    case LAB_SHARE: return cli_share(usage, option->plain.name, text, (double *)option->target);
    case LAB_MODE: return cli_mode(usage, text, (int *)option->target);
    case LAB_CHOICE: return read_choice(usage, option, text);
    case LAB_FLAG: *(bool *)option->target = true; return true;
    case LAB_TEXT: *(const char **)option->target = text; return true;
    default: return false;
    }
}

static int read_options(const struct lab_study *study, const struct lab_option *options, int n, int argc, char **argv)
{
    struct cli_option plain[CLI_OPTIONS_MAX];
    const char *text[CLI_OPTIONS_MAX] = {NULL};
    for (int i = 0; i < n; i++) {
        plain[i] = options[i].plain;
        plain[i].text = &text[i];
    }
    const struct cli_usage usage = {study->name, study->operands, study->about, plain, n};
    int operands = cli_parse(&usage, argc, argv);
    for (int i = 0; operands >= 0 && i < n; i++)
        if (!read_value(&usage, &options[i], text[i]))
            return CLI_WRONG;
    return operands;
}

bool lab_read_net(const char *path, struct net *net)
{
    size_t n;
    char *bytes = path ? cli_read_file(path, NET_FILE_SIZE, &n) : NULL;
    if (path && !bytes)
        return false;
    const char *fault =
        path ? net_read((const uint8_t *)bytes, n, net) : net_read(default_net_text, default_net_size, net);
    if (fault)
        cli_error("%s: %s", path ? path : "the default network", fault);
    free(bytes);
    return !fault;
}

static bool read_bots(const struct lab_study *study, struct lab *lab)
{
    int n = lab->bots ? cli_players(study->name, lab->bots, lab->spec, LAB_BOTS_MAX) : 0;
    lab->bots_n = n < 0 ? 0 : n;
    for (int i = 0; i < n; i++) {
        const struct arena_spec *spec = &lab->spec[i];
        if (!spec->bot || arena_spec_timed(spec)) {
            cli_error("%s: %s: must be a bot with a number of iterations, as prince:500", study->name, spec->text);
            return false;
        }
        lab->bot[i] = (struct lab_player){spec->bot, spec->iterations, strchr(spec->text, '@') ? spec->net : lab->net};
    }
    return n >= 0;
}

/* Five numbers, none below 0 and not all 0. */
static bool read_levels(const char *command, const char *text, double level[TRAIN_LEVELS])
{
    double all = 0;
    const char *at = text;
    for (int i = 0; at && i < TRAIN_LEVELS; i++) {
        char *end;
        level[i] = strtod(at, &end);
        bool good = end > at && level[i] >= 0 && level[i] <= 1000 && *end == (i + 1 < TRAIN_LEVELS ? ',' : '\0');
        all += level[i];
        at = good ? end + 1 : NULL;
    }
    if (text && (!at || all <= 0))
        cli_error("%s: --levels is \"%s\", must be five numbers as 1,2,1,3,0: how often a guest is of level 1 to 5",
                  command, text);
    return !text || (at && all > 0);
}

static bool read_older(const char *path, struct lab_league *league)
{
    size_t n;
    char *bytes = path ? cli_read_file(path, NET_FILE_SIZE, &n) : NULL;
    const char *fault = bytes ? net_read((const uint8_t *)bytes, n, &league->older) : NULL;
    if (fault)
        cli_error("%s: %s", path, fault);
    bool good = bytes && !fault;
    if (good) {
        league->terms.older = &league->older;
        memcpy(&league->older_sum, bytes + NET_FILE_SIZE - sizeof league->older_sum, sizeof league->older_sum);
    }
    free(bytes);
    return !path || good;
}

/* What an option names: files, and words that only all options together explain. */
struct words {
    const char *net, *levels, *older;
};

static bool read_words(const struct lab_study *study, struct lab *lab, const struct words *words)
{
    struct lab_league *league = lab->league;
    if (league && (!read_levels(study->name, words->levels, league->terms.level) || !read_older(words->older, league)))
        return false;
    if (!(study->common & LAB_NET))
        return true;
    lab->net = (struct net *)lab_memory(sizeof *lab->net);
    return lab->net && lab_read_net(words->net, lab->net) && (!(study->common & LAB_BOTS) || read_bots(study, lab));
}

/* Adds the common options; returns how many there are then. */
static int add_common(const struct lab_study *study, struct lab *lab, struct words *words, struct lab_option *options)
{
    static struct lab_league nobody;
    struct train_league_terms *terms = lab->league ? &lab->league->terms : &nobody.terms;
    const uint64_t seed_max = (UINT64_C(1) << LAB_SEED_BITS) - 1;
    const struct {
        unsigned common;
        struct lab_option option;
    } known[] = {
        {LAB_LEAGUE, lab_share("guests", "R", "how often a seat is a guest's; 1: all but one are", &terms->guests)},
        {LAB_LEAGUE,
         lab_word("levels", "A,B,C,D,E", "proportions of guests of level 1 to 5 (0,1,0,0,0)", &words->levels)},
        {LAB_LEAGUE, lab_word("older", "FILE", "the network of guests of level 4 (none)", &words->older)},
        {LAB_LEAGUE, lab_share("told", "R", "share of the games in which the network knows the levels", &terms->told)},
        {LAB_TABLE, lab_number("players", "N", "2 to 5 (3)", &lab->players, FF_PLAYERS_MIN, FF_PLAYERS_MAX)},
        {LAB_TABLE, {{"mode", "base|expert", "which rules (base)", NULL}, LAB_MODE, &lab->mode, 0, 0, NULL}},
        {LAB_BOTS, lab_word("bots", "NAMES", "who plays, as in `fuerstenfeld arena`", &lab->bots)},
        {LAB_GAME, {{"edition", "FILE", "play with another edition", NULL}, LAB_EDITION, &lab->edition, 0, 0, NULL}},
        {LAB_NET, lab_word("net", "FILE", "play with another network", &words->net)},
        {LAB_SEED, lab_number("seed", "S", "the same seed gives the same output (1)", &lab->seed, 0, seed_max)},
        {LAB_THREADS, lab_number("threads", "T", "threads (all cores)", &lab->threads, 1, ARENA_JOBS_THREADS_MAX)},
        {LAB_JSON, lab_flag("json", "print JSON", &lab->json)},
    };
    int n = study->options_n;
    for (int i = 0; i < n; i++)
        options[i] = study->options[i];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (study->common & known[i].common)
            options[n++] = known[i].option;
    return n;
}

int lab_begin(const struct lab_study *study, struct lab *lab, int argc, char **argv)
{
    struct words words = {NULL, NULL, NULL};
    struct lab_option options[CLI_OPTIONS_MAX];
    int n = add_common(study, lab, &words, options);
    int operands = read_options(study, options, n, argc, argv);
    return operands >= 0 && !read_words(study, lab, &words) ? CLI_WRONG : operands;
}

void lab_end(struct lab *lab)
{
    arena_specs_free(lab->spec, lab->bots_n);
    free(lab->net);
}

/* ------------------------------------------------------------------------------------------------------------ jobs */

void *lab_memory(size_t size)
{
    const size_t line = 64, whole = (size + line - 1) / line * line;
    void *memory = aligned_alloc(line, whole ? whole : line);
    if (!memory)
        cli_error("not enough memory");
    return memory ? memset(memory, 0, whole) : NULL;
}

size_t lab_bot_size(void)
{
    size_t largest = 0;
    for (int i = 0; bot_list[i]; i++)
        largest = bot_list[i]->memory_size > largest ? bot_list[i]->memory_size : largest;
    return largest;
}

struct run {
    const struct lab_work *work;
    void *context;
    uint64_t n;
    struct cli_progress progress;
};

static void worker_free(void *context, void *memory)
{
    struct lab_worker *worker = (struct lab_worker *)memory;
    (void)context;
    for (int i = 0; i <= FF_PLAYERS_MAX; i++)
        free(worker->memory[i]);
    free(worker->own);
    free(worker);
}

static void *worker_new(void *context)
{
    const struct run *run = (const struct run *)context;
    struct lab_worker *worker = (struct lab_worker *)lab_memory(sizeof *worker);
    bool good = worker && (worker->own = lab_memory(run->work->own_size));
    for (int i = 0; good && i <= FF_PLAYERS_MAX; i++)
        good = (worker->memory[i] = lab_memory(lab_bot_size())) != NULL;
    if (good || !worker)
        return worker;
    worker_free(context, worker);
    return NULL;
}

static void play_job(void *context, void *worker, uint64_t job, void *slot)
{
    const struct run *run = (const struct run *)context;
    run->work->play(run->context, (struct lab_worker *)worker, job, slot);
}

static bool collect_job(void *context, uint64_t job, void *slot)
{
    struct run *run = (struct run *)context;
    cli_progress_step(&run->progress, run->work->what, job + 1, run->n);
    return run->work->collect(run->context, job, slot);
}

bool lab_run(const struct lab_work *work, uint64_t n, uint64_t threads, void *context)
{
    struct run run = {.work = work, .context = context, .n = n};
    const struct arena_work jobs_work = {work->slot_size, 4,           worker_new,     worker_free,
                                         play_job,        collect_job, work->slot_free};
    const struct arena_jobs jobs = {&jobs_work, n, threads, &run, cli_stop_requested()};
    return n == 0 || (cli_run_jobs(&jobs, &run.progress) && !atomic_load(cli_stop_requested()));
}

double lab_cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ----------------------------------------------------------------------------------------------------------- means */

void lab_mean_add(struct lab_mean *mean, double value)
{
    mean->n++;
    mean->sum += value;
    mean->squares += value * value;
}

double lab_mean_of(const struct lab_mean *mean) { return mean->n > 0 ? mean->sum / mean->n : NAN; }

double lab_margin_of(const struct lab_mean *mean)
{
    double middle = lab_mean_of(mean), variance = mean->squares / mean->n - middle * middle;
    return mean->n > 0 ? 1.96 * sqrt(fmax(0, variance) / mean->n) : NAN;
}

/* ---------------------------------------------------------------------------------------------------------- output */

void lab_report_begin(struct lab_report *report, bool json)
{
    report->json = json;
    report->first = report->open = false;
    report->heading = base_out_of(report->heading_text, sizeof report->heading_text);
    report->row = base_out_of(report->row_text, sizeof report->row_text);
    if (json)
        base_json_open(&report->row, '{');
}

void lab_table_begin(struct lab_report *report, const char *name, const char *title)
{
    report->first = true;
    base_out_clear(&report->heading);
    if (report->json)
        base_json_begin(&report->row, name, '[');
    else
        printf("%s\n", title);
}

void lab_table_end(struct lab_report *report)
{
    if (report->json)
        base_put(&report->row, "\n]");
    else
        printf("\n");
}

int lab_report_end(struct lab_report *report)
{
    if (report->json) {
        base_put(&report->row, "}\n");
        cli_json_end(&report->row, stdout);
    }
    return cli_flush() ? CLI_OK : CLI_USAGE;
}

/* Width below 0: left-aligned. */
static void put_text_cell(struct lab_report *report, const char *name, int width, const char *text)
{
    const char *gap = report->row.length ? "  " : "";
    char cell[1024];
    int least = (int)strlen(name);
    width = width < 0 ? (width < -least ? width : -least) : width > least ? width : least;
    snprintf(cell, sizeof cell, "%s%*s", gap, width, name);
    if (report->first)
        base_put(&report->heading, cell);
    snprintf(cell, sizeof cell, "%s%*s", gap, width, text);
    base_put(&report->row, cell);
}

static void put_json_key(struct lab_report *report, const char *name)
{
    if (!report->open) {
        cli_json_line(&report->row);
        base_json_open(&report->row, '{');
    }
    report->open = true;
    base_json_key(&report->row, name);
}

static void put_number(struct lab_report *report, const char *name, const char *text)
{
    enum { WIDTH = 6 };
    if (!report->json) {
        put_text_cell(report, name, WIDTH, text);
        return;
    }
    put_json_key(report, name);
    base_put(&report->row, *text == '-' && !text[1] ? "null" : text + (*text == '+'));
}

void lab_text(struct lab_report *report, const char *name, int width, const char *text)
{
    if (!report->json) {
        put_text_cell(report, name, -width, text);
        return;
    }
    put_json_key(report, name);
    base_json_word(&report->row, text);
}

void lab_count(struct lab_report *report, const char *name, uint64_t count)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, count);
    put_number(report, name, text);
}

void lab_real(struct lab_report *report, const char *name, int decimals, double value)
{
    char text[64] = "-";
    if (isfinite(value))
        snprintf(text, sizeof text, "%.*f", decimals, value);
    put_number(report, name, text);
}

void lab_estimate(struct lab_report *report, const char *name, int decimals, const struct lab_mean *mean)
{
    char margin_name[64];
    snprintf(margin_name, sizeof margin_name, report->json ? "%s_margin" : "+-", name);
    lab_real(report, name, decimals, lab_mean_of(mean));
    lab_real(report, margin_name, decimals, lab_margin_of(mean));
}

void lab_row_end(struct lab_report *report)
{
    if (report->json) {
        base_json_close(&report->row, '}');
        cli_json_flush(&report->row, stdout);
    } else {
        if (report->first)
            puts(report->heading_text);
        puts(report->row_text);
        base_out_clear(&report->row);
    }
    report->first = report->open = false;
    fflush(stdout);
}
