/* notation.c - prints actions and events as text and reads actions; see notation.h. */
#include "notation.h"

#include "names.h"
#include "reader_internal.h"

enum { AMOUNT_MAX = 15 };

/* Kinds of operands that follow the verb of an action. */
enum words { NO_WORDS, CARD, BREWERY, EXCHANGE, AMOUNT, GOOD, SPACE };

static const struct {
    const char *verb;
    uint8_t words;
    uint8_t options; /* only options below this number can be written */
    bool has_done;
    const char *wants; /* how to write an action of the stage, for error messages */
} stages[FF_STAGES] = {
    [FF_STAGE_KEEP] = {"bury", CARD, FF_CARDS_MAX, false, "bury CARD"},
    [FF_STAGE_DRAW] = {"draw", NO_WORDS, FF_OPTION_DRAW + 1, true, "draw, or done"},
    [FF_STAGE_BREWERY] = {"brewery", BREWERY, FF_PLAYERS_MAX, true, "brewery LETTER, or done"},
    [FF_STAGE_MARKET] = {"market", EXCHANGE, FF_MARKET_OPTIONS, false, "market 2 hops as barley, or market none"},
    [FF_STAGE_SELL_HOPS] = {"sell", AMOUNT, AMOUNT_MAX + 1, false, "sell NUMBER hops"},
    [FF_STAGE_SELL_BARLEY] = {"sell", AMOUNT, AMOUNT_MAX + 1, false, "sell NUMBER barley"},
    [FF_STAGE_SELL_WATER] = {"sell", AMOUNT, AMOUNT_MAX + 1, false, "sell NUMBER water"},
    [FF_STAGE_OFFICE] = {"office", GOOD, FF_OPTION_NO_OFFICE + 1, false, "office GOOD, or office none"},
    [FF_STAGE_BUILD] = {"build", CARD, FF_CARDS_MAX, true, "build CARD, or done"},
    [FF_STAGE_SPACE] = {"space", SPACE, FF_SPACES, false, "space NUMBER (1 to 6)"},
    [FF_STAGE_STORE_HOPS] = {"store", AMOUNT, AMOUNT_MAX + 1, false, "store NUMBER hops"},
    [FF_STAGE_STORE_BARLEY] = {"store", AMOUNT, AMOUNT_MAX + 1, false, "store NUMBER barley"},
    [FF_STAGE_STORE_WATER] = {"store", AMOUNT, AMOUNT_MAX + 1, false, "store NUMBER water"},
    [FF_STAGE_DISCARD] = {"bury", CARD, FF_OPTION_TRASH + FF_CARDS_MAX, true, "bury CARD, trash CARD, or done"},
};

static bool has_done(unsigned stage) { return stage < FF_STAGES && stages[stage].has_done; }

/* ------------------------------------------------------------------------------------------------ printing actions */

static bool has_words(unsigned stage, unsigned option)
{
    return option == FF_OPTION_DONE ? has_done(stage) : stage < FF_STAGES && option < stages[stage].options;
}

static void put_exchange(struct base_out *out, unsigned market)
{
    base_printf(out, "%u %s as %s", ff_market_count(market), text_good((int)ff_market_from(market)),
                text_good((int)ff_market_to(market)));
}

static void put_option(struct base_out *out, unsigned stage, unsigned option)
{
    bool trash = stage == FF_STAGE_DISCARD && option >= FF_OPTION_TRASH;
    unsigned first_stage = stage >= FF_STAGE_STORE_HOPS ? FF_STAGE_STORE_HOPS : FF_STAGE_SELL_HOPS;
    base_put(out, trash ? "trash" : stages[stage].verb);
    if (stages[stage].words != NO_WORDS)
        base_put_char(out, ' ');
    switch (stages[stage].words) {
    case CARD: base_put(out, text_card((int)(option % FF_OPTION_TRASH))); break;
    case BREWERY: base_put_char(out, text_brewery((int)option)); break;
    case EXCHANGE:
        if (option)
            put_exchange(out, option);
        else
            base_put(out, "none");
        break;
    case AMOUNT: base_printf(out, "%u %s", option, text_good((int)(stage - first_stage))); break;
    case GOOD: base_put(out, option == FF_OPTION_NO_OFFICE ? "none" : text_good((int)option)); break;
    case SPACE: base_put_unsigned(out, option + 1); break;
    default: break;
    }
}

void text_action(struct base_out *out, ff_action action)
{
    unsigned stage = ff_action_stage(action), option = ff_action_option(action);
    if (!has_words(stage, option))
        base_printf(out, "raw %u", action);
    else if (option == FF_OPTION_DONE)
        base_put(out, "done");
    else
        put_option(out, stage, option);
}

void text_actions(struct base_out *out, int stage, ff_options options)
{
    for (const char *before = ""; options; options &= options - 1, before = "; ") {
        base_put(out, before);
        text_action(out, ff_action_of((unsigned)stage, (unsigned)ff_lowest(options)));
    }
}

