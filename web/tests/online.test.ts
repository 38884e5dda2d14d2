// A table of a server, played against a small stand-in for it that keeps to docs/authors/protocol.md: whole games, breaks of the
// connection, repeats, stale frames, a reload in the middle of a turn.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Engine } from '../src/engine/engine'
import type { Seat } from '../src/engine/types'
import { OnlineTable, type LineEvents, type OnlineParts } from '../src/game/online'
import { Match, recordOf, type Decision } from '../src/game/match'
import type { TableFrame, ToServer } from '../src/net/protocol'

const module = new WebAssembly.Module(readFileSync(new URL('../../build/wasm/fuerstenfeld.wasm', import.meta.url)))

/** One table with a person at seat 0 and players who take the first option elsewhere. */
class FakeServer {
  private readonly engine = Engine.of(module)
  private entries: { lines: string[] }[] = []
  private done = new Set<string>()
  readonly decisions: Decision[] = []
  kept: Parameters<OnlineParts['over']>[] = []
  readonly setup: string
  connections: { events: LineEvents; attached: boolean }[] = []
  /** What arrives is lost instead of done. */
  deaf = false
  received: ToServer[] = []

  constructor(private readonly players: number, private readonly mode: 'base' | 'expert', private readonly aid = true) {
    this.engine.names(['Anna', 'Ben', 'Cem'].slice(0, players))
    this.engine.deal(players, mode, 8)
    this.setup = this.engine.setupLine()
    this.append(lines => this.settle(lines))
  }

  private append(act: (lines: string[]) => void) {
    const lines: string[] = []
    act(lines)
    this.entries.push({ lines })
  }

  private tell(lines: string[]) {
    const line = this.engine.eventLine(0)
    if (line) lines.push(line)
  }

  private settle(lines: string[]) {
    while (this.engine.follow()) this.tell(lines)
  }

  private decide(seat: Seat, action: string, lines: string[]) {
    if (this.engine.play(seat, action)) throw new Error(`refused: ${action}`)
    this.decisions.push([seat, action])
    this.tell(lines)
    this.settle(lines)
  }

  private bots() {
    for (let owe = this.engine.owe().filter(seat => seat !== 0); owe.length; owe = this.engine.owe().filter(seat => seat !== 0))
      this.append(lines => {
        const legal = this.engine.options(owe[0]!)!.legal
        const palace = legal.find(({ text }) => text.startsWith('build palace'))
        this.decide(owe[0]!, (palace ?? legal[0]!).text, lines)
      })
  }

  frame(since: number, ack?: string): TableFrame {
    const over = this.engine.owe().length === 0
    let view = this.engine.viewText(0)
    if (!this.aid) view = view.replace(/^(player 0 deck \d* ?\|).*$/m, (_, head: string) => `${head} ${this.engine.view(0, true).own!.deck.filter(({ card }) => card).length}`)
    return {
      type: 'table', table: 't', number: this.entries.length, since, ...(ack ? { ack } : {}), seat: 0,
      phase: over ? 'over' : 'play',
      seats: Array.from({ length: this.players }, (_, seat) => ({
        is: seat ? 'bot' : 'guest', name: `s${seat}`, here: true, owes: this.engine.owe().includes(seat),
      })),
      view,
      events: this.entries.slice(since).flatMap(({ lines }) => lines),
      edition: this.engine.editionText(),
      host: true,
      options: { mode: this.mode, watch: 'anyone', aid: this.aid, listed: false, rated: false, turn_s: 0, grace_s: 0, level: 3 },
    }
  }

  private publish(since: number, ack?: string) {
    for (const { events, attached } of this.connections) if (attached) events.message(this.frame(since, ack))
  }

  take(message: ToServer, connection: { events: LineEvents; attached: boolean }) {
    this.received.push(message)
    if (this.deaf) return
    if (message.type === 'attach') {
      connection.attached = true
      connection.events.message(this.frame(message.seen ?? 0))
    }
    if (message.type !== 'play') return
    if (this.done.has(message.id)) return connection.events.message(this.frame(this.entries.length, message.id))
    const since = this.entries.length
    this.done.add(message.id)
    this.append(lines => {
      for (const action of message.actions.split('; ')) this.decide(0, action, lines)
    })
    this.publish(since, message.id)
    const before = this.entries.length
    this.bots()
    if (this.entries.length > before) this.publish(before)
  }

