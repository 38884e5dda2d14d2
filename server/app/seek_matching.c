/* seek_matching.c - groups seeks into games; see seek_matching.h. */
#include "seek_matching.h"

#include "engine/base/hex.h"
#include "engine/base/words.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------------ terms */

void seek_terms_put(struct base_out *out, const struct seek_terms *terms)
{
    base_printf(out, "%d %d %d %d %d %d %u %u %u ", terms->mode, terms->sizes, terms->bots, terms->rated,
                terms->programs, terms->is_program, (unsigned)terms->turn_s, (unsigned)terms->range,
                (unsigned)terms->points);
    if (terms->sealed)
        base_put_hex(out, terms->seal, sizeof terms->seal);
    else
        base_put(out, "-");
    base_put_char(out, ' ');
    base_put(out, terms->name);
}

bool seek_terms_read(struct seek_terms *terms, const char *text, size_t n)
{
    static const unsigned max[] = {1, 0x3c, TABLE_LEVELS, 1, 1, 1, TABLE_TURN_S_MAX, UINT32_MAX, UINT32_MAX};
    enum { NUMBERS = sizeof max / sizeof max[0] };
    struct base_words words = base_words_in_lines(text, n);
    struct base_word word;
    unsigned value[NUMBERS];
    base_words_line(&words);
    for (int i = 0; i < NUMBERS; i++)
        if (!base_words_next(&words, &word) || !base_word_number(&word, max[i], &value[i]))
            return false;
    *terms = (struct seek_terms){.mode = (uint8_t)value[0],
                                 .sizes = (uint8_t)value[1],
                                 .bots = (uint8_t)value[2],
                                 .rated = value[3],
                                 .programs = value[4],
                                 .is_program = value[5],
                                 .turn_s = value[6],
                                 .range = value[7],
                                 .points = value[8]};
    base_words_next(&words, &word);
    terms->sealed = base_hex_read(word.text, word.length, terms->seal, sizeof terms->seal);
    struct base_word name = base_words_rest(&words);
    return (terms->sealed || base_word_is(&word, "-")) && table_name_read(name.text, name.length, terms->name);
}

/* --------------------------------------------------------------------------------------------------------- matching */

/* A seek in a linked list of seeks for the same kind of game. The list is sorted by rating or time of arrival, and
 * seeks leave it when they get a game. */
struct place {
    const struct seek *seek;
    int64_t key;
    int before, next; /* indexes in the list; -1: none */
    bool taken;
};

struct matching {
    const struct seek_pool *pool;
    struct place *places;
    int *place_of; /* for each seek of the pool: its index in `places` */
    size_t looks;
};

/* An incomplete group of seeks for one number of players. */
struct gathering {
    const struct seek *member[FF_PLAYERS_MAX];
    int n;
};

static int compare_numbers(int64_t a, int64_t b) { return (a > b) - (a < b); }

static int compare_kinds(const struct seek_terms *a, const struct seek_terms *b)
{
    int order = compare_numbers(a->mode, b->mode);
    order = order ? order : compare_numbers(a->rated, b->rated);
    return order ? order : compare_numbers(a->turn_s, b->turn_s);
}

static int compare_places(const void *left, const void *right)
{
    const struct place *a = left, *b = right;
    int order = compare_kinds(&a->seek->terms, &b->seek->terms);
    order = order ? order : compare_numbers(a->key, b->key);
    return order ? order : strcmp(a->seek->guest, b->seek->guest);
}

static int compare_blocks(const void *left, const void *right)
{
    const struct seek_block *a = left, *b = right;
    int order = strcmp(a->guest, b->guest);
    return order ? order : strcmp(a->other, b->other);
}

static bool has_blocked(const struct seek_pool *pool, const struct seek *a, const struct seek *b)
{
    struct seek_block key;
    memcpy(key.guest, a->guest, sizeof key.guest);
    memcpy(key.other, b->guest, sizeof key.other);
    return pool->blocks_n && bsearch(&key, pool->blocks, pool->blocks_n, sizeof key, compare_blocks);
}

static int64_t waited_ms(const struct seek_pool *pool, const struct seek *seek)
{
    return pool->now_ms > seek->made_ms ? pool->now_ms - seek->made_ms : 0;
}

/* Returns the largest difference in ratings that the seek accepts at present. */
static int64_t range_of(const struct seek_pool *pool, const struct seek *seek)
{
    int64_t range = SEEK_RANGE_POINTS + waited_ms(pool, seek) / 1000 * SEEK_RANGE_PER_SECOND;
    return seek->terms.range && seek->terms.range < range ? seek->terms.range : range;
}

static bool is_in_range(const struct seek_pool *pool, const struct seek *a, const struct seek *b)
{
    int64_t difference = (int64_t)a->terms.points - b->terms.points;
    difference = difference < 0 ? -difference : difference;
    return !a->terms.rated || (difference <= range_of(pool, a) && difference <= range_of(pool, b));
}

/* Returns whether two seeks for the same kind of game accept each other. */
static bool fits(const struct seek_pool *pool, const struct seek *a, const struct seek *b)
{
    return (!a->terms.is_program || b->terms.programs) && (!b->terms.is_program || a->terms.programs) &&
           is_in_range(pool, a, b) && !has_blocked(pool, a, b) && !has_blocked(pool, b, a);
}

