/* position_facts.c - computes facts about a position, such as prices and places, for front ends and bots. */
#include "deck.h"

FF_FN int ff_lowest(uint64_t bits) { return bits ? lowest_bit(bits) : 64; }

#define EACH_BYTE 0x0101010101010101u

/* Counts how many of eight running totals (one per byte, all below 128) are at most n. */
FF_INLINE int totals_up_to(uint64_t totals, int n)
{
    return popcount((((uint64_t)n * EACH_BYTE | 0x80 * EACH_BYTE) - totals) & 0x80 * EACH_BYTE);
}

/* Has no loop, because the number of iterations would be random and a mispredicted branch costs more than this
 * arithmetic. The running totals of set bits per byte give the byte that contains the n-th bit. The running totals
 * within that byte give the bit. */
FF_FN int ff_option_nth(ff_options options, int n)
{
    uint64_t pairs = options - (options >> 1 & 0x55 * EACH_BYTE);
    uint64_t nibbles = (pairs & 0x33 * EACH_BYTE) + (pairs >> 2 & 0x33 * EACH_BYTE);
    uint64_t totals = ((nibbles + (nibbles >> 4)) & 0x0f * EACH_BYTE) * EACH_BYTE;
    int at = 8 * totals_up_to(totals, n);
    int rank = (int)((unsigned)n - (unsigned)(totals << 8 >> (at & 63) & 0xff));
    uint64_t bits = (options >> (at & 63) & 0xff) * EACH_BYTE & 0x8040201008040201u; /* byte i keeps only bit i */
    uint64_t ones = (bits + 0x7f * EACH_BYTE) >> 7 & EACH_BYTE;
    return at + totals_up_to(ones * EACH_BYTE, rank);
}

FF_FN int ff_popcount(uint64_t bits) { return popcount(bits); }

FF_FN int ff_turn_seat(const struct ff_public *pub) { return pub->order[pub->turn]; }

FF_FN bool ff_is_own_step(const struct ff_public *pub, int seat)
{
    return pub->owe == 0 && ff_is_turn(pub->stage) && ff_turn_seat(pub) == seat;
}

FF_FN int ff_trash_n(const struct ff_public *pub, int seat)
{
    if (!is_seat(pub, seat))
        return 0;
    return ff_cards_n(pub->mode) - pub->hand_n[seat] - pub->deck_n[seat] - popcount(pub->built[seat]);
}

FF_FN int ff_palace_price(const struct ff_public *pub) { return palace_price(pub); }

FF_FN int ff_palace_markers(const struct ff_public *pub) { return pub->palaces % pub->players; }

FF_FN int ff_palace_parts(const struct ff_public *pub, int seat)
{
    return is_seat(pub, seat) ? popcount(pub->active[seat] & FF_PALACE_CARDS) : 0;
}

FF_FN int ff_cost(const struct ff_edition *edition, const struct ff_public *pub, int seat, int card)
{
    return is_seat(pub, seat) && is_card(card) ? cost_of(edition, pub, seat, card) : 0;
}

/* Returns whether the good exists and the brewery is open. As many breweries are open as there are players (R1.1). */
FF_FN static bool is_priced(const struct ff_public *pub, int brewery, int good)
{
    return (unsigned)brewery < pub->players && (unsigned)good < FF_GOODS;
}

FF_FN int ff_price(const struct ff_edition *edition, const struct ff_public *pub, int brewery, int good)
{
    return is_priced(pub, brewery, good) ? edition->price[ff_count(pub->step[brewery], (unsigned)good)] : 0;
}

FF_FN int ff_step_next(const struct ff_edition *edition, const struct ff_public *pub, int brewery, int good)
{
    if (!is_priced(pub, brewery, good))
        return 0;
    unsigned top = edition->steps_n - 1u;
    unsigned step = ff_count(pub->step[brewery], (unsigned)good) + ff_count(pub->room[brewery], (unsigned)good);
    return (int)(step < top ? step : top);
}

FF_FN int ff_price_next(const struct ff_edition *edition, const struct ff_public *pub, int brewery, int good)
{
    return is_priced(pub, brewery, good) ? edition->price[ff_step_next(edition, pub, brewery, good)] : 0;
}

FF_FN ff_goods ff_prices(const struct ff_edition *edition, const struct ff_public *pub, int brewery)
{
    return ff_goods_of((unsigned)ff_price(edition, pub, brewery, 0), (unsigned)ff_price(edition, pub, brewery, 1),
                       (unsigned)ff_price(edition, pub, brewery, 2));
}

FF_FN ff_goods ff_prices_next(const struct ff_edition *edition, const struct ff_public *pub, int brewery)
{
    return ff_goods_of((unsigned)ff_price_next(edition, pub, brewery, 0),
                       (unsigned)ff_price_next(edition, pub, brewery, 1),
                       (unsigned)ff_price_next(edition, pub, brewery, 2));
}

FF_FN ff_goods ff_steps_next(const struct ff_edition *edition, const struct ff_public *pub, int brewery)
{
    return ff_goods_of((unsigned)ff_step_next(edition, pub, brewery, 0),
                       (unsigned)ff_step_next(edition, pub, brewery, 1),
                       (unsigned)ff_step_next(edition, pub, brewery, 2));
}

FF_FN bool ff_is_last_round(const struct ff_edition *edition, const struct ff_public *pub)
{
    return is_last_round(edition, pub);
}

FF_FN int ff_next_order(const struct ff_public *pub, uint8_t order[FF_PLAYERS_MAX]) { return next_order(pub, order); }

FF_FN ff_goods ff_space_yield(const struct ff_edition *edition, int space, int card)
{
    bool exists = (unsigned)space < FF_SPACES && (is_card(card) || card == FF_NO_CARD);
    return exists ? space_yield(edition, space, card) : (ff_goods)0;
}

FF_FN int ff_steady_income(uint32_t active) { return (int)steady_income(active); }

FF_FN int ff_disc_space(uint32_t active, int income)
{
    return income < 0 ? 0 : (int)disc_space(active, (unsigned)income);
}

FF_FN int ff_extra_left(const struct ff_public *pub, int seat)
{
    return is_seat(pub, seat) ? (int)extra_left(pub, seat) : 0;
}

FF_FN int ff_deck_card(const struct ff_game *game, int seat, int i)
{
    bool exists = is_seat(&game->pub, seat) && (unsigned)i < game->pub.deck_n[seat];
    return exists ? deck_card(&game->hid, seat, i) : FF_NO_CARD;
}

/* Of the seats with a complete palace, those with the most coins win (R9.2). */
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
