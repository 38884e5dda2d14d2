/* goods.ts - hops, barley and water as symbols, drawn in a square of 24, and as they hang and stand in the fields. */
import { at, l, p } from './ink'

const cone =
  l('hops-deep-l', 'M12 5q0-3 3-4') +
  p('hops o', 'M12 22.5c-3-1-6.5-5-6.5-10C5.5 8 8 5 12 4.5c4 .5 6.5 3.5 6.5 8 0 5-3.5 9-6.5 10z') +
  p('hops-up', 'M8 7.5c-1.5 1.5-1.5 3-1 4.5 2 0 4-1 5-4-1-1.5-2.5-1.5-4-.5zM7.5 13c-.5 2 .5 3.5 1.5 5 1.5-.5 3-2 3-5-1.5-1-3-1-4.5 0z') +
  l('hops-deep-l thin', 'M5.8 12q4 .5 6.2-4 2 4.5 6.2 4M7 17.5q3.5 0 5-4.5 1.5 4.5 5 4.5M9.5 20.8q2-.8 2.5-3 .5 2.2 2.5 3')

const ear =
  l('barley-deep-l', 'M12 8V.9M8.5 7.5 6.5 1M15.5 7.5l2-6.5M6.5 10 2.5 4.5M17.5 10l4-5.5') + l('fat', 'M12 19v3.5') + l('barley-l', 'M12 19v3.5') +
  p('barley u', 'M12 3c2.5 2.5 2.5 4.5 0 7-2.5-2.5-2.5-4.5 0-7zM12 13.5c-4.5 0-6.5-2-6.5-6 4 0 6.5 2 6.5 6 0-4 2.5-6 6.5-6 0 4-2 6-6.5 6zM12 19c-4.5 0-6.5-2-6.5-6 4 0 6.5 2 6.5 6 0-4 2.5-6 6.5-6 0 4-2 6-6.5 6z') +
  p('barley-up', 'M11.5 4.5q-1.5 2 0 4zM6.5 8.5q4 .5 4.5 4-4 0-4.5-4zM6.5 14q4 .5 4.5 4-4 0-4.5-4z') +
  l('barley-deep-l thin', 'M12 10.5v9')

const drop =
  p('water o', 'M12 1.5c3.5 5 7.2 8.5 7.2 13A7.2 7.6 0 0 1 4.8 14.5C4.8 10 8.5 6.5 12 1.5z') +
  p('water-up', 'M12 4.5c-2.5 3.5-5.5 6-5.5 10 0 2 1 3.8 2.5 4.8-1-5 2-9 3-14.8z') +
  p('cream', 'M14.5 18.5q2.5-1 2.7-4 .6 3.6-2.7 4z')

export type GoodKind = 'hops' | 'barley' | 'water'
export const goods: Record<GoodKind, string> = { hops: cone, barley: ear, water: drop }
/** A good of side s, centred on x, y: for use inside other pictures. */
export const goodAt = (kind: GoodKind, x: number, y: number, s: number) => at(x - s / 2, y - s / 2, goods[kind], s / 24)
