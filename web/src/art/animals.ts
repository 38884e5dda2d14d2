/* animals.ts - whom one plays against: a head and a neckcloth in the colour of the seat, in a square of 48. Who is who: game/bots.ts. */
import { box, dot, l, once, oval, p } from './ink'

const ground = box('sky', 0, 0, 48, 48) + dot('ray', 24, 20, 17) + p('hill', 'M0 38q12-8 24-3t24-3v16H0z')
const cloth = p('seat o', 'M4 49q3-11 20-11t20 11z') + p('on-seat', 'M20 39h8l-4 8z')
const eyes = (x: number, y: number, r = 1.7) => dot('ink', 24 - x, y, r) + dot('ink', 24 + x, y, r)

const goose = p('cream o', 'M16 49q-2-17 4-27-3-13 8-14 10 0 10 9 0 4-4 7-3 2-4 5-1 9 3 20z') + p('barley o', 'M37 14q5 0 9 4-5 3-10 3z') +
  dot('ink', 31.5, 15, 1.9) + l('stone2-l thin', 'M22 30q3 2 6 1M20 35q4 3 8 1') + p('seat o', 'M13 49l2-9q8 5 15 0l4 9z') + p('on-seat', 'M19 43.5h7l-3 6z')
const ox = cloth + p('cream o', 'M11 16Q3 13 6 4q3 6 10 7zM37 16q8-3 5-12-3 6-10 7z') + p('wood o', 'M11 18q-7-2-8 3 4 4 9 2zM37 18q7-2 8 3-4 4-9 2z') +
  p('wood o', 'M12 13q12-7 24 0 2 11-3 19-3 8-9 8t-9-8q-5-8-3-19z') + p('cream', 'M24 9q4 0 3 6t-3 10q-4-4-3-10t3-6z') + p('skin o', 'M15 33q9-7 18 0 0 9-9 9t-9-9z') +
  dot('ink', 20.5, 35, 1.3) + dot('ink', 27.5, 35, 1.3) + eyes(7, 22) + l('thin', 'M20 39q4 2 8 0')
const fox = cloth + p('brick o', 'M8 23 6 5l13 9zM40 23 42 5l-13 9z') + p('ink', 'M9.5 15 8.5 9l5 4zM38.5 15l1-6-5 4z') +
  p('brick o', 'M6 23Q24 7 42 23q-3 6-9 11-5 6-9 8-4-2-9-8-6-5-9-11z') + p('cream', 'M8 24q8 0 11 7 2 6 5 9-4-1-8-6-5-4-8-10zM40 24q-8 0-11 7-2 6-5 9 4-1 8-6 5-4 8-10z') +
  dot('ink', 24, 39.5, 2.4) + eyes(7, 24)
const owl = p('wood2 o', 'M9 15Q9 9 6 4q10 0 18 5 8-5 18-5-3 5-3 11 6 18 1 34H8q-5-16 1-34z') + p('stone', 'M24 27q11 4 10 22H14q-1-18 10-22z') +
  l('wood2-l thin', 'M18 37q2 3 4 0M26 37q2 3 4 0M22 42q2 3 4 0') + dot('cream o', 16.5, 19, 7.5) + dot('cream o', 31.5, 19, 7.5) + dot('ink', 17.5, 19, 3.2) + dot('ink', 30.5, 19, 3.2) +
  p('barley o', 'M24 22l3.4 4.5L24 32l-3.4-5.5z') + p('seat o', 'M10 39q14 7 28 0l2 10H8z') + p('on-seat', 'M20 43h8l-4 6z')
const badger = cloth + dot('ink o', 11.5, 14, 4.6) + dot('ink o', 36.5, 14, 4.6) + p('cream o', 'M24 8q12 0 15 12 1 8-6 14-4 8-9 8t-9-8q-7-6-6-14Q12 8 24 8z') +
  p('ink', 'M18 9q3 1 3 9 0 9-3 16-4-3-6-8-1-11 6-17zM30 9q-3 1-3 9 0 9 3 16 4-3 6-8 1-11-6-17z') + dot('cream', 17, 23, 1.8) + dot('cream', 31, 23, 1.8) +
  dot('ink', 24, 38.5, 2.6)
