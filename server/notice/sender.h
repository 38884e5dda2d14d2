/* sender.h - sends notices as web push, webhooks and mail, with libcurl in a thread of its own. The caller never waits.
 *
 *     notice_sender_submit(sender, message)   passes the message to the sender, which owns it from now on
 *     wake(owner)                             is called on the sender's thread when a message is finished
 *     notice_sender_take_finished(sender)     returns a finished message with its result to the caller
 *
 * The sender tries each message once. The caller decides what to do with the result. Only NOTICE_RETRY means that
 * nothing was delivered and that a later attempt may succeed.
 *
 * Web push and webhooks use https at port 443, and only public addresses (public_address.h). The address is checked
 * when the socket is opened, so no other address can be connected to than the one that was checked. The sender follows
 * no redirects and uses no proxies. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "server/notice/web_push.h"

enum notice_kind { NOTICE_PUSH, NOTICE_WEBHOOK, NOTICE_MAIL };

enum notice_result {
    NOTICE_SENT,
    NOTICE_RETRY,   /* not delivered, but a later attempt may succeed */
    NOTICE_REFUSED, /* not delivered, and another attempt would fail too */
    NOTICE_GONE,    /* the address no longer exists */
    NOTICE_UNKNOWN, /* may have been delivered; the connection broke after the message was sent */
};

enum { NOTICE_ADDRESS_SIZE = 1024, NOTICE_TEXT_SIZE = 600, NOTICE_FAULT_SIZE = 200, NOTICE_TOPIC_SIZE = 33 };

struct notice_message {
    struct notice_message *next; /* used by the sender */
    void *owner;
    enum notice_kind kind;
    char address[NOTICE_ADDRESS_SIZE];         /* https URL or mail address */
    struct web_push_subscription subscription; /* for NOTICE_PUSH */
    char topic[NOTICE_TOPIC_SIZE];             /* base64url; a push message replaces older ones with the same topic */
    char title[NOTICE_TEXT_SIZE], text[NOTICE_TEXT_SIZE], link[NOTICE_TEXT_SIZE];
    char unsubscribe[NOTICE_TEXT_SIZE]; /* for NOTICE_MAIL: link that stops such mails */
    enum notice_result result;
    char fault[NOTICE_FAULT_SIZE]; /* reason of a failure, for the log; never contains the address, which is secret */
};

struct notice_config {
    const struct web_push_key *push_key; /* NULL: web push is disabled */
    const char *contact;                 /* contact for push services, a mailto: or https URL */
    bool webhooks;
    const char *smtp; /* URL of the mail server, such as "smtp://host:587" or "smtps://host"; NULL: mail is disabled */
    const char *smtp_user; /* NULL: no authentication */
    const char *smtp_password;
    const char *mail_from;
    bool private_addresses; /* also allow private addresses, and ports other than 443 */
    const char *ca_file;    /* file of trusted certificates; NULL: the system's */
    const char *program;    /* value of the header User-Agent */
};

struct notice_sender;

/* Copies the config and starts the sender's thread. On failure returns NULL and writes the reason to `fault`. */
struct notice_sender *notice_sender_new(const struct notice_config *config, void (*wake)(void *owner), void *owner,
                                        char fault[NOTICE_FAULT_SIZE]);
/* Stops the thread, aborts all transfers, passes each unfinished message to `unfinished` and frees the sender. */
void notice_sender_free(struct notice_sender *sender, void (*unfinished)(struct notice_message *message));

/* Returns NULL if messages of that kind can be sent to that address. Otherwise returns what is wrong with the
 * address. */
const char *notice_address_fault(const struct notice_config *config, enum notice_kind kind, const char *address);

void notice_sender_submit(struct notice_sender *sender, struct notice_message *message);
/* Removes and returns a finished message. Returns NULL if there is none. */
struct notice_message *notice_sender_take_finished(struct notice_sender *sender);
