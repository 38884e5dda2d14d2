// index.ts - the npm package: the page's engine (web/src/engine/) for any program, in browsers and in Node.js.
//
//     import { load } from 'fuerstenfeld'
//     const game = await load()
//     game.begin(3, 'base', 7)
//
// The page is built from the same files, so what works there works here.

import { Engine, EngineError, type Game, type SeenBytes } from '../web/src/engine/engine'
import type { ActionText, GameEvent, Mode, Option, Seat } from '../web/src/engine/types'
import { ALL_SEEING } from '../web/src/engine/rules'
import { once } from '../web/src/engine/once'
import moduleUrl from '../build/wasm/fuerstenfeld.wasm?url'
import netUrl from '../weights/default.net?url'

export * from '../web/src/engine/engine'
export * from '../web/src/engine/types'
export * from '../web/src/engine/rules'

/** The bytes of a file of the package: fetched in a browser, read in Node.js. */
async function bytesOf(url: string): Promise<Uint8Array<ArrayBuffer>> {
  if (url.startsWith('file:')) {
    const { readFile } = await import('node:fs/promises')
    return new Uint8Array(await readFile(new URL(url)))
  }
  const answer = await fetch(url)
  if (!answer.ok) throw new EngineError(`${url} could not be loaded (${answer.status})`)
  return new Uint8Array(await answer.arrayBuffer())
}

const compiled = once(async () => WebAssembly.compile(await bytesOf(moduleUrl)))
const network = once(() => bytesOf(netUrl))

/** Loads an engine, which holds one game. Each call gives another one; what they share is loaded once. */
export async function load(): Promise<Table> {
  return new Table(Engine.of(await compiled()))
}

/** Whose decisions are known: where an action was played or a step happened by itself. */
export interface Step {
  event: GameEvent | null
  /** The lines of the record that are complete by it. */
  record: string
}

/** A game that is played to its end by calls of `act`; `engine` has everything else. */
export class Table {
  private seen: SeenBytes | null = null
  private hasNet = false
  /** The record so far: JSON Lines (docs/authors/record.md). */
  record = ''

  constructor(readonly engine: Engine) {}

  /** Deals a game and plays on to the first decision. */
  begin(players: number, mode: Mode, seed: number, names?: string[]): Step[] {
    this.engine.names(names ?? Array.from({ length: players }, (_, seat) => `player ${seat + 1}`))
    this.engine.deal(players, mode, seed)
    this.seen = null
    this.record = this.engine.recordBegin()
    return this.follow()
  }

  /** The seat that acts: the lowest that owes a decision; null after the end. */
  get seat(): Seat | null {
    return this.engine.owe()[0] ?? null
  }

  /** The legal actions of the acting seat, in the order of their numbers. */
  legal(): Option[] {
    const seat = this.seat
    return seat === null ? [] : this.engine.options(seat)!.legal
  }

  /** Plays an action of the acting seat and what follows by itself. Throws with the rule if it is illegal. */
  act(action: ActionText): Step[] {
    const seat = this.seat
    if (seat === null) throw new EngineError('the game is over')
    const refusal = this.engine.play(seat, action)
    if (refusal) throw new EngineError(`${action}: ${refusal.text} (${refusal.rule})`)
    return [this.step(), ...this.follow()]
  }

  private follow(): Step[] {
    const steps: Step[] = []
    while (this.engine.follow()) steps.push(this.step())
    return steps
  }

  private step(): Step {
    const record = this.engine.recordStep()
    this.record += record
    this.seen = this.engine.seenBytes([this.engine.save() as Game], this.seen)
    return { event: this.engine.event(ALL_SEEING), record }
  }

  /** The action that a bot chooses for the acting seat, from what that seat knows. The same seed gives the same one. */
  async ask(bot: string, seed: number, iterations?: number): Promise<ActionText> {
    const { engine, seat } = this
    if (seat === null) throw new EngineError('the game is over')
    if (!this.hasNet && engine.botNeedsNet(bot)) {
      engine.netLoad(await network())
      this.hasNet = true
    }
    const usual = engine.botBegin(bot, engine.viewBytes(seat), BigInt(seed), this.seen)
    const wanted = iterations ?? usual
    if (wanted > 0) engine.botThink(wanted)
    return engine.botAnswer().best.text
  }
}
