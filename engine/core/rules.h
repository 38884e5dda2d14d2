/* rules.h - the parts of the rules that several files of engine/core/ share, inline because the search depends on their
 * speed. Private to engine/core/.
 *
 * Counts of the three goods sit in one 16-bit word, four bits each, so a harvest is one addition and the goods that a
 * seat can sell are found with a few masks. A set of goods is such a word with 0 or 1 in each place (mask 0x111). */
#pragma once

#include "ff.h"

/* The coverage build defines FF_INLINE without always_inline, because it would count the branches of each inlined
 * copy. */
#ifndef FF_INLINE
#define FF_INLINE static inline __attribute__((always_inline)) FF_FN
#endif

#define DONE ((ff_options)1 << FF_OPTION_DONE)

/* ---------------------------------------------------------------------------------------------------------- bits */

FF_INLINE int lowest_bit(uint64_t bits)
{
#ifdef __CUDA_ARCH__
    return __ffsll((long long)bits) - 1;
#else
    return __builtin_ctzll(bits);
#endif
}

/* Counts the set bits. The last variant is for targets without an instruction that counts bits. There the compiler
 * would call a library function. */
FF_INLINE int popcount(uint64_t bits)
{
#if defined(__CUDA_ARCH__)
    return __popcll(bits);
#elif defined(__POPCNT__) || defined(__wasm__)
    return __builtin_popcountll(bits);
#else
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(bits * 0x0101010101010101u >> 56);
#endif
}

/* ---------------------------------------------------------------------------------------------------------- ranges */

FF_INLINE bool is_seat(const struct ff_public *pub, int seat) { return (unsigned)seat < pub->players; }
FF_INLINE bool is_card(int card) { return (unsigned)card < FF_CARDS_MAX; }

/* -------------------------------------------------------------------------------------------------- cards in play */

FF_INLINE unsigned extra_left(const struct ff_public *pub, int seat) { return pub->extra >> 3 * seat & 7u; } /* R3.2 */

FF_INLINE ff_goods card_yield(int card)
{
    static const ff_goods yields[FF_CARDS_MAX] = {
#define X(id, name, yield) yield,
        FF_CARD_TABLE(X)
#undef X
    };
    return yields[card];
}

/* Returns the yield of the card on a space, or of its printed field if nothing was built there (R0.3). */
FF_INLINE ff_goods space_yield(const struct ff_edition *edition, int space, int card)
{
    if (card != FF_NO_CARD)
        return card_yield(card);
    return space < FF_PRINTED_FIRST ? (ff_goods)0 : ff_goods_n(edition->printed[space - FF_PRINTED_FIRST], 1);
}

/* Returns the palace price, which rises whenever as many parts have been built as there are players (R6.5). Instead of
 * dividing, it multiplies, which is faster and exact for up to 30 parts. */
FF_INLINE int palace_price(const struct ff_public *pub)
{
    static const uint8_t inverse[FF_PLAYERS_MAX + 1] = {0, 0, 128, 86, 64, 52}; /* 256 / players, rounded up */
    return FF_PALACE_PRICE_FIRST + FF_PALACE_PRICE_RISE * (pub->palaces * inverse[pub->players] >> 8);
}

FF_INLINE int discount(const struct ff_public *pub, int seat) { return ff_crane_saves(pub->active[seat]); }

/* Returns the cost of a card (R6.4, R6.5). The Crane never discounts itself, because a visible Crane is not in the
 * hand. */
FF_INLINE int cost_of(const struct ff_edition *edition, const struct ff_public *pub, int seat, int card)
{
    int cost = (ff_is_palace(card) ? palace_price(pub) : edition->cost[card]) - discount(pub, seat);
    return cost < 0 ? 0 : cost;
}

/* --------------------------------------------------------------------------------------------------------- goods */

FF_INLINE ff_goods nonzero(ff_goods goods)
{
    return (ff_goods)((goods | goods >> 1 | goods >> 2 | goods >> 3) & 0x111);
}

/* Returns the goods with a price above 0 at a brewery (R5.2): their step is at least the number of steps of price 0.
 * Adding sell_bias compares the three lower bits by a carry into the fourth bit. sell_high says whether the carry and
 * the step's own fourth bit must both be set or one of them is enough. */
