// coach.worker.ts - the coach's worker: questions in, answers out, one at a time. A long one reports its progress, and can be
// stopped.

import { fetchNet, needed, NoNetwork } from '../engine/mind'
import { Stopped, Trainer, type Answer, type Call, type Question } from './coach'
import { CoachEngine } from './engine'

let trainer: Promise<Trainer> | null = null
let last: Promise<void> = Promise.resolve()
/** By call: those that are asked or wait. */
const stops = new Map<number, AbortController>()

const reply = (message: Answer) => postMessage(message)

const load = async () => new Trainer(await needed('the coach', CoachEngine.load()), fetchNet)

function think(coach: Trainer, question: Question, heard: (done: unknown) => void, stop: AbortSignal): Promise<unknown> {
  switch (question.do) {
    case 'hint':
      return coach.hint(question.asked, heard)
    case 'items':
      return coach.items(question.played)
    case 'judge':
      return coach.judge(question.played, question.item, question.effort, heard, stop)
    case 'balance':
      return coach.balance(question.played, question.told, heard, stop)
    case 'puzzle':
    case 'solution':
      return coach[question.do](question.line)
    case 'attempt':
    case 'compare':
      return coach[question.do](question.line, question.actions)
  }
}

async function answer(id: number, question: Question, stop: AbortSignal) {
  if (stop.aborted) return
  try {
    trainer ??= load()
    reply({ id, answer: await think(await trainer, question, done => reply({ id, done }), stop) })
  } catch (error) {
    if (error instanceof Stopped) return // nobody waits
    trainer = null
    reply({ id, problem: error instanceof Error ? error.message : String(error), noNetwork: error instanceof NoNetwork })
  }
}

onmessage = ({ data }: MessageEvent<Call>) => {
  if ('stop' in data) return stops.get(data.stop)?.abort()
  const { id, question } = data
  const stop = new AbortController()
  stops.set(id, stop)
  last = last.then(() => answer(id, question, stop.signal)).finally(() => stops.delete(id))
}
