/* json_output.c - prints JSON; see json_output.h. */
#include "json_output.h"
#include "cli.h"
#include "engine/text/names.h"

#include <assert.h>

void cli_json_count(struct base_out *out, const char *key, uint64_t count)
{
    base_json_key(out, key);
    base_put_unsigned(out, count);
}

void cli_json_begin_summary(struct base_out *out, const char *edition, int mode, int players, uint64_t seed)
{
    base_json_open(out, '{');
    base_json_string(out, "version", FF_VERSION);
    base_json_string(out, "edition", edition);
    base_json_string(out, "mode", text_mode(mode));
    base_json_number(out, "players", players);
    cli_json_count(out, "seed", seed); /* may use all 64 bits */
}

static void put_real(struct base_out *out, const char *key, const char *format, int decimals, double number)
{
    char text[352]; /* the largest double has 309 digits before the point */
    base_json_key(out, key);
    snprintf(text, sizeof text, format, decimals, number);
    base_put(out, text);
}

void cli_json_real(struct base_out *out, const char *key, int decimals, double number)
{
    put_real(out, key, "%.*f", decimals, number);
}

void cli_json_shortest_real(struct base_out *out, const char *key, double number)
{
    put_real(out, key, "%.*g", 6, number);
}

void cli_json_begin_line(struct base_out *out) { base_put(out, out->text[out->length - 1] == '[' ? "\n" : ",\n"); }

void cli_json_flush(struct base_out *out, FILE *to)
{
    assert(base_out_whole(out) && out->length > 0);
    char last = out->text[out->length - 1];
    out->text[out->length - 1] = '\0';
    cli_print_for_programs(to, out->text, true);
    base_out_clear(out);
    base_put_char(out, last);
}

void cli_json_end(struct base_out *out, FILE *to)
{
    assert(base_out_whole(out));
    cli_print_for_programs(to, out->text, true);
}
