/* options.c - reads options from the command line, the environment and a settings file; see cli.h.
 *
 * The command line has precedence, then the environment (FUERSTENFELD_MAX_MESSAGES for --max-messages), then the file.
 * The file has one `name = value` per line; `#` begins a comment. */
#include "cli.h"

#include "bots/arena/players.h"
#include "engine/base/number.h"
#include "engine/base/wrap.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ----------------------------------------------------------------------------------------------------------- the help */

/* Writes an option as it appears in the help: `--players N` */
static void option_form(const struct cli_option *option, char *form, size_t capacity)
{
    snprintf(form, capacity, "--%s%s%s", option->name, option->value ? " " : "", option->value ? option->value : "");
}

/* Help is wrapped at 80 columns, or at fewer if the terminal is narrower. */
enum { HELP_COLUMNS = 80, HELP_MAX = 16384 };

static void print_help_text(const char *text)
{
    char wrapped[2 * HELP_MAX];
    struct base_out out = base_out_cut(wrapped, sizeof wrapped);
    base_put_wrapped(&out, text, strlen(text), HELP_COLUMNS, 0);
    size_t columns = cli_columns(STDOUT_FILENO);
    cli_print_wrapped(stdout, columns && columns < HELP_COLUMNS ? text : wrapped, 0);
}

/* Appends text with the lines of each paragraph joined. An indented line or a line after an empty one begins a new
 * paragraph. */
static void put_paragraphs(struct base_out *out, const char *text)
{
    for (const char *at = text; *at; at++) {
        bool ends = *at != '\n' || at == text || at[-1] == '\n' || at[1] == '\n' || at[1] == ' ';
        base_put_char(out, ends ? *at : ' ');
    }
}

static void put_option(struct base_out *out, const char *form, size_t width, const char *help)
{
    base_put(out, "  ");
    base_put(out, form);
    base_pad_to(out, width + 4);
    base_put(out, help);
    base_put_char(out, '\n');
}

static void put_options(struct base_out *out, const struct cli_usage *usage)
{
    char form[64];
    size_t width = strlen("--version");
    for (int i = 0; i < usage->options_n; i++) {
        option_form(&usage->options[i], form, sizeof form);
        width = strlen(form) > width ? strlen(form) : width;
    }
    for (int i = 0; i < usage->options_n; i++) {
        option_form(&usage->options[i], form, sizeof form);
        put_option(out, form, width, usage->options[i].help);
    }
    put_option(out, "--help", width, "this text");
    put_option(out, "--version", width, "the version of the program");
}

void cli_print_version(void) { printf("%s " FF_VERSION "\n", cli_program.name); }

static void print_help(const struct cli_usage *usage)
{
    char text[HELP_MAX];
    struct base_out out = base_out_cut(text, sizeof text);
    base_put(&out, "usage: ");
    base_put(&out, cli_program.name);
    base_put_char(&out, ' ');
    base_put(&out, usage->command);
    base_put(&out, usage->options_n ? " [OPTION...]" : "");
    base_put(&out, *usage->operands ? " " : "");
    base_put(&out, usage->operands);
    base_put(&out, "\n\n");
    put_paragraphs(&out, usage->about);
    base_put(&out, "\n\noptions:\n");
    put_options(&out, usage);
    print_help_text(text);
}

/* --------------------------------------------------------------------------------------------------- the command line */

/* Returns the name of the option that is most similar to a mistyped one, or NULL. */
static const char *nearest_option(const struct cli_usage *usage, const char *name, bool help)
{
    const char *names[CLI_OPTIONS_MAX + 2] = {
        "help", "version"}; /* first, so that they are preferred to equally similar options */
    int n = help ? 2 : 0;
    for (int i = 0; i < usage->options_n && i < CLI_OPTIONS_MAX; i++)
        names[n++] = usage->options[i].name;
    return cli_find_similar_name(name, names, n);
}

static const struct cli_option *find_option(const struct cli_usage *usage, const char *name, size_t n)
{
    for (int i = 0; i < usage->options_n; i++)
        if (strlen(usage->options[i].name) == n && memcmp(usage->options[i].name, name, n) == 0)
            return &usage->options[i];
    return NULL;
}

