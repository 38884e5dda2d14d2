/* help_topics.c - answers `?` about a topic; see help_topics.h. */
#include "help_topics.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "abbreviations.h"
#include "engine/base/wrap.h"
#include "engine/text/names.h"

enum { NAME_COLUMN = 22 };

/* -------------------------------------------------------------------------------------------------------- commands */

const struct help_command help_commands[] = {
    {"?", "", "show this list"},
    {"?", "WORD", "explain a card, a command or a rule: ? crane, ? R6.4, ? R5, ? rules"},
    {"?", "ACTION", "tell whether an action is allowed and, if not, by which rule"},
    {"hint", "", "show a plan for the whole turn, your chances, other ideas; Ctrl-C ends it"},
    {"plan", "", "plan your turns before the others play; plan again ends that"},
    {"sell all", "[AT]", "sell everything for the most coins: sell all B"},
    {"keep", "CARD", "keep a card, and put the others under your deck as they are listed"},
    {"undo", "", "take back your last action, until a card is drawn"},
    {"redo", "", "play again what you took back"},
    {"board", "", "show the whole table"},
    {"hand", "", "show your cards with their costs"},
    {"deck", "", "show the cards that you put under your deck, and when they come back"},
    {"prices", "", "show what the breweries pay, and what a Palace part costs"},
    {"goods", "", "show everybody's goods and fields"},
    {"order", "", "show the order of play in this round and the next"},
    {"players", "", "show everybody's coins, cards and spaces"},
    {"log", "[all]", "show the events of this and the last round, or of all rounds"},
    {"name", "NAME", "change your name"},
    {"save", "FILE", "save the game; resume it later with --resume FILE"},
    {"record", "FILE", "after the game, add its record to a file"},
    {"again", "", "after the game, deal a new one to the same players"},
    {"quit", "", "save and leave the game; stay if that fails (quit! leaves anyway)"},
};
const int help_commands_n = sizeof help_commands / sizeof *help_commands;

bool help_is_command(const struct base_word *word)
{
    for (int i = 0; i < help_commands_n; i++)
        if (base_word_is(word, help_commands[i].name))
            return true;
    return base_word_is(word, "help") || base_word_is(word, "why") || base_word_is(word, "quit!");
}

void help_put_all(struct base_out *out, bool plain)
{
    base_put(out, "An action is its number in the list, its words, or the beginnings of its words.\n"
                  "A line may have several actions and commands. Numbers refer to the list that was\nshown last:\n"
                  "    brewery A; sell 2 hops; build crane; space 2    or    br a; s 2; b cr; sp 2\n");
    if (!plain)
        base_put(out, "Tab completes legal actions. Up and Down bring back earlier lines.\n");
    base_put(out, "Commands:\n");
    for (int i = 0; i < help_commands_n; i++) {
        const struct help_command *command = &help_commands[i];
        base_put(out, "    ");
        base_put(out, command->name);
        base_put(out, *command->operand ? " " : "");
        base_put(out, command->operand);
        if (plain)
            base_put(out, ": ");
        else
            base_pad_to(out, NAME_COLUMN);
        base_put(out, command->line);
        base_put_char(out, '\n');
    }
}

static bool help_command(struct base_out *out, const struct base_word *topic)
{
    bool found = false;
    for (int i = 0; i < help_commands_n; i++) {
        const struct help_command *command = &help_commands[i];
        if (!base_word_is(topic, command->name))
            continue;
        found = true;
        base_put(out, command->name);
        base_put(out, *command->operand ? " " : "");
        base_put(out, command->operand);
        base_put(out, ": ");
        base_put(out, command->line);
        base_put(out, ".\n");
    }
    return found;
}

/* The verbs of the text language. */
static const struct {
    const char *verb, *text;
} verbs[] = {
    {"draw", "draw: take one more card, with a Laboratory (R3.2)."},
    {"brewery", "brewery A: sell there this round; all goods go to one brewery (R5.1)."},
    {"market", "market 2 hops as barley, market none: up to 3 tokens of one good count as another (R5.5)."},
    {"sell", "sell 3 hops: how many tokens of a good you sell; beyond the demand the price falls (R5.3)."},
    {"office", "office hops, office none: 1 more coin for each token of that good (R5.4)."},
    {"build", "build crane: pay for a card of your hand; then say on which space (R6.1)."},
    {"space", "space 2: where to build; what is covered is out of the game (R6.2)."},
    {"store", "store 2 hops: how many stay in the Warehouse; the others are lost (R7.4)."},
    {"bury", "bury lab1: put a card under your deck; the first one buried comes back first (R7.2)."},
    {"trash", "trash crane: remove a card from the game with the Scavenger, before anything is buried (R7.3)."},
    {"done", "done: no more draws, no sale, no more building, or keep the other cards."},
};
enum { VERBS = sizeof verbs / sizeof *verbs };

