/* test_puzzle_proofs.c - proves every puzzle of the set by exhaustive search: a turn solves it exactly if the program
 * says so.
 *
 * Tries all turns of the solver, and after each of them all hands that the others may hold and all that they may do.
 * The search uses the engine alone and shares no code with the program's proofs (bots/ai/sure_win.h,
 * bots/coach/two_round_win.h), which assume upper bounds instead. Three facts of the rules keep it small:
 *
 *   - a sale changes one brewery, by that brewery's prices and demand alone (R5.1 to R5.5);
 *   - the end of the round depends on coins, prices, and Palace parts, so a seat's sales with the same effect on the
 *     brewery, and its builds of the same cards, count once, with the most coins that they leave;
 *   - a player may hold any set of as many cards as its hand has, of those that it never built (R10.2).
 */
#include "bots/coach/puzzle_attempt.h"
#include "edition.h"
#include "test.h"

#include <stdlib.h>

static struct ff_edition edition;

enum { NEVER = 9999, RICH = 200, SALES_MAX = 4096, SETS_MAX = 1024, DRAWS_MAX = 6 };

/* ------------------------------------------------------------------------------------------------------------ tables */

/* A hash table from 32-byte keys to pointers or numbers. It grows. */
struct key {
    uint16_t number[16];
};
struct table {
    struct entry {
        struct key key;
        bool used;
        int number;
        void *data;
    } * entry;
    size_t size, n;
};

static uint64_t hash(const struct key *key)
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (int i = 0; i < 16; i++)
        sum = (sum ^ key->number[i]) * 0x100000001b3u;
    return sum ^ sum >> 32;
}

static struct entry *place(struct table *table, const struct key *key)
{
    size_t at = hash(key) & (table->size - 1);
    while (table->entry[at].used && memcmp(&table->entry[at].key, key, sizeof *key) != 0)
        at = (at + 1) & (table->size - 1);
    return &table->entry[at];
}

/* Returns the entry of the key; if it is new, entry->used is false until the caller sets it. */
static struct entry *find(struct table *table, const struct key *key)
{
    if (table->n * 2 >= table->size) {
        struct table larger = {calloc(table->size ? table->size * 2 : 1024, sizeof *table->entry),
                               table->size ? table->size * 2 : 1024, table->n};
        if (!larger.entry)
            abort();
        for (size_t i = 0; i < table->size; i++)
            if (table->entry[i].used)
                *place(&larger, &table->entry[i].key) = table->entry[i];
        free(table->entry);
        *table = larger;
    }
    struct entry *entry = place(table, key);
    if (!entry->used) {
        entry->key = *key;
        table->n++;
    }
    return entry;
}

static void clear(struct table *table)
{
    for (size_t i = 0; i < table->size; i++)
        free(table->entry[i].data);
    free(table->entry);
    *table = (struct table){NULL, 0, 0};
}

/* ------------------------------------------------------------------------------------------------- sales and builds */

/* Lets the seat begin its turn with these cards. */
static void begin_turn(struct ff_game *game, int seat, uint32_t hand)
{
    struct ff_public *pub = &game->pub;
    while (pub->order[pub->turn] != seat)
        pub->turn = (uint8_t)((pub->turn + 1) % pub->players);
    pub->stage = FF_STAGE_BREWERY;
    pub->owe = (uint8_t)(1u << seat);
    pub->brewery = pub->market = pub->left = pub->card = pub->first = 0;
    pub->tally = 0;
    pub->disc_next[seat] = FF_NO_DISC;
    game->hid.hand[seat] = hand;
    game->hid.options = ff_compute_options(&edition, pub, seat, hand);
}

static void play(struct ff_game *game, int seat, unsigned option)
{
    struct ff_event event;
    if (ff_play(&edition, game, seat, ff_action_of(game->pub.stage, option), &event) != FF_OK)
        abort();
}

/* The states in which a sale may leave a brewery, each with the most coins that it can bring. */
struct sales {
    unsigned brewery;
    int n;
    struct sale {
        ff_goods step, room;
        int coins;
    } sale[SALES_MAX];
};

