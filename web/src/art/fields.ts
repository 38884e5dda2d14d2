/* fields.ts - the nine fields, and the three printed ones, in a tile of 120 x 96. What one can count is the yield: poles of hops,
 * rows of barley, springs of water. Ripeness: 0 harvested, 1 growing, 2 ripe. */
import type { GoodKind } from './goods'
import { at, l, n, oval, p, pick, times } from './ink'

export type Ripeness = 0 | 1 | 2

/* ---------------------------------------------------------------------------------------------------------- barley */

const plot = p('soil o', 'M18 46q42-4 84 0l11 38q-53 8-106 0z') +
  l('soil2-l thin', 'M22 52q38-3 76 0M18 60q42-3 84 0M16 68q44-3 88 0M13 76q47-3 94 0')

/** One row of barley with its foot at y, from x0 to x1: stalks in two tones, ears that lean in the wind. */
const barleyRow = (x0: number, x1: number, y: number, ripe: Ripeness) => {
  const count = 11, step = (x1 - x0) / count, top = y - (ripe === 2 ? 15 : 10), ripened = ripe === 2
  const x = (i: number) => n(x0 + (i + 0.5) * step)
  const rise = (i: number) => pick([0, -2, 1, -1, -3], i)
  const stand = `M${x0} ${y}l${n(step / 3)} ${top - y}h${n(x1 - x0 - step * 0.7)}l${n(step / 3)} ${y - top}q${n((x0 - x1) / 2)} 5 ${x0 - x1} 0z`
  const heads = times(count, (i) => `M${x(i)} ${n(top + 5 + rise(i))}q-5-5 1-15 6 8 0 15z`)
  const blades = times(count, (i) => `M${x(i)} ${n(top + 3 + rise(i))}l-2-9 6 5z`)
  return (ripened ? l('barley-deep-l', times(count, (i) => `M${x(i)} ${n(top - 8 + rise(i))}l3-8m-3 8l-1-8`)) : '') +
    p(ripened ? 'barley u' : 'hops u', stand + (ripened ? heads : blades)) +
    p(ripened ? 'barley-up' : 'hops-up', ripened ? heads : blades) +
    l(ripened ? 'barley-deep-l thin' : 'hops-deep-l thin', times(count * 2, (i) => `M${n(x0 + (i + 0.6) * (step / 2))} ${y + 1}v${-5 - ((i * 5) % 7)}`)) +
    (ripened ? l('barley-deep-l thin', times(count, (i) => `M${x(i)} ${n(top + 2 + rise(i))}l1-8`)) : '')
}
const stubble = (x0: number, x1: number, y: number) => l('barley-l', times(14, (i) => `M${n(x0 + 3 + (i * (x1 - x0 - 4)) / 14)} ${y}l1-5`))

const rows = [[21, 99, 56], [16, 104, 70], [11, 109, 85]] as const
const barley = (yields: number, ripe: Ripeness) =>
  plot + rows.map(([x0, x1, y], i) => (i < 3 - yields ? '' : ripe === 0 ? stubble(x0, x1, y - 1) : barleyRow(x0, x1, y, ripe))).join('')

/* ------------------------------------------------------------------------------------------------------------ hops */

const ring = (x: number, y: number, r: number) => `M${n(x - r)} ${n(y)}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`
const leaves = (side: number) => times(8, (i) => ring(side * pick([8, 11, 9, 10, 8, 8, 6, 5], i), -68 + i * 8.6, pick([7, 6.5, 7, 6, 6.5, 5.5, 6, 5], i)))
const leafy = 'M-8-70h16L5-6H-5z' + ring(0, -71, 7) + ring(0, -5, 5) + leaves(-1) + leaves(1)
const spots = [[-11, -60], [10, -62], [-1, -51], [-11, -41], [11, -43], [-1, -33], [-8, -23], [8, -25], [1, -13]] as const
const each = (d: (x: number, y: number) => string) => spots.map(([x, y]) => d(x, y)).join('')
/* All cones of a vine in three paths, so that a field of hops stays light. */
const cones =
  p('hops-up o', each((x, y) => `M${x} ${y + 6.4}c-2.1-.7-4.6-3.6-4.6-7.1 0-3.2 1.8-5.3 4.6-5.7 2.8.4 4.6 2.5 4.6 5.7 0 3.5-2.5 6.4-4.6 7.1z`)) +
  p('cream', each((x, y) => `M${x - 2.6} ${y - 4}q-1.4 1.4-1 3.4 2-.2 3.4-3-1-1-2.4-.4zM${x - 2.6} ${y + 1}q-.2 2 1 3.2 1.2-.8 1.4-3-1.2-.8-2.4-.2z`)) +
  l('hops-deep-l thin', each((x, y) => `M${x - 4.4} ${y - 1}q2.8.4 4.4-2.8 1.4 3.2 4.4 2.8M${x - 3.5} ${y + 2.8}q2.5 0 3.5-3.2 1 3.2 3.5 3.2`))
