// player.ts - somebody at the table who can only see and click. What to do is read off the page, as a person would; which of
// the legal things is done does not matter much, so that it builds towards the palace and the game ends.
import { expect, type Browser, type Page } from '@playwright/test'

export interface Game {
  mode?: 'base' | 'expert'
  players?: 2 | 3 | 4 | 5
  /** Of the bots. */
  level?: 1 | 2 | 3 | 4 | 5 | 6 | 7
  seed?: string
  settings?: Record<string, unknown>
}

/** Every complaint of the browser is a failure; call it first. Returns what there was. */
export function complaints(page: Page): string[] {
  const found: string[] = []
  page.on('console', message => {
    if (/Service Worker registration blocked/.test(message.text())) return // by the test itself
    if (message.type() === 'error' || message.type() === 'warning') found.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', error => found.push(error.message))
  return found
}

/** Nothing moves and nothing is explained, unless said otherwise. */
export async function quiet(page: Page, more: Record<string, unknown> = {}) {
  const settings = JSON.stringify({ motion: 'none', tips: false, ...more })
  await page.addInitScript(text => {
    if (!localStorage.getItem('ff.settings')) localStorage.setItem('ff.settings', text)
  }, settings)
}

/** Somebody with a browser of their own, for tests in which several meet. */
export async function person(browser: Browser, viewport = { width: 1366, height: 768 }): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block', viewport })).newPage()
  await quiet(page)
  return page
}

/** From the landing through the form of a new game to the table. */
export async function newGame(page: Page, { mode = 'base', players = 3, level = 1, seed = '11', settings = {} }: Game = {}) {
  await quiet(page, settings)
  await page.goto('/')
  await page.getByRole('link', { name: 'Set up a game' }).click()
  await page.getByRole('radio', { name: String(players), exact: true }).check()
  await page.locator(`input[value=${mode}]`).check()
  for (const choice of await page.getByLabel('Level').all()) await choice.selectOption(String(level))
  await page.getByText('More options').click()
  await page.getByLabel('Deal number').fill(seed)
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('contentinfo', { name: 'What to do now' })).toBeVisible()
}

export type Step = 'sell' | 'pick' | 'build' | 'store' | 'bury' | 'main' | 'wait' | 'over'

/** Which step is next, with a mark on the element to click for it. Runs in the page. */
export function nextStep(): Step {
  const mark = (element: Element | undefined, step: Step) => {
    document.querySelectorAll('[data-next]').forEach(old => old.removeAttribute('data-next'))
    element?.setAttribute('data-next', '')
    return step
  }
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
  const palace = (element: Element) => /Palace/.test(element.getAttribute('aria-label') ?? '')
  if (document.querySelector('dialog.over[open]')) return mark(undefined, 'over')
  const sales = all('button.sell[aria-disabled=false]')
  if (sales.length) return mark(document.querySelector('.best button.sell') ?? sales[0], 'sell')
  const spaces = all('.space.legal')
  if (spaces.length) return mark(spaces.find(space => !space.querySelector('.minus')) ?? spaces[0], 'build')
  const store = all('.store button')
  if (store.length) return mark(store.at(-1), 'store')
  const cards = all('.hand .card.legal')
  const builds = cards.filter(card => card.getAttribute('aria-label')?.startsWith('Build'))
  if (builds.length) return mark(builds.find(palace) ?? builds[0], 'pick')
  const main = document.querySelector<HTMLElement>('[data-main]')
  if (main) return mark(main, 'main')
  if (cards.length) return mark(cards.find(card => !palace(card)) ?? cards[0], 'bury')
  return mark(undefined, 'wait')
}

/** Does one step with the mouse and tells which. */
export async function step(page: Page): Promise<Step> {
  const what = await page.evaluate(nextStep)
  await act(page, what)
  return what
}

async function act(page: Page, what: Step) {
  if (what === 'wait') await page.waitForTimeout(40)
  else if (what !== 'over' && (await page.locator('[data-next]').count())) await page.locator('[data-next]').click({ timeout: 5000 }).catch(ignoreGone)
}

/** Between looking and clicking a bot may have moved; the next look sees it. */
export function ignoreGone(error: Error) {
  if (!/Timeout|detached|not visible/.test(error.message)) throw error
}

/** Plays until the end, or until `stop` says so: it is asked before each step about what was there when the step was chosen, so that
 * nothing it waits for is done behind its back. */
export async function play(page: Page, stop: (done: Step) => boolean | Promise<boolean> = () => false): Promise<void> {
  let done: Step = 'wait'
  for (let i = 0; i < 4000; i += done === 'wait' ? 0 : 1) {
    const what = await page.evaluate(nextStep)
    if (what === 'over' || (await stop(done))) return
    await act(page, what)
    done = what
  }
  throw new Error('the game does not end')
}

/** What `look` finds wrong once the page has come to rest: what is gone at a later look was only on its way. */
export async function lasting(look: () => Promise<string[]>): Promise<string[]> {
  let found = await look()
  for (let pause = 50; found.length && pause < 7000; pause *= 2) {
    await new Promise(done => setTimeout(done, pause))
    found = await look()
  }
  return found
}

/** By how much the page is wider than its window, once its letters are there and it has come to rest. */
export async function wider(page: Page): Promise<number> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const [found] = await lasting(async () => [await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)].filter(pixels => pixels > 0).map(String))
  return Number(found ?? 0)
}

/** As another tab of the browser would: settings and language are told to all. */
export async function tell(page: Page, { language, ...settings }: Record<string, unknown> & { language?: string }) {
  await page.evaluate(
    async ([settings, language]) => {
      const say = (key: string, newValue: string) => window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
      const stored = JSON.parse(localStorage.getItem('ff.settings') ?? '{}') as object
      say('ff.settings', JSON.stringify({ ...stored, ...settings }))
      if (language) say('ff.language', language)
      while (language && document.documentElement.lang !== language) await new Promise(done => setTimeout(done, 10)) // its words are loaded
      await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
    },
    [settings, language] as const,
  )
}

/** Stops the coach when it has judged a turn. In the page, because it may be quicker than somebody who asks from outside. */
export async function stopsAtSecondTurn(page: Page) {
  await page.evaluate(() => new Promise<void>(done => {
    const look = () => {
      if (!/is at round ([2-9]|\d\d) of/.test(document.body.textContent ?? '')) return
      watcher.disconnect()
      ;[...document.querySelectorAll('button')].find(button => button.textContent?.trim() === 'Stop')!.click()
      done()
    }
    const watcher = new MutationObserver(look)
    watcher.observe(document.body, { subtree: true, childList: true, characterData: true })
    look()
  }))
}

export async function round(page: Page): Promise<number> {
  const text = (await page.locator('.head .round').textContent()) ?? ''
  return Number(/\d+/.exec(text)?.[0] ?? 0)
}