static void note_sale(struct sales *sales, const struct ff_game *game, int seat)
{
    const unsigned brewery = sales->brewery == FF_OPTION_DONE ? 0 : sales->brewery;
    const struct sale sale = {game->pub.step[brewery], game->pub.room[brewery], game->pub.coins[seat]};
    int i = 0;
    while (i < sales->n && (sales->sale[i].step != sale.step || sales->sale[i].room != sale.room))
        i++;
    if (i == SALES_MAX)
        abort();
    if (i == sales->n)
        sales->sale[sales->n++] = sale;
    else if (sale.coins > sales->sale[i].coins)
        sales->sale[i].coins = sale.coins;
}

static void walk_sales(const struct ff_game *game, int seat, struct sales *sales)
{
    ff_options left = game->hid.options;
    if (game->pub.stage == FF_STAGE_BREWERY)
        left &= (ff_options)1 << sales->brewery;
    for (; left; left &= left - 1) {
        struct ff_game next = *game;
        struct ff_event event;
        play(&next, seat, (unsigned)ff_lowest(left));
        while (next.pub.disc_next[seat] == FF_NO_DISC && ff_is_own_step(&next.pub, seat))
            ff_follow(&edition, &next, &event);
        if (next.pub.disc_next[seat] == FF_NO_DISC)
            walk_sales(&next, seat, sales);
        else
            note_sale(sales, &next, seat);
    }
}

static struct table sales_of;

/* Returns the seat's sales at that brewery, FF_OPTION_DONE for none, in the game's market. */
static const struct sales *find_sales(const struct ff_game *game, int seat, unsigned brewery)
{
    const struct ff_public *pub = &game->pub;
    const unsigned at = brewery == FF_OPTION_DONE ? 0 : brewery;
    const struct key key = {{(uint16_t)seat, (uint16_t)brewery, pub->goods[seat], (uint16_t)pub->active[seat],
                             (uint16_t)(pub->active[seat] >> 16), pub->step[at], pub->room[at], pub->demand[at]}};
    struct entry *entry = find(&sales_of, &key);
    if (!entry->used) {
        struct ff_game begun = *game;
        struct sales *sales = calloc(1, sizeof *sales);
        if (!sales)
            abort();
        sales->brewery = brewery;
        begun.pub.coins[seat] = 0;
        begin_turn(&begun, seat, 0);
        walk_sales(&begun, seat, sales);
        entry->used = true;
        entry->data = realloc(sales, offsetof(struct sales, sale) + (size_t)sales->n * sizeof *sales->sale);
    }
    return entry->data;
}

/* The sets of cards that may be built in a turn, each with the least that it costs. */
struct builds {
    int n;
    struct build {
        uint32_t cards;
        int cost, parts;
    } build[SETS_MAX];
};

static void note_build(struct builds *builds, uint32_t cards, int cost)
{
    int i = 0;
    while (i < builds->n && builds->build[i].cards != cards)
        i++;
    if (i == SETS_MAX)
        abort();
    if (i == builds->n)
        builds->build[builds->n++] = (struct build){cards, cost, ff_popcount(cards & FF_PALACE_CARDS)};
    else if (cost < builds->build[i].cost)
        builds->build[i].cost = cost;
}

static void walk_builds(const struct ff_game *game, int seat, uint32_t cards, struct builds *builds)
{
    if (game->pub.stage != FF_STAGE_SPACE)
        note_build(builds, cards, RICH - game->pub.coins[seat]);
    if ((game->pub.stage != FF_STAGE_BUILD && game->pub.stage != FF_STAGE_SPACE) || !(game->pub.owe >> seat & 1))
        return;
    for (ff_options left = game->hid.options & ~((ff_options)1 << FF_OPTION_DONE); left; left &= left - 1) {
        const unsigned option = (unsigned)ff_lowest(left);
        struct ff_game next = *game;
        struct ff_event event;
        play(&next, seat, option);
        while ((next.pub.stage == FF_STAGE_BUILD || next.pub.stage == FF_STAGE_SPACE) &&
               ff_is_own_step(&next.pub, seat))
            ff_follow(&edition, &next, &event);
        walk_builds(&next, seat, game->pub.stage == FF_STAGE_BUILD ? cards | ff_bit(option) : cards, builds);
    }
}

