// Every width, height, size of text and language: nothing lies over another, nothing is cut off, nothing is too small, and through
// the phases of a turn nothing moves. One page is open and its window is changed, because that is quick. `./check` looks at a small
// sample; `./soak page` at every window (WALK=all), or at many (WALK=200), in more rounds. WALK_SEED=n takes another sample.
import { expect, test, type Page } from '@playwright/test'
import { faults } from './geometry'
import { someResults } from './results'
import { lasting, newGame, play, quiet, tell, type Game, type Step } from './player'

const widths = [320, 390, 600, 820, 960, 1024, 1100, 1180, 1280, 1366, 1600, 1920, 2560]
const heights = [390, 568, 640, 680, 720, 768, 844, 1024, 1180, 1440]
const texts = [100, 115, 130, 150, 175, 200]
const languages = ['en', 'de', 'it']
const tabs = ['', 'breweries', 'deck', 'others', 'tracks', 'log']
const whole = process.env.WALK === 'all'
const asked = whole ? Infinity : Number(process.env.WALK ?? 0)

interface Window {
  width: number
  height: number
  text: number
  language: string
  tab: string
}

/** A small generator of our own, so that a sample can be looked at again. */
function chance(seed: number): (n: number) => number {
  let state = seed >>> 0 || 1
  return n => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % n
  }
}

/** Sorted, so that what is slow to change changes least. */
function windows(n: number, seed: number): Window[] {
  const found: Window[] = []
  if (whole)
    for (const language of languages)
      for (const text of texts) for (const width of widths) for (const height of heights) found.push({ width, height, text, language, tab: tabs[(width + height + text) % tabs.length]! })
  else {
    const next = chance(seed * 2654435761 + Number(process.env.WALK_SEED ?? 1))
    const of = <T>(list: readonly T[]) => list[next(list.length)]!
    for (let i = 0; i < n; i++) found.push({ width: of(widths), height: of(heights), text: next(2) ? 100 : of(texts), language: of(languages), tab: of(tabs) })
  }
  return found.sort((a, b) => a.language.localeCompare(b.language) || a.text - b.text || a.width - b.width)
}

const painted = (page: Page) => page.evaluate(() => document.fonts.ready.then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))))
const usual: Window = { width: 1366, height: 768, text: 100, language: 'en', tab: '' }

/** Shows each window and calls `each`; ends as it began. */
async function through(page: Page, list: readonly Window[], each: (at: string, window: Window) => Promise<void>) {
  let last: Window | null = null
  for (const one of [...list, usual]) {
    if (!last || last.text !== one.text || last.language !== one.language) await tell(page, { textSize: one.text, language: one.language })
    if (!last || last.width !== one.width || last.height !== one.height) await page.setViewportSize({ width: one.width, height: one.height })
    if (one.tab) await page.evaluate(tab => document.getElementById(`tab-${tab}`)?.click(), one.tab)
    await painted(page)
    last = one
    if (one !== usual) await each(`${one.width}x${one.height} ${one.text}% ${one.language}${one.tab && ' ' + one.tab}`, one)
  }
}

/** Complaints with where they were seen; each is told once. */
class Complaints {
  private readonly seen = new Map<string, string[]>()
  add(where: string, all: readonly string[]) {
    for (const one of all) this.seen.set(one, [...(this.seen.get(one) ?? []), where])
  }
  get all(): string[] {
    return [...this.seen].map(([what, where]) => `${what}\n    ${where.slice(0, 3).join(', ')}${where.length > 3 ? `, … (${where.length})` : ''}`)
  }
}

async function look(page: Page, where: string, n: number, found: Complaints) {
  let seed = n
  for (const letter of where) seed = (seed * 31 + letter.charCodeAt(0)) >>> 0
  await through(page, windows(asked || n, seed), async at => found.add(`${where}, ${at}`, await lasting(() => faults(page))))
}

/** Plays and stops once in each kind of moment of the rounds asked for. */
async function moments(page: Page, rounds: readonly number[], each: (what: Step, round: number) => Promise<void>) {
  const seen = new Set<string>()
  await play(page, async () => {
    const now = await page.evaluate(() => {
      const all = (selector: string) => document.querySelectorAll(selector).length > 0
      if (all('dialog.over[open]')) return 'over'
      if (all('button.sell[aria-disabled=false]')) return 'sell'
      if (all('.space.legal')) return 'build'
      if (all('.store button')) return 'store'
      if (all('.card.legal[aria-label^="Build"]')) return 'pick'
      if (all('.card.legal')) return 'bury'
      return all('[data-main]') ? 'main' : 'wait'
    })
    const round = Number(/\d+/.exec(await page.locator('.head .round').innerText())?.[0] ?? 0)
    if (now !== 'wait' && rounds.includes(round) && !seen.has(`${round} ${now}`)) {
      seen.add(`${round} ${now}`)
      await each(now, round)
    }
    return round > rounds.at(-1)!
  })
}

