/* belief.c - a probability distribution over hidden cards; see belief.h. */
#include "belief.h"

#include <string.h>

/* -------------------------------------------------------------------------------------------------------- features */

static int kind_of(int card)
{
    if (card <= FF_WATER3)
        return card % 3;
    if (card < FF_PALACE1)
        return card - FF_BANK1 + 3;
    return card <= FF_PALACE6 ? 14 : card - FF_GUIDE + 15;
}

static int bounded(int value, int most) { return value < 0 ? 0 : value < most ? value : most; }

/* Returns how many of the ascending thresholds the value reaches. */
static int step_of(int value, const int8_t *steps, int n)
{
    int at = 0;
    while (at < n && value >= steps[at])
        at++;
    return at;
}

/* Returns the bucket of the number of coins missing to pay for the card. Bucket 0 is for an affordable card of a seat
 * that had already used both builds. */
static int lack_of(int lack, int builds)
{
    static const int8_t steps[] = {-4, 1, 3, 5, 8, 12};
    if (lack <= 0 && builds == 2)
        return 0;
    return 1 + step_of(lack, steps, 6); /* to 7 */
}

static int lack_later_of(int lack)
{
    static const int8_t steps[] = {-8, -5, -2, 1, 4, 8};
    return step_of(lack, steps, 6); /* to 6 */
}

/* Returns the bucket of the seat's active cards that go with the card: fields of the same good, the other card of a
 * pair, or Crane and Market. */
static int kin_of(int card, const struct ff_public *pub, int seat)
{
    const uint32_t active = pub->active[seat];
    if (card <= FF_WATER3)
        return bounded((int)ff_count(pub->yield[seat], (unsigned)card / 3), 5);
    if (card >= FF_BANK1 && card <= FF_LAB2)
        return (int)(active >> (FF_BANK1 + ((card - FF_BANK1) ^ 1)) & 1);
    return (int)(active >> FF_CRANE & 1) + 2 * (int)(active >> FF_MARKET & 1);
}

/* Returns a bucket for a buried card: which future draw brings the card back, and whether other cards buried in the
 * same turn come back in earlier or later draws. Kept cards have buckets by their number. */
static int comes_of(const struct belief_place *place, int seat)
{
    const struct ff_public *pub = &place->turn->pub;
    if (place->class != BELIEF_BURIED)
        return place->class == BELIEF_KEPT ? bounded(pub->hand_n[seat], 4) : 0;
    int first = pub->deck_n[seat] - place->turn->buried, draw = (first + place->nth) / 3;
    int rank = draw == first / 3                     ? draw == (pub->deck_n[seat] - 1) / 3 ? 0 : 1
               : draw == (pub->deck_n[seat] - 1) / 3 ? 2
                                                     : 3;
    return bounded(draw, 7) * 4 + rank; /* to 31 */
}

/* Returns the bucket of the card's position among the cards buried in the same turn: early or late. */
static int turn_of(const struct belief_place *place)
{
    return bounded(place->nth, 5) * 3 + bounded(place->turn->buried - 1 - place->nth, 2); /* to 17 */
}

static int spaces_of(const struct ff_public *pub, int seat)
{
    int spaces = 0;
    for (int i = 0; i < FF_SPACES; i++)
        spaces += pub->board[seat][i] == FF_NO_CARD;
    return spaces;
}

/* Writes one feature of each group. The groups have 8, 12, 8, 7, 7, 32, 6, 7, 8 * 12, 7 * 8 and 18 features. */
void belief_features_of_card(const struct ff_edition *edition, int card, int seat, const struct belief_place *place,
                             uint16_t feature[BELIEF_FEATURES])
{
    const struct ff_public *pub = &place->turn->pub;
    int short_by = ff_cost(edition, pub, seat, card) - pub->coins[seat], sold = pub->disc_next[seat];
    int lack = lack_of(short_by, place->turn->builds),
        later = lack_later_of(short_by - (sold == FF_NO_DISC ? 0 : sold));
    int parts = ff_palace_parts(pub, seat), round = bounded(pub->round, 11);
    const int value[BELIEF_FEATURES] = {
        pub->mode * 4 + pub->players - FF_PLAYERS_MIN,
        8 + round,
        20 + lack,
        28 + later,
        35 + parts,
        42 + comes_of(place, seat),
        74 + kin_of(card, pub, seat),
        80 + spaces_of(pub, seat),
        87 + lack * 12 + round,
        183 + parts * 8 + lack,
        239 + turn_of(place),
    };
    for (int i = 0; i < BELIEF_FEATURES; i++)
        feature[i] = (uint16_t)((kind_of(card) * BELIEF_CLASSES + place->class) * BELIEF_GROUPS_N + value[i]);
}

