// What compares the reference screens (e2e/engines/pixels.ts) finds what is missing, and nothing where things lie two pixels apart.
import { expect, test } from 'vitest'
import { blankness, CELL, cellsOf, differing, marked, readPng, writePng, type Picture } from '../e2e/engines/pixels'

/** Paper with a block of ink at x, y and a striped picture below it. */
function screen(x: number, y: number, ink: number[] = [43, 33, 24]): Picture {
  const [width, height] = [240, 180]
  const rgb = new Uint8Array(width * height * 3)
  for (let at = 0; at < width * height; at++) {
    const [px, py] = [at % width, Math.floor(at / width)]
    const inside = px >= x && px < x + 60 && py >= y && py < y + 40
    rgb.set(inside ? ink : py > 120 && px % 6 < 3 ? [86, 165, 69] : [246, 239, 223], at * 3)
  }
  return { width, height, rgb }
}

test('a picture survives being written and read', () => {
  const picture = screen(20, 30)
  expect(readPng(writePng(picture))).toEqual(picture)
})

test('two pixels apart is alike; what is missing, elsewhere or of another colour is not', () => {
  const reference = cellsOf(screen(60, 48))
  const share = (picture: Picture) => differing(cellsOf(picture), reference).length / (reference.width * reference.height)
  expect(share(screen(62, 50))).toBe(0)
  expect(share(screen(1000, 1000))).toBeGreaterThan(0.009)
  expect(share(screen(60 + 8 * CELL, 48))).toBeGreaterThan(0.009)
  expect(share(screen(60, 48, [200, 40, 30]))).toBeGreaterThan(0.009)
})

test('blank is of one colour, and what differs gets a frame', () => {
  expect(blankness(screen(60, 48), 62, 50, 50, 30)).toBe(1)
  expect(blankness(screen(60, 48), 100, 125, 40, 40)).toBeLessThan(0.7)
  expect(marked(screen(60, 48), [[0, 0]]).rgb.slice(0, 3)).toEqual(new Uint8Array([230, 0, 40]))
})
