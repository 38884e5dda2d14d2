/* net.c - any bytes as a network file: as they are, and with header and checksum set right so that the weights get in.
 * A network that is read evaluates any position without overflow, to chances that add up. */
#include "fuzz.h"

#include "bots/ai/net.h"

static struct net net;
static uint8_t file[NET_FILE_SIZE];

static void evaluate(const struct ff_edition *edition)
{
    struct ff_setup setup;
    struct ff_game game;
    struct ff_view view;
    uint16_t chance[FF_PLAYERS_MAX];
    int sum = 0;
    ff_deal(edition, 3, FF_EXPERT, 1, &setup);
    MUST(ff_begin(edition, &setup, &game) == FF_SETUP_OK);
    ff_view_of(&game, 1, &view);
    net_evaluate(&net, edition, &view, chance);
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++)
        sum += chance[seat];
    MUST(sum == NET_CHANCE_ONE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ff_edition edition = default_edition();
    if (net_read(data, size, &net) == NULL)
        evaluate(&edition);
    memset(&net, 0, sizeof net);
    uint8_t *weights = (uint8_t *)&net;
    for (size_t i = 0; size && i < sizeof net; i++)
        weights[i] = data[i % size];
    net_write(&net, file);
    const char *fault = net_read(file, sizeof file, &net);
    if (!fault)
        evaluate(&edition);
    return 0;
}
