// types.ts - what the coach says (docs/players/coach.md). Chances and losses are in hundredths of a percent, losses below 0 where the
// turn played was the better one.

import type { ActionText, Card, Exchange, Good, PlayedLevel, Seat, Triple } from '../engine/types'

export type CoachPart = 'sale' | 'build1' | 'build2' | 'space' | 'store' | 'keep' | 'order'
export type Grade = 'good' | 'slip' | 'mistake' | 'blunder'

/** A turn in the words of the game. */
export interface TurnShape {
  sale: { brewery: number; goods: Triple; market: Exchange | null; office: Good | null; income: number; disc: number } | null
  builds: { card: Card; space: number; cost: number; covered: Card | null }[]
  stored: Triple
  wasted: Triple
  kept: Card[]
  removed: Card[]
  buried: Card[]
}

/** A difference between an idea and the first one, with the numbers of both. */
export interface CoachFact {
  kind:
    | 'coins-now' | 'coins-next' | 'place-next' | 'price-left' | 'palace-paid' | 'palace-price' | 'goods-wasted' | 'card-built' | 'card-back'
    | 'field-lost' | 'harvest' | 'cards-kept' | 'result' | 'field-covered'
  part: CoachPart | null
  played: number
  best: number
  /** For whom it speaks; null where that depends. */
  favours: 'best' | 'played' | null
  card?: Card
  /** The field that the card was built over; null: one that is printed. */
  covered?: Card | null
  brewery?: number
  good?: Good
  playedParts?: number
  bestParts?: number
}

export interface Idea {
  actions: ActionText[]
  /** Of all seats, if they play on at their levels; together 10000. */
  chances: number[]
  /** The seat's chance if it plays on as well as the network. */
  perfect: number
  /** What is proved of it. */
  certain: 'won' | 'won-next' | 'no-palace' | 'too-late' | null
  behind: number
  margin: number
  turn: TurnShape | null
  /** Its differences from the best idea; of the best, those from the next. */
  facts: CoachFact[]
  /** The number of facts to show. */
  said: number
}

export interface Verdict {
  kind: 'turn' | 'draw' | 'setup'
  seat: Seat
  round: number
  /** The 95 % margin of the chances themselves. */
  doubt: number
  /** The seat's spaces before the turn. */
  field: (Card | null)[]
  /** The best first. */
  ideas: Idea[]
}

/** Of a turn that was played. */
export interface TurnVerdict extends Verdict {
  /** Which idea was played. */
  played: number
  grade: Grade
  loss: number
  margin: number
  /** The parts that caused the loss. */
  parts: CoachPart[]
}

/** The coach's effort per turn. */
export const EFFORTS = ['quick', 'normal', 'deep'] as const
export type Effort = (typeof EFFORTS)[number]

/** The summary of a verdict for the balance of a game (bots/coach/review.h), as hexadecimal digits. */
export type Told = string

/** A turn of a game that was judged. */
export interface JudgedTurn {
  /** Its number among all that there is to judge. */
  item: number
  /** The table before it. */
  moment: number
  /** The number of the game's decisions before it. */
  decided: number
  verdict: TurnVerdict
  told: Told
}

export interface ReviewAsked {
  seat: Seat
  effort: Effort
  /** The number of the seat's turns that are known already. */
  done: number
  /** Hears of each turn, and how many there are; and how far the one at hand is, from 0 to 1. */
  told(turn: JudgedTurn, all: number): void
  heard(done: number): void
  stop: AbortSignal
}

/** The sum of a game for a seat (bots/coach/luck_skill.h), in hundredths of a percent: result - par = deal + luck - lost + expected + given. */
export interface SeatBalance {
  par: number
  result: number
  /** The luck of the set-up; the luck of later cards. */
  deal: number
  luck: number
  /** The losses of the seat's own turns, and the gains from others' losses. */
  lost: number
  given: number
  /** The usual losses of the seat's level; 0 for people. */
  expected: number
  /** The 95 % margin of deal and luck. */
  error: number
  /** The result without luck. */
  adjusted: number
  /** That were judged. */
  turns: number
  lossPerTurn: number
  /** null: no turn was judged. */
  played: PlayedLevel | null
}
