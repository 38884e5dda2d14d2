/* content.h - writes a notice for each medium: a web push's JSON, a webhook's JSON, a mail. Text in, text out. */
#pragma once

#include "engine/base/out.h"
#include "server/notice/sender.h"

/* Appends the JSON that the page's service worker reads. */
void notice_put_push(struct base_out *out, const struct notice_message *message);
/* Appends JSON that Discord (`content`) and Slack (`text`) accept. Players' names in it cannot mention (ping)
 * anybody. */
void notice_put_webhook(struct base_out *out, const struct notice_message *message);
/* Appends a mail with its head, in lines that end with CR LF. `id` becomes the Message-ID. */
void notice_put_mail(struct base_out *out, const struct notice_message *message, const char *from, int64_t now_s,
                     uint64_t id);
