// world.ts - a device in memory: games on it are stored, opened and played as in a browser, with the engine and the bots of today.
import { readFileSync } from 'node:fs'
import { Trainer } from '../src/coach/coach'
import { CoachEngine } from '../src/coach/engine'
import { Engine } from '../src/engine/engine'
import { Thinker, type Mind } from '../src/engine/mind'
import type { LocalGameOptions, TableState } from '../src/game/types'
import { LocalTable, type LocalParts } from '../src/game/local'
import { MemoryStore, type GameRecord } from '../src/game/store'

export const module = new WebAssembly.Module(readFileSync(new URL('../../build/wasm/fuerstenfeld.wasm', import.meta.url)))
export const coachModule = new WebAssembly.Module(readFileSync(new URL('../../build/wasm/fuerstenfeld-coach.wasm', import.meta.url)))
export const net = readFileSync(new URL('../../weights/default.net', import.meta.url))

export function world() {
  const store = new MemoryStore()
  const thinker = new Thinker(Engine.of(module), async () => net)
  const mind: Mind = { decide: question => thinker.decide(question), course: past => thinker.course(past), close() {} }
  const trainer = new Trainer(CoachEngine.of(coachModule), async () => net)
  let ids = 0
  const parts: LocalParts = {
    store,
    mind,
    coach: async () => trainer,
    engine: async () => Engine.of(module),
    async start(game) {
      const id = `g${++ids}`
      await store.put({ ...game, id, started: 0, changed: 0 })
      return id
    },
    now: () => 0,
  }
  const start = ({ mode, seats, names, memoryAid, seed = 5 }: LocalGameOptions) => {
    const engine = Engine.of(module)
    engine.names(names)
    engine.deal(seats.length, mode, seed)
    const kind: GameRecord['kind'] = seats.filter(seat => seat === 'person').length > 1 ? 'hotseat' : 'bots'
    return parts.start({
      version: 1, kind, mode, setup: engine.setupLine(), decisions: [], draft: [], seats, names, memoryAid, seed, round: 0,
      over: false, owe: [],
    })
  }
  const open = async (id: string) => {
    const table = await LocalTable.open((await store.get(id))!, parts)
    table.setPace(0)
    return table
  }
  return { store, parts, start, open }
}

/** The first state that a person must do something about, or the end. */
export function rests(table: LocalTable): Promise<TableState> {
  return new Promise(done => {
    const stop = table.subscribe(state => {
      if (!['you', 'end-turn', 'cover', 'nothing'].includes(state.waiting.for)) return
      queueMicrotask(() => stop())
      done(state)
    })
  })
}

/** What is stored without anybody waiting for it is stored by then. */
export const settled = () => new Promise(done => setTimeout(done))
