// mind.ts - bots that think beside the page: a decision is asked for and comes later. Searching ones run in a worker, so that
// the page stays awake; what they are given is the view of their seat and nothing else.

import { Engine, type Level, type ViewBytes } from './engine'
import type { Hint } from './types'
import netUrl from '../../../build/wasm/default.packed?url'

/** One decision. */
export interface Question {
  /** The edition as text. */
  edition: string
  view: ViewBytes
  /** Who thinks, how much, and for how long at most. */
  level: Level
  /** All of a bot's chance; below 2^53. */
  seed: number
}

export interface Mind {
  decide(question: Question): Promise<Hint>
  close(): void
}

/** Bots that use the network; the others need not wait for it. */
const withoutNet = new Set(['random', 'steward', 'farmer', 'banker', 'rusher'])

/** How many iterations between two looks at the clock: about a millisecond. */
const SLICE = 32

/** Thinks here and now: the worker's inside, and tests. */
export class Thinker {
  private netRead = false

  constructor(
    private readonly engine: Engine,
    private readonly net: () => Promise<Uint8Array>,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  async decide({ edition, view, level, seed }: Question): Promise<Hint> {
    if (!this.netRead && !withoutNet.has(level.bot)) {
      this.engine.netLoad(await this.net())
      this.netRead = true
    }
    this.engine.editionRead(edition)
    const wanted = this.engine.botBegin(level.bot, view, BigInt(seed))
    const iterations = wanted === 0 ? 0 : level.iterations || wanted
    const end = this.clock() + level.ms
    for (let done = 0; done < iterations && this.clock() < end; done += SLICE)
      if (!this.engine.botThink(Math.min(SLICE, iterations - done))) break
    return this.engine.botAnswer()
  }
}

/** The network's file from its packed form (net.plugin.ts). */
export function unpackNet(packed: Uint8Array): Uint8Array {
  const n = packed.length >> 1
  const bytes = Uint8Array.from(packed)
  for (let i = 0; i < n; i++) {
    const folded = packed[i]! | (packed[n + i]! << 8)
    const weight = (folded >> 1) ^ -(folded & 1)
    bytes[2 * i] = weight
    bytes[2 * i + 1] = weight >> 8
  }
  return bytes
}

export async function fetchNet(): Promise<Uint8Array> {
  const answer = await fetch(netUrl)
  if (!answer.ok) throw new Error(`the bots' network could not be loaded (${answer.status})`)
  return unpackNet(new Uint8Array(await answer.arrayBuffer()))
}

type Reply = { id: number; hint: Hint } | { id: number; problem: string }

/** Thinks in a worker, one decision after the other. */
export class WorkerMind implements Mind {
  private worker: Worker | null = null
  private next = 0
  private readonly waiting = new Map<number, { done: (hint: Hint) => void; failed: (error: Error) => void }>()

  private start(): Worker {
    const worker = new Worker(new URL('./mind.worker.ts', import.meta.url), { type: 'module', name: 'bots' })
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      const asked = this.waiting.get(data.id)
      this.waiting.delete(data.id)
      if ('hint' in data) asked?.done(data.hint)
      else asked?.failed(new Error(data.problem))
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

  decide(question: Question): Promise<Hint> {
    this.worker ??= this.start()
    const id = this.next++
    return new Promise((done, failed) => {
      this.waiting.set(id, { done, failed })
      this.worker!.postMessage({ id, question })
    })
  }

  close(): void {
    this.fail(new Error('closed'))
  }
}
