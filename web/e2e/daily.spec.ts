// The deal of the day on this device: the same for everybody, at the end the bots' results and a line to share. same.spec.ts is about the
// one of the server.
import { expect, test } from '@playwright/test'
import { complaints, play, quiet } from './player'

test('the deal of the day is played, compared and shared', async ({ page, context, browserName }) => {
  if (browserName === 'chromium') await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.setFixedTime(new Date(2026, 10, 16, 12))
  const said = complaints(page)
  await quiet(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Deal of the day' }).click()
  await page.getByRole('button', { name: 'Play on this device' }).click()
  await expect(page).toHaveURL(/\/game\//)
  const address = page.url()
  await page.goto('/daily')
  await page.getByRole('button', { name: 'Play on this device' }).click()
  await expect(page).toHaveURL(address)
  await play(page)
  const told = page.getByRole('region', { name: 'The deal of the day' })
  await expect(told.getByRole('listitem')).toHaveCount(8, { timeout: 300_000 })
  await expect(told.locator('.line')).toHaveText(/^Fürstenfeld 2026-11-16: place [123] of 3, palace [0-6]\/6, \d+ coins?, \d+ rounds(; better than bots of level [\d ]+)?$/)
  await told.getByRole('button', { name: 'Copy the result' }).click()
  await expect(told.getByRole('button', { name: 'Copied' })).toBeVisible()
  await page.goto('/daily')
  await page.getByRole('button', { name: 'Play on this device' }).click()
  await expect(page).toHaveURL(/\/review\//)
  expect(said).toEqual([])
})
