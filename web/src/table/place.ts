/* place.ts - where the coach stands: near what it points at, not over it nor over what is needed to do as it says, and always
 * inside the window. */

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

const gap = 12
const edge = 8
const steps = 16

export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return width > 0 && height > 0 ? width * height : 0
}

function distance(a: Box, b: Box): number {
  const x = Math.max(0, a.left - b.right, b.left - a.right)
  const y = Math.max(0, a.top - b.bottom, b.top - a.bottom)
  return Math.hypot(x, y)
}

const grown = (box: Box): Box => ({ left: box.left - gap, top: box.top - gap, right: box.right + gap, bottom: box.bottom + gap })

/* Tries places all over the window. Covering the target is worst, then what must be clear, then anything else that is shown;
 * near is better than far. */
export function panelPlace(
  target: Box | null,
  clear: readonly Box[],
  shown: readonly Box[],
  [width, height]: readonly [number, number],
  [windowWidth, windowHeight]: readonly [number, number],
) {
  const maxLeft = Math.max(edge, windowWidth - width - edge)
  const maxTop = Math.max(edge, windowHeight - height - edge)
  if (!target && clear.length === 0) return { left: Math.round((edge + maxLeft) / 2), top: Math.round(Math.min(maxTop, windowHeight * 0.22)) }
  const covered = (panel: Box, boxes: readonly Box[]) => boxes.reduce((sum, box) => sum + overlap(panel, box), 0)
  let best = { left: edge, top: edge, cost: Infinity }
  for (let i = 0; i <= steps; i++)
    for (let j = 0; j <= steps; j++) {
      const left = Math.round(edge + ((maxLeft - edge) * i) / steps)
      const top = Math.round(edge + ((maxTop - edge) * j) / steps)
      const panel = { left, top, right: left + width, bottom: top + height }
      const pointed = target ? 20 * overlap(panel, grown(target)) + 10 * distance(panel, target) : 0
      const cost = pointed + 8 * covered(panel, clear) + covered(panel, shown)
      if (cost < best.cost) best = { left, top, cost }
    }
  return { left: best.left, top: best.top }
}
