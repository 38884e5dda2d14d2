/* fair.h - a deal that neither the server nor a player can choose (docs/players/fair.md).
 *
 *   1. The server draws a secret and publishes its hash, the commitment, with the table. Now it cannot change it.
 *   2. Each player draws a value and gives its hash, the seal. When all seats are filled, everybody sees all seals. Now
 *      no player can change a value.
 *   3. Each player opens the seal by giving the value. Nobody could choose a value knowing another one.
 *   4. The seed is the hash of the secret and all values. The deal follows from the seed alone.
 *   5. When the game is over, the server publishes its secret, and everybody can repeat steps 1 to 4.
 *
 * If the server or any one player drew its number at random and followed these steps, nobody chose the deal. A seat may
 * also give its value openly, without a seal, if it trusts that players who sit down later do not know the server's
 * secret. Bots give no value.
 *
 * A seat that sealed but did not open in time is `withheld`. If the deal were made without its value, n seats that know
 * the server's secret could choose among 2^n deals. So the round is void: the withheld seats are shut out, the opened
 * values are discarded, and all other seats seal new ones. Each void round shuts out at least one seat, so there are at
 * most as many as sealed seats. A player who rejects a deal this way does so before seeing the next one, once for each
 * seat, and under the seat's name. The record has all rounds.
 *
 * Everything that is hashed is a few lines of plain text, so anybody can check it with `b2sum -l 256`:
 *
 *     commitment   fuerstenfeld fair 1 commit / game GAME / secret HEX
 *     seal         fuerstenfeld fair 1 seal / value HEX
 *     seed         fuerstenfeld fair 1 seed / game GAME / mode MODE / secret HEX / for each seat: seat N HOW...
 *     block i      fuerstenfeld fair 1 block / seed HEX / block I
 *
 * Each / stands for a line end; the text also ends with one. HOW... is one of
 *
 *     none, open VALUE, sealed SEAL VALUE, withheld SEAL
 *
 * Blocks 0, 1, 2... are a stream of 32-bit numbers, highest byte first. To draw a number below n, take the next number
 * of the stream that is below the largest multiple of n, modulo n. To shuffle, swap, for i from n-1 down to 1, item i
 * with item (a number below i+1). Three things are shuffled, in this order: the edition's demand cards, sorted by
 * water, barley, hops, and the first of them are dealt (R1.1); each seat's cards, from seat 0, in the order of the
 * record's list (R1.4, R1.5); the seats (R1.2).
 *
 * These functions use no randomness, no clock and no heap. Secrets and values must come from a cryptographic source. */
#ifndef RECORD_FAIR_H
#define RECORD_FAIR_H

#include "engine/base/blake2b.h"
#include "engine/base/out.h"
#include "engine/core/ff.h"

enum {
    RECORD_FAIR_VERSION = 1,
    RECORD_FAIR_BYTES = BASE_BLAKE2B_BYTES,
    RECORD_FAIR_HEX = 2 * RECORD_FAIR_BYTES, /* digits, without a NUL */
    RECORD_FAIR_GAME_MAX = 65,               /* the NUL included */
    RECORD_FAIR_VOID_MAX = FF_PLAYERS_MAX,
};

/* How a seat contributes to the deal. */
enum record_fair_how { RECORD_FAIR_NONE, RECORD_FAIR_OPEN, RECORD_FAIR_SEALED, RECORD_FAIR_WITHHELD, RECORD_FAIR_HOWS };

struct record_fair_seat {
    uint8_t how;                      /* enum record_fair_how */
    uint8_t seal[RECORD_FAIR_BYTES];  /* the seal, if `how` is RECORD_FAIR_SEALED or RECORD_FAIR_WITHHELD; else 0 */
    uint8_t value[RECORD_FAIR_BYTES]; /* the value, if `how` is RECORD_FAIR_OPEN or RECORD_FAIR_SEALED; else 0 */
};

struct record_fair {
    char game[RECORD_FAIR_GAME_MAX]; /* a unique name: 1 to 64 letters, digits, `.`, `_`, `-` */
    uint8_t commit[RECORD_FAIR_BYTES];
    uint8_t secret[RECORD_FAIR_BYTES];
    struct record_fair_seat seat[FF_PLAYERS_MAX];
    uint8_t void_n; /* number of void rounds before the last one */
    struct record_fair_seat void_round[RECORD_FAIR_VOID_MAX][FF_PLAYERS_MAX];
};

