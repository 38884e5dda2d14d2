// A whole game without a pointer.
import { expect, test, type Page } from '@playwright/test'
import { newGame, round } from './player'

/** Goes on with Tab until the focus is on something that the test accepts. */
async function tabTo(page: Page, selector: string, most = 120): Promise<boolean> {
  for (let i = 0; i < most; i++) {
    if (await page.evaluate(s => document.activeElement?.matches(s) ?? false, selector)) return true
    await page.keyboard.press('Tab')
  }
  return false
}

async function keyStep(page: Page): Promise<boolean> {
  const see = (selector: string) => page.locator(selector).count()
  if (await see('dialog.over[open]')) return false
  if (await see('button.sell[aria-disabled=false]')) {
    const rows = await page.locator('button.sell').evaluateAll(all => all.map(b => b.getAttribute('aria-disabled')))
    await page.keyboard.press(String(rows.indexOf('false') + 1))
  } else if (await see('.space.legal')) {
    await page.keyboard.press('f')
    expect(await tabTo(page, '.space.legal', 8)).toBe(true)
    await page.keyboard.press('Enter')
  } else if (await see('.store button')) {
    expect(await tabTo(page, '.store button')).toBe(true)
    await page.keyboard.press('Enter')
  } else if (await see('.hand .card.legal[aria-label^=Build]')) {
    await page.keyboard.press('h')
    expect(await tabTo(page, '.hand .card.legal[aria-label^=Build]', 14)).toBe(true)
    await page.keyboard.press('Enter')
  } else if (await see('[data-main]')) await page.keyboard.press('e')
  else if (await see('.hand .card.legal')) {
    await page.keyboard.press('h')
    expect(await tabTo(page, '.hand .card.legal', 14)).toBe(true)
    await page.keyboard.press('Enter')
  } else await page.waitForTimeout(10)
  return true
}

test('a whole game by keys alone', async ({ page }) => {
  await newGame(page, { players: 2, seed: '4' })
  for (let i = 0; i < 2000 && (await keyStep(page)); i++);
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toBeVisible()
  expect(await round(page)).toBeGreaterThan(3)
})

test('the sheet of keys, and the state of the table said aloud', async ({ page }) => {
  await newGame(page)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('s')
  await expect(page.locator('[aria-live]').filter({ hasText: 'Palace price' })).toContainText('You have 2 coins')
})
