/* lesson.ts - the first game: three acts of one recorded game, each continued by the player, and the coach's sentences. The player
 * may do anything at any time, so nothing is promised: each sentence is chosen by the state of the table, with its numbers, and is
 * left out if it would not be true. tests/lesson.test.ts plays the lesson in any way and checks each. */
import { PALACE_PARTS } from '../engine/rules'
import type { Card, GameEvent, HandCard, LogEntry } from '../engine/types'
import type { TableState } from '../game/types'
import { GOODS } from '../engine/types'
import type { Values } from '../i18n/format'
import { list, t, type Key } from '../i18n/i18n.svelte'
import { breweryName, cardTitle, coins, goodName, isPalace, shownName } from '../i18n/sentences'

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
  /* Goes on by itself when this holds; without it there is a button. Undone, it is asked again. */
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
  state.view.round > round || over(state) || mine(state, round, 'kept').some(entry => !entry.draft)
const discarding = (round: number) => (state: TableState) =>
  ended(round)(state) || (sold(round)(state) && (state.view.phase === 'discard' || state.waiting.for === 'end-turn'))
const chosen = (round: number) => (state: TableState) => ended(round)(state) || state.waiting.for === 'end-turn'
const myTurn = (round: number) => (state: TableState) =>
  state.view.round > round || over(state) || (state.view.round === round && state.waiting.for === 'you')
const over = (state: TableState) => state.view.result !== null
const builtN = (state: TableState, round: number) => mine(state, round, 'built').length
const seat = (state: TableState) => state.view.seats[me]!
const has = (state: TableState, card: Card) => seat(state).spaces.some(space => space.card === card)
const hand = (state: TableState): readonly HandCard[] => state.view.own?.hand ?? []
const held = (state: TableState, card: Card) => hand(state).find(one => one.card === card) ?? null
const payable = (state: TableState) => hand(state).filter(one => one.cost <= seat(state).coins)
const saleOf = (state: TableState, round: number) => mine(state, round, 'sold')[0]?.event ?? null
const name = (state: TableState) => ({ name: shownName(state.seats[opponent]!.name) })

/* The dearest good: of equal ones the first. */
function bestPrice(state: TableState): Values {
  const all = state.view.breweries.flatMap(({ price }, b) => price.map((n, good) => ({ n, good, b })))
  const best = all.reduce((a, b) => (b.n > a.n ? b : a))
  return { price: coins(best.n), good: goodName(GOODS[best.good]!), brewery: breweryName(best.b) }
}

/* A good that is not bought somewhere. */
function zeroPrice(state: TableState): Values | null {
  for (const [b, brewery] of state.view.breweries.entries()) {
    const i = brewery.price.findIndex(price => price === 0)
    if (i >= 0) return { brewery: breweryName(b), good: goodName(GOODS[i]!) }
  }
  return null
}

/* Returns whether somebody may complete the palace in this round, with two cards per turn. */
const mayBeLast = (state: TableState) => state.view.seats.some(({ palaceParts }) => palaceParts >= 4)

/* ---------------------------------------------------------------------------------------------------------- the sentences */

const say = (key: Key, values?: (state: TableState) => Values) => (state: TableState) => t(key, values?.(state))
const together = (...sentences: (string | false | null)[]) => sentences.filter(Boolean).join(' ')
const costs = ({ cost, printedCost }: HandCard) => ({ cost: coins(cost), printed: printedCost, less: cost < printedCost ? 'yes' : 'no' })

function enough(state: TableState, cost: number): string {
  const left = seat(state).coins - cost
  return left === 0 ? 'exactly' : left > 0 ? 'yes' : 'no'
}

/* Returns the cards that can be built with the present coins. */
function canBuild(state: TableState): string {
  const cards = payable(state)
  return cards.length ? t('learn.can', { cards: list(cards.map(({ card }) => `**${cardTitle(card)}**`)) }) : t('learn.cannot')
}

function firstBuild(state: TableState): string {
  const crane = held(state, 'crane')
  return together(t('learn.two'), crane && crane.cost <= seat(state).coins ? t('learn.1.crane') : canBuild(state))
}

function secondBuild(state: TableState): string {
  const magistrate = held(state, 'magistrate')
  if (!has(state, 'crane') || !magistrate || magistrate.cost > seat(state).coins) return together(t('learn.oneMore'), canBuild(state))
  return together(t('learn.1.magistrate', costs(magistrate)), t('learn.1.cover'))
}

function worthKeeping(state: TableState): string | null {
  const field = held(state, 'hops1')
  return field && t('learn.1.keep', costs(field))
}

