// Several people on one device: between their turns the screen shows nobody's cards.
import { expect, test } from '@playwright/test'
import { play, quiet } from './player'

test('the screen is covered between the turns of two people', async ({ page }) => {
  await quiet(page)
  await page.goto('/friends')
  await page.getByRole('link', { name: 'Set up a game' }).click()
  await page.getByRole('radio', { name: '2', exact: true }).check()
  await page.getByRole('button', { name: 'Start' }).click()
  const cover = page.getByRole('button', { name: /show my hand/ })
  await expect(cover).toBeVisible()
  await expect(page.locator('.hand')).toHaveCount(0)
  const first = await cover.innerText()
  await cover.click()
  await expect(page.getByRole('heading', { name: 'Your hand' })).toBeVisible()
  await play(page, async () => (await cover.count()) > 0)
  await expect(page.locator('.hand')).toHaveCount(0)
  expect(await cover.innerText()).not.toBe(first)
})
