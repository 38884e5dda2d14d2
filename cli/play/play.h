/* play.h - declarations shared by the parts of `fuerstenfeld play`: one struct with the game, the screen and the files.
 *
 *     play.c               options, whose turn it is, passing the device, the end of the game
 *     history.c            moves and events, undo and redo, the record
 *     display.c            news, board or sentences, the question, the result
 *     typed_lines.c        lines of commands and actions
 *     compound_commands.c  words for several actions: `sell all`, `keep`
 *     completion.c         completions of the line being typed
 *     plan_ahead.c         the turn planned while others play
 *     bot_hint.c prints a bot's hint
 *     coach_hint.c         the coach's hint
 *     save_file.c          saving and resuming
 *     player_names.c       the players' names
 *     daily_deal.c         the deal of the day
 *
 * options_text.c, position_sentences.c, help_topics.c, parse_action.c and abbreviations.c convert between a view and
 * text, and do not use this struct.
 *
 * The program holds the whole game, but shows a person only the view of that person's seat. Events are kept in a list.
 * Each seat has seen the list up to some event. When its turn comes, the program shows it the later events, as far as
 * the seat may know them. */
#pragma once

#include "bots/arena/players.h"
#include "bots/coach/daily_deal.h"
#include "cli/cli.h"
#include "cli/line_editor.h"
#include "cli/saved_games.h"
#include "engine/base/words.h"
#include "engine/text/board.h"
#include "engine/text/turn_plan.h"
#include "parse_action.h"
#include "screen.h"

enum { PLAY_UNDO_MAX = 64, PLAY_SENTENCE_MAX = 1024, PLAY_NAME_MAX = 24 /* characters */ };

struct play_move {
    uint8_t seat;
    ff_action action;
};

struct play_snapshot {
    struct ff_game game;
    size_t events_n, moves_n;
};

/* The game, its players and its history. */
struct play_game {
    struct text_edition named;
    const struct ff_edition *edition; /* the values of `named` */
    struct ff_setup setup;
    struct ff_game state;
    uint64_t seed;
    unsigned humans; /* mask of seats */
    char name[FF_PLAYERS_MAX][4 * PLAY_NAME_MAX + 1];
    const char *names[FF_PLAYERS_MAX]; /* pointers to name[] */
    /* The bots by seat. Not used for the seats of people. */
    struct arena_spec spec[FF_PLAYERS_MAX];
    struct arena_player *bot[FF_PLAYERS_MAX];
    bool fault_shown[FF_PLAYERS_MAX];
    struct ff_event *events;
    size_t events_n, events_max;
    struct play_move *moves;
    size_t moves_n, moves_max;
    size_t bots_events_n; /* number of events that were sent to the bots */
    struct play_snapshot undo[PLAY_UNDO_MAX];
    ff_action redo[PLAY_UNDO_MAX]; /* the actions taken back, in the order in which they were taken back */
    int undo_n, redo_n;
    bool has_daily; /* the game is the deal of a day, which is `daily` */
    struct coach_daily_deal daily;
};

/* The person at the terminal, and the state of the screen. */
struct play_ui {
    struct line *line;
    struct screen *screen;
    struct text_style style;
    bool terminal; /* standard input and output are a terminal; the screen is cleared between seats */
    bool ansi;     /* the terminal understands escape sequences */
    bool plain;    /* sentences instead of drawings */
    int seat;      /* seat of the person at the terminal, or FF_NOBODY if nobody may see a hand */
    size_t events_shown[FF_PLAYERS_MAX]; /* number of events that each seat has read */
    uint32_t shown;                      /* the turn in which the board was last shown */
    int board_lines, board_room;  /* lines of the board that was last shown, and lines that were available for it */
    bool asked;                   /* the question of the current decision was printed */
    ff_options listed;            /* the options that were listed with the question */
    bool quit;                    /* the person wants to leave the game */
    bool leave;                   /* the person wants to leave even if the game cannot be saved */
    bool ended;                   /* the input has ended */
    bool again;                   /* the person wants a new game */
    bool cancelled;               /* the last line was cancelled with Ctrl-C */
    bool plans;                   /* the person plans turns ahead */
    uint32_t planned_turn;        /* the turn for which the person was asked for a plan */
    char plan[TEXT_PLAN_MAX + 1]; /* that plan, or "" */
    const char *hint;             /* the bot that gives hints; NULL for the coach */
    struct play_coach *coach;     /* NULL until the first hint */
};

