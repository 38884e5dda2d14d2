// The engine behind its types: a whole game through the exports, previews that come true, records there and back, bots.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Engine } from '../src/engine/engine'
import { ALL_SEEING } from '../src/engine/rules'
import type { GameEvent, Mode, SaleRow } from '../src/engine/types'
import { chance } from './chance'

const module = new WebAssembly.Module(readFileSync(new URL('../../build/wasm/fuerstenfeld.wasm', import.meta.url)))
const net = readFileSync(new URL('../../weights/default.net', import.meta.url))

function follow(engine: Engine, events: GameEvent[] = []) {
  while (engine.follow()) {
    const event = engine.event(ALL_SEEING)
    if (event) events.push(event)
  }
  return events
}

/** Plays a chain with the forced steps between, up to the event it is about. */
function playOwn(engine: Engine, seat: number, actions: string[], until: GameEvent['kind']): GameEvent | null {
  for (const action of actions) {
    expect(engine.play(seat, action)).toBeNull()
    while (engine.event(seat)?.kind !== until && engine.ownStep(seat)) engine.follow()
  }
  return engine.event(seat)
}

function begin(engine: Engine, players: number, mode: Mode, seed: number) {
  engine.editionDefault()
  engine.names(['Anna', 'Ben', 'Cem', 'Dora', 'Emil'].slice(0, players))
  engine.deal(players, mode, seed)
}

describe('a game through the exports', () => {
  for (const mode of ['base', 'expert'] as const)
    for (const players of [2, 3, 4, 5])
      test(`${mode}, ${players} players: what is listed is played, what is refused is refused`, () => {
        const engine = Engine.of(module)
        const pick = chance(players)
        begin(engine, players, mode, players)
        follow(engine)
        let decisions = 0
        for (let owe = engine.owe(); owe.length && decisions < 600; owe = engine.owe(), decisions++) {
          const seat = owe[pick(owe.length)]!
          const options = engine.options(seat)!
          const view = engine.view(seat, true)
          expect(view.own!.seat).toBe(seat)
          expect(view.own!.deck).toHaveLength(view.seats[seat]!.deckN)
          if (options.legal.length === 1) expect([options.stage, options.legal[0]!.text]).toEqual(['build', 'done']) // R10.2a
          for (const { text, refusal } of options.refused) {
            expect(refusal.rule).toMatch(/^R\d/)
            expect(engine.play(seat, text)).toEqual(refusal)
          }
          expect(engine.play(seat, options.legal[pick(options.legal.length)]!.text)).toBeNull()
          follow(engine)
        }
        expect(decisions).toBeGreaterThan(50)
        expect(engine.check()).toBe(0)
      })

  test('R6.5 a build tells the palace price before and after it, and a round the one at its end', () => {
    const engine = Engine.of(module)
    const pick = chance(3)
    let rises = 0
    begin(engine, 3, 'base', 3)
    const price = () => engine.view(null, true).palace.price
    let before = price()
    const look = () => {
      const event = engine.event(null)
      if (event?.kind === 'built') {
        expect([event.palacePrice, event.palacePriceAfter]).toEqual([before, price()])
        if (price() > before) rises++
      }
      if (event?.kind === 'round') expect(event.palacePrice).toBe(price())
      before = price()
    }
    for (let i = 0; i < 4000 && rises < 2; i++) {
      while (engine.follow()) look()
      const [seat] = engine.owe()
      if (seat === undefined) break
      const { legal } = engine.options(seat)!
      engine.play(seat, (legal.find(({ text }) => text.startsWith('build palace')) ?? legal[pick(legal.length)]!).text)
      look()
    }
    expect(rises).toBe(2)
  })

  test('R10.2 what another seat draws or buries is not told', () => {
    const engine = Engine.of(module)
    begin(engine, 3, 'base', 5)
    engine.follow()
    const mine = engine.event(0)!
    const theirs = engine.event(1)!
    expect(mine).toMatchObject({ kind: 'drew', seat: 0, n: 3 })
    expect((mine as { cards: string[] }).cards).toHaveLength(3)
    expect(theirs).toMatchObject({ kind: 'drew', cards: null, n: 3 })
    expect(engine.view(1, true).own!.hand.length).not.toBe(0)
    expect(engine.view(null, true).own).toBeNull()
  })
})

