// What a card is said to bring is what the engine previews of it; and the own one is always somewhere.
import { expect, test } from 'vitest'
import { CARDS, type Card } from '../src/engine/types'
import { brings, whereIs } from '../src/table/worth'
import { chance } from './chance'
import { rests, world } from './world'

test('R5.4 banks and the Tour guide bring what building them would; R0.2 every card of the set is in one place', async () => {
  const compared = new Set<Card>()
  const places = new Set<string>()
  for (let seed = 1; seed <= 8; seed++) await compare(seed, compared, places)
  expect([...compared].sort()).toEqual(['bank1', 'bank2', 'guide'])
  for (const place of ['hand', 'field', 'deck', 'fresh', 'covered']) expect(places).toContain(place)
})

async function compare(seed: number, compared: Set<Card>, places: Set<string>) {
  const { start, open } = world()
  const table = await open(await start({ mode: 'expert', seats: ['person', 1], names: ['Anna', 'Ben'], memoryAid: true, seed }))
  const of = chance(seed)
  for (let state = await rests(table); state.waiting.for !== 'nothing'; state = await rests(table)) {
    const seat = state.view.seats[0]!
    for (const { card, spaces } of table.previewBuild()?.cards ?? []) {
      const open = spaces.filter(space => !space.refusal && space.covers === null)
      const gain = brings(card, state, seat)
      if (!['bank1', 'bank2', 'guide'].includes(card) || open.length === 0) continue
      expect(gain?.coins, card).toBe(open[0]!.steadyIncome - seat.steadyIncome)
      compared.add(card)
    }
    for (const card of CARDS) places.add(whereIs(card, state)!.where)
    const { own } = state.view
    const counted = CARDS.filter(card => ['deck', 'fresh'].includes(whereIs(card, state)!.where)).length
    expect(counted).toBe(own!.deck.length)
    if (state.waiting.for === 'end-turn') await table.endTurn()
    else {
      const { legal } = state.options!
      const saves = state.view.round < 6 && legal.find(({ action }) => action.do === 'done') // for what is dear
      const builds = legal.filter(({ action }) => action.do === 'build')
      const sells = legal.findLast(({ action }) => action.do === 'sell')
      const rest = state.view.stage === 'build' && saves ? saves : (builds[of(builds.length)] ?? legal[of(legal.length)]!)
      table.play((sells ?? rest).text)
    }
  }
  table.close()
}
