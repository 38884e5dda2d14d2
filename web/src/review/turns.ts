/* turns.ts - how far the coach has come with somebody's turns; kept while one looks at the table in between. */
import type { JudgedTurn, Seat } from '../engine/types'

export interface Reviewed {
  seat: Seat
  /* How many turns there are; 0 until that is known. */
  all: number
  judged: readonly JudgedTurn[]
}
