/* test_leaks.c - nobody is told what R10 keeps secret: pairs of games that a seat can't tell apart.
 *
 * One world is played at random. The other differs from it in what the watching seat can't know, and in that alone: the
 * cards that the other seats drew, held, put under their decks and removed without ever showing them are others, and
 * the cards that nobody drew yet lie in another order, the watcher's own included. Everybody does the same things at
 * the same times, as far as the watcher can see. Then every byte that the watcher is given must be the same in both
 * worlds: frames after each entry, whole frames from the start, answers to wishes that are refused, lists, and that
 * there is no record yet. That the instrument sees something is tested too: a seat whose own cards were changed does
 * get other bytes.
 *
 * Cards are exchanged for any others, so that in many pairs a hand allows a build in one world and none in the other
 * (R10.2a). That this happens is counted.
 *
 * The deal is the only part of the table that is replaced here (deal_... below), since the real one can't be chosen. */
#include "test.h"

#include "edition.h"
#include "engine/text/notation.h"
#include "server/table/table.h"

#include <stdlib.h>

enum { FRAME_MAX = 4 << 20 }; /* bytes; more than any frame has */

enum { ENTRIES_MAX = 300, CHAIN_MAX = 14 };

/* ----------------------------------------------------------------------------------------------- the deal is chosen */

static const struct ff_setup *chosen;

void table_deal_commit(const uint8_t seed[TABLE_DEAL_BYTES], const char *table, uint8_t commit[TABLE_DEAL_BYTES])
{
    (void)seed, (void)table;
    memset(commit, 0x11, TABLE_DEAL_BYTES);
}

void table_deal_setup(const struct record_fair *fair, const struct ff_edition *edition, int players, int mode,
                      struct ff_setup *setup)
{
    (void)fair, (void)edition, (void)players, (void)mode;
    *setup = *chosen;
}

void table_deal_inputs(const char *table, const uint8_t seed[TABLE_DEAL_BYTES], struct record_fair *fair)
{
    (void)table, (void)seed;
    memset(fair, 0, sizeof *fair);
}

uint64_t table_deal_bot_seed(const uint8_t seed[TABLE_DEAL_BYTES], const char *table, uint32_t number, int seat)
{
    (void)seed, (void)table;
    return number * 8u + (unsigned)seat;
}

/* ------------------------------------------------------------------------------------------------------- two worlds */

/* What somebody did, as everybody in both worlds does it. */
enum deed_kind { DEED_PLAY, DEED_CHAT, DEED_AWAY, DEED_BACK };
struct deed {
    uint8_t kind, seat, n;
    ff_action actions[CHAIN_MAX];
};

struct world {
    struct table *table;
    struct ff_setup setup;
};

struct pair {
    struct ff_rng rng;
    struct table_options options;
    bool bot[FF_PLAYERS_MAX];
    int watcher; /* a seat, or FF_NOBODY */
    struct world world[2];
    uint8_t other[FF_PLAYERS_MAX][32]; /* by seat: the card that stands in the second world for one of the first */
    struct deed deeds[ENTRIES_MAX];
    int deeds_n;
};

static struct text_edition edition, editions[2]; /* the one that is played */
static char entry_text[TABLE_ENTRY_MAX], frame_text[2][FRAME_MAX];
static struct {
    long pairs, frames, bytes, wishes, changed; /* changed: cards that the two worlds had different */
    long draw_wishes;                           /* where the watcher may draw a card that it does not know */
    long owner_frames, owner_differs;
    long plans;                 /* frames with a plan of the watcher */
    long builds, builds_differ; /* decisions whether to build; those that only one world's hand has a choice in */
} count;

static int64_t now_of(const struct table *table) { return 1000000 + 977 * (int64_t)table_last_number(table); }

static bool below(struct ff_rng *rng, uint32_t n, uint32_t of) { return ff_rng_below(rng, of) < n; }

/* Appends what a wish wrote, if it was granted. */
static bool append(struct world *world, struct table_answer answer, const struct base_out *out)
{
    struct base_error error;
    struct table_entry entry = {table_last_number(world->table) + 1, now_of(world->table), out->text, out->length};
    chosen = &world->setup;
    return CHECK(answer.verdict == TABLE_YES) && CHECK(table_apply(world->table, &entry, &error));
}

