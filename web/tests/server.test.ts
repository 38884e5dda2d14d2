// Two players at a table of the real server, through the page's own controller: what the server tells is understood, what the
// page sends is accepted, up to the end of the game and its record.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Engine } from '../src/engine/engine'
import { OnlineTable, type Line, type LineEvents, type OnlineParts } from '../src/game/online'
import { newId, type FromServer, type SeatSummary, type ToServer } from '../src/net/protocol'
import { drawGift, Witness, type Keep } from '../src/net/witness'

const program = new URL('../../build/fuerstenfeld', import.meta.url).pathname
const module = new WebAssembly.Module(readFileSync(new URL('../../build/wasm/fuerstenfeld.wasm', import.meta.url)))

let server: ChildProcess
let address = ''

/** Somebody with a browser of their own. */
interface Person {
  name: string
  token?: string
  keep: Keep
}

/** A line that shows its token in hello, as programs do: there are no cookies here. */
class TokenLine implements Line {
  open = false
  private readonly socket = new WebSocket(`ws://${address}/ws`, 'fuerstenfeld.1')

  constructor(private readonly who: Person, private readonly events: LineEvents) {
    this.socket.onopen = () => this.socket.send(JSON.stringify({ type: 'hello', protocol: 1, name: who.name, token: who.token }))
    this.socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as FromServer
      if (message.type === 'welcome') {
        this.who.token ??= message.token
        this.open = true
        this.events.open(message.name)
      }
      this.events.message(message)
    }
    this.socket.onclose = () => this.events.lost()
  }
  send(message: ToServer) {
    this.socket.send(JSON.stringify(message))
  }
  close() {
    this.socket.close()
  }
}

function person(name: string): Person {
  const kept = new Map<string, string>()
  return {
    name,
    keep: {
      getItem: key => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: key => void kept.delete(key),
    },
  }
}

function parts(who: Person): OnlineParts {
  return {
    engine: async () => Engine.of(module),
    line: events => new TokenLine(who, events),
    record: async table => {
      const answer = await fetch(`http://${address}/api/tables/${table}/record`, { headers: { Authorization: `Bearer ${who.token}` } })
      if (!answer.ok) throw new Error(await answer.text())
      return answer.text()
    },
    keep: who.keep,
    link: table => table,
    start: async () => '',
    over: async () => {},
  }
}

function create(who: Person, options: object): Promise<string> {
  const engine = Engine.of(module)
  const sealOf = (value: string) => engine.seal(value)
  const gift = drawGift(sealOf)
  return new Promise((done, failed) => {
    const line = new TokenLine(who, {
      open: () => line.send({ type: 'create', id: newId(), seal: gift.seal, ...options } as ToServer),
      message(message) {
        if (message.type === 'table') {
          new Witness(message.table, sealOf, who.keep).gives(gift)
          done(message.table)
        }
        if (message.type === 'refused') failed(new Error(message.text))
        if (message.type === 'table' || message.type === 'refused') line.close()
      },
      lost() {},
    })
  })
}

const until = async (holds: () => boolean, what: string) => {
  for (const end = Date.now() + 120_000; !holds() && Date.now() < end; ) await new Promise(done => setTimeout(done, 5))
  if (!holds()) throw new Error(`not yet: ${what}`)
}

/** One thing, for whoever may do one. */
async function act(table: OnlineTable, i: number): Promise<void> {
  const { waiting, options } = table.state
  if (waiting.for === 'end-turn') return table.endTurn()
  if (!options) return
  const palace = options.legal.find(({ text }) => text.startsWith('build palace'))
  const refusal = table.play((palace ?? options.legal[i % 4 ? 0 : options.legal.length - 1]!).text)
  if (refusal) throw new Error(refusal.text)
}

describe.skipIf(!existsSync(program))('the real server', () => {
  beforeAll(async () => {
    server = spawn(program, ['serve', '--listen', '127.0.0.1:0', '--store', 'memory', '--no-limits', '--bot-pace', '0'])
    let said = ''
    server.stdout!.on('data', data => (said += data))
    server.stderr!.on('data', data => (said += data))
    await until(() => /127\.0\.0\.1:\d+/.test(said), 'the server says its address')
    address = /127\.0\.0\.1:[1-9]\d*/.exec(said)![0]
  })
  afterAll(() => void server.kill())

  test('two people and a bot play a whole expert game', async () => {
    const anna = person('Anna')
    const ben = person('Ben')
    const id = await create(anna, { mode: 'expert', seats: ['me', 'open', 3] })
    const first = await OnlineTable.open(id, parts(anna))
    await until(() => first.state.waiting.for === 'seats', 'the table is open')
    const second = await OnlineTable.open(id, parts(ben))
    await until(() => second.state.waiting.for === 'seats', 'Ben sees it')
    second.sit(null, 'Ben')
    await until(() => second.state.viewer === 1 && first.state.online!.phase === 'play', 'the game begins')
    for (let i = 0; first.state.online!.phase !== 'over'; i++) {
      for (const table of [first, second]) {
        expect(table.state.problem).toBeNull()
        await act(table, i)
      }
      await new Promise(done => setTimeout(done, 1))
    }
    await until(() => first.state.hands !== null && second.state.hands !== null, 'the record is there')
    expect(first.state.view.result).not.toBeNull()
    expect(second.state.view.result).toEqual(first.state.view.result)
    expect(first.state.log.length).toBeGreaterThan(60)
    for (const { state } of [first, second])
      expect(state.online!.deal).toMatchObject({ seats: ['opened', 'opened', 'nothing'], doubts: [], missed: false, checked: true })
    const record = join(mkdtempSync(join(tmpdir(), 'ff-')), 'record')
    writeFileSync(record, await first.record())
    for (const { state } of [first, second]) {
      const [, ...options] = state.online!.deal.proof!.split(' ').map(word => (word === 'RECORD' ? record : word))
      expect(execFileSync(program, options, { encoding: 'utf8' })).toBe(`${record}: 1 game holds, dealt fairly\n`)
    }
    // The list tells each guest's biggest sale, and the moment of the look back that shows it.
    const { yours } = (await (await fetch(`http://${address}/api/tables`, { headers: { Authorization: `Bearer ${anna.token}` } })).json()) as { yours: { seats: SeatSummary[] }[] }
    for (const seat of [0, 1]) {
      const [coins, round, at] = yours[0]!.seats[seat]!.sale!
      expect(first.state.log[at - 1]).toMatchObject({ round, event: { kind: 'sold', seat, income: coins } })
      expect(Math.max(...first.state.log.map(({ event }) => (event.kind === 'sold' && event.seat === seat ? event.income : 0)))).toBe(coins)
    }
    const next = await first.rematch()
    expect(next).not.toBe(id)
    first.close()
    second.close()
  })
})
