/* turn.c - looking ahead to the end of the own turn; see turn.h. */
#include "turn.h"
#include "ahead.h"

#include <string.h>

bool turn_goes_on(const struct ff_game *game, int seat)
{
    return game->pub.owe == 1u << seat && ff_is_turn(game->pub.stage);
}

bool turn_has_lost(const struct ff_public *pub, int seat, int builds)
{
    bool others = false;
    for (int s = 0; s < pub->players; s++)
        others |= s != seat && ff_palace_parts(pub, s) == FF_PALACE_PARTS;
    return others && ff_palace_parts(pub, seat) + builds < FF_PALACE_PARTS;
}

/* ---------------------------------------------------------------------------------------------------------- search */

/* Where the network sees nothing to gain any more, every turn looks alike to it, and a game that is as good as won
 * would never be. So from this chance on, as among equals, the more parts and then the more coins the better; and so
 * for whoever has as good as lost: nobody likes to see goods thrown away. */
enum { SETTLED = 20, AS_GOOD_AS_WON = NET_CHANCE_ONE - SETTLED, MERIT_PART = 1 << 10, MERIT_CHANCE = 1 << 13 };
_Static_assert(NET_CHANCE_ONE < UINT32_MAX / MERIT_CHANCE && FF_PALACE_PARTS < MERIT_CHANCE / MERIT_PART,
               "a chance, the parts and the coins fit beside each other");

static uint32_t merit_of(const struct ff_public *pub, int seat, uint32_t chance)
{
    uint32_t coins = pub->coins[seat], told = chance < SETTLED ? 0 : chance < AS_GOOD_AS_WON ? chance : AS_GOOD_AS_WON;
    return told * MERIT_CHANCE + (uint32_t)ff_palace_parts(pub, seat) * MERIT_PART +
           (coins < MERIT_PART ? coins : MERIT_PART - 1);
}

int turn_standing(const struct turn *turn) { return (int)(turn->merit % MERIT_CHANCE); }

/* As the position before the step is known, only what changed is looked at. */
static void judge(const struct turn_search *search, const struct net_position *before, struct turn_line *line)
{
    struct net_position *position = &line->position;
    uint16_t block[FF_PLAYERS_MAX];
    const int players = line->game.pub.players;
    ff_view_of(&line->game, search->seat, &line->view);
    position->view = &line->view;
    net_position_follow(search->net, search->edition, before, position);
    net_chances(search->net, &position->features, &position->sums, block);
    for (int i = 0; i < players; i++)
        line->turn.chance[position->features.seat[i]] = block[i];
    line->turn.lost = !turn_goes_on(&line->game, search->seat) && turn_has_lost(&line->game.pub, search->seat, 0);
    line->turn.merit = merit_of(&line->game.pub, search->seat, line->turn.lost ? 0 : line->turn.chance[search->seat]);
}

/* Follows the line at the next step if it is among the best. */
static void follow(struct turn_search *search, const struct turn_line *line)
{
    const uint32_t merit = line->turn.merit;
    struct turn_lines *next = search->next;
    bool full = next->n == search->width;
    if (full && merit <= next->line[next->rank[next->n - 1]].turn.merit)
        return;
    int at = full ? next->n - 1 : next->n++;
    uint8_t place = full ? next->rank[at] : (uint8_t)at;
    for (; at > 0 && next->line[next->rank[at - 1]].turn.merit < merit; at--)
        next->rank[at] = next->rank[at - 1];
    next->rank[at] = place;
    next->line[place] = *line;
    next->line[place].position.view = &next->line[place].view;
}

