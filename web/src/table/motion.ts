/* motion.ts - things that fly over the table, so that one sees what happened.
 *
 * Places are elements with `data-at="goods:0:hops"`. A flight is a copy of a picture that travels from one place to
 * another above everything else and is gone; the table itself is drawn from its state at once and never waits. Who
 * asked for less motion gets a short glow at the goal instead. Nothing here takes a pointer or the keyboard. */

import { reducedMotion, settings } from '../settings/settings.svelte'

const pace = { none: 0, fast: 0.5, normal: 1, slow: 2 } as const
const step = 250 /* ms a flight takes at normal speed */

/* How long one move takes now, in ms; 0: nothing moves. */
export function moveTime(): number {
  return step * pace[settings.motion]
}

export interface Flight {
  from: string /* a place, as in data-at */
  to: string
  picture: () => Element /* what flies; made anew for each copy */
  count?: number
  size?: number /* px, the longer side */
}

function placeOf(name: string): DOMRect | null {
  for (const element of document.querySelectorAll(`[data-at="${name}"]`)) {
    const box = element.getBoundingClientRect()
    if (box.width > 0 && box.height > 0) return box
  }
  return null
}

/* The place on screen of each name, to be asked before the table changes. */
export function remember(names: readonly string[]): Map<string, DOMRect> {
  const found = new Map<string, DOMRect>()
  for (const name of names) {
    const box = placeOf(name)
    if (box) found.set(name, box)
  }
  return found
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

/* Starts the flights one after the other, a little overlapped, and answers when the last one has landed. */
export function fly(flights: readonly Flight[], before: Map<string, DOMRect>): Promise<void> {
  const time = moveTime()
  if (!time) return Promise.resolve()
  if (reducedMotion()) {
    for (const flight of flights) glow(flight.to, time)
    return pause(flights.length ? time : 0)
  }
  const landed: Promise<unknown>[] = []
  flights.forEach((flight, nth) => {
    const from = before.get(flight.from) ?? placeOf(flight.from)
    const to = placeOf(flight.to) ?? before.get(flight.to)
    if (from && to) landed.push(...launch(flight, from, to, time, (nth * time) / 3))
  })
  return Promise.all(landed).then(() => undefined)
}

function launch(flight: Flight, from: DOMRect, to: DOMRect, time: number, wait: number): Promise<unknown>[] {
  const size = flight.size ?? 26
  const ends: Promise<unknown>[] = []
  for (let i = 0; i < (flight.count ?? 1); i++) {
    const shell = document.createElement('div')
    shell.className = 'flying'
    shell.style.width = shell.style.height = `${size}px`
    shell.append(flight.picture())
    layer().append(shell)
    const spread = (i - ((flight.count ?? 1) - 1) / 2) * size * 0.45
    const start = `translate(${middle(from.left, from.width, size) + spread}px, ${middle(from.top, from.height, size)}px)`
    const end = `translate(${middle(to.left, to.width, size)}px, ${middle(to.top, to.height, size)}px)`
    const rise = Math.min(from.top, to.top) + (Math.abs(from.top - to.top) * 0.3 - 14)
    const over = `translate(${(from.left + from.width / 2 + to.left + to.width / 2) / 2 - size / 2}px, ${rise}px) scale(1.15)`
    const going = shell.animate(
      [
        { transform: start, opacity: 0.2 },
        { transform: start, opacity: 1, offset: 0.12 },
        { transform: over, opacity: 1, offset: 0.6 },
        { transform: end, opacity: 0.9 },
      ],
      { duration: time * 1.5, delay: wait + i * time * 0.16, easing: 'cubic-bezier(.4,.1,.3,1)', fill: 'both' },
    )
    ends.push(going.finished.catch(() => undefined).then(() => shell.remove()))
  }
  return ends
}

function middle(start: number, length: number, size: number): number {
  return start + length / 2 - size / 2
}

/* Lands everything now: the player wants to go on. */
export function land() {
  sky?.replaceChildren()
}

export function pause(time: number): Promise<void> {
  return time > 0 ? new Promise(done => setTimeout(done, time)) : Promise.resolve()
}
