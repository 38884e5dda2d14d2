/* main.c - the subcommands of `fuerstenfeld-lab`. A new subcommand needs a line in the table, a declaration in study.h
 * and a file of its own. */
#include "study.h"

static const struct cli_command commands[] = {
    {"bench", "measure the speed of the engine and the bots", cmd_bench},
    {"random-games", "play random games and count the decisions", cmd_random_games},
    {"train", "train the bots' network by self-play", cmd_train},
    {"positions", "write positions of self-play for another trainer", cmd_positions},
    {"puzzles", "find puzzles in recorded games", cmd_puzzles},
    {"belief", "measure or learn where hidden cards probably are", cmd_belief},
    {"calibration", "compare the network's chances with results", cmd_calibration},
    {"ratings", "how fast ratings find skills, and how well they predict", cmd_ratings},
    {"turn-values", "compare bots turn by turn", cmd_turn_values},
    {"planted-mistakes", "measure how many mistakes the coach finds", cmd_planted_mistakes},
    {"coach-calibration", "compare the coach's chances with results", cmd_coach_calibration},
    {"edition-stats", "count what happens in games with an edition", cmd_edition_stats},
    {"edition-search", "search for editions that fit what is known", cmd_edition_search},
    {"store-bench", "measure a store", cmd_store_bench},
    {"server-load", "put many guests on a server", cmd_server_load},
};

const struct cli_program cli_program = {
    .name = "fuerstenfeld-lab",
    .about = "Training, measurements and studies of the board game F\xc3\xbcrstenfeld.",
    .commands = commands,
    .commands_n = sizeof commands / sizeof commands[0],
};
