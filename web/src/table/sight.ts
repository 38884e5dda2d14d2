/* sight.ts - brings something into sight by scrolling the panels it is in, and nothing else: scrollIntoView would also move what is not
 * meant to be scrolled. */

const scrolls = (value: string) => value === 'auto' || value === 'scroll'

/* How far to scroll, so that from..to lies in start..end; what is longer begins at the start. */
function way(from: number, to: number, start: number, end: number): number {
  if (from < start) return from - start
  return to > end ? Math.min(to - end, from - start) : 0
}

/* `over` lies over the lower part of the panel, perhaps. */
export function intoSight(element: Element, over: Element | null = null) {
  for (let at = element.parentElement; at; at = at.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(at)
    if (!scrolls(overflowX) && !scrolls(overflowY)) continue
    const box = element.getBoundingClientRect()
    const edge = at.getBoundingClientRect()
    const free = over && at.contains(over) ? Math.min(edge.bottom, over.getBoundingClientRect().top) : edge.bottom
    if (scrolls(overflowY)) at.scrollTop += way(box.top - 8, box.bottom + 8, edge.top, free)
    if (scrolls(overflowX)) at.scrollLeft += way(box.left - 8, box.right + 8, edge.left, edge.right)
  }
}
