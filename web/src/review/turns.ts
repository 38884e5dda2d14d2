/* turns.ts - the coach's progress with a seat's turns. It is stored in the browser, so that a review can continue: for a turn with
 * a loss, the best turn and the played one; for any other, only the loss. */
import { browserShelf, type Shelf } from '../app/shelf'
import type { Effort, JudgedTurn } from '../coach/types'
import type { Seat } from '../engine/types'
import { EFFORTS } from '../coach/types'

export interface Reviewed {
  seat: Seat
  effort: Effort
  /* The number of turns; 0 until it is known. */
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
  /* The length of the game: a game that was continued has more turns. */
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

/* The newest first. Data stored by an older or newer page may be anything. */
function allKept(shelf: Shelf): Kept[] {
  try {
    const found: unknown = JSON.parse(shelf.getItem(stored) ?? '[]')
    return Array.isArray(found) ? found.filter(isKept) : []
  } catch {
    return []
  }
}

/* Returns the latest results about a game, for that seat and effort or for any. */
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
