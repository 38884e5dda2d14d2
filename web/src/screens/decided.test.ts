// What is said to have decided a game did: the lead that was kept, or the coins of those whose palace is complete.
import { expect, test } from 'vitest'
import type { LogEntry, SeatView } from '../engine/types'
import { decided } from './decided'

const seats = (...all: [parts: number, coins: number][]) => all.map(([palaceParts, coins], seat) => ({ seat, palaceParts, coins })) as SeatView[]
/** Palace parts built in that order, one a round: seat numbers. */
const built = (order: string) => [...order].map((seat, i) => ({ round: i + 1, moment: i * 10, event: { kind: 'built', seat: Number(seat), card: `palace${(i % 6) + 1}` } })) as unknown as LogEntry[]

test('R9.1 the lead that was kept, not one that was lost again', () => {
  expect(decided(built('0011100000'), [0], seats([6, 2], [3, 9]))).toEqual({ by: 'lead', seat: 0, card: 'palace1', round: 7, moment: 60 })
  expect(decided(built('000000'), [0], seats([6, 0], [0, 0]))).toMatchObject({ by: 'lead', round: 1 })
})

test('R9.2 the coins, where several palaces are complete', () => {
  expect(decided(built('000000111111'), [1], seats([6, 2], [6, 9]))).toMatchObject({ by: 'coins', seat: 1, coins: [9, 2], round: 12 })
})

test('nothing, where nobody or several have won', () => {
  expect(decided(built('01'), [], seats([1, 0], [1, 0]))).toBeNull()
  expect(decided(built('01'), [0, 1], seats([6, 4], [6, 4]))).toBeNull()
})
