// coach.worker.ts - the coach's worker: questions in, answers out, one after the other.

import { fetchNet, NoNetwork } from '../engine/mind'
import { Trainer, type Answer, type Call } from './coach'
import { CoachEngine } from './engine'

let trainer: Promise<Trainer> | null = null
let last: Promise<void> = Promise.resolve()

const reply = (message: Answer) => postMessage(message)

/** Without a network the module is as missing as the bots' network. */
async function load(): Promise<Trainer> {
  try {
    return new Trainer(await CoachEngine.load(), fetchNet)
  } catch (error) {
    throw new NoNetwork(error instanceof Error ? error.message : String(error))
  }
}

function think(coach: Trainer, call: Call): Promise<unknown> {
  switch (call.do) {
    case 'hint':
      return coach.hint(call.asked)
    case 'items':
      return coach.items(call.played)
    case 'judge':
      return coach.judge(call.item)
    case 'puzzle':
    case 'solution':
      return coach[call.do](call.line)
    case 'attempt':
    case 'compare':
      return coach[call.do](call.line, call.actions)
  }
}

async function answer(call: Call) {
  const { id } = call
  try {
    trainer ??= load()
    reply({ id, answer: await think(await trainer, call) })
  } catch (error) {
    trainer = null
    reply({ id, problem: error instanceof Error ? error.message : String(error), noNetwork: error instanceof NoNetwork })
  }
}

onmessage = ({ data }: MessageEvent<Call>) => {
  last = last.then(() => answer(data))
}
