// table.ts - a puzzle on the table: the position it begins with, at which nobody but its seat ever plays. Nothing of it is stored.

import type { PuzzleGame } from '../coach/engine'
import type { TableState } from '../game/types'
import { LocalTable, type LocalParts } from '../game/local'
import { MemoryStore, type GameRecord } from '../game/store'

export interface PuzzleParts extends Pick<LocalParts, 'engine'> {
  /** The turn was ended. */
  ended(): void
}

const nobody = () => Promise.reject(new Error('nobody is asked in a puzzle'))

/** As a game like any other. `LEVEL` is told beside the others' names and never plays. */
const LEVEL = 4
function gameOf({ setup, decisions, seat, players, mode }: PuzzleGame, names: string[]): GameRecord {
  const about = JSON.parse(setup) as object
  return {
    version: 1, id: 'puzzle', kind: 'bots', mode, setup: JSON.stringify({ ...about, players: names }), decisions, draft: [],
    seats: Array.from({ length: players }, (_, i) => (i === seat ? 'person' : LEVEL)),
    names, memoryAid: true, seed: 1, practice: true, started: 0, changed: 0, round: 0, over: false, owe: [],
  }
}

function asked(table: LocalTable): Promise<void> {
  return new Promise(done => {
    const stop = table.subscribe(({ waiting }) => {
      if (waiting.for !== 'you') return
      queueMicrotask(() => stop())
      done()
    })
  })
}

export class PuzzleTable extends LocalTable {
  private ended = () => {}

  static async begin(puzzle: PuzzleGame, names: string[], { engine, ended }: PuzzleParts): Promise<PuzzleTable> {
    const parts: LocalParts = { store: new MemoryStore(), mind: { decide: nobody, course: nobody, close() {} }, coach: nobody, engine, start: nobody, now: () => 0 }
    const table = (await this.open(gameOf(puzzle, names), parts)) as PuzzleTable
    table.ended = ended
    table.setPace(0) // automatic steps before the turn have been seen
    await asked(table)
    return table
  }

  /** Nobody helps here, and the look back knows nothing of it. */
  protected override emit(state: TableState): void {
    super.emit({ ...state, kind: 'puzzle', hintsAllowed: false })
  }

  /** The turn is over: its value is known. */
  override async endTurn(): Promise<void> {
    if (this.state.draft.canEnd) this.ended()
  }
}
