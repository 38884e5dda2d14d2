// planner.ts - a turn of a game on this device that is planned while bots play (R2.3): a draft on an engine of its own, which holds
// what the seat knows, as if its turn began now.

import type { Engine, Game, ViewBytes } from '../engine/engine'
import type { ActionText, GameEvent, PlanBasis, Refusal, Seat, View } from '../engine/types'
import { Draft } from './draft'
import { LivePosition } from './live'
import { basisOf } from './plan'

export class Planner {
  draft: Draft
  private readonly position: LivePosition
  private readonly before: View
  private readonly start: Game

  private constructor(readonly engine: Engine, readonly seat: Seat, readonly line: number | null) {
    this.before = engine.view(seat, true)
    this.start = engine.save()
    this.position = new LivePosition(engine, seat)
    this.draft = new Draft(this.position, seat)
  }

  /** `view` is the table as the seat sees it (Engine.viewText). Null if no turn can be planned. */
  static begin(engine: Engine, view: string, line: number | null): Planner | null {
    const seat = engine.viewRead(view)
    return seat !== null && engine.planBegin(seat) ? new Planner(engine, seat, line) : null
  }

  /** Lays as much of a turn on the table as is possible now. */
  lay(actions: readonly ActionText[]): void {
    for (const action of actions) if (this.draft.play([action])) return
  }

  get events(): GameEvent[] {
    return this.position.events
  }

  get asks(): boolean {
    return this.position.owe().includes(this.seat)
  }

  get basis(): PlanBasis | null {
    return this.draft.canEnd ? basisOf(this.events, this.before) : null
  }

  /** What the seat knows at the beginning of the planned turn. */
  viewBytes(): ViewBytes {
    const present = this.engine.save()
    this.engine.restore(this.start)
    const view = this.engine.viewBytes(this.seat)
    this.engine.restore(present)
    return view
  }

  /** Runs an action on the draft. Returns its refusal, or the events that came of it: none if something was taken back for it. */
  drafted(act: (draft: Draft) => Refusal | null): Refusal | GameEvent[] {
    const { draft, events } = this
    const told = events.length
    const before = draft.actions
    return act(draft) ?? (draft.follows(before) ? events.slice(told) : [])
  }
}