static void report_unknown(const struct cli_usage *usage, const char *given, size_t n)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)n, given);
    const char *nearest = nearest_option(usage, name + strspn(name, "-"), true);
    if (nearest)
        cli_error("%s: unknown option %s; did you mean --%s?", usage->command, name, nearest);
    else
        cli_error("%s: unknown option %s; fuerstenfeld %s --help lists all", usage->command, name, usage->command);
}

/* Reads the option at argv[*i] and its value, and moves *i to the last argument it used. */
static bool parse_option(const struct cli_usage *usage, int argc, char **argv, int *i, const char **values)
{
    const char *name = argv[*i] + 2, *equals = strchr(name, '=');
    const struct cli_option *option = find_option(usage, name, equals ? (size_t)(equals - name) : strlen(name));
    if (argv[*i][1] != '-' || !option) {
        report_unknown(usage, argv[*i], strcspn(argv[*i], "="));
        return false;
    }
    if (!option->value && equals) {
        cli_error("%s: --%s takes no value", usage->command, option->name);
        return false;
    }
    bool alone = option->value && !equals && (*i + 1 == argc || (argv[*i + 1][0] == '-' && argv[*i + 1][1]));
    const char **value = &values[option - usage->options];
    if (alone && option->value[0] == '[') {
        *value = "";
        return true;
    }
    if (option->value && !equals && *i + 1 == argc) {
        cli_error("%s: --%s needs a value: --%s %s", usage->command, option->name, option->name, option->value);
        return false;
    }
    *value = !option->value ? option->name : equals ? equals + 1 : argv[++*i];
    return true;
}

/* Returns whether the command allows n operands. Prints an error if it does not. */
static bool check_operands(const struct cli_usage *usage, int n, char **argv)
{
    const char *wanted = usage->operands;
    bool many = strstr(wanted, "...") != NULL, optional = wanted[0] == '[';
    if (n > 0 && !*wanted)
        cli_error("%s: \"%s\" is not allowed here; the command has only options, see --help", usage->command, argv[1]);
    else if (n > 1 && !many)
        cli_error("%s: \"%s\" is one too many: %s %s %s", usage->command, argv[2], cli_program.name, usage->command,
                  wanted);
    else if (n == 0 && *wanted && !optional)
        cli_error("%s: %.*s is missing: %s %s %s", usage->command, (int)strcspn(wanted, " ."), wanted, cli_program.name,
                  usage->command, wanted);
    else
        return true;
    return false;
}

/* Reads all arguments. Stores the texts of the options' values in `values`. Returns the number of operands. */
static int parse_arguments(const struct cli_usage *usage, int argc, char **argv, const char **values)
{
    int operands = 0;
    bool options = true;
    for (int i = 1; i < argc; i++) {
        if (!options || argv[i][0] != '-' || argv[i][1] == '\0') {
            argv[++operands] = argv[i];
        } else if (strcmp(argv[i], "--") == 0) {
            options = false;
        } else if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            print_help(usage);
            return CLI_DONE;
        } else if (strcmp(argv[i], "--version") == 0 || strcmp(argv[i], "-V") == 0) {
            cli_print_version();
            return CLI_DONE;
        } else if (!parse_option(usage, argc, argv, &i, values)) {
            return CLI_WRONG;
        }
    }
    return operands;
}

/* ------------------------------------------------------------------------------------------------------------- values */

bool cli_parse_number(const char *name, const char *text, uint64_t min, uint64_t max, uint64_t *number)
{
    uint64_t value;
    if (!text)
        return true;
    if (!base_number_read(text, strlen(text), max, &value) || value < min) {
        cli_error("%s is \"%s\", must be a whole number from %llu to %llu", name, text, (unsigned long long)min,
                  (unsigned long long)max);
        return false;
    }
    *number = value;
    return true;
}

static bool read_share(const char *name, const char *text, double *share)
{
    char *end;
    double value = strtod(text, &end);
    bool decimal = text[strspn(text, "0123456789.eE+-")] == '\0'; /* strtod accepts more, such as "inf" */
    if (*text == '\0' || !decimal || *end != '\0' || !(value >= 0 && value <= 1)) {
        cli_error("%s is \"%s\", must be a number from 0 to 1", name, text);
        return false;
    }
    *share = value;
    return true;
}

