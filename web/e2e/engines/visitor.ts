// visitor.ts - somebody with a browser of any engine: looks, points, presses, drags. What is pressed must be seen, and must be
// what lies under the pointer.
import { expect } from '@playwright/test'
import { lasting, nextStep, type Step } from '../player'
import type { Driver, Input } from './drivers'

export interface Point {
  x: number
  y: number
}

/** Where the first element is seen that fits and says that, scrolled into sight; null if there is none. Runs in the page. */
function place(selector: string, says: string): Point | null {
  const seen = (e: Element) => e.checkVisibility() && e.getBoundingClientRect().width > 1
  const words = (e: Element) => `${e.getAttribute('aria-label') ?? ''} ${e.textContent ?? ''}`
  const found = [...document.querySelectorAll(selector)].find(e => seen(e) && words(e).includes(says))
  if (!found) return null
  found.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  const box = found.getClientRects()[0]!
  return { x: Math.round(box.left + box.width / 2), y: Math.round(box.top + box.height / 2) }
}

/** Buttons, links and fields whose centre is something else's. Runs in the page. */
function covered(): string[] {
  const found: string[] = []
  const over = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
  for (const e of over.querySelectorAll<HTMLElement>('button, a[href], input, select, summary, [role=button]')) {
    if (e.closest('[inert]') || !e.checkVisibility({ visibilityProperty: true })) continue
    e.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    const box = e.getClientRects()[0]
    if (!box || box.width < 2) continue // for readers' ears only
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    const labels = [...((e as HTMLInputElement).labels ?? [])]
    if ([e, ...labels].some(own => own.contains(hit))) continue
    const name = (of: Element | null) => (of ? `${of.tagName.toLowerCase()}.${of.classList[0] ?? ''} "${(of.getAttribute('aria-label') ?? of.textContent ?? '').trim().slice(0, 40)}"` : 'nothing')
    found.push(`${location.pathname}: ${name(e)} lies under ${name(hit)}`)
  }
  return found
}

export class Visitor {
  /** Whether the browser may complain: its server is taken away. */
  mayComplain = false

  constructor(
    readonly driver: Driver,
    private readonly base: string,
  ) {}

  /** As somebody who was never here before, except that nothing moves and nothing is explained. */
  async comesAnew(settings: Record<string, unknown> = {}) {
    await this.driver.open(`${this.base}/healthz`) // a page that starts nothing
    await this.run(text => {
      localStorage.clear()
      localStorage.setItem('ff.settings', text)
      localStorage.setItem('ff.language', 'en')
    }, JSON.stringify({ motion: 'none', tips: false, ...settings }))
  }

  async opens(path: string) {
    await this.driver.open(this.base + path)
    await this.sees('main')
  }

  run<T, A extends unknown[]>(fn: (...args: A) => T, ...args: A) {
    return this.driver.run(fn, ...args)
  }

  count(selector: string): Promise<number> {
    return this.run(s => document.querySelectorAll(s).length, selector)
  }

  async find(selector: string, says = ''): Promise<Point> {
    let [found, before]: (Point | null)[] = [null, null]
    const rests = async () => {
      before = found
      found = await this.run(place, selector, says)
      return found !== null && found.x === before?.x && found.y === before.y
    }
    await expect.poll(rests, { message: `${selector} "${says}" is seen, and stays where it is`, intervals: [20, 20, 50, 100, 250] }).toBe(true)
    return found!
  }

  async sees(selector: string, says = '') {
    await this.find(selector, says)
  }

  async clicks(selector: string, says = '') {
    const at = await this.find(selector, says)
    await this.mouse([{ type: 'pointerMove', ...at, duration: 0 }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }])
  }

  async drags(from: string, to: string) {
    const [start, end] = [await this.find(from), await this.find(to)]
    const halfway = { x: Math.round((start.x + end.x) / 2), y: Math.round((start.y + end.y) / 2) }
    const moves = [halfway, end].map(at => ({ type: 'pointerMove', ...at, duration: 60 }))
    await this.mouse([{ type: 'pointerMove', ...start, duration: 0 }, { type: 'pointerDown', button: 0 }, ...moves, { type: 'pointerUp', button: 0 }])
  }

  private mouse(actions: Input['actions']) {
    return this.driver.act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }])
  }

  async presses(...keys: string[]) {
    const actions = keys.flatMap(value => [{ type: 'keyDown', value }, { type: 'keyUp', value }])
    await this.driver.act([{ type: 'key', id: 'keys', actions }])
  }

  /** Does something in the page by which it is left, and waits for the page that follows. */
  async leaves<A extends unknown[]>(fn: (...args: A) => void, ...args: A) {
    await this.run(() => void (document.documentElement.dataset.left = ''))
    await this.run(fn, ...args)
    const there = () => this.run(() => document.readyState === 'complete' && !('left' in document.documentElement.dataset))
    await expect.poll(() => there().catch(() => false)).toBe(true)
  }

  /** Types into a field, instead of what is in it. */
  async fills(selector: string, text: string) {
    await this.clicks(selector)
    await expect.poll(() => this.run(s => document.activeElement?.matches(s), selector)).toBe(true)
    await this.run(s => document.querySelector<HTMLInputElement>(s)!.select(), selector)
    await this.presses(...text)
    await expect.poll(() => this.run(s => document.querySelector<HTMLInputElement>(s)!.value, selector)).toBe(text)
  }

  /** Everything that can be pressed can be pressed. */
  async findsNothingCovered() {
    expect(await lasting(() => this.run(covered))).toEqual([])
  }

  /** The form of a new game: two at the table, a quick bot. */
  async startsGame(seed: string) {
    await this.opens('/new')
    await this.clicks('label', '2')
    await expect.poll(() => this.count('form.setup input[value="2"]:checked')).toBe(1)
    await this.clicks('summary')
    await this.fills('input.seed', seed)
    await this.run(() => {
      const level = document.querySelector<HTMLSelectElement>('.seats select[aria-label=Level]')! // a list is the browser's own window
      level.value = '1'
      level.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await this.clicks('button', 'Start')
    await this.sees('footer.actions')
  }

  /** Plays until the end, or until `stop` says so of the step to come. */
  async plays(stop: (next: Step) => boolean | Promise<boolean> = () => false) {
    for (let i = 0; i < 3000; ) {
      const next = await this.run(nextStep)
      if (next === 'over' || (await stop(next))) return
      if (next === 'wait') await new Promise(done => setTimeout(done, 20))
      else {
        await this.clicksMark()
        i++
      }
    }
    throw new Error('the game does not end')
  }

  /** Between looking and clicking a bot may have moved; the next look sees it. */
  private async clicksMark() {
    const at = await this.run(place, '[data-next]', '')
    if (at) await this.mouse([{ type: 'pointerMove', ...at, duration: 0 }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }])
  }

  round(): Promise<number> {
    return this.run(() => Number(/\d+/.exec(document.querySelector('.head .round')?.textContent ?? '')?.[0] ?? 0))
  }
}
