/* save_file.c - saves a game at the terminal to a file, and resumes it; see play.h. docs/players/save.md describes the
 * format.
 *
 * The file contains the origin of the deal and every action. Resuming plays the actions again. The file ends with the
 * hash of the position, which shows that the rules are the same, and the digest of everything above it, which shows
 * that the file was neither cut off nor changed. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/blake2b.h"
#include "engine/base/hex.h"
#include "engine/base/number.h"
#include "engine/record/record.h"
#include "engine/text/edition.h"
#include "engine/text/names.h"
#include "engine/text/notation.h"
#include "play.h"

enum {
    SAVE_VERSION = 1,
    SAVE_MAX = 1 << 20,
};

/* --------------------------------------------------------------------------------------------------------- writing */

static void put_fact(struct base_out *out, const char *name, uint64_t value)
{
    base_put(out, name);
    base_put_char(out, ' ');
    base_put_unsigned(out, value);
    base_put_char(out, '\n');
}

static void put_seats(struct base_out *out, const struct play *play)
{
    for (int seat = 0; seat < play->game.setup.players; seat++) {
        bool person = play->game.humans >> seat & 1;
        base_put(out, person ? "person " : "bot ");
        base_put_number(out, seat);
        base_put(out, person ? "" : " ");
        base_put(out, person ? "" : play->game.spec[seat].text);
        base_put_char(out, '\n');
    }
}

static void put_names(struct base_out *out, const struct play *play)
{
    for (int seat = 0; seat < play->game.setup.players; seat++) {
        base_put(out, "name ");
        base_put_number(out, seat);
        base_put_char(out, ' ');
        base_put(out, play->game.names[seat]);
        base_put_char(out, '\n');
    }
}

static void put_edition(struct base_out *out, const struct play *play)
{
    char text[TEXT_EDITION_MAX];
    struct base_out edition = base_out_of(text, sizeof text);
    text_edition(&edition, &play->game.named);
    for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
        base_put(out, "edition ");
        base_put_bytes(out, line, (size_t)(end + 1 - line));
    }
}

/* Writes a line with `digest` and the digest of the bytes, as printed by `b2sum -l 256`. */
static void put_digest(struct base_out *out, const char *bytes, size_t n)
{
    uint8_t digest[BASE_BLAKE2B_BYTES];
    base_blake2b(bytes, n, digest);
    base_put(out, "digest ");
    base_put_hex(out, digest, sizeof digest);
}

static void put_game(struct base_out *out, const struct play *play)
{
    base_put(out, "# A game of Fuerstenfeld that is not over; fuerstenfeld play --resume FILE resumes it.\n"
                  "# It contains all cards, hidden ones included: do not read on if you want to play it.\n");
    put_fact(out, "save", SAVE_VERSION);
    base_put(out, "mode ");
    base_put(out, text_mode(play->game.setup.mode));
    base_put_char(out, '\n');
    put_fact(out, "players", play->game.setup.players);
    put_fact(out, "seed", play->game.seed);
    if (play->game.has_daily) {
        base_put(out, "deal ");
        base_put(out, play->game.daily.date);
        base_put_char(out, '\n');
    }
    put_seats(out, play);
    put_names(out, play);
    put_fact(out, "round", play->game.state.pub.round);
    put_edition(out, play);
    for (size_t i = 0; i < play->game.moves_n; i++) {
        base_put(out, "move ");
        base_put_unsigned(out, play->game.moves[i].seat);
        base_put_char(out, ' ');
        text_action(out, play->game.moves[i].action);
        base_put_char(out, '\n');
    }
    base_put(out, "end ");
    base_put_hex_number(out, ff_hash(&play->game.state), 16);
    base_put_char(out, '\n');
    put_digest(out, out->text, out->length);
    base_put_char(out, '\n');
}