/* The files that contain the game. */
struct play_files {
    const char *record;                  /* file to which the finished game is added, or NULL */
    bool force;                          /* replace that file, whatever it contains */
    char recorded[SAVED_GAMES_PATH_MAX]; /* the file that contains the finished game, or "" */
    char resume[SAVED_GAMES_PATH_MAX];   /* the saved game that was resumed, or "" */
    char kept[SAVED_GAMES_PATH_MAX];     /* the saved game that contains the first `kept_n` moves, or "" */
    size_t kept_n;
    uint64_t round; /* round of the saved game; 0: unknown */
};

struct play {
    struct play_game game;
    struct play_ui ui;
    struct play_files files;
};

/* Prints text on the terminal. */
void play_printf(const struct play *play, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* Composes the view of the person at the terminal. */
void play_compose_view(const struct play *play, struct ff_view *view);
bool play_has_several_people(const struct play *play);

/* ----------------------------------------------------------------------------------------------------- daily_deal.c */

/* Reads the value of --deal: "today" or a date. Returns false after printing an error. */
bool play_parse_daily(const char *text, struct coach_daily_deal *daily);
/* Appends the list of the other players, for play_read_bots. */
void play_put_daily_bots(const struct coach_daily_deal *daily, struct base_out *out);
/* Prints the results of bots of each level in the person's seat, and a line to share. Called after the game. */
void play_show_daily_comparison(const struct play *play);

/* -------------------------------------------------------------------------------------------------------- history.c */

/* Takes the automatic steps up to the next decision. */
void play_take_automatic_steps(struct play *play);
/* Sends the bots the events since the last call. */
void play_notify_bots(struct play *play);

/* Computes the public history of the game so far. */
void play_compute_public_history(const struct play *play, struct history *seen);
/* Plays a legal action and the automatic steps after it. */
void play_apply_action(struct play *play, int seat, ff_action action);
/* These undo and redo one action. They return false after printing a message if there is none. */
bool play_undo(struct play *play);
bool play_redo(struct play *play);
/* Empties the undo and redo lists. */
void play_clear_undo(struct play *play);
/* Adds the finished game to the file, which may contain earlier games, or replaces the file if `force` is set. Prints a
 * message. Returns false if that failed. */
bool play_save_record(struct play *play, const char *path, bool force);

/* -------------------------------------------------------------------------------------------------------- display.c */

void play_show_news(struct play *play); /* events since the person last looked */
void play_show_board(struct play *play);
void play_show_log(const struct play *play, bool all);
void play_show_result(const struct play *play);
void play_show_question(struct play *play); /* prints the question of the current decision */
/* Prints the facts that `what` names: "hand", "deck", "prices", "goods", "order" or "players". */
void play_show_facts(const struct play *play, const char *what);
/* Returns a number that identifies the current turn. A set-up or a phase of draws counts as one turn. */
uint32_t play_turn_number(const struct play *play);
/* Returns the name of a seat's colour, which is its player's default name. */
const char *play_colour_name(int seat);
/* Writes the prompt, such as "Green> " in the seat's colour. */
void play_write_prompt(const struct play *play, char *text, size_t size);

/* ---------------------------------------------------------------------------------------------------- typed_lines.c */

/* Reads a line that the person types and carries it out. */
void play_handle_typed_line(struct play *play);
/* After the game, lets the person look at the history and write the record. */
void play_read_lines_after_end(struct play *play);
/* Reads a line. Returns NULL if the person leaves (which sets play->ui.quit) or typed Ctrl-C (which sets
 * play->ui.cancelled). */
const char *play_read_line(struct play *play, const char *prompt, size_t *n);
/* Returns the options that the numbers in the next line mean. */
struct listed_options play_listed_options(const struct play *play);
/* Prints an abbreviated action in full. */
void play_echo_action(const struct play *play, ff_action action);

/* ---------------------------------------------------------------------------------------------- compound_commands.c */

/* Plays commands that stand for several actions: `sell all`, `sell all at B`, `keep crane`. Returns SHORTCUT_BAD after
 * printing an error. */
enum play_read_shortcut { SHORTCUT_NONE, SHORTCUT_DONE, SHORTCUT_BAD };
enum play_read_shortcut play_read_shortcut(struct play *play, struct base_words *chain);

/* ----------------------------------------------------------------------------------------------------- completion.c */

/* Splits a line into its command and the rest. */
void play_split_command(const char *text, size_t n, struct base_word *verb, struct base_word *rest);
/* Completes a line for the line editor. The context is the struct play. */
void play_complete_line(void *context, const char *text, size_t n, struct line_completions *choices);

/* ----------------------------------------------------------------------------------------------------- plan_ahead.c */

/* Turns planning ahead on or off. */
void play_toggle_plans(struct play *play);
/* Asks the person for a plan if planning ahead is on and the person was not asked for this turn yet. */
void play_plan_ahead(struct play *play);
/* Plays the person's turn as planned if the plan fits. Returns false if the person must decide. */
bool play_try_planned_turn(struct play *play);

/* ------------------------------------------------------------------------------------------------------- bot_hint.c */

/* Prints a hint from the coach or from the bot given with --hint. */
void play_show_hint(struct play *play);

/* ----------------------------------------------------------------------------------------------------- coach_hint.c */

struct play_coach;
void play_show_coach_hint(struct play *play);
void play_coach_free(struct play_coach *coach);

/* ------------------------------------------------------------------------------------------------------ save_file.c */

/* Saves the game to the file. If `keeps` is set and the file contains a different saved game, keeps that as FILE~.
 * Returns false after printing an error. */
bool play_save(const struct play *play, const char *path, bool keeps);
/* Remembers that the file contains all moves so far. */
void play_note_saved(struct play *play, const char *path);
/* Saves the game to a file in the folder of saved games, and prints the file's name. Returns false after printing an
 * error. */
bool play_autosave(const struct play *play);
/* Deletes the file that the finished game was resumed from, if it is in the folder of saved games. */
void play_delete_save(struct play *play);
/* Resumes a saved game from its file. If `others` is not NULL, its bots replace those in the file. Returns false after
 * printing an error. */
bool play_resume(struct play *play, const char *path, const char *others);
/* Reads a saved game into a zeroed struct play, for a list of saved games. On failure, returns false and fills *error.
 * If error->line is 0, an error was printed instead. */
bool play_read_saved(const char *path, struct play *play, struct base_error *error);
/* Returns whether the file can be resumed. */
bool play_can_resume(const char *path);

/* ---------------------------------------------------------------------------------------------------------- stats.c */

/* Appends the result of the game to the file of `fuerstenfeld stats`. */
void play_append_result(const struct play *play);

/* --------------------------------------------------------------------------------------------------- player_names.c */

void play_set_default_names(struct play *play);
/* Sets the name of a seat's player. Returns NULL, or the reason why the name is not allowed. */
const char *play_set_name(struct play *play, int seat, const char *name, size_t n);
/* Reads names separated by commas, first those of the people, then those of the bots. Returns false after printing an
 * error. */
bool play_read_names(struct play *play, const char *list);

/* ----------------------------------------------------------------------------------------------------------- play.c */

/* Reads the bots of all seats without people from a list; the last bot takes the remaining seats. Returns false after
 * printing an error. */
bool play_read_bots(struct play *play, const char *list);
/* Seats all players and starts the game, up to the first decision. The caller has set the edition, the set-up, the
 * people and the bots. */
bool play_start(struct play *play);
/* Frees the game. `play` may be NULL. */
void play_free(struct play *play);