static struct table builds_of;

/* Returns the seat's builds with any cards that it never built, at the game's palace price. */
static const struct builds *find_builds(const struct ff_game *game, int seat)
{
    struct key key = {
        {(uint16_t)seat, game->pub.palaces, (uint16_t)game->pub.built[seat], (uint16_t)(game->pub.built[seat] >> 16)}};
    memcpy(&key.number[4], game->pub.board[seat], FF_SPACES);
    struct entry *entry = find(&builds_of, &key);
    if (!entry->used) {
        struct ff_game begun = *game;
        struct builds *builds = calloc(1, sizeof *builds);
        if (!builds)
            abort();
        begun.pub.coins[seat] = 0;
        begun.pub.goods[seat] = 0;
        begin_turn(&begun, seat, ff_cards_of(begun.pub.mode) & ~begun.pub.built[seat]);
        begun.pub.coins[seat] = (uint16_t)(RICH - ff_steady_income(begun.pub.active[seat]));
        play(&begun, seat, FF_OPTION_DONE);
        walk_builds(&begun, seat, 0, builds);
        entry->used = true;
        entry->data = realloc(builds, offsetof(struct builds, build) + (size_t)builds->n * sizeof *builds->build);
    }
    return entry->data;
}

/* ---------------------------------------------------------------------------------------------------------- replies */

static struct table purses;

/* Returns the key of all that the seats from that turn on depend on. Their goods, coins and boards stay as they are. */
static struct key key_of(const struct ff_game *game, int turn)
{
    struct key key = {{(uint16_t)turn, game->pub.palaces}};
    for (int b = 0; b < game->pub.players; b++) {
        key.number[2 + 2 * b] = game->pub.step[b];
        key.number[3 + 2 * b] = game->pub.room[b];
    }
    return key;
}

static int largest_purse(const struct ff_game *game, int turn);

/* Returns the largest purse with a whole palace after that sale, of the seat itself and of those that follow. */
static int purse_after_sale(const struct ff_game *sold, int turn, int seat)
{
    const struct builds *builds = find_builds(sold, seat);
    int least[FF_BUILDS_MAX + 1] = {0, NEVER, NEVER}, most = -1; /* the least costs of so many Palace parts */
    for (int i = 0; i < builds->n; i++) {
        const struct build *build = &builds->build[i];
        if (ff_popcount(build->cards) <= sold->pub.hand_n[seat] && build->cost < least[build->parts])
            least[build->parts] = build->cost;
    }
    for (int parts = 0; parts <= FF_BUILDS_MAX; parts++) {
        struct ff_game next = *sold;
        const int coins = sold->pub.coins[seat] - least[parts];
        if (coins < 0)
            continue;
        next.pub.palaces = (uint8_t)(next.pub.palaces + parts);
        const int later = largest_purse(&next, turn + 1);
        const bool whole = ff_palace_parts(&sold->pub, seat) + parts == FF_PALACE_PARTS;
        most = whole && coins > most ? coins : most;
        most = later > most ? later : most;
    }
    return most;
}

/* Returns the largest purse with a whole palace that one of the seats can have at the end of the round, whatever it
 * holds and whatever those from that turn on do; -1: there is none. */
static int largest_purse(const struct ff_game *game, int turn)
{
    if (turn == game->pub.players)
        return -1;
    const struct key key = key_of(game, turn);
    struct entry *entry = find(&purses, &key);
    if (entry->used)
        return entry->number;
    const int seat = game->pub.order[turn];
    int most = -1;
    for (int b = -1; b < game->pub.players; b++) {
        const struct sales *sales = find_sales(game, seat, b < 0 ? FF_OPTION_DONE : (unsigned)b);
        for (int i = 0; i < sales->n; i++) {
            struct ff_game sold = *game;
            sold.pub.coins[seat] = (uint16_t)(sold.pub.coins[seat] + sales->sale[i].coins);
            sold.pub.step[b < 0 ? 0 : b] = sales->sale[i].step;
            sold.pub.room[b < 0 ? 0 : b] = sales->sale[i].room;
            const int purse = purse_after_sale(&sold, turn, seat);
            most = purse > most ? purse : most;
        }
    }
    entry = find(&purses, &key); /* the table may have grown */
    entry->used = true;
    entry->number = most;
    return most;
}