/** A pole with its vine, heaviest at the top, standing at x, y. */
const pole = (x: number, y: number, ripe: Ripeness) =>
  at(x, y,
    l('fat', 'M0 3v-77') + l('wood-l', 'M0 3v-77') +
    (ripe === 0
      ? l('grass3-l', 'M0-70-9 0M0-70 9 0') + p('hops u', 'M-13 2q1-9 6-6 2-7 7-4 5-4 7 3 5-2 6 7z')
      : p('hops u', leafy) + p('hops-deep', times(8, (i) => ring(pick([11, 14, 12, 12, 11, 10, 8, 7], i), -67 + i * 8.6, pick([4, 3.5, 4, 4, 4, 3.5, 4, 3], i)))) +
        (ripe === 2 ? cones : l('hops-deep-l', 'M-10-64q5-1 6 4m-9 12q6-1 7 4m-5 11q5-1 6 4m-5 12q4-1 5 3m1-42q5-1 6 4m-5 14q4-1 5 3'))))
const hops = (yields: number, ripe: Ripeness) =>
  p('soil o', 'M17 68q43-5 86 0l8 17q-51 7-102 0z') + l('soil2-l thin', 'M19 73q41-5 82 0M15 79q45-5 90 0') +
  (yields > 1 && ripe < 2 ? l('grass3-l thin', yields === 2 ? 'M42 12q18 5 36 0' : 'M26 14q17 4 34-4 17 8 34 4') : '') +
  pick([[60], [41, 79], [28, 60, 92]], yields - 1).map((x) => pole(x, 83, ripe)).join('')

/* ----------------------------------------------------------------------------------------------------------- water */

const ripple = (x: number, y: number, w: number) => l('water-up-l', `M${x} ${y}q${w / 4}-2.5 ${w / 2} 0t${w / 2} 0`)
const spring = (x: number, top: number, ripe: Ripeness) => {
  const w = pick([1.5, 3, 4.5], ripe)
  return p('ink', `M${x - 7} ${top + 4}v-3a7 6 0 0 1 14 0v3z`) +
    p('water o', `M${n(x - w)} ${top + 2}h${w * 2}q1 16 ${w / 2 + 1} ${66 - top}h${-w * 3 - 2}q${w / 2}-14 ${w / 2 + 1}${top - 66}z`) +
    (ripe ? l('water-up-l', `M${x - 1} ${top + 6}q0 10-1 ${56 - top}M${x + 2} ${top + 10}v6`) +
    p('cream', `M${x - 10} 68q3-5 6-2 4-4 8 0 3-3 6 2z`) : '')
}
const reeds = (x: number, y: number) =>
  at(x, y, l('grass3-l', 'M0 0q-1-9-3-15M3 0q0-12 2-20M6 0q1-8 4-13') + p('wood2 o', 'M4-26h2.5v7H4z') + p('wood2 o', 'M-4-20h2.5v6h-2.5z'))
const water = (yields: number, ripe: Ripeness) => {
  const wide = 34 + yields * 5
  const pool = pick([0.55, 0.8, 1], ripe)
  const rock = at(60, 0, p('stone o', 'M-38 72l-4-18 8-12 4-12 14-8 12-6 14 4 12 0 10 12 4 10 8 10-2 20z') +
    p('stone2', 'M8 20l12 0 10 12 4 10 8 10-2 20H22l4-18-8-14-4-12z') + l('stone2-l', 'M-34 42l10 4 4 10M-16 22l4 10M-24 62l6-4') +
    l('thin', 'M14 30l-6 6M26 54l8-2'), wide / 46, 1)
  return rock +
    p('grass2 o', 'M47 22q4-6 10-4 6-6 12 0 6-1 7 5-14-2-29-1z') +
    oval('soil o', 60, 74, 50, 13) + oval('water o', 60, 74, 48 * pool, 11.5 * pool) +
    oval('water-deep', 60, 72, 38 * pool, 6.5 * pool) +
    pick([[60], [47, 72], [37, 60, 83]], yields - 1).map((x, i) => spring(x, yields === 3 ? pick([48, 38, 46], i) : 40, ripe)).join('') +
    ripple(34, 77, 20) + ripple(66, 79, 18) + (ripe ? ripple(52, 83, 14) : '') + reeds(12, 80) + reeds(101, 78)
}

/* ------------------------------------------------------------------------------------------------------------- all */

const kinds: Record<GoodKind, (yields: number, ripe: Ripeness) => string> = { hops, barley, water }
/** Draws a field in its space. */
export const field = (kind: GoodKind, yields: number, ripe: Ripeness = 2) => kinds[kind](yields, ripe)
