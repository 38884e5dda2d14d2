// page.mjs - how long the page takes to answer: from a press to the paint that shows what it did.
//
//     node lab/page.mjs [--turns N]       needs build/fuerstenfeld with the page, and web/node_modules (tools/browser.sh makes both)
//
// One person and two bots at laptop size, nothing moves. Every kind of press is measured from the event's own time until after the
// frame that follows, and stands beside the press of a button on an empty page in the same run: what a machine or its load adds,
// it adds to both. "script" and "style" are the parts of the browser's own time, "layouts" how often it laid something out. Then
// three bots of level 3 play at the usual pace for twenty seconds, and the longest task of the page is reported.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'

const { chromium } = createRequire(new URL('../web/package.json', import.meta.url))('@playwright/test')
const turns = Number(process.argv[process.argv.indexOf('--turns') + 1]) || 12
const root = new URL('..', import.meta.url).pathname
const port = await new Promise(done => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port } = probe.address()
    probe.close(() => done(port))
  })
})
const server = spawn(`${root}build/fuerstenfeld`, ['serve', '--listen', `127.0.0.1:${port}`, '--store', 'memory', '--quiet'])
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
process.on('exit', () => server.kill())
const page = await browser.newPage({ viewport: { width: 1366, height: 768 }, locale: 'en-GB', serviceWorkers: 'block' })
const inside = await page.context().newCDPSession(page)
await inside.send('Performance.enable')

await page.addInitScript(() => {
  let waiting = () => {}
  window.painted = () => new Promise(done => (waiting = done))
  addEventListener('click', ({ timeStamp }) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel() // answered after the frame
      port1.onmessage = () => waiting(performance.now() - timeStamp)
      port2.postMessage(0)
    })
  }, { capture: true })
  window.longest = 0
  new PerformanceObserver(list => list.getEntries().forEach(({ duration }) => (window.longest = Math.max(window.longest, duration)))).observe({ type: 'longtask' })
})

const measured = new Map()
const spent = async () => {
  const { metrics } = await inside.send('Performance.getMetrics')
  const of = name => 1000 * metrics.find(metric => metric.name === name).value
  return { script: of('ScriptDuration'), style: of('RecalcStyleDuration') + of('LayoutDuration'), layouts: of('LayoutCount') / 1000 }
}

/** Presses an element and notes what it took. */
async function press(what, selector) {
  const element = page.locator(selector).first()
  await element.hover()
  await page.waitForTimeout(30) // what hovering shows is not the press
  const before = await spent()
  const painted = page.evaluate(() => window.painted())
  await page.mouse.down()
  await page.mouse.up()
  const ms = await painted
  const after = await spent()
  if (!measured.has(what)) measured.set(what, [])
  measured.get(what).push({ ms, script: after.script - before.script, style: after.style - before.style, layouts: after.layouts - before.layouts })
}

const there = selector => page.locator(selector).count().then(n => n > 0)
const until = async (...selectors) => {
  while (!(await Promise.all(selectors.map(there))).some(Boolean)) await page.waitForTimeout(20)
}
const settings = more => page.evaluate(text => localStorage.setItem('ff.settings', text), JSON.stringify({ tips: false, ...more }))

async function newGame(level, seed, me = 'person') {
  await page.goto(`http://127.0.0.1:${port}/new`)
  await page.locator('.seats select').first().selectOption(me)
  for (const choice of await page.getByLabel('Level').all()) await choice.selectOption(String(level))
  await page.locator('summary').click()
  await page.locator('input.seed').fill(seed)
  await page.locator('form button.btn-primary').click()
  await page.locator('footer').waitFor()
}

async function turn() {
  const sell = 'button.sell[aria-disabled=false]'
  const build = '.hand .card.legal[aria-label^=Build]'
  const undo = 'footer [aria-label=Undo]:enabled'
  await until(sell, 'dialog.over[open]', '[data-main]')
  if (await there('dialog.over[open]')) return false
  if (await there(sell)) {
    if (await there('.stepper button:enabled')) {
      await press('one good less', '.stepper button:first-child:enabled')
      await press('one good more', '.stepper button:last-child:enabled')
    }
    await press('sell', sell)
    await press('undo the sale', undo)
    await press('sell', sell)
  }
  if (await there(build)) {
    await press('pick a card up', build)
    await press('put it down', '.hand .card[aria-pressed=true], .hand .picked, .hand .card.chosen, .hand .card.legal')
    await press('pick a card up', build)
    if (await there('.space.legal')) {
      await press('build', '.space.legal')
      await press('undo the build', undo)
    }
  }
  for (let i = 0; i < 12; i++) {
    if (await there('.store button')) await page.locator('.store button').last().click()
    else if (await there('.hand .card.legal:not([aria-label^=Build])')) await press('put under the deck', '.hand .card.legal:not([aria-label^=Build])')
    else if (!(await there('[data-main]'))) break
    else if (await there('footer [data-main]')) {
      const last = /End turn/.test(await page.locator('[data-main]').innerText())
      await press(last ? 'end the turn' : 'go on', '[data-main]')
      if (last) break
    }
  }
  return true
}

const p75 = list => list.toSorted((a, b) => a - b)[Math.floor(0.75 * (list.length - 1))]

await page.goto(`http://127.0.0.1:${port}/healthz`)
await page.evaluate(() => (document.body.innerHTML = '<button style="width:9rem;height:9rem">press</button>'))
await settings({ motion: 'none' })
for (let i = 0; i < 60; i++) await press('an empty page', 'button')
let seed = 0
for (let i = 0, going = false; i < turns; i++) {
  if (!going) await newGame(1, String(++seed))
  going = await turn()
}
await settings({ motion: 'normal' })
await newGame(3, '7', 'bot')
await page.waitForTimeout(1000) // what starting costs is not playing
await page.evaluate(() => (window.longest = 0))
await page.waitForTimeout(20_000)
const longest = await page.evaluate(() => window.longest)

const empty = p75(measured.get('an empty page').map(({ ms }) => ms))
console.log(`${'press'.padEnd(22)}${'n'.padStart(4)}${'p75 ms'.padStart(9)}${'of empty'.padStart(10)}${'script'.padStart(8)}${'style'.padStart(8)}${'layouts'.padStart(9)}`)
for (const [what, all] of measured) {
  const of = name => p75(all.map(one => one[name]))
  console.log(what.padEnd(22) + String(all.length).padStart(4) + of('ms').toFixed(1).padStart(9) + (of('ms') / empty).toFixed(2).padStart(10) + of('script').toFixed(1).padStart(8) + of('style').toFixed(1).padStart(8) + of('layouts').toFixed(0).padStart(9))
}
console.log(`the longest task while bots play: ${longest ? `${Math.round(longest)} ms` : 'under 50 ms'}`)
console.log(`elements of the page: ${await page.evaluate(() => document.querySelectorAll('*').length)}, of them in drawings: ${await page.evaluate(() => document.querySelectorAll('svg *').length)}`)
await browser.close()
server.kill()