/* Returns whether the seat has won when all others have done the worst: it has played, and those from `turn` on have
 * not. */
static bool has_won(const struct ff_game *game, int seat, int turn)
{
    const int own = game->pub.coins[seat];
    for (int i = 0; i < turn; i++) {
        const int other = game->pub.order[i];
        if (other != seat && ff_palace_parts(&game->pub, other) == FF_PALACE_PARTS && game->pub.coins[other] >= own)
            return false;
    }
    return ff_palace_parts(&game->pub, seat) == FF_PALACE_PARTS && largest_purse(game, turn) < own;
}

/* -------------------------------------------------------------------------------------------------------- one round */

static struct ff_game start;
static enum coach_theme theme;
static int solver, turn_of_solver;
static long turns, wins, disagreed;

static void compare(bool wins_here, const struct ff_game *after)
{
    struct coach_attempt attempt;
    coach_attempt_judge(&edition, theme, after, solver, &attempt);
    turns++;
    wins += wins_here;
    disagreed += wins_here != (attempt.outcome == COACH_SOLVED);
}

static void walk_turns(const struct ff_game *game)
{
    const bool decided = game->pub.stage > FF_STAGE_SPACE || !(game->pub.owe >> solver & 1);
    if (decided) {
        compare(has_won(game, solver, turn_of_solver + 1), game);
        return;
    }
    for (ff_options left = ff_game_options(game, solver); left; left &= left - 1) {
        struct ff_game next = *game;
        struct ff_event event;
        play(&next, solver, (unsigned)ff_lowest(left));
        while (ff_is_own_step(&next.pub, solver))
            ff_follow(&edition, &next, &event);
        walk_turns(&next);
    }
}

/* ------------------------------------------------------------------------------------------------------- two rounds */

/* Sets of cards with which the seat wins the round that it opens. */
struct winning_sets {
    int n;
    uint32_t set[SETS_MAX];
};

/* Returns whether a sale before these builds wins. */
static bool build_wins(const struct ff_game *game, const struct build *build)
{
    for (int b = -1; b < game->pub.players; b++) {
        const struct sales *sales = find_sales(game, solver, b < 0 ? FF_OPTION_DONE : (unsigned)b);
        for (int i = 0; i < sales->n; i++) {
            struct ff_game next = *game;
            const int coins = game->pub.coins[solver] + sales->sale[i].coins - build->cost;
            if (coins < 0)
                continue;
            next.pub.step[b < 0 ? 0 : b] = sales->sale[i].step;
            next.pub.room[b < 0 ? 0 : b] = sales->sale[i].room;
            next.pub.palaces = (uint8_t)(next.pub.palaces + build->parts);
            if (largest_purse(&next, 1) < coins)
                return true;
        }
    }
    return false;
}

static void find_winning_sets(const struct ff_game *game, struct winning_sets *sets)
{
    const struct builds *builds = find_builds(game, solver);
    sets->n = 0;
    for (int i = 0; i < builds->n; i++)
        if (ff_palace_parts(&game->pub, solver) + builds->build[i].parts == FF_PALACE_PARTS &&
            build_wins(game, &builds->build[i]))
            sets->set[sets->n++] = builds->build[i].cards;
}

static bool has_set(const struct winning_sets *sets, uint32_t cards)
{
    for (int i = 0; i < sets->n; i++)
        if (!(sets->set[i] & ~cards))
            return true;
    return false;
}

/* Returns whether every draw of n cards of the pool completes a winning set with the known cards. */
static bool every_draw_wins(const struct winning_sets *sets, uint32_t known, uint32_t pool, int n)
{
    uint32_t useful = 0;
    for (int i = 0; i < sets->n; i++)
        useful |= sets->set[i] & pool;
    const int useless = ff_popcount(pool & ~useful);
    for (uint32_t drawn = useful;; drawn = (drawn - 1) & useful) {
        const int more = n - ff_popcount(drawn);
        if (more >= 0 && more <= useless && !has_set(sets, known | drawn))
            return false;
        if (!drawn)
            return true;
    }
}

