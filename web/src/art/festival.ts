/* festival.ts - how a game ends before the palace. The winner's wears flags on its towers and bunting along the front, with fireworks over it
 * and people before it. Before a loser's the masons rest: the work goes on tomorrow. Drawn over 360 x 192, reaching 40 above it. */
import { at, box, dot, l, n, p, times } from './ink'

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

const lantern = (x: number, y: number) => l('fat', `M${x} ${y}v-26h8`) + l('thin', `M${x + 8} ${y - 26}v4`) + box('lit o', x + 4, y - 22, 8, 9) + box('wood2', x + 3, y - 14, 10, 2)
const mug = (x: number, y: number) => box('gold o thin', x, y - 6, 5, 6) + p('cream', `M${x - 0.5} ${y - 5.5}q0-3 3-3t3 3z`)
const keg = (x: number, y: number) => p('wood o', `M${x - 9} ${y}q-3-9 0-18h18q3 9 0 18z`) + l('thin', `M${x - 10} ${y - 5}h20M${x - 10} ${y - 13}h20`)
const blocks = (x: number, y: number) => box('stone o', x, y - 8, 15, 8) + box('stone2 o', x + 16, y - 8, 13, 8) + box('stone o', x + 7, y - 16, 15, 8)
const star = (x: number, y: number) => p('cream', `M${x} ${y - 2.6}l.7 1.9 1.9.7-1.9.7-.7 1.9-.7-1.9-1.9-.7 1.9-.7z`)

export const evening: string =
  [[30, -22], [74, -8], [120, -30], [236, -26], [282, -6], [330, -24]].map(([x, y]) => star(x!, y!)).join('') +
  p('cream', 'M304-30a10 10 0 1 0 9 15 9 9 0 1 1-9-15z') +
  blocks(262, 190) + guest(40, 188, 1) + guest(58, 190, 2) + keg(82, 190) + guest(104, 188, 4) + guest(308, 189, 5) + lantern(22, 190) + lantern(330, 190) +
  mug(76, 172) + mug(84, 172) + mug(268, 174)
