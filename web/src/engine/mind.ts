// mind.ts - bots that think beside the page: a decision is asked for and comes later. Searching ones run in a worker, so that
// the page stays awake; what they are given is the view of their seat and nothing else.

import { Engine, type Level, type ViewBytes } from './engine'
import { unpackNet } from './packed'
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

/** The network is not on this device and could not be loaded; bots that need none still play. */
export class NoNetwork extends Error {}

/** After so long without it, a bot's network counts as missing: a connection may neither bring it nor break. */
const NET_MS = 60_000

/** Between two looks at the clock shall pass about so many milliseconds. */
const SLICE_MS = 8

/** Thinks here and now: the worker's inside, and tests. */
export class Thinker {
  private netRead = false

  constructor(
    private readonly engine: Engine,
    private readonly net: () => Promise<Uint8Array>,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  async decide({ edition, view, level, seed }: Question): Promise<Hint> {
    if (!this.netRead && this.engine.botNeedsNet(level.bot)) {
      this.engine.netLoad(await this.net())
      this.netRead = true
    }
    this.engine.editionRead(edition)
    const wanted = this.engine.botBegin(level.bot, view, BigInt(seed))
    const iterations = wanted === 0 ? 0 : level.iterations || wanted
    const end = this.clock() + level.ms
    let slice = 1
    for (let done = 0, now = this.clock(); done < iterations && now < end; ) {
      const n = Math.min(slice, iterations - done)
      if (!this.engine.botThink(n)) break
      done += n
      const took = this.clock() - now
      now += took
      slice = took < SLICE_MS / 2 ? slice * 2 : took > SLICE_MS * 2 ? Math.max(1, slice >> 1) : slice
    }
    return this.engine.botAnswer()
  }
}

export async function fetchNet(): Promise<Uint8Array> {
  const stop = new AbortController()
  const late = setTimeout(() => stop.abort(), NET_MS)
  try {
    const answer = await fetch(netUrl, { signal: stop.signal })
    if (!answer.ok) throw new Error(String(answer.status))
    return unpackNet(new Uint8Array(await answer.arrayBuffer()))
  } catch (error) {
    throw new NoNetwork(`the bots' network could not be loaded: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    clearTimeout(late)
  }
}

export type Reply = { id: number; hint: Hint } | { id: number; problem: string; noNetwork: boolean }

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