const wolf = cloth + p('stone2 o', 'M9 20 8 3l11 9zM39 20 40 3l-11 9z') + p('skin', 'M11 14V8l5 4zM37 14V8l-5 4z') +
  p('stone2 o', 'M7 22Q24 6 41 22q-1 4 2 8-6 1-10 4-4 8-9 8t-9-8q-4-3-10-4 3-4 2-8z') + p('cream', 'M24 24q6 4 6 11-2 7-6 7t-6-7q0-7 6-11z') + dot('ink', 24, 36, 2.6) +
  l('thin', 'M24 38v2.5') + eyes(7, 23)
const lion = cloth + p('wall2 o', 'M24 6q6-4 9 2 7-2 7 6 6 4 2 10 3 7-4 9-2 7-9 5-5 5-10 0-7 2-9-5-7-2-4-9-4-6 2-10 0-8 7-6 3-6 9-2z') +
  p('wall o', 'M24 13q11 0 11 11 0 13-11 15-11-2-11-15 0-11 11-11z') + p('cream', 'M24 28q7 0 7 5t-7 6q-7-1-7-6t7-5z') + p('ink', 'M21 28h6l-3 3.6z') +
  l('thin', 'M24 31v3m-4 1q2 1 4-1 2 2 4 1') + eyes(5.5, 22) + p('gold o', 'M14 11 13 2l6 4 5-5 5 5 6-4-1 9q-10-3-20 0z')
const bee = oval('water-up o', 12, 15, 9, 6) + oval('water-up o', 36, 15, 9, 6) + cloth + l('', 'M20 12q-2-6-6-7M28 12q2-6 6-7') + dot('ink', 13.5, 5, 1.7) + dot('ink', 34.5, 5, 1.7) +
  dot('barley o', 24, 26, 15) + p('wood2', 'M10.5 20q13.5-6 27 0l1 4q-14.5-6-29 0z') + eyes(5.5, 28, 2.1) + l('', 'M19.5 33.5q4.5 3.5 9 0') + dot('brick', 15.5, 32, 1.8) + dot('brick', 32.5, 32, 1.8)
const hamster = cloth + dot('wood o', 11.5, 11.5, 5) + dot('wood o', 36.5, 11.5, 5) + dot('skin', 11.5, 11.5, 2.4) + dot('skin', 36.5, 11.5, 2.4) +
  p('wall2 o', 'M24 8q13 0 15 12 6 5 4 13-4 7-19 7T5 33q-2-8 4-13Q11 8 24 8z') + oval('cream', 14.5, 30.5, 8, 6.5) + oval('cream', 33.5, 30.5, 8, 6.5) +
  p('skin o', 'M21.6 26h4.8L24 29z') + box('cream o thin', 22.4, 31, 3.2, 4.4) + l('thin', 'M24 29v2') + eyes(7, 21, 2)
const hare = cloth + p('stone2 o', 'M20 20Q9 9 12 1q9 0 10 16zM28 20Q39 9 36 1q-9 0-10 16z') + p('skin', 'M19 14q-5-6-4-10 4 2 5 11zM29 14q5-6 4-10-4 2-5 11z') +
  p('stone2 o', 'M24 14q12 0 13 13 0 13-13 14-13-1-13-14 1-13 13-13z') + p('cream', 'M24 29q8 0 8 6t-8 6q-8 0-8-6t8-6z') + p('brick o thin', 'M21.8 29h4.4L24 31.6z') +
  box('cream o thin', 22.2, 34.5, 3.6, 4.4) + l('thin', 'M24 31.6v3M17 33l-9-1M17 35.5l-8 2M31 33l9-1M31 35.5l8 2') + eyes(6.5, 24, 2)

const heads = { goose, ox, fox, badger, owl, wolf, lion, bee, hamster, hare }
export type Animal = keyof typeof heads
export const portrait = once((animal: Animal) => ground + heads[animal])
