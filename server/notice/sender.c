/* sender.c - sends notices in one thread with libcurl's multi interface; see sender.h. The way of a message:
 *
 *     caller's thread                     sender's thread
 *     submit -> queue --curl_multi_wakeup--> begin -> under way -> finish -> finished --wake--> take */
#include "server/notice/sender.h"

#include "server/notice/message_formats.h"
#include "server/notice/public_address.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <openssl/rand.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    CONNECT_TIMEOUT_MS = 3000,
    TIMEOUT_MS = 8000,
    MAIL_TIMEOUT_MS = 20000,
    ANSWER_MAX = 65536, /* limit for the bytes of a response */
    UNDER_WAY_MAX = 32,
    PUSH_LIFETIME_S = 12 * 3600,
    TOKEN_LIFETIME_S = 6 * 3600, /* push services accept at most one day */
    BODY_MAX = 16384,
};

struct delivery {
    struct delivery *next;
    struct notice_message *message;
    CURL *curl;
    struct curl_slist *headers, *recipients;
    char body[BODY_MAX];
    size_t body_n, body_at, answer_n;
    bool inside; /* the host name resolved to an address that is not public */
    bool private_addresses;
};

struct list {
    struct notice_message *first, **last;
};

struct notice_sender {
    struct notice_config config;
    struct web_push_key push_key;
    void (*wake)(void *owner);
    void *owner;
    pthread_t thread;
    pthread_mutex_t lock;
    struct list queue, finished;
    atomic_bool stop;
    CURLM *multi;
    struct delivery *under_way;
    int under_way_n;
};

static void list_add(struct list *list, struct notice_message *message)
{
    message->next = NULL;
    *list->last = message;
    list->last = &message->next;
}

static struct notice_message *list_take(struct list *list)
{
    struct notice_message *message = list->first;
    if (message && !(list->first = message->next))
        list->last = &list->first;
    return message;
}

/* -------------------------------------------------------------------------------------------------------- addresses */

/* Returns a part of a URL, or NULL. The caller frees it with curl_free. */
static char *url_part(CURLU *url, CURLUPart part)
{
    char *text = NULL;
    return curl_url_get(url, part, &text, 0) == CURLUE_OK ? text : NULL;
}

static const char *web_address_fault(const struct notice_config *config, const char *address)
{
    CURLU *url = curl_url();
    const char *fault = NULL;
    if (!url || curl_url_set(url, CURLUPART_URL, address, CURLU_DISALLOW_USER) != CURLUE_OK) {
        curl_url_cleanup(url);
        return "this is not an https address";
    }
    char *scheme = url_part(url, CURLUPART_SCHEME), *port = url_part(url, CURLUPART_PORT);
    if (!scheme || strcmp(scheme, "https") != 0)
        fault = "the address must begin with https://";
    else if (port && strcmp(port, "443") != 0 && !config->private_addresses)
        fault = "the address must not name a port other than 443";
    curl_free(scheme);
    curl_free(port);
    curl_url_cleanup(url);
    return fault;
}

static const char *mail_address_fault(const char *address)
{
    const char *at = strchr(address, '@');
    if (!at || at == address || !strchr(at, '.') || strchr(at + 1, '@') || strlen(address) > 254)
        return "this is not a mail address";
    for (const char *c = address; *c; c++)
        if ((unsigned char)*c <= ' ' || (unsigned char)*c >= 127 || strchr("<>()[],;:\\\"", *c))
            return "a mail address consists of letters, digits and a few signs";
    return NULL;
}

const char *notice_address_fault(const struct notice_config *config, enum notice_kind kind, const char *address)
{
    switch (kind) {
    case NOTICE_PUSH: return config->push_key ? web_address_fault(config, address) : "this server sends no web push";
    case NOTICE_WEBHOOK: return config->webhooks ? web_address_fault(config, address) : "this server calls no webhooks";
    default: return config->smtp ? mail_address_fault(address) : "this server sends no mail";
    }
}

/* Called by curl before it connects to an address of a host. If this function refuses the address, curl does not
 * connect to it. */