function secondRound(state: TableState): string {
  const field = held(state, 'hops1')
  return together(t('learn.1.round2'), field && t('learn.1.hops', costs(field)))
}

function afterSale(state: TableState): string {
  const sale = saleOf(state, 6)
  if (!sale || sale.brewery === null) return t('learn.2.noSale')
  return t(sale.step && sale.stepAfter && sale.stepAfter.some((at, i) => at < sale.step![i]!) ? 'learn.2.surplus' : 'learn.2.noSurplus')
}

function palaceBuild(state: TableState): string {
  const part = payable(state).find(({ card }) => isPalace(card))
  return part ? t('learn.2.part', { card: cardTitle(part.card) }) : canBuild(state)
}

/* Returns the known places of the Palace parts that the player still needs. */
function missing(state: TableState): string {
  const own = state.view.own
  const parts = hand(state).filter(({ card }) => isPalace(card)).map(({ card }) => t('learn.3.inHand', { card: cardTitle(card) }))
  for (const { card, rounds } of own?.deck ?? []) {
    if (!card || !isPalace(card)) continue
    const put = state.log.findLast(({ event }) => event.kind === 'buried' && event.seat === me && event.card === card)
    parts.push(t('learn.3.inDeck', { card: cardTitle(card), when: t('count.inRounds', { n: rounds }), n: put?.round ?? 0 }))
  }
  return parts.join(' ')
}

/* What a turn of the last rounds asks. */
function turn(state: TableState): string {
  const { waiting, view } = state
  if (waiting.for === 'end-turn') return t('learn.1.end')
  if (waiting.for !== 'you') return t('learn.wait', name(state))
  if (view.stage === 'draw') return t('learn.3.draw')
  const part = hand(state).filter(({ card }) => isPalace(card)).sort((a, b) => a.cost - b.cost)[0]
  const values = part && { card: cardTitle(part.card), cost: coins(part.cost), coins: coins(seat(state).coins) }
  if (view.phase === 'discard') return t('learn.3.discard')
  if (view.phase === 'sell') return together(t('learn.3.sell'), values ? t('learn.3.cost', values) : null)
  if (!values) return together(t('learn.two'), canBuild(state))
  return t(part.cost <= seat(state).coins ? 'learn.3.build' : 'learn.3.dear', { ...values, ...name(state) })
}

function outcome(state: TableState): string {
  const winners = state.view.result?.winners ?? []
  if (winners.length === 0) return t('learn.3.nobody')
  if (winners.length > 1) return t('learn.3.shared', name(state))
  if (!winners.includes(me)) return t('learn.3.lost', name(state))
  return t(state.view.seats[opponent]!.palaceParts === PALACE_PARTS ? 'learn.3.richer' : 'learn.3.first', name(state))
}

/* ------------------------------------------------------------------------------------------------------------- the places */

const field = ['[data-at="field:0"]', '[data-area="field"]']
const breweries = ['[data-area="breweries"]']
const handPlace = ['[data-area="hand"]']
const deck = ['[data-area="deck"]', '[data-at="deck:0"]']
const tracks = ['[data-area="tracks"]', '#tab-tracks']
const palacePrice = ['[data-at="palace-price"]', '#tab-tracks']
const main = ['[data-main]']
const building = [...handPlace, ...field, ...main]
const burying = [...handPlace, ...deck, ...main]
const others = ['[data-area="others"] > :first-child', '#tab-others']

/* --------------------------------------------------------------------------------------------------------------- the acts */

const first: Step[] = [
  { id: '1.welcome', clear: [...breweries, ...handPlace], text: say('learn.1.welcome') },
  { id: '1.field', at: field, text: say('learn.1.field'), when: state => !sold(1)(state) && !ended(1)(state) },
  { id: '1.breweries', at: breweries, text: say('learn.1.breweries') },
  { id: '1.sell', at: breweries, clear: main, text: say('learn.1.sell'), until: state => sold(1)(state) || ended(1)(state) },
  {
    id: '1.income', at: tracks, text: state => t('learn.1.income', { coins: coins(saleOf(state, 1)!.income), n: saleOf(state, 1)!.disc }),
    when: state => sold(1)(state) && !ended(1)(state),
  },
  {
    id: '1.hand', at: handPlace,
    text: state => {
      const { cost } = held(state, 'crane')!
      return t('learn.1.hand', { coins: coins(seat(state).coins), enough: enough(state, cost), cost })
    },
    when: state => builtN(state, 1) === 0 && !discarding(1)(state) && held(state, 'crane') !== null,
  },
  { id: '1.build', at: handPlace, clear: building, text: firstBuild, until: state => builtN(state, 1) > 0 || discarding(1)(state) },
  { id: '1.build2', at: handPlace, clear: building, text: secondBuild, until: state => builtN(state, 1) > 1 || discarding(1)(state) },
  { id: '1.discard', at: deck, clear: burying, text: state => together(t('learn.1.discard'), worthKeeping(state)), until: chosen(1) },
  { id: '1.end', at: main, text: say('learn.1.end'), until: ended(1) },
  { id: '1.wait', at: others, text: say('learn.wait', name), until: myTurn(2), watch: true },
  { id: '1.market', at: breweries, text: say('learn.1.market', bestPrice), when: state => !ended(2)(state) },
  { id: '1.round2', at: breweries, clear: [...building, ...deck], text: secondRound, until: ended(2) },
  { id: '1.done', text: say('learn.1.done') },
]

