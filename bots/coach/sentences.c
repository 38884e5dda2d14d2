/* sentences.c - the coach's findings in English; see sentences.h. */
#include "sentences.h"
#include "engine/text/names.h"

void coach_put_points(struct base_out *out, int32_t hundredths)
{
    int32_t size = hundredths < 0 ? -hundredths : hundredths, tenths = (size + 5) / 10;
    if (hundredths < 0 && tenths)
        base_put_char(out, '-');
    base_put_number(out, tenths / 10);
    base_put_char(out, '.');
    base_put_number(out, tenths % 10);
}

/* ------------------------------------------------------------------------------------------------------------ turns */

/* Writes a comma before every phrase of a turn except the first. */
static void comma(struct base_out *out, size_t from)
{
    if (out->length > from)
        base_put(out, ", ");
}

static void put_market(struct base_out *out, unsigned market)
{
    base_put(out, "; ");
    base_put_number(out, (int)ff_market_count(market));
    base_put_char(out, ' ');
    base_put(out, text_good((int)ff_market_from(market)));
    base_put(out, " as ");
    base_put(out, text_good((int)ff_market_to(market)));
}

static void put_sale(struct base_out *out, const struct coach_turn_summary *summary)
{
    if (summary->brewery == FF_NOBODY || !summary->sold)
        return;
    base_put(out, "sell ");
    text_put_goods(out, summary->sold);
    base_put(out, " at ");
    base_put_char(out, text_brewery(summary->brewery));
    base_put(out, " (");
    text_put_counted(out, summary->income, "coin");
    if (summary->market)
        put_market(out, summary->market);
    if (summary->office < FF_GOODS) {
        base_put(out, "; Office: ");
        base_put(out, text_good(summary->office));
    }
    base_put_char(out, ')');
}

static void put_builds(struct base_out *out, const struct coach_turn_summary *summary, size_t from)
{
    for (int i = 0; i < FF_BUILDS_MAX; i++)
        if (summary->card[i] != FF_NO_CARD) {
            comma(out, from);
            base_put(out, "build ");
            base_put(out, text_card_title(summary->card[i]));
            base_put(out, " on ");
            base_put_number(out, summary->space[i] + 1);
        }
}

static void put_titles(struct base_out *out, const char *verb, uint32_t cards, size_t from)
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

static void put_buried(struct base_out *out, const struct coach_turn_summary *summary, size_t from)
{
    if (!summary->buried_n)
        return;
    comma(out, from);
    base_put(out, "bury");
    for (int i = 0; i < summary->buried_n; i++) {
        base_put(out, i == 0 ? " " : ", ");
        base_put(out, text_card_title(summary->buried[i]));
    }
}

void coach_put_turn(struct base_out *out, enum coach_kind kind, const struct coach_idea *idea)
{
    const struct coach_turn_summary *summary = &idea->summary;
    const size_t from = out->length;
    if (kind == COACH_DRAW) {
        base_put(out, idea->turn.option[0] == FF_OPTION_DRAW ? "draw one more card" : "draw no more");
        return;
    }
    put_sale(out, summary);
    put_builds(out, summary, from);
    if (summary->stored) {
        comma(out, from);
        base_put(out, "store ");
        text_put_goods(out, summary->stored);
    }
    put_titles(out, "keep", summary->kept, from);
    put_titles(out, "remove", summary->removed, from);
    put_buried(out, summary, from);
    if (out->length == from)
        base_put(out, "do nothing");
}

/* ------------------------------------------------------------------------------------------------------------ facts */

void coach_put_part_names(struct base_out *out, unsigned parts)
{
    static const char *const words[COACH_PARTS] = {
        [COACH_SALE] = "the sale",
        [COACH_BUILD1] = "what was built",
        [COACH_BUILD2] = "what was built",
        [COACH_SPACE] = "the space",
        [COACH_STORE] = "the store",
        [COACH_KEEP] = "the cards kept",
        [COACH_ORDER] = "the order under the deck",
    };
    if (parts >> COACH_BUILD1 & 1)
        parts &= ~(1U << COACH_BUILD2);
    for (int part = 0; part < COACH_PARTS; part++)
        if (parts >> part & 1) {
            const bool first = !(parts & ((1U << part) - 1)), last = !(parts >> part >> 1);
            base_put(out, first ? "" : last ? " and " : ", ");
            base_put(out, words[part]);
        }
}

static void put_tenths(struct base_out *out, int tenths)
{
    base_put_number(out, tenths / 10);
    base_put_char(out, '.');
    base_put_number(out, tenths % 10);
}

static void put_return(struct base_out *out, int rounds)
{
    base_put(out, rounds < 0 ? "never comes back" : rounds == 0 ? "is kept" : "comes back in ");
    if (rounds > 0)
        text_put_counted(out, rounds, "round");
}

/* Templates of sentences. `$` and a letter stand for a value of the fact; put_part writes it. */
static const char *const sentences[COACH_FACT_KINDS] = {
    [COACH_COINS_NOW] = "sold for $c instead of $b",
    [COACH_COINS_NEXT] = "the next sale brings $p coins on average instead of $B",
    [COACH_PLACE_NEXT] = "the place in the order of the next round is on average $p instead of $B",
    [COACH_PRICE_LEFT] = "next round $A pays $c instead of $b for $g, if nobody else sells there",
    [COACH_PALACE_PRICE] = "the next Palace part costs $c instead of $b",
    [COACH_GOODS_WASTED] = "lost unsold: $t instead of $b",
    [COACH_CARD_BACK] = "$k $r; in the other turn it $R",
    [COACH_FIELD_LOST] = "fields that are built over cost $t a round instead of $b",
    [COACH_HARVEST] = "the next harvest is $t instead of $b",
};

