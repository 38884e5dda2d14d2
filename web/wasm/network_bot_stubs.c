/* network_bot_stubs.c - replaces the bots that need a network in the smaller module, so that the page can ask whether a
 * bot needs one. The bots themselves are in fuerstenfeld-coach.wasm, which the page loads together with the network. */
#include "bots/ai/bots.h"

const struct bot bot_pupil = {.name = "pupil", .uses_net = true};
const struct bot bot_apprentice = {.name = "apprentice", .uses_net = true};
const struct bot bot_prince = {.name = "prince", .uses_net = true};