FF_INLINE ff_goods priced(const struct ff_edition *edition, const struct ff_public *pub, int brewery)
{
    unsigned step = pub->step[brewery], low = (step & 0x777) + edition->sell_bias;
    return (ff_goods)(((low & step) | (edition->sell_high & (low | step))) >> 3 & 0x111);
}

/* Returns the goods that a seat has and can sell at a brewery without an exchange. */
FF_INLINE ff_goods sellable(const struct ff_edition *edition, const struct ff_public *pub, int seat, int brewery)
{
    return nonzero(pub->goods[seat]) & priced(edition, pub, brewery);
}

/* Returns whether a seat can sell anything at a brewery. With the Market it can sell any of its goods if at least one
 * good has a price above 0 there (R5.2, R5.5). */
FF_INLINE bool sells(const struct ff_edition *edition, const struct ff_public *pub, int seat, int brewery)
{
    ff_goods prices = priced(edition, pub, brewery), goods = pub->goods[seat];
    return ff_has(pub->active[seat], FF_MARKET) ? goods && prices : (nonzero(goods) & prices) != 0;
}

/* Returns the income that does not depend on the goods sold: from banks and the Tour guide (R5.4). */
FF_INLINE unsigned steady_income(uint32_t active)
{
    unsigned income =
        (ff_has(active, FF_BANK1) ? FF_BANK1_COINS : 0u) + (ff_has(active, FF_BANK2) ? FF_BANK2_COINS : 0u);
    if (ff_has(active, FF_GUIDE))
        income += FF_GUIDE_COINS * (unsigned)popcount(active & FF_PALACE_CARDS);
    return income;
}

/* R5.6, R5.7 */
FF_INLINE unsigned disc_space(uint32_t active, unsigned income)
{
    if (ff_has(active, FF_MAGISTRATE))
        income = income > FF_MAGISTRATE_SPACES ? income - FF_MAGISTRATE_SPACES : 0;
    return income > FF_TRACK_END ? (unsigned)FF_TRACK_END : income;
}

/* Lists the seats with a disc on the next track, the lowest first (R2.2). Discs arrive in the order of play, so of two
 * discs on one space the later one is on top and comes first. */
FF_INLINE int next_order(const struct ff_public *pub, uint8_t order[FF_PLAYERS_MAX])
{
    int n = 0;
    for (int i = 0; i < pub->players; i++) {
        int seat = pub->order[i], at = n;
        if (pub->disc_next[seat] == FF_NO_DISC)
            continue;
        for (; at > 0 && pub->disc_next[order[at - 1]] >= pub->disc_next[seat]; at--)
            order[at] = order[at - 1];
        order[at] = (uint8_t)seat;
        n++;
    }
    return n;
}

/* R9.1, R9.3 */
FF_INLINE bool is_last_round(const struct ff_edition *edition, const struct ff_public *pub)
{
    for (int seat = 0; seat < pub->players; seat++)
        if ((pub->active[seat] & FF_PALACE_CARDS) == FF_PALACE_CARDS)
            return true;
    return pub->round >= edition->round_limit;
}

/* ------------------------------------------------------------------------------------------------ options by stage */

FF_INLINE ff_options brewery_options(const struct ff_edition *edition, const struct ff_public *pub, int seat)
{
    ff_options options = DONE;
    for (int b = 0; b < pub->players; b++)
        options |= (ff_options)sells(edition, pub, seat, b) << b;
    return options;
}

/* Returns the options of the Market (R5.5). The good into which tokens are exchanged needs a price above 0, their own
 * good does not (R5.2). A seat that chose a brewery must sell at least one token there, so "no exchange" is missing if
 * only exchanged tokens can be sold. */
FF_INLINE ff_options market_options(const struct ff_edition *edition, const struct ff_public *pub, int seat)
{
    ff_goods to_set = priced(edition, pub, pub->brewery);
    ff_options options = (nonzero(pub->goods[seat]) & to_set) != 0;
    for (unsigned from = 0; from < FF_GOODS; from++) {
        unsigned have = ff_count(pub->goods[seat], from);
        ff_options counts = have >= FF_MARKET_MAX ? 7 : ((ff_options)1 << have) - 1;
        for (unsigned to = 0; to < FF_GOODS; to++)
            if (to != from && ff_count(to_set, to))
                options |= counts << ff_market_of(from, to, 1);
    }
    return options;
}