  start() {
    this.bots()
  }

  parts(kept: Map<string, string>): OnlineParts {
    return {
      engine: async () => Engine.of(module),
      line: events => {
        const connection = { events, attached: false }
        this.connections.push(connection)
        queueMicrotask(() => events.open('Anna'))
        return {
          open: true,
          send: message => queueMicrotask(() => this.take(message, connection)),
          close: () => (connection.attached = false),
        }
      },
      record: async () => recordOf(Engine.of(module), this.setup, this.decisions),
      keep: {
        getItem: key => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: key => void kept.delete(key),
      },
      link: table => `http://here/t/${table}`,
      start: async () => 'local',
      over: async (...game) => void this.kept.push(game),
    }
  }
}

const tick = () => new Promise(done => setTimeout(done))

async function begin(players: number, mode: 'base' | 'expert', aid = true) {
  const server = new FakeServer(players, mode, aid)
  server.start()
  const kept = new Map<string, string>()
  const table = await OnlineTable.open('t', server.parts(kept))
  await tick()
  return { server, kept, table }
}

async function playOn(table: OnlineTable, steps: number) {
  for (let i = 0; i < steps && table.state.waiting.for !== 'nothing'; i++) {
    const { waiting, options } = table.state
    if (waiting.for === 'end-turn') await table.endTurn()
    else if (options) {
      const palace = options.legal.find(({ text }) => text.startsWith('build palace'))
      expect(table.play((palace ?? options.legal[0]!).text)).toBeNull()
    }
    await tick()
  }
}

test.each([[2, 'base', true], [3, 'expert', true], [3, 'base', false]] as const)(
  'a whole game of %d, %s, memory aid %s',
  async (players, mode, aid) => {
    const { server, table } = await begin(players, mode, aid)
    expect(table.state.view.players).toBe(players)
    expect(table.state.log.length).toBeGreaterThan(0)
    await playOn(table, 4000)
    await tick()
    expect(table.state.online!.phase).toBe('over')
    expect(table.state.view.result).not.toBeNull()
    expect(table.state.hands).toHaveLength(players) // the record was fetched
    expect(table.state.online!.deal.doubts).toEqual([]) // and is of this game
    expect(server.kept).toHaveLength(1) // it stays on this device, with who sat there
    const [, kept, seats, names] = server.kept[0]!
    expect(kept.decisions).toHaveLength(server.decisions.length)
    expect([seats.length, names.length, seats.filter(seat => seat === 'person').length]).toEqual([players, players, 1])
    table.goto(5)
    expect(table.state).toMatchObject({ moment: 5, past: true })
    expect(table.history().length).toBeGreaterThan(1)
    expect(server.decisions.length).toBeGreaterThan(50)
  },
  60000,
)

test('the log tells rounds and phases', async () => {
  const { table } = await begin(2, 'base')
  await playOn(table, 60)
  const rounds = table.state.log.map(({ round }) => round)
  expect(rounds[0]).toBe(1)
  expect(rounds).toEqual(rounds.toSorted((a, b) => a - b))
  expect(new Set(table.state.log.map(({ phase }) => phase))).toEqual(new Set(['draw', 'sell', 'build', 'discard', 'market']))
})

test.each(['base', 'expert'] as const)('who sat at the table before the game began sees the rounds as they are, %s', async mode => {
  const server = new FakeServer(3, mode)
  server.start()
  server.deaf = true // the frames come from here
  const table = await OnlineTable.open('t', server.parts(new Map()))
  await tick()
  server.deaf = false
  const [connection] = server.connections
  const { view, events, ...open } = server.frame(0)
  expect(view && events).toBeTruthy()
  connection!.attached = true
  connection!.events.message({ ...open, number: 1, phase: 'open' })
  connection!.events.message({ ...server.frame(0), since: 1 }) // entry 1 was a guest who sat down
  await playOn(table, 60)
  const told = table.state.log.filter(({ draft }) => !draft).map(({ round, phase, event }) => [round, phase, event.kind])
  const match = Match.replay(Engine.of(module), server.setup, server.decisions)
  match.settle()
  expect(told.length).toBeGreaterThan(50)
  expect(told).toEqual(match.log('all').slice(0, told.length).map(({ round, phase, event }) => [round, phase, event.kind]))
})