/* Of what the network sees; never 0. */
static uint64_t fingerprint(const struct features *features)
{
    uint64_t print = 0, words[sizeof *features / sizeof print];
    memcpy(words, features, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        print = (print ^ words[i]) * 0x9e3779b97f4a7c15u ^ print >> 29;
    return print | 1;
}

/* Most turns differ from another one only in the order in which cards will come that come in the same draw. Of those
 * that are all the same to the network one will do. */
static bool is_found(const struct turn_search *search, uint64_t print)
{
    for (int i = 0; i < search->ends_n; i++)
        if (search->print[i] == print)
            return true;
    return false;
}

static void finish(struct turn_search *search, struct turn_line *line)
{
    const int seat = search->seat;
    struct turn *end = search->end, *turn = &line->turn;
    if (search->jitter && !turn->lost) {
        turn->chance[seat] = (uint16_t)(turn->chance[seat] + ff_rng_below(search->rng, search->jitter));
        turn->merit = merit_of(&line->game.pub, seat, turn->chance[seat]);
    }
    if (search->ends_n == search->ends_max && turn->merit <= end[search->ends_max - 1].merit)
        return;
    uint64_t print = search->ends_max > 1 ? fingerprint(&line->position.features) : 0;
    if (print && is_found(search, print))
        return;
    int at = search->ends_n < search->ends_max ? search->ends_n++ : search->ends_max - 1;
    for (; at > 0 && end[at - 1].merit < turn->merit; at--) {
        end[at] = end[at - 1];
        search->print[at] = search->print[at - 1];
    }
    end[at] = *turn;
    search->print[at] = print;
}

/* In the base game all spaces are alike, so what lies on the board may as well stay there while a space is empty.
 * (Where ff_distinct left the empty ones out, the same two builds are looked at in the other order.) */
static ff_options worth_a_look(const struct ff_view *view, ff_options options)
{
    const struct ff_public *pub = &view->pub;
    if (pub->mode != FF_BASE || pub->stage != FF_STAGE_SPACE)
        return options;
    for (ff_options left = options; left; left &= left - 1) {
        int space = ff_option_nth(left, 0);
        if (space < FF_PRINTED_FIRST && pub->board[view->own.seat][space] == FF_NO_CARD)
            return (ff_options)1 << space;
    }
    return options;
}

/* All lines that are one decision longer. A card to build is judged on a space, not in the air: half a build would look
 * better than it is, since what it covers is still there. */
static void grow(struct turn_search *search, const struct turn_line *from, const struct net_position *before)
{
    struct ff_view view;
    ff_view_of(&from->game, search->seat, &view);
    ff_options options = worth_a_look(&view, ff_distinct(search->edition, &view));
    for (ff_options left = options; left; left &= left - 1) {
        struct turn_line line;
        unsigned option = (unsigned)ff_option_nth(left, 0);
        line.game = from->game;
        line.turn = from->turn;
        line.turn.option[line.turn.steps++] = (uint8_t)option;
        ahead_play(search->edition, &line.game, search->seat, option);
        bool goes_on = turn_goes_on(&line.game, search->seat) && line.turn.steps < TURN_STEPS_MAX;
        if (goes_on && line.game.pub.stage == FF_STAGE_SPACE) {
            grow(search, &line, before);
            continue;
        }
        judge(search, before, &line);
        uint16_t *value = &search->value[line.turn.option[0]], own = line.turn.chance[search->seat];
        *value = own > *value ? own : *value;
        if (goes_on)
            follow(search, &line);
        else
            finish(search, &line);
    }
}

static void begin_line(const struct turn_search *search, const struct ff_game *game, struct turn_line *line)
{
    line->game = *game;
    line->turn = (struct turn){.steps = 0};
    ff_view_of(game, search->seat, &line->view);
    line->position.view = &line->view;
    net_position_fill(search->net, search->edition, &line->position);
}

void turn_search(struct turn_search *search, const struct ff_game *game, int seat)
{
    struct turn_lines *now = &search->lines[0];
    search->seat = seat;
    search->ends_n = 0;
    memset(search->value, 0, sizeof search->value);
    begin_line(search, game, &now->line[0]);
    now->rank[0] = 0;
    now->n = 1;
    while (now->n > 0) {
        search->next = now == &search->lines[0] ? &search->lines[1] : &search->lines[0];
        search->next->n = 0;
        for (int i = 0; i < now->n; i++)
            grow(search, &now->line[now->rank[i]], &now->line[now->rank[i]].position);
        now = search->next;
    }
}

/* ------------------------------------------------------------------------------------------------------------ plan */

static unsigned step(struct turn_plan *plan, const struct ff_edition *edition)
{
    unsigned option = plan->turn.option[plan->played++];
    ff_apply(edition, &plan->game, ff_lowest(plan->game.pub.owe), ff_action_of(plan->game.pub.stage, option));
    return option;
}

void turn_plan_begin(struct turn_plan *plan, const struct ff_edition *edition, const struct ff_game *game,
                     const struct turn *turn)
{
    plan->game = *game;
    plan->turn = *turn;
    plan->played = 0;
    step(plan, edition);
}

bool turn_plan_next(struct turn_plan *plan, const struct ff_edition *edition, const struct ff_view *view,
                    unsigned *option)
{
    struct ff_view expected;
    if (plan->played == plan->turn.steps || !turn_goes_on(&plan->game, view->own.seat))
        return false;
    ff_view_of(&plan->game, view->own.seat, &expected);
    if (memcmp(&expected, view, sizeof expected) != 0)
        return false;
    *option = step(plan, edition);
    return true;
}