/* Returns whether the first line that is not a comment is `save` and a number. */
static bool is_save(const char *bytes, size_t n)
{
    struct base_words words = base_words_in_lines(bytes, n);
    struct base_word word;
    return base_words_line(&words) && base_words_next(&words, &word) && base_word_is(&word, "save");
}

bool play_save(const struct play *play, const char *path, bool keeps)
{
    const struct output_file_terms terms = {
        .how = CLI_REPLACE, .what = "saved game", .is = is_save, .no_force = true, .keeps = keeps};
    char *buffer = cli_check_memory(malloc(SAVE_MAX));
    struct base_out out = base_out_of(buffer, SAVE_MAX);
    put_game(&out, play);
    bool saved = output_file_write_text(path, &terms, &out);
    free(buffer);
    return saved;
}

void play_note_saved(struct play *play, const char *path)
{
    snprintf(play->files.kept, sizeof play->files.kept, "%s", path);
    play->files.kept_n = play->game.moves_n;
}

/* -------------------------------------------------------------------------------------------------------- autosave */

/* Finds the file for saving a game. A game that was resumed from the folder of saved games is saved to its old file,
 * any other to a new file, named after the time. */
static bool autosave_path(const struct play *play, char *path, size_t size)
{
    char stamp[64], name[128];
    time_t now = time(NULL);
    struct tm local;
    if (*play->files.resume && saved_games_folder_contains(play->files.resume))
        return snprintf(path, size, "%s", play->files.resume) < (int)size;
    strftime(stamp, sizeof stamp, "%Y-%m-%d-%H%M%S", localtime_r(&now, &local));
    for (int nth = 1; nth < 100; nth++) {
        snprintf(name, sizeof name, nth > 1 ? "%s-%d.save" : "%s.save", stamp, nth);
        if (!saved_games_build_path(name, true, path, size))
            return false;
        if (access(path, F_OK) != 0)
            return true;
    }
    return false;
}

bool play_autosave(const struct play *play)
{
    char path[SAVED_GAMES_PATH_MAX];
    if (*play->files.kept && play->game.moves_n == play->files.kept_n) {
        play_printf(
            play, "Nothing has been played since the game was saved. To resume it:\n  fuerstenfeld play --resume %s\n",
            CLI_SAFE(play->files.kept));
        return true;
    }
    bool place = autosave_path(play, path, sizeof path);
    if (!place)
        cli_error("the game is not saved, because there is no folder for saved games; set XDG_STATE_HOME or HOME to a "
                  "writable folder");
    if (!place || !play_save(play, path, false))
        return false;
    play_printf(play, "The game is saved. To resume it:\n  fuerstenfeld play --resume %s\n", CLI_SAFE(path));
    return true;
}

void play_delete_save(struct play *play)
{
    if (*play->files.resume && saved_games_folder_contains(play->files.resume) && unlink(play->files.resume) == 0)
        play_printf(play, "The game is over, so its saved game was deleted.\n");
}

/* --------------------------------------------------------------------------------------------------------- reading */

/* Reads a saved game: one fact per line, in the order in which put_game writes them. */
struct reader {
    struct base_error *error; /* the fault; error->line is 0 if there is no fault or if it was printed */
    char *text;
    struct base_words words;
    struct base_word word; /* the word read last */
};

static bool fail_at(const struct reader *r, unsigned line, const char *what)
{
    r->error->line = line ? line : 1;
    struct base_out out = base_out_cut(r->error->message, sizeof r->error->message);
    base_put(&out, what);
    return false;
}

static bool fail_line(const struct reader *r, const char *what)
{
    char text[sizeof r->error->message];
    struct base_out out = base_out_cut(text, sizeof text);
    base_put_word(&out, &r->word);
    base_put(&out, what);
    return fail_at(r, r->word.line, text);
}

static bool open_file(struct reader *r, const char *path)
{
    size_t n;
    r->text = cli_read_file(path, SAVE_MAX, &n);
    if (r->text)
        r->words = base_words_in_lines(r->text, n);
    return r->text != NULL;
}