const games: [string, Game, number[]][] = [
  ['base game of 2', { players: 2, seed: '20' }, asked ? [1, 4, 8] : [1]],
  ['base game of 3', { players: 3, seed: '21' }, asked ? [1, 3, 6, 9] : [2]],
  ['expert game of 5', { mode: 'expert', players: 5, seed: '22' }, asked ? [0, 1, 4, 7] : [0, 1]],
]
if (asked) test.describe.configure({ timeout: 6 * 3600_000, retries: 0 })

for (const [name, game, rounds] of games)
  test(`any window: the table of a ${name} in each phase`, async ({ page }) => {
    await newGame(page, game)
    const found = new Complaints()
    await moments(page, rounds, (what, round) => look(page, `${name}, round ${round}, ${what}`, process.env.PAGE_SAMPLE ? 3 : 9, found))
    expect(found.all).toEqual([])
  })

test('any window: the main screens', async ({ page, browser }) => {
  await quiet(page)
  await page.addInitScript(text => localStorage.setItem('ff.results', text), JSON.stringify(someResults(80)))
  const found = new Complaints()
  for (const address of ['/', '/new', '/friends', '/learn', '/rules', '/settings', '/stats', '/puzzles', '/lost/x', '/review/none']) {
    await page.goto(address)
    await expect(page.getByRole('main')).toBeVisible()
    await look(page, address, process.env.PAGE_SAMPLE ? 3 : 5, found)
  }
  if (process.env.PAGE_COMMAND) {
    await page.goto('/friends')
    await page.getByLabel('Your name').fill('Annabella Brausebach')
    await page.locator('form.create input[value="2"]').check({ force: true })
    await page.getByRole('button', { name: /Create|Make|Open a table/ }).click()
    await expect(page).toHaveURL(/\/t\/[a-z2-7]{16}$/)
    await expect(page.locator('.seats')).toBeVisible()
    await look(page, 'the waiting room', 5, found)
    const few = [[320, 640], [390, 844], [1024, 700], [1024, 768], [1366, 690]].map(([width, height]) => ({ ...usual, width: width!, height: height! }))
    await through(page, few, async at => found.add(`the waiting room, ${at}`, await lasting(() => faults(page))))
    const ben = await (await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' })).newPage()
    await ben.goto(page.url())
    await ben.getByLabel('Your name').fill('Ben')
    await ben.getByRole('button', { name: /Take|Sit/ }).first().click()
    await expect(page.getByRole('contentinfo', { name: 'What to do now' })).toBeVisible()
    await look(page, 'a table of the server', 5, found)
    await through(page, few, async at => found.add(`a table of the server, ${at}`, await lasting(() => faults(page))))
  }
  expect(found.all).toEqual([])
})

/** What of the hand can't be read: cards without their text, and where the line is full with no sign that it goes on. */
function unread(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const hand = document.querySelector('.hand .cards')!
    const tabs = document.querySelector('[role=tablist]')!.checkVisibility()
    for (const card of hand.querySelectorAll('button.card')) if (!tabs && !card.querySelector('.text, .yield')?.checkVisibility()) found.push(`${card.getAttribute('data-card')} has no text`)
    const { right } = hand.getBoundingClientRect()
    const cut = [...hand.children].some(one => one.getBoundingClientRect().left < right - 8 && one.getBoundingClientRect().right > right + 8)
    if (hand.scrollWidth > hand.clientWidth + 8 && !cut) found.push('nothing shows that there are more cards')
    return found
  })
}