/* Returns the options for how many tokens of one good to sell. A seat that chose a brewery must sell at least one token
 * there, so the number of the last good must not be 0 if nothing was sold before. */
FF_INLINE ff_options sell_options(const struct ff_edition *edition, const struct ff_public *pub, int seat, int good)
{
    ff_options options = ((ff_options)2 << ff_count(pub->goods[seat], (unsigned)good)) - 1;
    bool last = sellable(edition, pub, seat, pub->brewery) >> 4 * (good + 1) == 0;
    return pub->tally == 0 && last ? options & ~(ff_options)1 : options;
}

FF_INLINE ff_options office_options(const struct ff_public *pub)
{
    ff_goods sold = nonzero(pub->tally);
    return (ff_options)((sold & 1) | (sold >> 3 & 2) | (sold >> 6 & 4) | 1 << FF_OPTION_NO_OFFICE);
}

/* Returns the spaces without a Palace part (R6.2). */
FF_INLINE unsigned free_spaces(const struct ff_public *pub, int seat)
{
    unsigned spaces = 0;
    for (int s = 0; s < FF_SPACES; s++)
        spaces |= (unsigned)!ff_is_palace(pub->board[seat][s]) << s;
    return spaces;
}

FF_INLINE ff_options space_options(const struct ff_public *pub, int seat, int card)
{
    unsigned spaces = free_spaces(pub, seat);
    if (pub->mode == FF_EXPERT && ff_is_palace(card))
        spaces &= 1u << (card - FF_PALACE1); /* R6.6 */
    return spaces;
}

/* Returns the cards that the seat can afford (R6.1). */
FF_INLINE uint32_t affordable(const struct ff_edition *edition, const struct ff_public *pub, int seat)
{
    int purse = pub->coins[seat] + discount(pub, seat);
    uint32_t cards = edition->within[purse > FF_COST_MAX ? FF_COST_MAX : purse];
    return purse >= palace_price(pub) ? cards | FF_PALACE_CARDS : cards;
}

/* Returns the cards that the seat could build if it held them, as far as public facts show: those that it has not built
 * yet and can afford. With six Palace parts no space is left (R6.2). With fewer, every card has a space, because in the
 * expert game no other part can lie on a part's space (R6.6). */
FF_INLINE uint32_t buildable(const struct ff_edition *edition, const struct ff_public *pub, int seat)
{
    if ((pub->active[seat] & FF_PALACE_CARDS) == FF_PALACE_CARDS)
        return 0;
    return affordable(edition, pub, seat) & ff_cards_of(pub->mode) & ~pub->built[seat];
}

FF_INLINE ff_options build_options(const struct ff_edition *edition, const struct ff_public *pub, int seat,
                                   uint32_t hand)
{
    return (hand & buildable(edition, pub, seat)) | DONE;
}

/* Returns whether the seat is asked what to build. It is not asked if public facts rule out every build (R10.2a). */
FF_INLINE bool build_asked(const struct ff_edition *edition, const struct ff_public *pub, int seat)
{
    return pub->hand_n[seat] && buildable(edition, pub, seat);
}

FF_INLINE ff_options store_options(const struct ff_public *pub, int seat, int good)
{
    unsigned have = ff_count(pub->goods[seat], (unsigned)good);
    return ((ff_options)2 << (have < pub->left ? have : pub->left)) - 1;
}

/* Returns the options of a discard (R7.1 to R7.3): at least one card stays in the hand, unless the seat removed all. */
FF_INLINE ff_options discard_options(const struct ff_public *pub, int seat, uint32_t hand)
{
    int n = pub->hand_n[seat];
    ff_options options = n >= 2 ? hand : 0;
    if (pub->left)
        options |= (ff_options)hand << FF_OPTION_TRASH;
    if (n <= ff_keep_max(pub->active[seat]))
        options |= DONE;
    return options;
}
