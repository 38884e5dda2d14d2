/* facts.c - small answers about a position, for front ends and bots. */
#include "deck.h"

FF_FN int ff_first_seat(unsigned mask) { return lowest_bit(mask); }

FF_FN int ff_option_nth(ff_options options, int n)
{
    while (n-- > 0)
        options &= options - 1;
    return lowest_bit(options);
}

FF_FN int ff_popcount(uint64_t bits) { return popcount(bits); }

FF_FN int ff_turn_seat(const struct ff_public *pub) { return pub->order[pub->turn]; }

FF_FN int ff_trash_n(const struct ff_public *pub, int seat)
{
    return ff_cards_n(pub->mode) - pub->hand_n[seat] - pub->deck_n[seat] - popcount(pub->built[seat]);
}

FF_FN int ff_palace_price(const struct ff_public *pub) { return palace_price(pub); }

FF_FN int ff_palace_markers(const struct ff_public *pub) { return pub->palaces % pub->players; }

FF_FN int ff_palace_parts(const struct ff_public *pub, int seat)
{
    return popcount(pub->active[seat] & FF_PALACE_CARDS);
}

FF_FN int ff_cost(const struct ff_edition *edition, const struct ff_public *pub, int seat, int card)
{
    return cost_of(edition, pub, seat, card);
}

FF_FN int ff_price(const struct ff_edition *edition, const struct ff_public *pub, int brewery, int good)
{
    return edition->price[ff_count(pub->step[brewery], (unsigned)good)];
}

FF_FN int ff_keep_max(const struct ff_public *pub, int seat) { return 1 + pair_bits(pub->active[seat], FF_TOWNHALL1); }

FF_FN int ff_deck_card(const struct ff_game *game, int seat, int i) { return deck_card(&game->hid, seat, i); }

/* R9.2: of those with a whole palace, the most coins. */
FF_FN void ff_result(const struct ff_public *pub, struct ff_result *result)
{
    unsigned winners = 0;
    int best = -1;
    for (int seat = 0; seat < pub->players; seat++) {
        if (ff_palace_parts(pub, seat) < FF_PALACE_PARTS || pub->coins[seat] < best)
            continue;
        winners = (pub->coins[seat] > best ? 0 : winners) | 1u << seat;
        best = pub->coins[seat];
    }
    result->over = pub->stage == FF_STAGE_OVER;
    result->palace = result->over && winners != 0;
    result->winners = (uint8_t)(result->over ? winners : 0);
}
