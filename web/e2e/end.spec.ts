// The end of a game: what decided it leads to that moment, the palace rises in the order in which it was built, a rematch leaves nothing of
// the last table behind; and a tap on a chart of the look back shows the table then.
import { expect, test, type Page } from '@playwright/test'
import { play, quiet } from './player'

test.use({ viewport: { width: 1366, height: 768 } })

/** A recorded game, played on from its last round to its end. */
async function toTheEnd(page: Page, settings = {}) {
  await quiet(page, settings)
  await page.goto('/review/none')
  await page.getByLabel('Open a record').setInputFiles(new URL('game.jsonl', import.meta.url).pathname)
  await expect(page).toHaveURL(/\/review\/\w{8}$/)
  await page.goto(`${page.url()}?at=112`)
  await page.getByRole('button', { name: 'Play on from here' }).click()
  await page.getByLabel('Strength of the bots').selectOption('1')
  await page.getByRole('dialog').getByRole('button', { name: 'Play on' }).click()
  await expect(page).toHaveURL(/\/game\//)
  await play(page)
}

test('what decided the game is said in a sentence, and its link shows that moment', async ({ page }) => {
  await toTheEnd(page)
  const why = page.locator('.over .why')
  await expect(why).toHaveText(/^(You|Rosa) took the lead with Palace [IV]+ in round \d+ and kept it\. See the moment$|^Two palaces were complete\. The coins decided: \d+ against \d+\. See the moment$/)
  const round = /in round (\d+)/.exec(await why.innerText())?.[1]
  await why.getByRole('link', { name: 'See the moment' }).click()
  await expect(page).toHaveURL(/\/review\/\w{8}\?at=\d+$/)
  await expect(page.locator('.head .round')).toHaveText(round ? `Round ${round}` : /Round \d+/)
})

test('on an upright tablet the palace has the width of the screen', async ({ page }) => {
  await toTheEnd(page)
  await page.setViewportSize({ width: 820, height: 1180 })
  await expect.poll(async () => (await page.locator('.over .palace').boundingBox())!.width).toBeGreaterThan(700)
})

test('a rematch leaves nothing of the last table behind', async ({ page, context }) => {
  await toTheEnd(page)
  const devtools = await context.newCDPSession(page)
  const nodes = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    const drawings = await page.evaluate(() => document.querySelectorAll('.drawings *').length) // each is kept once, for every table
    return metrics.find(({ name }) => name === 'Nodes')!.value - drawings
  }
  await devtools.send('Performance.enable')
  const rematch = async () => {
    const game = page.url()
    await page.getByRole('button', { name: 'Rematch' }).click()
    await expect(page).not.toHaveURL(game)
    await page.locator('button.sell, .hand .card').first().waitFor()
    return nodes()
  }
  const first = await rematch()
  await play(page)
  expect(await rematch()).toBeLessThan(first + 1000)
})

test('a tap on a chart shows the table at that round', async ({ page }) => {
  await quiet(page)
  await page.goto('/review/none')
  await page.getByLabel('Open a record').setInputFiles(new URL('game.jsonl', import.meta.url).pathname)
  const chart = page.locator('figure').filter({ has: page.getByRole('heading', { name: 'Coins', exact: true }) }).locator('svg')
  await chart.scrollIntoViewIfNeeded()
  const box = (await chart.boundingBox())!
  await chart.click({ position: { x: box.width / 2, y: box.height / 2 } })
  await expect(page).toHaveURL(/at=\d+/)
  await expect(page.locator('.head .round')).toHaveText(/^Round [456]$/)
})
