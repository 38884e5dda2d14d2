// Pictures of every screen and state in windows of all kinds, by day and at dusk, for people to look at: tools/pictures.sh. Beside the single
// pictures there is one of all windows for each state. Nothing is tested here but that the states can be reached.
import { mkdirSync, readFileSync } from 'node:fs'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { newGame, play, quiet, step, type Step } from './player'
import { someResults } from './results'

const folder = process.env.PICTURES ?? ''
const windows = [[320, 640], [390, 844], [844, 390], [1024, 768], [1366, 768], [1920, 1080]] as const
const themes = ['light', 'dark'] as const

test.skip(!folder, 'only for tools/pictures.sh')
test.describe.configure({ retries: 0, timeout: 900_000 })
test.use({ viewport: { width: 1366, height: 768 }, actionTimeout: 20_000 })

const painted = (page: Page) => page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))

/** The state that is shown, in each window; `first` makes it so again, for what does not last. */
async function picture(page: Page, state: string, first: () => Promise<void> = async () => {}) {
  mkdirSync(folder, { recursive: true })
  const made: string[] = []
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    for (const [width, height] of windows) {
      await page.setViewportSize({ width, height })
      await first()
      await painted(page)
      const path = `${folder}/${state}-${width}x${height}-${colorScheme}.png`
      await page.screenshot({ path })
      made.push(path)
    }
  }
  await sheet(page.context().browser()!, state, made)
  await page.setViewportSize({ width: 1366, height: 768 })
}

async function sheet(browser: Browser, state: string, made: readonly string[]) {
  const page = await browser.newPage({ viewport: { width: 2000, height: 800 } })
  const images = made.map(path => `<img height="380" src="data:image/png;base64,${readFileSync(path).toString('base64')}">`)
  await page.setContent(`<body style="margin:0;background:#888;display:flex;flex-wrap:wrap;gap:6px">${images.join('')}</body>`)
  await page.screenshot({ path: `${folder}/${state}.png`, fullPage: true })
  await page.close()
}

/** Plays until that is the next thing to do. */
async function until(page: Page, what: Step, more: () => Promise<boolean> = async () => true) {
  const marks: Partial<Record<Step, string>> = { sell: 'button.sell[aria-disabled=false]', pick: '.hand .card.legal[aria-label^=Build]', build: '.space.legal', store: '.store button', over: 'dialog.over[open]' }
  await play(page, async () => (await page.locator(marks[what] ?? '[data-main]').count()) > 0 && (await more()))
}

test('screens', async ({ page }) => {
  await quiet(page)
  await page.addInitScript(text => localStorage.setItem('ff.results', text), JSON.stringify(someResults(80)))
  for (const [name, address] of [['home', '/'], ['new', '/new'], ['friends', '/friends'], ['learn', '/learn'], ['rules', '/rules'], ['settings', '/settings'], ['stats', '/stats'], ['puzzles', '/puzzles'], ['lost', '/lost/x']] as const) {
    await page.goto(address)
    await expect(page.getByRole('main')).toBeVisible()
    await picture(page, name)
  }
})

test('the lesson', async ({ page }) => {
  await quiet(page)
  await page.goto('/learn')
  await page.getByRole('button', { name: /^Start.*Fields and breweries/ }).click()
  await expect(page.locator('.beside')).toBeVisible()
  await picture(page, 'lesson')
})

