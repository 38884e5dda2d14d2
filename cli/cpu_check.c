/* cpu_check.c - the program's main function, which refuses processors that lack the instructions it is compiled for. On
 * amd64, this file alone is compiled for every processor, so that it can always print the error. */
#include <stdio.h>

#include "cli.h"

/* Returns whether the processor has the instructions that the compiler uses: x86-64-v2 on amd64. All other processors
 * have them. */
#ifdef __x86_64__
static bool is_supported(void)
{
    return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("ssse3");
}
#else
static bool is_supported(void) { return true; }
#endif

int main(int argc, char **argv)
{
    if (is_supported())
        return cli_main(argc, argv);
    fputs("fuerstenfeld: this processor is too old: it lacks SSE4.2 or popcnt (x86-64-v2), which every "
          "processor made since 2009 has\n",
          stderr);
    return CLI_USAGE;
}
