/* read_fair.c - reads the key `fair` of a game's first line, which proves the origin of the deal (fair.h). */
#include "engine/base/hex.h"
#include "read_internal.h"

#include <string.h>

static bool wrong(struct record_reader *reader, const char *words)
{
    return record_report_fault(reader, "format", "fair", "%s", words);
}

static bool take_version(struct record_reader *reader, struct base_json_cursor *value)
{
    int64_t version;
    return (base_json_take_integer(value, &version) && version == RECORD_FAIR_VERSION) ||
           wrong(reader, "must have \"version\" 1");
}

static bool take_game(struct record_reader *reader, struct base_json_cursor *value)
{
    char game[RECORD_FAIR_GAME_MAX + 1]; /* one byte more, so that a longer name is refused and not cut */
    struct base_json_text text;
    bool good = base_json_take_text(value, &text) && base_json_text_copy(&text, game, sizeof game) &&
                record_fair_game_valid(game);
    if (good)
        memcpy(reader->fair.game, game, RECORD_FAIR_GAME_MAX);
    return good || wrong(reader, "must have \"game\", 1 to 64 letters, digits, '.', '_' or '-'");
}

static bool take_hex(struct record_reader *reader, struct base_json_cursor *value, uint8_t bytes[RECORD_FAIR_BYTES])
{
    struct base_json_text text;
    return (base_json_take_text(value, &text) && base_hex_read(text.at, text.n, bytes, RECORD_FAIR_BYTES)) ||
           wrong(reader, "must have \"commit\" and \"secret\", each 64 digits from 0 to f");
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
    struct record_fair *fair = &reader->fair;
    bool good = base_json_take_open(value, '[');
    for (fair->void_n = 0; good && base_json_more(value); fair->void_n++)
        good = fair->void_n < RECORD_FAIR_VOID_MAX && take_round(reader, value, fair->void_round[fair->void_n]);
    return (good && fair->void_n) ||
           wrong(reader, "has a \"void\" that is not a list of 1 to 5 rounds, each like \"seats\"");
}

enum { REQUIRED = 31 }; /* the first five keys */

/* Reads one key of the object. If the key is required, sets its bit in *seen. */
static bool take_member(struct record_reader *reader, struct base_json_cursor *value, unsigned *seen)
{
    static const char *const keys[] = {"version", "game", "commit", "secret", "seats", "void"};
    struct base_json_text key;
    unsigned k = 0;
    base_json_take_key(value, &key);
    while (k < sizeof keys / sizeof *keys && !base_json_text_is(&key, keys[k]))
        k++;
    *seen |= 1u << k;
    switch (k) {
    case 0: return take_version(reader, value);
    case 1: return take_game(reader, value);
    case 2: return take_hex(reader, value, reader->fair.commit);
    case 3: return take_hex(reader, value, reader->fair.secret);
    case 4: return take_seats(reader, value);
    case 5: return take_void(reader, value);
    default: base_json_skip(value); return true;
    }
}

static bool deal_holds(struct record_reader *reader)
{
    static const struct {
        const char *rule, *key, *words;
    } faults[] = {
        [RECORD_FAIR_BAD_COMMIT] = {"R10.3", "fair", "has a \"commit\" that is not that of its \"secret\""},
        [RECORD_FAIR_BAD_SEAL] = {"R10.3", "fair", "has a seal that is not that of the seat's value"},
        [RECORD_FAIR_BAD_ROUNDS] =
            {"R10.3", "fair",
             "has a \"void\" round in which nobody withheld a value, a round that does not follow "
             "from the one before, or a value withheld in \"seats\" for the first time"},
        [RECORD_FAIR_BAD_DEMAND] = {"R1.1", "demand", "does not follow from \"fair\""},
        [RECORD_FAIR_BAD_DECKS] = {"R10.3", "decks", "do not follow from \"fair\""},
        [RECORD_FAIR_BAD_ORDER] = {"R1.2", "order", "does not follow from \"fair\""},
    };
    enum record_fair_fault fault = record_fair_check(&reader->fair, &reader->edition, &reader->setup);
    return fault == RECORD_FAIR_HOLDS ||
           record_report_fault(reader, faults[fault].rule, faults[fault].key, "%s", faults[fault].words);
}

bool record_read_fair(struct record_reader *reader)
{
    struct base_json_cursor value;
    unsigned seen = 0;
    reader->has_fair = record_has_key(reader, "fair");
    if (!reader->has_fair)
        return true;
    memset(&reader->fair, 0, sizeof reader->fair);
    record_key_value(reader, "fair", &value);
    if (!base_json_take_open(&value, '{'))
        return wrong(reader, "must be an object");
    while (base_json_more(&value))
        if (!take_member(reader, &value, &seen))
            return false;
    if ((seen & REQUIRED) != REQUIRED)
        return wrong(reader, "must have \"version\", \"game\", \"commit\", \"secret\" and \"seats\"");
    return deal_holds(reader);
}
