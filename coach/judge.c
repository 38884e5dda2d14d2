/* judge.c - what a turn was worth; see judge.h.
 *
 *     candidate worlds:   0 .. CHOOSE_MAX-1 to choose in,   from CHOOSE_MAX on to weigh in
 *
 * What is to be tried next follows from what has been tried, so that a judge can stop and go on anywhere. */
#include "judge.h"
#include "ai/ahead.h"
#include "ai/told.h"
#include "facts.h"
#include "shares.h"
#include "variants.h"

#include <string.h>

enum {
    CHOOSE_MAX = 512, /* worlds to choose in; COACH_WORLDS_MAX - CHOOSE_MAX to weigh in */
    TRUST = 2,        /* worlds that the network's opinion counts for */
    NOTABLE = 100,    /* a loss of one point is taken to parts, and less need not be known exactly */
    ROUGH = 5,        /* a margin of so small a part of the loss is narrow enough */
    TOGETHER = 3,     /* a part alone that brings less than this share of the loss is not the fault */
    SURE = 2,         /* a mistake is told where the loss is at least so many times its margin */
    ALIKE = 8,        /* parts that bring more or less by less than this share bring as much */
    BEGUN_WIDTH = 8,  /* unfinished turns that are followed, of those that begin with another idea */
    BEHIND = 300,     /* variants that look worse than the turn played by so much are no better */
    FINE = 10,        /* fractions of the unit while sums are divided */
    POINT = 1024,     /* likewise of a point */
    NEAR = 250,       /* margins are told as chances change that near to what is compared */
    AS_LOOKED = 32,   /* results that looks are worth: so many that were as the looks said are added to those seen */
};

/* How much is tried. */
struct terms {
    int found;     /* candidates that look best to the network */
    int variants;  /* of each part of the turn played */
    int rounds;    /* of choosing: worlds double, candidates halve */
    int worlds;    /* of the first round */
    int few;       /* candidates that are not halved any more */
    int weigh_min; /* worlds to weigh in */
    int weigh_max;
    int narrow; /* a margin that is narrow enough */
    int turns;  /* own turns to play on */
    int width;  /* unfinished turns to follow then, */
    int after;  /* and from there to the end */
    int ends;   /* weighing worlds in which the game is played to its end */
};

static const struct terms terms_of[COACH_EFFORTS] = {
    {6, 1, 2, 4, 3, 16, 48, 200, 2, 4, 2, 16},
    {24, 2, 4, 8, 4, 64, 768, 80, 4, 4, 4, 256},
    {48, 3, 5, 16, 6, 256, 2048, 40, 4, 4, 4, 1024},
};
_Static_assert(COACH_WORLDS_MAX - CHOOSE_MAX >= 2048, "worlds to weigh in");

const char *const coach_effort_names[COACH_EFFORTS] = {"quick", "normal", "deep"};
const char *const coach_grade_names[COACH_GRADES] = {"good", "slip", "mistake", "blunder"};
const int coach_grade_limits[COACH_GRADES] = {0, 150, 300, 800};

static const struct terms *terms(const struct coach_judge *judge) { return &terms_of[judge->effort]; }

static int own_seat(const struct coach_judge *judge) { return judge->place.view.own.seat; }

enum coach_kind coach_kind_of(const struct ff_view *view)
{
    return view->pub.stage == FF_STAGE_KEEP ? COACH_SETUP : view->pub.stage == FF_STAGE_DRAW ? COACH_DRAW : COACH_TURN;
}

/* ------------------------------------------------------------------------------------------------------- candidates */

static void fill_shape(const struct coach_judge *judge, struct coach_candidate *candidate)
{
    struct ff_game game = judge->game;
    if (judge->kind == COACH_DRAW)
        memset(&candidate->shape, 0, sizeof candidate->shape);
    else
        coach_shape_of(judge->place.edition, &game, own_seat(judge), &candidate->turn, &candidate->shape);
}

static bool same_shape(const struct coach_shape *a, const struct coach_shape *b)
{
    for (int part = 0; part < COACH_PARTS; part++)
        if (coach_part_differs(a, b, (enum coach_part)part))
            return false;
    return true;
}

/* Turns that differ in names only are one. -1: it is not there yet. */
static int find_candidate(const struct coach_judge *judge, const struct coach_shape *wanted)
{
    for (int i = 0; i < judge->n && judge->kind != COACH_DRAW; i++) {
        struct coach_shape shape = *wanted, there = judge->candidate[i].shape;
        coach_shapes_align(judge->place.edition, &judge->game, own_seat(judge), &there, &shape);
        if (same_shape(&there, &shape))
            return i;
    }
    return -1;
}

static struct turn after(const struct turn *begun, const struct turn *rest)
{
    struct turn turn = *begun;
    memcpy(turn.chance, rest->chance, sizeof turn.chance);
    for (int i = 0; i < rest->steps && turn.steps < TURN_STEPS_MAX; i++)
        turn.option[turn.steps++] = rest->option[i];
    return turn;
}

