/* palace.ts - the palace in its six parts, each in a tile of 120 x 96. Part 1, 2, 3 are the upper storeys with roofs and towers,
 * 4, 5, 6 the ground floor with arcade and stairs. How a part ends on each side depends on what is beside it:
 *   join   the next part stands there; walls and roofs run on, so that six tiles are one building
 *   open   the next part is still to come (expert game): toothed stones and scaffolding
 *   done   there is nothing to come (base game): corner stones, a hipped roof, a roof over the ground floor */
import { arch, arches, at, box, dot, flip, l, n, p, pane, times } from './ink'

export type Edge = 'join' | 'open' | 'done'
export interface Edges { left: Edge; right: Edge; above: Edge; below: Edge }
const alone: Edges = { left: 'done', right: 'done', above: 'done', below: 'done' }

/* ----------------------------------------------------------------------------------------------------------- pieces */

/** How far the wall stays away from the tile's edge; where it joins it reaches a hair over it, so that no seam shows. */
const inset = (e: Edge) => (e === 'join' ? -1.2 : 9)

/** A wall from x0 to x1 and y0 to y1, outlined only where nothing joins it. */
const wall = (x0: number, x1: number, y0: number, y1: number, e: Edges) =>
  box('wall', x0, y0, x1 - x0, y1 - y0) + (e.left === 'join' ? '' : l('', `M${x0} ${y0}V${y1}`)) +
  (e.right === 'join' ? '' : l('', `M${x1} ${y0}V${y1}`))

/** A moulding; it sticks out a little where the wall ends. */
const moulding = (x0: number, x1: number, y: number, h: number, e: Edges) => {
  const a = e.left === 'join' ? x0 : x0 - 2, b = e.right === 'join' ? x1 : x1 + 2
  return box('cream', a, y, b - a, h) + l('thin', `M${a} ${y}H${b}M${a} ${y + h}H${b}`) +
    (e.left === 'join' ? '' : l('thin', `M${a} ${y}v${h}`)) + (e.right === 'join' ? '' : l('thin', `M${b} ${y}v${h}`))
}

/** Corner stones along x from y to bottom; side -1 reaches left into the wall, 1 right. */
const quoins = (x: number, y: number, bottom: number, side: number) =>
  times(Math.floor((bottom - y) / 6), (i) => box('cream', side < 0 ? x - (i % 2 ? 5 : 3.4) : x, y + i * 6, i % 2 ? 5 : 3.4, 5))

/** Stones left sticking out of the wall at x, for the part to come. */
const toothing = (x: number, y: number, bottom: number) => times(Math.floor((bottom - y) / 8), (i) => box('brick o thin', x - 2.5, y + i * 8, 5, 4))

/** Poles, planks and a brace beside an open side; x is the inner pole. */
const scaffold = (x: number, top: number, bottom: number, side: number) => {
  const outer = x + side * 7
  const wood = `M${x} ${bottom}V${top}M${outer} ${bottom}V${top + 5}` + times(Math.floor((bottom - top - 8) / 18), (i) => `M${x - side * 3} ${top + 14 + i * 18}H${outer + side * 2}`)
  return l('wood2-l thin', `M${x} ${bottom - 3}L${outer} ${top + 32}`) + l('fat', wood) + l('wood-l', wood)
}

/** How a wall from y to bottom ends left and right. */
const ends = (e: Edges, y: number, bottom: number, roof: number, stones = true) =>
  (['left', 'right'] as const).map((side) => {
    const dir = side === 'left' ? -1 : 1, x = side === 'left' ? inset(e.left) : 120 - inset(e.right)
    return e[side] === 'join' ? '' : e[side] === 'open' ? toothing(x, y + 2, bottom) + scaffold(x + dir * 2, roof, bottom, dir)
      : stones ? quoins(x - dir * 0.8, y, bottom, -dir) : ''
  }).join('')

