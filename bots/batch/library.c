/* library.c - the library's version and struct layout; see library.h. */
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

int library_offset(const char *name)
{
#define MEMBER(prefix, type, member)                                                                                   \
    {                                                                                                                  \
        prefix "." #member, (int)offsetof(struct type, member)                                                         \
    }
    static const struct {
        const char *name;
        int offset;
    } table[] = {
        MEMBER("ff_text_edition", text_edition, name),
        MEMBER("ff_text_edition", text_edition, values),
        MEMBER("ff_game", ff_game, pub.players),
        MEMBER("ff_game", ff_game, pub.mode),
        MEMBER("ff_game", ff_game, pub.round),
        MEMBER("ff_game", ff_game, pub.stage),
        MEMBER("ff_game", ff_game, pub.owe),
        MEMBER("ff_game", ff_game, pub),
        MEMBER("ff_view", ff_view, pub),
        MEMBER("ff_result", ff_result, winners),
        MEMBER("ff_batch_config", batch_config, edition),
        MEMBER("ff_batch_config", batch_config, n),
        MEMBER("ff_batch_config", batch_config, players),
        MEMBER("ff_batch_config", batch_config, mode),
        MEMBER("ff_batch_config", batch_config, with),
        MEMBER("ff_batch_config", batch_config, bot),
        MEMBER("ff_batch_config", batch_config, iterations),
        MEMBER("ff_batch_config", batch_config, net),
        MEMBER("ff_batch", batch, game),
        MEMBER("ff_batch", batch, options),
        MEMBER("ff_batch", batch, seat),
        MEMBER("ff_batch", batch, done),
        MEMBER("ff_batch", batch, reward),
        MEMBER("ff_batch", batch, mask),
        MEMBER("ff_batch", batch, tensor),
        MEMBER("ff_batch", batch, features),
    };
#undef MEMBER
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i].offset;
    return -1;
}
