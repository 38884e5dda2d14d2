/* steward.c - the hand-written player: its decisions, stage by stage, and its styles. How it thinks is in steward.h. */
#include "ai/bots.h"
#include "ai/steward_in.h"

/* ---------------------------------------------------------------------------------------------------------- cards */

/* How gladly the card would be drawn again, `rounds` (in grains) from now. */
static int wanted(const struct prospect *prospect, const struct site *site, int card, int rounds)
{
    return steward_gain(prospect, site, card, steward_greater(0, prospect->horizon - rounds));
}

/* In how many rounds a card put under the deck now comes back. */
static int way_back(const struct prospect *prospect)
{
    return prospect->view->pub.deck_n[prospect->seat] * GRAINS / prospect->draws;
}

/* The card of the set that will be wanted most, or least, when it comes back after `rounds`. */
static int extreme(const struct prospect *prospect, uint32_t cards, int rounds, bool most)
{
    struct site site;
    int best = 0, choice = ff_lowest(cards);
    steward_site_of(&prospect->view->pub, prospect->seat, &site);
    for (uint32_t rest = cards; rest; rest &= rest - 1) {
        int card = ff_lowest(rest), want = wanted(prospect, &site, card, rounds);
        want = most ? want : -want;
        if (rest == cards || want > best) {
            best = want;
            choice = card;
        }
    }
    return choice;
}

/* What it brings to keep a card for the next turn: less if it cannot be paid then, more if it is a Palace part that
 * would have to go round the deck. */
static int worth_keeping(const struct prospect *prospect, const struct site *site, int card)
{
    const struct ff_public *pub = &prospect->view->pub;
    int purse = pub->coins[prospect->seat] + steward_income(prospect, site->active, site->yield) / GRAINS;
    int want = wanted(prospect, site, card, GRAINS);
    if (want > 0 && ff_cost(prospect->edition, pub, prospect->seat, card) > purse)
        want /= 4;
    return ff_is_palace(card) ? want + way_back(prospect) * prospect->style->part_keep / GRAINS : want;
}

static uint32_t to_keep(const struct prospect *prospect, int n)
{
    struct site site;
    int worth[FF_CARDS_MAX];
    uint32_t hand = prospect->view->own.hand, keep = 0;
    steward_site_of(&prospect->view->pub, prospect->seat, &site);
    for (uint32_t rest = hand; rest; rest &= rest - 1)
        worth[ff_lowest(rest)] = worth_keeping(prospect, &site, ff_lowest(rest));
    for (; n > 0 && hand & ~keep; n--) {
        int best = ff_lowest(hand & ~keep);
        for (uint32_t rest = hand & ~keep; rest; rest &= rest - 1)
            if (worth[ff_lowest(rest)] > worth[best])
                best = ff_lowest(rest);
        keep |= ff_bit((unsigned)best);
    }
    return keep;
}

/* The next of the cards that go under the deck: what will be wanted when it comes back goes first. */
static unsigned choose_bury(const struct prospect *prospect, uint32_t cards)
{
    return (unsigned)extreme(prospect, cards, way_back(prospect), true);
}

/* A card that will not be wanted when it comes back only makes the deck slower. */
static unsigned choose_discard(const struct prospect *prospect, ff_options legal)
{
    const struct ff_public *pub = &prospect->view->pub;
    uint32_t hand = prospect->view->own.hand;
    uint32_t rest = hand & ~to_keep(prospect, ff_keep_max(pub->active[prospect->seat]));
    uint32_t useless = rest & ~FF_PALACE_CARDS;
    if (useless && legal >> FF_OPTION_TRASH & useless)
        return FF_OPTION_TRASH + (unsigned)extreme(prospect, useless, way_back(prospect), false);
    if (rest)
        return choose_bury(prospect, rest);
    return FF_OPTION_DONE;
}

static unsigned choose_keep(const struct prospect *prospect)
{
    uint32_t hand = prospect->view->own.hand;
    return choose_bury(prospect, hand & ~to_keep(prospect, 1));
}

/* One more card is nearly always good. A Palace part that is known to be next and cannot be paid this turn is left for
 * the next one instead of going round the deck. */
static unsigned choose_draw(const struct prospect *prospect)
{
    const struct ff_public *pub = &prospect->view->pub;
    const struct ff_private *own = &prospect->view->own;
    int seat = prospect->seat;
    if (pub->fresh_n[seat] || own->known_n == 0 || !ff_is_palace(own->known[0]))
        return FF_OPTION_DRAW;
    int parts = ff_popcount(own->hand & FF_PALACE_CARDS);
    int purse = pub->coins[seat] + steward_income(prospect, pub->active[seat], pub->yield[seat]) / GRAINS;
    int price = ff_cost(prospect->edition, pub, seat, own->known[0]);
    return parts < 2 && purse >= (parts + 1) * price ? FF_OPTION_DRAW : FF_OPTION_DONE;
}

/* --------------------------------------------------------------------------------------------------------- builds */

