/* json_output.h - extends engine/base/json_write.h for the programs: counts, fractions, lines, and output piece by
 * piece. Each piece is written into a buffer of CLI_JSON_MAX bytes and then printed. It is a bug if a piece does not
 * fit. */
#pragma once

#include "engine/base/json_write.h"

#include <stdio.h>

enum { CLI_JSON_MAX = 4096 };

/* Begins the summary of games among bots: an object with the parameters of the games. */
void cli_json_begin_summary(struct base_out *out, const char *edition, int mode, int players, uint64_t seed);

/* These append members. */
void cli_json_count(struct base_out *out, const char *key, uint64_t count);
void cli_json_real(struct base_out *out, const char *key, int decimals, double number);
void cli_json_shortest_real(struct base_out *out, const char *key, double number); /* with as few digits as possible */

/* Begins a line for the next element of an array. */
void cli_json_begin_line(struct base_out *out);

/* Prints all but the last byte, which the writer reads to decide whether it must write a comma. cli_json_end prints
 * everything. */
void cli_json_flush(struct base_out *out, FILE *to);
void cli_json_end(struct base_out *out, FILE *to);
