/* serve.c - `fuerstenfeld serve`: the options of server/net/server.h, and where data is kept. */
#include "cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/net/server.h"

enum { PATH_SIZE = SERVE_STORE_SIZE, ADDRESS_TEXT_SIZE = 256 };

struct options {
    const char *config, *log;
    const char *listen, *metrics_listen, *store, *edition, *certificate, *key, *origin, *trust_proxy, *secure,
        *share_port, *quiet, *open;
    const char *threads, *pace, *connections, *per_address, *messages, *no_limits;
    const char *keep_open, *keep_unfinished, *keep_chat, *keep_games, *keep_guests;
};

/* ----------------------------------------------------------------------------------------------------------- listen */

/* "ADDRESS:PORT", "[::1]:PORT", "PORT" or ":PORT". */
static bool read_listen(const struct cli_settings *settings, const char *name, const char *text,
                        char address[ADDRESS_TEXT_SIZE], int *port)
{
    const char *colon = strrchr(text, ':'), *digits = colon ? colon + 1 : text;
    size_t n = colon ? (size_t)(colon - text) : 0;
    uint64_t number = 0;
    bool bracketed = n >= 2 && text[0] == '[' && text[n - 1] == ']';
    bool is_port = *digits && digits[strspn(digits, "0123456789")] == '\0';
    if (!is_port || n >= ADDRESS_TEXT_SIZE || (n && !bracketed && memchr(text, ':', n))) {
        cli_error("%s is \"%s\": say ADDRESS:PORT, such as 127.0.0.1:8080, an IPv6 address in brackets: [::1]:8080",
                  CLI_SETTING(settings, name), text);
        return false;
    }
    if (!cli_number_called(CLI_SETTING(settings, name), digits, 0, 65535, &number))
        return false;
    *port = (int)number;
    if (n) {
        memcpy(address, text + bracketed, n - 2 * (size_t)bracketed);
        address[n - 2 * (size_t)bracketed] = '\0';
    } else if (colon) {
        strcpy(address, "::");
    }
    return true;
}

/* ----------------------------------------------------------------------------------------------------------- origin */

/* ":PORT" or nothing; a browser leaves out the port that the scheme has anyway. */
static bool is_port_of(const char *text, bool http, bool https)
{
    char *end;
    if (!*text)
        return true;
    if (text[0] != ':' || text[1] < '1' || text[1] > '9' || strlen(text) > strlen(":65535"))
        return false;
    long port = strtol(text + 1, &end, 10);
    return !*end && port <= 65535 && !(http && port == 80) && !(https && port == 443);
}

/* As browsers write it, because it is compared with what they send. */
static bool is_origin(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-.", brackets[] = "0123456789abcdef:.";
    enum { HOST_MAX = 253 };
    size_t scheme = strspn(text, letters);
    if (!scheme || strncmp(text + scheme, "://", 3) != 0)
        return false;
    const char *host = text + scheme + 3, *name = *host == '[' ? host + 1 : host;
    size_t n = strspn(name, name > host ? brackets : letters);
    if (!n || n > HOST_MAX || (name > host && name[n] != ']'))
        return false;
    return is_port_of(name + n + (name > host), strncmp(text, "http:", 5) == 0, strncmp(text, "https:", 6) == 0);
}

static bool check_origin(const struct cli_settings *settings, const char *text)
{
    if (!text || is_origin(text))
        return true;
    cli_error("%s is \"%s\", which no browser sends as an origin: say SCHEME://HOST or SCHEME://HOST:PORT, such as "
              "https://play.example; in small letters, without a path, without :443 for https or :80 for http",
              CLI_SETTING(settings, "origin"), text);
    return false;
}

/* ------------------------------------------------------------------------------------------------------- the folder */

static bool make_folder(const char *path)
{
    char part[PATH_SIZE];
    for (size_t i = 1; path[i - 1]; i++) {
        if (path[i] && path[i] != '/')
            continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, 0700) != 0 && errno != EEXIST) {
            cli_error("serve: cannot make the folder %s: %s", part, strerror(errno));
            return false;
        }
    }
    return true;
}

/* $XDG_DATA_HOME/fuerstenfeld, or ~/.local/share/fuerstenfeld. */
static bool default_store(char store[PATH_SIZE])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    char folder[PATH_SIZE / 2];
    int n = data && data[0] == '/' ? snprintf(folder, sizeof folder, "%s/fuerstenfeld", data)
            : home && *home        ? snprintf(folder, sizeof folder, "%s/.local/share/fuerstenfeld", home)
                                   : -1;
    if (n < 0 || n >= (int)sizeof folder) {
        cli_error("serve: there is no home folder to keep tables in; say --store sqlite:FILE");
        return false;
    }
    if (!make_folder(folder))
        return false;
    snprintf(store, PATH_SIZE, "sqlite:%s/tables.sqlite", folder);
    return true;
}

/* ------------------------------------------------------------------------------------------------------------ start */