/* The number of the candidate, a new one where it is not there yet. Some room is left for the parts. */
static int add_candidate(struct coach_judge *judge, const struct turn *turn)
{
    int room = judge->stage == COACH_PARTING ? COACH_CANDIDATES_MAX : COACH_CANDIDATES_MAX - COACH_PARTS;
    if (judge->n >= room)
        return -1;
    struct coach_candidate *candidate = &judge->candidate[judge->n];
    memset(candidate, 0, offsetof(struct coach_candidate, worth));
    candidate->turn = *turn;
    candidate->part = COACH_PARTS;
    fill_shape(judge, candidate);
    int found = find_candidate(judge, &candidate->shape);
    return found < 0 ? judge->n++ : found;
}

static void search_turns(struct coach_judge *judge, const struct ff_game *game, int width, int most)
{
    struct turn_search *search = &judge->search;
    search->net = judge->place.net;
    search->edition = judge->place.edition;
    search->width = width;
    search->ends_max = most;
    search->jitter = 0;
    turn_search(search, game, own_seat(judge));
}

static void add_found_turns(struct coach_judge *judge)
{
    const struct turn_search *search = &judge->search;
    search_turns(judge, &judge->middle, TURN_WIDTH_MAX, TURN_ENDS_MAX);
    int most = judge->n + terms(judge)->found;
    for (int i = 0; i < search->ends_n && judge->n < most; i++) {
        struct turn turn = after(&judge->prefix, &search->end[i]);
        add_candidate(judge, &turn);
    }
}

/* Two ideas differ where they sell elsewhere, build something else, or keep another card in the set-up. */
static bool is_another_idea(const struct coach_judge *judge, int a, int b)
{
    const struct coach_candidate *one = &judge->candidate[a], *two = &judge->candidate[b];
    struct coach_shape first = one->shape, second = two->shape;
    if (judge->kind == COACH_DRAW)
        return one->turn.option[0] != two->turn.option[0];
    if (judge->kind == COACH_SETUP)
        return one->shape.kept != two->shape.kept;
    coach_shapes_align(judge->place.edition, &judge->game, own_seat(judge), &first, &second);
    return first.brewery != second.brewery || coach_part_differs(&first, &second, COACH_BUILD1) ||
           coach_part_differs(&first, &second, COACH_BUILD2);
}

/* How many different ones there are, as many as are weighed at most. */
static int ideas(const struct coach_judge *judge)
{
    int idea[COACH_IDEAS_MAX], n = 0;
    for (int i = 0; i < judge->n && n < COACH_IDEAS_MAX; i++) {
        int is = 0;
        while (is < n && is_another_idea(judge, idea[is], i))
            is++;
        if (is == n)
            idea[n++] = i;
    }
    return n;
}

/* The best turn that begins so. */
static void add_beginning(struct coach_judge *judge, struct turn turn, struct ff_game game, unsigned option)
{
    turn.option[turn.steps++] = (uint8_t)option;
    ahead_play(judge->place.edition, &game, own_seat(judge), option);
    if (turn_goes_on(&game, own_seat(judge))) {
        search_turns(judge, &game, BEGUN_WIDTH, 1);
        turn = after(&turn, &judge->search.end[0]);
    } else {
        coach_opinion(&judge->place, &judge->game, &turn);
    }
    add_candidate(judge, &turn);
}

/* A hint has other ideas, also where all that looks best is one idea in many forms: along the best turn each other
 * brewery, then where that is not enough each other build. */
static void add_other_ideas(struct coach_judge *judge)
{
    const struct turn best = after(&judge->prefix, &judge->search.end[0]);
    struct ff_game game = judge->middle;
    struct turn turn = judge->prefix;
    for (int i = turn.steps; i < best.steps && ideas(judge) < COACH_IDEAS_MAX; i++) {
        ff_options others = ff_game_options(&game, own_seat(judge)) & ~((ff_options)1 << best.option[i]);
        if (game.pub.stage == FF_STAGE_BREWERY || game.pub.stage == FF_STAGE_BUILD)
            for (; others; others &= others - 1)
                add_beginning(judge, turn, game, (unsigned)ff_lowest(others));
        turn.option[turn.steps++] = best.option[i];
        ahead_play(judge->place.edition, &game, own_seat(judge), best.option[i]);
    }
}

/* The expert set-up: each card may be kept; the others go under the deck as the network likes it best. */
static void add_setup(struct coach_judge *judge, int kept)
{
    struct ff_game game = judge->middle;
    struct turn turn = judge->prefix;
    const struct coach_place *place = &judge->place;
    struct ff_rng rng = ff_rng_of(place->seed);
    const int seat = own_seat(judge);
    while (game.pub.stage == FF_STAGE_KEEP && game.pub.owe >> seat & 1) {
        ff_options left = ff_game_options(&game, seat) & ~((ff_options)1 << kept);
        unsigned best = (unsigned)ff_lowest(left);
        uint16_t chance[FF_PLAYERS_MAX], most = 0;
        for (; left; left &= left - 1) {
            unsigned option = (unsigned)ff_lowest(left);
            ahead_chances(place->net, place->edition, &game, seat, option, &rng, chance);
            best = chance[seat] > most ? option : best;
            most = chance[seat] > most ? chance[seat] : most;
        }
        turn.option[turn.steps++] = (uint8_t)best;
        ff_play(place->edition, &game, seat, ff_action_of(game.pub.stage, best), &(struct ff_event){0});
    }
    coach_opinion(place, &judge->game, &turn);
    add_candidate(judge, &turn);
}