static unsigned choose_build(const struct prospect *prospect)
{
    struct plans plans;
    int value, coins = prospect->view->pub.coins[prospect->seat];
    steward_plans(prospect, coins, NO_BUILD, &plans);
    const struct plan *plan = steward_best(prospect, &plans, coins, &value);
    return plan->card[0] == NO_BUILD ? FF_OPTION_DONE : plan->card[0];
}

static unsigned choose_space(const struct prospect *prospect)
{
    struct plans plans;
    int value, coins = prospect->view->pub.coins[prospect->seat];
    steward_plans(prospect, coins, prospect->view->pub.card, &plans);
    return steward_best(prospect, &plans, coins, &value)->space[0];
}

/* --------------------------------------------------------------------------------------------------------- stages */

unsigned steward_choose(const struct steward_style *style, const struct bot_task *task)
{
    struct prospect prospect;
    steward_look(style, task, &prospect);
    switch (task->view->pub.stage) {
    case FF_STAGE_KEEP: return choose_keep(&prospect);
    case FF_STAGE_DRAW: return choose_draw(&prospect);
    case FF_STAGE_BUILD: return choose_build(&prospect);
    case FF_STAGE_SPACE: return choose_space(&prospect);
    case FF_STAGE_DISCARD: return choose_discard(&prospect, task->legal);
    case FF_STAGE_STORE_HOPS:
    case FF_STAGE_STORE_BARLEY:
    case FF_STAGE_STORE_WATER: return steward_store(&prospect, task->legal);
    default: return steward_sell(&prospect, task->legal);
    }
}

/* --------------------------------------------------------------------------------------------------------- styles */

/* Found by trying small changes in games against the style before the change, 2 to 5 players, both modes. */
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

/* Sows for longer than others, and has no time for banks. */
static struct steward_style farmer(void)
{
    struct steward_style style = steward_plain;
    style.field = 18;
    style.bank = 4;
    style.patience = 16;
    return style;
}

/* Likes an income that no price can spoil. */
static struct steward_style banker(void)
{
    struct steward_style style = steward_plain;
    style.bank = 23;
    return style;
}

/* Builds Palace parts while they are cheap, and lives on what is left. */
static struct steward_style rusher(void)
{
    struct steward_style style = steward_plain;
    style.part = 140;
    style.part_late = 60;
    return style;
}

/* Thinks of its own turn alone: no plan for the cards it holds, no eye on the others, not much of a hurry. */
static struct steward_style novice(void)
{
    struct steward_style style = steward_plain;
    style.patience = 40;
    style.haste = 80;
    style.keep = style.part_keep = 2;
    style.price = style.place = 0;
    return style;
}

/* ----------------------------------------------------------------------------------------------------------- bots */

struct memory {
    unsigned option;
};
_Static_assert(sizeof(struct memory) <= STEWARD_MEMORY, "as the header says");

static void answer(const void *memory, struct bot_answer *answer)
{
    *answer = (struct bot_answer){.option = ((const struct memory *)memory)->option};
}

static void begin_as(struct steward_style style, void *memory, const struct bot_task *task)
{
    ((struct memory *)memory)->option = steward_choose(&style, task);
}

static void begin_steward(void *memory, const struct bot_task *task) { begin_as(steward_plain, memory, task); }
static void begin_farmer(void *memory, const struct bot_task *task) { begin_as(farmer(), memory, task); }
static void begin_banker(void *memory, const struct bot_task *task) { begin_as(banker(), memory, task); }
static void begin_novice(void *memory, const struct bot_task *task) { begin_as(novice(), memory, task); }
static void begin_rusher(void *memory, const struct bot_task *task) { begin_as(rusher(), memory, task); }

const struct bot bot_steward = {
    .name = "steward",
    .about = "a hand-written player: sensible, and quick as a wink",
    .memory_size = sizeof(struct memory),
    .begin = begin_steward,
    .think = bot_thinks_no_more,
    .answer = answer,
};

const struct bot bot_farmer = {
    .name = "farmer",
    .about = "a steward who builds more fields, and longer",
    .memory_size = sizeof(struct memory),
    .begin = begin_farmer,
    .think = bot_thinks_no_more,
    .answer = answer,
};

const struct bot bot_banker = {
    .name = "banker",
    .about = "a steward who trusts banks more than prices",
    .memory_size = sizeof(struct memory),
    .begin = begin_banker,
    .think = bot_thinks_no_more,
    .answer = answer,
};

const struct bot bot_rusher = {
    .name = "rusher",
    .about = "a steward who is early at the palace",
    .memory_size = sizeof(struct memory),
    .begin = begin_rusher,
    .think = bot_thinks_no_more,
    .answer = answer,
};

const struct bot bot_novice = {
    .name = "novice",
    .about = "a steward who thinks of this turn alone",
    .memory_size = sizeof(struct memory),
    .begin = begin_novice,
    .think = bot_thinks_no_more,
    .answer = answer,
};
