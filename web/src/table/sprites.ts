/* sprites.ts - pictures for things that fly: plain elements, since they live outside any component. */

import { subject } from '../art/cards'
import { goods } from '../art/goods'
import { cardBack as back, coin } from '../art/heraldry'
import { backdrop } from '../art/scenery'
import { symbolOf } from '../art/symbols'
import type { Card, Good, Seat } from '../engine/types'

function svg(inner: string, box: string, seat?: Seat): SVGSVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  element.setAttribute('viewBox', box)
  element.setAttribute('width', '100%')
  element.setAttribute('height', '100%')
  element.setAttribute('class', 'art pen')
  if (seat !== undefined) element.dataset.seat = String(seat)
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
  use.setAttribute('href', symbolOf(inner))
  element.append(use)
  return element
}

export function goodPicture(good: Good): Element {
  return svg(goods[good], '0 0 24 24')
}
export function coinPicture(): Element {
  return svg(coin, '0 0 24 24')
}
export function cardBack(seat: Seat): Element {
  return svg(back(seat), '0 0 120 160', seat)
}
export function cardPicture(card: Card): Element {
  return svg(backdrop + subject(card), '0 0 120 96')
}