/* Reads the first word of the next line, which must be `name`. */
static bool next_fact(struct reader *r, const char *name)
{
    char what[96];
    r->word = (struct base_word){r->text, 0, r->words.line, 1};
    if (base_words_line(&r->words))
        base_words_next(&r->words, &r->word);
    if (base_word_is(&r->word, name))
        return true;
    snprintf(what, sizeof what, "stands where \"%s\" must be%s", name,
             r->word.length ? "" : "; the file has been cut off, or is not a saved game");
    return fail_line(r, what);
}

static bool next_number(struct reader *r, const char *name, uint64_t min, uint64_t max, uint64_t *number)
{
    uint64_t value;
    if (!next_fact(r, name))
        return false;
    base_words_next(&r->words, &r->word);
    if (!base_number_read(r->word.text, r->word.length, max, &value) || value < min) {
        char what[80];
        snprintf(what, sizeof what, "is no number from %llu to %llu", (unsigned long long)min, (unsigned long long)max);
        return fail_line(r, what);
    }
    *number = value;
    return true;
}

static bool next_mode(struct reader *r, int *mode)
{
    if (!next_fact(r, "mode"))
        return false;
    base_words_next(&r->words, &r->word);
    *mode = text_mode_of(&r->word);
    return *mode >= 0 || fail_line(r, "is no mode; modes are base and expert");
}

/* Reads the optional line `deal 2026-11-16`. The seed must be that of the day's deal. */
static bool read_deal(struct reader *r, struct play *play, int players, int mode)
{
    struct base_words line = r->words;
    struct coach_daily_deal *daily = &play->game.daily;
    if (!base_words_line(&line) || !base_words_next(&line, &r->word) || !base_word_is(&r->word, "deal"))
        return true;
    next_fact(r, "deal");
    base_words_next(&r->words, &r->word);
    play->game.has_daily = coach_daily_deal_of(r->word.text, r->word.length, daily) && daily->seed == play->game.seed &&
                           daily->players == players && daily->mode == mode;
    return play->game.has_daily || fail_line(r, "is not the day of this deal");
}

/* Checks whether the game still counts as the deal of a day. It does only with the deal's own bots and the person in
 * the right seat. */
static void check_deal(struct play *play, const char *others)
{
    play->game.has_daily = play->game.has_daily && !others && play->game.humans == 1u << play->game.daily.seat;
}

/* Refuses programs as bots, because a file from a stranger must not start programs. */
static bool safe_bot(const struct reader *r, const struct base_word *spec)
{
    if (spec->length >= 4 && memcmp(spec->text, "cmd:", 4) == 0)
        return fail_line(r, "is a program, which a saved game may not start; give the bots with --bots");
    return spec->length < ARENA_SPEC_MAX || fail_line(r, "is too long for a bot");
}

/* Reads one bot. A comma is part of its name, not a separator. */
static bool read_bot(const struct reader *r, struct arena_spec *spec)
{
    char list[2 * ARENA_SPEC_MAX], why[ARENA_WHY_MAX];
    struct base_out out = base_out_of(list, sizeof list);
    for (size_t i = 0; i < r->word.length; i++) {
        base_put(&out, r->word.text[i] == ',' ? "\\" : "");
        base_put_char(&out, r->word.text[i]);
    }
    return arena_specs_parse(list, spec, 1, why) == 1 || fail_at(r, r->word.line, why);
}

/* Reads the lines `person 0` and `bot 1 steward`, one for each seat. If `others` is set, ignores the bots, because the
 * caller replaces them. */
