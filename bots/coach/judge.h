/* judge.h - judges what a turn was worth compared with the best turn found. Each of these is judged as a whole: a turn
 * (from the sale to the discards), the burying of the expert set-up (R1.5), and an extra draw (R3.2). Candidates are
 * the turns that look best to the network, the turn that was played, and turns that differ from it in one part. They
 * are rolled out in the same worlds (bots/ai/rollout.h), in three stages:
 *
 *     selection    successive halving: all in a few worlds, the better half in twice as many, and so on
 *     comparison   the turn played and the best other one in new worlds, until the interval of their difference is
 *                  narrow or the effort is spent. The best one was selected in other worlds, so that its lead is not
 *                  biased by the selection
 *     attribution  the turn played with one part changed, in the worlds of the comparison
 *
 * Without a turn played the best one and two other ideas are compared: that is a hint (hint.h).
 *
 * Thinking comes in slices, as a bot's: begin, think while there is time, answer. The same position, effort and turn
 * give the same answer, whatever the slices. A judge is plain memory that the caller owns and must not move while it
 * thinks; it does no I/O, reads no clock and uses integers only. Chances and losses are in hundredths of a percent: 100
 * is one point.
 *
 * Certain results (certain_result.h) come before all estimates: a turn that is proved to win has 100 %, one after which
 * the seat cannot win has 0 %, and every other turn has more than 0 and less than 100 %. */
#pragma once

#include "bots/ai/rollout.h"
#include "certain_result.h"
#include "turn_summary.h"

enum coach_effort { COACH_QUICK, COACH_NORMAL, COACH_DEEP, COACH_EFFORTS };
extern const char *const coach_effort_names[COACH_EFFORTS];

/* The subject of a judgement. */
enum coach_kind { COACH_TURN, COACH_DRAW, COACH_SETUP };

/* How bad a loss is. docs/players/coach.md says where the limits come from. */
enum coach_grade { COACH_GOOD, COACH_SLIP, COACH_MISTAKE, COACH_BLUNDER, COACH_GRADES };
extern const char *const coach_grade_names[COACH_GRADES];
extern const int coach_grade_limits[COACH_GRADES];

enum {
    COACH_CANDIDATES_MAX = 96,
    COACH_WORLDS_MAX = 2560,
    COACH_IDEAS_MAX = 3,
    COACH_FACTS_MAX = 20,
    COACH_SAID_MAX = 3, /* facts to say of an idea */
    COACH_ATTRIBUTED_MAX = 2 * COACH_PARTS,
};

/* A difference between two turns, in the units of the game. The meaning of the numbers depends on the kind. */
enum coach_fact_kind {
    COACH_RESULT,        /* certain result after the turn, enum coach_certainty: played, best */
    COACH_FIELD_COVERED, /* one turn builds `card` over the field `covered`, which yields more; the goods lost per
                            round: played or best; the other is 0 */
    COACH_COINS_NOW,     /* coins that the sale brings: played, best */
    COACH_COINS_NEXT,    /* income of the next sale in the sampled worlds, in tenths of a coin: played, best */
    COACH_PLACE_NEXT,    /* place in the order of the next turn in the sampled worlds, in tenths: played, best */
    COACH_PRICE_LEFT,  /* price of a good (card: brewery * 3 + good) next round if nobody else sells there: played, best
                        */
    COACH_PALACE_PAID, /* coins for Palace parts: played, best; how many parts: card = played * 8 + best */
    COACH_PALACE_PRICE, /* palace price after the turn: played, best */
    COACH_GOODS_WASTED, /* goods neither sold nor stored: played, best */
    COACH_CARD_BUILT,   /* a card that only one turn builds: its cost as played or best; the other is -1 */
    COACH_CARD_BACK,  /* rounds until a card is back in the hand: played, best; 0: kept, -1: never (removed or built) */
    COACH_FIELD_LOST, /* yield of fields that the turn builds over, in goods per round: played, best */
    COACH_HARVEST,    /* goods of the next harvest: played, best */
    COACH_CARDS_KEPT, /* how many cards are kept: played, best */
    COACH_FACT_KINDS,
};
extern const char *const coach_fact_names[COACH_FACT_KINDS];

struct coach_fact {
    uint8_t kind; /* enum coach_fact_kind */
    uint8_t part; /* enum coach_part: the part of the turn it belongs to */
    uint8_t card; /* of COACH_CARD_*, or see above */
    uint8_t covered;
    int8_t favours; /* 1: the best turn, -1: the played one, 0: it depends */
    uint8_t zero;
    int16_t played, best;
};

/* The gain from changing one part of the played turn, or from changing all differing parts together if no single part
 * explains the loss. */
struct coach_attribution {
    uint8_t parts; /* mask of enum coach_part */
    uint8_t zero[3];
    int32_t loss, margin;
};

/* A compared turn. Its facts are its differences from the best idea; the best idea's facts are its differences from the
 * second. The first `said_n` facts are to be shown: those that favour the better of the two, then those that favour the
 * other. */