/* Goes on to the next round's first turn. All draw as many cards as they may: more cards never make a hand worse. */
static bool begin_next_round(struct ff_game *game)
{
    struct ff_event event;
    do {
        while (game->pub.stage != FF_STAGE_BREWERY && ff_follow(&edition, game, &event))
            ;
        if (game->pub.stage == FF_STAGE_DRAW)
            play(game, ff_lowest(game->pub.owe), FF_OPTION_DRAW);
    } while (game->pub.stage == FF_STAGE_DRAW || game->pub.stage == FF_STAGE_DEAL);
    return game->pub.stage == FF_STAGE_BREWERY;
}

/* Returns whether the solver wins the next round for certain, after its whole turn at the end of this one. */
static bool wins_next_round(const struct ff_game *after)
{
    static struct winning_sets sets;
    struct ff_game game = *after;
    const int deck = after->pub.deck_n[solver], fresh = after->pub.fresh_n[solver];
    if (!begin_next_round(&game) || game.pub.order[0] != solver)
        return false;
    const int draws = deck - game.pub.deck_n[solver], unknown = draws < fresh ? draws : fresh;
    uint32_t known = after->hid.hand[solver], pool = 0;
    for (int i = 0; i < fresh; i++)
        pool |= ff_bit((unsigned)ff_deck_card(after, solver, i));
    for (int i = fresh; i < draws; i++)
        known |= ff_bit((unsigned)ff_deck_card(after, solver, i));
    find_winning_sets(&game, &sets);
    return every_draw_wins(&sets, known, pool, unknown);
}

static struct table positions;

/* Returns whether an equal position was met before. The cards put under a deck do not count if they cannot be drawn in
 * the next round. */
static bool was_met(struct ff_game game)
{
    struct key key = {{0}};
    uint64_t print;
    if (start.pub.deck_n[solver] >= DRAWS_MAX)
        game.hid.deck_lo[solver] = game.hid.deck_hi[solver] = game.hid.deck_end[solver] = 0;
    print = ff_hash(&game);
    memcpy(key.number, &print, sizeof print);
    struct entry *entry = find(&positions, &key);
    const bool met = entry->used;
    entry->used = true;
    return met;
}

static void walk_whole_turns(const struct ff_game *game)
{
    if (was_met(*game))
        return;
    if (!(game->pub.owe >> solver & 1)) {
        compare(wins_next_round(game), game);
        return;
    }
    for (ff_options left = ff_game_options(game, solver); left; left &= left - 1) {
        struct ff_game next = *game;
        struct ff_event event;
        play(&next, solver, (unsigned)ff_lowest(left));
        while (ff_is_own_step(&next.pub, solver))
            ff_follow(&edition, &next, &event);
        walk_whole_turns(&next);
    }
}

/* ---------------------------------------------------------------------------------------------------------- the set */

static void prove(int number)
{
    turns = wins = disagreed = 0;
    turn_of_solver = start.pub.turn;
    if (coach_theme_is_two_rounds(theme))
        walk_whole_turns(&start);
    else
        walk_turns(&start);
    clear(&purses);
    clear(&sales_of);
    clear(&builds_of);
    clear(&positions);
    if (!CHECK_EQ(disagreed, 0) || !CHECK(wins > 0))
        printf("  puzzle %d, %s: %ld of %ld turns win, %ld are judged wrongly\n", number, coach_theme_names[theme],
               wins, turns, disagreed);
}

static void every_turn_is_judged_rightly(void)
{
    static char line[COACH_PUZZLE_LINE_MAX];
    static struct coach_puzzle puzzle;
    FILE *file = fopen("weights/puzzles.txt", "r");
    edition = default_edition();
    REQUIRE(file);
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        if (!coach_puzzle_read(line, strcspn(line, "\n"), &puzzle))
            break;
        solver = coach_puzzle_position(&edition, &puzzle, &start);
        theme = (enum coach_theme)puzzle.theme;
        if (number % TEST_SLOW == 0)
            prove(number);
    }
    CHECK(feof(file));
    fclose(file);
}

int main(void)
{
    TEST("a turn solves a puzzle exactly if it wins whatever the others hold and do", every_turn_is_judged_rightly);
    return test_end();
}