static bool read_choice(const char *name, const char *text, const char *words, int *choice)
{
    size_t n = strlen(text);
    const char *at = words;
    for (int i = 0; *at; i++) {
        const size_t length = strcspn(at, "|");
        if (length == n && memcmp(at, text, n) == 0) {
            *choice = i;
            return true;
        }
        at += length + (at[length] == '|');
    }
    cli_error("%s is \"%s\", must be one of %s", name, text, words);
    return false;
}

/* Reads the text of a value and stores it in the option's target. */
static bool read_value(const char *name, const struct cli_option *option, const char *text)
{
    uint64_t number;
    if (option->text)
        *option->text = text;
    if (option->flag)
        *option->flag = true;
    if (option->share)
        return read_share(name, text, option->share);
    if (option->choice)
        return read_choice(name, text, option->value, option->choice);
    if ((option->number || option->integer) && !cli_parse_number(name, text, option->min, option->max, &number))
        return false;
    if (option->number)
        *option->number = number;
    if (option->integer)
        *option->integer = (int)number;
    return true;
}

/* -------------------------------------------------------------------------------------------------------- settings */

extern char **environ;

static const char prefix[] = "FUERSTENFELD_";

enum { SETTINGS_MAX = 1 << 20, VARIABLE_MAX = 64 };

/* The source of a value, for messages. */
struct place {
    const char *path;
    unsigned line; /* line of a file; 0 for a variable */
};

static bool wrong(const struct place *place, const char *what, const char *which, const char *right)
{
    char line[16] = "";
    if (place->line)
        snprintf(line, sizeof line, ":%u", place->line);
    cli_error("%s%s: %s\"%s\"%s", place->path, line, what, which, right);
    return false;
}

/* Stores the text of a setting in *value. The setting of a switch must be yes or no. */
static bool set(const struct cli_option *option, const char *text, const struct place *place, const char **value)
{
    static const char *const words[] = {"yes", "true", "on", "1", "no", "false", "off", "0"};
    if (option->value) {
        *value = text;
        return true;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(text, words[i]) == 0) {
            *value = i < 4 ? option->name : NULL;
            return true;
        }
    return wrong(place, "", text, " must be yes or no");
}

static bool unknown_setting(const struct cli_usage *usage, const char *name, const struct place *place)
{
    char right[128];
    const char *nearest = nearest_option(usage, name, false);
    snprintf(right, sizeof right, nearest ? "; did you mean \"%s\"?" : "; fuerstenfeld %s --help lists them",
             nearest ? nearest : usage->command);
    return wrong(place, "no such setting: ", name, right);
}

static char *trimmed(char *from, char *to)
{
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    *to = '\0';
    return from;
}

/* Reads a line of the settings file, which ends at `end`. Options that the command line or the environment has set keep
 * their values. */
static bool read_line(struct cli_settings *settings, char *line, char *end, const struct place *place,
                      const char **values)
{
    const struct cli_usage *usage = &settings->usage;
    line = trimmed(line, end);
    if (!*line || *line == '#')
        return true;
    char *equals = strchr(line, '=');
    if (!equals)
        return wrong(place, "", line, " is not a setting; write NAME = VALUE");
    char *text = trimmed(equals + 1, equals + 1 + strlen(equals + 1)), *name = trimmed(line, equals);
    const struct cli_option *option = find_option(usage, name, strlen(name));
    if (!option)
        return unknown_setting(usage, name, place);
    if (strcmp(name, "config") == 0)
        return wrong(place, "", name, " is not allowed in a settings file");
    unsigned *seen = &settings->line[option - usage->options];
    if (*seen)
        return wrong(place, "", name, " is set twice");
    *seen = place->line;
    const ptrdiff_t i = option - usage->options;
    if (values[i] || settings->variable[i])
        return true;
    settings->from_file[i] = true;
    return set(option, text, place, &values[i]);
}

static bool read_file(struct cli_settings *settings, const char **values)
{
    struct place place = {settings->path, 0};
    for (char *line = settings->text, *next; line; line = next) {
        char *end = strchr(line, '\n');
        next = end ? end + 1 : NULL;
        place.line++;
        if (!read_line(settings, line, end ? end : line + strlen(line), &place, values))
            return false;
    }
    return true;
}

