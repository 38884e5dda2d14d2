/* glide.ts - cards that change their places in a list are seen to go there. Where they are is asked before anything changes and again
 * in the frame that shows it: twice when the browser has laid everything out anyway, and never in between. */

import { reducedMotion } from '../settings/settings.svelte'
import { moveTime } from './motion'

const cards = new Set<HTMLElement>()
const going = new WeakMap<HTMLElement, Animation>()
let before: Map<HTMLElement, DOMRect> | null = null

/* A Svelte action: <li use:glides>. */
export function glides(node: HTMLElement) {
  cards.add(node)
  return { destroy: () => void cards.delete(node) }
}

/* To be called before something changes. */
export function glide() {
  if (before || moveTime() === 0 || reducedMotion()) return
  before = new Map([...cards].map(card => [card, card.getBoundingClientRect()]))
  requestAnimationFrame(arrive)
}

function arrive() {
  const moved = [...before!].filter(([card, was]) => card.isConnected && was.width > 0)
  before = null
  for (const [card] of moved) going.get(card)?.cancel()
  const places = moved.map(([card, was]) => ({ card, was, is: card.getBoundingClientRect() }))
  for (const { card, was, is } of places) if (is.width > 0) go(card, was, is)
}

function go(card: HTMLElement, was: DOMRect, is: DOMRect) {
  if (was.left === is.left && was.top === is.top && was.width === is.width && was.height === is.height) return
  const there = `translate(${was.left - is.left}px, ${was.top - is.top}px) scale(${was.width / is.width}, ${was.height / is.height})`
  going.set(card, card.animate([{ transform: there, transformOrigin: '0 0' }, { transform: 'none', transformOrigin: '0 0' }], { duration: moveTime(), easing: 'ease-out' }))
}
