/* network_bot_stubs.c - stands in for the bots that need a network in the module of a first visit: the page can ask
 * there whether a bot needs one. The bots themselves are in fuerstenfeld-coach, which is loaded with the network. */
#include "bots/ai/bots.h"

const struct bot bot_pupil = {.name = "pupil", .uses_net = true};
const struct bot bot_apprentice = {.name = "apprentice", .uses_net = true};
const struct bot bot_prince = {.name = "prince", .uses_net = true};
