/* records.c - writes and reads records, and the set-up as a record's first line; see exports.h. */
#include "page.h"

#include <string.h>

#include "engine/record/record.h"
#include "engine/text/json_values.h"

static struct {
    struct record_writer writer;
    struct record_reader reader;
    struct base_out out;
} record;

static struct record_about about(void)
{
    struct record_about told = {0};
    memcpy(told.names, page.names, sizeof told.names);
    memcpy(told.bots, page.bots, sizeof told.bots);
    told.edition = *page.edition.name ? page.edition.name : NULL;
    return told;
}

/* Returns the length of the complete lines in the buffer. */
static int lines(void) { return (int)record.out.length; }

int record_begin_lines(void)
{
    struct record_about told = about();
    record.out = wasm_begin_answer();
    record_begin(&record.writer, &record.out, &page.edition.values, &page.setup, &told);
    return lines();
}

int record_step_lines(void)
{
    record.out = wasm_begin_answer();
    record_event(&record.writer, &page.game, &page.event);
    return lines();
}

int setup_print(void) { return record_begin_lines(); }

/* Leaves the reason of the refusal in the buffer, with the number of its rule if there is one. */
static int refuse_record(void)
{
    struct base_out out = wasm_begin_answer();
    base_put(&out, record.reader.fault.text);
    if (record.reader.fault.rule && record.reader.fault.rule[0] == 'R') {
        base_put(&out, " (");
        base_put(&out, record.reader.fault.rule);
        base_put_char(&out, ')');
    }
    page.error_length = (int)out.length;
    return -1;
}

static void take_lines(void set(const char *text, size_t length), char line[][RECORD_NAME_MAX])
{
    char text[NAMES_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    for (int seat = 0; seat < record.reader.setup.players; seat++) {
        base_put(&out, line[seat]);
        base_put_char(&out, '\n');
    }
    set(text, out.length);
}

_Static_assert(FF_PLAYERS_MAX *RECORD_NAME_MAX < NAMES_MAX, "all names of a record fit");
_Static_assert((int)RECORD_NAME_MAX == TEXT_EDITION_NAME_MAX + 1, "an edition's name fits");

/* Uses the edition of the record, and its name if that is valid. */
static void take_edition(void)
{
    struct text_edition named = {.values = record.reader.edition};
    struct base_error error;
    char text[TEXT_EDITION_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    page.edition = named;
    memcpy(named.name, record.reader.edition_name, sizeof named.name);
    text_edition(&out, &named);
    text_edition_read(text, out.length, &page.edition, &error); /* if refused, the values stay without a name */
}

int setup_read(int length)
{
    record_reader_init(&record.reader);
    if (record_read_line(&record.reader, page.buffer, wasm_clamp_length(length)) != RECORD_HOLDS)
        return refuse_record();
    if (record.reader.events != 1)
        return wasm_refuse_text("a game begins with a line of the event \"game\"");
    take_edition();
    page.setup = record.reader.setup;
    take_lines(wasm_set_names, record.reader.name);
    take_lines(wasm_set_bots, record.reader.bot);
    ff_prepare(&page.edition.values, &page.setup, &page.game);
    return 0;
}

void record_open(void) { record_reader_init(&record.reader); }

int record_line(int length)
{
    if (record_read_line(&record.reader, page.buffer, wasm_clamp_length(length)) != RECORD_HOLDS)
        return refuse_record();
    struct base_out out = wasm_begin_answer();
    base_json_open(&out, '[');
    for (int i = 0; i < record.reader.decisions_n; i++) {
        base_json_open(&out, '[');
        base_json_value(&out, record.reader.decision[i].seat);
        text_json_action(&out, record.reader.decision[i].action);
        base_json_close(&out, ']');
    }
    base_json_close(&out, ']');
    return (int)out.length;
}