/** A copper onion on its cornice; the foot is at x, y. */
const onion = (x: number, y: number) =>
  at(x, y,
    p('copper o', 'M-14-4c-6-7 7-11 12-19l2-4 2 4c5 8 18 12 12 19z') + p('copper2', 'M14-4c6-7-7-11-12-19l-1 0c3 7 8 11 5 19z') +
    l('', 'M0-27v-4') + dot('gold o', 0, -28.5, 2) + box('cream o', -17, -4, 34, 4))

const dormer = (x: number, y: number) => p('cream o thin', `M${x - 4} ${y}v-5q4-5 8 0v5z`) + arch(x - 2, y - 5.5, 4, 5)
const shade = (x: number, y: number, bottom: number, w = 7) => box('wall2', x, y, w, bottom - y)
const banner = (x: number, y: number) => p('seat o thin', `M${x - 3.5} ${y}h7v17l-3.5-3-3.5 3z`) + p('on-seat', `M${x} ${y + 3.5}l2 3-2 3-2-3z`)
/** A tall arched door of glass bars under a fanlight. */
const glassDoor = (x: number, y: number, w: number, h: number) =>
  arch(x - 2, y - 2, w + 4, h + 2, 'cream') + arch(x, y, w, h) +
  l('bar-l thin', `M${n(x + w / 2)} ${y}v${h}M${x} ${n(y + w / 2)}h${w}M${x} ${n(y + w / 2 + (h - w / 2) / 2)}h${w}M${n(x + w / 4)} ${n(y + w / 2)}v${n(h - w / 2)}m${n(w / 2)} 0v${n(w / 2 - h)}`)
/** Tall windows with a bar and a little roof each. */
const windows = (count: number, x: number, y: number, w: number, h: number, step: number) =>
  arches(count, x, y, w, h, step) +
  l('bar-l thin', times(count, (i) => `M${n(x + i * step + w / 2)} ${y}v${h}m${-w / 2} ${-h / 2}h${w}`)) +
  l('cream-l', times(count, (i) => `M${n(x + i * step - 1.5)} ${y - 4.5}l${w / 2 + 1.5}-2.5 ${w / 2 + 1.5} 2.5`))

/** A mansard roof; a side that is not joined is hipped. */
const mansard = (x0: number, x1: number, top: number, eaves: number, e: Edges) => {
  const hipL = e.left === 'join' ? 0 : 12, hipR = e.right === 'join' ? 0 : 12
  const outL = e.left === 'join' ? 0 : 3, outR = e.right === 'join' ? 0 : 3
  const left = `M${x0 - outL} ${eaves}L${x0 + hipL} ${top}`, right = `L${x1 + outR} ${eaves}`
  return p('brick', `${left}H${x1 - hipR}${right}z`) + p('brick2', `M${x0 + hipL} ${top}H${x1 - hipR}l${hipR ? 3 : 0} 5H${x0 + hipL - (hipL ? 3 : 0)}z`) +
    l('brick2-l thin', `M${x0 - outL + (hipL ? 5 : 0)} ${eaves - 7}H${x1 + outR - (hipR ? 5 : 0)}`) +
    l('', `${hipL ? left : `M${x0} ${top}`}H${x1 - hipR}${hipR ? right : ''}`)
}

/** The step all parts of the ground floor stand on. */
const plinth = (x0: number, x1: number, e: Edges) => moulding(x0, x1, 84, 5, e).replace('cream', 'stone').replace(/thin/g, '')

/** Grass and a plinth under a part that stands on the ground. */
const ground = (x0: number, x1: number, y: number) =>
  p('grass3', `M${x0 - 6} ${y + 3}q${(x1 - x0) / 2 + 6}-7 ${x1 - x0 + 12} 0 4 4-4 4H${x0 - 4}q-6-1-2-4z`) +
  box('stone o', x0 - 2, y - 3, x1 - x0 + 4, 5)

