// For everyone: the focus stays where work goes on, single keys can be switched off, targets are large enough, own actions are said,
// sound is offered once.
import { expect, test, type Page } from '@playwright/test'
import { newGame, play, round, type Step } from './player'

const focused = (page: Page) => page.evaluate(() => {
  const e = document.activeElement!
  return e === document.body ? 'nowhere' : `${e.tagName.toLowerCase()} ${e.className} ${e.getAttribute('aria-label') ?? e.textContent}`
})

test('by keys through a turn the focus is never dropped', async ({ page }) => {
  await newGame(page, { players: 2, seed: '4' })
  await page.locator('button.sell').first().focus()
  const places: string[] = []
  const state = () => page.locator('.phases .now, .hand, [data-area=deck], footer.actions').allInnerTexts().then(String)
  for (let i = 0; i < 14 && !/End turn/.test(places.at(-1) ?? ''); i++) {
    const before = await state()
    await page.keyboard.press(/Build/.test(places.at(-1) ?? '') ? 'e' : 'Enter') // sells, builds nothing, puts cards away
    await expect.poll(state).not.toBe(before)
    await expect.poll(() => focused(page)).not.toBe('nowhere')
    places.push(await focused(page))
  }
  expect(places[0]).toMatch(/^button card .*Build|^button .*main/)
  expect(places.at(-1)).toMatch(/End turn/)
  await page.keyboard.press('Enter')
  await expect(page.locator('button.sell').first()).toBeVisible()
  await expect.poll(() => focused(page)).toMatch(/sell/)
})

test('single keys do nothing for who has switched them off; Ctrl+Z still does', async ({ page }) => {
  await newGame(page, { settings: { keys: false } })
  await page.locator('button.sell').first().waitFor()
  for (const key of ['?', 'c', 's', '1', 'e']) await page.keyboard.press(key)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('button.sell').first()).toBeVisible()
  await page.locator('button.sell').first().click()
  await page.keyboard.press('Control+z')
  await expect(page.locator('button.sell').first()).toBeVisible()
})

test('what one does oneself is said, and that it is taken back', async ({ page }) => {
  await newGame(page)
  await page.locator('button.sell').first().click()
  const said = page.getByRole('log')
  await expect(said).toHaveText(/You sell/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(said).toHaveText('Undone.')
})

test('every target is 24 pixels high and wide, in every phase', async ({ page }) => {
  await newGame(page, { players: 3, seed: '5' })
  const seen = new Set<Step>()
  const small = new Set<string>()
  await play(page, async what => {
    if (what !== 'wait' && !seen.has(what))
      for (const found of await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('button, a[href], input, select, summary')]
          .map(e => [e, e.getBoundingClientRect()] as const)
          .filter(([e, box]) => box.width > 1 && (box.width < 23.9 || box.height < 23.9) && getComputedStyle(e).display !== 'inline' && !e.closest('label'))
          .map(([e, box]) => `${e.getAttribute('aria-label') ?? e.textContent}: ${Math.round(box.width)} x ${Math.round(box.height)}`),
      ))
        small.add(found)
    seen.add(what)
    return (await round(page)) >= 2
  })
  expect([...small]).toEqual([])
})

test('sound is offered once, when the game is over, where it covers nothing', async ({ page }) => {
  await newGame(page, { players: 2, seed: '5' })
  const offer = page.getByRole('complementary', { name: 'Sound' })
  await play(page, async () => (await round(page)) >= 3)
  await expect(offer).toHaveCount(0)
  await play(page)
  await expect(offer).toBeVisible()
  await offer.getByRole('button', { name: 'With sound' }).click()
  await expect(offer).toHaveCount(0)
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('ff.settings')!).sound)).toBe(true)
})
