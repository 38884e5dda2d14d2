// What is shown between two states of a table: cause before effect, nothing that was never so, the end as it was told, and no longer
// than there is something to see. Whole games, without a browser and without a clock.
import { afterEach, expect, test, vi } from 'vitest'
import type { GameEvent, Seat, View } from '../src/engine/types'
import type { GameController, LocalGameOptions, TableState } from '../src/game/types'
import { speeds } from '../src/settings/settings.svelte'
import { sceneOf } from '../src/table/scene'
import { beatsOf, lengthOf } from '../src/table/schedule'
import { TableSession } from '../src/table/session.svelte'
import { chance } from './chance'
import { rests, world } from './world'

vi.mock('../src/table/motion', () => ({ placesOf: () => new Map(), fly: () => {}, land: () => {} })) // nothing is drawn here

const names = ['Anna', 'Ben', 'Cem', 'Dora', 'Emil']

/** Every state that is told in a game; people choose by chance. */
async function told(mode: LocalGameOptions['mode'], seats: LocalGameOptions['seats'], seed: number, rounds = 100): Promise<TableState[]> {
  const { start, open } = world()
  const table = await open(await start({ mode, seats, names: names.slice(0, seats.length), memoryAid: true, seed }))
  const states: TableState[] = []
  const stop = table.subscribe(state => states.push(state))
  const of = chance(seed)
  for (let state = await rests(table); state.waiting.for !== 'nothing' && state.view.round <= rounds; state = await rests(table)) {
    if (state.waiting.for === 'end-turn') await table.endTurn()
    else {
      const { legal } = state.options!
      table.play(legal[of(legal.length)]!.text)
    }
  }
  stop()
  table.close()
  return states
}

const changes = (states: readonly TableState[]) =>
  states.flatMap((after, i) => (i > 0 && after.change === 'play' && after.events.length > 0 ? [{ before: states[i - 1]!, after }] : []))

/** What of a view can be seen to change by what happens. */
const seen = ({ seats, breweries, tracks, palace, own }: View) => ({
  seats: seats.map(({ seat, coins, handN, deckN, spaces, palaceParts }) => ({ seat, coins, handN, deckN, spaces: spaces.map(({ card }) => card), palaceParts })),
  prices: breweries.map(({ price, step, filled }) => ({ price, step, filled })),
  tracks,
  palace,
  hand: own?.hand.map(({ card }) => card),
})

const games: [LocalGameOptions['mode'], LocalGameOptions['seats'], number][] = [
  ['base', [1, 2, 1, 2], 3],
  ['expert', [1, 1, 2], 4],
  ['base', ['person', 1, 2], 5],
  ['expert', ['person', 2], 6],
  ['base', [2, 'person', 1, 2, 1], 7],
]

test.each(games)('a scene ends in what was told: %s game of %j', async (mode, seats, seed) => {
  for (const { before, after } of changes(await told(mode, seats, seed))) {
    const steps = sceneOf(before.view, after.view, after.events, after.viewer)
    if (!steps.length) continue
    const told = after.events.every(event => event.kind === 'drew' || (event.kind === 'sold' && event.brewery !== null))
    const goods = (view: View) => (told ? view.seats.map(seat => seat.goods) : null) // that unsold ones spoil is no event of its own
    const end = steps.at(-1)!.ends
    expect({ ...seen(end), goods: goods(end) }, after.events.map(({ text }) => text).join(' ')).toEqual({ ...seen(after.view), goods: goods(after.view) })
  }
})

test.each(games)('nothing is shown that was never so: %s game of %j', async (mode, seats, seed) => {
  for (const { before, after } of changes(await told(mode, seats, seed))) {
    if (after.events.some(({ kind }) => kind === 'kept')) continue
    for (const { begins, ends } of sceneOf(before.view, after.view, after.events, after.viewer))
      for (const view of [begins, ends])
        view.seats.forEach((seat, i) => {
          const [was, is] = [before.view.seats[i]!, after.view.seats[i]!]
          for (const what of ['coins', 'handN', 'deckN', 'palaceParts'] as const) expect([was[what], is[what]]).toContain(seat[what])
        })
  }
})

