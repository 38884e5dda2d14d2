/* notation.c - actions and events as text; see notation.h. */
#include "notation.h"

#include "names.h"

/* ------------------------------------------------------------------------------------------------ printing actions */

static void print_raw(struct base_out *out, ff_action action)
{
    base_put(out, "raw ");
    base_put_unsigned(out, action);
}

static void print_with(struct base_out *out, const char *verb, const char *noun)
{
    base_put(out, verb);
    base_put(out, noun);
}

static void print_amount(struct base_out *out, const char *verb, unsigned n, int good)
{
    base_put(out, verb);
    base_put_unsigned(out, n);
    base_put_char(out, ' ');
    base_put(out, text_good(good));
}

static void print_market(struct base_out *out, unsigned market)
{
    if (market == 0) {
        base_put(out, "market none");
        return;
    }
    print_amount(out, "market ", ff_market_count(market), (int)ff_market_from(market));
    base_put(out, " as ");
    base_put(out, text_good((int)ff_market_to(market)));
}

static bool stage_has_done(unsigned stage)
{
    return stage == FF_STAGE_DRAW || stage == FF_STAGE_BREWERY || stage == FF_STAGE_BUILD || stage == FF_STAGE_DISCARD;
}

enum { AMOUNT_MAX = 15 };

/* Whether the option means something at the stage, so that there is a word for it. */
static bool has_words(unsigned stage, unsigned option)
{
    if (option == FF_OPTION_DONE)
        return stage_has_done(stage);
    switch (stage) {
    case FF_STAGE_KEEP:
    case FF_STAGE_BUILD: return option < FF_CARDS_MAX;
    case FF_STAGE_DRAW: return option == FF_OPTION_DRAW;
    case FF_STAGE_BREWERY: return option < FF_PLAYERS_MAX;
    case FF_STAGE_MARKET: return option < FF_MARKET_OPTIONS;
    case FF_STAGE_OFFICE: return option <= FF_OPTION_NO_OFFICE;
    case FF_STAGE_SPACE: return option < FF_SPACES;
    case FF_STAGE_DISCARD: return option < FF_OPTION_TRASH + FF_CARDS_MAX;
    case FF_STAGE_SELL_HOPS:
    case FF_STAGE_SELL_BARLEY:
    case FF_STAGE_SELL_WATER:
    case FF_STAGE_STORE_HOPS:
    case FF_STAGE_STORE_BARLEY:
    case FF_STAGE_STORE_WATER: return option <= AMOUNT_MAX;
    default: return false;
    }
}

static void print_discard(struct base_out *out, unsigned option)
{
    if (option >= FF_OPTION_TRASH)
        print_with(out, "trash ", text_card((int)option - FF_OPTION_TRASH));
    else
        print_with(out, "bury ", text_card((int)option));
}

static void print_option(struct base_out *out, unsigned stage, unsigned option)
{
    switch (stage) {
    case FF_STAGE_KEEP: print_with(out, "bury ", text_card((int)option)); break;
    case FF_STAGE_DRAW: base_put(out, "draw"); break;
    case FF_STAGE_BREWERY:
        base_put(out, "brewery ");
        base_put_char(out, text_brewery((int)option));
        break;
    case FF_STAGE_MARKET: print_market(out, option); break;
    case FF_STAGE_SELL_HOPS:
    case FF_STAGE_SELL_BARLEY:
    case FF_STAGE_SELL_WATER: print_amount(out, "sell ", option, (int)(stage - FF_STAGE_SELL_HOPS)); break;
    case FF_STAGE_OFFICE:
        print_with(out, "office ", option == FF_OPTION_NO_OFFICE ? "none" : text_good((int)option));
        break;
    case FF_STAGE_BUILD: print_with(out, "build ", text_card((int)option)); break;
    case FF_STAGE_SPACE:
        base_put(out, "space ");
        base_put_unsigned(out, option + 1);
        break;
    case FF_STAGE_STORE_HOPS:
    case FF_STAGE_STORE_BARLEY:
    case FF_STAGE_STORE_WATER: print_amount(out, "store ", option, (int)(stage - FF_STAGE_STORE_HOPS)); break;
    default: print_discard(out, option); break;
    }
}