static const int8_t weights[BELIEF_WEIGHTS] = {
#include "weights/belief.csv"
};

static int16_t fit_of(const struct ff_edition *edition, int card, int seat, const struct belief_place *place)
{
    uint16_t feature[BELIEF_FEATURES];
    int sum = 0;
    belief_features_of_card(edition, card, seat, place, feature);
    for (int i = 0; i < BELIEF_FEATURES; i++)
        sum += weights[feature[i]];
    return (int16_t)sum;
}

/* ---------------------------------------------------------------------------------------------------------- places */

/* Returns the card that a seat is about to place on its board, which is public. */
static uint32_t shown_by(const struct ff_public *pub, int seat)
{
    return pub->stage == FF_STAGE_SPACE && seat == ff_turn_seat(pub) ? ff_bit(pub->card) : 0;
}

uint32_t belief_hidden_cards(const struct ff_public *pub, int seat)
{
    return ff_cards_of(pub->mode) & ~pub->built[seat] & ~shown_by(pub, seat);
}

struct places {
    struct belief_place *place;
    int n;
};

static void add_place(struct places *to, int where, enum belief_class class, const struct history_card *card,
                      const struct history_seat *seen)
{
    const struct history_turn *turn = card ? history_turn_at(seen, card->round) : NULL;
    to->place[to->n++] = (struct belief_place){(uint8_t)where, (uint8_t) class, card ? card->place : 0, turn};
}

/* Adds the places with a known history. A hand holds kept cards, cards drawn again, and cards drawn for the first time.
 * During a turn some of them have left the hand and nobody knows which, so the cards drawn again count as still there.
 * Returns the number of known places in the hand. */
static int add_seen(struct places *to, const struct ff_public *pub, const struct history_seat *seen, int seat,
                    int hand_n)
{
    int drawn_n = bounded(seen->drawn_n, hand_n), kept_n = bounded(seen->kept_n, hand_n - drawn_n);
    const struct history_card kept = {.round = seen->kept_round};
    for (int i = 0; i < drawn_n; i++)
        add_place(to, BELIEF_IN_HAND, BELIEF_BURIED, &seen->drawn[i], seen);
    for (int i = 0; i < kept_n; i++)
        add_place(to, BELIEF_IN_HAND, BELIEF_KEPT, &kept, seen);
    for (int i = 0; i < seen->buried_n; i++)
        add_place(to, pub->fresh_n[seat] + i, BELIEF_BURIED, &seen->buried[i], seen);
    for (int i = 0; i < seen->trash_n; i++)
        add_place(to, BELIEF_REMOVED, BELIEF_TRASHED, &seen->trash[i], seen);
    return drawn_n + kept_n;
}

/* Moves places with a known history to the front. */
static void sort(struct belief_place *place, int n)
{
    for (int i = 0, known = 0; i < n; i++)
        if (place[i].turn) {
            struct belief_place moved = place[i];
            place[i] = place[known];
            place[known++] = moved;
        }
}

int belief_list_places(const struct ff_public *pub, const struct history *seen, int seat,
                       struct belief_place place[FF_CARDS_MAX])
{
    struct places to = {place, 0};
    int hand_n = pub->hand_n[seat] - (shown_by(pub, seat) != 0), trash_n = ff_trash_n(pub, seat), known = 0;
    bool fits = seen && history_matches(seen, pub, seat);
    if (fits)
        known = add_seen(&to, pub, &seen->seat[seat], seat, hand_n);
    for (int i = 0; i < trash_n && !fits; i++)
        add_place(&to, BELIEF_REMOVED, BELIEF_NEVER_DRAWN, NULL, NULL);
    for (int i = known; i < hand_n; i++)
        add_place(&to, BELIEF_IN_HAND, BELIEF_NEVER_DRAWN, NULL, NULL);
    for (int i = 0; i < (fits ? pub->fresh_n[seat] : pub->deck_n[seat]); i++)
        add_place(&to, i, BELIEF_NEVER_DRAWN, NULL, NULL);
    sort(place, to.n);
    return to.n;
}