static curl_socket_t open_socket(void *with, curlsocktype purpose, struct curl_sockaddr *address)
{
    struct delivery *delivery = with;
    if (purpose != CURLSOCKTYPE_IPCXN || (!delivery->private_addresses && !public_address_is_public(&address->addr))) {
        delivery->inside = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* --------------------------------------------------------------------------------------------------------- requests */

static size_t read_answer(char *bytes, size_t size, size_t n, void *with)
{
    struct delivery *delivery = with;
    (void)bytes;
    delivery->answer_n += size * n;
    return delivery->answer_n > ANSWER_MAX ? 0 : size * n;
}

static size_t write_mail(char *bytes, size_t size, size_t n, void *with)
{
    struct delivery *delivery = with;
    size_t left = delivery->body_n - delivery->body_at, taken = left < size * n ? left : size * n;
    memcpy(bytes, delivery->body + delivery->body_at, taken);
    delivery->body_at += taken;
    return taken;
}

static void add_header(struct delivery *delivery, const char *line)
{
    struct curl_slist *longer = curl_slist_append(delivery->headers, line);
    if (longer)
        delivery->headers = longer;
}

static bool prepare_push_authorization(struct notice_sender *sender, struct delivery *delivery)
{
    char origin[NOTICE_ADDRESS_SIZE], line[1500] = "Authorization: ";
    const char *path = strchr(delivery->message->address + strlen("https://"), '/');
    size_t n = path ? (size_t)(path - delivery->message->address) : strlen(delivery->message->address);
    struct base_out out = base_out_of(line + strlen(line), sizeof line - strlen(line));
    memcpy(origin, delivery->message->address, n);
    origin[n] = '\0';
    if (!web_push_put_authorization(&out, &sender->push_key, origin, sender->config.contact,
                                    (int64_t)time(NULL) + TOKEN_LIFETIME_S))
        return false;
    add_header(delivery, line);
    return true;
}

static bool prepare_push(struct notice_sender *sender, struct delivery *delivery)
{
    char text[WEB_PUSH_TEXT_MAX], line[100];
    struct base_out out = base_out_of(text, sizeof text);
    struct web_push_key once;
    uint8_t salt[WEB_PUSH_SALT];
    notice_put_push(&out, delivery->message);
    if (!base_out_whole(&out) || !web_push_key_generate(&once) || RAND_bytes(salt, sizeof salt) != 1 ||
        !prepare_push_authorization(sender, delivery))
        return false;
    delivery->body_n =
        web_push_encrypt(&delivery->message->subscription, &once, salt, text, out.length, (uint8_t *)delivery->body);
    snprintf(line, sizeof line, "TTL: %d", PUSH_LIFETIME_S);
    add_header(delivery, line);
    snprintf(line, sizeof line, "Topic: %.32s", delivery->message->topic);
    if (delivery->message->topic[0])
        add_header(delivery, line);
    add_header(delivery, "Content-Encoding: aes128gcm");
    add_header(delivery, "Content-Type: application/octet-stream");
    add_header(delivery, "Urgency: normal");
    return delivery->body_n > 0;
}

static bool prepare_webhook(struct delivery *delivery)
{
    struct base_out out = base_out_of(delivery->body, sizeof delivery->body);
    notice_put_webhook(&out, delivery->message);
    delivery->body_n = out.length;
    add_header(delivery, "Content-Type: application/json");
    return base_out_whole(&out);
}

static void set_web_options(struct delivery *delivery)
{
    CURL *curl = delivery->curl;
    add_header(delivery, "Expect:");
    curl_easy_setopt(curl, CURLOPT_URL, delivery->message->address);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "https");
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)TIMEOUT_MS);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, delivery->headers);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)delivery->body_n);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, delivery->body);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, delivery);
}

static bool prepare_mail(struct notice_sender *sender, struct delivery *delivery)
{
    const struct notice_config *config = &sender->config;
    CURL *curl = delivery->curl;
    struct base_out out = base_out_of(delivery->body, sizeof delivery->body);
    uint64_t id = 0;
    RAND_bytes((uint8_t *)&id, sizeof id);
    notice_put_mail(&out, delivery->message, config->mail_from, (int64_t)time(NULL), id);
    delivery->body_n = out.length;
    delivery->recipients = curl_slist_append(NULL, delivery->message->address);
    curl_easy_setopt(curl, CURLOPT_URL, config->smtp);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)MAIL_TIMEOUT_MS);
    curl_easy_setopt(curl, CURLOPT_MAIL_FROM, config->mail_from);
    curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, delivery->recipients);
    curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(curl, CURLOPT_READFUNCTION, write_mail);
    curl_easy_setopt(curl, CURLOPT_READDATA, delivery);
    /* A mail server on this machine need not support TLS. All others must. */
    bool local =
        strncmp(config->smtp, "smtp://127.0.0.1", 16) == 0 || strncmp(config->smtp, "smtp://localhost", 16) == 0;
    curl_easy_setopt(curl, CURLOPT_USE_SSL, (long)(local ? CURLUSESSL_TRY : CURLUSESSL_ALL));
    if (config->smtp_user) {
        curl_easy_setopt(curl, CURLOPT_USERNAME, config->smtp_user);
        curl_easy_setopt(curl, CURLOPT_PASSWORD, config->smtp_password);
    }
    return base_out_whole(&out) && delivery->recipients;
}

