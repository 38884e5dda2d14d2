/* player_names.c - sets the names of the players in a game at the terminal; see play.h. The default name is the colour
 * of the seat. */
#include "play.h"

#include <string.h>

#include "engine/base/safe.h"

static bool is_taken(const struct play *play, int seat, const char *name, size_t n)
{
    for (int other = 0; other < play->game.setup.players; other++)
        if (other != seat && strlen(play->game.name[other]) == n && memcmp(play->game.name[other], name, n) == 0)
            return true;
    return false;
}

const char *play_set_name(struct play *play, int seat, const char *name, size_t n)
{
    _Static_assert(PLAY_NAME_MAX == 24, "the sentence says so");
    struct base_safe_walk walk = base_safe_walk(name, n);
    uint32_t character;
    int characters = 0;
    bool shown = n > 0 && name[0] != ' ' && name[n - 1] != ' ';
    for (; shown && walk.at < walk.end; characters++)
        shown = base_safe_next(&walk, &character);
    if (!shown || characters > PLAY_NAME_MAX)
        return "A name has 1 to 24 visible characters.";
    if (is_taken(play, seat, name, n))
        return "Somebody else has that name.";
    memcpy(play->game.name[seat], name, n);
    play->game.name[seat][n] = '\0';
    return NULL;
}

void play_set_default_names(struct play *play)
{
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++) {
        play->game.names[seat] = play->game.name[seat];
        snprintf(play->game.name[seat], sizeof play->game.name[seat], "%s", play_colour_name(seat));
    }
}

/* Returns the nth seat, with the seats of people before those of bots. */
static int nth_seat(const struct play *play, int nth)
{
    int people = ff_popcount(play->game.humans);
    for (int seat = 0, person = 0, other = people; seat < play->game.setup.players; seat++) {
        bool human = play->game.humans >> seat & 1;
        if ((human ? person++ : other++) == nth)
            return seat;
    }
    return -1;
}

bool play_read_names(struct play *play, const char *list)
{
    int n = 0;
    for (const char *at = list, *end;; at = end + 1, n++) {
        int seat = nth_seat(play, n);
        end = at + strcspn(at, ",");
        if (seat < 0) {
            cli_error("play: --names has more names than the %d players", play->game.setup.players);
            return false;
        }
        const char *why = play_set_name(play, seat, at, (size_t)(end - at));
        if (why) {
            const int most = 4 * PLAY_NAME_MAX, n_shown = end - at > most ? most : (int)(end - at);
            cli_error("play: --names: \"%.*s%s\" cannot be the name of seat %d. %s", n_shown, at,
                      end - at > most ? "..." : "", seat, why);
            return false;
        }
        if (!*end)
            return true;
    }
}
