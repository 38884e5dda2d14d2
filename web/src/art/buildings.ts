/* buildings.ts - the thirteen kinds of cards that are neither field nor palace, in a tile of 120 x 96, standing at y = 84. Where a
 * card has a number, one can count it: coins before a bank, banners on a town hall, flasks at a laboratory, barrels in a warehouse. */
import { goodAt } from './goods'
import { arch, arches, at, box, dot, l, n, oval, p, pane, times } from './ink'

const shadow = (x0: number, x1: number) => p('grass3', `M${x0} 86q${(x1 - x0) / 2}-8 ${x1 - x0} 0-${(x1 - x0) / 2} 9-${x1 - x0} 0z`)
const column = (x: number, top: number, bottom: number) =>
  box('cream o', x - 3.5, top, 7, bottom - top) + box('stone', x + 0.8, top + 1, 2, bottom - top - 2) + box('cream o', x - 5.5, top - 3, 11, 4) +
  box('cream o', x - 5.5, bottom - 3, 11, 4)
const coin = (x: number, y: number) => oval('gold o', x, y + 2.5, 7, 3.5) + oval('gold-up o', x, y, 7, 3.5)
const barrel = (x: number, y: number, s = 1) =>
  at(x, y, p('wood o', 'M-8 0q-3-10 0-20h16q3 10 0 20z') + p('wood2', 'M4 0q4-10 0-20h4q3 10 0 20z') + l('ink-l', 'M-9.5-5.5h19M-9.5-14.5h19') +
  oval('wood2 o thin', 0, -20, 8, 2.5), s)
const bush = (x: number, y: number, s = 1) => at(x, y, p('grass3 o', 'M-10 0q-3-7 4-8 3-6 8-2 7-1 7 5 4 2 1 5z') + l('grass2-l', 'M-4-5q3-3 6-1'), s)

/* ------------------------------------------------------------------------------------------------------------ banks */

const bank1 =
  shadow(18, 102) + box('stone o', 30, 40, 60, 38) + box('stone2', 80, 41, 9.2, 36) + arch(51, 48, 18, 30, 'cream') + arch(54, 51, 12, 27) +
  l('bar-l thin', 'M60 51v27M54 62h12') +
  column(38, 44, 76) + column(82, 44, 76) + box('cream o', 26, 35, 68, 6) + p('cream o', 'M24 35 60 14l36 21z') +
  p('stone', 'M34 32 60 17l26 15z') + dot('gold o', 60, 27, 5.5) + dot('gold-up', 59, 26, 2.4) +
  box('stone o', 24, 76, 72, 5) + box('stone o', 19, 80, 82, 6) + coin(38, 87) + coin(60, 89) + coin(82, 87)

const bank2 =
  shadow(4, 116) + box('stone o', 12, 44, 96, 34) + pane(17, 54, 8, 14) + pane(95, 54, 8, 14) + box('stone o', 28, 36, 64, 42) +
  box('stone2', 84, 37, 7.2, 40) +
  box('stone o', 40, 15, 40, 10) + p('copper o', 'M42 16q0-13 18-13t18 13z') + p('copper2', 'M66 3q11 2 11.2 12H70q0-8-4-12z') +
  column(34, 42, 76) + column(51, 42, 76) + column(69, 42, 76) + column(86, 42, 76) + arch(55, 50, 10, 27) +
  box('cream o', 24, 33, 72, 6) + p('cream o', 'M21 33 60 13l39 20z') + p('stone', 'M32 30 60 16l28 14z') + dot('gold o', 60, 25.5, 5.5) +
  dot('gold-up', 59, 24.5, 2.4) +
  box('cream o', 10, 42, 16, 4) + box('cream o', 94, 42, 16, 4) + box('stone o', 20, 76, 80, 5) + box('stone o', 10, 80, 100, 6) +
  [22, 41, 60, 79, 98].map((x, i) => coin(x, 87 + (i % 2) * 2)).join('')

/* ------------------------------------------------------------------------------------------------------- town halls */

