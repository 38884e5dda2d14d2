/* told.h - chances as they are told to people.
 *
 * The network compares positions for a seat that goes on choosing what looks best to it; what looks best flatters, so
 * the chance it gives is higher than what comes of it, among equals by some five points. For choosing that does no
 * harm. Whoever is told "30 %" wants it to be won three times in ten: so a chance is set right before it is told, by
 * what became of positions in games of each mode, number of players and company (told_table.c, which
 * `build/bench/calibration GAMES SEED --fit` writes). */
#ifndef AI_TOLD_H
#define AI_TOLD_H

#include "net.h"

/* Chances are mapped along straight lines between these. */
enum { TOLD_KNOTS = 11, TOLD_COMPANIES = FEATURES_UNKNOWN + 1 };

extern const uint16_t told_table[FEATURES_KINDS][TOLD_COMPANIES][TOLD_KNOTS];

/* Which row is for the company: the level that all others have, or UNKNOWN when they differ. */
int told_company(const struct features_company *company, int players, int own);

/* What the seat's chance is worth, by a row. */
uint16_t told_chance(const uint16_t row[TOLD_KNOTS], uint16_t chance);

/* Everybody's chances as the view's seat may be told them: its own set right, the others' share of the rest. */
void told_chances(const struct net *net, const struct ff_edition *edition, const struct features_company *company,
                  const struct ff_view *view, uint16_t chance[FF_PLAYERS_MAX]);

#endif
