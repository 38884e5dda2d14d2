/* scenery.ts - the land the six spaces lie in: one painting of 360 x 192, sky and hills behind the upper row, meadows and
 * lanes around the lower. Landscape.svelte lays what stands on the spaces over it. */
import { at, box, dot, l, n, oval, p, poplar, times, tree } from './ink'

/** Sunbeams as on a label, from (x, y) to the edge of everything. */
export const rays = (x: number, y: number, count = 32, r = 300) =>
  p('ray', times(count, (i) => {
    const a = (i * 2 * Math.PI) / count, b = a + Math.PI / count
    return `M${n(x)} ${n(y)}L${n(x + r * Math.cos(a))} ${n(y + r * Math.sin(a))} ${n(x + r * Math.cos(b))} ${n(y + r * Math.sin(b))}z`
  }))

const village =
  box('cream o', 0, -8, 7, 14) + p('brick o', 'M-1.5-8 3.5-22 8.5-8z') + p('cream o', 'M7-2h16V6H7z') + p('brick o', 'M5-2l3-6h13l4 6z') +
  box('lit', 2, -4, 3, 5) + box('lit', 11, 1, 2.4, 3) + box('lit', 17, 1, 2.4, 3)

const flowers = (x: number, y: number) => dot('cream', x, y, 1.1) + dot('gold', x + 5, y + 2, 1.1) + dot('cream', x + 9, y - 1, 1.1)
const tuft = (x: number, y: number) => l('grass3-l thin', `M${x} ${y}q1-3 0-5m0 5q2-3 4-4m-4 4q-2-3-4-4`)

/** The whole land. */
export const land: string =
  box('sky', 0, 0, 360, 70) + rays(180, 40) + dot('sun', 180, 34, 17) +
  p('hill', 'M0 40q34-22 70-8 26-18 58-6 30 4 60 8 40-20 76-4 34-16 56-6 24-4 40 8v40H0z') +
  p('hill2', 'M0 52q40-14 92-5 40-10 80 2 60-14 110-2 40-8 78 2v30H0z') +
  at(86, 47, village, 0.72) + poplar(20, 52, 0.62) + poplar(28, 53, 0.5) + poplar(336, 52, 0.62) + poplar(344, 53, 0.7) + poplar(328, 53, 0.45) +
  tree(222, 51, 0.5) + tree(108, 50, 0.5) + tree(266, 50, 0.55) +
  p('meadow', 'M0 54q90-8 180-2t180 0v50H0z') +
  p('grass', 'M0 72q60-10 128-4t120-2 112 2v34H0z') +
  /* lanes between the spaces */
  p('lane', 'M117 54h2q-1 22-4 44h10q-4-22-3-44z') + p('lane', 'M239 54h2q3 22 3 44h-9q4-22 2-44z') +
  p('meadow', 'M0 98q90-5 180-1t180-1v96H0z') +
  p('lane', 'M0 92q90-3 180 0t180 0v7q-90 4-180 1T0 100z') +
  l('soil2-l thin', 'M4 96h20m22-1h30m40 2h26m40 0h36m30-1h30m40 1h34') +
  p('grass', 'M0 128q60-12 122-5t122-2 116 2v69H0z') +
  p('lane', 'M116 99h8q-2 48 3 93h-14q6-46 3-93z') + p('lane', 'M236 99h8q-2 48 3 93h-14q6-46 3-93z') +
  l('soil2-l thin', 'M119 112q1 18 0 34m1 12v18M241 110q-1 18 0 30m-2 12v22') +
  tree(8, 112, 0.8) + tree(22, 110, 0.62) + tree(136, 110, 0.62) + tree(228, 110, 0.7) + tree(351, 112, 0.85) + tree(337, 109, 0.6) +
  flowers(14, 68) + flowers(92, 82) + flowers(136, 76) + flowers(212, 84) + flowers(262, 70) + flowers(330, 80) +
  tuft(30, 86) + tuft(98, 72) + tuft(150, 86) + tuft(222, 72) + tuft(346, 70) + tuft(278, 84) +
  flowers(8, 184) + flowers(132, 182) + flowers(214, 186) + flowers(344, 180) + tuft(60, 186) + tuft(186, 184) + tuft(300, 187)

