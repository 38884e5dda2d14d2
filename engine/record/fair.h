/* fair.h - a deal that neither the server nor a player can choose (docs/players/fair.md).
 *
 *   1. The server draws a secret and publishes its hash with the table, the commitment: it can't change it any more.
 *   2. Each player draws a value and gives its hash, the seal. When all seats are filled everybody sees all seals:
 *      no player can change a value any more.
 *   3. Each player opens the seal: gives the value. Nobody could choose a value knowing another's.
 *   4. The seed is the hash of the secret and all values; the deal follows from the seed alone.
 *   5. When the game is over the server gives away its secret, and everybody can do steps 1 to 4 again.
 *
 * As long as one of them (the server, or any one player) drew at random and kept to the order above, nobody chose the
 * deal. A seat may also give its value openly, without a seal (it then trusts that those who sit down later don't know
 * the server's secret), or none (bots do so).
 *
 * A seat that sealed but did not open in time is `withheld`. If the deal were made without its value, n seats that know
 * the server's secret could choose among 2^n deals. So the round is void: the withheld seats are shut out, what was
 * opened counts no more, and everybody else seals anew. Each void round shuts out at least one seat, so that there are
 * at most as many as seats that sealed; whoever refuses a deal does so before seeing the next, once for each seat, and
 * under the seat's name. The record tells all rounds.
 *
 * Everything that is hashed is a few lines of plain text, so that anybody can check it with `b2sum -l 256`:
 *
 *     commitment   fuerstenfeld fair 1 commit / game GAME / secret HEX
 *     seal         fuerstenfeld fair 1 seal / value HEX
 *     seed         fuerstenfeld fair 1 seed / game GAME / mode MODE / secret HEX / for each seat: seat N HOW...
 *     block i      fuerstenfeld fair 1 block / seed HEX / block I
 *
 * where a / ends a line, as does the last word, and HOW... is one of
 *
 *     none, open VALUE, sealed SEAL VALUE, withheld SEAL
 *
 * Blocks 0, 1, 2... are a stream of 32-bit numbers, highest byte first. A number below n is the next of the stream that
 * is below the largest multiple of n, modulo n. A shuffle swaps, for i from n-1 down to 1, item i with item (a number
 * below i+1). Shuffled are, in this order: the edition's demand cards, sorted by water, barley, hops, of which the
 * first are dealt (R1.1); each seat's cards, from seat 0, in the order of the record's list (R1.4, R1.5); the seats
 * (R1.2).
 *
 * Pure: no chance, no clock, no allocation. Secrets and values must come from a cryptographic source. */
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

/* What a seat gave. */
enum record_fair_how { RECORD_FAIR_NONE, RECORD_FAIR_OPEN, RECORD_FAIR_SEALED, RECORD_FAIR_WITHHELD, RECORD_FAIR_HOWS };

struct record_fair_seat {
    uint8_t how;                      /* enum record_fair_how */
    uint8_t seal[RECORD_FAIR_BYTES];  /* of RECORD_FAIR_SEALED and RECORD_FAIR_WITHHELD; else 0 */
    uint8_t value[RECORD_FAIR_BYTES]; /* of RECORD_FAIR_OPEN and RECORD_FAIR_SEALED; else 0 */
};

struct record_fair {
    char
        game[RECORD_FAIR_GAME_MAX]; /* which game: 1 to 64 letters, digits, `.`, `_`, `-`; no two games have the same */
    uint8_t commit[RECORD_FAIR_BYTES];
    uint8_t secret[RECORD_FAIR_BYTES];
    struct record_fair_seat seat[FF_PLAYERS_MAX];
    /* The rounds of seals before that, as they ended. */
    uint8_t void_n;
    struct record_fair_seat void_round[RECORD_FAIR_VOID_MAX][FF_PLAYERS_MAX];
};

bool record_fair_game_valid(const char *game);

/* The hashes of steps 1 and 2. A seal is made before its player knows what the table will be called. Who copies
 * another's seal gains nothing: the value behind it is not of their choice either. */
