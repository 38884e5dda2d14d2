/* fair.c - computes and checks the fair deal; see fair.h. */
#include "fair.h"

#include <string.h>

#include "engine/base/hex.h"
#include "engine/text/names.h"

/* ------------------------------------------------------------------------------------------------------------ text */

bool record_fair_game_valid(const char *game)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    size_t n = 0;
    for (; game[n]; n++)
        if (n == RECORD_FAIR_GAME_MAX - 1 || !memchr(allowed, game[n], sizeof allowed - 1))
            return false;
    return n > 0;
}

static const struct {
    char word[10];
    bool seal, value;
} hows[RECORD_FAIR_HOWS] = {
    {"none", false, false}, {"open", false, true}, {"sealed", true, true}, {"withheld", true, false}};

void record_fair_put_seat(struct base_out *out, const struct record_fair_seat *seat)
{
    base_put(out, hows[seat->how].word);
    if (hows[seat->how].seal) {
        base_put_char(out, ' ');
        base_put_hex(out, seat->seal, RECORD_FAIR_BYTES);
    }
    if (hows[seat->how].value) {
        base_put_char(out, ' ');
        base_put_hex(out, seat->value, RECORD_FAIR_BYTES);
    }
}

static bool take_hex(const char **text, size_t *n, uint8_t bytes[RECORD_FAIR_BYTES])
{
    if (*n < 1 + RECORD_FAIR_HEX || **text != ' ' ||
        !base_hex_read(*text + 1, RECORD_FAIR_HEX, bytes, RECORD_FAIR_BYTES))
        return false;
    *text += 1 + RECORD_FAIR_HEX;
    *n -= 1 + RECORD_FAIR_HEX;
    return true;
}

bool record_fair_read_seat(const char *text, size_t n, struct record_fair_seat *seat)
{
    for (uint8_t how = 0; how < RECORD_FAIR_HOWS; how++) {
        size_t length = strlen(hows[how].word);
        if (n < length || memcmp(text, hows[how].word, length) != 0)
            continue;
        struct record_fair_seat read = {.how = how};
        const char *rest = text + length;
        size_t left = n - length;
        if ((hows[how].seal && !take_hex(&rest, &left, read.seal)) ||
            (hows[how].value && !take_hex(&rest, &left, read.value)) || left > 0)
            return false;
        *seat = read;
        return true;
    }
    return false;
}

/* ---------------------------------------------------------------------------------------------------------- hashes */

/* A text to hash. The longest one is the text for the seed of a game with five seats. */
struct lines {
    struct base_out out;
    char text[1024];
};

static void lines_begin(struct lines *lines, const char *what)
{
    lines->out = base_out_of(lines->text, sizeof lines->text);
    base_printf(&lines->out, "fuerstenfeld fair 1 %s\n", what);
}

static void line_hex(struct lines *lines, const char *key, const uint8_t bytes[RECORD_FAIR_BYTES])
{
    base_printf(&lines->out, "%s ", key);
    base_put_hex(&lines->out, bytes, RECORD_FAIR_BYTES);
    base_put_char(&lines->out, '\n');
}

static void lines_hash(const struct lines *lines, uint8_t digest[RECORD_FAIR_BYTES])
{
    base_blake2b(lines->out.text, lines->out.length, digest);
}

void record_fair_commit(const char *game, const uint8_t secret[RECORD_FAIR_BYTES], uint8_t commit[RECORD_FAIR_BYTES])
{
    struct lines lines;
    lines_begin(&lines, "commit");
    base_printf(&lines.out, "game %s\n", game);
    line_hex(&lines, "secret", secret);
    lines_hash(&lines, commit);
}

void record_fair_seal(const uint8_t value[RECORD_FAIR_BYTES], uint8_t seal[RECORD_FAIR_BYTES])
{
    struct lines lines;
    lines_begin(&lines, "seal");
    line_hex(&lines, "value", value);
    lines_hash(&lines, seal);
}

static bool seal_fits(const struct record_fair_seat *seat, const uint8_t value[RECORD_FAIR_BYTES])
{
    uint8_t seal[RECORD_FAIR_BYTES];
    record_fair_seal(value, seal);
    return memcmp(seal, seat->seal, sizeof seal) == 0;
}

bool record_fair_open(struct record_fair_seat *seat, const uint8_t value[RECORD_FAIR_BYTES])
{
    if (seat->how != RECORD_FAIR_WITHHELD || !seal_fits(seat, value))
        return false;
    seat->how = RECORD_FAIR_SEALED;
    memcpy(seat->value, value, sizeof seat->value);
    return true;
}

/* ---------------------------------------------------------------------------------------------------------- rounds */

/* Limits a number of players to FF_PLAYERS_MAX. */
static int seats_n(int players) { return players < FF_PLAYERS_MAX ? players : FF_PLAYERS_MAX; }