const clock = (x: number, y: number, r: number) => dot('cream o', x, y, r) + l('thin', `M${x} ${y}v${-r + 2}m0 ${r - 2}l${n(r / 2)} 1.5`)
const pennant = (x: number, y: number) => l('', `M${x} ${y}v-13`) + p('seat o', `M${x} ${y - 13}h11l-3 3.5 3 3.5h-11z`)
/** A half-timbered house front: stone below, timber above, the gable to us. */
const timbered = (x: number, w: number, ridge: number) => {
  const m = x + w / 2
  return box('stone o', x + 3, 60, w - 6, 25) + box('stone2', x + w - 11, 61, 7.2, 23) + box('cream o', x, 41, w, 19) +
    l('wood2-l fat', `M${x + 3} 58V43M${x + w - 3} 58V43M${m - w / 6} 58V43M${m + w / 6} 58V43M${x + 4} 57l${w / 3 - 6}-13M${x + w - 4} 57l${6 - w / 3}-13`) +
    p('cream o', `M${x - 1} 41 ${m} ${ridge}l${w / 2 + 1} ${41 - ridge}z`) +
    l('wood2-l fat', `M${m - w / 4} 39V${n((41 + ridge) / 2 + 3)}M${m + w / 4} 39V${n((41 + ridge) / 2 + 3)}`) +
    p('brick o', `M${m} ${ridge - 6}L${x - 8} 43l4 4L${m} ${ridge + 3}l${w / 2 + 4} ${44 - ridge} 4-4z`) +
    p('brick2', `M${m} ${ridge - 6}l${w / 2 + 8} ${49 - ridge}-3 3L${m} ${ridge - 1}z`) +
    box('wood o thin', x - 2, 58.5, w + 4, 3.5) + pane(m - 4, 45, 8, 11)
}

const townhall1 =
  shadow(16, 104) + timbered(32, 56, 21) + clock(60, 33, 5.5) + arch(53, 66, 14, 19, 'cream') + p('wood2 o', 'M55.5 84V73a4.5 4.5 0 0 1 9 0v11z') +
  pane(40, 67, 7, 9) + pane(73, 67, 7, 9) + pennant(60, 17) + bush(24, 86) + bush(98, 87)

const townhall2 =
  shadow(6, 114) + box('stone o', 78, 35, 26, 50) + box('stone2', 96, 36, 7.2, 48) + box('cream o thin', 76, 58, 30, 4) +
  p('copper o', 'M76 35q-3-6 7-9 5-3 8-9 3 6 8 9 10 3 7 9z') + p('copper2', 'M91 17q3 6 8 9 10 3 7 9H96q3-8-5-18z') + box('cream o', 75, 34, 32, 4) +
  clock(90, 47.5, 6.5) + arches(1, 87, 66, 7, 13, 0) + timbered(14, 62, 22) + dot('gold o', 45, 35, 4) + arches(2, 22, 68, 9, 16, 35) +
  arch(37, 65, 16, 20, 'cream') + p('wood2 o', 'M40 84V73a5 5 0 0 1 10 0v11z') + pennant(45, 18) + pennant(91, 18) + bush(108, 87, 0.8) +
  bush(12, 88, 0.8)

/* ----------------------------------------------------------------------------------------------------- laboratories */

/** A great round flask on its stand at x, foot at y. */
const flask = (x: number, y: number, fill: string, light: string) =>
  at(x, y,
    l('fat', 'M-11 0l4-12M11 0 7-12') + l('wood-l', 'M-11 0l4-12M11 0 7-12') + p('cream o', 'M-4-48h8v17a14 14 0 1 1-8 0z') +
    p(fill, 'M-12.6-20q6-4 12.6 0t12.6 0a13 13 0 0 1-25.2 0z') +
    dot(light, -4, -13, 2) + dot(light, 3, -16, 1.6) + dot(light, 5, -10, 1.3) + l('cream-l', 'M-8-24q1-3 4-4') +
    box('cream o', -5.5, -50, 11, 4, 2) + box('wood2 o thin', -13, -2, 26, 3.5))
const smoke = (x: number, y: number) => p('cream o', `M${x} ${y}q-5-3-2-7-4-6 3-8 1-6 7-4 6 0 5 6 4 4-1 7-1 5-6 4-3 4-6 2z`)
const labHouse = (x: number, w: number) =>
  box('brick o', x, 46, w, 39) + box('brick2', x + w - 7, 47, 6.2, 37) + box('brick2 o', x + 5, 22, 8, 22) + smoke(x + 8, 20) +
  p('slate o', `M${x - 5} 47l9-20h${w - 8}l9 20z`) + p('slate2', `M${x + w - 11} 27h7l9 20h-9z`) +
  l('slate2-l thin', `M${x + 1} 34h${w - 10}M${x - 1} 40h${w - 6}`) + dot('cream o thin', x + w / 2, 58, 7) + dot('lit', x + w / 2, 58, 5) +
  l('bar-l thin', `M${x + w / 2} 53v10m-5-5h10`) 

