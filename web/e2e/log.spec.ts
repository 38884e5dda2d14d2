// The log: by turn, what is routine folded, with the prices that moved; and what happened since one's last turn.
import { expect, test } from '@playwright/test'
import { newGame, play, round } from './player'

test('by turn, with prices and the palace price; old rounds and what every turn has are folded', async ({ page }) => {
  await newGame(page, { players: 3, seed: '21' })
  await play(page, async () => (await round(page)) >= 6 && (await page.locator('button.sell').count()) > 0)
  const log = page.locator('[data-area=log]')
  const before = (await round(page)) - 1
  await expect(log.getByRole('button', { name: 'Round 2', exact: true })).toHaveAttribute('aria-expanded', 'false')
  await expect(log.getByRole('button', { name: `Round ${before}`, exact: true })).toHaveAttribute('aria-expanded', 'true')
  await expect(log.locator('.move').first()).toBeVisible()
  expect(await log.locator('.line').allTextContents()).toEqual(expect.arrayContaining([expect.stringMatching(new RegExp(`Round ${before} ends\\. .*from \\d to \\d`))]))
  expect(await log.getByRole('button').count()).toBeLessThan(40)
  await log.getByRole('button', { name: /under the deck, \d kept/ }).first().click()
  await expect(log.locator('.folded .line').first()).toContainText(/under/)
  await log.getByRole('button', { name: 'Round 2', exact: true }).click()
  await log.locator('.line').first().click()
  await expect(page.getByText('You are looking at the past.')).toBeVisible()
})

test('since your last turn: a line in the log, and a number on its tab after a wait', async ({ page }) => {
  await newGame(page, { players: 3, seed: '21' })
  await play(page, async () => (await round(page)) >= 3 && (await page.locator('button.sell').count()) > 0)
  await expect(page.locator('.log .since')).toHaveText('Since your last turn')
  await expect(page.locator('.log .since')).toBeInViewport()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(page.getByRole('tab', { name: /Log.*\d turns? since yours/ })).toBeVisible()
  await page.getByRole('tab', { name: /Log/ }).click()
  await expect(page.getByRole('tab', { name: /since yours/ })).toHaveCount(0)
  await expect(page.locator('.log .since')).toBeInViewport()
})
