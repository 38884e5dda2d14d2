/* config.c - options from the environment and from a file; see cli.h.
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
static bool read_line(struct cli_settings *settings, char *line, char *end, const struct place *place,
                      const bool given[CLI_OPTIONS_MAX], bool seen[CLI_OPTIONS_MAX])
{
    const struct cli_usage *usage = settings->usage;
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
        settings->line[i] = given[i] ? 0 : place->line;
        return given[i] || set(option, value, place);
    }
    return unknown(usage, name, place);
}

static bool read_file(struct cli_settings *settings, const bool given[CLI_OPTIONS_MAX])
{
    bool seen[CLI_OPTIONS_MAX] = {false};
    struct place place = {settings->path, 0};
    for (char *line = settings->text, *next; line; line = next) {
        char *end = strchr(line, '\n');
        next = end ? end + 1 : NULL;
        place.line++;
        if (!read_line(settings, line, end ? end : line + strlen(line), &place, given, seen))
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

static bool read_variable(struct cli_settings *settings, const char *variable)
{
    const struct cli_usage *usage = settings->usage;
    char name[VARIABLE_MAX], whole[VARIABLE_MAX + sizeof prefix];
    if (!name_of(variable, name))
        return true;
    snprintf(whole, sizeof whole, "%.*s", (int)strcspn(variable, "="), variable);
    const struct place place = {whole, 0};
    for (int i = 0; i < usage->options_n; i++) {
        const struct cli_option *option = &usage->options[i];
        if (strcmp(option->name, name) != 0)
            continue;
        if (*option->text)
            return true;
        settings->variable[i] = variable;
        return set(option, strchr(variable, '=') + 1, &place);
    }
    return unknown(usage, name, &place);
}

/* ------------------------------------------------------------------------------------------------------------ both */

bool cli_settings_read(const struct cli_usage *usage, const char *const *config, struct cli_settings *settings)
{
    bool given[CLI_OPTIONS_MAX];
    size_t n;
    *settings = (struct cli_settings){.usage = usage};
    for (char **variable = environ; *variable; variable++)
        if (!read_variable(settings, *variable))
            return false;
    for (int i = 0; i < usage->options_n; i++)
        given[i] = *usage->options[i].text != NULL;
    if (!*config)
        return true;
    settings->path = *config;
    settings->text = cli_read_file(*config, SETTINGS_MAX, &n);
    return settings->text && read_file(settings, given);
}

void cli_settings_free(struct cli_settings *settings) { free(settings->text); }

const char *cli_setting(const struct cli_settings *settings, const char *option, char name[CLI_SETTING_SIZE])
{
    int i = 0;
    while (strcmp(settings->usage->options[i].name, option) != 0)
        i++;
    const char *variable = settings->variable[i];
    struct base_out out = base_out_cut(name, CLI_SETTING_SIZE);
    if (variable) {
        base_put_bytes(&out, variable, strcspn(variable, "="));
    } else if (settings->line[i]) {
        base_put(&out, settings->path);
        base_put_char(&out, ':');
        base_put_unsigned(&out, settings->line[i]);
        base_put(&out, ": ");
        base_put(&out, option);
    } else {
        base_put(&out, settings->usage->command);
        base_put(&out, ": --");
        base_put(&out, option);
    }
    return name;
}
