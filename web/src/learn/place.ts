/* place.ts - where the coach stands: beside what it points at, on the side with the most room, never over it if there is any
 * other place, and always inside the window. */

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

const gap = 14
const edge = 8

function within(n: number, low: number, high: number): number {
  return Math.max(low, Math.min(n, Math.max(low, high)))
}

export function panelPlace(target: Box | null, width: number, height: number, windowWidth: number, windowHeight: number) {
  const maxLeft = windowWidth - width - edge
  const maxTop = windowHeight - height - edge
  if (!target) return { left: within((windowWidth - width) / 2, edge, maxLeft), top: within(windowHeight * 0.3 - height / 2, edge, maxTop) }
  const besideTop = within((target.top + target.bottom - height) / 2, edge, maxTop)
  const overLeft = within((target.left + target.right - width) / 2, edge, maxLeft)
  const places = [
    { room: target.top - gap - height, left: overLeft, top: target.top - gap - height },
    { room: windowHeight - target.bottom - gap - height, left: overLeft, top: target.bottom + gap },
    { room: target.left - gap - width, left: target.left - gap - width, top: besideTop },
    { room: windowWidth - target.right - gap - width, left: target.right + gap, top: besideTop },
  ]
  const best = places.reduce((a, b) => (b.room > a.room ? b : a))
  return { left: Math.round(within(best.left, edge, maxLeft)), top: Math.round(within(best.top, edge, maxTop)) }
}