static bool explain_verb(struct base_out *out, const struct base_word *topic)
{
    for (int i = 0; i < VERBS; i++) {
        if (strlen(verbs[i].verb) != topic->length || strncasecmp(verbs[i].verb, topic->text, topic->length) != 0)
            continue;
        base_put(out, verbs[i].text);
        base_put_char(out, '\n');
        return true;
    }
    return false;
}

/* ----------------------------------------------------------------------------------------------------------- cards */

static const char *card_effect(int card)
{
    switch (card) {
    case FF_BANK1: return "3 more coins of income every round (R5.4)";
    case FF_BANK2: return "5 more coins of income every round (R5.4)";
    case FF_TOWNHALL1: return "keep 1 more card (R7.1)";
    case FF_TOWNHALL2: return "keep 2 more cards (R7.1)";
    case FF_LAB1: return "you may draw 1 more card every round (R3.2)";
    case FF_LAB2: return "you may draw 2 more cards every round (R3.2)";
    case FF_OFFICE: return "1 more coin for each token of one good that you sell (R5.4)";
    case FF_WAREHOUSE: return "up to 3 unsold goods do not spoil (R7.4)";
    case FF_MARKET: return "sell up to 3 tokens of one good as another (R5.5)";
    case FF_MAGISTRATE: return "your disc goes 3 lower than your income, so you play earlier (R5.7)";
    case FF_CRANE: return "everything you build costs 2 less, the Crane itself excepted (R6.4)";
    case FF_GUIDE: return "2 more coins of income for each of your Palace parts (R5.4)";
    case FF_SCAVENGER: return "remove up to 2 cards of your hand from the game when you discard (R7.3)";
    default: return "nothing, and it can't be built over; six of them win (R6.5, R9.1)";
    }
}

static void explain_cost(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view, int card)
{
    bool palace = FF_PALACE_CARDS >> card & 1;
    int printed = palace ? ff_palace_price(&view->pub) : edition->cost[card];
    base_put(out, palace ? "It costs the palace price, now " : "It costs ");
    text_put_counted(out, printed, "coin");
    if (view->own.seat < view->pub.players) {
        int cost = ff_cost(edition, &view->pub, view->own.seat, card);
        if (cost != printed && card != FF_CRANE) {
            base_put(out, "; for you, with the Crane, ");
            base_put_number(out, cost);
        }
    }
    base_put(out, ".\n");
}

static void put_card(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view, int card,
                     const char *title)
{
    base_put(out, title);
    base_put(out, ": ");
    if (ff_is_field(card)) {
        base_put(out, "a field; every round it yields ");
        base_put_number(out, ff_field_yield(card));
        base_put_char(out, ' ');
        base_put(out, text_good(ff_field_good(card)));
        base_put(out, " (R4.1)");
    } else {
        base_put(out, card_effect(card));
    }
    base_put(out, ". ");
    explain_cost(out, edition, view, card);
    if (!(ff_cards_of(view->pub.mode) >> card & 1))
        base_put(out, "It is in the expert game only.\n");
}

/* Explains all cards that the words may mean. The beginning of a name must have three letters or more, because shorter
 * words are abbreviated actions. */
static bool explain_card(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                         const struct base_word *topic)
{
    enum { BEGINNING_MIN = 3 };
    uint32_t meant[MATCH_WHOLE + 1] = {0};
    for (int card = 0; card < FF_CARDS_MAX; card++)
        meant[abbreviation_fit_card(topic->text, topic->length, card)] |= ff_bit((unsigned)card);
    size_t letters = 0;
    for (size_t i = 0; i < topic->length; i++)
        letters += topic->text[i] != ' ';
    uint32_t cards = meant[MATCH_WHOLE] ? meant[MATCH_WHOLE] : letters < BEGINNING_MIN ? 0 : meant[MATCH_BEGINNINGS];
    const bool palace = (cards & FF_PALACE_CARDS) == FF_PALACE_CARDS;
    for (int card = 0; card < FF_CARDS_MAX; card++)
        if (!palace && (cards >> card & 1))
            put_card(out, edition, view, card, text_card_title(card));
    if (palace)
        put_card(out, edition, view, ff_option_nth(FF_PALACE_CARDS, 0), "Palace I to VI, each");
    return cards != 0;
}

