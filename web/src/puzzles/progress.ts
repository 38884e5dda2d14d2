/* progress.ts - which puzzles somebody has solved, kept in the browser and sent nowhere. */

import { browserShelf, type Shelf } from '../app/shelf'

export interface Tried {
  /* Turns that were tried and did not solve it. */
  tries: number
  /* The time when it was solved, by Date.now(); null: not yet. */
  solved: number | null
  /* The solution was looked at before. */
  shown: boolean
}

/* By the puzzle's id. */
export type Progress = Readonly<Record<string, Tried>>

const stored = 'ff.puzzles'
export const untried: Tried = { tries: 0, solved: null, shown: false }

function isTried(one: unknown): one is Tried {
  const { tries, solved, shown } = Object(one) as Record<keyof Tried, unknown>
  return Number.isInteger(tries) && (tries as number) >= 0 && (solved === null || Number.isFinite(solved)) && typeof shown === 'boolean'
}

/* Data stored by an older or newer page may be anything. */
export function progressOf(text: string | null): Progress {
  try {
    const found: unknown = JSON.parse(text ?? '{}')
    return Object.fromEntries(Object.entries(Object(found)).filter(([id, one]) => /^[0-9a-f]{8}$/.test(id) && isTried(one))) as Progress
  } catch {
    return {}
  }
}

export function loadProgress(shelf: Shelf = browserShelf): Progress {
  try {
    return progressOf(shelf.getItem(stored))
  } catch {
    return {}
  }
}

/* Another tab may have written since then, so the stored data are read again. */
function note(id: string, change: (was: Tried) => Tried, shelf: Shelf): Progress {
  const all = loadProgress(shelf)
  const next = { ...all, [id]: change(all[id] ?? untried) }
  try {
    shelf.setItem(stored, JSON.stringify(next))
  } catch {
    /* It then lasts as long as the page is open. */
  }
  return next
}

/* Once solved, a puzzle stays solved, and what is tried after that is play. */
export const noteTry = (id: string, shelf: Shelf = browserShelf) => note(id, was => (was.solved === null ? { ...was, tries: was.tries + 1 } : was), shelf)
export const noteShown = (id: string, shelf: Shelf = browserShelf) => note(id, was => (was.solved === null ? { ...was, shown: true } : was), shelf)
export const noteSolved = (id: string, at: number, shelf: Shelf = browserShelf) => note(id, was => ({ ...was, solved: was.solved ?? at }), shelf)

export function forgetProgress(shelf: Shelf = browserShelf): void {
  try {
    shelf.removeItem(stored)
  } catch {
    /* Then there was none. */
  }
}

/* Returns how many of these puzzles were solved, and how many at the first try without help. */
export function tally(progress: Progress, ids: readonly string[]) {
  const solved = ids.flatMap(id => (progress[id]?.solved != null ? [progress[id]] : []))
  return { all: ids.length, solved: solved.length, clean: solved.filter(({ tries, shown }) => tries === 0 && !shown).length }
}
