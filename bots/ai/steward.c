/* steward.c - the hand-written player: its decisions, stage by stage, and its styles. steward.h explains its
 * evaluation. */
#include "bots/ai/bots.h"
#include "bots/ai/steward_internal.h"

/* Returns the gain of having the card in the hand `rounds` (in 1/GRAINS) from now. */
static int wanted(const struct steward_outlook *outlook, const struct steward_board *board, int card, int rounds)
{
    return steward_build_gain(outlook, board, card, steward_max(0, outlook->horizon - rounds));
}

/* Returns the number of rounds (in 1/GRAINS) until a card that is buried now is drawn again. */
static int way_back(const struct steward_outlook *outlook)
{
    return outlook->view->pub.deck_n[outlook->seat] * GRAINS / outlook->draws;
}

/* Returns the card of the set that gains most (or least) if it is drawn again after `rounds`. */
static int extreme(const struct steward_outlook *outlook, uint32_t cards, int rounds, bool most)
{
    struct steward_board board;
    int best = 0, choice = ff_lowest(cards);
    steward_board_of(&outlook->view->pub, outlook->seat, &board);
    for (uint32_t rest = cards; rest; rest &= rest - 1) {
        int card = ff_lowest(rest), want = wanted(outlook, &board, card, rounds);
        want = most ? want : -want;
        if (rest == cards || want > best) {
            best = want;
            choice = card;
        }
    }
    return choice;
}

/* Returns the gain of keeping a card for the next turn. Reduces it if the card will not be affordable then. Increases
 * it for a Palace part by the time that the part would spend in the deck. */
static int worth_keeping(const struct steward_outlook *outlook, const struct steward_board *board, int card)
{
    const struct ff_public *pub = &outlook->view->pub;
    int purse = pub->coins[outlook->seat] + steward_income_per_round(outlook, board->active, board->yield) / GRAINS;
    int want = wanted(outlook, board, card, GRAINS);
    if (want > 0 && ff_cost(outlook->edition, pub, outlook->seat, card) > purse)
        want /= 4;
    return ff_is_palace(card) ? want + way_back(outlook) * outlook->style->part_keep / GRAINS : want;
}

static uint32_t to_keep(const struct steward_outlook *outlook, int n)
{
    struct steward_board board;
    int worth[FF_CARDS_MAX];
    uint32_t hand = outlook->view->own.hand, keep = 0;
    steward_board_of(&outlook->view->pub, outlook->seat, &board);
    for (uint32_t rest = hand; rest; rest &= rest - 1)
        worth[ff_lowest(rest)] = worth_keeping(outlook, &board, ff_lowest(rest));
    for (; n > 0 && hand & ~keep; n--) {
        int best = ff_lowest(hand & ~keep);
        for (uint32_t rest = hand & ~keep; rest; rest &= rest - 1)
            if (worth[ff_lowest(rest)] > worth[best])
                best = ff_lowest(rest);
        keep |= ff_bit((unsigned)best);
    }
    return keep;
}

/* Returns the next card to put under the deck: the one that gains most when it is drawn again. */
static unsigned choose_bury(const struct steward_outlook *outlook, uint32_t cards)
{
    return (unsigned)extreme(outlook, cards, way_back(outlook), true);
}

/* Chooses a discard. If possible, removes a card that would gain nothing when drawn again, because such a card only
 * slows down the deck. */
static unsigned choose_discard(const struct steward_outlook *outlook, ff_options legal)
{
    const struct ff_public *pub = &outlook->view->pub;
    uint32_t hand = outlook->view->own.hand;
    uint32_t rest = hand & ~to_keep(outlook, ff_keep_max(pub->active[outlook->seat]));
    uint32_t useless = rest & ~FF_PALACE_CARDS;
    if (useless && legal >> FF_OPTION_TRASH & useless)
        return FF_OPTION_TRASH + (unsigned)extreme(outlook, useless, way_back(outlook), false);
    if (rest)
        return choose_bury(outlook, rest);
    return FF_OPTION_DONE;
}

static unsigned choose_keep(const struct steward_outlook *outlook)
{
    uint32_t hand = outlook->view->own.hand;
    return choose_bury(outlook, hand & ~to_keep(outlook, 1));
}

/* Draws an extra card almost always. The exception is a known Palace part that the seat cannot pay for this turn:
 * if the seat draws the part next turn instead, it need not bury the part. */
static unsigned choose_draw(const struct steward_outlook *outlook)
{
    const struct ff_public *pub = &outlook->view->pub;
    const struct ff_private *own = &outlook->view->own;
    int seat = outlook->seat;
    if (pub->fresh_n[seat] || own->known_n == 0 || !ff_is_palace(own->known[0]))
        return FF_OPTION_DRAW;
    int parts = ff_popcount(own->hand & FF_PALACE_CARDS);
    int purse = pub->coins[seat] + steward_income_per_round(outlook, pub->active[seat], pub->yield[seat]) / GRAINS;
    int price = ff_cost(outlook->edition, pub, seat, own->known[0]);
    return parts < 2 && purse >= (parts + 1) * price ? FF_OPTION_DRAW : FF_OPTION_DONE;
}