/* Returns the seats in round r. The last round is r = void_n. */
static const struct record_fair_seat *round_of(const struct record_fair *fair, int r)
{
    return r < fair->void_n ? fair->void_round[r] : fair->seat;
}

static bool seal_in_rounds(const struct record_fair *fair, int rounds, int players,
                           const uint8_t seal[RECORD_FAIR_BYTES])
{
    for (int r = 0; r < rounds; r++)
        for (int i = 0; i < players; i++) {
            const struct record_fair_seat *seat = &round_of(fair, r)[i];
            if (hows[seat->how].seal && memcmp(seat->seal, seal, RECORD_FAIR_BYTES) == 0)
                return true;
        }
    return false;
}

bool record_fair_seal_used(const struct record_fair *fair, int players, const uint8_t seal[RECORD_FAIR_BYTES])
{
    return seal_in_rounds(fair, fair->void_n, seats_n(players), seal);
}

/* Returns whether the contribution of seat i after void round r is allowed. A seat that opened its seal may give a new
 * seal or nothing. All other seats must give the same as before. */
static bool seat_follows(const struct record_fair *fair, int r, int players, int i)
{
    const struct record_fair_seat *was = &round_of(fair, r)[i], *is = &round_of(fair, r + 1)[i];
    if (was->how != RECORD_FAIR_SEALED)
        return memcmp(was, is, sizeof *was) == 0;
    return is->how == RECORD_FAIR_NONE || (hows[is->how].seal && !seal_in_rounds(fair, r + 1, players, is->seal));
}

/* Counts the seats that withheld a value in round r for the first time. */
static int newly_withheld(const struct record_fair *fair, int r, int players)
{
    int n = 0;
    for (int i = 0; i < players; i++)
        n += round_of(fair, r)[i].how == RECORD_FAIR_WITHHELD &&
             (r == 0 || round_of(fair, r - 1)[i].how != RECORD_FAIR_WITHHELD);
    return n;
}

static bool rounds_hold(const struct record_fair *fair, int players)
{
    for (int r = 0; r < fair->void_n; r++) {
        if (newly_withheld(fair, r, players) == 0)
            return false;
        for (int i = 0; i < players; i++)
            if (!seat_follows(fair, r, players, i))
                return false;
    }
    return newly_withheld(fair, fair->void_n, players) == 0;
}

static bool seals_fit(const struct record_fair *fair, int players)
{
    for (int r = 0; r <= fair->void_n; r++)
        for (int i = 0; i < players; i++) {
            const struct record_fair_seat *seat = &round_of(fair, r)[i];
            if (seat->how == RECORD_FAIR_SEALED && !seal_fits(seat, seat->value))
                return false;
        }
    return true;
}

unsigned record_fair_withheld(const struct record_fair *fair, int players)
{
    unsigned mask = 0;
    for (int i = 0; i < seats_n(players); i++)
        mask |= (unsigned)(fair->seat[i].how == RECORD_FAIR_WITHHELD) << i;
    return mask;
}

/* --------------------------------------------------------------------------------------------------------- witness */

/* Returns whether a seat's contribution in the record matches the one that a participant saw. */
static bool as_shown(const struct record_fair_seat *seat, const struct record_fair_seat *shown)
{
    if (hows[seat->how].seal != hows[shown->how].seal ||
        (seat->how == RECORD_FAIR_OPEN) != (shown->how == RECORD_FAIR_OPEN))
        return false;
    return memcmp(seat->seal, shown->seal, RECORD_FAIR_BYTES) == 0 &&
           (seat->how != RECORD_FAIR_OPEN || memcmp(seat->value, shown->value, RECORD_FAIR_BYTES) == 0);
}

static bool all_as_shown(const struct record_fair *fair, int players, const struct record_fair_kept *kept)
{
    for (int i = 0; i < kept->shown_n && i < seats_n(players); i++)
        if (!as_shown(&fair->seat[i], &kept->shown[i]))
            return false;
    return kept->shown_n == players;
}

enum record_fair_breach record_fair_compare(const struct record_fair *fair, int players,
                                            const struct record_fair_kept *kept)
{
    if (kept->has_commit && memcmp(kept->commit, fair->commit, RECORD_FAIR_BYTES) != 0)
        return RECORD_FAIR_OTHER_COMMIT;
    if (kept->has_shown && !all_as_shown(fair, players, kept))
        return RECORD_FAIR_OTHER_SHOWN;
    if (!kept->has_mine)
        return RECORD_FAIR_KEPT;
    if (kept->seat < 0 || kept->seat >= seats_n(players))
        return RECORD_FAIR_NO_SEAT;
    const struct record_fair_seat *mine = &fair->seat[kept->seat];
    if (mine->how == RECORD_FAIR_WITHHELD)
        return RECORD_FAIR_MINE_WITHHELD;
    bool same = mine->how != RECORD_FAIR_NONE && memcmp(kept->value, mine->value, RECORD_FAIR_BYTES) == 0;
    return same ? RECORD_FAIR_KEPT : RECORD_FAIR_OTHER_VALUE;
}

