// The page in every engine that people have: Firefox, WebKit (Safari's) and Chromium. The same tests for all.
import { expect } from '@playwright/test'
import { lineTo } from '../line'
import { laptop, phone, port, test } from './test'
import { Visitor } from './visitor'

test.describe.configure({ mode: 'default' }) // one browser is started, not one for each test

const addresses = ['/', '/new', '/new#people', '/friends', '/learn', '/rules', '/rules#cards', '/settings', '/stats', '/lost/x', '/review/none']

for (const [size, [width, height]] of Object.entries({ laptop, phone }))
  test(`${size}: nothing lies over a button, on any screen`, async ({ visitor }) => {
    await visitor.driver.resize(width, height)
    for (const address of addresses) {
      await visitor.opens(address)
      await visitor.findsNothingCovered()
    }
    await visitor.startsGame('5')
    const seen = new Set<string>()
    await visitor.plays(async next => {
      if (next !== 'wait' && !seen.has(next)) await visitor.findsNothingCovered()
      seen.add(next)
      return (await visitor.round()) >= 2
    })
    expect([...seen]).toEqual(expect.arrayContaining(['sell', 'main']))
    for (const key of ['?', 'c']) {
      await visitor.presses(key)
      await visitor.sees('dialog[open]')
      await visitor.findsNothingCovered()
      await visitor.presses('\uE00C') // Escape
      await expect.poll(() => visitor.count('dialog[open]')).toBe(0)
    }
  })

test('bold is bold, in both fonts', async ({ visitor }) => {
  await visitor.opens('/')
  const [plain, bold, serif] = await visitor.run(async () => {
    await document.fonts.ready
    const pen = document.createElement('canvas').getContext('2d')!
    const width = (font: string) => ((pen.font = font), pen.measureText('Hopfen und Gerste').width)
    return [width("400 40px 'Feld Sans'"), width("700 40px 'Feld Sans'"), width("700 40px 'Feld Serif'")]
  })
  expect(bold!).toBeGreaterThan(plain! * 1.02)
  expect(serif).not.toBe(bold)
})

test('a whole game by the pointer: drag, undo, redo, hint; then it is looked back on', async ({ visitor }) => {
  await visitor.startsGame('11')
  await visitor.plays(async () => (await visitor.count('button.sell')) > 0)
  await visitor.clicks('footer button', 'Hint')
  await visitor.sees('.advice, [aria-label=Hint]')
  await visitor.clicks('button.sell')
  await visitor.sees('footer button:not(:disabled)', 'Undo')
  await visitor.clicks('footer button', 'Undo')
  await visitor.sees('button.sell')
  await visitor.clicks('footer button', 'Redo')
  await expect.poll(() => visitor.count('button.sell')).toBe(0)
  await visitor.plays(async () => (await visitor.count('.hand .card.legal[aria-label^=Build]')) > 0)
  const card = await visitor.run(() => document.querySelector('.hand .card.legal[aria-label^=Build]')!.getAttribute('aria-label')!)
  await visitor.drags('.hand .card.legal[aria-label^=Build]', '[data-drop="space:1"]')
  const name = card.replace('Build ', '').split(' for ')[0]!
  await visitor.sees('[data-drop="space:1"] button', `Space 1: ${name}`)
  await visitor.plays()
  await visitor.sees('dialog.over h2')
  await visitor.findsNothingCovered()
  await visitor.clicks('dialog.over a, dialog.over button', 'Look back')
  await visitor.sees('figure svg')
  await visitor.clicks('button', 'Step through')
  await visitor.sees('input[type=range]')
  await visitor.presses('\uE014', '\uE014') // right
  await expect.poll(() => visitor.run(() => location.search)).toBe('?at=2')
  await visitor.findsNothingCovered()
})

test('a turn is planned while bots wait, kept, withdrawn, planned again and played', async ({ visitor }) => {
  await visitor.comesAnew({ pace: 'step' })
  await visitor.startsGame('12')
  const shows = (text: string) => visitor.run(words => document.querySelector('footer.actions')!.textContent!.includes(words), text)
  const plans = async () => {
    await visitor.plays(() => shows('Plan my turn'))
    await visitor.clicks('footer button', 'Plan my turn')
    await visitor.plays(() => shows('Keep the plan'))
    await visitor.findsNothingCovered()
    await visitor.clicks('.plan .btn-primary', 'Keep the plan')
    await visitor.sees('.plan .turn')
    await visitor.findsNothingCovered()
  }
  await plans()
  await visitor.clicks('.plan .cross')
  await plans()
  await visitor.plays(async () => (await shows('Your planned turn was played.')) || (await shows('Play your turn yourself.')))
})

