// mind.worker.ts - the bots' worker: questions in, answers out, one after the other.

import { Engine } from './engine'
import { fetchNet, NoNetwork, Thinker, type Question, type Reply } from './mind'

let thinker: Promise<Thinker> | null = null
let last: Promise<void> = Promise.resolve()

const reply = (message: Reply) => postMessage(message)

async function answer(id: number, question: Question) {
  try {
    thinker ??= Engine.load().then(engine => new Thinker(engine, fetchNet))
    reply({ id, hint: await (await thinker).decide(question) })
  } catch (error) {
    thinker = null
    reply({ id, problem: error instanceof Error ? error.message : String(error), noNetwork: error instanceof NoNetwork })
  }
}

onmessage = ({ data }: MessageEvent<{ id: number; question: Question }>) => {
  last = last.then(() => answer(data.id, data.question))
}
