// Phone, laptop, wide, by day and at dusk: nothing scrolls that should not, nothing is cut off, nothing lies over another.
import { expect, test, type Page } from '@playwright/test'
import { newGame, play, type Game } from './player'

const sizes = { phone: [390, 844], laptop: [1366, 768], wide: [1920, 1080] } as const

/** What sticks out of the window, and pairs of buttons that overlap. */
function faults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const name = (e: Element) => `${e.tagName.toLowerCase()}.${e.classList[0] ?? ''} "${(e.getAttribute('aria-label') ?? e.textContent ?? '').trim().slice(0, 40)}"`
    const root = document.documentElement
    if (root.scrollWidth > innerWidth) found.push(`the page is ${root.scrollWidth} wide`)
    if (root.scrollHeight > innerHeight) found.push(`the page is ${root.scrollHeight} high`)
    const scrolls = (e: Element | null): boolean => !!e && (/(auto|scroll)/.test(getComputedStyle(e).overflow) || scrolls(e.parentElement))
    const buttons = [...document.querySelectorAll('main button, main a, header button, footer button')].filter(e => {
      const box = e.getBoundingClientRect()
      return box.width > 0 && !scrolls(e) && !e.classList.contains('skip')
    })
    const boxes = buttons.map(e => e.getBoundingClientRect())
    boxes.forEach((a, i) => {
      if (a.left < -1 || a.right > innerWidth + 1 || a.top < -1 || a.bottom > innerHeight + 1) found.push(`${name(buttons[i]!)} is cut off`)
      boxes.forEach((b, j) => {
        const over = Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3
        if (i < j && over && !buttons[i]!.contains(buttons[j]!) && !buttons[j]!.contains(buttons[i]!))
          found.push(`${name(buttons[i]!)} and ${name(buttons[j]!)} overlap`)
      })
    })
    for (const e of document.querySelectorAll('.panel, .other, .actions, .head'))
      if (e.scrollHeight > e.clientHeight + 2 && getComputedStyle(e).overflow === 'visible' && !e.querySelector('.picked'))
        found.push(`${name(e)} holds more than it shows: ${e.scrollHeight} in ${e.clientHeight}`)
    return found
  })
}

/** Targets for thumbs. */
function small(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button, header button, header a, footer button')]
      .map(e => [e, e.getBoundingClientRect()] as const)
      .filter(([, box]) => box.width > 0 && box.height > 0 && (box.height < 38 || box.width < 38))
      .map(([e, box]) => `${e.getAttribute('aria-label') ?? e.textContent}: ${Math.round(box.width)} x ${Math.round(box.height)}`),
  )
}

const tables: [string, Game][] = [
  ['base game of 3', { players: 3, seed: '21' }],
  ['expert game of 5', { mode: 'expert', players: 5, seed: '22' }],
]

for (const [size, [width, height]] of Object.entries(sizes))
  for (const [name, game] of tables)
    test(`${size}: the table of a ${name} in play`, async ({ page }) => {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme: game.mode === 'expert' ? 'dark' : 'light' })
      await newGame(page, game)
      const seen = new Set<string>()
      const enough = size === 'wide' ? 'Round 2' : 'Round 3'
      await play(page, async what => {
        if (what !== 'wait') (await faults(page)).forEach(fault => seen.add(fault))
        if (size === 'phone' && what !== 'wait') (await small(page)).forEach(fault => seen.add(fault))
        return (await page.locator('.head .round').innerText()) === enough
      })
      expect([...seen]).toEqual([])
    })

for (const [size, [width, height]] of Object.entries(sizes))
  test(`${size}: landing and new game fit`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    for (const address of ['/', '/new', '/friends']) {
      await page.goto(address)
      await expect(page.getByRole('main')).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
  })
