/* cli.h - functions shared by the subcommands of `fuerstenfeld` and `fuerstenfeld-lab`: options, messages, files, the
 * edition. A subcommand is one file and one function `int cmd_name(int argc, char **argv)`: argv[0] is the subcommand's
 * name, the result is the program's exit status. main.c has the table. Messages go to stderr and name the fault, its
 * place and the remedy. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

#include "engine/base/builtin.h"
#include "engine/core/ff.h"
#include "engine/text/edition.h"

#ifndef FF_VERSION
#define FF_VERSION "0.1.0"
#endif

enum { CLI_OK = 0, CLI_FAILS = 1, CLI_USAGE = 2, CLI_UNDECIDED = 3 /* a test that ended before it knew */ };

/* ------------------------------------------------------------------------------------------------------ subcommands */

struct cli_command {
    const char *name, *line; /* line: for the help */
    int (*run)(int argc, char **argv);
};

/* Each program defines its own, in its main.c. */
enum { CLI_COMMANDS_MAX = 64 };
struct cli_program {
    const char *name, *about;
    const struct cli_command *commands;
    int commands_n;
};
extern const struct cli_program cli_program;

/* Run the program, and print its version (subcommands.c). */
int cli_main(int argc, char **argv);
void cli_print_version(void);

int cmd_admin(int argc, char **argv);
int cmd_arena(int argc, char **argv);
int cmd_duplicate(int argc, char **argv);
int cmd_play(int argc, char **argv);
int cmd_puzzle(int argc, char **argv);
int cmd_saves(int argc, char **argv);
int cmd_review(int argc, char **argv);
int cmd_selfplay(int argc, char **argv);
int cmd_serve(int argc, char **argv);
int cmd_show(int argc, char **argv);
int cmd_stats(int argc, char **argv);
int cmd_edition(int argc, char **argv);
int cmd_verify(int argc, char **argv);

/* ---------------------------------------------------------------------------------------------------------- options */

/* One option. `--name VALUE` and `--name=VALUE` are the same. It sets one target, which keeps its value if the option
 * is not given. */
struct cli_option {
    const char *name;  /* without the dashes: "players" */
    const char *value; /* the value's name in the help: "N"; NULL for a switch; the value of "[N]" may be omitted and is
                          then "" */
    const char *help;
    const char **text; /* gets the value's text; for a switch, the option's name */
    bool *flag;
    uint64_t *number; /* from min to max */
    int *integer;     /* from min to max */
    double *share;    /* from 0 to 1 */
    int *choice;      /* gets the index of the word among those of `value`, such as "base|expert" */
    uint64_t min, max;
};

struct cli_usage {
    const char *command; /* "selfplay" */
    const char
        *operands; /* operands: "FILE" one, "FILE..." one or more, "[N]" at most one, "[N...]" any number, "" none */
    const char *about; /* one or more lines for --help */
    const struct cli_option *options;
    int options_n;
};
#define CLI_USAGE_OF(command, operands, about, list)                                                                   \
    {                                                                                                                  \
        command, operands, about, list, (int)(sizeof(list) / sizeof *(list))                                           \
    }

enum { CLI_DONE = -1, CLI_WRONG = -2 };

/* Reads the options, moves the operands to argv[1]... and returns their number. Returns CLI_DONE if it printed the help
 * as requested, CLI_WRONG if it printed an error. A lone `-` is an operand, `--` ends the options. */
int cli_parse(const struct cli_usage *usage, int argc, char **argv);

/* The exit status for a result of cli_parse below 0. */
static inline int cli_parse_exit_status(int parsed) { return parsed == CLI_DONE ? CLI_OK : CLI_USAGE; }

/* Reads a whole number from min to max. If the text is anything else, prints an error with `name` and the range, and
 * returns false. If the text is NULL, *number keeps its value. */
bool cli_parse_number(const char *name, const char *text, uint64_t min, uint64_t max, uint64_t *number);

/* Reads a list of 1 to `max` bots (bots/arena/players.h). Returns their number, or -1 after printing an error. */
struct arena_spec;
int cli_parse_bots(const char *command, const char *list, struct arena_spec *specs, int max);