/** In which beat each thing is first seen to change. */
function order(before: View, events: GameEvent[], after: View, seat: Seat, viewer: Seat | null): string[] {
  const at = new Map<string, number>()
  let last = before
  sceneOf(before, after, events, viewer).forEach(({ begins, ends, coming }, i) =>
    [begins, ends].forEach((view, half) => {
      const parts = (v: View) => ({
        goods: v.seats[seat]!.goods, coins: v.seats[seat]!.coins, disc: v.tracks.next, marker: v.breweries.map(({ step }) => step),
        hand: v.seats[seat]!.handN, deck: v.seats[seat]!.deckN, spaces: v.seats[seat]!.spaces.map(({ card }) => card),
      })
      const [was, is] = [parts(last), parts(view)]
      for (const key of Object.keys(is) as (keyof typeof is)[])
        if (!at.has(key) && JSON.stringify(was[key]) !== JSON.stringify(is[key])) at.set(key, i + half / 2)
      if (coming.length && half === 0) expect(view.own!.hand.length).toBeGreaterThan(last.own!.hand.length)
      last = view
    }),
  )
  return [...at].sort((a, b) => a[1] - b[1]).map(([key]) => key)
}

test('cause before effect: of a sale, a build, a draw and a discard', async () => {
  const found = { sold: 0, built: 0, drew: 0, buried: 0, round: 0 }
  for (const { before, after } of changes(await told('base', ['person', 1, 2], 5))) {
    const [event] = after.events
    if (!(event!.kind in found)) continue
    found[event!.kind as keyof typeof found]++
    const seat = 'seat' in event! ? event.seat : 0
    const seen = order(before.view, after.events, after.view, seat, after.viewer)
    const wanted = { sold: ['goods', 'coins', 'disc', 'marker'], built: ['coins', 'hand', 'spaces'], drew: ['deck', 'hand', 'goods'], buried: ['hand', 'deck'], round: ['marker', 'disc'] }[event!.kind as keyof typeof found]
    expect(seen.filter(key => wanted.includes(key)), event!.text).toEqual(wanted.filter(key => seen.includes(key)))
  }
  for (const n of Object.values(found)) expect(n).toBeGreaterThan(3)
})

test('what cannot be seen takes no time, and putting cards away is one movement', () => {
  const bury = (card: null): GameEvent => ({ kind: 'buried', seat: 1, card, text: '' })
  expect(lengthOf([{ kind: 'kept', seat: 1, n: 1, text: '' }])).toBe(0)
  expect(beatsOf([bury(null), bury(null), bury(null), { kind: 'kept', seat: 1, n: 1, text: '' }]).map(({ kind }) => kind)).toEqual(['bury'])
  expect(beatsOf([{ kind: 'sold', seat: 0, brewery: null, goods: [0, 0, 0], counted: [0, 0, 0], market: null, office: null, income: 0, disc: 0, price: null, priceAfter: null, step: null, stepAfter: null, text: '' }]).map(({ kind }) => kind)).toEqual(['disc'])
})

test('a round of four bots is seen in less than 8 s, and fast in less than 3 s; their cards are put away at once', async () => {
  let longest = 0
  for (let seed = 1; seed <= 12; seed++) {
    const states = await told(seed % 2 ? 'base' : 'expert', [1, 2, 1, 2], seed)
    const rounds = new Map<number, number>()
    for (const { after } of changes(states)) {
      const round = after.log.at(-1)!.round
      rounds.set(round, (rounds.get(round) ?? 0) + lengthOf(after.events))
      if (round > 0 && after.events.some(({ kind }) => kind === 'buried')) expect(after.events.at(-1)!.kind).toBe('kept')
    }
    rounds.delete(0)
    expect(rounds.size).toBeGreaterThan(5)
    longest = Math.max(longest, ...rounds.values())
  }
  expect(longest).toBeGreaterThan(3000) // there was something to see
  expect(longest * speeds.normal).toBeLessThan(8000)
  expect(longest * speeds.fast).toBeLessThan(3000)
  console.log(`the longest round of four bots: ${Math.round(longest)} ms`)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A table that is told so many states at once, as a server may that plays several bots; and shows what it was told last. */
test.each([1, 2, 3, 4, 5])('what is told while something is shown is not lost: %i at once', async n => {
  const states = (await told('base', [1, 2, 1], 3, 3)).filter((state, i) => i === 0 || (state.change === 'play' && state.events.length > 0))
  vi.useFakeTimers()
  vi.stubGlobal('document', { hidden: false })
  for (const end of ['seen', 'skipped', 'hidden'])
    for (let from = 0; from + n < states.length; from += n) {
      let tell = (_: TableState) => {}
      const session = new TableSession({ state: states[from], subscribe: (listener: typeof tell) => ((tell = listener), () => {}) } as unknown as GameController, () => {})
      states.slice(from + 1, from + 1 + n).forEach(state => tell(state))
      vi.stubGlobal('document', { hidden: end === 'hidden' })
      if (end !== 'seen') session.skip()
      await vi.runAllTimersAsync()
      vi.stubGlobal('document', { hidden: false })
      expect([session.showing, session.state.moments], `${end} ${from}`).toEqual([false, states[from + n]!.moments])
      session.close()
    }
})