static bool read_seats(struct reader *r, struct play *play, int players, bool others)
{
    for (int seat = 0; seat < players; seat++) {
        unsigned number = 0;
        struct base_words line = r->words;
        bool person = base_words_line(&line) && base_words_next(&line, &r->word) && base_word_is(&r->word, "person");
        if (!next_fact(r, person ? "person" : "bot"))
            return false;
        base_words_next(&r->words, &r->word);
        if (!base_word_number(&r->word, FF_PLAYERS_MAX, &number) || (int)number != seat)
            return fail_line(r, "is not the next seat; seats count from 0");
        play->game.humans |= person ? 1u << seat : 0;
        if (person)
            continue;
        r->word = base_words_rest(&r->words);
        if (!others && (!safe_bot(r, &r->word) || !read_bot(r, &play->game.spec[seat])))
            return false;
    }
    return true;
}

/* Reads the lines `name 0 Anna`, one for each seat. */
static bool read_names(struct reader *r, struct play *play)
{
    for (int seat = 0; seat < play->game.setup.players; seat++) {
        unsigned number = 0;
        if (!next_fact(r, "name"))
            return false;
        base_words_next(&r->words, &r->word);
        if (!base_word_number(&r->word, FF_PLAYERS_MAX, &number) || (int)number != seat)
            return fail_line(r, "is not the next seat; seats count from 0");
        r->word = base_words_rest(&r->words);
        const char *why = play_set_name(play, seat, r->word.text, r->word.length);
        if (why) {
            char what[80];
            snprintf(what, sizeof what, "is no name. %s", why);
            return fail_line(r, what);
        }
    }
    return true;
}

