/* message.c - any bytes as a message of a client, and as the body of a request. What is read keeps to its bounds; what
 * is refused is refused with a sentence that can be sent back. */
#include "fuzz.h"

#include "server/app/message.h"

static void text_must_end(const char *text, size_t size) { MUST(memchr(text, '\0', size) != NULL); }

static void message_must_hold(const struct message *message)
{
    text_must_end(message->id, sizeof message->id);
    text_must_end(message->name, sizeof message->name);
    text_must_end(message->table, sizeof message->table);
    text_must_end(message->text, sizeof message->text);
    MUST((unsigned)message->type < MESSAGE_TYPES);
    MUST(message_type_word(message->type)[0] != '\0');
    MUST(message->text_n <= TABLE_CHAIN_MAX);
    MUST(message->table[0] == '\0' || table_id_is_valid(message->table, strlen(message->table)));
    for (const char *c = message->id; *c; c++)
        MUST(*c > ' ' && *c < 127);
    if (message->type == MESSAGE_CREATE) {
        MUST(message->options.seats >= FF_PLAYERS_MIN && message->options.seats <= FF_PLAYERS_MAX);
        MUST(message->options.mode == FF_BASE || message->options.mode == FF_EXPERT);
        for (int i = 0; i < message->options.seats; i++)
            MUST(message->seats[i] >= MESSAGE_SEAT_ME && message->seats[i] <= TABLE_LEVELS);
    }
}

static void fault_must_hold(const struct message_fault *fault)
{
    text_must_end(fault->id, sizeof fault->id);
    text_must_end(fault->text, sizeof fault->text);
    MUST(fault->text[0] != '\0');
    for (const char *c = fault->id; *c; c++)
        MUST(*c > ' ' && *c < 127);
    for (const char *c = fault->text; *c; c++)
        MUST((unsigned char)*c >= ' ' && *c != 127);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct message message;
    struct message_fault fault;
    memset(&fault, 0, sizeof fault);
    if (message_read((const char *)data, size, &message, &fault))
        message_must_hold(&message);
    else
        fault_must_hold(&fault);
    memset(&fault, 0, sizeof fault);
    if (message_read_guest_creation((const char *)data, size, &message, &fault))
        text_must_end(message.name, sizeof message.name);
    else
        fault_must_hold(&fault);
    return 0;
}
