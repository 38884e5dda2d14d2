/* deck.h - a seat's deck: a queue of at most 27 cards, packed five bits a card. Private to engine/core/.
 *
 *     deck_lo  cards 0-11, the top card in the lowest bits
 *     deck_hi  cards 12-23
 *     deck_end cards 24-26
 *
 * Drawing a card shifts the whole queue down. Putting a card under the deck writes it at position deck_n. Bits beyond
 * the last card are 0, so equal decks are equal bytes. 27 is enough, because set-up draws at least 3 of 26 or 10 of 28
 * cards, and from then on a hand is emptied only by building or removing cards. */
#pragma once

#include "rules.h"

enum { CARD_BITS = 5, DECK_WORD = 12, DECK_MAX = 27 };
#define CARD_MASK 31u
#define DECK_WORD_MASK (((uint64_t)1 << DECK_WORD * CARD_BITS) - 1)

FF_INLINE int deck_card(const struct ff_hidden *hid, int seat, int i)
{
    uint64_t word = i < DECK_WORD ? hid->deck_lo[seat] : i < 2 * DECK_WORD ? hid->deck_hi[seat] : hid->deck_end[seat];
    return (int)(word >> CARD_BITS * (i % DECK_WORD) & CARD_MASK);
}

FF_INLINE void deck_put(struct ff_hidden *hid, int seat, int i, unsigned card)
{
    if (i < DECK_WORD)
        hid->deck_lo[seat] |= (uint64_t)card << CARD_BITS * i;
    else if (i < 2 * DECK_WORD)
        hid->deck_hi[seat] |= (uint64_t)card << CARD_BITS * (i - DECK_WORD);
    else
        hid->deck_end[seat] |= (uint16_t)(card << CARD_BITS * (i - 2 * DECK_WORD));
}

/* Takes n (1-3) cards off the top and returns them packed, the first in the lowest bits. */
FF_INLINE unsigned deck_take(struct ff_hidden *hid, int seat, int n)
{
    int bits = CARD_BITS * n, rest = DECK_WORD * CARD_BITS - bits;
    unsigned cards = (unsigned)(hid->deck_lo[seat] & (((uint64_t)1 << bits) - 1));
    hid->deck_lo[seat] = hid->deck_lo[seat] >> bits | (hid->deck_hi[seat] << rest & DECK_WORD_MASK);
    hid->deck_hi[seat] = hid->deck_hi[seat] >> bits | ((uint64_t)hid->deck_end[seat] << rest & DECK_WORD_MASK);
    hid->deck_end[seat] = (uint16_t)(hid->deck_end[seat] >> bits);
    return cards;
}

/* Draws up to n (1-3) cards into the hand. Returns how many, and stores them packed in *cards. */
FF_INLINE int draw_cards(struct ff_game *game, int seat, int n, unsigned *cards)
{
    struct ff_public *pub = &game->pub;
    if (n > pub->deck_n[seat])
        n = pub->deck_n[seat];
    *cards = 0;
    if (n == 0)
        return 0;
    *cards = deck_take(&game->hid, seat, n);
    for (int i = 0; i < n; i++)
        game->hid.hand[seat] |= ff_bit(*cards >> CARD_BITS * i & CARD_MASK);
    pub->hand_n[seat] = (uint8_t)(pub->hand_n[seat] + n);
    pub->deck_n[seat] = (uint8_t)(pub->deck_n[seat] - n);
    pub->fresh_n[seat] = (uint8_t)(pub->fresh_n[seat] > n ? pub->fresh_n[seat] - n : 0);
    return n;
}

/* Puts a card of the hand under the deck. */
FF_INLINE void bury_card(struct ff_game *game, int seat, int card)
{
    game->hid.hand[seat] &= ~ff_bit((unsigned)card);
    game->pub.hand_n[seat]--;
    deck_put(&game->hid, seat, game->pub.deck_n[seat]++, (unsigned)card);
}