/* -------------------------------------------------------------------------------------------------------- upper row */

const EAVES = 46

const bottomOf = (e: Edges) => (e.below === 'join' ? 96.5 : 88)
/** Draws the area under the great windows: the wall down to the next part, or a base on the ground. */
const foot = (x0: number, x1: number, e: Edges) => (e.below === 'join' ? moulding(x0, x1, 86, 4, e) : ground(x0, x1, 89))

/** A wing with a tower at its outer end (part 1; part 3 is its mirror image with a clock). */
const wing = (e: Edges, clock: boolean) => {
  const x1 = 120 - inset(e.right), b = bottomOf(e), inner: Edges = { ...e, left: 'join' }, x = 26
  return wall(x, x1, EAVES, b, inner) + shade(41, EAVES, b, 5) +
    mansard(x, x1, 28, EAVES, inner) + [60, 81, 102].filter((d) => d < x1 - 12).map((d) => dormer(d, 42)).join('') +
    moulding(x, x1, EAVES, 4, inner) + windows(4, 51.5, 61, 7.5, 20, e.right === 'join' ? 17.5 : 14.5) + ends(inner, EAVES + 6, b, 16) +
    wall(x - 15, x + 15, 34, b, alone) + shade(x + 8, 35, b, 6.2) + quoins(x - 14.2, 42, b - 2, 1) +
    (clock ? dot('cream o', x - 1, 47.5, 6.5) + l('', `M${x - 1} 47.5v-4m0 4l3 1.5`) : arches(1, x - 4, 43, 6, 9, 0)) +
    windows(1, x - 4.5, 63, 7.5, 18, 0) + onion(x, 36) + foot(x - 15, x1, e)
}

/** The middle with the great dome. */
const dome = (e: Edges) => {
  const x0 = inset(e.left), x1 = 120 - inset(e.right), b = bottomOf(e)
  return mansard(x0, x1, 28, EAVES, e) + wall(x0, x1, EAVES, b, e) + moulding(x0, x1, EAVES, 4, e) +
    p('copper o', 'M32 38C32 20 46 13 60 13s28 7 28 25z') + p('copper2', 'M88 38c0-16-10-24-25-25 10 5 14 13 14 25z') +
    l('copper2-l thin', 'M60 14v22M48 16q-7 8-7 20') +
    box('cream o', 55, 6, 10, 8) + arch(58, 7.5, 4, 5.5) + p('copper o', 'M53 6q4-1 7-5 3 4 7 5z') + dot('gold o thin', 60, 1.8, 1.4) +
    box('stone o', 28, 35, 64, 6) +
    wall(24, 96, 41, b, alone) + shade(88.8, 42, b, 6.4) + quoins(24.8, 54, b - 2, 1) +
    p('cream o', 'M19 48 60 29l41 19z') + p('wall', 'M31 45.5 60 32l29 13.5z') + p('seat o thin', 'M55.5 36.5h9v4q-1 3.5-4.5 4.5-3.5-1-4.5-4.5z') +
    p('on-seat', 'M60 37.5l2 2.5-2 2.5-2-2.5z') +
    box('cream o thin', 20, 47.5, 80, 4) +
    windows(3, 36.5, 62, 10, 20, 18.5) +
    (x0 > 0 ? '' : windows(1, 8.2, 62, 6.5, 19, 0)) + (x1 < 120 ? '' : windows(1, 105.5, 62, 6.5, 19, 0)) +
    ends(e, EAVES + 6, b, 16) + foot(x0, x1, e)
}

/* -------------------------------------------------------------------------------------------------------- lower row */

const FLOOR = 24; /* the moulding between ground floor and what is above it */

