/* view_read.c - reading a view: it is rewritten as a position, cards in the place of numbers; see view_read.h.
 *
 *     view 1                            position 1
 *     seat 0
 *     ...                               ...
 *     player 1 hand 4          ->       player 1 hand barley1 crane lab1 palace2
 *     player 1 deck 5 | 12              player 1 deck ... | ... */
#include "view_read.h"

#include "names.h"
#include "position.h"

struct reading {
    uint32_t named[FF_PLAYERS_MAX]; /* every card of a player that the view tells, and then those made up */
    int seat;                       /* -1: not told yet */
    int shown;                      /* the card that is about to be placed, or FF_NO_CARD */
    struct ff_public pub;           /* mode, players, order, turn, palaces: as far as making up needs them */
    const struct ff_edition *edition;
    struct base_error *error;
};

static bool refuse(struct reading *reading, const struct base_word *word, const char *what)
{
    struct base_out out = base_error_at(reading->error, word);
    base_put_word(&out, word);
    base_put(&out, what);
    return false;
}

/* `player N` at the start of a line: N, or -1 for another line. */
static int line_player(struct base_words *words, const struct base_word *first)
{
    struct base_word word;
    unsigned seat;
    if (!base_word_is(first, "player") || !base_words_next(words, &word) ||
        !base_word_number(&word, FF_PLAYERS_MAX - 1, &seat))
        return -1;
    return (int)seat;
}

/* ------------------------------------------------------------------------------------------------------ first walk */

static bool note_seat(struct reading *reading, struct base_words *words)
{
    struct base_word word;
    unsigned seat = FF_NOBODY;
    base_words_next(words, &word);
    if (!base_word_is(&word, "-") && !base_word_number(&word, FF_PLAYERS_MAX - 1, &seat))
        return refuse(reading, &word, "is no seat; a view is of a seat from 0 to 4, or - for a spectator");
    reading->seat = (int)seat;
    return true;
}

static void note_cards(struct reading *reading, struct base_words *words, int player)
{
    for (struct base_word word; base_words_next(words, &word);) {
        int card = text_card_of(&word);
        if (card >= 0)
            reading->named[player] |= ff_bit((unsigned)card);
    }
}

/* The other facts; what is wrong with them is found when the position is read. */
static void note_fact(struct reading *reading, struct base_words *words, const struct base_word *first)
{
    struct ff_public *pub = &reading->pub;
    struct base_word word;
    unsigned n = 0, at = 0;
    base_words_next(words, &word);
    if (base_word_is(first, "mode"))
        pub->mode = text_mode_of(&word) == FF_EXPERT ? FF_EXPERT : FF_BASE;
    else if (base_word_is(first, "players") && base_word_number(&word, FF_PLAYERS_MAX, &n) && n > 0)
        pub->players = (uint8_t)n;
    else if (base_word_is(first, "palaces") && base_word_number(&word, FF_PLAYERS_MAX * FF_PALACE_PARTS, &n))
        pub->palaces = (uint8_t)n;
    else if (base_word_is(first, "turn") && base_word_number(&word, FF_PLAYERS_MAX - 1, &n))
        pub->turn = (uint8_t)n;
    else if (base_word_is(first, "card"))
        reading->shown = text_card_of(&word);
    else if (base_word_is(first, "order"))
        for (; at < FF_PLAYERS_MAX && base_word_number(&word, FF_PLAYERS_MAX - 1, &n); base_words_next(words, &word))
            pub->order[at++] = (uint8_t)n;
}

static bool note_line(struct reading *reading, struct base_words *words)
{
    struct base_word first;
    base_words_next(words, &first);
    if (base_word_is(&first, "seat"))
        return note_seat(reading, words);
    int player = line_player(words, &first);
    if (player >= 0)
        note_cards(reading, words, player);
    else
        note_fact(reading, words, &first);
    return true;
}

/* ----------------------------------------------------------------------------------------------------- second walk */

static void put_card(struct reading *reading, struct base_out *out, int player, int card)
{
    reading->named[player] |= ff_bit((unsigned)card);
    base_put_char(out, ' ');
    base_put(out, text_card(card));
}

/* The cheapest card that the player may have and that is named nowhere, or FF_NO_CARD. Everybody sees that a player is
 * asked whether to build, so a hand that is made up must hold a card that can be paid: the cheapest can. */
static int cheapest(const struct reading *reading, int player)
{
    int best = FF_NO_CARD, best_cost = FF_COST_MAX + 1;
    for (int card = 0; card < FF_CARDS_MAX; card++) {
        uint32_t bit = ff_bit((unsigned)card);
        if (!(ff_cards_of(reading->pub.mode) & bit) || (reading->named[player] & bit))
            continue;
        int cost = ff_cost(reading->edition, &reading->pub, 0, card);
        if (cost < best_cost) {
            best = card;
            best_cost = cost;
        }
    }
    return best;
}

