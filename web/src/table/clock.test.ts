import { expect, test } from 'vitest'
import type { SeatInfo, TableState } from '../game/types'
import { clockSeat, clockText, secondsLeft, warning } from './clock'

const seats = (...dues: (number | null)[]) => dues.map((due, seat) => ({ seat, due }) as SeatInfo)
const table = (turn: number | null, viewer: number | null, dues: (number | null)[], more: object = {}) =>
  ({ view: { turn, result: null }, viewer, seats: seats(...dues), past: false, ...more }) as TableState

test('the clock is that of whoever’s turn it is', () => {
  expect(clockSeat(table(1, 0, [null, 5000]))).toBe(1)
  expect(clockSeat(table(1, 0, [null, null]))).toBeNull() // a bot's turn
  expect(clockSeat(table(1, 0, [5000, null]))).toBe(0) // the own turn is drafted to its end, and not ended
})

test('where all decide at once it is one’s own, or the shortest', () => {
  expect(clockSeat(table(null, 0, [9000, 5000]))).toBe(0)
  expect(clockSeat(table(null, 0, [null, 7000, 5000]))).toBe(2)
  expect(clockSeat(table(null, null, [null, null]))).toBeNull()
})

test('no clock when the game is over or looked back on', () => {
  expect(clockSeat(table(0, 0, [5000], { past: true }))).toBeNull()
  expect(clockSeat(table(0, 0, [5000], { view: { turn: 0, result: {} } }))).toBeNull()
})

test('what is left, in seconds and as text', () => {
  expect(secondsLeft(61_000, 0)).toBe(61)
  expect(secondsLeft(1_000, 999)).toBe(1)
  expect(secondsLeft(1_000, 5_000)).toBe(0)
  const texts = (language: string, ...seconds: number[]) => seconds.map(n => clockText(n, language))
  expect(texts('en', 0, 9, 750, 3600, 86_399)).toEqual(['0:00', '0:09', '12:30', '1:00:00', '23:59:59'])
  expect(texts('en', 86_400, 178_259)).toEqual(['1d 00:00', '2d 01:30'])
  expect(texts('de', 178_259)).toEqual(['2 T 01:30'])
  expect(texts('it', 178_259)).toEqual(['2gg 01:30'])
})

test('what is said changes at a minute and at ten seconds alone', () => {
  const said = Array.from({ length: 90 }, (_, i) => warning(90 - i))
  expect(said.filter((word, i) => i > 0 && word !== said[i - 1])).toEqual(['minute', 'seconds'])
  expect([warning(61), warning(60), warning(11), warning(10)]).toEqual([null, 'minute', 'minute', 'seconds'])
})
