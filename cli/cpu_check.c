/* cpu_check.c - the start of the program: refuses processors that lack the instructions it is compiled for. On amd64
 * only this file is compiled for every processor, so that it can print the error. */
#include <stdio.h>

#include "cli.h"

/* Returns whether the processor has what the compiler uses: x86-64-v2 on amd64, anything elsewhere. */
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
    fputs("fuerstenfeld: this processor is too old: it lacks SSE4.2 or popcnt (x86-64-v2), which every one made since "
          "2009 has\n",
          stderr);
    return CLI_USAGE;
}