const lab1 = shadow(10, 112) + labHouse(18, 48) + p('wood2 o', 'M36 85V72h12v13z') + flask(88, 85, 'copper', 'cream') + bush(14, 88, 0.7)
const lab2 =
  shadow(2, 118) + labHouse(36, 50) + p('wood2 o', 'M55 85V72h12v13z') + l('fat', 'M20 36q0-14 14-14h6M100 36q0-14-10-14h-5') +
  l('copper2-l', 'M20 36q0-14 14-14h6M100 36q0-14-10-14h-5') + flask(19, 86, 'copper', 'cream') + flask(102, 86, 'wine', 'cream')

/* ------------------------------------------------------------------------------------- Office, Warehouse and Market */

const office =
  shadow(18, 106) + p('brick o', 'M36 85V36h6v-8h6v-7h6v-7h12v7h6v7h6v8h6v49z') + box('brick2', 77, 37, 6.2, 47) +
  box('cream o thin', 33, 56, 54, 3.5) + arches(3, 42, 41, 7, 12, 14) + arches(1, 56, 23, 8, 10, 0) + l('', 'M60 14v-5') + dot('gold o', 60, 8, 2.5) +
  pane(41, 66, 8, 11) + pane(71, 66, 8, 11) + arch(54, 63, 13, 22, 'cream') + p('wood2 o', 'M56 85V70a4.5 4.5 0 0 1 9 0v15z') +
  /* the sign: a pair of scales */
  l('fat', 'M84 38h20') + l('', 'M84 46l10-8') + l('gold-l', 'M102 38v5M94 47l8-4 8 4') + l('thin', 'M94 47l-4 8h8zM110 47l-4 8h8z') +
  p('gold o', 'M88 55h12q-1 5-6 5t-6-5zM104 55h12q-1 5-6 5t-6-5z') +
  barrel(98, 87, 0.9) + box('wood o', 16, 71, 17, 15) + l('wood2-l', 'M17 76h15M17 81h15') + p('wood2', 'M23 72h3v13h-3z')

const warehouse =
  shadow(4, 116) + box('wood o', 16, 48, 88, 37) + l('wood2-l thin', times(10, (i) => `M${23 + i * 8.5} 49v35`)) + box('wood2', 94, 49, 9.2, 35) +
  p('brick o', 'M8 50l12-18 20-16h40l20 16 12 18z') + p('brick2', 'M80 16l20 16 12 18h-12L88 32 74 16z') +
  l('brick2-l thin', 'M18 40h82M24 31h68M34 23h48') +
  p('cream o', 'M50 34V22l10-8 10 8v12z') + p('brick o', 'M46 24 60 11l14 13-3 3-11-10-11 10z') + pane(56, 23, 8, 9) + l('', 'M60 13v-4h12') +
  l('thin', 'M71 9v14') + p('stone o', 'M66 23h10l2 8H64z') +
  box('cream o', 27, 53, 66, 32) + box('ink', 30, 56, 60, 29) + barrel(42, 85) + barrel(60, 85) + barrel(78, 85) + goodAt('hops', 42, 75.5, 11) +
  goodAt('barley', 60, 75.5, 11) + goodAt('water', 78, 75.5, 10) +
  p('wood2 o', 'M27 53 17 58v30l10-3zM93 53l10 5v30l-10-3z') + l('wood-l', 'M18 62l8 20M102 62l-8 20')

const market =
  shadow(6, 114) + l('fat', 'M18 84V34M102 84V34') + l('wood-l', 'M18 84V34M102 84V34') + box('wood2', 20, 44, 80, 20) +
  p('brick o', 'M22 22h76l12 22q-5 6-10.4 0-5 6-10.4 0-5 6-10.4 0-5 6-10.4 0-5 6-10.4 0-5 6-10.4 0-5 6-10.4 0-5 6-10.4 0-5 6-10.4 0-3 3-8.2 0z') +
  p('cream', 'M30.4 23h8.4l-3 20.5q-5 6-10.2.5zM47.2 23h8.4l-.5 20.5q-5 6-10 .5zM64.4 23h8.4l2.5 20.5q-5 6-10 .5zM81.2 23h8.4l4 20.5q-4 5.5-8.6.5z') +
  p('brick2', 'M22 22h76l1.5 3h-79z') + l('', 'M60 22V12') + p('seat o', 'M60 6q5-2 9 0t9 0v7q-5 2-9 0t-9 0z') +
  p('hops u', 'M28 63q0-8 7-8 3-5 8-1 6 0 6 9z') + goodAt('hops', 34, 57, 12) + goodAt('hops', 43, 57, 12) +
  goodAt('barley', 55, 55, 17) + goodAt('barley', 65, 55, 17) + p('water o', 'M76 63v-9q0-3 3-4v-4h5v4q3 1 3 4v9z') +
  p('cream', 'M78 55h7v4h-7z') + p('water o', 'M89 63v-7q0-3 2-4v-3h4v3q2 1 2 4v7z') +
  box('wood o', 14, 63, 92, 22) + l('wood2-l', 'M15 70h90M15 78h90') + box('wood o', 12, 61, 96, 5) + dot('gold o', 60, 75, 7) +
  dot('gold-up', 58.5, 73.5, 3)