void text_action(struct base_out *out, ff_action action)
{
    unsigned stage = ff_action_stage(action), option = ff_action_option(action);
    if (!has_words(stage, option))
        print_raw(out, action);
    else if (option == FF_OPTION_DONE)
        base_put(out, "done");
    else
        print_option(out, stage, option);
}

void text_actions(struct base_out *out, int stage, ff_options options)
{
    for (unsigned option = 0, n = 0; option < 64; option++) {
        if (!(options >> option & 1))
            continue;
        if (n++)
            base_put(out, "; ");
        text_action(out, ff_action_of((unsigned)stage, option));
    }
}

/* ------------------------------------------------------------------------------------------------- reading actions */

const char *text_stage_wants(int stage)
{
    switch (stage) {
    case FF_STAGE_KEEP: return "bury CARD";
    case FF_STAGE_DRAW: return "draw, or done";
    case FF_STAGE_BREWERY: return "brewery LETTER, or done";
    case FF_STAGE_MARKET: return "market 2 hops as barley, or market none";
    case FF_STAGE_SELL_HOPS: return "sell NUMBER hops";
    case FF_STAGE_SELL_BARLEY: return "sell NUMBER barley";
    case FF_STAGE_SELL_WATER: return "sell NUMBER water";
    case FF_STAGE_OFFICE: return "office GOOD, or office none";
    case FF_STAGE_BUILD: return "build CARD, or done";
    case FF_STAGE_SPACE: return "space NUMBER (1 to 6)";
    case FF_STAGE_STORE_HOPS: return "store NUMBER hops";
    case FF_STAGE_STORE_BARLEY: return "store NUMBER barley";
    case FF_STAGE_STORE_WATER: return "store NUMBER water";
    case FF_STAGE_DISCARD: return "bury CARD, trash CARD, or done";
    default: return "nothing: no decision is asked";
    }
}

/* One action being read: its words come from `chain`, the first is the verb. */
struct reader {
    struct base_words *chain;
    struct base_word word; /* the one looked at */
    unsigned stage;        /* the stage at hand */
    struct base_error *error;
};

static bool fail(struct reader *r, const char *what)
{
    struct base_out out = base_error_at(r->error, &r->word);
    base_put_word(&out, &r->word);
    base_put(&out, what);
    return false;
}

static bool next(struct reader *r) { return base_words_next(r->chain, &r->word); }

static bool give(unsigned stage, unsigned option, ff_action *action)
{
    *action = ff_action_of(stage, option);
    return true;
}

static bool fail_card(struct reader *r)
{
    struct base_out out = base_error_at(r->error, &r->word);
    base_put_word(&out, &r->word);
    base_put(&out, "is no card; cards are ");
    text_put_cards(&out, FF_EXPERT_CARDS, " ");
    return false;
}

/* `verb CARD` */
static bool read_card(struct reader *r, unsigned stage, unsigned first, ff_action *action)
{
    next(r);
    int card = text_card_of(&r->word);
    return card < 0 ? fail_card(r) : give(stage, first + (unsigned)card, action);
}

static const char *take_good(struct base_words *words, struct base_word *word, unsigned *good)
{
    base_words_next(words, word);
    int found = text_good_of(word);
    *good = (unsigned)found;
    return found < 0 ? "is no good; goods are hops, barley, water" : NULL;
}

const char *text_exchange_read(struct base_words *words, struct base_word *word, unsigned count, unsigned *market)
{
    unsigned from = 0, to = 0;
    const char *fault = take_good(words, word, &from);
    if (fault)
        return fault;
    base_words_next(words, word);
    if (!base_word_is(word, "as"))
        return "is not as, as in `market 2 hops as barley`";
    if ((fault = take_good(words, word, &to)))
        return fault;
    *market = ff_market_of(from, to, count);
    return from == to ? "is the good given up; it is sold as one of the other two" : NULL;
}

