/* keys.ts - single-key shortcuts for players without a pointer. They do not work while text is being typed, and can be switched
 * off, because speech input types letters by accident (WCAG 2.1.4). */

import { settings } from '../settings/settings.svelte'
import type { TableSession } from './session.svelte'

interface More {
  keys(): void
  cards(): void
  inspect(): void
  state(): void
}

function writing(event: KeyboardEvent): boolean {
  const at = event.target as HTMLElement | null
  return !!at?.closest('input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable], dialog[open]')
}

function focusIn(area: string) {
  const place = document.querySelector<HTMLElement>(`[data-area="${area}"]`)
  const first = place?.querySelector<HTMLElement>('button:not(:disabled), [tabindex="0"]')
  ;(first ?? place)?.focus()
}

function pressMain() {
  document.querySelector<HTMLButtonElement>('[data-main]')?.click()
}

export function shortcuts(event: KeyboardEvent, session: TableSession, more: More) {
  if (writing(event) || event.altKey) return
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase()
    if (key === 'z' && !event.shiftKey) session.undo()
    else if (key === 'y' || (key === 'z' && event.shiftKey)) session.redo()
    else return
    return event.preventDefault()
  }
  if (!settings.keys && event.key.length === 1) return
  const actions: Record<string, () => void> = {
    '?': more.keys,
    u: () => session.undo(),
    e: pressMain,
    b: () => focusIn('breweries'),
    h: () => focusIn('hand'),
    f: () => focusIn('field'),
    l: () => focusIn('log'),
    d: () => focusIn('deck'),
    c: more.cards,
    i: more.inspect,
    s: more.state,
    Escape: () => session.pick(null),
  }
  const brewery = Number(event.key) - 1
  const row = Number.isInteger(brewery) ? session.sale?.rows[brewery] : undefined
  const act = row ? () => session.sell(row) : actions[event.key.length === 1 ? event.key.toLowerCase() : event.key]
  if (!act) return
  event.preventDefault()
  act()
}