static void add_draws(struct coach_judge *judge)
{
    struct ff_rng rng = ff_rng_of(judge->place.seed);
    for (ff_options left = ff_legal(judge->place.edition, &judge->place.view); left; left &= left - 1) {
        struct turn turn = {.steps = 1, .option = {(uint8_t)ff_lowest(left)}};
        if (judge->has_played && turn.option[0] == judge->candidate[0].turn.option[0])
            continue;
        ahead_chances(judge->place.net, judge->place.edition, &judge->game, own_seat(judge), turn.option[0], &rng,
                      turn.chance);
        add_candidate(judge, &turn);
    }
}

static void add_variant(struct coach_judge *judge, const struct turn *turn, int part)
{
    int i = add_candidate(judge, turn);
    if (i > 0)
        judge->candidate[i].part = (uint8_t)part;
}

static void add_variants(struct coach_judge *judge)
{
    struct turn variant[COACH_VARIANTS_MAX];
    for (int part = 0; part < COACH_PARTS && judge->has_played && judge->kind != COACH_DRAW; part++) {
        int n = coach_variants(&judge->place, &judge->game, &judge->candidate[0].shape, (enum coach_part)part,
                               terms(judge)->variants, variant);
        for (int i = 0; i < n; i++)
            if (variant[i].chance[own_seat(judge)] + BEHIND >= judge->candidate[0].turn.chance[own_seat(judge)])
                add_variant(judge, &variant[i], part);
    }
}

static void add_played(struct coach_judge *judge, const struct turn *played)
{
    struct turn turn = *played;
    judge->has_played = true;
    if (judge->kind == COACH_DRAW) {
        struct ff_rng rng = ff_rng_of(judge->place.seed);
        ahead_chances(judge->place.net, judge->place.edition, &judge->game, own_seat(judge), turn.option[0], &rng,
                      turn.chance);
    } else {
        coach_opinion(&judge->place, &judge->game, &turn);
    }
    add_candidate(judge, &turn);
}

static void add_all(struct coach_judge *judge)
{
    if (judge->kind == COACH_TURN)
        add_found_turns(judge);
    else if (judge->kind == COACH_DRAW)
        add_draws(judge);
    else
        for (uint32_t hand = judge->middle.hid.hand[own_seat(judge)]; hand; hand &= hand - 1)
            add_setup(judge, ff_lowest(hand));
    if (judge->kind == COACH_TURN && !judge->has_played)
        add_other_ideas(judge);
    add_variants(judge);
}

/* What was wished for, as far as it still can be. */
static void add_wish(struct coach_judge *judge, const struct coach_shape *wish)
{
    struct turn rest;
    if (!coach_shape_play(judge->place.edition, &judge->middle, own_seat(judge), wish, &rest))
        return;
    struct turn turn = after(&judge->prefix, &rest);
    coach_opinion(&judge->place, &judge->game, &turn);
    add_candidate(judge, &turn);
}

static void take_prefix(struct coach_judge *judge, const struct turn *prefix)
{
    judge->middle = judge->game;
    if (prefix)
        judge->prefix = *prefix;
    for (int i = 0; i < judge->prefix.steps; i++)
        ahead_play(judge->place.edition, &judge->middle, own_seat(judge), judge->prefix.option[i]);
}

static void form_belief(struct coach_judge *judge)
{
    struct coach_place *place = &judge->place;
    if (!place->seen)
        return;
    belief_form(&judge->belief, place->edition, &place->view, place->seen);
    place->belief = &judge->belief;
    place->seen = NULL;
}

/* What the chances of the place are among such players as can be played with in worlds, and among those that are there:
 * nobody can play as level 5 does in every world, so there equals sit, and the chance is set right afterwards. */
static void look_at_company(struct coach_judge *judge)
{
    struct coach_place *place = &judge->place;
    uint16_t chance[FF_PLAYERS_MAX];
    const struct features_company there = coach_company_of(&place->company, own_seat(judge));
    bool stronger = false;
    place->company = there;
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++)
        if (there.is[seat] == FEATURES_LEVEL5) {
            place->company.is[seat] = FEATURES_EQUAL;
            stronger = true;
        }
    if (!stronger)
        return;
    told_chances(place->net, place->edition, &place->company, &place->view, chance);
    judge->told_weaker = chance[own_seat(judge)];
    told_chances(place->net, place->edition, &there, &place->view, chance);
    judge->told_there = chance[own_seat(judge)];
}

void coach_judge_begin(struct coach_judge *judge, const struct coach_case *a_case)
{
    memset(judge, 0, offsetof(struct coach_judge, candidate));
    judge->place = a_case->place;
    judge->effort = a_case->effort;
    judge->kind = coach_kind_of(&a_case->place.view);
    judge->n = judge->weighed_n = judge->links_n = judge->round = 0;
    judge->tries = 0;
    judge->told_weaker = judge->told_there = 0;
    look_at_company(judge);
    form_belief(judge);
    coach_world(&judge->place, COACH_WORLDS_MAX, &judge->game);
    take_prefix(judge, a_case->prefix);
    if (a_case->played)
        add_played(judge, a_case->played);
    if (a_case->wish)
        add_wish(judge, a_case->wish);
    add_all(judge);
    judge->alive_n = judge->n;
    for (int i = 0; i < judge->n; i++)
        judge->alive[i] = (uint8_t)i;
}

/* --------------------------------------------------------------------------------------------------------- choosing */