static void guest_of(int seat, char guest[TABLE_ID_SIZE])
{
    memset(guest, 'a' + seat, TABLE_ID_LENGTH);
    guest[TABLE_ID_LENGTH] = '\0';
}

static bool world_open(const struct pair *pair, struct world *world)
{
    static const char *const names[] = {"Anna", "Ben", "Chloe", "Dora", "Emil"};
    struct table_create create = {.options = pair->options, .edition = &edition};
    struct base_out out = base_out_of(entry_text, sizeof entry_text);
    memset(create.seed, 0x5e, sizeof create.seed);
    guest_of(0, create.host);
    memcpy(create.next, "nnnnnnnnnnnnnnnn", TABLE_ID_SIZE);
    world->table = table_new("abcdefghijklmnop");
    if (!CHECK(world->table != NULL) || !append(world, table_validate_create(&create, &out), &out))
        return false;
    for (int seat = 0; seat < pair->options.seats; seat++) {
        char guest[TABLE_ID_SIZE];
        uint8_t mix[TABLE_DEAL_BYTES] = {(uint8_t)seat};
        guest_of(seat, guest);
        base_out_clear(&out);
        struct table_answer answer =
            pair->bot[seat] ? table_validate_add_bot(world->table, create.host, seat, 1 + seat % TABLE_LEVELS, &out)
                            : table_validate_sit(world->table, guest, names[seat], seat, mix, &out);
        if (!append(world, answer, &out))
            return false;
    }
    return CHECK(table_phase(world->table) == TABLE_PLAY);
}

static void put_chain(struct base_out *out, const ff_action *actions, int n)
{
    for (int i = 0; i < n; i++) {
        if (i)
            base_put(out, "; ");
        text_action(out, actions[i]);
    }
}

static bool by_bot(const struct table *table, int seat)
{
    const struct table_seat *sitting = table_seat(table, seat);
    return sitting->kind == TABLE_SEAT_BOT || sitting->away;
}

static bool world_do(struct world *world, const struct deed *deed)
{
    char chain[TABLE_CHAIN_MAX], id[16];
    struct base_out text = base_out_of(chain, sizeof chain), out = base_out_of(entry_text, sizeof entry_text);
    struct table_answer answer;
    switch (deed->kind) {
    case DEED_PLAY:
        put_chain(&text, deed->actions, deed->n);
        snprintf(id, sizeof id, "m%u", table_last_number(world->table));
        answer = table_validate_play(world->table, deed->seat, table_last_number(world->table),
                                     by_bot(world->table, deed->seat) ? NULL : id, chain, text.length, &out);
        break;
    case DEED_CHAT: answer = table_validate_chat(world->table, deed->seat, "", "hm", 2, &out); break;
    case DEED_AWAY: answer = table_validate_away(world->table, deed->seat, &out); break;
    default: answer = table_validate_back(world->table, deed->seat, &out); break;
    }
    if (answer.verdict != TABLE_YES)
        printf("  %d %s: %s %s\n", deed->kind, chain, answer.code ? answer.code : "repeated", answer.text);
    return append(world, answer, &out);
}

/* ------------------------------------------------------------------------------------------------------ first world */

static int random_seat(struct ff_rng *rng, unsigned mask)
{
    return ff_option_nth(mask, (int)ff_rng_below(rng, (uint32_t)ff_popcount(mask)));
}

/* Whether an action shows a card to its player that was hidden before: a chain ends there. */
static bool reveals(ff_action action) { return ff_action_stage(action) == FF_STAGE_DRAW; }

/* A turn at random, or its beginning. */
static void random_chain(struct pair *pair, struct deed *deed)
{
    struct ff_game game = *table_game(pair->world[0].table);
    int wanted = below(&pair->rng, 1, 2) ? CHAIN_MAX : 1 + (int)ff_rng_below(&pair->rng, 3);
    int round = game.pub.round, turn = game.pub.turn;
    deed->n = 0;
    while (deed->n < wanted && game.pub.owe >> deed->seat & 1 && game.pub.turn == turn && game.pub.round == round) {
        ff_options options = ff_game_options(&game, deed->seat);
        int n = (int)ff_rng_below(&pair->rng, (uint32_t)ff_popcount(options));
        ff_action action = ff_action_of(game.pub.stage, (unsigned)ff_option_nth(options, n));
        deed->actions[deed->n++] = action;
        ff_apply(&edition.values, &game, deed->seat, action);
        if (reveals(action))
            break;
    }
}

