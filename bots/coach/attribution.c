/* attribution.c - finds the parts of the played turn that caused its loss, by measuring the gain from changing one part
 * alone. */
#include "judge_internal.h"
#include "turn_variants.h"

enum {
    ALONE_SHARE = 3, /* a part explains a loss only if changing it regains at least 1/ALONE_SHARE of the loss */
    EQUAL_SHARE = 8, /* two gains count as equal if they differ by at most 1/EQUAL_SHARE of the larger one */
};

static uint32_t built(const struct coach_turn_summary *summary)
{
    uint32_t cards = 0;
    for (int i = 0; i < FF_BUILDS_MAX; i++)
        cards |= summary->card[i] == FF_NO_CARD ? 0 : ff_bit(summary->card[i]);
    return cards;
}

static void add_variant(struct coach_judge *judge, int part, int candidate)
{
    for (int i = 0; i < judge->variants_n; i++)
        if (judge->variant[i] == candidate)
            return;
    judge->variant_part[judge->variants_n] = (uint8_t)part;
    judge->variant[judge->variants_n++] = (uint8_t)candidate;
}

/* Adds a variant: the played turn with `part` copied from the best turn, if that can be played. If the variant builds
 * the card that the played turn kept, the variant also copies the kept cards. This does not count as a second
 * change. */
static void add_best_part(struct coach_judge *judge, const struct coach_turn_summary *played,
                          const struct coach_turn_summary *best, enum coach_part part)
{
    struct turn turn;
    struct coach_turn_summary summary = *played;
    if (!coach_part_differs(played, best, part))
        return;
    coach_part_copy(&summary, best, part);
    if (summary.kept & built(&summary))
        coach_part_copy(&summary, best, COACH_KEEP);
    if (!coach_turn_from_summary(judge->position.edition, &judge->game, coach_own_seat(judge), &summary, &turn))
        return;
    coach_evaluate_turn(&judge->position, &judge->game, &turn);
    int at = coach_add_candidate(judge, &turn);
    if (at > 0)
        add_variant(judge, part, at);
}

/* Adds a variant: the best candidate of the selection that differs from the played turn in `part` only. */
static void add_selected_part(struct coach_judge *judge, int part)
{
    int best = 0;
    for (int i = 1; i < judge->n; i++)
        if (judge->candidate[i].part == part && (best == 0 || coach_did_better_in_selection(judge, i, best)))
            best = i;
    if (best)
        add_variant(judge, part, best);
}

void coach_begin_attribution(struct coach_judge *judge)
{
    struct coach_turn_summary best = judge->candidate[judge->compared[0]].summary, played = judge->candidate[0].summary;
    coach_align_summaries(judge->position.edition, &judge->game, coach_own_seat(judge), &played, &best);
    judge->stage = COACH_ATTRIBUTION;
    for (int part = 0; part < COACH_PARTS; part++) {
        add_best_part(judge, &played, &best, (enum coach_part)part);
        add_selected_part(judge, part);
    }
}

int coach_next_attribution_candidate(const struct coach_judge *judge)
{
    int worlds = judge->candidate[judge->compared[0]].compared, most = coach_effort_settings(judge)->compare_min * 4;
    for (int i = 0; i < judge->variants_n; i++)
        if (judge->candidate[judge->variant[i]].compared < (worlds < most ? worlds : most))
            return judge->variant[i];
    return -1;
}

/* Returns the variant that gains most by changing `part`; 0 if no variant clearly gains anything. */
static int best_variant(const struct coach_judge *judge, int part)
{
    struct coach_difference most = {0, 0, 0};
    int best = 0;
    for (int i = 0; i < judge->variants_n; i++) {
        struct coach_difference gain = coach_mean_lead(judge, 0, judge->variant[i]);
        if (judge->variant_part[i] == part && gain.mean > most.mean) {
            most = gain;
            best = judge->variant[i];
        }
    }
    return most.mean > most.margin / 2 ? best : 0;
}

/* Inserts an attribution into the verdict's list, which is sorted by descending loss. */
static void insert(struct coach_verdict *verdict, unsigned parts, struct coach_difference gain)
{
    int at = verdict->attributions_n++;
    for (; at > 0 && verdict->attribution[at - 1].loss < gain.mean; at--)
        verdict->attribution[at] = verdict->attribution[at - 1];
    verdict->attribution[at] =
        (struct coach_attribution){.parts = (uint8_t)parts, .loss = gain.mean, .margin = gain.margin};
}

/* Ranks the parts of a turn by how much a change of the part alters the turn. A different order under the deck is the
 * smallest change, a different first build the largest. */
static const uint8_t size_of_change[COACH_PARTS] = {
    [COACH_ORDER] = 0, [COACH_SPACE] = 1,  [COACH_STORE] = 2,  [COACH_KEEP] = 3,
    [COACH_SALE] = 4,  [COACH_BUILD2] = 5, [COACH_BUILD1] = 6,
};

/* If several changes would each fix the turn, blames the smallest change. For example, a player who sells too few goods
 * cannot afford the best build, but the mistake was the sale. */
static void blame_smallest(const struct coach_judge *judge, const int best[COACH_PARTS], struct coach_verdict *verdict)
{
    const int top = best[ff_lowest(verdict->attribution[0].parts)];
    const int32_t most = coach_mean_lead(judge, 0, top).mean;
    int first = 0;
    for (int i = 1; i < verdict->attributions_n; i++) {
        int part = ff_lowest(verdict->attribution[i].parts), named = ff_lowest(verdict->attribution[first].parts);
        struct coach_difference less = coach_mean_lead(judge, best[part], top);
        bool equal = less.mean * EQUAL_SHARE <= most || (less.mean <= less.margin && less.mean * ALONE_SHARE <= most);
        if (equal && size_of_change[part] < size_of_change[named])
            first = i;
    }
    const struct coach_attribution blamed = verdict->attribution[first];
    for (; first > 0; first--)
        verdict->attribution[first] = verdict->attribution[first - 1];
    verdict->attribution[0] = blamed;
}

void coach_fill_attributions(const struct coach_judge *judge, const struct coach_scale *scale,
                             struct coach_verdict *verdict)
{
    int best[COACH_PARTS] = {0};
    if (judge->compared_n < 2 || judge->kind == COACH_DRAW)
        return;
    for (int part = 0; part < COACH_PARTS && judge->variants_n; part++) {
        best[part] = best_variant(judge, part);
        if (best[part])
            insert(verdict, 1u << part, coach_calibrated_lead(judge, scale, 0, best[part]));
    }
    struct coach_turn_summary to = judge->candidate[judge->compared[0]].summary, from = judge->candidate[0].summary;
    coach_align_summaries(judge->position.edition, &judge->game, coach_own_seat(judge), &from, &to);
    const unsigned differing = coach_parts_that_differ(&from, &to);
    bool alone = verdict->attributions_n && verdict->attribution[0].loss * ALONE_SHARE >= verdict->loss;
    if (alone) {
        blame_smallest(judge, best, verdict);
    } else if (judge->variants_n && verdict->attributions_n < COACH_PARTS) {
        insert(verdict, differing, coach_calibrated_lead(judge, scale, 0, judge->compared[0]));
    }
    const unsigned blamed = verdict->attributions_n ? verdict->attribution[0].parts & differing : 0;
    verdict->faults = (uint8_t)(verdict->grade == COACH_GOOD ? 0 : blamed ? blamed : differing);
}
