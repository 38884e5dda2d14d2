// engine.ts - the engine with the coach in it (wasm/exports.h, "coach"): a module of its own, loaded when the coach is first asked.

import { compile, Engine, instantiate, type Compiled, type ViewBytes } from '../engine/engine'
import type { ActionText, Mode, Seat, Verdict } from '../engine/types'
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

/** A puzzle as a game: what it begins with, and whose turn it is. */
export interface PuzzleGame {
  setup: string
  decisions: [Seat, ActionText][]
  seat: Seat
  players: number
  mode: Mode
}

/** What a turn makes of a puzzle (coach/attempt.h). */
export interface Attempt {
  outcome: 'goes-on' | 'solved' | 'unfinished' | 'outbid'
  /** Of the own palace and purse. */
  parts: number
  coins: number
  /** Outbid: by whom, with how many coins at most, and whether that is still to come. */
  rival: Seat
  purse: number
  comes: boolean
}

export const QUICK = 0

/** Decisions are added to a review so many at a time: the buffer holds them easily. */
const ADDED = 500

export class CoachEngine extends Engine {
  static override of(module: Compiled): CoachEngine {
    return new CoachEngine(instantiate(module))
  }

  static override async load(): Promise<CoachEngine> {
    return CoachEngine.of(await compile(moduleUrl))
  }

  /** Begins a hint, from the view at the beginning of the turn and what was done since. */
  hint(view: ViewBytes, actions: readonly ActionText[]): void {
    this.putView(view, this.ff.view!())
    this.checked(this.ff.coach_hint!(QUICK, this.write(actions.join('\n'))))
  }

  /** Begins a review of the game whose set-up was read. */
  review(decisions: readonly (readonly [Seat, ActionText])[]): Item[] {
    this.checked(this.ff.review_open!())
    for (let at = 0; at < decisions.length; at += ADDED) {
      const lines = decisions.slice(at, at + ADDED).map(([seat, action]) => `${seat} ${action}\n`)
      this.checked(this.ff.review_add!(this.write(lines.join(''))))
    }
    return this.json(this.ff.review_items_json!())
  }

  /** Begins to judge one of the items. */
  reviewItem(item: number): void {
    this.checked(this.ff.review_item!(item, QUICK))
  }

  /** Thinks to the end about what was begun: the answer is then the same on every device. */
  verdict<V extends Verdict>(): V {
    while (this.ff.coach_think!(64) === 1);
    return this.json(this.checked(this.ff.coach_json!()))
  }

  // --------------------------------------------------------------------------------------------------------- puzzles

  /** Reads a puzzle's line; what is tried and solved then is this one. */
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
