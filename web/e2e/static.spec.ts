// The page on a static host: a plain file server that knows nothing of the page, under a path of its own (tools/static.sh).
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { expect, test as base, type Page } from '@playwright/test'
import { complaints, play, quiet, round } from './player'

const folder = new URL('../../build/static/', import.meta.url).pathname
const under = '/some/where/'
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.png': 'image/png' }

interface Host {
  url: string
  /** Addresses that were asked for and are no file of the folder. */
  missing: string[]
  server: Server
}

async function host(): Promise<Host> {
  const missing: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://host')
    const file = pathname.startsWith(under) ? join(folder, pathname.slice(under.length) || 'index.html') : ''
    if (file && existsSync(file) && statSync(file).isFile()) {
      response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream')
      return void createReadStream(file).pipe(response)
    }
    missing.push(pathname)
    response.writeHead(404).end()
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${under}`, missing, server }
}

const test = base.extend<{ host: Host }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads there what a fixture needs
  host: async ({}, use) => {
    const one = await host()
    await use(one)
    one.server.closeAllConnections()
    one.server.close()
  },
})
test.use({ serviceWorkers: 'allow' })
test.skip(!existsSync(folder), 'tools/static.sh makes it')

const bar = (page: Page) => page.getByRole('contentinfo', { name: 'What to do now' })

test('games, lesson, puzzles, the daily deal, reviews and rules, each by its links and after a reload', async ({ page, host }) => {
  const wrong = complaints(page)
  await quiet(page)
  await page.goto(host.url)
  await page.getByRole('button', { name: /^Play/ }).click()
  await play(page, async () => (await round(page)) >= 2)
  const game = page.url()
  expect(game).toMatch(/\/some\/where\/#\/game\/\w+$/)
  await page.reload()
  await expect(bar(page)).toBeVisible()
  await page.goBack()
  await expect(page.locator('.landing')).toBeVisible()
  for (const [link, sees] of [['Learn', '.learn, main'], ['Puzzles', 'main'], ['Rules', '#rules-page'], ['Settings', 'main'], ['Set up a game', 'summary']] as const) {
    await page.goto(host.url)
    await page.getByRole('link', { name: new RegExp(`^${link}`) }).first().click()
    await expect(page.locator(sees).first()).toBeVisible()
    await expect(page.locator('.landing')).toHaveCount(0)
    expect(new URL(page.url()).pathname).toBe(under)
    await page.reload()
    await expect(page.locator(sees).first()).toBeVisible()
    const outside = await page.evaluate(under => [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].filter(a => a.origin === location.origin && a.pathname !== under).map(a => a.href), under)
    expect(outside).toEqual([])
  }
  await page.goto(`${host.url}#/puzzles/1`)
  await expect(bar(page)).toBeVisible()
  await page.goto(`${host.url}#/rules#R6.4`)
  await expect(page.locator('#rules-page')).toBeVisible()
  await page.goto(host.url)
  await page.getByRole('button', { name: /Deal of the day/ }).click()
  await expect(bar(page)).toBeVisible()
  await page.goto(game.replace('/game/', '/review/'))
  await expect(page.locator('main')).toBeVisible()
  expect(host.missing.filter(name => name !== '/favicon.ico')).toEqual([])
  expect(wrong).toEqual([])
})

test('after a first visit it starts and plays offline', async ({ page, host }) => {
  await quiet(page)
  await page.goto(host.url)
  const kept = () =>
    page.evaluate(async () => {
      const files = JSON.parse(/self\.FILES = (.*)/.exec(await (await fetch('sw.js')).text())![1]!) as { page: string[]; words: { en: string[] } }
      return (await Promise.all([...files.page, ...files.words.en].map(name => caches.match(name)))).every(Boolean)
    })
  await expect.poll(kept).toBe(true)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  host.server.closeAllConnections()
  await new Promise(done => host.server.close(done))
  await page.goto(host.url)
  await page.getByRole('button', { name: /^Play/ }).click()
  await play(page, async () => (await round(page)) >= 2)
})
