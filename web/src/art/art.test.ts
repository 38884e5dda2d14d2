// The pictures are whole: one for every card in every state, with numbers that are numbers and classes that have a colour.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CARDS, GOODS } from '../engine/types'
import { breweries } from './breweries'
import { subject, type OnSpace, type Ripeness } from './cards'
import { evening, festival } from './festival'
import { goods } from './goods'
import { cardBack, coin, demand, disc, marker, palaceMarker, shield } from './heraldry'
import { icons } from './icons'
import { edgesOf, palace, palacePart } from './palace'
import { panorama } from './panorama'
import { backdrop, land, landSmall } from './scenery'
import { seasonOf } from './seasons'
import { titleFront, titleView, wordmark } from './title'

const pictures = new Map<string, string>([['land', land], ['landSmall', landSmall], ['backdrop', backdrop], ['titleView', titleView], ['titleFront', titleFront], ['panorama', panorama], ...[0, 1, 2, 3, 4].map((seat): [string, string] => [`festival ${seat}`, festival(seat)]), ['wordmark', wordmark], ['evening', evening], ['coin', coin], ['palaceMarker', palaceMarker]])
for (const kind of [...CARDS, ...GOODS, null] as OnSpace[])
  for (const ripe of [0, 1, 2] as Ripeness[])
    for (const mode of ['base', 'expert'] as const) pictures.set(`${kind} ${ripe} ${mode}`, subject(kind, { ripe, mode }))
for (let built = 0; built < 64; built++) pictures.set(`palace ${built}`, palace(built))
for (const good of GOODS) pictures.set(good, goods[good] + demand(good, true) + demand(good, false) + marker(good))
for (const seat of [0, 1, 2, 3, 4]) pictures.set(`seat ${seat}`, shield(seat) + disc(seat) + cardBack(seat) + breweries[seat]!.crest)

describe('seasons', () => {
  it('last three rounds each, from summer on', () => {
    expect([0, 1, 3, 4, 6, 7, 9, 10, 12, 13].map(seasonOf)).toEqual(['summer', 'summer', 'summer', 'autumn', 'autumn', 'winter', 'winter', 'spring', 'spring', 'summer'])
  })
})

describe('pictures', () => {
  it('hold no number that is none', () => {
    for (const [name, svg] of pictures) expect(svg, name).not.toMatch(/NaN|undefined|Infinity|\[object/)
  })

  it('are all different from card to card', () => {
    const seen = new Map<string, string>()
    for (const card of CARDS) {
      const svg = subject(card)
      expect(seen.get(svg), card).toBeUndefined()
      seen.set(svg, card)
    }
  })

  it('use only classes that art.css gives a look', () => {
    const known = new Set([...readFileSync(new URL('./art.css', import.meta.url), 'utf8').matchAll(/\.pen \.([\w-]+)/g)].map((m) => m[1]))
    const used = new Set([...pictures.values()].flatMap((svg) => [...svg.matchAll(/class="([^"]*)"/g)].flatMap((m) => m[1]!.split(' ').filter(Boolean))))
    expect([...used].filter((word) => !known.has(word))).toEqual([])
  })

  it('the winner’s flags bear the winner’s arms', () => {
    expect(new Set([0, 1, 2, 3, 4].map(festival)).size).toBe(5)
  })

  it('contain no clip path, mask or filter: browsers ignore those in the sheet, which is not rendered', () => {
    for (const [name, svg] of pictures) expect(svg, name).not.toMatch(/clip|mask|filter|url\(/i)
    const pens = [...readFileSync(new URL('./art.css', import.meta.url), 'utf8').matchAll(/^\.pen .*$/gm)].map(([rule]) => rule)
    expect(pens.length).toBeGreaterThan(30)
    for (const rule of pens) expect(rule).not.toMatch(/clip|mask|filter/)
  })

  it('close every group they open', () => {
    for (const [name, svg] of pictures) expect(svg.split('<g').length, name).toBe(svg.split('</g>').length)
  })
})

describe('the palace of the expert game', () => {
  it('R6.6 joins a part with its neighbours on the spaces of their numbers, and shows what is still to come', () => {
    expect(edgesOf(1, 0b000011)).toEqual({ left: 'done', right: 'join', above: 'done', below: 'open' })
    expect(edgesOf(5, 0b010010)).toEqual({ left: 'open', right: 'open', above: 'join', below: 'done' })
    expect(edgesOf(6, 0b111111)).toEqual({ left: 'join', right: 'done', above: 'join', below: 'done' })
  })

  it('has no scaffolding left when it is complete', () => {
    const whole = [1, 2, 3, 4, 5, 6].flatMap((part) => Object.values(edgesOf(part, 63)))
    expect(whole).not.toContain('open')
    expect(palacePart(1, edgesOf(1, 1))).not.toBe(palacePart(1, edgesOf(1, 63)))
  })
})

describe('symbols', () => {
  it('are plain paths', () => {
    for (const [name, d] of Object.entries(icons)) expect(d, name).toMatch(/^M[\d\s.,A-Za-z-]+$/)
  })
})
