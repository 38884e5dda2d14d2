/* error.c - codes and what they mean over HTTP; see error.h. */
#include "error.h"

#include <string.h>

const struct app_error app_error_out_of_memory = {"busy", "Out of memory; send it again in a moment.", NULL};
const struct app_error app_error_store_away = {"busy", "The store cannot be reached; send it again in a moment.", NULL};
const struct app_error app_error_stopping = {"busy", "The server is stopping; send it again in a moment.", NULL};
const struct app_error app_error_no_table = {"no-table", "There is no such table.", NULL};
const struct app_error app_error_damaged = {"damaged", "This table cannot be read.", NULL};

int app_error_status(const char *code)
{
    static const struct {
        const char *code;
        int status;
    } all[] = {
#define X(word, status, temporary) {word, status},
        APP_ERROR_CODES(X)
#undef X
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].code, code) == 0)
            return all[i].status;
    return 500;
}

void app_error_put(struct base_out *out, const struct app_error *error)
{
    base_json_open(out, '{');
    base_json_string(out, "code", error->code);
    base_json_string(out, "text", error->text);
    base_json_close(out, '}');
}