static bool random_deed(struct pair *pair, struct deed *deed)
{
    const struct table *table = pair->world[0].table;
    memset(deed, 0, sizeof *deed);
    deed->seat = (uint8_t)ff_rng_below(&pair->rng, pair->options.seats);
    if (!pair->bot[deed->seat] && below(&pair->rng, 1, 20)) {
        deed->kind = table_seat(table, deed->seat)->away ? DEED_BACK : below(&pair->rng, 1, 2) ? DEED_AWAY : DEED_CHAT;
    } else {
        deed->seat = (uint8_t)random_seat(&pair->rng, table_seats_to_act(table));
        random_chain(pair, deed);
    }
    return world_do(&pair->world[0], deed);
}

/* Whether the watcher may draw a card that it does not know, or not (R3.2): the moment to be curious. */
static bool may_draw(const struct pair *pair, const struct ff_game *game)
{
    return pair->watcher != FF_NOBODY && game->pub.stage == FF_STAGE_DRAW && game->pub.owe >> pair->watcher & 1 &&
           game->pub.fresh_n[pair->watcher] > 0;
}

/* Plays up to a random moment before the end, in every second pair to one where the watcher may draw; *end is the game
 * then. */
static bool play_first(struct pair *pair, struct ff_game *end)
{
    int wanted = 1 + (int)ff_rng_below(&pair->rng, ENTRIES_MAX), curious_from = wanted / 4;
    bool curious = below(&pair->rng, 1, 2);
    struct world *world = &pair->world[0];
    bool good = world_open(pair, world);
    for (pair->deeds_n = 0; good; pair->deeds_n++) {
        *end = *table_game(world->table);
        if (pair->deeds_n == wanted || (curious && pair->deeds_n >= curious_from && may_draw(pair, end)))
            break;
        good = random_deed(pair, &pair->deeds[pair->deeds_n]);
        if (table_phase(world->table) == TABLE_OVER) /* now all may be known */
            break;
    }
    table_free(world->table);
    world->table = NULL;
    return good;
}

/* ----------------------------------------------------------------------------------------------------- second world */

/* Exchanges cards that the seat never showed. */
static void exchange_cards(struct pair *pair, const struct ff_game *end, int seat)
{
    uint8_t *other = pair->other[seat];
    uint32_t shown = end->pub.built[seat];
    int cards = ff_cards_n(pair->options.mode);
    if (end->pub.stage == FF_STAGE_SPACE && ff_turn_seat(&end->pub) == seat)
        shown |= ff_bit(end->pub.card);
    for (int n = 0; n < 20 * cards; n++) {
        int i = (int)ff_rng_below(&pair->rng, (uint32_t)cards), j = (int)ff_rng_below(&pair->rng, (uint32_t)cards);
        if (shown & (ff_bit((unsigned)i) | ff_bit((unsigned)j)))
            continue;
        uint8_t card = other[i];
        other[i] = other[j];
        other[j] = card;
    }
}

static void make_second(struct pair *pair, const struct ff_game *end)
{
    int cards = ff_cards_n(pair->options.mode);
    pair->world[1].setup = pair->world[0].setup;
    for (int seat = 0; seat < pair->options.seats; seat++) {
        uint8_t *deck = pair->world[1].setup.deck[seat];
        for (int card = 0; card < 32; card++)
            pair->other[seat][card] = (uint8_t)card;
        if (seat != pair->watcher)
            exchange_cards(pair, end, seat);
        for (int i = 0; i < cards; i++)
            deck[i] = pair->other[seat][deck[i]];
        int fresh = end->pub.fresh_n[seat];
        ff_shuffle(&pair->rng, deck + cards - fresh, fresh);
        for (int i = 0; i < cards; i++)
            count.changed += deck[i] != pair->world[0].setup.deck[seat][i];
    }
}

