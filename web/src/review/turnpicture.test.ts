// The two pictures of a judged turn show every difference that the sentences name: sale, field, cards kept, goods stored, the order under the deck.
import { render } from 'svelte/server'
import { expect, test, vi } from 'vitest'
import type { Idea, TurnShape, TurnVerdict } from '../coach/types'
import type { TableState } from '../game/types'
import { loadWords, setLanguage } from '../i18n/i18n.svelte'
vi.mock('../art/symbols', () => ({ symbolOf: () => '' }))
import TurnPicture from './TurnPicture.svelte'

const shape: TurnShape = { sale: null, builds: [], stored: [0, 0, 0], wasted: [0, 0, 0], kept: [], removed: [], buried: ['crane', 'market'] }
const idea = (more: Partial<TurnShape>) => ({ actions: [], chances: [5000, 5000], turn: { ...shape, ...more } }) as unknown as Idea
const verdict = { kind: 'turn', seat: 0, round: 2, field: Array(6).fill(null), ideas: [] } as unknown as TurnVerdict
const state = { edition: { printed: ['printed-hops', 'printed-barley', 'printed-water'] }, view: { mode: 'base' } } as unknown as TableState

async function shown(played: Partial<TurnShape>, better: Partial<TurnShape>): Promise<string> {
  await setLanguage('en')
  await loadWords('review')
  return render(TurnPicture, { props: { state, verdict, idea: idea(played), other: idea(better), title: 'Played' } }).body
}

test('alike turns frame nothing and say nothing of the store and the deck', async () => {
  const body = await shown({}, {})
  expect(body).not.toMatch(/differs/)
  expect(body).not.toMatch(/under the deck|stores/)
})
test('another order under the deck is shown card by card', async () => {
  const body = await shown({}, { buried: ['market', 'crane'] })
  expect(body).toMatch(/under the deck.*1\..*Crane.*2\..*Market/s)
  expect(body.match(/<li class="[^"]*differs/g)).toHaveLength(2)
})
test('other goods in the Warehouse are shown, also where the turn stores none', async () => {
  expect(await shown({ stored: [2, 0, 1] }, {})).toMatch(/stores.*2 hops/s)
  expect(await shown({}, { stored: [2, 0, 1] })).toMatch(/stores/)
})

test('a long name of a card is parted where a reader would', async () => {
  expect(await shown({ kept: ['lab2'] }, {})).toContain('Labora\u00adtory II')
})
