/* message.h - reads clients' messages, which docs/authors/protocol.md lists. Accepts any bytes as input. Checks only
 * the form of a message: it must be JSON, and have the required members with values of the right kind and size. The app
 * and the table decide whether the request is allowed. */
#pragma once

#include "server/table/table.h"

enum { MESSAGE_PROTOCOL = 1, MESSAGE_MAX = 4096 /* bytes */, MESSAGE_TOKEN_BYTES = 32 };

enum message_type {
    MESSAGE_HELLO,
    MESSAGE_NAME,
    MESSAGE_TABLES,
    MESSAGE_CREATE,
    MESSAGE_DAILY,
    MESSAGE_ATTACH,
    MESSAGE_DETACH,
    MESSAGE_SIT,
    MESSAGE_REVEAL,
    MESSAGE_SEAL,
    MESSAGE_FILL,
    MESSAGE_PLAY,
    MESSAGE_PLAN,
    MESSAGE_LEAVE,
    MESSAGE_BACK,
    MESSAGE_VOTE,
    MESSAGE_SLOW,
    MESSAGE_HOLIDAY,
    MESSAGE_OFFER,
    MESSAGE_CHAT,
    MESSAGE_MUTE,
    MESSAGE_REMATCH,
    MESSAGE_SEEK,
    MESSAGE_WITHDRAW,
    MESSAGE_PING,
    MESSAGE_TYPES,
};

/* A seat in the message `create`: open, the guest's own, or the level of a bot (1 to 7). */
enum { MESSAGE_SEAT_OPEN = 0, MESSAGE_SEAT_ME = -1 };

#define MESSAGE_DEFAULT_GRACE UINT32_MAX /* while a message is being read: it has no grace_s yet */

struct message_bytes {
    bool given;
    uint8_t byte[32];
};
_Static_assert(MESSAGE_TOKEN_BYTES == 32 && TABLE_DEAL_BYTES == 32, "one size for all");

/* A message. Absent members are 0, false, "", FF_NOBODY or the protocol's default. */
struct message {
    enum message_type type;
    char id[TABLE_MESSAGE_ID_MAX + 1];
    bool legal, follow, on, wants_token;
    struct message_bytes token, seal;
    struct message_bytes mix; /* contribution to the deal, or `value` of `reveal` */
    char name[TABLE_NAME_SIZE];
    char table[TABLE_ID_SIZE]; /* of `attach`: the table */
    char at[TABLE_ID_SIZE];    /* of a message for a table: its id, or "" for the only table */
    uint32_t number;           /* of `play`: `number`; of `attach`: `seen` */
    uint32_t protocol;
    uint32_t round; /* of `plan`: the round */
    uint32_t days;  /* of `holiday`: days; of `create`: options.holidays */
    int seat;       /* of `sit` and `vote`: the seat */
    int level;      /* of `create` and `fill`: level of the bots */
    int count;      /* of `fill`: number of seats; 0: all open seats */
    uint8_t mute;
    uint8_t players;              /* of `seek`: mask of numbers of players; 0: any */
    uint32_t bots;                /* of `seek`: level of the bots; 0: no bots */
    uint32_t range;               /* of `seek`: largest difference in rating points; 0: any */
    struct table_options options; /* of `create`: the options */
    int8_t seats[FF_PLAYERS_MAX];
    size_t text_n;
    char text[TABLE_CHAIN_MAX + 1]; /* actions of `play`, plan of `plan` or text of `chat` */
};

struct message_fault {
    char id[TABLE_MESSAGE_ID_MAX + 1]; /* id of the message; "" if it could not be read */
    char text[200];                    /* which member is wrong, and what form it must have */
};

/* Reads a message. If it is malformed, sets *fault and returns false, and *message must not be used. */
bool message_read(const char *text, size_t n, struct message *message, struct message_fault *fault);

/* Reads only a message's id. It is "" if it is missing or cannot be read. */
void message_read_id(const char *text, size_t n, char id[TABLE_MESSAGE_ID_MAX + 1]);

/* Reads the body of POST /api/guest: `name` and `wants_token`. */
bool message_read_guest_creation(const char *text, size_t n, struct message *message, struct message_fault *fault);

const char *message_type_word(enum message_type type);
