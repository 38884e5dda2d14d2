// coach.ts - the coach beside the page: hints for the turn at hand and verdicts on turns that were played, thought of in a worker.

import type { ViewBytes } from '../engine/engine'
import { NoNetwork } from '../engine/mind'
import type { ActionText, Seat, TurnVerdict, Verdict } from '../engine/types'
import type { Attempt, CoachEngine, Item, PuzzleGame } from './engine'

/** A turn at hand. */
export interface Asked {
  /** The edition as text. */
  edition: string
  /** At the beginning of the turn. */
  view: ViewBytes
  /** What was done since. */
  actions: ActionText[]
}

/** A game to review. */
export interface Played {
  setup: string
  decisions: [Seat, ActionText][]
}

export interface Coach {
  hint(asked: Asked): Promise<Verdict>
  /** What there is to judge in a game. */
  items(played: Played): Promise<Item[]>
  /** One of the items of the game that was asked about last. */
  judge(item: number): Promise<TurnVerdict>
  /** A puzzle's line as a game; what a turn makes of it, a turn that solves it, and a turn beside the best one. None but the last
   * needs the network. */
  puzzle(line: string): Promise<PuzzleGame>
  attempt(line: string, actions: ActionText[]): Promise<Attempt>
  solution(line: string): Promise<ActionText[]>
  compare(line: string, actions: ActionText[]): Promise<TurnVerdict>
}

/** Thinks here and now: the worker's inside, and tests. */
export class Trainer implements Coach {
  private netRead = false

  constructor(
    private readonly engine: CoachEngine,
    private readonly net: () => Promise<Uint8Array>,
  ) {}

  private async readNet(): Promise<void> {
    if (this.netRead) return
    this.engine.netLoad(await this.net())
    this.netRead = true
  }

  async hint({ edition, view, actions }: Asked): Promise<Verdict> {
    await this.readNet()
    this.engine.editionRead(edition)
    this.engine.hint(view, actions)
    return this.engine.verdict()
  }

  async items({ setup, decisions }: Played): Promise<Item[]> {
    await this.readNet()
    this.engine.setupRead(setup)
    return this.engine.review(decisions)
  }

  async judge(item: number): Promise<TurnVerdict> {
    this.engine.reviewItem(item)
    return this.engine.verdict()
  }

  async puzzle(line: string): Promise<PuzzleGame> {
    this.engine.editionDefault()
    return this.engine.puzzle(line)
  }

  async attempt(line: string, actions: ActionText[]): Promise<Attempt> {
    await this.puzzle(line)
    return this.engine.attempt(actions)
  }

  async solution(line: string): Promise<ActionText[]> {
    await this.puzzle(line)
    return this.engine.solution()
  }

  /** Cards that were not put away yet go as they come: they do not count any more. */
  async compare(line: string, actions: ActionText[]): Promise<TurnVerdict> {
    await this.readNet()
    const { engine } = this
    const { setup, decisions, seat } = await this.puzzle(line)
    const turn = actions.map((action): [Seat, ActionText] => [seat, action])
    engine.setupRead(setup)
    while (engine.follow());
    for (const [who, action] of [...decisions, ...turn]) {
      engine.play(who, action)
      while (engine.follow());
    }
    for (let options = engine.options(seat); options && engine.owe()[0] === seat; options = engine.options(seat)) {
      if (!options.legal.length || !/^(store|discard)/.test(options.stage)) break
      turn.push([seat, options.legal[0]!.text])
      engine.play(seat, options.legal[0]!.text)
      while (engine.ownStep(seat)) engine.follow()
    }
    engine.setupRead(setup)
    const items = engine.review([...decisions, ...turn])
    return this.judge(items.findLastIndex(item => item.seat === seat && item.kind === 'turn'))
  }
}

export type Call = { id: number } & ({ do: 'hint'; asked: Asked } | { do: 'items'; played: Played } | { do: 'judge'; item: number } | { do: 'puzzle' | 'solution'; line: string } | { do: 'attempt' | 'compare'; line: string; actions: ActionText[] })
export type Answer = { id: number; answer: unknown } | { id: number; problem: string; noNetwork: boolean }

type Question = Call extends infer C ? (C extends Call ? Omit<C, 'id'> : never) : never

/** Asks the worker, which answers one question after the other. */
class WorkerCoach implements Coach {
  private worker: Worker | null = null
  private next = 0
  private readonly waiting = new Map<number, { done: (answer: never) => void; failed: (error: Error) => void }>()

  private start(): Worker {
    const worker = new Worker(new URL('./coach.worker.ts', import.meta.url), { type: 'module', name: 'coach' })
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      const asked = this.waiting.get(data.id)
      this.waiting.delete(data.id)
      if ('answer' in data) asked?.done(data.answer as never)
      else asked?.failed(data.noNetwork ? new NoNetwork(data.problem) : new Error(data.problem))
    }
    worker.onerror = event => {
      worker.terminate()
      this.worker = null
      for (const { failed } of this.waiting.values()) failed(new Error(event.message || "the coach's worker could not be started"))
      this.waiting.clear()
    }
    return worker
  }

  private ask<T>(question: Question): Promise<T> {
    this.worker ??= this.start()
    const id = this.next++
    return new Promise<T>((done, failed) => {
      this.waiting.set(id, { done, failed })
      this.worker!.postMessage({ id, ...question })
    })
  }

  hint(asked: Asked): Promise<Verdict> {
    return this.ask({ do: 'hint', asked })
  }

  items(played: Played): Promise<Item[]> {
    return this.ask({ do: 'items', played })
  }

  judge(item: number): Promise<TurnVerdict> {
    return this.ask({ do: 'judge', item })
  }

  puzzle(line: string): Promise<PuzzleGame> {
    return this.ask({ do: 'puzzle', line })
  }

  attempt(line: string, actions: ActionText[]): Promise<Attempt> {
    return this.ask({ do: 'attempt', line, actions })
  }

  solution(line: string): Promise<ActionText[]> {
    return this.ask({ do: 'solution', line })
  }

  compare(line: string, actions: ActionText[]): Promise<TurnVerdict> {
    return this.ask({ do: 'compare', line, actions })
  }
}

let one: WorkerCoach | null = null

/** The page's coach. */
export function coach(): Coach {
  return (one ??= new WorkerCoach())
}
