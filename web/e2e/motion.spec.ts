// Cause before effect, as somebody sees it: what changes on the table is noted in the order in which it does, and compared with the
// order in which it happens. Nothing here looks at a clock: two things count as one after the other if the page was changed twice.
import { expect, test, type Page } from '@playwright/test'
import { newGame, play, round, tell } from './player'

type What = 'goods' | 'coins' | 'disc' | 'price' | 'filled' | 'hand' | 'deck' | 'space' | 'log' | 'phase'
interface Change {
  what: What
  /** Whose, or which brewery's. */
  of: number
  /** Grows with each time the page was changed. */
  turn: number
  text: string
}

/** Notes every visible change from now on. Runs in the page. */
function watch(players: number) {
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
  const text = (selector: string) => all(selector).map(e => (getComputedStyle(e).visibility === 'hidden' ? '' : e.textContent)).join(' ')
  const looks: [What, number, () => string][] = []
  for (let seat = 0; seat < players; seat++) {
    looks.push(['goods', seat, () => text(`[data-at^="goods:${seat}:"] b`)])
    looks.push(['coins', seat, () => all(`[data-at="coins:${seat}"] svg`).map(e => e.getAttribute('aria-label')).join()])
    looks.push(['disc', seat, () => all(`[data-at="disc:${seat}"]`).map(e => e.getAttribute('style')).join()])
    looks.push(['space', seat, () => all(`[data-at^="space:${seat}:"]`).map(e => e.querySelector('[aria-label]')?.getAttribute('aria-label') ?? e.textContent).join()])
    looks.push(['hand', seat, () => (seat ? text(`[data-at="hand:${seat}"] dd`) : all('.hand li .card').filter(e => getComputedStyle(e).visibility !== 'hidden').length + '')])
    looks.push(['deck', seat, () => (seat ? text(`[data-at="deck:${seat}"] dd`) : text('#deck-title small'))])
  }
  for (let brewery = 0; brewery < 5; brewery++) {
    looks.push(['price', brewery, () => text(`[data-at="brewery:${brewery}"] .step.on, [data-at="brewery:${brewery}"] .price`) + all(`[data-at="brewery:${brewery}"] .cell`).map(cell => [...cell.querySelectorAll('.step')].findIndex(e => e.classList.contains('on'))).join()])
    looks.push(['filled', brewery, () => all(`[data-at="brewery:${brewery}"] .demand i:not(.would) use`).map(e => e.getAttribute('href')).join()])
  }
  looks.push(['log', 0, () => String(all('.log .lines li').length)])
  looks.push(['phase', 0, () => text('.phases .now')])
  const last = looks.map(([, , look]) => look())
  const changes: Change[] = []
  let turn = 0
  const note = () => {
    turn++
    looks.forEach(([what, of, look], i) => {
      const now = look()
      if (now !== last[i]) changes.push({ what, of, turn, text: `${last[i]} › ${now}` })
      last[i] = now
    })
  }
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  Object.assign(window, { changes })
}

const noted = (page: Page) => page.evaluate(() => (window as unknown as { changes: Change[] }).changes)

/** When each of these was first changed after a place in the notes; they must come in this order, one after the other. */
function inOrder(changes: readonly Change[], from: number, wanted: readonly (readonly [What, number])[]) {
  const turns = wanted.map(([what, of]) => changes.slice(from).find(change => change.what === what && change.of === of)?.turn ?? null)
  const there = turns.flatMap((turn, i) => (turn === null ? [] : [{ turn, what: wanted[i]!.join(' ') }]))
  const sorted = there.toSorted((a, b) => a.turn - b.turn)
  expect(sorted.map(({ what }) => what), JSON.stringify(changes.slice(from, from + 30))).toEqual(there.map(({ what }) => what))
  expect(new Set(there.map(({ turn }) => turn)).size, `one after the other: ${JSON.stringify(there)}`).toBe(there.length)
  return there.length
}

