// A reload, or a closed laptop, loses nothing.
import { expect, test } from '@playwright/test'
import { newGame, play, round } from './player'

test('a reload in the middle of a turn', async ({ page }) => {
  await newGame(page, { seed: '8' })
  await play(page, async () => (await round(page)) >= 2 && (await page.locator('button.sell').count()) > 0)
  await page.getByRole('button', { name: /^Sell at/ }).first().click()
  await expect(page.getByRole('button', { name: /^Sell at/ })).toHaveCount(0)
  const lines = () => page.locator('.log li').allInnerTexts()
  const log = await lines()
  const purse = page.locator('.purse [data-at^="coins"]').getByRole('img')
  const coins = await purse.getAttribute('aria-label')
  await page.reload()
  await expect(purse).toHaveAttribute('aria-label', coins!)
  await expect.poll(lines).toEqual(log)
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled()
})

test('the landing leads back to the game that waits', async ({ page }) => {
  await newGame(page, { seed: '8' })
  const address = page.url()
  await page.goto('/')
  await page.getByRole('link', { name: /Go on playing/ }).click()
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('contentinfo')).toBeVisible()
})
