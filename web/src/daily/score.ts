// score.ts - how a stored game of a deal of the day ended for its person; and what bots made of the seat, kept so that they need not play it
// each time one looks.

import { browserShelf, type Shelf } from '../app/shelf'
import { Engine, type Score } from '../engine/engine'
import { Match } from '../game/match'
import { store } from '../game/store'

export interface DailyScore {
  date: string
  players: number
  score: Score
}

const PATIENCE = 30 // looks, a tenth of a second each: the end is shown before it is stored

/** null: it was no deal of the day, or is not over. */
export async function openScore(id: string): Promise<DailyScore | null> {
  for (let looks = 0; looks < PATIENCE; looks++) {
    const game = await (await store()).get(id)
    if (!game?.daily || game.practice) return null
    const match = Match.replay(await Engine.load(), game.setup, game.decisions)
    match.settle()
    if (match.view(match.last, null, true).result)
      return { date: game.daily, players: match.players, score: match.engine.score(game.seats.indexOf('person')) }
    await new Promise(done => setTimeout(done, 100))
  }
  return null
}

// ------------------------------------------------------------------------------------------------------- the bots' results

export interface LevelScore {
  level: number
  score: Score
}

const stored = 'ff.daily'
const numbers = ['place', 'parts', 'coins', 'rounds', 'order'] as const
function isLevelScore(one: unknown): one is LevelScore {
  const { level, score } = Object(one) as Record<keyof LevelScore, unknown>
  return Number.isInteger(level) && numbers.every(name => Number.isFinite((Object(score) as Record<string, unknown>)[name]))
}

/** The known results of that day, by level from the first. */
export function loadScores(date: string, shelf: Shelf = browserShelf): LevelScore[] {
  try {
    const found = Object(JSON.parse(shelf.getItem(stored) ?? '{}')) as { date?: unknown; scores?: unknown }
    return found.date === date && Array.isArray(found.scores) ? found.scores.filter(isLevelScore).filter(({ level }, i) => level === i + 1) : []
  } catch {
    return []
  }
}

/** Only one day is kept; yesterday's results are recomputed on demand. */
export function keepScores(date: string, scores: readonly LevelScore[], shelf: Shelf = browserShelf): void {
  try {
    shelf.setItem(stored, JSON.stringify({ date, scores }))
  } catch {
    /* Then they play it again. */
  }
}