static void put_part(struct base_out *out, char part, const struct coach_fact *fact)
{
    switch (part) {
    case 'c': text_put_counted(out, fact->played, "coin"); break;
    case 't': text_put_counted(out, fact->played, "token"); break;
    case 'b': base_put_number(out, fact->best); break;
    case 'p': put_tenths(out, fact->played); break;
    case 'B': put_tenths(out, fact->best); break;
    case 'A': base_put_char(out, text_brewery(fact->card / FF_GOODS)); break;
    case 'g': base_put(out, text_good(fact->card % FF_GOODS)); break;
    case 'k': base_put(out, text_card_title(fact->card)); break;
    case 'r': put_return(out, fact->played); break;
    default: put_return(out, fact->best); break; /* R */
    }
}

static void put_sentence(struct base_out *out, const char *sentence, const struct coach_fact *fact)
{
    for (; *sentence; sentence++)
        if (*sentence == '$')
            put_part(out, *++sentence, fact);
        else
            base_put_char(out, *sentence);
}

/* Writes text such as "2 cards are kept instead of 1". */
static void put_number_of(struct base_out *out, int n, const char *noun, const char *verb, int other)
{
    text_put_counted(out, n, noun);
    base_put(out, n == 1 ? " is " : " are ");
    base_put(out, verb);
    base_put(out, " instead of ");
    base_put_number(out, other);
}

/* Writes how the turns differ in Palace parts: in their number or, if that is equal, in their cost. */
static void put_palaces(struct base_out *out, const struct coach_fact *fact)
{
    const int played = fact->card / 8, best = fact->card % 8;
    if (played != best) {
        put_number_of(out, played, "Palace part", "built", best);
        return;
    }
    text_put_counted(out, played, "Palace part");
    put_sentence(out, played == 1 ? " costs $c instead of $b" : " cost $c instead of $b", fact);
}

static void put_built(struct base_out *out, const struct coach_fact *fact)
{
    base_put(out, text_card_title(fact->card));
    base_put(out, fact->played < 0 ? " is not built (it costs " : " is built, for ");
    text_put_counted(out, fact->played < 0 ? fact->best : fact->played, "coin");
    base_put(out, fact->played < 0 ? ")" : "");
}

/* Writes the certain win of the turn that has one. If neither turn has one, writes the idea's own certain result, or
 * the other turn's if the idea's result is open. */
static void put_result(struct base_out *out, const struct coach_fact *fact)
{
    static const char *const own[] = {
        [COACH_OPEN] = "the result is open",
        [COACH_WON] = "wins at once, whatever the others do",
        [COACH_WON_NEXT] = "wins in the next round for certain, whatever the others do",
        [COACH_NO_PALACE] = "the palace can no longer be finished, because a Palace part is removed",
        [COACH_TOO_LATE] = "can no longer win",
    };
    static const char *const other[] = {
        [COACH_OPEN] = "in the other turn the result is open",
        [COACH_WON] = "the other turn wins at once, whatever the others do",
        [COACH_WON_NEXT] = "the other turn wins in the next round for certain, whatever the others do",
        [COACH_NO_PALACE] = "in the other turn the palace can no longer be finished",
        [COACH_TOO_LATE] = "the other turn can no longer win",
    };
    const bool other_wins = fact->best == COACH_WON || (fact->best == COACH_WON_NEXT && fact->played != COACH_WON);
    base_put(out, other_wins || !fact->played ? other[fact->best] : own[fact->played]);
}

static void put_covered(struct base_out *out, const struct coach_fact *fact)
{
    base_put(out, fact->played ? "" : "in the other turn ");
    base_put(out, fact->covered == FF_NO_CARD ? "a printed field" : text_card_title(fact->covered));
    base_put(out, " is built over by ");
    base_put(out, text_card_title(fact->card));
    base_put(out, ", which costs ");
    text_put_counted(out, fact->played + fact->best, "token");
    base_put(out, " a round");
}

void coach_put_fact(struct base_out *out, const struct coach_fact *fact)
{
    switch (fact->kind) {
    case COACH_RESULT: put_result(out, fact); break;
    case COACH_FIELD_COVERED: put_covered(out, fact); break;
    case COACH_PALACE_PAID: put_palaces(out, fact); break;
    case COACH_CARD_BUILT: put_built(out, fact); break;
    case COACH_CARDS_KEPT: put_number_of(out, fact->played, "card", "kept", fact->best); break;
    default: put_sentence(out, sentences[fact->kind], fact); break;
    }
}

void coach_put_shown_facts(struct base_out *out, const struct coach_idea *idea, bool best)
{
    for (int i = 0; i < idea->said_n; i++) {
        const int favours = idea->fact[i].favours;
        base_put(out, "  - ");
        base_put(out, best && favours > 0 ? "against it: " : !best && favours < 0 ? "for it: " : "");
        coach_put_fact(out, &idea->fact[i]);
        base_put_char(out, '\n');
    }
}
