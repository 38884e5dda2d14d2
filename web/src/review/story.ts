/* story.ts - what was remarkable in a game, found in its log and its figures. Pure: facts in, facts out. */
import type { Card, GameEvent, LogEntry, RoundFigures, Seat } from '../engine/types'

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
  kind: 'firstPart' | 'priceUp' | 'lastPart' | 'lead'
  round: number
  moment: number
  seat: Seat | null
  n: number
}

/* The turning points: the first Palace part, each rise of the palace price, the parts that end the game. */
export function turningPoints(log: readonly LogEntry[], figures: readonly RoundFigures[]): Turn[] {
  const turns: Turn[] = []
  const parts = ofKind(log, 'built').filter(entry => entry.event.card.startsWith('palace'))
  const first = parts[0]
  if (first) turns.push({ kind: 'firstPart', ...placeOf(first), seat: first.event.seat, n: first.event.cost })
  figures.forEach((figure, i) => {
    const before = figures[i - 1]
    if (before && figure.palacePrice > before.palacePrice)
      turns.push({ kind: 'priceUp', round: figure.round, moment: figure.moment, seat: null, n: figure.palacePrice })
  })
  const built = new Map<Seat, number>()
  for (const entry of parts) {
    const n = (built.get(entry.event.seat) ?? 0) + 1
    built.set(entry.event.seat, n)
    if (n === 6) turns.push({ kind: 'lastPart', ...placeOf(entry), seat: entry.event.seat, n })
  }
  return turns.sort((a, b) => a.moment - b.moment)
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