static unsigned choose_build(const struct steward_outlook *outlook)
{
    struct build_plans plans;
    int value, coins = outlook->view->pub.coins[outlook->seat];
    steward_make_build_plans(outlook, coins, NO_BUILD, &plans);
    const struct build_plan *plan = steward_best_build_plan(outlook, &plans, coins, &value);
    return plan->card[0] == NO_BUILD ? FF_OPTION_DONE : plan->card[0];
}

static unsigned choose_space(const struct steward_outlook *outlook)
{
    struct build_plans plans;
    int value, coins = outlook->view->pub.coins[outlook->seat];
    steward_make_build_plans(outlook, coins, outlook->view->pub.card, &plans);
    return steward_best_build_plan(outlook, &plans, coins, &value)->space[0];
}

unsigned steward_choose(const struct steward_style *style, const struct bot_task *task)
{
    struct steward_outlook outlook;
    steward_assess_view(style, task, &outlook);
    switch (task->view->pub.stage) {
    case FF_STAGE_KEEP: return choose_keep(&outlook);
    case FF_STAGE_DRAW: return choose_draw(&outlook);
    case FF_STAGE_BUILD: return choose_build(&outlook);
    case FF_STAGE_SPACE: return choose_space(&outlook);
    case FF_STAGE_DISCARD: return choose_discard(&outlook, task->legal);
    case FF_STAGE_STORE_HOPS:
    case FF_STAGE_STORE_BARLEY:
    case FF_STAGE_STORE_WATER: return steward_choose_goods_to_store(&outlook, task->legal);
    default: return steward_choose_sale(&outlook, task->legal);
    }
}

/* The weights of the default style. Each was tuned by trying small changes in games against the previous weights, with
 * 2 to 5 players and in both modes. */
const struct steward_style steward_plain = {
    .growth = 61,
    .patience = 0,
    .own_clock = 4,
    .field = 15,
    .bank = 14,
    .now = 11,
    .surplus = 16,
    .second = 4,
    .office = 12,
    .market = 15,
    .warehouse = 16,
    .magistrate = 12,
    .crane = 13,
    .guide = 6,
    .lab = 8,
    .townhall = 7,
    .scavenger = 20,
    .part = 32,
    .part_late = 50,
    .part_next = 16,
    .last_space = 6,
    .haste = 130,
    .spare = 7,
    .part_keep = 11,
    .keep = 10,
    .price = 6,
    .place = 7,
    .carry = 5,
    .coin = 1,
};

/* The farmer builds fields until later in the game, and few banks. */
static struct steward_style farmer(void)
{
    struct steward_style style = steward_plain;
    style.field = 18;
    style.bank = 4;
    style.patience = 16;
    return style;
}

/* The banker prefers income that does not depend on prices. */
static struct steward_style banker(void)
{
    struct steward_style style = steward_plain;
    style.bank = 23;
    return style;
}

/* The rusher builds Palace parts early, while they are cheap. */
static struct steward_style rusher(void)
{
    struct steward_style style = steward_plain;
    style.part = 140;
    style.part_late = 60;
    return style;
}

/* The novice ignores other players and does not plan for the cards in its hand. */
static struct steward_style novice(void)
{
    struct steward_style style = steward_plain;
    style.patience = 40;
    style.haste = 80;
    style.keep = style.part_keep = 2;
    style.price = style.place = 0;
    return style;
}

struct memory {
    unsigned option;
};
_Static_assert(sizeof(struct memory) <= STEWARD_MEMORY, "as the header says");

static void answer(const void *memory, struct bot_answer *answer)
{
    *answer = (struct bot_answer){.option = ((const struct memory *)memory)->option};
}

/* A bot that plays a style. */
#define STEWARD_BOT(NAME, STYLE, ABOUT)                                                                                \
    static void begin_##NAME(void *memory, const struct bot_task *task)                                                \
    {                                                                                                                  \
        const struct steward_style style = STYLE;                                                                      \
        ((struct memory *)memory)->option = steward_choose(&style, task);                                              \
    }                                                                                                                  \
    const struct bot bot_##NAME = {                                                                                    \
        .name = #NAME,                                                                                                 \
        .about = ABOUT,                                                                                                \
        .memory_size = sizeof(struct memory),                                                                          \
        .begin = begin_##NAME,                                                                                         \
        .think = bot_think_noop,                                                                                       \
        .answer = answer,                                                                                              \
    };

STEWARD_BOT(steward, steward_plain, "a hand-written player: sensible, and quick as a wink")
STEWARD_BOT(farmer, farmer(), "a steward who builds more fields, and longer")
STEWARD_BOT(banker, banker(), "a steward who trusts banks more than prices")
STEWARD_BOT(rusher, rusher(), "a steward who is early at the palace")
STEWARD_BOT(novice, novice(), "a steward who thinks of this turn alone")
