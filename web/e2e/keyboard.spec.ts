// A whole game without a pointer.
import { expect, test, type Page } from '@playwright/test'
import { newGame, nextStep, play, round, type Step } from './player'

/** Goes on with a key until the focus is on something that the test accepts. */
async function keyTo(page: Page, key: 'Tab' | 'ArrowRight', selector: string, most: number): Promise<boolean> {
  for (let i = 0; i < most; i++) {
    if (await page.evaluate(s => document.activeElement?.matches(s) ?? false, selector)) return true
    await page.keyboard.press(key)
  }
  return false
}

const goals = {
  build: ['f', 'ArrowRight', '.space.legal', 8],
  store: ['', 'Tab', '.store button', 40],
  pick: ['h', 'ArrowRight', '.hand .card.legal[aria-label^=Build]', 14],
  bury: ['h', 'ArrowRight', '.hand .card.legal', 14],
} as const

async function keyStep(page: Page, what: Step) {
  if (what === 'sell') {
    const rows = await page.locator('button.sell').evaluateAll(all => all.map(b => b.getAttribute('aria-disabled')))
    await page.keyboard.press(String(rows.indexOf('false') + 1))
  } else if (what === 'main') await page.keyboard.press('e')
  else if (what === 'wait') await page.waitForTimeout(10)
  else if (what !== 'over') {
    const [area, key, selector, most] = goals[what]
    if (area) await page.keyboard.press(area)
    expect(await keyTo(page, key, selector, most), what).toBe(true)
    await page.keyboard.press('Enter')
  }
}

test('a whole game by keys alone', async ({ page }) => {
  await newGame(page, { players: 2, seed: '4' })
  let what: Step = 'wait'
  for (let i = 0; i < 2000 && what !== 'over'; i += what === 'wait' ? 0 : 1) {
    what = await page.evaluate(nextStep)
    await keyStep(page, what)
  }
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toBeVisible()
  expect(await round(page)).toBeGreaterThan(3)
})

test('few stops from the top to the action bar, however long the game is; inside the log, arrows', async ({ page }) => {
  await newGame(page, { players: 3, seed: '4' })
  await play(page, async () => (await round(page)) >= 5 && (await page.locator('button.sell').count()) > 0)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  const stops: string[] = []
  for (let i = 0; i < 60 && !/^footer/.test(stops.at(-1) ?? ''); i++) {
    await page.keyboard.press('Tab')
    stops.push(await page.evaluate(() => {
      const at = document.activeElement!
      return `${at.closest('footer') ? 'footer' : (at.closest<HTMLElement>('[data-area]')?.dataset.area ?? '')} ${at.getAttribute('aria-label') ?? at.textContent}`
    }))
  }
  expect(stops.at(-1)).toMatch(/^footer/)
  expect(stops.length).toBeLessThan(28)
  for (const area of ['hand', 'field', 'log']) expect(stops.filter(stop => stop.startsWith(area))).toHaveLength(1)

  await page.keyboard.press('l')
  const seen = new Set<string>()
  for (let i = 0; i < 12; i++) {
    seen.add((await page.evaluate(() => document.activeElement?.closest('.log') ? document.activeElement!.textContent : null)) ?? 'lost')
    await page.keyboard.press(i === 0 ? 'End' : 'ArrowUp')
  }
  expect(seen).not.toContain('lost')
  expect(seen.size).toBeGreaterThan(6)
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
