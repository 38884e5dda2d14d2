/* progress.ts - how far somebody has come in the lesson, kept in the browser, so that it can be left and taken up again. */

import { browserShelf } from '../app/shelf'

export interface Progress {
  /* The acts that were finished. */
  done: number[]
  /* The act under way: its stored game and the step. */
  now: { act: number; game: string; step: number } | null
}

const stored = 'ff.lesson'
const none: Progress = { done: [], now: null }

export function progressOf(text: string | null): Progress {
  try {
    const found = JSON.parse(text ?? 'null')
    if (!found || !Array.isArray(found.done)) return none
    const done = found.done.filter((n: unknown) => n === 1 || n === 2 || n === 3)
    const { act, game, step } = found.now ?? {}
    const whole = (n: unknown) => Number.isInteger(n) && (n as number) >= 0
    const now = [1, 2, 3].includes(act) && typeof game === 'string' && whole(step) ? { act, game, step } : null
    return { done: [...new Set<number>(done)], now }
  } catch {
    return none
  }
}

export function loadProgress(): Progress {
  try {
    return progressOf(browserShelf.getItem(stored))
  } catch {
    return none
  }
}

export function saveProgress(progress: Progress) {
  try {
    browserShelf.setItem(stored, JSON.stringify(progress))
  } catch {
    /* It then lasts as long as the page is open. */
  }
}
