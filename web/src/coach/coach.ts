// coach.ts - the coach beside the page: hints for the turn at hand and verdicts on turns that were played, thought of in a worker.

import type { SeenBytes, ViewBytes } from '../engine/engine'
import { NoNetwork } from '../engine/mind'
import type { Effort, SeatBalance, Told, TurnVerdict, Verdict } from './types'
import type { ActionText, Seat } from '../engine/types'
import type { Attempt, CoachEngine, Item, PuzzleGame } from './engine'

/** A turn at hand. */
export interface Asked {
  /** The edition as text. */
  edition: string
  /** At the beginning of the turn. */
  view: ViewBytes
  /** The public history until then. */
  seen: SeenBytes | null
  /** The level of each seat, 0 for people. */
  levels: number[]
  /** What was done since. */
  actions: ActionText[]
}

/** A game to review. */
export interface Played {
  setup: string
  decisions: [Seat, ActionText][]
  levels: number[]
}

/** The progress, from 0 to 1. */
export type Heard = (done: number) => void

/** A verdict, and what of it goes into the sum of the game. */
export interface Judged {
  verdict: TurnVerdict
  told: Told
}

export interface Coach {
  /** `sofar` hears of what looks best until the coach is done. */
  hint(asked: Asked, sofar?: (verdict: Verdict) => void): Promise<Verdict>
  /** The items of a game that the coach can judge. */
  items(played: Played): Promise<Item[]>
  /** One of the items of that game; rejects where it is stopped. */
  judge(played: Played, item: number, effort: Effort, heard: Heard, stop: AbortSignal): Promise<Judged>
  /** The sum of the game, by seat, from those of its items that were judged. */
  balance(played: Played, told: Readonly<Record<number, Told>>, heard: Heard, stop: AbortSignal): Promise<SeatBalance[]>
  /** Reads a puzzle's line as a game, judges a turn, finds a turn that solves it, and compares a turn with the best one. Only the
   * last needs the network. */
  puzzle(line: string): Promise<PuzzleGame>
  attempt(line: string, actions: ActionText[]): Promise<Attempt>
  solution(line: string): Promise<ActionText[]>
  compare(line: string, actions: ActionText[]): Promise<TurnVerdict>
}

/** Somebody does not want to know any more. */
export class Stopped extends Error {}

/** So long it thinks before it listens. */
const SLICE_MS = 60

/** When a hint says what looks best so far: first soon, then now and then. */
const FIRST_MS = 500
const LATER_MS = 2000

const pause = () => new Promise(done => setTimeout(done))

/** Thinks here and now: the worker's inside, and tests. */
export class Trainer implements Coach {
  private netRead = false
  /** The game whose review is open. */
  private open: { game: string; items: Item[] } | null = null

  constructor(
    private readonly engine: CoachEngine,
    private readonly net: () => Promise<Uint8Array>,
  ) {}

  private async readNet(): Promise<void> {
    if (this.netRead) return
    this.engine.netLoad(await this.net())
    this.netRead = true
  }

  /** Takes steps until there are none. Between them it reports progress and checks whether to stop. */
  private async goOn(step: () => boolean, heard: Heard, done: () => number, stop?: AbortSignal): Promise<void> {
    for (let since = performance.now(); step(); ) {
      if (performance.now() - since < SLICE_MS) continue
      heard(done())
      await pause()
      if (stop?.aborted) throw new Stopped()
      since = performance.now()
    }
  }

  async hint(asked: Asked, sofar: (verdict: Verdict) => void = () => {}): Promise<Verdict> {
    await this.readNet()
    this.open = null // others may be there
    this.engine.editionRead(asked.edition)
    this.engine.hint(asked)
    for (let next = performance.now() + FIRST_MS; this.engine.think(); ) {
      if (performance.now() < next) continue
      sofar(this.engine.verdict())
      next = performance.now() + LATER_MS
    }
    return this.engine.verdict()
  }

