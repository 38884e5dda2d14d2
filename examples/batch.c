/* batch.c - the smallest program that steps many games at once: 64 of three seats, each decision at random. batch.py is
 * the same program without headers.
 *
 *     cc batch.c $(pkg-config --cflags --libs fuerstenfeld) */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fuerstenfeld/batch.h>
#include <fuerstenfeld/builtin.h>
#include <fuerstenfeld/edition.h>
#include <fuerstenfeld/library.h>

enum { GAMES = 64, STEPS = 2000 };

int main(void)
{
    struct ff_text_edition edition;
    struct ff_base_error error;
    struct ff_batch_config config;
    if (!ff_text_edition_read(ff_default_edition_text, ff_default_edition_size, &edition, &error))
        return 2;
    memset(&config, 0, sizeof config);
    config.edition = &edition.values;
    config.n = GAMES;
    config.players = 3;

    uint64_t seeds[GAMES], hash = 0;
    uint16_t actions[GAMES];
    int over = 0;
    for (int i = 0; i < GAMES; i++)
        seeds[i] = (uint64_t)i;
    void *block = aligned_alloc(64, ff_batch_size(&config));
    if (!block)
        return 2;
    struct ff_batch *batch = ff_batch_init(block, &config, seeds);
    struct ff_rng rng = ff_rng_of(1);
    for (int step = 0; step < STEPS; step++) {
        ff_batch_random_actions(batch, &rng, actions); /* or choose by batch->mask */
        ff_batch_step(batch, 0, GAMES, actions, seeds);
        for (int i = 0; i < GAMES; i++) {
            over += batch->done[i];
            seeds[i] += batch->done[i] ? GAMES : 0; /* the deal after the one that has begun */
            hash += ff_hash(&batch->game[i]);
        }
    }
    printf("fuerstenfeld %s: %d games over, hash %016" PRIx64 "\n", ff_library_version(), over, hash);
    free(block);
    return 0;
}
