// What the page says to a browser that it can't be played in, to one that is slow, and what it leaves free beside a notch.
import { expect, test } from '@playwright/test'
import { newGame, quiet } from './player'

const needs = /Chrome (or|oder|o) Edge 111, Firefox 121, Safari 16\.4/

test('a browser without what the page needs is told so, in its language', async ({ page }) => {
  await page.addInitScript(() => (WebAssembly.validate = () => false))
  await page.goto('/')
  await expect(page.getByRole('alert')).toHaveText(needs)
  await page.getByLabel('Language').selectOption('de')
  await expect(page.getByRole('alert')).toHaveText(/^Dieser Browser ist zu alt/)
})

test('a browser that can not even read the page is told so', async ({ page }) => {
  await page.route('**/*.js', route => route.abort())
  await page.goto('/')
  await expect(page.getByText(needs).first()).toBeVisible()
  expect(parseFloat(await page.locator('.unstarted').evaluate(e => getComputedStyle(e).animationDelay))).toBeGreaterThan(3) // not while it is loaded
})

test('a start that takes long, or comes to nothing, says so', async ({ page }) => {
  await quiet(page)
  let answer = () => {}
  const asked = new Promise<void>(done => (answer = done))
  await page.route('**/*.wasm', async route => {
    await asked
    await route.abort()
  })
  for (const [address, name] of [['/new', 'Start'], ['/', /^Play/]] as const) {
    await page.goto(address)
    await page.getByRole('button', { name }).click()
    if (address === '/new') {
      await expect(page.getByRole('alert')).toHaveText(/still being loaded/)
      answer()
    }
    await expect(page.getByRole('alert')).toHaveText(/could not be started/)
    await expect(page.getByRole('button', { name })).toBeEnabled()
  }
})

test('a phone held sideways: nothing to press lies beside the notch', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  const notch = 47
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setSafeAreaInsetsOverride' as never, { insets: { left: notch, right: notch, bottom: 21 } } as never)
  await newGame(page, { seed: '5' })
  await page.locator('button.sell').first().waitFor()
  const boxes = await page.locator('main button:visible, header button:visible, header a:visible, footer button:visible').evaluateAll(all =>
    all.filter(e => !e.closest('.scroll, .hand')).map(e => [e.getAttribute('aria-label') ?? e.textContent, e.getBoundingClientRect().left, innerWidth - e.getBoundingClientRect().right] as const),
  )
  expect(boxes.length).toBeGreaterThan(10)
  expect(boxes.filter(([, left, right]) => left < notch || right < notch)).toEqual([])
})
