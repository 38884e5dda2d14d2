// levels.ts - what bots of each level make of the person's seat in the deal of the day, with the same cards and the same others.

import { Engine, type Daily, type Level, type Score } from '../engine/engine'
import { WorkerMind, type Mind } from '../engine/mind'
import { mindOf } from '../game/bots'
import { decisionSeed } from '../game/local'
import { Match } from '../game/match'

/** Returns the bot of each seat, with a bot of that level in the person's place. They use no clock, so that they play the same on
 * every device. */
function minds({ levels, iterations }: Daily, level: number, all: readonly Level[]): Level[] {
  const own = { ...mindOf(level, all), ...(level === all.length ? { iterations } : {}) }
  return levels.map(other => ({ ...(other === null ? own : mindOf(other, all)), ms: Infinity }))
}

async function playLevel(engine: Engine, mind: Mind, daily: Daily, level: number): Promise<Score> {
  const match = new Match(engine, engine.setupLine())
  const who = minds(daily, level, engine.levels())
  const edition = engine.editionText()
  for (;;) {
    match.settle()
    const [seat] = match.owe()
    if (seat === undefined) return engine.score(daily.seat)
    const seed = decisionSeed(daily.seed, match.decisions.length)
    const { best } = await mind.decide({ edition, view: engine.viewBytes(seat), seen: match.seen(), level: who[seat]!, seed })
    match.decide(seat, best.text)
  }
}

/** Plays the deal with each level in turn, starting after `known`, and reports each result to `told`. It owns the engine from here
 * on. */
export async function playLevels(engine: Engine, mind: Mind, date: string, told: (level: number, score: Score) => void, stop: AbortSignal, known = 0): Promise<void> {
  const daily = engine.daily(date)
  for (let level = known + 1; level <= engine.levels().length && !stop.aborted; level++) {
    engine.deal(daily.levels.length, daily.mode, daily.seed)
    told(level, await playLevel(engine, mind, daily, level))
  }
}

/** The same, with a worker of its own that ends with it. */
export async function compareLevels(date: string, told: (level: number, score: Score) => void, stop: AbortSignal, known: number): Promise<void> {
  const mind = new WorkerMind()
  stop.addEventListener('abort', () => mind.close())
  try {
    await playLevels(await Engine.load(), mind, date, told, stop, known)
  } finally {
    mind.close()
  }
}