static bool prepare(struct notice_sender *sender, struct delivery *delivery)
{
    const struct notice_config *config = &sender->config;
    CURL *curl = delivery->curl;
    delivery->private_addresses = config->private_addresses;
    curl_easy_setopt(curl, CURLOPT_PRIVATE, delivery);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_FRESH_CONNECT,
                     1L); /* if a reused connection broke, curl would send the message a second time */
    curl_easy_setopt(curl, CURLOPT_FORBID_REUSE, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_TIMEOUT_MS);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, read_answer);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, delivery);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, config->program);
    if (config->ca_file)
        curl_easy_setopt(curl, CURLOPT_CAINFO, config->ca_file);
    if (delivery->message->kind == NOTICE_MAIL)
        return prepare_mail(sender, delivery);
    if (!(delivery->message->kind == NOTICE_PUSH ? prepare_push(sender, delivery) : prepare_webhook(delivery)))
        return false;
    set_web_options(delivery);
    return true;
}

/* ---------------------------------------------------------------------------------------------------------- results */

static enum notice_result result_of_status(enum notice_kind kind, long status)
{
    if (kind == NOTICE_MAIL)
        return status >= 500 ? NOTICE_REFUSED : NOTICE_RETRY;
    if (status >= 200 && status < 300)
        return NOTICE_SENT;
    if (status == 404 || status == 410)
        return NOTICE_GONE;
    return status == 429 || status >= 500 ? NOTICE_RETRY : NOTICE_REFUSED;
}

/* Returns whether the complete message may have been sent. */
static bool was_sent(const struct delivery *delivery)
{
    curl_off_t uploaded = 0;
    curl_easy_getinfo(delivery->curl, CURLINFO_SIZE_UPLOAD_T, &uploaded);
    return uploaded >= (curl_off_t)delivery->body_n && delivery->body_n > 0;
}

static void classify_result(struct delivery *delivery, CURLcode code)
{
    struct notice_message *message = delivery->message;
    long status = 0;
    curl_easy_getinfo(delivery->curl, CURLINFO_RESPONSE_CODE, &status);
    if (code == CURLE_OK && message->kind == NOTICE_MAIL)
        message->result = NOTICE_SENT;
    else if (delivery->inside)
        message->result = NOTICE_REFUSED;
    else if (status >= 200)
        /* The status counts even if the response was too long. */
        message->result = result_of_status(message->kind, status);
    else
        message->result = was_sent(delivery) ? NOTICE_UNKNOWN : NOTICE_RETRY;
    if (delivery->inside)
        snprintf(message->fault, sizeof message->fault, "the address is not public");
    else if (message->result != NOTICE_SENT && code == CURLE_OK)
        snprintf(message->fault, sizeof message->fault, "the receiver answered %ld", status);
    else if (message->result != NOTICE_SENT)
        snprintf(message->fault, sizeof message->fault, "%s%s", curl_easy_strerror(code),
                 message->result == NOTICE_UNKNOWN ? ", after it was sent" : "");
}

/* ----------------------------------------------------------------------------------------------------------- thread */

static void delivery_free(struct delivery *delivery)
{
    curl_slist_free_all(delivery->headers);
    curl_slist_free_all(delivery->recipients);
    curl_easy_cleanup(delivery->curl);
    free(delivery);
}

static void give_back(struct notice_sender *sender, struct notice_message *message)
{
    pthread_mutex_lock(&sender->lock);
    list_add(&sender->finished, message);
    pthread_mutex_unlock(&sender->lock);
    sender->wake(sender->owner);
}