static struct deed second_deed(const struct pair *pair, struct deed deed)
{
    for (int i = 0; i < deed.n; i++) {
        unsigned stage = ff_action_stage(deed.actions[i]), option = ff_action_option(deed.actions[i]);
        const uint8_t *other = pair->other[deed.seat];
        if ((stage == FF_STAGE_KEEP || stage == FF_STAGE_DISCARD) && option < FF_OPTION_DONE)
            option = option < FF_OPTION_TRASH ? other[option] : FF_OPTION_TRASH + other[option - FF_OPTION_TRASH];
        deed.actions[i] = ff_action_of(stage, option);
    }
    return deed;
}

/* ---------------------------------------------------------------------------------------------------- what is given */

/* A plan of the watcher's turn, mostly impossible: what the watcher is told of it follows from its own view. */
static void random_plan(struct pair *pair, char *text, size_t size)
{
    struct base_out out = base_out_of(text, size);
    for (int line = 0; line < 3; line++) {
        if (below(&pair->rng, 3, 4)) /* else an alternative without conditions */
            base_printf(&out, "if place <= %d and room %c hops >= %d: ", 1 + (int)ff_rng_below(&pair->rng, 5),
                        'A' + (int)ff_rng_below(&pair->rng, 3), (int)ff_rng_below(&pair->rng, 3));
        for (int i = 0, n = 1 + (int)ff_rng_below(&pair->rng, 5); i < n; i++) {
            int stage = FF_STAGE_BREWERY + (int)ff_rng_below(&pair->rng, FF_STAGE_DISCARD - FF_STAGE_BREWERY + 1);
            unsigned option = stage == FF_STAGE_MARKET ? 0 : ff_rng_below(&pair->rng, 3);
            base_put(&out, i ? "; " : "");
            text_action(&out, below(&pair->rng, 1, 3) ? ff_action_of(FF_STAGE_BUILD, FF_OPTION_DONE)
                                                      : ff_action_of((unsigned)stage, option));
        }
        base_put_char(&out, '\n');
    }
}

static bool same_frames(const struct pair *pair, struct table_viewer viewer)
{
    size_t length[2];
    for (int i = 0; i < 2; i++) {
        struct base_out out = base_out_of(frame_text[i], sizeof frame_text[i]);
        viewer.now_ms = now_of(pair->world[i].table);
        table_frame(pair->world[i].table, &viewer, &out);
        length[i] = out.length;
    }
    count.frames++;
    count.bytes += (long)length[0];
    count.plans += viewer.plan && strstr(frame_text[0], "\"plan\":") != NULL;
    return length[0] == length[1] && memcmp(frame_text[0], frame_text[1], length[0]) == 0;
}

static struct table_viewer viewer_of(int seat, uint32_t since, bool full)
{
    return (struct table_viewer){.seat = seat, .since = since, .full = full, .here = 5, .legal = true};
}

/* Lists, and what there is only when a game is over. */
static bool same_lists(const struct pair *pair)
{
    for (int i = 0; i < 2; i++) {
        struct base_out out = base_out_of(frame_text[i], sizeof frame_text[i]),
                        secret = base_out_of(entry_text, sizeof entry_text);
        table_summary(pair->world[i].table, &out);
        if (!CHECK(!table_record(pair->world[i].table, &secret)) || !CHECK_EQ(secret.length, 0))
            return false;
    }
    return strcmp(frame_text[0], frame_text[1]) == 0;
}

/* Whether there is anything to build at the moment, in each of the worlds. */
static void count_builds(const struct pair *pair)
{
    const struct ff_game *game[2] = {table_game(pair->world[0].table), table_game(pair->world[1].table)};
    int seat = ff_turn_seat(&game[0]->pub);
    if (game[0]->pub.stage != FF_STAGE_BUILD || game[1]->pub.stage != FF_STAGE_BUILD)
        return;
    bool any[2];
    for (int i = 0; i < 2; i++)
        any[i] = ff_popcount(ff_game_options(game[i], seat)) > 1;
    count.builds++;
    count.builds_differ += any[0] != any[1];
}

