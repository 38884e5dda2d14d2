import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { BreweryView, SaleRow, Triple } from '../engine/types'
import { startWords } from '../i18n/i18n.svelte'
import { forecastText, movesOf } from './prices'

const track = [0, 0, 1, 1, 1, 2, 2, 3]
const all = (n: number): Triple => [n, n, n]
const brewery = (step: number, stepNext: number) => ({ step: all(step), stepNext: all(stepNext) }) as BreweryView
const row = (counted: number, stepAfter: number, stepNext: number) => ({ counted: all(counted), stepAfter: all(stepAfter), stepNext: all(stepNext) }) as SaleRow
const told = (step: number, next: number, sale: SaleRow | null) => forecastText(movesOf(brewery(step, next), sale, 0), track)

describe('R0.5 prices are spaces', () => {
  beforeAll(async () => {
    vi.stubGlobal('navigator', { languages: ['en'] })
    await startWords()
  })
  test('a marker that moves while the price stays is said to move', () => {
    expect(told(6, 6, row(2, 5, 5))).toBe('2 › 2, one space down; Prices phase: stays on 2')
  })
  test('down by a surplus (R5.3), up in phase 6 (R8.1)', () => {
    expect(told(5, 5, row(3, 3, 4))).toBe('2 › 1, 2 spaces down; Prices phase: 1 › 1, one space up')
  })
  test('what is not sold may still rise', () => {
    expect(told(2, 4, null)).toBe('Prices phase: 1 › 1, 2 spaces up')
    expect(told(2, 3, row(0, 2, 3))).toBe('Prices phase: 1 › 1, one space up')
  })
  test('of what stands still there is nothing to tell', () => {
    expect(movesOf(brewery(3, 3), null, 0)).toEqual({ at: 3, falls: null, later: null })
    expect(told(3, 3, row(0, 3, 3))).toBe('')
  })
})