static void begin_delivery(struct notice_sender *sender, struct notice_message *message)
{
    const char *fault = notice_address_fault(&sender->config, message->kind, message->address);
    struct delivery *delivery = fault ? NULL : calloc(1, sizeof *delivery);
    message->result = fault ? NOTICE_REFUSED : NOTICE_RETRY;
    snprintf(message->fault, sizeof message->fault, "%s", fault ? fault : "out of memory");
    if (delivery) {
        delivery->message = message;
        delivery->curl = curl_easy_init();
        if (delivery->curl && prepare(sender, delivery) &&
            curl_multi_add_handle(sender->multi, delivery->curl) == CURLM_OK) {
            message->fault[0] = '\0';
            delivery->next = sender->under_way;
            sender->under_way = delivery;
            sender->under_way_n++;
            return;
        }
        message->result = NOTICE_REFUSED;
        snprintf(message->fault, sizeof message->fault, "the message cannot be built");
        delivery_free(delivery);
    }
    give_back(sender, message);
}

static void finish(struct notice_sender *sender, CURL *curl, CURLcode code)
{
    for (struct delivery **at = &sender->under_way; *at; at = &(*at)->next)
        if ((*at)->curl == curl) {
            struct delivery *delivery = *at;
            *at = delivery->next;
            sender->under_way_n--;
            classify_result(delivery, code);
            curl_multi_remove_handle(sender->multi, curl);
            give_back(sender, delivery->message);
            delivery_free(delivery);
            return;
        }
}

static void begin_queued(struct notice_sender *sender)
{
    while (sender->under_way_n < UNDER_WAY_MAX) {
        pthread_mutex_lock(&sender->lock);
        struct notice_message *message = list_take(&sender->queue);
        pthread_mutex_unlock(&sender->lock);
        if (!message)
            return;
        begin_delivery(sender, message);
    }
}

static void *run_sender(void *with)
{
    struct notice_sender *sender = with;
    int running, left;
    while (!sender->stop) {
        const CURLMsg *told;
        begin_queued(sender);
        curl_multi_perform(sender->multi, &running);
        while ((told = curl_multi_info_read(sender->multi, &left)) != NULL)
            if (told->msg == CURLMSG_DONE)
                finish(sender, told->easy_handle, told->data.result);
        curl_multi_poll(sender->multi, NULL, 0, 60000, NULL);
    }
    return NULL;
}

/* ------------------------------------------------------------------------------------------------------- life cycle */

struct notice_sender *notice_sender_new(const struct notice_config *config, void (*wake)(void *owner), void *owner,
                                        char fault[NOTICE_FAULT_SIZE])
{
    struct notice_sender *sender = calloc(1, sizeof *sender);
    snprintf(fault, NOTICE_FAULT_SIZE, "cannot start the sender of notices");
    if (!sender || curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        free(sender);
        return NULL;
    }
    sender->config = *config;
    if (config->push_key)
        sender->push_key = *config->push_key;
    sender->wake = wake;
    sender->owner = owner;
    sender->queue.last = &sender->queue.first;
    sender->finished.last = &sender->finished.first;
    pthread_mutex_init(&sender->lock, NULL);
    sender->multi = curl_multi_init();
    if (sender->multi && pthread_create(&sender->thread, NULL, run_sender, sender) == 0)
        return sender;
    curl_multi_cleanup(sender->multi);
    pthread_mutex_destroy(&sender->lock);
    free(sender);
    return NULL;
}

void notice_sender_free(struct notice_sender *sender, void (*unfinished)(struct notice_message *message))
{
    struct notice_message *message;
    sender->stop = true;
    curl_multi_wakeup(sender->multi);
    pthread_join(sender->thread, NULL);
    while (sender->under_way) {
        struct delivery *delivery = sender->under_way;
        sender->under_way = delivery->next;
        delivery->message->result = was_sent(delivery) ? NOTICE_UNKNOWN : NOTICE_RETRY;
        curl_multi_remove_handle(sender->multi, delivery->curl);
        unfinished(delivery->message);
        delivery_free(delivery);
    }
    while ((message = list_take(&sender->queue)) || (message = list_take(&sender->finished)))
        unfinished(message);
    curl_multi_cleanup(sender->multi);
    pthread_mutex_destroy(&sender->lock);
    free(sender);
}

void notice_sender_submit(struct notice_sender *sender, struct notice_message *message)
{
    message->result = NOTICE_RETRY;
    message->fault[0] = '\0';
    pthread_mutex_lock(&sender->lock);
    list_add(&sender->queue, message);
    pthread_mutex_unlock(&sender->lock);
    curl_multi_wakeup(sender->multi);
}

struct notice_message *notice_sender_take_finished(struct notice_sender *sender)
{
    pthread_mutex_lock(&sender->lock);
    struct notice_message *message = list_take(&sender->finished);
    pthread_mutex_unlock(&sender->lock);
    return message;
}