/* `sell 3 hops`: the good names one of three stages. */
static bool read_amount(struct reader *r, unsigned first_stage, ff_action *action)
{
    unsigned n = 0, good = 0;
    next(r);
    if (!base_word_number(&r->word, AMOUNT_MAX, &n))
        return fail(r, "is no number from 0 to 15, as in `sell 3 hops`, `store 2 water`");
    const char *fault = take_good(r->chain, &r->word, &good);
    return fault ? fail(r, fault) : give(first_stage + good, n, action);
}

static bool read_market(struct reader *r, ff_action *action)
{
    unsigned n = 0, market = 0;
    next(r);
    if (base_word_is(&r->word, "none"))
        return give(FF_STAGE_MARKET, 0, action);
    if (!base_word_number(&r->word, FF_MARKET_MAX, &n) || n == 0)
        return fail(r, "is neither none nor a number from 1 to 3, as in `market 2 hops as barley`");
    const char *fault = text_exchange_read(r->chain, &r->word, n, &market);
    return fault ? fail(r, fault) : give(FF_STAGE_MARKET, market, action);
}

static bool read_office(struct reader *r, ff_action *action)
{
    next(r);
    if (base_word_is(&r->word, "none"))
        return give(FF_STAGE_OFFICE, FF_OPTION_NO_OFFICE, action);
    int good = text_good_of(&r->word);
    if (good < 0)
        return fail(r, "is neither none nor a good; goods are hops, barley, water");
    return give(FF_STAGE_OFFICE, (unsigned)good, action);
}

static bool read_brewery(struct reader *r, ff_action *action)
{
    next(r);
    int brewery = text_brewery_of(&r->word);
    return brewery < 0 ? fail(r, "is no brewery; breweries are letters from A on")
                       : give(FF_STAGE_BREWERY, (unsigned)brewery, action);
}

static bool read_space(struct reader *r, ff_action *action)
{
    unsigned n = 0;
    next(r);
    if (!base_word_number(&r->word, FF_SPACES, &n) || n == 0)
        return fail(r, "is no space; spaces are 1 to 6");
    return give(FF_STAGE_SPACE, n - 1, action);
}

static bool read_raw(struct reader *r, ff_action *action)
{
    unsigned n = 0;
    next(r);
    if (!base_word_number(&r->word, UINT16_MAX, &n))
        return fail(r, "is no number from 0 to 65535");
    *action = (ff_action)n;
    return true;
}

static bool fail_wants(struct reader *r, const char *what)
{
    struct base_out out = base_error_at(r->error, &r->word);
    base_put_word(&out, &r->word);
    base_put(&out, what);
    base_put(&out, text_stage_wants((int)r->stage));
    return false;
}

static bool read_done(struct reader *r, ff_action *action)
{
    if (!stage_has_done(r->stage))
        return fail_wants(r, "ends a draw, a sale, building or a discard; here say ");
    return give(r->stage, FF_OPTION_DONE, action);
}

/* The verb is read already. */
static bool read_action(struct reader *r, ff_action *action)
{
    const struct base_word *verb = &r->word;
    if (base_word_is(verb, "draw"))
        return give(FF_STAGE_DRAW, FF_OPTION_DRAW, action);
    if (base_word_is(verb, "done"))
        return read_done(r, action);
    if (base_word_is(verb, "brewery"))
        return read_brewery(r, action);
    if (base_word_is(verb, "market"))
        return read_market(r, action);
    if (base_word_is(verb, "sell"))
        return read_amount(r, FF_STAGE_SELL_HOPS, action);
    if (base_word_is(verb, "office"))
        return read_office(r, action);
    if (base_word_is(verb, "build"))
        return read_card(r, FF_STAGE_BUILD, 0, action);
    if (base_word_is(verb, "space"))
        return read_space(r, action);
    if (base_word_is(verb, "store"))
        return read_amount(r, FF_STAGE_STORE_HOPS, action);
    if (base_word_is(verb, "bury"))
        return read_card(r, r->stage == FF_STAGE_KEEP ? FF_STAGE_KEEP : FF_STAGE_DISCARD, 0, action);
    if (base_word_is(verb, "trash"))
        return read_card(r, FF_STAGE_DISCARD, FF_OPTION_TRASH, action);
    if (base_word_is(verb, "raw"))
        return read_raw(r, action);
    return fail_wants(r, "is no action; here say ");
}

