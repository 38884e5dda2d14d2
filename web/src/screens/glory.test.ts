import { expect, test } from 'vitest'
import type { LogEntry } from '../engine/types'
import { builtOrder } from './glory'

const built = (seat: number, card: string) => ({ round: 1, moment: 1, event: { kind: 'built', seat, card } }) as unknown as LogEntry

test('the palace rises in the order in which its own parts were built', () => {
  const log = [built(0, 'palace4'), built(1, 'palace1'), built(0, 'crane'), built(0, 'palace2'), built(0, 'palace6')]
  expect(builtOrder(log, 0)).toEqual([3, 1, 5])
  expect(builtOrder(log, 1)).toEqual([0])
  expect(builtOrder([], 0)).toEqual([])
})
