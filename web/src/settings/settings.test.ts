import { beforeAll, expect, test } from 'vitest'
import type { Settings } from './settings.svelte'

let settingsOf: (text: string | null) => Settings
beforeAll(async () => ({ settingsOf } = await import('./settings.svelte')))

test('what was stored is read back', () => {
  const stored = { ...settingsOf(null), theme: 'dark', motion: 'slow', sound: true, textSize: 150, tipsSeen: ['sell'] }
  expect(settingsOf(JSON.stringify(stored))).toEqual(stored)
})

test('what is not ours is left out, value by value', () => {
  const defaults = settingsOf(null)
  for (const text of ['', 'no JSON', 'null', '7', '[]', '{"theme":7,"textSize":1000,"sound":"yes","tipsSeen":{}}'])
    expect(settingsOf(text)).toEqual(defaults)
  expect(settingsOf('{"theme":"dark","motion":"wild"}')).toEqual({ ...defaults, theme: 'dark' })
})