/* ------------------------------------------------------------------------------------------------- reading actions */

const char *text_stage_wants(int stage)
{
    bool asks = stage >= 0 && stage < FF_STAGES && stages[stage].wants;
    return asks ? stages[stage].wants : "nothing: no decision is asked";
}

static bool read_card(struct text_reader *r, unsigned *option)
{
    text_read_any_word(r);
    int card = text_card_of(&r->word);
    *option += (unsigned)card;
    return card >= 0 || text_refuse_cards(r, "is no card; cards are ", FF_EXPERT_CARDS);
}

/* Reads a number and a good. The good determines to which of three stages the action belongs. */
static bool read_amount(struct text_reader *r, unsigned *stage, unsigned *option)
{
    unsigned good = 0;
    text_read_any_word(r);
    if (!base_word_number(&r->word, AMOUNT_MAX, option))
        return text_refuse(r, "is no number from 0 to 15, as in `sell 3 hops`, `store 2 water`");
    if (!text_read_good(r, &good))
        return false;
    *stage += good;
    return true;
}

static bool read_market(struct text_reader *r, unsigned *option)
{
    unsigned n = 0;
    text_read_any_word(r);
    if (base_word_is(&r->word, "none"))
        return true;
    if (!base_word_number(&r->word, FF_MARKET_MAX, &n) || n == 0)
        return text_refuse(r, "is neither none nor a number from 1 to 3, as in `market 2 hops as barley`");
    return text_read_exchange(r, n, option);
}

static bool read_office(struct text_reader *r, unsigned *option)
{
    text_read_any_word(r);
    int good = base_word_is(&r->word, "none") ? FF_OPTION_NO_OFFICE : text_good_of(&r->word);
    *option = (unsigned)good;
    return good >= 0 || text_refuse(r, "is neither none nor a good; goods are hops, barley, water");
}

static bool read_brewery(struct text_reader *r, unsigned *option)
{
    text_read_any_word(r);
    int brewery = text_brewery_of(&r->word);
    *option = (unsigned)brewery;
    return brewery >= 0 || text_refuse(r, "is no brewery; breweries are letters from A on");
}

static bool read_space(struct text_reader *r, unsigned *option)
{
    unsigned n = 0;
    text_read_any_word(r);
    if (!base_word_number(&r->word, FF_SPACES, &n) || n == 0)
        return text_refuse(r, "is no space; spaces are 1 to 6");
    *option = n - 1;
    return true;
}

/* Reads the operands after the verb of an action. */
static bool read_words(struct text_reader *r, unsigned *stage, unsigned *option)
{
    switch (stages[*stage].words) {
    case CARD: return read_card(r, option);
    case BREWERY: return read_brewery(r, option);
    case EXCHANGE: return read_market(r, option);
    case AMOUNT: return read_amount(r, stage, option);
    case GOOD: return read_office(r, option);
    case SPACE: return read_space(r, option);
    default: return true;
    }
}

static bool read_raw(struct text_reader *r, ff_action *action)
{
    unsigned n = 0;
    if (!text_read_number(r, 0, UINT16_MAX, &n))
        return false;
    *action = (ff_action)n;
    return true;
}

/* Reads an action. The word read last is its verb. */
static bool read_action(struct text_reader *r, int at_stage, ff_action *action)
{
    static const char *const verbs[] = {"draw",  "brewery", "market", "sell", "office",
                                        "build", "space",   "store",  "bury", "trash"};
    static const uint8_t stage_of[] = {FF_STAGE_DRAW,    FF_STAGE_BREWERY, FF_STAGE_MARKET, FF_STAGE_SELL_HOPS,
                                       FF_STAGE_OFFICE,  FF_STAGE_BUILD,   FF_STAGE_SPACE,  FF_STAGE_STORE_HOPS,
                                       FF_STAGE_DISCARD, FF_STAGE_DISCARD};
    unsigned stage = (unsigned)at_stage, option = FF_OPTION_DONE;
    if (base_word_is(&r->word, "raw"))
        return read_raw(r, action);
    if (base_word_is(&r->word, "done")) {
        if (!has_done(stage))
            return base_word_refuse(r->error, &r->word, "ends a draw, a sale, building or a discard; here say %s",
                                    text_stage_wants(at_stage));
    } else {
        int verb = base_word_index(&r->word, verbs, sizeof stage_of);
        if (verb < 0)
            return base_word_refuse(r->error, &r->word, "is no action; here say %s", text_stage_wants(at_stage));
        option = base_word_is(&r->word, "trash") ? FF_OPTION_TRASH : 0;
        bool keeps = at_stage == FF_STAGE_KEEP && base_word_is(&r->word, "bury");
        stage = keeps ? FF_STAGE_KEEP : stage_of[verb];
        if (!read_words(r, &stage, &option))
            return false;
    }
    *action = ff_action_of(stage, option);
    return true;
}

