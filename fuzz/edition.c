/* edition.c - any bytes as an edition file. It is refused with a reason and *edition untouched, or can be printed and
 * read back. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text_edition edition, before, again;
    struct base_error error;
    memset(&edition, 0x5a, sizeof edition);
    before = edition;
    if (!text_edition_read((const char *)data, size, &edition, &error)) {
        MUST(memcmp(&before, &edition, sizeof edition) == 0);
        MUST(error.message[0] != '\0');
        return 0;
    }
    char text[TEXT_EDITION_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    text_edition(&out, &edition);
    MUST(!out.full);
    MUST(text_edition_read(text, out.length, &again, &error));
    MUST(memcmp(&again.values, &edition.values, sizeof again.values) == 0);
    MUST(strcmp(again.name, edition.name) == 0);
    return 0;
}
