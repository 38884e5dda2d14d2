/* title.ts - the title picture: a label of 480 x 380 with everything the game is about, and the name on a ribbon. */
import { field } from './fields'
import { goodAt } from './goods'
import { at, box, dot, flip, l, p, poplar, tree } from './ink'
import { palace } from './palace'
import { rays } from './scenery'
import { half, letters, ribbon } from './wordmark'

/** The outline of the label; Title.svelte clips the view with it. */
export const titleFrame = 'M30 278V142C30 56 114 12 240 12s210 44 210 130v136q0 30-30 30H60q-30 0-30-30z'

/** The name alone, in gold with a hard shadow. */
const name = at(2.5, 3.5, p('ink', letters)) + p('gold title-line', letters)

/** The ends of the ribbon, folded behind it. */
const tail = p('hops-deep o fat', `M${-half + 20}-24l-74 28 24 38-22 42 96-30z`) + p('ink', `M${-half + 4} 58l24-4-4 16z`)

/** Under the ribbon: hops to the left, barley to the right. */
const sprig =
  l('fat', 'M0 0Q-40-6-90 8') + l('hops-l', 'M0 0Q-40-6-90 8') +
  p('hops o', 'M-56-3q-2-14-16-18-3 5-8 5 0 8 5 12 8 5 19 1zM-20-2q4-14-6-20-5 3-9 1-2 10 2 14 5 6 13 5z') +
  goodAt('hops', -92, 10, 34) + goodAt('hops', -64, 15, 34) + goodAt('hops', -34, 15, 34)
const sheaf = [78, 94, 110].map((a) => `<g transform="rotate(${a})">${l('fat', 'M0 0v-60') + l('barley-l', 'M0 0v-60') +
  goodAt('barley', 0, a === 94 ? -88 : -68, 40)}</g>`).join('')

/** The landscape inside the frame. */
export const titleView =
  box('sky', 0, 0, 480, 240) + rays(240, 140, 40, 360) + dot('sun', 240, 92, 58) + dot('gold-up', 240, 92, 46) +
  p('hill', 'M0 150q60-50 130-22 50-26 110-4 60-30 120-2 60-22 120 22v80H0z') + p('hill2', 'M0 182q80-34 170-16 90-16 170 4 80-14 140 6v60H0z') +
  poplar(52, 176, 0.9) + poplar(64, 180, 0.7) + poplar(420, 178, 0.9) + poplar(432, 180, 1.1) + poplar(408, 181, 0.7) +
  p('meadow', 'M0 190q100-34 240-20 140-14 240 20v170H0z') +
  at(127, 64, palace(), 0.628) + tree(122, 186, 1) + tree(360, 187, 1.2) + tree(374, 190, 0.8) +
  p('grass', 'M0 212q120-28 240-16t240 16v140H0z') + p('lane o', 'M206 186h68q-8 14-4 30 12 30 60 110H150q46-80 58-110 4-16-2-30z') +
  at(26, 142, field('hops', 3), 1.12) + at(322, 140, field('barley', 3), 1.12)

/** Draws the frame, the sheaf and the name on its ribbon above the view. */
export const titleFront =
  p('l title-frame', titleFrame) + p('l title-gold', titleFrame) +
  at(240, 340, sheaf + sprig + dot('gold o', 0, 0, 9), 0.95) +
  at(240, 292, tail + flip(tail, 0) + p('hops-deep o fat', ribbon) + p('l gold-l', ribbon, 'transform="translate(0 -2) scale(.975 .9)"') + name, 0.76)

/** The ribbon with the name, for the head of a page: 560 x 160. */
export const wordmark = at(280, 98, p('hops-deep o fat', ribbon) + p('l gold-l', ribbon, 'transform="translate(0 -2) scale(.975 .9)"') + name)
