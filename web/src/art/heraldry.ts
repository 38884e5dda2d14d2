/* heraldry.ts - what marks a player without colour: a division each. Also coins, markers, and the backs of cards. */
import { goodAt, type GoodKind } from './goods'
import { box, dot, l, once, p, times } from './ink'

/* Pale, fess, bend, chevron, saltire: in a shield of 24 x 28, and in a disc of 24. */
const onShield = [
  'M9 1.5h6v23.2q-1.4.9-3 1.5-1.6-.6-3-1.5z',
  'M2 8.5h20V14l-.1 1.5H2.1L2 14z',
  'M2 1.5h5.5l13.8 15.8q-1.3 3.6-4 5.9L2 6.8z',
  'M12 7.5l9.5 9q-.8 3.2-2.9 5.5L12 15l-6.6 7q-2.1-2.3-2.9-5.5z',
  'M2 1.5h5L12 8l5-6.5h5v3.8L15.3 13l5.4 6.2q-1.2 2.3-3.2 4L12 17l-5.5 6.2q-2-1.7-3.2-4L8.7 13 2 5.3z',
]
const onDisc = ['M12 3.5v17', 'M3.5 12h17', 'M6 6l12 12', 'M5 15.5 12 9l7 6.5', 'M6.2 6.2l11.6 11.6M17.8 6.2 6.2 17.8']

const shieldShape = 'M2 1.5h20V14q0 9-10 12.5Q2 23 2 14z'
export const shield = once((seat: number) => p('seat', shieldShape) + p('on-seat', onShield[seat] ?? '') + p('l', shieldShape))
export const disc = once((seat: number) =>
  dot('ink', 12, 13.3, 10.5) + dot('seat o', 12, 11.5, 10.5) + `<path class="division" d="${onDisc[seat] ?? ''}"/>` + `<circle class="l" cx="12" cy="11.5" r="10.5"/>`)

export const coin = dot('barley-deep', 12, 13, 10.8) + dot('gold o', 12, 12, 10.8) +
  `<circle class="l barley-deep-l thin" cx="12" cy="12" r="8.3"/>` + l('gold-up-l', 'M5 9q1.5-3.5 5-5')

/** A place at a brewery for one token; filled with it or waiting for it. */
export const demand = once((kind: GoodKind, filled: boolean) =>
  filled ? dot('of-good-up o', 12, 12, 11) + goodAt(kind, 12, 12, 17) : `<circle class="wait" cx="12" cy="12" r="10.5"/>` + `<g class="ghost">${goodAt(kind, 12, 12, 15)}</g>`)

/** The marker that slides along a price track: a tag with the good on it, in 24 x 28, pointing down. */
export const marker = (kind: GoodKind) => p('cream o', 'M2 1.5h20v18l-6 1-4 6-4-6-6-1z') + goodAt(kind, 12, 10.5, 16)

/** A marker on the palace price card. */
export const palaceMarker = p('wall o', 'M3 21.5V12h18v9.5z') + p('copper o', 'M5 12q0-8 7-8t7 8z') + l('', 'M12 4V1.5') +
  p('lit', 'M10 21.5V17a2 2 0 0 1 4 0v4.5z') + box('cream o thin', 2, 11, 20, 2.5)

/** The back of a card, 120 x 160: a trellis of hops around the owner's shield. */
export const cardBack = (seat: number) =>
  `<rect class="seat" width="120" height="160"/>` +
  `<g class="back-lattice">${p('', times(9, (i) => `M${-96 + i * 24} 9l142 142M${216 - i * 24} 9l-142 142`))}</g>` +
  `<path class="seat" fill-rule="evenodd" d="M0 0h120v160H0zM9 9v142h102V9z"/><rect class="back-line" x="6" y="6" width="108" height="148" rx="5"/>` +
  dot('seat', 60, 80, 33) + `<circle class="back-line" cx="60" cy="80" r="31"/>` + `<g transform="translate(40 57) scale(1.68)">${p('on-seat', shieldShape)}${p('seat', onShield[seat] ?? '')}${p('l', shieldShape)}</g>`
