// Forty reference screens: ten states of the page, on a laptop and a phone, by day and at dusk, the same for all three engines. What
// differs is put into build/screens as three pictures a screen (is, was, difference) and a page that shows them, build/screens/index.html.
// Somebody looks at it and either mends the page or accepts the new look: tools/browser.sh engines/screens -u
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { blankness, cellsOf, differing, marked, readPng, writePng, type Picture } from './pixels'
import { laptop, phone, test } from './test'
import type { Visitor } from './visitor'

const references = new URL('../screens/', import.meta.url).pathname
const differences = new URL('../../../build/screens/', import.meta.url).pathname
/** Games at a moment, as the page stores them (player.ts has `newGame`; e2e/screens/games.json was stored by such games). */
const games = JSON.parse(readFileSync(`${references}games.json`, 'utf8')) as Record<string, { id: string }>
/** Of all cells: fonts are smoothed and lists are drawn by each engine in its own way. */
const MAY_DIFFER = 0.012

interface Screen {
  address: string
  /** Pressed when it is there. */
  press?: string
  sees: string
}
const game = (name: string) => `/game/${games[name]!.id}`
const screens: Record<string, Screen> = {
  home: { address: '/', sees: 'button.way:enabled' },
  new: { address: '/new', sees: 'input.seed, summary' },
  learn: { address: '/learn', sees: 'main button' },
  cards: { address: '/rules#cards', sees: 'main h3' },
  sell: { address: game('sell'), sees: 'button.sell' },
  build: { address: game('build'), sees: '.hand .card.legal' },
  space: { address: game('build'), press: '.hand .card.legal', sees: '.space.legal' },
  discard: { address: game('discard'), sees: '.hand .card.legal' },
  expert: { address: game('expert'), sees: 'button.sell' },
  over: { address: game('over'), press: '[data-main]', sees: 'dialog.over[open]' },
}

test.describe.configure({ mode: 'default' })
test.beforeAll(() => mkdirSync(differences, { recursive: true }))

/** Everything has come, and nothing moves: the letters are there, two frames are painted, and no scrollbar. The landing's button with the date is
 * shown without its second line. */
async function rests(visitor: Visitor) {
  await visitor.run(async () => {
    const style = new CSSStyleSheet() // an element would be refused by the server's Content-Security-Policy
    style.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important; caret-color: transparent !important } main .ways small { visibility: hidden !important } * { scrollbar-width: none !important }')
    document.adoptedStyleSheets = [style]
    await document.fonts.ready
    ;(document.activeElement as HTMLElement | null)?.blur()
    scrollTo(0, 0)
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
  })
}

async function shows(visitor: Visitor, { address, press, sees }: Screen, theme: string) {
  await visitor.comesAnew({ theme, hints: false })
  await visitor.run((text: string) => {
    for (const [id, game] of Object.entries(JSON.parse(text) as Record<string, { id: string }>)) localStorage.setItem(`ff.game.${game.id}`, JSON.stringify(game) || id)
  }, JSON.stringify(address.startsWith('/game/') ? games : {}))
  await visitor.opens(address)
  if (press) await visitor.clicks(press)
  await visitor.sees(sees)
  await rests(visitor)
}

/** Where pictures are, of those that can be seen; those under an open sheet cannot. Runs in the page. */
function pictures(): { name: string; left: number; top: number; width: number; height: number }[] {
  const over = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
  const inside = ({ left, top, right, bottom }: DOMRect) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
  const cut = (e: Element) => {
    const box = e.getBoundingClientRect()
    for (let at = e.parentElement; at; at = at.parentElement) {
      const frame = at.getBoundingClientRect()
      if (getComputedStyle(at).overflow !== 'visible' && (frame.bottom < box.bottom - 1 || frame.top > box.top + 1 || frame.right < box.right - 1)) return true
    }
    return false
  }
  return [...over.querySelectorAll('svg.art')].flatMap(svg => {
    const box = svg.getBoundingClientRect()
    if (box.width < 14 || !inside(box) || !svg.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || cut(svg)) return []
    return [{ name: `${svg.parentElement?.className} > svg ${svg.getAttribute('viewBox')}`, left: box.left, top: box.top, width: box.width, height: box.height }]
  })
}

function report(engine: string, name: string, is: Picture, was: Picture | null, cells: [number, number][]) {
  writeFileSync(`${differences}${engine}-${name}-is.png`, writePng(is))
  writeFileSync(`${differences}${engine}-${name}-difference.png`, writePng(marked(is, cells)))
  if (was) writeFileSync(`${differences}${engine}-${name}-was.png`, writePng(was))
  const all = readdirSync(differences).filter(file => file.endsWith('-is.png')).map(file => file.replace('-is.png', '')).sort()
  const row = (one: string) => `<h2>${one}</h2><p>${['was', 'is', 'difference'].map(what => `<img src="${one}-${what}.png" alt="${what}" width="31%" style="image-rendering:pixelated">`).join(' ')}</p>`
  writeFileSync(`${differences}index.html`, `<!doctype html><meta charset="utf-8"><title>Screens that differ</title><p>Reference (mean colours), screen, difference.</p>${all.map(row).join('')}`)
}

for (const [size, [width, height]] of Object.entries({ laptop, phone }))
  for (const theme of ['light', 'dark'])
    test(`screens look as they did, and no picture is blank: ${size}, ${theme}`, async ({ visitor, engine }, { config }) => {
      await visitor.driver.resize(width, height)
      const wrong: string[] = []
      for (const [state, screen] of Object.entries(screens)) {
        const name = `${state}-${size}-${theme}`
        await shows(visitor, screen, theme)
        const picture = readPng(await visitor.driver.picture())
        for (const { name: of, left, top, width, height } of await visitor.run(pictures)) {
          const share = blankness(picture, left, top, width, height)
          if (share > 0.9) wrong.push(`${name}: blank picture ${of} (${(share * 100).toFixed()} % of one colour)`)
        }
        const cells = cellsOf(picture)
        const file = `${references}${name}.png`
        if (['all', 'changed'].includes(config.updateSnapshots) && engine === 'chromium') writeFileSync(file, writePng(cells))
        const was = existsSync(file) ? readPng(readFileSync(file)) : null
        const differ = was ? differing(cells, was) : [[0, 0] as [number, number]]
        const share = differ.length / (cells.width * cells.height)
        rmSync(`${differences}${engine}-${name}-is.png`, { force: true })
        if (was && share <= MAY_DIFFER) continue
        report(engine, name, picture, was, differ)
        wrong.push(was ? `${name}: ${(share * 100).toFixed(1)} % of the cells differ from ${file}; see build/screens/index.html` : `${name}: no reference; -u makes it`)
      }
      expect(wrong).toEqual([])
    })
