/* seasons.ts - the land's season in a round, three rounds each; art.css has its colours. It has no meaning in the game. */
export const SEASONS = ['summer', 'autumn', 'winter', 'spring'] as const
export type Season = (typeof SEASONS)[number]

export const seasonOf = (round: number): Season => SEASONS[Math.floor(Math.max(0, round - 1) / 3) % SEASONS.length]!
