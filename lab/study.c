/* study.c - the shared harness of the studies; see study.h. */
#include "study.h"

#include "bots/ai/bots.h"
#include "cli/json_output.h"
#include "cli/progress.h"
#include "engine/base/json_write.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* -------------------------------------------------------------------------------------------------------- arguments */

/* Reads a network from a file, or the built-in one if `path` is NULL. If `sum` is not NULL, also gives the file's
 * checksum. */
static bool read_net(const char *path, struct net *net, uint64_t *sum)
{
    size_t n = default_net_size;
    char *bytes = path ? cli_read_file(path, NET_FILE_SIZE, &n) : NULL;
    if (path && !bytes)
        return false;
    const char *fault = net_read(path ? (const uint8_t *)bytes : default_net_text, n, net);
    if (fault)
        cli_error("%s: %s", path ? path : "the default network", fault);
    else if (sum)
        memcpy(sum, bytes + NET_FILE_SIZE - sizeof *sum, sizeof *sum);
    free(bytes);
    return !fault;
}

bool lab_read_net(const char *path, struct net *net) { return read_net(path, net, NULL); }

static bool read_bots(const char *command, struct lab *lab)
{
    int n = lab->bots ? cli_parse_bots(command, lab->bots, lab->spec, LAB_BOTS_MAX) : 0;
    lab->bots_n = n < 0 ? 0 : n;
    for (int i = 0; i < n; i++) {
        const struct arena_spec *spec = &lab->spec[i];
        if (!spec->bot || arena_spec_uses_clock(spec)) {
            cli_error("%s: %s: must be a bot with a number of iterations, as prince:500", command, spec->text);
            return false;
        }
        lab->bot[i] = (struct lab_player){spec->bot, spec->iterations, strchr(spec->text, '@') ? spec->net : lab->net};
    }
    return n >= 0;
}

/* Parses five numbers, none negative and not all 0. */
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
        cli_error("%s: --levels is \"%s\", must be five numbers as 1,2,1,3,0: how often a guest is a novice,"
                  " steward, pupil, apprentice or seer",
                  command, text);
    return !text || (at && all > 0);
}

static bool read_older(const char *path, struct lab_league *league)
{
    league->terms.older = path ? &league->older : NULL;
    return !path || read_net(path, &league->older, &league->older_sum);
}

/* Evaluates the options that depend on other options: files and lists. */
struct words {
    const char *edition, *net, *levels, *older;
};

static bool read_words(const struct lab_study *study, struct lab *lab, const struct words *words)
{
    struct lab_league *league = lab->league;
    const char *name = study->usage.command;
    if ((study->common & LAB_GAME) && !cli_read_edition(words->edition, &lab->edition))
        return false;
    if (league && (!read_levels(name, words->levels, league->terms.level) || !read_older(words->older, league)))
        return false;
    if (!(study->common & LAB_NET))
        return true;
    lab->net = lab_zeroed_memory(sizeof *lab->net);
    return lab_read_net(words->net, lab->net) && (!(study->common & LAB_BOTS) || read_bots(name, lab));
}

/* Copies the study's options and appends the common ones. Returns the number of all options. */
static int add_common(const struct lab_study *study, struct lab *lab, struct words *words, struct cli_option *options)
{
    static struct lab_league nobody;
    struct train_league_terms *terms = lab->league ? &lab->league->terms : &nobody.terms;
    const struct {
        unsigned common;
        struct cli_option option;
    } known[] = {
        {LAB_LEAGUE, {"guests", "R", "how often a seat is a guest's; 1: all but one are", .share = &terms->guests}},
        {LAB_LEAGUE,
         {"levels", "A,B,C,D,E", "proportions of novices, stewards, pupils, apprentices, seers (0,1,0,0,0)",
          .text = &words->levels}},
        {LAB_LEAGUE, {"older", "FILE", "the network of guests of level 4 (none)", .text = &words->older}},
        {LAB_LEAGUE,
         {"levels-known", "R", "share of the games in which the network knows the levels",
          .share = &terms->levels_known}},
        {LAB_TABLE,
         {"players", "N", "2 to 5 (3)", .integer = &lab->players, .min = FF_PLAYERS_MIN, .max = FF_PLAYERS_MAX}},
        {LAB_TABLE, {"mode", "base|expert", "which rules (base)", .choice = &lab->mode}},
        {LAB_BOTS, {"bots", "NAMES", "who plays, as in `fuerstenfeld arena`", .text = &lab->bots}},
        {LAB_GAME, {"edition", "FILE", "play with another edition", .text = &words->edition}},
        {LAB_NET, {"net", "FILE", "play with another network", .text = &words->net}},
        {LAB_SEED,
         {"seed", "S", "the same seed gives the same output (1)", .number = &lab->seed,
          .max = (UINT64_C(1) << LAB_SEED_BITS) - 1}},
        {LAB_THREADS,
         {"threads", "T", "threads (all cores)", .number = &lab->threads, .min = 1, .max = ARENA_JOBS_THREADS_MAX}},
        {LAB_JSON, {"json", NULL, "print JSON", .flag = &lab->report.json}},
    };
    int n = study->usage.options_n;
    memcpy(options, study->usage.options, (size_t)n * sizeof *options);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (study->common & known[i].common)
            options[n++] = known[i].option;
    return n;
}

