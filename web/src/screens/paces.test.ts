import { beforeAll, expect, test } from 'vitest'
import { setLanguage } from '../i18n/i18n.svelte'
import { clockName, clocks, isSlowClock, paceOptions, pauseText } from './paces'

beforeAll(async () => {
  await setLanguage('en')
})

test('every clock has a name of its own', () => {
  const names = clocks.map(clockName)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toContain('3 days for all turns, 12 hours more each round')
  expect(names).toContain('10 minutes')
})

test('pauses are those of this zone', () => {
  expect(pauseText(false, false)).toBe('')
  expect(pauseText(true, true, 60)).toBe('22:00-07:00,weekend,+01:00')
  expect(pauseText(false, true, -210)).toBe('weekend,-03:30')
  expect(pauseText(true, false, 0)).toBe('22:00-07:00,+00:00')
})

test('only slow games have pauses and holidays', () => {
  const live = clocks.find(clock => clock.turn_s === 60)!
  const slow = clocks.find(clock => clock.reserve_s === 259_200)!
  expect(isSlowClock(live)).toBe(false)
  expect(paceOptions(live, true, true, 7)).toEqual({ turn_s: 60 })
  expect(paceOptions(slow, false, true, 7)).toMatchObject({ reserve_s: 259_200, increment_s: 43_200, holidays: 7, pause: expect.stringMatching(/^weekend/) as string })
})
