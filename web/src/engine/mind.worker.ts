// mind.worker.ts - the bots' worker: questions in, answers out, one after the other.

import { Engine } from './engine'
import { fetchNet, fetchWhole, NoNetwork, Thinker, type Asked, type Reply } from './mind'

let thinker: Promise<Thinker> | null = null
let last: Promise<void> = Promise.resolve()

const reply = (message: Reply) => postMessage(message)

async function answer(asked: Asked) {
  const { id } = asked
  try {
    thinker ??= Engine.load().then(engine => new Thinker(engine, fetchNet, fetchWhole))
    const mind = await thinker
    reply({ id, answer: 'past' in asked ? await mind.course(asked.past) : await mind.decide(asked.question) })
  } catch (error) {
    thinker = null
    reply({ id, problem: error instanceof Error ? error.message : String(error), noNetwork: error instanceof NoNetwork })
  }
}

onmessage = ({ data }: MessageEvent<Asked>) => {
  last = last.then(() => answer(data))
}
