/* read.c - the referee: replays a record line by line and compares every field.
 *
 * The engine is the judge. Each line is turned into the actions that its player must have chosen. The engine plays them
 * one step at a time and takes forced steps by itself, until the event of the line has happened. Then the event is
 * compared with the line. Some faults are tested earlier, only so that the message can name them in the record's own
 * words.
 *
 *     game -> keep10 x players (expert) -> rounds -> end
 *     round: draw x players -> turn x players -> round
 *     turn:  sell -> build x 0-2 -> discard */
#include "read_internal.h"

#include <string.h>

#include "engine/text/names.h"

enum kind { KIND_GAME, KIND_KEEP10, KIND_DRAW, KIND_SELL, KIND_BUILD, KIND_DISCARD, KIND_ROUND, KIND_END, KINDS };

static const char *const kind_names[KINDS] = {"game", "keep10", "draw", "sell", "build", "discard", "round", "end"};

static uint8_t everybody(const struct record_reader *reader) { return (uint8_t)((1u << reader->setup.players) - 1); }

/* --------------------------------------------------------------------------------------------------------- players */

static bool read_seat(struct record_reader *reader, int *seat)
{
    return record_key_number(reader, "player", (struct record_range){"R0.1", 0, reader->setup.players - 1}, seat);
}

/* Reads a player of whom no line of this kind was read before. */
static bool read_unseen_seat(struct record_reader *reader, const char *rule, int *seat)
{
    return read_seat(reader, seat) &&
           (!(reader->seen >> *seat & 1) ||
            record_report_fault(reader, rule, "player", "is %d, who had this line already", *seat));
}

bool record_read_turn_seat(struct record_reader *reader, const char *rule, int *seat)
{
    return read_seat(reader, seat) &&
           record_check_equal(reader, rule, "player", *seat, ff_turn_seat(&reader->game.pub));
}

bool record_owes_decision(const struct record_reader *reader, int seat) { return reader->game.pub.owe >> seat & 1; }

enum ff_refusal record_play(struct record_reader *reader, int seat, int option, struct ff_event *event)
{
    if (option < 0 || option >= FF_OPTIONS_MAX)
        return FF_REFUSED_NO_SUCH_OPTION;
    ff_action action = ff_action_of(reader->game.pub.stage, (unsigned)option);
    enum ff_refusal refusal = ff_play(&reader->edition, &reader->game, seat, action, event);
    if (refusal == FF_OK && reader->decisions_n < RECORD_DECISIONS_MAX)
        reader->decision[reader->decisions_n++] = (struct record_decision){(uint8_t)seat, action};
    return refusal;
}

bool record_take_automatic_step(struct record_reader *reader, struct ff_event *event)
{
    return ff_follow(&reader->edition, &reader->game, event);
}

enum ff_refusal record_play_or_step(struct record_reader *reader, int seat, int option, struct ff_event *event)
{
    if (record_owes_decision(reader, seat))
        return record_play(reader, seat, option, event);
    return record_take_automatic_step(reader, event) ? FF_OK : FF_REFUSED_NOT_YOUR_TURN;
}

bool record_report_refusal(struct record_reader *reader, const char *key, enum ff_refusal refusal)
{
    return record_report_fault(reader, text_refusal_rule(refusal), key, "cannot be: %s", text_refusal(refusal));
}

static const char *shown(int card) { return card == FF_NO_CARD ? "\"\"" : text_card(card); }

static bool same_card(struct record_reader *reader, const char *rule, const char *key, int got, int want)
{
    return got == want || record_report_fault(reader, rule, key, "has %s where %s must be", shown(got), shown(want));
}

void record_begin_draws(struct record_reader *reader)
{
    reader->phase = RECORD_DRAW;
    reader->seen = reader->dealt = 0;
}

/* ---------------------------------------------------------------------------------------------------- keep10, draw */