test('a page that is left while it stores a turn: nothing is lost, and the next game starts', async ({ visitor }) => {
  await visitor.startsGame('8')
  await visitor.plays(async () => (await visitor.round()) >= 2 && (await visitor.count('button.sell')) > 0)
  const address = await visitor.run(() => location.pathname)
  const coins = () => visitor.run(() => document.querySelector('.purse [data-at^="coins"] [role=img]')?.getAttribute('aria-label'))
  const log = () => visitor.run(() => [...document.querySelectorAll('.log li')].map(li => li.textContent))
  for (const wait of [0, 0, 1, 4]) {
    await visitor.plays(async () => (await visitor.count('button.sell')) > 0)
    await visitor.leaves(ms => {
      document.querySelector<HTMLElement>('button.sell')!.click()
      if (ms) setTimeout(() => location.reload(), ms)
      else location.reload()
    }, wait)
    await visitor.clicks('footer [aria-label=Undo]:enabled') // it was stored
    await visitor.sees('button.sell')
  }
  await visitor.clicks('button.sell')
  await expect.poll(() => visitor.count('button.sell')).toBe(0)
  const before = [await coins(), await log()]
  await visitor.opens(address)
  await visitor.sees('footer.actions')
  await expect.poll(async () => [await coins(), await log()]).toEqual(before)
  await visitor.startsGame('9')
  expect(await visitor.run(() => location.pathname)).not.toBe(address)
  await visitor.opens('/')
  await visitor.clicks('a', 'Go on playing')
  await visitor.sees('footer.actions')
})

test('a turn at a table of the server', async ({ visitor }) => {
  test.skip(!process.env.PAGE_COMMAND, 'needs the server: tools/browser.sh')
  await visitor.opens('/friends')
  await visitor.fills('.name input', 'Anna')
  await visitor.clicks('form.create button')
  await visitor.sees('.seating')
  await visitor.findsNothingCovered()
  await visitor.run(() => {
    const level = document.querySelector<HTMLSelectElement>('.seating select')!
    level.value = '1'
    level.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await visitor.clicks('.seating .btn-primary')
  await visitor.sees('footer.actions')
  await visitor.plays(async () => (await visitor.round()) >= 2)
  await visitor.findsNothingCovered()
})

test('a name is claimed, and its page is shown', async ({ visitor }) => {
  test.skip(!process.env.PAGE_COMMAND, 'needs the server: tools/browser.sh')
  const name = `F${Date.now().toString(36)}` // each engine claims its own
  await visitor.opens('/friends')
  await visitor.fills('.name input', name)
  await visitor.clicks('form.create button')
  await visitor.sees('.seating')
  await visitor.opens('/account')
  await visitor.clicks('button', 'Make a recovery code')
  await visitor.clicks('form button', 'Claim this name')
  await visitor.clicks('fieldset label', 'your ratings and games')
  for (const [width, height] of [laptop, phone]) {
    await visitor.driver.resize(width, height)
    await visitor.opens('/account')
    await visitor.findsNothingCovered()
    await visitor.clicks('a', 'Open your page')
    await visitor.sees('h1', name)
    await visitor.sees('.note', 'others see: your ratings and games')
    await visitor.findsNothingCovered()
    await visitor.opens(`/p/not-${name}`)
    await visitor.sees('h2', `Nobody has claimed the name not-${name}.`)
  }
})

test('offline after a first visit the page starts and plays', async ({ driver, visitor: first }) => {
  const line = await lineTo(port)
  const visitor = new Visitor(driver, line.url)
  try {
    await visitor.comesAnew()
    await visitor.opens('/')
    await visitor.run(async () => void (await navigator.serviceWorker.ready))
    const kept = () => visitor.run(async () => {
      const files = JSON.parse(/self\.FILES = (.*)/.exec(await (await fetch('/sw.js')).text())![1]!) as { page: string[]; words: { en: string[] } }
      return (await Promise.all([...files.page, ...files.words.en].map(name => caches.match(name)))).every(Boolean)
    })
    await expect.poll(kept).toBe(true)
    line.cut()
    await visitor.startsGame('4')
    await visitor.plays(async () => (await visitor.round()) >= 2)
  } finally {
    line.close()
    first.mayComplain = true
  }
})
