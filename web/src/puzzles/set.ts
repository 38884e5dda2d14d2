// set.ts - the set of puzzles: a line each (bots/coach/puzzle.h), in the order of `fuerstenfeld puzzle N`.

import { once } from '../engine/once'
import type { Mode } from '../engine/types'
import setUrl from '../../../weights/puzzles.txt?url'

export type Grade = 1 | 2 | 3

export interface Puzzle {
  /** From 1. */
  n: number
  /** Under which progress is kept: of its line, so that it stays when the set grows. */
  id: string
  theme: string
  grade: Grade
  mode: Mode
  players: number
  line: string
}

/** Eight digits of a line (FNV-1a). */
function idOf(line: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < line.length; i++) hash = Math.imul(hash ^ line.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

function puzzleOf(line: string, n: number): Puzzle {
  const [theme = '', grade, mode, order = ''] = line.split(' ')
  return { n, id: idOf(line), theme, grade: Number(grade) as Grade, mode: mode === 'expert' ? 'expert' : 'base', players: order.length, line }
}

export function setOf(text: string): Puzzle[] {
  return text.split('\n').filter(line => line.trim() !== '').map((line, i) => puzzleOf(line, i + 1))
}

export const loadSet = once(async () => {
  const answer = await fetch(setUrl)
  if (!answer.ok) throw new Error(`the puzzles could not be loaded (${answer.status})`)
  return setOf(await answer.text())
})

/** What one chooses among. */
export interface Choice {
  /** '' for all. */
  theme: string
  /** 0 for all. */
  grade: Grade | 0
}

export function chosen(set: readonly Puzzle[], { theme, grade }: Choice): Puzzle[] {
  return set.filter(one => (!theme || one.theme === theme) && (!grade || one.grade === grade))
}

/** The next one that is not solved, from the one after `n` on and then from the first; null: all are. */
export function nextOpen(set: readonly Puzzle[], n: number, solved: (puzzle: Puzzle) => boolean): Puzzle | null {
  const open = set.filter(one => one.n !== n && !solved(one))
  return open.find(one => one.n > n) ?? open[0] ?? null
}