static bool line_keep10(struct record_reader *reader)
{
    struct record_cards bottom = {.n = 0};
    int seat, keep;
    struct ff_event event;
    if (!read_unseen_seat(reader, "R1.5", &seat) || !record_key_card(reader, "keep", &keep) ||
        !record_key_cards(reader, "bottom", &bottom))
        return false;
    if (bottom.n != FF_HAND_MAX - 1)
        return record_report_fault(reader, "R1.5", "bottom", "must hold 9 cards");
    for (int i = 0; i < bottom.n; i++)
        if (record_play(reader, seat, bottom.card[i], &event) != FF_OK)
            return record_report_fault(reader, "R1.5", "bottom", "must hold nine different cards of the first ten");
    if (reader->game.hid.hand[seat] != ff_bit((unsigned)keep))
        return record_report_fault(reader, "R1.5", "keep",
                                   "must be the tenth card, the one that is not put under the deck");
    reader->seen |= (uint8_t)(1u << seat);
    if (reader->seen == everybody(reader))
        record_begin_draws(reader);
    return true;
}

/* Lets the engine deal until the seat has its cards (R3.1) or, if `all` is set, until every seat has its cards. */
static void deal(struct record_reader *reader, int seat, bool all)
{
    struct ff_event event;
    while (reader->game.pub.stage == FF_STAGE_DEAL && (all || !(reader->dealt >> seat & 1))) {
        record_take_automatic_step(reader, &event);
        memcpy(reader->drawn[event.seat], event.cards, sizeof event.cards);
        reader->drawn_n[event.seat] = event.n;
        reader->dealt |= (uint8_t)(1u << event.seat);
    }
}

static bool may_draw(const struct record_reader *reader, int seat)
{
    return reader->game.pub.stage == FF_STAGE_DRAW && record_owes_decision(reader, seat);
}

/* Takes the seat's extra draws, then declines any more (R3.2). */
static bool draw_extra(struct record_reader *reader, int seat, const struct record_cards *cards)
{
    struct ff_event event;
    deal(reader, seat, true);
    for (int i = reader->drawn_n[seat]; i < cards->n; i++) {
        if (!may_draw(reader, seat))
            return record_report_fault(reader, "R3.2", "cards", "has more cards than may be drawn");
        record_play(reader, seat, FF_OPTION_DRAW, &event);
        if (!same_card(reader, "R3.2", "cards", cards->card[i], event.cards[0]))
            return false;
    }
    if (may_draw(reader, seat))
        record_play(reader, seat, FF_OPTION_DONE, &event);
    return true;
}

static bool line_draw(struct record_reader *reader)
{
    struct record_cards cards = {.n = 0};
    int seat;
    if (!read_unseen_seat(reader, "R3.1", &seat) || !record_key_cards(reader, "cards", &cards))
        return false;
    deal(reader, seat, false);
    int dealt_n = reader->drawn_n[seat];
    for (int i = 0; i < cards.n && i < dealt_n; i++)
        if (!same_card(reader, "R3.1", "cards", cards.card[i], reader->drawn[seat][i]))
            return false;
    if (cards.n < dealt_n)
        return record_report_fault(reader, "R3.1", "cards", "has fewer cards than must be drawn");
    bool labs = ff_extra_draws(reader->game.pub.active[seat]) > 0;
    if ((cards.n > dealt_n || labs) && !draw_extra(reader, seat, &cards))
        return false;
    reader->seen |= (uint8_t)(1u << seat);
    if (reader->seen == everybody(reader))
        reader->phase = RECORD_SELL;
    return true;
}

/* ------------------------------------------------------------------------------------------------------ round, end */

static bool same_prices(struct record_reader *reader)
{
    int64_t prices[FF_PLAYERS_MAX][FF_GOODS];
    if (!record_key_triples(reader, "prices", prices, reader->setup.players))
        return false;
    for (int b = 0; b < reader->setup.players; b++)
        for (int good = 0; good < FF_GOODS; good++)
            if (!record_check_equal(reader, "R8.1", "prices", prices[b][good],
                                    ff_price(&reader->edition, &reader->game.pub, b, good)))
                return false;
    return true;
}

static bool same_coins(struct record_reader *reader)
{
    int64_t coins[FF_PLAYERS_MAX];
    bool same = record_key_integers(reader, "coins", coins, reader->setup.players);
    for (int seat = 0; same && seat < reader->setup.players; seat++)
        same = record_check_equal(reader, "R5.4", "coins", coins[seat], reader->game.pub.coins[seat]);
    return same;
}

static bool same_order(struct record_reader *reader)
{
    int64_t order[FF_PLAYERS_MAX];
    bool same = record_key_integers(reader, "order", order, reader->setup.players);
    for (int i = 0; same && i < reader->setup.players; i++)
        same = record_check_equal(reader, "R2.2", "order", order[i], reader->game.pub.order[i]);
    return same;
}

