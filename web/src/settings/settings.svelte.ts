/* settings.svelte.ts - a person's settings for this device: one reactive object, stored in the browser.
 *
 *     settings.motion                    read anywhere; components follow by themselves
 *     change({ motion: 'fast' })         stores it, shows it, tells other tabs
 *
 * The language is not here: it belongs to i18n/, which must know it before anything else is loaded. What the document itself
 * must know (theme, size of text, pace) is set as attributes and properties of <html>, which the style sheets read. */

import { browserShelf } from '../app/shelf'

export const themes = ['system', 'light', 'dark'] as const
export const motions = ['none', 'fast', 'normal', 'slow'] as const
export const paces = ['flow', 'step'] as const
export const textSizes = [100, 115, 130, 150, 175, 200] as const

export interface Settings {
  theme: (typeof themes)[number]
  motion: (typeof motions)[number]
  /* Bots' turns: one after the other, or each at a click. */
  pace: (typeof paces)[number]
  sound: boolean
  /* Single letters and digits do something at the table. */
  keys: boolean
  /* For new games: whether the deck timeline is shown. */
  memoryAid: boolean
  /* Each phase explained once. */
  tips: boolean
  /* The explanations that were read already. */
  tipsSeen: string[]
  /* Percent. */
  textSize: number
}

const defaults: Settings = {
  theme: 'system',
  motion: 'normal',
  pace: 'flow',
  sound: false,
  keys: true,
  memoryAid: true,
  tips: true,
  tipsSeen: [],
  textSize: 100,
}
const stored = 'ff.settings'

/* Data stored by an older or newer page may be anything, so each value is used only if it is valid. */
export function settingsOf(text: string | null): Settings {
  let found: Partial<Record<keyof Settings, unknown>> = {}
  try {
    found = Object(JSON.parse(text ?? '{}'))
  } catch {
    /* Not ours: the defaults. */
  }
  const among = <T>(all: readonly T[], value: unknown, other: T): T => (all.includes(value as T) ? (value as T) : other)
  const flag = (value: unknown, other: boolean) => (typeof value === 'boolean' ? value : other)
  return {
    theme: among(themes, found.theme, defaults.theme),
    motion: among(motions, found.motion, defaults.motion),
    pace: among(paces, found.pace, defaults.pace),
    sound: flag(found.sound, defaults.sound),
    keys: flag(found.keys, defaults.keys),
    memoryAid: flag(found.memoryAid, defaults.memoryAid),
    tips: flag(found.tips, defaults.tips),
    tipsSeen: Array.isArray(found.tipsSeen) ? found.tipsSeen.filter(id => typeof id === 'string') : [],
    textSize: among<number>(textSizes, found.textSize, defaults.textSize),
  }
}

function read(): string | null {
  try {
    return browserShelf.getItem(stored)
  } catch {
    return null
  }
}

export const settings: Settings = $state(settingsOf(read()))

export function change(some: Partial<Settings>) {
  Object.assign(settings, some)
  show()
  try {
    browserShelf.setItem(stored, JSON.stringify(settings))
  } catch {
    /* The choice then lasts as long as the page is open. */
  }
}

/* The duration of a movement, relative to the normal one. */
export const speeds: Record<Settings['motion'], number> = { none: 0, fast: 0.35, normal: 1, slow: 2 }

function show() {
  const root = document.documentElement
  if (settings.theme === 'system') delete root.dataset.theme
  else root.dataset.theme = settings.theme
  root.style.setProperty('--text', String(settings.textSize / 100))
  root.style.setProperty('--pace', String(reducedMotion() ? 0 : speeds[settings.motion]))
}

export function reducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/* Once, before the page is shown. */
export function startSettings() {
  show()
  window.addEventListener('storage', event => {
    if (event.key !== stored) return
    Object.assign(settings, settingsOf(event.newValue))
    show()
  })
}
