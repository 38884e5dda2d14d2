/* notices.c - passes notices to the sender's thread, and finished ones from there to the app; see notices.h. */
#include "server/net/notices.h"

#include "engine/base/base64.h"
#include "server/app/app.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/x509_vfy.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct notices {
    uv_async_t async;
    struct app *app;
    struct notice_sender *sender;
    struct notice_config config;
    struct web_push_key key;
    char public_key[2 * WEB_PUSH_PUBLIC], contact[300];
};

enum { KEY_LINE_SIZE = 80 };

/* ---------------------------------------------------------------------------------------------------------- the key */

/* Creates a key pair and writes its private key to a new file that only the owner can read. */
static bool make_key(const char *path, struct web_push_key *key)
{
    char line[KEY_LINE_SIZE];
    struct base_out out = base_out_of(line, sizeof line);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0 || !web_push_key_generate(key)) {
        if (fd >= 0)
            close(fd);
        return false;
    }
    base_put_base64url(&out, key->private_number, sizeof key->private_number);
    base_put_char(&out, '\n');
    bool good = write(fd, line, out.length) == (ssize_t)out.length && fsync(fd) == 0;
    return close(fd) == 0 && good;
}

static bool read_key(const char *path, struct web_push_key *key, char fault[NOTICE_FAULT_SIZE])
{
    char line[KEY_LINE_SIZE] = "";
    FILE *file = fopen(path, "r");
    if (!file && errno == ENOENT && make_key(path, key))
        return true;
    if (!file) {
        snprintf(fault, NOTICE_FAULT_SIZE, "the key %.100s cannot be read or made: %s", path, strerror(errno));
        return false;
    }
    size_t n = fread(line, 1, sizeof line - 1, file);
    fclose(file);
    line[n] = '\0';
    size_t length = strcspn(line, "\r\n");
    if (base_base64url_read(line, length, key->private_number, WEB_PUSH_PRIVATE) == WEB_PUSH_PRIVATE &&
        web_push_key_from_private(key))
        return true;
    snprintf(fault, NOTICE_FAULT_SIZE,
             "%.100s is no key of web push: it must hold 32 bytes in base64url; name a new file to make one", path);
    return false;
}

static bool check_certificates(const char *path, char fault[NOTICE_FAULT_SIZE])
{
    X509_STORE *store = X509_STORE_new();
    bool good = store && X509_STORE_load_locations(store, path, NULL) == 1;
    X509_STORE_free(store);
    ERR_clear_error();
    if (!good)
        snprintf(fault, NOTICE_FAULT_SIZE, "--notices-ca %.100s cannot be read, or contains no certificate (PEM)",
                 path);
    return good;
}

/* ------------------------------------------------------------------------------------------------------- life cycle */

static void take_finished(uv_async_t *async)
{
    struct notices *notices = async->data;
    struct notice_message *message;
    while ((message = notice_sender_take_finished(notices->sender)))
        app_take_sent_notice(notices->app, message);
}

/* Wakes the event loop. Runs on the sender's thread. */
static void wake(void *owner) { uv_async_send(&((struct notices *)owner)->async); }

static bool wants_any(const struct server_config *config)
{
    return config->vapid_key || config->smtp || config->webhooks;
}

static bool configure(struct notices *notices, const struct server_config *config, char fault[NOTICE_FAULT_SIZE])
{
    if (config->smtp && !config->mail_from) {
        snprintf(fault, NOTICE_FAULT_SIZE, "--smtp needs --mail-from ADDRESS, the sender of all mail");
        return false;
    }
    if (config->vapid_key && !read_key(config->vapid_key, &notices->key, fault))
        return false;
    snprintf(notices->contact, sizeof notices->contact, "%s%s", config->mail_from ? "mailto:" : "",
             config->mail_from ? config->mail_from
             : config->origin  ? config->origin
                               : "https://localhost");
    notices->config = (struct notice_config){.push_key = config->vapid_key ? &notices->key : NULL,
                                             .contact = notices->contact,
                                             .webhooks = config->webhooks,
                                             .smtp = config->smtp,
                                             .smtp_user = config->smtp_user,
                                             .smtp_password = config->smtp_password,
                                             .mail_from = config->mail_from,
                                             .private_addresses = config->notices_inside,
                                             .ca_file = config->notices_ca,
                                             .program = "fuerstenfeld"};
    return true;
}

bool notices_start(const struct server_config *config, uv_loop_t *loop, struct notices **started,
                   struct app_notice_config *offers, char fault[NOTICE_FAULT_SIZE])
{
    *started = NULL;
    offers->origin = config->origin;
    if (config->notices_ca && !check_certificates(config->notices_ca, fault))
        return false;
    if (!wants_any(config))
        return true;
    struct notices *notices = calloc(1, sizeof *notices);
    snprintf(fault, NOTICE_FAULT_SIZE, "out of memory");
    if (!notices || !configure(notices, config, fault) || uv_async_init(loop, &notices->async, take_finished) != 0) {
        free(notices);
        return false;
    }
    notices->async.data = notices;
    notices->sender = notice_sender_new(&notices->config, wake, notices, fault);
    if (!notices->sender) {
        notices_stop(notices);
        return false;
    }
    struct base_out out = base_out_of(notices->public_key, sizeof notices->public_key);
    base_put_base64url(&out, notices->key.public_point, WEB_PUSH_PUBLIC);
    offers->push_key = config->vapid_key ? notices->public_key : NULL;
    offers->webhooks = config->webhooks;
    offers->mail = config->smtp != NULL;
    *started = notices;
    return true;
}

void notices_set_app(struct notices *notices, struct app *app) { notices->app = app; }

void notices_send(struct notices *notices, struct notice_message *message)
{
    notice_sender_submit(notices->sender, message);
}

const char *notices_address_fault(const struct notices *notices, enum notice_kind kind, const char *address)
{
    return notice_address_fault(&notices->config, kind, address);
}

static void closed(uv_handle_t *handle) { free(handle->data); }

/* Frees an unfinished message without reporting to the app. Its row in the store will expire. */
static void free_notice(struct notice_message *message) { free(message->owner); }

void notices_stop(struct notices *notices)
{
    if (!notices)
        return;
    if (notices->sender)
        notice_sender_free(notices->sender, free_notice);
    uv_close((uv_handle_t *)&notices->async, closed);
}
