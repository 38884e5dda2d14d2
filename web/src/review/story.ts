/* story.ts - what was remarkable in a game, found in its log and its figures. Pure: facts in, facts out. */
import { PALACE_PARTS } from '../engine/rules'
import type { Card, GameEvent, LogEntry, Seat } from '../engine/types'
import type { RoundFigures } from '../game/types'

type Of<Kind extends GameEvent['kind']> = Extract<GameEvent, { kind: Kind }>
type Entry<Kind extends GameEvent['kind']> = LogEntry & { event: Of<Kind> }

function ofKind<Kind extends GameEvent['kind']>(log: readonly LogEntry[], kind: Kind): Entry<Kind>[] {
  return log.filter((entry): entry is Entry<Kind> => entry.event.kind === kind)
}

export interface BestSale {
  moment: number
  round: number
  seat: Seat
  event: Of<'sold'>
}

/* The sale with the highest income; of equal ones the first, for it was harder then. */
export function bestSale(log: readonly LogEntry[]): BestSale | null {
  let best: Entry<'sold'> | null = null
  for (const entry of ofKind(log, 'sold'))
    if (entry.event.brewery !== null && entry.event.income > (best?.event.income ?? 0)) best = entry
  return best && { moment: best.moment, round: best.round, seat: best.event.seat, event: best.event }
}

export interface Plan {
  seat: Seat
  card: Card
  /* When it was put under the deck, and when it was built. */
  buried: { moment: number; round: number }
  built: { moment: number; round: number }
  rounds: number
}

/* The card that waited longest under a deck and was then built in the turn it came back or later. */
export function longestPlan(log: readonly LogEntry[]): Plan | null {
  const waiting = new Map<string, LogEntry>()
  let longest: Plan | null = null
  for (const entry of log) {
    const { event } = entry
    if (event.kind === 'buried' && event.card) waiting.set(`${event.seat} ${event.card}`, entry)
    if (event.kind !== 'built') continue
    const from = waiting.get(`${event.seat} ${event.card}`)
    const rounds = from ? entry.round - from.round : 0
    if (from && rounds > (longest?.rounds ?? 0))
      longest = { seat: event.seat, card: event.card, buried: placeOf(from), built: placeOf(entry), rounds }
  }
  return longest
}

function placeOf(entry: LogEntry) {
  return { moment: entry.moment, round: entry.round }
}

export interface Turn {
  kind: 'firstPart' | 'lastPart'
  round: number
  moment: number
  seat: Seat
}

/* The turning points: the first Palace part of all, and each part that completes a palace. */
export function turningPoints(log: readonly LogEntry[]): Turn[] {
  const turns: Turn[] = []
  const built = new Map<Seat, number>()
  for (const entry of ofKind(log, 'built').filter(({ event }) => event.card.startsWith('palace'))) {
    const { seat } = entry.event
    const n = (built.get(seat) ?? 0) + 1
    if (built.size === 0) turns.push({ kind: 'firstPart', ...placeOf(entry), seat })
    built.set(seat, n)
    if (n === PALACE_PARTS) turns.push({ kind: 'lastPart', ...placeOf(entry), seat })
  }
  return turns
}

/* Mean price of each good over all breweries, by round. */
export function meanPrices(figures: readonly RoundFigures[]): [number[], number[], number[]] {
  const mean = (good: 0 | 1 | 2) =>
    figures.map(figure => figure.prices.reduce((sum, prices) => sum + prices[good], 0) / figure.prices.length)
  return [mean(0), mean(1), mean(2)]
}

/* The first moment of each round, and the last moment of the game: where a step by round leads. */
export function roundStarts(rounds: readonly number[]): number[] {
  const starts = rounds.flatMap((round, moment) => (moment === 0 || round !== rounds[moment - 1] ? [moment] : []))
  const last = rounds.length - 1
  return starts.at(-1) === last ? starts : [...starts, last]
}

export function stepByRound(rounds: readonly number[], moment: number, way: 1 | -1): number {
  const starts = roundStarts(rounds)
  const next = way > 0 ? starts.find(start => start > moment) : starts.findLast(start => start < moment)
  return next ?? (way > 0 ? rounds.length - 1 : 0)
}
