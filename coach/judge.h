/* judge.h - what a turn was worth, against the best turn that is found.
 *
 * Judged as a whole are a turn (from the sale to the discards), the burying of the expert set-up (R1.5), and an extra
 * draw (R3.2). Candidates are the turns that look best to the network, the turn that was played, however bad it looks,
 * and turns that differ from it in one part. They are tried in the same worlds (trial.h) in three stages:
 *
 *     choosing   all in a few worlds, the better half of them in twice as many, and so on: the best one is found
 *     weighing   the turn played and the best other one in worlds that are new to both, until the interval of their
 *                difference is narrow or the effort is spent. The choice was made in other worlds, so the difference
 *                is not flattered by being the largest of many
 *     parts      the turn played with one part changed, as the best one has it or as looks best, in the same worlds
 *
 * Without a turn played the best one and two other ideas are weighed: that is a hint (hint.h).
 *
 * Thinking comes in slices, as a bot's: begin, think while there is time, answer. The same place, effort and turn give
 * the same answer however the slices are cut. A judge is plain memory of the caller's without pointers but the place's;
 * no I/O, no clock, integers only. Chances and losses are in hundredths of a percent: 100 is one point. */
#ifndef COACH_JUDGE_H
#define COACH_JUDGE_H

#include "trial.h"
#include "turn_shape.h"

enum coach_effort { COACH_QUICK, COACH_NORMAL, COACH_DEEP, COACH_EFFORTS };
extern const char *const coach_effort_names[COACH_EFFORTS];

/* What is judged. */
enum coach_kind { COACH_TURN, COACH_DRAW, COACH_SETUP };

/* How bad a loss is; the limits are in coach_grade_limits, where they come from in docs/coach.md. */
enum coach_grade { COACH_GOOD, COACH_SLIP, COACH_MISTAKE, COACH_BLUNDER, COACH_GRADES };
extern const char *const coach_grade_names[COACH_GRADES];
extern const int coach_grade_limits[COACH_GRADES];

enum {
    COACH_CANDIDATES_MAX = 96,
    COACH_WORLDS_MAX = 2560,
    COACH_IDEAS_MAX = 3,
    COACH_FACTS_MAX = 16,
    COACH_LINKS_MAX = 2 * COACH_PARTS,
};

/* Something that two turns do differently, in the units of the game. What the numbers are depends on the kind. */
enum coach_fact_kind {
    COACH_COINS_NOW,   /* coins that the sale brings: played, best */
    COACH_COINS_NEXT,  /* the next sale, in tenths of a coin, as it went in the worlds: played, best */
    COACH_PLACE_NEXT,  /* place in the order of the next turn, in tenths, as it went in the worlds: played, best */
    COACH_PRICE_LEFT,  /* what a good (card: brewery * 3 + good) will bring there next round if nobody else sells there,
                          played, best */
    COACH_PALACE_PAID, /* coins for Palace parts: played, best; how many parts: card = played * 8 + best */
    COACH_PALACE_PRICE, /* the palace price that is left behind: played, best */
    COACH_GOODS_WASTED, /* goods neither sold nor stored: played, best */
    COACH_CARD_BUILT,   /* a card that only one builds: played or best is its cost, the other -1 */
    COACH_CARD_BACK,    /* a card that comes back into the hand after so many rounds: played, best; 0: kept,
                           -1: never, removed or built */
    COACH_FIELD_LOST,   /* yield of fields that are built over, in goods a round: played, best */
    COACH_HARVEST,      /* goods of the next harvest: played, best */
    COACH_CARDS_KEPT,   /* how many cards are kept: played, best */
    COACH_FACT_KINDS,
};
extern const char *const coach_fact_names[COACH_FACT_KINDS];

struct coach_fact {
    uint8_t kind; /* enum coach_fact_kind */
    uint8_t part; /* enum coach_part: which part of the turn it belongs to */
    uint8_t card; /* of COACH_CARD_*, or see above */
    uint8_t zero;
    int16_t played, best;
};

/* What it brings to change that part of the played turn alone, as in the best turn or better; or all parts that differ
 * together, where that is much more than any part alone. */
struct coach_link {
    uint8_t parts; /* mask of enum coach_part */
    uint8_t zero[3];
    int32_t loss, margin;
};

/* A turn that was weighed. */
struct coach_idea {
    struct turn turn;
    struct coach_shape shape;
    uint16_t chance[FF_PLAYERS_MAX]; /* of the seats: the looks, set right by the results */
    uint16_t opinion;                /* of the network alone, of the own chance after it */
    int32_t behind, margin;          /* by how much it is behind the best, 95 % */
    uint8_t facts_n;                 /* what it does otherwise than the best; of the best: none */
    struct coach_fact fact[COACH_FACTS_MAX];
};