static void table_end(struct lab_report *report)
{
    if (report->json)
        base_put(&report->row, "\n]");
    else
        printf("\n");
}

/* Ends the study's output. Returns the exit status. */
static int report_end(struct lab_report *report)
{
    table_end(report);
    if (report->json) {
        base_put(&report->row, "}\n");
        cli_json_end(&report->row, stdout);
    }
    return cli_flush() ? CLI_OK : CLI_USAGE;
}

int lab_study(const struct lab_study *about, void *study, int argc, char **argv)
{
    struct lab *lab = (struct lab *)study;
    struct words words = {0};
    struct cli_option options[CLI_OPTIONS_MAX];
    struct cli_usage usage = about->usage;
    lab->seed = lab->seed ? lab->seed : 1;
    lab->threads = lab->threads ? lab->threads : arena_cpu_cores();
    lab->players = lab->players ? lab->players : 3;
    usage.options = options;
    usage.options_n = add_common(about, lab, &words, options);
    lab->operands = argv + 1;
    lab->operands_n = cli_parse(&usage, argc, argv);
    if (lab->operands_n < 0)
        return cli_parse_exit_status(lab->operands_n);
    int status = read_words(about, lab, &words) ? about->run(study) : CLI_USAGE;
    int printed = lab->report.begun ? report_end(&lab->report) : CLI_OK;
    arena_specs_free(lab->spec, lab->bots_n);
    free(lab->net);
    return status == CLI_OK ? printed : status;
}

/* ------------------------------------------------------------------------------------------------------------- jobs */

void *lab_zeroed_memory(size_t size)
{
    const size_t line = 64, whole = (size + line - 1) / line * line;
    return memset(cli_check_memory(aligned_alloc(line, whole ? whole : line)), 0, whole);
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
    struct lab_worker *worker = lab_zeroed_memory(sizeof *worker);
    worker->own = lab_zeroed_memory(run->work->own_size);
    for (int i = 0; i <= FF_PLAYERS_MAX; i++)
        worker->memory[i] = lab_zeroed_memory(lab_bot_size());
    return worker;
}

static void play_lab_job(void *context, void *worker, uint64_t job, void *slot)
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

bool lab_run_jobs(const struct lab_work *work, uint64_t n, uint64_t threads, void *context)
{
    struct run run = {.work = work, .context = context, .n = n};
    const struct arena_work jobs_work = {work->slot_size, 4,           worker_new,     worker_free,
                                         play_lab_job,    collect_job, work->slot_free};
    const struct arena_jobs jobs = {&jobs_work, n, threads, &run, cli_stop_requested()};
    return n == 0 || (cli_run_jobs(&jobs, &run.progress) && !atomic_load(cli_stop_requested()));
}

double lab_cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ------------------------------------------------------------------------------------------------------------ means */

void lab_mean_add(struct lab_mean *mean, double value)
{
    mean->n++;
    mean->sum += value;
    mean->squares += value * value;
}

double lab_mean_value(const struct lab_mean *mean) { return mean->n > 0 ? mean->sum / mean->n : NAN; }

double lab_mean_margin(const struct lab_mean *mean)
{
    double middle = lab_mean_value(mean), variance = mean->squares / mean->n - middle * middle;
    return mean->n > 0 ? 1.96 * sqrt(fmax(0, variance) / mean->n) : NAN;
}

/* ----------------------------------------------------------------------------------------------------------- output */

static void report_begin(struct lab_report *report)
{
    report->begun = true;
    report->heading = base_out_of(report->heading_text, sizeof report->heading_text);
    report->row = base_out_of(report->row_text, sizeof report->row_text);
    if (report->json)
        base_json_open(&report->row, '{');
}

void lab_table_begin(struct lab_report *report, const char *name, const char *title)
{
    if (report->begun)
        table_end(report);
    else
        report_begin(report);
    report->first = true;
    base_out_clear(&report->heading);
    if (report->json)
        base_json_begin(&report->row, name, '[');
    else
        printf("%s\n", title);
}

/* Appends a cell with text. A negative width aligns the text to the left. */
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
        cli_json_begin_line(&report->row);
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

void lab_cell_text(struct lab_report *report, const char *name, int width, const char *text)
{
    if (!report->json) {
        put_text_cell(report, name, -width, text);
        return;
    }
    put_json_key(report, name);
    base_json_word(&report->row, text);
}

void lab_cell_count(struct lab_report *report, const char *name, uint64_t count)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, count);
    put_number(report, name, text);
}

void lab_cell_real(struct lab_report *report, const char *name, int decimals, double value)
{
    char text[64] = "-";
    if (isfinite(value))
        snprintf(text, sizeof text, "%.*f", decimals, value);
    put_number(report, name, text);
}

void lab_cell_estimate(struct lab_report *report, const char *name, int decimals, const struct lab_mean *mean)
{
    char margin_name[64];
    snprintf(margin_name, sizeof margin_name, report->json ? "%s_margin" : "+-", name);
    lab_cell_real(report, name, decimals, lab_mean_value(mean));
    lab_cell_real(report, margin_name, decimals, lab_mean_margin(mean));
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
