/* lines.ts - the log's entries as they are read: by round and by turn, what matters apart from what every turn has, and prices that
 * have moved. Cards put under a deck one after the other are one line. */

import { GOODS, type Card, type GameEvent, type Good, type LogEntry, type Seat, type Triple } from '../engine/types'

export interface Line {
  entries: [LogEntry, ...LogEntry[]] /* one, or several that are told together */
}
/* A group of events: everybody's draw, one player's turn, the market. */
export interface Turn {
  kind: 'setup' | 'draw' | 'turn' | 'market'
  seat: Seat | null /* of a turn and of the set-up */
  lines: Line[]
  routine: Line[] /* routine parts of every turn, which are folded */
  since: boolean /* the first after the viewer's last turn */
}
export interface Round {
  round: number
  turns: Turn[]
}

const kindOf = ({ phase }: LogEntry): Turn['kind'] => (phase === 'setup' || phase === 'draw' || phase === 'market' ? phase : 'turn')
const seatOf = ({ event, phase }: LogEntry): Seat | null => (event.kind === 'round' || phase === 'draw' ? null : event.seat)
const isRoutine = ({ event }: LogEntry) => event.kind === 'drew' || event.kind === 'buried' || event.kind === 'kept'

function together(line: Line | undefined, { event, draft }: LogEntry): boolean {
  const before = line?.entries[0]
  return before?.event.kind === 'buried' && event.kind === 'buried' && before.event.seat === event.seat && before.draft === draft
}

/* The moment at which the viewer's last turn was over; -1 before there was one. */
export function lastTurn(log: readonly LogEntry[], viewer: Seat | null): number {
  return log.findLast(({ event, draft, round }) => event.kind === 'kept' && event.seat === viewer && !draft && round > 0)?.moment ?? -1
}

export function turnsOf(log: readonly LogEntry[], viewer: Seat | null = null): Round[] {
  const rounds: Round[] = []
  const mine = lastTurn(log, viewer)
  for (const entry of log) {
    let round = rounds.at(-1)
    if (!round || round.round !== entry.round) rounds.push((round = { round: entry.round, turns: [] }))
    let turn = round.turns.at(-1)
    const [kind, seat] = [kindOf(entry), seatOf(entry)]
    if (!turn || turn.kind !== kind || turn.seat !== seat) round.turns.push((turn = { kind, seat, lines: [], routine: [], since: entry.moment === mine + 1 }))
    const lines = isRoutine(entry) ? turn.routine : turn.lines
    const line = lines.at(-1)
    if (together(line, entry)) line!.entries.push(entry)
    else lines.push({ entries: [entry] })
  }
  return rounds
}

/* The number of others' turns since then. */
export function turnsSince(log: readonly LogEntry[], viewer: Seat | null): number {
  const mine = lastTurn(log, viewer)
  return mine < 0 ? 0 : log.filter(({ event, moment }) => moment > mine && event.kind === 'kept' && event.seat !== viewer).length
}

export type News = Extract<GameEvent, { kind: 'sold' | 'built' }>

/* Others' sales and builds since then, shown as news until the viewer's turn is over. */
export function newsOf(log: readonly LogEntry[], viewer: Seat | null): News[] {
  if (viewer === null) return []
  const mine = lastTurn(log, viewer)
  return log.flatMap(({ event, moment }) => (moment > mine && (event.kind === 'sold' || event.kind === 'built') && event.seat !== viewer ? [event] : []))
}

/* The place of the event on the table, by the table's names of places (data-at). */
export function placeOf({ entries: [{ event }] }: Line): string | undefined {
  if (event.kind === 'built') return `space:${event.seat}:${event.space}`
  if (event.kind === 'sold') return event.brewery === null ? undefined : `brewery:${event.brewery}`
  return undefined
}

/* The cards that a line is about, as far as they are known. */
export function cardsOf({ entries }: Line): Card[] {
  return entries.flatMap(({ event }) => {
    if (event.kind === 'built' || event.kind === 'buried' || event.kind === 'trashed') return event.card ? [event.card] : []
    return event.kind === 'drew' ? (event.cards ?? []) : []
  })
}

export interface Move {
  good: Good
  from: number
  to: number
}

/* The prices that are others than before. */
export function priceMoves(before: Triple | null, after: Triple | null): Move[] {
  if (!before || !after) return []
  return GOODS.flatMap((good, i) => (before[i] === after[i] ? [] : [{ good, from: before[i]!, to: after[i]! }]))
}
