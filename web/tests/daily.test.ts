// The deal of the day: the same for everybody, and what bots of each level make of it.
import { expect, test } from 'vitest'
import { playLevels } from '../src/daily/daily'
import { dateOf } from '../src/daily/date'
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
      if (level === 4) stop.abort() // the fifth takes longer
    }
    await playLevels(Engine.of(module), world().parts.mind, date, hear, stop.signal)
    return told
  }
  const first = await scores()
  expect(first.map(([level]) => level)).toEqual([1, 2, 3, 4])
  for (const [, { place, parts, rounds }] of first) {
    expect(place).toBeGreaterThan(0)
    expect(parts).toBeLessThanOrEqual(6)
    expect(rounds).toBeGreaterThan(4)
  }
  expect(await scores()).toEqual(first)
}, 60_000)
