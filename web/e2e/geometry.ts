// geometry.ts - what is wrong with where things are: texts and controls that lie over each other, that are cut off, that are too
// small to read or to hit. It looks at what is painted now, in the page, whatever the page is; it knows no component.
import type { Page } from '@playwright/test'

/** What somebody would complain of, as sentences; none if all is well. Runs in the page. */
function look(): string[] {
  const slack = 1.5 // px: rounding, and letters that reach out of their line
  const least = 11 // px, the smallest letters
  const target = 24 // px, the smallest thing to hit (WCAG 2.5.8)
  const { clientWidth: width, clientHeight: height } = document.documentElement

  interface Box { left: number; top: number; right: number; bottom: number }
  interface Thing { element: Element; box: Box; seen: Box | null; words: string; control: Element | null; text: boolean }

  const found = new Set<string>()
  const top = document.querySelector('dialog[open]:modal') ?? document.body
  const styles = new Map<Element, CSSStyleDeclaration>()
  const styleOf = (e: Element) => styles.get(e) ?? (styles.set(e, getComputedStyle(e)), styles.get(e)!)
  const short = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 44)
  const nameOf = (e: Element) => `${e.tagName.toLowerCase()}${e.classList[0] ? '.' + e.classList[0] : ''} "${short(e.getAttribute('aria-label') ?? e.textContent ?? '')}"`
  const meet = (a: Box, b: Box): Box => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) })
  const empty = (b: Box) => b.right - b.left <= 0 || b.bottom - b.top <= 0

  /* What of a box can be seen, and what keeps the rest from ever being seen. Where one can scroll, it can be. */
  function clipped(element: Element, whole: Box): { seen: Box | null; cut: string | null } {
    const { left, top, right, bottom } = whole
    let seen: Box = { left, top, right, bottom }
    let box = seen // what must be seen somewhere: less what can be scrolled to
    let cut: string | null = null
    let child: Element | null = null
    for (let e: Element | null = element; e && e !== document.documentElement; child = e, e = e.parentElement) {
      if (child && styleOf(child).position === 'fixed') break
      if (e instanceof SVGElement && !(e instanceof SVGSVGElement)) continue
      const { overflowX: x, overflowY: y } = styleOf(e)
      if (x === 'visible' && y === 'visible') continue
      const edge = e.getBoundingClientRect()
      const scrollsX = /auto|scroll/.test(x) && e.scrollWidth > e.clientWidth
      const scrollsY = /auto|scroll/.test(y) && e.scrollHeight > e.clientHeight
      if (scrollsX) box = { ...box, left: Math.max(box.left, edge.left), right: Math.min(box.right, edge.right) }
      if (scrollsY) box = { ...box, top: Math.max(box.top, edge.top), bottom: Math.min(box.bottom, edge.bottom) }
      if (empty(box)) return { seen: null, cut } // scrolled away
      if (box.left < edge.left - slack || box.right > edge.right + slack || box.top < edge.top - slack || box.bottom > edge.bottom + slack) cut ??= nameOf(e)
      seen = meet(seen, edge)
      if (empty(seen)) return { seen: null, cut }
    }
    const page = document.documentElement.scrollHeight > height ? Infinity : height
    if (box.left < -slack || box.right > width + slack || (page === height && box.top < -slack) || box.bottom > page + slack) cut ??= 'the window'
    seen = meet(seen, { left: 0, top: 0, right: width, bottom: page })
    return { seen: empty(seen) ? null : seen, cut }
  }

  const controls = 'button, a[href], input, select, textarea, summary, [role=tab], label:has(input)'
  function shown(e: Element): boolean {
    for (let at: Element | null = e; at; at = at.parentElement) {
      const style = styleOf(at)
      if (style.clipPath.startsWith('inset(50%') || style.opacity === '0' || at.classList.contains('skip')) return false
      if (style.position === 'fixed' && style.pointerEvents === 'none') return false // what the pointer brings along
    }
    return e.checkVisibility({ visibilityProperty: true })
  }
  /* Controls in a label are the label. */
  const controlOf = (e: Element): Element | null => e.closest('label:has(input)') ?? e.closest(controls)

  const things: Thing[] = []
  for (const element of top.querySelectorAll(controls)) {
    if (controlOf(element) !== element || !shown(element)) continue
    const box = element.getBoundingClientRect()
    if (box.width === 0 || box.height === 0) continue
    const { seen, cut } = clipped(element, box)
    if (cut) found.add(`${nameOf(element)} is cut by ${cut}`)
    if (box.width < target - 0.5 || box.height < target - 0.5)
      if (styleOf(element).display !== 'inline') found.add(`${nameOf(element)} is ${Math.round(box.width)} x ${Math.round(box.height)} to hit`)
    things.push({ element, box, seen, words: nameOf(element), control: element, text: false })
  }

  const range = document.createRange()
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    const words = short(node.data)
    const element = node.parentElement
    if (!words || !element || element.closest('option, script, style, title, .sky') || !shown(element)) continue
    const style = styleOf(element)
    const scale = element instanceof SVGGraphicsElement ? (element.getScreenCTM()?.a ?? 1) : 1
    const size = parseFloat(style.fontSize) * scale
    const lines: DOMRect[] = []
    if (element instanceof SVGElement) lines.push(element.getBoundingClientRect())
    else {
      range.selectNodeContents(node)
      lines.push(...range.getClientRects())
    }
    const heights = new Set(lines.map(({ top }) => Math.round(top))).size
    if (heights > 2 * words.split(/[\s-]+/).length) found.add(`"${words}" in ${nameOf(element)} is broken into ${heights} lines`)
    for (const line of lines) {
      if (line.width < 0.5 || line.height < 0.5) continue
      /* Of a line's height what letters fill; its width is theirs. */
      const spare = Math.max(0, line.height - size) / 2
      const box: Box = { left: line.left, right: line.right, top: line.top + spare, bottom: line.bottom - spare }
      const { seen, cut } = clipped(element, box)
      if (cut) found.add(`"${words}" is cut by ${cut}`)
      if (seen && size < least - 0.05) found.add(`"${words}" in ${nameOf(element)} is ${size.toFixed(1)} px`)
      things.push({ element, box, seen, words: `"${words}" (${nameOf(element).split(' ')[0]})`, control: controlOf(element), text: true })
    }
  }

  /* A heading that stays while its list scrolls lies over what has been scrolled away. */
  const stays = (e: Element | null): boolean => !!e && (styleOf(e).position === 'sticky' || stays(e.parentElement))
  const over = (a: Box, b: Box) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2
  const visible = things.filter(thing => thing.seen)
  visible.forEach((a, i) => {
    for (const b of visible.slice(i + 1)) {
      if (!over(a.seen!, b.seen!) || a.element === b.element || stays(a.element) || stays(b.element)) continue
      if (a.text !== b.text || !a.text) if (a.element.contains(b.element) || b.element.contains(a.element)) continue
      if (!a.text && b.text && b.control === a.element) continue
      if (!b.text && a.text && a.control === b.element) continue
      found.add(`${a.words} and ${b.words} overlap`)
    }
  })

  /* What is pressed is what is seen there. */
  for (const { element, seen, text } of visible) {
    if (text || !seen || seen.right - seen.left < 6 || seen.bottom - seen.top < 6) continue
    const [x, y] = [(seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2]
    if (y > height || (element as HTMLButtonElement).disabled) continue
    const hit = document.elementFromPoint(x, y)
    if (!hit || stays(hit)) continue
    if (!element.contains(hit) && !hit.contains(element)) found.add(`${nameOf(element)} is covered by ${nameOf(hit)}`)
    else if (hit !== element && hit.contains(element) && styleOf(element).display !== 'inline') found.add(`${nameOf(element)} cannot be pressed in its middle`)
  }

  const root = document.documentElement
  if (document.querySelector('.table') && root.scrollHeight > root.clientHeight) found.add(`the page is ${root.scrollHeight} high under a table that fills the window`)
  if (root.scrollWidth > root.clientWidth) found.add(`the page is ${root.scrollWidth} wide`)
  for (const e of top.querySelectorAll('*')) {
    if (!(e instanceof HTMLElement) || e.scrollWidth <= e.clientWidth + 1 || e.clientWidth === 0) continue
    if (/auto|scroll/.test(styleOf(e).overflowX) && !e.matches('[data-swipe], [data-swipe] *, textarea, input')) found.add(`${nameOf(e)} scrolls sideways`)
  }
  return [...found]
}

export function faults(page: Page): Promise<string[]> {
  return page.evaluate(look)
}