enum text_chain text_chain_next(struct base_words *chain, int stage, ff_action *action, struct base_error *error)
{
    struct text_reader r = {chain, {0}, error};
    if (!text_read_any_word(&r))
        return TEXT_CHAIN_END;
    return read_action(&r, stage, action) ? TEXT_CHAIN_ACTION : TEXT_CHAIN_BAD;
}

bool text_action_parse(int stage, const char *text, size_t length, ff_action *action, struct base_error *error)
{
    struct base_words chain = base_words_in_chain(text, length);
    struct text_reader r = {&chain, {0}, error};
    ff_action read = 0;
    if (!text_read_any_word(&r))
        return base_word_refuse(error, &r.word, "was said; say %s", text_stage_wants(stage));
    if (!read_action(&r, stage, &read))
        return false;
    if (text_read_any_word(&r))
        return text_refuse(&r, "stands after the action; say one action only");
    *action = read;
    return true;
}

/* ---------------------------------------------------------------------------------------------------------- events */

/* "Hops field 1, Crane and Laboratory I" */
static void list_cards(struct base_out *out, const uint8_t *cards, int n)
{
    for (int i = 0; i < n; i++) {
        if (i)
            base_put(out, i + 1 == n ? " and " : ", ");
        base_put(out, text_card_title(cards[i]));
    }
}

static void put_cards(struct base_out *out, const struct ff_event *event, int viewer)
{
    int n = event->kind == FF_EVENT_DREW ? event->n : 1;
    if (n > FF_HAND_MAX)
        n = FF_HAND_MAX;
    if (n > 0 && (viewer == event->seat || viewer == TEXT_ALL_SEEING))
        list_cards(out, event->cards, n);
    else if (event->kind == FF_EVENT_DREW)
        text_put_counted(out, n, "card");
    else
        base_put(out, "a card");
}

static void put_drew(struct base_out *out, const struct ff_event *event, int viewer)
{
    base_put(out, " draws ");
    put_cards(out, event, viewer);
    if (event->goods) {
        base_put(out, " and harvests ");
        text_put_goods(out, event->goods);
    }
}

/* Writes " (2 hops as barley; Office on hops)", without the Market or the Office if it was not used. */
static void put_helpers(struct base_out *out, const struct ff_event *event)
{
    bool office = event->office < FF_GOODS;
    if (!event->market && !office)
        return;
    base_put(out, " (");
    if (event->market)
        put_exchange(out, event->market);
    if (office)
        base_printf(out, "%sOffice on %s", event->market ? "; " : "", text_good(event->office));
    base_put_char(out, ')');
}

static void put_sold(struct base_out *out, const struct ff_event *event)
{
    base_put(out, " sells ");
    if (event->brewery == FF_NOBODY) {
        base_put(out, "nothing and gets ");
    } else {
        text_put_goods(out, event->goods);
        base_printf(out, " at brewery %c", text_brewery(event->brewery));
        put_helpers(out, event);
        base_put(out, " for ");
    }
    text_put_counted(out, event->income, "coin");
    base_printf(out, "; disc to %u", event->disc);
}

static void put_built(struct base_out *out, const struct ff_event *event)
{
    base_printf(out, " builds %s on space %u", text_card_title(event->cards[0]), event->space + 1u);
    if (event->covered < FF_CARDS_MAX)
        base_printf(out, " over %s", text_card_title(event->covered));
    base_put(out, " for ");
    text_put_counted(out, event->cost, "coin");
}

/* Writes the sentence about a seat's event, from its verb to its end. */
static void put_deed(struct base_out *out, const struct ff_event *event, int viewer)
{
    switch (event->kind) {
    case FF_EVENT_DREW: put_drew(out, event, viewer); break;
    case FF_EVENT_SOLD: put_sold(out, event); break;
    case FF_EVENT_BUILT: put_built(out, event); break;
    case FF_EVENT_TRASHED:
        base_put(out, " removes ");
        put_cards(out, event, viewer);
        base_put(out, " from the game");
        break;
    case FF_EVENT_BURIED:
        base_put(out, " puts ");
        put_cards(out, event, viewer);
        base_put(out, " under the deck");
        break;
    case FF_EVENT_STORED:
        base_put(out, " stores ");
        text_put_goods(out, event->goods);
        break;
    default: /* FF_EVENT_KEPT */
        base_put(out, " keeps ");
        text_put_counted(out, event->n, "card");
        break;
    }
}

void text_event(struct base_out *out, const struct ff_event *event, const char *const *names, int viewer)
{
    if (event->kind == FF_EVENT_NONE || event->kind > FF_EVENT_ROUND)
        return;
    if (event->kind == FF_EVENT_ROUND) {
        base_printf(out, "Round %u ends.", event->round);
        return;
    }
    text_put_player(out, names, event->seat);
    put_deed(out, event, viewer);
    base_put_char(out, '.');
}
