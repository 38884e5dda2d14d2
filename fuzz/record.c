/* record.c - any bytes as a file of records, given to the referee. It says what is wrong, or the games hold. */
#include "engine/record/record.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct record_reader reader;
    uint64_t line;
    record_reader_init(&reader);
    if (record_read_text(&reader, (const char *)data, size, &line) == RECORD_HOLDS) {
        MUST(reader.games > 0);
        MUST(reader.game.pub.stage == FF_STAGE_OVER);
        MUST(ff_check(&reader.edition, &reader.game) == 0);
    } else {
        MUST(reader.fault.text[0] != '\0');
        MUST(reader.fault.rule[0] != '\0');
    }
    return 0;
}
