/* company.h - with whom one sits at the table: how strong the others play.
 *
 * A chance is one against such opponents as are there. Levels are those of ai/levels.h; of people nobody knows how they
 * play, so they are taken for equals of the network, as is whoever has another name than a bot's. */
#ifndef COACH_COMPANY_H
#define COACH_COMPANY_H

#include "ai/features.h"

/* The level, 1 to 5, of a name as records have it ("steward-0", "level3-2", "prince:500-1"); 0: a person. */
int coach_level_of(const char *name);

/* Whom a seat plays with: people and the seat itself are equals. */
struct features_company coach_company_of(const struct features_company *company, int seat);

/* Whether anybody but equals is among them, the seat's own left out. */
bool coach_company_differs(const struct features_company *company, int players, int seat);

/* A chance whose odds change as those of another one do, from `before` to `after`; what is 0 or 1 stays. */
int64_t coach_odds(int64_t chance, int64_t before, int64_t after);

/* The mean of the network's looks in worlds, set right by what became of such looks there. */
int64_t coach_look_right(const struct features_company *company, const struct ff_public *pub, int seat, int64_t look);

/* The seat's chance as worlds tell it, set right by what became of such chances in games. Where strong players sit,
 * more was won in worlds than in games, and more so later: what they hold and keep is better than what is drawn for
 * them. */
int64_t coach_set_right(const struct features_company *company, const struct ff_public *pub, int seat, int64_t chance);

#endif
