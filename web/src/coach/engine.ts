// engine.ts - the engine with the coach in it (web/wasm/exports.h, "coach"): a module of its own, loaded when the coach is first asked.

import { compile, Engine, instantiate, type Compiled, type SeenBytes, type ViewBytes } from '../engine/engine'
import { EFFORTS, type Effort, type SeatBalance, type Told, type Verdict } from './types'
import type { ActionText, Mode, Seat } from '../engine/types'
import moduleUrl from '../../../build/wasm/fuerstenfeld-coach.wasm?url'

/** Something to judge in a game. */
export interface Item {
  seat: Seat
  round: number
  kind: Verdict['kind']
  /** Its first decision, counted from 0. */
  first: number
  steps: number
}

/** A puzzle as a game: its beginning and the seat to move. */
export interface PuzzleGame {
  setup: string
  decisions: [Seat, ActionText][]
  seat: Seat
  players: number
  mode: Mode
}

/** The result of a turn at a puzzle (bots/coach/puzzle_attempt.h). */
export interface Attempt {
  outcome: 'goes-on' | 'solved' | 'unfinished' | 'outbid' | 'not-first' | 'uncertain'
  /** Of the own palace and purse. */
  parts: number
  coins: number
  /** If outbid: the rival, its most coins, and whether it is still to play. If not first: the seat that is. */
  rival: Seat
  purse: number
  comes: boolean
}

/** The number of decisions that are added to a review at a time, which fits into the buffer. */
const ADDED = 500

export class CoachEngine extends Engine {
  static override of(module: Compiled): CoachEngine {
    return new CoachEngine(instantiate(module))
  }

  static override async load(): Promise<CoachEngine> {
    return CoachEngine.of(await compile(moduleUrl))
  }

  /** Begins a hint, from the view at the beginning of the turn, the public history before it, the levels of all seats, and the
   * actions since then. */
  hint({ view, seen, levels, actions }: { view: ViewBytes; seen: SeenBytes | null; levels: readonly number[]; actions: readonly ActionText[] }): void {
    this.setOpponents(levels)
    this.putSeen(seen)
    this.putView(view, this.ff.view!())
    this.checked(this.ff.coach_hint!(0, this.write(actions.join('\n'))))
  }

  /** Begins a review of the game whose set-up was read, among such players. */
  review(decisions: readonly (readonly [Seat, ActionText])[], levels: readonly number[]): Item[] {
    this.setOpponents(levels)
    this.checked(this.ff.review_open!())
    for (let at = 0; at < decisions.length; at += ADDED) {
      const lines = decisions.slice(at, at + ADDED).map(([seat, action]) => `${seat} ${action}\n`)
      this.checked(this.ff.review_add!(this.write(lines.join(''))))
    }
    return this.json(this.ff.review_items_json!())
  }

  /** Begins to judge one of the items. */
  reviewItem(item: number, effort: Effort): void {
    this.checked(this.ff.review_item!(item, EFFORTS.indexOf(effort)))
  }

  /** Thinks for a while about what was begun; false: more would add nothing. The answer is then the same on every device. */
  think(): boolean {
    return this.ff.coach_think!(64) === 1
  }

  /** The progress, from 0 to 1. */
  done(): number {
    return this.ff.coach_done!() / 1000
  }

  verdict<V extends Verdict>(): V {
    return this.json(this.checked(this.ff.coach_json!()))
  }

  /** The bytes that are kept of an item's verdict. */
  private toldAt(item: number, items: number): Uint8Array {
    const size = this.ff.review_summaries_size!() / items
    return new Uint8Array(this.ff.memory.buffer, this.ff.review_summaries!() + item * size, size)
  }

  told(item: number, items: number): Told {
    return [...this.toldAt(item, items)].map(byte => byte.toString(16).padStart(2, '0')).join('')
  }

  putTold(item: number, items: number, told: Told): void {
    const at = this.toldAt(item, items)
    if (told.length === 2 * at.length) at.set(at.map((_, i) => parseInt(told.slice(2 * i, 2 * i + 2), 16)))
  }

  /** Walks on to the next draw; false: all is known. */
  walk(): boolean {
    return this.checked(this.ff.review_luck_step!(1)) === 1
  }

  /** The sum of the game, by seat. */
  balance(): SeatBalance[] {
    return this.json<{ seats: SeatBalance[] }>(this.checked(this.ff.review_luck_json!())).seats
  }

  // --------------------------------------------------------------------------------------------------------- puzzles

  /** Reads a puzzle's line; later calls refer to this puzzle. */
  puzzle(line: string): PuzzleGame {
    const told = this.json<Omit<PuzzleGame, 'setup'>>(this.checked(this.ff.puzzle_read!(this.write(line))))
    return { ...told, setup: this.setupLine() }
  }

  attempt(actions: readonly ActionText[]): Attempt {
    return this.json(this.checked(this.ff.puzzle_try!(this.write(actions.join('\n')))))
  }

  /** A turn that solves it, as far as it matters. */
  solution(): ActionText[] {
    return this.json(this.checked(this.ff.puzzle_solution_json!()))
  }
}