static bool explain_good(struct base_out *out, const struct ff_view *view, const struct base_word *topic)
{
    for (int good = 0; good < FF_GOODS; good++) {
        if (strlen(text_good(good)) != topic->length || strncasecmp(text_good(good), topic->text, topic->length) != 0)
            continue;
        base_put(out, text_good(good));
        base_put(out, ": a good. Fields yield it every round (R4.1), and breweries buy it (R5.2)");
        if (view->own.seat < view->pub.players) {
            base_put(out, "; you have ");
            base_put_unsigned(out, ff_count(view->pub.goods[view->own.seat], (unsigned)good));
        }
        base_put(out, ".\n");
        return true;
    }
    return false;
}

/* ----------------------------------------------------------------------------------------------------------- rules */

/* Returns the next line of the rules, without its line end. */
static bool next_line(size_t *at, struct base_word *line)
{
    if (*at >= rules_size)
        return false;
    const char *end = memchr(rules_text + *at, '\n', rules_size - *at);
    line->text = rules_text + *at;
    line->length = end ? (size_t)(end - line->text) : rules_size - *at;
    *at += line->length + 1;
    return true;
}

/* Returns whether the line begins a rule: "- **R6.4** ...". */
static bool is_rule(const struct base_word *line)
{
    return line->length > 6 && memcmp(line->text, "- **R", 5) == 0 && isdigit((unsigned char)line->text[5]);
}

static bool is_that_rule(const struct base_word *line, const struct base_word *topic)
{
    return is_rule(line) && line->length > topic->length + 6 &&
           strncasecmp(line->text + 4, topic->text, topic->length) == 0 && line->text[4 + topic->length] == '*';
}

/* Writes a word of the rules without the marks of emphasis. */
static void put_word(struct base_out *out, const char *text, size_t n, bool utf8)
{
    char word[128];
    struct base_out clean = base_out_cut(word, sizeof word);
    for (size_t i = 0; i < n; i++) {
        bool ascii = (unsigned char)text[i] < 0x80;
        if (text[i] != '*' && (ascii || utf8))
            base_put_char(&clean, text[i]);
        else if (!ascii && ((unsigned char)text[i] & 0xc0) != 0x80)
            base_put_char(&clean, '?');
    }
    if (out->length > 0 && out->text[out->length - 1] != '\n')
        base_put_char(out, ' ');
    base_put_bytes(out, word, clean.length);
}

static void put_words(struct base_out *out, const struct base_word *line, bool utf8)
{
    for (size_t i = 0; i < line->length;) {
        size_t from = i;
        while (i < line->length && line->text[i] != ' ')
            i++;
        if (i > from)
            put_word(out, line->text + from, i - from, utf8);
        i++;
    }
}

static bool is_blank(const struct base_word *line)
{
    for (size_t i = 0; i < line->length; i++)
        if (line->text[i] != ' ')
            return false;
    return true;
}

static bool is_heading(const struct base_word *line) { return line->length > 0 && line->text[0] == '#'; }

/* Appends the paragraph that begins with *line and ends before the next rule, item, heading or drawing. Moves *line and
 * *at after it. Returns false at the end of the text. */
static bool put_paragraph(struct base_out *out, struct base_word *line, size_t *at, bool utf8)
{
    bool item = line->length > 2 && memcmp(line->text, "- ", 2) == 0, more;
    if (item && is_rule(line)) {
        line->text += 2;
        line->length -= 2;
    }
    do
        put_words(out, line, utf8);
    while ((more = next_line(at, line)) && !is_blank(line) && !is_heading(line) &&
           !(line->length > 2 && memcmp(line->text, "- ", 2) == 0));
    base_put_char(out, '\n');
    return more;
}