const second: Step[] = [
  { id: '2.intro', at: field, text: say('learn.2.intro', state => ({ parts: t('count.parts', { n: seat(state).palaceParts }) })) },
  { id: '2.zero', at: breweries, text: state => t('learn.2.zero', zeroPrice(state)!), when: state => zeroPrice(state) !== null && !sold(6)(state) && !ended(6)(state) },
  { id: '2.earn', at: field, text: say('learn.2.earn') },
  { id: '2.sell', at: breweries, clear: main, text: say('learn.2.sell'), until: state => sold(6)(state) || ended(6)(state) },
  { id: '2.surplus', at: breweries, text: afterSale, when: sold(6) },
  {
    id: '2.order', at: tracks, text: state => t('learn.2.order', { n: saleOf(state, 6)!.disc }), when: state => sold(6)(state) && !ended(6)(state),
  },
  {
    id: '2.palace', at: palacePrice,
    text: state => t('learn.2.palace', {
      price: coins(state.view.palace.price), players: state.view.players, crane: has(state, 'crane') ? 'yes' : 'no', cost: coins(Math.max(0, state.view.palace.price - 2)),
    }),
    when: state => !discarding(6)(state),
  },
  { id: '2.build', at: handPlace, clear: building, text: palaceBuild, until: discarding(6) },
  { id: '2.discard', at: deck, clear: burying, text: say('learn.2.discard'), until: ended(6) },
  { id: '2.time', at: handPlace, text: say('learn.2.time') },
  { id: '2.done', text: say('learn.2.done') },
]

const third: Step[] = [
  {
    id: '3.intro', at: others,
    text: say('learn.3.intro', state => ({
      ...name(state),
      parts: t('count.parts', { n: seat(state).palaceParts }),
      theirs: t('count.parts', { n: state.view.seats[opponent]!.palaceParts }),
    })),
    when: state => !over(state),
  },
  { id: '3.plan', at: deck, text: state => together(missing(state), t('learn.3.plan')), when: state => !over(state) && missing(state) !== '' },
  { id: '3.play', at: breweries, clear: [...building, ...deck], text: turn, until: ended(9) },
  { id: '3.wait', at: others, text: say('learn.wait', name), until: myTurn(10), watch: true },
  {
    id: '3.last', at: palacePrice, clear: [...building, ...breweries, ...deck], text: state => together(mayBeLast(state) && t('learn.3.last'), turn(state)),
    until: state => over(state) || ended(10)(state),
  },
  { id: '3.more', clear: [...building, ...breweries, ...deck], text: state => together(t('learn.3.more'), turn(state)), until: over },
  { id: '3.over', text: outcome },
]

export const acts: readonly Act[] = [
  { n: 1, round: 1, minutes: 4, steps: first },
  { n: 2, round: 6, minutes: 3, steps: second },
  { n: 3, round: 9, minutes: 2, steps: third },
]

/* Returns the moment at which an act begins: just before the player's sale of its round. */
export function momentOf(log: readonly LogEntry[], act: Act): number {
  const sale = log.find(entry => entry.round === act.round && entry.event.kind === 'sold' && entry.event.seat === me)
  return (sale?.moment ?? 1) - 1
}

/* Returns the lesson's step after `from`: steps that are done or not needed are skipped, and a step that was undone is repeated. */
export function stepAt(steps: readonly Step[], from: number, state: TableState): number {
  const needed = (step: Step) => step.when?.(state) ?? true
  const undone = steps.findIndex((step, i) => i < from && !step.watch && step.until && needed(step) && !step.until(state))
  let at = undone >= 0 ? undone : from
  while (at < steps.length - 1) {
    const step = steps[at]!
    if (needed(step) && !step.until?.(state)) break
    at++
  }
  return at
}
