// What must hold in any browser: the page starts where storage is refused, "back" closes a sheet first, and games leave nothing behind.
import { expect, test } from '@playwright/test'
import { complaints, newGame, play, quiet, round } from './player'

test('where the browser refuses storage every screen starts, games are played, and it is said that nothing is kept', async ({ page }) => {
  const wrong = complaints(page)
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) Object.defineProperty(window, name, { get: refuse })
    Object.defineProperty(navigator, 'serviceWorker', { get: refuse })
    navigator.locks.request = () => Promise.reject(new DOMException('denied', 'SecurityError'))
  })
  for (const address of ['/settings', '/stats', '/puzzles', '/learn', '/rules', '/new', '/']) {
    await page.goto(address)
    await expect(page.getByRole('main')).toBeVisible()
  }
  await expect(page.getByRole('status').filter({ hasText: 'does not let the page store anything' })).toBeVisible()
  await page.locator('button.way').first().click()
  await page.getByRole('button', { name: 'No more explanations' }).click()
  await play(page, async () => (await round(page)) >= 2)
  await expect(page.getByText('This game is open in another tab')).toHaveCount(0)
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('link', { name: 'Continue' }).or(page.locator('a.way.btn-primary')).first().click() // kept as long as the page is open
  await expect(page.getByRole('contentinfo', { name: 'What to do now' })).toBeVisible()
  expect(wrong).toEqual([])
})

test('"back" closes an open sheet, and only then leaves the table', async ({ page }) => {
  await newGame(page)
  const address = page.url()
  for (const open of ['?', 'c']) {
    await page.keyboard.press(open)
    await expect(page.locator('dialog[open]')).toBeVisible()
    await page.goBack()
    await expect(page.locator('dialog[open]')).toHaveCount(0)
    expect(page.url()).toBe(address)
    await expect(page.getByRole('contentinfo', { name: 'What to do now' })).toBeVisible()
  }
  await page.goBack()
  await expect(page).not.toHaveURL(address)
})

test('a game that was left leaves nothing of its table in memory', async ({ page }) => {
  await quiet(page)
  await page.goto('/')
  const devtools = await page.context().newCDPSession(page)
  const has = (selector: string) => page.waitForFunction(wanted => !!document.querySelector(wanted), selector) // a locator would hold the element
  /** Nodes in memory that are not in the document. */
  const gone = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    const { nodes } = await devtools.send('Memory.getDOMCounters')
    return nodes - (await page.evaluate(() => document.evaluate('count(//node())', document, null, XPathResult.NUMBER_TYPE).numberValue))
  }
  const after: number[] = []
  for (let game = 0; game < 5; game++) {
    await has('button.way:enabled')
    await page.evaluate(() => document.querySelector<HTMLElement>('button.way')!.click())
    await has('footer.actions button')
    await page.evaluate(() => document.querySelector<HTMLElement>('a.home')!.click())
    await has('.landing')
    after.push(await gone())
  }
  // The first game loads the templates of all its components, which stay. A table has more than 2,000 nodes.
  await expect.poll(async () => (await gone()) - after[0]!, { message: String(after) }).toBeLessThan(1500)
})
