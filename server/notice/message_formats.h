/* message_formats.h - formats a notice as JSON for web push, as JSON for a webhook, or as a mail. */
#pragma once

#include "engine/base/out.h"
#include "server/notice/sender.h"

/* Appends the JSON that the page's service worker reads. */
void notice_put_push(struct base_out *out, const struct notice_message *message);
/* Appends JSON that both Discord (`content`) and Slack (`text`) accept. A player's name in it cannot mention (ping)
 * anybody. */
void notice_put_webhook(struct base_out *out, const struct notice_message *message);
/* Appends a mail with its headers, in lines that end with CR LF. `id` becomes the Message-ID. */
void notice_put_mail(struct base_out *out, const struct notice_message *message, const char *from, int64_t now_s,
                     uint64_t id);
