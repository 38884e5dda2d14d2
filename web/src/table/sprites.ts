/* sprites.ts - pictures for things that fly: plain elements, since they live outside any component. */

import { subject } from '../art/cards'
import { goods } from '../art/goods'
import { cardBack, coin } from '../art/heraldry'
import { backdrop } from '../art/scenery'
import { symbolOf } from '../art/symbols'
import type { Seat } from '../engine/types'
import type { Flight } from './scene'

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

/* The picture of what flies, and how large it is, in px. */
export function sprite(what: Flight['what']): { picture: Element; size: number } {
  if (what === 'coin') return { picture: svg(coin, '0 0 24 24'), size: 22 }
  if ('good' in what) return { picture: svg(goods[what.good], '0 0 24 24'), size: 28 }
  if ('backOf' in what) return { picture: svg(cardBack(what.backOf), '0 0 120 160', what.backOf), size: 34 }
  return { picture: svg(backdrop + subject(what.card), '0 0 120 96'), size: 72 }
}
