/* settings.c - options from the environment and from a file; see cli.h.
 *
 * What was given on the command line counts, then what the environment says (FUERSTENFELD_MAX_MESSAGES for
 * --max-messages), then the file. A file has one `name = value` a line; `#` begins a comment. */
#include "cli.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

static const char prefix[] = "FUERSTENFELD_";

enum { SETTINGS_MAX = 1 << 20, VARIABLE_MAX = 64 };

/* Where a value comes from, for messages: "FILE:3" or the variable's name. */
struct place {
    const char *path;
    unsigned line; /* 0: there are none */
};

static bool wrong(const struct place *place, const char *what, const char *which, const char *right)
{
    char line[16] = "";
    if (place->line)
        snprintf(line, sizeof line, ":%u", place->line);
    cli_error("%s%s: %s\"%s\"%s", place->path, line, what, which, right);
    return false;
}

static bool set_switch(const struct cli_option *option, const char *value, const struct place *place)
{
    static const char *const words[] = {"yes", "true", "on", "1", "no", "false", "off", "0"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(value, words[i]) == 0) {
            if (i < 4)
                *option->text = option->name;
            return true;
        }
    return wrong(place, "", value, " must be yes or no");
}

static bool set(const struct cli_option *option, const char *value, const struct place *place)
{
    if (!option->value)
        return set_switch(option, value, place);
    *option->text = value;
    return true;
}

static bool unknown(const struct cli_usage *usage, const char *name, const struct place *place)
{
    const char *names[CLI_OPTIONS_MAX];
    char right[128];
    for (int i = 0; i < usage->options_n; i++)
        names[i] = usage->options[i].name;
    const char *nearest = cli_nearest(name, names, usage->options_n);
    snprintf(right, sizeof right, nearest ? "; did you mean \"%s\"?" : "; fuerstenfeld %s --help lists them",
             nearest ? nearest : usage->command);
    return wrong(place, "no such setting: ", name, right);
}

/* -------------------------------------------------------------------------------------------------------- the file */

static char *trimmed(char *from, char *to)
{
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    *to = '\0';
    return from;
}

/* One line, which ends at `end`. `given` are the options that the command line or the environment has set, `seen` those
 * of earlier lines. */
static bool read_line(const struct cli_usage *usage, char *line, char *end, const struct place *place,
                      const bool given[CLI_OPTIONS_MAX], bool seen[CLI_OPTIONS_MAX])
{
    line = trimmed(line, end);
    if (!*line || *line == '#')
        return true;
    char *equals = strchr(line, '=');
    if (!equals)
        return wrong(place, "", line, " is no setting: say NAME = VALUE");
    char *value = trimmed(equals + 1, equals + 1 + strlen(equals + 1)), *name = trimmed(line, equals);
    if (strcmp(name, "config") == 0)
        return wrong(place, "", name, " would be another file of settings: there is one, this");
    for (int i = 0; i < usage->options_n; i++) {
        const struct cli_option *option = &usage->options[i];
        if (strcmp(option->name, name) != 0)
            continue;
        if (seen[i])
            return wrong(place, "", name, " was said before");
        seen[i] = true;
        return given[i] || set(option, value, place);
    }
    return unknown(usage, name, place);
}

static bool read_file(const struct cli_usage *usage, const char *path, char *text, const bool given[CLI_OPTIONS_MAX])
{
    bool seen[CLI_OPTIONS_MAX] = {false};
    struct place place = {path, 0};
    for (char *line = text, *next; line; line = next) {
        char *end = strchr(line, '\n');
        next = end ? end + 1 : NULL;
        place.line++;
        if (!read_line(usage, line, end ? end : line + strlen(line), &place, given, seen))
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------- the environment */

/* "max-messages" of "FUERSTENFELD_MAX_MESSAGES=20"; false: it is another's. */
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

static bool read_variable(const struct cli_usage *usage, const char *variable)
{
    char name[VARIABLE_MAX], whole[VARIABLE_MAX + sizeof prefix];
    if (!name_of(variable, name))
        return true;
    snprintf(whole, sizeof whole, "%.*s", (int)strcspn(variable, "="), variable);
    const struct place place = {whole, 0};
    for (int i = 0; i < usage->options_n; i++)
        if (strcmp(usage->options[i].name, name) == 0)
            return *usage->options[i].text || set(&usage->options[i], strchr(variable, '=') + 1, &place);
    return unknown(usage, name, &place);
}

bool cli_settings(const struct cli_usage *usage, const char *const *config, char **text)
{
    bool given[CLI_OPTIONS_MAX];
    size_t n;
    *text = NULL;
    for (char **variable = environ; *variable; variable++)
        if (!read_variable(usage, *variable))
            return false;
    for (int i = 0; i < usage->options_n; i++)
        given[i] = *usage->options[i].text != NULL;
    if (!*config)
        return true;
    *text = cli_read_file(*config, SETTINGS_MAX, &n);
    return *text && read_file(usage, *config, *text, given);
}
