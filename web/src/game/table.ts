// table.ts - the base of all controllers: the shown state, its subscribers, and the steps of a draft.

import type { Verdict } from '../coach/types'
import type { ActionText, BuildPreview, Refusal, SalePlan, SalePreview, Seat } from '../engine/types'
import type { Draft } from './draft'
import type { GameController, LocalActions, OnlineActions, Problem, RoundFigures, TableState } from './types'

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
  readonly local: LocalActions | null = null
  readonly online: OnlineActions | null = null

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

  replay(phase: 'setup' | 'sell' | 'build' | 'discard', actions: ActionText[]): Refusal | null {
    return this.drafted(draft => draft.replay(phase, actions))
  }

  undo(): void {
    this.drafted(draft => (draft.undo(), null))
  }

  redo(): void {
    this.drafted(draft => (draft.redo(), null))
  }

  reset(): void {
    this.drafted(draft => (draft.reset(), null))
  }

  abstract play(action: ActionText): Refusal | null
  abstract playAll(actions: ActionText[]): Refusal | null
  /** Changes the viewer's unfinished turn, if there is one. */
  protected abstract drafted(act: (draft: Draft) => Refusal | null): Refusal | null
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
  abstract startPlan(line: number | null): void
  abstract stopPlan(): void
  abstract keepPlan(conditions: readonly string[]): void
  abstract withdrawPlan(line: number | null): void
  abstract close(): void
}