static bool read_edition(struct reader *r, struct play *play)
{
    char text[TEXT_EDITION_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    struct base_error error;
    unsigned first = 0;
    for (struct base_words line = r->words; base_words_line(&line) && base_words_next(&line, &r->word);
         line = r->words) {
        if (!base_word_is(&r->word, "edition"))
            break;
        base_words_line(&r->words);
        base_words_next(&r->words, &r->word);
        first = first ? first : r->word.line;
        struct base_word rest = base_words_rest(&r->words);
        base_put_bytes(&out, rest.text, rest.length);
        base_put_char(&out, '\n');
    }
    if (text_edition_read(text, out.length, &play->game.named, &error))
        return true;
    return fail_at(r, first + (error.line ? error.line - 1 : 0), error.message);
}

static bool read_setup(struct reader *r, struct play *play, const char *others)
{
    char later[128];
    uint64_t version, players;
    int mode;
    if (!next_number(r, "save", SAVE_VERSION, UINT32_MAX, &version))
        return false;
    snprintf(later, sizeof later,
             "is a later version than the %d that this program knows; a newer program wrote the file", SAVE_VERSION);
    if (version > SAVE_VERSION)
        return fail_line(r, later);
    if (!next_mode(r, &mode) || !next_number(r, "players", FF_PLAYERS_MIN, FF_PLAYERS_MAX, &players) ||
        !next_number(r, "seed", 0, ((uint64_t)1 << RECORD_SEED_BITS) - 1, &play->game.seed) ||
        !read_deal(r, play, (int)players, mode) || !read_seats(r, play, (int)players, others != NULL))
        return false;
    check_deal(play, others);
    play->game.setup.players = (uint8_t)players;
    play->game.setup.mode = (uint8_t)mode;
    if (!read_names(r, play) || !next_number(r, "round", 0, FF_ROUNDS_MAX, &play->files.round) ||
        !read_edition(r, play))
        return false;
    play->game.edition = &play->game.named.values;
    ff_deal(play->game.edition, (int)players, mode, play->game.seed, &play->game.setup);
    return !others || play_read_bots(play, others);
}

static void take_move(struct play *play, int seat, ff_action action)
{
    play_apply_action(play, seat, action);
    if (play->game.bot[seat])
        arena_player_skip_decision(play->game.bot[seat]);
}

/* Reads a line `move 0 brewery A` and plays it. */
static bool read_move(struct reader *r, struct play *play)
{
    struct base_error error;
    struct ff_view view;
    ff_action action;
    unsigned seat = 0;
    base_words_next(&r->words, &r->word);
    if (!base_word_number(&r->word, FF_PLAYERS_MAX, &seat) || seat >= play->game.setup.players)
        return fail_line(r, "is no seat of this game");
    struct base_word rest = base_words_rest(&r->words);
    if (!text_action_parse(play->game.state.pub.stage, rest.text, rest.length, &action, &error))
        return fail_at(r, r->word.line, error.message);
    ff_view_of(&play->game.state, (int)seat, &view);
    enum ff_refusal refusal = ff_why_not(play->game.edition, &view, action);
    if (refusal != FF_OK) {
        char why[sizeof error.message];
        snprintf(why, sizeof why, "%s (%s)", text_refusal(refusal), text_refusal_rule(refusal));
        return fail_at(r, rest.line, why);
    }
    take_move(play, (int)seat, action);
    return true;
}

/* Reads the line `digest`. It must be the digest of all bytes above it, including comments. */
static bool read_digest(struct reader *r)
{
    char line[BASE_LENGTH("digest ") + 2 * BASE_BLAKE2B_BYTES + 1];
    struct base_out out = base_out_of(line, sizeof line);
    if (!next_fact(r, "digest"))
        return false;
    put_digest(&out, r->text, r->words.line_start);
    base_words_next(&r->words, &r->word);
    return base_word_is(&r->word, line + strlen("digest ")) ||
           fail_line(r, "is not the digest of the lines above it; the file has been changed");
}

static bool read_end(struct reader *r, const struct play *play)
{
    char hash[16 + 1];
    struct base_out out = base_out_of(hash, sizeof hash);
    base_put_hex_number(&out, ff_hash(&play->game.state), 16);
    if (play->files.round != play->game.state.pub.round)
        return fail_line(r, "is in a different round than the file says");
    base_words_next(&r->words, &r->word);
    if (!base_word_is(&r->word, hash))
        return fail_line(r, "is not the hash of this position; the file has been changed, or a different version of "
                            "the program wrote it");
    if (!read_digest(r))
        return false;
    return !base_words_line(&r->words) || fail_line(r, "is followed by more lines; it must be the last one");
}

static bool read_moves(struct reader *r, struct play *play)
{
    for (;;) {
        r->word = (struct base_word){r->text, 0, r->words.line, 1};
        if (!base_words_line(&r->words) || !base_words_next(&r->words, &r->word))
            return fail_line(r, "stands where \"move\" or \"end\" must be; the file has been cut off");
        if (base_word_is(&r->word, "end"))
            return read_end(r, play);
        if (base_word_is(&r->word, "move") ? !read_move(r, play) : !fail_line(r, "is neither \"move\" nor \"end\""))
            return false;
    }
}

bool play_resume(struct play *play, const char *path, const char *others)
{
    struct base_error error = {0};
    struct reader r = {.error = &error};
    bool read = open_file(&r, path) && read_setup(&r, play, others) && play_start(play) && read_moves(&r, play);
    free(r.text);
    if (error.line)
        cli_error("%s:%u: %s", path, error.line, error.message);
    play_note_saved(play, path);
    return read;
}

/* Reads a saved game without starting its bots. */
bool play_read_saved(const char *path, struct play *play, struct base_error *error)
{
    struct reader r = {.error = error};
    *error = (struct base_error){0};
    play_set_default_names(play);
    bool read = open_file(&r, path) && read_setup(&r, play, NULL);
    if (read) {
        ff_prepare(play->game.edition, &play->game.setup, &play->game.state);
        play_take_automatic_steps(play);
        read = read_moves(&r, play);
    }
    free(r.text);
    return read;
}

bool play_can_resume(const char *path)
{
    struct base_error error;
    struct play *play = cli_check_memory(calloc(1, sizeof *play));
    bool can = play_read_saved(path, play, &error);
    play_free(play);
    return can;
}