/* What a candidate is worth in the worlds it was tried in and to the network. */
static int64_t score(const struct coach_judge *judge, int i)
{
    const struct coach_candidate *candidate = &judge->candidate[i];
    int64_t sum = (int64_t)TRUST * candidate->turn.chance[own_seat(judge)];
    for (int w = 0; w < candidate->tried; w++)
        sum += candidate->worth[w];
    return sum * FINE / (candidate->tried + TRUST);
}

/* The best first; those that were tried more before those that were not. */
static void sort_alive(struct coach_judge *judge)
{
    for (int i = 1; i < judge->alive_n; i++) {
        uint8_t one = judge->alive[i];
        int at = i;
        for (; at > 0 && score(judge, judge->alive[at - 1]) < score(judge, one); at--)
            judge->alive[at] = judge->alive[at - 1];
        judge->alive[at] = one;
    }
}

/* Only the better half goes on. The turn played is weighed in any case and needs not be among them. */
static void halve(struct coach_judge *judge)
{
    int few = terms(judge)->few, half = (judge->alive_n + 1) / 2;
    sort_alive(judge);
    judge->round++;
    if (judge->round < terms(judge)->rounds && half >= few)
        judge->alive_n = half;
}

static int worlds_of_round(const struct coach_judge *judge) { return terms(judge)->worlds << judge->round; }

/* The next candidate to try in a world to choose in, -1: the choice is made. */
static int next_to_choose(struct coach_judge *judge)
{
    while (judge->round < terms(judge)->rounds && judge->alive_n > 1) {
        for (int i = 0; i < judge->alive_n; i++)
            if (judge->candidate[judge->alive[i]].tried < worlds_of_round(judge))
                return judge->alive[i];
        halve(judge);
    }
    return -1;
}

/* ---------------------------------------------------------------------------------------------------- what to weigh */

static bool is_new_idea(const struct coach_judge *judge, int candidate)
{
    for (int i = 0; i < judge->weighed_n; i++)
        if (!is_another_idea(judge, judge->weighed[i], candidate))
            return false;
    return true;
}

/* The best of all that passes, by the worlds that it was tried in; -1: none. What was tried more counts more: only the
 * good were. */
static int best_new_idea(const struct coach_judge *judge)
{
    int best = -1;
    for (int i = 0; i < judge->n; i++) {
        if (!is_new_idea(judge, i))
            continue;
        int tried = judge->candidate[i].tried, most = best < 0 ? -1 : judge->candidate[best].tried;
        if (tried > most || (tried == most && score(judge, i) > score(judge, best)))
            best = i;
    }
    return best;
}

static void weigh_ideas(struct coach_judge *judge)
{
    judge->weighed[judge->weighed_n++] = judge->alive[0];
    for (int i = best_new_idea(judge); i >= 0 && judge->weighed_n < COACH_IDEAS_MAX; i = best_new_idea(judge))
        judge->weighed[judge->weighed_n++] = (uint8_t)i;
}

/* The best other turn, and the turn played. */
static void weigh_played(struct coach_judge *judge)
{
    if (judge->alive_n > 1)
        judge->weighed[judge->weighed_n++] = judge->alive[judge->alive[0] == 0];
    judge->weighed[judge->weighed_n++] = 0;
}

static void begin_weighing(struct coach_judge *judge)
{
    judge->stage = COACH_WEIGHING;
    if (judge->has_played)
        weigh_played(judge);
    else
        weigh_ideas(judge);
}

/* --------------------------------------------------------------------------------------------------------- weighing */

static int64_t root_of(int64_t square)
{
    int64_t root = 0;
    for (int64_t bit = (int64_t)1 << 30; bit; bit >>= 1)
        root += (root + bit) * (root + bit) <= square ? bit : 0;
    return root;
}

struct coach_difference coach_difference(const struct coach_judge *judge, int a, int b)
{
    const struct coach_candidate *one = &judge->candidate[a], *two = &judge->candidate[b];
    const int n = one->weighed < two->weighed ? one->weighed : two->weighed;
    int64_t sum = 0, squares = 0;
    for (int w = CHOOSE_MAX; w < CHOOSE_MAX + n; w++) {
        int64_t more = two->worth[w] - one->worth[w];
        sum += more;
        squares += more * more;
    }
    if (n < 2)
        return (struct coach_difference){n ? (int32_t)sum : 0, NET_CHANCE_ONE, n};
    int64_t spread = (squares - sum * sum / n) / (n - 1); /* of one world */
    int64_t margin = root_of(spread * 384 / n) / 10;      /* 1.96 standard errors */
    return (struct coach_difference){(int32_t)(sum / n), (int32_t)margin, n};
}

/* By how much the chosen one is ahead is known well enough, or it is surely not ahead by anything that matters. */
static bool is_narrow(const struct coach_judge *judge)
{
    for (int i = 1; i < judge->weighed_n; i++) {
        struct coach_difference ahead = coach_difference(judge, judge->weighed[i], judge->weighed[0]);
        bool narrow = ahead.margin <= terms(judge)->narrow || ahead.margin * ROUGH <= ahead.mean;
        if (!narrow && ahead.mean + ahead.margin >= NOTABLE)
            return false;
    }
    return true;
}

