/* breweries.ts - the five breweries: names that begin with their letters, and a label each in a square of 64. The names are names and
 * stay as they are in every language. Shapes differ as well as colours. */
import { arch, at, dot, flip, l, n, oval, p, times } from './ink'

const turn = (count: number, f: (a: number) => string) => times(count, (i) => f((i * 2 * Math.PI) / count))
const polar = (a: number, r: number) => `${n(32 + r * Math.cos(a))} ${n(32 + r * Math.sin(a))}`

/* A: a mill wheel over water */
const wheel =
  dot('brick2 o', 32, 32, 29) + `<circle class="l gold-l" cx="32" cy="32" r="25.5"/>` +
  p('cream u', turn(10, (a) => `M${polar(a - 0.16, 15)}L${polar(a - 0.14, 21.5)} ${polar(a + 0.14, 21.5)} ${polar(a + 0.16, 15)}z`) +
  'M16 32a16 16 0 1 1 32 0a16 16 0 1 1-32 0z') +
  dot('brick2', 32, 32, 11.5) + l('cream-l fat', turn(5, (a) => `M32 32L${polar(a - Math.PI / 2, 12)}`)) + dot('gold o thin', 32, 32, 4.5) +
  p('water-up o', 'M10 47q5.5-4 11 0t11 0 11 0 11 0A29 29 0 0 1 32 61 29 29 0 0 1 10 47z')

/* B: a bridge with its gate */
const bridge =
  p('slate2 o', 'M6 8q13 2 26-4 13 6 26 4v24q0 20-26 29Q6 52 6 32z') + l('gold-l', 'M10 12q11 1 22-4 11 5 22 4v20q0 17-22 25-22-8-22-25z') +
  p('cream o', 'M24 38V18h3v3h3v-3h4v3h3v-3h3v20z') + arch(28.5, 27, 7, 11, 'lit') + p('brick o', 'M22 19l10-9 10 9z') +
  p('cream o', 'M11 38h42v6q-1 5-3 8h-4q-1-7-6-7t-6 7h-4q-1-7-6-7t-6 7h-4q-2-3-3-8z') + l('thin', 'M11 41h42') +
  p('water-up o', 'M15 53q4-3 8.5 0t8.5 0 8.5 0 8.5 0Q42 58 32 61 22 58 15 53z')

/* C: the comet of a great year */
const comet =
  p('water-deep o', 'M32 3 52 11l9 21-9 21-20 8-20-8-9-21 9-21z') + l('gold-l', 'M32 7.5 49 14l7.5 18L49 50l-17 6.5L15 50 7.5 32 15 14z') +
  p('barley-up', 'M26 38q10-20 27-23-12 8-18 26z') + p('cream', 'M22 34q4-18 20-25-8 12-12 26z') + p('gold', 'M28 44q16-8 28-10-14 4-24 15z') +
  p('gold o', 'M23 32l3.5 7.5 8 .8-6 5.6 1.8 8-7.3-4-7.2 4 1.7-8-6-5.6 8-.8z') + dot('cream', 16, 20, 1.4) + dot('cream', 48, 44, 1.4) +
  dot('cream', 41, 50, 1) + dot('cream', 23, 15, 1)

/* D: three acorns */
const acorn = (x: number, y: number, a: number) =>
  `<g transform="translate(${x} ${y}) rotate(${a})">` + p('barley o', 'M-6 0c0 8 2 12 6 15 4-3 6-7 6-15z') +
  p('barley-up', 'M-4 1c0 6 1 9 2.5 11 0-4 0-8 .5-11z') + p('wood o', 'M-8 1q0-8 8-8t8 8q-8 3-16 0z') + l('', 'M0-7v-4') + '</g>'
const leaf = p('hops o', 'M32 34q-4-3-9-1-3-4-8-1-3-3-7 0 1-6 6-6 0-5 6-5 3-4 8 0 5 3 4 13z') + l('hops-deep-l thin', 'M31 33Q22 26 13 29')
const oaks =
  oval('hops-deep o', 32, 32, 24, 29) + `<ellipse class="l gold-l" cx="32" cy="32" rx="20.5" ry="25.5"/>` +
  at(0, -9, leaf, 1) + at(0, -9, flip(leaf, 64)) + acorn(22, 31, 16) + acorn(42, 31, -16) + acorn(32, 38, 0)

/* E: an owl */
const owl =
  p('wine o', 'M8 30Q8 4 32 4t24 26v29q-12-3-24 2-12-5-24-2z') + l('gold-l', 'M12 30Q12 8 32 8t20 22v24q-10-2-20 2-10-4-20-2z') +
  p('stone o', 'M17 16q5 2 8 3 7-3 14 0 3-1 8-3 1 6-1 10 3 22-14 26-17-4-14-26-2-4-1-10z') +
  p('wood', 'M18 30q-1 16 10 21-6-10-5-20zM46 30q1 16-10 21 6-10 5-20z') +
  l('wood2-l thin', 'M27 40q2.5 3 5 0 2.5 3 5 0M28 45q2 2.5 4 0 2 2.5 4 0') + dot('cream o', 25.5, 27, 6) + dot('cream o', 38.5, 27, 6) +
  dot('ink', 25.5, 27, 2.6) + dot('ink', 38.5, 27, 2.6) + p('gold o', 'M32 29l3 4-3 4-3-4z') + l('gold-l fat', 'M27 52v2M37 52v2')

export const breweries = [
  { letter: 'A', name: 'Abtsmühle', crest: wheel },
  { letter: 'B', name: 'Brückenbräu', crest: bridge },
  { letter: 'C', name: 'Cometenstern', crest: comet },
  { letter: 'D', name: 'Dreieichen', crest: oaks },
  { letter: 'E', name: 'Eulenhof', crest: owl },
] as const
