// chance.ts - a small generator for tests: numbers from 0 to n - 1, the same ones every time.
export function chance(seed: number) {
  let state = seed >>> 0
  return (n: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}
