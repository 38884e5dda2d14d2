// The log: by turn, what is routine folded, with the prices that moved; and what happened since one's last turn.
import { expect, test, type Page } from '@playwright/test'
import { newGame, play, round } from './player'

test('by turn, with prices and the palace price; old rounds and what every turn has are folded', async ({ page }) => {
  await newGame(page, { players: 3, seed: '21' })
  await play(page, async () => (await round(page)) >= 6 && (await page.locator('button.sell').count()) > 0)
  const log = page.locator('[data-area=log]')
  const before = (await round(page)) - 1
  await expect(log.getByRole('button', { name: 'Round 2', exact: true })).toHaveAttribute('aria-expanded', 'false')
  await expect(log.getByRole('button', { name: `Round ${before}`, exact: true })).toHaveAttribute('aria-expanded', 'true')
  await expect(log.locator('.move').first()).toBeVisible()
  expect(await log.locator('.line').allTextContents()).toEqual(expect.arrayContaining([expect.stringMatching(new RegExp(`Round ${before} ends\\. .*from \\d to \\d`))]))
  expect(await log.getByRole('button').count()).toBeLessThan(40)
  await log.getByRole('button', { name: /under the deck, \d kept/ }).first().click()
  await expect(log.locator('.folded .line').first()).toContainText(/under/)
  await log.getByRole('button', { name: 'Round 2', exact: true }).click()
  await log.locator('.line').first().click()
  await expect(page.getByText('You are looking at the past.')).toBeVisible()
})

test('since your last turn: a line in the log, and a number on its tab after a wait', async ({ page }) => {
  await newGame(page, { players: 3, seed: '21' })
  await play(page, async () => (await round(page)) >= 3 && (await page.locator('button.sell').count()) > 0)
  await expect(page.locator('.log .since')).toHaveText('Since your last turn')
  await expect(page.locator('.log .since')).toBeInViewport()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(page.getByRole('tab', { name: /Log.*\d turns? since yours/ })).toBeVisible()
  await page.getByRole('tab', { name: /Log/ }).click()
  await expect(page.getByRole('tab', { name: /since yours/ })).toHaveCount(0)
  await expect(page.locator('.log .since')).toBeInViewport()
})

const news = (page: Page) => page.evaluate(() => ({
  spaces: [...document.querySelectorAll('.others .fresh')].map(one => one.getAttribute('data-at')!).sort(),
  sales: [...document.querySelectorAll('.breweries .since .seller')].map(one => one.getAttribute('title')!).sort(),
}))

/** What the log tells after its line "Since your last turn", of others: the same as is to be marked. */
const logged = (page: Page) => page.evaluate(() => {
  const since = document.querySelector('.log .since')
  const lines = [...document.querySelectorAll('.log .line[data-about]')].filter(line => !since || (since.compareDocumentPosition(line) & Node.DOCUMENT_POSITION_FOLLOWING) > 0)
  const of = (kind: string) => lines.filter(line => line.getAttribute('data-about')!.startsWith(kind))
  return {
    spaces: [...new Set(of('space:').map(line => line.getAttribute('data-about')!))].sort(),
    sales: of('brewery:').map(line => line.querySelector('.sr-only')!.textContent!).sort(),
  }
})

test('what others built and sold since one’s last turn is marked where it was done, until the own turn is over', async ({ page }) => {
  await newGame(page, { players: 4, seed: '21' })
  await play(page, async () => (await round(page)) >= 3 && (await page.locator('button.sell').count()) > 0 && (await page.locator('.others .fresh').count()) > 0 && (await page.locator('.since .seller').count()) > 0)
  const before = await news(page)
  expect(before).toEqual(await logged(page))
  await page.reload()
  await expect.poll(() => news(page)).toEqual(before)
  const [, seat, space] = before.spaces[0]!.split(':')
  await expect(page.locator(`[data-at="space:${seat}:${space}"] button`)).toHaveAccessibleName(/Since your last turn/)
  await expect(page.locator(`.other[data-seat="${seat}"]`)).toContainText(/Since your last turn: .* builds /)
  const last = page.locator(`.log [data-about="${before.spaces[0]}"]`).last()
  await last.hover()
  await expect(page.locator('[data-pointed]')).toHaveAttribute('data-at', before.spaces[0]!)
  await page.locator(`[data-at="${before.spaces[0]}"]`).hover()
  await expect(last).toHaveAttribute('data-pointed')
  await page.locator('.head h1').hover()
  await expect(page.locator('[data-pointed]')).toHaveCount(0)
  await page.locator('.log [data-about^="brewery:"]').last().focus()
  await expect(page.locator('.breweries [data-pointed]')).toHaveCount(1)
  await page.locator('button.sell[aria-disabled=false]').first().click()
  await expect(page.locator('button.sell')).toHaveCount(0)
  expect((await news(page)).spaces).toEqual(before.spaces)
  const now = await round(page)
  await play(page, async () => (await round(page)) > now)
  for (const space of (await news(page)).spaces) expect((await logged(page)).spaces).toContain(space)
})