/* So many cards, in the order in which `cheapest` finds them. */
static bool make_up(struct reading *reading, struct base_out *out, const struct base_word *word, int player, unsigned n)
{
    for (; n > 0; n--) {
        int card = cheapest(reading, player);
        if (card == FF_NO_CARD)
            return refuse(reading, word, "are more cards than this player can still have");
        put_card(reading, out, player, card);
    }
    return true;
}

/* Another's hand: the card that is about to be placed is in it, for all to see. */
static bool make_up_hand(struct reading *reading, struct base_out *out, const struct base_word *word, int player,
                         unsigned n)
{
    bool shown = reading->shown >= 0 && reading->shown < FF_CARDS_MAX && ff_turn_seat(&reading->pub) == player;
    if (shown && n > 0 && !(reading->named[player] & ff_bit((unsigned)reading->shown))) {
        put_card(reading, out, player, reading->shown);
        n--;
    }
    return make_up(reading, out, word, player, n);
}

static void copy_word(struct base_out *out, const struct base_word *word)
{
    base_put_char(out, ' ');
    base_put_bytes(out, word->text, word->length);
}

static bool rewrite_cards(struct reading *reading, struct base_words *words, struct base_out *out, int player,
                          bool hand)
{
    size_t before = out->length;
    for (struct base_word word; base_words_next(words, &word);) {
        unsigned n;
        if (!base_word_number(&word, FF_CARDS_MAX, &n))
            copy_word(out, &word);
        else if (!(hand ? make_up_hand : make_up)(reading, out, &word, player, n))
            return false;
    }
    if (out->length == before)
        base_put(out, " -");
    return true;
}

static bool rewrite_line(struct reading *reading, struct base_words *words, struct base_out *out)
{
    struct base_words line = *words;
    struct base_word first, fact;
    base_words_next(words, &first);
    if (base_word_is(&first, "seat"))
        return true;
    if (base_word_is(&first, "view")) {
        base_put(out, "position");
        struct base_word rest = base_words_rest(words);
        copy_word(out, &rest);
        return true;
    }
    int player = line_player(words, &first);
    bool cards = player >= 0 && base_words_next(words, &fact) &&
                 (base_word_is(&fact, "hand") || base_word_is(&fact, "deck") || base_word_is(&fact, "trash"));
    if (!cards) {
        struct base_word whole = base_words_rest(&line);
        base_put_bytes(out, whole.text, whole.length);
        return true;
    }
    base_put(out, "player ");
    base_put_number(out, player);
    copy_word(out, &fact);
    return rewrite_cards(reading, words, out, player, base_word_is(&fact, "hand"));
}

/* Lines keep their numbers, so that a fault found later is named by the view's own. */
static bool rewrite(struct reading *reading, const char *text, size_t length, struct base_out *out)
{
    struct base_words words = base_words_in_lines(text, length);
    for (unsigned line = 1; base_words_line(&words); line++) {
        for (; line < words.line; line++)
            base_put_char(out, '\n');
        if (!rewrite_line(reading, &words, out))
            return false;
        base_put_char(out, '\n');
    }
    return true;
}

bool text_view_read(const struct ff_edition *edition, const char *text, size_t length, struct ff_game *game, int *seat,
                    struct base_error *error)
{
    char position[TEXT_POSITION_MAX];
    struct reading reading = {
        .seat = -1, .shown = FF_NO_CARD, .pub.players = FF_PLAYERS_MIN, .edition = edition, .error = error};
    struct base_out out = base_out_of(position, sizeof position);
    struct base_words words = base_words_in_lines(text, length);
    while (base_words_line(&words))
        if (!note_line(&reading, &words))
            return false;
    if (reading.seat < 0) {
        out = base_error_at(error, &(struct base_word){0}); /* the text as a whole */
        base_put(&out, "a view says whose it is: `seat 0`, or `seat -` for a spectator's");
        return false;
    }
    if (!rewrite(&reading, text, length, &out))
        return false;
    if (!base_out_whole(&out)) {
        out = base_error_at(error, &(struct base_word){0});
        base_put(&out, "the view is longer than any can be");
        return false;
    }
    struct ff_game read;
    if (!text_position_read(edition, position, out.length, &read, error))
        return false;
    if (reading.seat != FF_NOBODY && reading.seat >= read.pub.players) {
        out = base_error_at(error, &(struct base_word){0});
        base_put(&out, "the view is of a seat that is not in the game");
        return false;
    }
    *game = read;
    *seat = reading.seat;
    return true;
}
