/* start.c - where the program starts. On amd64 start_x86.c takes its place. */
#include "cli.h"

int main(int argc, char **argv) { return cli_main(argc, argv); }
