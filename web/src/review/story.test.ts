import { describe, expect, test } from 'vitest'
import type { GameEvent, LogEntry } from '../engine/types'
import { bestSale, longestPlan, roundStarts, stepByRound, turningPoints } from './story'

let moment = 0
const entry = (round: number, event: Partial<GameEvent>): LogEntry =>
  ({ moment: ++moment, round, phase: 'sell', draft: false, event }) as LogEntry
const sold = (round: number, seat: number, brewery: number | null, income: number) => entry(round, { kind: 'sold', seat, brewery, income })
const buried = (round: number, seat: number, card: string) => entry(round, { kind: 'buried', seat, card } as Partial<GameEvent>)
const built = (round: number, seat: number, card: string, cost = 8) => entry(round, { kind: 'built', seat, card, cost } as Partial<GameEvent>)

describe('what was remarkable', () => {
  test('the best sale is one at a brewery, the first of equal ones', () => {
    const log = [sold(1, 0, 0, 3), sold(1, 1, null, 9), sold(2, 1, 1, 7), sold(3, 0, 0, 7)]
    expect(bestSale(log)).toMatchObject({ round: 2, seat: 1 })
    expect(bestSale([sold(1, 0, null, 8)])).toBeNull()
  })

  test('the longest plan goes from the last time a card was buried to its building', () => {
    const log = [buried(1, 0, 'crane'), buried(1, 1, 'bank1'), buried(3, 0, 'crane'), built(7, 0, 'crane'), built(6, 1, 'bank1')]
    expect(longestPlan(log)).toMatchObject({ seat: 1, card: 'bank1', rounds: 5 })
    expect(longestPlan([built(1, 0, 'crane')])).toBeNull()
  })

  test('turning points: the first part of all, and each sixth', () => {
    const parts = [1, 2, 3, 4, 5, 6].map(n => built(n + 1, 0, `palace${n}`))
    const log = [built(1, 1, 'crane'), built(2, 1, 'palace4'), ...parts]
    expect(turningPoints(log).map(turn => `${turn.kind} ${turn.seat} ${turn.round}`)).toEqual(['firstPart 1 2', 'lastPart 0 7'])
    expect(turningPoints([])).toEqual([])
  })

  test('steps by round go from start to start and end at the ends', () => {
    const rounds = [1, 1, 1, 2, 2, 3, 3]
    expect(roundStarts(rounds)).toEqual([0, 3, 5, 6])
    expect([0, 3, 4, 5, 6].map(at => stepByRound(rounds, at, 1))).toEqual([3, 5, 5, 6, 6])
    expect([0, 1, 3, 4, 6].map(at => stepByRound(rounds, at, -1))).toEqual([0, 0, 0, 3, 5])
  })
})
