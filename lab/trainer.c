/* trainer.c - `fuerstenfeld-trainer`: only the subcommands that training needs, for machines without the libraries of
 * the server and the terminal (cmake -DFF_TRAINER=ON). */
#include "study.h"

static const struct cli_command commands[] = {
    {"train", "train the bots' network by self-play", cmd_train},
    {"positions", "write positions of self-play for another trainer", cmd_positions},
    {"arena", "let bots play and say who is better", cmd_arena},
};

const struct cli_program cli_program = {
    .name = "fuerstenfeld-trainer",
    .about = "Training for the board game F\xc3\xbcrstenfeld.",
    .commands = commands,
    .commands_n = sizeof commands / sizeof commands[0],
};
