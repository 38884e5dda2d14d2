/* start_x86.c - where the program starts on amd64: it holds itself twice, and asks the machine which of the two it can
 * run. cmake/every_machine.cmake makes the second. */
#include "cli.h"

/* The same program in the instructions that every amd64 has. */
int cli_main_plain(int argc, char **argv);

/* What x86-64-v2 adds, as far as a compiler would use it. */
static bool has_v2(void)
{
    return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("ssse3");
}

int main(int argc, char **argv) { return has_v2() ? cli_main(argc, argv) : cli_main_plain(argc, argv); }
