/* say.c - what the coach has found, in English; see say.h. */
#include "say.h"
#include "text/names.h"

void coach_say_points(struct base_out *out, int32_t hundredths)
{
    int32_t size = hundredths < 0 ? -hundredths : hundredths, tenths = (size + 5) / 10;
    if (hundredths < 0 && tenths)
        base_put_char(out, '-');
    base_put_number(out, tenths / 10);
    base_put_char(out, '.');
    base_put_number(out, tenths % 10);
}

/* ------------------------------------------------------------------------------------------------------------ turns */

/* Between the phrases of a turn. */
static void comma(struct base_out *out, size_t from)
{
    if (out->length > from)
        base_put(out, ", ");
}

static void say_market(struct base_out *out, unsigned market)
{
    base_put(out, "; ");
    base_put_number(out, (int)ff_market_count(market));
    base_put_char(out, ' ');
    base_put(out, text_good((int)ff_market_from(market)));
    base_put(out, " as ");
    base_put(out, text_good((int)ff_market_to(market)));
}

static void say_sale(struct base_out *out, const struct coach_shape *shape)
{
    if (shape->brewery == FF_NOBODY || !shape->sold)
        return;
    base_put(out, "sell ");
    text_put_goods(out, shape->sold);
    base_put(out, " at ");
    base_put_char(out, text_brewery(shape->brewery));
    base_put(out, " (");
    text_put_counted(out, shape->income, "coin");
    if (shape->market)
        say_market(out, shape->market);
    if (shape->office < FF_GOODS) {
        base_put(out, "; Office: ");
        base_put(out, text_good(shape->office));
    }
    base_put_char(out, ')');
}

static void say_builds(struct base_out *out, const struct coach_shape *shape, size_t from)
{
    for (int i = 0; i < FF_BUILDS_MAX; i++)
        if (shape->card[i] != FF_NO_CARD) {
            comma(out, from);
            base_put(out, "build ");
            base_put(out, text_card_title(shape->card[i]));
            base_put(out, " on ");
            base_put_number(out, shape->space[i] + 1);
        }
}

static void say_titles(struct base_out *out, const char *verb, uint32_t cards, size_t from)
{
    if (!cards)
        return;
    comma(out, from);
    base_put(out, verb);
    for (uint32_t rest = cards; rest; rest &= rest - 1) {
        base_put(out, rest == cards ? " " : ", ");
        base_put(out, text_card_title(ff_lowest(rest)));
    }
}

static void say_buried(struct base_out *out, const struct coach_shape *shape, size_t from)
{
    if (!shape->buried_n)
        return;
    comma(out, from);
    base_put(out, "bury");
    for (int i = 0; i < shape->buried_n; i++) {
        base_put(out, i == 0 ? " " : ", ");
        base_put(out, text_card_title(shape->buried[i]));
    }
}

void coach_say_turn(struct base_out *out, enum coach_kind kind, const struct coach_idea *idea)
{
    const struct coach_shape *shape = &idea->shape;
    const size_t from = out->length;
    if (kind == COACH_DRAW) {
        base_put(out, idea->turn.option[0] == FF_OPTION_DRAW ? "draw one more card" : "draw no more");
        return;
    }
    say_sale(out, shape);
    say_builds(out, shape, from);
    if (shape->stored) {
        comma(out, from);
        base_put(out, "store ");
        text_put_goods(out, shape->stored);
    }
    say_titles(out, "keep", shape->kept, from);
    say_titles(out, "remove", shape->removed, from);
    say_buried(out, shape, from);
    if (out->length == from)
        base_put(out, "do nothing");
}

/* ------------------------------------------------------------------------------------------------------------ facts */

void coach_say_parts(struct base_out *out, unsigned parts)
{
    static const char *const words[COACH_PARTS] = {
        "the sale",  "the first build", "the second build",         "the space",
        "the store", "the cards kept",  "the order under the deck",
    };
    for (int part = 0; part < COACH_PARTS; part++)
        if (parts >> part & 1) {
            const bool first = !(parts & ((1U << part) - 1)), last = !(parts >> part >> 1);
            base_put(out, first ? "" : last ? " and " : ", ");
            base_put(out, words[part]);
        }
}

static void say_tenths(struct base_out *out, int tenths)
{
    base_put_number(out, tenths / 10);
    base_put_char(out, '.');
    base_put_number(out, tenths % 10);
}

