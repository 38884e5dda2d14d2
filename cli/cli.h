/* cli.h - functions shared by the subcommands of `fuerstenfeld` and `fuerstenfeld-lab`: options, messages, files, the
 * edition. Each subcommand is one file with one function `int cmd_name(int argc, char **argv)`. argv[0] is the
 * subcommand's name, and the function returns the program's exit status. main.c has the table of subcommands. Error
 * messages go to stderr and name the fault, its place and the remedy. */
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

enum { CLI_OK = 0, CLI_FAILS = 1, CLI_USAGE = 2, CLI_UNDECIDED = 3 /* a statistical test ended without a result */ };

/* ------------------------------------------------------------------------------------------------------ subcommands */

struct cli_command {
    const char *name, *line; /* `line` describes the subcommand in the help */
    int (*run)(int argc, char **argv);
};

/* The program's name and subcommands. Each program defines its cli_program in its main.c. */
enum { CLI_COMMANDS_MAX = 64 };
struct cli_program {
    const char *name, *about;
    const struct cli_command *commands;
    int commands_n;
};
extern const struct cli_program cli_program;

/* cli_main runs the program; cli_print_version prints its version. */
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

/* A command-line option, given as `--name VALUE` or `--name=VALUE`. It sets one of the targets below. Without the
 * option, the target keeps its value. */
struct cli_option {
    const char *name;  /* without the dashes: "players" */
    const char *value; /* the value's name in the help ("N"); "[N]" means that the value may be omitted (it is then "");
                          NULL for a switch */
    const char *help;
    const char **text; /* receives the text of the value, or the option's name for a switch */
    bool *flag;
    uint64_t *number; /* from min to max */
    int *integer;     /* from min to max */
    double *share;    /* from 0 to 1 */
    int *choice;      /* receives the index of the word in `value`, which lists them: "base|expert" */
    uint64_t min, max;
};

struct cli_usage {
    const char *command; /* "selfplay" */
    const char
        *operands; /* operands: "FILE" is one, "FILE..." one or more, "[N]" at most one, "[N...]" any number, "" none */
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
 * that was asked for, CLI_WRONG if it printed an error. A lone `-` is an operand, and `--` ends the options. */
int cli_parse(const struct cli_usage *usage, int argc, char **argv);

/* Returns the exit status for a negative result of cli_parse. */
static inline int cli_parse_exit_status(int parsed) { return parsed == CLI_DONE ? CLI_OK : CLI_USAGE; }

/* Reads a whole number from min to max. If the text is anything else, prints an error with `name` and the range and
 * returns false. If the text is NULL, leaves *number unchanged. */
bool cli_parse_number(const char *name, const char *text, uint64_t min, uint64_t max, uint64_t *number);

/* Reads a list of 1 to `max` bots (bots/arena/players.h). Returns their number, or -1 after printing an error. */
struct arena_spec;
int cli_parse_bots(const char *command, const char *list, struct arena_spec *specs, int max);

/* The settings of a command, and the sources of those that are not given on the command line. */
enum { CLI_OPTIONS_MAX = 64, CLI_SETTING_SIZE = 512 };
struct cli_settings {
    struct cli_usage usage;
    struct cli_option option[CLI_OPTIONS_MAX]; /* usage.options */
    const char *path;                          /* path of the settings file (--config), or NULL */
    char *text;                                /* content of the settings file; values point into it */
    /* These arrays have an entry for each option: */
    const char *variable[CLI_OPTIONS_MAX]; /* the environment variable that sets the option, as NAME=VALUE, or NULL */
    unsigned line[CLI_OPTIONS_MAX];        /* the line of the settings file that names the option, or 0 */
    bool from_file[CLI_OPTIONS_MAX];       /* whether the settings file sets the option */
};

/* Like cli_parse, but reads options that the command line does not give from the environment, and then from the
 * settings file (--config). Unknown names are errors. The caller must always call cli_settings_free afterwards. */
int cli_parse_with_settings(const struct cli_usage *usage, int argc, char **argv, struct cli_settings *settings);
void cli_settings_free(struct cli_settings *settings);

/* Returns the name of an option for error messages, with the source of its value: "serve: --store",
 * "FUERSTENFELD_STORE" or "FILE:3: store". */
const char *cli_setting_name(const struct cli_settings *settings, const char *option, char name[CLI_SETTING_SIZE]);
#define CLI_SETTING(settings, option) cli_setting_name(settings, option, (char[CLI_SETTING_SIZE]){0})

/* Finds the store that `serve` would use: `given` if it is not NULL, else the one that the environment or the settings
 * file sets, else the default. Returns false after printing an error. */
enum { SERVE_STORE_SIZE = 1024 };
bool serve_find_store(const char *config, const char *given, char store[SERVE_STORE_SIZE]);

/* --------------------------------------------------------------------------------------------------------- messages */

/* Returns the pointer if it is not NULL. Otherwise prints "out of memory" and ends the program. Meant for the results
 * of malloc and similar functions. */
void *cli_check_memory(void *memory);

/* Prints an error message on stderr, after the program's name and with unsafe characters escaped. All lines but the
 * first are indented by two spaces, so that untrusted text cannot look like a separate message. */
void cli_error(const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 1, 2)))
#endif
    ;