bool record_fair_game_valid(const char *game);

/* These compute the hashes of steps 1 and 2. A seal does not contain the game's name, because a player makes it before
 * the table has one. Copying another player's seal gains nothing, because the copier does not choose the value behind
 * it. */
void record_fair_commit(const char *game, const uint8_t secret[RECORD_FAIR_BYTES], uint8_t commit[RECORD_FAIR_BYTES]);
void record_fair_seal(const uint8_t value[RECORD_FAIR_BYTES], uint8_t seal[RECORD_FAIR_BYTES]);

/* Step 3: adds the value of a seat that sealed. From its seal on, a seat is RECORD_FAIR_WITHHELD; this makes it
 * RECORD_FAIR_SEALED. Returns false and changes nothing if the seat is not withheld or if the seal is not the hash of
 * the value. */
bool record_fair_open(struct record_fair_seat *seat, const uint8_t value[RECORD_FAIR_BYTES]);

/* Returns whether a seal was shown in a void round. Such a seal must not be used again, because its value may be
 * known. */
bool record_fair_seal_used(const struct record_fair *fair, int players, const uint8_t seal[RECORD_FAIR_BYTES]);

/* Step 4: compute the seed and the deal. If the number of players or the mode does not exist, the deal is all 0, which
 * ff_begin refuses. */
void record_fair_seed(const struct record_fair *fair, int players, int mode, uint8_t seed[RECORD_FAIR_BYTES]);
void record_fair_deal(const struct record_fair *fair, const struct ff_edition *edition, int players, int mode,
                      struct ff_setup *setup);

/* Step 5: record_fair_check repeats the steps and returns the first fault. */
enum record_fair_fault {
    RECORD_FAIR_HOLDS,
    RECORD_FAIR_BAD_COMMIT, /* the commitment is not the hash of the secret */
    RECORD_FAIR_BAD_SEAL,   /* a seal is not the hash of its value */
    RECORD_FAIR_BAD_ROUNDS, /* in a void round no additional seat withheld its value, or the round after it is
                               impossible, or a seat withheld for the first time in the last round */
    RECORD_FAIR_BAD_DEMAND, /* the seed gives different demand cards */
    RECORD_FAIR_BAD_DECKS,  /* the seed gives different decks */
    RECORD_FAIR_BAD_ORDER,  /* the seed gives a different order of players */
};
enum record_fair_fault record_fair_check(const struct record_fair *fair, const struct ff_edition *edition,
                                         const struct ff_setup *setup);

/* Returns the mask of the seats that withheld their values. */
unsigned record_fair_withheld(const struct record_fair *fair, int players);

/* ---------------------------------------------------------------------------------------------------------- witness */

/* The values that one participant saw and gave before the deal. record_fair_check only proves that a record is
 * consistent. Comparing the record with these values proves that the record is true. */
struct record_fair_kept {
    bool has_commit, has_shown, has_mine;
    uint8_t commit[RECORD_FAIR_BYTES]; /* the server's */
    int shown_n;                       /* seats in `shown` */
    struct record_fair_seat
        shown[FF_PLAYERS_MAX]; /* the last round's contributions; a seal counts as RECORD_FAIR_WITHHELD */
    int seat;                  /* the participant's own */
    uint8_t value[RECORD_FAIR_BYTES];
};

/* record_fair_compare compares a record with the values that a participant kept and returns the first difference. */
enum record_fair_breach {
    RECORD_FAIR_KEPT,
    RECORD_FAIR_OTHER_COMMIT,
    RECORD_FAIR_OTHER_SHOWN,   /* somebody's seal or open value differs, so it could have been chosen last */
    RECORD_FAIR_NO_SEAT,       /* the game has no such seat */
    RECORD_FAIR_MINE_WITHHELD, /* the record says that the participant did not open the seal */
    RECORD_FAIR_OTHER_VALUE,
};
enum record_fair_breach record_fair_compare(const struct record_fair *fair, int players,
                                            const struct record_fair_kept *kept);

/* ------------------------------------------------------------------------------------------------------------ text */

/* These write and read a contribution as text: `none`, `open VALUE`, `sealed SEAL VALUE` or `withheld SEAL`. */
enum { RECORD_FAIR_SEAT_TEXT_MAX = 160 };
void record_fair_put_seat(struct base_out *out, const struct record_fair_seat *seat);
bool record_fair_read_seat(const char *text, size_t n, struct record_fair_seat *seat);

#endif
