// results.ts - games that were played on this device, for tests that look at statistics.
import type { GameResult } from '../src/stats/results'

/** One a day or so, up to yesterday: all levels, modes and numbers of players. */
export function someResults(n: number): GameResult[] {
  const day = 86_400_000
  return Array.from({ length: n }, (_, i) => ({
    id: `old${i}`, at: Date.now() - (n - i) * day * 0.9, kind: i % 11 === 10 ? 'online' : i % 13 === 12 ? 'hotseat' : 'bots', mode: i % 3 ? 'base' : 'expert', players: 2 + (i % 4),
    level: i % 11 === 10 ? null : 1 + (i % 7), won: i % 13 === 12 ? null : i % 3 === 1, rounds: 9 + (i % 5), coins: 5 + (i % 17), parts: 6, sale: 12 + (i % 14), saleRound: 5 + (i % 4),
  }))
}