test('bots of the server are called as those of this device, each otherwise, and nobody as a guest is', async () => {
  const { server, table } = await begin(3, 'base')
  expect(table.state.seats.map(({ name }) => name)).toEqual(['s0', 'Bartl', 'Cenzi'])
  const frame = server.frame(server.decisions.length)
  frame.seats = [{ is: 'guest', name: 'bartl' }, { is: 'bot', name: 'level3', level: 3 }, { is: 'bot', name: 'level3', level: 3 }]
  server.connections[0]!.events.message({ ...frame, events: [] })
  expect(table.state.seats.map(({ name, level }) => [name, level])).toEqual([['bartl', null], ['Bartl II', 3], ['Cenzi', 3]])
})

test('the time for a turn runs from when its frame came, whatever is drafted meanwhile', async () => {
  const { server, table } = await begin(2, 'base')
  expect(table.state.seats.map(({ due }) => due)).toEqual([null, null])
  const frame = server.frame(0)
  frame.seats[0]!.left_ms = 58000
  const before = Date.now()
  server.connections[0]!.events.message({ ...frame, events: [] })
  const { due } = table.state.seats[0]!
  expect(due! - before).toBeGreaterThanOrEqual(58000)
  expect(due! - Date.now()).toBeLessThanOrEqual(58000)
  await new Promise(done => setTimeout(done, 5))
  table.play(table.state.options!.legal[0]!.text)
  expect(table.state.seats[0]!.due).toBe(due)
})

test('a turn that was not answered is sent again, unchanged, and done once', async () => {
  const { server, table } = await begin(2, 'base')
  while (table.state.waiting.for !== 'end-turn') table.play(table.state.options!.legal[0]!.text)
  server.deaf = true
  void table.endTurn()
  await tick()
  expect(table.state.waiting.for).toBe('server')
  expect(table.play('done')).not.toBeNull()
  table.undo() // nothing may change what was sent
  server.deaf = false
  const [connection] = server.connections
  connection!.events.lost()
  expect(table.state.connection).toBe('lost')
  connection!.events.open('Anna')
  await tick()
  const plays = server.received.filter(message => message.type === 'play')
  expect(plays).toHaveLength(2)
  expect(plays[0]).toEqual(plays[1])
  expect(table.state.connection).toBe('open')
  expect(table.state.waiting.for).not.toBe('server')
})

test('a reload in the middle of a turn goes on with it; one after sending sends it again', async () => {
  const { server, kept, table } = await begin(2, 'base')
  table.play(table.state.options!.legal[0]!.text)
  const { view, draft } = table.state
  table.close()
  const again = await OnlineTable.open('t', server.parts(kept))
  await tick()
  expect(again.state.view).toEqual(view)
  expect(again.state.draft.actions).toEqual(draft.actions)
  while (again.state.waiting.for !== 'end-turn') again.play(again.state.options!.legal[0]!.text)
  server.deaf = true
  void again.endTurn()
  await tick()
  again.close()
  server.deaf = false
  const number = server.decisions.length
  const third = await OnlineTable.open('t', server.parts(kept))
  await tick()
  expect(server.decisions.length).toBeGreaterThan(number)
  expect(third.state.waiting.for).toBe('you')
})

test('frames that were overtaken are ignored', async () => {
  const { server, table } = await begin(2, 'base')
  const old = server.frame(0)
  await playOn(table, 30)
  const { number, view } = table.state
  expect(number).toBeGreaterThan(old.number)
  server.connections[0]!.events.message(old)
  expect(table.state.number).toBe(number)
  expect(table.state.view).toEqual(view)
})

test('an answer that was overtaken by a newer frame is an answer all the same', async () => {
  const { server, table } = await begin(2, 'base')
  while (table.state.waiting.for !== 'end-turn') table.play(table.state.options!.legal[0]!.text)
  server.deaf = true
  void table.endTurn()
  await tick()
  const { id } = server.received.at(-1) as { id: string }
  const frame = server.frame(0)
  server.connections[0]!.events.message({ ...frame, number: frame.number + 5 })
  server.connections[0]!.events.message({ ...frame, number: frame.number + 1, ack: id })
  expect(table.state.waiting.for).not.toBe('server')
})

