/* edition.c - `fuerstenfeld edition`: prints the default edition, from which users make their own. */
#include "cli/cli.h"

#include "bots/arena/random_edition.h"
#include "engine/base/builtin.h"
#include "engine/text/edition.h"

#include <inttypes.h>
#include <string.h>

static int print_drawn(uint64_t seed, const struct ff_edition *usual)
{
    char text[TEXT_EDITION_MAX];
    struct text_edition edition;
    snprintf(edition.name, sizeof edition.name, "drawn-%" PRIu64, seed);
    arena_random_edition(usual, seed, &edition.values);
    struct base_out out = base_out_of(text, sizeof text);
    text_edition(&out, &edition);
    cli_print_for_programs(stdout, text, false);
    return CLI_OK;
}

int cmd_edition(int argc, char **argv)
{
    enum { SEED_BITS = 53 };
    uint64_t seed = UINT64_MAX;
    const struct cli_option options[] = {
        {"draw", "SEED", "print an edition with plausible random values instead; seed, 0 to 2^53 - 1", .number = &seed,
         .max = (UINT64_C(1) << SEED_BITS) - 1},
    };
    const struct cli_usage usage =
        CLI_USAGE_OF("edition", "",
                     "Prints the default edition: the values that differ between editions, and where each comes from.\n"
                     "Copy it to a file, change it, and give it to any command with --edition FILE.",
                     options);
    struct ff_edition usual;
    int operands = cli_parse(&usage, argc, argv);
    if (operands < 0)
        return cli_parse_exit_status(operands);
    if (seed == UINT64_MAX)
        cli_print_for_programs(stdout, default_edition_text, false);
    else
        return cli_read_edition(NULL, &usual) ? print_drawn(seed, &usual) : CLI_USAGE;
    return CLI_OK;
}
