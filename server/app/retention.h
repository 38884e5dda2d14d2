/* retention.h - how long unused tables and guests are kept. docs/hosts/hosting.md explains each time limit. */
#pragma once

#include <stdint.h>

/* Days between marking and deleting. During this time, operators and guests can prevent the deletion. */
enum { RETENTION_GRACE_D = 7 };

/* How many days to keep unused data. 0 means forever. */
struct retention_policy {
    uint32_t open_d;       /* tables whose game has not begun */
    uint32_t unfinished_d; /* games that nobody continues */
    uint32_t chat_d;       /* chat of finished games, whose logs are then compacted */
    uint32_t games_d;      /* finished games */
    uint32_t guests_d;     /* guests without a seat who do not return */
};

extern const struct retention_policy retention_policy_default;