static bool explain_rule(struct base_out *out, const struct base_word *topic, bool utf8)
{
    struct base_word line = {0};
    size_t at = 0;
    bool found = false;
    while (!found && next_line(&at, &line))
        found = is_that_rule(&line, topic);
    if (found)
        put_paragraph(out, &line, &at, utf8);
    return found;
}

/* Returns whether the line is a heading such as "## R5 Sell (phase 3)". Sets *title to its title. */
static bool is_section(const struct base_word *line, struct base_word *title)
{
    if (line->length < 5 || memcmp(line->text, "## R", 4) != 0)
        return false;
    *title = (struct base_word){line->text + 3, line->length - 3, 1, 1};
    return true;
}

/* Explains a section of the rules, such as R5: its heading and all its rules. Returns false if there is no such
 * section. */
static bool explain_section(struct base_out *out, const struct base_word *topic, bool utf8)
{
    struct base_word line = {0}, title = {0};
    size_t at = 0;
    bool found = false, more = true;
    while (!found && next_line(&at, &line))
        found = is_section(&line, &title) && title.length > topic->length && title.text[topic->length] == ' ' &&
                strncasecmp(title.text, topic->text, topic->length) == 0;
    if (!found)
        return false;
    put_words(out, &title, utf8);
    base_put_char(out, '\n');
    more = next_line(&at, &line);
    while (more && !is_heading(&line))
        more = is_rule(&line) ? put_paragraph(out, &line, &at, utf8) : next_line(&at, &line);
    return true;
}

/* Prints the game in one minute, and the sections of the rules. */
static void explain_rules(struct base_out *out, bool utf8)
{
    struct base_word line = {0}, title;
    size_t at = 0;
    bool minute = false, more = next_line(&at, &line);
    while (more) {
        if (is_section(&line, &title)) {
            base_put(out, "    ? ");
            for (size_t i = 0; i < title.length; i++) {
                bool gap = title.text[i] == ' ' && memchr(title.text, ' ', i) == NULL;
                base_put(out, gap ? "  " : "");
                base_put_char(out, title.text[i]);
            }
            base_put_char(out, '\n');
        }
        if (is_heading(&line))
            minute = line.length > 3 && memcmp(line.text, "## The game in", 14) == 0;
        more = minute && !is_heading(&line) && !is_blank(&line) ? put_paragraph(out, &line, &at, utf8)
                                                                : next_line(&at, &line);
    }
}

static bool looks_like_rule(const struct base_word *topic)
{
    return topic->length > 1 && (topic->text[0] == 'R' || topic->text[0] == 'r') &&
           isdigit((unsigned char)topic->text[1]);
}

/* Explains a rule by its number. Returns false if there is no such rule. */
static bool explain_by_number(struct base_out *out, const struct base_word *topic, bool utf8)
{
    if (explain_rule(out, topic, utf8) || explain_section(out, topic, utf8))
        return true;
    base_put(out, "There is no rule ");
    base_put_word(out, topic);
    base_put(out, "in docs/rules.md; its numbers go from R0.1 to R10.3.\n");
    return false;
}

bool help_put_topic(struct base_out *out, const struct help_reader *reader, const struct base_word *topic)
{
    char text[HELP_TEXT_MAX];
    struct base_out rules = base_out_cut(text, sizeof text);
    if (base_word_is(topic, "rules"))
        explain_rules(&rules, reader->utf8);
    else if (looks_like_rule(topic))
        explain_by_number(&rules, topic, reader->utf8);
    base_put_wrapped(out, text, rules.length, reader->columns, 2);
    if (rules.length)
        return true;
    bool good = explain_good(out, reader->view, topic);
    bool card = explain_card(out, reader->edition, reader->view, topic), verb = explain_verb(out, topic);
    return help_command(out, topic) || good || card || verb;
}

const char *help_similar_topic(const struct base_word *topic)
{
    enum { NAMES_MAX = 64 };
    const char *names[NAMES_MAX] = {"rules"};
    int n = 1;
    assert(help_commands_n + VERBS + FF_GOODS < NAMES_MAX);
    for (int good = 0; good < FF_GOODS; good++)
        names[n++] = text_good(good);
    for (int i = 0; i < VERBS; i++)
        names[n++] = verbs[i].verb;
    for (int i = 0; i < help_commands_n; i++)
        names[n++] = help_commands[i].name;
    return abbreviation_similar_name(topic->text, topic->length, names, n);
}
