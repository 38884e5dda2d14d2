/* game_recorder.c - the file of --record while bots play; see game_recorder.h. */
#include "game_recorder.h"

#include <string.h>

bool game_recorder_open(struct game_recorder *recorder, const char *path, bool force)
{
    const struct output_file_terms terms = output_file_record_terms(force);
    *recorder = (struct game_recorder){.path = path};
    if (force && !path)
        cli_error("--force replaces the FILE of --record; give that, too");
    if ((force && !path) || (path && !output_file_open(&recorder->save, path, &terms)))
        return false;
    cli_catch_stop_signals();
    return true;
}

bool game_recorder_write(struct game_recorder *recorder, const char *games, size_t n)
{
    if (!games)
        cli_error("out of memory");
    recorder->failed = !games || !output_file_write(&recorder->save, games, n);
    return !recorder->failed;
}

bool game_recorder_close(struct game_recorder *recorder, bool interrupted)
{
    return !recorder->path || (interrupted ? output_file_interrupt : output_file_finish)(&recorder->save);
}

void game_recorder_abandon(struct game_recorder *recorder)
{
    if (recorder->path && recorder->save.fd >= 0)
        output_file_abandon(&recorder->save);
}

FILE *game_recorder_summary_stream(const struct game_recorder *recorder)
{
    return recorder->path && strcmp(recorder->path, "-") == 0 ? stderr : stdout;
}
