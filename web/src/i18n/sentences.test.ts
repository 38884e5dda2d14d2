import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { GameEvent } from '../engine/types'
import { startWords, t } from './i18n.svelte'
import { eventText, who, type Names } from './sentences'

const names: Names = { name: seat => ['Anna', 'Bartl'][seat]!, viewer: 0 }
const drew = (more: object): GameEvent =>
  ({ kind: 'drew', seat: 1, n: 3, cards: null, goods: [0, 0, 0], extra: false, text: '', ...more }) as GameEvent

describe('what was drawn and harvested', () => {
  beforeAll(async () => {
    vi.stubGlobal('navigator', { languages: ['en'] })
    await startWords()
  })
  test('a harvest that is known is told', () => {
    expect(eventText(drew({ goods: [1, 0, 2] }), names)).toMatch(/draws 3 cards and harvests 1 hop and 2 water/)
  })
  test('one that a server’s line does not tell is not made up', () => {
    expect(eventText(drew({}), names)).toMatch(/draws 3 cards\.$/)
  })
})

describe('whose turn and whose hand', () => {
  const titles = (seat: number, of: Names) => [t('table.turnOf', who(seat, of)), t('table.handOf', who(seat, of))]
  test('others have a name', () => {
    expect(titles(1, names)).toEqual(['Bartl’s turn', 'Bartl’s hand'])
  })
  test('one’s own are one’s own, also where nobody looks on from a seat and the name was stored as You', () => {
    expect(titles(0, names)).toEqual(['Your turn', 'Your hand'])
    expect(titles(0, { name: () => 'Du', viewer: null })).toEqual(['Your turn', 'Your hand'])
  })
})