/* The watcher and a spectator after an entry; now and then from the start, as after `attach`. */
static bool step_is_same(struct pair *pair)
{
    uint32_t since = table_last_number(pair->world[0].table) - 1;
    bool whole = below(&pair->rng, 1, 16);
    count_builds(pair);
    int viewers[] = {pair->watcher, FF_NOBODY};
    char plan[TEXT_PLAN_MAX];
    random_plan(pair, plan, sizeof plan);
    for (int i = 0; i < 2; i++) {
        struct table_viewer viewer = viewer_of(viewers[i], since, false);
        viewer.plan = plan;
        if (!CHECK(same_frames(pair, viewer)))
            return false;
        if (whole && !CHECK(same_frames(pair, viewer_of(viewers[i], 0, true))))
            return false;
    }
    for (int seat = 0; seat < pair->options.seats && whole; seat++) {
        if (seat == pair->watcher)
            continue;
        count.owner_frames++;
        count.owner_differs += !same_frames(pair, viewer_of(seat, 0, true));
    }
    return !whole || CHECK(same_lists(pair));
}

/* A wish of the watcher: some legal actions, as far as the first world goes, then any. */
static void random_wish(struct pair *pair, struct base_out *chain)
{
    struct ff_game game = *table_game(pair->world[0].table);
    ff_action actions[CHAIN_MAX];
    int n = 0, wanted = (int)ff_rng_below(&pair->rng, CHAIN_MAX - 1);
    bool peeks =
        may_draw(pair, &game) && below(&pair->rng, 1, 2); /* draws, and says nonsense to be told what is next */
    while (n < (peeks ? CHAIN_MAX - 1 : wanted) && !(peeks && game.pub.stage != FF_STAGE_DRAW) &&
           game.pub.owe >> pair->watcher & 1) {
        ff_options options = ff_game_options(&game, pair->watcher);
        bool draw = game.pub.stage == FF_STAGE_DRAW && below(&pair->rng, 3, 4);
        int nth = draw ? 0 : (int)ff_rng_below(&pair->rng, (uint32_t)ff_popcount(options));
        actions[n] = ff_action_of(game.pub.stage, (unsigned)ff_option_nth(options, nth));
        ff_apply(&edition.values, &game, pair->watcher, actions[n++]);
    }
    unsigned stage = below(&pair->rng, 1, 4) ? ff_rng_below(&pair->rng, FF_STAGES) : game.pub.stage;
    if (!peeks && below(&pair->rng, 3, 4))
        actions[n++] = ff_action_of(stage, ff_rng_below(&pair->rng, 64));
    put_chain(chain, actions, n);
    if (peeks || below(&pair->rng, 1, 8))
        base_put(chain, "; dance");
}

/* Both worlds answer a wish of the watcher alike, whether it is granted or not. */
static bool wish_is_same(struct pair *pair)
{
    static char text[2][TABLE_ENTRY_MAX];
    char chain[TABLE_CHAIN_MAX];
    struct base_out wish = base_out_of(chain, sizeof chain);
    struct table_answer answer[2];
    random_wish(pair, &wish);
    for (int i = 0; i < 2; i++) {
        struct base_out out = base_out_of(text[i], sizeof text[i]);
        const struct table *table = pair->world[i].table;
        memset(&answer[i], 0, sizeof answer[i]);
        answer[i] =
            table_validate_play(table, pair->watcher, table_last_number(table), "wish", chain, wish.length, &out);
    }
    count.wishes++;
    count.draw_wishes += may_draw(pair, table_game(pair->world[0].table));
    bool same = answer[0].verdict == answer[1].verdict && strcmp(text[0], text[1]) == 0;
    if (same && answer[0].verdict == TABLE_NO)
        same = strcmp(answer[0].code, answer[1].code) == 0 && strcmp(answer[0].rule, answer[1].rule) == 0 &&
               strcmp(answer[0].text, answer[1].text) == 0;
    if (!same)
        printf("  seat %d wishes \"%s\"\n  told \"%s\"\n  and  \"%s\"\n", pair->watcher, chain, answer[0].text,
               answer[1].text);
    return CHECK(same);
}

/* ------------------------------------------------------------------------------------------------------------ pairs */