/* Adds the seek to each group whose number of players it accepts and whose members all accept it. */
static void gather(const struct matching *matching, struct gathering *by_size, const struct seek *seek)
{
    for (int size = FF_PLAYERS_MIN; size <= FF_PLAYERS_MAX; size++) {
        struct gathering *group = &by_size[size];
        bool fit = seek->terms.sizes >> size & 1 && group->n > 0 && group->n < size;
        for (int i = 0; fit && i < group->n; i++)
            fit = fits(matching->pool, group->member[i], seek);
        if (fit)
            group->member[group->n++] = seek;
    }
}

static int64_t distance(const struct matching *matching, int at, int other)
{
    int64_t difference = matching->places[at].key - matching->places[other].key;
    return difference < 0 ? -difference : difference;
}

/* Forms groups around the seek at index `first` from its nearest neighbours. If `bots`, only from those that accept
 * bots. */
static void gather_around(struct matching *matching, int first, bool bots, struct gathering *by_size)
{
    const struct place *places = matching->places;
    const struct seek *seek = places[first].seek;
    int left = places[first].before, right = places[first].next, largest = 0;
    memset(by_size, 0, (FF_PLAYERS_MAX + 1) * sizeof *by_size);
    for (int size = FF_PLAYERS_MIN; size <= FF_PLAYERS_MAX; size++)
        if (seek->terms.sizes >> size & 1)
            by_size[largest = size] = (struct gathering){.member = {seek}, .n = 1};
    for (int looks = 0; looks < SEEK_LOOKS && (left >= 0 || right >= 0) && by_size[largest].n < largest; looks++) {
        bool goes_left =
            right < 0 || (left >= 0 && distance(matching, first, left) <= distance(matching, first, right));
        int at = goes_left ? left : right;
        left = goes_left ? places[left].before : left;
        right = goes_left ? right : places[right].next;
        matching->looks++;
        if (!bots || places[at].seek->terms.bots)
            gather(matching, by_size, places[at].seek);
    }
}

/* Returns the largest number of players for which the group is complete, or 0 if none is. */
static int complete_size(const struct gathering *by_size)
{
    int complete = 0;
    for (int size = FF_PLAYERS_MIN; size <= FF_PLAYERS_MAX; size++)
        if (by_size[size].n == size)
            complete = size;
    return complete;
}

/* Returns the number of players whose group has the most members so far. On a tie the smallest number wins, because it
 * needs the fewest bots. */
static int fullest_size(const struct gathering *by_size)
{
    int fullest = 0;
    for (int size = FF_PLAYERS_MIN; size <= FF_PLAYERS_MAX; size++)
        if (by_size[size].n > by_size[fullest].n)
            fullest = size;
    return fullest;
}

/* Chooses a group for the seek at index `first`. Returns false if no group is possible yet. */
static bool choose(struct matching *matching, int first, struct seek_group *group)
{
    const struct seek *seek = matching->places[first].seek;
    struct gathering by_size[FF_PLAYERS_MAX + 1];
    gather_around(matching, first, false, by_size);
    int size = complete_size(by_size);
    if (!size && seek->terms.bots && waited_ms(matching->pool, seek) >= SEEK_BOTS_MS) {
        gather_around(matching, first, true, by_size);
        size = fullest_size(by_size);
    }
    *group = (struct seek_group){.n = by_size[size].n, .seats = size};
    memcpy(group->member, by_size[size].member, sizeof group->member);
    return size > 0;
}

static void remove_place(struct place *places, int at)
{
    struct place *place = &places[at];
    if (place->before >= 0)
        places[place->before].next = place->next;
    if (place->next >= 0)
        places[place->next].before = place->before;
    place->taken = true;
}

/* Sorts the seeks without a game, and links those for the same kind of game. Returns their number. */
static int arrange(struct matching *matching)
{
    const struct seek_pool *pool = matching->pool;
    struct place *places = matching->places;
    int n = 0;
    for (size_t i = 0; i < pool->n; i++) {
        const struct seek *seek = &pool->seeks[i];
        matching->place_of[i] = -1;
        if (!*seek->table)
            places[n++] = (struct place){.seek = seek, .key = seek->terms.rated ? seek->terms.points : seek->made_ms};
    }
    qsort(places, (size_t)n, sizeof *places, compare_places);
    for (int i = 0; i < n; i++) {
        bool begins = i == 0 || compare_kinds(&places[i - 1].seek->terms, &places[i].seek->terms) != 0;
        places[i].before = begins ? -1 : i - 1;
        places[i].next = -1;
        if (!begins)
            places[i - 1].next = i;
        matching->place_of[places[i].seek - pool->seeks] = i;
    }
    return n;
}

int seek_match_groups(const struct seek_pool *pool, struct seek_group *groups, size_t *looks)
{
    struct matching matching = {.pool = pool};
    int n = 0;
    matching.places = calloc(pool->n + 1, sizeof *matching.places);
    matching.place_of = calloc(pool->n + 1, sizeof *matching.place_of);
    if (!matching.places || !matching.place_of)
        n = -1;
    else
        arrange(&matching);
    for (size_t i = 0; n >= 0 && i < pool->n; i++) {
        int first = matching.place_of[i];
        if (first < 0 || matching.places[first].taken || !choose(&matching, first, &groups[n]))
            continue;
        for (int k = 0; k < groups[n].n; k++)
            remove_place(matching.places, matching.place_of[groups[n].member[k] - pool->seeks]);
        n++;
    }
    *looks = matching.looks;
    free(matching.places);
    free(matching.place_of);
    return n;
}
