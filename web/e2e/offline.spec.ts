// Offline after the first visit, with the bots' network after the second; two tabs with one game; what the page weighs.
import { expect, test as base, type Page } from '@playwright/test'
import { lineTo, type Line } from './line'
import { complaints, ignoreGone, newGame, play, quiet, round } from './player'

const LANDING_MAX = 100_000
const FIRST_VISIT_MAX = 250_000
const EVERYTHING_MAX = 720_000
const port = Number(process.env.PAGE_PORT ?? 4873)

/** What the service worker was told to keep. */
interface Files {
  page: string[]
  words: { en: string[] }
  rare: string[]
  rareWords: { en: string[] }
  net: string
}

const filesOf = (page: Page): Promise<Files> =>
  page.evaluate(async () => {
    const worker = await (await fetch('/sw.js', { cache: 'no-store' })).text()
    return JSON.parse(/self\.FILES = (.*)/.exec(worker)![1]!.replaceAll('"./', '"/')) as Files // from any screen
  })

/** Whether all of them are kept for when there is no network. */
const kept = (page: Page, files: string[]): Promise<boolean> =>
  page.evaluate(async names => (await Promise.all(names.map(name => caches.match(name)))).every(Boolean), files)

const test = base.extend<{ line: Line }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads there what a fixture needs
  line: async ({}, use) => {
    const line = await lineTo(port)
    await use(line)
    line.close()
  },
})

test.describe('by a line that can be cut', () => {
  test.use({ serviceWorkers: 'allow', baseURL: ({ line }, use) => use(line.url) })

  /** Comes for the first time and stays until everything is kept that a first visit keeps. */
  async function firstVisit(page: Page): Promise<Files> {
    await quiet(page)
    await page.goto('/')
    const files = await filesOf(page)
    await expect.poll(() => kept(page, [...files.page, ...files.words.en])).toBe(true)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready)) // what is kept is of use to nobody before
    return files
  }

  const hint = (page: Page) => page.getByRole('button', { name: 'Hint' })

  test('offline after a first visit the page starts and plays with bots of level 2', async ({ page, line }) => {
    await firstVisit(page)
    line.cut()
    const found = complaints(page)
    await newGame(page, { players: 2, level: 2, seed: '4' })
    await play(page, async () => (await round(page)) >= 3)
    await page.goto('/rules')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(found).toEqual([])
  })

  test('offline after a first visit strong bots say what they need, and go on when it is there', async ({ page, line }) => {
    const { net } = await firstVisit(page)
    line.cut()
    await newGame(page, { players: 2, level: 7, seed: '4' })
    const notice = page.getByRole('alert').filter({ hasText: /not on this device.*level 2/ })
    await play(page, () => notice.isVisible())
    const again = notice.getByRole('button', { name: 'Try again' })
    await again.click()
    await expect(notice).toBeVisible() // the line is still cut
    line.mend()
    await play(page, async () => {
      if (await again.isVisible()) await again.click({ timeout: 5000 }).catch(ignoreGone) // what was asked before it was mended may fail still
      return (await round(page)) >= 2
    })
    await expect.poll(() => kept(page, [net])).toBe(true) // what was asked for once is kept
  })

  test('offline after a first visit a hint says what it needs', async ({ page, line }) => {
    await firstVisit(page)
    line.cut()
    await newGame(page, { players: 2, seed: '4' })
    await play(page, () => hint(page).isVisible())
    await hint(page).click()
    await expect(page.getByRole('contentinfo').getByText(/A hint needs .* not on this device yet/)).toBeVisible()
  })

  test('offline after a first visit the lesson says what it needs', async ({ page, line }) => {
    await firstVisit(page)
    line.cut()
    await page.goto('/learn')
    await expect(page.getByRole('alert')).toHaveText(/could not be loaded/)
  })

  test('offline after a second visit bots of level 7 play, hints are given, and lesson and statistics are there', async ({ page, context, line }) => {
    const { net, rare, rareWords } = await firstVisit(page)
    expect(await kept(page, [net])).toBe(false)
    await page.close()
    const again = await context.newPage()
    await quiet(again)
    await again.goto('/')
    await expect.poll(() => kept(again, [net, ...rare, ...rareWords.en])).toBe(true)
    line.cut()
    const found = complaints(again)
    for (const [address, title] of [['/learn', 'Learn by playing'], ['/stats', 'Statistics'], ['/puzzles', 'Puzzles']] as const) {
      await again.goto(address)
      await expect(again.getByRole('heading', { level: 1 })).toHaveText(title)
    }
    await newGame(again, { players: 2, level: 7, seed: '4' })
    await play(again, async () => (await round(again)) >= 2 && (await hint(again).isVisible()))
    await hint(again).click()
    await expect(again.getByRole('region', { name: 'Hint' })).toBeVisible()
    expect(found).toEqual([])
  })

  test('a network that was loaded before the service worker was there is kept too', async ({ page }) => {
    await page.goto('/healthz') // a page that starts no service worker
    const { net } = await filesOf(page)
    await page.evaluate(async name => (await fetch(name)).arrayBuffer(), net)
    await firstVisit(page)
    await expect.poll(() => kept(page, [net])).toBe(true)
  })

  test('a new version of a page that is here already keeps the network', async ({ page }) => {
    const { net } = await firstVisit(page)
    expect(await kept(page, [net])).toBe(false)
    await page.evaluate(() => navigator.serviceWorker.register('/sw.js?next')) // to the browser another version
    await expect.poll(() => kept(page, [net])).toBe(true)
  })

  test('a first visit weighs little: the landing, a game, and what is kept for offline', async ({ page, line }) => {
    test.skip(!process.env.PAGE_COMMAND, 'needs the server, which compresses: tools/browser.sh')
    await quiet(page)
    await page.goto('/')
    await expect(page.getByRole('button', { name: /^Play/ })).toBeVisible()
    console.log(`the landing: ${line.bytes()} bytes`)
    expect(line.bytes()).toBeLessThan(LANDING_MAX)
    await page.getByRole('button', { name: /^Play/ }).click()
    await play(page, async () => (await round(page)) >= 2)
    const { page: files, words, net } = await filesOf(page) // 2 kB that nobody else would load
    await expect.poll(() => kept(page, [...files, ...words.en])).toBe(true)
    expect(await kept(page, [net])).toBe(false)
    console.log(`a first visit: ${line.bytes()} bytes`)
    expect(line.bytes()).toBeGreaterThan(100_000)
    expect(line.bytes()).toBeLessThan(FIRST_VISIT_MAX)
  })
})

