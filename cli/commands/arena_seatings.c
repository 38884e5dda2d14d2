/* arena_seatings.c - lists the seatings of a field: which bot sits where. */
#include "arena.h"

#include <assert.h>
#include <string.h>

/* Replaces the items by their next permutation in lexicographic order. Returns false after the last one. */
static bool next_arrangement(uint8_t *item, int n)
{
    int i = n - 2, j = n - 1;
    while (i >= 0 && item[i] >= item[i + 1])
        i--;
    if (i < 0)
        return false;
    while (item[j] <= item[i])
        j--;
    uint8_t swap = item[i];
    item[i] = item[j];
    item[j] = swap;
    for (int a = i + 1, b = n - 1; a < b; a++, b--) {
        swap = item[a];
        item[a] = item[b];
        item[b] = swap;
    }
    return true;
}

static void add_seating(struct arena_field *field, const uint8_t *item, int n)
{
    for (int i = 0; i < field->seatings_n; i++)
        if (memcmp(field->seating[i], item, (size_t)n) == 0)
            return;
    assert(field->seatings_n < ARENA_SEATINGS_MAX);
    memcpy(field->seating[field->seatings_n++], item, (size_t)n);
}

void arena_list_seatings(struct arena_field *field, int players, bool rotations)
{
    uint8_t item[2 * FF_PLAYERS_MAX] = {0};
    int n = 0;
    for (int e = 0; e < field->entries_n; e++)
        for (int i = 0; i < field->entry[e].seats; i++)
            item[n++] = (uint8_t)e;
    assert(n == players);
    field->seatings_n = 0;
    if (!rotations) {
        do
            add_seating(field, item, n);
        while (next_arrangement(item, n));
        return;
    }
    memcpy(item + n, item, (size_t)n);
    for (int i = 0; i < n; i++)
        add_seating(field, item + i, n);
}
