/* focus.ts - keeps the focus where the player continues. A pressed element often disappears with the press (the sale's button, a
 * card that was put under the deck). The browser then moves the focus to the document, and people who play by keyboard would start
 * again at its top. */

import { tick } from 'svelte'
import type { TableSession } from './session.svelte'

/* The elements for the next action, best first. */
function places(session: TableSession): string[] {
  const { stage } = session
  if (session.state.waiting.for === 'end-turn') return ['[data-main]']
  if (session.selling) return ['.best button.sell', 'button.sell[aria-disabled=false]', '[data-main]']
  if (stage === 'space' || session.picked) return ['.space.legal']
  if (session.storing) return ['.store button:last-of-type', '.store button']
  if (stage) return ['.hand .card.legal', '[data-main]']
  return ['footer.actions']
}

function moveOn(session: TableSession) {
  for (const place of places(session)) {
    const found = document.querySelector<HTMLElement>(place)
    if (!found) continue
    if (found.matches('footer') && found.tabIndex < 0) found.tabIndex = -1 /* it can be given the focus, not tabbed to */
    found.focus({ preventScroll: true })
    return
  }
}

/* The elements that a press may remove. If the browser must move the focus off an element while it is removed, it lays out the
 * half-changed table, which costs more than everything else. So the focus is moved before. */
const fleeting = 'button.sell, .stepper button, .hand .card, .thumb, .store button'

/* To be called before a new state is shown. */
export async function keepFocus(session: TableSession) {
  const had = document.activeElement as HTMLElement | null
  if (!had?.closest('.table')) return
  const taken = had.matches(fleeting)
  if (taken) had.blur()
  await tick()
  const lost = !had.isConnected || had.matches(':disabled') || (had.matches('footer') && session.asked)
  const elsewhere = document.activeElement !== had && document.activeElement !== document.body
  if (elsewhere) return
  if (lost) moveOn(session)
  else if (taken) had.focus({ preventScroll: true })
}
