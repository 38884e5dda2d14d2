/* serve.c - `fuerstenfeld serve`: reads the options, finds the place of the store, and runs the server
 * (server/net/server.h). */
#include "cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/number.h"
#include "server/net/server.h"

enum { PATH_SIZE = SERVE_STORE_SIZE, ADDRESS_TEXT_SIZE = 256, BOT_THREADS_MAX = 64 };

static const char about[] =
    "Serves tables for people and bots: a page, a WebSocket and a small HTTP interface on one port. Tables are stored\n"
    "and survive everything but the loss of the disk. SIGTERM and Ctrl-C stop the server after it has finished its\n"
    "current work. SIGHUP makes it read the certificate and open the log again. Options that the command line does\n"
    "not give are taken from the environment, then from the settings file (--config).\n"
    "The protocol is in docs/authors/protocol.md, hosting in docs/hosts/hosting.md.";

/* The values of the options. A number that was not given is NOT_GIVEN if 0 means something else. */
enum { NOT_GIVEN = -1 };
struct options {
    const char *config, *listen, *metrics_listen, *edition;
    bool open, no_limits;
    int pace, connections, per_address, messages;
    int keep_open, keep_unfinished, keep_chat, keep_games, keep_guests; /* days */
    struct server_config server;
};

/* ----------------------------------------------------------------------------------------------------------- listen */

/* Reads "ADDRESS:PORT", "[::1]:PORT", "PORT" or ":PORT". */
static bool read_listen(const struct cli_settings *settings, const char *name, const char *text,
                        char address[ADDRESS_TEXT_SIZE], int *port)
{
    const char *colon = strrchr(text, ':'), *digits = colon ? colon + 1 : text;
    size_t n = colon ? (size_t)(colon - text) : 0;
    uint64_t number = 0;
    bool bracketed = n >= 2 && text[0] == '[' && text[n - 1] == ']';
    bool is_port = *digits && digits[strspn(digits, "0123456789")] == '\0';
    if (!is_port || n >= ADDRESS_TEXT_SIZE || (n && !bracketed && memchr(text, ':', n))) {
        cli_error("%s is \"%s\", must be ADDRESS:PORT, such as 127.0.0.1:8080 or, for an IPv6 address, [::1]:8080",
                  CLI_SETTING(settings, name), text);
        return false;
    }
    if (!cli_parse_number(CLI_SETTING(settings, name), digits, 0, 65535, &number))
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

/* Returns whether the text is ":PORT" or empty. It must be empty for the scheme's default port, because browsers omit
 * that. */
static bool is_port_of(const char *text, bool http, bool https)
{
    uint64_t port;
    if (!*text)
        return true;
    if (text[0] != ':' || text[1] < '1' || text[1] > '9' ||
        !base_number_read(text + 1, strlen(text + 1), UINT16_MAX, &port))
        return false;
    return !(http && port == 80) && !(https && port == 443);
}

/* Returns whether a text is an origin in the form in which browsers send it, with which it is compared. */
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
    cli_error(
        "%s is \"%s\", which no browser sends as an origin; it must be SCHEME://HOST or SCHEME://HOST:PORT, such as "
        "https://play.example, in lower case, without a path and without :443 for https or :80 for http",
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
            cli_error("serve: cannot create the folder %s: %s", part, strerror(errno));
            return false;
        }
    }
    return true;
}

/* Names a store in $XDG_DATA_HOME/fuerstenfeld or ~/.local/share/fuerstenfeld, and creates the folder. */
static bool default_store(char store[PATH_SIZE])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    char folder[PATH_SIZE / 2];
    int n = data && data[0] == '/' ? snprintf(folder, sizeof folder, "%s/fuerstenfeld", data)
            : home && *home        ? snprintf(folder, sizeof folder, "%s/.local/share/fuerstenfeld", home)
                                   : -1;
    if (n < 0 || n >= (int)sizeof folder) {
        cli_error("serve: there is no home folder for the store; use --store sqlite:FILE");
        return false;
    }
    if (!make_folder(folder))
        return false;
    snprintf(store, PATH_SIZE, "sqlite:%s/tables.sqlite", folder);
    return true;
}

/* ------------------------------------------------------------------------------------------------------------ start */

