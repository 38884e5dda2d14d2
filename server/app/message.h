/* message.h - reads clients' messages; docs/authors/protocol.md lists them. Any bytes may be given. Only the form is
 * tested here: the message is JSON, and its required members are there and have the right kind and size. The app and
 * the table decide whether the request is allowed. */
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

/* A seat of `create`: open, the guest's own, or a bot's level from 1 to 7. */
enum { MESSAGE_SEAT_OPEN = 0, MESSAGE_SEAT_ME = -1 };

#define MESSAGE_DEFAULT_GRACE UINT32_MAX /* marks, while a message is read, that no grace_s was given */

struct message_bytes {
    bool given;
    uint8_t byte[32];
};
_Static_assert(MESSAGE_TOKEN_BYTES == 32 && TABLE_DEAL_BYTES == 32, "one size for all");

/* Members that the message does not have are 0, false, "", FF_NOBODY or the protocol's default. */
struct message {
    enum message_type type;
    char id[TABLE_MESSAGE_ID_MAX + 1];
    bool legal, follow, on, wants_token;
    struct message_bytes token, seal;
    struct message_bytes mix; /* or the value of `reveal` */
    char name[TABLE_NAME_SIZE];
    char table[TABLE_ID_SIZE]; /* of `attach` */
    char at[TABLE_ID_SIZE];    /* of a message for a table: which, or "" */
    uint32_t number;           /* of `play`; `seen` of `attach` */
    uint32_t protocol;
    uint32_t round; /* of `plan` */
    uint32_t days;  /* of `holiday`; of `create`: options.holidays */
    int seat;       /* of `sit` and `vote` */
    int level;      /* of `create` and `fill` */
    int count;      /* of `fill`: how many seats; 0: all */
    uint8_t mute;
    uint8_t players;              /* of `seek`: mask of numbers of players; 0: any */
    uint32_t bots;                /* of `seek`: a level, or 0 */
    uint32_t range;               /* of `seek`: rating points, or 0 */
    struct table_options options; /* of `create` */
    int8_t seats[FF_PLAYERS_MAX];
    size_t text_n;
    char text[TABLE_CHAIN_MAX + 1]; /* the actions of `play`, the plan of `plan`, or the text of `chat` */
};

struct message_fault {
    char id[TABLE_MESSAGE_ID_MAX + 1]; /* "" if it could not be read */
    char text[200];                    /* the wrong member, and the form that it must have */
};

/* Reads a message. Returns false if it is wrong: *fault says why, and *message must not be used. */
bool message_read(const char *text, size_t n, struct message *message, struct message_fault *fault);

/* Reads only the id, or "" if there is none that can be read. */
void message_read_id(const char *text, size_t n, char id[TABLE_MESSAGE_ID_MAX + 1]);

/* Reads the body of POST /api/guest: `name` and `wants_token`. */
bool message_read_guest(const char *text, size_t n, struct message *message, struct message_fault *fault);

const char *message_word(enum message_type type);
