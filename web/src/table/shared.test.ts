import { describe, expect, it } from 'vitest'
import { shared } from './shared'

/* Values as JSON has them, of a seed. */
function values(seed: number) {
  let at = seed
  const below = (n: number) => (at = (at * 1103515245 + 12345) % 2147483648) % n
  const value = (depth: number): unknown => {
    const kind = below(depth > 0 ? 6 : 4)
    if (kind < 2) return below(3)
    if (kind === 2) return [null, true, 'hops'][below(3)]
    if (kind === 3) return undefined
    if (kind === 4) return Array.from({ length: below(4) }, () => value(depth - 1))
    return Object.fromEntries(['a', 'b', 'c'].filter(() => below(3) > 0).map(key => [key, value(depth - 1)]))
  }
  return () => value(4)
}

/* Every object in a value. */
function objects(value: unknown, found: unknown[] = []): unknown[] {
  if (typeof value !== 'object' || value === null) return found
  found.push(value)
  for (const part of Object.values(value)) objects(part, found)
  return found
}

describe('shared', () => {
  const next = values(7)
  const cases = Array.from({ length: 3000 }, () => [next(), next()] as const)

  it('says what comes after, and changes neither', () => {
    for (const [before, after] of cases) {
      const was = structuredClone([before, after])
      expect(shared(before, after)).toStrictEqual(after)
      expect([before, after]).toStrictEqual(was)
    }
  })
  it('is what was before where that says the same', () => {
    for (const [before] of cases) expect(shared(before, structuredClone(before))).toBe(before)
  })
  it('shares a part that did not change, wherever it is', () => {
    for (const [before, other] of cases) {
      const after = structuredClone({ kept: before, list: [before, other] })
      const said = shared({ kept: before, list: [before, 'another'] }, after)
      expect(said.kept).toBe(before)
      expect(said.list[0]).toBe(before)
      expect(objects(said.list[1])).toStrictEqual(objects(other))
    }
  })
  it('an array is no object with numbers, and a key without a value is not a key that is missing', () => {
    expect(shared({ 0: 1 }, [1])).toStrictEqual([1])
    expect(shared([1], { 0: 1 })).toStrictEqual({ 0: 1 })
    expect(shared({ a: undefined }, { b: undefined })).toStrictEqual({ b: undefined })
    expect(shared({ a: 1, b: 1 }, { a: 1 })).toStrictEqual({ a: 1 })
  })
})