describe('previews come true', () => {
  const comesTrue = (engine: Engine, row: SaleRow, seat: number) => {
    const before = engine.save()
    const event = playOwn(engine, seat, row.actions, 'sold')
    const after = engine.view(seat, true)
    expect(event).toMatchObject({ goods: row.goods, income: row.income.total, disc: row.disc, market: row.market, office: row.office })
    expect(after.seats[seat]!.coins).toBe(row.coins)
    if (row.brewery !== null) {
      expect(after.breweries[row.brewery]!.price).toEqual(row.priceAfter)
      expect(after.breweries[row.brewery]!.priceNext).toEqual(row.priceNext)
    }
    expect(after.tracks.next.findIndex(disc => disc.seat === seat) + 1).toBe(row.place.best)
    engine.restore(before)
  }

  test('R5.1 to R5.7 every row of every sale, and R6 every build', () => {
    const engine = Engine.of(module)
    let sales = 0
    let builds = 0
    let exchanged = 0
    for (let seed = 1; seed <= 6; seed++) {
      const pick = chance(seed)
      begin(engine, 2 + (seed % 4), seed % 2 ? 'base' : 'expert', seed)
      follow(engine)
      for (let owe = engine.owe(), i = 0; owe.length && i < 900; owe = engine.owe(), i++) {
        const seat = owe[0]!
        const view = engine.view(seat, true)
        const goods = view.seats[seat]!.goods
        for (const plan of [
          { goods, market: 'best', office: 'best' } as const,
          { goods: [pick(goods[0] + 1), pick(goods[1] + 1), pick(goods[2] + 1)], market: null, office: 'hops' } as const,
        ]) {
          const preview = engine.salePreview(seat, plan)
          expect(preview === null).toBe(view.stage !== 'brewery')
          if (!preview) continue
          for (const row of [...preview.rows, preview.none]) {
            if (row.refusal) expect(row.actions).toEqual([])
            else comesTrue(engine, row, seat)
            if (row.market) exchanged++
            sales++
          }
        }
        for (const card of engine.buildPreview(seat)?.cards ?? [])
          for (const space of card.spaces) {
            if (space.refusal) continue
            const before = engine.save()
            playOwn(engine, seat, space.actions, 'built')
            const after = engine.view(seat, true).seats[seat]!
            expect(after).toMatchObject({ coins: space.coins, yield: space.yield, keepMax: space.keepMax, steadyIncome: space.steadyIncome })
            expect(after.spaces[space.space - 1]!.card).toBe(card.card)
            expect(view.seats[seat]!.coins - after.coins).toBe(card.cost)
            engine.restore(before)
            builds++
          }
        const legal = engine.options(seat)!.legal
        engine.play(seat, legal[pick(legal.length)]!.text)
        follow(engine)
      }
    }
    expect(sales).toBeGreaterThan(1000)
    expect(builds).toBeGreaterThan(1000)
    expect(exchanged).toBeGreaterThan(10)
  })
})

describe('records', () => {
  test('a game is written, and read back as the same decisions', () => {
    const engine = Engine.of(module)
    const pick = chance(3)
    begin(engine, 3, 'expert', 11)
    const setup = engine.setupLine()
    let record = engine.recordBegin()
    const played: [number, string][] = []
    const steps = () => {
      while (engine.follow()) record += engine.recordStep()
    }
    steps()
    for (let owe = engine.owe(); owe.length; owe = engine.owe()) {
      const seat = owe[0]!
      const legal = engine.options(seat)!.legal
      const { text } = legal[pick(legal.length)]!
      engine.play(seat, text)
      played.push([seat, text])
      record += engine.recordStep()
      steps()
    }
    const end = engine.hash()
    const lines = record.trimEnd().split('\n')
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ event: 'end' })
    engine.recordOpen()
    const decisions = lines.flatMap(line => engine.recordLine(line))
    expect(decisions).toHaveLength(played.length)
    engine.setupRead(setup)
    follow(engine)
    for (const [seat, text] of decisions) {
      expect(engine.play(seat, text)).toBeNull()
      follow(engine)
    }
    expect(engine.hash()).toBe(end)
  })

  test('a set-up keeps the values and the name of its edition', () => {
    const engine = Engine.of(module)
    const [line] = readFileSync(new URL('../e2e/game.jsonl', import.meta.url), 'utf8').split('\n')
    engine.setupRead(line!)
    expect(engine.setupLine().trim()).toBe(line)
    for (const [name, read] of [['my own', 'my own'], ['Größe', undefined]] as const) {
      engine.setupRead(line!.replace('"other"', JSON.stringify(name)))
      expect(JSON.parse(engine.setupLine()).edition).toBe(read)
    }
    engine.editionRead(engine.editionText())
  })

  test('a line that does not hold is refused with its reason', () => {
    const engine = Engine.of(module)
    engine.recordOpen()
    expect(() => engine.recordLine('{"event":"end"}')).toThrow(/game/)
    expect(() => engine.setupRead('hello')).toThrow(/JSON/)
  })
})

describe('bots', () => {
  test('every level answers with a legal option, from a view alone', () => {
    const table = Engine.of(module)
    const mind = Engine.of(module)
    mind.netLoad(net)
    begin(table, 3, 'base', 2)
    follow(table)
    for (const { bot } of table.levels()) {
      const seat = table.owe()[0]!
      mind.botBegin(bot, table.viewBytes(seat), 7n)
      mind.botThink(30)
      const { best } = mind.botAnswer()
      expect(table.options(seat)!.legal.map(option => option.text)).toContain(best.text)
      table.play(seat, best.text)
      follow(table)
    }
  })

  test('a bot that needs a network says so', () => {
    const engine = Engine.of(module)
    begin(engine, 3, 'base', 2)
    follow(engine)
    expect(() => engine.botBegin('prince', engine.viewBytes(engine.owe()[0]!), 1n)).toThrow(/network/)
    expect(() => engine.netLoad(new Uint8Array(99))).toThrow()
  })
})
