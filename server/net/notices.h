/* notices.h - connects the event loop to the sender of notices (server/notice/sender.h), and manages the key for web
 * push. */
#pragma once

#include "server/net/server.h"
#include "server/notice/sender.h"

#include <uv.h>

struct app;
struct app_notice_config;
struct notices;

/* Starts the sender if any kind of notice is configured, and sets *offers to the kinds that players may choose. Sets
 * *notices to NULL if no kind is configured. On failure returns false and writes the reason to `fault`. */
bool notices_start(const struct server_config *config, uv_loop_t *loop, struct notices **notices,
                   struct app_notice_config *offers, char fault[NOTICE_FAULT_SIZE]);
/* Sets the app that is told about finished messages. */
void notices_set_app(struct notices *notices, struct app *app);
void notices_send(struct notices *notices, struct notice_message *message);
const char *notices_address_fault(const struct notices *notices, enum notice_kind kind, const char *address);
/* Ends the sender, drops unfinished messages, and frees `notices` from the event loop. Accepts NULL. */
void notices_stop(struct notices *notices);
