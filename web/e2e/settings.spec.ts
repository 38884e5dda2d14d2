// Settings take effect at once and stay.
import { expect, test } from '@playwright/test'
import { newGame, wider } from './player'

test('theme, text size and motion', async ({ page }) => {
  await page.goto('/settings')
  const root = page.locator('html')
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect(root).toHaveAttribute('data-theme', 'dark')
  const body = () => page.evaluate(() => getComputedStyle(document.body).color)
  const dark = await body()
  await page.getByRole('radio', { name: 'Light' }).check()
  await expect.poll(body).not.toBe(dark)
  await page.getByLabel('Text size').fill('5')
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  await page.getByRole('radio', { name: 'Slow' }).check()
  await page.getByRole('switch', { name: /Memory aid/ }).uncheck()
  await page.reload()
  await expect(root).toHaveAttribute('data-theme', 'light')
  await expect(page.getByLabel('Text size')).toHaveValue('5')
  await expect(page.getByRole('radio', { name: 'Slow' })).toBeChecked()
  await expect(page.getByRole('switch', { name: /Memory aid/ })).not.toBeChecked()
})

test('with text at 200 % every page can be read: nothing sticks out sideways', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('ff.settings', JSON.stringify({ textSize: 200 })))
  for (const address of ['/', '/new', '/learn', '/rules', '/rules#cards', '/settings']) {
    await page.goto(address)
    await expect(page.getByRole('main')).toBeVisible()
    expect(await wider(page), address).toBe(0)
  }
})

test('the games stored here can all be deleted, after a question', async ({ page }) => {
  await newGame(page, { players: 2, seed: '3' })
  await page.goto('/settings')
  await expect(page.getByText('1 game is stored here.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete all games' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete all games' }).click()
  await page.getByRole('button', { name: 'Delete all games' }).click()
  await expect(page.getByText('No games are stored here.')).toBeVisible()
})
