/* encode.c - encodes actions as numbers, options as masks and views as tensors. */
#include "bots/ai/features.h"
#include "bots/batch/batch.h"

#include <string.h>

_Static_assert((int)BATCH_FEATURES_MAX == (int)FEATURES_ACTIVE_MAX, "room for all features");
const uint16_t batch_features_n = FEATURES_N;

static const uint8_t stage_first[FF_STAGE_DEAL + 1] = {
#define X(stage, n) BATCH_##stage,
    BATCH_ACTION_TABLE(X)
#undef X
        BATCH_ACTIONS,
};

static bool has_done(int stage)
{
    return stage == FF_STAGE_DRAW || stage == FF_STAGE_BREWERY || stage == FF_STAGE_BUILD || stage == FF_STAGE_DISCARD;
}

ff_action batch_action(unsigned number)
{
    if (number >= BATCH_ACTIONS)
        return BATCH_NO_ACTION;
    int stage = 0;
    while (number >= stage_first[stage + 1])
        stage++;
    if (has_done(stage) && number + 1 == stage_first[stage + 1])
        return ff_action_of((unsigned)stage, FF_OPTION_DONE);
    return ff_action_of((unsigned)stage, number - stage_first[stage]);
}

unsigned batch_action_number(ff_action action)
{
    unsigned stage = ff_action_stage(action), option = ff_action_option(action);
    if (stage >= FF_STAGE_DEAL)
        return BATCH_ACTIONS;
    unsigned n = (unsigned)stage_first[stage + 1] - stage_first[stage];
    if (has_done((int)stage))
        return option == FF_OPTION_DONE ? stage_first[stage + 1] - 1u
               : option < n - 1         ? stage_first[stage] + option
                                        : BATCH_ACTIONS;
    return option < n ? stage_first[stage] + option : BATCH_ACTIONS;
}

int batch_action_numbers(int stage, ff_options options, uint16_t numbers[BATCH_OPTIONS_MAX])
{
    int n = 0;
    if ((unsigned)stage < FF_STAGE_DEAL)
        for (; options; options &= options - 1) {
            unsigned number = batch_action_number(ff_action_of((unsigned)stage, (unsigned)ff_lowest(options)));
            if (number < BATCH_ACTIONS)
                numbers[n++] = (uint16_t)number;
        }
    return n;
}

/* Spreads 8 bits to 8 bytes of 0 or 1. Each byte keeps one bit, and an addition carries that bit into the byte's top
 * bit. */
static uint64_t spread(uint64_t bits)
{
    const uint64_t ones = 0x0101010101010101u, diagonal = 0x8040201008040201u;
    return (((bits & 255) * ones & diagonal) + (ones * 128 - diagonal)) >> 7 & ones;
}

static void put_bits(uint8_t *to, uint64_t bits, unsigned n)
{
    for (; n >= 8; n -= 8, to += 8, bits >>= 8) {
        uint64_t bytes = spread(bits);
        memcpy(to, &bytes, 8);
    }
    for (; n; n--, bits >>= 1)
        *to++ = bits & 1;
}

void batch_put_mask(int stage, ff_options options, uint8_t mask[BATCH_ACTIONS])
{
    memset(mask, 0, BATCH_ACTIONS);
    if ((unsigned)stage >= FF_STAGE_DEAL)
        return;
    unsigned first = stage_first[stage], n = stage_first[stage + 1] - first;
    if (has_done(stage))
        options = (options & ~((ff_options)1 << FF_OPTION_DONE)) | (options >> FF_OPTION_DONE & 1) << (n - 1);
    put_bits(mask + first, options, n);
}

/* ----------------------------------------------------------------------------------------------------------- tensor */

/* Offsets of the parts within their block. */
enum {
#define X(name, n, meaning) OWN_##name, OWN_##name##_last = OWN_##name + (n)-1,
    BATCH_TENSOR_TABLE(X)
#undef X
};
enum {
#define X(name, n, meaning) PLAYER_##name, PLAYER_##name##_last = PLAYER_##name + (n)-1,
    BATCH_TENSOR_PLAYER_TABLE(X)
#undef X
};
enum {
#define X(name, n, meaning) BREWERY_##name, BREWERY_##name##_last = BREWERY_##name + (n)-1,
    BATCH_TENSOR_BREWERY_TABLE(X)
#undef X
};
enum { PLAYERS_FIRST = BATCH_TENSOR_OWN, BREWERIES_FIRST = PLAYERS_FIRST + FF_PLAYERS_MAX * BATCH_TENSOR_PLAYER };

int batch_tensor_parts(const struct batch_part **parts)
{
    static const struct batch_part table[] = {
#define X(name, n, meaning) {"", #name, meaning, OWN_##name, n, 0},
        BATCH_TENSOR_TABLE(X)
#undef X
#define X(name, n, meaning) {"player", #name, meaning, PLAYERS_FIRST + PLAYER_##name, n, BATCH_TENSOR_PLAYER},
            BATCH_TENSOR_PLAYER_TABLE(X)
#undef X
#define X(name, n, meaning) {"brewery", #name, meaning, BREWERIES_FIRST + BREWERY_##name, n, BATCH_TENSOR_BREWERY},
                BATCH_TENSOR_BREWERY_TABLE(X)
#undef X
    };
    *parts = table;
    return sizeof table / sizeof *table;
}

