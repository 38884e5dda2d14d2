// The deal of the day: the same for everybody, and what bots of each level make of it.
import { expect, test } from 'vitest'
import { playLevels } from '../src/daily/levels'
import { dateOf } from '../src/daily/date'
import { keepScores, loadScores } from '../src/daily/score'
import { Engine, type Score } from '../src/engine/engine'
import { module, world } from './world'

test('the day is that of the calendar here', () => {
  expect(dateOf(new Date(2026, 0, 5, 0, 0, 1))).toBe('2026-01-05')
  expect(dateOf(new Date(2026, 10, 16, 23, 59, 59))).toBe('2026-11-16')
})

test('a date gives what it gives at the terminal', () => {
  const daily = Engine.of(module).daily('2026-11-16')
  expect(daily).toMatchObject({ date: '2026-11-16', seed: 7374759680901312, mode: 'base', seat: 2 })
  expect(daily.levels.map(level => level === null)).toEqual([false, false, true])
  expect(() => Engine.of(module).daily('2026-02-30')).toThrow('that is no date')
})

test.each(['2026-11-16', '2026-11-19'])('on %s bots of the first levels end the same way again', async date => {
  const scores = async () => {
    const stop = new AbortController()
    const told: [number, Score][] = []
    const hear = (level: number, score: Score) => {
      told.push([level, score])
      if (level === 5) stop.abort() // the others take longer
    }
    await playLevels(Engine.of(module), world().parts.mind, date, hear, stop.signal)
    return told
  }
  const first = await scores()
  expect(first.map(([level]) => level)).toEqual([1, 2, 3, 4, 5])
  for (const [, { place, parts, rounds }] of first) {
    expect(place).toBeGreaterThan(0)
    expect(parts).toBeLessThanOrEqual(6)
    expect(rounds).toBeGreaterThan(4)
  }
  expect(await scores()).toEqual(first)
}, 60_000)

test('what bots made of the day is kept for that day, from the first level on without a gap', () => {
  let text: string | null = null
  const shelf = { getItem: () => text, setItem: (_: string, value: string) => void (text = value), removeItem: () => void (text = null) }
  const score = { place: 1, parts: 6, coins: 3, rounds: 9, order: 7 }
  const scores = [1, 2, 4].map(level => ({ level, score }))
  keepScores('2026-11-16', scores, shelf)
  expect(loadScores('2026-11-16', shelf)).toEqual(scores.slice(0, 2))
  expect(loadScores('2026-11-17', shelf)).toEqual([])
  for (const odd of ['nonsense', 'null', '{"date":"2026-11-16","scores":[{"level":1}]}']) {
    text = odd
    expect(loadScores('2026-11-16', shelf)).toEqual([])
  }
})

test('a game that is tried again or begun anew from a deal of the day is no deal of the day', async () => {
  const { start, open, store } = world()
  const id = await start({ mode: 'base', seats: ['person', 2], names: ['You', 'Bartl'], memoryAid: true })
  await store.put({ ...(await store.get(id))!, daily: '2026-11-16' })
  const table = await open(id)
  for (const next of [await table.rematch(), await table.playOnFrom(0, 0, 2)]) expect((await store.get(next))!.daily).toBeUndefined()
  table.close()
})