/* All in the same worlds; the first that lags behind is next. -1: enough. */
static int next_to_weigh(const struct coach_judge *judge)
{
    int least = judge->weighed[0];
    for (int i = 1; i < judge->weighed_n; i++)
        if (judge->candidate[judge->weighed[i]].weighed < judge->candidate[least].weighed)
            least = judge->weighed[i];
    int worlds = judge->candidate[least].weighed;
    bool even = judge->candidate[judge->weighed[judge->weighed_n - 1]].weighed == worlds &&
                judge->candidate[judge->weighed[0]].weighed == worlds;
    if (worlds >= terms(judge)->weigh_max || (even && worlds >= terms(judge)->weigh_min && is_narrow(judge)))
        return -1;
    return least;
}

/* ------------------------------------------------------------------------------------------------------------ parts */

static uint32_t built(const struct coach_shape *shape)
{
    uint32_t cards = 0;
    for (int i = 0; i < FF_BUILDS_MAX; i++)
        cards |= shape->card[i] == FF_NO_CARD ? 0 : ff_bit(shape->card[i]);
    return cards;
}

/* Who builds the card that was kept keeps another one: that is no part of its own. */
static void take_part(struct coach_shape *shape, const struct coach_shape *from, enum coach_part part)
{
    coach_part_take(shape, from, part);
    if (shape->kept & built(shape))
        coach_part_take(shape, from, COACH_KEEP);
}

static void add_link(struct coach_judge *judge, int part, int candidate)
{
    for (int i = 0; i < judge->links_n; i++)
        if (judge->link_to[i] == candidate)
            return;
    judge->link_part[judge->links_n] = (uint8_t)part;
    judge->link_to[judge->links_n++] = (uint8_t)candidate;
}

/* That part as the best turn has it, if it can be played so. */
static void link_best(struct coach_judge *judge, const struct coach_shape *played, const struct coach_shape *best,
                      int part)
{
    struct turn turn;
    struct coach_shape shape = *played;
    if (!coach_part_differs(played, best, (enum coach_part)part))
        return;
    take_part(&shape, best, (enum coach_part)part);
    if (!coach_shape_play(judge->place.edition, &judge->game, own_seat(judge), &shape, &turn))
        return;
    coach_opinion(&judge->place, &judge->game, &turn);
    int link = add_candidate(judge, &turn);
    if (link > 0)
        add_link(judge, part, link);
}

/* That part as was best in the choosing. */
static void link_variant(struct coach_judge *judge, int part)
{
    int best = 0;
    for (int i = 1; i < judge->n; i++) {
        const struct coach_candidate *candidate = &judge->candidate[i], *so_far = &judge->candidate[best];
        if (candidate->part == part && (best == 0 || candidate->tried > so_far->tried ||
                                        (candidate->tried == so_far->tried && score(judge, i) > score(judge, best))))
            best = i;
    }
    if (best)
        add_link(judge, part, best);
}

static void begin_parts(struct coach_judge *judge)
{
    struct coach_shape best = judge->candidate[judge->weighed[0]].shape, played = judge->candidate[0].shape;
    coach_shapes_align(judge->place.edition, &judge->game, own_seat(judge), &played, &best);
    judge->stage = COACH_PARTING;
    for (int part = 0; part < COACH_PARTS; part++) {
        link_best(judge, &played, &best, part);
        link_variant(judge, part);
    }
}

static int next_of_parts(const struct coach_judge *judge)
{
    int worlds = judge->candidate[judge->weighed[0]].weighed, most = terms(judge)->weigh_min * 4;
    for (int i = 0; i < judge->links_n; i++)
        if (judge->candidate[judge->link_to[i]].weighed < (worlds < most ? worlds : most))
            return judge->link_to[i];
    return -1;
}

static bool has_parts(const struct coach_judge *judge)
{
    if (!judge->has_played || judge->weighed_n < 2 || judge->kind == COACH_DRAW)
        return false;
    struct coach_difference loss = coach_difference(judge, 0, judge->weighed[0]);
    return loss.mean >= NOTABLE && loss.mean > loss.margin;
}

/* --------------------------------------------------------------------------------------------------------- thinking */

/* The candidate to try next, -1: there is nothing more to do. */
static int next_try(struct coach_judge *judge)
{
    int next = -1;
    if (judge->stage == COACH_CHOOSING) {
        next = next_to_choose(judge);
        if (next < 0)
            begin_weighing(judge);
    }
    if (judge->stage == COACH_WEIGHING) {
        next = judge->weighed_n > 1 || judge->candidate[judge->weighed[0]].weighed < terms(judge)->weigh_min
                   ? next_to_weigh(judge)
                   : -1;
        if (next < 0 && has_parts(judge))
            begin_parts(judge);
        else if (next < 0)
            judge->stage = COACH_JUDGED;
    }
    if (judge->stage == COACH_PARTING) {
        next = next_of_parts(judge);
        judge->stage = next < 0 ? COACH_JUDGED : COACH_PARTING;
    }
    return next;
}

