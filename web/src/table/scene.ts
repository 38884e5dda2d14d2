/* scene.ts - what the table shows between what it was and what it is: for each beat (schedule.ts) what is gone when it begins, what
 * flies, and what has come when it ends. A scene is made of values alone and ends in the state that was told; what is shown on the
 * way is reckoned from what the events say. */

import {
  GOODS, type Card, type GameEvent, type Good, type OwnView, type Seat,
  type SeatView, type Triple, type View,
} from '../engine/types'
import { beatsOf, type Beat } from './schedule'

/* Something that flies from a place to another (data-at). */
export interface Flight {
  from: string
  to: string
  what: { good: Good } | { card: Card } | { backOf: Seat } | 'coin'
  count: number
}

export interface Step extends Beat {
  /* The table while it flies, and when it has landed. */
  begins: View
  ends: View
  flights: Flight[]
  /* Own cards that lie in the hand already, but are still on their way. */
  coming: Card[]
}

const mostCoins = 8 /* more than these fly as these: it is the gesture that counts */

type Event<Kind extends GameEvent['kind']> = Extract<GameEvent, { kind: Kind }>

function withSeat(view: View, seat: Seat, change: (seat: SeatView) => Partial<SeatView>): View {
  return { ...view, seats: view.seats.map(one => (one.seat === seat ? { ...one, ...change(one) } : one)) }
}
function withOwn(view: View, seat: Seat, change: (own: OwnView) => Partial<OwnView>): View {
  return view.own?.seat === seat ? { ...view, own: { ...view.own, ...change(view.own) } } : view
}
function plus(a: Triple, b: Triple, sign: 1 | -1 = 1): Triple {
  return a.map((n, i) => Math.max(0, n + sign * b[i]!)) as unknown as Triple
}
const each = <T>(view: View, list: readonly T[], change: (view: View, one: T) => View) => list.reduce(change, view)

function fly(goods: Triple, way: (good: Good) => [from: string, to: string]): Flight[] {
  return GOODS.flatMap((good, i) => {
    const [from, to] = way(good)
    return goods[i]! > 0 ? [{ from, to, what: { good }, count: goods[i]! }] : []
  })
}

type Shown = Pick<Step, 'begins' | 'ends' | 'flights'> & { coming?: Card[] }
/* What is known of a beat: the table before it, the one that was told, and what is still to be shown after its events. */
interface Scene {
  after: View
  viewer: Seat | null
  later: readonly GameEvent[]
}

/* ------------------------------------------------------------------------------------------------------- phases 1 and 2 */

function draw(view: View, events: readonly Event<'drew'>[], { after, viewer }: Scene): Shown {
  const left = each(view, events, (v, { seat, n }) => withSeat(v, seat, s => ({ deckN: Math.max(0, s.deckN - n), freshN: Math.min(s.freshN, Math.max(0, s.deckN - n)) })))
  const mine = events.filter(event => event.seat === viewer)
  const begins = mine.length && after.own && left.own ? { ...left, own: { ...after.own } } : left
  return {
    begins,
    ends: each(begins, events, (v, { seat, n }) => withSeat(v, seat, s => ({ handN: s.handN + n }))),
    flights: events.flatMap(({ seat, n, cards }): Flight[] =>
      cards && seat === viewer
        ? cards.map(card => ({ from: `deck:${seat}`, to: `card:${card}`, what: { card }, count: 1 }))
        : [{ from: `deck:${seat}`, to: `hand:${seat}`, what: { backOf: seat }, count: n }],
    ),
    coming: mine.flatMap(({ cards }) => cards ?? []),
  }
}

function harvest(view: View, events: readonly Event<'drew'>[]): Shown {
  return {
    begins: view,
    ends: each(view, events, (v, { seat, goods }) => withSeat(v, seat, s => ({ goods: plus(s.goods, goods) }))),
    flights: events.flatMap(({ seat, goods }) => fly(goods, good => [`field:${seat}`, `goods:${seat}:${good}`])),
  }
}

/* -------------------------------------------------------------------------------------------------------------- phase 3 */

const ofSeat = (seat: Seat) => (event: GameEvent) => 'seat' in event && event.seat === seat
const sells = (brewery: number) => (event: GameEvent) => event.kind === 'sold' && event.brewery === brewery

function goods(view: View, [event]: readonly Event<'sold'>[], { after, later }: Scene): Shown {
  const { seat, brewery, goods, market } = event!
  const begins = withSeat(view, seat, s => ({ goods: later.some(ofSeat(seat)) ? plus(s.goods, goods, -1) : after.seats[seat]!.goods }))
  /* Where somebody sells here later, it is not known what is filled now; then it shows with theirs. */
  const breweries = view.breweries.map((b, i) => (i === brewery && !later.some(sells(i)) ? { ...b, filled: after.breweries[i]!.filled } : b))
  return {
    begins,
    ends: { ...begins, breweries },
    flights: fly(goods, good => [`goods:${seat}:${good}`, `brewery:${brewery}:${market?.from === good ? market.to : good}`]),
  }
}

function coins(view: View, [event]: readonly Event<'sold'>[]): Shown {
  const { seat, brewery, income } = event!
  return {
    begins: view,
    ends: withSeat(view, seat, s => ({ coins: s.coins + income })),
    flights: [{ from: brewery === null ? 'tracks' : `brewery:${brewery}`, to: `coins:${seat}`, what: 'coin', count: Math.min(income, mostCoins) }],
  }
}

