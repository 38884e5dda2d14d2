/* sender.h - sends notices: web push, webhooks and mail, by libcurl in one thread of its own. The caller never waits.
 *
 *     notice_sender_submit(sender, message)     the sender owns the message from here on
 *     wake(owner)                               from the sender's thread: something is finished
 *     notice_sender_take_finished(sender)                hands a finished message back, with its result
 *
 * A message is tried once. The caller decides what to do with the result. Only NOTICE_RETRY means that certainly
 * nothing was delivered and that a later attempt may succeed.
 *
 * Push and webhooks go to https at port 443 and to public addresses only (public_address.h). The address is checked
 * when the socket is opened, so the checked address is the one that is connected to. Redirects and proxies are not
 * used. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "server/notice/web_push.h"

enum notice_kind { NOTICE_PUSH, NOTICE_WEBHOOK, NOTICE_MAIL };

enum notice_result {
    NOTICE_SENT,
    NOTICE_RETRY,   /* not delivered; later it may be */
    NOTICE_REFUSED, /* not delivered, and another attempt would not help */
    NOTICE_GONE,    /* the address does not exist any more */
    NOTICE_UNKNOWN, /* the connection broke after the message had been sent */
};

enum { NOTICE_ADDRESS_SIZE = 1024, NOTICE_TEXT_SIZE = 600, NOTICE_FAULT_SIZE = 200, NOTICE_TOPIC_SIZE = 33 };

struct notice_message {
    struct notice_message *next; /* the sender's */
    void *owner;
    enum notice_kind kind;
    char address[NOTICE_ADDRESS_SIZE];         /* an https address, or a mail address */
    struct web_push_subscription subscription; /* NOTICE_PUSH */
    char topic[NOTICE_TOPIC_SIZE];             /* a newer push of the same topic replaces an older one; base64url */
    char title[NOTICE_TEXT_SIZE], text[NOTICE_TEXT_SIZE], link[NOTICE_TEXT_SIZE];
    char unsubscribe[NOTICE_TEXT_SIZE]; /* NOTICE_MAIL: where to stop them */
    enum notice_result result;
    char fault[NOTICE_FAULT_SIZE]; /* name for the log; never the address, which is a secret */
};

struct notice_config {
    const struct web_push_key *push_key; /* NULL: no web push */
    const char *contact;                 /* the contact for push services: "mailto:..." or an https address */
    bool webhooks;
    const char *smtp;      /* "smtp://host:587", "smtps://..."; NULL: no mail */
    const char *smtp_user; /* NULL: none */
    const char *smtp_password;
    const char *mail_from;
    bool private_addresses; /* also send inside the own network and to other ports */
    const char *ca_file;    /* NULL: the system's */
    const char *program;    /* User-Agent */
};

struct notice_sender;

/* Copies the config and starts the thread. NULL: `fault` says why. */
struct notice_sender *notice_sender_new(const struct notice_config *config, void (*wake)(void *owner), void *owner,
                                        char fault[NOTICE_FAULT_SIZE]);
/* Aborts all transfers and frees everything, after handing unfinished messages to `unfinished`. */
void notice_sender_free(struct notice_sender *sender, void (*unfinished)(struct notice_message *message));

/* Returns NULL if a message of that kind can be sent to that address, else the fault of the address. */
const char *notice_address_fault(const struct notice_config *config, enum notice_kind kind, const char *address);

void notice_sender_submit(struct notice_sender *sender, struct notice_message *message);
/* Returns a finished message, or NULL. */
struct notice_message *notice_sender_take_finished(struct notice_sender *sender);
