/* notices.h - runs the sender of notices (server/notice/sender.h) beside the event loop, and keeps the key of web
 * push. */
#pragma once

#include "server/net/server.h"
#include "server/notice/sender.h"

#include <uv.h>

struct app;
struct app_notice_config;
struct notices;

/* Starts the sender if the configuration asks for any notices, and fills in the kinds that players are offered. On
 * failure returns false with the reason. *notices is NULL if no notices are configured. */
bool notices_start(const struct server_config *config, uv_loop_t *loop, struct notices **notices,
                   struct app_notice_config *offers, char fault[NOTICE_FAULT_SIZE]);
/* Sends finished messages to this app from now on. */
void notices_set_app(struct notices *notices, struct app *app);
void notices_send(struct notices *notices, struct notice_message *message);
const char *notices_address_fault(const struct notices *notices, enum notice_kind kind, const char *address);
/* Ends the sender, hands unfinished messages back to the app, then closes the handle. NULL is allowed. */
void notices_stop(struct notices *notices);