/* --------------------------------------------------------------------------------------------------------- forming */

static void form_seat(struct belief_seat *of, const struct ff_edition *edition, const struct ff_public *pub,
                      const struct history *seen, int seat)
{
    struct belief_place place[FF_CARDS_MAX];
    memset(of, 0, sizeof *of);
    of->cards_n = (uint8_t)belief_list_places(pub, seen, seat, place);
    uint32_t cards = belief_hidden_cards(pub, seat);
    for (int i = 0; i < of->cards_n; i++, cards &= cards - 1)
        of->card[i] = (uint8_t)ff_lowest(cards);
    for (int i = 0; i < of->cards_n; i++) {
        of->where[i] = place[i].where;
        of->fits_n = (uint8_t)(of->fits_n + (place[i].turn != NULL));
        for (int c = 0; c < of->cards_n && place[i].turn; c++)
            of->fit[i][of->card[c]] = fit_of(edition, of->card[c], seat, &place[i]);
    }
}

void belief_build(struct belief *belief, const struct ff_edition *edition, const struct ff_view *view,
                  const struct history *seen)
{
    uint64_t fall = UINT32_MAX;
    for (int i = 0; i < 8 * BELIEF_ONE; i++) {
        belief->fall[i] = (uint32_t)fall;
        fall = fall * 4162825044u >> 32; /* e to -1/32 */
    }
    for (int seat = 0; seat < view->pub.players; seat++)
        if (seat != view->own.seat)
            form_seat(&belief->seat[seat], edition, &view->pub, seen, seat);
}

/* --------------------------------------------------------------------------------------------------------- drawing */

enum { SWAPS = 24 }; /* number of swaps to try for each place with a known history */

/* Runs the Metropolis algorithm: swaps random cards. It accepts a swap with a probability that depends on how
 * well the cards fit before and after it. */
void belief_sample_seat(const struct belief *belief, const struct belief_seat *of, struct ff_rng *rng,
                        uint8_t card[FF_CARDS_MAX])
{
    memcpy(card, of->card, sizeof of->card);
    ff_shuffle(rng, card, of->cards_n);
    for (int left = of->cards_n > 1 ? SWAPS * of->fits_n : 0; left > 0; left--) {
        uint64_t luck = ff_rng_next(rng);
        unsigned a = (unsigned)((luck & 0xffff) * of->fits_n >> 16);
        unsigned b = (unsigned)((luck >> 16 & 0xffff) * (of->cards_n - 1u) >> 16);
        b += b >= a;
        int gain = of->fit[a][card[b]] - of->fit[a][card[a]] + of->fit[b][card[a]] - of->fit[b][card[b]];
        if (gain < 0 && (-gain >= 8 * BELIEF_ONE || luck >> 32 >= belief->fall[-gain]))
            continue;
        uint8_t swapped = card[a];
        card[a] = card[b];
        card[b] = swapped;
    }
}

void belief_sample(const struct belief *belief, const struct ff_edition *edition, const struct ff_view *view,
                   struct ff_rng *rng, struct ff_game *game)
{
    const struct ff_public *pub = &view->pub;
    ff_resample(edition, view, rng, game);
    for (int seat = 0; seat < pub->players; seat++) {
        const struct belief_seat *of = &belief->seat[seat];
        uint8_t card[FF_CARDS_MAX];
        struct ff_placement placed = {.hand = shown_by(pub, seat)};
        if (seat == view->own.seat || of->fits_n == 0)
            continue;
        belief_sample_seat(belief, of, rng, card);
        for (int i = 0; i < of->cards_n; i++) {
            if (of->where[i] == BELIEF_IN_HAND)
                placed.hand |= ff_bit(card[i]);
            else if (of->where[i] == BELIEF_REMOVED)
                placed.trash |= ff_bit(card[i]);
            else
                placed.deck[of->where[i]] = card[i];
        }
        ff_place(edition, game, seat, &placed);
    }
}
