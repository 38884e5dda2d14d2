import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { overlap, panelPlace, type Box } from '../table/place'
import { progressOf } from './progress'
import { acts, stepAt, type Step } from './lesson'
import type { TableState } from '../game/types'

describe('the lesson', () => {
  test('no step is there twice', () => {
    const ids = acts.flatMap(act => act.steps.map(step => step.id))
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('an act ends with a step that waits for its reader', () => {
    for (const act of acts) expect(act.steps.at(-1)!.until).toBeUndefined()
  })

  test('the record has what the acts speak of', () => {
    const lines = readFileSync(`${import.meta.dirname}/lesson.jsonl`, 'utf8').trim().split('\n').map(line => JSON.parse(line))
    const [game] = lines
    expect(game.players).toHaveLength(2)
    expect(game.order[0]).toBe(0)
    expect(game.decks[0].slice(0, 6)).toEqual(expect.arrayContaining(['crane', 'magistrate', 'hops1']))
    const round = (n: number) => lines.find(line => line.event === 'round' && line.round === n)
    expect(round(5).order[0]).toBe(0)
    expect(round(5).board[0]).toEqual(expect.arrayContaining(['crane', 'palace5']))
    expect(round(5).prices.flat()).toContain(0)
    expect(round(8).order[0]).toBe(0)
    expect(round(8).board[0].filter((card: string) => card.startsWith('palace'))).toHaveLength(4)
    const draws = lines.filter(line => line.event === 'draw' && line.player === 0).map(line => line.cards)
    expect(draws[5]).toContain('palace2')
    expect(draws[8]).toContain('palace6')
    expect(draws[9]).toContain('palace4')
    const third = lines.filter(line => line.event === 'discard' && line.player === 0)[2]
    expect(third.bottom).toContain('palace4')
  })

  test('the record is one of the default edition', () => {
    const game = JSON.parse(readFileSync(`${import.meta.dirname}/lesson.jsonl`, 'utf8').split('\n')[0]!)
    const edition = readFileSync(`${import.meta.dirname}/../../../editions/default.edition`, 'utf8')
    for (const [card, cost] of Object.entries(game.costs)) expect(edition).toMatch(new RegExp(`^cost ${card} ${cost}\\b`, 'm'))
    expect(edition).toMatch(new RegExp(`^price_track ${game.price_track.join(' ')}$`, 'm'))
    expect(edition).toMatch(new RegExp(`^price_start ${game.price_start}$`, 'm'))
  })

  test('steps that are done or not needed are passed', () => {
    const step = (id: string, more: Partial<Step> = {}): Step => ({ id, text: () => id, ...more })
    const steps = [step('a', { until: () => true }), step('b', { when: () => false }), step('c'), step('d')]
    const at = (from: number) => stepAt(steps, from, {} as TableState)
    expect([0, 1, 2, 3].map(at)).toEqual([2, 2, 2, 3])
  })

  test('what was asked for and is undone is asked again; what was only watched is not', () => {
    const asked = (id: string, done: boolean, watch = false): Step => ({ id, text: () => id, until: () => done, watch })
    const read: Step = { id: 'read', text: () => '' }
    const at = (...steps: Step[]) => stepAt(steps, 2, {} as TableState)
    expect(at(asked('sell', false), read, read, read)).toBe(0)
    expect(at(asked('sell', true), read, read, read)).toBe(2)
    expect(at(asked('wait', false, true), read, read, read)).toBe(2)
  })
})

test('progress that was stored is read back; anything else is a new start', () => {
  const progress = { done: [1], now: { act: 2, game: 'abc', step: 3 } }
  expect(progressOf(JSON.stringify(progress))).toEqual(progress)
  for (const text of [null, '', '7', '[]', '{"done":7}', 'no']) expect(progressOf(text)).toEqual({ done: [], now: null })
  expect(progressOf('{"done":[1,9,1],"now":{"act":7}}')).toEqual({ done: [1], now: null })
})

describe('the coach stands beside what it points at', () => {
  const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom })
  const laptop = box(0, 0, 1366, 768)
  const panel = (place: { left: number; top: number }, w = 400, h = 220) => box(place.left, place.top, place.left + w, place.top + h)

  test.each([
    ['top', box(300, 0, 1000, 250)],
    ['bottom', box(300, 500, 1000, 760)],
    ['left', box(0, 50, 240, 700)],
    ['right', box(1100, 50, 1360, 700)],
  ])('a target at the %s', (_, target) => {
    const place = panel(panelPlace(target, [], [], [400, 220], laptop))
    expect(overlap(place, target)).toBe(0)
    expect(overlap(place, box(0, 0, 1366, 768))).toBe(400 * 220)
  })

  test('what is needed stays clear as well', () => {
    const [target, needed] = [box(250, 50, 1100, 220), box(250, 320, 1100, 700)]
    const place = panel(panelPlace(target, [needed], [], [230, 300], laptop), 230, 300)
    expect(overlap(place, target) + overlap(place, needed)).toBe(0)
  })

  test('where there is nothing it stands before it covers anything', () => {
    const shown = [box(8, 54, 242, 240), box(250, 54, 1110, 700), box(1118, 54, 1358, 700)]
    const place = panel(panelPlace(box(260, 360, 710, 600), [], shown, [230, 300], laptop), 230, 300)
    expect(shown.map(one => overlap(place, one))).toEqual([0, 0, 0])
  })

  test('no bar is covered, however the target lies, where something so high fits between them', () => {
    for (const [width, height] of [[390, 844], [360, 640], [320, 640], [780, 493]] as const) {
      const bars = [box(0, 0, width, 48), box(0, height - 100, width, height)]
      for (const target of [null, box(0, 100, width, height - 100), box(0, 48, width, 110), box(0, height - 180, width, height)]) {
        const place = panel(panelPlace(target, [box(0, 100, width, height - 200)], [], [300, 180], box(0, 0, width, height), bars), 300, 180)
        expect(bars.map(bar => overlap(place, bar)), `${width}x${height}`).toEqual([0, 0])
      }
    }
  })

  test('what is about nothing in particular stands where the table shows least', () => {
    const shown = [box(8, 54, 242, 240), box(250, 54, 1110, 700), box(1118, 54, 1358, 700)]
    const place = panel(panelPlace(null, [], shown, [230, 300], laptop), 230, 300)
    expect(shown.map(one => overlap(place, one))).toEqual([0, 0, 0])
  })

  test('without a target, or without room, it stays in the window', () => {
    for (const target of [null, box(0, 0, 390, 844)]) {
      const place = panel(panelPlace(target, [], [], [374, 300], box(0, 0, 390, 844)), 374, 300)
      expect(overlap(place, box(0, 0, 390, 844))).toBe(374 * 300)
    }
  })
})