test('what the server refuses is said, and the turn may be made anew', async () => {
  const { server, table } = await begin(2, 'base')
  for (const code of ['stale', 'limit']) {
    server.connections[0]!.events.message({ type: 'refused', code, text: 'too late' })
    expect(table.state.problem).toMatchObject({ code, text: 'too late' })
  }
  table.dismiss()
  expect(table.state.problem).toBeNull()
})

test('a rematch that is refused leaves the table as it is, and may be asked for again', async () => {
  const { server, table } = await begin(2, 'base')
  const ask = async () => {
    const next = table.rematch()
    await tick()
    return { next, id: (server.received.at(-1) as { id: string }).id }
  }
  const first = await ask()
  server.connections[0]!.events.message({ type: 'refused', ack: first.id, code: 'closed', text: 'The lobby is closed.' })
  await expect(first.next).rejects.toMatchObject({ code: 'closed' })
  expect(table.state.problem).toBeNull() // the table is not lost
  const second = await ask()
  expect(second.id).not.toBe(first.id)
  server.connections[0]!.events.message({ ...server.frame(0), rematch: 'next' })
  expect(await second.next).toBe('next')
})

test('until the first frame there is nothing to show, also if the connection breaks', async () => {
  const server = new FakeServer(2, 'base')
  server.deaf = true
  const table = await OnlineTable.open('t', server.parts(new Map()))
  await tick()
  server.connections[0]!.events.lost()
  expect(table.state.connection).toBe('connecting') // else the screen shows a lobby without seats
  server.deaf = false
  server.connections[0]!.events.open('Anna')
  await tick()
  expect(table.state).toMatchObject({ connection: 'open', online: { phase: 'play' } })
})

test('a seat that is taken or handed over in the middle of the game is told anew', async () => {
  const { server, table } = await begin(2, 'base')
  await playOn(table, 20)
  const { log, viewer } = table.state
  const [connection] = server.connections
  expect([viewer, log.length > 10]).toEqual([0, true])
  server.received.length = 0
  const frame = server.frame(0)
  connection!.events.message({ ...frame, number: frame.number + 1, seat: null, view: frame.view!.replace('seat 0', 'seat -').replace(/^(hand|player 0 (deck|trash)).*\n/gm, '') })
  await tick()
  expect(server.received).toEqual([{ type: 'attach', table: 't' }]) // the whole game
  expect(table.state.log.filter(({ draft }) => !draft).length).toBe(server.frame(0).events!.length)
})

test('who is there, thinks or is gone, and what the others may do about it', async () => {
  const { server, table } = await begin(3, 'base')
  const frame = server.frame(server.decisions.length)
  const before = Date.now()
  frame.seats = [
    { is: 'guest', name: 'Anna', here: true },
    { is: 'guest', name: 'Ben', here: false, gone_ms: 50000, owes: true, owes_ms: 45000, vote_ms: 15000, votes: [2] },
    { is: 'guest', name: 'Cem', here: true, offered: true },
  ]
  server.connections[0]!.events.message({ ...frame, events: [] })
  const [anna, ben, cem] = table.state.seats
  expect(anna).toMatchObject({ here: true, manners: { goneSince: null, thinksSince: null, voteFrom: null, votes: [] } })
  expect(ben).toMatchObject({ here: false, manners: { votes: [2], offered: false } })
  const { goneSince, thinksSince, voteFrom } = ben!.manners!
  for (const came of [goneSince! + 50000, thinksSince! + 45000, voteFrom! - 15000]) {
    expect(came).toBeGreaterThanOrEqual(before)
    expect(came).toBeLessThanOrEqual(Date.now())
  }
  expect(cem!.manners).toMatchObject({ offered: true })
  server.received.length = 0
  table.vote(1)
  table.offer(true)
  table.back()
  await tick()
  expect(server.received).toEqual([{ type: 'vote', seat: 1 }, { type: 'offer', on: true }, { type: 'back' }])
})