/* ------------------------------------------------------------------------------------------------------------ deal */

void record_fair_seed(const struct record_fair *fair, int players, int mode, uint8_t seed[RECORD_FAIR_BYTES])
{
    struct lines lines;
    lines_begin(&lines, "seed");
    base_printf(&lines.out, "game %s\nmode %s\n", fair->game, text_mode(mode));
    line_hex(&lines, "secret", fair->secret);
    for (int seat = 0; seat < seats_n(players); seat++) {
        base_printf(&lines.out, "seat %d ", seat);
        record_fair_put_seat(&lines.out, &fair->seat[seat]);
        base_put_char(&lines.out, '\n');
    }
    lines_hash(&lines, seed);
}

struct stream {
    const uint8_t *seed;
    uint8_t block[RECORD_FAIR_BYTES];
    unsigned blocks; /* blocks made so far */
    unsigned at;     /* index of the next byte of the last block */
};

static uint32_t stream_next(struct stream *stream)
{
    if (stream->at == RECORD_FAIR_BYTES) {
        struct lines lines;
        lines_begin(&lines, "block");
        line_hex(&lines, "seed", stream->seed);
        base_printf(&lines.out, "block %u\n", stream->blocks++);
        lines_hash(&lines, stream->block);
        stream->at = 0;
    }
    const uint8_t *b = stream->block + stream->at;
    stream->at += 4;
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static uint32_t stream_below(struct stream *stream, uint32_t n)
{
    uint64_t fair = (UINT64_C(1) << 32) / n * n; /* larger numbers would make small remainders more likely */
    uint32_t number;
    do
        number = stream_next(stream);
    while (number >= fair);
    return number % n;
}

static void shuffle(struct stream *stream, uint8_t *items, int n)
{
    for (int i = n - 1; i > 0; i--) {
        uint32_t j = stream_below(stream, (uint32_t)i + 1);
        uint8_t item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}

/* Sorts the numbers of the demand cards by their values, so that the edition's order has no effect on the deal. */
static void sorted_demand(const struct ff_edition *edition, uint8_t *cards)
{
    for (int i = 0; i < edition->demand_n; i++) {
        int at = i;
        for (; at > 0 && edition->demand[cards[at - 1]] > edition->demand[i]; at--)
            cards[at] = cards[at - 1];
        cards[at] = (uint8_t)i;
    }
}

static void fill_with_numbers(uint8_t *items, int n)
{
    for (int i = 0; i < n; i++)
        items[i] = (uint8_t)i;
}

void record_fair_deal(const struct record_fair *fair, const struct ff_edition *edition, int players, int mode,
                      struct ff_setup *setup)
{
    uint8_t seed[RECORD_FAIR_BYTES], demand[FF_DEMANDS_MAX];
    struct stream stream = {.seed = seed, .at = RECORD_FAIR_BYTES};
    memset(setup, 0, sizeof *setup);
    if (players < FF_PLAYERS_MIN || players > FF_PLAYERS_MAX || (mode != FF_BASE && mode != FF_EXPERT))
        return;
    record_fair_seed(fair, players, mode, seed);
    setup->players = (uint8_t)players;
    setup->mode = (uint8_t)mode;
    sorted_demand(edition, demand);
    shuffle(&stream, demand, edition->demand_n);
    for (int i = 0; i < players; i++)
        setup->demand[i] = edition->demand[demand[i]];
    for (int seat = 0; seat < players; seat++) {
        fill_with_numbers(setup->deck[seat], ff_cards_n(mode));
        shuffle(&stream, setup->deck[seat], ff_cards_n(mode));
    }
    fill_with_numbers(setup->order, players);
    shuffle(&stream, setup->order, players);
}

enum record_fair_fault record_fair_check(const struct record_fair *fair, const struct ff_edition *edition,
                                         const struct ff_setup *setup)
{
    uint8_t digest[RECORD_FAIR_BYTES];
    struct ff_setup dealt;
    record_fair_commit(fair->game, fair->secret, digest);
    if (memcmp(digest, fair->commit, sizeof digest) != 0)
        return RECORD_FAIR_BAD_COMMIT;
    if (!seals_fit(fair, setup->players))
        return RECORD_FAIR_BAD_SEAL;
    if (!rounds_hold(fair, setup->players))
        return RECORD_FAIR_BAD_ROUNDS;
    record_fair_deal(fair, edition, setup->players, setup->mode, &dealt);
    if (memcmp(dealt.demand, setup->demand, sizeof dealt.demand) != 0)
        return RECORD_FAIR_BAD_DEMAND;
    if (memcmp(dealt.deck, setup->deck, sizeof dealt.deck) != 0)
        return RECORD_FAIR_BAD_DECKS;
    return memcmp(dealt.order, setup->order, sizeof dealt.order) == 0 ? RECORD_FAIR_HOLDS : RECORD_FAIR_BAD_ORDER;
}
