// draft.ts - the player's unfinished turn: actions played on the match, each of which can be undone.

import type { Engine, Game } from '../engine/engine'
import type { ActionText, Phase, Refusal, Seat } from '../engine/types'
import type { Decision, Mark } from './match'

/** The game under a draft: a Match, or a position from the server. */
export interface Playable {
  readonly engine: Engine
  owe(): Seat[]
  decide(seat: Seat, action: ActionText): Refusal | null
  mark(): Mark
  back(to: Mark): void
}

interface Played {
  action: ActionText
  phase: Phase
  /** The match's position before the draft. */
  before: Mark
}

export class Draft {
  private played: Played[] = []
  private undone: ActionText[] = []

  constructor(private readonly match: Playable, readonly seat: Seat) {}

  get actions(): ActionText[] {
    return this.played.map(({ action }) => action)
  }

  /** Returns whether the draft continues these actions without having undone any. */
  follows(before: readonly ActionText[]): boolean {
    return before.every((action, i) => this.played[i]?.action === action)
  }

  get decisions(): Decision[] {
    return this.played.map(({ action }) => [this.seat, action])
  }

  /** The game as it was before all of it; null while nothing was played. */
  get start(): Game | null {
    return this.played[0]?.before.game ?? null
  }

  /** The first moment that is not final. */
  get firstMoment(): number {
    return this.played[0]?.before.moments ?? Infinity
  }

  get canUndo(): boolean {
    return this.played.length > 0
  }

  get canRedo(): boolean {
    return this.undone.length > 0
  }

  /** Everything is chosen. */
  get canEnd(): boolean {
    return this.played.length > 0 && !this.match.owe().includes(this.seat)
  }

  private push(action: ActionText): Refusal | null {
    const before = this.match.mark()
    const phase = this.match.engine.view(null, true).phase
    const refusal = this.match.decide(this.seat, action)
    if (!refusal) this.played.push({ action, phase, before })
    return refusal
  }

  /** All of them or none. */
  play(actions: readonly ActionText[]): Refusal | null {
    const kept = this.played.length
    for (const action of actions) {
      const refusal = this.push(action)
      if (refusal) {
        this.backTo(kept)
        return refusal
      }
    }
    this.undone = []
    return null
  }

  /** Takes back to the start of a phase of the turn, then plays; as it was where something is refused. */
  replay(phase: Phase, actions: readonly ActionText[]): Refusal | null {
    const before = this.actions
    const undone = this.undone
    const first = this.played.findIndex(played => played.phase === phase)
    if (first >= 0) this.backTo(first)
    const refusal = this.play(actions)
    if (refusal) {
      this.backTo(0)
      this.play(before)
      this.undone = undone
    }
    return refusal
  }

  private backTo(n: number): void {
    const first = this.played[n]
    if (first) this.match.back(first.before)
    this.played.length = Math.min(this.played.length, n)
  }

  undo(): void {
    const last = this.played.at(-1)
    if (!last) return
    this.undone.push(last.action)
    this.backTo(this.played.length - 1)
  }

  redo(): void {
    const action = this.undone.pop()
    if (action !== undefined && this.push(action)) this.undone = []
  }

  reset(): void {
    this.undone = this.actions.reverse()
    this.backTo(0)
  }

  /** Makes the played actions final in the match. */
  forget(): void {
    this.played = []
    this.undone = []
  }
}