struct coach_verdict {
    uint8_t kind; /* enum coach_kind */
    uint8_t seat, round;
    uint8_t grade;                           /* enum coach_grade; of a played turn */
    uint16_t worlds;                         /* in which they were weighed */
    uint16_t ideas_n;                        /* 1 where nothing else could be done */
    uint32_t tries;                          /* turns tried in worlds, all stages */
    struct coach_idea idea[COACH_IDEAS_MAX]; /* the best first: of a played turn, it and the best other one */
    uint8_t played;                          /* which idea was played; FF_NOBODY: none */
    uint8_t links_n;
    uint8_t choice; /* which idea was chosen in the worlds to choose in, before it was weighed */
    uint8_t zero;
    uint16_t doubt; /* the 95 % margin of the chances themselves */
    int32_t loss;   /* of the played turn against the best other one: below 0 where it was the better one */
    int32_t margin; /* 95 % */
    struct coach_link link[COACH_PARTS]; /* what costs most first; the facts of the played turn come in this order */
};

/* The stages of thinking. */
enum coach_stage { COACH_CHOOSING, COACH_WEIGHING, COACH_PARTING, COACH_JUDGED };

struct coach_candidate {
    struct turn turn;
    struct coach_shape shape;
    uint8_t part;                 /* the one in which it differs from the played turn, COACH_PARTS: not known */
    uint16_t tried;               /* worlds of the choosing */
    uint16_t weighed;             /* worlds of the weighing */
    uint64_t sum[FF_PLAYERS_MAX]; /* of the seats' chances in the weighing */
    uint16_t ended;               /* of these, those in which the game was played to its end, */
    uint64_t ended_looks[FF_PLAYERS_MAX], won[FF_PLAYERS_MAX]; /* the chances there, and the results */
    uint32_t income, places, turns;                            /* sums over the weighing */
    uint16_t worth[COACH_WORLDS_MAX];                          /* the own chance by world */
};

struct coach_judge {
    struct coach_place place;
    enum coach_effort effort;
    enum coach_kind kind;
    enum coach_stage stage;
    bool has_played;       /* candidate 0 */
    struct ff_game game;   /* that the view allows; own steps are worked out on it */
    struct turn prefix;    /* the decisions that all candidates begin with */
    struct ff_game middle; /* the game after them */
    int n;
    struct coach_candidate candidate[COACH_CANDIDATES_MAX];
    int alive_n; /* in the choosing */
    uint8_t alive[COACH_CANDIDATES_MAX];
    int round;
    int weighed_n; /* in the weighing, the chosen one first */
    uint8_t weighed[COACH_IDEAS_MAX];
    int links_n; /* in the parts: the turns that differ from the played in that part alone, candidates */
    uint8_t link_part[COACH_LINKS_MAX], link_to[COACH_LINKS_MAX];
    uint32_t tries;
    uint16_t told_weaker, told_there; /* 0, or the chance among those who play on in worlds, and who are there */
    struct belief belief;             /* of what was seen */
    struct turn_search search;
};

/* What is to be judged. The view is that of the first decision. */
struct coach_case {
    struct coach_place place;
    enum coach_effort effort;
    const struct turn *played;      /* whole; NULL: nothing was */
    const struct turn *prefix;      /* the decisions taken so far, with which every candidate begins; NULL: none */
    const struct coach_shape *wish; /* how it would have gone on before the last of them; NULL: nobody knows */
};
void coach_judge_begin(struct coach_judge *judge, const struct coach_case *a_case);

/* Tries that many turns in a world each. False: the verdict is final. */
bool coach_judge_think(struct coach_judge *judge, uint32_t tries);

/* How much is done, out of 1000; an estimate. */
int coach_judge_done(const struct coach_judge *judge);

/* The verdict as it stands. */
void coach_judge_answer(const struct coach_judge *judge, struct coach_verdict *verdict);

/* By how much candidate b was better than a, over the weighing worlds of both, and the 95 % margin. */
struct coach_difference {
    int32_t mean, margin;
    int worlds;
};
struct coach_difference coach_difference(const struct coach_judge *judge, int a, int b);

/* The grade of a loss with its margin: one that may be none is good, one that may be half as large no mistake yet. */
enum coach_grade coach_grade_of(int32_t loss, int32_t margin);

/* How a place is judged: by the stage of its view. */
enum coach_kind coach_kind_of(const struct ff_view *view);

#endif
