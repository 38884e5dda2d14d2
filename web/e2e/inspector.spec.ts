// Any card anywhere can be read: by a pointer that rests, a long press, keys, the menu key, and a press on what can't be played now. It never
// stays in the way.
import { expect, test, type Locator, type Page } from '@playwright/test'
import { faults } from './geometry'
import { lasting, newGame, play, round } from './player'

const sheet = (page: Page) => page.locator('dialog.inspector')
const near = (page: Page) => page.locator('.near')
const sells = (page: Page) => page.getByRole('button', { name: /^Sell at/ })

/** A card's name as its sheet has it. */
async function nameOf(card: Locator): Promise<string> {
  const label = (await card.getAttribute('aria-label'))!
  return label.replace(/^Build | for .*|^Space \d: /g, '').split(/[.:]/)[0]!
}

test('a pointer that rests on a card of the hand, a field or the log shows it, and takes no press away', async ({ page }) => {
  await newGame(page, { players: 3, seed: '11' })
  await sells(page).first().click()
  const card = page.locator('.hand .card').first()
  await card.hover()
  await expect(near(page)).toContainText('R')
  await expect(near(page)).toContainText('In your hand.')
  expect(await near(page).evaluate(e => getComputedStyle(e).pointerEvents)).toBe('none')
  await page.keyboard.press('Escape')
  await expect(near(page)).toHaveCount(0)
  await play(page, async () => (await round(page)) > 1 && (await sells(page).count()) > 0)
  await page.locator('.others [data-card]').first().hover()
  await expect(near(page)).toContainText(/field, on space \d/)
  await expect(near(page)).toContainText('Your own')
  await page.locator('.log [data-card]').first().hover()
  await expect(near(page)).toBeVisible()
  await page.mouse.move(700, 5)
  await expect(near(page)).toHaveCount(0)
})

test('by keys: the card with the focus is read, with its rule; Esc closes it and the focus is where it was', async ({ page }) => {
  await newGame(page, { players: 2, seed: '11' })
  await play(page, async () => (await round(page)) > 2 && (await sells(page).count()) > 0)
  for (const area of ['h', 'f', 'd'] as const) {
    await page.keyboard.press(area)
    if (area === 'f') for (let i = 0; i < 6 && !(await page.evaluate(() => document.activeElement?.hasAttribute('data-card'))); i++) await page.keyboard.press('ArrowRight')
    const card = await page.evaluate(() => document.activeElement?.getAttribute('data-card'))
    if (!card) continue
    const at = page.locator(`[data-area=${{ h: 'hand', f: 'field', d: 'deck' }[area]}] [data-card=${card}]`)
    const name = area === 'h' ? await nameOf(at) : /./
    await page.keyboard.press('i')
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await expect(sheet(page).getByRole('link', { name: /^Rule R/ }).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toBeHidden()
    await expect(at).toBeFocused()
  }
  // Those who switched single keys off have the menu key.
  await page.locator('.hand .card').first().focus()
  await page.locator('.hand .card').first().dispatchEvent('contextmenu')
  await expect(sheet(page)).toBeVisible()
})

test('a buried card tells when it comes back, a built one where it is, and what pays for itself after how many rounds', async ({ page }) => {
  await newGame(page, { players: 2, seed: '11' })
  await play(page, async () => (await round(page)) > 2 && (await sells(page).count()) > 0)
  await page.locator('[data-area=deck] .thumb').first().click()
  await expect(sheet(page)).toContainText(/In your deck: it comes (in \d+ rounds|next round)/)
  await sheet(page).getByRole('button', { name: 'Close' }).click()
  await page.locator('[data-area=field] [data-card]').first().click()
  await expect(sheet(page)).toContainText(/In your field, on space \d/)
  await page.mouse.click(5, 400) // beside it
  await expect(sheet(page)).toBeHidden()
  const field = page.locator('.hand .card[data-card^=hops], .hand .card[data-card^=barley], .hand .card[data-card^=water], .hand .card[data-card^=bank]').first()
  if (await field.count()) {
    await field.click()
    await expect(sheet(page)).toContainText(/paid for itself after \d+ round|no coins now/)
  }
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true })
  for (const [width, height] of [[320, 640], [390, 844], [844, 390]] as const)
    test(`a long press reads a card and plays nothing, at ${width} x ${height}`, async ({ page }) => {
      await page.setViewportSize({ width, height })
      await newGame(page, { players: 2, seed: '11' })
      await sells(page).first().click()
      const card = page.locator('.hand .card.legal').first()
      await card.scrollIntoViewIfNeeded()
      const box = (await card.boundingBox())!
      const touch = await page.context().newCDPSession(page)
      const points = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points })
      await expect(sheet(page)).toBeVisible()
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await expect(sheet(page)).toContainText('In your hand.')
      expect(await page.locator('.hand .picked').count()).toBe(0)
      expect(await lasting(() => faults(page))).toEqual([])
      await page.touchscreen.tap(width / 2, 8)
      await expect(sheet(page)).toBeHidden()
    })
})
