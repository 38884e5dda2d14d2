/* retention.h - how long unused tables and guests are kept. docs/hosts/hosting.md explains each time. */
#pragma once

#include <stdint.h>

/* Days between marking and deletion, in which operators and users can intervene. */
enum { RETENTION_GRACE_D = 7 };

/* In days; 0: for ever. */
struct retention_policy {
    uint32_t open_d;       /* tables whose game never began */
    uint32_t unfinished_d; /* games that nobody continues */
    uint32_t chat_d;       /* a finished game's chat; its log is compacted then */
    uint32_t games_d;      /* a finished game */
    uint32_t guests_d;     /* guests who have no seat and do not come back */
};

extern const struct retention_policy retention_policy_default;