/* Makes untrusted text (names, files, other programs' output) safe to print; see engine/base/safe.h. cli_error does
 * this itself. For other output, use printf("%s", CLI_SAFE(name)). Text that does not fit is truncated. */
enum { CLI_SAFE_SIZE = 2048 };
const char *cli_safe(const char *text, char buffer[CLI_SAFE_SIZE]);
/* This is a macro because its buffer must live as long as the block that prints the text. */
#define CLI_SAFE(text) cli_safe(text, (char[CLI_SAFE_SIZE]){0})

/* These return the width and the height of the terminal, or 0 if there is no terminal or its size is unknown. Without a
 * terminal, the variable COLUMNS gives the width. */
size_t cli_columns(int fd);
size_t cli_rows(int fd);

/* Returns whether the locale uses UTF-8. */
bool cli_locale_is_utf8(void);

/* Prints text for people and returns its number of lines. Long lines are wrapped at cli_columns (base_put_wrapped). If
 * the locale is not UTF-8, the text is converted to ASCII (cli_put_ascii). */
int cli_print_wrapped(FILE *to, const char *text, size_t hang);
/* Prints text for programs, with its lines unchanged: an edition, or JSON (`json`). If the locale is not UTF-8,
 * non-ASCII characters in JSON are escaped: \\u4e2d. */
void cli_print_for_programs(FILE *to, const char *text, bool json);
/* Appends text. If the locale is not UTF-8, non-ASCII characters become letters if they are well known ("ue" for
 * u-umlaut), otherwise \u{4e2d}. */
void cli_put_ascii(struct base_out *out, const char *text);

/* Like printf and fprintf, but these print with cli_print_wrapped, as soon as a line is complete. */
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

/* Asks for confirmation at the terminal before something is deleted, unless `force` is set. Returns whether to go on.
 * Prints an error if there is no terminal. */
bool cli_confirm(const char *command, const char *question, bool force);

/* Flushes stdout. Returns false if writing fails or has failed before. Prints an error only once, and none if the
 * reader has closed the pipe. */
bool cli_flush(void);

/* Records that the reader of the output has closed the pipe, so that the command ends without a message. */
void cli_note_pipe_closed(void);

/* Returns the exit status of the program if its command returned `status`: 141, as after SIGPIPE, if the reader has
 * closed the pipe, CLI_USAGE if the output could not be written, else `status`. */
int cli_final_exit_status(int status);

/* Installs the handler for these signals. */
void cli_catch_signals(const int *signals, size_t n, void (*handler)(int));

/* Lets long runs of games among bots end early. The first Ctrl-C, SIGTERM or SIGHUP (unless `nohup` ignores it) makes
 * *cli_stop_requested() true. Further signals within a second are ignored, and a later one ends the program. Call this
 * after output_file_open, which handles the same signals. */
void cli_catch_stop_signals(void);
const atomic_bool *cli_stop_requested(void);
int cli_stop_exit_status(void); /* the exit status after a signal, or 0 if none has come */

/* Returns the edit distance of two words (optimal string alignment): the number of letters that are missing, added,
 * replaced or swapped with their neighbour. Words of 32 letters or more are not similar to any word. */
int cli_word_distance(const char *a, const char *b);

