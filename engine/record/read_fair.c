/* read_fair.c - reads the key `fair` of a game's first line, the deal's origin (fair.h, docs/players/fair.md). */
#include "engine/base/hex.h"
#include "read_internal.h"

#include <string.h>

static bool wrong(struct record_reader *reader, const char *words)
{
    return record_wrong(reader, "format", "fair", words);
}

static bool take_version(struct record_reader *reader, struct base_json_cursor *value)
{
    int64_t version;
    if (base_json_take_integer(value, &version) && version == RECORD_FAIR_VERSION)
        return true;
    return wrong(reader, "must have \"version\" 1");
}

static bool take_game(struct record_reader *reader, struct base_json_cursor *value)
{
    char game[RECORD_FAIR_GAME_MAX + 1]; /* one more, so that a longer one does not pass for its beginning */
    struct base_json_text text;
    if (base_json_take_text(value, &text)) {
        base_json_text_copy(&text, game, sizeof game);
        if (record_fair_game_valid(game)) {
            memcpy(reader->fair.game, game, RECORD_FAIR_GAME_MAX);
            return true;
        }
    }
    return wrong(reader, "must have \"game\", 1 to 64 letters, digits, '.', '_' or '-'");
}

static bool take_hex(struct record_reader *reader, struct base_json_cursor *value, uint8_t bytes[RECORD_FAIR_BYTES])
{
    struct base_json_text text;
    if (base_json_take_text(value, &text) && base_hex_read(text.at, text.n, bytes, RECORD_FAIR_BYTES))
        return true;
    return wrong(reader, "must have \"commit\" and \"secret\", each 64 digits from 0 to f");
}

static bool take_round(struct record_reader *reader, struct base_json_cursor *value, struct record_fair_seat *seats)
{
    struct base_json_text text;
    int seat = 0;
    if (!base_json_take_open(value, '['))
        return false;
    for (; base_json_more(value); seat++)
        if (seat == reader->setup.players || !base_json_take_text(value, &text) ||
            !record_fair_read_seat(text.at, text.n, &seats[seat]))
            return false;
    return seat == reader->setup.players;
}

static bool take_seats(struct record_reader *reader, struct base_json_cursor *value)
{
    return take_round(reader, value, reader->fair.seat) ||
           wrong(reader, "must have \"seats\", for each player \"none\", \"open VALUE\", \"sealed SEAL VALUE\" or "
                         "\"withheld SEAL\"");
}

static bool take_void(struct record_reader *reader, struct base_json_cursor *value)
{
    static const char words[] = "has a \"void\" that is not a list of 1 to 5 rounds, each like \"seats\"";
    struct record_fair *fair = &reader->fair;
    if (!base_json_take_open(value, '['))
        return wrong(reader, words);
    for (fair->void_n = 0; base_json_more(value); fair->void_n++)
        if (fair->void_n == RECORD_FAIR_VOID_MAX || !take_round(reader, value, fair->void_round[fair->void_n]))
            return wrong(reader, words);
    return fair->void_n ? true : wrong(reader, words);
}

enum { VERSION = 1, GAME = 2, COMMIT = 4, SECRET = 8, SEATS = 16, ALL = 31 };

static bool take_member(struct record_reader *reader, struct base_json_cursor *value, unsigned *seen)
{
    struct base_json_text key;
    base_json_take_key(value, &key);
    if (base_json_text_is(&key, "version"))
        return *seen |= VERSION, take_version(reader, value);
    if (base_json_text_is(&key, "game"))
        return *seen |= GAME, take_game(reader, value);
    if (base_json_text_is(&key, "commit"))
        return *seen |= COMMIT, take_hex(reader, value, reader->fair.commit);
    if (base_json_text_is(&key, "secret"))
        return *seen |= SECRET, take_hex(reader, value, reader->fair.secret);
    if (base_json_text_is(&key, "seats"))
        return *seen |= SEATS, take_seats(reader, value);
    if (base_json_text_is(&key, "void"))
        return take_void(reader, value);
    base_json_skip(value);
    return true;
}

static bool hold(struct record_reader *reader)
{
    switch (record_fair_check(&reader->fair, &reader->edition, &reader->setup)) {
    case RECORD_FAIR_HOLDS: return true;
    case RECORD_FAIR_BAD_COMMIT:
        return record_wrong(reader, "R10.3", "fair", "has a \"commit\" that is not that of its \"secret\"");
    case RECORD_FAIR_BAD_SEAL:
        return record_wrong(reader, "R10.3", "fair", "has a seal that is not that of the seat's value");
    case RECORD_FAIR_BAD_ROUNDS:
        return record_wrong(reader, "R10.3", "fair",
                            "has a \"void\" round in which nobody withheld a value, a round that does not follow from "
                            "the one before, or a value withheld in \"seats\" for the first time");
    case RECORD_FAIR_BAD_DEMAND: return record_wrong(reader, "R1.1", "demand", "does not follow from \"fair\"");
    case RECORD_FAIR_BAD_DECKS: return record_wrong(reader, "R10.3", "decks", "do not follow from \"fair\"");
    default: return record_wrong(reader, "R1.2", "order", "does not follow from \"fair\"");
    }
}

bool record_read_fair(struct record_reader *reader)
{
    struct base_json_cursor value;
    unsigned seen = 0;
    reader->has_fair = record_key_is_there(reader, "fair");
    if (!reader->has_fair)
        return true;
    memset(&reader->fair, 0, sizeof reader->fair);
    record_key_value(reader, "fair", &value);
    if (!base_json_take_open(&value, '{'))
        return wrong(reader, "must be an object");
    while (base_json_more(&value))
        if (!take_member(reader, &value, &seen))
            return false;
    if (seen != ALL)
        return wrong(reader, "must have \"version\", \"game\", \"commit\", \"secret\" and \"seats\"");
    return hold(reader);
}