void record_fair_commit(const char *game, const uint8_t secret[RECORD_FAIR_BYTES], uint8_t commit[RECORD_FAIR_BYTES]);
void record_fair_seal(const uint8_t value[RECORD_FAIR_BYTES], uint8_t seal[RECORD_FAIR_BYTES]);

/* Step 3: takes the value of a seat that sealed. False, and nothing changes: the seal isn't of that value. The seat
 * must be RECORD_FAIR_WITHHELD, as it is from its seal until this; then it is RECORD_FAIR_SEALED. */
bool record_fair_open(struct record_fair_seat *seat, const uint8_t value[RECORD_FAIR_BYTES]);

/* Whether that seal was shown in a void round: the value behind it may be known, so it must not be given again. */
bool record_fair_seal_used(const struct record_fair *fair, int players, const uint8_t seal[RECORD_FAIR_BYTES]);

/* Step 4. With players or a mode that do not exist, the deal is all 0, which ff_begin refuses. */
void record_fair_seed(const struct record_fair *fair, int players, int mode, uint8_t seed[RECORD_FAIR_BYTES]);
void record_fair_deal(const struct record_fair *fair, const struct ff_edition *edition, int players, int mode,
                      struct ff_setup *setup);

/* Step 5: what does not hold, the first thing. */
enum record_fair_fault {
    RECORD_FAIR_HOLDS,
    RECORD_FAIR_BAD_COMMIT, /* the commitment isn't that of the secret */
    RECORD_FAIR_BAD_SEAL,   /* a seal isn't that of the value */
    RECORD_FAIR_BAD_ROUNDS, /* nobody new withheld in a void round, the next does not follow, or somebody did in the
                               last */
    RECORD_FAIR_BAD_DEMAND, /* another deal follows from the seed: demand cards, */
    RECORD_FAIR_BAD_DECKS,  /* decks, */
    RECORD_FAIR_BAD_ORDER,  /* order of players */
};
enum record_fair_fault record_fair_check(const struct record_fair *fair, const struct ff_edition *edition,
                                         const struct ff_setup *setup);

/* The mask of seats that withheld their values. */
unsigned record_fair_withheld(const struct record_fair *fair, int players);

/* ---------------------------------------------------------------------------------------------------------- witness */

/* What somebody at the table saw and gave before the cards were dealt. record_fair_check shows that a record fits
 * itself; only this shows that it is the truth. */
struct record_fair_kept {
    bool has_commit, has_shown, has_mine;
    uint8_t commit[RECORD_FAIR_BYTES];             /* the server's */
    int shown_n;                                   /* what all seats had shown in the last round: */
    struct record_fair_seat shown[FF_PLAYERS_MAX]; /* a seal is RECORD_FAIR_WITHHELD */
    int seat;                                      /* one's own, and what it gave */
    uint8_t value[RECORD_FAIR_BYTES];
};

/* What a record changed of it, the first thing. */
enum record_fair_breach {
    RECORD_FAIR_KEPT,
    RECORD_FAIR_OTHER_COMMIT,
    RECORD_FAIR_OTHER_SHOWN,   /* a seal, or that there was one; a value given openly: it could be chosen last */
    RECORD_FAIR_NO_SEAT,       /* the game has not as many */
    RECORD_FAIR_MINE_WITHHELD, /* it says that one did not open one's seal */
    RECORD_FAIR_OTHER_VALUE,
};
enum record_fair_breach record_fair_compare(const struct record_fair *fair, int players,
                                            const struct record_fair_kept *kept);

/* ------------------------------------------------------------------------------------------------------------ text */

/* `none`, `open VALUE`, `sealed SEAL VALUE`, `withheld SEAL`, and back, exactly in this form. */
enum { RECORD_FAIR_SEAT_TEXT_MAX = 160 };
void record_fair_put_seat(struct base_out *out, const struct record_fair_seat *seat);
bool record_fair_read_seat(const char *text, size_t n, struct record_fair_seat *seat);

#endif