/* Tries to show the page; where there is no browser nothing happens. */
static void open_page(const char *url)
{
    pid_t child = fork();
    if (child == 0) {
        if (fork() == 0) { /* a grandchild, so that nobody has to wait for it */
            if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
                _exit(1);
            execlp("xdg-open", "xdg-open", url, (char *)NULL);
            _exit(1);
        }
        _exit(0);
    }
    if (child > 0)
        waitpid(child, NULL, 0);
}

static void ready(const char *url, void *owner)
{
    const struct options *options = owner;
    cli_printf("Fürstenfeld is served at %s\nStop it with Ctrl-C.\n", url);
    if (!FF_HAS_PAGE)
        cli_printf("This program was built without the game's page and serves a plain one. To build the page into it:\n"
                   "    tools/page.sh && cmake --build build\n");
    fflush(stdout);
    if (options->open)
        open_page(url);
}

static bool read_number(const struct cli_settings *settings, const char *name, const char *text, uint64_t min,
                        uint64_t max, uint64_t *number)
{
    return cli_number_called(CLI_SETTING(settings, name), text, min, max, number);
}

static bool read_numbers(const struct cli_settings *settings, const struct options *options,
                         struct server_config *config)
{
    struct rate_limits *limits = &config->limits;
    uint64_t threads = 1, pace = 700, connections, per_address, messages;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (options->no_limits)
        *limits = (struct rate_limits){0};
    if (cores > 1)
        threads = (uint64_t)cores - 1;
    connections = limits->connections;
    per_address = limits->address_connections;
    messages = limits->messages.every_us ? 1000000 / limits->messages.every_us : 0;
    if (!read_number(settings, "bot-threads", options->threads, 1, 64, &threads) ||
        !read_number(settings, "bot-pace", options->pace, 0, 60000, &pace) ||
        !read_number(settings, "max-connections", options->connections, 0, 10000000, &connections) ||
        !read_number(settings, "max-per-address", options->per_address, 0, 10000000, &per_address) ||
        !read_number(settings, "max-messages", options->messages, 0, 1000, &messages))
        return false;
    limits->connections = (uint32_t)connections;
    limits->address_connections = (uint32_t)per_address;
    limits->messages.every_us = messages ? 1000000 / (uint32_t)messages : 0;
    if (!messages)
        limits->talk.every_us = 0;
    config->bot_threads = threads > 64 ? 64 : (int)threads;
    config->bot_pace_ms = (int64_t)pace;
    return true;
}

/* Days, 0 for ever. */
static bool read_days(const struct cli_settings *settings, const char *name, const char *text, uint32_t *days)
{
    uint64_t number = *days;
    bool good = read_number(settings, name, text, 0, 36500, &number);
    *days = (uint32_t)number;
    return good;
}

static bool read_retention(const struct cli_settings *settings, const struct options *options,
                           struct retention_policy *keep)
{
    return read_days(settings, "keep-open", options->keep_open, &keep->open_d) &&
           read_days(settings, "keep-unfinished", options->keep_unfinished, &keep->unfinished_d) &&
           read_days(settings, "keep-chat", options->keep_chat, &keep->chat_d) &&
           read_days(settings, "keep-games", options->keep_games, &keep->games_d) &&
           read_days(settings, "keep-guests", options->keep_guests, &keep->guests_d);
}

static int serve(const struct cli_settings *settings, const struct options *options, void *nothing)
{
    struct text_edition edition;
    char address[ADDRESS_TEXT_SIZE] = "127.0.0.1", metrics[ADDRESS_TEXT_SIZE] = "127.0.0.1", store[PATH_SIZE];
    struct server_config config = {
        .port = 8080,
        .ports = options->open && !options->listen ? 100 : 1, /* a person follows --open, and a link a port */
        .share_port = options->share_port,
        .store = options->store,
        .certificate = options->certificate,
        .key = options->key,
        .origin = options->origin,
        .trust_proxy = options->trust_proxy,
        .secure = options->secure,
        .quiet = options->quiet,
        .log = options->log,
        .limits = rate_limits_default,
        .retention = retention_policy_default,
        .edition = &edition,
        .version = FF_VERSION,
        .ready = ready,
        .owner = (void *)options,
    };
    if (!cli_edition_named(options->edition, &edition) || !read_numbers(settings, options, &config) ||
        !read_retention(settings, options, &config.retention) || !check_origin(settings, options->origin) ||
        (options->listen && !read_listen(settings, "listen", options->listen, address, &config.port)) ||
        (options->metrics_listen &&
         !read_listen(settings, "metrics-listen", options->metrics_listen, metrics, &config.metrics_port)))
        return CLI_USAGE;
    if (!options->certificate != !options->key) {
        cli_error("serve: TLS needs both --tls-cert FILE and --tls-key FILE");
        return CLI_USAGE;
    }
    if (!config.store) {
        if (!default_store(store))
            return CLI_USAGE;
        config.store = store;
    }
    (void)nothing;
    config.address = address;
    config.metrics_address = options->metrics_listen ? metrics : NULL;
    return server_run(&config);
}

