/* skill.ts - luck and skill of one's own games that the coach has judged: a line each, kept in the browser beside the results. */

import { browserShelf, type Shelf } from '../app/shelf'
import { EFFORTS, type Effort, type SeatBalance } from '../coach/types'
import type { GameResult } from './results'

export interface Skill extends Pick<SeatBalance, 'par' | 'result' | 'deal' | 'luck' | 'lost' | 'given' | 'adjusted' | 'turns' | 'lossPerTurn'> {
  id: string
  effort: Effort
}

const stored = 'ff.skill'
const most = 200
const numbers = ['par', 'result', 'deal', 'luck', 'lost', 'given', 'adjusted', 'turns', 'lossPerTurn'] as const

function isSkill(one: unknown): one is Skill {
  const line = Object(one) as Record<string, unknown>
  return typeof line.id === 'string' && EFFORTS.includes(line.effort as Effort) && numbers.every(name => Number.isFinite(line[name]))
}

/* Data stored by an older or newer page may be anything, so only valid lines are used. */
export function loadSkill(shelf: Shelf = browserShelf): Skill[] {
  try {
    const found: unknown = JSON.parse(shelf.getItem(stored) ?? '[]')
    return Array.isArray(found) ? found.filter(isSkill) : []
  } catch {
    return []
  }
}

/* A line a game: what was thought about longest stays, of equals the later one. */
export function keepSkill(line: Skill, shelf: Shelf = browserShelf): void {
  const all = loadSkill(shelf)
  const before = all.find(({ id }) => id === line.id)
  if (before && EFFORTS.indexOf(before.effort) > EFFORTS.indexOf(line.effort)) return
  const own = { id: line.id, effort: line.effort, ...Object.fromEntries(numbers.map(name => [name, line[name]])) } as Skill
  try {
    shelf.setItem(stored, JSON.stringify([...all.filter(({ id }) => id !== line.id), own].slice(-most)))
  } catch {
    /* There is no room: the games matter more. */
  }
}

export function forgetSkill(shelf: Shelf = browserShelf): void {
  try {
    shelf.removeItem(stored)
  } catch {
    /* Then there was none. */
  }
}

/* A game on the curve; `skill` is null where nobody has judged it. */
export interface Point {
  result: GameResult
  skill: Skill | null
}

/* The last games that one has won or lost oneself, the oldest first. */
export function curveOf(results: readonly GameResult[], skills: readonly Skill[], n = 20): Point[] {
  const by = new Map(skills.map(skill => [skill.id, skill]))
  const own = results.filter(({ won }) => won !== null).sort((a, b) => a.at - b.at)
  return own.slice(-n).map(result => ({ result, skill: by.get(result.id) ?? null }))
}

/* Over those that were judged, in hundredths of a percent; null: none was. */
export function meansOf(points: readonly Point[]) {
  const known = points.flatMap(({ skill }) => skill ?? [])
  if (known.length === 0) return null
  const mean = (value: (skill: Skill) => number) => known.reduce((sum, skill) => sum + value(skill), 0) / known.length
  const turns = known.reduce((sum, skill) => sum + skill.turns, 0)
  return {
    games: known.length,
    turns,
    lost: known.reduce((sum, { lost }) => sum + lost, 0),
    result: mean(({ result }) => result),
    adjusted: mean(({ adjusted }) => adjusted),
    luck: mean(({ deal, luck }) => deal + luck),
    lossPerTurn: turns ? known.reduce((sum, { lossPerTurn, turns }) => sum + lossPerTurn * turns, 0) / turns : 0,
  }
}