/** The crown of the ground floor: wall under the next part, bare wall heads, or a roof of its own. */
const crown = (x0: number, x1: number, e: Edges, roof: string) =>
  e.above === 'join' ? wall(x0, x1, 0, FLOOR, e)
  : e.above === 'done' ? roof
  : p('brick o', `M${x0} ${FLOOR}` + times(Math.floor((x1 - x0) / 12), (i) => `V${i % 3 === 1 ? 14 : 19}h6V${i % 2 ? 17 : 22}h6`) + `V${FLOOR}z`) +
  l('cream-l thin', `M${x0 + 3} 22H${x1 - 3}`)
const hip = (x0: number, x1: number) => mansard(x0, x1, 6, FLOOR, alone)

/** An arcade with the tower's foot at its outer end (part 4; part 6 is its mirror image, with orange trees). */
const arcade = (e: Edges, trees: boolean) => {
  const x1 = 120 - inset(e.right), under = e.above === 'join', inner: Edges = { ...e, left: 'join' }, outer: Edges = { ...e, left: 'done' }
  const step = e.right === 'join' ? 24 : 21, doors = [0, 1, 2].map((i) => 48.5 + i * step)
  return p('lane', `M2 88h${e.right === 'join' ? 118 : x1 + 4}v8H0z`) +
    crown(11, x1, outer, hip(12, x1) + dormer(50, 21) + dormer(74, 21)) +
    wall(26, x1, FLOOR, 86, inner) + shade(41, under ? 0 : FLOOR, 86, 5) + (under ? times(4, (i) => pane(52 + i * 17.5, 8, 6.5, 8)) : '') +
    doors.map((x) => glassDoor(x, 40, 15, 44)).join('') +
    ends(inner, FLOOR + 8, 84, under ? 0 : 8) +
    wall(11, 41, under ? 0 : FLOOR, 86, alone) + shade(34, under ? 0 : FLOOR, 86, 6.2) + quoins(11.8, under ? 0 : FLOOR + 8, 84, 1) +
    (under ? arches(1, 21.5, 7, 7.5, 11, 0) : '') +
    arch(16.5, 50, 15, 36, 'cream') + p('wood2', 'M18.5 84V58a5.5 5.5 0 0 1 11 0v26z') + l('wood-l thin', 'M24 53v31') + banner(24, 31) +
    moulding(11, x1, FLOOR, 5, outer) +
    plinth(10, x1, outer) +
    doors.map((x) => trees
      ? dot('grass3 o', x + 7.5, 75, 6.5) + dot('gold', x + 5.5, 73, 1.6) + dot('gold', x + 10.5, 76, 1.6) + dot('gold', x + 6.5, 79, 1.4) +
      p('brick o', `M${x + 2.5} 83h10l-1.5 8h-7z`)
      : p('grass3 o', `M${x + 1} 93v-5q6.5-6 13 0v5z`) + l('grass2-l', `M${x + 4} 88q3-2 6-1`)).join('')
}

