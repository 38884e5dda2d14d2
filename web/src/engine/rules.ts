// rules.ts - the cards and the numbers of the rules, written by tools/constants.sh from engine/core/ff.h. Not to be changed by hand.

export const CARDS = [
  'hops1',
  'hops2',
  'hops3',
  'barley1',
  'barley2',
  'barley3',
  'water1',
  'water2',
  'water3',
  'bank1',
  'bank2',
  'townhall1',
  'townhall2',
  'lab1',
  'lab2',
  'office',
  'warehouse',
  'market',
  'magistrate',
  'crane',
  'palace1',
  'palace2',
  'palace3',
  'palace4',
  'palace5',
  'palace6',
  'guide',
  'scavenger',
] as const

export const PLAYERS_MIN = 2
export const PLAYERS_MAX = 5
export const SPACES = 6
export const PALACE_PARTS = 6
export const TRACK_END = 25
export const MARKET_MAX = 3
export const OPTION_NO_OFFICE = 3
/** A spectator. */
export const NOBODY = 255
/** Sees every card: for games that are over. */
export const ALL_SEEING = 254
