/* judge.h - judges how good a turn was compared with the best turn found. One judgement covers a whole turn (from the
 * sale to the discards), the burying of the expert set-up (R1.5), or one extra draw (R3.2). Candidates are the turns
 * that look best to the network, the played turn, and turns that differ from the played turn in one part. They are
 * rolled out in the same worlds (bots/ai/rollout.h), in three stages:
 *
 *     selection    successive halving: all candidates in a few worlds, the better half in twice as many, and so on
 *     comparison   the played turn and the best other turn in new worlds, until the interval of their difference is
 *                  narrow or the effort is spent. The worlds are new because the best turn's lead is biased in the
 *                  worlds that selected it
 *     attribution  the played turn with one part changed, in the worlds of the comparison
 *
 * Without a played turn, the comparison covers the best turn and two other ideas. The result is a hint (hint.h).
 *
 * Callers interleave thinking with other work, as with a bot: begin, think while there is time, answer. The same
 * position, effort and turn give the same answer, however the thinking is divided. A judge is plain memory that the
 * caller owns and must not move while it thinks. It does no I/O, reads no clock and uses integers only. Chances and
 * losses are in hundredths of a percent; a point is 1 %.
 *
 * Certain results (certain_result.h) override estimates. A turn that is proved to win has 100 %, a turn after which the
 * seat cannot win has 0 %, and every other turn has more than 0 and less than 100 %. */
#pragma once

#include "bots/ai/rollout.h"
#include "certain_result.h"
#include "turn_summary.h"

enum coach_effort { COACH_QUICK, COACH_NORMAL, COACH_DEEP, COACH_EFFORTS };
extern const char *const coach_effort_names[COACH_EFFORTS];

/* What is judged: a turn, an extra draw or a set-up. */
enum coach_kind { COACH_TURN, COACH_DRAW, COACH_SETUP };

/* How bad a loss is. docs/players/coach.md explains the limits. */
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

/* A difference between the played and the best turn, in the units of the game. Most kinds compare two numbers, one for
 * each turn. */
enum coach_fact_kind {
    COACH_RESULT,        /* enum coach_certainty of each turn */
    COACH_FIELD_COVERED, /* one turn builds `card` over the field `covered`, which yields more: goods lost per round; 0
                            for the other turn */
    COACH_COINS_NOW,     /* coins from the turn's sale */
    COACH_COINS_NEXT,    /* mean income of the next sale in the sampled worlds, in tenths of a coin */
    COACH_PLACE_NEXT,    /* mean place in the next round's order in the sampled worlds, in tenths */
    COACH_PRICE_LEFT,    /* price of a good (card: brewery * 3 + good) next round if nobody else sells there */
    COACH_PALACE_PAID,   /* coins for Palace parts; `card` has the numbers of parts: played * 8 + best */
    COACH_PALACE_PRICE,  /* palace price after the turn */
    COACH_GOODS_WASTED,  /* goods neither sold nor stored */
    COACH_CARD_BUILT,    /* a card that only one turn builds: its cost; -1 for the other turn */
    COACH_CARD_BACK,     /* rounds until a card is in the hand again; 0: kept, -1: never (removed or built) */
    COACH_FIELD_LOST,    /* yield of the fields that the turn builds over, in goods per round */
    COACH_HARVEST,       /* goods of the next harvest */
    COACH_CARDS_KEPT,    /* number of cards kept */
    COACH_FACT_KINDS,
};
extern const char *const coach_fact_names[COACH_FACT_KINDS];

struct coach_fact {
    uint8_t kind; /* enum coach_fact_kind */
    uint8_t part; /* enum coach_part: the part of the turn that makes the difference */
    uint8_t card; /* a card; for some kinds a different number, see enum coach_fact_kind */
    uint8_t covered;
    int8_t favours; /* 1: the best turn, -1: the played turn, 0: neither clearly */
    uint8_t zero;
    int16_t played, best;
};

/* The loss caused by one part of the played turn. If no single part explains the loss, the loss caused by all differing
 * parts together. */
struct coach_attribution {
    uint8_t parts; /* mask of enum coach_part */
    uint8_t zero[3];
    int32_t loss, margin;
};

/* A compared turn. Its facts are its differences from the best idea. The best idea's facts are its differences from the
 * second-best idea. Only the first `said_n` facts are shown. Those that favour the better turn come first. */
struct coach_idea {
    struct turn turn;
    struct coach_turn_summary summary;
    uint16_t chance[FF_PLAYERS_MAX]; /* calibrated chance of each seat, if all seats play on at their levels */
    uint16_t perfect;                /* the seat's chance if it plays on as well as the network */
    uint16_t estimate;               /* the seat's chance in the sampled worlds, before calibration */
    uint16_t opinion;                /* the network's evaluation after the turn */
    int32_t behind, margin;          /* lead of the best idea over this idea, and the lead's 95 % margin */
    uint8_t certainty;               /* enum coach_certainty */
    uint8_t facts_n, said_n;
    struct coach_fact fact[COACH_FACTS_MAX];
};