/* "the sale brings 5 coins instead of 7" */
static void say_instead(struct base_out *out, const char *what, const struct coach_fact *fact, const char *noun)
{
    base_put(out, what);
    text_put_counted(out, fact->played, noun);
    base_put(out, " instead of ");
    base_put_number(out, fact->best);
}

static void say_tenths_instead(struct base_out *out, const char *what, const struct coach_fact *fact, const char *noun)
{
    base_put(out, what);
    say_tenths(out, fact->played);
    base_put(out, noun);
    base_put(out, " instead of ");
    say_tenths(out, fact->best);
}

/* "next round B pays 1 coin instead of 2 for hops, if nobody else sells there" */
static void say_price(struct base_out *out, const struct coach_fact *fact)
{
    base_put(out, "next round ");
    base_put_char(out, text_brewery(fact->card / FF_GOODS));
    say_instead(out, " pays ", fact, "coin");
    base_put(out, " for ");
    base_put(out, text_good(fact->card % FF_GOODS));
    base_put(out, ", if nobody else sells there");
}

/* As many parts need not be the same ones. */
static void say_palaces(struct base_out *out, const struct coach_fact *fact)
{
    int played = fact->card / 8, best = fact->card % 8;
    text_put_counted(out, played, "Palace part");
    if (played == best) {
        say_instead(out, played == 1 ? " costs " : " cost ", fact, "coin");
        return;
    }
    base_put(out, played == 1 ? " is built instead of " : " are built instead of ");
    base_put_number(out, best);
}

static void say_built(struct base_out *out, const struct coach_fact *fact)
{
    base_put(out, text_card_title(fact->card));
    base_put(out, fact->played < 0 ? " is not built (it costs " : " is built, for ");
    text_put_counted(out, fact->played < 0 ? fact->best : fact->played, "coin");
    base_put(out, fact->played < 0 ? ")" : "");
}

static void say_when(struct base_out *out, int rounds)
{
    if (rounds < 0) {
        base_put(out, "never comes back");
    } else if (rounds == 0) {
        base_put(out, "is kept");
    } else {
        base_put(out, "comes back in ");
        text_put_counted(out, rounds, "round");
    }
}

static void say_back(struct base_out *out, const struct coach_fact *fact)
{
    base_put(out, text_card_title(fact->card));
    base_put_char(out, ' ');
    say_when(out, fact->played);
    base_put(out, "; in the other turn it ");
    say_when(out, fact->best);
}

/* "fields that are built over cost 2 tokens a round instead of 0" */
static void say_lost(struct base_out *out, const struct coach_fact *fact)
{
    base_put(out, "fields that are built over cost ");
    text_put_counted(out, fact->played, "token");
    base_put(out, " a round instead of ");
    base_put_number(out, fact->best);
}

static void say_kept(struct base_out *out, const struct coach_fact *fact)
{
    text_put_counted(out, fact->played, "card");
    base_put(out, fact->played == 1 ? " is kept instead of " : " are kept instead of ");
    base_put_number(out, fact->best);
}

void coach_say_fact(struct base_out *out, const struct coach_fact *fact)
{
    switch (fact->kind) {
    case COACH_COINS_NOW: say_instead(out, "the sale brings ", fact, "coin"); break;
    case COACH_COINS_NEXT: say_tenths_instead(out, "the next sale brings ", fact, " coins on average"); break;
    case COACH_PLACE_NEXT:
        say_tenths_instead(out, "the place in the order of the next round is on average ", fact, "");
        break;
    case COACH_PRICE_LEFT: say_price(out, fact); break;
    case COACH_PALACE_PAID: say_palaces(out, fact); break;
    case COACH_PALACE_PRICE: say_instead(out, "the next Palace part costs ", fact, "coin"); break;
    case COACH_GOODS_WASTED: say_instead(out, "lost unsold: ", fact, "token"); break;
    case COACH_CARD_BUILT: say_built(out, fact); break;
    case COACH_CARD_BACK: say_back(out, fact); break;
    case COACH_FIELD_LOST: say_lost(out, fact); break;
    case COACH_HARVEST: say_instead(out, "the next harvest is ", fact, "token"); break;
    case COACH_CARDS_KEPT: say_kept(out, fact); break;
    default: break;
    }
}
