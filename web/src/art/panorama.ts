/* panorama.ts - a wide strip of land for the head of a panel, 900 x 200: it may be cut at the sides and at the top. */
import { field } from './fields'
import { at, box, dot, l, p, poplar, times, tree } from './ink'
import { palace } from './palace'
import { rays } from './scenery'

/** A field on the slope: a patch with furrows that run towards us. */
const furrows = (x: number, y: number, w: number, tone: string, line: string) =>
  p(tone, `M${x} ${y}q${w / 2}-16 ${w} 0l${w * 0.24} 44q${-w * 0.74}-18 ${-w * 1.48} 0z`) +
  l(`${line} thin`, times(9, (i) => `M${x + (w * (i + 0.5)) / 9} ${y - 7 + Math.abs(i - 4) * 0.9}L${x - w * 0.24 + (w * 1.48 * (i + 0.5)) / 9} ${y + 34 + Math.abs(i - 4)}`))
const barn = box('wood o', 0, -16, 34, 16) + p('brick o', 'M-5-15l10-13h24l10 13z') + p('brick2', 'M-2-18 5-28h24l2 3H8z') +
  box('lit', 14, -11, 7, 11) + box('cream o', -22, -12, 18, 12) + p('brick o', 'M-25-11l6-9h12l6 9z') + box('lit', -16, -8, 5, 5)

export const panorama =
  box('sky', 0, 0, 900, 130) + rays(450, 90, 48, 520) + dot('sun', 453, 66, 40) +
  p('hill', 'M0 106q90-50 200-20 90-40 190-4 90-30 200 0 80-44 170-10 80-20 140 24v104H0z') +
  at(413, 62, palace(), 0.22) + poplar(404, 102, 0.55) + poplar(502, 102, 0.6) + poplar(511, 103, 0.45) +
  p('hill2', 'M0 124q120-42 260-20 120-24 260-4t220-8q100-8 160 20v90H0z') +
  at(170, 116, barn, 0.8) + tree(206, 118, 0.9) + tree(220, 119, 0.7) + at(700, 112, barn, 0.7) + tree(676, 114, 0.8) + poplar(60, 122, 0.9) +
  poplar(72, 122, 0.7) + poplar(846, 118, 1) + poplar(834, 119, 0.7) +
  p('meadow', 'M0 150q150-40 330-22 130-16 270-2 160-20 300 12v64H0z') +
  furrows(70, 146, 110, 'barley', 'barley-deep-l') + furrows(330, 140, 90, 'soil', 'soil2-l') + furrows(620, 142, 110, 'hops-up', 'hops-l') +
  furrows(790, 150, 70, 'barley', 'barley-deep-l') +
  p('lane', 'M470 126q14 0 16 2-30 22-14 74h-60q10-50 58-76z') +
  p('grass', 'M0 182q160-22 380-8 90 4 130-2 200-14 390 6v24H0z') +
  at(0, 112, field('hops', 3), 0.9) + at(196, 120, field('barley', 3), 0.82) + at(540, 122, field('water', 2), 0.8) +
  at(760, 116, field('hops', 2), 0.86) + tree(470, 178, 1.1) + tree(130, 188, 1) + tree(730, 182, 1.2)
