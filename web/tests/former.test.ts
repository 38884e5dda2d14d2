// Games that a browser kept from before two rules were corrected (R5.2, R10.2a): tests/golden/former/page.json has some as the page of
// that time stored them, with the record that it gave of each that was over.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Engine } from '../src/engine/engine'
import { Thinker, type Mind } from '../src/engine/mind'
import { LocalTable, type LocalParts } from '../src/game/local'
import { Match, recordOf } from '../src/game/match'
import { MemoryStore, storedGame, type GameRecord } from '../src/game/store'

const module = new WebAssembly.Module(readFileSync(new URL('../../build/wasm/fuerstenfeld.wasm', import.meta.url)))
const net = readFileSync(new URL('../../weights/default.net', import.meta.url))
const kept = JSON.parse(readFileSync(new URL('../../tests/golden/former/page.json', import.meta.url), 'utf8')) as { game: GameRecord; record: string }[]

const over = kept.filter(({ game }) => game.over)
const underWay = kept.filter(({ game }) => !game.over)

function parts(): LocalParts {
  const thinker = new Thinker(Engine.of(module), async () => net)
  const mind: Mind = { decide: question => thinker.decide(question), course: past => thinker.course(past), close() {} }
  return { store: new MemoryStore(), mind, coach: () => Promise.reject(new Error('nobody is asked')), engine: async () => Engine.of(module), start: async () => '', now: () => 0 }
}

test('the games are of the former rules: they do not hold by today’s', () => {
  expect(over.length).toBeGreaterThan(0)
  expect(underWay.length).toBeGreaterThan(1)
  for (const { game } of kept) {
    expect(game.version).toBe(1)
    expect(() => Match.replay(Engine.of(module), game.setup, [...game.decisions, ...game.draft])).toThrow()
  }
})

test.each(over)('a game that was over is looked back on, and gives the same record', async ({ game, record }) => {
  const { decisions, draft } = Match.fromFormer(Engine.of(module), game.setup, game.decisions, game.draft)
  expect(decisions.length).toBeGreaterThan(game.decisions.length)
  expect(draft).toEqual([])
  expect(recordOf(Engine.of(module), game.setup, decisions)).toBe(record)
  const table = await LocalTable.open({ ...game, kind: 'review' }, parts())
  expect(table.state.view.result).not.toBeNull()
})

test.each(underWay)('a game that was under way goes on within the turn that was not ended', async ({ game }) => {
  const world = parts()
  await world.store.put(game)
  const table = await LocalTable.open(game, world)
  table.setPace(0)
  const { actions } = table.state.draft
  expect(actions).toContain('done') // asked today, passed over then
  expect(actions.filter(action => action !== 'done')).toEqual(game.draft.map(([, action]) => action).filter(action => action !== 'done'))
  expect(table.state.view.phase).toBe('discard')
  table.undo()
  expect(table.state.draft.actions.length).toBe(actions.length - 1)
  await new Promise(done => setTimeout(done))
  const stored = (await world.store.get(game.id))!
  expect(stored.version).toBe(2)
  const again = await LocalTable.open(stored, world)
  expect(again.state.view).toEqual(table.state.view)
  expect(storedGame(stored).yourTurn).toBe(true)
})