/* --------------------------------------------------------------------------- Magistrate, Crane, Tour guide, Scavenger */

const face = (x: number, y: number) => oval('skin o', x, y, 7.5, 8.5) + dot('ink', x - 2.6, y - 0.5, 1) + dot('ink', x + 2.8, y - 0.5, 1) +
  l('thin', `M${x - 2} ${y + 4}q2 1.5 4 0`)

const magistrate =
  shadow(12, 110) +
  p('wine o', 'M36 86q2-34 14-42h16q12 8 14 42z') + p('ink', 'M66 46q10 8 12.5 39H70q0-24-4-39z') +
  p('cream o thin', 'M54 44h9l1 15-5.5 5-5.5-5z') + l('thin', 'M55 49h7M54.5 54h8') +
  l('gold-l fat', 'M48 48q10 22 22 0') + dot('gold o', 59, 61, 4) +
  p('cream u', 'M46 42q-5-3-1-7-3-5 1-8 0-6 7-6 6-4 12 0 7 0 7 6 4 3 1 8 4 4-1 7-3 4-6 1h-14q-3 3-6-1z') + face(58.5, 33) +
  p('cream', 'M50 27q9-5 17 0v-3q-8-6-17 0z') + p('ink', 'M42 20q6 1 8-5 9-6 18 0 3 6 8 5-4 6-17 6t-17-6z') + l('gold-l', 'M48 20q11 5 22 0') +
  p('wine o', 'M72 54q12 2 17 11l-7 5q-7-5-14-6zM44 54q-12 4-14 14l7 4q4-6 10-8z') + dot('skin o', 33, 71, 4) +
  /* the deed with its seal */
  p('cream o', 'M80 56h26v26q-4 4-4 4H80q4-2 4-4z') + oval('stone o', 80.5, 58, 3.5, 3) + l('thin', 'M88 63h13M88 67.5h13M88 72h8') +
  p('brick o', 'M97 82l-2 8 4-2 4 2-2-8z') + dot('brick o', 99, 79, 5) + dot('skin o', 83, 69, 4) +
  box('wood o', 14, 66, 24, 4) + l('fat', 'M18 70v16M34 70v16') + l('wood-l', 'M18 70v16M34 70v16') + p('wine o', 'M17 66v-4h15v4z') +
  p('cream', 'M18 64h14v1H18z') + p('slate o', 'M25 62q6-12 10-14-2 8-8 14z')

const crane =
  shadow(8, 112) + box('brick o', 78, 72, 34, 13) + l('cream-l thin', 'M78 76.5h34M78 81h34M86 72v4.5m12-4.5v4.5m-6 0V81m12-4.5V81M86 81v4m12-4v4') + box('brick o', 90, 65, 14, 7) +
  l('fat', 'M22 86 44 44 68 86M44 86V10') + l('wood-l', 'M22 86 44 44 68 86M44 86V10') +
  p('wood o', 'M18 84h54v4H18z') + p('wood o', 'M28 33 98 9l2 5-70 24z') + p('wood2', 'M29 36l70-24 1 2-70 24z') + p('wood o', 'M41 8h6v40h-6z') +
  l('wood2-l', 'M47 44 76 20') + l('', 'M46 10l50 1M44 10 30 34') +
  dot('stone o', 98, 12, 4) + l('', 'M98 14v30M36 60 32 36') + l('', 'M90 52l8-8 8 8') + p('stone o', 'M87 52h22v11H87z') +
  p('stone2', 'M103 53h5.2v9.2H103z') +
  dot('wood2', 44, 66, 17) + `<circle class="l fat" cx="44" cy="66" r="17"/><circle class="l wood-l" cx="44" cy="66" r="17"/>` + dot('meadow', 44, 66, 12.5) + `<circle class="l thin" cx="44" cy="66" r="12.5"/>` +
  l('wood2-l', 'M44 53v26M31 66h26M35 57l18 18M53 57 35 75') + dot('wood o', 44, 66, 4)