/* Writes "max-messages" for "FUERSTENFELD_MAX_MESSAGES=20". Returns false if the variable is not ours. */
static bool name_of(const char *variable, char name[VARIABLE_MAX])
{
    size_t n = strcspn(variable, "="), skip = sizeof prefix - 1;
    if (strncmp(variable, prefix, skip) != 0 || n - skip >= VARIABLE_MAX)
        return false;
    for (size_t i = skip; i < n; i++)
        name[i - skip] = variable[i] == '_' ? '-' : (char)tolower((unsigned char)variable[i]);
    name[n - skip] = '\0';
    return true;
}

static bool read_variable(struct cli_settings *settings, const char *variable, const char **values)
{
    char name[VARIABLE_MAX], whole[VARIABLE_MAX + sizeof prefix];
    if (!name_of(variable, name))
        return true;
    snprintf(whole, sizeof whole, "%.*s", (int)strcspn(variable, "="), variable);
    const struct place place = {whole, 0};
    const struct cli_option *option = find_option(&settings->usage, name, strlen(name));
    if (!option)
        return unknown_setting(&settings->usage, name, &place);
    ptrdiff_t i = option - settings->usage.options;
    if (values[i])
        return true;
    settings->variable[i] = variable;
    return set(option, strchr(variable, '=') + 1, &place, &values[i]);
}

/* Reads options that the command line does not give from the environment, and then from the file of --config. */
static bool read_settings(struct cli_settings *settings, const char **values)
{
    const struct cli_option *config = find_option(&settings->usage, "config", strlen("config"));
    size_t n;
    for (char **variable = environ; *variable; variable++)
        if (!read_variable(settings, *variable, values))
            return false;
    settings->path = config ? values[config - settings->usage.options] : NULL;
    if (!settings->path)
        return true;
    settings->text = cli_read_file(settings->path, SETTINGS_MAX, &n);
    return settings->text && read_file(settings, values);
}

void cli_settings_free(struct cli_settings *settings) { free(settings->text); }

const char *cli_setting_name(const struct cli_settings *settings, const char *option, char name[CLI_SETTING_SIZE])
{
    ptrdiff_t i = find_option(&settings->usage, option, strlen(option)) - settings->usage.options;
    const char *variable = settings->variable[i];
    if (variable)
        snprintf(name, CLI_SETTING_SIZE, "%.*s", (int)strcspn(variable, "="), variable);
    else if (settings->from_file[i])
        snprintf(name, CLI_SETTING_SIZE, "%s:%u: %s", settings->path, settings->line[i], option);
    else
        snprintf(name, CLI_SETTING_SIZE, "%s: --%s", settings->usage.command, option);
    return name;
}

/* --------------------------------------------------------------------------------------------------------------- both */

static void settings_init(struct cli_settings *settings, const struct cli_usage *usage)
{
    *settings = (struct cli_settings){.usage = *usage};
    memcpy(settings->option, usage->options, (size_t)usage->options_n * sizeof *usage->options);
    settings->usage.options = settings->option;
}

static bool read_values(const struct cli_settings *settings, const char *const *values)
{
    const struct cli_option *option = settings->option;
    for (int i = 0; i < settings->usage.options_n; i++)
        if (values[i] && !read_value(CLI_SETTING(settings, option[i].name), &option[i], values[i]))
            return false;
    return true;
}

static int parse(const struct cli_usage *usage, int argc, char **argv, struct cli_settings *settings, bool more)
{
    const char *values[CLI_OPTIONS_MAX] = {NULL};
    settings_init(settings, usage);
    int operands = parse_arguments(usage, argc, argv, values);
    if (operands < 0)
        return operands;
    bool good = check_operands(usage, operands, argv) && (!more || read_settings(settings, values)) &&
                read_values(settings, values);
    return good ? operands : CLI_WRONG;
}

int cli_parse(const struct cli_usage *usage, int argc, char **argv)
{
    struct cli_settings none;
    return parse(usage, argc, argv, &none, false);
}

int cli_parse_with_settings(const struct cli_usage *usage, int argc, char **argv, struct cli_settings *settings)
{
    return parse(usage, argc, argv, settings, true);
}

int cli_parse_bots(const char *command, const char *list, struct arena_spec *specs, int max)
{
    char why[ARENA_WHY_MAX];
    int n = arena_specs_parse(list, specs, max, why);
    if (n < 0)
        cli_error("%s: %s", command, why);
    return n;
}