test('the landing comes without the code of the table, and the screens around it', async ({ page }) => {
  test.skip(!process.env.PAGE_COMMAND, 'needs the page as it is built: tools/browser.sh')
  const scripts: Promise<string>[] = []
  page.on('response', answer => {
    if (answer.url().endsWith('.js')) scripts.push(answer.text())
  })
  await page.goto('/')
  await expect(page.getByRole('button', { name: /^Play/ })).toBeVisible()
  const code = (await Promise.all(scripts)).join('')
  expect(code).toContain('landing.tagline')
  for (const word of ['breweries-title', 'WebAssembly.Instance', 'online-title']) expect(code).not.toContain(word)
})

test('two tabs do not fight: the newer one has the game, and the older one can take it over', async ({ page, context }) => {
  await newGame(page, { seed: '8' })
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('contentinfo', { name: 'What to do now' })).toBeVisible()
  await expect(page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: /another tab/i }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Sell at/ })).toHaveCount(0)
  await play(other, async () => (await round(other)) >= 2)
  await page.getByRole('button', { name: 'Take over here' }).click()
  await expect(other.getByRole('alert').filter({ hasText: /another tab/i })).toBeVisible()
  await play(page, async () => (await round(page)) >= 3)
})

test('the whole page weighs no more than it may: all screens, engine, art, one language, the bots\' network', async ({ page, line }) => {
  test.skip(!process.env.PAGE_COMMAND, 'needs the server, which compresses: tools/browser.sh')
  await page.goto(`${line.url}/healthz`) // a page that loads nothing else
  const files = await filesOf(page)
  const before = line.bytes()
  await page.evaluate(async names => {
    for (const name of names) await (await fetch(name, { cache: 'no-store' })).arrayBuffer()
  }, [...files.page, ...files.words.en, ...files.rare, ...files.rareWords.en, files.net])
  const bytes = line.bytes() - before
  console.log(`the whole page: ${bytes} bytes`)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThan(EVERYTHING_MAX)
})