enum text_chain text_chain_next(struct base_words *chain, int stage, ff_action *action, struct base_error *error)
{
    struct reader r = {chain, {0}, (unsigned)stage, error};
    ff_action read = 0;
    if (!next(&r))
        return TEXT_CHAIN_END;
    if (!read_action(&r, &read))
        return TEXT_CHAIN_BAD;
    *action = read;
    return TEXT_CHAIN_ACTION;
}

bool text_action_parse(int stage, const char *text, size_t length, ff_action *action, struct base_error *error)
{
    struct base_words chain = base_words_in_chain(text, length);
    struct reader r = {&chain, {0}, (unsigned)stage, error};
    ff_action read = 0;
    if (!next(&r))
        return fail_wants(&r, "was said; say ");
    if (!read_action(&r, &read))
        return false;
    if (next(&r))
        return fail(&r, "stands after the action; say one action only");
    *action = read;
    return true;
}

/* ---------------------------------------------------------------------------------------------------------- events */

/* "hops1, crane and lab1" */
static void list_cards(struct base_out *out, const uint8_t *cards, int n)
{
    for (int i = 0; i < n; i++) {
        if (i)
            base_put(out, i + 1 == n ? " and " : ", ");
        base_put(out, text_card(cards[i]));
    }
}

static void tell_cards(struct base_out *out, const struct ff_event *event, int viewer)
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

static void tell_drew(struct base_out *out, const struct ff_event *event, int viewer)
{
    base_put(out, " draws ");
    tell_cards(out, event, viewer);
    if (event->goods) {
        base_put(out, " and harvests ");
        text_put_goods(out, event->goods);
    }
}

/* " (2 hops as barley; Office on hops)", as far as they were used */
static void tell_helpers(struct base_out *out, const struct ff_event *event)
{
    bool office = event->office < FF_GOODS;
    if (!event->market && !office)
        return;
    base_put(out, " (");
    if (event->market) {
        print_amount(out, "", ff_market_count(event->market), (int)ff_market_from(event->market));
        print_with(out, " as ", text_good((int)ff_market_to(event->market)));
    }
    if (office)
        print_with(out, event->market ? "; Office on " : "Office on ", text_good(event->office));
    base_put_char(out, ')');
}

static void tell_sold(struct base_out *out, const struct ff_event *event)
{
    base_put(out, " sells ");
    if (event->brewery == FF_NOBODY) {
        base_put(out, "nothing and gets ");
    } else {
        text_put_goods(out, event->goods);
        base_put(out, " at brewery ");
        base_put_char(out, text_brewery(event->brewery));
        tell_helpers(out, event);
        base_put(out, " for ");
    }
    text_put_counted(out, event->income, "coin");
    base_put(out, "; disc to ");
    base_put_unsigned(out, event->disc);
}

static void tell_built(struct base_out *out, const struct ff_event *event)
{
    base_put(out, " builds ");
    base_put(out, text_card(event->cards[0]));
    base_put(out, " on space ");
    base_put_unsigned(out, event->space + 1u);
    if (event->covered < FF_CARDS_MAX)
        print_with(out, " over ", text_card(event->covered));
    base_put(out, " for ");
    text_put_counted(out, event->cost, "coin");
}

static void tell_deed(struct base_out *out, const struct ff_event *event, int viewer)
{
    switch (event->kind) {
    case FF_EVENT_DREW: tell_drew(out, event, viewer); break;
    case FF_EVENT_SOLD: tell_sold(out, event); break;
    case FF_EVENT_BUILT: tell_built(out, event); break;
    case FF_EVENT_TRASHED:
        base_put(out, " removes ");
        tell_cards(out, event, viewer);
        base_put(out, " from the game");
        break;
    case FF_EVENT_BURIED:
        base_put(out, " puts ");
        tell_cards(out, event, viewer);
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
        base_put(out, "Round ");
        base_put_unsigned(out, event->round);
        base_put(out, " ends.");
        return;
    }
    text_put_player(out, names, event->seat);
    tell_deed(out, event, viewer);
    base_put_char(out, '.');
}
