// score.ts - how a stored game of a deal of the day ended for its person.

import { Engine, type Score } from '../engine/engine'
import { Match } from '../game/match'
import { store } from '../game/store'

/** null: it was no deal of the day. */
export async function openScore(id: string): Promise<{ date: string; players: number; score: Score } | null> {
  const game = await (await store()).get(id)
  if (!game?.daily) return null
  const match = Match.replay(await Engine.load(), game.setup, game.decisions)
  match.settle()
  return { date: game.daily, players: match.players, score: match.engine.score(game.seats.indexOf('person')) }
}
