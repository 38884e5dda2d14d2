// live.ts - a position from the server on which a draft can be played. It lacks cards that the seat does not know, so nothing can
// be played beyond the seat's own turn.

import type { Engine } from '../engine/engine'
import type { ActionText, GameEvent, Refusal, Seat } from '../engine/types'
import type { Mark } from './match'

export class LivePosition {
  /** The events that the draft has shown so far. */
  readonly events: GameEvent[] = []
  private decided = 0

  constructor(readonly engine: Engine, private readonly seat: Seat | null) {}

  owe(): Seat[] {
    return this.engine.owe()
  }

  private note(): void {
    const event = this.engine.event(this.seat)
    if (event) this.events.push(event)
  }

  decide(seat: Seat, action: ActionText): Refusal | null {
    const refusal = this.engine.play(seat, action)
    if (refusal) return refusal
    this.decided++
    this.note()
    while (this.engine.ownStep(seat)) {
      this.engine.follow()
      this.note()
    }
    return null
  }

  mark(): Mark {
    return { game: this.engine.save(), moments: this.events.length, decided: this.decided }
  }

  back(to: Mark): void {
    this.engine.restore(to.game)
    this.events.length = to.moments
    this.decided = to.decided
  }
}
