/* position_internal.h - state that the files share while they read a position. Private to engine/text/.
 *
 * position_read.c reads the facts that a text states. position_complete.c gives the other facts their defaults (each
 * default depends only on earlier ones), derives the remaining values, and lets ff_check decide whether the position is
 * valid. */
#pragma once

#include "reader_internal.h"

enum fact {
    FACT_MODE,
    FACT_PLAYERS,
    FACT_ROUND,
    FACT_STAGE,
    FACT_OWE,
    FACT_ORDER,
    FACT_TURN,
    FACT_PALACES,
    FACT_SELLING_AT,
    FACT_MARKET,
    FACT_TALLY,
    FACT_CARD,
    FACT_LEFT,
    FACT_FIRST_BUILD,
    FACT_FIRST_TRASH,
    FACTS,
};

enum brewery_fact { BREWERY_DEMAND, BREWERY_STEP, BREWERY_ROOM, BREWERY_FACTS };

enum player_fact {
    PLAYER_COINS,
    PLAYER_GOODS,
    PLAYER_BOARD,
    PLAYER_COVERED,
    PLAYER_DISC,
    PLAYER_EXTRA,
    PLAYER_HAND,
    PLAYER_DECK,
    PLAYER_TRASH,
    PLAYER_FACTS,
};

/* A game under construction. */
struct reading {
    const struct ff_edition *edition;
    struct base_words words;
    struct text_reader in; /* reads `words` */
    struct ff_game game;
    struct base_word
        place[FACTS]; /* where the text states each fact; the length is 0 for facts that it does not state */
    uint32_t brewery_seen[FF_PLAYERS_MAX], player_seen[FF_PLAYERS_MAX]; /* bits by fact */
    uint32_t used[FF_PLAYERS_MAX];                                      /* cards that were named */
    uint8_t deck[FF_PLAYERS_MAX][FF_CARDS_MAX];                         /* the stated cards of each deck, top first */
    uint8_t deck_n[FF_PLAYERS_MAX];
    uint8_t known_at[FF_PLAYERS_MAX]; /* position of the `|` in the stated deck, or FF_CARDS_MAX */
    bool header_stated;
    uint8_t owe;
    uint8_t palaces;
    /* For a view: its seat, and the numbers of unknown cards. */
    bool view;
    uint8_t seat; /* or FF_NOBODY */
    bool seat_stated;
    struct ff_private own;
    uint8_t trash_n[FF_PLAYERS_MAX];
};

static inline bool is_stated(const struct reading *r, enum fact fact) { return r->place[fact].length > 0; }
static inline bool is_stated_by(const struct reading *r, int seat, enum player_fact fact)
{
    return r->player_seen[seat] >> fact & 1;
}

/* Reads all facts of a position. It reads the mode, the number of players and the seat of a view first. */
bool text_position_read_facts(struct reading *r, const char *text, size_t length);

/* Completes a game. Returns false and fills the error if the facts do not make a valid game. */
bool text_position_complete(struct reading *r);
/* Completes a view (r->game.pub and r->own). Returns false and fills the error if its facts do not make a valid
 * view. */
bool text_view_complete(struct reading *r);
