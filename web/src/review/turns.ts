/* turns.ts - how far the coach has come with somebody's turns. It is kept in the browser, so that a review goes on where it was: of a turn that
 * cost something the best one and the one that was played, of any other what it cost. */
import { browserShelf, type Shelf } from '../app/shelf'
import type { Effort, JudgedTurn, Seat } from '../engine/types'
import { EFFORTS } from '../engine/types'

export interface Reviewed {
  seat: Seat
  effort: Effort
  /* How many turns there are; 0 until that is known. */
  all: number
  judged: readonly JudgedTurn[]
}

export const begun = (seat: Seat, effort: Effort = 'quick'): Reviewed => ({ seat, effort, all: 0, judged: [] })

export const isWhole = ({ all, judged }: Reviewed) => all > 0 && judged.length === all

/* What is told of a turn. */
export function shortOf(turn: JudgedTurn): JudgedTurn {
  const { verdict } = turn
  if (verdict.grade === 'good') return { ...turn, verdict: { ...verdict, ideas: [], parts: [], played: 0 } }
  const ideas = verdict.played === 0 ? verdict.ideas.slice(0, 1) : [verdict.ideas[0]!, verdict.ideas[verdict.played]!]
  return { ...turn, verdict: { ...verdict, ideas, played: ideas.length - 1 } }
}

/* ------------------------------------------------------------------------------------------------------------------ kept */

interface Kept extends Reviewed {
  id: string
  /* How long the game was: one that has gone on has turns more. */
  moments: number
}

const stored = 'ff.reviews'
const most = 12 /* games; the oldest ones make room */

function isKept(one: unknown): one is Kept {
  const { id, seat, effort, all, judged, moments } = Object(one) as Record<keyof Kept, unknown>
  const whole = (n: unknown) => Number.isInteger(n) && (n as number) >= 0
  const turn = (each: unknown) => {
    const { item, moment, decided, verdict, told } = Object(each) as Record<keyof JudgedTurn, unknown>
    return whole(item) && whole(moment) && whole(decided) && typeof told === 'string' && Array.isArray(Object(verdict).ideas) && Array.isArray(Object(verdict).field)
  }
  return typeof id === 'string' && whole(seat) && EFFORTS.includes(effort as Effort) && whole(all) && whole(moments) && Array.isArray(judged) && judged.every(turn)
}

/* The newest first. What an older or newer page has stored may be anything. */
function allKept(shelf: Shelf): Kept[] {
  try {
    const found: unknown = JSON.parse(shelf.getItem(stored) ?? '[]')
    return Array.isArray(found) ? found.filter(isKept) : []
  } catch {
    return []
  }
}

/* What was last found out about a game, of that seat and effort or of any. */
export function loadReview(id: string, moments: number, of: Partial<Pick<Reviewed, 'seat' | 'effort'>> = {}, shelf: Shelf = browserShelf): Reviewed | null {
  const found = allKept(shelf).find(kept => kept.id === id && kept.seat === (of.seat ?? kept.seat) && kept.effort === (of.effort ?? kept.effort))
  if (!found) return null
  const { seat, effort, all, judged } = found
  return { seat, effort, judged, all: found.moments === moments ? all : 0 }
}

export function keepReview(id: string, moments: number, reviewed: Reviewed, shelf: Shelf = browserShelf): void {
  const { seat, effort } = reviewed
  const others = allKept(shelf).filter(kept => kept.id !== id || kept.seat !== seat || kept.effort !== effort)
  try {
    shelf.setItem(stored, JSON.stringify([{ id, moments, ...reviewed }, ...others].slice(0, most)))
  } catch {
    /* There is no room: games matter more. */
  }
}

export function forgetReviews(shelf: Shelf = browserShelf): void {
  try {
    shelf.removeItem(stored)
  } catch {
    /* Then there were none. */
  }
}
