// Colours one can read: the pairs of tokens that meet on the page have the contrast that WCAG 2.2 asks for, by day and at dusk.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const tokens = new Map<string, [day: string, dusk: string]>()
for (const [, name, day, dusk, both] of css.matchAll(/--([\w-]+):\s*(?:light-dark\((#\w+),\s*(#\w+)\)|(#\w{6}))\s*;/g))
  tokens.set(name!, both ? [both, both] : [day!, dusk!])

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}
function contrast(a: string, b: string, theme: 0 | 1): number {
  const [x, y] = [a, b].map((name) => luminance(tokens.get(name)![theme])).sort((p, q) => q - p)
  return (x! + 0.05) / (y! + 0.05)
}

const seats = [0, 1, 2, 3, 4]
const papers = ['paper', 'paper-up', 'paper-down']
const inks = ['ink', 'ink-soft', 'link', 'good', 'bad', 'hops-text', 'barley-text', 'water-text', ...seats.map((s) => `seat${s}-text`)]
const pairs: [string, string, number][] = [
  ...inks.flatMap((ink) => papers.map((paper): [string, string, number] => [ink, paper, 4.5])),
  ...['ink', 'ink-soft', 'link'].flatMap((ink): [string, string, number][] => [[ink, 'table', 4.5], [ink, 'table-plank', 4.5]]),
  ...seats.map((s): [string, string, number] => ['on-seat', `seat${s}`, 4.5]),
  ['on-gold', 'gold', 4.5], ['on-gold', 'gold-up', 4.5], ['good', 'good-ground', 4.5], ['bad', 'bad-ground', 4.5], ['ink', 'good-ground', 4.5], ['ink', 'bad-ground', 4.5],
  ['link', 'bad-ground', 4.5], ['paper', 'ink', 4.5],
  ...['paper', 'paper-up', 'paper-down', 'table'].flatMap((ground): [string, string, number][] => [['edge', ground, 3], ['focus', ground, 3]]),
]

describe('contrast of the tokens', () => {
  for (const [front, ground, least] of pairs)
    it(`${front} on ${ground} is at least ${least} to 1`, () => {
      for (const theme of [0, 1] as const) expect(contrast(front, ground, theme), theme ? 'at dusk' : 'by day').toBeGreaterThanOrEqual(least)
    })
})