/* The sources of values that are not given on the command line. */
enum { CLI_OPTIONS_MAX = 64, CLI_SETTING_SIZE = 512 };
struct cli_settings {
    struct cli_usage usage;
    struct cli_option option[CLI_OPTIONS_MAX]; /* usage.options */
    const char *path;                          /* path of the file of --config; NULL: none */
    char *text;                                /* the file's; values point into it */
    /* Of each option: */
    const char *variable[CLI_OPTIONS_MAX]; /* the environment variable that sets it, with its value, or NULL */
    unsigned line[CLI_OPTIONS_MAX];        /* the line of the file that names it, or 0 */
    bool from_file[CLI_OPTIONS_MAX];       /* that line sets it */
};

/* Does the same as cli_parse, but reads options that are not given from the environment, and then from the file of
 * --config. Unknown names are errors. Afterwards, always call cli_settings_free. */
int cli_parse_with_settings(const struct cli_usage *usage, int argc, char **argv, struct cli_settings *settings);
void cli_settings_free(struct cli_settings *settings);

/* Returns the name of an option for messages, with the source of its value: "serve: --store", "FUERSTENFELD_STORE",
 * "FILE:3: store". */
const char *cli_setting_name(const struct cli_settings *settings, const char *option, char name[CLI_SETTING_SIZE]);
#define CLI_SETTING(settings, option) cli_setting_name(settings, option, (char[CLI_SETTING_SIZE]){0})

/* Finds the store that `serve` would use: the given one, or the one set by the environment or the file, or the default.
 * Returns false after printing an error. */
enum { SERVE_STORE_SIZE = 1024 };
bool serve_find_store(const char *config, const char *given, char store[SERVE_STORE_SIZE]);

/* --------------------------------------------------------------------------------------------------------- messages */

/* Returns the pointer if it is not NULL. Otherwise prints "out of memory" and ends the program. For results of malloc
 * and the like. */
void *cli_check_memory(void *memory);

/* Prints the name of the program and the message on stderr, made safe for a terminal. All lines but the first are
 * indented by two spaces, so that foreign text cannot look like a message of its own. */
void cli_error(const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 1, 2)))
#endif
    ;

/* Makes foreign text (names, files, other programs' output) safe to print: see engine/base/safe.h. cli_error does this
 * by itself; elsewhere use printf("%s", CLI_SAFE(name)). Text that does not fit is truncated. */
enum { CLI_SAFE_SIZE = 2048 };
const char *cli_safe(const char *text, char buffer[CLI_SAFE_SIZE]);
/* A macro, because the buffer must live as long as the block that prints. */
#define CLI_SAFE(text) cli_safe(text, (char[CLI_SAFE_SIZE]){0})

/* Return the width and height of the terminal; 0 if there is no terminal or its size is not known. Without a terminal,
 * the variable COLUMNS gives the width. */
size_t cli_columns(int fd);
size_t cli_rows(int fd);

/* Returns whether the locale uses UTF-8. */
bool cli_utf8(void);

/* Prints text for people and returns its number of lines. Long lines are wrapped at cli_columns (base_put_wrapped); if
 * the locale is not UTF-8, the text becomes ASCII. */
int cli_print_wrapped(FILE *to, const char *text, size_t hang);
/* Prints text for programs, with its lines unchanged: an edition, or JSON (`json`). If the locale is not UTF-8, JSON's
 * characters beyond ASCII become \\u4e2d. */
void cli_print_for_programs(FILE *to, const char *text, bool json);
/* Appends text as ASCII, if the locale is not UTF-8: known characters in letters ("ue"), others as \u{4e2d}. */
void cli_put_ascii(struct base_out *out, const char *text);

/* Like printf and fprintf, but complete lines are printed by cli_print_wrapped. */
void cli_printf(const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 1, 2)))
#endif
    ;