const moving = { motion: 'fast', tips: false }

test('the own turn: drawn cards leave the deck first, goods before coins, disc and prices; then it is asked on', async ({ page }) => {
  await newGame(page, { players: 2, seed: '11', settings: moving })
  await expect(page.locator('button.sell[aria-disabled=false]').first()).toBeVisible()
  await page.evaluate(watch, 2)
  await page.locator('button.sell[aria-disabled=false]').first().click()
  await expect(page.locator('.hand .card.legal, [data-main]').first()).toBeVisible()
  await expect.poll(async () => (await noted(page)).some(({ what }) => what === 'log')).toBe(true)
  const sale = await noted(page)
  expect(inOrder(sale, 0, [['goods', 0], ['coins', 0], ['disc', 0], ['log', 0]])).toBe(4)
  // The rest of the turn, the bot's, phase 6 and the next draw.
  await play(page, async () => (await round(page)) > 1)
  const sincePrices = (all: Change[]) => all.slice(all.findIndex(({ what, text }) => what === 'phase' && text.endsWith('Prices')))
  const draws = (all: Change[], seat: number) => sincePrices(all).slice(sincePrices(all).findIndex(({ what, of }) => what === 'deck' && of === seat))
  for (const seat of [0, 1])
    await expect.poll(async () => draws(await noted(page), seat).some(({ what, of }) => what === 'goods' && of === seat), `seat ${seat} has drawn`).toBe(true)
  const all = await noted(page)
  for (const seat of [0, 1]) expect(inOrder(draws(all, seat), 0, [['deck', seat], ['hand', seat], ['goods', seat]])).toBe(3)
})

test('bots and phase 6: each sale in its order, cards leave the hand before they lie in the field, prices rise before the order changes', async ({ page }) => {
  await newGame(page, { players: 3, seed: '12', settings: moving })
  await page.evaluate(watch, 3)
  await play(page, async () => (await round(page)) > 3)
  const all = await noted(page)
  let sales = 0
  for (const seat of [1, 2])
    all.forEach(({ what, of }, i) => {
      if (what !== 'coins' || of !== seat) return
      const paid = /(\d+) coins? › (\d+)/.exec(all[i]!.text)
      if (!paid || Number(paid[2]) < Number(paid[1])) return
      const goods = all.slice(0, i).findLastIndex(change => change.what === 'goods' && change.of === seat)
      sales += inOrder(all, goods, [['goods', seat], ['coins', seat], ['disc', seat]]) === 3 ? 1 : 0
    })
  expect(sales).toBeGreaterThan(3)
  let builds = 0
  for (const seat of [0, 1, 2])
    all.forEach(({ what, of }, i) => {
      if (what !== 'space' || of !== seat || seat === 0) return
      const hand = all.slice(0, i).findLast(change => change.what === 'hand' && change.of === seat)
      expect(hand!.turn).toBeLessThan(all[i]!.turn)
      builds++
    })
  expect(builds).toBeGreaterThan(1)
  const markets = all.flatMap(({ what, text }, i) => (what === 'phase' && text.endsWith('Prices') ? [i] : []))
  expect(markets.length).toBeGreaterThan(1)
  for (const at of markets) {
    const price = all.findIndex(({ what }, i) => i > at && what === 'price')
    const disc = all.findIndex(({ what }, i) => i > at && what === 'disc')
    expect(all[at]!.turn).toBeLessThan(all[price]!.turn)
    expect(all[price]!.turn).toBeLessThan(all[disc]!.turn)
  }
})

/** Sells, and presses while the first thing flies. All of it in the page: a busy machine is slower than any flight. */
function sellAndPress(key: boolean): Promise<void> {
  return new Promise(done => {
    new MutationObserver((_, watcher) => {
      if (!document.querySelector('.flying')) return
      watcher.disconnect()
      const event = key ? new KeyboardEvent('keydown', { key: 'x', bubbles: true }) : new PointerEvent('pointerdown', { bubbles: true })
      document.querySelector('.head')!.dispatchEvent(event)
      done()
    }).observe(document.body, { subtree: true, childList: true })
    document.querySelector<HTMLElement>('button.sell[aria-disabled=false]')!.click()
  })
}

