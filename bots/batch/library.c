/* library.c - see library.h. */
#include "bots/batch/library.h"

#include "bots/ai/levels.h"
#include "bots/batch/batch.h"
#include "engine/record/record.h"
#include "engine/text/edition.h"

#include <string.h>

const char *library_version(void) { return FF_VERSION; }

size_t library_size(const char *name)
{
    static const struct {
        const char *name;
        size_t size;
    } table[] = {
        {"ff_edition", sizeof(struct ff_edition)},
        {"ff_event", sizeof(struct ff_event)},
        {"ff_game", sizeof(struct ff_game)},
        {"ff_result", sizeof(struct ff_result)},
        {"ff_rng", sizeof(struct ff_rng)},
        {"ff_setup", sizeof(struct ff_setup)},
        {"ff_view", sizeof(struct ff_view)},
        {"ff_base_error", sizeof(struct base_error)},
        {"ff_base_out", sizeof(struct base_out)},
        {"ff_batch", sizeof(struct batch)},
        {"ff_batch_config", sizeof(struct batch_config)},
        {"ff_bot", sizeof(struct bot)},
        {"ff_bot_answer", sizeof(struct bot_answer)},
        {"ff_bot_level", sizeof(struct bot_level)},
        {"ff_bot_task", sizeof(struct bot_task)},
        {"ff_record_about", sizeof(struct record_about)},
        {"ff_record_reader", sizeof(struct record_reader)},
        {"ff_record_writer", sizeof(struct record_writer)},
        {"ff_text_edition", sizeof(struct text_edition)},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i].size;
    return 0;
}
