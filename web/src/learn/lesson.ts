/* lesson.ts - the first game: three acts of one recorded game, each played on from where the record stands, and what is said
 * when. The text never depends on what a bot will do: it is chosen by what the table shows. */
import type { Card, GameEvent, LogEntry, TableState, Triple } from '../engine/types'
import { GOODS } from '../engine/types'
import type { Values } from '../i18n/format'
import { t, type Key } from '../i18n/i18n.svelte'
import { breweryName, coins, goodName } from '../i18n/sentences'

export const me = 0
export const opponent = 1

export interface Act {
  n: 1 | 2 | 3
  /* The round whose first own decision it starts with. */
  round: number
  minutes: number
  steps: Step[]
}

export interface Step {
  id: string
  /* The places it points at (CSS); the first that can be seen counts. */
  at?: string[]
  text(state: TableState): string
  /* What must not be covered besides: everything one needs to do it. */
  clear?: string[]
  /* Goes on by itself when this holds; without it there is a button. */
  until?(state: TableState): boolean
  /* Left out when this does not hold. */
  when?(state: TableState): boolean
  /* Nothing to do but to watch. */
  watch?: boolean
}

/* ------------------------------------------------------------------------------------------------- what the table shows */

function mine<Kind extends GameEvent['kind']>(state: TableState, round: number, kind: Kind): (LogEntry & { event: Extract<GameEvent, { kind: Kind }> })[] {
  return state.log.filter(entry => entry.round === round && entry.event.kind === kind && 'seat' in entry.event && entry.event.seat === me) as never
}

const sold = (round: number) => (state: TableState) => mine(state, round, 'sold').length > 0
const ended = (round: number) => (state: TableState) =>
  state.view.round > round || state.view.result !== null || mine(state, round, 'kept').some(entry => !entry.draft)
const discarding = (round: number) => (state: TableState) =>
  ended(round)(state) || (sold(round)(state) && (state.view.phase === 'discard' || state.waiting.for === 'end-turn'))
const chosen = (round: number) => (state: TableState) => ended(round)(state) || state.waiting.for === 'end-turn'
const myTurn = (round: number) => (state: TableState) =>
  state.view.round > round || state.view.result !== null || (state.view.round === round && state.waiting.for === 'you')
const builtN = (state: TableState, round: number) => mine(state, round, 'built').length
const has = (state: TableState, card: Card) => state.view.seats[me]!.spaces.some(space => space.card === card)
const inHand = (state: TableState, card: Card) => state.view.own?.hand.some(held => held.card === card) ?? false
const over = (state: TableState) => state.view.result !== null

function bestPrice(state: TableState): Values {
  let best = { price: -1, brewery: 0 }
  state.view.breweries.forEach((brewery, b) => {
    for (const price of brewery.price) if (price > best.price) best = { price, brewery: b }
  })
  return { price: coins(best.price), brewery: breweryName(best.brewery) }
}

/* A good that is not bought somewhere. */
function zeroPrice(state: TableState): Values | null {
  for (const [b, brewery] of state.view.breweries.entries()) {
    const i = brewery.price.findIndex(price => price === 0)
    if (i >= 0) return { brewery: breweryName(b), good: goodName(GOODS[i]!) }
  }
  return null
}

const fell = (before: Triple | null, after: Triple | null) => !!before && !!after && before.some((price, i) => after[i]! < price)
const surplus = (state: TableState, round: number) => mine(state, round, 'sold').some(({ event }) => fell(event.price, event.priceAfter))
const name = (state: TableState) => ({ name: state.seats[opponent]!.name })
const income = (state: TableState, round: number) => coins(mine(state, round, 'sold')[0]?.event.income ?? 0)

const say = (key: Key, values?: (state: TableState) => Values) => (state: TableState) => t(key, values?.(state))

/* ------------------------------------------------------------------------------------------------------------- the places */

const field = ['[data-at="field:0"]', '[data-area="field"]']
const breweries = ['[data-area="breweries"]']
const hand = ['[data-area="hand"]']
const deck = ['[data-area="deck"]', '[data-at="deck:0"]']
const tracks = ['[data-area="tracks"]', '#tab-tracks']
const palacePrice = ['[data-at="palace-price"]', '#tab-tracks']
const main = ['[data-main]']
const building = [...hand, ...field, ...main]
const burying = [...hand, ...deck, ...main]
const others = ['[data-area="others"] > :first-child', '#tab-others']

/* --------------------------------------------------------------------------------------------------------------- the acts */