static void try_one(struct coach_judge *judge, int i)
{
    struct coach_candidate *candidate = &judge->candidate[i];
    struct coach_look look;
    bool chooses = judge->stage == COACH_CHOOSING;
    bool to_end = judge->stage == COACH_WEIGHING && candidate->weighed < terms(judge)->ends;
    int world = chooses ? candidate->tried++ : CHOOSE_MAX + candidate->weighed++;
    const struct coach_on on = {terms(judge)->turns, terms(judge)->width, terms(judge)->after, to_end};
    coach_try(&judge->place, &candidate->turn, world, &on, &judge->search, &look);
    candidate->worth[world] = look.chance[own_seat(judge)];
    judge->tries++;
    if (chooses)
        return;
    for (int s = 0; s < FF_PLAYERS_MAX; s++) {
        candidate->sum[s] += look.chance[s];
        candidate->ended_looks[s] += to_end ? look.chance[s] : 0;
        candidate->won[s] += look.won[s];
    }
    candidate->ended += to_end;
    candidate->income += look.place ? look.income : 0;
    candidate->places += look.place;
    candidate->turns += look.place > 0;
}

bool coach_judge_think(struct coach_judge *judge, uint32_t tries)
{
    int next = next_try(judge);
    for (; tries > 0 && next >= 0; tries--) {
        try_one(judge, next);
        next = next_try(judge);
    }
    return next >= 0;
}

/* Tries that a whole choosing takes. */
static uint32_t tries_to_choose(const struct coach_judge *judge)
{
    uint32_t all = 0;
    int n = judge->n;
    for (int round = 0, worlds = terms(judge)->worlds, before = 0; round < terms(judge)->rounds; round++) {
        all += (uint32_t)(n * (worlds - before));
        before = worlds;
        worlds *= 2;
        n = (n + 1) / 2 >= terms(judge)->few ? (n + 1) / 2 : n;
    }
    return all;
}

int coach_judge_done(const struct coach_judge *judge)
{
    uint32_t all = tries_to_choose(judge) + 2 * (uint32_t)terms(judge)->weigh_max;
    if (judge->stage == COACH_JUDGED)
        return 1000;
    return judge->tries < all ? (int)(judge->tries * 999 / all) : 999;
}

/* -------------------------------------------------------------------------------------------------------- answering */

enum coach_grade coach_grade_of(int32_t loss, int32_t margin)
{
    int grade = COACH_GOOD;
    if (loss <= margin)
        return COACH_GOOD;
    while (grade + 1 < COACH_GRADES && loss >= coach_grade_limits[grade + 1])
        grade++;
    return (enum coach_grade)(grade > COACH_SLIP && loss < SURE * margin ? COACH_SLIP : grade);
}

/* How the looks compare with the results, over all that was weighed: what the looks are wrong by is the same for turns
 * of one place. In looks of 60 % where 50 % of the games were won a point is worth 50/60 of one; in looks of 40 % where
 * 50 % were won, 50/60 as well, because what is not won is counted so. */
struct scale {
    int64_t looked[FF_PLAYERS_MAX], won[FF_PLAYERS_MAX]; /* means */
    int64_t point;                                       /* in 1/POINT */
};

/* The chance as it is told: set right, and among those that are there, from that among those who played on, whose odds
 * change as the network's do. */
static int64_t told_of(const struct coach_judge *judge, int64_t won)
{
    const struct coach_place *place = &judge->place;
    const int64_t right = coach_set_right(&place->company, &place->view.pub, own_seat(judge), won);
    return judge->told_there < judge->told_weaker ? coach_odds(right, judge->told_weaker, judge->told_there) : right;
}

static int64_t clamped(int64_t chance) { return chance < 0 ? 0 : chance > NET_CHANCE_ONE ? NET_CHANCE_ONE : chance; }

/* What the looks at a seat let expect of the results; of the others only what they have to each other counts. */
static int64_t looked_right(const struct coach_judge *judge, int seat, int64_t look)
{
    const struct coach_place *place = &judge->place;
    return seat == own_seat(judge) ? coach_look_right(&place->company, &place->view.pub, seat, look) : look;
}

static struct scale scale_of(const struct coach_judge *judge)
{
    struct scale scale = {.point = POINT};
    int64_t n = 0, ended = 0, looked_then[FF_PLAYERS_MAX] = {0};
    for (int i = 0; i < judge->weighed_n; i++) {
        const struct coach_candidate *candidate = &judge->candidate[judge->weighed[i]];
        n += candidate->weighed;
        ended += candidate->ended;
        for (int s = 0; s < FF_PLAYERS_MAX; s++) {
            scale.looked[s] += (int64_t)candidate->sum[s];
            scale.won[s] += (int64_t)candidate->won[s];
            looked_then[s] += (int64_t)candidate->ended_looks[s];
        }
    }
    for (int s = 0; s < FF_PLAYERS_MAX && n; s++) {
        scale.looked[s] /= n;
        const int64_t then = ended ? looked_right(judge, s, looked_then[s] / ended) * ended : 0;
        scale.won[s] = looked_right(judge, s, scale.looked[s]) + (scale.won[s] - then) / (ended + AS_LOOKED);
    }
    const int64_t looked = scale.looked[own_seat(judge)], won = clamped(scale.won[own_seat(judge)]);
    scale.won[own_seat(judge)] = won;
    if (won < looked)
        scale.point = POINT * won / looked;
    else if (won > looked)
        scale.point = POINT * (NET_CHANCE_ONE - won) / (NET_CHANCE_ONE - looked);
    return scale;
}

/* The margin of a chance that so many games have shown: 1.96 roots of p (1 - p) / n, as if one more had been won and
 * one lost (Agresti and Coull): what was always won so far is not certain. */