static bool same_spaces(struct record_reader *reader, struct base_json_cursor *value, int seat)
{
    struct record_cards cards = {.empty_allowed = true};
    if (!record_take_cards(reader, "board", value, &cards))
        return false;
    bool same =
        cards.n == FF_SPACES || record_report_fault(reader, "R0.3", "board", "must have six spaces for each player");
    for (int space = 0; same && space < FF_SPACES; space++)
        same = same_card(reader, "R6.2", "board", cards.card[space], reader->game.pub.board[seat][space]);
    return same;
}

static bool same_board(struct record_reader *reader)
{
    struct base_json_cursor value;
    int seat = 0, players = reader->setup.players;
    if (!record_key_array(reader, "board", "boards", &value))
        return false;
    for (; base_json_more(&value); seat++)
        if (seat >= players)
            base_json_skip(&value);
        else if (!same_spaces(reader, &value, seat))
            return false;
    return seat == players || record_report_fault(reader, "format", "board", "must have one board for each player");
}

static bool line_round(struct record_reader *reader)
{
    struct ff_event event;
    int64_t round, price;
    record_take_automatic_step(reader, &event);
    if (!record_key_integer(reader, "round", &round) ||
        !record_check_equal(reader, "R2.1", "round", round, event.round) || !same_prices(reader) ||
        !same_coins(reader) || !same_order(reader) || !record_key_integer(reader, "palace_price", &price) ||
        !record_check_equal(reader, "R6.5", "palace_price", price, ff_palace_price(&reader->game.pub)) ||
        !same_board(reader))
        return false;
    record_begin_draws(reader);
    if (reader->game.pub.stage == FF_STAGE_OVER)
        reader->phase = RECORD_END;
    return true;
}

/* Returns whether the line names exactly these winners, each once, in any order. */
static bool same_winners(struct record_reader *reader, unsigned winners)
{
    struct base_json_cursor value;
    int64_t seat;
    unsigned named = 0;
    if (!record_key_array(reader, "winners", "players", &value))
        return false;
    while (base_json_more(&value)) {
        if (!base_json_take_integer(&value, &seat))
            return record_report_fault(reader, "format", "winners", "must be an array of players");
        if (seat < 0 || seat >= reader->setup.players || (named >> seat & 1) || !(winners >> seat & 1))
            return record_report_fault(reader, "R9.2", "winners", "names a player who is none, or one twice");
        named |= 1u << seat;
    }
    return named == winners || record_report_fault(reader, "R9.2", "winners", "lacks a winner");
}

static bool line_end(struct record_reader *reader)
{
    struct ff_result result;
    struct base_json_text reason;
    ff_result(&reader->game.pub, &result);
    if (!same_winners(reader, result.winners) || !same_coins(reader) || !record_key_text(reader, "reason", &reason))
        return false;
    const char *want = result.palace ? "palace" : "round-limit";
    if (!base_json_text_is(&reason, want))
        return record_report_fault(reader, result.palace ? "R9.1" : "R9.3", "reason", "must be \"%s\"", want);
    reader->phase = RECORD_GAME;
    reader->games++;
    return true;
}

/* ------------------------------------------------------------------------------------------------- line after line */

/* The kind of line that ends each phase. */
static const enum kind last_kind[] = {KIND_GAME, KIND_KEEP10, KIND_DRAW, KIND_SELL, KIND_DISCARD, KIND_ROUND, KIND_END};

static bool may_build(const struct record_reader *reader)
{
    return reader->phase == RECORD_BUILD && reader->builds < FF_BUILDS_MAX;
}

/* Writes the name of the kind of line that must come next. */
static void put_expected(const struct record_reader *reader, struct base_out *out)
{
    bool turn = reader->phase == RECORD_SELL || reader->phase == RECORD_BUILD;
    base_printf(out, may_build(reader) ? "\"build\" or \"%s\"" : "\"%s\"", kind_names[last_kind[reader->phase]]);
    if (turn || reader->phase == RECORD_KEEP10 || reader->phase == RECORD_DRAW)
        base_printf(out, " of player %d",
                    turn ? ff_turn_seat(&reader->game.pub) : ff_lowest(everybody(reader) & ~(unsigned)reader->seen));
}