void cli_fprintf(FILE *to, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* Asks at the terminal for confirmation before something irreversible is done, unless `force` is set. Prints an error
 * if nobody can be asked. */
bool cli_confirm(const char *command, const char *question, bool force);

/* Flushes stdout. Returns false if writing failed, now or before. The error is printed once; a closed pipe is not
 * reported. */
bool cli_flush(void);

/* Records that the reader of the output has closed the pipe, so that the command ends without a message. */
void cli_pipe_closed(void);

/* Returns the exit status of a command that returned `status`: 141, as after SIGPIPE, if its pipe was closed, and
 * CLI_USAGE if the output could not be written. */
int cli_output_status(int status);

/* Makes the handler the one that is called for these signals. */
void cli_catch_signals(const int *signals, size_t n, void (*handler)(int));

/* Lets long runs of games among bots end early. Call it after output_file_open, which handles signals too. The first
 * Ctrl-C, SIGTERM or SIGHUP (unless `nohup` ignores it) makes *cli_stop_requested() true; one that comes at least a
 * second later has its previous effect, which ends the program. */
void cli_catch_stop_signals(void);
const atomic_bool *cli_stop_requested(void);
int cli_stop_status(void); /* the exit status, or 0: nothing has come */

/* Returns the edit distance of two words (optimal string alignment): the number of letters that are missing, too many,
 * wrong or swapped with their neighbour. Words of 32 letters or more count as far from everything. */
int cli_word_distance(const char *a, const char *b);

/* Returns the name most similar to a mistyped word; NULL if none is similar. */
const char *cli_find_similar_name(const char *word, const char *const *names, int n);

/* ------------------------------------------------------------------------------------------------------------ files */

/* The lines of a file in bounded memory. */
struct line_reader {
    int fd;
    char *buffer;
    size_t capacity, from, to; /* unread bytes are buffer[from..to) */
    bool end;
    uint64_t number; /* of the line last given, from 1 */
};

enum line_reader_result { CLI_LINE, CLI_LINE_END, CLI_LINE_ERROR };

/* Opens a file; `-` is standard input. Returns false after printing an error. */
bool line_reader_open(struct line_reader *lines, const char *path);

/* Returns the next line without its newline, valid until the next call. Of a line longer than 1 MiB only the beginning
 * is returned; then n is larger than 1 MiB, and reading cannot continue. CLI_LINE_ERROR: reading failed, see errno. */
enum line_reader_result line_reader_next(struct line_reader *lines, const char **line, size_t *n);

void line_reader_close(struct line_reader *lines);

/* Reads a whole file of at most `max` bytes. Returns NUL-terminated bytes, which the caller frees, or NULL after
 * printing an error. */
char *cli_read_file(const char *path, size_t max, size_t *n);

/* A file that a command writes, in one of two ways. Neither destroys existing data: CLI_ADD appends records. Each game
 * is written completely or not at all, so an interrupted run leaves the old content and the finished games.
 *     CLI_REPLACE   writes a new file beside the old one, and renames it when it is complete.
 *
 * An existing file must be of the same kind, unless `force` is given, which also turns CLI_ADD into a replacement. A
 * device, a pipe, or `-` for standard output is written directly. */
struct output_file_terms {
    enum { CLI_ADD, CLI_REPLACE } how;
    const char *what; /* its kind, for messages: "file of records" */
    bool (*is)(const char *bytes,
               size_t n); /* returns whether a file with this beginning is of that kind; NULL: no file is */
    bool (*ends)(
        const char *bytes,
        size_t n); /* returns whether a file with this end is complete and can be added to; NULL: any file is */
    bool force;    /* replace whatever is there */
    bool no_force; /* there is no --force to speak of */
    bool keeps;    /* what is replaced stays as FILE~ */
    bool parts;    /* keep the finished part if the run is interrupted */
};

/* Returns the terms of files of recorded games (--record), which are added to. */
struct output_file_terms output_file_record_terms(bool force);

struct output_file {
    const char *path;
    struct output_file_terms terms;
    int fd;
    /* Its own. */
    bool direct, adds, trial;
    size_t written;
    struct stat found; /* the file that existed at the beginning; all 0: none */
    char *target, *temporary, *made, *words;
};

/* Tests whether output_file_open would succeed, before a long computation. Returns false after printing an error. */
bool output_file_check(const char *path, const struct output_file_terms *terms);

/* Open and write a file. Each prints an error before it returns false, and removes incomplete pieces. */
bool output_file_open(struct output_file *save, const char *path, const struct output_file_terms *terms);
bool output_file_write(struct output_file *save, const char *bytes, size_t n);
/* Ends a complete file and syncs it to the disk. A file that another process has changed, or is adding to, is not
 * replaced; a message says where the new file is. */
bool output_file_finish(struct output_file *save);
/* Ends a file that was interrupted. Its old content and finished pieces stay. */
bool output_file_interrupt(struct output_file *save);
void output_file_abandon(struct output_file *save);
/* Writes the text as the whole file, or adds it as one piece. Returns false after printing an error. */
bool output_file_write_text(const char *path, const struct output_file_terms *terms, const struct base_out *text);

/* ---------------------------------------------------------------------------------------------------------- edition */

/* Reads an edition file, or the default edition if path is NULL. Returns false after printing an error. */
bool cli_read_edition(const char *path, struct ff_edition *edition);
/* Does the same with its name. */
bool cli_read_named_edition(const char *path, struct text_edition *edition);