static uint16_t doubt_of(const struct coach_judge *judge, const struct scale *scale)
{
    int64_t n = AS_LOOKED, won = told_of(judge, scale->won[own_seat(judge)]);
    for (int i = 0; i < judge->weighed_n; i++)
        n += judge->candidate[judge->weighed[i]].ended;
    won = (won * n + NET_CHANCE_ONE) / (n + 2);
    return (uint16_t)(root_of(won * (NET_CHANCE_ONE - won) * 384 / (n + 2)) / 10);
}

static int64_t scaled(const struct scale *scale, int64_t points) { return points * scale->point / POINT; }

/* A seat's chance after that turn, in worlds. */
static int64_t in_worlds(const struct scale *scale, const struct coach_candidate *candidate, int seat)
{
    int64_t more = (int64_t)(candidate->sum[seat] / candidate->weighed) - scale->looked[seat];
    return clamped(scale->won[seat] + scaled(scale, more));
}

static uint16_t chance_of(const struct coach_judge *judge, const struct scale *scale,
                          const struct coach_candidate *candidate, int seat)
{
    if (!candidate->weighed)
        return candidate->turn.chance[seat];
    int64_t chance = in_worlds(scale, candidate, seat);
    return (uint16_t)(seat == own_seat(judge) ? told_of(judge, chance) : chance);
}

/* By how much candidate b is told to be better than a. */
static struct coach_difference told_difference(const struct coach_judge *judge, const struct scale *scale, int a, int b)
{
    const struct coach_difference looks = coach_difference(judge, a, b);
    const struct coach_candidate *from = &judge->candidate[a], *to = &judge->candidate[b];
    const int64_t low = from->weighed ? in_worlds(scale, from, own_seat(judge)) : 0;
    const bool alike = from->weighed && from->weighed == to->weighed; /* then it is that of the chances told */
    const int64_t high = alike ? in_worlds(scale, to, own_seat(judge)) : clamped(low + scaled(scale, looks.mean));
    const int64_t least = clamped((low < high ? low : high) - NEAR), most = clamped((low < high ? high : low) + NEAR);
    const int64_t rise = told_of(judge, most) - told_of(judge, least); /* where they are */
    return (struct coach_difference){
        .mean = (int32_t)(told_of(judge, high) - told_of(judge, low)),
        .margin = (int32_t)(scaled(scale, looks.margin) * rise / (most - least)),
        .worlds = looks.worlds,
    };
}

/* The others have what the own seat leaves, as they have it to each other. */
static void share_rest(uint16_t chance[FF_PLAYERS_MAX], int players, int own)
{
    int64_t weight[FF_PLAYERS_MAX];
    int32_t share[FF_PLAYERS_MAX];
    for (int s = 0; s < players; s++)
        weight[s] = chance[s];
    share[own] = chance[own];
    coach_shares(weight, players, own, NET_CHANCE_ONE, share);
    for (int s = 0; s < players; s++)
        chance[s] = (uint16_t)share[s];
}

static void fill_idea(const struct coach_judge *judge, const struct scale *scale, int i, int best,
                      struct coach_idea *idea)
{
    const struct coach_candidate *candidate = &judge->candidate[i];
    struct coach_difference behind = told_difference(judge, scale, i, best);
    idea->turn = candidate->turn;
    idea->shape = candidate->shape;
    idea->opinion = candidate->turn.chance[own_seat(judge)];
    idea->behind = i == best ? 0 : behind.mean;
    idea->margin = i == best ? 0 : behind.margin;
    for (int s = 0; s < FF_PLAYERS_MAX; s++)
        idea->chance[s] = chance_of(judge, scale, candidate, s);
    share_rest(idea->chance, judge->place.view.pub.players, own_seat(judge));
}

/* Over the worlds that both have met. */
static bool is_better(const struct coach_judge *judge, int a, int b)
{
    const struct coach_candidate *one = &judge->candidate[a], *two = &judge->candidate[b];
    if (one->weighed == two->weighed)
        return one->sum[own_seat(judge)] > two->sum[own_seat(judge)];
    return coach_difference(judge, b, a).mean > 0;
}

/* By their mean over the weighing worlds, the best first. */
static void order_ideas(const struct coach_judge *judge, uint8_t order[COACH_IDEAS_MAX])
{
    for (int i = 0; i < judge->weighed_n; i++) {
        int at = i;
        for (; at > 0 && is_better(judge, judge->weighed[i], order[at - 1]); at--)
            order[at] = order[at - 1];
        order[at] = judge->weighed[i];
    }
}

/* Where a link goes: before those that cost less. */
static void add_to_links(struct coach_verdict *verdict, struct coach_link link)
{
    int at = verdict->links_n++;
    for (; at > 0 && verdict->link[at - 1].loss < link.loss; at--)
        verdict->link[at] = verdict->link[at - 1];
    verdict->link[at] = link;
}

/* The better of the turns that change that part; 0: none brings anything. */
static int best_of_part(const struct coach_judge *judge, int part)
{
    struct coach_difference most = {0, 0, 0};
    int best = 0;
    for (int i = 0; i < judge->links_n; i++) {
        struct coach_difference gain = coach_difference(judge, 0, judge->link_to[i]);
        if (judge->link_part[i] == part && gain.mean > most.mean) {
            most = gain;
            best = judge->link_to[i];
        }
    }
    return most.mean > most.margin / 2 ? best : 0;
}