  async items(played: Played): Promise<Item[]> {
    await this.readNet()
    const game = JSON.stringify(played)
    if (this.open?.game !== game) {
      this.engine.setupRead(played.setup)
      this.open = { game, items: this.engine.review(played.decisions, played.levels) }
    }
    return this.open.items
  }

  async judge(played: Played, item: number, effort: Effort, heard: Heard = () => {}, stop?: AbortSignal): Promise<Judged> {
    const { engine } = this
    const items = await this.items(played)
    engine.reviewItem(item, effort)
    await this.goOn(() => engine.think(), heard, () => engine.done(), stop)
    return { verdict: engine.verdict(), told: engine.told(item, items.length) }
  }

  async balance(played: Played, told: Readonly<Record<number, Told>>, heard: Heard = () => {}, stop?: AbortSignal): Promise<SeatBalance[]> {
    const { engine } = this
    const items = await this.items(played)
    for (const [item, bytes] of Object.entries(told)) engine.putTold(Number(item), items.length, bytes)
    await this.goOn(() => engine.walk(), heard, () => 0, stop)
    return engine.balance()
  }

  async puzzle(line: string): Promise<PuzzleGame> {
    this.open = null
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
    const played = { setup, decisions: [...decisions, ...turn], levels: [] }
    const item = (await this.items(played)).findLastIndex(item => item.seat === seat && item.kind === 'turn')
    return (await this.judge(played, item, 'quick')).verdict
  }
}

export type Question =
  | { do: 'hint'; asked: Asked }
  | { do: 'items'; played: Played }
  | { do: 'judge'; played: Played; item: number; effort: Effort }
  | { do: 'balance'; played: Played; told: Readonly<Record<number, Told>> }
  | { do: 'puzzle' | 'solution'; line: string }
  | { do: 'attempt' | 'compare'; line: string; actions: ActionText[] }
/** `stop` is the id of a call that nobody waits for any more. */
export type Call = { id: number; question: Question } | { stop: number }
/** `done`: the progress, or the answer so far. */
export type Answer = { id: number } & ({ answer: unknown } | { done: unknown } | { problem: string; noNetwork: boolean })

interface Waiting {
  done(answer: never): void
  failed(error: Error): void
  heard(done: never): void
}

/** Asks the worker, which answers one question after the other. */
class WorkerCoach implements Coach {
  private worker: Worker | null = null
  private next = 0
  private readonly waiting = new Map<number, Waiting>()

  private start(): Worker {
    const worker = new Worker(new URL('./coach.worker.ts', import.meta.url), { type: 'module', name: 'coach' })
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      const asked = this.waiting.get(data.id)
      if ('done' in data) return asked?.heard(data.done as never)
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

  private ask<T, Done = number>(question: Question, heard: (done: Done) => void = () => {}, stop?: AbortSignal): Promise<T> {
    if (stop?.aborted) return Promise.reject(new Stopped())
    const worker = (this.worker ??= this.start())
    const id = this.next++
    return new Promise<T>((done, failed) => {
      this.waiting.set(id, { done, failed, heard })
      worker.postMessage({ id, question } satisfies Call)
      stop?.addEventListener('abort', () => {
        this.waiting.delete(id)
        worker.postMessage({ stop: id } satisfies Call)
        failed(new Stopped())
      })
    })
  }

  hint(asked: Asked, sofar?: (verdict: Verdict) => void): Promise<Verdict> {
    return this.ask({ do: 'hint', asked }, sofar)
  }

  items(played: Played): Promise<Item[]> {
    return this.ask({ do: 'items', played })
  }

  judge(played: Played, item: number, effort: Effort, heard: Heard, stop: AbortSignal): Promise<Judged> {
    return this.ask({ do: 'judge', played, item, effort }, heard, stop)
  }

  balance(played: Played, told: Readonly<Record<number, Told>>, heard: Heard, stop: AbortSignal): Promise<SeatBalance[]> {
    return this.ask({ do: 'balance', played, told }, heard, stop)
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