const first: Step[] = [
  { id: '1.welcome', text: say('learn.1.welcome') },
  { id: '1.field', at: field, text: say('learn.1.field') },
  { id: '1.breweries', at: breweries, text: say('learn.1.breweries') },
  { id: '1.sell', at: breweries, clear: main, text: say('learn.1.sell'), until: sold(1) },
  { id: '1.income', at: tracks, text: say('learn.1.income', state => ({ coins: income(state, 1) })), when: state => !ended(1)(state) },
  {
    id: '1.hand', at: hand, text: say('learn.1.hand', state => ({ coins: coins(state.view.seats[me]!.coins) })),
    when: state => builtN(state, 1) === 0 && !discarding(1)(state),
  },
  {
    id: '1.build', at: hand, clear: building, text: say('learn.1.build'), until: state => builtN(state, 1) > 0 || discarding(1)(state),
    when: state => inHand(state, 'crane'),
  },
  {
    id: '1.build2', at: hand, clear: building, text: state => t(has(state, 'crane') ? 'learn.1.build2' : 'learn.1.buildOther'),
    until: state => builtN(state, 1) > 1 || discarding(1)(state),
  },
  { id: '1.discard', at: deck, clear: burying, text: say('learn.1.discard'), until: chosen(1) },
  { id: '1.end', at: main, text: say('learn.1.end'), until: ended(1) },
  { id: '1.wait', at: others, text: say('learn.1.wait', name), until: myTurn(2), watch: true },
  { id: '1.market', at: breweries, text: say('learn.1.market', bestPrice), when: state => !ended(2)(state) },
  { id: '1.round2', at: breweries, clear: [...building, ...deck], text: state => t(inHand(state, 'hops1') || has(state, 'hops1') ? 'learn.1.round2' : 'learn.1.round2Other'), until: ended(2) },
  { id: '1.done', text: say('learn.1.done') },
]

const second: Step[] = [
  { id: '2.intro', at: field, text: say('learn.2.intro') },
  { id: '2.zero', at: breweries, text: state => t('learn.2.zero', zeroPrice(state) ?? {}), when: state => zeroPrice(state) !== null && !sold(6)(state) },
  { id: '2.sell', at: breweries, clear: main, text: say('learn.2.sell'), until: sold(6) },
  { id: '2.surplus', at: breweries, text: state => t(surplus(state, 6) ? 'learn.2.surplus' : 'learn.2.noSurplus') },
  { id: '2.order', at: tracks, text: say('learn.2.order') },
  {
    id: '2.palace', at: palacePrice,
    text: say('learn.2.palace', state => ({ price: coins(state.view.palace.price), players: state.view.players })),
    when: state => !discarding(6)(state),
  },
  { id: '2.build', at: hand, clear: building, text: say('learn.2.build'), until: discarding(6) },
  { id: '2.discard', at: deck, clear: burying, text: say('learn.2.discard'), until: ended(6) },
  { id: '2.done', text: say('learn.2.done') },
]

const third: Step[] = [
  {
    id: '3.intro', at: others,
    text: say('learn.3.intro', state => ({
      ...name(state),
      parts: t('count.parts', { n: state.view.seats[me]!.palaceParts }),
      theirs: t('count.parts', { n: state.view.seats[opponent]!.palaceParts }),
    })),
  },
  { id: '3.plan', at: deck, text: say('learn.3.plan'), when: state => !ended(9)(state) },
  {
    id: '3.play', at: breweries, clear: [...building, ...deck], text: say('learn.3.play', state => ({ ...name(state), price: coins(state.view.palace.price) })),
    until: ended(9),
  },
  { id: '3.wait', at: others, text: say('learn.1.wait', name), until: myTurn(10), watch: true },
  { id: '3.last', at: palacePrice, clear: [...building, ...breweries, ...deck], text: say('learn.3.last'), until: state => over(state) || ended(10)(state) },
  { id: '3.more', clear: [...building, ...breweries, ...deck], text: say('learn.3.more'), until: over },
  { id: '3.over', text: state => t(state.view.result?.winners.includes(me) ? 'learn.3.won' : 'learn.3.lost', name(state)) },
]

export const acts: readonly Act[] = [
  { n: 1, round: 1, minutes: 4, steps: first },
  { n: 2, round: 6, minutes: 2, steps: second },
  { n: 3, round: 9, minutes: 2, steps: third },
]

/* The moment at which an act begins: just before the own sale of its round. */
export function momentOf(log: readonly LogEntry[], act: Act): number {
  const sale = log.find(entry => entry.round === act.round && entry.event.kind === 'sold' && entry.event.seat === me)
  return (sale?.moment ?? 1) - 1
}

/* Where the lesson stands after `from`: steps that are done or not needed are passed. */
export function stepAt(steps: readonly Step[], from: number, state: TableState): number {
  let at = from
  while (at < steps.length - 1) {
    const step = steps[at]!
    const needed = step.when?.(state) ?? true
    if (needed && !step.until?.(state)) break
    at++
  }
  return at
}