test('a game of three: a turn', async ({ page }) => {
  await newGame(page, { players: 3, seed: '21', settings: { tips: true, tipsSeen: [] } })
  await until(page, 'sell')
  await picture(page, 'first-sale')
  await page.evaluate(() => window.dispatchEvent(new StorageEvent('storage', { key: 'ff.settings', newValue: JSON.stringify({ motion: 'none', tips: false }) })))
  await until(page, 'sell', async () => Number(/\d+/.exec(await page.locator('.head .round').innerText())?.[0]) >= 4)
  await picture(page, '3-sell')
  await page.locator('.best button.sell, button.sell').first().click()
  await picture(page, '3-build')
  if (await page.locator('.hand .card.legal[aria-label^=Build]').count()) {
    await page.locator('.hand .card.legal[aria-label^=Build]').first().click()
    await picture(page, '3-space')
  }
  await page.keyboard.press('Escape')
  await page.locator('.hand button.card').first().focus()
  await page.keyboard.press('i')
  await expect(page.locator('dialog.inspector')).toBeVisible()
  await picture(page, '3-inspector')
  await page.keyboard.press('Escape')
  await page.locator('.head').getByRole('button', { name: 'Settings' }).click()
  await picture(page, '3-settings')
  await page.keyboard.press('Escape')
  await play(page, async () => (await page.locator('.hand .card.legal').count()) > 0 && (await page.locator('.hand .card.legal[aria-label^=Build]').count()) === 0)
  await picture(page, '3-keep')
  await until(page, 'main', async () => /End turn/.test(await page.locator('[data-main]').innerText()))
  await picture(page, '3-end-turn')
})

test('a game of three: others play', async ({ page }) => {
  await newGame(page, { players: 3, seed: '21', settings: { motion: 'slow' } })
  await until(page, 'main', async () => /End turn/.test(await page.locator('[data-main]').innerText()))
  await page.evaluate(() => window.dispatchEvent(new StorageEvent('storage', { key: 'ff.settings', newValue: JSON.stringify({ motion: 'normal', tips: false, pace: 'step' }) })))
  await page.locator('[data-main]').click()
  await expect(page.locator('[data-main]')).toHaveText(/Next|Go on/)
  await picture(page, '3-others')
  for (let i = 0; i < 60 && !/Prices/.test((await page.locator('.head [aria-current]').first().textContent({ timeout: 500 }).catch(() => '')) ?? ''); i++) await step(page)
  await picture(page, '3-market')
})

test('a game of two: the end and the look back', async ({ page }) => {
  await newGame(page, { players: 2, seed: '20' })
  await until(page, 'sell')
  await picture(page, '2-sell')
  await play(page)
  await picture(page, '2-over')
  await page.locator('dialog.over a[href^="/review/"]').click()
  await expect(page.getByRole('main')).toBeVisible()
  await page.waitForTimeout(1500)
  await picture(page, '2-review')
  const address = page.url()
  await page.goto(`${address}?at=40`)
  await page.waitForTimeout(1000)
  await picture(page, '2-look-back')
})

test('an expert game of five', async ({ page }) => {
  await newGame(page, { mode: 'expert', players: 5, seed: '22' })
  await page.waitForTimeout(500)
  await picture(page, '5-setup')
  await until(page, 'sell')
  await picture(page, '5-sell')
  await until(page, 'build')
  await picture(page, '5-space')
  await play(page)
  await picture(page, '5-over')
})

test('a table of the server', async ({ browser, page }) => {
  test.skip(!process.env.PAGE_COMMAND, 'needs the server')
  await quiet(page)
  await page.goto('/friends')
  await page.getByLabel('Your name').fill('Anna')
  await page.locator('form.create input[value="3"]').check({ force: true })
  await page.getByRole('button', { name: /Create|Make|Open a table/ }).click()
  await expect(page).toHaveURL(/\/t\/[a-z2-7]{16}$/)
  await expect(page.getByRole('main')).toBeVisible()
  await page.waitForTimeout(500)
  await picture(page, 'lobby')
  const others = await Promise.all(['Ben', 'Clara'].map(async name => {
    const other = await (await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' })).newPage()
    await quiet(other)
    await other.goto(page.url())
    await other.getByLabel('Your name').fill(name)
    await other.getByRole('button', { name: /Take|Sit/ }).first().click()
    return other
  }))
  await expect(page.getByRole('contentinfo', { name: 'What to do now' })).toBeVisible()
  for (let i = 0; i < 90; i++) for (const one of [page, ...others]) await step(one)
  await picture(page, 'online')
})