for (const [how, key] of [['a key', true], ['a press', false]] as const)
  test(`${how} ends what is being shown: everything is where it belongs`, async ({ page }) => {
    await newGame(page, { players: 2, seed: '11', settings: { ...moving, motion: 'slow' } })
    await page.locator('button.sell[aria-disabled=false]').first().waitFor()
    await page.evaluate(watch, 2)
    await page.evaluate(sellAndPress, key)
    await expect(page.locator('.flying')).toHaveCount(0)
    await expect(page.locator('.phases .now')).toHaveText('Build')
    const turns = new Set((await noted(page)).filter(({ what }) => what === 'coins' || what === 'disc').map(({ turn }) => turn))
    expect(turns.size).toBe(1)
  })

test('who asked for less motion sees nothing fly, in the same order', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await newGame(page, { players: 2, seed: '11', settings: moving })
  await page.evaluate(watch, 2)
  await page.locator('button.sell[aria-disabled=false]').first().click()
  await expect.poll(async () => (await noted(page)).some(({ what }) => what === 'log')).toBe(true)
  inOrder(await noted(page), 0, [['goods', 0], ['coins', 0], ['disc', 0]])
  expect(await page.locator('.flying').count()).toBe(0)
})

test('the own sale is announced', async ({ page }) => {
  await newGame(page, { players: 2, seed: '11', settings: moving })
  await page.locator('button.sell[aria-disabled=false]').first().click()
  await expect(page.locator('[role=log].sr-only')).toContainText(/You sell/)
})

const turnDone = (page: Page) => play(page, () => page.evaluate(() => document.querySelector('footer [data-main]:enabled')?.textContent?.includes('End turn') ?? false))

test('on a phone one is shown where others act, comes back for the own turn, and stays where one chose to look', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await newGame(page, { players: 3, seed: '21', settings: { motion: 'fast' } })
  /* The tabs that were shown, with a dot where the viewer was asked. */
  await page.locator('.stage').evaluate(element => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => seen.push(`${document.title.startsWith('●') ? '●' : ''}${(element as HTMLElement).dataset.tab}`)).observe(element, { attributeFilter: ['data-tab'] })
  })
  const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  await turnDone(page)
  await page.locator('footer [data-main]').click()
  await expect.poll(seen).toEqual(expect.arrayContaining(['breweries', 'others']))
  await expect.poll(async () => (await seen()).at(-1)).toMatch(/^●/)

  await turnDone(page)
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('footer [data-main]')!.click()
    document.querySelector<HTMLElement>('#tab-log')!.click() // before any bot could move
  })
  const afterLog = (tabs: string[]) => tabs[tabs.findLastIndex(tab => tab.endsWith('log')) + 1] ?? ''
  await expect.poll(async () => afterLog(await seen())).toMatch(/^●(breweries|deck)$/)
})

test('in a window that nobody sees nothing flies any more, and its title tells when it is one’s turn', async ({ page }) => {
  await newGame(page, { players: 4, seed: '21' })
  await turnDone(page)
  await tell(page, { motion: 'normal' })
  const flown = await page.evaluate(() => new Promise<number>(done => {
    let [hidden, after] = [false, 0]
    new MutationObserver(changes => {
      const flying = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter(node => node instanceof Element && node.matches('.flying, .sky')).length
      if (hidden) after += flying
      else if (flying) {
        hidden = true
        Object.defineProperty(document, 'hidden', { value: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }
      if (hidden && document.title.startsWith('●')) done(after)
    }).observe(document, { childList: true, subtree: true, characterData: true })
    document.querySelector<HTMLElement>('[data-main]')!.click()
  }))
  expect(flown).toBe(0)
})