const guide =
  shadow(8, 112) +
  /* the signpost */
  l('fat', 'M94 86V34') + l('wood-l', 'M94 86V34') + p('cream o', 'M76 38h24l7 6-7 6H76z') + p('cream o', 'M112 54H88l-6 5.5 6 5.5h24z') +
  p('wall o thin', 'M81 48v-5l2.5-2.5L86 43v5zM86 48v-7l3.5-3 3.5 3v7z') + l('thin', 'M92 57.5h14M92 61.5h10') +
  /* those who follow */
  [[20, 62, 'brick'], [34, 58, 'copper2']].map(([x, y, c]) => p(`${c} o`, `M${+x! - 9} 86q0-18 9-18t9 18z`) + dot('skin o', +x!, +y!, 6.5) +
  p('wood2 o', `M${+x! - 9} ${+y! - 2}q9-3 18 0-1-3-4-3-1-5-5-5t-5 5q-3 0-4 3z`)).join('') +
  /* the guide, flag up */
  p('ink', 'M52 86V70h6v16zM61 86V70h6v16z') + p('water o', 'M46 74q-1-24 8-28h12q8 4 8 28z') + p('water-deep', 'M66 47q7 5 7 26h-7q2-14 0-26z') +
  l('gold-l', 'M60 50v22') + p('cream o thin', 'M55 46l5 6 5-6z') +
  face(60, 36) + p('stone o', 'M46 32q14-5 28 0-1-3-6-4-1-8-8-8t-8 8q-5 1-6 4z') + l('brick2-l', 'M52.5 28.5q7.5-2 15 0') +
  l('fat', 'M78 58V4') + l('wood-l', 'M78 58V4') + p('seat o', 'M78 6q6-3 11 0t11 0v14q-6 3-11 0t-11 0z') + p('on-seat', 'M89 8l4 5-4 5-4-5z') +
  p('water o', 'M70 50q6 0 9-6l5 4q-3 10-13 11z') + dot('skin o', 79, 46, 4) + p('water o', 'M49 52q-7 6-6 16l5 1q0-6 4-9z') +
  dot('skin o', 46, 70, 3.5)

const scavenger =
  shadow(4, 116) +
  /* the cart and its load */
  p('cream o', 'M66 58q-2-16 10-18 4-10 14-4 10-2 11 10 8 2 6 12z') + p('stone2', 'M90 36q10-2 11 10 8 2 6 12H92q4-12-2-22z') +
  l('brick2-l', 'M74 44q4-4 8 0m4 8q4-4 8 0') + p('seat o', 'M70 57q-4-8 4-12l8 12z') + p('slate o', 'M96 57l4-16 8 2-2 14z') +
  l('', 'M100 41l3-10M104 43l6-8') +
  p('wood o', 'M60 57h52l-5 16H66z') + l('wood2-l', 'M63 63h47M65 68h43') + l('fat', 'M62 61 40 56') + l('wood-l', 'M62 61 40 56') +
  dot('wood2 o', 86, 76, 11.5) + dot('meadow o', 86, 76, 7.5) + l('wood2-l', 'M86 68v16M78 76h16') + dot('wood o', 86, 76, 2.5) +
  /* the man who pulls it */
  p('wood2 o', 'M22 86l5-20h8l-3 20zM34 86l-1-20 8-1 3 21z') + p('copper2 o', 'M22 70q-2-20 10-26h9q7 6 5 25-12 4-24 1z') +
  p('copper', 'M24 66q0-14 8-20l4 0q-6 8-6 21z') + p('brick o', 'M31 44q6 5 12 0l2 4q-8 5-16 0z') +
  face(37, 35) + p('wood o', 'M27 32q-2-12 10-12t11 10l5 3q-12 0-26-1z') + p('wood2', 'M46 30l7 3q-6 0-10 0z') +
  p('copper2 o', 'M36 50q8 2 10 10l-5 3q-6-2-9-6z') + dot('skin o', 43, 58, 3.8) + p('stone o', 'M10 62q-4-14 8-18l4 2q8 6 4 18-8 5-16-2z') +
  l('stone2-l', 'M13 58q1-6 5-8') + p('brick2 o thin', 'M17 46l-2-4 6-1 1 5z')

export const buildings = { bank1, bank2, townhall1, townhall2, lab1, lab2, office, warehouse, market, magistrate, crane, guide, scavenger }
export type BuildingKind = keyof typeof buildings
