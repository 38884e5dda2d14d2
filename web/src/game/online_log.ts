// online_log.ts - the log of a table of the server, from the lines of its events (docs/authors/bot_protocol.md), which the engine reads.

import type { Engine } from '../engine/engine'
import type { GameEvent, LogEntry, Phase } from '../engine/types'
import { phaseOfEvent } from './match'

export class OnlineLog {
  readonly entries: LogEntry[] = []
  /** 0: expert set-up. */
  private round = 0

  /** The engine holds a view of the game. */
  constructor(private readonly engine: Pick<Engine, 'eventsBegin' | 'eventRead'>) {
    engine.eventsBegin()
  }

  phase(event: GameEvent): Phase {
    return this.round === 0 ? 'setup' : phaseOfEvent[event.kind]
  }

  /** Adds the event of a line. Returns null for a line that this engine does not know. */
  add(line: string): GameEvent | null {
    const event = this.engine.eventRead(line)
    if (!event) return null
    if (event.kind === 'drew' && this.round === 0) this.round = 1
    this.entries.push({ moment: this.entries.length + 1, round: this.round, phase: this.phase(event), event, draft: false })
    if (event.kind === 'round') this.round = event.round + 1
    return event
  }

  /** The log with the events of the turn under way at its end. */
  with(draft: readonly GameEvent[]): LogEntry[] {
    const { round, entries } = this
    return [...entries, ...draft.map((event, i) => ({ moment: entries.length + i + 1, round, phase: this.phase(event), event, draft: true }))]
  }
}