struct coach_verdict {
    uint8_t kind; /* enum coach_kind */
    uint8_t seat, round;
    uint8_t grade;                           /* enum coach_grade of the played turn */
    uint16_t worlds;                         /* of the comparison */
    uint16_t ideas_n;                        /* 1 if the position had no alternative */
    uint32_t tries;                          /* rollouts of all stages */
    struct coach_idea idea[COACH_IDEAS_MAX]; /* the best first; a review has the played turn and the best other turn */
    uint8_t played;                          /* index of the played idea; FF_NOBODY if nothing was played */
    uint8_t attributions_n;
    uint8_t choice; /* index of the idea that the selection chose */
    uint8_t faults; /* mask of enum coach_part: the parts that caused the loss; each part differs from the best turn */
    uint16_t doubt; /* 95 % margin of the chances; `margin` below belongs to the loss */
    int32_t loss;   /* lead of the best other turn over the played turn; negative if the played turn is better */
    int32_t margin; /* 95 % */
    struct coach_attribution attribution[COACH_PARTS]; /* largest loss first; losses do not add up to the total */
};

enum coach_stage { COACH_SELECTION, COACH_COMPARISON, COACH_ATTRIBUTION, COACH_DONE };

struct coach_candidate {
    struct turn turn;
    struct coach_turn_summary summary;
    uint8_t certainty;            /* enum coach_certainty */
    uint8_t part;                 /* the only part in which it differs from the played turn; COACH_PARTS if unknown */
    uint16_t tried;               /* worlds of the selection */
    uint16_t compared;            /* worlds of the comparison */
    uint64_t sum[FF_PLAYERS_MAX]; /* sum of each seat's chances in the comparison */
    uint16_t finished;            /* number of comparison worlds in which the game was played to its end */
    uint64_t finished_evals[FF_PLAYERS_MAX], won[FF_PLAYERS_MAX]; /* sums of their evaluations and results */
    uint32_t income, places, turns;                               /* sums over the comparison */
    uint16_t value[COACH_WORLDS_MAX];                             /* the judged seat's chance in each world */
};

struct coach_judge {
    struct rollout_position position;
    enum coach_effort effort;
    enum coach_kind kind;
    enum coach_stage stage;
    uint8_t own_level;     /* FEATURES_... of the judged seat (bots/ai/features.h); FEATURES_EQUAL for people */
    bool has_played;       /* whether candidate 0 is the played turn */
    struct ff_game game;   /* a sampled game that fits the view, on which the seat's own decisions are played */
    struct turn prefix;    /* the decisions with which every candidate begins */
    struct ff_game middle; /* the game after them */
    int n;
    struct coach_candidate candidate[COACH_CANDIDATES_MAX];
    int alive_n; /* in the selection */
    uint8_t alive[COACH_CANDIDATES_MAX];
    int round;
    int compared_n; /* candidates in the comparison, the selected one first */
    uint8_t compared[COACH_IDEAS_MAX];
    int variants_n; /* number of attribution variants: candidates that differ from the played turn in one part */
    uint8_t variant_part[COACH_ATTRIBUTED_MAX], variant[COACH_ATTRIBUTED_MAX];
    uint32_t tries;
    uint16_t rollout_chance, real_chance; /* chance against the opponents in rollouts, and against the real opponents;
                                             both 0 if these are the same */
    struct belief belief;
    struct turn_search search;
};

/* The turn to judge. `position` is the view of the turn's first decision. */
struct coach_question {
    struct rollout_position position;
    enum coach_effort effort;
    const struct turn *played; /* whole; NULL: nothing was */
    const struct turn *prefix; /* the decisions so far; every candidate begins with them; NULL if there are none */
    const struct coach_turn_summary *plan; /* an earlier plan to continue if possible, or NULL */
};
void coach_judge_begin(struct coach_judge *judge, const struct coach_question *question);

/* Runs `tries` rollouts. Returns false if the verdict is final. */
bool coach_judge_think(struct coach_judge *judge, uint32_t tries);

/* Estimates how much of the judging is done, out of 1000. */
int coach_judge_progress(const struct coach_judge *judge);

/* Gives the verdict from the rollouts so far. */
void coach_judge_answer(const struct coach_judge *judge, struct coach_verdict *verdict);

/* Grades a loss. A loss within its margin counts as good, a loss within twice its margin as a slip at most. */
enum coach_grade coach_grade_of(int32_t loss, int32_t margin);

/* Returns the kind of judgement at this view, which depends on the view's stage: a turn, an extra draw or a set-up. */
enum coach_kind coach_judgement_kind_of(const struct ff_view *view);