/** The portal with its double stair and the fountain. */
const portal = (e: Edges) => {
  const x0 = inset(e.left), x1 = 120 - inset(e.right), under = e.above === 'join', top = under ? 0 : FLOOR - 6
  const side = (x: number) => glassDoor(x, 42, 9, 44)
  const rail = l('cream-l fat', 'M50 63c-10 0-14 4-20 12S18 87 9 90') + l('thin', 'M46 62c-9 2-12 6-17 12S17 85 8 88')
  return p('lane', `M${e.left === 'join' ? 0 : x0 - 4} 88H${e.right === 'join' ? 120 : x1 + 4}v8H${e.left === 'join' ? 0 : x0 - 4}z`) +
    crown(x0, x1, e, hip(x0 + 2, x1 - 2)) + wall(x0, x1, FLOOR, 88, e) +
    (x0 > 0 ? '' : (under ? pane(8, 8, 6.5, 8) : '') + side(6.5)) + (x1 < 120 ? '' : (under ? pane(105.5, 8, 6.5, 8) : '') + side(104.5)) +
    moulding(x0, x1, FLOOR, 5, e) + plinth(x0, x1, e) +
    ends(e, FLOOR + 8, 84, under ? 0 : 8) +
    wall(24, 96, top, 88, alone) + (under ? '' : l('', `M24 ${top}h72`)) + shade(89, top, 88, 6.2) + quoins(24.8, top + (under ? 0 : 12), 84, 1) +
    (under ? times(3, (i) => pane(38 + i * 18.5, 6, 7, 11)) : e.above === 'done' ? p('cream o', 'M19 19 60 1l41 18z') +
    p('wall', 'M32 16.5 60 4l28 12.5z') + p('seat o thin', 'M56 8h8v4q-1 3-4 4-3-1-4-4z') : '') +
    box('cream o thin', 20, e.above === 'done' ? 18 : FLOOR, 80, 5) +
    windows(1, 34.5, 42, 8, 20, 0) + windows(1, 77.5, 42, 8, 20, 0) +
    p('cream o', 'M47 62V44a13 13 0 0 1 26 0v18z') + p('wood2', 'M51 62V46h18v16z') + p('lit', 'M51 45a9 9 0 0 1 18 0z') +
    l('wood-l thin', 'M60 46v16M55 49v10M65 49v10') + l('bar-l thin', 'M60 37v8m-6-6l6 6 6-6') +
    p('seat o', 'M56 27h8v5q-1 4-4 5-3-1-4-5z') + p('on-seat', 'M60 28.5l2 3-2 3-2-3z') +
    p('stone o', 'M44 62h32c14 0 17 4 24 13s12 13 14 14v6H6v-6c2-1 7-5 14-14s10-13 24-13z') +
    p('stone2', 'M9 93q9-3 16-9h12l6 11H9zM111 93q-9-3-16-9H83l-6 11h34z') + l('stone-l thin', 'M14 92h26M20 88h18M106 92H80M100 88H82') +
    rail + flip(rail) + box('cream o', 43, 58, 34, 5) + l('stone2-l', 'M47 60.5h26') +
    arch(49, 68, 22, 27, 'cream') + arch(51, 70, 18, 25, 'ink') + l('water-up-l', 'M60 75q-6 2-6 11m6-11q6 2 6 11m-6-11v12') +
    p('water o', 'M46 88h28l-2 7H48z') + l('water-up-l thin', 'M50 91q5-2 10 0t10 0')
}

/* -------------------------------------------------------------------------------------------------------------- all */

const mirrored = (e: Edges): Edges => ({ ...e, left: e.right, right: e.left })

/** Part 1-6 with the given edges. */
export function palacePart(part: number, e: Edges): string {
  switch (part) {
    case 1: return wing(e, false)
    case 2: return dome(e)
    case 3: return flip(wing(mirrored(e), true))
    case 4: return arcade(e, false)
    case 5: return portal(e)
    default: return flip(arcade(mirrored(e), true))
  }
}

/** The edges of a part in the expert game, where part n stands on space n; built is a mask, bit 0 for part 1. */
export function edgesOf(part: number, built: number): Edges {
  const has = (k: number): Edge => ((built >> (k - 1)) & 1 ? 'join' : 'open')
  const column = (part - 1) % 3, upper = part <= 3
  return {
    left: column ? has(part - 1) : 'done', right: column < 2 ? has(part + 1) : 'done',
    above: upper ? 'done' : has(part - 3), below: upper ? has(part + 3) : 'done',
  }
}
/** Draws a part in a field: by itself in the base game, beside the others in the expert game. */
export const palaceIn = (part: number, mode: 'base' | 'expert', built = 0) => palacePart(part, mode === 'base' ? alone : edgesOf(part, built))
/** The parts of a mask where the expert game puts them, in 360 x 192. */
export const palace = (built = 63) =>
  times(6, (i) => {
    const k = i + 1
    return (built >> i) & 1 ? at((i % 3) * 120, i < 3 ? 0 : 96, palacePart(k, edgesOf(k, built))) : ''
  })
