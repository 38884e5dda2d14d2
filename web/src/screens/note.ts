/* note.ts - a game that is over is noted for one's statistics (stats/results.ts), once. */

import type { TableState } from '../game/types'
import { store, type GameRecord } from '../game/store'
import { keepResult, resultOf, type Sitters } from '../stats/results'
import { characterOf } from '../game/bots'

/* Of a game on this device; null where nobody played it, or it began in the middle of another. */
export function sittersOf({ kind, seats, practice, daily }: GameRecord): Sitters | null {
  const persons = seats.flatMap((seat, i) => (seat === 'person' ? [i] : []))
  if (kind === 'review' || practice || persons.length === 0) return null
  const levels = seats.flatMap(seat => (seat === 'person' ? [] : [characterOf(seat).level]))
  return persons.length > 1 ? { kind: 'hotseat', me: null, levels } : { kind: 'bots', me: persons[0]!, levels, ...(daily ? { daily: true } : {}) }
}

async function sitters(state: TableState): Promise<Sitters | null> {
  if (state.kind === 'online') return state.viewer === null ? null : { kind: 'online', me: state.viewer, levels: state.seats.flatMap(({ level }) => level ?? []) }
  const game = await (await store()).get(state.id)
  return game && sittersOf(game)
}

const noted = new Set<string>()

export async function noteResult(state: TableState): Promise<void> {
  if (noted.has(state.id) || state.kind === 'review') return
  noted.add(state.id)
  const found = await sitters(state)
  const result = found && resultOf(state.id, Date.now(), state.view, state.log, found)
  if (result) keepResult(result)
}