static bool replay_both(struct pair *pair)
{
    for (int i = 0; i < 2; i++)
        if (!world_open(pair, &pair->world[i]))
            return false;
    for (int n = 0; n < pair->deeds_n; n++) {
        struct deed other = second_deed(pair, pair->deeds[n]);
        if (!step_is_same(pair) || !world_do(&pair->world[0], &pair->deeds[n]) || !world_do(&pair->world[1], &other))
            return false;
    }
    if (!step_is_same(pair))
        return false;
    for (int i = 0; i < 40 && pair->watcher != FF_NOBODY; i++)
        if (!wish_is_same(pair))
            return false;
    return true;
}

static bool try_pair(int players, int mode, uint64_t seed)
{
    static struct pair pair;
    struct ff_game end;
    memset(&pair, 0, sizeof pair);
    pair.rng = ff_rng_of(seed);
    edition = editions[seed / 100 % 2];
    pair.options = (struct table_options){.mode = (uint8_t)mode, .seats = (uint8_t)players, .level = 3};
    pair.options.aid = below(&pair.rng, 1, 2);
    pair.options.turn_s = below(&pair.rng, 1, 2) ? 60 : 0;
    for (int seat = 1; seat < players; seat++)
        pair.bot[seat] = below(&pair.rng, 1, 4);
    pair.watcher = (int)ff_rng_below(&pair.rng, (uint32_t)players + 1);
    if (pair.watcher == players)
        pair.watcher = FF_NOBODY;
    ff_deal(&edition.values, players, mode, ff_rng_next(&pair.rng), &pair.world[0].setup);
    bool good = play_first(&pair, &end);
    if (good) {
        make_second(&pair, &end);
        good = replay_both(&pair);
    }
    for (int i = 0; i < 2; i++)
        table_free(pair.world[i].table);
    count.pairs++;
    if (!good)
        printf("  %d players, mode %d, seed %llu\n", players, mode, (unsigned long long)seed);
    return good;
}

static int pairs_each = 20;

static void nobody_can_tell(void)
{
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
        for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++)
            for (int i = 0; i < pairs_each; i++)
                if (!try_pair(players, mode, (uint64_t)i * 100 + (unsigned)(players * 10 + mode)))
                    return;
}

static void owners_can_tell(void)
{
    CHECK(count.builds_differ > count.pairs / 2);
    CHECK(count.draw_wishes > count.pairs);
    CHECK(count.plans > count.pairs * 10);
    CHECK(count.changed > count.pairs * 10);
    CHECK(count.owner_frames > count.pairs);
    CHECK(count.owner_differs > count.owner_frames / 2);
}

/* Nothing can be sold for many rounds, Laboratories cost nothing and little else can be paid: what is asked next
 * depends on the card that is drawn, so a curious seat has something to find out. */
static bool make_poor(struct text_edition *poor)
{
    struct ff_edition *values = &poor->values;
    for (int card = 0; card < FF_CARDS_MAX; card++)
        if (!(FF_PALACE_CARDS & ff_bit((unsigned)card)))
            values->cost[card] = card == FF_LAB1 || card == FF_LAB2 ? 0 : card % 3 ? 9 : 2;
    values->steps_n = FF_STEPS_MAX;
    memset(values->price, 0, sizeof values->price);
    values->price[FF_STEPS_MAX - 1] = 1;
    values->price_start = 0;
    return ff_edition_seal(values) == FF_EDITION_OK;
}

/* test_leaks [PAIRS]: so many pairs of games of every mode and player count. */
int main(int argc, char **argv)
{
    struct base_error error;
    if (argc > 1)
        pairs_each = atoi(argv[1]);
    if (!text_edition_read(default_edition_text, default_edition_size, &editions[0], &error))
        return 2;
    editions[1] = editions[0];
    if (!make_poor(&editions[1]))
        return 2;
    TEST("R10.1 R10.2 R10.2a nothing that a seat is given tells what it can't know", nobody_can_tell);
    TEST("R10.2 the two worlds differ, and the owners of the cards see it", owners_can_tell);
    printf("%ld pairs of games, %ld frames of %ld bytes compared, %ld wishes (%ld before a draw); owners saw %ld of "
           "%ld; of %ld questions whether to build %ld had something to build in one world alone\n",
           count.pairs, count.frames, count.frames ? count.bytes / count.frames : 0, count.wishes, count.draw_wishes,
           count.owner_differs, count.owner_frames, count.builds, count.builds_differ);
    return test_end();
}
