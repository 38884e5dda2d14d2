// mind.ts - bots that think beside the page: a decision is asked for and comes later. Searching ones run in a worker, so that
// the page stays awake; what they are given is the view of their seat, what everybody saw, and nothing else.

import { compile, Engine, type Level, type SeenBytes, type ViewBytes } from './engine'
import { unpackNet } from './packed'
import type { Course, Hint, Seat } from './types'
import wholeUrl from '../../../build/wasm/fuerstenfeld-coach.wasm?url'
import netUrl from '../../../build/wasm/default.packed?url'

/** One decision. */
export interface Question {
  /** The edition as text. */
  edition: string
  view: ViewBytes
  /** The public history before, if known. */
  seen?: SeenBytes
  /** The bot, its iterations, and its time limit. */
  level: Level
  /** All of a bot's chance; below 2^53. */
  seed: number
}

/** A finished game, as the views from which its course is computed. */
export interface Past {
  /** The edition as text. */
  edition: string
  /** Every seat's at the end of each round; who won where the game was over. */
  rounds: (ViewBytes[] | { winners: Seat[] })[]
  players: number
  /** The strength of each seat: its bot's level, 0 for people. */
  levels: number[]
}

export interface Mind {
  decide(question: Question): Promise<Hint>
  course(past: Past): Promise<Course>
  close(): void
}

/** Something is not on this device and could not be loaded, such as the network; bots that need none still play. */
export class NoNetwork extends Error {}

/** After so long without it, a bot's network counts as missing: a connection may neither bring it nor break. */
const NET_MS = 60_000

/** The intended milliseconds between two checks of the clock. */
const SLICE_MS = 8

/** Thinks here and now: the worker's inside, and tests. */
export class Thinker {
  private netRead = false

  /** The whole engine has the bots that need the network; the one that a page starts with has the others. */
  constructor(
    private engine: Engine,
    private readonly net: () => Promise<Uint8Array>,
    private readonly whole: () => Promise<Engine> = async () => engine,
  ) {}

  private async readNet(): Promise<void> {
    if (this.netRead) return
    const [engine, net] = await Promise.all([this.whole(), this.net()])
    engine.netLoad(net)
    this.engine = engine
    this.netRead = true
  }

  /** A seat knows most of its own chance; what all think of their own is made to add up to one. */
  private chancesOf(views: ViewBytes[], levels: number[]): number[] {
    const own = views.map((view, seat) => this.engine.chances(view, levels)[seat]!)
    const all = own.reduce((sum, chance) => sum + chance, 0)
    return own.map(chance => (all > 0 ? chance / all : 1 / own.length))
  }

  async course({ edition, rounds, players, levels }: Past): Promise<Course> {
    await this.readNet()
    this.engine.editionRead(edition)
    const seats = [...Array(players).keys()]
    const won = (winners: Seat[]) => seats.map(seat => (winners.includes(seat) ? 1 / winners.length : 0))
    return { chances: rounds.map(round => ('winners' in round ? won(round.winners) : this.chancesOf(round, levels))) }
  }

  async decide({ edition, view, seen, level, seed }: Question): Promise<Hint> {
    if (this.engine.botNeedsNet(level.bot)) await this.readNet()
    this.engine.editionRead(edition)
    const wanted = this.engine.botBegin(level.bot, view, BigInt(seed), seen)
    const iterations = wanted === 0 ? 0 : level.iterations || wanted
    const end = performance.now() + level.ms
    let slice = 1
    for (let done = 0, now = performance.now(); done < iterations && now < end; ) {
      const n = Math.min(slice, iterations - done)
      if (!this.engine.botThink(n)) break
      done += n
      const took = performance.now() - now
      now += took
      slice = took < SLICE_MS / 2 ? slice * 2 : took > SLICE_MS * 2 ? Math.max(1, slice >> 1) : slice
    }
    return this.engine.botAnswer()
  }
}

/** Waits for something that a first visit does without; NoNetwork if it cannot be loaded. */
export async function needed<T>(what: string, loading: Promise<T>): Promise<T> {
  try {
    return await loading
  } catch (error) {
    throw new NoNetwork(`${what} could not be loaded: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The engine with all bots; it has the coach too, so the page does not load a third module for them. */
export const fetchWhole = () => needed('the strong bots', compile(wholeUrl).then(module => Engine.of(module)))

async function loadNet(): Promise<Uint8Array> {
  const stop = new AbortController()
  const late = setTimeout(() => stop.abort(), NET_MS)
  try {
    const answer = await fetch(netUrl, { signal: stop.signal })
    if (!answer.ok) throw new Error(String(answer.status))
    return unpackNet(new Uint8Array(await answer.arrayBuffer()))
  } finally {
    clearTimeout(late)
  }
}

export const fetchNet = () => needed("the bots' network", loadNet())

export type Asked = { id: number; question: Question } | { id: number; past: Past }
export type Reply = { id: number; answer: Hint | Course } | { id: number; problem: string; noNetwork: boolean }

/** Thinks in a worker, one decision after the other. */
export class WorkerMind implements Mind {
  private worker: Worker | null = null
  private next = 0
  private readonly waiting = new Map<number, { done: (answer: Hint | Course) => void; failed: (error: Error) => void }>()

  private start(): Worker {
    const worker = new Worker(new URL('./mind.worker.ts', import.meta.url), { type: 'module', name: 'bots' })
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      const asked = this.waiting.get(data.id)
      this.waiting.delete(data.id)
      if ('answer' in data) asked?.done(data.answer)
      else asked?.failed(data.noNetwork ? new NoNetwork(data.problem) : new Error(data.problem))
    }
    worker.onerror = event => this.fail(new Error(event.message || "the bots' worker could not be started"))
    return worker
  }

  private fail(error: Error) {
    this.worker?.terminate()
    this.worker = null
    for (const { failed } of this.waiting.values()) failed(error)
    this.waiting.clear()
  }

  private ask(asked: Asked): Promise<Hint | Course> {
    this.worker ??= this.start()
    return new Promise((done, failed) => {
      this.waiting.set(asked.id, { done, failed })
      this.worker!.postMessage(asked)
    })
  }

  decide(question: Question): Promise<Hint> {
    return this.ask({ id: this.next++, question }) as Promise<Hint>
  }

  course(past: Past): Promise<Course> {
    return this.ask({ id: this.next++, past }) as Promise<Course>
  }

  close(): void {
    this.fail(new Error('closed'))
  }
}
