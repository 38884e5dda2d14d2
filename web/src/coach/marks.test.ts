import { describe, expect, test } from 'vitest'
import type { Idea, TurnShape } from './types'
import { laterMarks, marksOf, type Now } from './marks'

const turn: TurnShape = {
  sale: { brewery: 1, goods: [2, 0, 1], market: null, office: null, income: 7, disc: 7 },
  builds: [{ card: 'crane', space: 4, cost: 5, covered: null }],
  stored: [0, 0, 0], wasted: [0, 0, 0], kept: [], removed: [], buried: ['bank1'],
}
const plan: Idea = { actions: ['brewery B', 'sell 2 hops', 'build crane', 'space 4', 'done', 'store 1 hops', 'bury bank1', 'done'], chances: [], perfect: 0, certain: null, said: 0, behind: 0, margin: 0, turn, facts: [] }
const now = (done: number, stage: Now['stage'], more: Partial<Now> = {}): Now => ({ seat: 2, stage, actions: plan.actions.slice(0, done), picked: null, goods: [3, 0, 1], ...more })

describe('a plan is marked where it goes on', () => {
  test('the sale: its row, and amounts that are not set yet', () => {
    expect(marksOf(plan, now(0, 'brewery'))).toEqual([{ at: '[data-at="brewery:1"] button.sell' }, { at: '[role=columnheader][data-good=hops] .stepper', n: 2 }])
    expect(marksOf(plan, now(0, 'brewery', { goods: [2, 0, 1] }))).toHaveLength(1)
    const exchanged = { ...turn, sale: { ...turn.sale!, market: { from: 'hops', to: 'water', count: 1 } as const } }
    expect(marksOf({ ...plan, turn: exchanged }, now(0, 'brewery'))).toHaveLength(1)
    expect(marksOf({ ...plan, actions: ['done'], turn: { ...turn, sale: null } }, now(0, 'brewery', { actions: [] }))).toEqual([{ at: '[data-main]' }])
  })
  test('the card, then its space', () => {
    expect(marksOf(plan, now(2, 'build'))).toEqual([{ at: '[data-at="card:crane"]' }])
    expect(marksOf(plan, now(2, 'build', { picked: 'crane' }))).toEqual([{ at: '[data-at="space:2:4"]' }])
    expect(marksOf(plan, now(2, 'build', { picked: 'bank1' }))).toEqual([{ at: '[data-at="card:crane"]' }])
    expect(marksOf(plan, now(4, 'build'))).toEqual([{ at: '[data-main]' }])
  })
  test('the store, the card that is put away, the end', () => {
    expect(marksOf(plan, now(5, 'store-hops'))).toEqual([{ at: '.store' }])
    expect(marksOf(plan, now(6, 'discard'))).toEqual([{ at: '.hand [data-at="card:bank1"]' }])
    expect(marksOf(plan, now(7, 'discard'))).toEqual([{ at: '[data-main]' }])
    expect(marksOf(plan, now(8, null))).toEqual([{ at: '[data-main]' }])
  })
  test('and later steps, numbered: cards with their spaces, then the order under the deck', () => {
    const crane = { at: '[data-at="card:crane"]', n: 1 }
    const space = { at: '[data-at="space:2:4"]', n: 1 }
    expect(laterMarks(plan, now(0, 'brewery'))).toEqual([crane, space])
    expect(laterMarks(plan, now(2, 'build'))).toEqual([space])
    expect(laterMarks(plan, now(2, 'build', { picked: 'crane' }))).toEqual([crane])
    const two = { ...plan, actions: ['bury bank1', 'bury crane', 'done'] }
    expect(laterMarks(two, now(0, 'discard'))).toEqual([{ at: '.hand [data-at="card:crane"]', n: 2 }])
    expect(laterMarks(plan, now(0, 'build', { actions: ['done'] }))).toEqual([])
    expect(laterMarks(plan, now(8, null))).toEqual([])
  })
  test('a card more or not; nothing where something else was done', () => {
    const draw = (action: string) => marksOf({ ...plan, turn: null, actions: [action] }, now(0, 'draw', { actions: [] }))
    expect([draw('draw'), draw('done')]).toEqual([[{ at: '[data-main]' }], [{ at: 'footer.actions .second' }]])
    expect(marksOf(plan, now(0, 'build', { actions: ['done'] }))).toEqual([])
  })
})