/** The land for fields a few centimetres wide: its large shapes only. */
export const landSmall: string =
  box('sky', 0, 0, 360, 70) + dot('sun', 180, 34, 17) + p('hill', 'M0 40q34-22 70-8 26-18 58-6 30 4 60 8 40-20 76-4 34-16 56-6 24-4 40 8v40H0z') +
  p('meadow', 'M0 54q90-8 180-2t180 0v138H0z') + p('lane', 'M116 54h8v138h-8zM236 54h8v138h-8zM0 92h360v8H0z') +
  p('grass', 'M0 72h116v20H0zM124 72h112v20H124zM244 72h116v20H244zM0 128h116v64H0zM124 128h112v64H124zM244 128h116v64H244z')

/** Draws the land behind a card of the hand. */
export const backdrop: string =
  box('sky', 0, 0, 120, 60) + rays(60, 52, 24, 130) +
  p('hill', 'M0 50q22-14 44-6 30-14 76 2v14H0z') + p('meadow', 'M0 58q60-10 120-2v40H0z') + p('grass', 'M0 74q50-8 120-2v24H0z') +
  flowers(8, 88) + flowers(102, 90) + tuft(20, 68) + tuft(106, 72)

/* Draws the animals that graze on an empty space. */
const sheep = (x: number, y: number, s: number) =>
  at(x, y, l('', 'M-6 0v6M-2 1v5M4 1v5M8 0v6') + p('cream u', 'M-9 2q-5-1-3-5-2-4 3-5 1-4 6-3 4-4 8 0 6-1 6 4 3 4-1 7-1 3-5 2-5 2-9 0-3 1-5 0z') +
  p('ink', 'M10-6q1-3 4-2l4 3q1 3-2 3-4 1-6-4z'), s)
const cow =
  l('fat', 'M-12 0v10M-7 2v8M7 2v8M12 0v10') + l('cream-l', 'M-12 0v10M-7 2v8M7 2v8M12 0v10') + l('', 'M-15-8q-5 4-3 12') +
  p('cream o', 'M-16-8q1-3 4-3h20q6 0 7 5l1 8q-14 4-31 1z') + p('brick2', 'M-9-10h8q2 6-3 8t-6-3zM5-10h6q3 2 2 6-6 2-8-6z') +
    p('brick2 o', 'M13-9l8-1q5 4 4 9l-4 5q-5 0-6-5z') + p('cream', 'M20 1l4-2-1 5h-2z') + l('', 'M17-10l-2-4M21-10l1-4')
const goose = (x: number, y: number) => at(x, y, l('barley-deep-l', 'M-1 0v4M2 0v4') +
  p('cream u', 'M-6-4q3 1 6 0 2 0 2-3V-12q2-3 4 0 0 2-1 3 1 6-2 8-5 3-9-3z') + p('gold', 'M6-12l4 1-4 1.5z'))
const grazing = [sheep(50, 71, 0.8) + sheep(73, 73, 0.9), at(58, 72, cow, 0.9), goose(44, 77) + goose(61, 74) + goose(75, 79)]

/** An empty space: a meadow staked out for something to come. Spaces 1 to 3 differ in who is there. */
export const empty = (space = 1): string =>
  l('wood2-l', 'M20 62v-9M100 62v-9M10 86V75M110 86V75') + l('cream-l thin', 'M10 77 20 55q40 4 80 0l10 22') + oval('grass2', 60, 79, 32, 5) +
  grazing[(space - 1) % 3] +
  l('cream-l thin', 'M10 77q50 6 100 0') + tuft(36, 84) + tuft(92, 68) + flowers(84, 84) + flowers(30, 68)