test('cards in the hand keep their text where there is room, and a line that goes on is seen to', async ({ page }) => {
  await newGame(page, { mode: 'expert', players: 5, seed: '22' })
  const list = [[320, 640], [360, 740], [390, 844], [412, 915], [430, 932], [820, 1180], [844, 390], [915, 412], [1024, 768], [1180, 820], [1366, 768], [1920, 1080]].map(([width, height]) => ({ ...usual, width: width!, height: height! }))
  const found = new Complaints()
  await through(page, list, async at => found.add(`set-up, ${at}`, await lasting(() => unread(page))))
  await play(page, async () => (await page.locator('button.sell[aria-disabled=false]').count()) > 0)
  await through(page, list, async at => found.add(`round 1, ${at}`, await lasting(() => unread(page))))
  expect(found.all).toEqual([])
})

test('phones: every brewery of four players is in sight for the sale, and every card of the hand can be read', async ({ page }) => {
  await newGame(page, { players: 4, seed: '21' })
  const sizes = [[360, 640], [360, 740], [390, 844], [412, 915]] as const
  const wrong: string[] = []
  await page.locator('button.sell').first().waitFor()
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    wrong.push(...(await lasting(() => page.evaluate(at => {
      const bar = document.querySelector('footer.actions')!.getBoundingClientRect().top
      return [...document.querySelectorAll('button.sell')].filter(one => one.getBoundingClientRect().bottom > bar).map(() => `${at}: a brewery is out of sight`)
    }, `${width}x${height}`))))
  }
  await page.locator('button.sell[aria-disabled=false]').first().click()
  await page.locator('.hand .card').first().waitFor()
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    wrong.push(...(await lasting(() => page.evaluate(at => {
      const shown = (one: Element | null | undefined) => !!one?.checkVisibility()
      const list = document.querySelector('.texts ul')
      return [...document.querySelectorAll('.hand .card')].filter(card => !shown(list) && !shown(card.querySelector('.text'))).map(() => `${at}: a card has no text`)
    }, `${width}x${height}`))))
  }
  expect(wrong).toEqual([])
})

test('in a low window of a tablet at least two rivals are seen whole, of four too', async ({ page }) => {
  await newGame(page, { players: 5, seed: '22' })
  await page.setViewportSize({ width: 1024, height: 700 })
  await painted(page)
  const whole = await page.evaluate(() => {
    const edge = document.querySelector('[data-area=others]')!.getBoundingClientRect()
    return [...document.querySelectorAll('.other')].filter(one => one.getBoundingClientRect().bottom <= edge.bottom + 1 && one.getBoundingClientRect().top >= edge.top - 1).length
  })
  expect(whole).toBeGreaterThanOrEqual(2)
})

test('on an upright tablet the fields of two rivals can be read', async ({ page }) => {
  await newGame(page, { players: 3, seed: '21' })
  await page.setViewportSize({ width: 820, height: 1180 })
  await painted(page)
  const widths = await page.evaluate(() => [...document.querySelectorAll('.other .body > :first-child')].map(field => field.getBoundingClientRect().width))
  expect(Math.min(...widths)).toBeGreaterThan(200)
})

/** Where the own things are; null what is not shown. */
function places(page: Page): Promise<Record<string, number[] | null>> {
  return page.evaluate(() =>
    Object.fromEntries(
      ['[data-area=breweries]', '[data-area=tracks]', '[data-area=field]', 'section.hand', '[data-area=deck]', 'footer.actions'].map(selector => {
        const box = document.querySelector(selector)!.getBoundingClientRect()
        return [selector, box.width ? [box.left, box.top, box.width, box.height].map(Math.round) : null]
      }),
    ),
  )
}

test('nothing moves: breweries, field, hand and deck keep place and size through a turn', async ({ page }) => {
  await newGame(page, { players: 3, seed: '21' })
  const list = [[390, 844], [820, 1180], [844, 390], [1024, 700], [1024, 768], [1280, 720], [1366, 768], [1920, 1080]].map(([width, height]) => ({ ...usual, width: width!, height: height! }))
  const first = new Map<string, Record<string, number[] | null>>()
  const moved = new Complaints()
  await moments(page, [1], what =>
    through(page, list, async at => {
      const then = first.get(at) ?? (await places(page))
      moved.add(`${at}, ${what}`, await lasting(async () =>
        Object.entries(await places(page)).flatMap(([selector, box]) => {
          const was = then[selector]
          return box && was && box.some((n, i) => Math.abs(n - was[i]!) > 1) ? [`${selector} moved from ${was} to ${box}`] : []
        }),
      ))
      first.set(at, { ...(await places(page)), ...Object.fromEntries(Object.entries(then).filter(([, box]) => box)) })
    }),
  )
  expect(moved.all).toEqual([])
})
