// mind.worker.ts - the bots' worker: questions in, answers out, one after the other.

import { Engine } from './engine'
import { fetchNet, Thinker, type Question } from './mind'

let thinker: Promise<Thinker> | null = null
let last: Promise<void> = Promise.resolve()

async function answer(id: number, question: Question) {
  try {
    thinker ??= Engine.load().then(engine => new Thinker(engine, fetchNet))
    postMessage({ id, hint: await (await thinker).decide(question) })
  } catch (error) {
    thinker = null
    postMessage({ id, problem: error instanceof Error ? error.message : String(error) })
  }
}

onmessage = ({ data }: MessageEvent<{ id: number; question: Question }>) => {
  last = last.then(() => answer(data.id, data.question))
}
