/* position.c - a whole game as text, one fact a line; see position.h. Reading is in position_read.c. */
#include "position.h"

#include "names.h"

static bool counts_left(int stage) { return stage >= FF_STAGE_BUILD && stage <= FF_STAGE_DISCARD; }
static unsigned extra_of(const struct ff_public *pub, int seat) { return pub->extra >> 3 * seat & 7u; }

/* What is printed: a game, or what one seat knows of it. */
struct scene {
    struct base_out *out;
    const struct ff_public *pub;
    const struct ff_game *game;   /* NULL for a view */
    const struct ff_private *own; /* NULL for a game */
};

static void put_number(struct base_out *out, unsigned n)
{
    base_put_char(out, ' ');
    base_put_unsigned(out, n);
}

static void put_word(struct base_out *out, const char *word)
{
    base_put_char(out, ' ');
    base_put(out, word);
}

static void put_fact(struct base_out *out, const char *key, unsigned n)
{
    base_put(out, key);
    put_number(out, n);
    base_put_char(out, '\n');
}

static void put_named(struct base_out *out, const char *key, const char *name)
{
    base_put(out, key);
    put_word(out, name);
    base_put_char(out, '\n');
}

static void put_triple(struct base_out *out, ff_goods goods)
{
    for (unsigned good = 0; good < FF_GOODS; good++)
        put_number(out, ff_count(goods, good));
    base_put_char(out, '\n');
}

static void put_seats(struct base_out *out, unsigned mask)
{
    if (!mask)
        put_word(out, "-");
    for (unsigned seat = 0; seat < FF_PLAYERS_MAX; seat++)
        if (mask >> seat & 1)
            put_number(out, seat);
}

static void put_market(struct base_out *out, unsigned market)
{
    base_put(out, "market");
    put_number(out, ff_market_count(market));
    put_word(out, text_good((int)ff_market_from(market)));
    put_word(out, "as");
    put_word(out, text_good((int)ff_market_to(market)));
    base_put_char(out, '\n');
}

/* Only what says something at this stage, or is not 0. */
static void put_turn(struct base_out *out, const struct ff_public *pub, unsigned first_trash)
{
    if (ff_is_sale(pub->stage) || pub->brewery) {
        base_put(out, "selling-at ");
        base_put_char(out, text_brewery(pub->brewery));
        base_put_char(out, '\n');
    }
    if (pub->market)
        put_market(out, pub->market);
    if (pub->tally) {
        base_put(out, "tally");
        put_triple(out, pub->tally);
    }
    if (pub->stage == FF_STAGE_SPACE || pub->card)
        put_named(out, "card", text_card(pub->card));
    if (counts_left(pub->stage) || pub->left)
        put_fact(out, "left", pub->left);
    if (pub->first)
        put_named(out, "first-build", text_card(pub->first - 1));
    if (first_trash)
        put_named(out, "first-trash", text_card((int)first_trash - 1));
}

static void put_round(struct base_out *out, const struct ff_public *pub)
{
    put_named(out, "mode", text_mode(pub->mode));
    put_fact(out, "players", pub->players);
    put_fact(out, "round", pub->round);
    put_named(out, "stage", text_stage(pub->stage));
    base_put(out, "owe");
    put_seats(out, pub->owe);
    base_put(out, "\norder");
    for (int i = 0; i < pub->players; i++)
        put_number(out, pub->order[i]);
    base_put_char(out, '\n');
    put_fact(out, "turn", pub->turn);
    put_fact(out, "palaces", pub->palaces);
}

static void put_brewery(struct base_out *out, int brewery, const char *what, ff_goods goods)
{
    base_put(out, "brewery ");
    base_put_char(out, text_brewery(brewery));
    put_word(out, what);
    put_triple(out, goods);
}

static void put_breweries(struct base_out *out, const struct ff_public *pub)
{
    for (int b = 0; b < pub->players; b++) {
        put_brewery(out, b, "demand", pub->demand[b]);
        put_brewery(out, b, "step", pub->step[b]);
        put_brewery(out, b, "room", pub->room[b]);
    }
}

static void start_player(struct base_out *out, int seat, const char *what)
{
    base_put(out, "player");
    put_number(out, (unsigned)seat);
    put_word(out, what);
}

static void put_set(struct base_out *out, uint32_t cards)
{
    base_put_char(out, ' ');
    if (cards)
        text_put_cards(out, cards, " ");
    else
        base_put_char(out, '-');
    base_put_char(out, '\n');
}

static void put_board(struct base_out *out, const struct ff_public *pub, int seat)
{
    start_player(out, seat, "board");
    for (int space = 0; space < FF_SPACES; space++)
        put_word(out, text_card(pub->board[seat][space]));
    base_put_char(out, '\n');
    uint32_t covered = pub->built[seat] & ~pub->active[seat];
    if (covered) {
        start_player(out, seat, "covered");
        put_set(out, covered);
    }
}

