/* room.h - memory for a bench, or its end. */
#ifndef BENCH_ROOM_H
#define BENCH_ROOM_H

#include "core/ff.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Zeroed, and aligned for any vector; never NULL. */
static inline void *room_for(const char *bench, size_t size)
{
    const size_t line = 64, whole = (size + line - 1) / line * line;
    void *memory = aligned_alloc(line, whole);
    if (!memory) {
        fprintf(stderr, "%s: out of memory\n", bench);
        exit(2);
    }
    return memset(memory, 0, whole);
}

/* For a bot on each seat. */
static inline void room_for_seats(const char *bench, size_t size, void *seats[FF_PLAYERS_MAX])
{
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++)
        seats[seat] = room_for(bench, size);
}

static inline void room_free_seats(void *const seats[FF_PLAYERS_MAX])
{
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++)
        free(seats[seat]);
}

#endif