/* Reads all options, from wherever they come, and goes on with them. */
static int with_options(int argc, char **argv,
                        int (*then)(const struct cli_settings *settings, const struct options *options, void *context),
                        void *context)
{
    struct options options = {0};
    struct cli_settings settings;
    const struct cli_option list[] = {
        {"config", "FILE", "more options, one NAME = VALUE a line, or in the environment as FUERSTENFELD_NAME",
         &options.config},
        {"listen", "ADDR:PORT",
         "where to listen; 127.0.0.1:8080 if not given, :8080 for every address, port 0 for any free port",
         &options.listen},
        {"metrics-listen", "ADDR:PORT",
         "where /metrics and /healthz are, without TLS, and nowhere else; with all the rest if not given",
         &options.metrics_listen},
        {"store", "STORE", "sqlite:FILE, postgres://USER@HOST/NAME or memory; a file in your data folder if not given",
         &options.store},
        {"open", NULL, "show the page in a browser; without --listen at the first free port from 8080 on",
         &options.open},
        {"edition", "FILE", "the values that new tables play with", &options.edition},
        {"tls-cert", "FILE", "certificate (PEM) for https", &options.certificate},
        {"tls-key", "FILE", "and its key", &options.key},
        {"origin", "URL", "a page's origin besides the server's own, such as https://play.example", &options.origin},
        {"trust-proxy", NULL, "a proxy in front tells addresses in X-Forwarded-For", &options.trust_proxy},
        {"secure-cookies", NULL, "a proxy in front does TLS", &options.secure},
        {"share-port", NULL, "other processes listen on the same port", &options.share_port},
        {"bot-threads", "N", "threads in which bots think; one less than there are cores", &options.threads},
        {"bot-pace", "MS", "a bot's turn takes at least that long to see; 700", &options.pace},
        {"max-connections", "N", "in all; 20000, 0 for no limit", &options.connections},
        {"max-per-address", "N", "connections of one address; 200, 0 for no limit", &options.per_address},
        {"max-messages", "N", "a second on one connection; 20, 0 for no limit", &options.messages},
        {"no-limits", NULL, "none of these three, nor on work, new guests and tables", &options.no_limits},
        {"log", "FILE", "where the log goes, opened again on SIGHUP; standard error if not given", &options.log},
        {"keep-open", "DAYS", "tables that never began; 14, 0 for ever", &options.keep_open},
        {"keep-unfinished", "DAYS", "games that nobody plays on; 90, 0 for ever", &options.keep_unfinished},
        {"keep-chat", "DAYS", "the chat of games that are over; 30, 0 for ever", &options.keep_chat},
        {"keep-games", "DAYS", "games that are over; 1095, 0 for ever", &options.keep_games},
        {"keep-guests", "DAYS", "guests without tables who do not come any more; 90, 0 for ever", &options.keep_guests},
        {"quiet", NULL, "no log", &options.quiet},
    };
    const struct cli_usage usage = {"serve", "",
                                    "Serves tables for people and bots: a page, a WebSocket and a small HTTP interface "
                                    "on one port. Tables are kept\n"
                                    "and survive everything but the loss of the disk. Stops on SIGTERM and Ctrl-C "
                                    "after finishing what is under way;\n"
                                    "SIGHUP reads the certificate again and opens the log again. What the command line "
                                    "does not say is taken from\n"
                                    "the environment, then from the file of --config.\n"
                                    "The protocol is in docs/authors/protocol.md, hosting in docs/hosts/hosting.md.",
                                    list, sizeof list / sizeof list[0]};
    int operands = cli_parse(&usage, argc, argv);
    if (operands < 0)
        return cli_status(operands);
    bool good = cli_settings_read(&usage, &options.config, &settings);
    int status = good ? then(&settings, &options, context) : CLI_USAGE;
    cli_settings_free(&settings);
    return status;
}

int cmd_serve(int argc, char **argv) { return with_options(argc, argv, serve, NULL); }

static int take_store(const struct cli_settings *settings, const struct options *options, void *store)
{
    if (!options->store)
        return default_store(store) ? CLI_OK : CLI_USAGE;
    if (snprintf(store, SERVE_STORE_SIZE, "%s", options->store) < SERVE_STORE_SIZE)
        return CLI_OK;
    cli_error("%s is too long", CLI_SETTING(settings, "store"));
    return CLI_USAGE;
}

bool serve_store(const char *config, const char *given, char store[SERVE_STORE_SIZE])
{
    char name[] = "serve", config_name[] = "--config", store_name[] = "--store";
    char *argv[6] = {name};
    int argc = 1;
    if (config) {
        argv[argc++] = config_name;
        argv[argc++] = (char *)config;
    }
    if (given) {
        argv[argc++] = store_name;
        argv[argc++] = (char *)given;
    }
    return with_options(argc, argv, take_store, store) == CLI_OK;
}
