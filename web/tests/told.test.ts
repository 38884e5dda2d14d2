// What a server's lines tell of whole games, beside what the engine tells that has seen them: prices, markers and the palace price too.
import { describe, expect, it } from 'vitest'
import { Engine } from '../src/engine/engine'
import type { GameEvent } from '../src/engine/types'
import { Teller } from '../src/net/events'
import { chance } from './chance'
import { module } from './world'

/** The market of an event, as the log shows it. */
function market(event: GameEvent) {
  if (event.kind === 'sold') return [event.kind, event.brewery, event.counted, event.price, event.priceAfter, event.step, event.stepAfter]
  if (event.kind === 'built') return [event.kind, event.card, event.palacePrice, event.palacePriceAfter]
  return event.kind === 'round' ? [event.kind, event.round, event.prices, event.palacePrice] : [event.kind]
}

/** A game by chance: what happened in each step, and the line that tells it. */
function played(engine: Engine, next: (n: number) => number) {
  const steps: { event: GameEvent; line: string }[] = []
  const note = () => {
    const event = engine.event(null)
    if (event) steps.push({ event, line: engine.eventLine(null) })
  }
  for (;;) {
    while (engine.follow()) note()
    const seat = engine.owe()[0]
    if (seat === undefined) return steps
    const { legal } = engine.options(seat)!
    engine.play(seat, (legal.find(({ text }) => text.startsWith('build palace')) ?? legal[next(legal.length)]!).text)
    note()
  }
}

describe('a game as a server tells it', () => {
  for (const mode of ['base', 'expert'] as const)
    for (const players of [2, 3, 5])
      it(`R5.3, R6.5, R8.1 prices of a ${mode} game of ${players} move as they did`, () => {
        const engine = Engine.of(module)
        engine.deal(players, mode, 7 + players)
        const steps = played(engine, chance(players))
        const listener = Engine.of(module)
        listener.viewRead(engine.viewText(null))
        const teller = new Teller(players, listener)
        for (const { line } of steps) teller.tell(line, [], false)
        expect(teller.log.map(({ event }) => market(event))).toEqual(steps.map(({ event }) => market(event)))
        expect(steps.some(({ event }) => event.kind === 'built' && event.palacePriceAfter! > event.palacePrice!)).toBe(true)
      })
})