struct coach_idea {
    struct turn turn;
    struct coach_turn_summary summary;
    uint16_t chance[FF_PLAYERS_MAX]; /* of each seat, calibrated, if all play on at their levels */
    uint16_t perfect;                /* the seat's chance if it plays on as well as the network */
    uint16_t estimate;               /* the seat's chance in the sampled worlds, before calibration */
    uint16_t opinion;                /* the network's own chance after it */
    int32_t behind, margin;          /* by how much it is behind the best, 95 % */
    uint8_t certainty;               /* enum coach_certainty */
    uint8_t facts_n, said_n;
    struct coach_fact fact[COACH_FACTS_MAX];
};

struct coach_verdict {
    uint8_t kind; /* enum coach_kind */
    uint8_t seat, round;
    uint8_t grade;                           /* enum coach_grade; of a played turn */
    uint16_t worlds;                         /* of the comparison */
    uint16_t ideas_n;                        /* 1 if there was no alternative */
    uint32_t tries;                          /* rollouts of all stages */
    struct coach_idea idea[COACH_IDEAS_MAX]; /* the best first; in a review, the played turn and the best other one */
    uint8_t played;                          /* which idea was played; FF_NOBODY: none */
    uint8_t attributions_n;
    uint8_t choice; /* which idea the selection chose */
    uint8_t faults; /* mask of enum coach_part: the parts that caused the loss; each differs from the best turn */
    uint16_t doubt; /* the 95 % margin of the chances themselves */
    int32_t loss; /* loss of the played turn compared with the best other one; negative if the played turn was better */
    int32_t margin;                                    /* 95 % */
    struct coach_attribution attribution[COACH_PARTS]; /* the costliest first; they do not add up to the loss */
};

enum coach_stage { COACH_SELECTION, COACH_COMPARISON, COACH_ATTRIBUTION, COACH_DONE };

struct coach_candidate {
    struct turn turn;
    struct coach_turn_summary summary;
    uint8_t certainty;            /* enum coach_certainty */
    uint8_t part;                 /* the part in which it differs from the played turn, COACH_PARTS: unknown */
    uint16_t tried;               /* worlds of the selection */
    uint16_t compared;            /* worlds of the comparison */
    uint64_t sum[FF_PLAYERS_MAX]; /* of the seats' chances in the comparison */
    uint16_t finished;            /* worlds of the comparison in which the game was played to its end */
    uint64_t finished_evals[FF_PLAYERS_MAX], won[FF_PLAYERS_MAX]; /* sums of the chances and of the results */
    uint32_t income, places, turns;                               /* sums over the comparison */
    uint16_t value[COACH_WORLDS_MAX];                             /* the own chance by world */
};

struct coach_judge {
    struct rollout_position position;
    enum coach_effort effort;
    enum coach_kind kind;
    enum coach_stage stage;
    uint8_t own_level;     /* level of the seat (FEATURES_... of bots/ai/features.h); people are EQUAL */
    bool has_played;       /* candidate 0 is the turn played */
    struct ff_game game;   /* a game that the view allows, on which own steps are played */
    struct turn prefix;    /* the decisions that all candidates begin with */
    struct ff_game middle; /* the game after them */
    int n;
    struct coach_candidate candidate[COACH_CANDIDATES_MAX];
    int alive_n; /* in the selection */
    uint8_t alive[COACH_CANDIDATES_MAX];
    int round;
    int compared_n; /* candidates of the comparison, the selected one first */
    uint8_t compared[COACH_IDEAS_MAX];
    int variants_n; /* in the attribution: candidates that differ from the played turn only in that part */
    uint8_t variant_part[COACH_ATTRIBUTED_MAX], variant[COACH_ATTRIBUTED_MAX];
    uint32_t tries;
    uint16_t rollout_chance, real_chance; /* chances against the players of the rollouts and against the real ones; 0:
                                             they are the same players */
    struct belief belief;
    struct turn_search search;
};

/* The turn to judge, at the view of its first decision. */
struct coach_question {
    struct rollout_position position;
    enum coach_effort effort;
    const struct turn *played; /* whole; NULL: nothing was */
    const struct turn *prefix; /* the decisions made so far, with which every candidate begins; NULL: none */
    const struct coach_turn_summary *plan; /* the plan before the last decision, continued if possible; NULL: none */
};
void coach_judge_begin(struct coach_judge *judge, const struct coach_question *question);

/* Makes `tries` rollouts. Returns false if the verdict is final. */
bool coach_judge_think(struct coach_judge *judge, uint32_t tries);

/* Estimates the progress, out of 1000. */
int coach_judge_progress(const struct coach_judge *judge);

/* Gives the verdict as it stands. */
void coach_judge_answer(const struct coach_judge *judge, struct coach_verdict *verdict);

/* Returns the grade of a loss. A loss within its margin is good; a loss within twice its margin is at most a slip. */
enum coach_grade coach_grade_of(int32_t loss, int32_t margin);

/* Returns the subject of the judgement, from the stage of the view. */
enum coach_kind coach_kind_of(const struct ff_view *view);