static void put_disc(struct base_out *out, unsigned disc)
{
    if (disc == FF_NO_DISC)
        put_word(out, "-");
    else
        put_number(out, disc);
}

static void put_public(struct base_out *out, const struct ff_public *pub, int seat)
{
    start_player(out, seat, "coins");
    put_number(out, pub->coins[seat]);
    base_put_char(out, '\n');
    start_player(out, seat, "goods");
    put_triple(out, pub->goods[seat]);
    put_board(out, pub, seat);
    start_player(out, seat, "disc");
    put_disc(out, pub->disc_now[seat]);
    put_disc(out, pub->disc_next[seat]);
    base_put_char(out, '\n');
    if (pub->stage == FF_STAGE_DRAW || extra_of(pub, seat)) {
        start_player(out, seat, "extra");
        put_number(out, extra_of(pub, seat));
        base_put_char(out, '\n');
    }
}

static void put_deck(const struct scene *scene, int seat)
{
    const struct ff_game *game = scene->game;
    struct base_out *out = scene->out;
    start_player(out, seat, "deck");
    for (int i = 0; i < game->pub.deck_n[seat]; i++) {
        if (i == game->pub.fresh_n[seat])
            put_word(out, "|");
        put_word(out, text_card(ff_deck_card(game, seat, i)));
    }
    if (game->pub.deck_n[seat] == 0)
        put_word(out, "-");
    base_put_char(out, '\n');
}

static void put_all_cards(const struct scene *scene, int seat)
{
    const struct ff_hidden *hid = &scene->game->hid;
    start_player(scene->out, seat, "hand");
    put_set(scene->out, hid->hand[seat]);
    put_deck(scene, seat);
    if (hid->trash[seat]) {
        start_player(scene->out, seat, "trash");
        put_set(scene->out, hid->trash[seat]);
    }
}

static void put_own_cards(const struct scene *scene, int seat)
{
    const struct ff_private *own = scene->own;
    struct base_out *out = scene->out;
    start_player(out, seat, "hand");
    put_set(out, own->hand);
    start_player(out, seat, "deck");
    put_number(out, scene->pub->fresh_n[seat]);
    put_word(out, "|");
    for (int i = 0; i < own->known_n; i++)
        put_word(out, text_card(own->known[i]));
    int buried_n = scene->pub->deck_n[seat] - scene->pub->fresh_n[seat];
    if (own->known_n == 0 && buried_n) /* the view of a player who must remember by themselves */
        put_number(out, (unsigned)buried_n);
    base_put_char(out, '\n');
    if (own->trash) {
        start_player(out, seat, "trash");
        put_set(out, own->trash);
    }
}

static void put_counts(const struct scene *scene, int seat)
{
    const struct ff_public *pub = scene->pub;
    struct base_out *out = scene->out;
    start_player(out, seat, "hand");
    put_number(out, pub->hand_n[seat]);
    base_put_char(out, '\n');
    start_player(out, seat, "deck");
    put_number(out, pub->fresh_n[seat]);
    put_word(out, "|");
    put_number(out, (unsigned)pub->deck_n[seat] - pub->fresh_n[seat]);
    base_put_char(out, '\n');
    if (ff_trash_n(pub, seat)) {
        start_player(out, seat, "trash");
        put_number(out, (unsigned)ff_trash_n(pub, seat));
        base_put_char(out, '\n');
    }
}

static void put_players(const struct scene *scene)
{
    for (int seat = 0; seat < scene->pub->players; seat++) {
        put_public(scene->out, scene->pub, seat);
        if (scene->game)
            put_all_cards(scene, seat);
        else if (scene->own->seat == seat)
            put_own_cards(scene, seat);
        else
            put_counts(scene, seat);
    }
}

void text_position(struct base_out *out, const struct ff_game *game)
{
    struct scene scene = {.out = out, .pub = &game->pub, .game = game};
    base_put(out, "position 1\n");
    put_round(out, &game->pub);
    put_turn(out, &game->pub, game->hid.first_trash);
    put_breweries(out, &game->pub);
    put_players(&scene);
}

void text_position_view(struct base_out *out, const struct ff_view *view)
{
    struct scene scene = {.out = out, .pub = &view->pub, .own = &view->own};
    base_put(out, "view 1\nseat");
    put_seats(out, view->own.seat == FF_NOBODY ? 0 : 1u << view->own.seat);
    base_put_char(out, '\n');
    put_round(out, &view->pub);
    put_turn(out, &view->pub, view->own.first_trash);
    put_breweries(out, &view->pub);
    put_players(&scene);
}
