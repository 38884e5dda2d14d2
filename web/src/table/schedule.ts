/* schedule.ts - in which beats what happened is shown, and how long each takes: cause before effect, one thing at a time, and nothing
 * for what cannot be seen. Times are ms at normal speed; nobody here looks at a clock. */

import type { GameEvent, Seat } from '../engine/types'

export const beatTimes = {
  draw: 280, /* cards leave the decks and lie in the hands */
  harvest: 170, /* goods come from the fields */
  goods: 240, /* tokens leave their owner and lie at the brewery */
  coins: 170, /* the income comes */
  disc: 140, /* the disc lands on the other track */
  marker: 140, /* prices fall */
  build: 240, /* coins are paid, the card leaves the hand and lies on its space */
  palace: 110, /* the marker on the palace price card, and the price if it rises */
  store: 110, /* what is not stored is gone */
  bury: 170, /* all cards of a turn at once */
  market: 130, /* phase 6 begins */
  rise: 300, /* prices rise */
  clear: 130, /* demand spaces are empty again */
  order: 170, /* the tracks change roles */
} as const
export type BeatKind = keyof typeof beatTimes

export interface Beat {
  kind: BeatKind
  /* What it shows: all draws are one beat, and so are all cards that one seat puts away. */
  events: GameEvent[]
  ms: number
}

const falls = (event: Extract<GameEvent, { kind: 'sold' }>) =>
  event.stepAfter === undefined || !event.step ? event.brewery !== null : event.step.some((at, i) => at !== event.stepAfter![i])

const kindsOf: { [Kind in GameEvent['kind']]: (event: Extract<GameEvent, { kind: Kind }>) => BeatKind[] } = {
  drew: event => (event.goods.some(n => n > 0) ? ['draw', 'harvest'] : ['draw']),
  sold: event => [
    ...(event.brewery === null ? [] : (['goods'] as const)),
    ...(event.income > 0 ? (['coins'] as const) : []),
    'disc',
    ...(falls(event) ? (['marker'] as const) : []),
  ],
  built: event => (event.card.startsWith('palace') ? ['build', 'palace'] : ['build']),
  stored: () => ['store'],
  trashed: () => ['bury'],
  buried: () => ['bury'],
  kept: () => [],
  round: event => ['market', ...(event.prices.some(({ before, after }) => after.some((price, i) => price !== before[i])) || !event.prices.length ? (['rise'] as const) : []), 'clear', 'order'],
}

const seatOf = (event: GameEvent | undefined): Seat | null => (event && 'seat' in event ? event.seat : null)

/* Events that are shown together: the draws of all, the cards one seat puts away. */
function together(before: GameEvent, event: GameEvent): boolean {
  const away = (kind: GameEvent['kind']) => kind === 'buried' || kind === 'trashed'
  if (event.kind === 'drew') return before.kind === 'drew'
  return away(event.kind) && away(before.kind) && seatOf(before) === seatOf(event)
}

export function beatsOf(events: readonly GameEvent[]): Beat[] {
  const groups: GameEvent[][] = []
  for (const event of events) {
    const last = groups.at(-1)
    if (last && together(last.at(-1)!, event)) last.push(event)
    else groups.push([event])
  }
  return groups.flatMap(group => {
    const kinds = new Set(group.flatMap(event => kindsOf[event.kind](event as never)))
    return [...kinds].map(kind => ({ kind, events: group, ms: beatTimes[kind] }))
  })
}

/* How long these events take to see at a speed (1: normal). */
export function lengthOf(events: readonly GameEvent[], speed = 1): number {
  return speed * beatsOf(events).reduce((sum, { ms }) => sum + ms, 0)
}
