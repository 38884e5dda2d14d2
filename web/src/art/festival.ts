/* festival.ts - what the winner's palace wears: flags on its towers, bunting along the front, fireworks over it, people before it.
 * Drawn over the finished palace of 360 x 192, reaching 40 above it. */
import { at, dot, l, n, p, times } from './ink'

/* Pale, fess, bend, chevron, saltire: the winner's arms on cloth of 26 x 13 that waves. */
const onFlag = ['M13-24v13', 'M0-17.5q7-3 13 0t13 0', 'M3-23.5 23-11.8', 'M3-12.4 13-20.5 23-11.2', 'M3-23.8 23-11.8M3-12.6 23-22.4']
const flag = (seat: number, x: number, y: number, s: number) => at(x, y, l('', 'M0 2v-26') + p('seat', 'M0-24q7-3 13 0t13 0v13q-7 3-13 0t-13 0z') +
  `<path class="division" d="${onFlag[seat] ?? ''}"/>` + p('l', 'M0-24q7-3 13 0t13 0v13q-7 3-13 0t-13 0z'), s)

/** Pennants on a string that sags from x0 to x1. */
const bunting = (x0: number, x1: number, y: number, sag: number, count: number) => {
  const step = (x1 - x0) / count
  const at = (t: number) => `${n(x0 + (x1 - x0) * t)} ${n(y + 4 * sag * t * (1 - t))}`
  return l('thin', `M${x0} ${y}Q${(x0 + x1) / 2} ${y + 2 * sag} ${x1} ${y}`) +
    times(count, (i) => p(`${['seat', 'cream', 'gold'][i % 3]} o thin`, `M${at(i / count)}L${at((i + 0.86) / count)} ${n(x0 + (i + 0.43) * step)} ${n(y + 4 * sag * ((i + 0.43) / count) * (1 - (i + 0.43) / count) + 7)}z`))
}

const burst = (x: number, y: number, r: number, colour: string) =>
  l(`${colour}-l`, times(12, (i) => {
    const a = (i * Math.PI) / 6, c = Math.cos(a), s = Math.sin(a)
    return `M${n(x + r * 0.4 * c)} ${n(y + r * 0.4 * s)}L${n(x + r * c)} ${n(y + r * s)}`
  })) + times(12, (i) => dot(colour, x + r * 1.25 * Math.cos((i * Math.PI) / 6 + 0.26), y + r * 1.25 * Math.sin((i * Math.PI) / 6 + 0.26), 1))

const coats = ['wine', 'water', 'brick', 'copper2', 'slate2', 'seat', 'wood2']
/** Somebody who cheers, seen from behind. */
const guest = (x: number, y: number, i: number) =>
  p(`${coats[i % coats.length]} o`, `M${x - 6} ${y}q-1-12 6-12t6 12z`) + (i % 3 ? '' : l('fat', `M${x - 5} ${y - 8}l-3-8M${x + 5} ${y - 8}l3-8`)) +
  dot('skin o', x, y - 15, 4) + p(`${i % 2 ? 'wood2' : 'ink'}`, `M${x - 4.5} ${y - 15}q0-6 4.5-6t4.5 6z`)

export const festival = (seat: number) =>
  burst(88, -12, 12, 'seat') + burst(292, -14, 13, 'gold') + burst(130, -24, 7, 'gold') + burst(246, -22, 8, 'seat') +
  flag(seat, 26, 4, 0.9) + flag(seat, 334, 4, 0.9) + flag(seat, 180, 2, 1.1) +
  bunting(46, 140, 90, 5, 9) + bunting(220, 314, 90, 5, 9) + bunting(140, 220, 90, 4, 8) +
  times(9, (i) => guest(14 + i * 12.5, 191 + (i % 2) * 3, i)) + times(9, (i) => guest(246 + i * 12.5, 191 + ((i + 1) % 2) * 3, i + 2))
