/* message.h - reading what a client sends; docs/authors/protocol.md lists the messages.
 *
 * Total: any bytes may be given. Only form is tested here: that it is JSON, that the members a message needs are there
 * and of the right kind and size. Whether it may be done is for the app and the table to say. */
#ifndef APP_MESSAGE_H
#define APP_MESSAGE_H

#include "server/table/table.h"

enum { MESSAGE_PROTOCOL = 1, MESSAGE_MAX = 4096 /* bytes */, MESSAGE_TOKEN_BYTES = 32 };

enum message_type {
    MESSAGE_HELLO,
    MESSAGE_NAME,
    MESSAGE_TABLES,
    MESSAGE_CREATE,
    MESSAGE_ATTACH,
    MESSAGE_DETACH,
    MESSAGE_SIT,
    MESSAGE_REVEAL,
    MESSAGE_SEAL,
    MESSAGE_FILL,
    MESSAGE_PLAY,
    MESSAGE_LEAVE,
    MESSAGE_BACK,
    MESSAGE_VOTE,
    MESSAGE_OFFER,
    MESSAGE_CHAT,
    MESSAGE_MUTE,
    MESSAGE_REMATCH,
    MESSAGE_PING,
    MESSAGE_TYPES,
};

/* What `create` says of a seat; a number from 1 to 5 is a bot's level. */
enum { MESSAGE_SEAT_OPEN = 0, MESSAGE_SEAT_ME = -1 };

/* What a message does not have is 0, "" or FF_NOBODY. */
struct message {
    enum message_type type;
    char id[TABLE_MESSAGE_ID_MAX + 1];
    bool has_token, has_mix, has_seal, legal, on;
    uint8_t token[MESSAGE_TOKEN_BYTES];
    uint8_t mix[TABLE_DEAL_BYTES]; /* the value of `reveal` too */
    uint8_t seal[TABLE_DEAL_BYTES];
    char name[TABLE_NAME_SIZE];
    char table[TABLE_ID_SIZE];
    uint32_t number; /* of `play`; `seen` of `attach` */
    uint32_t protocol;
    int seat;  /* of `sit` and `vote` */
    int level; /* of `fill` */
    int count; /* of `fill`: how many seats; 0: all */
    uint8_t mute;
    struct table_options options; /* of `create` */
    int8_t seats[FF_PLAYERS_MAX];
    size_t text_n;
    char text[TABLE_CHAIN_MAX + 1]; /* actions of `play`, text of `chat` */
};

struct message_fault {
    char id[TABLE_MESSAGE_ID_MAX + 1]; /* "" where it could not be read */
    char text[200];                    /* what is wrong and what would be right */
};

/* False: *fault says why, and *message is of no use. */
bool message_read(const char *text, size_t n, struct message *message, struct message_fault *fault);

/* The id alone, of a message that is not looked at further; "" where it has none that can be read. */
void message_read_id(const char *text, size_t n, char id[TABLE_MESSAGE_ID_MAX + 1]);

/* The body of POST /api/guest: name into message->name; *wants_token tells whether "token" is true. */
bool message_read_guest(const char *text, size_t n, struct message *message, bool *wants_token,
                        struct message_fault *fault);

const char *message_word(enum message_type type);

#endif
