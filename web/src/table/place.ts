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

/* Tries places all over the room, which ends at the bars if the note fits between them. Covering the target is worst, then what must be
 * clear, then anything else that is shown; near is better than far. What is about nothing in particular stands near the middle. */
export function panelPlace(target: Box | null, clear: readonly Box[], shown: readonly Box[], [width, height]: readonly [number, number], window: Box, bars: readonly Box[] = []) {
  const room = between(bars, window, height)
  const middle = { left: (room.left + room.right) / 2, right: (room.left + room.right) / 2, top: (room.top + room.bottom) / 2, bottom: (room.top + room.bottom) / 2 }
  const [minLeft, minTop] = [room.left + edge, room.top + edge]
  const maxLeft = Math.max(minLeft, room.right - width - edge)
  const maxTop = Math.max(minTop, room.bottom - height - edge)
  const covered = (panel: Box, boxes: readonly Box[]) => boxes.reduce((sum, box) => sum + overlap(panel, box), 0)
  let best = { left: minLeft, top: minTop, cost: Infinity }
  for (let i = 0; i <= steps; i++)
    for (let j = 0; j <= steps; j++) {
      const left = Math.round(minLeft + ((maxLeft - minLeft) * i) / steps)
      const top = Math.round(minTop + ((maxTop - minTop) * j) / steps)
      const panel = { left, top, right: left + width, bottom: top + height }
      const pointed = (target ? 20 * overlap(panel, grown(target)) : 0) + 10 * distance(panel, target ?? middle)
      const cost = pointed + 8 * covered(panel, clear) + covered(panel, shown)
      if (cost < best.cost) best = { left, top, cost }
    }
  return { left: best.left, top: best.top }
}

/* The window without bars at its top and bottom; whole if nothing so high fits between them. */
function between(bars: readonly Box[], window: Box, height: number): Box {
  const half = (window.top + window.bottom) / 2
  const top = Math.max(window.top, ...bars.filter(bar => bar.bottom < half).map(bar => bar.bottom))
  const bottom = Math.min(window.bottom, ...bars.filter(bar => bar.top > half).map(bar => bar.top))
  return bottom - top < height + 2 * edge ? window : { ...window, top, bottom }
}