/* Returns the name that is most similar to a mistyped word, or NULL if no name is similar. */
const char *cli_find_similar_name(const char *word, const char *const *names, int n);

/* ------------------------------------------------------------------------------------------------------------ files */

/* Reads the lines of a file, using bounded memory. */
struct line_reader {
    int fd;
    char *buffer;
    size_t capacity, from, to; /* unread bytes are buffer[from..to) */
    bool end;
    uint64_t number; /* number of the last line returned, from 1 */
};

enum line_reader_result { CLI_LINE, CLI_LINE_END, CLI_LINE_ERROR };

/* Opens a file, or standard input for `-`. Returns false after printing an error. */
bool line_reader_open(struct line_reader *lines, const char *path);

/* Stores the next line, without its newline, in *line and its length in *n. The line is valid until the next call. If
 * it is longer than 1 MiB, *n is larger than 1 MiB, the end of the line is missing and reading cannot continue. After
 * CLI_LINE_ERROR, errno says why reading failed. */
enum line_reader_result line_reader_next(struct line_reader *lines, const char **line, size_t *n);

void line_reader_close(struct line_reader *lines);

/* Reads a whole file of at most `max` bytes. Returns the bytes, followed by a NUL, in memory that the caller frees.
 * Returns NULL after printing an error. */
char *cli_read_file(const char *path, size_t max, size_t *n);

/* A file that a command writes. CLI_ADD appends records: each game is written completely or not at all, so an
 * interrupted run leaves the old content and the finished games. CLI_REPLACE writes a new file beside the old one and
 * renames it when it is complete. Neither destroys existing data.
 *
 * An existing file must be of the same kind, unless `force` is set, which also turns CLI_ADD into CLI_REPLACE. A
 * device, a pipe, or `-` for standard output is written directly. */
struct output_file_terms {
    enum { CLI_ADD, CLI_REPLACE } how;
    const char *what; /* the kind of file, for messages: "file of records" */
    /* Returns whether the first n bytes of a file show that it is of that kind. NULL: no file is of that kind. */
    bool (*is)(const char *bytes, size_t n);
    /* Returns whether the last n bytes of a file show that it is complete, so that records can be appended to it.
     * NULL: every file is complete. */
    bool (*ends)(const char *bytes, size_t n);
    bool force;    /* replace any existing file */
    bool no_force; /* the command has no --force, so messages must not mention it */
    bool keeps;    /* keep a replaced file as FILE~ */
    bool parts;    /* if the run is interrupted, keep the finished part */
};

/* Returns the terms of files of recorded games (--record), to which games are appended. */
struct output_file_terms output_file_record_terms(bool force);

struct output_file {
    const char *path;
    struct output_file_terms terms;
    int fd;
    /* Private to output_file.c. */
    bool direct, adds, trial;
    size_t written;
    struct stat found; /* the file that existed before; all 0 if there was none */
    char *target, *temporary, *made, *words;
};

/* Tests whether output_file_open would succeed, before a long computation. Returns false after printing an error. */
bool output_file_check(const char *path, const struct output_file_terms *terms);

/* These open and write a file. Before they return false, they print an error and remove incomplete pieces. */
bool output_file_open(struct output_file *save, const char *path, const struct output_file_terms *terms);
bool output_file_write(struct output_file *save, const char *bytes, size_t n);
/* Completes the file and syncs it to the disk. If a different process has changed the old file or is appending to it,
 * the old file is not replaced, and a message says where the new file is. */
bool output_file_finish(struct output_file *save);
/* Ends the file after an interrupted run. The old content and finished pieces stay. */
bool output_file_interrupt(struct output_file *save);
void output_file_abandon(struct output_file *save);
/* Writes the text as the whole file (CLI_REPLACE) or appends it as one piece (CLI_ADD). Returns false after printing an
 * error. */
bool output_file_write_text(const char *path, const struct output_file_terms *terms, const struct base_out *text);

/* ---------------------------------------------------------------------------------------------------------- edition */

/* Reads an edition file, or the default edition if path is NULL. Returns false after printing an error. */
bool cli_read_edition(const char *path, struct ff_edition *edition);
/* Like cli_read_edition, but also reads the edition's name. */
bool cli_read_named_edition(const char *path, struct text_edition *edition);
