// table.ts - the base of all controllers: the shown state, its subscribers, and default answers for optional abilities.

import type { JudgedTurn, ReviewAsked, SeatBalance, Verdict } from '../coach/types'
import type { ActionText, BuildPreview, Course, Refusal, SalePlan, SalePreview, Seat } from '../engine/types'
import type { GameController, Pace, Problem, RoundFigures, TableState } from './types'

/** A move from a past view, or of a table that takes none. */
export const notNow: Refusal = {
  id: 'NOT_YOUR_TURN',
  rule: 'R2.2',
  text: 'This player has nothing to decide now; the others come first.',
}

export function problem(code: string, text: string, refusal: Refusal | null = null): Problem {
  return { code, text, refusal }
}

export abstract class Table implements GameController {
  private readonly readers = new Set<(state: TableState) => void>()
  protected shown!: TableState

  get state(): TableState {
    return this.shown
  }

  subscribe(run: (state: TableState) => void): () => void {
    this.readers.add(run)
    run(this.shown)
    return () => this.readers.delete(run)
  }

  protected emit(state: TableState): void {
    this.shown = state
    for (const run of this.readers) run(state)
  }

  protected change(part: Partial<TableState>): void {
    this.emit({ ...this.shown, ...part })
  }

  dismiss(): void {
    if (this.shown.problem) this.change({ problem: null, events: [], change: 'jump' })
  }

  abstract play(action: ActionText): Refusal | null
  abstract playAll(actions: ActionText[]): Refusal | null
  abstract replay(phase: 'setup' | 'sell' | 'build' | 'discard', actions: ActionText[]): Refusal | null
  abstract undo(): void
  abstract redo(): void
  abstract reset(): void
  abstract endTurn(): Promise<void>
  abstract whyNot(action: ActionText): Refusal | null
  abstract previewSale(plan: SalePlan): SalePreview | null
  abstract previewBuild(): BuildPreview | null
  abstract hint(sofar?: (verdict: Verdict) => void): Promise<Verdict>
  abstract goto(moment: number): void
  abstract live(): void
  abstract record(): Promise<string>
  abstract playOnFrom(moment: number, seat: Seat, level: number): Promise<string>
  abstract rematch(): Promise<string>
  abstract history(): RoundFigures[]
  abstract close(): void

  // Abilities that only some tables have.
  async judge(_moment: number): Promise<Verdict | null> {
    return null
  }
  async review(_asked: ReviewAsked): Promise<void> {}
  async balance(_judged: readonly JudgedTurn[], _stop: AbortSignal): Promise<SeatBalance[] | null> {
    return null
  }
  async tryTurn(_turn: JudgedTurn): Promise<string> {
    throw new Error('turns of this table are not judged')
  }
  async course(): Promise<Course | null> {
    return null
  }
  setPace(_pace: Pace): void {}
  step(): void {}
  uncover(): void {}
  startPlan(_line: number | null): void {}
  stopPlan(): void {}
  keepPlan(_conditions: readonly string[]): void {}
  withdrawPlan(_line: number | null): void {}
  sit(_seat: Seat | null, _name: string): void {}
  fill(_level: number): void {}
  leave(): void {}
  back(): void {}
  vote(_seat: Seat): void {}
  slow(): void {}
  holiday(_days: number): void {}
  offer(_on: boolean): void {}
  chat(_text: string): void {}
  mute(_seats: Seat[]): void {}
}