function disc(view: View, [event]: readonly Event<'sold'>[], { after, later }: Scene): Shown {
  const moves = new Set(later.flatMap(one => (one.kind === 'sold' ? [one.seat] : [])))
  const { now, next } = after.tracks
  /* Those who sell later have not moved; told after phase 6, everybody has. */
  const begins = next.some(({ seat }) => seat === event!.seat)
    ? { ...view, tracks: { now: view.tracks.now.filter(({ seat }) => seat !== event!.seat), next: next.filter(({ seat }) => !moves.has(seat)) } }
    : { ...view, tracks: { now: now.some(({ seat }) => seat === event!.seat) ? view.tracks.now : now, next: view.tracks.next } }
  return { begins, ends: begins, flights: [] }
}

function marker(view: View, [event]: readonly Event<'sold'>[], { after, later }: Scene): Shown {
  const { brewery, stepAfter, priceAfter } = event!
  const breweries = view.breweries.map((b, i) => {
    if (i !== brewery) return b
    if (!later.some(sells(i)) && !later.some(({ kind }) => kind === 'round')) return after.breweries[i]!
    return stepAfter && priceAfter ? { ...b, step: stepAfter, price: priceAfter } : b
  })
  return { begins: { ...view, breweries }, ends: { ...view, breweries }, flights: [] }
}

/* -------------------------------------------------------------------------------------------------------- phases 4 and 5 */

function build(view: View, [event]: readonly Event<'built'>[], { after, viewer }: Scene): Shown {
  const { seat, card, space, cost } = event!
  const mine = seat === viewer
  const paid = withSeat(view, seat, s => ({ coins: Math.max(0, s.coins - cost), handN: Math.max(0, s.handN - 1) }))
  const begins = withOwn(paid, seat, own => ({ hand: own.hand.filter(held => held.card !== card) }))
  const there = after.seats[seat]!
  return {
    begins,
    ends: withSeat(begins, seat, s => ({
      spaces: s.spaces.map((one, i) => (i === space - 1 ? { ...there.spaces[i]!, card } : one)),
      palaceParts: s.palaceParts + (card.startsWith('palace') ? 1 : 0),
    })),
    flights: [{ from: mine ? `card:${card}` : `hand:${seat}`, to: `space:${seat}:${space}`, what: { card }, count: 1 }],
  }
}

function palace(view: View, _events: readonly GameEvent[], { after, later }: Scene): Shown {
  const more = later.some(event => event.kind === 'built' && event.card.startsWith('palace'))
  const begins = more ? view : { ...view, palace: after.palace }
  return { begins, ends: begins, flights: [] }
}

function store(view: View, [event]: readonly Event<'stored'>[]): Shown {
  const begins = withSeat(view, event!.seat, () => ({ goods: event!.goods }))
  return { begins, ends: begins, flights: [] }
}

function bury(view: View, events: readonly (Event<'buried'> | Event<'trashed'>)[], { after, viewer }: Scene): Shown {
  const { seat } = events[0]!
  const gone = new Set(events.flatMap(({ card }) => card ?? []))
  const n = events.filter(({ kind }) => kind === 'buried').length
  const fewer = withSeat(view, seat, s => ({ handN: Math.max(0, s.handN - events.length) }))
  const begins = withOwn(fewer, seat, own => ({ hand: own.hand.filter(({ card }) => !gone.has(card)) }))
  const under = withSeat(begins, seat, s => ({ deckN: s.deckN + n, trashN: s.trashN + events.length - n }))
  return {
    begins,
    ends: withOwn(under, seat, () => ({ deck: after.own!.deck, trash: after.own!.trash })),
    flights: events.flatMap(({ kind, card }): Flight[] =>
      kind === 'trashed' ? [] : [{ from: card && seat === viewer ? `card:${card}` : `hand:${seat}`, to: `deck:${seat}`, what: { backOf: seat }, count: 1 }],
    ),
  }
}

/* -------------------------------------------------------------------------------------------------------------- phase 6 */

function market(view: View): Shown {
  const begins: View = { ...view, phase: 'market', turn: null }
  return { begins, ends: begins, flights: [] }
}
function rise(view: View, _events: readonly GameEvent[], { after }: Scene): Shown {
  const begins = { ...view, breweries: view.breweries.map((b, i) => ({ ...b, price: after.breweries[i]!.price, step: after.breweries[i]!.step })) }
  return { begins, ends: begins, flights: [] }
}
function clear(view: View, _events: readonly GameEvent[], { after }: Scene): Shown {
  const begins = { ...view, breweries: after.breweries }
  return { begins, ends: begins, flights: [] }
}
function order(view: View, _events: readonly GameEvent[], { after }: Scene): Shown {
  const begins = { ...view, tracks: after.tracks, order: after.order }
  return { begins, ends: begins, flights: [] }
}

const shows: Record<Beat['kind'], (view: View, events: readonly never[], scene: Scene) => Shown> = {
  draw, harvest, goods, coins, disc, marker, build, palace, store, bury, market, rise, clear, order,
}

/* The beats of what happened between two views, as one seat (null: nobody's) sees it. What is asked and whose turn it is stays as it was
 * until the end, but while one puts one's own cards: then it is as one has chosen. */
export function sceneOf(before: View, after: View, events: readonly GameEvent[], viewer: Seat | null): Step[] {
  const last = events.at(-1)
  const own = last && last.kind !== 'sold' && last.kind !== 'drew' && 'seat' in last && last.seat === viewer
  const { phase, stage, turn, owe, underway } = own ? after : before
  let view: View = { ...before, phase, stage, turn, owe, underway }
  let shown = 0
  let group: GameEvent[] | null = null
  return beatsOf(events).map(beat => {
    if (beat.events !== group) {
      group = beat.events
      shown = events.indexOf(group.at(-1)!) + 1
    }
    const step = shows[beat.kind](view, beat.events as never[], { after, viewer, later: events.slice(shown) })
    view = step.ends
    return { coming: [], ...beat, ...step }
  })
}