static bool in_place(const struct record_reader *reader, enum kind kind)
{
    return kind == KIND_BUILD ? may_build(reader) : kind == last_kind[reader->phase];
}

static const char *place_rule(const struct record_reader *reader, enum kind kind)
{
    if (kind == KIND_BUILD && reader->phase == RECORD_BUILD)
        return "R6.1";
    if (kind == KIND_KEEP10 || reader->phase == RECORD_KEEP10)
        return "R1.5";
    if (kind == KIND_END || reader->phase == RECORD_END)
        return "R9.1";
    return kind == KIND_GAME || reader->phase == RECORD_GAME ? "format" : "R2.1";
}

static bool out_of_place(struct record_reader *reader, enum kind kind)
{
    struct base_out out = record_begin_fault(reader, place_rule(reader, kind), kind_names[kind]);
    base_printf(&out, "is out of place: %s", kind == KIND_GAME ? "the game before it has not ended, " : "");
    put_expected(reader, &out);
    base_put(&out, " must come here");
    return false;
}

static bool read_kind(struct record_reader *reader, enum kind *kind)
{
    struct base_json_text text;
    if (!record_key_text(reader, "event", &text))
        return false;
    for (int i = 0; i < KINDS; i++)
        if (base_json_text_is(&text, kind_names[i])) {
            *kind = (enum kind)i;
            return true;
        }
    return record_report_fault(reader, "format", "event",
                               "must be game, keep10, draw, sell, build, discard, round or end");
}

static bool referee(struct record_reader *reader)
{
    static bool (*const lines[KINDS])(struct record_reader *) = {
        record_read_game_line,    line_keep10, line_draw, record_read_sell_line, record_read_build_line,
        record_read_discard_line, line_round,  line_end};
    enum kind kind = KIND_GAME;
    if (!read_kind(reader, &kind))
        return false;
    if (!in_place(reader, kind))
        return out_of_place(reader, kind);
    if (!lines[kind](reader))
        return false;
    reader->events++;
    return true;
}

static bool is_blank(const char *line, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r')
            return false;
    return true;
}

static enum record_status not_json(struct record_reader *reader)
{
    record_report_fault(reader, "format", NULL, "not JSON: %s (byte %llu of the line)", reader->json.fault,
                        (unsigned long long)reader->json.fault_at + 1);
    return RECORD_UNREADABLE;
}

void record_reader_init(struct record_reader *reader) { memset(reader, 0, sizeof *reader); }

enum record_status record_read_line(struct record_reader *reader, const char *line, size_t n)
{
    reader->decisions_n = 0;
    if (n > RECORD_LINE_MAX) {
        record_report_fault(reader, "format", NULL, "the line is longer than 1 MiB");
        return RECORD_UNREADABLE;
    }
    if (is_blank(line, n))
        return RECORD_HOLDS;
    switch (base_json_read(&reader->json, line, n)) {
    case BASE_JSON_NOT_JSON: return not_json(reader);
    case BASE_JSON_NOT_OBJECT:
        record_report_fault(reader, "format", NULL, "the line must be an object");
        return RECORD_WRONG;
    case BASE_JSON_OK: break;
    }
    return referee(reader) ? RECORD_HOLDS : RECORD_WRONG;
}

enum record_status record_read_end(struct record_reader *reader)
{
    if (reader->phase != RECORD_GAME) {
        struct base_out out = record_begin_fault(reader, "format", NULL);
        base_put(&out, "the game is cut off: ");
        put_expected(reader, &out);
        base_put(&out, " must follow");
        return RECORD_WRONG;
    }
    if (reader->games == 0) {
        record_report_fault(reader, "format", NULL, "no game in the file");
        return RECORD_WRONG;
    }
    return RECORD_HOLDS;
}

enum record_status record_read_text(struct record_reader *reader, const char *text, size_t n, uint64_t *line_no)
{
    *line_no = 0;
    for (size_t from = 0; from < n;) {
        size_t to = from;
        while (to < n && text[to] != '\n')
            to++;
        ++*line_no;
        enum record_status status = record_read_line(reader, text + from, to - from);
        if (status != RECORD_HOLDS)
            return status;
        from = to + 1;
    }
    return record_read_end(reader);
}