/* What is changed by changing a part: the order of cards put away is the least, another first build the most. */
static const uint8_t change_of[COACH_PARTS] = {
    [COACH_ORDER] = 0, [COACH_SPACE] = 1,  [COACH_STORE] = 2,  [COACH_KEEP] = 3,
    [COACH_SALE] = 4,  [COACH_BUILD2] = 5, [COACH_BUILD1] = 6,
};

/* Of two changes of which each alone makes it good the smaller one is the mistake: who sells a good too few cannot
 * build what was wanted, but it is the sale that was wrong. So that part is named first, of all that bring as much as
 * the most within what is known. */
static void name_smallest(const struct coach_judge *judge, const int best[COACH_PARTS], struct coach_verdict *verdict)
{
    const int top = best[ff_lowest(verdict->link[0].parts)];
    const int32_t most = coach_difference(judge, 0, top).mean;
    int first = 0;
    for (int i = 1; i < verdict->links_n; i++) {
        int part = ff_lowest(verdict->link[i].parts), named = ff_lowest(verdict->link[first].parts);
        struct coach_difference less = coach_difference(judge, best[part], top);
        bool as_much = less.mean * ALIKE <= most || (less.mean <= less.margin && less.mean * TOGETHER <= most);
        if (as_much && change_of[part] < change_of[named])
            first = i;
    }
    const struct coach_link link = verdict->link[first];
    for (; first > 0; first--)
        verdict->link[first] = verdict->link[first - 1];
    verdict->link[0] = link;
}

/* What the turn played as that candidate has it brings. */
static struct coach_link link_of(const struct coach_judge *judge, const struct scale *scale, unsigned parts, int as)
{
    struct coach_difference gain = told_difference(judge, scale, 0, as);
    return (struct coach_link){.parts = (uint8_t)parts, .loss = gain.mean, .margin = gain.margin};
}

/* The parts in which the best turn differs. */
static unsigned parts_that_differ(const struct coach_judge *judge)
{
    struct coach_shape best = judge->candidate[judge->weighed[0]].shape, played = judge->candidate[0].shape;
    unsigned parts = 0;
    coach_shapes_align(judge->place.edition, &judge->game, own_seat(judge), &played, &best);
    for (int part = 0; part < COACH_PARTS; part++)
        parts |= coach_part_differs(&played, &best, (enum coach_part)part) ? 1u << part : 0;
    return parts;
}

static void fill_links(const struct coach_judge *judge, const struct scale *scale, struct coach_verdict *verdict)
{
    int best[COACH_PARTS] = {0};
    for (int part = 0; part < COACH_PARTS && judge->links_n; part++) {
        best[part] = best_of_part(judge, part);
        if (best[part])
            add_to_links(verdict, link_of(judge, scale, 1u << part, best[part]));
    }
    bool alone = verdict->links_n && verdict->link[0].loss * TOGETHER >= verdict->loss;
    if (alone)
        name_smallest(judge, best, verdict);
    else if (judge->links_n && verdict->links_n < COACH_PARTS)
        add_to_links(verdict, link_of(judge, scale, parts_that_differ(judge), judge->weighed[0]));
}

static void fill_played(const struct coach_judge *judge, const struct scale *scale, struct coach_verdict *verdict)
{
    struct coach_difference loss = told_difference(judge, scale, 0, judge->weighed[0]);
    if (judge->weighed_n > 1) {
        verdict->loss = loss.mean;
        verdict->margin = loss.margin;
    }
    verdict->grade = (uint8_t)coach_grade_of(verdict->loss, verdict->margin);
    fill_links(judge, scale, verdict);
}

void coach_judge_answer(const struct coach_judge *judge, struct coach_verdict *verdict)
{
    uint8_t order[COACH_IDEAS_MAX] = {judge->alive[0]};
    const struct scale scale = scale_of(judge);
    memset(verdict, 0, sizeof *verdict);
    verdict->kind = (uint8_t)judge->kind;
    verdict->seat = judge->place.view.own.seat;
    verdict->round = judge->place.view.pub.round;
    verdict->tries = judge->tries;
    verdict->played = FF_NOBODY;
    verdict->doubt = doubt_of(judge, &scale);
    verdict->ideas_n = (uint16_t)(judge->weighed_n ? judge->weighed_n : 1);
    order_ideas(judge, order);
    verdict->worlds = judge->candidate[order[0]].weighed;
    for (int i = 0; i < verdict->ideas_n; i++) {
        fill_idea(judge, &scale, order[i], order[0], &verdict->idea[i]);
        if (judge->has_played && order[i] == 0)
            verdict->played = (uint8_t)i;
        if (order[i] == judge->alive[0])
            verdict->choice = (uint8_t)i;
    }
    if (judge->has_played && judge->weighed_n)
        fill_played(judge, &scale, verdict);
    for (int i = 1; i < judge->weighed_n; i++) {
        struct coach_idea *idea = &verdict->idea[i];
        idea->facts_n = (uint8_t)coach_facts(judge, order[i], order[0], idea->fact);
        coach_facts_sort(idea->fact, idea->facts_n, verdict->link, i == verdict->played ? verdict->links_n : 0);
    }
}
