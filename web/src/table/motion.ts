/* motion.ts - things that fly over the table, so that one sees what happens.
 *
 * Places are elements with `data-at="goods:0:hops"`. A flight is a copy of a picture that travels from one place to
 * another above everything else and is gone; what has left and what has come is for the table to show (show.ts). Who
 * asked for less motion gets a short glow at the goal instead. Nothing here takes a pointer or the keyboard. */

import { reducedMotion, settings, speeds } from '../settings/settings.svelte'
import type { Flight } from './scene'
import { sprite } from './sprites'

/* The duration of movements, in ms; 0: nothing moves. */
export function moveTime(): number {
  return 250 * speeds[settings.motion]
}

export type Places = ReadonlyMap<string, DOMRect>

function placeOf(name: string): DOMRect | null {
  const places = [...document.querySelectorAll<HTMLElement>(`[data-at="${name}"]`)]
  return boxOf(places) ?? boxOf(places.flatMap(tabOf))
}

/* Of the first that is shown. */
function boxOf(elements: readonly Element[]): DOMRect | null {
  for (const element of elements) {
    const box = element.getBoundingClientRect()
    if (box.width > 0 && box.height > 0) return box
  }
  return null
}

/* Elements behind a tab move from and to the tab. */
function tabOf(element: HTMLElement): Element[] {
  const part = element.closest<HTMLElement>('[data-of]')?.dataset.of
  return [document.getElementById(`tab-${part}`)].filter(tab => tab !== null)
}

/* Returns the present positions of these places on the screen. */
export function placesOf(names: readonly string[]): Places {
  return new Map(names.flatMap(name => {
    const box = placeOf(name)
    return box ? [[name, box] as const] : []
  }))
}

let sky: HTMLElement | null = null

function layer(): HTMLElement {
  if (!sky || !sky.isConnected) {
    sky = document.createElement('div')
    sky.className = 'sky'
    sky.setAttribute('aria-hidden', 'true')
    document.body.append(sky)
  }
  return sky
}

function glow(place: string, time: number) {
  for (const element of document.querySelectorAll(`[data-at="${place}"]`))
    element.animate([{ opacity: 0.35 }, { opacity: 1 }], { duration: time, easing: 'ease-out' })
}

/* Starts the flights; all have landed when the time is over. `left` is where things were before they left. */
export function fly(flights: readonly Flight[], left: Places, time: number) {
  if (reducedMotion()) return new Set(flights.map(({ to }) => to)).forEach(to => glow(to, time))
  const copies = flights.flatMap(flight => {
    const from = left.get(flight.from) ?? placeOf(flight.from)
    const to = placeOf(flight.to)
    return from && to ? Array.from({ length: flight.count }, (_, nth) => ({ flight, from, to, nth })) : []
  })
  copies.forEach(({ flight, from, to, nth }, i) => launch(flight, nth, from, to, time, copies.length > 1 ? i / (copies.length - 1) : 0))
}

/* They start one after the other: the last one when 0.4 of the time is over, so that each has 0.6 of it. */
function launch({ what, count }: Flight, nth: number, from: DOMRect, to: DOMRect, time: number, turn: number) {
  const { picture, size } = sprite(what)
  const shell = document.createElement('div')
  shell.className = 'flying'
  shell.style.width = shell.style.height = `${size}px`
  shell.append(picture)
  layer().append(shell)
  const spread = (nth - (count - 1) / 2) * size * 0.45
  const start = `translate(${middle(from.left, from.width, size) + spread}px, ${middle(from.top, from.height, size)}px)`
  const end = `translate(${middle(to.left, to.width, size)}px, ${middle(to.top, to.height, size)}px)`
  const rise = Math.min(from.top, to.top) + (Math.abs(from.top - to.top) * 0.3 - 14)
  const over = `translate(${(from.left + from.width / 2 + to.left + to.width / 2) / 2 - size / 2}px, ${rise}px) scale(1.15)`
  const going = shell.animate(
    [
      { transform: start, opacity: 1 },
      { transform: over, opacity: 1, offset: 0.55 },
      { transform: end, opacity: 0.9 },
    ],
    { duration: time * 0.6, delay: turn * time * 0.4, easing: 'cubic-bezier(.4,.1,.3,1)', fill: 'both' },
  )
  void going.finished.catch(() => undefined).then(() => shell.remove())
}

function middle(start: number, length: number, size: number): number {
  return start + length / 2 - size / 2
}

/* Ends all movements now, because the player wants to continue. */
export function land() {
  sky?.replaceChildren()
}