static void put_goods(uint8_t *to, ff_goods goods)
{
    to[0] = goods & 15;
    to[1] = goods >> 4 & 15;
    to[2] = goods >> 8 & 15;
}

static void put_own(const struct ff_edition *edition, const struct ff_view *view, uint8_t *to)
{
    const struct ff_public *pub = &view->pub;
    const int seat = view->own.seat;
    if (pub->stage < FF_STAGE_DEAL)
        to[OWN_stage + pub->stage] = 1;
    to[OWN_players + pub->players - FF_PLAYERS_MIN] = 1;
    to[OWN_expert] = pub->mode == FF_EXPERT;
    to[OWN_round] = pub->round;
    to[OWN_palaces] = pub->palaces;
    to[OWN_palace_price] = (uint8_t)ff_palace_price(pub);
    to[OWN_extra] = (uint8_t)ff_extra_left(pub, seat);
    to[OWN_left] = pub->left;
    if (pub->stage == FF_STAGE_SPACE)
        to[OWN_place + pub->card] = 1;
    if (ff_is_sale(pub->stage))
        to[OWN_brewery + pub->brewery] = 1;
    to[OWN_market] = pub->market;
    put_goods(to + OWN_tally, pub->tally);
    put_bits(to + OWN_hand, view->own.hand, FF_CARDS_MAX);
    put_bits(to + OWN_trash, view->own.trash, FF_CARDS_MAX);
    for (int i = 0; i < view->own.known_n; i++)
        to[OWN_known + view->own.known[i]] = (uint8_t)(i + 1);
    for (int card = 0; card < FF_CARDS_MAX; card++)
        to[OWN_cost + card] = (uint8_t)ff_cost(edition, pub, seat, card);
}

static void put_player(const struct ff_public *pub, int seat, uint8_t *to)
{
    to[PLAYER_present] = 1;
    to[PLAYER_owes] = pub->owe >> seat & 1;
    to[PLAYER_coins] = (uint8_t)(pub->coins[seat] < 255 ? pub->coins[seat] : 255);
    to[PLAYER_hand_n] = pub->hand_n[seat];
    to[PLAYER_deck_n] = pub->deck_n[seat];
    to[PLAYER_fresh_n] = pub->fresh_n[seat];
    to[PLAYER_trash_n] = (uint8_t)ff_trash_n(pub, seat);
    to[PLAYER_disc_now] = pub->disc_now[seat];
    to[PLAYER_disc_next] = pub->disc_next[seat];
    put_goods(to + PLAYER_goods, pub->goods[seat]);
    put_goods(to + PLAYER_yield, pub->yield[seat]);
    put_bits(to + PLAYER_active, pub->active[seat], FF_CARDS_MAX);
    put_bits(to + PLAYER_built, pub->built[seat], FF_CARDS_MAX);
    for (int space = 0; space < FF_SPACES; space++)
        to[PLAYER_board + space] = (uint8_t)(pub->board[seat][space] + 1);
}

static void put_brewery(const struct ff_edition *edition, const struct ff_public *pub, int brewery, uint8_t *to)
{
    put_goods(to + BREWERY_step, pub->step[brewery]);
    for (int good = 0; good < FF_GOODS; good++)
        to[BREWERY_price + good] = (uint8_t)ff_price(edition, pub, brewery, good);
    put_goods(to + BREWERY_room, pub->room[brewery]);
    put_goods(to + BREWERY_demand, pub->demand[brewery]);
}

void batch_put_tensor(const struct ff_edition *edition, const struct ff_view *view, uint8_t tensor[BATCH_TENSOR])
{
    const struct ff_public *pub = &view->pub;
    const int n = pub->players, own = view->own.seat < n ? view->own.seat : 0;
    uint8_t *players = tensor + PLAYERS_FIRST;
    memset(tensor, 0, BATCH_TENSOR);
    put_own(edition, view, tensor);
    for (int seat = 0; seat < n; seat++)
        put_player(pub, seat, players + (seat + n - own) % n * BATCH_TENSOR_PLAYER);
    for (int place = 0; place < n; place++)
        players[(pub->order[place] + n - own) % n * BATCH_TENSOR_PLAYER + PLAYER_order] = (uint8_t)(place + 1);
    for (int brewery = 0; brewery < n; brewery++)
        put_brewery(edition, pub, brewery, tensor + BREWERIES_FIRST + brewery * BATCH_TENSOR_BREWERY);
}

void batch_put_features(const struct ff_edition *edition, const struct ff_view *view,
                        uint16_t features[BATCH_FEATURES_MAX])
{
    struct features held;
    features_compute_with_equal_opponents(edition, view, &held);
    for (int n = features_list(&held, features); n < BATCH_FEATURES_MAX; n++)
        features[n] = FEATURES_N;
}
