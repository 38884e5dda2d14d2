/* error.c - finds the HTTP status of an error, and writes errors as JSON; see error.h. */
#include "error.h"

#include <string.h>

const struct app_error app_error_out_of_memory = {"busy", "Out of memory; send it again in a moment.", NULL, 0};
const struct app_error app_error_store_away = {"busy", "The store cannot be reached; send it again in a moment.", NULL,
                                               0};
const struct app_error app_error_stopping = {"busy", "The server is stopping; send it again in a moment.", NULL, 0};
const struct app_error app_error_no_table = {"no-table", "There is no such table.", NULL, 0};
const struct app_error app_error_damaged = {"damaged", "This table cannot be read.", NULL, 0};
const struct app_error app_error_name_taken = {
    "name-taken", "Another player has claimed this name, or one that looks like it; choose another.", NULL, 0};

int app_error_status(const struct app_error *error)
{
    if (error->status)
        return error->status;
#define X(word, status, temporary)                                                                                     \
    if (strcmp(error->code, word) == 0)                                                                                \
        return status;
    APP_ERROR_CODES(X)
#undef X
    return 500;
}

void app_error_put(struct base_out *out, const struct app_error *error)
{
    base_json_string(out, "code", error->code);
    if (error->rule)
        base_json_string(out, "rule", error->rule);
    base_json_string(out, "text", error->text);
}