/* Opens the page in a browser, if there is one. */
static void open_page(const char *url)
{
    pid_t child = fork();
    if (child == 0) {
        if (fork() == 0) { /* a grandchild, so that this process need not wait for it */
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

static void set_limits(const struct options *options, struct rate_limits *limits)
{
    if (options->no_limits)
        *limits = (struct rate_limits){0};
    if (options->connections != NOT_GIVEN)
        limits->connections = (uint32_t)options->connections;
    if (options->per_address != NOT_GIVEN)
        limits->address_connections = (uint32_t)options->per_address;
    if (options->messages != NOT_GIVEN)
        limits->messages.every_us = options->messages ? 1000000 / (uint32_t)options->messages : 0;
    if (!limits->messages.every_us)
        limits->talk.every_us = 0;
}

static struct retention_policy retention_of(const struct options *options)
{
    return (struct retention_policy){.open_d = (uint32_t)options->keep_open,
                                     .unfinished_d = (uint32_t)options->keep_unfinished,
                                     .chat_d = (uint32_t)options->keep_chat,
                                     .games_d = (uint32_t)options->keep_games,
                                     .guests_d = (uint32_t)options->keep_guests};
}

static struct options defaults(void)
{
    const struct retention_policy *keep = &retention_policy_default;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return (struct options){
        .pace = 700,
        .connections = NOT_GIVEN,
        .per_address = NOT_GIVEN,
        .messages = NOT_GIVEN,
        .keep_open = (int)keep->open_d,
        .keep_unfinished = (int)keep->unfinished_d,
        .keep_chat = (int)keep->chat_d,
        .keep_games = (int)keep->games_d,
        .keep_guests = (int)keep->guests_d,
        .server = {.port = 8080,
                   .ports = 1,
                   .bot_threads = cores < 2                 ? 1
                                  : cores > BOT_THREADS_MAX ? BOT_THREADS_MAX
                                                            : (int)cores - 1,
                   .limits = rate_limits_default,
                   .version = FF_VERSION,
                   .ready = ready},
    };
}

static int serve(const struct cli_settings *settings, struct options *options)
{
    struct server_config *config = &options->server;
    struct text_edition edition;
    char address[ADDRESS_TEXT_SIZE] = "127.0.0.1", metrics[ADDRESS_TEXT_SIZE] = "127.0.0.1", store[PATH_SIZE];
    if (!cli_read_named_edition(options->edition, &edition) || !check_origin(settings, config->origin) ||
        (options->listen && !read_listen(settings, "listen", options->listen, address, &config->port)) ||
        (options->metrics_listen &&
         !read_listen(settings, "metrics-listen", options->metrics_listen, metrics, &config->metrics_port)))
        return CLI_USAGE;
    if (!config->certificate != !config->key) {
        cli_error("serve: TLS needs both --tls-cert FILE and --tls-key FILE");
        return CLI_USAGE;
    }
    if (!config->store) {
        if (!default_store(store))
            return CLI_USAGE;
        config->store = store;
    }
    set_limits(options, &config->limits);
    config->retention = retention_of(options);
    config->ports =
        options->open && !options->listen ? 100 : 1; /* --open can use any free port, because it opens that port in the
                                                        browser; without it, people expect a fixed port */
    config->bot_pace_ms = options->pace;
    config->edition = &edition;
    config->address = address;
    config->metrics_address = options->metrics_listen ? metrics : NULL;
    config->owner = options;
    return server_run(config);
}

enum { CONNECTIONS_MAX = 10000000, DAYS_MAX = 36500 };

/* Reads all options from their sources. Returns the result of cli_parse. */
static int read_options(struct options *options, struct cli_settings *settings, int argc, char **argv)
{
    struct server_config *server = &options->server;
    *options = defaults();
    const struct cli_option list[] = {
        {"config", "FILE", "settings file with one NAME = VALUE per line; the environment may set FUERSTENFELD_NAME",
         .text = &options->config},
        {"listen", "ADDR:PORT", "where to listen (127.0.0.1:8080); :8080 for every address, port 0 for any free port",
         .text = &options->listen},
        {"metrics-listen", "ADDR:PORT",
         "serve /metrics and /healthz only here, without TLS (at the address of --listen)",
         .text = &options->metrics_listen},
        {"store", "STORE", "sqlite:FILE, postgres://USER@HOST/NAME or memory (a file in your data folder)",
         .text = &server->store},
        {"open", NULL, "open the page in a browser; without --listen, use the first free port from 8080 on",
         .flag = &options->open},
        {"edition", "FILE", "values of the game for new tables", .text = &options->edition},
        {"tls-cert", "FILE", "certificate (PEM) for https", .text = &server->certificate},
        {"tls-key", "FILE", "key (PEM) of the certificate", .text = &server->key},
        {"origin", "URL", "origin of a page elsewhere, such as https://play.example", .text = &server->origin},
        {"trust-proxy", NULL, "trust a proxy in front of the server to send addresses in X-Forwarded-For",
         .flag = &server->trust_proxy},
        {"secure-cookies", NULL, "mark cookies as secure, because a proxy in front of the server does TLS",
         .flag = &server->secure},
        {"vapid-key", "FILE", "offer web push with this key; a missing file is created", .text = &server->vapid_key},
        {"smtp", "URL", "offer mail through this relay, such as smtp://mail.example:587", .text = &server->smtp},
        {"smtp-user", "NAME", "user name at the relay", .text = &server->smtp_user},
        {"smtp-password", "WORD", "password at the relay; safer in FUERSTENFELD_SMTP_PASSWORD",
         .text = &server->smtp_password},
        {"mail-from", "ADDRESS", "the sender of mail, and the contact for push services", .text = &server->mail_from},
        {"webhooks", NULL, "offer webhooks (Discord, Slack and others)", .flag = &server->webhooks},
        {"notices-inside", NULL, "allow notices to your own network, at any port", .flag = &server->notices_inside},
        {"notices-ca", "FILE", "certificates (PEM) that receivers may use (the system's)", .text = &server->notices_ca},
        {"share-port", NULL, "allow other processes to listen on the same port", .flag = &server->share_port},
        {"bot-threads", "N", "number of threads in which bots think (one less than the number of cores)",
         .integer = &server->bot_threads, .min = 1, .max = BOT_THREADS_MAX},
        {"bot-pace", "MS", "minimum time until a bot's turn is shown (700)", .integer = &options->pace, .max = 60000},
        {"max-connections", "N", "connections in all (20000); 0: no limit", .integer = &options->connections,
         .max = CONNECTIONS_MAX},
        {"max-per-address", "N", "connections from one address (200); 0: no limit", .integer = &options->per_address,
         .max = CONNECTIONS_MAX},
        {"max-messages", "N", "messages per second on a connection (20); 0: no limit", .integer = &options->messages,
         .max = 1000},
        {"no-limits", NULL, "none of these limits, nor those on work, new guests and tables",
         .flag = &options->no_limits},
        {"log", "FILE", "file for the log, reopened on SIGHUP (standard error)", .text = &server->log},
        {"keep-open", "DAYS", "days to keep tables that never began (14); 0: forever", .integer = &options->keep_open,
         .max = DAYS_MAX},
        {"keep-unfinished", "DAYS", "days to keep games that nobody continues (90); 0: forever",
         .integer = &options->keep_unfinished, .max = DAYS_MAX},
        {"keep-chat", "DAYS", "days to keep the chat of finished games (30); 0: forever",
         .integer = &options->keep_chat, .max = DAYS_MAX},
        {"keep-games", "DAYS", "days to keep finished games (1095); 0: forever", .integer = &options->keep_games,
         .max = DAYS_MAX},
        {"keep-guests", "DAYS", "days to keep guests without tables who do not come back (90); 0: forever",
         .integer = &options->keep_guests, .max = DAYS_MAX},
        {"quiet", NULL, "write no log", .flag = &server->quiet},
    };
    const struct cli_usage usage = CLI_USAGE_OF("serve", "", about, list);
    return cli_parse_with_settings(&usage, argc, argv, settings);
}

int cmd_serve(int argc, char **argv)
{
    struct options options;
    struct cli_settings settings;
    int operands = read_options(&options, &settings, argc, argv);
    int status = operands < 0 ? cli_parse_exit_status(operands) : serve(&settings, &options);
    cli_settings_free(&settings);
    return status;
}

bool serve_find_store(const char *config, const char *given, char store[SERVE_STORE_SIZE])
{
    char name[] = "serve", config_name[] = "--config", store_name[] = "--store";
    char *argv[6] = {name};
    int argc = 1;
    struct options options;
    struct cli_settings settings;
    if (config) {
        argv[argc++] = config_name;
        argv[argc++] = (char *)config;
    }
    if (given) {
        argv[argc++] = store_name;
        argv[argc++] = (char *)given;
    }
    bool good = read_options(&options, &settings, argc, argv) >= 0;
    if (good && !options.server.store)
        good = default_store(store);
    else if (good && snprintf(store, SERVE_STORE_SIZE, "%s", options.server.store) >= SERVE_STORE_SIZE) {
        cli_error("%s is too long", CLI_SETTING(&settings, "store"));
        good = false;
    }
    cli_settings_free(&settings);
    return good;
}
