// Offline after the first visit; two tabs with one game; what the page weighs.
import { expect, test } from '@playwright/test'
import { complaints, newGame, play, quiet, round } from './player'

const FIRST_VISIT_MAX = 350_000

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the page starts and plays without a network', async ({ page, context }) => {
    await quiet(page)
    await page.goto('/')
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready
      while (active!.state !== 'activated') await new Promise(done => setTimeout(done, 50))
    })
    await page.reload() // from now on the service worker answers
    await context.setOffline(true)
    const found = complaints(page)
    await newGame(page, { players: 2, seed: '4' })
    await play(page, async () => (await round(page)) >= 3)
    await page.goto('/rules')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(found).toEqual([])
  })
})

test('two tabs do not fight: the newer one has the game', async ({ page, context }) => {
  await newGame(page, { seed: '8' })
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('contentinfo', { name: 'What to do now' })).toBeVisible()
  await expect(page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: /another tab/i }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Sell at/ })).toHaveCount(0)
  await play(other, async () => (await round(other)) >= 2)
})

test('the whole page weighs less than a first visit may: all screens, engine, art, one language, the bots\' network', async ({ page }) => {
  test.skip(!process.env.PAGE_COMMAND, 'needs the server, which compresses: tools/browser.sh')
  await page.goto('/healthz') // a page that loads nothing else
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await page.evaluate(async () => {
    const worker = await (await fetch('/sw.js')).text()
    const { page: files, words } = JSON.parse(/self\.FILES = (.*)/.exec(worker)![1]!) as { page: string[]; words: { en: string[] } }
    for (const file of [...files, ...words.en]) await (await fetch(file, { cache: 'no-store' })).arrayBuffer()
  })
  console.log(`the whole page: ${bytes} bytes`)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThan(FIRST_VISIT_MAX)
})
